"""Whether rules are right: each routine of a library is called by itself, with its derivatives.

The tangent is held against differences of the routine, the adjoint against the tangent by the
dot-product test; those that a rule has in NumPy are run by the interpreter. Besides, what is only
read must stay as it is, what is set must be set as a whole and whatever it held, and an adjoint
that is added to must keep what it held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from adc.check.build import build_alone
from adc.check.external_program import CrashError, Running, program_text
from adc.check.linking import linked
from adc.check.report import Figure
from adc.frontends.rules import Rule
from adc.interpret import run as interpreted
from adc.ir.call import given_formals
from adc.ir.declarations import Container
from adc.ir.enums import READ_ONLY, Role
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.lowering import with_bodies

#: The most that relative errors may be: of differences, and where rounding alone makes them.
DIFFERENCES, ROUNDING = 1e-6, 1e-10
#: Stands for the error of what a rule does not have.
ABSENT = -1.0
_DRAWS = 2
_STEPS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
_LOW, _HIGH = 0.5, 1.5
_FIRST_SIZE = 4

Held = dict[str, np.ndarray]


class WrongError(Exception):
    """What is wrong with a rule, in words."""


@dataclass(frozen=True)
class Finding:
    """What came of a rule: figures; what is `wrong`, or what was left out, "" for nothing."""

    figures: tuple[Figure, ...] = ()
    wrong: str = ""
    note: str = ""


def checked_rules(rules: Sequence[Rule], folder: Path) -> Iterator[Finding]:
    """Each of `rules` by itself; programs that call their routines are built in `folder`.
    AdcError where a library is not found."""
    for number, rule in enumerate(map(with_bodies, rules)):
        derivatives = [p for p in (rule.tangent, rule.adjoint) if p is not None]
        routines = [rule.primal, *(p for p in derivatives if p.external is not None)]
        assert rule.primal.external is not None
        link = linked(rule.primal.external.link)
        path = build_alone(program_text(routines), folder / f"rule{number}", link)
        with Running(path) as running:
            yield _Test(rule, running, routines).finding()


def _named(routine: Program) -> str:
    """What a message calls a routine."""
    return routine.external.symbol if routine.external is not None else routine.name


def _scale(*arrays: np.ndarray, least: float = 1e-300) -> float:
    """The largest magnitude in `arrays`."""
    return max([float(np.max(np.abs(a), initial=0.0)) for a in arrays] + [least])


@dataclass
class _Test:
    rule: Rule
    running: Running
    routines: list[Program]

    def finding(self) -> Finding:
        name = self.rule.name
        try:
            worst = [self.draw(np.random.default_rng(seed)) for seed in range(_DRAWS)]
        except WrongError as error:
            return Finding(wrong=f"the rule of `{name}` is wrong: {error}")
        except CrashError:
            return Finding(wrong=f"a routine of the rule of `{name}` does not come back")
        except FloatingPointError:
            told = f"`{name}` was not checked by itself: it gives no finite numbers for inputs from"
            return Finding(note=f"{told} its ranges; give others by `check x=0.5:1.5` in its rule")
        errors = np.max(np.array(worst), axis=0).tolist()  # NaN stays
        limits = (DIFFERENCES, ROUNDING)
        figures = tuple(
            Figure(f"rule {name}: {kind}", error, limit)
            for kind, error, limit in zip(("tangent", "adjoint"), errors, limits, strict=True)
            if error != ABSENT
        )
        over = next((f for f in figures if not f.passes), None)
        kind = over.name.rpartition(" ")[2] if over else ""
        wrong = f"the rule of `{name}` is wrong: its {kind} is not its derivative" if over else ""
        return Finding(figures, wrong)

    def draw(self, source: np.random.Generator) -> tuple[float, float]:
        """The errors of tangent and adjoint at inputs of `source`; ABSENT where there is none."""
        primal, tangent, adjoint = self.rule.primal, self.rule.tangent, self.rule.adjoint
        sizes = self.sizes(source)
        held = {c.name: self.input(c, sizes, source) for c in primal.containers}
        after = self.run(primal, sizes, held)
        floats = [c for c in primal.containers if c.dtype.is_float]
        if not all(np.all(np.isfinite(after[c.name])) for c in floats):
            raise FloatingPointError
        if tangent is None:
            return ABSENT, ABSENT
        carried = {c.of for c in tangent.containers if c.of}
        ways = {
            c.name: source.standard_normal(held[c.name].shape) * _scale(held[c.name], least=1e-3)
            for c in floats
            if c.role != Role.OUTPUT and c.name in carried
        }
        dots = self.tangent(tangent, sizes, held, after, ways)
        slopes = self.differences(sizes, held, ways, dots)
        if adjoint is None:
            return slopes, ABSENT
        return slopes, self.products(adjoint, sizes, held, after, ways, dots, source)

    # -- inputs ------------------------------------------------------------------------------------

    def sizes(self, source: np.random.Generator) -> dict[str, int]:
        found = {}
        for k, name in enumerate(self.rule.primal.symbols):
            low, high = self.rule.ranges.get(name, (_FIRST_SIZE + k, _FIRST_SIZE + k))
            found[name] = int(source.integers(round(low), round(high), endpoint=True))
        return found

    def input(
        self, container: Container, sizes: dict[str, int], source: np.random.Generator
    ) -> np.ndarray:
        """What an argument holds; what is only written holds no numbers."""
        shape = tuple(max(0, evaluate(e, sizes)) for e in container.shape)
        if container.dtype.is_float:
            if container.role == Role.OUTPUT:
                return np.full(shape, np.nan)
            low, high = self.rule.ranges.get(container.name, (_LOW, _HIGH))
            return low + (high - low) * source.random(shape)
        low, high = self.rule.ranges.get(container.name, (1.0, 1.0))
        drawn = source.integers(round(low), round(high), size=shape, endpoint=True)
        return np.asarray(drawn, dtype=container.dtype.value)

    # -- runs --------------------------------------------------------------------------------------

    def run(self, routine: Program, sizes: dict[str, int], held: Held) -> Held:
        """What the routine leaves; WrongError where it changes what it should read, or leaves parts
        of what it should set."""
        found = self.called(routine, sizes, held)
        symbol = _named(routine)
        for name in routine.symbols:
            if found[name] != sizes[name]:
                raise WrongError(f"`{symbol}` changes `{name}`")
        for c in routine.containers:
            same = np.array_equal(found[c.name], held[c.name], equal_nan=c.dtype.is_float)
            if c.role in READ_ONLY and not same:
                raise WrongError(f"`{symbol}` changes `{c.name}`, which is only read")
            if c.role in (Role.OUTPUT, Role.TANGENT_OUT) and c.dtype.is_float:
                self.check_set(routine, sizes, held, c, found[c.name])
        return found

    def called(self, routine: Program, sizes: dict[str, int], held: Held) -> Held:
        """What the arguments hold after a call of a routine of the library, or of a text."""
        if routine.external is not None:
            return self.running.call(self.routines.index(routine), routine, sizes, held)
        kind = "tangent" if routine is self.rule.tangent else "adjoint"
        body = self.rule.bodies[kind]
        given = {c.name: held[c.name].copy() for c in given_formals(body)}
        with np.errstate(all="ignore"):
            left = interpreted(body, sizes, given)
        whole = {n: np.asarray(size) for n, size in sizes.items()}
        return {**held, **whole, **{n: left[n] for n in held if n in left}}

    def check_set(
        self, routine: Program, sizes: dict[str, int], held: Held, c: Container, value: np.ndarray
    ) -> None:
        """What is set does not depend on what it held."""
        if not np.any(np.isnan(value)):
            return
        other = {**held, c.name: np.full(value.shape, 0.25)}
        again = self.called(routine, sizes, other)[c.name]
        if np.any(np.isnan(value) & ~np.isnan(again)):
            what = f"`{_named(routine)}` adds to `{c.name}`, or leaves parts of it alone"
            raise WrongError(f"{what}, which it should set")

    def tangent(
        self, tangent: Program, sizes: dict[str, int], held: Held, after: Held, ways: Held
    ) -> Held:
        """The tangents of what the routine writes, by its arguments."""
        given = {c.name: self.value(c.name, held, after) for c in tangent.containers if not c.of}
        for c in tangent.containers:
            if c.of:
                shape = held[c.of].shape
                given[c.name] = ways[c.of] if c.of in ways else np.full(shape, np.nan)
        found = self.run(tangent, sizes, given)
        return {c.of: found[c.name] for c in tangent.containers if c.of and self.writes(c.of)}

    def value(self, name: str, held: Held, after: Held) -> np.ndarray:
        """What a derivative is given as the value of an argument."""
        return after[name] if self.rule.primal[name].role == Role.OUTPUT else held[name]

    def writes(self, name: str) -> bool:
        return self.rule.primal[name].role not in READ_ONLY

    def differences(self, sizes: dict[str, int], held: Held, ways: Held, dots: Held) -> float:
        """The error of `dots` against differences, by the best step."""
        written = [c for c in self.rule.primal.containers if c.name in dots]
        if not written:
            return ABSENT
        errors = []
        for step in _STEPS:
            coarse, fine = (self.slope(sizes, held, ways, h) for h in (step, step / 2))
            best = {c.name: (4 * fine[c.name] - coarse[c.name]) / 3 for c in written}
            scale = _scale(*best.values(), *dots.values())
            gaps = (dots[c.name] - best[c.name] for c in written)
            errors.append(max(float(np.max(np.abs(g), initial=0.0)) for g in gaps) / scale)
        return float(np.nanmin([e if np.isfinite(e) else np.inf for e in errors]))

    def slope(self, sizes: dict[str, int], held: Held, ways: Held, step: float) -> Held:
        ends = []
        for side in (1.0, -1.0):
            moved = {n: held[n] + side * step * ways[n] if n in ways else held[n] for n in held}
            ends.append(self.running.call(0, self.rule.primal, sizes, moved))
        return {
            c.name: (ends[0][c.name] - ends[1][c.name]) / (2 * step)
            for c in self.rule.primal.containers
            if c.dtype.is_float
        }

    def products(
        self, adjoint: Program, sizes: dict[str, int], held: Held, after: Held, ways: Held,
        dots: Held, source: np.random.Generator,
    ) -> float:  # fmt: skip
        """The error of the adjoint by the dot-product test: <seed, dot> and <bar, way>."""
        given = {c.name: self.value(c.name, held, after) for c in adjoint.containers if not c.of}
        bars = [c for c in adjoint.containers if c.of]
        drawn = {c.name: source.standard_normal(held[c.of].shape) for c in bars}
        for c in bars:
            if c.role == Role.SEED and c.of not in dots:
                drawn[c.name] = np.zeros_like(drawn[c.name])
        begun = dict(drawn)
        begun |= {c.name: np.full(held[c.of].shape, np.nan) for c in bars if c.role == Role.OUTPUT}
        found = self.run(adjoint, sizes, given | begun)
        empty = {c.name: np.zeros(held[c.of].shape) for c in bars if c.role == Role.GRADIENT}
        alone = self.run(adjoint, sizes, given | begun | empty)
        left, right, size = 0.0, 0.0, 1e-300
        for c in bars:
            if c.role == Role.GRADIENT:
                self.check_added(adjoint, c, begun[c.name], found[c.name], alone[c.name])
            if self.writes(c.of) and c.of in dots:
                left += float(np.sum(drawn[c.name] * dots[c.of]))
                size += float(np.sum(np.abs(drawn[c.name] * dots[c.of])))
            if c.of in ways:
                right += float(np.sum(alone[c.name] * ways[c.of]))
                size += float(np.sum(np.abs(alone[c.name] * ways[c.of])))
        return abs(left - right) / size

    def check_added(
        self, adjoint: Program, c: Container, before: np.ndarray, after: np.ndarray,
        alone: np.ndarray,
    ) -> None:  # fmt: skip
        """An adjoint that is added to is what it held and what is added to nothing."""
        gap = np.max(np.abs(after - (before + alone)), initial=0.0)
        if not gap <= ROUNDING * _scale(before, alone):
            what = f"`{_named(adjoint)}` does not add to `{c.name}`"
            raise WrongError(f"{what}: what that held before is lost")
