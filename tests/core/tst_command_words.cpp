#include "core/process/command_words.h"

#include <doctest/doctest.h>

using namespace flipscope;
using Words = std::vector<std::string>;

TEST_CASE("a line is split as a shell splits it, and nothing is expanded") {
    const auto split = [](std::string_view line) {
        const auto words = splitCommandWords(line);
        return words ? words.value() : Words{"error: " + words.errorMessage()};
    };
    CHECK(split("srun -n1  --gpus=1\t") == Words{"srun", "-n1", "--gpus=1"});
    CHECK(split(R"(a 'b  "c' "d 'e\" \\ \n" f\ g "")") == Words{"a", "b  \"c", "d 'e\" \\ \\n", "f g", ""});
    CHECK(split("$HOME `x` *") == Words{"$HOME", "`x`", "*"});
    CHECK(split("").empty());
    CHECK(split("a 'b").front().find("never closed") != std::string::npos);
}

TEST_CASE("a quoted word comes back from splitting") {
    for (const std::string word : {"plain", "", "two words", "it's", "\"$x`\\"})
        CHECK(splitCommandWords(quotedForShell(word)).value() == Words{word});
    CHECK(quotedForShell("a/b.c") == "a/b.c");
}

TEST_CASE("a launcher's words stand before the command; for ssh it is one line") {
    CHECK(launchedBy({"srun", "-n1"}, {"a", "b c"}) == Words{"srun", "-n1", "a", "b c"});
    CHECK(launchedBy({"/usr/bin/ssh", "host"}, {"a", "b c"}) == Words{"/usr/bin/ssh", "host", "a 'b c'"});
    CHECK(launchedBy({}, {"a"}) == Words{"a"});
}
