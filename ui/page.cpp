#include "ui/page.h"

#include <array>

namespace flipscope {
namespace {

struct PageText {
    const char *name, *title;
};

constexpr std::array<PageText, static_cast<std::size_t>(Page::Count)> kPages{{
    {"overview", "Overview"},
    {"matrix", "Matrix"},
    {"key", "Key"},
    {"suspects", "Suspects"},
    {"rerun", "Re-run"},
    {"pins", "Pins"},
    {"runs", "Runs"},
    {"report", "Files and problems"},
    {"prove", "Prove"},
    {"collect", "Collect"},
}};

}  // namespace

QString nameOf(Page page) {
    return QString::fromLatin1(kPages[static_cast<std::size_t>(page)].name);
}

QString titleOf(Page page) {
    return QString::fromLatin1(kPages[static_cast<std::size_t>(page)].title);
}

bool isShownOnDemand(Page page) {
    return page == Page::prove || page == Page::collect;
}

std::optional<Page> pageFromName(const QString& name) {
    for (std::size_t i = 0; i < kPages.size(); ++i)
        if (name == QLatin1String(kPages[i].name)) return static_cast<Page>(i);
    return std::nullopt;
}

}  // namespace flipscope
