"""`make sanitize`: every case and every trap under each sanitizer.

python -m tests.proof.sanitized --jobs 2 [names]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.proof.cases import Case, load_cases
from tests.proof.compiled import compile_case
from tests.proof.harness import draw_case
from tests.proof.matrix import variants
from tests.proof.sanitize import ADDRESSES, THREADS, run_sanitized, threads_are_seen
from tests.proof.traps import TRAPS


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="cases and traps (all)")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    if not threads_are_seen():
        print("without ThreadSanitizer: it needs clang with libomp")
    cases = {**load_cases(), **TRAPS}
    chosen = [cases[n] for n in options.names] or list(cases.values())
    failed = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for case, found in zip(chosen, pool.map(failures_of, chosen), strict=True):
            print(f"{case.name}: {'FAILED' if found else 'clean'}", flush=True)
            for text in found:
                print(f"  {text[:2000]}", flush=True)
            failed += len(found)
    print(f"{len(chosen)} programs, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
