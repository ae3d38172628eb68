#include "tests/support/sample_archive.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <nlohmann/json.hpp>

namespace flipscope::testing {

namespace {

using Json = nlohmann::ordered_json;
using Files = std::map<std::string, std::string>;  // path inside the archive -> content

Files unpack(const std::string& path) {
    const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), &archive_read_free);
    archive_read_support_filter_all(reader.get());
    archive_read_support_format_all(reader.get());
    if (archive_read_open_filename(reader.get(), path.c_str(), 1 << 16) != ARCHIVE_OK)
        throw std::runtime_error("cannot open " + path);
    Files files;
    archive_entry* entry = nullptr;
    while (archive_read_next_header(reader.get(), &entry) == ARCHIVE_OK) {
        std::string text(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
        if (archive_read_data(reader.get(), text.data(), text.size()) < 0)
            throw std::runtime_error("cannot read " + path);
        files.emplace(archive_entry_pathname(entry), std::move(text));
    }
    return files;
}

// The names of a record's candidate set by index: failed entries keep registration order.
std::vector<std::string> namesByIndex(const Json& results) {
    std::vector<std::string> names(results.size());
    std::vector<bool> taken(results.size(), false);
    for (const Json& result : results) {
        const Json& outcome = result.at("outcome");
        if (!outcome.contains("Ok")) continue;
        const auto index = outcome.at("Ok").at("index").get<std::size_t>();
        names[index] = outcome.at("Ok").at("name");
        taken[index] = true;
    }
    std::size_t next = 0;
    for (const Json& result : results) {
        const Json& outcome = result.at("outcome");
        if (outcome.contains("Ok")) continue;
        while (taken[next])
            ++next;
        names[next++] = outcome.at("Err").begin().value().at("name");
    }
    return names;
}

// Gives the candidates of one set another registration order: `to[old index]` is the new one.
void permuteIndices(Json& record, const std::vector<std::size_t>& to) {
    Json ok = Json::array();
    std::vector<Json> failedAt(to.size());
    std::vector<bool> taken(to.size(), false);
    for (Json& result : record.at("results")) {
        if (!result.at("outcome").contains("Ok")) continue;
        Json& index = result["outcome"]["Ok"]["index"];
        taken[index.get<std::size_t>()] = true;
        index = to[index.get<std::size_t>()];
        ok.push_back(result);
    }
    std::size_t old = 0;
    for (Json& result : record.at("results")) {
        if (result.at("outcome").contains("Ok")) continue;
        while (taken[old])
            ++old;
        failedAt[to[old++]] = result;
    }
    for (Json& failed : failedAt)
        if (!failed.is_null()) ok.push_back(failed);
    record["results"] = ok;
    record["fastest_index"] = to[record.at("fastest_index").get<std::size_t>()];
}

void exchangeSizes(Json& key) {
    Json* problem = key.contains("matmul_key") ? &key["matmul_key"] : &key;
    if (!problem->contains("definition")) return;
    Json& definition = (*problem)["definition"];
    std::swap(definition["m"], definition["n"]);
}

struct Permutation {
    std::mt19937 random;
    std::map<std::vector<std::string>, std::vector<std::size_t>> bySet;

    const std::vector<std::size_t>& of(const std::vector<std::string>& names) {
        auto [position, isNew] = bySet.try_emplace(names, names.size());
        if (isNew) {
            std::iota(position->second.begin(), position->second.end(), std::size_t{0});
            std::shuffle(position->second.begin(), position->second.end(), random);
        }
        return position->second;
    }
};

std::string permuteLog(const std::string& text, Permutation& permutation) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        Json record = Json::parse(line);
        permuteIndices(record, permutation.of(namesByIndex(record.at("results"))));
        exchangeSizes(record["key"]);
        lines.push_back(record.dump());
    }
    std::shuffle(lines.begin(), lines.end(), permutation.random);
    std::string result;
    for (const std::string& line : lines)
        result += line + "\n";
    return result;
}

}  // namespace

std::string samplePath(const std::string& name) {
    return FLIPSCOPE_SOURCE_DIR "/resources/samples/" + name;
}

PermutedSample::PermutedSample(const std::string& archive, unsigned seed) {
    std::string pattern = (std::filesystem::temp_directory_path() / "flipscope-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    m_folder = pattern;
    Permutation permutation{std::mt19937(seed), {}};
    std::map<std::string, std::string> runNames;
    std::vector<int> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::shuffle(numbers.begin(), numbers.end(), permutation.random);
    for (const auto& [path, text] : unpack(archive)) {
        const std::filesystem::path place(path);
        const std::string file = place.filename().string();
        if (file != "decisions.jsonl" && file != "stdout.log") continue;
        const auto [run, isNew] = runNames.try_emplace(place.parent_path().string());
        if (isNew) run->second = "job-" + std::to_string(numbers[runNames.size()]);
        const std::filesystem::path folder = std::filesystem::path(m_folder) / run->second;
        std::filesystem::create_directories(folder);
        std::ofstream(folder / file) << (file == "decisions.jsonl" ? permuteLog(text, permutation) : text);
    }
}

PermutedSample::~PermutedSample() {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

}  // namespace flipscope::testing
