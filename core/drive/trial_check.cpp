#include "core/drive/trial_check.h"

#include "core/drive/run_diagnosis.h"
#include "core/pin/database_traces.h"
#include "core/pin/pin_rules.h"
#include "core/read/choice_rows.h"
#include "core/read/database_snapshot.h"
#include "core/read/decision_log.h"
#include "core/read/file_bytes.h"
#include "core/read/given_file.h"
#include "core/read/human_log.h"
#include "core/read/intern_pool.h"
#include "core/read/shown_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostRead = std::size_t{256} << 20;

struct TellingText {
    std::string_view text, because;
};
constexpr std::array<TellingText, 4> kTellingTexts{{
    {"Should run when selected by autotune", "a forced candidate refused the problem"},
    {"Unable to open Turso cache", "the program could not open its database and chose for itself"},
    {kConfigIgnored, "the program passed over its configuration"},
    {"index out of bounds: the len is", "a forced candidate lies behind the end of the program's candidates"},
}};

// What the first such text in a file means; empty when it holds none. All of the file is looked through, however large.
Result<std::string> firstTelling(const std::string& path, const std::stop_token& stop) {
    constexpr std::size_t kPiece = std::size_t{1} << 20, kLongestText = 64;
    const Result<InputFile> file = InputFile::open(path);
    if (!file) return Error{file.errorMessage()};
    std::string text;  // the end of the piece before, where a text may begin, and the piece
    for (std::uint64_t at = 0;;) {
        const std::size_t kept = std::min(text.size(), kLongestText);
        text.erase(0, text.size() - kept);
        text.resize(kept + kPiece);
        const Result<std::size_t> got = file.value().readAt(at, text.data() + kept, kPiece, stop);
        if (got.cancelled()) return Cancelled{};
        if (!got) return Error{got.errorMessage()};
        text.resize(kept + got.value());
        for (const TellingText& telling : kTellingTexts) {
            static_assert(std::all_of(kTellingTexts.begin(), kTellingTexts.end(),
                                      [](const TellingText& each) { return each.text.size() <= kLongestText; }));
            if (text.find(telling.text) != std::string::npos) return std::string(telling.because);
        }
        if (got.value() < kPiece) return std::string();
        at += got.value();
    }
}

std::string tellingText(const std::string& folder, const std::stop_token& stop) {
    for (const char* name : {"/stderr.log", "/stdout.log"}) {
        const Result<std::string> telling = firstTelling(folder + name, stop);
        if (telling.cancelled()) return "reading its output was stopped";
        if (!telling) return "its output cannot be read: " + telling.errorMessage();
        if (!telling.value().empty()) return telling.value();
    }
    return {};
}

// Decisions that the run logged, as pins of what it chose.
struct OwnDecisions {
    bool hasLog = false;
    std::string unreadable;  // why the log cannot be read whole: it may hold more decisions than these
    std::vector<Pin> decided;
    std::size_t undecided = 0;  // keys whose choice the log does not tell
};

// The log of a run, whole: empty with a reason when it is not.
std::string wholeLog(const std::string& path, std::string& unreadable, const std::stop_token& stop) {
    Result<GivenFile> file = readGivenFile(path, kMostRead, stop);
    if (file.cancelled()) {
        unreadable = "reading it was stopped";
    } else if (!file) {
        unreadable = file.errorMessage();
    } else if (file.value().isCut) {
        unreadable = "it is larger than " + std::to_string(kMostRead >> 20) + " MiB";
    } else {
        return std::move(file.value().content);
    }
    return {};
}

// What the readers of logs passed over, in words; empty when they read all of it.
template <class Log>
std::string damageOf(const Log& log) {
    if (log.problemCount == 0) return {};
    const std::string first = log.problems.empty() ? "" : "; the first: " + log.problems.front().message;
    return std::to_string(log.problemCount) + " of its records or lines are damaged" + first;
}

OwnDecisions readDecisions(const std::string& folder, const std::stop_token& stop) {
    OwnDecisions own;
    std::error_code error;
    InternPool pool;
    std::vector<Decision> decisions;
    const auto take = [&](const std::string& text, auto log) {
        if (own.unreadable.empty()) own.unreadable = damageOf(log);
        // Members of records, but no record: its beginning is lost.
        if (own.unreadable.empty() && log.decisions.empty() && holdsMembersOfRecord(text)) {
            own.unreadable = "the beginning of a record is lost";
        }
        decisions = std::move(log.decisions);
    };
    if (const std::string path = folder + "/decisions.jsonl"; fs::exists(path, error)) {
        own.hasLog = true;
        const std::string text = wholeLog(path, own.unreadable, stop);
        take(text, readDecisionLog(text, false, path, pool, stop));
    } else if (const std::string human = folder + "/autotune.log"; fs::exists(human, error)) {
        own.hasLog = true;
        const std::string text = wholeLog(human, own.unreadable, stop);
        take(text, readHumanLog(text, human, pool, stop));
    }
    InternPool::Contents contents = pool.take();
    Dataset dataset;
    dataset.keys = std::move(contents.keys);
    dataset.candidateSets = std::move(contents.sets);
    makeKeyNamesUnique(dataset.keys);
    for (const Decision& decision : decisions) {
        const std::optional<CandidateIndex> winner = decision.usedWinner ? decision.usedWinner : decision.loggedWinner;
        if (winner) {
            own.decided.push_back(pinOf(dataset, decision.key, decision.set, *winner));
        } else {
            ++own.undecided;
        }
    }
    return own;
}

bool isSamePlace(const ChoiceRow& row, const WrittenPin& written) {
    return row.nameSpace == written.nameSpace && row.keyBlob == written.keyBlob;
}

// Why the database no longer holds what was written; empty when it does.
std::string changedRows(const std::vector<ChoiceRow>& rows, const std::vector<Pin>& pins,
                        const std::vector<WrittenPin>& written) {
    for (const WrittenPin& pin : written) {
        const auto row = std::find_if(rows.begin(), rows.end(),
                                      [&pin](const ChoiceRow& candidate) { return isSamePlace(candidate, pin); });
        if (row == rows.end()) return "a forced choice is no longer in the program's database: " + pins[pin.pin].label;
        if (row->holds != pins[pin.pin].candidate) {
            return "a forced choice was overwritten in the program's database: " + pins[pin.pin].label;
        }
        for (const ChoiceRow& other : rows) {
            const bool isTwin = other.nameSpace == row->nameSpace && other.canonicalJson == row->canonicalJson;
            if (isTwin && other.keyBlob != row->keyBlob) {
                return "the program added another choice beside a forced one, so its candidates are others now: " +
                       pins[pin.pin].label;
            }
        }
    }
    return {};
}

// "LABEL (id), choosing 3 name; …"
std::string named(const std::vector<Pin>& pins) {
    constexpr std::size_t kMostNamed = 8;
    std::string text;
    for (std::size_t i = 0; i < pins.size(); ++i) {
        if (i == kMostNamed) return text + "; …";
        const Pin& pin = pins[i];
        text += (i == 0 ? "" : "; ") + shownText(pin.label) + " (" + pin.keyId + "), choosing " +
                std::to_string(pin.candidate.value) + " " + shownText(pin.candidateName);
    }
    return text;
}

// Rows besides the written ones in which the program keeps a choice for the pin's key from its candidates.
template <class Take>
void forOwnRows(const Pin& pin, const std::vector<ChoiceRow>& rows, const std::vector<WrittenPin>& written,
                const Take& take) {
    for (const ChoiceRow& row : rows) {
        const auto isIt = [&row](const WrittenPin& place) { return isSamePlace(row, place); };
        if (row.canonicalJson != pin.keyJson || row.checksum != pin.setChecksum) continue;
        if (std::none_of(written.begin(), written.end(), isIt)) take(row);
    }
}

bool isForced(const Pin& own, const std::vector<Pin>& pins) {
    return std::any_of(pins.begin(), pins.end(), [&own](const Pin& pin) { return isSameKey(pin, own); });
}

// What an earlier trial found is forced in the places where that one kept it: the same key in another place is as new
// as it was then.
bool isElsewhere(const Pin& own, const std::vector<Pin>& pins, const std::vector<ChoiceRow>& rows,
                 const std::vector<WrittenPin>& written) {
    bool hasRow = false;
    forOwnRows(own, rows, written, [&hasRow](const ChoiceRow&) { hasRow = true; });
    return hasRow && std::none_of(pins.begin(), pins.end(),
                                  [&own](const Pin& pin) { return isSameKey(pin, own) && pin.places.empty(); });
}

// Where the program keeps what it chose by itself. Of a key that it tuned several times equal choices become one, and
// others are told apart by what their rows hold. Says why that cannot be; else it is empty.
std::string placeMissing(std::vector<Pin>& missing, const std::vector<ChoiceRow>& rows,
                         const std::vector<WrittenPin>& written) {
    std::vector<Pin> merged;
    for (Pin& pin : missing)
        if (std::find(merged.begin(), merged.end(), pin) == merged.end()) merged.push_back(std::move(pin));
    missing = std::move(merged);
    std::set<std::pair<std::string, std::string>> taken;  // place and key
    for (Pin& pin : missing) {
        const auto isTwin = [&pin](const Pin& other) { return &other != &pin && isSameKey(other, pin); };
        const bool hasTwin = std::any_of(missing.begin(), missing.end(), isTwin);
        bool isShared = false;
        forOwnRows(pin, rows, written, [&](const ChoiceRow& row) {
            const std::vector<std::string>& places = pin.places;
            if (hasTwin && row.holds != pin.candidate) return;
            if (std::find(places.begin(), places.end(), row.nameSpace) != places.end()) return;
            pin.places.push_back(row.nameSpace);
            isShared = !taken.emplace(row.nameSpace, pin.keyJson).second || isShared;
        });
        if (isShared || (hasTwin && pin.places.empty())) {
            return "the program tuned a key several times, with different choices that cannot be forced, for its "
                   "database does not tell which belongs where: " +
                   named({pin});
        }
    }
    return {};
}

// Why a program left no log. One that failed may not even have begun: only where it has said something on its standard
// output is there reason to doubt its settings, too.
std::string whyNoLog(const std::string& folder, const RunRecord& record) {
    constexpr int kCannotRun = 126, kNotFound = 127;  // as shells and the system's loader end
    const std::string settings =
        "did not read the cubecl.toml in its folder (a program that changes its folder or needs its own: --cwd keep)";
    if (!isFailure(record)) {
        return "the program left no log of its decisions, so that nothing tells whether it took the choices: it " +
               settings;
    }
    std::string text = "the program failed before it logged any choice: " + failureInWords(record);
    const bool hasBegun = record.signal != 0 || (record.exitStatus != kCannotRun && record.exitStatus != kNotFound);
    std::error_code error;
    const auto said = fs::file_size(folder + "/stdout.log", error);
    if (hasBegun && !error && said > 0) text += "; or it " + settings;
    return text;
}

}  // namespace

TrialCheck checkTrial(const std::string& folder, const RunRecord& record, const std::string& databasePath,
                      const std::vector<Pin>& pins, const std::vector<WrittenPin>& written,
                      const std::stop_token& stop) {
    TrialCheck check;
    if (check.because = tellingText(folder, stop); !check.because.empty()) return check;
    OwnDecisions own = readDecisions(folder, stop);
    if (!own.hasLog) {
        check.because = whyNoLog(folder, record);
        check.isHopeless = true;
        return check;
    }
    if (!own.unreadable.empty()) {
        check.because = "its log cannot be read whole: " + own.unreadable;
        return check;
    }
    const bool isOpened = wasOpened(databasePath);
    const Result<ChoiceRows> rows =
        isOpened ? readChoiceRows(databasePath, walBeside(databasePath), stop) : ChoiceRows{};
    std::size_t ignored = 0;
    for (Pin& pin : own.decided) {
        if (isForced(pin, pins) && !(rows && isElsewhere(pin, pins, rows.value().rows, written))) {
            ++ignored;
        } else {
            check.missing.push_back(std::move(pin));
        }
    }
    if (ignored > 0) {
        check.missing.clear();
        check.isHopeless = true;
        check.because =
            isOpened ? "the program opened its database but chose anew for forced keys (" + std::to_string(ignored) +
                           " of them): it is of another cubecl version than the run, or the use of the database "
                           "is switched off"
                     : "the program never opened its database: it was built without persistence";
        return check;
    }
    // One that ends before it tunes anything logs nothing either, and took no choice.
    if (!isOpened) {
        check.because =
            "there is no sign that the program opened its database: it may have ended before it chose "
            "anything, or was built without persistence";
        return check;
    }
    if (!rows) {
        check.because = "the program's database cannot be read after the run: " + rows.errorMessage();
        return check;
    }
    if (check.because = changedRows(rows.value().rows, pins, written); !check.because.empty()) return check;
    if (own.undecided > 0) {
        check.because = "the program tuned keys of which its log does not tell the choice";
        return check;
    }
    if (!check.missing.empty()) {
        check.because = placeMissing(check.missing, rows.value().rows, written);
        if (!check.because.empty()) {
            check.missing.clear();
        } else {
            check.because = "the program tuned keys that were not forced: " + named(check.missing);
        }
        return check;
    }
    check.counts = true;
    return check;
}

}  // namespace flipscope
