#pragma once

#include <QDir>
#include <QFile>
#include <QString>
#include <QTemporaryDir>

namespace flipscope::testing {

inline void writeFile(const QString& path, const QByteArray& text) {
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("%s could not be written", qPrintable(path));
}

// One decision of a matmul key with the given m between candidates 0 and 1. run varies the timings: runs with equal
// logs would count as one.
inline QByteArray decisionLine(int m, int winner, int run = 0) {
    const auto result = [](int index, int nanos) {
        return QStringLiteral(
                   R"({"outcome":{"Ok":{"name":"candidate_%1","index":%1,"computation":{"mean":{"secs":0,"nanos":%2},)"
                   R"("median":{"secs":0,"nanos":%2},"variance":{"secs":0,"nanos":0},"min":{"secs":0,"nanos":%3},)"
                   R"("max":{"secs":0,"nanos":%4}}}}})")
            .arg(index)
            .arg(nanos)
            .arg(nanos - 500)
            .arg(nanos + 500);
    };
    return QStringLiteral(
               R"({"key":{"definition":{"m":%1,"n":64,"k":64,"lhs_pow2_factor":4,"lhs_stride_factor":8,)"
               R"("rhs_pow2_factor":4,"rhs_stride_factor":8,"elem_lhs":{"Float":"F32"},"elem_rhs":{"Float":"F32"},)"
               R"("elem_out":{"Float":"F32"},"matrix_layout_lhs":"Contiguous","matrix_layout_rhs":"Contiguous",)"
               R"("lhs_storage":"Plain","rhs_storage":"Plain"},"analysis":{"scale_global":"Small","kind":"General"}},)"
               R"("fastest_index":%2,"fastest_time":{"secs":0,"nanos":10000},"results":[%3,%4]})")
               .arg(m)
               .arg(winner)
               .arg(result(winner, 10000 + run), result(1 - winner, 10200 + run))
               .toUtf8() +
           '\n';
}

// Folders run1 … run4 with two keys each; the first key flips in run3 and run4, which print another loss.
inline void writeFourRuns(const QString& folder) {
    for (int run = 1; run <= 4; ++run) {
        const QString at = folder + QStringLiteral("/run%1/").arg(run);
        writeFile(at + QStringLiteral("decisions.jsonl"),
                  decisionLine(64, run > 2 ? 1 : 0, run) + decisionLine(128, 0, run));
        writeFile(at + QStringLiteral("stdout.log"), run > 2 ? "start\nloss 7.5\nend\n" : "start\nloss 2.5\nend\n");
    }
}

// Folders run1 and run2; the log of run1 repeats some of its keys, as perhaps a second process did.
inline void writePerhapsTwoProcesses(const QString& folder) {
    QByteArray whole, again;
    for (const int m : {64, 128, 256, 512})
        whole += decisionLine(m, 0, 1);
    for (const int m : {128, 512})
        again += decisionLine(m, 1, 7);
    writeFile(folder + QStringLiteral("/run1/decisions.jsonl"), whole + again);
    writeFile(folder + QStringLiteral("/run2/decisions.jsonl"),
              decisionLine(64, 0, 2) + decisionLine(128, 0, 2) + decisionLine(256, 0, 2) + decisionLine(512, 0, 2));
}

}  // namespace flipscope::testing
