"""Prints a digest of the files of programs: equal for every hash seed.

python -m tests.proof.digest gemm lu dispatch.f90 column.F90 emitted:smoothing
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from adc.options import Request
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case
from tests.proof.traps import TRAPS

#: Sources that are no cases: Fortran, above all.
KERNELS = {path.name: path for path in (Path(__file__).parent / "kernels").glob("*.f90")}
#: Programs that `tests.emit_files.kernels` takes to files by itself: "emitted:gemm".
EMITTED = "emitted:"
#: Several Fortran files with macros and an include file, from a folder of another name each time.
COLUMN = "column.F90"


def digests(names: Sequence[str], hash_seed: int) -> str:
    """What this module prints for `names` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.proof.digest", *names],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def digest(names: Sequence[str]) -> str:
    """A line for each file of each of `names`."""
    lines = []
    for name in names:
        for file, text in sorted(files_of(name).items()):
            lines.append(f"{name} {file} {hashlib.sha256(text.encode()).hexdigest()}\n")
    return "".join(lines)


def files_of(name: str) -> Mapping[str, str]:
    """The files of a case, a trap or a kernel."""
    if name.startswith(EMITTED):
        from tests.emit_files.kernels import built

        return built(name.removeprefix(EMITTED)).files
    if name == COLUMN:
        return _files_of_column()
    if name not in KERNELS:
        return compile_case({**load_cases(), **TRAPS}[name]).files
    from adc.pipeline import compile_request

    return compile_request(Request((str(KERNELS[name]),), wrt=("x",), of=("f",))).files


def _files_of_column() -> Mapping[str, str]:
    from tests.fortran.harness import compile_spec
    from tests.fortran.specs import kernel_specs

    spec = kernel_specs(Path(__file__).parent.parent / "fortran" / "kernels")["column"]
    with tempfile.TemporaryDirectory() as folder:
        for file in (*spec.sources, spec.sources[0].parent / "column_settings.h"):
            shutil.copy(file, folder)
        moved = tuple(Path(folder) / file.name for file in spec.sources)
        return compile_spec(replace(spec, sources=moved)).files


def main() -> None:
    print(digest(sys.argv[1:]), end="")


if __name__ == "__main__":
    main()
