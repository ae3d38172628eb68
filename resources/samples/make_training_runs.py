#!/usr/bin/env python3
"""Packs the sample "training-runs": the decision logs and text outputs of 28 processes of one burn 0.22 program.

Usage: make_training_runs.py FOLDER OUT.tar.xz

FOLDER holds one folder a run (run13 … run40). Two of the runs keep their environment database, so that the sample shows
that source too. The archive is the same bytes for the same input.
"""

import io
import lzma
import pathlib
import sys
import tarfile

KEPT = ("decisions.jsonl", "stdout.log")
WITH_DATABASE = ("run13", "run14")


def add(archive, name, data):
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    archive.addfile(entry, io.BytesIO(data))


def main():
    folder, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for run in sorted(p for p in folder.glob("run*") if p.is_dir()):
            kept = KEPT + (("environment.db",) if run.name in WITH_DATABASE else ())
            for name in kept:
                if (run / name).exists():
                    add(archive, f"training-runs/{run.name}/{name}", (run / name).read_bytes())
    target.write_bytes(lzma.compress(raw.getvalue(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
