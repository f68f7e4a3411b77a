"""Lowered programs against NumPy: the same source, run by the interpreter and by Python."""

from __future__ import annotations

import copy
import textwrap
from collections.abc import Mapping
from typing import Any

import numpy as np

from adc.diagnostics import Diagnostic
from adc.differentiate.slopes import slopes
from adc.frontends.python import parse
from adc.frontends.signature import choose_function, resolve
from adc.interpret import run, verify_ops
from adc.ir.program import Program
from adc.ir.verify import verify
from adc.lowering import lower

HEADER = "import math\nimport numpy as np\n"


def lowered(source: str, warnings: list[Diagnostic] | None = None, inline: str = "auto") -> Program:
    """The last function of `source` (annotated), lowered and verified."""
    kept: list[Diagnostic] = [] if warnings is None else warnings
    module = parse("kernel.py", HEADER + textwrap.dedent(source))
    function = choose_function(module, module.functions[-1].name)
    signature = resolve(module, function, warnings=kept)
    program = lower(module, function.name, signature, kept, inline, slopes=slopes)
    verify(program, "lowered")
    verify_ops(program)
    return program


def sizes_of(program: Program, arguments: Mapping[str, Any]) -> dict[str, int]:
    """The sizes behind the shapes of `arguments`, and the integer arguments themselves."""
    sizes = {n: int(v) for n, v in arguments.items() if isinstance(v, (int, np.integer))}
    for name, value in arguments.items():
        if name in program.by_name:
            for extent, number in zip(program[name].shape, np.shape(value), strict=True):
                if extent.is_Symbol:
                    sizes[extent.name] = number
    return {name: sizes[name] for name in program.symbols}


def by_python(source: str, arguments: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """What the source returns, and its arguments after the call."""
    names: dict[str, Any] = {}
    exec(compile(HEADER + textwrap.dedent(source), "kernel.py", "exec"), names)
    function = [v for v in names.values() if callable(v) and hasattr(v, "__code__")][-1]
    after = {name: copy.deepcopy(value) for name, value in arguments.items()}
    with np.errstate(all="ignore"):
        result = function(**after)
    if result is None:
        return (), after
    return (result if isinstance(result, tuple) else (result,)), after


def agree(
    source: str, arguments: Mapping[str, Any], program: Program | None = None, *,
    exact: bool = False,
) -> Program:  # fmt: skip
    """Asserts that the lowered source gives what NumPy gives: values, shapes and types."""
    program = program or lowered(source)
    given = {n: v for n, v in arguments.items() if n in program.by_name}
    with np.errstate(all="ignore"):
        found = run(program, sizes_of(program, arguments), given)
    wanted, after = by_python(source, arguments)
    assert len(program.returns) == len(wanted)
    for name, value in zip(program.returns, wanted, strict=True):
        same(found[name], np.asarray(value), name, exact)
    for name in given:
        same(found[name], np.asarray(after[name]), name, exact)
    return program


def same(found: np.ndarray, wanted: np.ndarray, name: str, exact: bool) -> None:
    assert found.shape == wanted.shape, f"{name}: shape {found.shape}, NumPy {wanted.shape}"
    assert found.dtype == wanted.dtype, f"{name}: {found.dtype}, NumPy {wanted.dtype}"
    tolerance = 0.0 if exact else 3e-6 if wanted.dtype == np.float32 else 1e-13
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance, err_msg=name)
