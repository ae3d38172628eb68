#pragma once

// The values of driving a program, for headers that moc reads: moc of Qt 6.4 takes <chrono> in C++20 for a syntax
// error.
#ifndef Q_MOC_RUN
#include "core/drive/bisection_setup.h"
#include "core/drive/collection.h"
#include "core/drive/drive_findings.h"
#include "core/drive/forcing_setup.h"
#include "core/drive/program_setup.h"
#include "core/drive/trial_setup.h"
#endif
