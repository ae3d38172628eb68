#pragma once

#include <QString>
#include <QStringList>
#include <mutex>

#include <QtTest/QtTest>

namespace flipscope::testing {

// While it lives, Qt's warnings and worse are collected; a test that ends with one fails. Warnings of the offscreen
// platform about things it does not have are no defect of the window.
//
//     void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }
class QtWarningGuard {
public:
    QtWarningGuard() { former() = qInstallMessageHandler(&QtWarningGuard::handle); }
    ~QtWarningGuard() { qInstallMessageHandler(former()); }
    QtWarningGuard(const QtWarningGuard&) = delete;
    QtWarningGuard& operator=(const QtWarningGuard&) = delete;

    // The warnings since the last call.
    [[nodiscard]] QStringList take() {
        const std::lock_guard lock(mutex());
        return std::exchange(messages(), {});
    }

private:
    static QtMessageHandler& former() {
        static QtMessageHandler handler = nullptr;
        return handler;
    }
    static QStringList& messages() {
        static QStringList list;
        return list;
    }
    static std::mutex& mutex() {
        static std::mutex m;
        return m;
    }
    static void handle(QtMsgType type, const QMessageLogContext& context, const QString& message) {
        const bool serious = type == QtWarningMsg || type == QtCriticalMsg || type == QtFatalMsg;
        if (serious && !message.startsWith(QLatin1String("This plugin does not support"))) {
            const std::lock_guard lock(mutex());
            messages().append(message);
        }
        if (former() != nullptr) former()(type, context, message);
    }
};

}  // namespace flipscope::testing
