#pragma once

#include <QObject>
#include <QString>

namespace flipscope {

class MainWindow;

// Writes a PNG of the window once everything it shows has been computed, then says so. Fails when that takes longer
// than two minutes, when the window reports an error first, or when the outcome asked for cannot be told.
class Screenshot : public QObject {
    Q_OBJECT
public:
    Screenshot(MainWindow& window, QString file, QObject* parent = nullptr);

signals:
    // problem: empty when the file was written.
    void finished(const QString& problem);

private:
    void checkAgain();
    void end(const QString& problem);

    MainWindow& m_window;
    QString m_file;
    int m_checks = 0, m_calmChecks = 0;
    bool m_ended = false;
};

}  // namespace flipscope
