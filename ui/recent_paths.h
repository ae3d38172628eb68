#pragma once

#include <QList>
#include <QSettings>
#include <QStringList>

namespace flipscope {

// What was opened lately, newest first. Each entry is the list of paths of one opening.
class RecentPaths {
public:
    static constexpr qsizetype kMost = 10;

    // The settings live as long as this.
    explicit RecentPaths(QSettings& settings) : m_settings(settings) {}

    [[nodiscard]] QList<QStringList> entries() const;
    void add(const QStringList& paths);
    void clear();

private:
    QSettings& m_settings;
};

// "run13" or "run13 and 27 more".
[[nodiscard]] QString nameOfPaths(const QStringList& paths);

}  // namespace flipscope
