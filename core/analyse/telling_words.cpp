#include "core/analyse/telling_words.h"

#include "core/model/plain_text.h"

#include <algorithm>
#include <array>

namespace flipscope {

namespace {

constexpr std::array<std::string_view, 23> kOutcomeWords{
    "acc",        "accuracy", "auc",  "bleu",   "diverged", "error", "fail",    "failed",
    "fitness",    "inf",      "loss", "losses", "match",    "nan",   "pass",    "passed",
    "perplexity", "ppl",      "rmse", "reward", "rouge",    "score", "verlust",
};

}  // namespace

std::vector<std::string> wordsIn(std::string_view text) {
    std::vector<std::string> words;
    bool isInWord = false;
    for (const char c : text) {
        const char letter = lowerCase(c);
        const bool isLetter = letter >= 'a' && letter <= 'z';
        if (isLetter && !isInWord) words.emplace_back();
        if (isLetter) words.back() += letter;
        isInWord = isLetter;
    }
    return words;
}

std::string_view outcomeWordIn(std::string_view text) {
    std::string_view last;
    for (const std::string& word : wordsIn(text)) {
        const auto known = std::find(kOutcomeWords.begin(), kOutcomeWords.end(), word);
        if (known != kOutcomeWords.end()) last = *known;
    }
    return last;
}

}  // namespace flipscope
