#include "core/handover/private_facts.h"

#include "core/drive/machine.h"
#include "core/model/plain_text.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <pwd.h>
#include <unistd.h>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostTrials = 1000;

void addPath(PrivateFacts& facts, const std::string& path) {
    if (path.empty()) return;
    std::error_code error;
    const fs::path full = fs::absolute(path, error);
    facts.paths.push_back(full.lexically_normal().string());
    const fs::path real = fs::weakly_canonical(full, error);
    if (!error) facts.paths.push_back(real.string());
    if (fs::path(path).is_absolute()) facts.paths.push_back(path);
}

// Whoever owns the folder: /home/NAME, /Users/NAME, C:\Users\NAME.
void addOwners(PrivateFacts& facts, std::string_view text) {
    for (const std::string_view home : {std::string_view("/home/"), std::string_view("/Users/"),
                                        std::string_view("\\Users\\"), std::string_view("\\\\Users\\\\")}) {
        for (std::size_t at = text.find(home); at != std::string_view::npos; at = text.find(home, at + 1)) {
            const std::size_t begin = at + home.size();
            const std::string_view name = text.substr(begin, text.find_first_of("/\\ \"':;,", begin) - begin);
            if (!name.empty() && name.size() < 64) facts.users.emplace_back(name);
        }
    }
}

void addThisMachine(PrivateFacts& facts) {
    for (const char* variable : {"USER", "LOGNAME", "SUDO_USER"}) {
        if (const char* name = std::getenv(variable); name != nullptr && *name != '\0') facts.users.emplace_back(name);
    }
    if (const char* home = std::getenv("HOME"); home != nullptr) addPath(facts, home);
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 16384> buffer{};
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr) {
        facts.users.emplace_back(entry.pw_name);
        addPath(facts, entry.pw_dir);
    }
    std::error_code error;
    addPath(facts, fs::current_path(error).string());
    facts.hosts.push_back(describeMachine().host);
}

void addWords(std::set<std::string>& words, std::string_view text) {
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) words.insert(lowerCase(word));
        word.clear();
    };
    for (const char c : text) {
        const bool isWord = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (isWord) {
            word += c;
        } else {
            finish();
        }
    }
    finish();
}

}  // namespace

std::vector<std::optional<RunRecord>> recordsOfRuns(const Dataset& dataset, const WinnerMatrix& matrix) {
    std::vector<std::optional<RunRecord>> records;
    for (const RunIndex run : matrix.runs) {
        std::optional<RunRecord>& record = records.emplace_back();
        for (const std::string& source : runOf(dataset, run).sources) {
            // A database lies one folder deeper than the record.
            const fs::path folder = fs::path(source).parent_path();
            for (const fs::path& place : {folder, folder.parent_path()}) {
                if (record) break;
                if (Result<RunRecord> read = readRunRecord((place / kRunRecordName).string())) record = read.value();
            }
        }
    }
    return records;
}

std::vector<RunRecord> recordsOfTrials(const std::string& folder) {
    std::vector<RunRecord> records;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (records.size() == kMostTrials) break;
        if (Result<RunRecord> read = readRunRecord((entry.path() / kRunRecordName).string()))
            records.push_back(std::move(read).value());
    }
    return records;
}

PrivateFacts privateFacts(const Dataset& dataset, const std::vector<std::string>& paths,
                          const std::vector<RunRecord>& records) {
    PrivateFacts facts;
    addThisMachine(facts);
    for (const std::string& path : paths)
        addPath(facts, path);
    for (const Run& run : dataset.runs) {
        for (const std::string& source : run.sources) {
            const fs::path folder = fs::path(source.substr(0, source.find("!/"))).parent_path();
            if (folder.is_absolute()) facts.paths.push_back(folder.string());
        }
    }
    for (const RunRecord& record : records) {
        if (record.folder.size() > 1) facts.paths.push_back(record.folder);
        facts.hosts.push_back(record.machine.host);
        for (const std::string& word : record.command)
            addOwners(facts, word);
    }
    for (std::size_t i = 0; i < facts.paths.size(); ++i)
        addOwners(facts, facts.paths[i] + "/");
    for (const CandidateSet& set : dataset.candidateSets) {
        for (const std::string& name : set.names)
            addWords(facts.publicWords, name);
    }
    for (const TuningKey& key : dataset.keys) {
        addWords(facts.publicWords, key.canonicalJson);
        addWords(facts.publicWords, key.tuner);
        addWords(facts.publicWords, key.label);
    }
    return facts;
}

}  // namespace flipscope
