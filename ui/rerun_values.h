#pragma once

// The values of re-runs, for headers that moc reads: moc of Qt 6.4 takes <chrono> in C++20 for a syntax error.
#ifndef Q_MOC_RUN
#include "core/rerun/card_file.h"
#include "core/rerun/kept_rerun.h"
#include "core/rerun/rerun_findings.h"
#include "core/rerun/rerun_order.h"
#endif
