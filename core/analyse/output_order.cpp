#include "core/analyse/output_order.h"

#include <algorithm>

namespace flipscope {

std::string_view fileNameOf(std::string_view path) {
    const std::size_t cut = path.find_last_of("/\\");
    return cut == std::string_view::npos ? path : path.substr(cut + 1);
}

std::vector<const TextOutput*> outputsInOrder(const Run& run) {
    std::vector<const TextOutput*> outputs;
    outputs.reserve(run.outputs.size());
    for (const TextOutput& output : run.outputs)
        outputs.push_back(&output);
    std::stable_partition(outputs.begin(), outputs.end(),
                          [](const TextOutput* output) { return fileNameOf(output->path).starts_with("stdout"); });
    return outputs;
}

}  // namespace flipscope
