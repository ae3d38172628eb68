#include "tests/support/qt_warning_guard.h"
#include "ui/panels/program_box.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QSpinBox>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

QLineEdit* lineNamed(const QWidget& box, const QString& name) {
    for (QLineEdit* line : box.findChildren<QLineEdit*>())
        if (line->accessibleName() == name) return line;
    return nullptr;
}

class TestProgramBox : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void whatIsTypedGoesToTheStateAndToOtherBoxes() {
        ViewState state;
        ProgramBox box(state), other(state);
        other.setResults(&DriveSettings::runFolder, kRunFolder);
        box.show();
        QTest::keyClicks(lineNamed(box, QStringLiteral("Command")), QStringLiteral("./train"));
        QTest::keyClicks(lineNamed(box, QStringLiteral("Results in")), QStringLiteral("here"));
        box.findChild<QSpinBox*>()->setValue(30);
        box.findChild<QCheckBox*>()->setChecked(true);
        const DriveSettings& settings = state.driveSettings();
        QCOMPARE(settings.command, QStringLiteral("./train"));
        QCOMPARE(settings.trialFolder, QStringLiteral("here"));
        QCOMPARE(settings.limitSeconds, 30.0);
        QVERIFY(settings.keepsFolder);
        QCOMPARE(lineNamed(other, QStringLiteral("Command"))->text(), QStringLiteral("./train"));
        QCOMPARE(lineNamed(other, QStringLiteral("Results in"))->text(), QString());
        QCOMPARE(lineNamed(other, QStringLiteral("Results in"))->placeholderText(), kRunFolder);
        QVERIFY(other.findChild<QCheckBox*>()->isChecked());
    }

    void typingKeepsTheCursor() {
        ViewState state;
        ProgramBox box(state);
        box.show();
        QLineEdit* command = lineNamed(box, QStringLiteral("Command"));
        command->setText(QStringLiteral("ab"));
        command->setCursorPosition(1);
        QTest::keyClicks(command, QStringLiteral("x"));
        QCOMPARE(command->text(), QStringLiteral("axb"));
        QCOMPARE(command->cursorPosition(), 2);
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestProgramBox)
#include "tst_program_box.moc"
