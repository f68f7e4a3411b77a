"""`make sanitize`: every case and every trap under each sanitizer.

python -m tests.proof.sanitized --jobs 2 [names]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.everything import Run
from tests.proof.harness import draw_case
from tests.proof.matrix import variants
from tests.proof.sanitize import ADDRESSES, THREADS, run_sanitized, threads_are_seen


def failures_of(case: Case) -> list[str]:
    """What the sanitizers report about all calls of the case, without and with `--value`."""
    sanitizers = {"addresses": ADDRESSES} | ({"threads": THREADS} if threads_are_seen() else {})
    found = []
    for value in (False, True):
        compiled = compile_case(case, value=value)
        calls = [(compiled, draw_case(v)) for v in variants(case)]
        for name, sanitizer in sanitizers.items():
            with tempfile.TemporaryDirectory() as folder:
                try:
                    run_sanitized(Path(folder), calls, sanitizer)
                except Exception as error:  # every failure is reported, none stops the others
                    found.append(f"{case.name}, {name}, value={value}: {error}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    run = Run.of(arguments, __doc__)
    if not threads_are_seen():
        print("without ThreadSanitizer: it needs clang with libomp")
    failures = run.failures(failures_of, "clean")
    print(f"{len(run.chosen)} programs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
