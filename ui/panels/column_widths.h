#pragma once

#include <QObject>
#include <map>
#include <vector>

class QHeaderView;

namespace flipscope {

// Widths for columns that share `room` pixels: what each wants; where that is too much, the widest are cut to one
// common width, which is at least `least`. Narrow columns are never cut.
[[nodiscard]] std::vector<int> sharedWidths(std::vector<int> wanted, int room, int least);

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
    // All columns by sharedWidths, now and whenever the header gets another width. wanted: by column, in pixels.
    void fitAll(std::vector<int> wanted, int least);
    [[nodiscard]] bool isByHand(int column) const { return m_byHand.contains(column); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void take(int column, int width);
    void share();

    QHeaderView& m_header;
    std::map<int, int> m_byHand;
    std::vector<int> m_wanted;
    int m_least = 0;
    bool m_held = false;
};

}  // namespace flipscope
