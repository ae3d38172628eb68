#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "ui/file_dialogs.h"

#include <QApplication>
#include <QFileDialog>
#include <QTimer>
#include <QWidget>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestFileDialogs : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void cancelledDialogsGiveNothing() {
        QWidget parent;
        answer([](QFileDialog& dialog) { dialog.reject(); });
        QVERIFY(askForFiles(parent, false).isEmpty());
        answer([](QFileDialog& dialog) { dialog.reject(); });
        QVERIFY(askForFolder(parent, true).isEmpty());
        answer([](QFileDialog& dialog) { dialog.reject(); });
        QVERIFY(askForSessionToOpen(parent).isEmpty());
        answer([](QFileDialog& dialog) { dialog.reject(); });
        QVERIFY(askForSessionToSave(parent).isEmpty());
        for (QString (*ask)(QWidget&) : {&askForPinFileToOpen, &askForDatabaseToOpen, &askForDatabaseToWrite}) {
            answer([](QFileDialog& dialog) { dialog.reject(); });
            QVERIFY(ask(parent).isEmpty());
        }
        answer([](QFileDialog& dialog) { dialog.reject(); });
        QVERIFY(askForPinFileToSave(parent, {}).isEmpty());
    }

    void theTitleSaysWhetherTheLoadedStays() {
        QWidget parent;
        QString title;
        const auto look = [&title](QFileDialog& dialog) {
            title = dialog.windowTitle();
            dialog.reject();
        };
        answer(look);
        QVERIFY(askForFiles(parent, true).isEmpty());
        QVERIFY(title.startsWith(QStringLiteral("Add")));
        answer(look);
        QVERIFY(askForFiles(parent, false).isEmpty());
        QVERIFY(title.startsWith(QStringLiteral("Open")));
    }

    void aSessionToSaveGetsItsSuffix() {
        QWidget parent;
        const QString name = m_folder.filePath(QStringLiteral("mine"));
        answer([&name](QFileDialog& dialog) {
            dialog.selectFile(name);
            QMetaObject::invokeMethod(&dialog, "accept");
        });
        QCOMPARE(askForSessionToSave(parent), name + QStringLiteral(".flipscope-session"));
    }

    void aPinFileToSaveBeginsWithItsNameAndGetsItsSuffix() {
        QWidget parent;
        const QString name = m_folder.filePath(QStringLiteral("pins"));
        answer([](QFileDialog& dialog) { QMetaObject::invokeMethod(&dialog, "accept"); });
        QCOMPARE(askForPinFileToSave(parent, name), name + QStringLiteral(".json"));
    }

private:
    // Answers the dialog that is opened next.
    template <class Answer>
    void answer(Answer how) {
        QTimer::singleShot(0, this, [how] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr) qFatal("no dialog was opened");
            how(*dialog);
        });
    }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestFileDialogs)
#include "tst_file_dialogs.moc"
