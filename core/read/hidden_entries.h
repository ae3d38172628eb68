#pragma once

#include "core/model/load_report.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace flipscope {

// Counts what a walk leaves out although it may hold runs: hidden files and folders, and what is no file. Thread rule:
// one thread.
class HiddenEntries {
public:
    void add(const std::string& shownPath);
    // entry: path inside the archive of this shown path, in or below something that is left out. Each hidden folder
    // counts once.
    void addOfArchive(const std::string& archive, const std::string& entry);

    // A fifo, socket or device: never opened, and counted apart.
    void addSpecial(const std::string& shownPath);

    // Number and first names of either kind; none where there are none.
    [[nodiscard]] std::vector<Note> notes() const;

private:
    struct Counted {
        std::size_t count = 0;
        std::vector<std::string> named;  // some of them
        void add(const std::string& shownPath);
        [[nodiscard]] Note note(const char* one, const char* many) const;
    };
    Counted m_hidden, m_special;
    std::unordered_set<std::string> m_inArchives;
};

}  // namespace flipscope
