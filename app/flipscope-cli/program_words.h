#pragma once

#include "app/flipscope-cli/options.h"

#include <string>
#include <vector>

namespace flipscope::cli {

// A command line in two: ours, and the words of a program that is to run, whatever they look like. The parser would
// take those that begin with - for options of ours, and those behind -- for values of an option that takes several.
struct SplitLine {
    std::vector<const char*> ours;     // as main gets them
    std::vector<std::string> program;  // empty: none is given
};

// The program stands behind the first -- of a command that runs one, behind --worker of rerun. There `ours` ends with
// --worker and a word that stands for the program, so that the parser can say what does not go together.
[[nodiscard]] SplitLine splitLine(int argc, const char* const* argv);

// Of a line whose words `unexpected` the parser did not know what to do with: the line with -- in front of the first of
// them, where the program of the command belongs behind -- and none is there; empty otherwise.
[[nodiscard]] std::string lineWithDashes(int argc, const char* const* argv, const std::vector<std::string>& unexpected);

// Hands the program's words to where options.command has them.
void takeProgram(Options& options, const std::vector<std::string>& program);

}  // namespace flipscope::cli
