"""A reading run by CPython and by the interpreter on what adc makes of it."""

from __future__ import annotations

import copy
import operator
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from adc import interpret
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import Diagnostic
from adc.differentiate.bisection.moving import with_roots
from adc.differentiate.forward import tangent_program
from adc.differentiate.gradient import reverse_program
from adc.differentiate.implicit.tolerances import exactness
from adc.differentiate.slopes import slopes
from adc.finishing import simplified
from adc.frontends.defaults import with_defaults_kept
from adc.frontends.python import parse
from adc.frontends.signature import choose_function, resolve
from adc.interpret import verify_ops
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.verify import verify
from adc.lowering import lower
from adc.observer import Silent
from adc.simplify.blanks import settle_blanks
from tests.readings.table import Reading

Arrays = dict[str, Any]

#: Relative steps of the differences: their results must agree for a derivative to be had.
STEPS = (2e-4, 1e-4)


def lowered(reading: Reading, warnings: list[Diagnostic] | None = None) -> Program:
    kept: list[Diagnostic] = [] if warnings is None else warnings
    module = parse("kernel.py", reading.source)
    function = choose_function(module, reading.function)
    types = resolve(module, function, signature_text=reading.signature or None, warnings=[])
    module = with_defaults_kept(module, function, types, kept)
    program = lower(module, reading.function, types, kept, slopes=slopes)
    verify(program, "lowered")
    verify_ops(program)
    return with_roots(settle_blanks(program, kept), kept)


@contextmanager
def importable(modules: Mapping[str, str]) -> Iterator[None]:
    """The files that a text imports, for the time of a run; what it does to NumPy is undone."""
    numpy = dict(np.__dict__)
    made = {}
    for name, source in modules.items():
        made[name] = ModuleType(name)
        exec(compile(source, f"{name}.py", "exec"), made[name].__dict__)
    before = {name: sys.modules.get(name) for name in made}
    for name, module in made.items():
        sys.modules[name] = module
        parent, _, own = name.rpartition(".")
        if parent:
            setattr(made[parent], own, module)
    try:
        yield
    finally:
        np.__dict__.update(numpy)
        for name, old in before.items():
            sys.modules.pop(name) if old is None else sys.modules.update({name: old})


def by_python(reading: Reading, arguments: Arrays) -> tuple[list[np.ndarray], Arrays]:
    """What `f` returns, each as an array, and its arguments after the call."""
    result, after = called_by_python(reading, arguments)
    returned = () if result is None else result if isinstance(result, tuple) else (result,)
    return [np.array(r) for r in returned if r is not None and not isinstance(r, str)], after


def called_by_python(reading: Reading, arguments: Arrays) -> tuple[Any, Arrays]:
    """The same, with the result as it is."""
    sys.modules["kernel"] = kernel = ModuleType("kernel")
    scope = kernel.__dict__
    after = copy.deepcopy(arguments)
    with importable(reading.modules), np.errstate(all="ignore"):
        exec(compile(reading.source, "kernel.py", "exec"), scope)
        called = scope[reading.function]
        return (called(**after) if reading.signature else called(*after.values())), after


def sizes_of(program: Program, arguments: Arrays) -> dict[str, int]:
    sizes = {n: v for n, v in arguments.items() if isinstance(v, int)}
    for name, given in arguments.items():
        if name in program.by_name:
            for extent, number in zip(program[name].shape, in_pairs(given).shape, strict=True):
                sizes |= {extent.name: number} if extent.is_Symbol else {}
    return {name: sizes[name] for name in program.symbols}


def in_pairs(value: Any) -> Any:
    """Complex numbers as pairs of reals along a last axis, as the generated code has them; what is
    real as it is."""
    array = np.asarray(value)
    return np.stack([array.real, array.imag], axis=-1) if array.dtype.kind == "c" else array


def out_of_pairs(array: np.ndarray, like: Any) -> Any:
    """The other way round where `like` is complex."""
    if np.asarray(like).dtype.kind != "c":
        return array
    return (array[..., 0] + 1j * array[..., 1]).astype(np.asarray(like).dtype)[()]


def refuses(reading: Reading) -> bool:
    """Whether the arguments are not as the generated function assumes on entry, or end it by the
    code of an exception."""
    program, arguments = lowered(reading), reading.arguments()
    sizes = sizes_of(program, arguments)
    if not holds(program, sizes):
        return True
    given = {n: in_pairs(v) for n, v in arguments.items() if n in program.by_name}
    with np.errstate(all="ignore"):
        found = interpret.run(program, sizes, given, fill=np.nan)
    return any(np.any(found[c.name]) for c in program.containers if c.role == Role.STOP)


def holds(program: Program, sizes: dict[str, int]) -> bool:
    relations = {"==": operator.eq, "<=": operator.le, "<": operator.lt, ">=": operator.ge,
                 ">": operator.gt}  # fmt: skip
    return all(
        relations[a.relation](evaluate(a.left, sizes), evaluate(a.right, sizes))
        for a in program.assumptions
    )


def agree(reading: Reading) -> None:
    """Values and derivatives of the program that adc reads are those of the original."""
    program, arguments = lowered(reading), reading.arguments()
    wanted, after = by_python(reading, arguments)
    given = {n: in_pairs(v) for n, v in arguments.items() if n in program.by_name}
    sizes = sizes_of(program, arguments)
    assert holds(program, sizes)
    with np.errstate(all="ignore"):
        found = interpret.run(program, sizes, given, fill=np.nan)
    assert len(program.returned) == len(wanted)
    searched = exactness(program, {}).searched
    for name, value in zip(program.returns, with_room(program, wanted, sizes), strict=True):
        assert (name in program.pairs) == (value.dtype.kind == "c"), f"{name}: complex or not"
        same(found[name], in_pairs(value), name, searched)
    for name in given:
        same(found[name], in_pairs(after[name]), name)
    if reading.smooth:
        agree_in_derivatives(reading, program, arguments, sizes)


def with_room(program: Program, values: Sequence[Any], sizes: dict[str, int]) -> list[Any]:
    """What the source returns as the program has it: zeros behind what is of a length that data
    decide, as much as there is room for, and these lengths behind all."""
    lengths, whole, counts = dict(program.lengths), list[Any](), list[Any]()
    for name, value in zip(program.returned, values, strict=True):
        if name in lengths:
            room = evaluate(program[name].shape[0], sizes) - len(value)
            counts.append(np.asarray(len(value)))
            value = np.concatenate([value, np.zeros((room, *value.shape[1:]), value.dtype)])
        whole.append(value)
    return [*whole, *counts]


def same(found: np.ndarray, wanted: np.ndarray, name: str, searched: float = 0.0) -> None:
    """`searched`: to what tolerance the original searches for what adc finds exactly."""
    assert found.shape == wanted.shape, f"{name}: shape {found.shape}, NumPy {wanted.shape}"
    assert found.dtype == wanted.dtype, f"{name}: {found.dtype}, NumPy {wanted.dtype}"
    tolerance = 3e-6 if wanted.dtype == np.float32 else 1e-13
    off = 100 * searched * float(np.max(np.abs(wanted), initial=0.0)) if searched else 0.0
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=off, err_msg=name)


def agree_in_derivatives(
    reading: Reading, program: Program, arguments: Arrays, sizes: dict[str, int]
) -> None:
    """Tangent against differences of the original, adjoint against tangent."""
    kinds = (ParameterKind.ARRAY, ParameterKind.SCALAR)
    inputs = [
        p.name for p in program.parameters if p.kind in kinds and p.name not in reading.defaults()
    ]
    wrt = tuple(n for n in inputs if program[n].dtype.value == "float64")
    results = [r for r in program.returns if program[r].dtype.is_float]
    results += [n for n in wrt if program[n].role == Role.INOUT]
    of = tuple(dict.fromkeys(results))
    if not wrt or not of:
        return
    rng = np.random.default_rng(5)
    directions = {n: rng.uniform(-1, 1, in_pairs(arguments[n]).shape) for n in wrt}
    tangents = run_tangent(program, wrt, of, arguments, directions, sizes)
    wanted = differences(reading, program, of, arguments, directions)
    searched = exactness(program, {}).searched
    if searched:  # what adc itself finds is exact, and the original as exact as its values are
        agree_in_own_differences(program, tangents, arguments, directions, sizes)
    for name in of:
        scale = float(np.max(np.abs(wanted[name]), initial=0.0))
        off = 1e-7 * scale + 1e-300 + 10 * searched / min(STEPS)
        np.testing.assert_allclose(tangents[name], wanted[name], rtol=1e-6, atol=off, err_msg=name)
    dot_product(program, wrt, of, arguments, directions, tangents, sizes)


def agree_in_own_differences(
    program: Program, tangents: Arrays, arguments: Arrays, directions: Arrays, sizes: dict[str, int]
) -> None:  # fmt: skip
    """The tangents are differences of what the program itself computes."""

    def at(step: float) -> Arrays:
        moved = {n: np.asarray(v) + step * directions.get(n, 0.0) for n, v in arguments.items()}
        moved = {n: v.astype(np.asarray(arguments[n]).dtype) for n, v in moved.items()}
        with np.errstate(all="ignore"):
            return interpret.run(
                program, sizes, {n: v for n, v in moved.items() if n in program.by_name}
            )

    ends = {h: (at(h), at(-h)) for h in STEPS}
    for name, tangent in tangents.items():
        coarse, fine = ((ends[h][0][name] - ends[h][1][name]) / (2 * h) for h in STEPS)
        wanted = (4 * fine - coarse) / 3
        off = 1e-7 * float(np.max(np.abs(wanted), initial=0.0)) + 1e-300
        np.testing.assert_allclose(tangent, wanted, rtol=1e-6, atol=off, err_msg=name)


def run_tangent(
    program: Program, wrt: tuple[str, ...], of: tuple[str, ...], arguments: Arrays,
    directions: Arrays, sizes: dict[str, int],
) -> Arrays:  # fmt: skip
    tangent = simplified(tangent_program(program, wrt, of), Silent())
    given = {n: in_pairs(v) for n, v in arguments.items() if n in tangent.by_name}
    given |= {f"{n}_dot": d for n, d in directions.items()}
    with np.errstate(all="ignore"):
        found = interpret.run(tangent, sizes, given, fill=np.nan)
    names = {c.of: c.name for c in tangent.containers if c.role == Role.TANGENT_OUT}
    return {n: found[names[n]] for n in of}


def differences(
    reading: Reading, program: Program, of: tuple[str, ...], arguments: Arrays, directions: Arrays
) -> Arrays:
    """Central differences of the original along `directions`, extrapolated from two steps."""
    quotients = [quotient(reading, program, of, arguments, directions, h) for h in STEPS]
    return {n: (4 * quotients[1][n] - quotients[0][n]) / 3 for n in of}


def quotient(
    reading: Reading, program: Program, of: tuple[str, ...], arguments: Arrays,
    directions: Arrays, step: float,
) -> Arrays:  # fmt: skip
    sizes = sizes_of(program, arguments)
    ends = []
    for sign in (1, -1):
        moved = {n: v + sign * step * out_of_pairs(directions[n], v) if n in directions else v
                 for n, v in arguments.items()}  # fmt: skip
        moved = {n: float(v) if isinstance(arguments[n], float) else v for n, v in moved.items()}
        returned, after = by_python(reading, moved)
        values = dict(zip(program.returns, with_room(program, returned, sizes), strict=True))
        ends.append({n: in_pairs(values[n] if n in values else after[n]) for n in of})
    return {n: (ends[0][n] - ends[1][n]) / (2 * step) for n in of}


def dot_product(
    program: Program, wrt: tuple[str, ...], of: tuple[str, ...], arguments: Arrays,
    directions: Arrays, tangents: Arrays, sizes: dict[str, int],
) -> None:  # fmt: skip
    """<seed, tangent> is <gradient, direction>."""
    rng = np.random.default_rng(3)
    adjoint = simplified(plan(reverse_program(program, wrt, of)).program, Silent())
    seeds = {n: rng.uniform(-1, 1, np.shape(tangents[n])) for n in of if np.ndim(tangents[n])}
    given = {n: in_pairs(v) for n, v in arguments.items() if n in adjoint.by_name}
    given |= {f"{n}_seed": s for n, s in seeds.items()}
    with np.errstate(all="ignore"):
        found = interpret.run(adjoint, sizes, given, fill=np.nan)
    left = sum(float(np.sum(tangents[n] * seeds.get(n, 1.0))) for n in of)
    terms = [found[f"{n}_bar"] * directions[n] for n in wrt]
    right = sum(float(np.sum(t)) for t in terms)
    scale = sum(float(np.sum(np.abs(t))) for t in terms)
    assert abs(left - right) <= 1e-11 * scale, (left, right, scale)
