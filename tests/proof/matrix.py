"""One case through every check, in the configurations that the request can be made in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case
from tests.proof.harness import (
    ROUNDING,
    Drawn,
    MismatchError,
    draw_case,
    expect,
    prove_interpreted,
)
from tests.proof.inputs import Arrays
from tests.proof.native import Call, build, prove_native, prove_value

#: Without --value, and with it.
BOTH = (False, True)
SEEDS = (0, 1)  # of the draws that every proof makes; which branches are taken depends on them


def variants(case: Case) -> Iterator[Case]:
    """The case at each of its sizes, with each of its ways to draw inputs; its own come first."""
    for inputs in ({}, *case.also):
        for sizes in ({}, *case.edges):
            yield case.with_inputs(inputs).with_sizes(sizes)


def located(case: Case, error: MismatchError) -> MismatchError:
    error.args = (f"{case.name} at {dict(case.sizes)}: {error}",)
    return error


def prove_case(
    case: Case, folder: Path, seeds: tuple[int, ...] = SEEDS, values: tuple[bool, ...] = BOTH
) -> None:
    """Interpreter, differences, dot-product test, C, for all variants; with --value, without it,
    or both."""
    made = [compile_case(case, value=value) for value in values]
    libraries = [build(folder / str(k), [m]) for k, m in enumerate(made)]
    for variant in variants(case):
        for seed in seeds:
            try:
                drawn, gradients = prove_interpreted(made[0], variant, seed)
                for value, compiled, library in zip(values, made, libraries, strict=True):
                    prove = prove_value if value else prove_native
                    prove(library, compiled, drawn, gradients)
            except MismatchError as error:
                raise located(variant, error) from error


def prove_openmp(case: Case, folder: Path) -> None:
    """The same results with OpenMP, and optimised as a user would."""
    compiled = compile_case(case)
    library = build(folder / "openmp", [compiled], optimise="-O3", more=("-fopenmp",))
    for variant in variants(case):
        drawn, gradients = prove_interpreted(compiled, variant)
        prove_native(library, compiled, drawn, gradients)


def prove_ones(case: Case, folder: Path) -> None:
    """`--seed ones` is the gradient for seeds of ones, with no seed argument."""
    compiled, ones = compile_case(case), compile_case(case, seed="ones")
    library = build(folder / "ones", [ones])
    for variant in variants(case):
        drawn = _with_unit_seeds(draw_case(variant))
        _, gradients = _gradients(compiled, drawn)
        prove_native(library, ones, drawn, gradients)


def _with_unit_seeds(drawn: Drawn) -> Drawn:
    return replace(drawn, seeds=[np.ones_like(s) for s in drawn.seeds])


def _gradients(compiled: Compiled, drawn: Drawn) -> tuple[Drawn, Arrays]:
    from tests.proof.compiled import run_gradient

    return drawn, run_gradient(compiled, drawn.case, drawn.inputs, drawn.seeds)


def prove_accumulate(case: Case, folder: Path) -> None:
    """`--accumulate` adds to what the gradient arrays hold."""
    compiled, adding = compile_case(case), compile_case(case, accumulate=True)
    library = build(folder / "accumulate", [adding])
    for variant in variants(case):
        drawn, gradients = _gradients(compiled, draw_case(variant))
        call = Call(library, adding, drawn)
        before = {n: np.random.default_rng(5).uniform(-1, 1, g.shape) for n, g in gradients.items()}
        for argument in call.manifest["arguments"]:
            if argument["role"] == "gradient":
                call.buffers[argument["name"]].array[...] = before[argument["of"]]
        code = call.run()
        if code:
            raise MismatchError("accumulate", f"returns {code}")
        for name, found in call.results("gradient").items():
            wanted = before[name].astype(found.dtype) + gradients[name]
            expect("accumulate", f"{name}_bar", found, wanted, ROUNDING[drawn.dtype])


def single(case: Case) -> Case:
    """The case in single precision throughout."""
    signature = case.signature.replace("float64", "float32") if case.signature else None
    source = case.source.replace('"float64', '"float32').replace(": float,", ": np.float32,")
    return replace(case, name=f"{case.name}_single", signature=signature, source=source)
