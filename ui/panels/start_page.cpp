#include "ui/panels/start_page.h"

#include "ui/recent_paths.h"
#include "ui/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace flipscope {
namespace {

constexpr int kMargin = 24;
constexpr int kRadius = 14;
constexpr int kMostRecent = 5;

QLabel* addText(QVBoxLayout& layout, const QString& text, double scale, bool bold) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(bold);
    label->setFont(font);
    layout.addWidget(label);
    return label;
}

QString escapedAmpersand(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace

StartPage::StartPage(const std::vector<Sample>& samples, QWidget* parent)
    : QWidget(parent), m_recent(nullptr), m_recentBox(new QWidget(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(3 * kMargin, 2 * kMargin, 3 * kMargin, 2 * kMargin);
    layout->setSpacing(12);
    layout->addStretch(2);
    addText(*layout, QStringLiteral("Drop the logs of your runs here"), 1.9, true);
    addText(*layout,
            QStringLiteral("Decision logs, folders of runs, or archives of them. Flipscope shows which tuning keys got "
                           "another winner, whether that was a coin flip, and whether it goes with the outcome."),
            1.0, false);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    const auto addButton = [&](const QString& text, auto action) {
        auto* button = new QPushButton(text, this);
        connect(button, &QPushButton::clicked, this, action);
        buttons->addWidget(button);
        return button;
    };
    addButton(QStringLiteral("Open f&older …"), &StartPage::openFolderWanted)->setDefault(true);
    addButton(QStringLiteral("Open f&iles …"), &StartPage::openFilesWanted);
    for (const Sample& sample : samples)
        addButton(QStringLiteral("Sample: ") + escapedAmpersand(sample.title),
                  [this, path = sample.path] { emit openWanted({path}); });
    buttons->addStretch();
    layout->addLayout(buttons);
    auto* collect = new QPushButton(QStringLiteral("No runs yet? &Make them …"), this);
    collect->setToolTip(plainToolTip(QStringLiteral("Start your program many times and keep what each run chose")));
    connect(collect, &QPushButton::clicked, this, &StartPage::collectWanted);
    layout->addWidget(collect, 0, Qt::AlignHCenter);
    m_recent = new QVBoxLayout(m_recentBox);
    m_recent->setSpacing(2);
    layout->addWidget(m_recentBox);
    layout->addStretch(3);
}

void StartPage::setRecent(const QList<QStringList>& entries) {
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        if (item->widget() != nullptr) item->widget()->deleteLater();
        delete item;
    }
    m_recentBox->setVisible(!entries.isEmpty());
    if (entries.isEmpty()) return;
    addText(*m_recent, QStringLiteral("Opened lately"), 1.0, true);
    for (const QStringList& paths : entries.first(std::min<qsizetype>(entries.size(), kMostRecent))) {
        auto* button = new QPushButton(escapedAmpersand(nameOfPaths(paths)), m_recentBox);
        button->setFlat(true);
        button->setToolTip(plainToolTip(paths.mid(0, 20).join(QLatin1Char('\n'))));
        connect(button, &QPushButton::clicked, this, [this, paths] { emit openWanted(paths); });
        m_recent->addWidget(button, 0, Qt::AlignHCenter);
    }
}

void StartPage::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Mid), 2, Qt::DashLine));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin), kRadius, kRadius);
}

}  // namespace flipscope
