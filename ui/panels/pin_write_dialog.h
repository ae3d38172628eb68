#pragma once

#include "core/pin/cubecl_database_writer.h"
#include "core/pin/pin.h"
#include "ui/jobs/latest_job.h"

#include <QDialog>
#include <QString>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace flipscope {

// A database that can be the base.
struct PinBase {
    QString title;
    std::string path;
};

// Asks where pins are to be written, and writes them once the user says so. Every refusal is told in the dialog, which
// stays; with success it closes.
class PinWriteDialog : public QDialog {
    Q_OBJECT
public:
    // inputs: files that must not be overwritten.
    PinWriteDialog(std::vector<Pin> pins, const std::vector<PinBase>& bases, std::vector<std::string> inputs,
                   QWidget* parent = nullptr);

    [[nodiscard]] bool isWriting() const { return m_job.running(); }

signals:
    // What was written and what to do with it, as the command line says it.
    void written(const QString& report);

private:
    void makeLayout(const std::vector<PinBase>& bases);
    void chooseBase();
    void write();
    void take(Result<WrittenPins> result);
    void say(const QString& problem);
    void showControls();

    std::vector<Pin> m_pins;
    std::vector<std::string> m_inputs;
    std::string m_writtenBase, m_writtenOut;
    QComboBox* m_base;
    QLineEdit* m_out;
    QCheckBox *m_keepOthers, *m_dropRecords, *m_dropKernels, *m_replace;
    QLabel* m_problem;
    QPushButton* m_write;
    int m_baseBefore = 0;  // the choice that another file is asked from
    LatestJob<WrittenPins> m_job;
};

}  // namespace flipscope
