#include "core/read/dataset_builder.h"

#include "core/model/natural_order.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace flipscope {

namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

// Old number -> new number, given out in the order of asking.
template <class Value>
class Renumbering {
public:
    explicit Renumbering(std::vector<Value>& from) : m_from(from), m_new(from.size(), kUnused) {}

    std::uint32_t operator()(std::uint32_t old) {
        std::uint32_t& number = m_new.at(old);
        if (number == kUnused) {
            number = static_cast<std::uint32_t>(m_kept.size());
            m_kept.push_back(std::move(m_from[old]));
        }
        return number;
    }
    std::vector<Value> take() { return std::move(m_kept); }

private:
    std::vector<Value>& m_from;
    std::vector<std::uint32_t> m_new;
    std::vector<Value> m_kept;
};

std::string candidateText(const CandidateSet& set, CandidateIndex candidate) {
    std::string text = std::to_string(candidate.value);
    if (candidate.value < set.names.size()) text += " " + set.names[candidate.value];
    return text;
}

// A decision whose winner is none of its set's candidates is no decision.
void dropImpossible(LoadedPlace& place, const UnnamedSet& unnamed, const InternPool::Contents& contents,
                    LoadReport& report) {
    std::vector<Decision>& decisions = place.assembled.runs[unnamed.run].decisions;
    const Decision& decision = decisions[unnamed.decision];
    const std::size_t size = contents.sets[decision.set.value].names.size();
    if (size == 0 || !decision.usedWinner || decision.usedWinner->value < size) return;
    ++report.recordsSkipped;
    ++report.problemCount;
    report.problems.push_back({ProblemKind::damagedRecord, place.path, 0,
                               "the row of key " + contents.keys[decision.key.value].label + " names candidate " +
                                   std::to_string(decision.usedWinner->value) + " in a list of " +
                                   std::to_string(size) + " candidates: skipped"});
    decisions.erase(decisions.begin() + static_cast<std::ptrdiff_t>(unnamed.decision));
}

// Sets that a database row names by checksum only: the set of that checksum if any source tells its names.
void resolveUnnamedSets(std::vector<LoadedPlace>& places, InternPool::Contents& contents, LoadReport& report) {
    std::vector<CandidateSet>& sets = contents.sets;
    std::map<std::string, std::uint32_t> byChecksum;
    for (std::size_t i = 0; i < sets.size(); ++i)
        byChecksum.emplace(sets[i].checksum, static_cast<std::uint32_t>(i));
    for (LoadedPlace& place : places) {
        for (const UnnamedSet& unnamed : place.assembled.unnamedSets) {
            const auto next = static_cast<std::uint32_t>(sets.size());
            const auto [found, isNew] = byChecksum.try_emplace(unnamed.checksum, next);
            if (isNew) sets.push_back({{}, unnamed.checksum});
            place.assembled.runs[unnamed.run].decisions[unnamed.decision].set.value = found->second;
        }
        // From the end on, so that positions stay what they are.
        std::vector<UnnamedSet>& unnamed = place.assembled.unnamedSets;
        for (auto at = unnamed.rbegin(); at != unnamed.rend(); ++at)
            dropImpossible(place, *at, contents, report);
    }
}

class Building {
public:
    Building(std::vector<LoadedPlace> places, InternPool::Contents contents, LoadReport report)
        : m_places(std::move(places)), m_contents(std::move(contents)) {
        m_dataset.report = std::move(report);
        if (m_contents.texts.empty()) m_contents.texts.emplace_back();
    }

    Dataset build() {
        resolveUnnamedSets(m_places, m_contents, m_dataset.report);
        sortPlaces();
        avoidIdsOfOthers();
        sortPlaces();
        renumber();
        makeKeyNamesUnique(m_dataset.keys);
        for (LoadedPlace& place : m_places)
            take(place);
        m_dataset.runs.shrink_to_fit();
        return std::move(m_dataset);
    }

private:
    void sortPlaces() {
        std::stable_sort(m_places.begin(), m_places.end(), [](const LoadedPlace& a, const LoadedPlace& b) {
            return naturalLess(a.id, b.id) || (!naturalLess(b.id, a.id) && a.id < b.id);
        });
    }

    static std::string idOf(const LoadedPlace& place, std::size_t process) {
        return place.assembled.runs.size() == 1 ? place.id : place.id + "#" + std::to_string(process + 1);
    }

    // A folder may be named "x#1" as the first process of a split "x" is.
    void avoidIdsOfOthers() {
        std::set<std::string> taken;
        for (const LoadedPlace& place : m_places)
            taken.insert(place.id);
        for (LoadedPlace& place : m_places) {
            const std::size_t processes = place.assembled.runs.size();
            if (processes < 2) continue;
            const std::string own = place.id;
            const auto collides = [&] {
                for (std::size_t i = 0; i < processes; ++i) {
                    if (taken.count(idOf(place, i)) != 0) return true;
                }
                return place.id != own && taken.count(place.id) != 0;
            };
            for (int n = 2; collides(); ++n)
                place.id = own + "~" + std::to_string(n);
            for (std::size_t i = 0; i < processes; ++i)
                taken.insert(idOf(place, i));
        }
    }

    void renumber() {
        Renumbering<TuningKey> keys(m_contents.keys);
        Renumbering<CandidateSet> sets(m_contents.sets);
        Renumbering<std::string> texts(m_contents.texts);
        texts(0);  // the empty text stays first
        for (LoadedPlace& place : m_places) {
            for (Run& run : place.assembled.runs) {
                for (Decision& decision : run.decisions) {
                    decision.key.value = keys(decision.key.value);
                    decision.set.value = sets(decision.set.value);
                    for (FailedCandidate& failed : decision.failed)
                        failed.reason = texts(failed.reason);
                }
            }
            for (WinnerDisagreement& disagreement : place.assembled.disagreements) {
                disagreement.key.value = keys(disagreement.key.value);
                disagreement.set.value = sets(disagreement.set.value);
            }
        }
        m_dataset.keys = keys.take();
        m_dataset.candidateSets = sets.take();
        m_dataset.texts = texts.take();
    }

    void take(LoadedPlace& place) {
        std::vector<Run>& runs = place.assembled.runs;
        std::vector<std::string> ids;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            runs[i].id = ids.emplace_back(idOf(place, i));
            m_dataset.report.recordsRead += runs[i].decisions.size();
            noteSeveralSets(runs[i], place.path);
        }
        std::move(runs.begin(), runs.end(), std::back_inserter(m_dataset.runs));
        std::move(place.assembled.notes.begin(), place.assembled.notes.end(),
                  std::back_inserter(m_dataset.report.notes));
        for (const WinnerDisagreement& disagreement : place.assembled.disagreements)
            report(place, disagreement, ids);
        for (MergedPlace& merged : place.merged)
            m_dataset.report.mergedRuns.push_back({std::move(merged.id), std::move(merged.path), ids});
    }

    // Winners of different candidate sets cannot be compared: nobody can say which of them "the" choice was.
    void noteSeveralSets(const Run& run, const std::string& path) {
        constexpr std::size_t kKeysNamed = 3;
        std::unordered_map<KeyIndex, CandidateSetIndex> setOfKey;
        std::set<KeyIndex> several;
        for (const Decision& decision : run.decisions) {
            if (setOfKey.try_emplace(decision.key, decision.set).first->second != decision.set) {
                several.insert(decision.key);
            }
        }
        if (several.empty()) return;
        std::string message = "run " + run.id + " tuned " + std::to_string(several.size()) +
                              (several.size() == 1 ? " key" : " keys") +
                              " with more than one candidate set, so no used winner is given: ";
        std::size_t named = 0;
        for (const KeyIndex key : several) {
            if (named++ == kKeysNamed) break;
            message += (named > 1 ? ", " : "") + keyOf(m_dataset, key).id + " (" + keyOf(m_dataset, key).label + ")";
        }
        if (several.size() > kKeysNamed) message += " …";
        m_dataset.report.notes.push_back({NoteKind::information, path, std::move(message)});
    }

    void report(const LoadedPlace& place, const WinnerDisagreement& disagreement, const std::vector<std::string>& ids) {
        const TuningKey& key = keyOf(m_dataset, disagreement.key);
        const CandidateSet& set = setOf(m_dataset, disagreement.set);
        const std::string run = disagreement.process ? "run " + ids.at(*disagreement.process) + ", " : std::string();
        std::string message = run + "key " + key.id + " (" + key.label + "): the decision log names " +
                              candidateText(set, disagreement.logged) + ", " + disagreement.otherSource + " (" +
                              disagreement.path + ") " + candidateText(set, disagreement.other) +
                              disagreement.consequence;
        ++m_dataset.report.problemCount;
        m_dataset.report.problems.push_back(
            {ProblemKind::databaseDisagreement, place.path, disagreement.line, std::move(message)});
    }

    std::vector<LoadedPlace> m_places;
    InternPool::Contents m_contents;
    Dataset m_dataset;
};

}  // namespace

void dropDuplicates(std::vector<LoadedPlace>& places, std::vector<Note>& notes) {
    std::map<std::pair<std::string, std::string>, std::size_t> seen;  // content -> position of the first
    std::vector<LoadedPlace> kept;
    kept.reserve(places.size());
    for (LoadedPlace& place : places) {
        if (!place.contentId.empty()) {
            const auto [first, isNew] = seen.try_emplace({place.contentId, place.outputId}, kept.size());
            if (!isNew) {
                LoadedPlace& same = kept[first->second];
                notes.push_back({NoteKind::duplicateRun, place.path,
                                 "the same run as " + same.path + " (equal log, equal output): counted once"});
                same.merged.push_back({std::move(place.place), std::move(place.path), {}});
                continue;
            }
        }
        kept.push_back(std::move(place));
    }
    places = std::move(kept);
}

void nameAll(std::vector<LoadedPlace>& places) {
    std::vector<RunPlace> all;
    for (const LoadedPlace& place : places)
        all.push_back(place.place);
    std::vector<std::string> ids = nameRuns(all);
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i].id = std::move(ids[i]);
    // The others' ids stay as short as without them; theirs must differ from all.
    for (const LoadedPlace& place : places) {
        for (const MergedPlace& merged : place.merged)
            all.push_back(merged.place);
    }
    if (all.size() == places.size()) return;
    ids = nameRuns(all);
    std::size_t next = places.size();
    for (LoadedPlace& place : places) {
        for (MergedPlace& merged : place.merged)
            merged.id = std::move(ids[next++]);
    }
}

Dataset buildDataset(std::vector<LoadedPlace> places, InternPool::Contents contents, LoadReport report) {
    return Building(std::move(places), std::move(contents), std::move(report)).build();
}

}  // namespace flipscope
