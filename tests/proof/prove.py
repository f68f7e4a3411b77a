"""`make prove`: every case and every trap in every configuration.

python -m tests.proof.prove --jobs 2 [names]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.digest import KERNELS, digests
from tests.proof.everything import Run
from tests.proof.harness import draw_case
from tests.proof.matrix import (
    prove_accumulate,
    prove_case,
    prove_ones,
    prove_openmp,
    single,
    variants,
)
from tests.proof.sanitize import run_sanitized


def prove_sanitized(case: Case, folder: Path) -> None:
    compiled = compile_case(case)
    run_sanitized(folder / "sanitized", [(compiled, draw_case(v)) for v in variants(case)])


def prove_more_seeds(case: Case, folder: Path) -> None:
    prove_case(case, folder, seeds=(0, 1, 2, 3, 4))


def prove_single(case: Case, folder: Path) -> None:
    prove_case(single(case), folder / "single")


CONFIGURATIONS: dict[str, Callable[[Case, Path], object]] = {
    "five seeds": prove_more_seeds,
    "OpenMP": prove_openmp,
    "seed of ones": prove_ones,
    "accumulate": prove_accumulate,
    "sanitizers": prove_sanitized,
}


def prove_all(case: Case) -> list[str]:
    """The configurations that fail, with the reason."""
    configurations = dict(CONFIGURATIONS)
    if case.float32:
        configurations["single precision"] = prove_single
    failures = []
    for name, check in configurations.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(case, Path(folder))
            except Exception as error:  # every failure is reported, none stops the others
                failures.append(f"{case.name}, {name}: {type(error).__name__}: {error}")
    return failures


def main(arguments: Sequence[str] | None = None) -> int:
    start = time.monotonic()
    run = Run.of(arguments, __doc__)
    failures = run.failures(prove_all, "proved")
    names = [c.name for c in run.chosen] + ([] if run.named else list(KERNELS))
    if len({digests(names, seed) for seed in (1, 2, 3)}) > 1:
        failures.append("the files depend on the hash seed")
    seconds = time.monotonic() - start
    print(f"{len(run.chosen)} programs in {seconds:.0f} s, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
