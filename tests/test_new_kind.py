"""A kind of statement that adc does not know goes all the way by one registration.

Everything that any stage asks of it stands in its class, here: what it means in NumPy, tangent,
adjoint, and the plain statements that it equals. No module of adc has its name.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from adc import interpret
from adc.analysis.accesses import Polyhedra
from adc.analysis.activity import activity
from adc.analysis.cost import cost
from adc.diagnostics import InternalError
from adc.differentiate.forward import tangent_program
from adc.finishing import verified
from adc.ir.build import const, mul
from adc.ir.enums import Update
from adc.ir.node import Access, Body, Dim, Write
from adc.ir.operation import Making, Operation, Section, in_loops, registered
from adc.ir.program import Program
from adc.ir.shapes import integer, symbol
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.ir.walking import walk_nodes
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import Front, back_half
from tests.proof.harness import gap


@dataclass(frozen=True)
class Squares(Operation):
    """`y[k]` becomes the sum of the squares of `x[0]` to `x[k]`."""

    keyword = "squares"

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        return (np.cumsum(operands[0] ** 2),)

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (x,), (dot,), (result,) = make.operands, dots, into
        assert dot is not None and result is not None
        product = mul(mul(const("2.0", x.expr.dtype), x.expr), dot.expr)
        return self.running(result, Section(product, x.domain), make)

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (x,), (bar,), (target,) = make.operands, bars, into
        assert bar is not None and target is not None
        (dim,), (of,) = x.domain, bar.domain
        tail = Dim(of.var, of.start + symbol(dim.var) - dim.start, of.stop)
        value = mul(mul(const("2.0", x.expr.dtype), x.expr), bar.expr)
        return (make.compute(target.target, Update.ADD, value, (dim, tail)),)

    def loops(self, make: Making) -> Body:
        (x,) = self.operands
        return self.running(self.results[0], Section(mul(x.expr, x.expr), x.domain), make)

    @staticmethod
    def running(result: Write, x: Section, make: Making) -> Body:
        """`result` as the running sum of `x`."""
        (out,), (dim,) = result.domain, x.domain
        head = Dim(dim.var, dim.start, dim.start + symbol(out.var) - out.start + 1)
        zero = make.compute(result.target, Update.ASSIGN, const("0.0", x.expr.dtype), (out,))
        return (zero, make.compute(result.target, Update.ADD, x.expr, (out, head)))


TEXT = """\
program f(N: size, x: array, T: integer) -> r
input x: float64[N]
output r: float64
local u: float64[N]
local y: float64[N]

S1: u[a] = 0.3*x[a] for a in 0:N
L1: for t in range(0, T):
    S2: do squares(u[k] for k in 0:N) -> y[j] for j in 0:N
    S3: u[b] = 0.5*u[b] + 0.1*sin(y[b]) for b in 0:N
S4: r = 0.0
S5: r += u[c]*u[c] for c in 0:N
"""


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(Squares):
        yield


def program() -> Program:
    return parse_program(TEXT)


def original(x: np.ndarray, steps: int) -> float:
    """The program of TEXT in NumPy."""
    u = 0.3 * x
    for _ in range(steps):
        y = np.cumsum(u**2)
        u = 0.5 * u + 0.1 * np.sin(y)
    return float(np.sum(u * u))


X, STEPS = np.linspace(-1.0, 1.4, 6), 3
SIZES = {"N": 6, "T": STEPS}


def differences(x: np.ndarray, direction: np.ndarray) -> float:
    h = 1e-6
    return (original(x + h * direction, STEPS) - original(x - h * direction, STEPS)) / (2 * h)


def test_text_form_and_verifier() -> None:
    verify(program(), "built")
    assert program_text(program(), spans=False) == TEXT
    assert parse_program(program_text(program())) == program()


def test_interpreter() -> None:
    found = interpret.run(program(), SIZES, {"x": X})
    assert found["r"] == pytest.approx(original(X, STEPS), rel=1e-14)
    plain = in_loops(program())
    assert not any(isinstance(n, Operation) for n in walk_nodes(plain.body))
    assert interpret.run(plain, SIZES, {"x": X})["r"] == pytest.approx(found["r"], rel=1e-14)


def test_analysis_and_activity() -> None:
    polyhedra = Polyhedra(program())
    assert [w.container for w in polyhedra.writes] == ["u", "y", "u", "r", "r"]
    assert [r.container for r in polyhedra.reads_of("S2")] == ["u"]
    found = activity(program(), ("x",), ("r",))
    assert [r.container for r in found.active_reads(operation(program()))] == ["u"]
    assert found.active_containers() == {"x", "u", "y", "r"}
    assert cost(program().body, program(), SIZES).working_set > 0


def operation(of: Program) -> Operation:
    return next(n for n in walk_nodes(of.body) if isinstance(n, Squares))


def test_forward_mode() -> None:
    tangent = tangent_program(program(), ("x",), ("r",))
    verified(tangent, "tangent")
    direction = np.cos(np.arange(6.0))
    found = interpret.run(tangent, SIZES, {"x": X, "x_dot": direction})
    assert gap(found["r_dot"], differences(X, direction)) < 1e-8


@pytest.mark.parametrize("limit", [None, 1000])
def test_all_the_way_to_c(limit: int | None, tmp_path: Path) -> None:
    request = Request(
        sources=("f.py",), mode="grad", wrt=("x",), of=("r",), sizes=SIZES, mem_limit=limit
    )
    front = Front(program(), ("x",), ("r",), texts={"f.py": ""})
    compiled = back_half(front, request, Silent())
    gradient = interpret.run(compiled.gradient, SIZES, {"x": X, **seeds(compiled.gradient)})
    for k in range(6):
        assert gap(gradient["x_bar"][k], differences(X, np.eye(6)[k])) < 1e-8
    for name, text in compiled.files.items():
        (tmp_path / name).write_text(text)
    subprocess.run(["make", "-s", "check"], cwd=tmp_path, check=True, capture_output=True)


def seeds(of: Program) -> dict[str, np.ndarray]:
    return {c.name: np.array(1.0) for c in of.containers if c.role == "seed"}


def test_what_breaks_its_rules_is_refused() -> None:
    own = operation(program())
    shared = replace(own, results=(Write(Access("u", (symbol("j"),)), own.results[0].domain),))
    with pytest.raises(InternalError, match="share a container"):
        verify(changed(shared), "built")
    inside = replace(
        own, operands=(replace_domain(own.operands[0], Dim("k", integer(0), symbol("k"))),)
    )
    with pytest.raises(InternalError, match="not in scope"):
        verify(changed(inside), "built")


def replace_domain(section: Section, dim: Dim) -> Section:
    return Section(section.expr, (dim,))


def changed(own: Operation) -> Program:
    return parse_program(TEXT).with_body(
        tuple(
            n.with_parts(tuple((own, *part[1:]) for part in n.parts)) if n.parts else n
            for n in program().body
        )
    )
