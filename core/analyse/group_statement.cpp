#include "core/analyse/group_statement.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

int graveness(ClassAnswer answer) {
    switch (answer) {
        case ClassAnswer::differentBits:
            return 3;
        case ClassAnswer::dependsOnCard:
            return 2;
        case ClassAnswer::unknown:
            return 1;
        case ClassAnswer::sameBits:
            break;
    }
    return 0;
}

}  // namespace

const ClassStatement& groupStatement(const Analysis& analysis, const std::vector<KeyIndex>& keys) {
    const auto rank = [&analysis](KeyIndex key) {
        const ClassStatement& statement = analysis.classes[key.value];
        return std::pair(-graveness(statement.answer), statement.basis);
    };
    return analysis.classes[std::min_element(keys.begin(), keys.end(), [&](KeyIndex a, KeyIndex b) {
                                return rank(a) < rank(b);
                            })->value];
}

}  // namespace flipscope
