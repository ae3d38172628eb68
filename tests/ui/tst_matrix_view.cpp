#include "tests/support/qt_warning_guard.h"
#include "tests/ui/header_drag.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/delegates/cell_palette.h"
#include "ui/panels/matrix_view.h"

#include <QAction>
#include <QClipboard>
#include <QHeaderView>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestMatrixView : public QObject {
    Q_OBJECT
private slots:
    void init() {
        const auto dataset = testing::smallDataset();
        m_model = std::make_unique<MatrixModel>();
        m_view = std::make_unique<MatrixView>(*m_model);
        m_model->setTable(buildMatrixTable(dataset, testing::smallAnalysis(*dataset), {}).value(), {0, 1, 2},
                          arrangeColumns(4, nullptr, false));
        m_view->resize(1280, 800);
        m_view->show();
        m_view->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }
    void cleanup() {
        m_view.reset();
        m_model.reset();
        QCOMPARE(m_guard.take(), QStringList());
    }

    void enterOpensTheKeyOfTheCurrentRow() {
        QSignalSpy opened(m_view.get(), &MatrixView::keyOpened);
        m_view->setCurrentIndex(m_model->index(1, kKeyColumns));
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.front().front().value<KeyIndex>().value, 2U);
    }

    void controlRReRunsTheCandidateOfACellOrTheWinnersOfAKey() {
        std::vector<std::pair<KeyIndex, std::vector<CandidateIndex>>> wanted;
        connect(
            m_view.get(), &MatrixView::rerunWanted, this,
            [&](KeyIndex key, const std::vector<CandidateIndex>& candidates) { wanted.emplace_back(key, candidates); });
        const auto press = [this](int row, int column) {
            m_view->setCurrentIndex(m_view->model()->index(row, column));
            for (QAction* action : m_view->actions())
                if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_R)) action->trigger();
        };
        press(0, kKeyColumns + 2);  // key1, run3: candidate 19
        press(2, 0);
        press(1, kKeyColumns + 3);  // absent there
        QCOMPARE(wanted.size(), std::size_t{2});
        QVERIFY(wanted[0].first == KeyIndex{0});
        QVERIFY(wanted[0].second == std::vector{CandidateIndex{19}});
        QVERIFY(wanted[1].first == KeyIndex{2});
        QVERIFY(wanted[1].second.empty());
    }

    void controlPAsksToPinTheWinnerOfACell() {
        std::vector<std::pair<KeyIndex, std::optional<CandidateIndex>>> wanted;
        connect(
            m_view.get(), &MatrixView::pinWanted, this,
            [&wanted](KeyIndex key, std::optional<CandidateIndex> candidate) { wanted.emplace_back(key, candidate); });
        const auto pinAt = [this](int row, int column) {
            m_view->setCurrentIndex(m_model->index(row, column));
            QTest::keyClick(m_view.get(), Qt::Key_P, Qt::ControlModifier);
        };
        pinAt(0, kKeyColumns + 2);
        pinAt(1, kKeyColumns + 3);  // absent there
        pinAt(2, 0);                // no cell of a run
        QCOMPARE(wanted.size(), std::size_t{3});
        QVERIFY(wanted[0].first == KeyIndex{0} && wanted[0].second == CandidateIndex{19});
        QVERIFY(wanted[1].first == KeyIndex{1} && !wanted[1].second);
        QVERIFY(!wanted[2].second);
    }

    void arrowsMoveOverKeysAndRuns() {
        QSignalSpy moved(m_view.get(), &MatrixView::currentKeyMoved);
        m_view->setCurrentIndex(m_model->index(0, 0));
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QCOMPARE(m_view->currentIndex().column(), 1);
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QCOMPARE(m_view->currentIndex().column(), m_model->columnCount() - 1);
        const auto before = moved.size();
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(moved.size(), before + 1);
    }

    void asManyKeyColumnsStayAsFitInHalfOfTheView() {
        QVERIFY(m_view->frozenColumns() > 1);
        const int wide = m_view->frozenColumns();
        m_view->resize(420, 300);
        QVERIFY(m_view->frozenColumns() >= 1);
        QVERIFY(m_view->frozenColumns() < wide);
    }

    void aCellIsNotHiddenBehindTheFrozenColumns() {
        m_view->resize(700, 300);
        m_view->setCurrentIndex(m_model->index(0, m_model->columnCount() - 1));
        m_view->setCurrentIndex(m_model->index(0, m_view->frozenColumns()));
        int frozen = 0;
        for (int column = 0; column < m_view->frozenColumns(); ++column)
            frozen += m_view->columnWidth(column);
        QVERIFY(m_view->columnViewportPosition(m_view->frozenColumns()) >= frozen);
    }

    void widthsByHandOutliveFilterAndSort() {
        QHeaderView& header = *m_view->horizontalHeader();
        testing::dragColumn(*m_view->findChildren<QTableView*>().value(0)->horizontalHeader(), 1, 171);
        QCOMPARE(header.sectionSize(1), 171);
        m_model->setRows({2, 0});
        m_model->setColumnOrder(arrangeColumns(4, nullptr, false), nullptr);
        QCOMPARE(header.sectionSize(1), 171);
        m_view->resize(900, 500);
        QCOMPARE(header.sectionSize(1), 171);
        for (QTableView* table : m_view->findChildren<QTableView*>())  // the frozen columns follow
            QCOMPARE(table->columnWidth(1), 171);
    }

    void columnsOtherThanTheLabelShowTheirTextsWhole() {
        for (const QSize& size : {QSize(1280, 800), QSize(640, 480)}) {
            m_view->resize(size);
            for (int column = 1; column < kKeyColumns; ++column)
                for (int row = 0; !m_view->isColumnHidden(column) && row < m_model->rowCount(); ++row) {
                    const QModelIndex index = m_model->index(row, column);
                    const QSize hint = m_view->itemDelegate()->sizeHint(QStyleOptionViewItem(), index);
                    QVERIFY2(m_view->columnWidth(column) >= hint.width(), qPrintable(index.data().toString()));
                }
        }
    }

    void aNarrowViewGivesUpKeyColumnsForRuns() {
        const auto hidden = [this](KeyColumn column) { return m_view->isColumnHidden(static_cast<int>(column)); };
        QVERIFY(!hidden(KeyColumn::id) && !hidden(KeyColumn::margin));
        m_view->resize(600, 400);
        QVERIFY(hidden(KeyColumn::id) && hidden(KeyColumn::winners));
        QVERIFY(!hidden(KeyColumn::label) && !hidden(KeyColumn::verdict) && !hidden(KeyColumn::classes));
        m_view->resize(1280, 800);
        QVERIFY(!hidden(KeyColumn::id) && !hidden(KeyColumn::winners));
        QVERIFY(m_view->columnWidth(static_cast<int>(KeyColumn::id)) > 20);
    }

    void theHeaderIsAsHighAsTheRunNamesNeed() {
        const int low = m_view->horizontalHeader()->height();
        Dataset dataset = *testing::smallDataset();
        dataset.runs[0].id = "attempt_0017_seed";
        const auto named = std::make_shared<const Dataset>(std::move(dataset));
        m_model->setTable(buildMatrixTable(named, testing::smallAnalysis(*named), {}).value(), {0, 1, 2},
                          arrangeColumns(4, nullptr, false));
        QCoreApplication::processEvents();
        QVERIFY(m_view->horizontalHeader()->height() > low);
        QVERIFY(m_view->horizontalHeader()->height() >=
                m_view->fontMetrics().horizontalAdvance(QStringLiteral("attempt_0017_seed")));
    }

    void controlCCopiesCells() {
        m_view->setCurrentIndex(m_model->index(0, kKeyColumns + 2));
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("run3\n19\n"));
    }

    void paintsCellsInTheirColours() {
        const CellPalette palette = cellPalette(isDark(m_view->palette()));
        const QImage image = m_view->grab().toImage();
        const auto colourAt = [&](int row, int column) {
            const QRect cell = m_view->visualRect(m_model->index(row, column));
            return image.pixelColor(m_view->viewport()->mapTo(m_view.get(), cell.topLeft()) + QPoint(3, 3));
        };
        QCOMPARE(colourAt(0, kKeyColumns), palette.winners[0].fill);
        QCOMPARE(colourAt(0, kKeyColumns + 2), palette.winners[1].fill);
    }

    void clickingAHeaderAsksForSorting() {
        QSignalSpy sort(m_view.get(), &MatrixView::sortWanted);
        QHeaderView* header = m_view->horizontalHeader();
        const int x = header->sectionViewportPosition(kKeyColumns + 1) + 4;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
        QCOMPARE(sort.size(), 1);
        QCOMPARE(sort.front().front().toInt(), kKeyColumns + 1);
    }

private:
    testing::QtWarningGuard m_guard;
    std::unique_ptr<MatrixModel> m_model;
    std::unique_ptr<MatrixView> m_view;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestMatrixView)
#include "tst_matrix_view.moc"
