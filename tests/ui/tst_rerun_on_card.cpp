// The re-run page with a card: on a GPU of this machine, or, with --simulated, on one that is an emulated card under
// the name of a GPU (tests/data/workers/simulated_card.py). FLIPSCOPE_RERUN_SCREENSHOT: file that gets a picture of the
// page. Without a GPU it ends with the skip code before any test starts.

#include "core/read/loader.h"
#include "core/rerun/own_worker.h"
#include "core/rerun/worker_client.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/ui/rerun_page_fixture.h"
#include "ui/models/rerun_table_model.h"
#include "ui/panels/rerun_place.h"
#include "ui/panels/rerun_plan_box.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

namespace flipscope {
namespace {

constexpr int kSkipped = 77;
constexpr int kPatienceMs = 540'000;
const RerunProblem kProblem{64, 64, 64, ElementType::f32, false};
const std::vector<RerunCandidate> kOwn{{std::nullopt, "cublaslt_0"}, {std::nullopt, "cublaslt_tf32_0"}};

template <class Widget>
Widget* named(const QWidget& page, const QString& text) {
    for (Widget* widget : page.findChildren<Widget*>())
        if (QString(widget->text()).remove(QLatin1Char('&')) == text) return widget;
    return nullptr;
}

bool isDense(const RerunRequest& request) {
    return request.placement == OperandPlacement{};
}

bool isOk(const RerunResult* result) {
    return result != nullptr && result->status == RerunStatus::ok;
}

class TestRerunOnCard : public QObject {
    Q_OBJECT
public:
    explicit TestRerunOnCard(std::string worker) : m_worker(std::move(worker)) {}

private slots:
    void initTestCase() {
        auto dataset = loadRuns({FLIPSCOPE_TEST_DATA "/runs/run13", FLIPSCOPE_TEST_DATA "/runs/run30"});
        QVERIFY(dataset);
        m_dataset = std::make_shared<const Dataset>(std::move(dataset).value());
        m_state.setDataset(m_dataset);
        m_state.setAnalysis(std::make_shared<const Analysis>(analyse(*m_dataset).value()));
        m_page = std::make_unique<RerunPage>(m_state, m_worker);
        m_page->resize(1280, 800);
        m_page->show();
        for (const KeyVerdict& key : m_state.analysis()->keys) {
            const auto target = rerunTargetOf(*m_dataset, key);
            if (target && target.value().problem == kProblem) m_key = key.key;
        }
        QVERIFY(m_key);
        m_state.setCurrentKey(*m_key);
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }
    void cleanupTestCase() { m_page.reset(); }

    void theCardIsOfferedWithCandidatesOfItsOwn() {
        QTRY_VERIFY_WITH_TIMEOUT(cardOfMachine() > 0, testing::kLongMs);
        QCOMPARE(m_page->model().rowCount(), 33);
        chooseCardOfMachine();
        QVERIFY(m_page->place().problem().isEmpty());
        QVERIFY(!m_page->place().isEmulated());
        for (const RerunCandidate& candidate : kOwn) {
            const int row = m_page->model().rowOf(candidate);
            QVERIFY(row >= 33);
            const QModelIndex index = m_page->model().index(row, 0);
            QVERIFY(index.data().toString().contains(QStringLiteral("worker's own")));
            QCOMPARE(index.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
            QVERIFY(m_page->model().setData(index, Qt::Checked, Qt::CheckStateRole));
        }
        QCOMPARE(m_page->model().checked().size(), std::size_t{35});
    }

    void allCandidatesRunWithChecksAndTheOtherShapesOfTheKey() {
        QVERIFY(named<QCheckBox>(*m_page, QStringLiteral("checks"))->isChecked());
        for (const QString& box : {QStringLiteral("sweep"), QStringLiteral("timing")}) {
            QVERIFY2(named<QCheckBox>(*m_page, box)->isEnabled(), qPrintable(box));
            named<QCheckBox>(*m_page, box)->setFocus();
            QTest::keyClick(named<QCheckBox>(*m_page, box), Qt::Key_Space);
            QVERIFY(named<QCheckBox>(*m_page, box)->isChecked());
        }
        named<QPushButton>(*m_page, QStringLiteral("Run"))->click();
        QVERIFY(m_page->queue().running());
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->queue().running(), kPatienceMs);
        QCOMPARE(m_state.reruns().size(), std::size_t{1});
        m_onCard = m_state.reruns().back();
        QVERIFY2(m_onCard->report.failure.empty(), m_onCard->report.failure.c_str());
        QCOMPARE(m_onCard->report.workersLost, 0U);
        std::set<RerunCheck> made;
        for (const RerunRound& round : m_onCard->report.rounds) {
            made.insert(round.request.check);
            QCOMPARE(round.results.size(), std::size_t{35});
        }
        QVERIFY((made == std::set{RerunCheck::keySizes, RerunCheck::misaligned, RerunCheck::strided, RerunCheck::narrow,
                                  RerunCheck::bucketMember}));
    }

    void noHonestCandidateIsAccused() {
        const RerunFindings findings = findingsOf(m_onCard->report, m_onCard->winners.front());
        QCOMPARE(findings.candidates.size(), std::size_t{35});
        for (const CandidateFindings& found : findings.candidates) {
            for (const RerunIncident& incident : found.incidents) {
                const QString what = QStringLiteral("%1 on request %2: %3")
                                         .arg(QString::fromStdString(found.candidate.name))
                                         .arg(incident.round + 1)
                                         .arg(QString::fromStdString(incident.because));
                QVERIFY2(incident.status == RerunStatus::refused, qPrintable(what));
                QVERIFY2(incident.verdict.findings.empty(), qPrintable(what));
            }
        }
        for (const RerunCandidate& candidate : kOwn) {
            const RerunResult* result = resultOf(m_onCard->report.rounds.front(), candidate);
            QVERIFY2(isOk(result), result->because.c_str());
            QVERIFY(result->means == RerunMeans::real);
        }
    }

    void bitsAndClassesAreThoseOfTheEmulatedCard() {
        const std::string capability = m_onCard->report.hello->devices.front().computeCapability;
        const auto generation = generationOfCapability(capability);
        QVERIFY(generation);
        QCOMPARE(m_page->place().chooseCard(QString::fromStdString(std::string(toString(*generation)))), QString());
        m_page->model().checkSet(true);
        if (!named<QCheckBox>(*m_page, QStringLiteral("checks"))->isChecked())
            named<QCheckBox>(*m_page, QStringLiteral("checks"))->click();
        named<QPushButton>(*m_page, QStringLiteral("Run"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->queue().running(), kPatienceMs);
        const auto emulated = m_state.reruns().back();
        QVERIFY(emulated->generation == generation);
        std::size_t compared = 0, rounds = 0;
        for (const RerunRound& model : emulated->report.rounds) {
            for (const RerunRound& card : m_onCard->report.rounds) {
                if (!isDense(card.request) || !(inputOf(card.request) == inputOf(model.request))) continue;
                ++rounds;
                for (const RerunResult& expected : model.results) {
                    const RerunResult* got = resultOf(card, expected.candidate);
                    if (!isOk(&expected) || got == nullptr || got->status == RerunStatus::refused) continue;
                    const std::string what = expected.candidate.name + " " + expected.classId + ": " + got->because;
                    QVERIFY2(isOk(got), what.c_str());
                    QVERIFY2(got->checksum == expected.checksum, what.c_str());
                    ++compared;
                }
            }
        }
        QVERIFY(rounds > 7);  // the key's sizes, six narrow ones, members of its bucket
        QVERIFY2(compared > 100, qPrintable(QString::number(compared)));
        QCOMPARE(partitionOf(*m_onCard), partitionOf(*emulated));
    }

    void timesArePresent() {
        for (const RerunResult& result : m_onCard->report.rounds.front().results) {
            if (!isOk(&result)) continue;
            QVERIFY2(result.timing, result.candidate.name.c_str());
            QVERIFY(result.timing->median.value > 0);
            QVERIFY(result.timing->samples >= 10);
        }
    }

    void theWindowShowsWhatTheCardSaid() {
        const auto combos = m_page->findChildren<QComboBox*>();
        const auto found = std::find_if(combos.begin(), combos.end(), [](const QComboBox* combo) {
            return combo->accessibleName() == QStringLiteral("Results shown");
        });
        QVERIFY(found != combos.end());
        QComboBox* shown = *found;
        chooseCardOfMachine();
        const int card = shown->findText(QString::fromStdString(m_onCard->device), Qt::MatchStartsWith);
        QVERIFY(card >= 0);
        shown->setCurrentIndex(card);
        emit shown->activated(card);
        using Column = RerunTableModel::Column;
        const auto text = [&](int row, Column column) {
            return m_page->model().index(row, static_cast<int>(column)).data().toString();
        };
        for (const RerunCandidate& candidate : kOwn) {
            const int row = m_page->model().rowOf(candidate);
            QVERIFY(row >= 33);
            QVERIFY2(text(row, Column::status).startsWith(QStringLiteral("ok")), qPrintable(text(row, Column::status)));
            QVERIFY(text(row, Column::time) != QStringLiteral("–"));
            QVERIFY(text(row, Column::bits) != QStringLiteral("–"));
        }
        auto* tabs = m_page->findChild<QTabWidget*>();
        while (tabs->currentIndex() + 1 < tabs->count() &&
               tabs->tabText(tabs->currentIndex()) != QStringLiteral("Requests"))
            tabs->setCurrentIndex(tabs->currentIndex() + 1);
        auto* table = m_page->findChild<QTableView*>();
        table->setCurrentIndex(table->model()->index(m_page->model().rowOf(m_onCard->winners.back()), 0));
        int requests = 0;
        for (const QTableView* below : tabs->findChildren<QTableView*>())
            requests = std::max(requests, below->model()->rowCount());
        QCOMPARE(requests, static_cast<int>(m_onCard->report.rounds.size()));
        const QString picture = qEnvironmentVariable("FLIPSCOPE_RERUN_SCREENSHOT");
        if (picture.isEmpty()) return;
        QVERIFY(m_page->grab().save(picture));
    }

private:
    // In "Whose card?"; -1 as long as it is not there.
    [[nodiscard]] int cardOfMachine() const {
        return m_page->place().combo().findText(QStringLiteral("in this machine"), Qt::MatchContains);
    }
    void chooseCardOfMachine() {
        QComboBox& cards = m_page->place().combo();
        while (cards.currentIndex() != cardOfMachine())
            QTest::keyClick(&cards, cards.currentIndex() < cardOfMachine() ? Qt::Key_Down : Qt::Key_Up);
    }

    // Which candidates of the set computed equal bits on the key's own sizes.
    [[nodiscard]] std::set<std::set<std::string>> partitionOf(const KeptRerun& rerun) const {
        const RerunTarget target = rerunTargetOf(*m_dataset, m_state.analysis()->keys[m_key->value]).value();
        std::map<std::uint64_t, std::set<std::string>> byChecksum;
        const RerunRound& ownSizes = rerun.report.rounds.front();
        const RerunRound& onCard = m_onCard->report.rounds.front();
        for (const RerunCandidate& candidate : target.candidates) {
            const RerunResult* result = resultOf(ownSizes, candidate);
            if (isOk(result) && isOk(resultOf(onCard, candidate)))
                byChecksum[result->checksum].insert(std::to_string(candidate.index->value) + " " + candidate.name);
        }
        std::set<std::set<std::string>> partition;
        for (auto& [checksum, members] : byChecksum)
            partition.insert(std::move(members));
        return partition;
    }

    testing::QtWarningGuard m_guard;
    std::string m_worker;
    std::shared_ptr<const Dataset> m_dataset;
    ViewState m_state;
    std::unique_ptr<RerunPage> m_page;
    std::optional<KeyIndex> m_key;
    std::shared_ptr<const KeptRerun> m_onCard;
};

// Why there is no card to test on; empty when there is one. A worker that cannot say hello is a fault, not a reason.
std::string whyNoCard() {
    const auto client = WorkerClient::start(ownWorkerCommand(FLIPSCOPE_WORKER, "cuda", {}), {}, {});
    if (!client) return client.errorMessage().find("has no back end") == std::string::npos ? "" : client.errorMessage();
    const WorkerHello& hello = client.value().hello();
    if (hello.devices.empty()) return hello.notes.empty() ? "the worker has no device" : hello.notes.front();
    const std::string& capability = hello.devices.front().computeCapability;
    return generationOfCapability(capability) ? ""
                                              : "the classes of compute capability " + capability + " are not known";
}

int run(int count, char** arguments) {
    const bool simulated = count > 1 && std::string_view(arguments[1]) == "--simulated";
    if (const std::string why = simulated ? std::string() : whyNoCard(); !why.empty()) {
        std::printf("skipped: no card to run on: %s\n", why.c_str());
        return kSkipped;
    }
    qputenv("FLIPSCOPE_WORKER", FLIPSCOPE_WORKER);
    QApplication app(count, arguments);
    TestRerunOnCard test(simulated ? FLIPSCOPE_TEST_DATA "/workers/simulated_card.py" : FLIPSCOPE_WORKER);
    QStringList rest = QApplication::arguments();
    rest.removeAll(QStringLiteral("--simulated"));
    return QTest::qExec(&test, rest);
}

}  // namespace
}  // namespace flipscope

int main(int count, char** arguments) {
    return flipscope::run(count, arguments);
}

#include "tst_rerun_on_card.moc"
