#include "ui/text.h"

#include "core/report/format.h"

#include <QLocale>

namespace flipscope {

QString shown(std::string_view hostile, std::size_t maxBytes) {
    return QString::fromStdString(printable(hostile, maxBytes));
}

QString plainToolTip(const QString& text) {
    if (text.isEmpty()) return {};
    return QStringLiteral("<div style='white-space:pre-wrap'>") + text.toHtmlEscaped() + QStringLiteral("</div>");
}

QString formatCount(std::size_t count) {
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(count));
}

QString counted(std::size_t count, const char* one, const char* many) {
    return formatCount(count) + QLatin1Char(' ') + QString::fromUtf8(count == 1 ? one : many);
}

}  // namespace flipscope
