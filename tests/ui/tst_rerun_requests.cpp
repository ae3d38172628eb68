#include "tests/support/qt_warning_guard.h"
#include "tests/support/rerun_fixture.h"
#include "ui/models/rerun_requests.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

const RerunCandidate kB{CandidateIndex{1}, "b"}, kE{CandidateIndex{4}, "e"};

class TestRerunRequests : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void eachRequestSaysWhatItWasMadeForAndWhatBecameOfIt() {
        const RerunReport report = test::realRerun();
        const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
        const auto rows = requestRows(report, findings, kB);
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].shape, QStringLiteral("8×8×64 f32, seeds 1 and 2"));
        QCOMPARE(rows[0].check, QStringLiteral("the key's sizes"));
        QCOMPARE(rows[0].outcome, QStringLiteral("same bits"));
        QCOMPARE(rows[0].because, QStringLiteral("as the baseline"));
        QCOMPARE(rows[0].gravity, std::size_t{0});
        QCOMPARE(rows[1].number, std::size_t{2});
        QCOMPARE(rows[1].shape, QStringLiteral("8×8×63 (left stride 65) f32, seeds 1 and 2"));
        QCOMPARE(rows[1].check, QStringLiteral("other shapes that the key stands for"));
        QCOMPARE(rows[1].ofKey, QStringLiteral("yes"));
        QCOMPARE(rows[1].outcome, QStringLiteral("refused"));
        QCOMPARE(rows[1].because, QStringLiteral("k must be even"));
        QCOMPARE(rows[1].gravity, std::size_t{2});
        QCOMPARE(requestsInWords(rows, findings.candidates[1]), QStringLiteral("ran on 1 of 2 requests; refused on 1"));
        const auto wrong = requestRows(report, findings, kE);
        QCOMPARE(wrong[0].outcome, QStringLiteral("writes outside"));
        QCOMPARE(wrong[0].gravity, std::size_t{2});
        QCOMPARE(wrong[1].gravity, std::size_t{0});
    }

    void whatTheKeyStandsForIsNotGuessed() {
        RerunReport report = test::realRerun();
        report.rounds[1].request.check = RerunCheck::narrow;
        const RerunFindings findings = findingsOf(report, std::nullopt);
        for (const auto& [place, words] :
             {std::pair{BucketPlace::unknown, "cannot tell"}, std::pair{BucketPlace::outside, "no"},
              std::pair{BucketPlace::inside, "yes"}}) {
            report.rounds[1].request.place = place;
            QCOMPARE(requestRows(report, findings, kB)[1].ofKey, QString::fromLatin1(words));
        }
    }

    void aCandidateThatWasNotAskedForHasNoRows() {
        const RerunReport report = test::realRerun();
        QVERIFY(requestRows(report, findingsOf(report, std::nullopt), {std::nullopt, "b"}).empty());
    }

    void theGravestOutcomesAreSortedTogether() {
        RerunReport report = test::realRerun();
        report.rounds[0].results[1].status = RerunStatus::notRun;
        RerunRequestsModel model;
        model.setRows(requestRows(report, findingsOf(report, std::nullopt), kB));
        const auto key = [&](int row) {
            return model.index(row, static_cast<int>(RerunRequestRows::Column::outcome)).data(kSortRole).toString();
        };
        QVERIFY(key(0) < key(1));  // not run before refused
        QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("made for"));
    }

    void whatAWorkerSaysIsPrintable() {
        RerunReport report = test::realRerun();
        report.rounds[1].results[1].because = "<b>\x1b[31m";
        const auto rows = requestRows(report, findingsOf(report, std::nullopt), kB);
        QVERIFY(!rows[1].because.contains(QChar(0x1b)));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRerunRequests)
#include "tst_rerun_requests.moc"
