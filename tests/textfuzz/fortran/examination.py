"""One Fortran program through adc, stage by stage, against runs of what gfortran made of it."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from adc import interpret
from adc.diagnostics import AdcError
from adc.differentiate.targets import dependents, independents
from adc.interpret import InterpreterError, SizesError
from adc.ir.expressions import Apply, Expr, transform
from adc.ir.program import Program as Primal
from adc.ir.shapes import evaluate
from adc.ir.walking import map_expressions
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import Front, Gradient, front_half, gradient_of, rendered, tangent_of
from tests.fortran.harness import with_found_sizes
from tests.fortran.specs import Argument
from tests.proof.cases import ArgType, Case
from tests.proof.compiled import Compiled
from tests.proof.harness import Drawn
from tests.proof.inputs import draw_inputs
from tests.proof.reference import Outcome as Left
from tests.textfuzz.fortran.original import (
    InvalidError,
    Library,
    Original,
    Server,
    shape_of,
)
from tests.textfuzz.fortran.program import Program
from tests.textfuzz.judge import (
    Arrays,
    Difference,
    OriginalError,
    SkipError,
    WrongError,
    check_gradients,
    check_tangent,
    differences,
    gap,
    unsuitable,
)
from tests.textfuzz.outcome import Outcome

_SILENT = Silent()
#: Relative tolerances of values, tangents against differences, and the dot-product test.
_TOLERANCES = {False: (1e-9, 1e-5, 1e-9), True: (1e-4, 5e-3, 2e-4)}
Sizes = Mapping[str, int]


@dataclass(frozen=True)
class Options:
    """What is asked of adc besides the program."""

    value: bool = False
    accumulate: bool = False
    seed: str = "argument"
    strategy: str = "auto"
    #: Where between the smallest peak and that of storing everything the limit is; None: no limit.
    limit: float | None = None
    compiled: bool = False

    @classmethod
    def drawn(cls, rng: random.Random, searches: bool = True) -> Options:
        """Without `searches`, nothing that has the planner search: it takes most of the time."""
        found = cls(
            value=rng.random() < 0.25,
            accumulate=rng.random() < 0.12,
            seed="ones" if rng.random() < 0.1 else "argument",
            strategy=rng.choices(["auto", "store", "recompute"], [3, 5, 2])[0],
            limit=rng.choice([0.0, 0.0, 0.3, 0.6, 0.9]) if rng.random() < 0.07 else None,
            compiled=rng.random() < 0.12,
        )
        if searches:
            return found
        strategy = "store" if found.strategy == "auto" else found.strategy
        return replace(found, limit=None, strategy=strategy)

    def facts(self) -> tuple[str, ...]:
        found = {"--value": self.value, "--accumulate": self.accumulate,
                 "--seed ones": self.seed == "ones", f"--strategy {self.strategy}": True,
                 "--mem-limit": self.limit is not None}  # fmt: skip
        return tuple(name for name, used in found.items() if used)


@dataclass(frozen=True)
class Pending:
    """A program whose gradients are right by interpreter, for the C compiler."""

    compiled: Compiled
    calls: tuple[tuple[Drawn, Arrays], ...]
    value: bool
    outcome: Outcome


class Examination:
    """The stages of one program. `outcome` raises OriginalError where the original does not run,
    else AdcError, WrongError or SkipError."""

    def __init__(
        self, program: Program, library: Library, server: Server, searches: bool = True
    ) -> None:
        if program.seed in library.faults:
            raise OriginalError(f"gfortran: {library.faults[program.seed]}")
        self.program = program
        self.original = Original(program, library, server)
        self.wide = Original(program, library, server, wide=bool(program.single))
        self.rng = random.Random(program.seed)
        self.random = np.random.default_rng(program.seed)
        self.options = Options.drawn(self.rng, searches)
        self.wrt, self.of = program.wrt, program.of
        self.lengths: dict[str, int] = {}
        self.noted: list[str] = []
        self.calls: list[tuple[Drawn, Arrays]] = []

    def facts(self) -> tuple[str, ...]:
        return (*self.options.facts(), *self.noted)

    @property
    def tolerances(self) -> tuple[float, float, float]:
        return _TOLERANCES[bool(self.program.single)]

    def case(self, sizes: Sizes) -> Case:
        p = self.program
        inner = {part: name for name, parts in self.original.merged.items() for part in parts}
        types = {inner.get(a.name, a.name): self.type_of(a) for a in p.known}
        return Case(
            p.routine, "", self.wrt, self.of, dict(sizes), p.routine, inputs=p.inputs, types=types,
            results=(p.result.partition(":")[0],) if p.result else (), original=self.original,
        )  # fmt: skip

    def type_of(self, a: Argument) -> ArgType:
        if any(a.name in parts for parts in self.original.merged.values()):
            (length,) = (self.lengths[n] for n, ps in self.original.merged.items() if a.name in ps)
            return ArgType(a.dtype, (str(length),))
        return ArgType("int64" if a.dtype == "int32" else a.dtype, a.extents[::-1])

    def merge(self, primal: Primal) -> None:
        """COMMON variables that helpers divide otherwise are one array to adc, under the first
        one's name: the original is called and asked accordingly."""
        outside = [a for a in self.program.known if a.is_outside]
        merged: dict[str, tuple[str, ...]] = {}
        while outside:
            first = outside.pop(0)
            container = primal.by_name.get(first.name)
            left = 0 if container is None else int(np.prod([int(n) for n in container.shape]))
            left -= int(np.prod(shape_of(first, {})))
            parts = [first.name]
            while left > 0 and outside:
                left -= int(np.prod(shape_of(outside[0], {})))
                parts.append(outside.pop(0).name)
            if len(parts) > 1 or (container is not None and len(container.shape) !=
                                  len(first.extents)):  # fmt: skip
                merged[first.name] = tuple(parts)
                self.lengths[first.name] = int(container.shape[0])  # type: ignore[union-attr]
        self.original.merged = self.wide.merged = merged
        inner = {part: name for name, parts in merged.items() for part in parts}
        self.wrt = tuple(dict.fromkeys(inner.get(n, n) for n in self.program.wrt))
        self.of = tuple(dict.fromkeys(inner.get(n, n) for n in self.program.of))

    # -- stages ------------------------------------------------------------------------------------

    def outcome(self) -> Outcome:
        case = self.case(self.program.sizes)
        inputs = draw_inputs(case, self.random)
        ran = self.run(self.original, case, inputs)
        with self.request() as request:
            front = front_half(request, _SILENT, needs_targets=False)
            self.merge(front.primal)
            inputs = self.original.joined(inputs)
            case = with_found_sizes(self.case(self.program.sizes), front.primal)
            ran = self.run(self.original, case, inputs)
            self.check_values(front.primal, case, inputs, ran)
            front = self.with_targets(front)
            case = replace(case, wrt=self.wrt, of=self.of)
            request = replace(request, wrt=self.wrt, of=self.of)
            tangent = tangent_of(front, request, _SILENT)
            gradient = self.gradient(front, request, case.sizes)
        moved = self.prove(front, tangent, gradient.program, case, inputs, ran)
        for edge in self.program.edges:
            self.prove_edge(front, tangent, gradient.program, edge)
        final = Outcome("proved" if moved else "trivial", facts=self.facts())
        if not self.options.compiled or self.options.accumulate:
            return final
        files = rendered(front, request, gradient.scheduled, tangent, gradient, _SILENT)
        compiled = Compiled(front.primal, tangent, gradient.program, files)
        return Outcome("", pending=Pending(compiled, tuple(self.calls), self.options.value, final))

    @contextmanager
    def request(self) -> Iterator[Request]:
        o, p = self.options, self.program
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{p.routine}{p.suffix}"
            path.write_text(p.source)
            yield Request(
                sources=(str(path),), function=p.routine, wrt=p.wrt, of=p.of, value=o.value,
                accumulate=o.accumulate, seed=o.seed, strategy=o.strategy,
            )  # fmt: skip

    def with_targets(self, front: Front) -> Front:
        """What is asked for, as far as adc agrees that it is read or written at all: for it may
        know of a branch that it is never taken."""
        known, returns = front.primal.by_name, bool(front.primal.returns)
        result = self.program.result.partition(":")[0]
        self.wrt = tuple(n for n in self.wrt if n in known)
        self.of = tuple(n for n in self.of if (n == result and returns)
                        or (n in known and known[n].role in ("inout", "output")))  # fmt: skip
        if not self.wrt or not self.of:
            raise SkipError("nothing to differentiate")
        front.wrt = independents(front.primal, self.wrt)
        front.asked, front.of = self.of, dependents(front.primal, self.of)
        return front

    def gradient(self, front: Front, request: Request, sizes: Sizes) -> Gradient:
        """The planned gradient, within a limit where one is drawn."""
        if self.options.limit is None:
            return gradient_of(front, request, _SILENT)
        known = {s: sizes[s] for s in front.primal.symbols if s in sizes}
        request = replace(request, sizes=known)
        stored = gradient_of(front, request, _SILENT).search.trials.base.peak
        try:
            return gradient_of(front, replace(request, mem_limit=1), _SILENT)
        except AdcError as error:
            found = re.search(r"needs (\d+) bytes", str(error))
            if error.exit_status != 3 or not found:
                raise
        smallest = int(found.group(1))
        limit = smallest + int(self.options.limit * max(0, stored - smallest))
        gradient = gradient_of(front, replace(request, mem_limit=limit), _SILENT)
        peak = evaluate(gradient.scheduled.peak_bytes, known)
        if peak > limit:
            raise WrongError("limit", f"{peak} bytes with a limit of {limit}")
        return gradient

    def run(self, original: Original, case: Case, inputs: Arrays) -> Left:
        try:
            return Left(*original(case, inputs))
        except InvalidError as error:
            raise OriginalError(str(error)) from None

    # -- values ------------------------------------------------------------------------------------

    def interpreted(self, program: Primal, given: Mapping[str, Any], sizes: Sizes) -> Arrays:
        given = {n: v for n, v in given.items() if n in program.by_name}
        try:
            with np.errstate(all="ignore"):
                return interpret.run(program, sizes, given)
        except InterpreterError as error:
            raise WrongError("interpreter", str(error)) from None

    def check_values(self, primal: Primal, case: Case, inputs: Arrays, ran: Left) -> None:
        """What the primal leaves behind is what the original does. The standard leaves open what
        MAX and MIN make of a NaN: adc keeps it, gfortran's code mostly drops it."""
        try:
            self.compare(primal, case, inputs, ran)
        except WrongError:
            self.compare(with_nans_dropped(primal), case, inputs, ran)
            raise SkipError("MAX or MIN of a NaN") from None

    def compare(self, primal: Primal, case: Case, inputs: Arrays, ran: Left) -> None:
        found = self.interpreted(primal, inputs, case.sizes)
        for name, before in inputs.items():
            known = primal.by_name.get(name)
            written = known is not None and known.role in ("inout", "output")
            value = found[name] if written else before
            self.check_value(name, value, ran.arguments[name], case, inputs)
        for name, value in zip(primal.returns, ran.returned, strict=True):
            if found[name].dtype != value.dtype:
                raise WrongError("type", f"{name}: {found[name].dtype}, not {value.dtype}")
            self.check_value(name, found[name], value, case, inputs)

    def check_value(
        self, name: str, found: np.ndarray, wanted: np.ndarray, case: Case, inputs: Arrays
    ) -> None:
        reason = unsuitable([wanted]) if wanted.dtype.kind == "f" else ""
        if reason:
            raise SkipError(reason)
        size = gap(found, wanted)
        if size <= self.tolerances[0] or size <= 100 * self.sensitivity(case, inputs):
            return
        raise WrongError("value", f"{name} at {case.sizes}: {found} instead of {wanted}")

    def sensitivity(self, case: Case, inputs: Arrays) -> float:
        """How far results of the original move when its inputs do in their last places."""
        worst, base = 0.0, self.run(self.original, case, inputs)
        for sign in (1, -1):
            moved = {}
            for name, value in inputs.items():
                epsilon = np.finfo(np.float32 if self.program.single else np.float64).eps
                changed = value.dtype.kind == "f"
                moved[name] = np.asarray(value * (1 + sign * 4 * epsilon), value.dtype) \
                    if changed else value  # fmt: skip
            other = self.run(self.original, case, moved)
            pairs = [*zip(other.returned, base.returned, strict=True)]
            pairs += [(other.arguments[n], base.arguments[n]) for n in inputs]
            worst = max(worst, *(gap(*pair) for pair in pairs if not unsuitable(pair)), 0.0)
        return worst

    # -- derivatives -------------------------------------------------------------------------------

    def prove_edge(self, front: Front, tangent: Primal, gradient: Primal, sizes: Sizes) -> None:
        """Other sizes and integer arguments."""
        case = with_found_sizes(self.case({**self.program.sizes, **sizes}), front.primal)
        inputs = draw_inputs(case, self.random)
        ran = self.run(self.original, case, inputs)
        try:
            self.check_values(front.primal, case, inputs, ran)
            self.prove(front, tangent, gradient, case, inputs, ran)
        except SkipError as error:
            self.noted.append(f"edge: {error}")
        except SizesError as error:
            raise WrongError("assumption", f"{error} at {dict(sizes)}") from None
        else:
            self.noted.append("edge proved")

    def prove(
        self, front: Front, tangent: Primal, gradient: Primal, case: Case, inputs: Arrays,
        ran: Left,
    ) -> bool:  # fmt: skip
        """Tangent and gradient against differences and each other; whether any is not zero."""
        wrt, of = self.wrt, self.of
        directions = {n: self.random.uniform(-1, 1, inputs[n].shape).astype(inputs[n].dtype)
                      for n in wrt}  # fmt: skip
        seeds = [self.seed_of(self.dependent(ran, n)) for n in of]
        given = {c.name: directions[c.of] for c in tangent.containers
                 if c.role in ("tangent_in", "tangent") and c.of in directions}  # fmt: skip
        found = self.interpreted(tangent, {**inputs, **given}, case.sizes)
        dots = [found[_derivative(tangent, c, ("tangent_out", "tangent"))] for c in front.of]
        bars = self.gradients(front, gradient, case, inputs, seeds, ran)
        truth = self.differences(case, inputs, directions)
        _, loose, tight = self.tolerances
        for name, dot, value, error in zip(of, dots, truth.values, truth.errors, strict=True):
            check_tangent(name, dot, value, error, loose)
        check_gradients(bars, directions, seeds, truth.values, 10 * loose, "gradient")
        check_gradients(bars, directions, seeds, dots, tight, "dot product")
        if self.options.compiled:
            self.calls.append((Drawn(case, inputs, directions, seeds, ran), bars))
        return any(np.any(v != 0) for v in (*bars.values(), *truth.values))

    def dependent(self, ran: Left, name: str) -> np.ndarray:
        is_result = bool(self.program.result) and self.program.result.startswith(f"{name}:")
        return ran.returned[0] if is_result else ran.arguments[name]

    def seed_of(self, value: np.ndarray) -> np.ndarray:
        if self.options.seed == "ones" or not value.shape:
            return np.ones(value.shape, value.dtype)
        return self.random.uniform(-1, 1, value.shape).astype(value.dtype)

    def gradients(
        self, front: Front, program: Primal, case: Case, inputs: Arrays,
        seeds: Sequence[np.ndarray], ran: Left,
    ) -> Arrays:  # fmt: skip
        given: dict[str, Any] = dict(inputs)
        for name, seed in zip(front.of, seeds, strict=True):
            given |= {c.name: seed for c in program.containers if c.role == "seed" and c.of == name}
        names = {n: _derivative(program, n, ("gradient",)) for n in self.wrt}
        before = {}
        if self.options.accumulate:
            before = {n: self.random.uniform(-1, 1, inputs[n].shape).astype(inputs[n].dtype)
                      for n in self.wrt}  # fmt: skip
            given |= {names[n]: value for n, value in before.items()}
        found = self.interpreted(program, given, case.sizes)
        if self.options.value:
            self.check_outputs(front.primal, program, found, case, inputs, ran)
        return {n: np.asarray(found[name] - before.get(n, 0)) for n, name in names.items()}

    def check_outputs(
        self, primal: Primal, program: Primal, found: Arrays, case: Case, inputs: Arrays, ran: Left
    ) -> None:
        """With `--value`, the gradient's program leaves behind what the original does."""
        passed = {p.name for p in program.parameters}
        for name, value in zip(primal.returns, ran.returned, strict=True):
            if name in passed and name in found:
                self.check_value(f"--value {name}", found[name], value, case, inputs)
        for name in inputs:
            known = primal.by_name.get(name)
            if known is not None and known.role == "inout":
                wanted = ran.arguments[name]
                self.check_value(f"--value {name}", found[name], wanted, case, inputs)

    def differences(self, case: Case, inputs: Arrays, directions: Arrays) -> Difference:
        wide = {n: v.astype(np.float64) if v.dtype.kind == "f" else v for n, v in inputs.items()}

        def at(step: float) -> list[np.ndarray]:
            moved = {n: np.asarray(wide[n] + step * d) for n, d in directions.items()}
            try:
                ran = self.run(self.wide, case, {**wide, **moved})
            except OriginalError:
                raise SkipError("an original that fails nearby") from None
            return [np.asarray(self.dependent(ran, n), np.float64) for n in self.of]

        if self.program.single:
            narrow = self.run(self.original, case, inputs)
            near = zip((self.dependent(narrow, n) for n in self.of), at(0.0), strict=True)
            if any(gap(a, b) > 1e-4 for a, b in near):
                raise SkipError("another result in single precision")
        return differences(at)


def _derivative(program: Primal, of: str, roles: tuple[str, ...]) -> str:
    found = (c.name for r in roles for c in program.containers if c.role == r and c.of == of)
    return next(found)


def with_nans_dropped(primal: Primal) -> Primal:
    """The program with MAX and MIN that take the operand that is a number."""
    other = {"maximum": "fmax", "minimum": "fmin"}

    def dropped(expr: Expr) -> Expr:
        if isinstance(expr, Apply) and expr.dtype.is_float:
            return replace(expr, op=other.get(expr.op, expr.op))
        return expr

    return replace(primal, body=map_expressions(primal.body, lambda e: transform(e, dropped)))
