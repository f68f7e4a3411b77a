"""Exceptions of the source: told where the original raises them, and nowhere else."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import numpy as np
import pytest

from adc import interpret
from adc.interpret.machine import SizesError
from adc.ir.declarations import Raised
from adc.ir.enums import Role
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from tests.cuda_emulator.build import missing
from tests.emit_files.test_wrapper import loaded
from tests.lowering.harness import sizes_of
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case, run_gradient
from tests.proof.harness import Drawn
from tests.proof.on_device import Emulated
from tests.proof.raises import RAISING, Raising
from tests.proof.reference import Outcome

#: What others among them show, too.
ALIKE = ("on_some_paths_only", "returned_from_a_loop")
CALLS = [
    pytest.param(name, n, id=f"{name}-{n}", marks=[pytest.mark.long] * (name in ALIKE))
    for name, kernel in RAISING.items()
    for n in range(len(kernel.calls))
]
TEXTS = [name for name in RAISING if name not in ALIKE]


def case_of(kernel: Raising) -> Case:
    returned = "return" in kernel.source.rsplit("def ", 1)[1]
    of = ("return",) if returned else (kernel.wrt.split(",")[0],)
    return Case(kernel.name, kernel.source, tuple(kernel.wrt.split(",")), of, function=kernel.name)


def original(kernel: Raising, arguments: dict[str, Any]) -> Any:
    """What the original returns or leaves in its first argument; the exception that it raises."""
    names: dict[str, Any] = {}
    exec(compile(kernel.source, "kernel.py", "exec"), names)
    given = {name: np.copy(v) if np.ndim(v) else v for name, v in arguments.items()}
    with np.errstate(all="ignore"):
        try:
            result = names[kernel.name](**given)
        except Exception as error:
            return error
    return next(iter(given.values())) if result is None else result


def differences(kernel: Raising, arguments: dict[str, Any], name: str) -> np.ndarray:
    """The gradient of the sum of the result, by central differences of the original."""
    at = np.asarray(arguments[name], np.float64)
    found = np.empty(at.shape)
    for place in np.ndindex(at.shape):
        ends = []
        for step in (1e-6, -1e-6):
            moved = at.copy()
            moved[place] += step
            given = {**arguments, name: moved if moved.shape else float(moved)}
            ends.append(np.sum(original(kernel, given)))
        found[place] = (ends[0] - ends[1]) / 2e-6
    return found


def told_by(compiled: Compiled, arguments: dict[str, Any]) -> tuple[Raised | None, dict[str, Any]]:
    """The exception that the gradient tells of, and what it holds at the end."""
    program = compiled.gradient
    sizes = sizes_of(compiled.primal, arguments)
    given = {n: np.asarray(v) for n, v in arguments.items() if n in program.by_name}
    given |= {
        c.name: np.ones(np.shape(arguments[c.of]))
        for c in program.containers
        if c.role == Role.SEED and c.of in arguments
    }
    with np.errstate(all="ignore"):
        try:
            held = interpret.run(program, sizes, given)
        except SizesError as error:
            assert error.broken[0].raised is not None, str(error)
            return error.broken[0].raised, {}
    code = int(held[program.stop])
    return next((r for r in program.raised if r.code == code), None), held


def same_exception(error: Exception, told: Raised) -> bool:
    pattern = ".*".join(map(re.escape, told.text.split("…")))
    return told.exception == type(error).__name__ and bool(re.search(pattern, str(error)))


@pytest.mark.parametrize(("name", "number"), CALLS)
def test_the_gradient_is_there_where_the_original_returns(name: str, number: int) -> None:
    kernel, compiled = RAISING[name], compile_case(case_of(RAISING[name]))
    arguments = kernel.calls[number]
    result = original(kernel, arguments)
    told, held = told_by(compiled, arguments)
    if isinstance(result, Exception):
        assert told is not None and same_exception(result, told), (told, result)
        return
    assert told is None
    for of in kernel.wrt.split(","):
        bar = next(c.name for c in compiled.gradient.containers
                   if c.role == Role.GRADIENT and c.of == of)  # fmt: skip
        wanted = differences(kernel, arguments, of)
        np.testing.assert_allclose(held[bar], wanted, rtol=1e-5, atol=1e-7)


def test_the_wrapper_raises_what_the_original_does(tmp_path) -> None:
    kernel = RAISING["sizes_integers_and_data"]
    for file, text in compile_case(case_of(kernel)).files.items():
        (tmp_path / file).write_text(text)
    words = ["make", "-s", f"lib{kernel.name}_grad.so", "CFLAGS=-O1 -Wall -Wextra -Werror"]
    subprocess.run([*words, "OPENMP=0"], cwd=tmp_path, check=True)
    call = loaded(tmp_path, f"{kernel.name}_grad")
    for arguments in kernel.calls:
        result = original(kernel, arguments)
        if not isinstance(result, Exception):
            found = call(*arguments.values())
            for of in kernel.wrt.split(","):
                wanted = differences(kernel, arguments, of)
                np.testing.assert_allclose(getattr(found, of), wanted, rtol=1e-5, atol=1e-7)
            continue
        own = type(result).__module__ == "kernel" or type(result).__name__ == "StepError"
        kind = RuntimeError if own else type(result)
        with pytest.raises(kind) as caught:
            call(*arguments.values())
        if own:
            assert str(caught.value).startswith("StepError")
        else:
            pattern = ".*".join(map(re.escape, str(caught.value).split("…")))
            assert re.fullmatch(pattern, str(result)), (str(caught.value), str(result))


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_form_keeps_the_exceptions(name: str) -> None:
    program = compile_case(case_of(RAISING[name])).gradient
    again = parse_program(program_text(program))
    assert program.raised and again.raised == program.raised
    assert program_text(again, spans=False) == program_text(program, spans=False)


@pytest.mark.long
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_device_tells_the_same(tmp_path) -> None:
    """Under the emulator: exceptions in loops, on data, and after a step has been written."""
    case = Case(
        "on_the_device", RAISING["after_outputs_are_written"].source, ("u", "rate"), ("u",),
        sizes={"N": 3, "steps": 2}, function="after_outputs_are_written",
    )  # fmt: skip
    emulated = Emulated.of(case, tmp_path)
    codes = {r.text: r.code for r in emulated.compiled.gradient.raised}
    for u, rate, told in (
        ((1.5, 0.5, 0.25), 0.25, ""), ((0.1, 0.5, 0.25), 2.0, "below zero"),
        ((1.5, 0.5, 0.25), 2.0, "too fast"), ((1.5, 90.0, 0.25), 0.25, "u grows: …"),
    ):  # fmt: skip
        inputs = {"u": np.array(u), "rate": np.array(rate)}
        seed = [np.ones(3)]
        drawn = Drawn(case, inputs, {}, seed, Outcome({}, []))
        outcome = emulated.by_the_host(drawn)
        code, gradients = outcome.value
        assert code == (codes[told] if told else 0)
        if not told:
            wanted = run_gradient(emulated.compiled, case, inputs, seed)
            np.testing.assert_allclose(gradients["u"], wanted["u"], rtol=1e-12)
