#include "core/analyse/outcomes.h"
#include "tests/support/output_runs.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <random>
#include <sstream>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// Runs of a file in which each begins with "== name".
std::vector<std::string> runsIn(const std::string& path) {
    std::vector<std::string> texts;
    std::istringstream lines(readFile(path));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("== "))
            texts.emplace_back();
        else
            texts.back() += line + "\n";
    }
    return texts;
}

std::vector<FoundOutcome> found(const std::vector<std::string>& texts) {
    const Dataset dataset = testing::runsWithOutputs(texts);
    return findOutcomes(dataset, testing::allRuns(dataset));
}

std::string groupsOf(const FoundOutcome& outcome) {
    const auto grouped = groupOutcome(outcome.values, outcome.suggested);
    REQUIRE(grouped);
    std::string text;
    for (const OutcomeGroup& group : grouped.value().groups)
        text += (text.empty() ? "" : ", ") + group.name + ": " + std::to_string(group.members.size());
    return text;
}

// Every pattern that is offered gives the values it is offered for.
void checkPatterns(const std::vector<std::string>& texts) {
    const Dataset dataset = testing::runsWithOutputs(texts);
    for (const FoundOutcome& outcome : findOutcomes(dataset, testing::allRuns(dataset))) {
        CAPTURE(outcome.suggestedPattern);
        if (outcome.suggestedPattern.empty()) continue;
        const auto values =
            valuesByPattern(dataset, testing::allRuns(dataset), {outcome.suggestedPattern, PatternMatch::first, 1});
        REQUIRE(values);
        CHECK(values.value().values == outcome.values.values);
    }
}

// Uniform in 0 … 1; the same in every run of the test.
class Noise {
public:
    double operator()() { return std::uniform_real_distribution<double>()(m_engine); }

private:
    std::mt19937_64 m_engine{7};
};

template <class... Parts>
std::string format(const char* form, Parts... parts) {
    std::array<char, 300> buffer{};
    std::snprintf(buffer.data(), buffer.size(), form, parts...);
    return buffer.data();
}

}  // namespace

TEST_CASE("real training output: the first loss comes first, split at its gap") {
    const std::vector<std::string> texts = runsIn(FLIPSCOPE_TEST_DATA "/outcomes/training.txt");
    REQUIRE(texts.size() == 28);
    const auto outcomes = found(texts);
    REQUIRE_FALSE(outcomes.empty());
    CHECK(outcomes[0].description.starts_with("step 0: loss ‹7.064027› bits 40e20c83"));
    CHECK(outcomes[0].distinct == 15);
    CHECK(outcomes[0].suggested == Grouping::byGap);
    CHECK(groupsOf(outcomes[0]) == "≤ 7.064063: 6, ≥ 7.065401: 22");
    CHECK(outcomes[0].suggestedPattern == R"(^step 0: loss (\S+))");
    CHECK(outcomes[0].values.source == "line 21, number 2 of stdout.log");
    CHECK(outcomes[0].values.outcomesLookedAt >= outcomes.size());
    CHECK(outcomes[0].values.compared.empty());
    checkPatterns(texts);
}

TEST_CASE("real training output: neither words, nor the order of runs, nor most of the runs are needed for it") {
    std::vector<std::string> texts = runsIn(FLIPSCOPE_TEST_DATA "/outcomes/training.txt");
    std::mt19937_64 engine(3);
    for (int repeat = 0; repeat < 5; ++repeat) {
        std::shuffle(texts.begin(), texts.end(), engine);
        std::vector<std::string> some(texts.begin(), texts.begin() + 24);
        for (std::string& text : some)
            for (std::size_t at = text.find("loss"); at != std::string::npos; at = text.find("loss", at))
                text.replace(at, 4, "quux");
        const auto outcomes = found(some);
        REQUIRE_FALSE(outcomes.empty());
        CHECK(outcomes[0].description.starts_with("step 0: quux ‹7.06"));
    }
}

TEST_CASE("test and evaluation output: failures before timings and ids") {
    Noise noise;
    std::vector<std::string> texts;
    for (int run = 0; run < 10; ++run) {
        const bool bad = run == 2 || run == 5 || run == 6;
        std::string text = "=== test session starts ===\ncollected 3 items\n";
        for (int test = 0; test < 3; ++test)
            text += format("tests/test_ops.py::test_%c %s [%3d%%]\n", 'a' + test,
                           bad && test == 1 ? "FAILED" : "PASSED", 33 * (test + 1));
        if (bad) text += "E   AssertionError: max diff 0.0123\n";
        text += format("eval done in %.2f s, %.1f tok/s\n", 20 + 10 * noise(), 900 + 300 * noise());
        text += format("accuracy %.4f\npid %d\n", (bad ? 0.7311 : 0.8123) + 0.001 * noise(), 4000 + 37 * run);
        texts.push_back(text);
    }
    const auto outcomes = found(texts);
    REQUIRE(outcomes.size() >= 2);
    CHECK(outcomes[0].description.starts_with("tests/test_ops.py::test_b ‹PASSED›"));
    CHECK(outcomes[0].description.find("accuracy ‹") != std::string::npos);
    CHECK(groupsOf(outcomes[0]) == "PASSED: 7, FAILED: 3");
    for (std::size_t i = 1; i < outcomes.size(); ++i) {
        const std::string& description = outcomes[i].description;
        CHECK((description.starts_with("eval done") || description.starts_with("pid")));
    }
    checkPatterns(texts);
}

TEST_CASE("a log in which some runs end in nan: finite against nan") {
    Noise noise;
    std::vector<std::string> texts;
    for (int run = 0; run < 12; ++run) {
        const bool bad = run == 1 || run == 4 || run == 7 || run == 8;
        std::string text = format("2024-05-0%d 10:1%d:23 INFO start\n", 1 + run % 9, run % 10);
        for (int step = 0; step < 20; ++step) {
            const bool exploded = bad && step >= 10 + run % 4;
            text +=
                format("step %d loss %s %.2f it/s\n", step,
                       exploded ? "nan" : format("%.5f", 5.0 / (step + 1) * (1 + 1e-3 * noise())).c_str(), 3 + noise());
            if (noise() < 0.1) text += format("WARNING: slow step %.2fs\n", noise());
        }
        if (bad) text += format("NaN detected at step %d\n", 10 + run % 4);
        texts.push_back(text + format("saved /tmp/out/run_%d/model.pt\n", 1000 + run * run));
    }
    const auto outcomes = found(texts);
    REQUIRE_FALSE(outcomes.empty());
    CHECK(outcomes[0].description.find("loss ‹") != std::string::npos);
    CHECK(groupsOf(outcomes[0]) == "finite: 8, nan: 4");
    CHECK(outcomes[0].description.find("more)") != std::string::npos);
    checkPatterns(texts);
}

TEST_CASE("what comes late in a long output is found: a final line, and where a loss begins to differ") {
    Noise noise;
    std::vector<std::string> timed(8), diverging(8);
    for (std::size_t run = 0; run < 8; ++run) {
        const bool bad = run == 1 || run == 2 || run == 4 || run == 7;
        for (int step = 0; step < 3000; ++step) {
            timed[run] += format("step %d took %.3f ms\n", step, 1 + noise());
            const double more = bad && step > 2500 ? (step - 2500) * 0.01 : 0;
            diverging[run] += format("step %d: loss %.4f %.1f it/s\n", step, 5 - step * 1e-4 + more, 80 + 40 * noise());
        }
        timed[run] += format("final loss %d\nbye\nall done\n", bad ? 2 : 1);
        diverging[run] += "done\n";
    }
    const auto last = found(timed);
    REQUIRE(!last.empty());
    CHECK(last[0].description == "final loss ‹1›");
    CHECK(last[0].values.compared.empty());
    const auto late = found(diverging);
    REQUIRE(!late.empty());
    CHECK(late[0].description.starts_with("step 2501: loss ‹4.7"));
    CHECK(late[0].outcomeWord == "loss");
    CHECK(groupsOf(late[0]).find(": 4") != std::string::npos);
}

TEST_CASE("tables and JSON lines") {
    Noise noise;
    std::vector<std::string> texts;
    for (int run = 0; run < 9; ++run) {
        const bool bad = run == 0 || run == 3;
        std::string text = "|Tasks|n-shot|Metric|Value |Stderr|\n|-----|-----:|------|-----:|-----:|\n";
        text += format("|gsm8k|     5|exact_match|%.4f|0.0120|\n", (bad ? 0.61 : 0.752) + 5e-4 * noise());
        for (int step = 0; step < 4; ++step)
            text += format("{\"step\":%d,\"loss\":%.4f,\"time\":%.3f}\n", step,
                           2.3 - 0.1 * step + (bad ? 0.05 : 0) + 1e-3 * noise(), 1 + noise());
        texts.push_back(text);
    }
    const auto outcomes = found(texts);
    REQUIRE_FALSE(outcomes.empty());
    CHECK(outcomes[0].description.starts_with("|gsm8k|     5|exact_match|‹0.61"));
    CHECK(outcomes[0].description.find("{\"step\":0,\"loss\":‹") != std::string::npos);
    CHECK(outcomes[0].values.values.size() == 9);
    CHECK(groupsOf(outcomes[0]).find(": 2, ≥ 0.75") != std::string::npos);
    checkPatterns(texts);
}

TEST_CASE(
    "numbers with decimal commas are found as numbers, with three decimals where other numbers show what they are") {
    Noise noise;
    const auto german = [](double value, int decimals) {
        std::ostringstream text;
        text << std::fixed << std::setprecision(decimals) << value;
        std::string digits = text.str();
        return digits.replace(digits.find('.'), 1, ",");
    };
    for (const int decimals : {2, 3, 6}) {
        CAPTURE(decimals);
        std::vector<std::string> texts;
        for (int run = 0; run < 12; ++run) {
            const double loss = run % 3 == 0 ? 7.06 + 0.01 * noise() : 0.68 + 0.2 * noise();
            texts.push_back("Beginn am 30.11.2026, Form (64, 12)\nSchritt 0: Verlust " + german(loss, decimals) +
                            ", Norm " + german(1 + noise(), decimals) + "\n");
        }
        const auto outcomes = found(texts);
        REQUIRE(!outcomes.empty());
        CHECK(outcomes[0].description.find("Verlust ‹7," + texts[0].substr(texts[0].find("7,") + 2, 2)) !=
              std::string::npos);
        CHECK(outcomes[0].values.source.ends_with("(decimal commas read as points)"));
        CHECK(outcomes[0].values.values[0].value().starts_with("7.0"));
        const auto grouped = groupOutcome(outcomes[0].values, Grouping::byThreshold, 3.5);
        REQUIRE(grouped);
        CHECK(grouped.value().groups[1].members == std::vector<std::size_t>{0, 3, 6, 9});
        const auto byGap = groupOutcome(outcomes[0].values, Grouping::byGap);
        REQUIRE(byGap);
        CHECK(byGap.value().groups[1].members == std::vector<std::size_t>{0, 3, 6, 9});
        // The pattern that is offered finds the same, as it stands in the output.
        const Dataset dataset = testing::runsWithOutputs(texts);
        const auto values = valuesByPattern(dataset, testing::allRuns(dataset), {outcomes[0].suggestedPattern});
        REQUIRE(values);
        CHECK(groupOutcome(values.value(), Grouping::byGap).value().values == byGap.value().values);
    }
}

TEST_CASE("real outputs of other frameworks when they are there") {
    const std::filesystem::path data(FLIPSCOPE_SHARED_DATA);
    const auto textsOf = [&](const char* name) {
        std::vector<std::string> texts;
        for (int run = 1; run <= 5; ++run) {
            const auto path = data / name / ("run" + std::to_string(run)) / "stdout.log";
            if (std::filesystem::exists(path)) texts.push_back(readFile(path));
        }
        return texts;
    };
    if (const auto texts = textsOf("jax-0.11-h200"); texts.size() == 3) {
        const auto outcomes = found(texts);
        REQUIRE(outcomes.size() == 1);  // both checksums that vary part the runs alike
        CHECK(outcomes[0].description.starts_with("jax 512x128x1024: checksum ‹"));
        CHECK(outcomes[0].suggested == Grouping::byText);
    }
    if (const auto texts = textsOf("triton-3.6-h200"); texts.size() == 5) {
        const auto outcomes = found(texts);
        REQUIRE_FALSE(outcomes.empty());
        CHECK(outcomes[0].description.starts_with("best config selected: "));
        CHECK(outcomes.back().description.starts_with("finished after ‹"));  // durations last
        checkPatterns(texts);
    }
    if (const auto texts = textsOf("inductor-2.11-h200"); texts.size() == 2) CHECK(found(texts).empty());
}

TEST_CASE("nothing is offered without something to compare") {
    CHECK(found({}).empty());
    CHECK(found({"loss 1\n"}).empty());
    CHECK(found({"", ""}).empty());
    CHECK(found({"loss 1\n", "loss 1\n"}).empty());
    const Dataset dataset = testing::runsWithOutputs({"a 1\n", "a 2\n", "a 3\n"});
    CHECK(findOutcomes(dataset, {RunIndex{0}}).empty());
    CHECK(findOutcomes(dataset, testing::allRuns(dataset), 0).empty());
}

TEST_CASE("garbage and huge outputs end with an answer in bounded time" * doctest::test_suite("slow")) {
    std::mt19937_64 engine(1);
    std::vector<std::string> texts(6);
    for (std::string& text : texts)
        for (int i = 0; i < 200'000; ++i)
            text += static_cast<char>(32 + engine() % 95 - (engine() % 40 == 0 ? 22 : 0));
    found(texts);
    std::vector<std::string> large(8);
    for (std::size_t run = 0; run < large.size(); ++run)
        for (int line = 0; large[run].size() < kMaxTextOutput; ++line)
            large[run] += format("step %d value %.6f\n", line, static_cast<double>(engine() % 1000) / 7);
    const auto begin = std::chrono::steady_clock::now();
    const auto outcomes = found(large);
    REQUIRE(!outcomes.empty());
    CHECK(outcomes[0].values.outcomesLookedAt > 100);
    CHECK(outcomes[0].values.compared.find(" lines (of the longest) were compared") != std::string::npos);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
}

TEST_CASE("where a run ran is never what came out, however clearly it parts the runs") {
    std::mt19937 random(3);
    std::vector<std::string> texts;
    for (int run = 0; run < 8; ++run) {
        const bool bad = run % 3 == 0;
        std::string text = format("host: gpu-%d\nuser=ann%d on machine rack.%d\n", run % 2 + 7, run / 4, run / 4);
        for (int step = 0; step < 3; ++step)
            text += format("step %d energy %.4f\n", step, (bad ? 9 : 2) + 1e-3 * static_cast<double>(random() % 100));
        texts.push_back(text);
    }
    const auto outcomes = found(texts);
    REQUIRE(outcomes.size() > 2);
    CHECK(outcomes[0].description.starts_with("step 0 energy ‹"));
    for (const FoundOutcome& outcome : outcomes)
        CHECK(outcome.timeLike == (outcome.description.find("energy") == std::string::npos));
    // Nothing but places: the first that is found says so.
    for (std::string& text : texts)
        text.replace(text.find("step"), std::string::npos, "done\n");
    REQUIRE_FALSE(found(texts).empty());
    CHECK(found(texts).front().timeLike);
}
