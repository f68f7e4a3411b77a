"""The dot-product test and finite differences on the interpreter."""

from __future__ import annotations

import numpy as np

from adc import interpret
from adc.checkpoint.transform.planner import plan
from adc.differentiate.forward import tangent_program
from adc.differentiate.gradient import reverse_program
from adc.finishing import simplified
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.observer import Silent

SIZES = {"N": 7, "M": 5, "T": 4}


def gradient(
    primal: Program, wrt: tuple[str, ...], of: tuple[str, ...], **options: object
) -> Program:
    planned = plan(reverse_program(primal, wrt, of, **options))  # type: ignore[arg-type]
    return simplified(planned.program, Silent())


def sample(program: Program, names: list[str], rng: np.random.Generator, sizes: dict) -> dict:
    values = {}
    for name in names:
        shape = tuple(evaluate(e, sizes) for e in program[name].shape)
        values[name] = rng.uniform(0.5, 1.5, shape)
    return values


def prove(
    primal: Program,
    wrt: tuple[str, ...],
    of: tuple[str, ...],
    sizes: dict[str, int] = SIZES,
    **options: object,
) -> Program:
    """Finite differences of the primal = tangent; <seed, tangent> = <gradient, direction>."""
    rng = np.random.default_rng(7)
    arguments = [
        p.name for p in primal.parameters if p.kind in (ParameterKind.ARRAY, ParameterKind.SCALAR)
    ]
    inputs = sample(primal, arguments, rng, sizes)
    directions = {n: rng.uniform(-1, 1, np.shape(inputs[n])) for n in wrt}
    found = run_tangent(primal, wrt, of, inputs, directions, sizes)
    step = 1e-5
    ahead = {n: v + step * directions.get(n, 0) for n, v in inputs.items()}
    behind = {n: v - step * directions.get(n, 0) for n, v in inputs.items()}
    for name in of:
        up = interpret.run(primal, sizes, ahead)[name]
        down = interpret.run(primal, sizes, behind)[name]
        np.testing.assert_allclose(found[name], (up - down) / (2 * step), rtol=1e-6, atol=1e-8)
    program = gradient(primal, wrt, of, **options)
    seeds = {n: rng.uniform(-1, 1, np.shape(found[n])) for n in of}
    given = {f"{n}_seed": s for n, s in seeds.items() if np.ndim(s)}
    result = interpret.run(program, sizes, {**inputs, **given}, fill=np.nan)
    left = sum(float(np.sum(found[n] * (seeds[n] if np.ndim(seeds[n]) else 1.0))) for n in of)
    right = sum(float(np.sum(result[f"{n}_bar"] * directions[n])) for n in wrt)
    scale = sum(float(np.sum(np.abs(result[f"{n}_bar"] * directions[n]))) for n in wrt)
    assert abs(left - right) <= 1e-12 * max(scale, 1e-30), (left, right, scale)
    return program


def run_tangent(primal, wrt, of, inputs, directions, sizes) -> dict:  # type: ignore[no-untyped-def]
    tangent = simplified(tangent_program(primal, wrt, of), Silent())
    given = {f"{n}_dot": d for n, d in directions.items()}
    result = interpret.run(tangent, sizes, {**inputs, **given}, fill=np.nan)
    names = {c.of: c.name for c in tangent.containers if c.role == Role.TANGENT_OUT}
    return {n: result[names[n]] for n in of}
