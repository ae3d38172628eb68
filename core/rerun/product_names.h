#pragma once

#include "core/rerun/card_file.h"

#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// Whether somebody who writes `words` means the product: case, spaces and hyphens aside, with or without the maker's
// words ("NVIDIA GeForce RTX 4090", "rtx4090"), and of the RTX products also by the number alone ("4090").
[[nodiscard]] bool meansProduct(std::string_view words, std::string_view product);

// The built-in card that the words name (namesCard); null where none is. Lives for ever. Thread rule: any thread.
[[nodiscard]] const CardNumbers* builtInCardNamed(std::string_view words);

// "RTX 4090: numbers of Ada, as published for L40S; …" where the words name a product of the generation that no number
// of the card was measured on; else empty. The words come back as they were given: not printable.
[[nodiscard]] std::string kinshipInWords(const CardNumbers& card, std::string_view words);

// The generation of a product whose generation has no numbers here ("Turing" of "RTX 2080"); null where it has, and for
// names that are not known.
[[nodiscard]] std::optional<std::string_view> generationWithoutNumbers(std::string_view words);

}  // namespace flipscope
