// The floor for loading (definitions "Speed figures"): reads the files given on the command line (one path a line on
// stdin) and runs single-threaded simdjson DOM parse_many over the same bytes. Prints the seconds of both parts and the
// bytes.

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <simdjson.h>

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::size_t readWhole(const std::string& path, std::vector<char>& buffer) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return 0;
    std::fseek(file, 0, SEEK_END);
    const auto size = static_cast<std::size_t>(std::ftell(file));
    std::rewind(file);
    buffer.resize(size + simdjson::SIMDJSON_PADDING);
    const std::size_t got = std::fread(buffer.data(), 1, size, file);
    std::fclose(file);
    return got;
}

}  // namespace

int main() {
    std::vector<char> buffer;
    simdjson::dom::parser parser;
    double readSeconds = 0;
    double parseSeconds = 0;
    std::size_t bytes = 0;
    std::size_t documents = 0;
    for (std::string path; std::getline(std::cin, path);) {
        auto start = std::chrono::steady_clock::now();
        const std::size_t size = readWhole(path, buffer);
        readSeconds += secondsSince(start);
        bytes += size;
        start = std::chrono::steady_clock::now();
        simdjson::dom::document_stream stream;
        if (parser.parse_many(buffer.data(), size, simdjson::dom::DEFAULT_BATCH_SIZE).get(stream) != simdjson::SUCCESS)
            continue;
        for (auto document : stream)
            documents += document.error() == simdjson::SUCCESS ? 1U : 0U;
        parseSeconds += secondsSince(start);
    }
    std::printf("%.6f %.6f %zu %zu\n", readSeconds, parseSeconds, bytes, documents);
    return 0;
}
