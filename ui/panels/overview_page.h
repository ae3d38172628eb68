#pragma once

#include "ui/page.h"
#include "ui/panels/overview_text.h"
#include "ui/view_state.h"

#include <QLabel>
#include <QTextBrowser>
#include <QWidget>
#include <vector>

namespace flipscope {

// Figures and plain words: what flipped and what to do next.
class OverviewPage : public QWidget {
    Q_OBJECT
public:
    explicit OverviewPage(ViewState& state, QWidget* parent = nullptr);

signals:
    void pageWanted(Page page);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void follow(const QUrl& url);

    ViewState& m_state;
    std::vector<QLabel*> m_figures;
    QTextBrowser* m_text;
};

}  // namespace flipscope
