#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace flipscope {

struct Sample {
    QString title;  // from the file name: "training-runs.tar.xz" -> "Training runs"
    QString path;
};

// Where samples may be: beside the executable, in the installed share folder, in the source tree it was built from.
[[nodiscard]] QStringList sampleFolders();

// Folders and archives in the first of the folders that holds any, by name.
[[nodiscard]] std::vector<Sample> findSamples(const QStringList& folders);

}  // namespace flipscope
