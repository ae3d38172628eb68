#include "core/read/run_environment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <locale>
#include <optional>
#include <set>
#include <sstream>

namespace flipscope {

namespace {

// Three significant digits, plain notation, C locale.
std::string threeDigits(double value) {
    const double magnitude = std::abs(value);
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.setf(std::ios::fixed);
    out.precision(magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0);
    out << value;
    return out.str();
}

std::string withUnit(Nanoseconds time) {
    const auto value = static_cast<double>(time.value);
    if (value < 1e3) return std::to_string(time.value) + " ns";
    if (value < 1e6) return threeDigits(value / 1e3) + " µs";
    return threeDigits(value / 1e6) + " ms";
}

// Order of the bounds in a line: arithmetic, then bytes (formats §2.4).
std::optional<double> largestPeak(const Run& run, std::size_t which) {
    std::optional<double> largest;
    for (const Decision& decision : run.decisions) {
        if (decision.bounds.size() <= which) continue;
        const double peak = decision.bounds[which].peakPerSecond;
        if (std::isfinite(peak) && peak > 0 && peak > largest.value_or(0)) largest = peak;
    }
    return largest;
}

std::optional<Nanoseconds> medianOverhead(const Run& run) {
    std::vector<Nanoseconds> all;
    for (const Decision& decision : run.decisions) {
        if (decision.launchOverhead) all.push_back(*decision.launchOverhead);
    }
    if (all.empty()) return std::nullopt;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    return *middle;
}

// Level by threshold: formats §2.4.
std::string levelOf(int hundredths) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << hundredths / 100.0;
    if (hundredths == 60) text << " (minimal)";
    if (hundredths == 80) text << " (balanced)";
    if (hundredths == 95) text << " (extensive)";
    return text.str();
}

std::string thresholds(const Run& run) {
    std::set<int> found;
    for (const Decision& decision : run.decisions) {
        for (const RooflineBound& bound : decision.bounds) {
            if (!std::isfinite(bound.threshold) || std::abs(bound.threshold) > 1e6) continue;
            found.insert(static_cast<int>(std::lround(bound.threshold * 100)));
        }
    }
    std::string text;
    for (const int hundredths : found)
        text += (text.empty() ? "" : ", ") + levelOf(hundredths);
    return text.empty() ? "none (full, or no bounds)" : text;
}

}  // namespace

std::string withSiPrefix(double value) {
    constexpr std::array<const char*, 7> kPrefixes{"", "k", "M", "G", "T", "P", "E"};
    std::size_t prefix = 0;
    while (std::abs(value) >= 999.5 && prefix + 1 < kPrefixes.size()) {
        value /= 1000;
        ++prefix;
    }
    return threeDigits(value) + " " + kPrefixes[prefix];
}

std::map<std::string, std::string> describeEnvironment(const Run& run, const std::string& device,
                                                       const std::string& producerVersion) {
    std::map<std::string, std::string> environment;
    const auto state = [&](const char* name, const std::string& value) {
        if (!value.empty()) environment[name] = value;
    };
    const std::string version = run.session ? run.session->producerVersion : producerVersion;
    state("producer", version.empty() ? "" : "cubecl " + version);
    state("device", device);
    if (run.session) {
        state("os", run.session->os);
        state("arch", run.session->arch);
    }
    if (const auto peak = largestPeak(run, 0)) state("compute peak", withSiPrefix(*peak) + "op/s");
    if (const auto peak = largestPeak(run, 1)) state("memory peak", withSiPrefix(*peak) + "B/s");
    if (const auto overhead = medianOverhead(run)) state("launch overhead", withUnit(*overhead));
    if (!run.decisions.empty()) state("autotune level threshold", thresholds(run));
    return environment;
}

}  // namespace flipscope
