#include "core/read/hidden_entries.h"

#include "core/read/folder_listing.h"
#include "core/read/shown_text.h"

#include <algorithm>

namespace flipscope {

namespace {

constexpr std::size_t kNamed = 3;

// Up to the first part that is left out; empty when that never holds runs.
std::string hiddenPartOf(const std::string& entry) {
    for (std::size_t from = 0; from < entry.size();) {
        const std::size_t end = std::min(entry.find('/', from), entry.size());
        const std::string part = entry.substr(from, end - from);
        if (part.starts_with('.') || (end < entry.size() && holdsNoRuns(part))) {
            return mayHideRuns(part) ? entry.substr(0, end) : std::string();
        }
        from = end + 1;
    }
    return {};
}

}  // namespace

void HiddenEntries::add(const std::string& shownPath) {
    if (m_named.size() < kNamed) m_named.push_back(shownText(shownPath));
    ++m_count;
}

void HiddenEntries::addOfArchive(const std::string& archive, const std::string& entry) {
    const std::string hidden = hiddenPartOf(entry);
    const std::string shown = archive + "!/" + hidden;
    if (!hidden.empty() && m_inArchives.insert(shown).second) add(shown);
}

std::optional<Note> HiddenEntries::note() const {
    if (m_count == 0) return std::nullopt;
    std::string message = std::to_string(m_count) + (m_count == 1 ? " hidden entry is" : " hidden entries are") +
                          " not looked at unless given by path: ";
    for (std::size_t i = 0; i < m_named.size(); ++i)
        message += (i > 0 ? ", " : "") + m_named[i];
    if (m_count > m_named.size()) message += " …";
    return Note{NoteKind::information, m_named.front(), std::move(message)};
}

}  // namespace flipscope
