#include "core/model/counted_text.h"

namespace flipscope {

std::string countedText(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

}  // namespace flipscope
