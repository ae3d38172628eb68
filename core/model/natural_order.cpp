#include "core/model/natural_order.h"

#include "core/model/plain_text.h"

#include <algorithm>

namespace flipscope {
namespace {

// The digits that begin at `at`, without leading zeros; moves `at` behind them.
std::string_view takeNumber(std::string_view text, std::size_t& at) {
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    std::string_view digits = text.substr(at, end - at);
    at = end;
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return digits;
}

}  // namespace

bool naturalLess(std::string_view a, std::string_view b) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const std::string_view left = takeNumber(a, i);
            const std::string_view right = takeNumber(b, j);
            if (left.size() != right.size()) return left.size() < right.size();
            if (left != right) return left < right;
        } else if (a[i] != b[j]) {
            return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
        } else {
            ++i;
            ++j;
        }
    }
    if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
    return a < b;  // "run07" and "run7" are equal numbers: an order all the same
}

}  // namespace flipscope
