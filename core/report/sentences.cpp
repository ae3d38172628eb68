#include "core/report/sentences.h"

#include "core/report/format.h"

namespace flipscope {

std::string_view toString(Verdict verdict) {
    switch (verdict) {
        case Verdict::cannotTell:
            return "cannotTell";
        case Verdict::coinFlip:
            return "coinFlip";
        case Verdict::realWin:
            return "realWin";
        case Verdict::disturbed:
            return "disturbed";
    }
    return "cannotTell";
}

std::string_view toString(VerdictReason reason) {
    switch (reason) {
        case VerdictReason::nothingMeasuredInCommon:
            return "nothingMeasuredInCommon";
        case VerdictReason::noWinnerKnown:
            return "noWinnerKnown";
        case VerdictReason::noBandsAndFewPairs:
            return "noBandsAndFewPairs";
        case VerdictReason::candidateSetChanged:
            return "candidateSetChanged";
        case VerdictReason::onlyOneCandidate:
            return "onlyOneCandidate";
        case VerdictReason::noFavouriteOverRuns:
            return "noFavouriteOverRuns";
        case VerdictReason::bandsOverlap:
            return "bandsOverlap";
        case VerdictReason::favouriteChosenAlways:
            return "favouriteChosenAlways";
        case VerdictReason::favouriteNotAlwaysChosen:
            return "favouriteNotAlwaysChosen";
        case VerdictReason::bandsApartInAll:
            return "bandsApartInAll";
        case VerdictReason::bandsDisagree:
            return "bandsDisagree";
    }
    return "nothingMeasuredInCommon";
}

std::string_view toString(WinnerSource source) {
    switch (source) {
        case WinnerSource::database:
            return "database";
        case WinnerSource::log:
            return "log";
        case WinnerSource::humanLog:
            return "humanLog";
        case WinnerSource::none_keyAbsent:
            return "keyAbsent";
        case WinnerSource::none_notProvable:
            return "notProvable";
        case WinnerSource::none_notDecided:
            return "notDecided";
        case WinnerSource::none_choicesCached:
            return "choicesCached";
        case WinnerSource::none_contradictory:
            return "contradictory";
        case WinnerSource::none_severalSets:
            return "severalSets";
    }
    return "notDecided";
}

std::string_view toString(ClassAnswer answer) {
    switch (answer) {
        case ClassAnswer::sameBits:
            return "sameBits";
        case ClassAnswer::differentBits:
            return "differentBits";
        case ClassAnswer::dependsOnCard:
            return "dependsOnCard";
        case ClassAnswer::unknown:
            return "unknown";
    }
    return "unknown";
}

std::string_view verdictInWords(Verdict verdict) {
    switch (verdict) {
        case Verdict::cannotTell:
            return "cannot tell";
        case Verdict::coinFlip:
            return "coin flip";
        case Verdict::realWin:
            return "real win";
        case Verdict::disturbed:
            return "disturbed";
    }
    return "cannot tell";
}

std::string candidateLabel(const CandidateSet& set, CandidateIndex candidate) {
    std::string index = std::to_string(candidate.value);
    if (candidate.value >= set.names.size()) return index;
    return index + ' ' + printable(set.names[candidate.value]);
}

std::string winnerSourceSentence(WinnerSource source) {
    switch (source) {
        case WinnerSource::database:
            return "The environment database of this run holds this choice.";
        case WinnerSource::log:
            return "The decision log names this choice.";
        case WinnerSource::humanLog:
            return "The human-readable autotune log names this choice.";
        case WinnerSource::none_keyAbsent:
            return "This run never tuned the key.";
        case WinnerSource::none_notProvable:
            return "The log names a winner that the tuner may have eliminated, and no database of this run tells which "
                   "one was used.";
        case WinnerSource::none_notDecided:
            return "No candidate was chosen: all of them failed, or none was named.";
        case WinnerSource::none_choicesCached:
            return "This run logged no decision for the key: the choice came from a cache that does not say which.";
        case WinnerSource::none_contradictory:
            return "The key was decided several times in this run, with different winners.";
        case WinnerSource::none_severalSets:
            return "The key was decided several times in this run, by different candidate sets, whose winners cannot "
                   "be "
                   "compared.";
    }
    return {};
}

std::string_view verdictCaveats() {
    return "Winners were picked by the same timings that are compared here, which favours them. Candidates dropped "
           "early "
           "have few samples, and not at random. The tuner ranks by 0.8 × minimum + 0.2 × median, so a winner need not "
           "have the lowest median.";
}

}  // namespace flipscope
