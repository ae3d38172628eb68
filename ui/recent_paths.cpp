#include "ui/recent_paths.h"

#include "ui/text.h"

#include <QDir>

namespace flipscope {
namespace {

const QString kKey = QStringLiteral("recent");

}  // namespace

QList<QStringList> RecentPaths::entries() const {
    QList<QStringList> entries;
    for (const QVariant& entry : m_settings.value(kKey).toList()) {
        const QStringList paths = entry.toStringList();
        if (!paths.isEmpty() && entries.size() < kMost) entries.append(paths);
    }
    return entries;
}

void RecentPaths::add(const QStringList& paths) {
    if (paths.isEmpty()) return;
    QList<QStringList> entries = this->entries();
    entries.removeAll(paths);
    entries.prepend(paths);
    QVariantList stored;
    for (const QStringList& entry : entries.first(std::min(entries.size(), kMost)))
        stored.append(QVariant(entry));
    m_settings.setValue(kKey, stored);
}

void RecentPaths::clear() {
    m_settings.remove(kKey);
}

QString nameOfPaths(const QStringList& paths) {
    if (paths.isEmpty()) return {};
    const QString first = shown(QDir::cleanPath(paths.front()).section(QLatin1Char('/'), -2).toStdString(), 80);
    return paths.size() == 1 ? first : QStringLiteral("%1 and %2 more").arg(first).arg(paths.size() - 1);
}

}  // namespace flipscope
