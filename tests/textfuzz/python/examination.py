"""One program through adc, stage by stage, against runs of the original."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from adc import interpret
from adc.diagnostics import AdcError, Diagnostic
from adc.differentiate.targets import dependents, independents
from adc.interpret import InterpreterError, PositionsError, SizesError
from adc.ir.declarations import Assumption
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.walking import computes
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import Front, Gradient, front_half, gradient_of, rendered, tangent_of
from tests.proof.cases import Case
from tests.proof.compiled import Compiled
from tests.proof.harness import Drawn
from tests.proof.reference import Outcome as Left
from tests.textfuzz.judge import (
    Arrays,
    Difference,
    OriginalError,
    Ran,
    SkipError,
    WrongError,
    check_gradients,
    check_tangent,
    differences,
    gap,
    unsuitable,
)
from tests.textfuzz.outcome import Outcome
from tests.textfuzz.python.original import Original
from tests.textfuzz.python.program import PythonProgram

_SILENT = Silent()
_FOLDER = tempfile.TemporaryDirectory()
#: Relative tolerances of values, tangents against differences, and the dot-product test.
_TOLERANCES = {"float64": (1e-9, 1e-5, 1e-9), "float32": (1e-4, 5e-3, 2e-4)}
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
    dtype: str | None = None
    compiled: bool = False

    @classmethod
    def drawn(cls, rng: random.Random) -> Options:
        return cls(
            value=rng.random() < 0.25,
            accumulate=rng.random() < 0.12,
            seed="ones" if rng.random() < 0.1 else "argument",
            strategy=rng.choices(["auto", "store", "recompute"], [6, 2, 2])[0],
            limit=rng.choice([0.0, 0.0, 0.3, 0.6, 0.9]) if rng.random() < 0.12 else None,
            dtype="float32" if rng.random() < 0.05 else None,
            compiled=rng.random() < 0.12,
        )

    def facts(self) -> tuple[str, ...]:
        found = {"--value": self.value, "--accumulate": self.accumulate,
                 "--seed ones": self.seed == "ones", f"--strategy {self.strategy}": True,
                 "--mem-limit": self.limit is not None,
                 "--dtype": self.dtype is not None}  # fmt: skip
        return tuple(name for name, used in found.items() if used)


@dataclass(frozen=True)
class Pending:
    """A program whose gradients are right by interpreter, for the compiler."""

    compiled: Compiled
    calls: tuple[tuple[Drawn, Arrays], ...]
    value: bool
    outcome: Outcome


@dataclass
class Examination:
    """The stages of one program. The constructor raises OriginalError where the original does not
    run; `outcome` raises AdcError, WrongError or SkipError."""

    program: PythonProgram
    original: Original = field(init=False)
    #: The request's independents and dependents; none before the primal is there.
    wrt: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    inputs: Arrays = field(init=False)
    ran: Ran = field(init=False)
    options: Options = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.program.seed)
        self.random = np.random.default_rng(self.program.seed)
        self.options = Options.drawn(self.rng)
        self.low, self.high = self.rng.choice([(0.2, 1.4), (-1.2, 1.3)])
        self.original = Original(self.program)
        self.inputs = self.drawn_inputs(self.sizes)
        self.ran = self.original.run(self.inputs, self.sizes)
        self.noted: list[str] = []
        self.calls: list[tuple[Drawn, Arrays]] = []

    @property
    def sizes(self) -> dict[str, int]:
        return dict(self.program.sizes)

    def facts(self) -> tuple[str, ...]:
        return (*self.options.facts(), *self.noted)

    def drawn_inputs(self, sizes: Sizes) -> Arrays:
        found = {}
        for a in self.program.arguments:
            if not a.is_float and a.extents:
                shape = a.shape(sizes)
                found[a.name] = self.random.integers(0, max(1, *shape), shape)
            if a.is_float:
                values = self.random.uniform(self.low, self.high, a.shape(sizes))
                found[a.name] = np.array(values, dtype=self.options.dtype or a.dtype)
        return found

    @cached_property
    def single(self) -> bool:
        held = [*self.inputs.values(), *self.ran.returned]
        return any(v.dtype == np.float32 for v in held) or "float32" in self.program.source

    @property
    def tolerances(self) -> tuple[float, float, float]:
        return _TOLERANCES["float32" if self.single else "float64"]

    # -- stages ------------------------------------------------------------------------------------

    def outcome(self) -> Outcome:
        front = self.front()
        self.check_values(front.primal, self.inputs, self.sizes, self.ran)
        front = self.with_targets(front)
        tangent = tangent_of(front, self.request(), _SILENT)
        gradient = self.gradient(front)
        moved = self.prove(front, tangent, gradient.program, self.inputs, self.sizes, self.ran)
        for edge in self.program.edges:
            self.prove_edge(front, tangent, gradient.program, dict(edge))
        final = Outcome("proved" if moved else "trivial", facts=self.facts())
        if not self.options.compiled or self.options.accumulate:
            return final
        files = rendered(front, self.request(), gradient.scheduled, tangent, gradient, _SILENT)
        compiled = Compiled(front.primal, tangent, gradient.program, files)
        return Outcome("", pending=Pending(compiled, tuple(self.calls), self.options.value, final))

    def request(self, **more: Any) -> Request:
        o = self.options
        fields: dict[str, Any] = {
            "sources": (self.path,), "function": self.program.function, "value": o.value,
            "accumulate": o.accumulate, "seed": o.seed, "strategy": o.strategy,
            "dtype": o.dtype, "wrt": self.wrt, "of": self.of,
        }  # fmt: skip
        return Request(**{**fields, **more})

    @cached_property
    def path(self) -> str:
        path = Path(_FOLDER.name) / f"{self.program.function}.py"
        path.write_text(self.program.source)
        return str(path)

    def front(self) -> Front:
        try:
            return front_half(self.request(), _SILENT, needs_targets=False)
        finally:
            Path(self.path).unlink()

    def with_targets(self, front: Front) -> Front:
        """`front` with some floating arguments as independents, some results as dependents."""
        floats = [a.name for a in self.program.arguments if a.is_float]
        wrt = tuple(n for n in floats if self.rng.random() < 0.75) or (self.rng.choice(floats),)
        of = [f"return_{k}" for k, r in enumerate(self.ran.returned) if r.dtype.kind == "f"]
        of = ["return"] if len(self.ran.returned) == 1 and of else of
        of = [n for n in of if n not in floats]  # such a name is the argument's
        of += [n for n in floats if front.primal[n].role == "inout" and front.primal[n].shape]
        if not of:
            raise SkipError("no floating result")
        self.wrt = wrt
        self.of = tuple(self.rng.sample(of, self.rng.choice([1, 1, len(of)])))
        front.wrt = independents(front.primal, wrt)
        try:
            front.asked, front.of = self.of, dependents(front.primal, self.of)
        except AdcError as error:  # two results that are one array
            if error.diagnostics[0].code != "ADC0306" or len(self.of) == 1:
                raise
            self.of = self.of[:1]
            front.asked, front.of = self.of, dependents(front.primal, self.of)
        return front

    def gradient(self, front: Front) -> Gradient:
        """The planned gradient, within a limit where one is drawn."""
        if self.options.limit is None:
            return gradient_of(front, self.request(), _SILENT)
        known = {s: self.sizes[s] for s in front.primal.symbols if s in self.sizes}
        stored = gradient_of(front, self.request(sizes=known), _SILENT).search.trials.base.peak
        try:
            return gradient_of(front, self.request(sizes=known, mem_limit=1), _SILENT)
        except AdcError as error:
            found = re.search(r"needs (\d+) bytes", str(error))
            if error.exit_status != 3 or not found:
                raise
        smallest = int(found.group(1))
        limit = smallest + int(self.options.limit * max(0, stored - smallest))
        gradient = gradient_of(front, self.request(sizes=known, mem_limit=limit), _SILENT)
        peak = evaluate(gradient.scheduled.peak_bytes, known)
        if peak > limit:
            raise WrongError("limit", f"{peak} bytes with a limit of {limit}")
        return gradient

    # -- values ------------------------------------------------------------------------------------

    def interpreted(self, program: Program, given: Mapping[str, Any], sizes: Sizes) -> Arrays:
        try:
            with np.errstate(all="ignore"):
                return interpret.run(program, sizes, given)
        except InterpreterError as error:
            raise WrongError("interpreter", str(error)) from None

    def check_values(self, primal: Program, inputs: Arrays, sizes: Sizes, ran: Ran) -> None:
        """What the primal leaves behind is what the original does; types, too."""
        found = self.interpreted(primal, inputs, sizes)
        for a in self.program.arguments:
            if not a.is_float or not a.extents:
                continue
            written = primal[a.name].role == "inout"
            if written or ran.arguments[a.name].tobytes() != inputs[a.name].tobytes():
                value = found[a.name] if written else inputs[a.name]
                self.check_value(a.name, value, ran.arguments[a.name], inputs, sizes)
        if len(primal.returns) != len(ran.returned):
            raise WrongError("value", f"{len(primal.returns)} values are returned")
        for k, (name, value) in enumerate(zip(primal.returns, ran.returned, strict=True)):
            # A number's type may depend on the path that is taken, and arrays of several types
            # that meet at the end of paths are of the widest.
            if value.shape and not np.can_cast(value.dtype, found[name].dtype, "safe"):
                raise WrongError("type", f"return {k}: {found[name].dtype}, not {value.dtype}")
            self.check_value(f"return {k}", found[name], value, inputs, sizes)

    def check_value(
        self, name: str, found: np.ndarray, wanted: np.ndarray, inputs: Arrays, sizes: Sizes
    ) -> None:
        size = gap(found, wanted)
        if size <= self.tolerances[0] or size <= 100 * self.sensitivity(inputs, sizes):
            return
        ran = self.original.run(inputs, sizes)
        if unsuitable([*ran.returned, *ran.arguments.values()]):
            raise SkipError("large values, which may have cancelled")
        raise WrongError("value", f"{name} at {sizes}: {found} instead of {wanted}")

    def sensitivity(self, inputs: Arrays, sizes: Sizes) -> float:
        """How far results of the original move when its inputs do in their last places."""
        worst, base = 0.0, self.original.run(inputs, sizes)
        step = 4 * np.finfo(np.float32 if self.single else np.float64).eps
        signs = np.random.default_rng(0)  # all in one direction, errors may cancel
        for _ in range(4):
            other = self.original.run(
                {n: np.asarray(v * (1 + step * signs.choice((-1, 1), v.shape)), v.dtype)
                 for n, v in inputs.items()}, sizes,
            )  # fmt: skip
            pairs = [*zip(other.returned, base.returned, strict=True)]
            pairs += [(other.arguments[n], base.arguments[n]) for n in inputs]
            sizes_ = [gap(*pair) for pair in pairs if not unsuitable(pair)]
            worst = max(worst, *sizes_, 0.0)
        return worst

    # -- derivatives -------------------------------------------------------------------------------

    def prove_edge(self, front: Front, tangent: Program, gradient: Program, sizes: Sizes) -> None:
        """Other sizes, as far as the original runs there."""
        try:
            inputs = self.drawn_inputs(sizes)
            ran = self.original.run(inputs, sizes)
        except OriginalError:
            return
        try:
            self.check_values(front.primal, inputs, sizes, ran)
            self.prove(front, tangent, gradient, inputs, sizes, ran)
        except SkipError as error:
            self.noted.append(f"edge: {error}")
        except SizesError as error:
            extents = {n for a in self.program.arguments for n in a.shape(sizes)}
            if other_case(error, front.warnings):
                self.noted.append("edge: a case that is not compiled")
            elif documented(error, front.primal, sizes, extents):
                self.noted.append("edge: an extent of 1, or a slice that clips")
            else:
                raise WrongError("assumption", f"{error} at {sizes}") from None
        else:
            self.noted.append("edge proved")

    def prove(
        self, front: Front, tangent: Program, gradient: Program, inputs: Arrays, sizes: Sizes,
        ran: Ran,
    ) -> bool:  # fmt: skip
        """Tangent and gradient against differences and each other; whether any is not zero."""
        directions = {n: self.random.uniform(-1, 1, inputs[n].shape).astype(inputs[n].dtype)
                      for n in self.wrt}  # fmt: skip
        wanted = [ran.dependent(name) for name in self.of]
        # A result may be of a wider type than on the path that is taken.
        types = [front.primal[name].dtype.value for name in front.of]
        seeds = [self.seed_of(w).astype(t) for w, t in zip(wanted, types, strict=True)]
        given = {f"{n}_dot": d for n, d in directions.items()}
        given = {c.name: given[f"{c.of}_dot"] for c in tangent.containers if c.role == "tangent_in"}
        found = self.interpreted(tangent, {**inputs, **given}, sizes)
        dots = [found[_derivative(tangent, c, "tangent_out")] for c in front.of]
        bars = self.gradients(front, gradient, inputs, seeds, sizes, ran)
        # What the result does not depend on may overflow: a factor of nothing then has no value.
        if not _finite(ran.arguments) and not _finite(bars):
            raise SkipError("arguments that are not finite on exit")
        truth = self.differences(inputs, directions, sizes)
        _, loose, tight = self.tolerances
        for name, dot, value, error in zip(self.of, dots, truth.values, truth.errors, strict=True):
            check_tangent(name, dot, value, error, loose)
        error = sum(float(np.sum(np.abs(s) * e)) for s, e in zip(seeds, truth.errors, strict=True))
        check_gradients(bars, directions, seeds, truth.values, 10 * loose, "gradient", 10 * error)
        check_gradients(bars, directions, seeds, dots, tight, "dot product")
        if self.options.compiled and self.options.dtype is None:
            case = Case(self.program.function, self.program.source, self.wrt, self.of, sizes)
            left = Left(ran.arguments, list(ran.returned))
            self.calls.append((Drawn(case, inputs, directions, seeds, left), bars))
        return any(np.any(v != 0) for v in (*bars.values(), *truth.values))

    def seed_of(self, value: np.ndarray) -> np.ndarray:
        if self.options.seed == "ones" or not value.shape:
            return np.ones(value.shape, value.dtype)
        return self.random.uniform(-1, 1, value.shape).astype(value.dtype)

    def gradients(
        self, front: Front, program: Program, inputs: Arrays, seeds: list[np.ndarray],
        sizes: Sizes, ran: Ran,
    ) -> Arrays:  # fmt: skip
        given = dict(inputs)
        for name, seed in zip(front.of, seeds, strict=True):
            given |= {c.name: seed for c in program.containers if c.role == "seed" and c.of == name}
        names = {n: _derivative(program, n, "gradient") for n in self.wrt}
        before = {}
        if self.options.accumulate:
            before = {n: self.random.uniform(-1, 1, inputs[n].shape).astype(inputs[n].dtype)
                      for n in self.wrt}  # fmt: skip
            given |= {names[n]: value for n, value in before.items()}
        found = self.interpreted(program, given, sizes)
        if self.options.value:
            self.check_outputs(front.primal, program, found, inputs, sizes, ran)
        return {n: np.asarray(found[names[n]] - before.get(n, 0)) for n in self.wrt}

    def check_outputs(
        self, primal: Program, program: Program, found: Arrays, inputs: Arrays, sizes: Sizes,
        ran: Ran,
    ) -> None:  # fmt: skip
        """With `--value`, the gradient's program leaves behind what the original does."""
        passed = {p.name for p in program.parameters}
        for name, value in zip(primal.returns, ran.returned, strict=True):
            if name in passed and name in found:
                self.check_value(f"--value {name}", found[name], value, inputs, sizes)
        for name, value in ran.arguments.items():
            if name in inputs and primal[name].role == "inout" and value.shape:
                self.check_value(f"--value {name}", found[name], value, inputs, sizes)

    def differences(self, inputs: Arrays, directions: Arrays, sizes: Sizes) -> Difference:
        wide = {n: v if v.dtype.kind == "i" else v.astype(np.float64) for n, v in inputs.items()}

        def at(step: float) -> list[np.ndarray]:
            moved = {n: np.asarray(wide[n] + step * d) for n, d in directions.items()}
            try:
                ran = self.original.run({**wide, **moved}, sizes)
            except OriginalError:
                raise SkipError("an original that fails nearby") from None
            return [np.asarray(ran.dependent(name), np.float64) for name in self.of]

        if self.single:
            wider = self.original.run(wide, sizes)
            narrow_anyway = any(wider.dependent(name).dtype == np.float32 for name in self.of)
            if narrow_anyway or "float32(" in self.program.source:
                raise SkipError("single precision in the source")
            narrow = self.original.run(inputs, sizes)
            near = zip((narrow.dependent(n) for n in self.of), at(0.0), strict=True)
            if any(gap(a, b) > 1e-4 for a, b in near):
                raise SkipError("another result in single precision")
        return differences(at)


def _finite(arrays: Arrays) -> bool:
    return all(np.all(np.isfinite(a)) for a in arrays.values() if a.dtype.kind == "f")


def _derivative(program: Program, of: str, role: str) -> str:
    return next(c.name for c in program.containers if c.role == role and c.of == of)


def other_case(error: SizesError, warnings: Sequence[Diagnostic]) -> bool:
    """Whether all that is `broken` is which of two cases was compiled, and a warning said so."""
    told = " ".join(w.message for w in warnings if w.code == "ADC0254")
    raised = [a.raised.text if a.raised else "" for a in error.broken]
    return bool(raised) and all(text.startswith("compiled for") and text in told for text in raised)


def documented(error: SizesError, primal: Program, sizes: Sizes, extents: set[int]) -> bool:
    """Whether the guide says of all that is `broken` that NumPy would have run: it clips bounds of
    slices, and broadcasts an extent that happens to be 1 (of an argument, 1 is in `extents`); and
    what a choice between arrays asks for is asked for always, and so is what subscripts ask of
    arrays that they are read from."""
    if any(re.fullmatch(r"which(_\d+)?", c.name) for c in primal.containers):
        return True
    if isinstance(error, PositionsError):  # below 0, or on a path that is not taken
        return True
    if not error.broken:  # one of the checks where statements are run
        notes = [s.note for s in computes(primal.body) if s.target.container == primal.misfit]
        return 1 in extents or any("slice bound" in note for note in notes)
    return all(
        a.reason.startswith("slice bound") or broadcasts_one(a, sizes, extents)
        for a in error.broken
    )


def broadcasts_one(broken: Assumption, sizes: Sizes, extents: set[int]) -> bool:
    if broken.relation == "==":
        known = dict(sizes)
        return 1 in (evaluate(broken.left, known), evaluate(broken.right, known))
    return 1 in extents and not broken.reason.startswith(("subscript", "position"))
