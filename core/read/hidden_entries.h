#pragma once

#include "core/model/load_report.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace flipscope {

// Counts hidden files and folders that a walk leaves out although they may hold runs. Thread rule: one thread.
class HiddenEntries {
public:
    void add(const std::string& shownPath);
    // entry: path inside the archive of this shown path, in or below something that is left out. Each hidden folder
    // counts once.
    void addOfArchive(const std::string& archive, const std::string& entry);

    // Their number and the first names; null when there are none.
    [[nodiscard]] std::optional<Note> note() const;

private:
    std::size_t m_count = 0;
    std::vector<std::string> m_named;  // some of them
    std::unordered_set<std::string> m_inArchives;
};

}  // namespace flipscope
