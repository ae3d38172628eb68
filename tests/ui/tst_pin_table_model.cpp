#include "tests/ui/pins_fixture.h"
#include "ui/models/matrix_model.h"
#include "ui/models/pin_table_model.h"

#include <QSignalSpy>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

using Column = PinTableModel::Column;

PinRow row(std::uint32_t key, std::optional<std::uint32_t> candidate) {
    PinRow made;
    made.key = KeyIndex{key};
    made.id = QString::number(key);
    made.canBeChosen = true;
    if (!candidate) return made;
    made.pin = key;
    made.candidate = CandidateIndex{*candidate};
    made.candidateText = QStringLiteral("%1 name").arg(*candidate);
    made.rule = QStringLiteral("hand");
    made.margin = -0.03;
    made.error = 1.5e-7;
    return made;
}

class TestPinTableModel : public QObject {
    Q_OBJECT
private slots:
    void showsTextsAndSortsByNumbers() {
        PinTableModel model;
        model.setRows({row(0, 24), row(1, {})}, nullptr, nullptr);
        QCOMPARE(text(model, 0, Column::candidate), QStringLiteral("24 name"));
        QCOMPARE(text(model, 0, Column::error), QStringLiteral("1.5e-07"));
        QCOMPARE(text(model, 0, Column::margin), QStringLiteral("-3.0 %"));
        QCOMPARE(text(model, 1, Column::candidate), QStringLiteral("–"));
        QCOMPARE(text(model, 1, Column::margin), QStringLiteral("–"));
        QCOMPARE(cell(model, 0, Column::candidate).data(kSortRole).toUInt(), 24U);
        QCOMPARE(cell(model, 0, Column::margin).data(kSortRole).toDouble(), -0.03);
        for (int column = 0; column < model.columnCount(); ++column)
            QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
    }

    void aCandidateIsChosenNotTakenOver() {
        PinTableModel model;
        const auto dataset = testing::pinnableRuns();
        const auto analysis = std::make_shared<const Analysis>(analyse(*dataset).value());
        model.setRows({row(0, 1), row(1, {})}, dataset, analysis);
        QSignalSpy chosen(&model, &PinTableModel::chosen);
        const QModelIndex candidate = cell(model, 1, Column::candidate);
        QVERIFY(candidate.flags().testFlag(Qt::ItemIsEditable));
        QCOMPARE(candidate.data(PinTableModel::kOptionTextsRole).toStringList().size(), 4);
        QVERIFY(model.setData(candidate, 3U, Qt::EditRole));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().at(0).value<KeyIndex>(), KeyIndex{1});
        QCOMPARE(chosen.front().at(1).value<CandidateIndex>(), CandidateIndex{3});
        QVERIFY(!model.rows()[1].candidate);
        QVERIFY(!model.setData(cell(model, 0, Column::reason), 3U, Qt::EditRole));
        QVERIFY(!model.setData(candidate, QVariant(), Qt::EditRole));
    }

    void withoutRunsNothingCanBeChosen() {
        PinTableModel model;
        model.setRows({row(0, 1)}, nullptr, nullptr);
        QVERIFY(!cell(model, 0, Column::candidate).flags().testFlag(Qt::ItemIsEditable));
        QVERIFY(cell(model, 0, Column::candidate).data(PinTableModel::kOptionTextsRole).toStringList().isEmpty());
    }

    void anotherChoiceForTheSameRowsIsNoReset() {
        PinTableModel model;
        model.setRows({row(0, 1), row(1, 2)}, nullptr, nullptr);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setRows({row(0, 7), row(1, 2)}, nullptr, nullptr);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(text(model, 0, Column::candidate), QStringLiteral("7 name"));
        model.setRows({row(1, 2)}, nullptr, nullptr);
        QCOMPARE(reset.size(), 1);
    }

private:
    [[nodiscard]] static QModelIndex cell(const PinTableModel& model, int row, Column column) {
        return model.index(row, static_cast<int>(column));
    }
    [[nodiscard]] static QString text(const PinTableModel& model, int row, Column column) {
        return cell(model, row, column).data().toString();
    }
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestPinTableModel)
#include "tst_pin_table_model.moc"
