#include "tests/support/qt_warning_guard.h"
#include "tests/ui/pins_fixture.h"
#include "ui/delegates/candidate_delegate.h"
#include "ui/models/pin_table_model.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestCandidateDelegate : public QObject {
    Q_OBJECT
private slots:
    void init() {
        const auto dataset = testing::pinnableRuns();
        PinRow pinned;
        pinned.pin = 0;
        pinned.key = KeyIndex{0};
        pinned.candidate = CandidateIndex{2};
        pinned.canBeChosen = true;
        m_model.setRows({pinned}, dataset, std::make_shared<const Analysis>(analyse(*dataset).value()));
        m_view.setModel(&m_model);
        m_view.setItemDelegate(&m_delegate);
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void offersTheCandidatesOfTheKey() {
        const std::unique_ptr<QWidget> editor(m_delegate.createEditor(&m_view, {}, cell()));
        auto* combo = qobject_cast<QComboBox*>(editor.get());
        QVERIFY(combo != nullptr);
        QCOMPARE(combo->count(), 4);
        m_delegate.setEditorData(combo, cell());
        QCOMPARE(combo->currentData().toUInt(), 2U);
        QSignalSpy chosen(&m_model, &PinTableModel::chosen);
        m_delegate.setModelData(combo, &m_model, cell());
        QCOMPARE(chosen.size(), 0);  // as it is
        combo->setCurrentIndex(combo->findData(3U));
        m_delegate.setModelData(combo, &m_model, cell());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().at(1).value<CandidateIndex>(), CandidateIndex{3});
    }

    void isUsedByKeyboardAlone() {
        m_view.show();
        QVERIFY(QTest::qWaitForWindowActive(&m_view));
        m_view.setCurrentIndex(cell());
        m_view.edit(cell());
        auto* combo = m_view.findChild<QComboBox*>();
        QVERIFY(combo != nullptr);
        QSignalSpy chosen(&m_model, &PinTableModel::chosen);
        QTest::keyClick(combo, Qt::Key_Home);
        QTest::keyClick(combo, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().at(1).value<CandidateIndex>(), CandidateIndex{1});  // won most
    }

    void aCellWithoutChoicesHasNoEditor() {
        m_model.setRows({PinRow()}, nullptr, nullptr);
        QVERIFY(m_delegate.createEditor(&m_view, {}, cell()) == nullptr);
    }

private:
    [[nodiscard]] QModelIndex cell() const {
        return m_model.index(0, static_cast<int>(PinTableModel::Column::candidate));
    }

    testing::QtWarningGuard m_guard;
    PinTableModel m_model;
    CandidateDelegate m_delegate;
    QTableView m_view;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestCandidateDelegate)
#include "tst_candidate_delegate.moc"
