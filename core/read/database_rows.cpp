#include "core/read/database_rows.h"

#include "core/read/cbor_json.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace flipscope {
namespace {

using Json = nlohmann::json;

const Json* member(const Json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string textMember(const Json& object, const char* name) {
    const Json* value = member(object, name);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

bool flagMember(const Json& object, const char* name) {
    const Json* value = member(object, name);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::optional<std::uint64_t> unsignedMember(const Json& object, const char* name) {
    const Json* value = member(object, name);
    if (value == nullptr || !value->is_number_unsigned()) return std::nullopt;
    return value->get<std::uint64_t>();
}

std::optional<std::uint32_t> indexMember(const Json& object, const char* name) {
    const std::optional<std::uint64_t> value = unsignedMember(object, name);
    if (!value || *value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(*value);
}

struct Decoded {
    Json key, value;
};

std::optional<Decoded> decode(const RawRow& row, std::string& reason) {
    std::optional<Json> key = jsonFromCbor(row.key);
    std::optional<Json> value = jsonFromCbor(row.value);
    if (key && value) return Decoded{std::move(*key), std::move(*value)};
    reason = std::string(key ? "its value" : "its key") + " is no CBOR that can be read";
    return std::nullopt;
}

// {"key":…,"checksum":…} as it stands in a key and in a record. False when it is something else.
bool readIdentity(const Json& identity, std::string& keyJson, std::string& checksum) {
    const Json* key = member(identity, "key");
    checksum = textMember(identity, "checksum");
    if (key == nullptr || !key->is_object() || checksum.empty()) return false;
    keyJson = jsonText(*key);
    return true;
}

// The row in the layout of the JSON-line cache, which has the same members and is read by the reader of decision logs.
std::string cacheLineOf(const Decoded& row) {
    const Json* results = member(row.value, "results");
    if (results == nullptr || !results->is_array() || results->empty()) return {};
    Json context = Json::object();
    for (const char* name : {"bounds", "limit"}) {
        if (const Json* value = member(row.value, name)) context[name] = *value;
    }
    const Json line{
        {"key", row.key},
        {"value",
         {{"fastest_index", row.value["fastest_index"]}, {"results", *results}, {"log_context", std::move(context)}}}};
    return jsonText(line);
}

// Names by index; empty unless the plan names every index from 0 on once.
std::vector<std::string> namesOfPlan(const Json* plan) {
    if (plan == nullptr || !plan->is_array()) return {};
    std::vector<std::string> names(plan->size());
    std::vector<bool> seen(plan->size(), false);
    for (const Json& candidate : *plan) {
        const std::optional<std::uint32_t> index = indexMember(candidate, "index");
        if (!index || *index >= names.size() || seen[*index]) return {};
        seen[*index] = true;
        names[*index] = textMember(candidate, "name");
    }
    return names;
}

// Only what ran says its index.
std::vector<std::pair<std::uint32_t, std::string>> namesOfResults(const Json& results) {
    std::vector<std::pair<std::uint32_t, std::string>> names;
    for (const Json& result : results) {
        const Json* outcome = member(result, "outcome");
        const Json* ok = outcome != nullptr ? member(*outcome, "Ok") : nullptr;
        const std::optional<std::uint32_t> index = ok != nullptr ? indexMember(*ok, "index") : std::nullopt;
        if (index) names.emplace_back(*index, textMember(*ok, "name"));
    }
    return names;
}

}  // namespace

TunerNamespace splitNamespace(std::string_view nameSpace) {
    TunerNamespace place;
    nameSpace.remove_prefix(std::min(nameSpace.find('/'), nameSpace.size() - 1) + 1);
    const std::size_t versionEnd = nameSpace.find('/');
    const std::size_t tunerStart = nameSpace.rfind('/');
    if (versionEnd == std::string_view::npos) {
        place.tuner = nameSpace;
        return place;
    }
    place.version = nameSpace.substr(0, versionEnd);
    place.tuner = nameSpace.substr(tunerStart + 1);
    if (tunerStart > versionEnd) place.device = nameSpace.substr(versionEnd + 1, tunerStart - versionEnd - 1);
    return place;
}

std::optional<RawChoice> readChoiceRow(const RawRow& row, std::string& reason) {
    const std::optional<Decoded> decoded = decode(row, reason);
    if (!decoded) return std::nullopt;
    RawChoice choice;
    choice.place = splitNamespace(row.nameSpace);
    if (!readIdentity(decoded->key, choice.keyJson, choice.checksum)) {
        reason = "its key holds no tuning key with a checksum";
        return std::nullopt;
    }
    const std::optional<std::uint32_t> winner = indexMember(decoded->value, "fastest_index");
    if (!winner) {
        reason = "its value has no \"fastest_index\" that is an index";
        return std::nullopt;
    }
    choice.winner = *winner;
    const Json* results = member(decoded->value, "results");
    if (results != nullptr && results->is_array()) {
        choice.candidates = results->size();
        choice.names = namesOfResults(*results);
    }
    choice.cacheLine = cacheLineOf(*decoded);
    return choice;
}

std::optional<RawRecord> readRecordRow(const RawRow& row, std::string& reason) {
    const std::optional<Decoded> decoded = decode(row, reason);
    if (!decoded) return std::nullopt;
    RawRecord result;
    const Json& key = decoded->key;
    if (!key.is_array() || key.size() != 2 || !key[0].is_number_unsigned()) {
        reason = "its key is no pair of session and number";
        return std::nullopt;
    }
    result.session = key[0].get<std::uint64_t>();
    const Json* record = member(decoded->value, "record");
    const std::optional<std::uint32_t> winner =
        record != nullptr ? indexMember(*record, "winner") : std::optional<std::uint32_t>();
    if (!winner) {
        reason = "its value has no record with a winner";
        return std::nullopt;
    }
    result.winner = *winner;
    const Json* entry = member(*record, "entry");  // sources before 0.11.0 had its members in the record itself
    if (!readIdentity(entry != nullptr ? *entry : *record, result.keyJson, result.checksum)) {
        reason = "its record holds no tuning key with a checksum";
        return std::nullopt;
    }
    result.place = splitNamespace(textMember(*record, "table"));
    result.dryRun = flagMember(*record, "dry_run");
    result.names = namesOfPlan(member(*record, "plan"));
    return result;
}

std::optional<DatabaseSession> readSessionRow(const RawRow& row, std::string& reason) {
    const std::optional<Decoded> decoded = decode(row, reason);
    if (!decoded) return std::nullopt;
    const Json& value = decoded->value;
    std::optional<std::uint64_t> id = unsignedMember(value, "id");
    if (!id && decoded->key.is_number_unsigned()) id = decoded->key.get<std::uint64_t>();
    if (!value.is_object() || !id) {
        reason = "it holds no session with an id";
        return std::nullopt;
    }
    DatabaseSession session;
    session.id = *id;
    const std::uint64_t started = unsignedMember(value, "started_unix_ms").value_or(0);
    if (started <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        session.startedUnixMs = static_cast<std::int64_t>(started);
    }
    session.producerVersion = textMember(value, "cubecl_version");
    session.os = textMember(value, "os");
    session.arch = textMember(value, "arch");
    session.label = textMember(value, "label");
    session.processId = unsignedMember(value, "process").value_or(0);
    return session;
}

}  // namespace flipscope
