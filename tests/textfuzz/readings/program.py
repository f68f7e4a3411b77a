"""A changed text of a reading, from a seed."""

from __future__ import annotations

import ast
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from tests.readings.table import SIZES, Reading, parameters
from tests.readings.test_readings import TABLES
from tests.textfuzz.readings import arrays, blocks, functions, keepers
from tests.textfuzz.readings.draft import Draft, NoPlaceError, statements

CHANGES = (*blocks.ALL, *arrays.ALL, *functions.ALL, *keepers.ALL)


@dataclass(frozen=True)
class Mutant:
    """`origin` names the table and the row, `changes` the functions that changed it."""

    seed: int
    origin: str
    changes: tuple[str, ...]
    reading: Reading

    def __str__(self) -> str:
        facts = {**self.reading.integers, **self.reading.inputs}
        head = f"# seed {self.seed}, {self.origin}: {', '.join(self.changes)}\n"
        return f"{self.reading.source}{head}# {facts}\n"


@cache
def originals() -> dict[str, tuple[tuple[str, Reading], ...]]:
    """By table, those that adc reads and Python runs."""
    found = {
        table: tuple((f"{table}-{k}", r) for k, r in enumerate(readings) if _usable(r))
        for table, readings in TABLES.items()
    }
    return {table: readings for table, readings in found.items() if readings}


def _usable(reading: Reading) -> bool:
    """What a search for a minimum finds is as exact as the root of rounding, and no closer to what
    SciPy finds: changed at random it is left out."""
    plain = not reading.refused and not reading.raises and not reading.signature
    return plain and "minimize" not in reading.source


def drawn(rng: random.Random) -> tuple[str, Reading]:
    tables = originals()
    weights = [len(readings) for readings in tables.values()]
    (readings,) = rng.choices(list(tables.values()), weights)
    return rng.choice(readings)


def mutant(seed: int) -> Mutant:
    """The changed text of a seed; it may be no valid program."""
    rng = random.Random(seed)
    origin, reading = drawn(rng)
    draft = Draft(ast.parse(reading.source), rng)
    done: list[str] = []
    if rng.random() < 0.15:
        done += _crossed(draft)
    wanted = rng.choice([1, 2, 2, 3, 4, 6])
    for _ in range(40):
        if len(done) >= wanted:
            break
        change = rng.choice(CHANGES)
        try:
            change(draft)
        except (NoPlaceError, SyntaxError):
            continue
        finally:
            ast.fix_missing_locations(draft.tree)
        done.append(change.__name__)
    if rng.random() < 0.1:
        _retyped(draft)
        done.append("retyped")
    if "import numpy as np" not in reading.source:
        draft.tree.body[:0] = statements("import numpy as np")
    source = ast.unparse(ast.fix_missing_locations(draft.tree)) + "\n"
    changed = replace(reading, source=source)
    return Mutant(seed, origin, tuple(done), _with_inputs(changed, rng, seed))


def _crossed(draft: Draft) -> list[str]:
    for _ in range(10):
        origin, other = drawn(draft.rng)
        try:
            functions.crossed(draft, other)
        except NoPlaceError:
            continue
        return [f"crossed with {origin}"]
    return []


def _retyped(draft: Draft) -> None:
    """An argument of another type."""
    typed = [a for a in draft.main.args.args if isinstance(a.annotation, ast.Constant | ast.Name)]
    if not typed:
        return
    argument = draft.rng.choice(typed)
    kind, bracket, extents = ast.unparse(argument.annotation).strip("'").partition("[")
    if bracket:
        kinds = ["float32", "int64", "complex128", "float64", "bool", "int32"]
        argument.annotation = ast.Constant(f"{draft.rng.choice(kinds)}[{extents}")
    elif kind in ("float", "int", "complex"):
        argument.annotation = ast.Constant(draft.rng.choice(["float", "int", "complex", "float32"]))


def _with_inputs(reading: Reading, rng: random.Random, seed: int) -> Reading:
    """Other sizes and values of the arguments, sometimes."""
    try:
        kinds = dict(parameters(reading.source))
    except SyntaxError:
        return reading
    numbers = {n: 3 for n, kind in kinds.items() if kind == "int" and n not in SIZES}
    integers: dict[str, int] = {**numbers, **reading.integers}
    fixed = any(np.ndim(v) for v in reading.inputs.values())
    if not fixed and rng.random() < 0.25:
        extents = {e.strip() for k in kinds.values() if "[" in k
                   for e in k.partition("[")[2].strip("]").split(",")}  # fmt: skip
        for name in sorted(extents & set(SIZES)):
            integers[name] = rng.choice([1, 0, 2, 3, 7])
    if rng.random() < 0.25:
        for name, kind in kinds.items():
            if kind == "int":
                integers[name] = rng.choice([0, 1, 2, 3, -1, -2, 5])
    changed = replace(reading, integers=integers)
    if rng.random() < 0.3:
        return replace(changed, inputs={**_signed(changed, seed), **reading.inputs})
    return changed


def _signed(reading: Reading, seed: int) -> Mapping[str, Any]:
    """Arrays with elements below zero, equal elements, zeros; numbers below zero."""
    rng = np.random.default_rng(seed)
    found = {}
    for name, value in replace(reading, inputs={}).arguments().items():
        if isinstance(value, np.ndarray) and value.dtype.kind in "fi":
            kept = np.array(value - (3 if value.dtype.kind == "i" else 1.0), value.dtype)
            if rng.random() < 0.4 and kept.size > 1:
                kept.flat[rng.integers(kept.size)] = kept.flat[0]
            if rng.random() < 0.3 and kept.size:
                kept.flat[rng.integers(kept.size)] = 0
            found[name] = kept
        elif isinstance(value, float):
            found[name] = value - 1.0
    return found
