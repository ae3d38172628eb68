#include "ui/table_copy.h"

#include "core/report/csv_report.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace flipscope {
namespace {

QString oneLine(QString text) {
    for (const QChar breaking : {QChar('\n'), QChar('\r'), QChar('\t')})
        text.replace(breaking, QLatin1Char(' '));
    return text;
}

QString cellText(const QModelIndex& index) {
    const QString text = index.data(Qt::DisplayRole).toString();
    const QVariant check = index.data(Qt::CheckStateRole);
    if (!check.isValid()) return text;
    return (check.toInt() == Qt::Checked ? QStringLiteral("[x] ") : QStringLiteral("[ ] ")) + text;
}

QString toTabs(const TextTable& table) {
    QString out;
    const auto add = [&out](const QStringList& cells) {
        QStringList written;
        for (const QString& text : cells)
            written.append(oneLine(text));
        out += written.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    add(table.header);
    for (const QStringList& row : table.rows)
        add(row);
    return out;
}

TextTable selectionOf(const QTableView& view) {
    QModelIndexList cells =
        view.selectionModel() != nullptr ? view.selectionModel()->selectedIndexes() : QModelIndexList();
    cells.removeIf([&view](const QModelIndex& cell) { return view.isColumnHidden(cell.column()); });
    return textOf(cells);
}

void addAction(QTableView& view, const QString& text, const std::function<QString()>& make,
               const QKeySequence& shortcut = {}) {
    auto* action = new QAction(text, &view);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(action, &QAction::triggered, &view, [make] { QGuiApplication::clipboard()->setText(make()); });
    view.addAction(action);
}

}  // namespace

TextTable textOf(const QAbstractItemModel& model) {
    TextTable table;
    for (int column = 0; column < model.columnCount(); ++column)
        table.header.append(model.headerData(column, Qt::Horizontal).toString());
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells.append(cellText(model.index(row, column)));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

TextTable textOf(const QModelIndexList& cells) {
    TextTable table;
    if (cells.isEmpty()) return table;
    const QAbstractItemModel& model = *cells.front().model();
    std::set<int> rows, columns;
    std::set<std::pair<int, int>> wanted;
    for (const QModelIndex& cell : cells) {
        rows.insert(cell.row());
        columns.insert(cell.column());
        wanted.emplace(cell.row(), cell.column());
    }
    for (const int column : columns)
        table.header.append(model.headerData(column, Qt::Horizontal).toString());
    for (const int row : rows) {
        QStringList texts;
        for (const int column : columns) {
            const QModelIndex cell = model.index(row, column);
            texts.append(wanted.contains({row, column}) ? cellText(cell) : QString());
        }
        table.rows.push_back(std::move(texts));
    }
    return table;
}

QString toAlignedText(const TextTable& table) {
    std::vector<qsizetype> widths(static_cast<std::size_t>(table.header.size()), 0);
    const auto measure = [&widths](const QStringList& cells) {
        for (qsizetype i = 0; i < cells.size(); ++i)
            widths[static_cast<std::size_t>(i)] = std::max(widths[static_cast<std::size_t>(i)], cells[i].size());
    };
    measure(table.header);
    for (const QStringList& row : table.rows)
        measure(row);
    QString out;
    const auto add = [&](const QStringList& cells) {
        QString line;
        for (qsizetype i = 0; i < cells.size(); ++i)
            line += oneLine(cells[i]).leftJustified(widths[static_cast<std::size_t>(i)]) + QStringLiteral("  ");
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        out += line + QLatin1Char('\n');
    };
    add(table.header);
    for (const QStringList& row : table.rows)
        add(row);
    return out;
}

QString toMarkdown(const TextTable& table) {
    const auto cell = [](const QString& text) {
        QString safe = oneLine(text).toHtmlEscaped();
        for (const char* special : {"\\", "|", "`", "*", "_", "[", "]"})
            safe.replace(QLatin1String(special), QLatin1String("\\") + QLatin1String(special));
        return safe;
    };
    QString out;
    const auto add = [&](const QStringList& cells) {
        out += QStringLiteral("|");
        for (const QString& text : cells)
            out += QLatin1Char(' ') + cell(text) + QStringLiteral(" |");
        out += QLatin1Char('\n');
    };
    add(table.header);
    out += QStringLiteral("|") + QStringLiteral(" --- |").repeated(table.header.size()) + QLatin1Char('\n');
    for (const QStringList& row : table.rows)
        add(row);
    return out;
}

QString toCsv(const TextTable& table) {
    Table plain;
    for (const QString& title : table.header)
        plain.columns.push_back({title.toStdString()});
    for (const QStringList& cells : table.rows) {
        auto& row = plain.rows.emplace_back();
        for (const QString& text : cells)
            row.push_back({text.toStdString()});
    }
    return QString::fromStdString(toCsv(plain));
}

void addTableCopy(QTableView& view) {
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto whole = [&view] { return view.model() != nullptr ? textOf(*view.model()) : TextTable(); };
    addAction(
        view, QStringLiteral("&Copy selection"), [&view] { return toTabs(selectionOf(view)); }, QKeySequence::Copy);
    addAction(view, QStringLiteral("Copy selection as &Markdown"), [&view] { return toMarkdown(selectionOf(view)); });
    addAction(view, QStringLiteral("Copy table as &text"), [whole] { return toAlignedText(whole()); });
    addAction(view, QStringLiteral("Copy table as M&arkdown"), [whole] { return toMarkdown(whole()); });
    addAction(view, QStringLiteral("Copy table as C&SV"), [whole] { return toCsv(whole()); });
}

}  // namespace flipscope
