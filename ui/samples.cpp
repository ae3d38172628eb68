#include "ui/samples.h"

#include <QCoreApplication>
#include <QDir>

namespace flipscope {
namespace {

QString titleOfSample(QString name) {
    name = name.section(QLatin1Char('.'), 0, 0).replace(QLatin1Char('-'), QLatin1Char(' '));
    if (!name.isEmpty()) name[0] = name[0].toUpper();
    return name;
}

bool isArchive(const QString& name) {
    return name.endsWith(QLatin1String(".zip")) || name.contains(QLatin1String(".tar"));
}

}  // namespace

QStringList sampleFolders() {
    const QString beside = QCoreApplication::applicationDirPath();
    return {beside + QStringLiteral("/samples"), beside + QStringLiteral("/../share/flipscope/samples"),
            QStringLiteral(FLIPSCOPE_SOURCE_SAMPLES)};
}

std::vector<Sample> findSamples(const QStringList& folders) {
    std::vector<Sample> samples;
    for (const QString& folder : folders) {
        const QDir dir(folder);
        for (const QFileInfo& entry : dir.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
            if (entry.isDir() || isArchive(entry.fileName()))
                samples.push_back({titleOfSample(entry.fileName()), QDir::cleanPath(entry.absoluteFilePath())});
        if (!samples.empty()) break;
    }
    return samples;
}

}  // namespace flipscope
