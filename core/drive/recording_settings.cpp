#include "core/drive/recording_settings.h"

#include "core/read/given_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLargestConfig = std::size_t{1} << 20;

std::string variable(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    return value == nullptr ? std::string() : std::string(value);
}

// The settings under [cubecl] of a burn.toml, as a cubecl.toml has them.
std::vector<TomlSetting> cubeclPart(const std::vector<TomlSetting>& settings) {
    std::vector<TomlSetting> part;
    for (const TomlSetting& setting : settings) {
        if (!isUnder(setting, {"cubecl"}) || setting.path.size() < 2) continue;
        part.push_back({{setting.path.begin() + 1, setting.path.end()}, setting.value});
    }
    return part;
}

const TomlSetting* findSetting(const ProgramConfig& config, const std::vector<std::string>& path) {
    for (const TomlSetting& setting : config.settings)
        if (setting.path == path) return &setting;
    return nullptr;
}

// As cubecl keeps it: other characters become "_".
std::string cleanName(const std::string& name) {
    std::string clean;
    for (const char c : name) {
        const bool isKept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                            std::string_view("._-").find(c) != std::string_view::npos;
        clean += isKept ? c : '_';
    }
    return clean.find_first_not_of('.') == std::string::npos ? "default" : clean;
}

std::string userCache() {
    if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache + "/cubecl";
    if (const std::string home = variable("HOME"); !home.empty()) return home + "/.cache/cubecl";
    const std::string temporary = variable("TMPDIR");
    return (temporary.empty() ? "/tmp" : temporary) + "/cubecl";
}

// The outermost folder with a Cargo.toml.
std::string projectCache(const fs::path& folder) {
    std::optional<fs::path> project;
    std::error_code error;
    for (fs::path at = folder;; at = at.parent_path()) {
        if (fs::exists(at / "Cargo.toml", error)) project = at;
        if (at == at.parent_path()) break;
    }
    return project ? (*project / "target" / "environment").string() : userCache();
}

std::string joined(const std::string& before, const std::string& flag) {
    return before.empty() ? flag : before + " " + flag;
}

}  // namespace

Result<ProgramConfig> findProgramConfig(const std::string& folder) {
    constexpr std::array<const char*, 4> kNames{"cubecl.toml", "CubeCL.toml", "burn.toml", "Burn.toml"};
    ProgramConfig config;
    std::error_code error;
    for (fs::path at = fs::absolute(folder, error);; at = at.parent_path()) {
        for (const char* name : kNames) {
            const fs::path file = at / name;
            if (!fs::is_regular_file(file, error)) continue;
            const Result<GivenFile> read = readGivenFile(file.string(), kLargestConfig);
            if (!read) {
                config.passedOver.push_back(file.string() + ": " + read.errorMessage());
                continue;
            }
            const Result<std::vector<TomlSetting>> settings = readTomlSettings(read.value().content);
            if (!settings) {
                config.passedOver.push_back(file.string() + ", " + settings.errorMessage());
                continue;
            }
            const bool isBurn = name[0] == 'b' || name[0] == 'B';
            config.path = file.string();
            config.settings = isBurn ? cubeclPart(settings.value()) : settings.value();
            return config;
        }
        if (at == at.parent_path()) return config;
    }
}

std::string recordingConfig(const ProgramConfig& config, const std::string& runFolder) {
    std::vector<TomlSetting> settings;
    for (const TomlSetting& setting : config.settings) {
        const bool isReplaced = isUnder(setting, {"autotune", "decisions"}) ||
                                isUnder(setting, {"autotune", "recorder"}) ||
                                isUnder(setting, {"environment", "name"}) || isUnder(setting, {"environment", "path"});
        // A section that is there but empty would stand beside its own dotted keys.
        if (!isReplaced && setting.value != "{}") settings.push_back(setting);
    }
    settings.push_back({{"autotune", "decisions", "file"}, tomlString(runFolder + "/decisions.jsonl")});
    settings.push_back({{"environment", "path", "directory"}, tomlString(runFolder + "/env")});
    return toToml(settings);
}

std::optional<std::string> configuredDecisionLog(const ProgramConfig& config, const std::string& folder) {
    for (const char* section : {"decisions", "recorder"}) {
        if (const TomlSetting* file = findSetting(config, {"autotune", section, "file"})) {
            return (fs::path(folder) / textOfToml(file->value)).lexically_normal().string();
        }
    }
    return std::nullopt;
}

std::string environmentDatabasePath(const ProgramConfig& config, const std::string& folder,
                                    const std::string& environmentName) {
    std::string name = environmentName;
    if (const TomlSetting* set = findSetting(config, {"environment", "name"}); name.empty() && set != nullptr) {
        name = textOfToml(set->value);
    }
    std::string root;
    const TomlSetting* place = findSetting(config, {"environment", "path"});
    const TomlSetting* directory = findSetting(config, {"environment", "path", "directory"});
    const std::string word = place == nullptr ? "target" : textOfToml(place->value);
    if (directory != nullptr) {
        root = (fs::path(folder) / textOfToml(directory->value)).string();
    } else if (word == "local") {
        root = folder;
    } else {
        root = word == "global" ? userCache() : projectCache(folder);
    }
    return root + "/" + cleanName(name.empty() ? "default" : name) + ".db";
}

EnvironmentChanges recordingEnvironment(const RecordedFrameworks& frameworks, const std::string& runFolder) {
    EnvironmentChanges changes{{"CUBECL_ENVIRONMENT", std::nullopt}, {"CUBECL_AUTOTUNE_CACHE", "1"}};
    if (frameworks.triton) {
        changes.emplace_back("TRITON_CACHE_DIR", runFolder + "/triton");
        changes.emplace_back("TRITON_CACHE_AUTOTUNING", "1");
        changes.emplace_back("TRITON_PRINT_AUTOTUNING", "1");
    }
    const std::string flags = variable("XLA_FLAGS");
    if (frameworks.xla && flags.find("xla_gpu_dump_autotune") == std::string::npos) {
        changes.emplace_back("XLA_FLAGS",
                             joined(flags, "--xla_gpu_dump_autotune_results_to=" + runFolder + "/autotune.txt " +
                                               "--xla_gpu_dump_autotune_logs_to=" + runFolder + "/autotune_logs.txt"));
    }
    if (frameworks.inductor) changes.emplace_back("TORCHINDUCTOR_CACHE_DIR", runFolder + "/inductor");
    return changes;
}

}  // namespace flipscope
