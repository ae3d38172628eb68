#!/usr/bin/env python3
"""Checks the rules of ARCHITECTURE.md that no compiler checks. Usage: check_structure.py SOURCE_DIR [TEST_NAMES_FILE]

- core includes neither Qt nor CUDA; the folders of core include only those they may
- every source file of core and ui has a test named after it, or stands in COVERED_ELSEWHERE with the test that covers it
- no two headers define a type of the same name in the same namespace
- no source file is longer than 350 lines, no test longer than 400
- every tst_*.cpp belongs to a test that CMake builds (names given one a line in TEST_NAMES_FILE); the window's tests are
  left out where no window is built
"""

import pathlib
import re
import sys

ALLOWED = {
    "core/model": {"core/model"},
    "core/read": {"core/model", "core/read"},
    "core/analyse": {"core/model", "core/analyse"},
    "core/process": {"core/model", "core/process"},
    "core/write": {"core/model", "core/read", "core/write"},
    "core/rerun": {"core/model", "core/read", "core/analyse", "core/process", "core/rerun"},
    "core/pin": {"core/model", "core/read", "core/analyse", "core/rerun", "core/pin"},
    "core/drive": {
        "core/model", "core/read", "core/analyse", "core/process", "core/write", "core/pin", "core/drive",
    },
    "core/report": {
        "core/model", "core/read", "core/analyse", "core/process", "core/rerun", "core/pin", "core/drive",
        "core/report",
    },
    "core/handover": {
        "core/model", "core/read", "core/analyse", "core/process", "core/write", "core/rerun", "core/pin",
        "core/drive", "core/report", "core/handover",
    },
    "kernels": {"core/model", "core/analyse", "core/rerun", "kernels"},
    "ui": {
        "core/model", "core/read", "core/analyse", "core/process", "core/rerun", "core/pin", "core/drive", "core/write",
        "core/report", "core/handover", "ui",
    },
    "app/flipscope-cli": {
        "core/model", "core/read", "core/analyse", "core/process", "core/write", "core/rerun", "core/pin",
        "core/drive", "core/report", "core/handover", "app/flipscope-cli",
    },
    "app/flipscope-worker": {"core/model", "core/analyse", "core/rerun", "kernels"},
    "app/flipscope": {"core/model", "core/read", "core/analyse", "core/rerun", "core/report", "ui", "app/flipscope"},
}
# Foreign libraries and where they may be included.
FOREIGN = {
    re.compile(r'#include\s+[<"](Q[A-Z]\w*|qcustomplot)'): ("ui/", "app/flipscope/"),
    re.compile(r'#include\s+[<"](cuda\w*|cublas\w*|mma\.h)'): ("kernels/",),
}
# Folders of tests that are built only where what they test is.
OPTIONAL_TESTS = ("ui", "kernels")
LONGEST, LONGEST_TEST = 350, 400
# Sources whose behaviour is tested through another file's test.
COVERED_ELSEWHERE = {
    f"ui/{name}.cpp": test
    for test, names in {
        "tst_main_window": [
            "drop", "main_menu", "main_window_driving", "main_window_status", "page", "screenshot", "session_state", "theme", "panels/flow_layout", "panels/matrix_page",
            "panels/outcome_panel", "panels/overview_page", "panels/report_page", "panels/runs_page", "panels/start_page",
        ],
        "tst_prove_page": ["panels/force_box", "panels/prove_layout", "panels/prove_results", "panels/sides_box"],
        "tst_matrix_view": ["delegates/matrix_delegate", "panels/run_header"],
        "tst_matrix_model": ["text"],
        "tst_pins_page": ["panels/pins_layout"],
        "tst_rerun_table_model": ["models/rerun_rows"],
        "tst_rerun_page": [f"panels/rerun_{name}" for name in ("details", "layout", "place", "plan_box", "results", "workers")],
    }.items()
    for name in names
} | {
    f"kernels/{name}": test
    for test, names in {
        "tst_replica": [
            "ascending_matmul.cu", "gemm_matmul.cu", "partial_sums_matmul.cu", "tensor_core_matmul.cu", "tensor_map.cpp",
            "vecmat_matmul.cu",
        ],
        "tst_broken_kernels": ["replica_launches.cpp"],
        "tst_cuda_backend": ["replica_operands.cpp"],
    }.items()
    for name in names
} | {
    f"core/handover/{name}.cpp": "tst_handover" for name in ("enclosed_reading", "handover_files", "handover_parts")
} | {f"core/rerun/lane_kernels_{name}.cpp": "tst_lane_kernels" for name in ("portable", "avx2", "avx512")}


def sources(root):
    for top in ("core", "ui", "app", "kernels"):
        yield from sorted(p for p in (root / top).rglob("*") if p.suffix in (".h", ".cpp", ".cu", ".cuh"))


def folder_rule(name):
    fitting = [folder for folder in ALLOWED if name.startswith(folder + "/")]
    return max(fitting, key=len) if fitting else None


def include_faults(root):
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        text = path.read_text()
        for foreign, allowed in FOREIGN.items():
            if not name.startswith(allowed) and (hit := foreign.search(text)):
                yield f"{name}: includes {hit.group(1)}, which this folder may not"
        rule = folder_rule(name)
        for included in re.findall(r'#include "((?:core|ui|app|kernels)/[^"]+)"', text) if rule else []:
            if not any(included.startswith(folder + "/") for folder in ALLOWED[rule]):
                yield f"{name}: includes {included}; {rule} may only include {', '.join(sorted(ALLOWED[rule]))}"


def test_faults(root):
    tests = {p.stem for p in (root / "tests").rglob("tst_*.cpp")}
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        if path.suffix in (".cpp", ".cu") and name.startswith(("core/", "ui/", "kernels/")):
            wanted = COVERED_ELSEWHERE.get(name, f"tst_{path.stem}")
            if wanted not in tests:
                yield f"{name}: no test {wanted}.cpp"
    for name in COVERED_ELSEWHERE:
        if not (root / name).exists():
            yield f"{name}: listed in COVERED_ELSEWHERE but does not exist"


def type_faults(root):
    """Two types of one name in one namespace: the linker mixes their functions, and nothing warns."""
    places = {}
    for path in sources(root):
        if path.suffix not in (".h", ".cuh"):
            continue
        text = path.read_text()
        space = (re.findall(r"^namespace ([\w:]+) {", text, re.M) or [""])[-1]
        for type_name in re.findall(r"^(?:struct|class|enum class) (\w+)(?!\w|::)[^;{]*{", text, re.M):
            places.setdefault((space, type_name), []).append(path.relative_to(root).as_posix())
    for (space, type_name), names in places.items():
        if len(names) > 1:
            yield f"{space}::{type_name} is defined in {' and '.join(names)}"


def length_faults(root):
    for path in list(sources(root)) + sorted((root / "tests").rglob("*.cpp")):
        lines = path.read_text().count("\n")
        longest = LONGEST_TEST if "tests" in path.relative_to(root).parts else LONGEST
        if lines > longest:
            yield f"{path.relative_to(root)}: {lines} lines, at most {longest}"


def built_faults(root, names_file):
    names = set(pathlib.Path(names_file).read_text().split())
    folders = {path.parent for path in (root / "tests").rglob("tst_*.cpp")}
    for folder in sorted(folders):
        stems = {path.stem for path in folder.glob("tst_*.cpp")}
        if folder.name in OPTIONAL_TESTS and not stems & names:
            continue
        yield from (f"{folder.relative_to(root)}/{stem}.cpp: not built by CMake" for stem in sorted(stems - names))


def main():
    root = pathlib.Path(sys.argv[1])
    faults = [*include_faults(root), *test_faults(root), *type_faults(root), *length_faults(root)]
    if len(sys.argv) > 2:
        faults += built_faults(root, sys.argv[2])
    print("\n".join(faults) or "structure as described in ARCHITECTURE.md")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
