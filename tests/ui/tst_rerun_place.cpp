#include "tests/support/qt_warning_guard.h"
#include "ui/panels/rerun_place.h"

#include <QTest>

namespace flipscope {
namespace {

class TestRerunPlace : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }
    void aCommandIsReadAsAShellReadsIt() {
        RerunPlace place(FLIPSCOPE_WORKER);
        RerunOrder order;
        place.chooseCommand(QStringLiteral("ssh 'my host' -v \"a 'b\" c\\ d"));
        QCOMPARE(place.problem(), QString());
        place.fill(order);
        QVERIFY((order.worker.arguments == std::vector<std::string>{"ssh", "my host", "-v", "a 'b", "c d"}));
        place.chooseCommand(QStringLiteral("ssh 'my host"));
        QVERIFY(place.problem().contains(QStringLiteral("never closed")));
        place.chooseCommand(QStringLiteral(" "));
        QVERIFY(place.problem().contains(QStringLiteral("Give the command")));
    }

    void cardsNameTheirEvidence() {
        RerunPlace place(FLIPSCOPE_WORKER);
        const int hopper = place.combo().findText(QStringLiteral("Hopper"), Qt::MatchStartsWith);
        QVERIFY(place.combo().itemText(hopper).contains(QStringLiteral("whole kernels checked")));
        QVERIFY(place.chooseCard(QStringLiteral("/nonexistent/card.json")).size() > 0);
        QVERIFY(!place.problem().isEmpty());
        QCOMPARE(place.chooseCard(QStringLiteral(FLIPSCOPE_SOURCE_DIR "/resources/cards/volta.json")), QString());
        WorkerHello hello;
        hello.devices = {WorkerDevice{"0", "GPU <b>", "9.0", "", 0, ""}};
        hello.candidates = {"cublaslt_0"};
        place.offerGpus(hello);
        QVERIFY(place.ownCandidates().empty());  // a card is chosen, whose emulation has none
        QVERIFY(place.combo().findText(QStringLiteral("GPU <b> in this machine")) > 0);
        QVERIFY(place.isEmulated());
    }

    void devicesOfOneNameAreToldApart() {
        WorkerHello hello;
        hello.devices = {WorkerDevice{"a", "GPU", "9.0", "", 0, ""}, WorkerDevice{"b", "GPU", "9.0", "", 0, ""},
                         WorkerDevice{"c", "Other", "9.0", "", 0, ""}};
        RerunPlace place(FLIPSCOPE_WORKER);
        RerunOrder order;
        place.offerGpus(hello);
        place.combo().setCurrentIndex(place.combo().findText(QStringLiteral("GPU (a) in this machine")));
        place.fill(order);
        QCOMPARE(order.deviceId, std::string("a"));
        QCOMPARE(order.device, std::string("GPU"));
        QVERIFY(place.combo().findText(QStringLiteral("GPU (b) in this machine")) > 0);
        QVERIFY(place.combo().findText(QStringLiteral("Other in this machine")) > 0);

        place.chooseCommand(QStringLiteral("my-worker"));
        QCOMPARE(place.devices().count(), 0);
        place.hear(place.command(), hello);
        QCOMPARE(place.devices().count(), 3);
        place.devices().setCurrentIndex(1);
        place.hear(place.command(), hello);
        place.fill(order);
        QCOMPARE(order.deviceId, std::string("b"));
        place.chooseCommand(QStringLiteral("another"));
        place.fill(order);
        QCOMPARE(order.deviceId + order.device, std::string());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRerunPlace)
#include "tst_rerun_place.moc"
