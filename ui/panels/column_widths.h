#pragma once

#include <QObject>
#include <map>

class QHeaderView;

namespace flipscope {

// Widths of the columns of a table: the program fits them to their texts until the user sets one by hand (while a mouse
// button is held on the header); that one then stays, whatever is shown. Child of its header.
class ColumnWidths : public QObject {
    Q_OBJECT
public:
    explicit ColumnWidths(QHeaderView& header);

    // A second header of the same columns, whose changes reach this one's.
    void watch(QHeaderView& other);
    // In pixels. A column set by hand gets its own width again; one that does not exist is left out.
    void fit(int column, int width);
    [[nodiscard]] bool isByHand(int column) const { return m_byHand.contains(column); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void take(int column, int width);

    QHeaderView& m_header;
    std::map<int, int> m_byHand;
    bool m_held = false;
};

}  // namespace flipscope
