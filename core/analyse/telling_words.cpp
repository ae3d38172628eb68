#include "core/analyse/telling_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>

namespace flipscope {

namespace {

constexpr std::array<std::string_view, 23> kOutcomeWords{
    "acc",        "accuracy", "auc",  "bleu",   "diverged", "error", "fail",    "failed",
    "fitness",    "inf",      "loss", "losses", "match",    "nan",   "pass",    "passed",
    "perplexity", "ppl",      "rmse", "reward", "rouge",    "score", "verlust",
};

[[nodiscard]] bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

std::string_view outcomeWordIn(std::string_view text) {
    std::string word;
    std::string_view last;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && isLetter(text[i])) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
            continue;
        }
        const auto known = std::find(kOutcomeWords.begin(), kOutcomeWords.end(), word);
        if (known != kOutcomeWords.end()) last = *known;
        word.clear();
    }
    return last;
}

}  // namespace flipscope
