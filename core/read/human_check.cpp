#include "core/read/human_check.h"

#include "core/read/key_matcher.h"
#include "core/read/measurement_match.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace flipscope {

namespace {

std::vector<Decision> keysOf(const std::vector<Run>& processes) {
    std::vector<Decision> keys;
    for (const Run& process : processes) {
        for (const Decision& decision : process.decisions)
            keys.emplace_back().key = decision.key;
    }
    return keys;
}

using DecisionsByKey = std::unordered_map<KeyIndex, std::vector<const Decision*>>;

DecisionsByKey byKey(const std::vector<Run>& processes) {
    DecisionsByKey decisions;
    for (const Run& process : processes) {
        for (const Decision& decision : process.decisions)
            decisions[decision.key].push_back(&decision);
    }
    return decisions;
}

const Decision* sameTuning(const DecisionsByKey& decisions, KeyIndex key, const Decision& human) {
    const auto found = decisions.find(key);
    if (found == decisions.end()) return nullptr;
    const auto same = std::find_if(found->second.begin(), found->second.end(),
                                   [&](const Decision* decision) { return sameMediansWhereKnown(human, *decision); });
    return same != found->second.end() ? *same : nullptr;
}

void compareDecisions(const std::vector<Run>& processes, const ParsedHumanLog& log, const std::string& path,
                      KeyMatcher& keys, HumanCheck& check) {
    const DecisionsByKey decisions = byKey(processes);
    std::size_t same = 0;
    for (const Decision& human : log.decisions) {
        const std::optional<KeyIndex> key = keys.inLog(human.key);
        const Decision* logged = key ? sameTuning(decisions, *key, human) : nullptr;
        if (logged == nullptr) continue;
        ++same;
        if (!logged->loggedWinner || !human.loggedWinner || *logged->loggedWinner == *human.loggedWinner) continue;
        check.disagreements.push_back({logged->key, logged->set, *logged->loggedWinner, *human.loggedWinner,
                                       "the human log", path, logged->line});
    }
    check.ofOtherProcess = same == 0 && !log.decisions.empty();
}

// A process appends; what it validates behind the last decision it would have decided before, had it been the same one.
void countFound(const std::vector<Run>& processes, const ParsedHumanLog& log, bool isSource, KeyMatcher& keys,
                HumanCheck& check) {
    std::uint32_t lastLine = 0;
    for (const Decision& decision : log.decisions)
        lastLine = std::max(lastLine, decision.line);
    for (const Run& process : processes) {
        for (const Decision& decision : process.decisions) {
            if (isSource) lastLine = std::max(lastLine, decision.line);
        }
    }
    std::unordered_set<KeyIndex> later;
    std::unordered_set<KeyIndex> before;
    for (const ValidatedChoice& choice : log.validated) {
        const bool decided = keys.inLog(choice.key).has_value();
        if (choice.line > lastLine && (decided || lastLine == 0)) {
            later.insert(choice.key);
        } else if (!decided) {
            before.insert(choice.key);
        }
    }
    check.foundLater = later.size();
    check.foundBefore = before.size();
}

}  // namespace

HumanCheck checkHumanLog(const std::vector<Run>& processes, const ParsedHumanLog& log, const std::string& path,
                         bool isSource, const InternPool& pool) {
    HumanCheck check;
    KeyMatcher keys(keysOf(processes), pool);
    if (!isSource) compareDecisions(processes, log, path, keys, check);
    countFound(processes, log, isSource, keys, check);
    return check;
}

}  // namespace flipscope
