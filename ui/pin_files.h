#pragma once

#include "core/model/dataset.h"
#include "core/pin/pin.h"

#include <QString>
#include <string>
#include <vector>

namespace flipscope {

// Whether a file says of itself that it is a pin file, be it a damaged one: a look at its beginning. Any thread.
[[nodiscard]] bool looksLikePinFile(const QString& path);

// Every file that the runs were read from; in place of one inside an archive, the archive. Any thread.
[[nodiscard]] std::vector<std::string> filesOfRuns(const Dataset& dataset);

// Writes the pin file whole or not at all. Only a pin file is replaced, and none of the inputs. The text is empty when
// it worked, else says why not.
[[nodiscard]] QString savePinFile(const std::vector<Pin>& pins, const QString& path,
                                  const std::vector<std::string>& inputs);

}  // namespace flipscope
