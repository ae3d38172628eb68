#pragma once

#include "core/analyse/card.h"
#include "core/model/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What the numbers of a card rest on, weakest first.
enum class CardEvidence : std::uint8_t {
    emulatedDevice,    // calibrated on an emulator: says nothing about hardware
    publicationOnly,   // the publication's model, not checked against hardware here
    publishedVectors,  // equal to published results of single instructions on the hardware
    kernelChecksums,   // equal to checksums of whole kernels on the hardware
};

struct CardOperands {
    ElementType type = ElementType::f32;  // f32 stands for TF32
    TensorCore core;
    CardEvidence evidence = CardEvidence::publicationOnly;
    std::string note;  // what else to know, may be empty
};

// The numbers of one card or family, from a card file. The generation decides what the card can run at all.
struct CardNumbers {
    std::string name;
    Card generation = Card::hopper;
    std::vector<std::string> products;        // on which the numbers were measured, by the source or here
    std::vector<std::string> sameGeneration;  // products that are taken to have the same numbers
    std::string source;
    std::vector<CardOperands> operands;  // each type once

    // Null when the card has no tensor core for these operands.
    [[nodiscard]] const CardOperands* find(ElementType type) const;
};

// "publicationOnly" and so on, as in card files.
[[nodiscard]] std::string_view toString(CardEvidence evidence);

[[nodiscard]] std::optional<CardEvidence> cardEvidenceFromString(std::string_view name);

// "towardZero", "nearestEven", as in card files.
[[nodiscard]] std::string_view toString(FinalRounding rounding);

// Bytes of a card's name in its file, at most.
inline constexpr std::size_t kLongestCardName = 200;

// A card file: one JSON object, see resources/cards; members it does not know are ignored. Its name is neither blank
// nor longer than kLongestCardName. `source` names the text in errors.
[[nodiscard]] Result<CardNumbers> parseCard(std::string_view json, const std::string& source);

// The cards that come with the program, oldest generation first.
[[nodiscard]] const std::vector<CardNumbers>& builtInCards();

// A card file's text: what parseCard reads.
[[nodiscard]] std::string cardText(const CardNumbers& card);

// The generation by whose rules a card of this compute capability ("9.0") is run; of one newer than all that are known
// the newest. Null for older ones and for what is no capability.
[[nodiscard]] std::optional<Card> generationOfCapability(std::string_view capability);

// The built-in card that a GPU is, by a product in its name ("NVIDIA H200"), else by its compute capability. Null where
// its numbers are not known.
[[nodiscard]] const CardNumbers* builtInCardOf(std::string_view deviceName, std::string_view capability);

// Whether the words are the card's name, upper and lower case being equal, or mean one of its products or of the same
// generation (meansProduct in product_names.h).
[[nodiscard]] bool namesCard(const CardNumbers& card, std::string_view words);

// The cards that are built in with their products: "Hopper (H100, H200); …".
[[nodiscard]] std::string knownCardsInWords();

// The built-in card by name, generation or product ("hopper", "H200", "RTX 5060 Ti"), as namesCard takes them; else the
// card file at this path, or what a pipe gives (see given_file.h), of at most 1 MiB.
[[nodiscard]] Result<CardNumbers> findCard(const std::string& nameOrPath);

}  // namespace flipscope
