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

// Why cubecl 0.11 ignores a file with these settings (formats cubecl-0.11 §1 and §4.2); empty when it does not. Only of
// settings that a recorded run replaces: what is wrong with another one is wrong in the copy, too, and told by the run.
std::string whyIgnored(const TomlTable& settings) {
    const auto isOther = [&settings](const TomlTable::Names& path) {
        return settings.has(path) && !settings.tableAt(path);
    };
    for (const char* section : {"autotune", "environment"})
        if (isOther({section})) return std::string(section) + " is no table";
    for (const char* section : {"decisions", "recorder"}) {
        if (isOther({"autotune", section})) return std::string("autotune.") + section + " is no table";
        if (settings.has({"autotune", section, "file"}) && !settings.textAt({"autotune", section, "file"})) {
            return std::string("autotune.") + section + ".file is no text";
        }
    }
    if (settings.has({"autotune", "decisions"}) && settings.has({"autotune", "recorder"})) {
        return "autotune.decisions and autotune.recorder are two names of one table";
    }
    if (settings.has({"environment", "name"}) && !settings.textAt({"environment", "name"})) {
        return "environment.name is no text";
    }
    const std::string place = settings.textAt({"environment", "path"}).value_or("");
    const bool isPlace = place == "target" || place == "local" || place == "global" ||
                         settings.textAt({"environment", "path", "directory"});
    if (settings.has({"environment", "path"}) && !isPlace) return "environment.path names no place";
    return {};
}

// The settings of a configuration file; why cubecl ignores it is an Error.
Result<TomlTable> settingsIn(const std::string& content, bool isBurn) {
    Result<TomlTable> settings = TomlTable::parse(content);
    if (!settings) return Error{", " + settings.errorMessage()};
    if (isBurn) {
        if (!settings.value().has({"cubecl"})) return TomlTable();
        std::optional<TomlTable> part = settings.value().tableAt({"cubecl"});
        if (!part) return Error{": cubecl is no table"};
        settings = std::move(*part);
    }
    if (const std::string reason = whyIgnored(settings.value()); !reason.empty()) return Error{": " + reason};
    return settings;
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
            if (read.value().isCut) return Error{file.string() + " is larger than 1 MiB: its settings are not copied"};
            Result<TomlTable> settings = settingsIn(read.value().content, name[0] == 'b' || name[0] == 'B');
            if (!settings) {
                config.passedOver.push_back(file.string() + settings.errorMessage());
                continue;
            }
            config.path = file.string();
            config.settings = std::move(settings).value();
            return config;
        }
        if (at == at.parent_path()) return config;
    }
}

Result<std::string> recordingConfig(const ProgramConfig& config, const std::string& runFolder) {
    TomlTable settings = config.settings;
    settings.remove({"autotune", "decisions"});
    settings.remove({"autotune", "recorder"});
    settings.remove({"environment", "name"});
    settings.remove({"environment", "path"});
    settings.setText({"autotune", "decisions", "file"}, runFolder + "/decisions.jsonl");
    settings.setText({"environment", "path", "directory"}, runFolder + "/env");
    return settings.toText();
}

std::optional<std::string> configuredDecisionLog(const ProgramConfig& config, const std::string& folder) {
    for (const char* section : {"decisions", "recorder"}) {
        if (const auto file = config.settings.textAt({"autotune", section, "file"})) {
            return (fs::path(folder) / *file).lexically_normal().string();
        }
    }
    return std::nullopt;
}

std::string environmentDatabasePath(const ProgramConfig& config, const std::string& folder,
                                    const std::string& environmentName) {
    const std::string name =
        environmentName.empty() ? config.settings.textAt({"environment", "name"}).value_or("") : environmentName;
    const auto directory = config.settings.textAt({"environment", "path", "directory"});
    const std::string place = config.settings.textAt({"environment", "path"}).value_or("target");
    std::string root;
    if (directory) {
        root = (fs::path(folder) / *directory).string();
    } else if (place == "local") {
        root = folder;
    } else {
        root = place == "global" ? userCache() : projectCache(folder);
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
