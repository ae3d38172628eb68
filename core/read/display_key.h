#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// Position of the key in "{candidate name}-{key}", as the human log joins them; npos when no key text begins anywhere.
// Candidate names may hold '-' themselves.
[[nodiscard]] std::size_t keyStartInFastest(std::string_view nameAndKey);

// Turns the Display text of a tuning key back into the JSON object that the decision log holds for it:
//   `MatmulAutotuneKey - Definition: MatmulProblemDefinition { m: 64, … }, Analysis: …` -> {"definition":{"m":64,…},…}
//   `SumAutotuneKey { dtype: F32, length: 1024 }` -> {"Sum":{"dtype":"F32","length":1024}} (burn's CubeAutotuneKey
//   prints only its payload; its variants are named after it).
// Source: cubecl-macros generate/autotune.rs, burn-cubecl tune_key.rs. Null when the text is anything else.
[[nodiscard]] std::optional<std::string> keyJsonFromDisplay(std::string_view text);

}  // namespace flipscope
