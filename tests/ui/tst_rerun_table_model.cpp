#include "tests/support/kept_rerun_fixture.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/support/rerun_fixture.h"
#include "ui/models/matrix_model.h"
#include "ui/models/rerun_table_model.h"

#include <QSignalSpy>

namespace flipscope {
namespace {

using Column = RerunTableModel::Column;

QString text(const RerunTableModel& model, int row, Column column) {
    return model.index(row, static_cast<int>(column)).data().toString();
}

// The five candidates of smallRerun(), of which the third won twice.
RerunTarget smallTarget() {
    RerunTarget target;
    target.candidates = test::smallRerun().rounds[0].request.candidates;
    target.winners = {target.candidates[2]};
    return target;
}

class TestRerunTableModel : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void winnersComeFirstAndAllAreTicked() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {0, 0, 2});
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(text(model, 0, Column::candidate), QStringLiteral("2 c"));
        QCOMPARE(text(model, 0, Column::won), QStringLiteral("2"));
        QCOMPARE(text(model, 1, Column::candidate), QStringLiteral("0 a"));
        QCOMPARE(text(model, 1, Column::checksum), QStringLiteral("–"));
        QCOMPARE(model.checked().size(), std::size_t{5});
        QCOMPARE(model.result(0), nullptr);
    }

    void ticksAreSetOneByOneAndTogether() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {});
        QSignalSpy changed(&model, &RerunTableModel::checksChanged);
        QVERIFY(model.setData(model.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!model.setData(model.index(1, 1), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.checked().size(), std::size_t{4});
        model.checkOnly({smallTarget().candidates[3]});
        QCOMPARE(model.checked(), std::vector{smallTarget().candidates[3]});
        model.checkSet(false);
        QVERIFY(model.checked().empty());
        QCOMPARE(changed.size(), 3);
        QVERIFY(model.flags(model.index(0, 0)).testFlag(Qt::ItemIsUserCheckable));
        QVERIFY(!model.flags(model.index(0, 2)).testFlag(Qt::ItemIsUserCheckable));
    }

    void showsWhatAReRunFound() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {});
        const RerunReport report = test::smallRerun();
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.checkOnly({smallTarget().candidates[1]});
        model.setReport(report, findingsOf(report, smallTarget().candidates[0]));
        QCOMPARE(resets.size(), 0);
        QCOMPARE(model.checked().size(), std::size_t{1});
        QCOMPARE(text(model, 0, Column::checksum), QStringLiteral("abcdef0123456789"));
        QCOMPARE(text(model, 2, Column::checksum), QStringLiteral("0000000000000001"));
        QCOMPARE(text(model, 0, Column::bits), text(model, 1, Column::bits));
        QVERIFY(text(model, 0, Column::bits) != text(model, 2, Column::bits));
        const auto colour = [&](int row) {
            return model.index(row, static_cast<int>(Column::bits)).data(Qt::BackgroundRole).value<QColor>();
        };
        QCOMPARE(colour(0), colour(1));
        QVERIFY(colour(0) != colour(2));
        QCOMPARE(text(model, 3, Column::status), QStringLiteral("refused"));
        QCOMPARE(text(model, 3, Column::verdict), QStringLiteral("–"));
        QVERIFY(text(model, 3, Column::because).contains(QStringLiteral("it does not like")));
        QVERIFY(!text(model, 3, Column::because).contains(QChar(0x1b)));
        QVERIFY(text(model, 4, Column::verdict).contains(QStringLiteral("outside")));
        QVERIFY(text(model, 4, Column::because).contains(QStringLiteral("12 bytes")));
        QVERIFY(model.verdict(0)->kind == RerunVerdictKind::sameBits);
    }

    void candidatesOfTheWorkersOwnStandBehindAndAreTickedApart() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {0, 0, 2});
        QVERIFY(!model.offersOwn());
        model.offerOwn({"cublaslt_0", "a", "cublaslt_10", "cublaslt_0"});  // the set has an "a", which is the set's
        QVERIFY(model.offersOwn());
        QCOMPARE(model.rowCount(), 7);
        QCOMPARE(text(model, 5, Column::candidate), QStringLiteral("cublaslt_0 · worker's own"));
        QVERIFY(!text(model, 0, Column::candidate).contains(QStringLiteral("worker's own")));
        QVERIFY(model.flags(model.index(5, 0)).testFlag(Qt::ItemIsUserCheckable));
        QCOMPARE(model.checked().size(), std::size_t{5});
        model.checkSet(false);
        model.checkOwn(true);
        QCOMPARE(model.checked(),
                 (std::vector<RerunCandidate>{{std::nullopt, "cublaslt_0"}, {std::nullopt, "cublaslt_10"}}));
        // Sorted by number the set comes first, then the worker's in its own order.
        QVERIFY(model.index(6, 0).data(kSortRole).toULongLong() > model.index(5, 0).data(kSortRole).toULongLong());
        QVERIFY(model.index(5, 0).data(kSortRole).toULongLong() > model.index(0, 0).data(kSortRole).toULongLong());
        model.offerOwn({"cublaslt_10", "cublaslt_11"});  // another worker
        QCOMPARE(model.checked(), (std::vector<RerunCandidate>{{std::nullopt, "cublaslt_10"}}));
        model.checkOwn(false);
        QVERIFY(model.checked().empty());
        model.setTarget(smallTarget(), {});  // another key: the worker is the same
        QCOMPARE(model.rowCount(), 7);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void whatAnotherWorkerGaveIsShownButCannotBeTicked() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {});
        RerunReport report = test::smallRerun();
        report.rounds[0].results[1].candidate = {std::nullopt, "cublaslt_0"};
        const RerunFindings findings = findingsOf(report, std::nullopt);
        model.setReport(report, findings);
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(text(model, 5, Column::candidate), QStringLiteral("cublaslt_0 · worker's own"));
        QCOMPARE(text(model, 5, Column::checksum), QStringLiteral("abcdef0123456789"));
        QCOMPARE(text(model, 1, Column::checksum), QStringLiteral("–"));
        QVERIFY(!model.flags(model.index(5, 0)).testFlag(Qt::ItemIsUserCheckable));
        QVERIFY(!model.index(5, 0).data(Qt::CheckStateRole).isValid());
        QVERIFY(!model.setData(model.index(5, 0), Qt::Checked, Qt::CheckStateRole));
        model.checkOwn(true);
        model.checkOnly({{std::nullopt, "cublaslt_0"}});
        QVERIFY(model.checked().empty());
        // The worker that gave it is chosen again: its result stays, and it can be ticked.
        model.offerOwn({"cublaslt_0"});
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(text(model, 5, Column::checksum), QStringLiteral("abcdef0123456789"));
        QVERIFY(model.setData(model.index(5, 0), Qt::Checked, Qt::CheckStateRole));
        model.setReport(report, findings);
        QCOMPARE(model.checked().size(), std::size_t{1});
        model.offerOwn({});
        QCOMPARE(model.rowCount(), 6);  // it still has a result
        model.setReport({}, {});
        QCOMPARE(model.rowCount(), 5);
    }

    void whatWentWrongOnSomeRequestsIsCounted() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {});
        const RerunReport report = test::realRerun();  // b refuses the second request, d both, e writes outside once
        model.setReport(report, findingsOf(report, smallTarget().candidates[0]));
        QCOMPARE(text(model, 0, Column::status), QStringLiteral("ok"));
        QCOMPARE(text(model, 1, Column::status), QStringLiteral("ok; refused on 1"));
        QCOMPARE(text(model, 3, Column::status), QStringLiteral("refused on 2"));
        QCOMPARE(text(model, 4, Column::status), QStringLiteral("ok; writes outside on 1"));
        const auto rank = [&](int row) {
            return model.index(row, static_cast<int>(Column::status)).data(kSortRole).toULongLong();
        };
        QVERIFY(rank(0) < rank(1) && rank(1) < rank(3));
        RerunReport elsewhere = report;
        std::swap(elsewhere.rounds[0].results[4].guardBytesChanged, elsewhere.rounds[1].results[4].guardBytesChanged);
        model.setReport(elsewhere, findingsOf(elsewhere, smallTarget().candidates[0]));
        QVERIFY(text(model, 4, Column::because).endsWith(QStringLiteral("(on 8×8×63 (left stride 65))")));
    }

    void theErrorShownIsAgainstTheOperandsAsTheyAre() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {});
        RerunReport report = test::smallRerun();
        RerunResult& result = report.rounds[0].results[1];
        result.classId = "tf32-rna/g8";
        result.errors = {ErrorSummary{PrecisionModel::f32, 3.1e-4, 3.1e-4, 2e6, {}},
                         ErrorSummary{PrecisionModel::tf32Away, 2e-8, 2e-8, 7, {}}};
        report.rounds[0].results[2].errors.clear();
        model.setReport(report, findingsOf(report, std::nullopt));
        QCOMPARE(text(model, 1, Column::error), QStringLiteral("3.1e-04"));
        QCOMPARE(model.index(1, static_cast<int>(Column::error)).data(kSortRole).toDouble(), 3.1e-4);
        QCOMPARE(text(model, 2, Column::error), QStringLiteral("–"));
        QVERIFY(model.headerData(static_cast<int>(Column::error), Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("operands as they are")));
    }

    void whatRanOnSomeInputsIsMarkedAndItsChecksumIsOfTheFirst() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {});
        RerunReport report = test::smallRerun();
        report.rounds.push_back(report.rounds.front());
        report.rounds[1].request.lhsSeed = 3;
        for (RerunResult& result : report.rounds[1].results)
            result.checksum = 0x99;
        report.rounds[1].results[0].status = RerunStatus::refused;
        report.rounds[1].results[2].unwritten = 1;
        model.setReport(report, findingsOf(report, smallTarget().candidates[0]));
        QCOMPARE(text(model, 0, Column::bits), QStringLiteral("A (on 1 of 2 inputs)"));
        QCOMPARE(text(model, 1, Column::bits), QStringLiteral("A"));
        QCOMPARE(text(model, 1, Column::verdict), QStringLiteral("same bits"));
        QCOMPARE(text(model, 2, Column::verdict), QStringLiteral("leaves elements unwritten"));
        QCOMPARE(text(model, 2, Column::checksum), QStringLiteral("0000000000000001"));
    }

    void sortsByNumbers() {
        RerunTableModel model;
        model.setTarget(smallTarget(), {});
        QCOMPARE(model.index(3, 0).data(kSortRole).toUInt(), 3U);
        QVERIFY(!model.index(3, static_cast<int>(Column::error)).data(kSortRole).isValid());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRerunTableModel)
#include "tst_rerun_table_model.moc"
