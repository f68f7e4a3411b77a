"""Rewriting passes and the scheduler's, alone, all together and in random orders.

python -m tests.fuzz.orders --count 2000 --seed 1000
python -m tests.fuzz.orders --cases gemm lu        (all without names)

A rewriting pass takes any planned program and leaves its values, so that every order of them is
held against the interpreter's run of the program before. The scheduler's passes stand in one order;
any of them may be left out. What a program then computes is held against the interpreter, too, as C
with every loop on threads that may be.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

import numpy as np

from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.dtypes import DType
from adc.ir.program import Program
from adc.ir.text import program_text
from adc.rewrite.passes import REWRITES
from adc.schedule import row_blocks, scheduler
from adc.simplify.passes import PASSES
from tests.emit.native import build, inputs_for
from tests.fuzz import bodies
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case, holds, with_seeds
from tests.proof.harness import draw_case, gap
from tests.proof.matrix import variants
from tests.proof.traps import TRAPS

Order = tuple[str, ...]
Arrays = Mapping[str, np.ndarray]

BY_NAME = {p.name: p.run for p in (*REWRITES, *PASSES)}
REWRITING = tuple(p.name for p in REWRITES)
SIMPLIFYING = tuple(p.name for p in PASSES)
#: Rounding, after sums in another order and what is made of them; in single precision, too.
TOLERANCE, SINGLE_TOLERANCE = 1e-9, 1e-4
#: Beyond it values are rounding.
LARGEST = 1e4


@dataclass(frozen=True)
class Sample:
    """A program, the sizes and inputs that it runs on, and what it computes there."""

    program: Program
    sizes: Mapping[str, int]
    inputs: Arrays
    wanted: Arrays

    @classmethod
    def of(cls, program: Program, sizes: Mapping[str, int], inputs: Arrays) -> Sample | None:
        """None where its values are no numbers, or large."""
        with np.errstate(all="ignore"):
            found = run(program, dict(sizes), dict(inputs))
        wanted = {n: v for n, v in found.items() if n in {*program.passed, *program.returns}}
        held = [np.asarray(v, np.float64) for v in wanted.values()]
        fit = all(np.all(np.isfinite(v)) and np.all(np.abs(v) < LARGEST) for v in held)
        return cls(program, sizes, inputs, wanted) if fit else None

    def difference(self, found: Arrays) -> str:
        """What of `found` is not what the program computes; "" where all is."""
        single = any(c.dtype is DType.FLOAT32 for c in self.program.containers)
        tolerance = SINGLE_TOLERANCE if single else TOLERANCE
        for name, value in self.wanted.items():
            if name in found and gap(found[name], value) > tolerance:
                return f"{name} at {dict(self.sizes)} differs by {gap(found[name], value):.1e}"
        return ""


def samples(program: Program) -> list[Sample]:
    """Of a program of `bodies`."""
    drawn = ({"N": n} for n in bodies.SIZES)
    found = (Sample.of(program, s, inputs_for(program, s)) for s in drawn)
    return [sample for sample in found if sample]


# -- rewriting -------------------------------------------------------------------------------------


def orders(rng: random.Random, count: int) -> Iterator[Order]:
    """Each rewriting pass alone, all, and `count` random orders, in which passes occur again and
    simplifying ones stand between."""
    yield from ((name,) for name in REWRITING)
    yield REWRITING
    for _ in range(count):
        chosen = rng.sample(REWRITING, rng.randint(2, len(REWRITING)))
        chosen += rng.choices(REWRITING + SIMPLIFYING, k=rng.randint(0, 4))
        rng.shuffle(chosen)
        yield tuple(chosen)


def rewritten(program: Program, order: Order) -> Program:
    """`program` after the passes of that order, verified after each."""
    for name in order:
        new = BY_NAME[name](program)
        program = new if new is program else verified(new, "planned", name)
    return program


def wrong(program: Program, held: Sequence[Sample]) -> str:
    """How `program` differs from what the samples' computes; "" where it does not."""
    for sample in held:
        try:
            with np.errstate(all="ignore"):
                found = run(program, dict(sample.sizes), dict(sample.inputs))
        except Exception as error:
            return f"at {dict(sample.sizes)}: {error}"
        if difference := sample.difference(found):
            return difference
    return ""


def failures_in(
    program: Program, held: Sequence[Sample], chosen: Iterable[Order]
) -> Iterator[tuple[Order, str, Program | None]]:
    """The orders under which the program changes its values, and what it was then."""
    seen: set[str] = {program_text(program)}
    for order in chosen:
        try:
            after = rewritten(program, order)
        except Exception as error:  # whatever a pass stumbles over is a finding
            yield order, f"{type(error).__name__}: {error}", None
            continue
        text = program_text(after)
        if text not in seen and (how := wrong(after, held)):
            yield order, how, after
        seen.add(text)


# -- scheduling ------------------------------------------------------------------------------------

Outcome = tuple[object, tuple[object, ...]]


def _unchanged(tree: object, containers: tuple[object, ...], *_: object) -> Outcome:
    return tree, containers


def _only_tree(tree: object, *_: object) -> object:
    return tree


def _source_lines(*arguments: object) -> object:
    return scheduler.fused(*arguments[:2])


#: What stands in the place of a scheduling pass that is left out.
LEFT_OUT: Mapping[str, Callable[..., object]] = {
    "with_blocks": _only_tree,
    "with_invariants": _unchanged,
    "with_shared": _unchanged,
    "with_selections": _only_tree,
    "with_reciprocals": _unchanged,
    "with_row_blocks": _only_tree,
    "with_points": _only_tree,
    "with_symmetric": _only_tree,
    "with_sums": _unchanged,
    "with_stretches": _unchanged,
    "with_rows": _unchanged,
    "with_lanes": _only_tree,
    "with_swaps": _only_tree,
}
#: Left out, loops of one source line alone are joined.
JOINING = "joining"
SCHEDULING = (JOINING, *LEFT_OUT)


@contextmanager
def only(kept: Iterable[str]) -> Iterator[None]:
    """The scheduler with those of its passes alone that are in `kept`; blocks of rows are short."""
    kept = set(kept)
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(row_blocks, "ROWS", 2))
        for name, instead in LEFT_OUT.items():
            if name not in kept:
                stack.enter_context(mock.patch.object(scheduler, name, instead))
        if JOINING not in kept:
            whole = scheduler.fused
            joined = mock.Mock(side_effect=lambda tree, local, *_: whole(tree, local))
            stack.enter_context(mock.patch.object(scheduler, "fused", joined))
        yield


def selections(rng: random.Random, count: int) -> Iterator[tuple[str, ...]]:
    """Each scheduling pass alone, all, and `count` random choices."""
    yield from ((name,) for name in SCHEDULING)
    yield SCHEDULING
    for _ in range(count):
        yield tuple(name for name in SCHEDULING if rng.random() < 0.6)


THREADED = ("-fopenmp", "-DADC_PARALLEL_MIN=0")


def compiled_failures(
    batch: Sequence[tuple[Program, Sequence[Sample]]],
    kept: Iterable[str],
    folder: Path,
    more: tuple[str, ...] = THREADED,
    blas: bool = False,
) -> Iterator[tuple[Program, str]]:
    """What the C of the programs, scheduled by the passes `kept` and built with `more` options,
    computes otherwise."""
    folder.mkdir(parents=True, exist_ok=True)
    named = [(replace(p, name=f"p{k}"), held) for k, (p, held) in enumerate(batch)]
    with only(kept):
        whole = [p for p, _ in named]
        natives = build(whole, folder, openmp=True, blas=blas, optimise="-O0", more=more)
    for native, (program, held) in zip(natives, batch, strict=True):
        for sample in held:
            try:
                difference = sample.difference(native.call(sample.sizes, sample.inputs))
            except AssertionError as error:
                difference = str(error)
            if difference:
                yield program, difference
                break


# -- many programs ---------------------------------------------------------------------------------


@dataclass
class Campaign:
    """Counts of what was tried, and the failures in words."""

    seed: int
    orders: int = 4
    batch: int = 40
    more: tuple[str, ...] = THREADED

    def __post_init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []

    def run(self, programs: Iterable[tuple[str, Program, Sequence[Sample]]]) -> None:
        waiting: list[tuple[Program, Sequence[Sample]]] = []
        for name, program, held in programs:
            rng = random.Random(f"{self.seed} {name}")
            self.rewrite(name, program, held, rng)
            after = rewritten(program, rng.choice((REWRITING, REWRITING, ())))
            waiting.append((after, held))
            if len(waiting) == self.batch:
                self.compile(waiting, rng)
                waiting = []
        if waiting:
            self.compile(waiting, random.Random(self.seed))

    def rewrite(
        self, name: str, program: Program, held: Sequence[Sample], rng: random.Random
    ) -> None:
        self.counts["programs"] += 1
        self.counts["samples"] += len(held)
        for order, how, after in failures_in(program, held, orders(rng, self.orders)):
            self.counts["wrong"] += 1
            text = program_text(after) if after else ""
            self.failures.append(f"{name}, {' '.join(order)}: {how}\n{program_text(program)}{text}")

    def compile(
        self, batch: Sequence[tuple[Program, Sequence[Sample]]], rng: random.Random
    ) -> None:
        kept, blas = rng.choice((SCHEDULING, *selections(rng, 3))), rng.random() < 0.5
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = list(compiled_failures(batch, kept, Path(folder), self.more, blas))
            except Exception as error:
                found = [(batch[0][0], f"{type(error).__name__}: {error}")]
        self.counts["compiled"] += len(batch)
        for program, how in found:
            self.counts["wrong as C"] += 1
            text = program_text(program)
            self.failures.append(f"C by {' '.join(kept)}, {blas=}: {program.name}: {how}\n{text}")


def random_programs(seeds: Iterable[int]) -> Iterator[tuple[str, Program, Sequence[Sample]]]:
    """Those of `bodies`."""
    for seed in seeds:
        program = bodies.drawn(seed)
        held = samples(program) if program else []
        if program and held:
            yield str(seed), program, held


def case_programs(names: Iterable[str]) -> Iterator[tuple[str, Program, Sequence[Sample]]]:
    """The gradients of cases and traps in the source's order, at all sizes of each."""
    known = {**load_cases(), **TRAPS}
    for name in list(names) or known:
        compiled = compile_case(known[name], schedule="source")
        draws = [draw_case(variant) for variant in variants(known[name])]
        found = (
            Sample.of(
                compiled.gradient, d.case.sizes,
                with_seeds(compiled, d.case, d.inputs, d.seeds),
            )
            for d in draws if holds(compiled, d.case.sizes)
        )  # fmt: skip
        if held := [sample for sample in found if sample]:
            yield name, compiled.gradient, held


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="programs to draw")
    parser.add_argument("--seed", type=int, default=1000, help="the first program's seed")
    parser.add_argument("--cases", nargs="*", help="names of cases and traps (all), not random")
    parser.add_argument("--orders", type=int, default=4, help="random orders for each program")
    options = parser.parse_args(arguments)
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # loops of a few iterations
    campaign = Campaign(options.seed, options.orders)
    if options.cases is None:
        campaign.run(random_programs(range(options.seed, options.seed + options.count)))
    else:
        campaign.run(case_programs(options.cases))
    for text in campaign.failures:
        print(text)
    print(", ".join(f"{count} {what}" for what, count in campaign.counts.items()))
    return 1 if campaign.failures else 0


if __name__ == "__main__":
    sys.exit(main())
