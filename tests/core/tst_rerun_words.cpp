#include "core/report/rerun_report.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("every status and every way has words") {
    for (int status = 0; status <= static_cast<int>(RerunStatus::notRun); ++status)
        CHECK(!inWords(static_cast<RerunStatus>(status)).empty());
    CHECK(inWords(RerunStatus::notRun) == "not run");
    for (const RerunMeans means : {RerunMeans::emulated, RerunMeans::replica, RerunMeans::real})
        CHECK(!meansSentence(means).empty());
}

TEST_CASE("classes are lettered, past Z by two letters") {
    CHECK(className(0) == "A");
    CHECK(className(25) == "Z");
    CHECK(className(26) == "AA");
    CHECK(className(27) == "AB");
    CHECK(className(26 + 26 * 26) == "AAA");
}

TEST_CASE("a request in words: sizes, layouts, where its buffers lie") {
    RerunRequest request;
    request.problem = {512, 1023, 128, ElementType::bf16, true, true};
    CHECK(inputInWords(request) == "512×1023×128 bf16 lhsᵀ rhsᵀ, seeds 1 and 2");
    request.placement = {130, 0, 1030, 1};
    CHECK(shapeInWords(request) == "512×1023×128 (left stride 130, output stride 1030 and offset 1)");
}

TEST_CASE("incidents in words") {
    RerunIncident incident;
    incident.status = RerunStatus::refused;
    incident.because = "no \x1b";
    CHECK(incidentInWords(incident) == "refused");
    CHECK(reasonOf(incident) == "no \\x1B");
    incident.status = RerunStatus::timedOut;
    CHECK(incidentInWords(incident) == "timed out");
    incident.status = RerunStatus::ok;
    incident.verdict.findings = {RerunFinding::writesOutside, RerunFinding::wrong};
    CHECK(incidentInWords(incident) == "writes outside and wrong");
}

TEST_CASE("incidents are counted by what they are") {
    const RerunFindings findings = findingsOf(test::realRerun(), std::nullopt);
    CHECK(incidentCounts(findings.candidates[0]).empty());
    CHECK(incidentCounts(findings.candidates[1]) == "refused on 1");
    CHECK(incidentCounts(findings.candidates[3]) == "refused on 2");
    CandidateFindings both = findings.candidates[3];
    both.incidents.push_back(findings.candidates[4].incidents.front());
    CHECK(incidentCounts(both) == "refused on 2 and writes outside on 1");
}

TEST_CASE("the input of a verdict is named where it is not the first") {
    RerunReport report = test::realRerun();
    CHECK(otherInputInWords(report, findingsOf(report, std::nullopt).candidates[4]).empty());
    std::swap(report.rounds[0].results[4].guardBytesChanged, report.rounds[1].results[4].guardBytesChanged);
    CHECK(otherInputInWords(report, findingsOf(report, std::nullopt).candidates[4]) == "8×8×63 (left stride 65)");
    CHECK(otherInputInWords(report, findingsOf(report, std::nullopt).candidates[1]).empty());
}

TEST_CASE("0 of N is worth 3/N, and the grid that was filled is told") {
    RerunReport report = test::smallRerun();
    report.rounds[0].results.resize(1);
    CHECK(repeatsSentence(findingsOf(report, std::nullopt)).find("too few to bound") != std::string::npos);
    report.rounds[0].results[0].comparedRepeats = 60;
    const std::string plain = repeatsSentence(findingsOf(report, std::nullopt));
    CHECK(plain.find("0 of 60 launches gave") != std::string::npos);
    CHECK(plain.find("below 5.0 % (3/N, at 95 %)") != std::string::npos);
    report.rounds[0].results[0].comparedRepeats = 1000000;
    const std::string tiny = repeatsSentence(findingsOf(report, std::nullopt));
    CHECK(tiny.find("is below 0.01 % (3/N, at 95 %)") != std::string::npos);
    report.rounds[0].results[0].gridFilled = true;
    CHECK(repeatsSentence(findingsOf(report, std::nullopt)).find("multiprocessor of the card was busy") !=
          std::string::npos);
    report.rounds[0].results[0].differentRepeats = 1;
    CHECK(repeatsSentence(findingsOf(report, std::nullopt)).empty());
    report.rounds[0].results[0].differentRepeats = 0;
    report.rounds.push_back(report.rounds[0]);
    CHECK_FALSE(repeatsSentence(findingsOf(report, std::nullopt)).empty());
    report.rounds[1].results[0].checksum += 1;
    CHECK(repeatsSentence(findingsOf(report, std::nullopt)).empty());
}

TEST_CASE("whose kernels were meant is said where others stand in for them") {
    RerunReport report = test::smallRerun();
    CHECK(generatorInWords(report) == ", for the kernels of CUDA C++");
    report.rounds[0].request.codeGenerator = CodeGenerator::llvm;
    CHECK(generatorInWords(report) == ", for the kernels of LLVM");
    for (RerunResult& result : report.rounds[0].results)
        result.means = RerunMeans::real;
    CHECK(generatorInWords(report).empty());
    CHECK(generatorInWords({}).empty());
}

TEST_CASE("a device is described with what the numbers of an emulated card rest on") {
    WorkerDevice device;
    device.name = "NVIDIA H200";
    CHECK(describedDevice(device) == "NVIDIA H200");
    device.evidence = "kernelChecksums";
    CHECK(describedDevice(device) == "NVIDIA H200 (numbers: whole kernels checked)");
    device.evidence = "hearsay";  // another worker's word
    CHECK(describedDevice(device) == "NVIDIA H200 (numbers: hearsay)");
}
