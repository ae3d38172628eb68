#include "core/drive/bisect_answer.h"

#include <array>
#include <utility>

namespace flipscope {

namespace {

constexpr std::array<std::pair<BisectReason, std::string_view>, 12> kReasons{{
    {BisectReason::bothWays, "bothWays"},
    {BisectReason::noDifference, "noDifference"},
    {BisectReason::goodEndIsNotGood, "goodEndIsNotGood"},
    {BisectReason::badEndIsNotBad, "badEndIsNotBad"},
    {BisectReason::outcomeVaries, "outcomeVaries"},
    {BisectReason::endsInvalid, "endsInvalid"},
    {BisectReason::trialsInvalid, "trialsInvalid"},
    {BisectReason::tooVaried, "tooVaried"},
    {BisectReason::thirdOutcome, "thirdOutcome"},
    {BisectReason::tooManyGroups, "tooManyGroups"},
    {BisectReason::otherProgram, "otherProgram"},
    {BisectReason::keysLeftOut, "keysLeftOut"},
}};

}  // namespace

std::string_view toString(BisectVerdict verdict) {
    if (verdict == BisectVerdict::proven) return "proven";
    return verdict == BisectVerdict::notAmongChoices ? "notAmongChoices" : "undecided";
}

std::string_view toString(BisectReason reason) {
    for (const auto& [value, word] : kReasons)
        if (value == reason) return word;
    return "";
}

}  // namespace flipscope
