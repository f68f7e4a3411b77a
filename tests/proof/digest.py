"""Prints a digest of the files of programs: equal for every hash seed.

python -m tests.proof.digest gemm lu dispatch.f90
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from adc.options import Request
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case
from tests.proof.traps import TRAPS

#: Sources that are no cases: Fortran, above all.
KERNELS = {path.name: path for path in (Path(__file__).parent / "kernels").glob("*.f90")}


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


def files_of(name: str) -> Mapping[str, str]:
    """The files of a case, a trap or a kernel."""
    if name not in KERNELS:
        return compile_case({**load_cases(), **TRAPS}[name]).files
    from adc.pipeline import compile_request

    return compile_request(Request((str(KERNELS[name]),), wrt=("x",), of=("f",))).files


def main() -> None:
    for name in sys.argv[1:]:
        for file, text in sorted(files_of(name).items()):
            print(name, file, hashlib.sha256(text.encode()).hexdigest())


if __name__ == "__main__":
    main()
