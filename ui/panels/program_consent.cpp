#include "ui/panels/program_consent.h"

#include "core/process/command_words.h"
#include "ui/text.h"

#include <QMessageBox>
#include <QPushButton>
#include <utility>

namespace flipscope {
namespace {

constexpr std::size_t kLongest = 100'000;  // bytes
constexpr qsizetype kMostAtOnce = 1500;    // letters that a box shows without scrolling

QString lineOf(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + quotedForShell(word);
    return shown(line, kLongest);
}

}  // namespace

QString whereInWords(const DrivenProgram& program, const std::string& results) {
    const QString folder = shown(program.folder, kLongest), made = shown(results, kLongest);
    return program.keepsFolder ? QStringLiteral("It runs in %1; what its runs leave goes to %2.").arg(folder, made)
                               : QStringLiteral(
                                     "It is taken as typed in %1; each run gets a folder of its "
                                     "own in %2.")
                                     .arg(folder, made);
}

void ProgramConsent::ask(QWidget& parent, const StartedWords& words, std::function<void()> start) {
    QString text = lineOf(words.launcher);
    if (!text.isEmpty()) text += QStringLiteral(" … ");
    text += lineOf(words.program);
    QString whole = text + QStringLiteral("\n\n") + words.where;
    if (!words.test.empty()) whole += QStringLiteral("\n\nEach run is judged by\n") + lineOf(words.test);
    if (m_agreed.contains(whole)) return start();
    auto* box =
        new QMessageBox(QMessageBox::Question, QStringLiteral("Run your program?"), {}, QMessageBox::Cancel, &parent);
    box->setTextFormat(Qt::PlainText);
    const QString title = QStringLiteral("This is started, without a shell:\n\n");
    if (whole.size() <= kMostAtOnce) {
        box->setText(title + whole);
    } else {
        box->setText(title + QStringLiteral("%1 …\n\nThe whole of it, %2, stands under the button for details: look "
                                            "at it before you agree.")
                                 .arg(whole.left(kMostAtOnce / 2),
                                      counted(static_cast<std::size_t>(whole.size()), "letter", "letters")));
        box->setDetailedText(whole);
    }
    auto* agree = box->addButton(QStringLiteral("&Run it"), QMessageBox::AcceptRole);
    box->setDefaultButton(agree);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(box, &QMessageBox::buttonClicked, &parent,
                     [this, agree, whole, start = std::move(start)](QAbstractButton* button) {
                         if (button != agree) return;
                         m_agreed.insert(whole);
                         start();
                     });
    box->open();
}

}  // namespace flipscope
