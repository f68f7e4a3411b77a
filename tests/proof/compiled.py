"""A case taken through the compiler, and its programs run by the interpreter."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from adc import interpret
from adc.ir.enums import Role
from adc.ir.program import Program
from adc.options import Request
from tests.proof.answers import Answers
from tests.proof.cases import Case, function_of, return_names
from tests.proof.inputs import Arrays

if TYPE_CHECKING:
    from adc.pipeline import Front


@dataclass(frozen=True)
class Compiled:
    """The programs and files that one request gives."""

    primal: Program
    tangent: Program
    gradient: Program
    files: Mapping[str, str]

    def dependents(self, case: Case) -> list[str]:
        """The primal's containers that the case's `of` names."""
        return [self._container(case, name) for name in case.of or ("return",)]

    def _container(self, case: Case, name: str) -> str:
        returns, names = self.primal.returns, return_names(case)
        if name == "return":
            return returns[0]
        if name.startswith("return_"):
            return returns[int(name.removeprefix("return_"))]
        if name in {p.name for p in self.primal.parameters}:
            return name  # an argument before what is returned under its name
        return returns[names.index(name)] if name in names else name


def request_of(case: Case, source: Path, **options: Any) -> Request:
    signature = " ".join(case.signature.split()) if case.signature else None
    return Request(
        sources=(str(source),),
        function=function_of(case).name,
        wrt=case.wrt,
        of=case.of,
        signature=signature,
        **options,
    )


#: What was read and what was compiled, by the text and the request's fields.
FRONTS: Answers[Front] = Answers()
COMPILED: Answers[Compiled] = Answers()
#: Fields of a request that the front half does not look at.
BEHIND = frozenset(
    ("accumulate", "blas", "mem_limit", "openmp", "recompute", "seed", "sizes", "store",
     "strategy", "value")
)  # fmt: skip


def compile_case(case: Case, **options: Any) -> Compiled:
    """The case's programs and files; `options` are further fields of the request."""
    asked = (*_text(case), repr(sorted(options.items())))
    return COMPILED.of(asked, lambda: compile_anew(case, **options))


def _text(case: Case) -> tuple[Any, ...]:
    return (case.source, case.function, case.wrt, case.of, case.signature)


def compile_anew(case: Case, **options: Any) -> Compiled:
    """The same, whether or not it was compiled before: for tests that change the compiler."""
    from adc.observer import Silent  # the whole compiler: not for listing cases
    from adc.pipeline import back_half, depth_of, front_half

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"{function_of(case).name}.py"
        source.write_text(case.source)
        request = request_of(case, source, **options)
        ahead = repr(sorted((n, v) for n, v in options.items() if n not in BEHIND))
        front = FRONTS.of((*_text(case), ahead), lambda: front_half(request, Silent()))
        own = replace(front, warnings=list(front.warnings))
        with depth_of(own):
            result = back_half(own, request, Silent())
    return Compiled(result.primal, result.tangent, result.gradient, result.files)


def holds(compiled: Compiled, sizes: Mapping[str, int]) -> bool:
    """Whether the sizes meet the relations that the compiled function checks on entry."""
    manifest, values = json.loads(compiled.files["manifest.json"]), dict(sizes)
    scope = {"__builtins__": {}, "min": min, "max": max}
    for name, text in manifest["definitions"].items():
        values[name] = eval(text, scope, values)
    return all(eval(_relation(a), scope, values) for a in manifest["assumptions"])


def _relation(assumption: str | Mapping[str, str]) -> str:
    return assumption if isinstance(assumption, str) else assumption["relation"]


def run_primal(compiled: Compiled, case: Case, inputs: Arrays) -> Arrays:
    with np.errstate(all="ignore"):
        return interpret.run(compiled.primal, dict(case.sizes), inputs)


def run_tangent(
    compiled: Compiled, case: Case, inputs: Arrays, directions: Arrays
) -> list[np.ndarray]:
    """The tangents of the dependents, in the order of `of`."""
    program = compiled.tangent
    given = dict(inputs)
    for name, direction in directions.items():
        given[_derivative(program, name, ("tangent_in", "tangent"))] = direction
    with np.errstate(all="ignore"):
        result = interpret.run(program, dict(case.sizes), given)
    return [
        np.asarray(result[_derivative(program, name, ("tangent_out", "tangent"))])
        for name in compiled.dependents(case)
    ]


def run_gradient(
    compiled: Compiled, case: Case, inputs: Arrays, seeds: list[np.ndarray],
    program: Program | None = None,
) -> Arrays:  # fmt: skip
    """The gradients by the names of `wrt`; a scalar dependent takes no seed."""
    program = program or compiled.gradient
    given = with_seeds(compiled, case, inputs, seeds)
    with np.errstate(all="ignore"):
        result = interpret.run(program, dict(case.sizes), given)
    return {n: np.asarray(result[_derivative(program, n, ("gradient",))]) for n in case.wrt}


def with_seeds(compiled: Compiled, case: Case, inputs: Arrays, seeds: list[np.ndarray]) -> Arrays:
    """What the gradient is given: `inputs`, and the seeds under their names."""
    given = dict(inputs)
    for name, seed in zip(compiled.dependents(case), seeds, strict=True):
        for container in compiled.gradient.containers:
            if container.role == Role.SEED and container.of == name:
                given[container.name] = seed
    return given


def _derivative(program: Program, of: str, roles: tuple[str, ...]) -> str:
    for role in roles:
        for container in program.containers:
            if container.role == role and container.of == of:
                return container.name
    raise KeyError(f"{program.name} has no {' or '.join(roles)} of {of}")
