#include "core/read/file_kind.h"

#include "core/model/plain_text.h"
#include "core/read/alias_list.h"
#include "core/read/decision_log.h"
#include "core/read/human_log.h"
#include "core/read/text_look.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace flipscope {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kDatabaseMagic = "SQLite format 3\0"sv;
constexpr std::string_view kUtf16InWords = "UTF-16 text, which is not read: save it as UTF-8";

struct Signature {
    std::size_t offset;
    std::string_view bytes;
    FileKind kind;
    std::string_view inWords;
};

// Sources: the formats' own specifications; the two Turso/SQLite index files: formats §4.3.
constexpr std::array kSignatures{
    Signature{0, kDatabaseMagic, FileKind::database, "a SQLite database"},
    Signature{0, "\x37\x7f\x06\x82"sv, FileKind::databaseSidecar, "the write-ahead log of a SQLite database"},
    Signature{0, "\x37\x7f\x06\x83"sv, FileKind::databaseSidecar, "the write-ahead log of a SQLite database"},
    Signature{0, "\x18\xe2\x2d\x00"sv, FileKind::databaseSidecar, "the shared-memory index of a SQLite database"},
    Signature{0, "TSHMWAL\0"sv, FileKind::databaseSidecar, "the shared-memory index of a Turso database"},
    Signature{0, "PK\x03\x04"sv, FileKind::archive, "a zip archive"},
    Signature{0, "PK\x05\x06"sv, FileKind::archive, "an empty zip archive"},
    Signature{0, "\x1f\x8b"sv, FileKind::archive, "a gzip archive"},
    Signature{0, "BZh"sv, FileKind::archive, "a bzip2 archive"},
    Signature{0, "\xfd\x37zXZ\0"sv, FileKind::archive, "an xz archive"},
    Signature{0, "\x28\xb5\x2f\xfd"sv, FileKind::archive, "a zstd archive"},
    Signature{0, "\x04\x22\x4d\x18"sv, FileKind::archive, "an lz4 archive"},
    Signature{0, "7z\xbc\xaf\x27\x1c"sv, FileKind::archive, "a 7-zip archive"},
    Signature{257, "ustar"sv, FileKind::archive, "a tar archive"},
    Signature{0, "Rar!\x1a\x07"sv, FileKind::other, "a RAR archive, which is not read: pack it as zip or tar"},
    Signature{0,
              "\x7f"
              "ELF"sv,
              FileKind::other, "an ELF program or library"},
    Signature{0, "MZ\x90\0"sv, FileKind::other, "a Windows program or library"},
    Signature{0, "\xcf\xfa\xed\xfe"sv, FileKind::other, "a macOS program or library"},
    Signature{0, "\xca\xfe\xba\xbe"sv, FileKind::other, "a Java class or a macOS program"},
    Signature{0, "\0asm"sv, FileKind::other, "a WebAssembly module"},
    Signature{0, "BC\xc0\xde"sv, FileKind::other, "LLVM bitcode"},
    Signature{0, "!<arch>\n"sv, FileKind::other, "a static library"},
    Signature{0, "\x89PNG\r\n\x1a\n"sv, FileKind::other, "a PNG image"},
    Signature{0, "\xff\xd8\xff"sv, FileKind::other, "a JPEG image"},
    Signature{0, "GIF8"sv, FileKind::other, "a GIF image"},
    Signature{8, "WEBP"sv, FileKind::other, "a WebP image"},
    Signature{0, "%PDF-"sv, FileKind::other, "a PDF document"},
    Signature{0, "\x93NUMPY"sv, FileKind::other, "a NumPy array"},
    Signature{0, "\x89HDF\r\n\x1a\n"sv, FileKind::other, "an HDF5 file"},
    Signature{0, "PAR1"sv, FileKind::other, "a Parquet table"},
    Signature{0, "ARROW1"sv, FileKind::other, "an Arrow table"},
    Signature{0, "GGUF"sv, FileKind::other, "a GGUF model"},
    Signature{8, "{\"__metadata__\""sv, FileKind::other, "a safetensors model"},
    Signature{0, "\x80\x02"sv, FileKind::other, "a Python pickle"},
    Signature{0, "\x80\x03"sv, FileKind::other, "a Python pickle"},
    Signature{0, "\x80\x04"sv, FileKind::other, "a Python pickle"},
    Signature{0, "\x80\x05"sv, FileKind::other, "a Python pickle"},
    Signature{0, "\xff\xfe"sv, FileKind::other, kUtf16InWords},
    Signature{0, "\xfe\xff"sv, FileKind::other, kUtf16InWords},
};

bool has(std::string_view head, const Signature& signature) {
    return head.size() >= signature.offset + signature.bytes.size() &&
           head.substr(signature.offset, signature.bytes.size()) == signature.bytes;
}

const Signature* signatureOf(std::string_view head) {
    const auto* const found = std::find_if(kSignatures.begin(), kSignatures.end(),
                                           [&](const Signature& signature) { return has(head, signature); });
    return found != kSignatures.end() ? found : nullptr;
}

// The first bytes of a database, cut off before they say that it is one.
bool isTornDatabase(std::string_view head, bool whole) {
    constexpr std::size_t kTelling = 6;  // "SQLite"
    return whole && head.size() >= kTelling && head.size() < kDatabaseMagic.size() && kDatabaseMagic.starts_with(head);
}

// A terminal log may hold escape sequences and progress bars, and a crash can leave a hole of NUL bytes in a text,
// which counts as one; many control bytes are no text.
bool hasManyControls(std::string_view head) {
    std::size_t strange = 0;
    std::size_t bytes = 0;
    char before = 1;
    for (const char c : head) {
        const auto byte = static_cast<unsigned char>(c);
        const bool inHole = c == '\0' && before == '\0';
        before = c;
        if (inHole) continue;
        ++bytes;
        if (byte < 0x20 && !(byte >= 0x07 && byte <= 0x0d) && byte != 0x1b) ++strange;
    }
    constexpr std::size_t kFew = 3;  // do not make a short text binary
    return strange * 20 > bytes && !(strange <= kFew && strange * 4 < bytes);
}

// Most of a long text is only searched for NUL, which is much faster.
bool looksBinary(std::string_view head) {
    if (hasManyControls(head.substr(0, kShortHead))) return true;
    return head.size() > kShortHead && head.find('\0', kShortHead) != std::string_view::npos && hasManyControls(head);
}

// Every second byte of mostly Latin text is NUL in UTF-16.
bool looksLikeUtf16(std::string_view head) {
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < head.size(); ++i)
        zeros.at(i % 2) += head[i] == '\0' ? 1U : 0U;
    const auto [fewer, more] = std::minmax(zeros[0], zeros[1]);
    return head.size() >= 8 && more * 20 > head.size() * 8 && fewer * 20 < head.size();
}

// Each message that makes a human log holds one of these. Asked first: most texts are none, and reading lines is slow.
bool mayBeHumanLog(std::string_view head) {
    constexpr std::array kWords{"Fastest result "sv, "validate checksum key="sv, "Autotune["sv};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return ::memmem(head.data(), head.size(), word.data(), word.size()) != nullptr;
    });
}

// A JSON-line cache wraps each key with the checksum of its candidate set.
bool looksLikeChoiceCache(std::string_view head) {
    const std::size_t start = head.find("{\"key\":{\"key\":");
    return start != std::string_view::npos && (start == 0 || head[start - 1] == '\n');
}

}  // namespace

FileKind kindOfContent(std::string_view head, bool whole) {
    if (head.empty() && whole) return FileKind::empty;
    const Signature* signature = signatureOf(head);
    if (signature != nullptr && signature->kind != FileKind::other) return signature->kind;
    // A log with damage in its beginning, whatever the damage looks like, is still a log.
    if (looksLikeDecisionLog(head)) {
        return looksLikeChoiceCache(head) ? FileKind::choiceCache : FileKind::decisionLog;
    }
    if (signature != nullptr || looksBinary(head) || isTornDatabase(head, whole)) return FileKind::other;
    if (looksLikeAliasList(head)) return FileKind::aliasList;
    return mayBeHumanLog(head) && looksLikeHumanLog(head) ? FileKind::humanLog : FileKind::text;
}

FileLook lookBriefly(std::string_view head, bool whole) {
    const FileKind kind = kindOfContent(head, whole);
    if (kind != FileKind::text || holdsMembersOfRecord(head)) return lookAtContent(head, whole);
    return {kind, {}, false};
}

FileLook lookAtContent(std::string_view head, bool whole) {
    const FileKind kind = kindOfContent(head, whole);
    if (kind == FileKind::text && holdsMembersOfRecord(head)) {
        return {kind,
                isSpreadOverLines(head) ? "a decision log whose records are spread over several lines, not one a line"
                                        : "a piece of a decision log, but not one whole record",
                true};
    }
    const Signature* signature = signatureOf(head);
    if (signature != nullptr && signature->kind == kind) return {kind, std::string(signature->inWords), false};
    if (isTornDatabase(head, whole)) return {kind, "the torn beginning of a SQLite database", false};
    switch (kind) {
        case FileKind::empty:
            return {kind, "an empty file", false};
        case FileKind::decisionLog:
            return {kind, "a cubecl decision log", false};
        case FileKind::choiceCache:
            return {kind, "a cubecl autotune cache", false};
        case FileKind::humanLog:
            return {kind, "a cubecl autotune log", false};
        case FileKind::text:
            return {kind, lookOfText(head, whole), false};
        case FileKind::aliasList:
            return {kind, "a list of aliases", false};
        default:
            return {kind, std::string(looksLikeUtf16(head) ? kUtf16InWords : "binary data"), false};
    }
}

bool namedLikeDecisionLog(std::string_view fileName) {
    const std::string name = lowerCase(fileName);
    return name.ends_with(".jsonl") || name.ends_with(".ndjson") || name.find("decision") != std::string::npos;
}

}  // namespace flipscope
