#include "ui/document_words.h"

#include "ui/text.h"

#include <QStringList>

namespace flipscope {

QString wordsOf(const Document& document) {
    constexpr std::size_t kLongest = 4000;
    const auto escaped = [](const std::string& text) { return shown(text, kLongest).toHtmlEscaped(); };
    QStringList lines;
    for (const Block& block : document.blocks) {
        if (const auto* heading = std::get_if<Heading>(&block)) {
            lines += QStringLiteral("<b>%1</b>").arg(escaped(heading->text));
        } else if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
            lines += QStringLiteral("%1%2%3").arg(lines.isEmpty() ? QStringLiteral("<b>") : QString(),
                                                  escaped(paragraph->text),
                                                  lines.isEmpty() ? QStringLiteral("</b>") : QString());
        } else if (const auto* list = std::get_if<BulletList>(&block)) {
            for (const std::string& text : list->items)
                lines += QStringLiteral("• ") + escaped(text);
        }
    }
    return lines.join(QStringLiteral("<br>"));
}

}  // namespace flipscope
