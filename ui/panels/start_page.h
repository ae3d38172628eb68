#pragma once

#include "ui/samples.h"

#include <QList>
#include <QStringList>
#include <QVBoxLayout>
#include <QWidget>
#include <vector>

namespace flipscope {

// Shown while nothing is loaded: where to drop files, what was opened lately, the samples.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(const std::vector<Sample>& samples, QWidget* parent = nullptr);

    void setRecent(const QList<QStringList>& entries);

signals:
    void openFilesWanted();
    void openFolderWanted();
    void collectWanted();
    void openWanted(const QStringList& paths);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_recent;
    QWidget* m_recentBox;
};

}  // namespace flipscope
