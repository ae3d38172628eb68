#include "core/pin/cubecl_database_writer.h"

#include "core/pin/cbor_bytes.h"
#include "core/pin/database_users.h"
#include "core/pin/new_database.h"
#include "core/pin/row_plan.h"
#include "core/read/choice_rows.h"
#include "core/read/database_snapshot.h"
#include "core/read/file_copy.h"
#include "core/read/shown_text.h"
#include "core/read/sqlite_database.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <sys/stat.h>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

using Step = SqliteQuery::Step;
using Stamps = std::vector<std::optional<FileStamp>>;

constexpr std::array kSideFiles = {"-wal", "-shm", "-tshm", "-journal"};
constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr unsigned kDefaultMode = 0644;

const std::string kIsChoice = "(namespace >= 'autotune/' AND namespace < 'autotune0')";
const std::string kIsRecord = "(namespace >= 'records/' AND namespace < 'records0')";
const std::string kIsThroughput = "(namespace >= 'throughput/' AND namespace < 'throughput0')";

Stamps stampsOf(const std::string& path) {
    Stamps stamps{stampOf(path)};
    for (const char* suffix : kSideFiles)
        stamps.push_back(stampOf(path + suffix));
    return stamps;
}

// A program that only reads it, such as another one of ours, is soon done; one that runs with it stays.
DatabaseUsers lastingUsersOf(const std::string& path) {
    constexpr int kLooks = 10;
    DatabaseUsers users = usersOfDatabase(path);
    for (int look = 1; look < kLooks && (!users.programs.empty() || users.isLocked); ++look) {
        std::this_thread::sleep_for(kBetweenLooks);
        users = usersOfDatabase(path);
    }
    return users;
}

std::optional<Error> refuseInUse(const std::string& path) {
    const DatabaseUsers users = lastingUsersOf(path);
    if (users.programs.empty() && !users.isLocked) return std::nullopt;
    std::string who;
    for (const std::string& program : users.programs)
        who += (who.empty() ? "" : ", ") + program;
    return Error{shownText(path) + " is in use by " + (who.empty() ? "a program that holds a lock on it" : who) +
                 ". Let the program end first: what it writes until then would be missing."};
}

// A file of this name is part of the database beside it: its rows can lie there.
std::optional<Error> refuseSideName(const std::string& out) {
    for (const char* suffix : kSideFiles) {
        if (!out.ends_with(suffix)) continue;
        const std::string database = out.substr(0, out.size() - std::string_view(suffix).size());
        std::error_code error;
        if (database.empty() || !fs::exists(fs::symlink_status(database, error))) continue;
        return Error{shownText(out) + " would be taken for a part of the database " + shownText(database) +
                     ". Name another file."};
    }
    return std::nullopt;
}

std::optional<Error> refuseOutput(const std::string& base, const std::string& out, bool replace) {
    std::error_code error;
    if (out.empty()) return Error{"the output has no name"};
    const fs::file_status status = fs::symlink_status(out, error);
    if (!base.empty() && fs::equivalent(base, out, error)) {
        return Error{shownText(out) + " is the base itself, which is never written to. Name another file."};
    }
    if (fs::exists(status) && !fs::is_regular_file(status)) return Error{shownText(out) + " is no regular file"};
    if (fs::exists(status) && !replace) return Error{shownText(out) + " exists already and is not overwritten"};
    if (auto refused = refuseSideName(out)) return refused;
    for (const char* suffix : kSideFiles) {
        if (!fs::exists(fs::symlink_status(out + suffix, error))) continue;
        return Error{shownText(out + suffix) +
                     " lies where the output is to stand and belongs to another database: "
                     "the program would mix the two. Name another file, or delete it."};
    }
    return fs::exists(status) ? refuseInUse(out) : std::nullopt;
}

// The schema that these pins can be written for.
std::optional<Error> refuseSchema(const SqliteDatabase& database, const std::string& shownPath) {
    SqliteQuery table(database, "SELECT 1 FROM sqlite_master WHERE type='table' AND rootpage>0 AND name='entries'");
    SqliteQuery meta(database, "SELECT v FROM meta WHERE k='schema_version'");
    const Step found = table.step();
    if (found == Step::failed) {
        return Error{shownPath + ": no SQLite database, or a damaged or incomplete one: " + database.lastError()};
    }
    const bool hasVersion = meta.step() == Step::row;
    if (found == Step::row && hasVersion && meta.bytes(0) == "3") return std::nullopt;
    const std::string version = hasVersion ? " (schema version “" + shownText(meta.bytes(0)) + "”)" : "";
    return Error{shownPath + ": no environment database of cubecl 0.11" + version +
                 ", which has a table entries and schema version 3. If its rows are still in a -wal file, that file "
                 "must lie beside it."};
}

// SQL for what stays of the base, and how many rows of choices that are.
struct Selection {
    std::string choices, others;
};

Result<Selection> selectionOf(const RowPlan& plan, const std::vector<Pin>& pins, const ChoiceRows& base,
                              const WriteOptions& options) {
    Selection selection{"0", "NOT " + kIsChoice};
    if (options.dropRecords) selection.others += " AND NOT " + kIsRecord;
    if (options.dropKernels) selection.others += " AND (" + kIsRecord + " OR " + kIsThroughput + ")";
    if (!options.keepOtherChoices) return selection;
    std::set<std::pair<std::string, std::string>> pinned;
    for (const PlannedRow& row : plan.rows)
        pinned.emplace(row.nameSpace, pins[row.pin].keyJson);
    std::string replaced;
    for (const ChoiceRow& row : base.rows) {
        if (pinned.count({row.nameSpace, row.canonicalJson}) == 0) continue;
        std::int64_t id = 0;  // read as a number: the text comes from a file and becomes SQL
        const auto read = std::from_chars(row.rowid.data(), row.rowid.data() + row.rowid.size(), id);
        if (read.ec != std::errc() || read.ptr != row.rowid.data() + row.rowid.size()) {
            return Error{"the base has rows without a number"};
        }
        replaced += (replaced.empty() ? "" : ",") + std::to_string(id);
    }
    selection.choices = kIsChoice + " AND rowid NOT IN (" + replaced + ")";
    return selection;
}

Result<std::size_t> countRows(const SqliteDatabase& database, const std::string& condition) {
    SqliteQuery query(database, "SELECT CAST(count(*) AS TEXT) FROM entries WHERE " + condition);
    std::size_t count = 0;
    if (query.step() != Step::row) return Error{"cannot count the base's rows: " + database.lastError()};
    const std::string_view text = query.bytes(0);
    std::from_chars(text.data(), text.data() + text.size(), count);
    return count;
}

// Takes over what stays of the base.
std::optional<Error> copyBase(const SqliteDatabase& base, const Selection& selection, NewDatabase& into,
                              WrittenPins& written) {
    const Result<std::size_t> allChoices = countRows(base, kIsChoice);
    const Result<std::size_t> allOthers = countRows(base, "NOT " + kIsChoice);
    if (!allChoices) return Error{allChoices.errorMessage()};
    if (!allOthers) return Error{allOthers.errorMessage()};
    if (auto error = into.copyMeta(base)) return error;
    const Result<std::size_t> others = into.copyRows(base, selection.others);
    if (!others) return Error{others.errorMessage()};
    const Result<std::size_t> choices = into.copyRows(base, selection.choices);
    if (!choices) return Error{choices.errorMessage()};
    written.otherRowsKept = others.value();
    written.otherRowsDropped = allOthers.value() - others.value();
    written.otherChoicesKept = choices.value();
    written.otherChoicesDropped = allChoices.value() - choices.value();
    return std::nullopt;
}

std::optional<Error> addPins(const std::vector<Pin>& pins, const RowPlan& plan, NewDatabase& into) {
    for (const PlannedRow& row : plan.rows) {
        if (auto error = into.addRow(row.nameSpace, row.keyBlob, cborOfChoice(pins[row.pin].candidate))) return error;
    }
    return std::nullopt;
}

// Each pinned key must have its candidate and no second row.
std::optional<Error> readBack(const std::vector<Pin>& pins, const RowPlan& plan, const std::string& path) {
    const Result<SqliteDatabase> database = SqliteDatabase::openUnchanging(path, {});
    if (!database) return Error{database.errorMessage()};
    const ChoiceRows found = choiceRowsIn(database.value(), {});
    for (const PlannedRow& row : plan.rows) {
        const Pin& pin = pins[row.pin];
        std::size_t right = 0, all = 0;
        for (const ChoiceRow& held : found.rows) {
            if (held.nameSpace != row.nameSpace || held.canonicalJson != pin.keyJson) continue;
            ++all;
            if (held.holds == pin.candidate && held.checksum == pin.setChecksum) ++right;
        }
        if (right != 1 || all != 1) return Error{"the file made does not give back the pin of " + pin.keyJson};
    }
    return std::nullopt;
}

unsigned modeOf(const std::string& base) {
    struct stat now {};
    if (base.empty() || ::stat(base.c_str(), &now) != 0) return kDefaultMode;
    return (now.st_mode & 0777U) | S_IRUSR | S_IWUSR;
}

// The base as it is read: absent without one.
struct Base {
    std::string path;
    Stamps stamps;
    std::optional<DatabaseSnapshot> snapshot;
    ChoiceRows choices;
    SetNames names;  // of the pins' sets

    [[nodiscard]] bool hasChanged() const {
        return snapshot && (!snapshot->isConsistent() || stampsOf(path) != stamps);
    }
};

Error changedError(const std::string& path) {
    return Error{shownText(path) + " was written to while it was read: a program uses it. Let it end first."};
}

Result<Base> openBase(const std::string& given, const std::vector<Pin>& pins, const std::stop_token& stop) {
    Base base;
    if (given.empty()) return base;
    std::error_code failure;
    const fs::path resolved = fs::canonical(given, failure);  // a -wal lies beside the file, not beside a link to it
    if (failure) return Error{shownText(given) + ": " + failure.message()};
    base.path = resolved.string();
    if (const auto inUse = refuseInUse(base.path)) return *inUse;
    base.stamps = stampsOf(base.path);
    std::this_thread::sleep_for(kBetweenLooks);
    if (stampsOf(base.path) != base.stamps) return changedError(base.path);
    Result<DatabaseSnapshot> snapshot = DatabaseSnapshot::open(base.path, walBeside(base.path), stop);
    if (snapshot.cancelled()) return Cancelled{};
    if (!snapshot) return Error{snapshot.errorMessage()};
    if (snapshot.value().isBesideJournal()) {
        return Error{shownText(base.path) +
                     ": a rollback journal lies beside it: a write was interrupted. Open it once "
                     "with sqlite3, which repairs it."};
    }
    if (const auto error = refuseSchema(snapshot.value().database(), shownText(given))) return *error;
    base.choices = choiceRowsIn(snapshot.value().database(), stop);
    std::set<std::string> sets;
    for (const Pin& pin : pins)
        sets.insert(pin.setChecksum);
    base.names = namesInDatabase(snapshot.value().database(), std::move(sets), stop);
    base.snapshot.emplace(std::move(snapshot).value());
    return base;
}

std::vector<Pin> withCanonicalKeys(std::vector<Pin> pins) {
    for (Pin& pin : pins) {
        const std::optional<KeyJson> key = parseKeyJson(pin.keyJson);
        if (key) pin.keyJson = canonicalJson(*key);
    }
    return pins;
}

}  // namespace

Result<WrittenPins> writePins(const std::vector<Pin>& given, const std::string& basePath, const std::string& outPath,
                              const WriteOptions& options) {
    const std::vector<Pin> pins = withCanonicalKeys(given);
    if (pins.empty()) return Error{"there are no pins to write"};
    if (const auto error = refuseOutput(basePath, outPath, options.replaceOutput)) return *error;
    const Result<Base> base = openBase(basePath, pins, options.stop);
    if (base.cancelled() || options.stop.stop_requested()) return Cancelled{};
    if (!base) return Error{base.errorMessage()};
    Result<RowPlan> plan = planRows(pins, base.value().choices.rows, {base.value().names, options.takesIndex});
    if (!plan) return Error{plan.errorMessage()};
    const Result<Selection> selection = selectionOf(plan.value(), pins, base.value().choices, options);
    if (!selection) return Error{selection.errorMessage()};
    Result<NewDatabase> made = NewDatabase::create(outPath, modeOf(basePath));
    if (!made) return Error{made.errorMessage()};
    WrittenPins written;
    if (base.value().snapshot) {
        const SqliteDatabase& database = base.value().snapshot->database();
        const auto error = copyBase(database, selection.value(), made.value(), written);
        if (options.stop.stop_requested()) return Cancelled{};
        if (error) return *error;
    }
    if (const auto error = addPins(pins, plan.value(), made.value())) return *error;
    if (const auto error = made.value().finish()) return *error;
    if (const auto error = readBack(pins, plan.value(), made.value().path())) return *error;
    if (base.value().hasChanged()) return changedError(base.value().path);
    if (const auto error = made.value().publish(options.replaceOutput)) return *error;
    for (PlannedRow& row : plan.value().rows)
        written.rows.push_back({row.pin, std::move(row.nameSpace), std::move(row.keyBlob)});
    written.notInBase = std::move(plan.value().notInBase);
    written.warnings = std::move(plan.value().warnings);
    return written;
}

}  // namespace flipscope
