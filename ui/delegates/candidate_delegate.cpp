#include "ui/delegates/candidate_delegate.h"

#include "ui/models/pin_table_model.h"

#include <QComboBox>

namespace flipscope {

QWidget* CandidateDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const {
    const QStringList texts = index.data(PinTableModel::kOptionTextsRole).toStringList();
    const QVariantList indices = index.data(PinTableModel::kOptionIndicesRole).toList();
    if (texts.isEmpty()) return nullptr;
    auto* combo = new QComboBox(parent);
    combo->setAccessibleName(QStringLiteral("Candidate"));
    combo->setPlaceholderText(QStringLiteral("choose …"));
    for (qsizetype i = 0; i < texts.size(); ++i)
        combo->addItem(texts[i], indices[i]);
    combo->setMinimumWidth(combo->sizeHint().width());
    auto* self = const_cast<CandidateDelegate*>(this);  // its signals are not const, this function of Qt's is
    connect(combo, &QComboBox::activated, self, [self, combo] {
        emit self->commitData(combo);
        emit self->closeEditor(combo);
    });
    return combo;
}

void CandidateDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    auto* combo = qobject_cast<QComboBox*>(editor);
    const QVariant now = index.data(Qt::EditRole);
    combo->setCurrentIndex(now.isValid() ? combo->findData(now) : -1);
}

void CandidateDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    const QVariant wanted = qobject_cast<QComboBox*>(editor)->currentData();
    if (wanted.isValid() && wanted != index.data(Qt::EditRole)) model->setData(index, wanted, Qt::EditRole);
}

}  // namespace flipscope
