#pragma once

#include "core/model/dataset.h"
#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// One line of a list of aliases: a name by which a report of somebody else calls a key.
struct KeyAlias {
    std::string alias;
    std::string key;   // id, its beginning, label, or the key's JSON in any member order
    std::string path;  // of the list, as shown
    std::uint64_t line = 0;
};

// Longest list that is read, in bytes.
inline constexpr std::size_t kMaxAliasList = std::size_t{1} << 20;

// The first line of the text is the header of a list of aliases: alias,key (any case, quoted or not).
[[nodiscard]] bool looksLikeAliasList(std::string_view head);

// Reads a list: CSV with the columns alias,key. Lines that are not usable are problems of the report.
[[nodiscard]] std::vector<KeyAlias> readAliasList(std::string_view csv, const std::string& path, LoadReport& report);

// The list in a file or pipe (see given_file.h), which the report names shownPath. An Error says why it cannot be read
// or is no list.
[[nodiscard]] Result<std::vector<KeyAlias>> readAliasFile(const std::string& path, const std::string& shownPath,
                                                          LoadReport& report, const std::stop_token& stop = {});

// Gives the keys of the dataset their aliases. One that names several keys, is the id of another key or already stands
// for another key is a problem and not given; those that name no key of the dataset are one note a list: a list may be
// kept for many programs.
void giveAliases(Dataset& dataset, const std::vector<KeyAlias>& aliases);

}  // namespace flipscope
