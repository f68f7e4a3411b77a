"""A spec made a case of `tests.proof`, compiled by adc, and proved against the original.

Arrays are NumPy's, with the dimensions of the Fortran source reversed: the same memory, and the
shapes of adc's IR.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from adc.ir.enums import Role
from adc.ir.program import Program
from adc.options import Request
from tests.fortran.original import Original
from tests.fortran.specs import Argument, Spec
from tests.proof.cases import ArgType, Case
from tests.proof.compiled import Compiled
from tests.proof.harness import Drawn, MismatchError, draw_case, prove_interpreted
from tests.proof.inputs import Arrays
from tests.proof.matrix import BOTH, located, variants
from tests.proof.native import build, prove_native, prove_value
from tests.proof.reference import difference


def case_of(spec: Spec, original: Original | None = None) -> Case:
    """The spec as a case; `original` is given where several specs are built together."""
    return Case(
        name=spec.name,
        source="",
        wrt=spec.wrt,
        of=spec.of,
        sizes=dict(spec.sizes),
        function=spec.routine,
        types={a.name: _type(a) for a in _seen(spec)},
        results=(spec.result.name,) if spec.result else (),
        original=original or Original(spec),
        path=spec.sources[-1],
        **spec.rest,
    )


def _seen(spec: Spec) -> list[Argument]:
    """What the generated function takes."""
    return [a for a in spec.arguments if "absent" not in a.words and not a.is_text]


def _type(a: Argument) -> ArgType:
    dtype = "int64" if a.by_value and a.dtype != "bool" else a.dtype
    return ArgType(dtype, a.extents[::-1])


# -- the original alone ----------------------------------------------------------------------------


def prove_original(case: Case) -> None:
    """The original's results are finite and its differences settle and say something: without this
    a proof of adc would be empty."""
    for variant in variants(case):
        drawn = draw_case(variant)
        for name, value in drawn.outcome.arguments.items():
            if not np.all(np.isfinite(value)):
                raise MismatchError("original", f"{name} is not finite: {value}")
        if case.oracle == "difference":
            slopes = difference(variant, drawn.inputs, drawn.directions)
            if not any(np.any(s != 0.0) for s in slopes):
                raise MismatchError("original", f"no dependence at {dict(variant.sizes)}")


def swappable(spec: Spec) -> list[str]:
    """Arrays with two equal extents and sizes that are equal: dimensions could be swapped there
    without anybody noticing."""
    found = []
    for a in spec.arguments:
        shape = _type(a).shape(spec.sizes)
        if len(set(shape)) < len(shape):
            found.append(f"{a.name}{shape}")
    extents = " ".join(e for a in spec.arguments for e in a.extents)
    sizes = [(n, v) for n, v in spec.sizes.items() if re.search(rf"\b{n}\b", extents)]
    if len({v for _, v in sizes}) < len(sizes):
        found.append(f"sizes {sizes}")
    return found


# -- adc -------------------------------------------------------------------------------------------


def compile_spec(spec: Spec, **options: Any) -> Compiled:
    """What adc makes of the routine; `options` are further fields of the request."""
    return compile_each(spec, options)[0]


def compile_each(spec: Spec, *requests: Mapping[str, Any]) -> list[Compiled]:
    """The same of several requests that ask for different functions of one routine (`value`,
    `mem_limit`, …): it is read once."""
    from adc.observer import Silent
    from adc.pipeline import back_half, depth_of, front_half

    front = front_half(request_for(spec, requests[0]), Silent())
    found = []
    for options in requests:
        own = replace(front, warnings=list(front.warnings))
        with depth_of(own):
            result = back_half(own, request_for(spec, options), Silent())
        found.append(Compiled(result.primal, result.tangent, result.gradient, result.files))
    return found


def request_for(spec: Spec, options: Mapping[str, Any]) -> Request:
    return Request(
        sources=tuple(str(s) for s in reversed(spec.sources)),  # users before what they use
        function=spec.routine,
        wrt=spec.wrt,
        of=spec.of,
        defines=spec.defines,
        inactive=spec.inactive,
        texts=dict(spec.texts),
        **options,
    )


def with_found_sizes(case: Case, program: Program) -> Case:
    """The case with the sizes that adc names itself, for assumed shapes, found from the arrays."""
    sizes = dict(case.sizes)
    for container in program.containers:
        kind = (case.types or {}).get(container.name)
        if kind is None or container.role == Role.LOCAL:
            continue
        for symbol, extent in zip(container.shape, kind.shape(case.sizes), strict=True):
            if str(symbol).isidentifier():
                sizes.setdefault(str(symbol), extent)
    return case.with_sizes(sizes)


def prove_spec(
    spec: Spec, folder: Path, seeds: Iterable[int] = (0, 1), values: tuple[bool, ...] = BOTH
) -> None:
    """Primal, tangent against differences of the original, dot-product test, C; with --value,
    without it, or both."""
    made = compile_each(spec, *({"value": value} for value in values))
    libraries = [build(folder / str(k), [m]) for k, m in enumerate(made)]
    for variant in variants(case_of(spec)):
        variant = with_found_sizes(variant, made[0].primal)
        for seed in seeds:
            with located_at(variant):
                drawn, gradients = prove_interpreted(made[0], variant, seed)
                prove_gradient(drawn, gradients)
                for value, compiled, library in zip(values, made, libraries, strict=True):
                    prove = prove_value if value else prove_native
                    prove(library, compiled, drawn, gradients)


def prove_small(spec: Spec, case: Case, folder: Path) -> None:
    """The same for a small routine: one draw, one compilation, with --value."""
    valued = compile_spec(spec, value=True)
    library = build(folder, [valued], optimise="-O0")
    for variant in variants(case):
        variant = with_found_sizes(variant, valued.primal)
        with located_at(variant):
            drawn, gradients = prove_interpreted(valued, variant)
            prove_gradient(drawn, gradients)
            prove_value(library, valued, drawn, gradients)


@contextmanager
def located_at(case: Case) -> Iterator[None]:
    """A mismatch inside says which case and sizes it is of."""
    try:
        yield
    except MismatchError as error:
        raise located(case, error) from error


def prove_gradient(drawn: Drawn, gradients: Arrays) -> None:
    """The adjoint itself against the original: <seed, dO> by differences along fresh directions,
    so that nothing is taken from the tangent."""
    if drawn.case.oracle != "difference":
        return
    rng = np.random.default_rng(11)
    directions = {
        n: rng.uniform(-1.0, 1.0, drawn.inputs[n].shape).astype(drawn.inputs[n].dtype)
        for n in drawn.case.wrt
    }
    slopes = difference(drawn.case, drawn.inputs, directions)
    left = _products(zip(drawn.seeds, slopes, strict=True))
    right = _products((gradients[n], directions[n]) for n in drawn.case.wrt)
    scale = sum(float(np.sum(np.abs(t))) for t in (*left, *right)) + 1e-3
    gap = abs(sum(map(np.sum, left)) - sum(map(np.sum, right)))
    if not gap <= {"float64": 2e-6, "float32": 1e-4}[drawn.dtype] * scale:
        raise MismatchError("gradient", f"against differences: {gap / scale:.1e}")


def _products(pairs: Iterable[tuple[np.ndarray, np.ndarray]]) -> list[np.ndarray]:
    return [np.asarray(a, np.float64) * np.asarray(b, np.float64) for a, b in pairs]
