#pragma once

#include "core/model/result.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// The database of a run whose program keeps its folder: until the run is over it lies among those of the project, as
// an environment with a name that no other run has.

// "flipscope-1764555224000000000-run3": the time, and the run's folder.
[[nodiscard]] std::string freshEnvironmentName(const std::string& runFolder);

// Moves a database that only this run used; its indices are rebuilt by whoever opens it. Nothing where there is none.
[[nodiscard]] std::optional<Error> moveDatabase(const std::string& from, const std::string& to,
                                                const std::stop_token& stop);

// Removes what an interrupted start noted as its database for the run of this folder, with the files beside it;
// sentences on it, none where there is none. Whoever can write to the folder can note any path: only regular files of
// this user with the very name that such a run has are touched, and what else is noted is said. Thread rule: any
// thread.
[[nodiscard]] std::vector<std::string> removeLeftDatabase(const std::string& path, const std::string& runFolder);

}  // namespace flipscope
