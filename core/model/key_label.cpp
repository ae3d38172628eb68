#include "core/model/key_label.h"

#include "core/model/key_elements.h"
#include "core/model/label_text.h"
#include "core/model/matmul_key.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace flipscope {
namespace {

constexpr std::size_t kUnknownLabelCharacters = 24;
constexpr std::size_t kLongestWord = 20;
constexpr std::size_t kMostDimensions = 6;

// Numbers and words of a key are from the log: shown cut and without control characters.
std::string wordOf(const KeyJson* value) {
    if (value == nullptr || value->text.empty()) return "?";
    return labelText(value->text, kLongestWord);
}

std::string wordOf(const KeyJson& object, std::string_view name) {
    return wordOf(object.find(name));
}

std::string product(const KeyJson& object, std::initializer_list<std::string_view> names) {
    std::string out;
    for (const std::string_view name : names)
        out += (out.empty() ? "" : "×") + wordOf(object, name);
    return out;
}

std::string productOfItems(const KeyJson* list) {
    if (list == nullptr || list->items.empty()) return "?";
    std::string out;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        if (i == kMostDimensions) return out + "×…";
        out += (i == 0 ? "" : "×") + wordOf(&list->items[i]);
    }
    return out;
}

std::string element(const KeyJson& object, std::string_view name) {
    const std::string found = elementName(object.find(name));
    return found.empty() ? "?" : found;
}

// " f32", " f16→f32", " f16×bf16→f32": only as much as differs.
std::string elements(const std::string& lhs, const std::string& rhs, const std::string& out) {
    if (lhs == rhs && rhs == out) return " " + lhs;
    return " " + (lhs == rhs ? lhs : lhs + "×" + rhs) + "→" + out;
}

std::string count(const KeyJson& object, std::string_view name, const std::string& singular) {
    const std::string number = wordOf(object, name);
    return number + " " + singular + (number == "1" ? "" : "s");
}

std::string layoutOf(const std::string& side, const KeyJson* layout) {
    std::string swapped = hasSwappedBatch(layout) ? " " + side + " batch swapped" : "";
    switch (matrixLayout(layout)) {
        case MatrixLayout::transposed:
            return " " + side + "ᵀ" + swapped;
        case MatrixLayout::permuted:
            return " " + side + " permuted" + swapped;
        case MatrixLayout::rowMajor:
        case MatrixLayout::unknown:
            break;
    }
    return swapped;
}

std::string layouts(const KeyJson& definition) {
    const KeyJson* lhs = definition.find("matrix_layout_lhs");
    const KeyJson* rhs = definition.find("matrix_layout_rhs");
    const bool bothPermuted =
        matrixLayout(lhs) == MatrixLayout::permuted && matrixLayout(rhs) == MatrixLayout::permuted;
    return bothPermuted ? " permuted" : layoutOf("lhs", lhs) + layoutOf("rhs", rhs);
}

std::string matmulElements(const KeyJson& definition) {
    if (definition.has("dtype")) return " " + element(definition, "dtype");
    if (definition.has("elem_inputs")) {
        const std::string inputs = element(definition, "elem_inputs");
        return elements(inputs, inputs, element(definition, "elem_output"));
    }
    return elements(element(definition, "elem_lhs"), element(definition, "elem_rhs"), element(definition, "elem_out"));
}

std::string matmulPart(const KeyJson& key) {
    const KeyJson* found = matmulDefinition(key);
    const KeyJson& definition = found != nullptr ? *found : key;
    std::string label = product(definition, {"m", "n", "k"}) + matmulElements(definition) + layouts(definition);
    if (definition.has("batch")) label += " batch " + wordOf(definition, "batch");
    return label;
}

std::string fusedMatmulLabel(const KeyJson& key) {
    return "fused matmul " + matmulPart(key) + " (" + wordOf(key, "num_out_buffers") + " out, " +
           count(key, "num_ops", "op") + ")";
}

// The inner reduce key of any reduce: sizes, elements, and what is unusual about it.
std::string reducePart(const KeyJson& reduce) {
    std::string label = reduce.has("reduce_axis_shape") ? product(reduce, {"reduce_axis_shape", "reduce_count"})
                                                        : product(reduce, {"vector_size", "vector_count"});
    const std::string input = element(reduce, "elem_input");
    label += elements(input, input, element(reduce, "elem_output"));
    const KeyJson* contiguous = reduce.find("axis_is_contiguous");
    if (contiguous != nullptr && !contiguous->isTrue()) label += " strided";
    return label;
}

std::string reduceLabel(const KeyJson& key) {
    if (const KeyJson* payload = key.find("Reduce"))
        return "reduce " + labelText(canonicalJson(*payload), kUnknownLabelCharacters);
    const KeyJson* inner = key.find("reduce");
    std::string label = "reduce " + reducePart(inner != nullptr ? *inner : key);
    const KeyJson* accumulators = key.find("accumulator_len");
    if (accumulators != nullptr && accumulators->text != "1") label += " top " + wordOf(accumulators);
    return label;
}

std::string fusedReduceLabel(const KeyJson& key, const std::string& name) {
    const KeyJson* inner = key.find("reduce_key");
    std::string label = name + " " + reducePart(inner != nullptr ? *inner : key) + " (" +
                        count(key, "fuse_num_reads", "read") + ", " + count(key, "fuse_num_writes", "write") + ", " +
                        count(key, "fuse_num_ops", "op");
    if (key.has("fuse_num_blocks")) label += ", " + count(key, "fuse_num_blocks", "block");
    return label + ")";
}

const KeyJson& payloadOf(const KeyJson& key) {
    return key.members.size() == 1 ? key.members.front().value : key;
}

bool isAllOnes(const KeyJson* list) {
    if (list == nullptr) return true;
    for (const KeyJson& item : list->items) {
        if (item.text != "1") return false;
    }
    return true;
}

std::string convolutionLabel(const KeyJson& key, const std::string& name) {
    const KeyJson& conv = payloadOf(key);
    std::string label = name + " " + productOfItems(conv.find("kernel_size")) + " " + wordOf(conv, "in_channels") +
                        "→" + wordOf(conv, "out_channels") + " on ";
    label += conv.has("shape") ? productOfItems(conv.find("shape")) : product(conv, {"height", "width"});
    label += " batch " + wordOf(conv, "batch_size") + " " + element(conv, "dtype");
    if (!isAllOnes(conv.find("stride"))) label += " stride " + productOfItems(conv.find("stride"));
    if (!isAllOnes(conv.find("dilation"))) label += " dilation " + productOfItems(conv.find("dilation"));
    const KeyJson* groups = conv.find("groups");
    if (groups != nullptr && groups->text != "1") label += " groups " + wordOf(groups);
    return label;
}

std::string attentionLabel(const KeyJson& key) {
    const KeyJson* mask = key.find("attention_mask");
    return "attention batches " + wordOf(key, "total_batches") + " q " + wordOf(key, "seq_q") + " kv " +
           wordOf(key, "seq_kv") + " dims " + product(key, {"head_dim", "val_dim"}) +
           elements(element(key, "elem_query"), element(key, "elem_key"), element(key, "elem_out")) +
           (mask != nullptr && mask->isTrue() ? " masked" : "");
}

std::string interpolationMode(const KeyJson* mode) {
    if (mode == nullptr) return {};
    const std::string& name = mode->members.size() == 1 ? mode->members.front().name : mode->text;
    return " " + labelText(name, kLongestWord);
}

std::string interpolateLabel(const KeyJson& key) {
    std::string label = "interpolate" + interpolationMode(key.find("mode")) + " ";
    label += key.has("input_height")
                 ? product(key, {"input_height", "input_width"}) + "→" + product(key, {"output_height", "output_width"})
                 : "→" + product(key, {"out_height", "out_width"});
    const std::string input = element(key, "elem_input");
    return label + " channels " + wordOf(key, "channels") + elements(input, input, element(key, "elem_output"));
}

std::string sumLabel(const KeyJson& key) {
    return "sum " + wordOf(payloadOf(key), "length") + " " + element(payloadOf(key), "dtype");
}

}  // namespace

std::string keyLabel(const KeyJson& key, Operation operation) {
    switch (operation) {
        case Operation::matmul:
            return "matmul " + matmulPart(key);
        case Operation::fusedMatmul:
            return fusedMatmulLabel(key);
        case Operation::reduce:
            return reduceLabel(key);
        case Operation::fusedReduce:
            return fusedReduceLabel(key, "fused reduce");
        case Operation::fusedReduceBroadcasted:
            return fusedReduceLabel(key, "fused broadcast reduce");
        case Operation::sum:
            return sumLabel(key);
        case Operation::convolution:
            return convolutionLabel(key, "conv");
        case Operation::convolutionBackwardData:
            return convolutionLabel(key, "conv dgrad");
        case Operation::convolutionBackwardWeight:
            return convolutionLabel(key, "conv wgrad");
        case Operation::convolutionTranspose:
            return convolutionLabel(key, "conv transpose");
        case Operation::attention:
            return attentionLabel(key);
        case Operation::interpolate:
            return interpolateLabel(key);
        case Operation::unknown:
            break;
    }
    return plainKeyLabel(canonicalJson(key));
}

std::string plainKeyLabel(const std::string& text) {
    return "key " + labelText(text, kUnknownLabelCharacters);
}

}  // namespace flipscope
