#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What file names say. Names decide only what content cannot: which files belong together and which text is output.

// "run1.jsonl" -> "run1", "runs.tar.gz" -> "runs.tar"; a name that only begins with a dot stays.
[[nodiscard]] std::string stemOf(const std::string& name);
// "a/b" and "/a/b" -> {"a", "b"}
[[nodiscard]] std::vector<std::string> pathParts(const std::string& path);
[[nodiscard]] std::string parentFolder(const std::string& path);  // "/a/b" -> "/a"; "" at the top
// Whether the place is the folder or lies below it, by their parts as they are written: neither is looked up.
[[nodiscard]] bool liesIn(const std::filesystem::path& place, const std::filesystem::path& folder);

// Says nothing about which run it is: "decisions", "autotune", "environment", "log", "stdout" …
[[nodiscard]] bool isGenericName(const std::string& stem);
// Source code, configuration, documentation: a text, but no output of a run.
[[nodiscard]] bool isNoOutput(const std::string& name);
// "exit_status", "exitcode", "rc", "run1.rc" …: a file that holds the exit status of a process.
[[nodiscard]] bool isStatusFileName(const std::string& name);
// Named as logs and text outputs are: "decisions.jsonl", "stdout", "run1.err", "notes.txt".
[[nodiscard]] bool namedLikeText(const std::string& name);
// Named as databases are: "environment.db", "x.sqlite3".
[[nodiscard]] bool namedLikeDatabase(const std::string& name);
// 0 standard output, 1 standard error, 2 named like other output, 3 anything else.
[[nodiscard]] int outputRank(const std::string& name);

// A name with every digit sequence as '#': "run12.jsonl" -> "run#.jsonl".
[[nodiscard]] std::string shapeOf(const std::string& name);

// Position of the log whose name `name` belongs to: it begins with the log's stem, or holds what tells the log apart
// from the others (decisions-run1.jsonl and stdout-run1.txt); -1 when none or not clear.
[[nodiscard]] int partnerOf(const std::string& name, const std::vector<std::string>& logNames);

}  // namespace flipscope
