#include "tests/support/qt_warning_guard.h"
#include "tests/ui/header_drag.h"
#include "ui/panels/column_widths.h"

#include <QHeaderView>
#include <QStandardItemModel>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestColumnWidths : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_model = std::make_unique<QStandardItemModel>(2, 4);
        m_header = std::make_unique<QHeaderView>(Qt::Horizontal);
        m_header->setModel(m_model.get());
        m_header->setSectionResizeMode(QHeaderView::Interactive);
        m_widths = new ColumnWidths(*m_header);
        m_header->resize(900, 30);
        m_header->show();
    }
    void cleanup() {
        m_header.reset();
        m_model.reset();
        QCOMPARE(m_guard.take(), QStringList());
    }

    void fitsUntilTheUserSetsAWidth() {
        m_widths->fit(1, 90);
        QCOMPARE(m_header->sectionSize(1), 90);
        testing::dragColumn(*m_header, 1, 123);
        QVERIFY(m_widths->isByHand(1));
        m_widths->fit(1, 90);
        QCOMPARE(m_header->sectionSize(1), 123);
        QVERIFY(!m_widths->isByHand(0));
    }

    void widthsOfTheProgramAreNotByHand() {
        m_header->resizeSection(2, 77);
        QVERIFY(!m_widths->isByHand(2));
        m_widths->fit(9, 40);  // no such column
    }

    void widthsByHandOutliveOtherColumns() {
        testing::dragColumn(*m_header, 2, 77);
        m_model->clear();
        m_model->setColumnCount(4);
        m_header->setDefaultSectionSize(50);
        m_widths->fit(2, 60);
        QCOMPARE(m_header->sectionSize(2), 77);
    }

    void whatIsTooWideIsCutAndNumbersAreNot() {
        QCOMPARE(sharedWidths({40, 100, 60}, 300, 50), (std::vector{40, 100, 60}));
        QCOMPARE(sharedWidths({40, 400, 300}, 440, 50), (std::vector{40, 200, 200}));
        QCOMPARE(sharedWidths({40, 400, 120}, 440, 50), (std::vector{40, 280, 120}));
        QCOMPARE(sharedWidths({40, 400, 300}, 60, 50), (std::vector{40, 50, 50}));
        QCOMPARE(sharedWidths({}, 60, 50), std::vector<int>());
    }

    void sharedWidthsFollowTheHeaderAndSpareWhatWasSetByHand() {
        m_widths->fitAll({60, 800, 800, 60}, 40);
        QCOMPARE(m_header->sectionSize(1), 390);
        testing::dragColumn(*m_header, 2, 200);
        m_header->resize(800, 30);
        QCOMPARE(m_header->sectionSize(0), 60);
        QCOMPARE(m_header->sectionSize(1), 480);
        QCOMPARE(m_header->sectionSize(2), 200);
    }

    void aStretchedLastColumnIsNotByHand() {
        m_header->setStretchLastSection(true);
        testing::dragColumn(*m_header, 1, 200);
        QVERIFY(m_widths->isByHand(1) && !m_widths->isByHand(3));
    }

private:
    testing::QtWarningGuard m_guard;
    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<QHeaderView> m_header;
    ColumnWidths* m_widths = nullptr;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestColumnWidths)
#include "tst_column_widths.moc"
