"""Solve times of the planner's integer program alone, by number of candidates.

    python benchmarks/planner_scaling.py

Times are of one process with HiGHS loaded; the best of three. Families of problems:

- apart: arrays made from the arguments, needed in the opposite order;
- layers: each made from the one before, so that what is dropped is rebuilt in segments;
- paper: section IV-A of the paper continued, a chain of arrays that the reverse sweep does not use
  itself, and from each an array that it does. Every second candidate is needed for others only.

The limit leaves half of the room that keeping everything takes. `gap` is the solver's own bound on
what a better plan might save: 0 up to 40 candidates.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adc.checkpoint.optimise.model import Problem, Value
from adc.checkpoint.optimise.solver import solve
from benchmarks.timing import best_seconds, table

COUNTS = (3, 12, 50, 100, 200)


def apart(count: int, rng: random.Random) -> Problem:
    return Problem(
        (0,) * (2 * count),
        tuple(
            Value(f"v{i}", rng.randrange(50, 150), (i,), (2 * count - 1 - i,), rng.uniform(1, 3))
            for i in range(count)
        ),
    )


def layers(count: int, rng: random.Random) -> Problem:
    values = [
        replace(
            value,
            points=(i, i + 1) if i + 1 < count else (i,),
            operands=(f"v{i - 1}",) if i else (),
        )
        for i, value in enumerate(apart(count, rng).values)
    ]
    return Problem((0,) * (2 * count), tuple(values))


def paper(count: int, rng: random.Random) -> Problem:
    values: list[Value] = []
    pairs = (count + 1) // 2
    for i in range(pairs):
        before = (f"d{i - 1}",) if i else ()
        points = (i, i + 1) if i + 1 < pairs else (i,)
        values.append(Value(f"d{i}", 100, points, (), rng.uniform(0.9, 1.1), before))
        values.append(Value(f"a{i}", 100, (i,), (2 * pairs - 1 - i,), 1.0, (f"d{i}",)))
    return Problem((0,) * (2 * pairs), tuple(values[:count]))


FAMILIES: dict[str, Callable[[int, random.Random], Problem]] = {
    "apart": apart,
    "layers": layers,
    "paper": paper,
}


def row(name: str, count: int) -> tuple[str, ...]:
    problem = FAMILIES[name](count, random.Random(1))
    everything = solve(problem)
    assert everything is not None
    limited = replace(problem, limit=everything.peak // 2 + 100)
    found = solve(limited)
    assert found is not None and found.peak <= everything.peak // 2 + 100
    seconds = best_seconds(lambda: solve(limited), 3)
    return (
        name,
        str(count),
        f"{1000 * seconds:.1f}",
        f"{len(found.kept)} of {count}",
        f"{100 * found.gap:.2f} %",
    )


def main() -> None:
    header = ("family", "candidates", "solve ms", "kept", "gap")
    print(table(header, [row(name, count) for name in FAMILIES for count in COUNTS]))


if __name__ == "__main__":
    main()
