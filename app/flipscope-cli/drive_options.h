#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace flipscope::cli {

// What collect, force and bisect are told about the user's program.
struct DriveOptions {
    std::vector<std::string> command;  // the program and its arguments, from behind --
    std::string folder;                // --out
    bool keepsFolder = false;          // --cwd keep
    double limitSeconds = 0;           // 0: none
    std::vector<std::string> record{"cubecl", "triton", "xla"};

    // collect
    std::size_t count = 0;
    unsigned parallel = 1;
    std::string launcher;
    std::size_t task = 0;  // only this run
    std::string from;      // where the user stands; empty: here

    // force
    std::string base;
    std::vector<std::string> choices;  // KEY=INDEX or KEY=all

    // bisect
    std::vector<std::string> good, bad;  // paths of runs
    std::string testWords;               // a program that judges a trial, and its arguments
    double testLimitSeconds = 0;         // of it; 0: that of the runs

    std::size_t repeats = 0;  // 0: as the command thinks fit
};

}  // namespace flipscope::cli
