#include "core/process/command_words.h"

#include <algorithm>

namespace flipscope {

namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

}  // namespace

Result<std::vector<std::string>> splitCommandWords(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    bool isInWord = false;
    char quote = '\0';
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const char next = i + 1 < line.size() ? line[i + 1] : '\0';
        const bool isEscape =
            c == '\\' && quote != '\'' && next != '\0' && (quote == '\0' || next == '"' || next == '\\');
        if (isEscape) {
            word += next;
            ++i;
            isInWord = true;
        } else if (quote != '\0') {
            if (c == quote) {
                quote = '\0';
            } else {
                word += c;
            }
        } else if (c == '\'' || c == '"') {
            quote = c;
            isInWord = true;
        } else if (!isBlank(c)) {
            word += c;
            isInWord = true;
        } else if (isInWord) {
            words.push_back(std::move(word));
            word.clear();
            isInWord = false;
        }
    }
    if (quote != '\0') return Error{std::string("a quote ") + quote + " is never closed in: " + std::string(line)};
    if (isInWord) words.push_back(std::move(word));
    return words;
}

std::string quotedForShell(std::string_view word) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=@%+";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
    return quoted + "'";
}

std::vector<std::string> launchedBy(const std::vector<std::string>& launcher, const std::vector<std::string>& command) {
    std::vector<std::string> words = launcher;
    const std::string name = launcher.empty() ? "" : launcher.front().substr(launcher.front().rfind('/') + 1);
    if (name != "ssh") {
        words.insert(words.end(), command.begin(), command.end());
        return words;
    }
    std::string line;
    for (const std::string& word : command)
        line += (line.empty() ? "" : " ") + quotedForShell(word);
    words.push_back(line);
    return words;
}

}  // namespace flipscope
