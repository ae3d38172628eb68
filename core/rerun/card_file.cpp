#include "core/rerun/card_file.h"

#include "core/model/plain_text.h"
#include "core/read/given_file.h"
#include "core/rerun/card_texts.h"
#include "core/rerun/product_names.h"
#include "core/rerun/tensor_core.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace {

using nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

constexpr std::array<std::pair<std::string_view, CardEvidence>, 4> kEvidence = {
    {{"emulatedDevice", CardEvidence::emulatedDevice},
     {"publicationOnly", CardEvidence::publicationOnly},
     {"publishedVectors", CardEvidence::publishedVectors},
     {"kernelChecksums", CardEvidence::kernelChecksums}}};
constexpr std::array<std::pair<std::string_view, FinalRounding>, 2> kRoundings = {
    {{"towardZero", FinalRounding::towardZero}, {"nearestEven", FinalRounding::nearestEven}}};
constexpr std::array<std::pair<std::string_view, ElementType>, 3> kOperands = {
    {{"tf32", ElementType::f32}, {"f16", ElementType::f16}, {"bf16", ElementType::bf16}}};

// Thrown and caught in this file: what is wrong with a card file.
struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class Value, std::size_t size>
std::string_view nameOf(const std::array<std::pair<std::string_view, Value>, size>& names, Value wanted) {
    for (const auto& [name, value] : names) {
        if (value == wanted) return name;
    }
    return "unknown";
}

template <class Value, std::size_t size>
Value named(const std::array<std::pair<std::string_view, Value>, size>& names, const json& object, const char* member) {
    const auto text = object.at(member).get<std::string>();
    for (const auto& [name, value] : names) {
        if (name == text) return value;
    }
    throw Fault(std::string("\"") + member + "\" is none of the values it can have");
}

unsigned number(const json& object, const char* member, unsigned most) {
    const json& value = object.at(member);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
        throw Fault(std::string("\"") + member + "\" is no whole number from 0 to " + std::to_string(most));
    }
    return value.get<unsigned>();
}

CardOperands readOperands(ElementType type, const json& object) {
    CardOperands operands;
    operands.type = type;
    operands.core = {number(object, "keptFractionBits", kMostKeptBits), number(object, "mmaGroup", kLargestGroup),
                     number(object, "cmmaGroup", kLargestGroup), named(kRoundings, object, "rounding")};
    operands.evidence = named(kEvidence, object, "evidence");
    operands.note = object.value("note", std::string());
    return operands;
}

std::string readName(const json& object) {
    auto name = object.at("name").get<std::string>();
    if (name.find_first_not_of(" \t\r\n") == std::string::npos) throw Fault("\"name\" is empty");
    if (name.size() > kLongestCardName) {
        throw Fault("\"name\" is longer than " + std::to_string(kLongestCardName) + " bytes");
    }
    return name;
}

CardNumbers readCard(const json& object) {
    if (object.at("format") != "flipscope-card") throw Fault("\"format\" is not \"flipscope-card\"");
    if (object.at("version") != 1) throw Fault("its version is not 1");
    CardNumbers card;
    card.name = readName(object);
    const auto generation = cardFromString(object.at("generation").get<std::string>());
    if (!generation) throw Fault("\"generation\" is none that is known");
    card.generation = *generation;
    card.products = object.value("products", std::vector<std::string>());
    card.sameGeneration = object.value("sameGeneration", std::vector<std::string>());
    card.source = object.value("source", std::string());
    const json& tensorCore = object.at("tensorCore");
    for (const auto& [name, type] : kOperands) {
        if (const auto found = tensorCore.find(name); found != tensorCore.end()) {
            card.operands.push_back(readOperands(type, *found));
        }
    }
    return card;
}

// Whether the words stand in a text, not as part of other words.
bool holdsWords(std::string_view text, std::string_view words) {
    const auto isInWord = [](char c) { return (lowerCase(c) >= 'a' && lowerCase(c) <= 'z') || (c >= '0' && c <= '9'); };
    for (std::size_t at = 0; at + words.size() <= text.size(); ++at) {
        const std::size_t end = at + words.size();
        if ((at == 0 || !isInWord(text[at - 1])) && (end == text.size() || !isInWord(text[end])) &&
            equalIgnoringCase(text.substr(at, words.size()), words)) {
            return true;
        }
    }
    return false;
}

// Major and minor number of "9.0".
std::optional<std::pair<int, int>> versionOf(std::string_view capability) {
    std::pair<int, int> version;
    const char* end = capability.data() + capability.size();
    const auto major = std::from_chars(capability.data(), end, version.first);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return std::nullopt;
    const auto minor = std::from_chars(major.ptr + 1, end, version.second);
    if (minor.ec != std::errc() || minor.ptr != end) return std::nullopt;
    return version;
}

std::vector<CardNumbers> readBuiltInCards() {
    std::vector<CardNumbers> cards;
    for (const std::string_view text : builtInCardTexts()) {
        auto card = parseCard(text, "built-in card");
        if (card) cards.push_back(std::move(card).value());
    }
    return cards;
}

}  // namespace

const CardOperands* CardNumbers::find(ElementType type) const {
    const auto found = std::find_if(operands.begin(), operands.end(),
                                    [type](const CardOperands& candidate) { return candidate.type == type; });
    return found == operands.end() ? nullptr : &*found;
}

std::string_view toString(CardEvidence evidence) {
    return nameOf(kEvidence, evidence);
}

std::optional<CardEvidence> cardEvidenceFromString(std::string_view name) {
    for (const auto& [known, evidence] : kEvidence) {
        if (known == name) return evidence;
    }
    return std::nullopt;
}

std::string_view toString(FinalRounding rounding) {
    return nameOf(kRoundings, rounding);
}

Result<CardNumbers> parseCard(std::string_view json, const std::string& source) {
    try {
        return readCard(nlohmann::json::parse(json));
    } catch (const Fault& fault) {
        return Error{source + ": " + fault.what()};
    } catch (const nlohmann::json::exception&) {
        // The library's own text quotes the file, which is not ours to show.
        return Error{source + ": no JSON, or a member of a card file is missing or of the wrong kind"};
    }
}

std::string cardText(const CardNumbers& card) {
    using Ordered = nlohmann::ordered_json;
    constexpr int kIndent = 2;
    Ordered tensorCore = Ordered::object();
    for (const auto& [name, type] : kOperands) {
        const CardOperands* operands = card.find(type);
        if (operands == nullptr) continue;
        const TensorCore& core = operands->core;
        Ordered& object = tensorCore[std::string(name)] = {{"keptFractionBits", core.keptFractionBits},
                                                           {"mmaGroup", core.mmaGroup},
                                                           {"cmmaGroup", core.cmmaGroup},
                                                           {"rounding", nameOf(kRoundings, core.rounding)},
                                                           {"evidence", toString(operands->evidence)}};
        if (!operands->note.empty()) object["note"] = operands->note;
    }
    const std::string generation = lowerCase(toString(card.generation));
    const Ordered object = {{"format", "flipscope-card"}, {"version", 1},
                            {"name", card.name},          {"generation", generation},
                            {"products", card.products},  {"sameGeneration", card.sameGeneration},
                            {"source", card.source},      {"tensorCore", tensorCore}};
    return object.dump(kIndent, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

std::optional<Card> generationOfCapability(std::string_view capability) {
    const auto version = versionOf(capability);
    if (!version) return std::nullopt;
    constexpr int kVolta = 7, kAmpere = 8, kHopper = 9, kAdaMinor = 9;
    const auto [major, minor] = *version;
    if (major == kVolta && minor == 0) return Card::volta;
    if (major == kAmpere) return minor == kAdaMinor ? Card::ada : Card::ampere;
    if (major == kHopper) return Card::hopper;
    return major > kHopper ? std::optional(Card::blackwell) : std::nullopt;
}

const CardNumbers* builtInCardOf(std::string_view deviceName, std::string_view capability) {
    const CardNumbers* named = nullptr;
    std::size_t longest = 0;  // "RTX 5070 Ti" is more than "RTX 5070"
    for (const CardNumbers& card : builtInCards()) {
        for (const auto* names : {&card.products, &card.sameGeneration}) {
            for (const std::string& product : *names) {
                if (product.size() <= longest || !holdsWords(deviceName, product)) continue;
                named = &card;
                longest = product.size();
            }
        }
    }
    if (named != nullptr) return named;
    constexpr int kNewestKnown = 12;
    const auto version = versionOf(capability);
    const auto generation = generationOfCapability(capability);
    if (!generation || version->first > kNewestKnown) return nullptr;
    const bool isRtx = version->first == kNewestKnown;
    const auto& cards = builtInCards();
    const auto fits = [&](const CardNumbers& card) {
        return card.generation == *generation && (!isRtx || card.name.ends_with("RTX"));
    };
    const auto found = std::find_if(cards.begin(), cards.end(), fits);
    return found == cards.end() ? nullptr : &*found;
}

const std::vector<CardNumbers>& builtInCards() {
    static const std::vector<CardNumbers> kCards = readBuiltInCards();
    return kCards;
}

bool namesCard(const CardNumbers& card, std::string_view words) {
    const auto means = [&](const std::string& product) { return meansProduct(words, product); };
    return equalIgnoringCase(card.name, words) || std::any_of(card.products.begin(), card.products.end(), means) ||
           std::any_of(card.sameGeneration.begin(), card.sameGeneration.end(), means);
}

std::string knownCardsInWords() {
    std::string known;
    for (const CardNumbers& card : builtInCards()) {
        known += (known.empty() ? "" : "; ") + card.name;
        for (const std::string& product : card.products)
            known += (&product == &card.products.front() ? " (" : ", ") + product;
        if (!card.products.empty()) known += ")";
    }
    return known;
}

Result<CardNumbers> findCard(const std::string& nameOrPath) {
    if (const CardNumbers* card = builtInCardNamed(nameOrPath)) return *card;
    const Result<GivenFile> file = readGivenFile(nameOrPath, kMostBytes);
    if (!file) {
        return Error{nameOrPath + ": neither a card that is known nor a file that can be read (" + file.errorMessage() +
                     "). Known are " + knownCardsInWords()};
    }
    if (file.value().isCut) {
        return Error{nameOrPath + ": more than " + std::to_string(kMostBytes >> 20) + " MB is no card file"};
    }
    return parseCard(file.value().content, nameOrPath);
}

}  // namespace flipscope
