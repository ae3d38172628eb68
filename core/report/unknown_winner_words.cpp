#include "core/report/unknown_winner_words.h"

#include "core/report/format.h"
#include "core/report/names.h"

namespace flipscope {

std::string unknownWinnersSentence(const Dataset& dataset, const UnknownWinners& unknown) {
    if (unknown.keys.empty()) return {};
    constexpr std::size_t kKeysNamed = 4;
    std::vector<std::string> ids;
    for (const KeyIndex key : unknown.keys)
        ids.push_back(printable(keyId(dataset, key)));
    std::string reasons;
    const auto add = [&](std::size_t keys, const char* words) {
        if (keys > 0) reasons += (reasons.empty() ? "" : "; ") + plural(keys, "key", "keys") + ": " + words;
    };
    add(unknown.notProvable, "the log names a winner that the tuner may have eliminated");
    add(unknown.notDecided, "no candidate was chosen");
    add(unknown.choicesCached, "the choice came from a cache that does not say which");
    add(unknown.contradictory, "decided several times in one run, with different winners");
    add(unknown.severalSets, "decided several times in one run, from different candidates");
    add(unknown.setChanged, "other candidates in some runs");
    const bool one = unknown.keys.size() == 1;
    return "Whether " + plural(unknown.keys.size(), "key flips", "keys flip") + " (" + joinList(ids, kKeysNamed) +
           ") cannot be told, because in some runs " + (one ? "its" : "their") +
           " winner is not known or cannot be compared (" + reasons + ").";
}

std::string noFlipSentence(const UnknownWinners& unknown) {
    if (unknown.keys.empty())
        return "No key flips among the labelled runs: no autotune choice can go with this outcome.";
    return "Cannot tell: no key is seen to flip among the labelled runs, but for " +
           plural(unknown.keys.size(), "key", "keys") + " that is not known.";
}

}  // namespace flipscope
