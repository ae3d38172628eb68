#pragma once

#include "ui/drive_values.h"

#include <QString>
#include <functional>
#include <set>
#include <string>
#include <vector>

class QWidget;

namespace flipscope {

// What is about to be started, as the user is to see it.
struct StartedWords {
    std::vector<std::string> program;   // and its arguments
    QString where;                      // a sentence on where it runs
    std::vector<std::string> test;      // that judges its runs; may be empty
    std::vector<std::string> launcher;  // in front of the program; may be empty
};

// Where a program runs, and what its relative path is taken from: another folder is another program, so that agreement
// to one is none to the other. results: the folder for what its runs leave.
[[nodiscard]] QString whereInWords(const DrivenProgram& program, const std::string& results);

// Starts a program of the user's only after they have seen exactly what that is and agreed. Agreement is remembered for
// the same words and place, in this process only: neither a session nor the settings keep it.
class ProgramConsent {
public:
    // Calls start at once when the user has agreed to the same before, else shows a box and calls it when they agree.
    void ask(QWidget& parent, const StartedWords& words, std::function<void()> start);

private:
    std::set<QString> m_agreed;
};

}  // namespace flipscope
