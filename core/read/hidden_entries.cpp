#include "core/read/hidden_entries.h"

#include "core/model/counted_text.h"
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

void HiddenEntries::Counted::add(const std::string& shownPath) {
    if (named.size() < kNamed) named.push_back(shownText(shownPath));
    ++count;
}

Note HiddenEntries::Counted::note(const char* one, const char* many) const {
    std::string message = countedText(count, one, many);
    for (std::size_t i = 0; i < named.size(); ++i)
        message += (i > 0 ? ", " : "") + named[i];
    if (count > named.size()) message += " …";
    return Note{NoteKind::information, named.front(), std::move(message)};
}

void HiddenEntries::add(const std::string& shownPath) {
    m_hidden.add(shownPath);
}

void HiddenEntries::addSpecial(const std::string& shownPath) {
    m_special.add(shownPath);
}

void HiddenEntries::addOfArchive(const std::string& archive, const std::string& entry) {
    const std::string hidden = hiddenPartOf(entry);
    const std::string shown = archive + "!/" + hidden;
    if (!hidden.empty() && m_inArchives.insert(shown).second) add(shown);
}

std::vector<Note> HiddenEntries::notes() const {
    std::vector<Note> notes;
    if (m_hidden.count > 0) {
        notes.push_back(m_hidden.note("hidden entry is not looked at unless given by path: ",
                                      "hidden entries are not looked at unless given by path: "));
    }
    if (m_special.count > 0) {
        notes.push_back(m_special.note("entry is a named pipe, a socket or a device and is not read: ",
                                       "entries are named pipes, sockets or devices and are not read: "));
    }
    return notes;
}

}  // namespace flipscope
