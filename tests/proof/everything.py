"""What the long runs over all cases and traps have in common."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from tests.proof.cases import Case, load_cases
from tests.proof.traps import TRAPS


@dataclass(frozen=True)
class Run:
    """The programs that the command line chooses (all where it names none), and the processes."""

    chosen: list[Case]
    jobs: int
    named: bool

    @classmethod
    def of(cls, arguments: Sequence[str] | None, description: str | None) -> Run:
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("names", nargs="*", help="cases and traps (all)")
        parser.add_argument("--jobs", type=int, default=2)
        options = parser.parse_args(arguments)
        cases = {**load_cases(), **TRAPS}
        chosen = [cases[n] for n in options.names] or list(cases.values())
        return cls(chosen, options.jobs, bool(options.names))

    def failures(self, failures_of: Callable[[Case], list[str]], good: str) -> list[str]:
        """What `failures_of` finds in the programs, told as it comes: `good` of one without."""
        failures = []
        with ProcessPoolExecutor(self.jobs) as pool:
            for case, found in zip(self.chosen, pool.map(failures_of, self.chosen), strict=True):
                print(f"{case.name}: {'FAILED' if found else good}", flush=True)
                for text in found:
                    print(f"  {text[:2000]}", flush=True)
                failures += found
        return failures
