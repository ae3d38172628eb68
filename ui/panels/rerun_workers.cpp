// What the re-run page asks workers before a run: which GPUs there are, and which candidates of their own they have.

#include "core/rerun/own_worker.h"
#include "core/rerun/worker_client.h"
#include "ui/models/rerun_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/rerun_page.h"
#include "ui/panels/rerun_place.h"

#include <QShowEvent>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <utility>

namespace flipscope {
namespace {

// Starts the worker, hears its hello and ends it.
LatestJob<WorkerHello>::Work helloOf(ChildCommand command) {
    return [command = std::move(command)](const std::stop_token& stop, const ProgressSink&) -> Result<WorkerHello> {
        auto client = WorkerClient::start(command, {}, stop);
        if (client.cancelled()) return Cancelled{};
        if (!client) return Error{client.errorMessage()};
        return client.value().hello();
    };
}

}  // namespace

// Which GPUs there are only a worker can tell, and asking it may take seconds: not before somebody looks here.
void RerunPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!std::exchange(m_askedForDevices, true)) m_devices.start(helloOf(ownWorkerCommand(m_worker, "cuda", {})));
}

// The user has pressed a button for it: that is the consent to start the command.
void RerunPage::askWorker() {
    if (!m_place->problem().isEmpty()) return;
    m_consented = m_place->ownCommand();
    m_askedCommand = m_place->command();
    m_asked.start(helloOf(m_askedCommand));
}

void RerunPage::offerOwn() {
    const std::vector<std::string> own = m_place->ownCandidates();
    const QModelIndex current = m_sorted->mapToSource(m_table->currentIndex());
    const auto chosen = current.isValid() ? std::optional(m_model->candidate(current.row())) : std::nullopt;
    const int before = m_model->rowCount();
    m_model->offerOwn(own);
    const int row = chosen ? m_model->rowOf(*chosen) : -1;
    if (row >= 0) m_table->setCurrentIndex(m_sorted->mapFromSource(m_model->index(row, 0)));
    if (m_model->rowCount() != before) fitDataTable(*m_table);
}

}  // namespace flipscope
