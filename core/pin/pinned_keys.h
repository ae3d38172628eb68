#pragma once

#include "core/model/dataset.h"
#include "core/pin/pin.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flipscope {

// Finds the keys of a dataset that pins are of. Thread rule: any thread.
class PinnedKeys {
public:
    explicit PinnedKeys(const Dataset& dataset);

    // Null where the dataset has no such key. A pin without a tuner means the only key with its object.
    [[nodiscard]] std::optional<KeyIndex> keyOf(const Pin& pin) const;

    // All keys with the pin's object, whatever their tuner.
    [[nodiscard]] std::vector<KeyIndex> sameObject(const Pin& pin) const;

private:
    std::map<std::pair<std::string, std::string>, KeyIndex> m_keys;  // by canonical JSON and tuner
    std::multimap<std::string, KeyIndex> m_sameObject;
};

}  // namespace flipscope
