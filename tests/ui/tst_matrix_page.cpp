#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/panels/matrix_page.h"
#include "ui/panels/matrix_view.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

constexpr int kPatience = 60'000;  // ms

class TestMatrixPage : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_state = std::make_unique<ViewState>();
        m_page = std::make_unique<MatrixPage>(*m_state);
        m_page->resize(1280, 800);
        m_page->show();
        const auto dataset = testing::smallDataset();
        m_state->setDataset(dataset);
        m_state->setAnalysis(testing::smallAnalysis(*dataset));
        ready();
    }
    void cleanup() {
        m_page.reset();
        m_state.reset();
        QCOMPARE(m_guard.take(), QStringList());
    }

    void showsFlippingKeysFirst() { QCOMPARE(keys(), (QStringList{"key3", "key1", "key2"})); }

    void theFilterNarrowsTheRows() {
        KeyFilter filter;
        filter.onlyFlips = true;
        m_state->setKeyFilter(filter);
        ready();
        QCOMPARE(keys(), (QStringList{"key3", "key1"}));
        filter.text = QStringLiteral("nothing like this");
        m_state->setKeyFilter(filter);
        ready();
        QVERIFY(keys().isEmpty());
        QVERIFY(shows(QStringLiteral("Clear it")));
    }

    void onlyVerdictsThatAFlipCanHaveAreOffered() {
        const auto boxes = m_page->findChildren<QComboBox*>();
        const auto verdicts = std::find_if(boxes.begin(), boxes.end(), [](const QComboBox* box) {
            return box->findData(static_cast<int>(Verdict::disturbed)) > 0 &&
                   box->findText(QStringLiteral("coin flip"), Qt::MatchFixedString) > 0;
        });
        QVERIFY(verdicts != boxes.end());
        QCOMPARE((*verdicts)->count(), 4);  // all, and three
        QVERIFY((*verdicts)->findData(static_cast<int>(Verdict::realWin)) < 0);
    }

    void typingFilters() {
        m_page->focusFilter();
        auto* line = m_page->findChild<QLineEdit*>();
        QTest::keyClicks(line, QStringLiteral("key2"));
        QTRY_COMPARE_WITH_TIMEOUT(keys(), QStringList{"key2"}, kPatience);
        QCOMPARE(m_state->keyFilter().text, QStringLiteral("key2"));
    }

    void clickingAHeaderTwiceTurnsTheOrderAround() {
        emit m_page->view().sortWanted(static_cast<int>(KeyColumn::label));
        ready();
        QCOMPARE(keys(), (QStringList{"key1", "key2", "key3"}));
        emit m_page->view().sortWanted(static_cast<int>(KeyColumn::label));
        ready();
        QCOMPARE(keys(), (QStringList{"key3", "key2", "key1"}));
        emit m_page->view().sortWanted(kKeyColumns + 3);  // winners of run4: 19, –, 15
        ready();
        QCOMPARE(keys(), (QStringList{"key3", "key1", "key2"}));
    }

    void runsStandByOutcome() {
        OutcomeChoice choice;
        choice.kind = OutcomeKind::labels;
        choice.grouping = Grouping::byText;
        m_state->setLabels({{"run1", "b"}, {"run3", "b"}, {"run2", "a"}});
        m_state->chooseOutcome(choice);
        ready();
        QCOMPARE(runs(), (QStringList{"run1", "run3", "run2", "run4"}));
        m_state->setRunsByOutcome(false);
        QCOMPARE(runs(), (QStringList{"run1", "run2", "run3", "run4"}));
    }

    void theCurrentKeyIsKeptThroughSorting() {
        m_state->setCurrentKey(KeyIndex{1});
        QCOMPARE(m_page->view().currentIndex().row(), 2);
        emit m_page->view().sortWanted(static_cast<int>(KeyColumn::label));
        ready();
        QCOMPARE(m_page->view().currentIndex().row(), 1);
        QCOMPARE(m_state->currentKey(), std::optional(KeyIndex{1}));
    }

    void anAnalysisThatIsGoneLeavesNoRows() {
        m_state->setDataset(testing::smallDataset());
        QVERIFY(keys().isEmpty());
        QVERIFY(shows(QStringLiteral("Analysing")));
        ready();
    }

    void aCardChangesTheAssumptions() {
        for (QComboBox* combo : m_page->findChildren<QComboBox*>()) {
            if (combo->accessibleName() != QLatin1String("Card")) continue;
            combo->setCurrentIndex(1);
            emit combo->activated(1);
        }
        QVERIFY(m_state->assumptions().card.has_value());
        QVERIFY(!m_state->assumptions().codeGenerator);
    }

private:
    void ready() { QTRY_VERIFY_WITH_TIMEOUT(m_state->busyWith().empty(), kPatience); }
    [[nodiscard]] QStringList keys() const {
        QStringList texts;
        const QAbstractItemModel& model = *m_page->view().model();
        for (int row = 0; row < model.rowCount(); ++row)
            texts.append(model.index(row, 0).data().toString());
        return texts;
    }
    [[nodiscard]] QStringList runs() const {
        QStringList texts;
        const QAbstractItemModel& model = *m_page->view().model();
        for (int column = kKeyColumns; column < model.columnCount(); ++column)
            texts.append(model.headerData(column, Qt::Horizontal).toString());
        return texts;
    }
    [[nodiscard]] bool shows(const QString& part) const {
        for (const QLabel* label : m_page->findChildren<QLabel*>())
            if (label->text().contains(part)) return true;
        return false;
    }

    testing::QtWarningGuard m_guard;
    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<MatrixPage> m_page;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestMatrixPage)
#include "tst_matrix_page.moc"
