#include "core/read/human_log.h"
#include "tests/support/candidate_status.h"
#include "tests/support/sample_database.h"

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

const std::string kKey =
    "MatmulAutotuneKey - Definition: MatmulProblemDefinition { m: 64, n: 32, k: 16, elem_lhs: Float(F32) }, "
    "Analysis: MatmulAutotuneAnalysis { kind: General }";
const std::string kKeyJson =
    R"({"analysis":{"kind":"General"},"definition":{"elem_lhs":{"Float":"F32"},"k":16,"m":64,"n":32}})";

std::string success(int index, const std::string& name, const std::string& min, const std::string& median) {
    return "Autotune[" + std::to_string(index) + "] name " + name + " => BenchmarkComputations { mean: " + median +
           ", median: " + median + ", variance: 0ns, min: " + min + ", max: 40.736\xc2\xb5s }\n";
}

const std::string kFull =
    "Fastest result mma-" + kKey +
    ".\nContext:\nCalculated bounds: Bounds { bounds: [AutotuneBound { resource: ResourceBound { amount: 520192, "
    "peak_per_s: 61791085714285.71 }, threshold: 0.8 }], launch_overhead: 6.448\xc2\xb5s } - limit: "
    "Some(7.324\xc2\xb5s)\n"
    "\n - Tuning: naive (compilation & bench: 3.68ms)\n - Tuning: mma (compilation & bench: 7ms)\n"
    "Short circuiting autotune. mma is close enough to peak throughput.\n" +
    success(2, "mma", "7\xc2\xb5s", "7.5\xc2\xb5s") + success(0, "naive", "8.125\xc2\xb5s", "9\xc2\xb5s") +
    "tma: An unknown error happened.\nRunnerError(\"bad\")\nsecond line\ncpu: The autotune is skipped manually.\n";

ParsedHumanLog read(const std::string& text, InternPool& pool) {
    return readHumanLog(text, "a.log", pool);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

void checkFull(const Decision& decision, const InternPool& pool) {
    CHECK(pool.canonicalJsonOf(decision.key) == kKeyJson);
    CHECK(pool.checksumOf(decision.set) == candidateSetChecksum({"naive", "tma", "mma", "cpu"}));
    CHECK(decision.loggedWinner == CandidateIndex{2});
    CHECK(decision.usedWinner == CandidateIndex{2});
    CHECK((decision.source == WinnerSource::humanLog));
    CHECK(decision.limit == Nanoseconds{7324});
    CHECK(decision.launchOverhead == Nanoseconds{6448});
    REQUIRE(decision.bounds.size() == 1);
    CHECK(decision.bounds[0].amount == 520192);
    CHECK(decision.shortCircuitedBy == CandidateIndex{2});
    REQUIRE(timingOf(decision, {0}) != nullptr);
    CHECK(timingOf(decision, {0})->min.value == 8125);
    CHECK(timingOf(decision, {0})->max.value == 40736);
    REQUIRE(decision.failed.size() == 1);
    CHECK(decision.failed[0].index.value == 1);
    CHECK((decision.failed[0].status == CandidateStatus::failed));
}

}  // namespace

TEST_CASE("level full gives everything that the decision log does") {
    InternPool pool;
    const ParsedHumanLog log = read(kFull, pool);
    REQUIRE(log.decisions.size() == 1);
    CHECK(log.decisions[0].line == 1);
    checkFull(log.decisions[0], pool);
    CHECK(log.problemCount == 0);
    CHECK(pool.take().texts.at(1) == "RunnerError(\"bad\")\nsecond line");
}

TEST_CASE("prefixes of log libraries, line ends of Windows and lines of other programs do not matter") {
    std::string prefixed;
    int second = 7;
    for (std::size_t at = 0; at < kFull.size();) {
        const std::size_t end = kFull.find('\n', at);
        const std::string line = kFull.substr(at, end - at);
        const bool begins = line.find(": ") != std::string::npos && !line.starts_with(" -") &&
                            !line.starts_with("Calc") && !line.starts_with("Runner");
        if (begins) prefixed += "[2026-08-10T12:00:" + std::to_string(++second) + "Z INFO  cubecl::autotune] ";
        prefixed += line + "\r\n";
        if (line.starts_with("Autotune")) prefixed += "step 3: loss 2.5\r\n";
        at = end + 1;
    }
    InternPool pool;
    const ParsedHumanLog log = read("starting\n" + prefixed + "done\n", pool);
    CHECK(log.problemCount == 0);
    REQUIRE(log.decisions.size() == 1);
    CHECK(log.decisions[0].line == 2);
    checkFull(log.decisions[0], pool);
}

TEST_CASE("decisions in JSON between the messages are left to the other reader") {
    InternPool pool;
    const std::string json = R"({"key":{"m":1},"fastest_index":0,"results":[]})"
                             "\n";
    const ParsedHumanLog log = read(json + kFull + json + kFull, pool);
    REQUIRE(log.decisions.size() == 2);
    CHECK(log.problemCount == 0);
    checkFull(log.decisions[1], pool);
}

TEST_CASE("a winner that may have been eliminated is not claimed") {
    InternPool pool;
    const std::string text =
        replaced(replaced(kFull, "min: 7\xc2\xb5s", "min: 30\xc2\xb5s"), "7.5\xc2\xb5s", "31\xc2\xb5s");
    const ParsedHumanLog log = read(text, pool);
    REQUIRE(log.decisions.size() == 1);
    CHECK((log.decisions[0].source == WinnerSource::none_notProvable));
    CHECK_FALSE(log.decisions[0].usedWinner.has_value());
    // Before 0.11-pre.2 nothing was eliminated.
    const ParsedHumanLog old = read(replaced(text, ".\nContext:\n", ". Context: \n"), pool);
    REQUIRE(old.decisions.size() == 1);
    CHECK(old.decisions[0].usedWinner == CandidateIndex{2});
}

TEST_CASE("level minimal names winner and medians only") {
    InternPool pool;
    const ParsedHumanLog log =
        read("Fastest result mma-" + kKey + ". Top 3 times: [(2, 7.5\xc2\xb5s), (0, 9\xc2\xb5s)], context: \n" +
                 " - Tuning: mma (compilation & bench: 7ms)\n" + "Fastest result mma-" + kKey +
                 ". Top 3 times: [(2, 7.5\xc2\xb5s), (0, 9\xc2\xb5s), (1, 1.2ms)]\n",
             pool);
    REQUIRE(log.decisions.size() == 2);
    CHECK(log.problemCount == 0);
    const Decision& decision = log.decisions[0];
    CHECK(pool.canonicalJsonOf(decision.key) == kKeyJson);
    CHECK(pool.sizeOf(decision.set) == 0);
    CHECK(decision.usedWinner == CandidateIndex{2});  // only two succeeded: none was eliminated
    REQUIRE(decision.measured.size() == 2);
    CHECK(decision.measured[1].timing.median.value == 9000);
    CHECK(log.decisions[1].line == 3);
    CHECK(log.decisions[1].loggedWinner == CandidateIndex{2});
    CHECK((log.decisions[1].source == WinnerSource::none_notProvable));
}

TEST_CASE("old minimal logs put the times on a second line and list failed candidates with the largest time") {
    InternPool pool;
    const ParsedHumanLog log =
        read("Fastest result mma-" + kKey +
                 ". \n Top 3 times: [(15, 41.248\xc2\xb5s), (0, 18446744073709551615.999999999s), (0, "
                 "18446744073709551615.999999999s)]\n" +
                 "Fastest result mma-" + kKey + ". \n Top 3 times: [(4, 1ms), (5, 2ms), (6, 3s)], context: x\n",
             pool);
    REQUIRE(log.decisions.size() == 2);
    CHECK(log.decisions[0].measured.size() == 1);
    CHECK(log.decisions[0].usedWinner == CandidateIndex{15});
    CHECK(log.decisions[1].usedWinner == CandidateIndex{4});
    CHECK((log.decisions[1].source == WinnerSource::humanLog));
    CHECK(log.decisions[1].measured[2].timing.median.value == 3'000'000'000);
}

TEST_CASE("full logs of all versions give the same set and failures") {
    const std::string results = success(2, "mma", "7us", "7.5us") + success(0, "naive", "8us", "9us");
    const std::string start = "Fastest result mma-" + kKey;
    InternPool pool;
    const ParsedHumanLog log =
        read(start + ".\n" + results + "Unknown(\"bad\\nthing\")\nSkip\n" +                                     // 0.6
                 start + ". Context: \n - Batch 1\n" + results + "Unknown { name: \"tma\", err: \"bad\" }\n" +  // 0.9
                 "Skip { name: \"cpu\" }\n" +                                                                   //
                 start + ". Context: \n" + results +
                 "Launch(CompilationError(Generic { reason: \"r\", backtrace: <disabled> }))\n" +  //
                 "InvalidSamples { name: \"cpu\" }\n" +                                            //
                 start + ".\nContext:\n" + results + "tma: All samples are invalid.\n" +           // 0.11
                 "cpu: A profiled sample carried no measurement.\n" +                              //
                 start + ".\nContext:\n" + results + "A compilation error happened during launch\nCaused by:\n  x\n" +
                 "No autotune was flagged as valid for the problem.\nnone\n",
             pool);
    CHECK(log.problemCount == 0);
    REQUIRE(log.decisions.size() == 5);
    using enum CandidateStatus;
    const CandidateStatus expected[5][2] = {{failed, skipped},
                                            {failed, skipped},
                                            {failed, invalidSamples},
                                            {invalidSamples, notMeasured},
                                            {failed, failed}};
    for (std::size_t i = 0; i < 5; ++i) {
        CAPTURE(i);
        CHECK(pool.sizeOf(log.decisions[i].set) == 4);
        CHECK((statusOf(log.decisions[i], {1}) == expected[i][0]));
        CHECK((statusOf(log.decisions[i], {3}) == expected[i][1]));
        CHECK(log.decisions[i].usedWinner == CandidateIndex{2});
    }
    CHECK(log.decisions[1].set == log.decisions[3].set);
}

TEST_CASE("a key that cannot be turned back keeps its text") {
    InternPool pool;
    const ParsedHumanLog log = read(replaced(kFull, kKey, "OddKey - Shape: <512, 512>"), pool);
    REQUIRE(log.decisions.size() == 1);
    CHECK(pool.canonicalJsonOf(log.decisions[0].key) == "OddKey - Shape: <512, 512>");
}

TEST_CASE("a choice found in the database is tied to the key of its decision") {
    InternPool pool;
    const std::string checksum = candidateSetChecksum({"naive", "tma", "mma", "cpu"});
    const ParsedHumanLog log = read("validate checksum key=" + kKey + ", checksum=" + checksum + "\n" + kFull +
                                        "validate checksum key=" + kKey +
                                        ", checksum=0123456789abcdef0123456789abcdef\nvalidate checksum "
                                        "key=SumAutotuneKey { length: 1 }, checksum=ab\n",
                                    pool);
    REQUIRE(log.validated.size() == 3);
    CHECK(log.validated[0].key == log.decisions.at(0).key);
    CHECK(log.validated[0].checksum == checksum);
    CHECK(log.validated[0].line == 1);
    CHECK(log.validated[1].key == log.decisions.at(0).key);
    CHECK(pool.canonicalJsonOf(log.validated[2].key) == R"({"Sum":{"length":1}})");
    CHECK(log.problemCount == 0);
}

TEST_CASE("a text cut anywhere keeps what is whole and claims nothing else") {
    InternPool pool;
    const std::string text = kFull + kFull;
    for (std::size_t length = 0; length < text.size(); ++length) {
        CAPTURE(length);
        const ParsedHumanLog log = read(text.substr(0, length), pool);
        CHECK(log.decisions.size() <= 2);
        const bool firstIsWhole = length >= kFull.size() - 1;
        if (firstIsWhole) CHECK(log.decisions.size() >= 1);
        // From the second success on, a shorter list cannot be told from a whole one in the first decision.
        if (firstIsWhole && log.decisions.size() == 2) CHECK(log.decisions[0].set == log.decisions[1].set);
        for (const Problem& problem : log.problems)
            CHECK((problem.kind == ProblemKind::tornLastLine));
    }
}

TEST_CASE("what is said of a last decision that was kept is no cut") {
    InternPool pool;
    const ParsedHumanLog log = read(replaced(kFull, "min: 7\xc2\xb5s", "min: 9\xc2\xb5s"), pool);
    CHECK(log.decisions.size() == 1);
    REQUIRE(log.problems.size() == 1);
    CHECK(log.problems[0].message.find("the decision was kept, but") == 0);
    CHECK((log.problems[0].kind == ProblemKind::damagedRecord));
}

TEST_CASE("damaged decisions are skipped with line and reason, their neighbours kept") {
    const auto reasonIn = [](const std::string& damaged) {
        InternPool pool;
        const ParsedHumanLog log = read(kFull + damaged + kFull, pool);
        CHECK(log.decisions.size() == 2);
        CHECK(log.recordsSkipped == 1);
        REQUIRE(log.problems.size() == 1);
        CHECK(log.problems[0].line == 14);
        return log.problems[0].message;
    };
    CHECK(reasonIn("Fastest result mma-\n").find("no candidate and key") != std::string::npos);
    CHECK(reasonIn("Fastest result mma-" + kKey + ".\n").find("no results follow it") != std::string::npos);
    CHECK(reasonIn(replaced(kFull, "result mma", "result other")).find("of another decision") != std::string::npos);
    CHECK(reasonIn(replaced(kFull, "min: 7\xc2\xb5s", "min: 7\xc2\xb5")).find("cannot be read") != std::string::npos);
    CHECK(reasonIn(replaced(kFull, "[0] name", "[7] name")).find("index 7 in a list of 4") != std::string::npos);
    CHECK(reasonIn(replaced(kFull, "[0] name", "[2] name")).find("index 2") != std::string::npos);
    CHECK(reasonIn(replaced(kFull, "Tuning: naive", "Tuning: tiled")).find("are missing") != std::string::npos);
    CHECK(reasonIn("Fastest result mma-" + kKey + ". Top 3 times: [(x)]\n").find("list of times") != std::string::npos);
    CHECK(reasonIn("validate checksum key=x\n").find("validate checksum") != std::string::npos);
}

TEST_CASE("results without their decision are counted once") {
    InternPool pool;
    const std::string text = success(1, "a", "1ns", "2ns") + success(2, "b", "1ns", "2ns") + kFull;
    const ParsedHumanLog log = read(text, pool);
    CHECK(log.decisions.size() == 1);
    CHECK(log.recordsSkipped == 1);
    CHECK(log.problems.at(0).line == 1);
}

TEST_CASE("a human log is recognised by its messages") {
    CHECK(looksLikeHumanLog(kFull));
    CHECK(looksLikeHumanLog("x\n[INFO] validate checksum key=K - M: 1, checksum=ab"));
    CHECK(looksLikeHumanLog(success(1, "a", "1ns", "2ns")));
    CHECK_FALSE(looksLikeHumanLog("Fastest result was 3 ms - good\nstep 1\n"));
    CHECK_FALSE(looksLikeHumanLog(R"({"key":{"m":1},"fastest_index":0})"));
    CHECK_FALSE(looksLikeHumanLog(""));
}

TEST_CASE("a stop request ends the reading early") {
    std::stop_source stop;
    stop.request_stop();
    InternPool pool;
    CHECK(readHumanLog(kFull, "a.log", pool, stop.get_token()).decisions.empty());
}

TEST_CASE("a real human log and the decision log of the same process say the same") {
    const std::string shared = std::string(FLIPSCOPE_SHARED_DATA) + "/burn-0.22-h200/cached-run1";
    const bool whole = std::filesystem::exists(shared + "/autotune.log");
    for (const std::string& folder : {std::string(FLIPSCOPE_TEST_DATA "/human_log/cached-run1"), shared}) {
        if (folder == shared && !whole) continue;
        const std::size_t expected = folder == shared ? 42 : 4;
        InternPool pool;
        const ParsedHumanLog human = read(readFile(folder + "/autotune.log"), pool);
        const ParsedLog log = readDecisionLog(readFile(folder + "/decisions.jsonl"), false, "log", pool);
        CHECK(human.problemCount == 0);
        REQUIRE(human.decisions.size() == expected);
        REQUIRE(log.decisions.size() == expected);
        CHECK(human.validated.size() == expected);
        std::map<KeyIndex, std::string> checksums;
        for (std::size_t i = 0; i < expected; ++i) {
            const Decision& a = human.decisions[i];
            const Decision& b = log.decisions[i];
            checksums[a.key] = pool.checksumOf(a.set);
            CHECK(a.key == b.key);
            CHECK(a.set == b.set);
            CHECK(a.loggedWinner == b.loggedWinner);
            CHECK(a.usedWinner == b.usedWinner);
            CHECK(a.limit == b.limit);
            CHECK(a.launchOverhead == b.launchOverhead);
            CHECK(a.shortCircuitedBy == b.shortCircuitedBy);
            REQUIRE(a.bounds.size() == b.bounds.size());
            for (std::size_t j = 0; j < a.bounds.size(); ++j)
                CHECK(a.bounds[j].peakPerSecond == b.bounds[j].peakPerSecond);
            REQUIRE(a.measured.size() == b.measured.size());
            for (std::size_t j = 0; j < a.measured.size(); ++j) {
                CHECK(a.measured[j].index == b.measured[j].index);
                CHECK(a.measured[j].timing.mean == b.measured[j].timing.mean);
                CHECK(a.measured[j].timing.median == b.measured[j].timing.median);
                CHECK(a.measured[j].timing.min == b.measured[j].timing.min);
                CHECK(a.measured[j].timing.max == b.measured[j].timing.max);
            }
            REQUIRE(a.failed.size() == b.failed.size());
            for (std::size_t j = 0; j < a.failed.size(); ++j) {
                CHECK(a.failed[j].index == b.failed[j].index);
                CHECK((a.failed[j].status == b.failed[j].status));
                CHECK(a.failed[j].reason == b.failed[j].reason);
            }
        }
        for (const ValidatedChoice& choice : human.validated)
            CHECK(checksums.at(choice.key) == choice.checksum);
    }
}
