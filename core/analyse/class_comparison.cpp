#include "core/analyse/class_assumptions.h"
#include "core/analyse/class_rules.h"
#include "core/analyse/numerical_class.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace flipscope {

namespace {

enum class Answer : std::uint8_t { refused, unknown, same, different };

struct Finding {
    Answer answer = Answer::refused;
    std::string_view because;
    const NamedCandidate* who = nullptr;
};

struct Question {
    const MatmulProblem& problem;
    const std::vector<NamedCandidate>& candidates;
    std::vector<Card> cards;
    std::vector<CodeGenerator> generators;
    std::vector<unsigned> powersOfTwoInK;  // the known one, or all that the bucket allows
    // Whether the others may settle it alone where some are refused: only that they differ is certain then.
    bool leavesOutRefused = false;
};

// Under full knowledge. Two known classes that differ settle it even beside an unknown one.
Finding ask(const Question& q, Card card, CodeGenerator generator, unsigned powerOfTwoInK) {
    Finding finding{Answer::same, {}, nullptr};
    Finding refusal;
    std::optional<ClassCode> first;
    for (const NamedCandidate& candidate : q.candidates) {
        const ClassRuling ruling = ruleClass(q.problem, candidate.family, card, generator, powerOfTwoInK);
        if (ruling.kind == ClassRuling::Kind::refused) {
            if (refusal.who == nullptr) refusal = {Answer::refused, ruling.because, &candidate};
            if (!q.leavesOutRefused) return refusal;
            continue;
        }
        if (ruling.kind == ClassRuling::Kind::unknown) {
            if (finding.answer == Answer::same) finding = {Answer::unknown, ruling.because, &candidate};
            continue;
        }
        if (first && *first != ruling.code) finding.answer = Answer::different;
        if (!first) first = ruling.code;
    }
    return refusal.who != nullptr && finding.answer != Answer::different ? refusal : finding;
}

// Over the code generators that can build all candidates.
Finding askGenerators(const Question& q, Card card, unsigned powerOfTwoInK) {
    Finding all;
    for (const CodeGenerator generator : q.generators) {
        const Finding one = ask(q, card, generator, powerOfTwoInK);
        if (all.answer == Answer::refused || one.answer == Answer::unknown) {
            if (one.answer != Answer::refused || all.who == nullptr) all = one;
        } else if (one.answer != Answer::refused && one.answer != all.answer && all.answer != Answer::unknown) {
            all = {Answer::unknown, "it depends on the code generator", nullptr};
        }
    }
    return all;
}

bool dependsOnK(const Question& q, Card card, const std::vector<unsigned>& powers) {
    const Answer first = askGenerators(q, card, powers.front()).answer;
    return std::any_of(powers.begin(), powers.end(),
                       [&](unsigned power) { return askGenerators(q, card, power).answer != first; });
}

Finding askCard(const Question& q, Card card) {
    if (dependsOnK(q, card, q.powersOfTwoInK)) {
        return {Answer::unknown, "it hangs on k, of which the key holds only the bucket", nullptr};
    }
    return askGenerators(q, card, q.powersOfTwoInK.front());
}

std::vector<unsigned> everyPowerOfTwoIn(const MatmulProblem& problem) {
    std::vector<unsigned> powers;
    for (unsigned power = 0; power <= largestPowerOfTwoInK(problem); ++power)
        powers.push_back(power);
    return powers;
}

Question questionOf(const MatmulProblem& problem, const std::vector<NamedCandidate>& candidates,
                    const ClassAssumptions& assumptions) {
    Question q{problem, candidates, {kAllCards.begin(), kAllCards.end()}, {}, everyPowerOfTwoIn(problem)};
    q.generators.assign(kAllCodeGenerators.begin(), kAllCodeGenerators.end());
    if (assumptions.card) q.cards = {*assumptions.card};
    if (assumptions.codeGenerator) q.generators = {*assumptions.codeGenerator};
    if (const auto power = knownPowerOfTwoInK(problem)) q.powersOfTwoInK = {*power};
    return q;
}

std::string inWords(const Finding& finding) {
    if (finding.who == nullptr) return std::string(finding.because);
    return finding.who->label() + ": " + std::string(finding.because);
}

struct ByCard {
    ClassStatement statement;
    Finding unknown, refused;  // the last one of each kind: of the newest card
};

ByCard askEveryCard(const Question& q) {
    ByCard result;
    for (const Card card : q.cards) {
        const Finding finding = askCard(q, card);
        switch (finding.answer) {
            case Answer::same:
                result.statement.sameOn.push_back(card);
                break;
            case Answer::different:
                result.statement.differentOn.push_back(card);
                break;
            case Answer::unknown:
                result.unknown = finding;
                break;
            case Answer::refused:
                result.refused = finding;
                break;
        }
    }
    return result;
}

// What was taken for granted, in words, once the answer stands.
void stateAssumptions(ClassStatement& statement, const Question& q) {
    AnswerContext context{q.problem, q.candidates, statement.sameOn, {}, {}, {}};
    context.cards.insert(context.cards.end(), statement.differentOn.begin(), statement.differentOn.end());
    std::sort(context.cards.begin(), context.cards.end());
    context.different = !statement.differentOn.empty();
    for (const CodeGenerator generator : q.generators) {
        for (const Card card : context.cards) {
            if (ask(q, card, generator, q.powersOfTwoInK.front()).answer == Answer::refused) continue;
            context.generators.push_back(generator);
            break;
        }
    }
    const bool known = q.powersOfTwoInK.size() == 1 && !context.cards.empty();
    if (known && dependsOnK(q, context.cards.back(), everyPowerOfTwoIn(q.problem))) {
        context.powerOfTwoInK = q.powersOfTwoInK.front();
    }
    statement.assumptions = assumptionsInWords(context);
}

// The candidates that no code generator asked about can build for these cards, each with the reason.
std::vector<std::string> leftOutInWords(const Question& q, const std::vector<Card>& cards) {
    std::vector<std::string> words;
    for (const NamedCandidate& candidate : q.candidates) {
        std::string_view because;
        bool runs = false;
        for (const Card card : cards) {
            for (const CodeGenerator generator : q.generators) {
                const ClassRuling ruling =
                    ruleClass(q.problem, candidate.family, card, generator, q.powersOfTwoInK.front());
                runs = runs || ruling.kind != ClassRuling::Kind::refused;
                if (because.empty()) because = ruling.because;
            }
        }
        if (!runs) words.push_back(candidate.label() + ": " + std::string(because));
    }
    return words;
}

ClassStatement unknownStatement(std::string because) {
    ClassStatement statement;
    statement.unknownBecause = std::move(because);
    return statement;
}

ClassStatement oneCandidate(const NamedCandidate& candidate, const ClassAssumptions& assumptions) {
    if (candidate.family.kind == CandidateFamily::Kind::fallback ||
        candidate.name.find("fallback") != std::string::npos) {
        return unknownStatement(candidate.label() + ": it computes what another tuner's winner computes");
    }
    ClassStatement statement;
    statement.answer = ClassAnswer::sameBits;
    statement.sameOn.assign(kAllCards.begin(), kAllCards.end());
    if (assumptions.card) statement.sameOn = {*assumptions.card};
    statement.assumptions = {"one candidate in every run", "a kernel that repeats its own bits"};
    return statement;
}

}  // namespace

ClassStatement compareClasses(const TuningKey& key, const CandidateSet& set,
                              const std::vector<CandidateIndex>& candidates, const ClassAssumptions& assumptions) {
    const std::vector<NamedCandidate> named = nameCandidates(set, candidates);
    if (named.empty()) return unknownStatement("no winner is known");
    if (named.size() == 1) return oneCandidate(named.front(), assumptions);
    if (!key.matmul) return unknownStatement("classes are known for matmul kernels only");
    Question question = questionOf(*key.matmul, named, assumptions);
    ByCard byCard = askEveryCard(question);
    if (byCard.statement.sameOn.empty() && byCard.statement.differentOn.empty() &&
        byCard.refused.answer == Answer::refused && byCard.refused.who != nullptr) {
        question.leavesOutRefused = true;
        if (ByCard others = askEveryCard(question); !others.statement.differentOn.empty()) {
            byCard = std::move(others);
            byCard.statement.leftOut = leftOutInWords(question, byCard.statement.differentOn);
        }
    }
    ClassStatement& statement = byCard.statement;
    if (statement.sameOn.empty() && statement.differentOn.empty()) {
        return unknownStatement(inWords(byCard.unknown.answer == Answer::unknown ? byCard.unknown : byCard.refused));
    }
    statement.answer = statement.differentOn.empty() ? ClassAnswer::sameBits
                       : statement.sameOn.empty()    ? ClassAnswer::differentBits
                                                     : ClassAnswer::dependsOnCard;
    stateAssumptions(statement, question);
    return std::move(statement);
}

}  // namespace flipscope
