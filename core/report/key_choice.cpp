#include "core/report/key_choice.h"

#include "core/analyse/key_search.h"
#include "core/report/format.h"
#include "core/report/names.h"

#include <vector>

namespace flipscope {

namespace {

std::string keysInWords(const Dataset& dataset, const std::vector<KeyIndex>& keys) {
    constexpr std::size_t kNamed = 12;
    std::vector<std::string> named;
    for (const KeyIndex key : keys)
        named.push_back(keyId(dataset, key) + " " + keyLabel(dataset, key));
    return joinList(named, kNamed);
}

Error notOneKey(const Dataset& dataset, const std::string& name, const KeySearch& search) {
    const std::string quoted = "“" + printable(name) + "”";
    if (search.answer == KeySearch::Answer::several) {
        return Error{plural(search.keys.size(), "key fits ", "keys fit ") + quoted + ": " +
                     keysInWords(dataset, search.keys) + ". Name one of them by its id."};
    }
    return Error{"no key is named " + quoted +
                 (search.keys.empty() ? std::string("; there is none at all")
                                      : "; the nearest are: " + keysInWords(dataset, search.keys))};
}

}  // namespace

Result<KeyIndex> chosenKey(const Dataset& dataset, const std::string& name) {
    const KeySearch search = searchKey(dataset, name);
    if (search.answer != KeySearch::Answer::one) return notOneKey(dataset, name, search);
    return search.keys.front();
}

}  // namespace flipscope
