#include "core/handover/handover_document.h"
#include "core/report/markdown_report.h"
#include "tests/support/bisection_fixture.h"
#include "tests/support/document_text.h"
#include "tests/support/suspects_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;
using namespace flipscope::testing;

namespace {

HandoverContent contentOf(const Dataset& dataset, const Analysis& analysis) {
    HandoverContent content{"", "1.0", dataset, analysis, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    content.environment = {{"GPU", {}}, {"driver", {{"580", 4}}}};
    content.options.paths = "data/runs";
    return content;
}

}  // namespace

TEST_CASE("the headline claims no more than there is") {
    const SuspectsFixture fixture = suspectsFixture();
    HandoverContent content = contentOf(fixture.report.dataset, fixture.report.analysis);
    CHECK(headlineOf(content) == "1 autotune choice changes between runs of one program");
    content.keys = {KeyIndex{0}};
    CHECK(headlineOf(content) == "flip: autotune picks different kernels in different runs");
    content.outcome = EnclosedOutcome{fixture.outcome, {}, fixture.result};
    CHECK(headlineOf(content) ==
          "flip: autotune picks different kernels in different runs; no choice goes with the outcome more than luck "
          "explains");
    content.outcome->suspects.suspects[0].pAdjusted = 0.01;
    content.outcome->suspects.suspects[0].tooFinelySplit = false;
    CHECK(headlineOf(content) == "flip: which kernel autotune picks goes with the outcome (not proven)");
    content.keys = {KeyIndex{1}};
    CHECK(headlineOf(content) == "steady: autotune picks different kernels in different runs");
}

TEST_CASE("the first screen has the answers, and what is not known is said") {
    const SuspectsFixture fixture = suspectsFixture();
    HandoverContent content = contentOf(fixture.report.dataset, fixture.report.analysis);
    content.keys = {KeyIndex{0}};
    content.outcome = EnclosedOutcome{fixture.outcome, {}, fixture.result};
    const std::string page = toMarkdown(handoverDocument(content));
    const std::string screen = page.substr(0, page.find("## Repeat it"));
    CHECK(holds(screen, "“clean” with 0 red (2 runs) and “exploded” with 1 green (2 runs)"));
    CHECK(holds(screen, "| chance | Luck alone gives evidence as strong as the strongest here in 33.3 %"));
    CHECK(holds(screen, "no choice was forced yet"));
    CHECK(holds(screen, "GPU: not recorded; driver: 580 (4 runs)"));
    CHECK(holds(page, "The command that was run is not recorded."));
    CHECK(!holds(page, "## What was read"));
    content.command = {"…/train", "--tag", "a b"};
    content.title = "My <title>";
    const std::string titled = toMarkdown(handoverDocument(content));
    CHECK(holds(titled, "with paths taken out; it cannot be run as it stands: …/train --tag 'a b'"));
    content.command = {"train"};
    CHECK(holds(toMarkdown(handoverDocument(content)), "The command that was run:\n\n    train\n"));
    CHECK(titled.starts_with("# My \\<title\\>\n"));
}

TEST_CASE("a proof is told with its runs, one that failed too") {
    BisectionFixture fixture;
    fixture.addTrial({}, TrialOutcome::good);
    fixture.addTrial({0}, TrialOutcome::bad);
    const Analysis analysis = analyse(fixture.dataset).value();
    HandoverContent content = contentOf(fixture.dataset, analysis);
    TrialProof proof{fixture.plan, fixture.bisection, std::nullopt, false};
    proof.bisection.answer = {BisectVerdict::undecided, BisectReason::outcomeVaries, {}, {}};
    content.proofs = {proof};
    content.keys = {KeyIndex{0}};
    CHECK(provenIn(content.proofs) == nullptr);
    CHECK(holds(toMarkdown(handoverDocument(content)), "Undecided: with the same choices"));
    proof.bisection.answer = {BisectVerdict::proven, BisectReason::bothWays, {{0}}, {}};
    content.proofs.push_back(proof);
    CHECK(provenIn(content.proofs) == &content.proofs[1]);
    const std::string page = toMarkdown(handoverDocument(content));
    CHECK(holds(page, "key1: which kernel autotune picks changes the outcome \\(proven by forcing it\\)") ==
          false);  // parentheses need no escape
    CHECK(holds(page, "key1: which kernel autotune picks changes the outcome (proven by forcing it)"));
    CHECK(holds(page, "Proven: "));
    CHECK(holds(page, "(2 runs with forced choices.)"));
    content.proofs[1].bisection.stopped = true;
    CHECK(provenIn(content.proofs) == nullptr);
    CHECK(viewOf(content, content.proofs[0]).paths == std::vector<std::string>{"data/runs/run1", "data/runs/run2"});
    content.proofs[0].isJudged = true;
    CHECK(viewOf(content, content.proofs[0]).paths.empty());
}
