#include "ui/drop.h"

#include <QUrl>

namespace flipscope {

DropMeaning meaningOfDrop(Qt::KeyboardModifiers modifiers, bool somethingLoaded) {
    if (!somethingLoaded || modifiers.testFlag(Qt::ShiftModifier)) return DropMeaning::open;
    return modifiers.testFlag(Qt::ControlModifier) ? DropMeaning::add : DropMeaning::ask;
}

QStringList localPaths(const QMimeData& data) {
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile()) paths.append(url.toLocalFile());
    return paths;
}

}  // namespace flipscope
