#include "core/rerun/product_names.h"

#include <algorithm>
#include <array>
#include <vector>

namespace flipscope {

namespace {

bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// Without what people leave out or write differently.
std::string squeezed(std::string_view words) {
    constexpr std::array<std::string_view, 5> kSilent = {"nvidia", "geforce", "tesla", "gpu", "generation"};
    std::string all, word;
    const auto endWord = [&] {
        if (std::find(kSilent.begin(), kSilent.end(), word) == kSilent.end()) all += word;
        word.clear();
    };
    for (const char c : words) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (isWordCharacter(lower)) {
            word += lower;
        } else if (lower == ' ' || lower == '-') {
            endWord();
        } else {
            return {};  // no product is written so, but files are
        }
    }
    endWord();
    return all;
}

// Compute capability 7.5: the publication models none of them.
constexpr std::array<std::string_view, 10> kTuring = {
    "T4",       "RTX 2060",       "RTX 2060 SUPER", "RTX 2070",  "RTX 2070 SUPER",
    "RTX 2080", "RTX 2080 SUPER", "RTX 2080 Ti",    "TITAN RTX", "Turing"};

}  // namespace

bool meansProduct(std::string_view words, std::string_view product) {
    const std::string given = squeezed(words), named = squeezed(product);
    if (given.empty()) return false;
    return given == named || (given.front() >= '0' && given.front() <= '9' && "rtx" + given == named);
}

const CardNumbers* builtInCardNamed(std::string_view words) {
    const std::vector<CardNumbers>& cards = builtInCards();
    const auto found =
        std::find_if(cards.begin(), cards.end(), [&](const CardNumbers& card) { return namesCard(card, words); });
    return found == cards.end() ? nullptr : &*found;
}

std::string kinshipInWords(const CardNumbers& card, std::string_view words) {
    const auto means = [&](const std::string& product) { return meansProduct(words, product); };
    const bool measured = std::any_of(card.products.begin(), card.products.end(), means);
    if (measured || std::none_of(card.sameGeneration.begin(), card.sameGeneration.end(), means)) return {};
    std::string published;
    for (const std::string& product : card.products)
        published += (published.empty() ? "" : &product == &card.products.back() ? " and " : ", ") + product;
    return std::string(words) + ": numbers of " + card.name + ", as published for " + published +
           "; none was measured on this product itself.";
}

std::optional<std::string_view> generationWithoutNumbers(std::string_view words) {
    const bool isTuring =
        std::any_of(kTuring.begin(), kTuring.end(), [&](auto product) { return meansProduct(words, product); });
    return isTuring ? std::optional<std::string_view>("Turing") : std::nullopt;
}

}  // namespace flipscope
