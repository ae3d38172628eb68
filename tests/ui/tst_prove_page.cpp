#include "tests/support/qt_warning_guard.h"
#include "tests/ui/driven_fixture.h"
#include "ui/jobs/pipeline.h"
#include "ui/panels/force_box.h"
#include "ui/panels/prove_page.h"
#include "ui/panels/sides_box.h"

#include <QComboBox>
#include <QTableView>

namespace flipscope {
namespace {

using testing::allWords;
using testing::buttonOf;
using testing::consentBox;
using testing::DrivenRuns;
using testing::kDrivePatience;

// The table of trials, not that of the sides.
QTableView* trialsOf(const QWidget& page) {
    for (QTableView* table : page.findChildren<QTableView*>())
        if (table->accessibleName() == QStringLiteral("Trials")) return table;
    return nullptr;
}

bool ended(const ProvePage& page) {
    return QTest::qWaitFor([&page] { return !page.running(); }, kDrivePatience);
}

class TestProvePage : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void provesTheCulpritMarksItAndOpensItsKey() {
        DrivenRuns runs;
        Pipeline pipeline(runs.state);
        ProvePage page(runs.state);
        page.show();
        QCOMPARE(page.sides().model().runsOn(RunSide::good).size(), std::size_t{1});
        QTRY_VERIFY_WITH_TIMEOUT(allWords(page).contains(QStringLiteral("1 differing choice")), kDrivePatience);
        QVERIFY(allWords(page).contains(QStringLiteral("is good")));
        testing::runAgreed(page);
        QVERIFY(runs.state.busyWith().contains(kDriving));
        QVERIFY(ended(page));
        QVERIFY(!runs.state.busyWith().contains(kDriving));
        QVERIFY2(allWords(page).contains(QStringLiteral("Proven: ")), qPrintable(allWords(page)));
        QVERIFY(trialsOf(page)->model()->rowCount() >= 4);
        QCOMPARE(runs.state.driveFindings().culprits.size(), std::size_t{1});
        const FoundCulprit& culprit = runs.state.driveFindings().culprits.front();
        QVERIFY(culprit.proven.good == CandidateIndex{9} || culprit.proven.bad == CandidateIndex{9});
        QTRY_COMPARE_WITH_TIMEOUT(runs.state.analysis()->proven.size(), std::size_t{1}, kDrivePatience);
        const QSignalSpy opened(&runs.state, &ViewState::keyOpened);
        for (QLabel* label : page.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("href")))
                emit label->linkActivated(QStringLiteral("key:") + QString::fromStdString(culprit.key.keyId));
        QCOMPARE(opened.size(), 1);
        QVERIFY(runs.state.analysis()->proven.contains(*runs.state.currentKey()));
        pipeline.stopAll();
    }

    void nothingStartsBeforeTheUserHasSeenWhat() {
        DrivenRuns runs;
        ProvePage page(runs.state);
        page.show();
        QPushButton* run = buttonOf(page, QStringLiteral("Run"));
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kDrivePatience);
        run->click();
        QVERIFY(!page.running());
        QMessageBox* box = consentBox(page);
        QVERIFY(box != nullptr);
        QVERIFY(box->text().contains(QStringLiteral("simulated_program.py")));
        QVERIFY(box->text().contains(runs.file(kTrialFolder)));
        box->button(QMessageBox::Cancel)->click();
        QVERIFY(!page.running());
        QVERIFY(!QDir(runs.file(kTrialFolder)).exists());
        QTRY_VERIFY(consentBox(page) == nullptr);
    }

    void stoppedItGoesOnWithoutAskingAgain() {
        DrivenRuns runs;
        DriveSettings settings = runs.state.driveSettings();
        settings.repeats = 3;
        runs.state.setDriveSettings(settings);
        ProvePage page(runs.state);
        page.show();
        testing::runAgreed(page);
        QTRY_VERIFY_WITH_TIMEOUT(trialsOf(page)->model()->rowCount() >= 1, kDrivePatience);
        buttonOf(page, QStringLiteral("Stop"))->click();
        QVERIFY(ended(page));
        QVERIFY(allWords(page).contains(QStringLiteral("Stopped before the answer")));
        QVERIFY(runs.state.driveFindings().culprits.empty());
        const int before = trialsOf(page)->model()->rowCount();
        QPushButton* run = buttonOf(page, QStringLiteral("Run"));
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kDrivePatience);
        run->click();
        QVERIFY(page.running());
        QVERIFY(ended(page));
        QVERIFY(allWords(page).contains(QStringLiteral("Proven: ")));
        QVERIFY(trialsOf(page)->model()->rowCount() > before);
    }

    void whatCannotJudgeANewRunIsSaid() {
        DrivenRuns runs;
        ProvePage page(runs.state);
        page.show();
        runs.state.setLabels({{"good", "a"}, {"bad", "b"}});
        OutcomeChoice labels;
        labels.kind = OutcomeKind::labels;
        runs.state.chooseOutcome(labels);
        QTRY_VERIFY_WITH_TIMEOUT(allWords(page).contains(QStringLiteral("Labels by hand cannot judge a new run")),
                                 kDrivePatience);
        QVERIFY(!buttonOf(page, QStringLiteral("Run"))->isEnabled());
        DriveSettings settings = runs.state.driveSettings();
        settings.test = QStringLiteral("true");
        runs.state.setDriveSettings(settings);
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(page, QStringLiteral("Run"))->isEnabled(), kDrivePatience);
        settings.test.clear();
        settings.command.clear();
        runs.state.setDriveSettings(settings);
        QVERIFY(!buttonOf(page, QStringLiteral("Run"))->isEnabled());
    }

    void everyCandidateByItselfGivesClassesThatReplacePredictions() {
        DrivenRuns runs;
        Pipeline pipeline(runs.state);
        ProvePage page(runs.state);
        page.show();
        // A key of the smallest set.
        const auto& keys = runs.state.analysis()->keys;
        const auto smallest = std::min_element(keys.begin(), keys.end(), [&](const auto& a, const auto& b) {
            return setOf(*runs.dataset, *a.set).names.size() < setOf(*runs.dataset, *b.set).names.size();
        });
        const KeyIndex key = smallest->key;
        const std::size_t candidates = setOf(*runs.dataset, *smallest->set).names.size();
        page.prepareForcing(key, std::nullopt, std::nullopt);
        testing::runAgreed(page);
        QVERIFY(ended(page));
        QVERIFY2(allWords(page).contains(QStringLiteral("By forcing, the candidates that ran fall into")),
                 qPrintable(allWords(page)));
        QCOMPARE(trialsOf(page)->model()->rowCount(), static_cast<int>(candidates) + 1);
        QTRY_VERIFY_WITH_TIMEOUT(runs.state.analysis()->measured.contains(key), kDrivePatience);
        QVERIFY(runs.state.analysis()->measured.at(key).basis == ClassBasis::forced);
        QCOMPARE(runs.state.analysis()->measured.at(key).classOf.size(), candidates);
        pipeline.stopAll();
    }

    void trialsDoNotGoIntoARun() {
        DrivenRuns runs;
        ProvePage page(runs.state);
        page.show();
        DriveSettings settings = runs.state.driveSettings();
        settings.trialFolder = runs.file(QStringLiteral("good/trials"));
        runs.state.setDriveSettings(settings);
        QTRY_VERIFY_WITH_TIMEOUT(allWords(page).contains(QStringLiteral("would go into the run")), kDrivePatience);
        QVERIFY(!buttonOf(page, QStringLiteral("Run"))->isEnabled());
    }

    void sidesAreSwappedAndTicked() {
        DrivenRuns runs;
        ProvePage page(runs.state);
        page.show();
        const auto good = page.sides().model().runsOn(RunSide::good);
        buttonOf(page, QStringLiteral("Swap"))->click();
        QCOMPARE(page.sides().model().runsOn(RunSide::bad), good);
        // A new analysis of the same runs leaves them as they are.
        runs.state.setAnalysis(std::make_shared<const Analysis>(analyse(*runs.dataset).value()));
        QCOMPARE(page.sides().model().runsOn(RunSide::bad), good);
        SidesModel& model = page.sides().model();
        for (int row = 0; row < model.rowCount(); ++row)
            model.setData(model.index(row, static_cast<int>(SidesModel::Column::good)), Qt::Checked,
                          Qt::CheckStateRole);
        QTRY_VERIFY_WITH_TIMEOUT(allWords(page).contains(QStringLiteral("Tick at least one good and one bad run")),
                                 kDrivePatience);
    }

    void closingThePageEndsTheProgram() {
        DrivenRuns runs;
        DriveSettings settings = runs.state.driveSettings();
        settings.command = QStringLiteral("sh -c 'echo $$ > \"$0/pid\"; exec sleep 600' '%1'").arg(runs.folder.path());
        runs.state.setDriveSettings(settings);
        {
            ProvePage page(runs.state);
            page.show();
            testing::runAgreed(page);
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(runs.file(QStringLiteral("pid"))), kDrivePatience);
        }
        QFile pid(runs.file(QStringLiteral("pid")));
        QVERIFY(pid.open(QIODevice::ReadOnly));
        const QString process = QString::fromLatin1(pid.readAll()).trimmed();
        QVERIFY(!process.isEmpty());
        QVERIFY(!QDir(QStringLiteral("/proc/") + process).exists());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestProvePage)
#include "tst_prove_page.moc"
