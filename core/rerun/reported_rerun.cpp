#include "core/rerun/reported_rerun.h"

#include "core/model/report_version.h"
#include "core/rerun/rerun_plan.h"
#include "core/rerun/result_message.h"
#include "core/rerun/run_message.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace flipscope {

namespace {

using Json = nlohmann::json;

std::string textIn(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

class ReportReading {
public:
    ReportReading(const Json& report, const Dataset& dataset, const Analysis& analysis)
        : m_report(report), m_dataset(dataset), m_analysis(analysis) {}

    Result<ReportedRerun> read() {
        if (auto error = readKey()) return *error;
        readWorker();
        const auto rounds = m_report.find("rounds");
        if (rounds == m_report.end() || !rounds->is_array() || rounds->empty()) {
            return Error{"it has no rounds: nothing was run"};
        }
        for (const Json& round : *rounds) {
            const std::string fault = round.is_object() ? readRound(round) : "it is no object";
            const std::size_t number = m_read.rerun.report.rounds.size() + 1;
            if (!fault.empty()) return Error{"its round " + std::to_string(number) + " cannot be used: " + fault};
            m_read.rerun.report.rounds.push_back(std::move(m_round));
        }
        return std::move(m_read);
    }

private:
    std::optional<Error> readKey() {
        if (textIn(m_report, "command") != "rerun") return Error{"it is no JSON report of the command rerun"};
        if (const std::string version = textIn(m_report, "schema"); version != kReportVersion) {
            return Error{"it is of the version “" + version + "”, not “" + std::string(kReportVersion) + "”"};
        }
        const std::string id = textIn(m_report, "key");
        const std::optional<KeyIndex> key = id.empty() ? std::nullopt : findKey(m_dataset, id);
        if (!key) return Error{"it is of the key “" + id + "”, which these runs do not have"};
        const KeyVerdict& verdict = m_analysis.keys.at(key->value);
        if (!verdict.set) return Error{"the candidates of the key " + id + " are not known in these runs"};
        Result<RerunTarget> target = rerunTargetOf(m_dataset, verdict);
        if (!target) return Error{"the key " + id + " cannot be re-run: " + target.errorMessage()};
        m_read.key = *key;
        m_read.target = std::move(target).value();
        KeptRerun& rerun = m_read.rerun;
        rerun.subject = m_read.target.subject;
        rerun.label = m_read.target.label;
        rerun.keyId = id;
        rerun.winners = m_read.target.winners;
        if (auto bucket = bucketOf(rerun.subject)) m_bucket = std::move(bucket).value();
        return std::nullopt;
    }

    void readWorker() {
        m_read.rerun.device = textIn(m_report, "device");
        const auto means = meansFromString(textIn(m_report, "means"));
        if (!means) return;
        m_read.rerun.report.hello.emplace();
        m_read.rerun.report.hello->name = textIn(m_report, "worker");
        m_read.rerun.report.hello->means = *means;
    }

    // What is wrong with it, empty when nothing is.
    std::string readRound(const Json& round) {
        Json asked = round;
        asked.erase("results");
        asked["id"] = "1";
        asked["candidates"] = Json::array();
        MessageFields fields(asked);
        m_round = {readRequest(fields), {}};
        if (!fields.fault().empty()) return fields.fault();
        place(m_round.request, rerunCheckFromString(textIn(round, "check")));
        const auto results = round.find("results");
        if (results == round.end() || !results->is_array()) return "it has no results";
        for (const Json& result : *results) {
            if (std::string fault = readAnswer(result); !fault.empty()) return fault;
        }
        return {};
    }

    void place(RerunRequest& request, const std::optional<RerunCheck>& check) const {
        const bool isOwn = isOwnProblem(request, m_read.target);
        // A request that says so is of the key's sizes only where it is.
        request.check = isOwn ? RerunCheck::keySizes : check.value_or(RerunCheck::otherSizes);
        if (!isOwn && request.check == RerunCheck::keySizes) request.check = RerunCheck::otherSizes;
        if (!m_bucket) return;
        const bool isInside = standsFor(*m_bucket, request.problem, request.placement);
        request.place = isInside ? BucketPlace::inside : BucketPlace::outside;
    }

    std::string readAnswer(Json answer) {
        if (!answer.is_object()) return "a result is no object";
        answer.erase("timing");
        for (auto member = answer.begin(); member != answer.end();)
            member = member->is_null() ? answer.erase(member) : std::next(member);
        MessageFields fields(answer);
        RerunResult result = readResult(fields, RerunMeans::emulated);
        if (!fields.fault().empty()) return fields.fault();
        if (std::string fault = faultOf(result, m_round.request.problem); !fault.empty()) return fault;
        result.patterns.clear();
        const auto& candidate = result.candidate;
        const auto& known = m_read.target.candidates;
        if (candidate.index && (candidate.index->value >= known.size() || known[candidate.index->value] != candidate)) {
            const std::string index = std::to_string(candidate.index->value);
            return "candidate " + index + " is “" + candidate.name + "” there and " +
                   (candidate.index->value < known.size() ? "“" + known[candidate.index->value].name + "”"
                                                          : std::string("none")) +
                   " in these runs: it is of another candidate set";
        }
        m_round.request.candidates.push_back(candidate);
        m_round.results.push_back(std::move(result));
        return {};
    }

    const Json& m_report;
    const Dataset& m_dataset;
    const Analysis& m_analysis;
    std::optional<KeyBucket> m_bucket;
    ReportedRerun m_read;
    RerunRound m_round;
};

}  // namespace

bool isOwnProblem(const RerunRequest& request, const RerunTarget& target) {
    return request.problem == target.problem && request.placement == OperandPlacement{};
}

std::vector<RerunRound> roundsOfKey(const std::vector<RerunRound>& rounds, const RerunTarget& target) {
    std::vector<RerunRound> counted;
    for (const RerunRound& round : rounds) {
        if (isOwnProblem(round.request, target) || round.request.place == BucketPlace::inside) counted.push_back(round);
    }
    return counted;
}

Result<ReportedRerun> reportedRerun(std::string_view json, const Dataset& dataset, const Analysis& analysis) {
    const Json report = Json::parse(json, nullptr, false);
    if (!report.is_object()) return Error{"it is no JSON report of the command rerun"};
    return ReportReading(report, dataset, analysis).read();
}

}  // namespace flipscope
