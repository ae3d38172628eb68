#include "core/rerun/worker_messages.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a message from a worker comes back as it was written") {
    const WorkerHello hello{
        1,
        "flipscope-worker",
        "1.2",
        "cuda",
        RerunMeans::replica,
        {{"0", "NVIDIA H200", "9.0", "580.1", 150'000'000'000, ""}, {"1", "Hopper", "", "", 0, "x"}},
        {"a note"},
        {"cublaslt_0"},
        true,
        true,
        true};
    const WorkerProgress progress{"r1", 3, 8, "matmul_naive", CandidateIndex{9}};
    CHECK(toLine(MessageFromWorker(progress)).find(R"("index":9)") != std::string::npos);
    const WorkerDone done{"r1", true};
    const WorkerError error{"", "no device"};
    for (const MessageFromWorker& message :
         {MessageFromWorker(hello), MessageFromWorker(progress), MessageFromWorker(done), MessageFromWorker(error)}) {
        const std::string line = toLine(message);
        CHECK(line.find('\n') == std::string::npos);
        const auto parsed = parseFromWorker(line, RerunMeans::real);
        REQUIRE_MESSAGE(parsed, parsed.errorMessage());
        CHECK(parsed.value().index() == message.index());
        CHECK(toLine(parsed.value()) == line);
    }
}

TEST_CASE("what a newer worker adds is ignored") {
    const auto hello = parseFromWorker(
        R"({"type":"hello","protocol":1,"name":"w","devices":[{"id":"0","colour":"red"}],"mood":{"a":[1]}})",
        RerunMeans::real);
    REQUIRE(hello);
    CHECK(std::get<WorkerHello>(hello.value()).devices.at(0).id == "0");
    CHECK(!std::get<WorkerHello>(hello.value()).givenOperands);
    CHECK(!std::get<WorkerHello>(hello.value()).transposedLhs);
    CHECK(!std::get<WorkerHello>(hello.value()).placedOperands);
    const auto other = parseFromWorker(R"({"type":"weather","text":"rain"})", RerunMeans::real);
    REQUIRE(other);
    CHECK(std::get<UnknownMessage>(other.value()).type == "weather");
    const auto toWorker = parseToWorker(R"({"type":"weather"})");
    REQUIRE(toWorker);
    CHECK(std::holds_alternative<UnknownMessage>(toWorker.value()));
}

TEST_CASE("a line that is no message says why") {
    const std::pair<const char*, const char*> lines[] = {
        {"", "no JSON"},
        {"hello", "no JSON"},
        {"[1]", "no JSON object"},
        {R"({"id":"1"})", "no \"type\""},
        {R"({"type":7})", "no \"type\""},
        {R"({"type":"done"})", "\"id\" is missing"},
        {R"({"type":"hello","protocol":"one","name":"w","devices":[]})", "\"protocol\" is no count"},
        {R"({"type":"hello","protocol":1,"name":"w","devices":[3]})", "\"devices\" is no array of objects"},
        {R"({"type":"result","id":"1","name":"n","status":"fine"})", "\"status\" is none of"},
        {R"({"type":"result","id":"1","name":"n","status":"ok"})", "\"checksum\" is missing"},
        {R"({"type":"result","id":"1","name":"n","status":"ok","checksum":"12"})", "\"checksum\" is no 16"},
    };
    for (const auto& each : lines) {
        const auto& line = each.first;
        const auto& wanted = each.second;
        const auto parsed = parseFromWorker(line, RerunMeans::real);
        CHECK_MESSAGE(!parsed, line);
        CHECK_MESSAGE(parsed.errorMessage().find(wanted) != std::string::npos, parsed.errorMessage());
    }
    CHECK(!parseFromWorker(std::string(200'000, '['), RerunMeans::real));
}

TEST_CASE("only what an asker kept says that a result is the asker's own word") {
    const std::string line = R"({"type":"result","id":"1","name":"n","status":"failed","byAsker":true})";
    const auto byAsker = [&](LineWriter writer) {
        const auto parsed = parseFromWorker(line, RerunMeans::real, writer);
        REQUIRE(parsed);
        return std::get<WorkerAnswer>(parsed.value()).result.byAsker;
    };
    CHECK_FALSE(byAsker(LineWriter::worker));
    CHECK(byAsker(LineWriter::asker));
}

TEST_CASE("the id of a damaged message is found where there is one") {
    CHECK(idOfLine(R"({"type":"run","id":"r7","problem":3})") == "r7");
    CHECK(idOfLine("nothing").empty());
    CHECK(idOfLine(R"({"type":"run","id":7})").empty());
}

TEST_CASE("cancel and quit") {
    const auto cancel = parseToWorker(toLine(MessageToWorker(WorkerCancel{"r1"})));
    REQUIRE(cancel);
    CHECK(std::get<WorkerCancel>(cancel.value()).id == "r1");
    const auto quit = parseToWorker(toLine(MessageToWorker(WorkerQuit{})));
    REQUIRE(quit);
    CHECK(std::holds_alternative<WorkerQuit>(quit.value()));
}
