"""A changed text read by adc and run by CPython: values always, derivatives of a part."""

from __future__ import annotations

import contextlib
import io
import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from adc import interpret
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import AdcError, Diagnostic
from adc.differentiate.gradient import reverse_program
from adc.finishing import simplified
from adc.interpret import SizesError
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.observer import Silent
from tests.readings.reference import (
    called_by_python,
    holds,
    in_pairs,
    lowered,
    out_of_pairs,
    run_tangent,
    sizes_of,
    with_room,
)
from tests.readings.table import Reading
from tests.textfuzz.judge import (
    Arrays,
    OriginalError,
    SkipError,
    WrongError,
    check_gradients,
    check_tangent,
    differences,
    gap,
    unsuitable,
)
from tests.textfuzz.outcome import INVALID, Outcome
from tests.textfuzz.python.original import limited
from tests.textfuzz.readings.program import Mutant

#: The share of texts whose derivatives are judged, too; of those that raise, that adc reads.
DERIVED, RAISING = 0.4, 0.15
#: Relative tolerances of values: in double and in single precision.
TOLERANCES = 1e-9, 1e-4


@contextmanager
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with np.errstate(all="ignore"):
            yield


def original(reading: Reading, arguments: Arrays) -> tuple[list[np.ndarray], Arrays]:
    """What it returns, part by part, and its arguments afterwards. OriginalError where it raises
    or takes too long."""
    try:
        with quiet(), limited():
            result, after = called_by_python(reading, arguments)
            returned = parts(result)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        raise OriginalError(f"{type(error).__name__}: {error}") from None
    if any(r.dtype.kind not in "fibc" for r in returned):
        raise OriginalError("returns something else than numbers")
    return returned, after


def parts(result: Any) -> list[np.ndarray]:
    """The arrays of a result as adc hands them back: tuples, and lists of arrays, are taken apart,
    and lists of numbers, or of such lists, are arrays."""
    if result is None or isinstance(result, str):
        return []
    arrays = isinstance(result, list) and any(isinstance(r, np.ndarray | tuple) for r in result)
    if isinstance(result, tuple) or arrays:
        return [p for item in result for p in parts(item)]
    return [np.array(result)]


@dataclass
class Examination:
    mutant: Mutant
    warned: list[Diagnostic] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reading = self.mutant.reading
        self.rng = random.Random(self.mutant.seed)
        try:
            self.arguments = self.reading.arguments()
        except Exception as error:
            raise OriginalError(f"no arguments: {error}") from None

    def outcome(self) -> Outcome:
        try:
            self.wanted, self.after = original(self.reading, self.arguments)
        except OriginalError as error:
            if "TooLong" not in str(error) and self.rng.random() < RAISING:
                return self.raising(str(error))
            raise
        program = lowered(self.reading, self.warned)
        self.check_values(program)
        facts = tuple(f"warned {d.code}" for d in self.warned[:1])
        if self.rng.random() >= DERIVED:
            return Outcome("proved", facts=facts)
        moved = self.check_derivatives(program)
        return Outcome("proved" if moved else "trivial", facts=("derivatives", *facts))

    def raising(self, said: str) -> Outcome:
        """Of a text that raises: whether adc's function says so, too."""
        try:
            if self.stops(lowered(self.reading, self.warned)):
                return Outcome("skipped", "raises, told")
        except AdcError:
            return Outcome("skipped", "raises, refused")
        except SizesError:
            return Outcome("skipped", "raises, told")
        return Outcome("skipped", "raises, not told", f"{said}\n{self.mutant}")

    def stops(self, program: Program) -> bool:
        sizes = sizes_of(program, self.arguments)
        if not holds(program, sizes):
            return True
        return stopped(program, self.interpreted(program, self.arguments, sizes))

    def interpreted(self, program: Program, arguments: Arrays, sizes: dict[str, int]) -> Arrays:
        given = {n: in_pairs(v) for n, v in arguments.items() if n in program.by_name}
        with np.errstate(all="ignore"):
            return interpret.run(program, sizes, given, fill=np.nan)

    # -- values ------------------------------------------------------------------------------------

    def check_values(self, program: Program) -> None:
        try:
            self.sizes = sizes_of(program, self.arguments)
        except ValueError:
            raise SkipError("arguments of other shapes") from None
        if not holds(program, self.sizes):
            raise SkipError("assumed on entry")
        found = self.interpreted(program, self.arguments, self.sizes)
        if stopped(program, found):
            raise SkipError("stopped")
        if len(program.returned) != len(self.wanted):
            raise SkipError("tuples inside of what is returned")
        whole = with_room(program, self.wanted, self.sizes)
        for k, (name, value) in enumerate(zip(program.returns, whole, strict=True)):
            if value.size and (name in program.pairs) != (value.dtype.kind == "c"):
                raise WrongError("complex", f"return {k}: {value}")
            if not value.size and (name in program.pairs) != (value.dtype.kind == "c"):
                continue  # an empty list is of no type
            self.check_type(f"return {k}", found[name], in_pairs(value))
            self.check_value(f"return {k}", found[name], in_pairs(value))
        for name in self.arguments:
            if name in program.by_name:
                value = in_pairs(self.after[name])
                if found[name].shape != value.shape:
                    raise SkipError("an argument of another shape")
                self.check_value(name, found[name], value)

    def check_type(self, name: str, found: np.ndarray, wanted: np.ndarray) -> None:
        """A number's type may depend on the path, and arrays of several types that meet at the
        end of paths are of the widest."""
        if wanted.shape and not np.can_cast(wanted.dtype, found.dtype, "safe"):
            raise WrongError("type", f"{name}: {found.dtype}, not {wanted.dtype}")
        if not wanted.size:
            return
        integral = "ib"
        if (found.dtype.kind in integral) > (wanted.dtype.kind in integral):
            raise WrongError("type", f"{name}: {found.dtype}, not {wanted.dtype}")

    @property
    def single(self) -> bool:
        held = [*map(np.asarray, self.arguments.values()), *self.wanted]
        return any(v.dtype in (np.float32, np.complex64) for v in held) or (
            "32" in self.reading.source
        )

    def check_value(self, name: str, found: np.ndarray, wanted: np.ndarray) -> None:
        size = gap(found, wanted)
        if size <= TOLERANCES[self.single] or size <= 100 * self.sensitivity():
            return
        if self.warned and any("64 bits" in d.message for d in self.warned):
            raise SkipError("warned of")
        if np.isfinite(size) and unsuitable(self.wanted):
            raise SkipError("large values, which may have cancelled")
        raise WrongError("value", f"{name}: {found} instead of {wanted}\n{self.mutant}")

    def sensitivity(self) -> float:
        """How far results of the original move when its inputs do in their last places."""
        rng, worst = np.random.default_rng(self.mutant.seed), 0.0
        step = 4 * np.finfo(np.float32 if self.single else np.float64).eps
        for _ in range(3):
            moved = {n: nudged(v, rng, step) for n, v in self.arguments.items()}
            try:
                returned, after = original(self.reading, moved)
            except OriginalError:
                return np.inf
            for now, then in zip([*returned, *after.values()], [*self.wanted, *self.after.values()],
                                 strict=False):  # fmt: skip
                if np.asarray(then).dtype.kind in "fc":
                    worst = max(worst, gap(in_pairs(now), in_pairs(then)))
        return worst if np.isfinite(worst) else 0.0

    # -- derivatives -------------------------------------------------------------------------------

    def check_derivatives(self, program: Program) -> bool:
        """Whether any is something else than zero. SkipError where nothing can be said."""
        kinds = (ParameterKind.ARRAY, ParameterKind.SCALAR)
        inputs = [p.name for p in program.parameters if p.kind in kinds]
        wrt = tuple(n for n in inputs if program[n].dtype.value == "float64"
                    and n in self.arguments)  # fmt: skip
        results = [r for r in program.returns if program[r].dtype.is_float]
        results += [n for n in wrt if program[n].role == Role.INOUT]
        of = tuple(dict.fromkeys(results))
        if not wrt or not of:
            raise SkipError("no floating result")
        if self.single:
            raise SkipError("single precision in the source")
        rng = np.random.default_rng(5)
        directions = {n: rng.uniform(-1, 1, in_pairs(self.arguments[n]).shape) for n in wrt}
        wanted = differences(lambda step: self.moved(program, of, directions, step))
        tangents = run_tangent(program, wrt, of, self.arguments, directions, self.sizes)
        for name, value, error in zip(of, wanted.values, wanted.errors, strict=True):
            check_tangent(name, np.asarray(tangents[name]), value, error, 1e-5)
        self.check_adjoint(program, wrt, of, tangents, directions)
        return any(np.any(t) for t in tangents.values())

    def moved(
        self, program: Program, of: tuple[str, ...], directions: Arrays, step: float
    ) -> list[np.ndarray]:
        arguments = {
            n: v + step * out_of_pairs(directions[n], v) if n in directions else v
            for n, v in self.arguments.items()
        }
        arguments = {n: float(v) if isinstance(self.arguments[n], float) else v
                     for n, v in arguments.items()}  # fmt: skip
        try:
            returned, after = original(self.reading, arguments)
        except OriginalError:
            raise SkipError("an original that fails nearby") from None
        whole = with_room(program, returned, self.sizes)
        values = dict(zip(program.returns, whole, strict=True))
        return [np.asarray(in_pairs(values.get(n, after.get(n))), np.float64) for n in of]

    def check_adjoint(
        self, program: Program, wrt: tuple[str, ...], of: tuple[str, ...], tangents: Arrays,
        directions: Arrays,
    ) -> None:  # fmt: skip
        rng = np.random.default_rng(3)
        adjoint = simplified(plan(reverse_program(program, wrt, of)).program, Silent())
        seeds: dict[str, Any] = {}
        for n in of:
            shape = np.shape(tangents[n])
            seeds[n] = rng.uniform(-1, 1, shape) if shape else np.ones(())
        given = {n: in_pairs(v) for n, v in self.arguments.items() if n in adjoint.by_name}
        given |= {f"{n}_seed": s for n, s in seeds.items() if np.ndim(s)}
        with np.errstate(all="ignore"):
            found = interpret.run(adjoint, self.sizes, given, fill=np.nan)
        gradients = {n: np.asarray(found[f"{n}_bar"]) for n in wrt}
        check_gradients(gradients, directions, list(seeds.values()),
                        [np.asarray(tangents[n]) for n in of], 1e-9, "gradient")  # fmt: skip


def stopped(program: Program, found: Arrays) -> bool:
    return any(np.any(found[c.name]) for c in program.containers if c.role == Role.STOP)


def nudged(value: Any, rng: np.random.Generator, step: float) -> Any:
    """A value moved in its last places; of integers and truth values the same."""
    array = np.asarray(value)
    if array.dtype.kind not in "fc":
        return value
    new = (array * (1 + step * rng.uniform(-1, 1, array.shape))).astype(array.dtype)[()]
    return float(new) if isinstance(value, float) else new


def examined(mutant: Mutant) -> Outcome:
    try:
        examination = Examination(mutant)
        return examination.outcome()
    except OriginalError as error:
        return Outcome("skipped", INVALID, str(error)[:80])
    except AdcError as error:
        return Outcome("refused", error.diagnostics[0].code, str(error))
    except SizesError as error:
        return Outcome("refused", "ESIZE", f"{error}\n{mutant}")
    except WrongError as error:
        return Outcome("WRONG", error.check, error.text)
    except SkipError as error:
        return Outcome("skipped", str(error))


def smaller_readings(mutant: Mutant, sources: Iterator[str]) -> Iterator[Mutant]:
    """The same with simpler arguments, and of other sources."""
    if mutant.reading.inputs:
        yield replace(mutant, reading=replace(mutant.reading, inputs={}))
    for source in sources:
        yield replace(mutant, reading=replace(mutant.reading, source=source))
