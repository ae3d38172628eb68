#pragma once

#include "core/model/dataset.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace flipscope {

// Finds the run that a user's file means by a name: the run's id; a path that ends in the id of exactly one run
// ("old/place/run13"), or an id that ends in the given path; or a file or folder that holds sources of exactly one run.
// Refers to the dataset, which must outlive it.
class RunNames {
public:
    explicit RunNames(const Dataset& dataset);
    // Null when no run or more than one is meant.
    [[nodiscard]] std::optional<RunIndex> find(std::string_view name) const;

private:
    // Whole trailing parts of ids, and sources with their parent folders -> run; kSeveral when not unique.
    using Names = std::unordered_map<std::string, std::uint32_t>;
    static void add(Names& names, std::string_view name, std::uint32_t run);
    [[nodiscard]] static std::optional<RunIndex> unique(const Names& names, std::string_view name);

    Names m_ids, m_idEndings, m_places;
};

}  // namespace flipscope
