#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What must not leave this machine, as far as it is known.
struct PrivateFacts {
    std::vector<std::string> paths;  // full paths: home, present folder, inputs
    std::vector<std::string> users, hosts;
    // Words of the names of kernels and keys. A user or host that is called like one of them is replaced only where a
    // user or host is named for certain.
    std::set<std::string> publicWords;
};

// Takes full paths, names of users and of hosts out of what others are to read. A path becomes "…", or "…/train.py"
// where its last part has an ending; a user "user", a host "host". Names of users and hosts go wherever they stand as a
// word; those that are common words ("train", "gpu") or shorter than four letters only inside paths, in user@host,
// behind "user=", "host:" and the like. Immutable; any thread.
class Scrubber {
public:
    explicit Scrubber(PrivateFacts facts);

    // Texts: lines of outputs, messages, patterns, arguments of commands.
    [[nodiscard]] std::string text(std::string_view text) const;
    // Names of kernels, keys and tuners: "a/b", "a::b" and the like stay as they are.
    [[nodiscard]] std::string name(std::string_view name) const;
    // A command line as its words; of the program itself the file's name stays.
    [[nodiscard]] std::vector<std::string> command(const std::vector<std::string>& words) const;
    // A whole file as it is to be written (JSON, HTML …), whose words are ours: known full paths only, however escaped.
    [[nodiscard]] std::string file(std::string_view content) const;

private:
    struct Person {
        std::string name;  // small letters
        bool isCommon = false;
        bool isHost = false;
        std::string_view shown;
    };
    [[nodiscard]] std::string argument(const std::string& word) const;
    [[nodiscard]] std::string withoutKnownPaths(std::string_view text) const;
    [[nodiscard]] std::string withoutNames(std::string_view text) const;

    std::vector<std::string> m_paths;  // longest first
    std::vector<Person> m_people;      // longest first
};

}  // namespace flipscope
