#include "core/rerun/card_file.h"
#include "core/rerun/card_texts.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string cardText(const std::string& operands,
                     const std::string& head = R"("format": "flipscope-card", "version": 1)") {
    return "{" + head + R"(, "name": "Mine", "generation": "ampere", "later": [], "tensorCore": {)" + operands + "}}";
}

const std::string kTf32 = R"("tf32": {"keptFractionBits": 21, "mmaGroup": 6, "cmmaGroup": 3, "rounding": "nearestEven",
                                      "evidence": "publicationOnly", "note": "n"})";

}  // namespace

TEST_CASE("every built-in card file is read, and its numbers are those the class prediction uses") {
    const auto& cards = builtInCards();
    REQUIRE(cards.size() == builtInCardTexts().size());
    CHECK(cards.size() >= kAllCards.size());
    for (const Card generation : kAllCards) {
        const CardNumbers card = findCard(std::string(toString(generation))).value();
        CHECK((card.generation == generation));
        CHECK_FALSE(card.source.empty());
        for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
            CAPTURE(card.name);
            const auto expected = tensorCoreOf(generation, type);
            REQUIRE((card.find(type) != nullptr) == expected.has_value());
            if (expected) CHECK((card.find(type)->core == *expected));
        }
    }
}

TEST_CASE("cards are found by name and product and carry their evidence") {
    const auto evidence = [](const char* name) { return findCard(name).value().find(ElementType::f16)->evidence; };
    CHECK((evidence("h200") == CardEvidence::kernelChecksums));
    CHECK((evidence("A2") == CardEvidence::publishedVectors));
    CHECK((evidence("rtx 5060 ti") == CardEvidence::publicationOnly));
    CHECK(toString(CardEvidence::publishedVectors) == "publishedVectors");
    CHECK_FALSE(findCard("").hasValue());
    const std::string unknown = findCard("GTX 9999").errorMessage();
    CHECK(unknown.starts_with(
        "GTX 9999: neither a card that is known nor a file that can be read (No such file or directory). Known are "));
    CHECK(unknown.ends_with(knownCardsInWords()));
    CHECK(findCard("/tmp").errorMessage().starts_with("/tmp: neither a card that is known nor a file that can be"));
    CHECK(findCard("/dev/zero").errorMessage().starts_with("/dev/zero: neither a card that is known nor a file"));
}

TEST_CASE("products of a generation are found with its numbers, whoever writes them how") {
    const auto found = [](const char* words) { return findCard(words).value().name; };
    CHECK(found("RTX 4090") == "Ada");
    CHECK(found("rtx4090") == "Ada");
    CHECK(found("4090") == "Ada");
    CHECK(found("NVIDIA GeForce RTX 3080") == "Ampere");
    CHECK(found("GeForce RTX 5060 Ti") == "Blackwell RTX");
    CHECK(found("RTX 6000 Ada Generation") == "Ada");
    CHECK_FALSE(findCard("RTX 2080").hasValue());
    CHECK_FALSE(findCard("./A100").hasValue());  // a path is none
    // Measured is only what the source measured.
    for (const CardNumbers& card : builtInCards()) {
        CHECK_FALSE(card.products.empty());
        for (const std::string& product : card.sameGeneration) {
            CHECK(namesCard(card, product));
            CHECK(std::find(card.products.begin(), card.products.end(), product) == card.products.end());
        }
    }
}

TEST_CASE("a card's text is read back as the same card") {
    for (const CardNumbers& card : builtInCards()) {
        CAPTURE(card.name);
        const auto read = parseCard(cardText(card), "written");
        REQUIRE_MESSAGE(read, read.errorMessage());
        CHECK(cardText(read.value()) == cardText(card));
        CHECK((read.value().generation == card.generation));
        CHECK(read.value().products == card.products);
        CHECK(read.value().sameGeneration == card.sameGeneration);
        REQUIRE(read.value().operands.size() == card.operands.size());
        for (const CardOperands& operands : card.operands) {
            CHECK((read.value().find(operands.type)->core == operands.core));
            CHECK((read.value().find(operands.type)->evidence == operands.evidence));
            CHECK(read.value().find(operands.type)->note == operands.note);
        }
    }
    CardNumbers hostile;
    hostile.name = "a\"b\n\xff";
    hostile.operands = {{ElementType::bf16, {0, 1, 0, FinalRounding::nearestEven}, CardEvidence::emulatedDevice, ""}};
    const auto read = parseCard(cardText(hostile), "written");
    REQUIRE(read);
    CHECK(read.value().name == "a\"b\n\xef\xbf\xbd");
    CHECK((read.value().find(ElementType::bf16)->evidence == CardEvidence::emulatedDevice));
}

TEST_CASE("a GPU is known by its product, else by its compute capability") {
    const auto name = [](const char* device, const char* capability) {
        const CardNumbers* card = builtInCardOf(device, capability);
        return card == nullptr ? "none" : card->name;
    };
    CHECK(name("NVIDIA H200", "") == "Hopper");
    CHECK(name("NVIDIA A100-SXM4-80GB", "8.0") == "Ampere");
    CHECK(name("NVIDIA GeForce RTX 5060 Ti", "") == "Blackwell RTX");
    CHECK(name("NVIDIA RTX A400", "") == "none");
    CHECK(name("NVIDIA RTX A400", "8.6") == "Ampere");
    CHECK(name("NVIDIA GeForce RTX 4090 Laptop GPU", "") == "Ada");
    CHECK(name("NVIDIA A10G", "") == "Ampere");
    CHECK(name("NVIDIA GH200 480GB", "9.0") == "Hopper");
    CHECK(name("some card", "8.9") == "Ada");
    CHECK(name("some card", "10.0") == "Blackwell");
    CHECK(name("some card", "12.1") == "Blackwell RTX");
    CHECK(name("some card", "13.0") == "none");
    CHECK(name("some card", "7.5") == "none");
    for (const char* damaged : {"", "9", "9.", ".0", "9.0x", "x", "9999999999.0"}) {
        CHECK(name("some card", damaged) == "none");
        CHECK(!generationOfCapability(damaged));
    }
    CHECK((generationOfCapability("13.0") == Card::blackwell));
}

TEST_CASE("a card file of one's own") {
    const auto card = parseCard(cardText(kTf32), "mine.json");
    REQUIRE_MESSAGE(card.hasValue(), card.errorMessage());
    CHECK(card.value().name == "Mine");
    CHECK((card.value().generation == Card::ampere));
    const CardOperands* operands = card.value().find(ElementType::f32);
    REQUIRE(operands != nullptr);
    CHECK((operands->core == TensorCore{21, 6, 3, FinalRounding::nearestEven}));
    CHECK(operands->note == "n");
    CHECK(card.value().find(ElementType::f16) == nullptr);
    CHECK(findCard(FLIPSCOPE_SOURCE_DIR "/resources/cards/volta.json").value().name == "Volta");
}

TEST_CASE("bad card files say what is wrong, without quoting them") {
    const auto message = [](const std::string& text) { return parseCard(text, "x.json").errorMessage(); };
    CHECK(message("\x1b[2J") == "x.json: no JSON, or a member of a card file is missing or of the wrong kind");
    CHECK(message("[]").starts_with("x.json: no JSON, or"));
    CHECK(message(cardText(kTf32, R"("format": "other", "version": 1)")) ==
          "x.json: \"format\" is not \"flipscope-card\"");
    CHECK(message(cardText(kTf32, R"("format": "flipscope-card", "version": 2)")) == "x.json: its version is not 1");
    const auto with = [](const std::string& from, const std::string& to) {
        std::string text = cardText(kTf32);
        return text.replace(text.find(from), from.size(), to);
    };
    CHECK(message(with("21", "41")) == "x.json: \"keptFractionBits\" is no whole number from 0 to 40");
    for (const char* blank : {"\"\"", "\" \"", R"("\t\n ")"})
        CHECK(message(with("\"Mine\"", blank)) == "x.json: \"name\" is empty");
    CHECK(message(with("Mine", std::string(201, 'n'))) == "x.json: \"name\" is longer than 200 bytes");
    CHECK(parseCard(with("Mine", std::string(200, 'n')), "x.json"));
    CHECK(message(with("21", "-1")) == "x.json: \"keptFractionBits\" is no whole number from 0 to 40");
    CHECK(message(with("nearestEven", "up")) == "x.json: \"rounding\" is none of the values it can have");
    CHECK(message(with("\"ampere\"", "\"moon\"")) == "x.json: \"generation\" is none that is known");
    CHECK(message(with("\"cmmaGroup\": 3,", "")).starts_with("x.json: no JSON, or a member"));
}
