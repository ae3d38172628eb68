#include "tests/support/database_entries.h"
#include "tests/support/other_process.h"
#include "tests/support/pin_fixture.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/support/sample_database.h"
#include "ui/panels/pin_write_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestPinWriteDialog : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<testing::TemporaryFolder>();
        m_pins = testing::PinFixture().pins;
        for (Pin& pin : m_pins)
            pin.places = {testing::kMatmulNamespace};
        testing::SampleDatabase database(m_folder->file("base.db"));
        database.addBytes("cuda/0.11.0/ptx", "k", "kernel");
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void writesBesideTheBaseAndSaysWhatToDo() {
        PinWriteDialog dialog(m_pins, {{QStringLiteral("run1"), m_folder->file("base.db")}}, {});
        const std::string before = testing::readFile(m_folder->file("base.db"));
        QVERIFY(!write(dialog)->isEnabled());  // no output is named
        out(dialog)->setText(path("out.db"));
        const QString report = writeAndWait(dialog);
        QVERIFY2(report.contains(QStringLiteral("2 pinned rows for 2 keys")), qPrintable(report));
        QVERIFY(report.contains(QStringLiteral("What to do with it")));
        QVERIFY(report.contains(QStringLiteral("CUBECL_ENVIRONMENT")));
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        const auto entries = testing::entriesOf(m_folder->file("out.db"));
        QCOMPARE(entries.size(), std::size_t{3});
        QCOMPARE(entries.at({"cuda/0.11.0/ptx", "k"}).first, std::string("kernel"));
        QCOMPARE(testing::readFile(m_folder->file("base.db")), before);
        QCOMPARE(m_folder->names(), (std::vector<std::string>{"base.db", "out.db"}));
    }

    void theOptionsAreTheWriters() {
        PinWriteDialog dialog(m_pins, {{QStringLiteral("run1"), m_folder->file("base.db")}}, {});
        out(dialog)->setText(path("out.db"));
        box(dialog, "compiled kernels")->setChecked(true);
        QVERIFY(!writeAndWait(dialog).isEmpty());
        QCOMPARE(testing::entriesOf(m_folder->file("out.db")).size(), std::size_t{2});
    }

    void everyRefusalIsToldAndTheDialogStays() {
        testing::writeFile(m_folder->file("existing.db"), "mine");
        testing::writeFile(m_folder->file("input.db"), "mine");
        PinWriteDialog dialog(m_pins, {{QStringLiteral("run1"), m_folder->file("base.db")}},
                              {m_folder->file("input.db")});
        dialog.open();
        out(dialog)->setText(path("base.db"));
        QVERIFY(writeAndWait(dialog).isEmpty());
        QVERIFY(said(dialog).contains(QStringLiteral("is the base itself")));
        out(dialog)->setText(path("existing.db"));
        QVERIFY(writeAndWait(dialog).isEmpty());
        QVERIFY(said(dialog).contains(QStringLiteral("exists already")));
        box(dialog, "Replace")->setChecked(true);
        out(dialog)->setText(path("input.db"));
        QVERIFY(writeAndWait(dialog).isEmpty());
        QVERIFY(said(dialog).contains(QStringLiteral("belongs to the input")));
        QVERIFY(dialog.isVisible());
        QCOMPARE(testing::readFile(m_folder->file("input.db")), std::string("mine"));
        QCOMPARE(testing::readFile(m_folder->file("existing.db")), std::string("mine"));
        out(dialog)->setText(path("existing.db"));  // the user says that it may go
        QVERIFY(!writeAndWait(dialog).isEmpty());
        QVERIFY(testing::readFile(m_folder->file("existing.db")) != "mine");
    }

    void aBaseInUseOrOfAnotherKindIsRefused() {
        testing::writeFile(m_folder->file("hostile.db"), "no database");
        PinWriteDialog dialog(m_pins,
                              {{QStringLiteral("run1"), m_folder->file("base.db")},
                               {QStringLiteral("run2"), m_folder->file("hostile.db")}},
                              {});
        out(dialog)->setText(path("out.db"));
        {
            const testing::OtherProcess program("exec sleep 30 9<'" + m_folder->file("base.db") + "'");
            program.waitUntilOpen(m_folder->file("base.db"));
            QVERIFY(writeAndWait(dialog).isEmpty());
            QVERIFY2(said(dialog).contains(QStringLiteral("is in use by")), qPrintable(said(dialog)));
        }
        dialog.findChild<QComboBox*>()->setCurrentIndex(1);
        QVERIFY(writeAndWait(dialog).isEmpty());
        QVERIFY(said(dialog).contains(QStringLiteral("no SQLite database")));
        QVERIFY(!QFile::exists(path("out.db")));
    }

    void aNewDatabaseNeedsNoBase() {
        PinWriteDialog dialog(m_pins, {}, {});
        out(dialog)->setText(path("out.db"));
        const QString report = writeAndWait(dialog);
        QVERIFY2(report.contains(QStringLiteral("no other choice")), qPrintable(said(dialog)));
        QCOMPARE(testing::entriesOf(m_folder->file("out.db")).size(), m_pins.size());
    }

private:
    [[nodiscard]] QString path(const char* name) const { return QString::fromStdString(m_folder->file(name)); }
    static QLineEdit* out(const PinWriteDialog& dialog) { return dialog.findChild<QLineEdit*>(); }
    static QPushButton* write(const PinWriteDialog& dialog) {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("&Write")) return button;
        return nullptr;
    }
    static QCheckBox* box(const PinWriteDialog& dialog, const char* part) {
        for (QCheckBox* each : dialog.findChildren<QCheckBox*>())
            if (QString(each->text()).remove(QLatin1Char('&')).contains(QLatin1String(part))) return each;
        return nullptr;
    }
    static QString said(const PinWriteDialog& dialog) {
        QString text;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            text += label->text() + QLatin1Char('\n');
        return text;
    }
    // The report; empty when nothing was written.
    static QString writeAndWait(PinWriteDialog& dialog) {
        QSignalSpy written(&dialog, &PinWriteDialog::written);
        write(dialog)->click();
        if (!QTest::qWaitFor([&dialog] { return !dialog.isWriting(); }, 60'000)) return {};
        return written.isEmpty() ? QString() : written.front().front().toString();
    }

    testing::QtWarningGuard m_guard;
    std::unique_ptr<testing::TemporaryFolder> m_folder;
    std::vector<Pin> m_pins;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestPinWriteDialog)
#include "tst_pin_write_dialog.moc"
