#include "core/analyse/chance.h"

#include "core/analyse/separating_labelings.h"

namespace flipscope {

ChanceFigures chanceFigures(const LabelledRuns& runs, const std::vector<BlockPartition>& partitions,
                            const std::vector<std::size_t>& keysOf, const LabelingScan& scan) {
    ChanceFigures figures;
    for (std::size_t group = 0; group < partitions.size(); ++group) {
        const BlockPartition& partition = partitions[group];
        const double share = separatingShare(partition.blockSizes, partition.blockless, runs.groupSizes);
        figures.expectedGroupsByChance += share;
        figures.expectedByChance += share * static_cast<double>(keysOf[group]);
        if (separates(tableOf(runs, partition))) {
            ++figures.groupsSeparating;
            figures.keysSeparating += keysOf[group];
        }
    }
    figures.exact = scan.exact;
    if (scan.labelings == 0) return figures;
    figures.probabilityByChance = static_cast<double>(scan.separating) / static_cast<double>(scan.labelings);
    if (!scan.exact) figures.interval = clopperPearson(scan.separating, scan.labelings);
    return figures;
}

}  // namespace flipscope
