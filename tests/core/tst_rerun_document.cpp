#include "core/report/rerun_report.h"
#include "core/report/text_report.h"
#include "tests/support/document_text.h"
#include "tests/support/rerun_fixture.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace flipscope;
using test::holds;

namespace {

std::string textOf(const RerunReport& report, const std::vector<std::size_t>& winners) {
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    std::vector<RerunCandidate> named;
    for (const std::size_t winner : winners)
        named.push_back(report.rounds[0].results[winner].candidate);
    RerunView view{"matmul (1234)", "Hopper", named, report, findings};
    view.keyId = "1234";
    return test::textOf(rerunDocument(view));
}

}  // namespace

TEST_CASE("the answer about the winners comes first, and says what it rests on") {
    const RerunReport report = test::smallRerun();
    CHECK(
        textOf(report, {0, 1}).starts_with("By the model of the card, all winners of this key compute the same bits"));
    CHECK(holds(textOf(report, {0, 2}), "the winners of this key compute different bits"));
    CHECK(holds(textOf(report, {0, 3}), "cannot be told"));
    CHECK(!holds(textOf(report, {0}), "winners"));
    RerunReport real = report;
    for (RerunResult& result : real.rounds[0].results)
        result.means = RerunMeans::real;
    CHECK(textOf(real, {0, 1}).starts_with("All winners of this key compute the same bits"));
}

TEST_CASE("each candidate has its class, verdict and reason, and hostile words are harmless") {
    const std::string text = textOf(test::smallRerun(), {0, 1});
    CHECK(holds(text, "0 a|A|same bits|the baseline|1.0e-08|abcdef01|f32/ascending|"));
    CHECK(holds(text, "1 b|A|same bits|as the baseline|"));
    CHECK(holds(text, "2 c|B|other bits, within rounding|"));
    CHECK(holds(text, "3 d|–|refused|it does not like \\x1B[31m this|–|"));
    CHECK(holds(text, "4 e|A|writes outside|12 bytes outside the buffers changed|"));
    CHECK(holds(text, "8×8×64 f32, seeds 1 and 2"));
}

TEST_CASE("errors in a row say what they are of, and the largest over the inputs stands") {
    RerunReport report = test::smallRerun();
    report.rounds.push_back(report.rounds[0]);
    report.rounds[1].request.lhsSeed = 3;
    report.rounds[1].request.rhsSeed = 4;
    report.rounds[1].results[2].errors[0].largest = 4e-8;
    report.rounds[1].results[2].errors[0].largestBeyondRounding = 4e-8;
    const std::string text = textOf(report, {0, 2});
    CHECK(holds(text, "2 c|B|other bits, 4.0 times less exact|sums off by 4.0e-08, 1.5e-05 allowed|4.0e-08|"));
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    std::string whole = toText(rerunDocument({"matmul", "Hopper", {}, report, findings}));
    std::replace(whole.begin(), whole.end(), '\n', ' ');
    CHECK(holds(whole, "  whole error  "));
    CHECK(holds(whole, "whole error: against the exact product of the operands as they are"));
    CHECK(holds(whole, "computed as: f32/ascending (f32, one sum in ascending k by FMA)."));
    CHECK(holds(text,
                "2 c (operands as they are) is less exact than 0 a (operands as they are): whole error up to "
                "4.0e-08 of |A||B| against 1.0e-08, 4.0 times as large."));
}

TEST_CASE("where nothing ran, the cause stands first, and what can be done without a GPU") {
    RerunReport report = test::smallRerun();
    report.failure = "the worker has no device to run on; no GPU can be used: \x1b[31m";
    report.hello->means = RerunMeans::replica;
    for (RerunResult& result : report.rounds[0].results) {
        result.status = RerunStatus::notRun;
        result.because = report.failure;
    }
    const std::string text = textOf(report, {0, 1});
    CHECK(text.starts_with("Nothing was run: the worker has no device to run on; no GPU can be used: \\x1B[31m.\n"));
    CHECK(holds(text, "--card hopper"));
    CHECK(holds(text, "|not run|"));
    CHECK(!holds(text, "notRun"));
    CHECK(!holds(text, "has bits of its own"));
    report.hello->means = RerunMeans::emulated;
    CHECK(!holds(textOf(report, {0, 1}), "--card hopper"));
}

TEST_CASE("whose numbers an emulated card has is said in words") {
    const RerunReport report = test::smallRerun();
    const RerunFindings findings = findingsOf(report, std::nullopt);
    RerunView view{"matmul", describedDevice(report.hello->devices[0]), {}, report, findings};
    view.cardNote = "RTX 4090: numbers of Ada";
    const std::string text = test::textOf(rerunDocument(view));
    CHECK(holds(text, "flipscope-worker on Hopper (numbers: whole kernels checked), for the kernels of CUDA C++."));
    CHECK(holds(text, "RTX 4090: numbers of Ada"));
}

TEST_CASE("what was found on another shape names that shape") {
    const std::string text = textOf(test::realRerun(), {});
    CHECK(holds(text, "1 b|refused|shapes of this key: 8×8×63 (left stride 65)|k must be even|"));
    CHECK(holds(text, "3 d|refused|shapes of this key: all that were tried|it does not like"));
    CHECK(holds(text, "4 e|writes outside|shapes of this key: 8×8×64|12 bytes outside the buffers changed|"));
    CHECK(holds(text, "Blocklist: 1 b, 3 d and 4 e"));
    RerunReport report = test::realRerun();
    std::swap(report.rounds[0].results[4].guardBytesChanged, report.rounds[1].results[4].guardBytesChanged);
    CHECK(holds(textOf(report, {}), "changed (on 8×8×63 (left stride 65))|"));
}

TEST_CASE("winners that differ only where the key does not stand are told apart from a flip that changes bits") {
    RerunReport report = test::realRerun();
    report.rounds[1].request.place = BucketPlace::outside;
    report.rounds[1].request.check = RerunCheck::narrow;
    report.rounds[1].results[1].status = RerunStatus::ok;
    report.rounds[1].results[1].checksum = 77;
    CHECK(holds(textOf(report, {0, 1}),
                "All winners of this key compute the same bits on the inputs tried that it stands "
                "for. On others they differ: 8×8×63"));
    report.rounds[1].request.place = BucketPlace::inside;
    CHECK(textOf(report, {0, 1}).starts_with("The winners of this key compute different bits"));
}

TEST_CASE("the checksum is of the first input, or says of which") {
    RerunReport report = test::realRerun();
    report.rounds[1].request.problem.k = 64;
    report.rounds[1].request.placement = {};
    report.rounds[1].request.lhsSeed = 3;
    report.rounds[1].request.rhsSeed = 4;
    report.rounds[1].results[2].checksum = 0x77;
    report.rounds[0].results[2].checksum = report.rounds[0].results[0].checksum;
    report.rounds[1].results[3].status = RerunStatus::ok;
    report.rounds[1].results[3].checksum = 0x7777777777777777;
    const std::string text = textOf(report, {});
    CHECK(holds(text,
                "2 c|B|other bits, within rounding|sums off by 1.0e-08, 1.5e-05 allowed with operands as they are (on "
                "seeds 3 and 4)|1.0e-08|abcdef01|"));
    CHECK(holds(text, "|77777777 (on seeds 3 and 4)|"));
}

TEST_CASE("what came about in several ways says so, and a model's faults block nobody") {
    RerunReport report = test::realRerun();
    for (RerunRound& round : report.rounds) {
        round.results.resize(3);
        round.results[1].status = RerunStatus::ok;
        round.results[2].means = RerunMeans::emulated;
    }
    CHECK(holds(textOf(report, {}), "some are of the candidates themselves and some emulated on a processor"));
    CHECK(textOf(report, {0, 1}).starts_with("All winners"));
    CHECK(textOf(report, {0, 2}).starts_with("In part by the model of the card, the winners"));
    const RerunFindings findings = findingsOf(report, std::nullopt);
    const std::string text = test::textOf(rerunDocument({"m", "d", {}, report, findings, nullptr, {}, "list"}));
    CHECK(holds(text, "Nothing was found against the candidates that ran themselves; of the others"));
}

TEST_CASE("candidates whose worker was lost are named beside the blocklist, not on it") {
    RerunReport report = test::realRerun();
    for (RerunRound& round : report.rounds) {
        round.results[3].status = RerunStatus::failed;
        round.results[3].byAsker = true;
    }
    const std::string text = textOf(report, {});
    CHECK(holds(text, "Blocklist: 1 b and 4 e."));
    CHECK(holds(text, "Not on the blocklist: 3 d. The worker was lost or silent meanwhile"));
}

TEST_CASE("a blocklist that was asked for is told, and why it is empty") {
    const auto paragraphs = [](const RerunReport& report) {
        const RerunFindings findings = findingsOf(report, std::nullopt);
        return test::textOf(rerunDocument({"matmul", "H200", {}, report, findings, nullptr, {}, "list\x1b.json"}));
    };
    CHECK(holds(paragraphs(test::realRerun()), "Blocklist (written to list\\x1B.json): 1 b, 3 d and 4 e"));
    CHECK(holds(paragraphs(test::smallRerun()), "empty, for the candidates themselves did not run"));
    RerunReport sound = test::realRerun();
    sound.rounds.pop_back();
    sound.rounds[0].results.resize(3);
    CHECK(holds(paragraphs(sound), "empty, for nothing was found against the candidates"));
}

TEST_CASE("nobody can be on a blocklist who did not run") {
    CHECK(blocklistFault(test::realRerun()).empty());
    CHECK(holds(blocklistFault(test::smallRerun()), "did not run"));
    RerunReport lost = test::realRerun();
    for (RerunRound& round : lost.rounds) {
        for (RerunResult& result : round.results)
            result.status = RerunStatus::notRun;
    }
    CHECK(blocklistFault(lost) == "the worker gave no result of any candidate");
}

TEST_CASE("candidates of the worker's own are said to be none of the set") {
    RerunReport report = test::realRerun();
    const auto note = [&] {
        const RerunFindings findings = findingsOf(report, std::nullopt);
        const Document document = rerunDocument({"m", "d", {}, report, findings});
        for (const Block& block : document.blocks) {
            if (const auto* table = std::get_if<Table>(&block)) return table->note;
        }
        return std::string();
    };
    CHECK(!holds(note(), "the worker's own"));
    for (RerunRound& round : report.rounds)
        round.results[2].candidate = {std::nullopt, "cublaslt_0"};
    CHECK(holds(note(), "A candidate without a number is the worker's own, not of the set."));
}

TEST_CASE("a worker that failed is told") {
    RerunReport report = test::smallRerun();
    report.failure = "3 workers in a row gave no result";
    report.workersLost = 3;
    const std::string text = textOf(report, {});
    CHECK(holds(text, "The worker failed: 3 workers in a row gave no result"));
    CHECK(holds(text, "3 workers were lost on the way"));
}

TEST_CASE("another worker is said to have been started only where something was left for it") {
    RerunReport report = test::realRerun();
    report.workersLost = 1;
    CHECK(holds(textOf(report, {}), "1 worker was lost on the way; another was started for the rest."));
    RerunResult& last = report.rounds.back().results.back();
    last.status = RerunStatus::failed;
    last.byAsker = true;
    CHECK(holds(textOf(report, {}), "1 worker was lost on the way."));
    report.workersLost = 3;
    CHECK(holds(textOf(report, {}), "3 workers were lost on the way."));
}

TEST_CASE("the factor of the bound on errors is stated, where an error was held against it") {
    RerunReport report = test::smallRerun();
    CHECK(holds(textOf(report, {}), "an error above 4·γ_k·|A||B|"));
    for (RerunResult& result : report.rounds[0].results)
        result.errors.clear();
    CHECK(!holds(textOf(report, {}), "γ_k"));
}

TEST_CASE("of a run without a device nothing is said to have run") {
    RerunReport report = test::realRerun();
    report.hello->devices.clear();
    report.failure = "the worker has no device to run on; a driver is missing";
    for (RerunRound& round : report.rounds) {
        for (RerunResult& result : round.results) {
            RerunResult notRun;
            notRun.candidate = result.candidate;
            notRun.because = report.failure;
            notRun.means = RerunMeans::real;
            notRun.byAsker = true;
            result = notRun;
        }
    }
    const std::string text = textOf(report, {0, 1});
    CHECK(holds(text, "Nothing was run: the worker has no device to run on; a driver is missing"));
    CHECK(!holds(text, "themselves"));
    CHECK(!holds(text, " ran"));
    CHECK(holds(text, "0 a|–|not run|"));
}
