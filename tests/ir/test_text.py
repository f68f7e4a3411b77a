"""The text form: readable, and the same program when read back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from adc.diagnostics import InternalError, Span
from adc.ir import build
from adc.ir.declarations import Assumption, Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role, Update
from adc.ir.expressions import Alternatives, Apply, Const, Expr, IntValue, Need, Read
from adc.ir.node import Access, Dim, Node
from adc.ir.nodes import (
    Branch,
    Compute,
    Heading,
    Loop,
    Replay,
    ReverseWhile,
    Snapshot,
    While,
)
from adc.ir.program import Program
from adc.ir.shapes import floordiv, floormod, integer, maximum, minimum, symbol, wrap
from adc.ir.text import expr_text, program_text, statement_text
from adc.ir.text_parser import parse_program

F64, F32, I64, I32, BOOL = DType.FLOAT64, DType.FLOAT32, DType.INT64, DType.INT32, DType.BOOL
N, i = symbol("N"), symbol("i")
a, b = Read("a", (), F64), Read("b", (), F64)

EXAMPLE = """\
program f(N: size, M: size, a: scalar, x: array, y: array) -> y, z
source "k \\"q\\".py"
input a: float64
input x: float64[N, M + 1]
inout y: float64[N]
local z: float32
adjoint y_bar: float64[N] of y
assume N == 2*M because "A @ B"
assume N >= 1

## forward sweep
S1: y[i] = a*x[i, i//2 + 1] + -y[i]**2.0 - (a - 3.5) for i in 0:N
# @S1
L1: for t in range(N - 1, 0, -1) backwards:
    S2: y[t] += where(a > 0.0 or not {t % 2} == 1, a@before.S1, either(a@after.S1, `pi`)) note "x"
    if y[t] == a or a <= 1e-3:
        S4: z = 0.5_f32
        if True:
            S8: z max= float32(`-0.5`) for k in t:min(N, t + 3), l in k:N
    else:
        S5: z = 2_f32
S6: z = maximum(z, 1_000_f32)
"""


def test_a_text_comes_back_as_it_was() -> None:
    program = parse_program(EXAMPLE)
    assert program_text(program) == EXAMPLE
    assert [type(n).__name__ for n in program.body] == [
        "Heading", "Compute", "Heading", "Loop", "Compute",
    ]  # fmt: skip


@pytest.mark.parametrize("role", list(Role))
def test_a_label_may_be_called_as_a_role_is(role: str) -> None:
    text = f"program f(x: scalar)\ninout x: float64\n\n{role}: x = 2.0\n"
    assert program_text(parse_program(text)) == text
    text = text.replace(f"{role}: x", f"{role}: for t in range(0, 3):\n    S1: x")
    assert program_text(parse_program(text)) == text


OPEN_ENDED = """\
program f(N: size, n: integer, x: array)
inout x: float64[N]
local trips: int64
tape x_snap: float64[3, N]
local x_again: float64[N]

L1: while x[0] > 0.5 and {t} < 4 as t to 2*n + 1 into trips:
    K1: snapshot L1 step t slot slot of 3:
        S2: x_snap[slot, i] = x[i] for i in 0:N
    S1: x[i] = 0.5*x[i] for i in 0:N
L2: reverse while t from trips:
    K2: replay L1 step t slot k of 3:
        S3: x_again[i] = x_snap[k, i] for i in 0:N
    advance r:
        S4: x_again[i] = 0.5*x_again[i] for i in 0:N
    save:
        S5: x_snap[k, i] = x_again[i] for i in 0:N
    S6: x[i] = x_again[i] for i in 0:N
while True as q into trips:
    snapshot L3 step q of n slot k of 2:
        S7: x[i] = x[i] for i in 0:N
S8: x[0] = 1.0
"""


def test_arrays_that_stay_whole_come_back() -> None:
    text = (
        "program f(N: size)\n"
        "local whole: float64[N] whole\n"
        "local A_again: float64[N] of A whole\n"
        "local s: float64 whole\n\n"
        "S1: whole[i] = A_again[i] for i in 0:N\n"
    )
    program = parse_program(text)
    assert all(c.whole for c in program.containers)
    assert program_text(program) == text


def test_loops_that_data_ends_and_snapshots_come_back() -> None:
    program = parse_program(OPEN_ENDED)
    assert program_text(program) == OPEN_ENDED
    first, back, bare, _ = program.body
    assert isinstance(first, While) and isinstance(back, ReverseWhile) and isinstance(bare, While)
    assert (first.var, first.trips, first.limit) == ("t", "trips", 2 * symbol("n") + 1)
    assert bare.limit is None and bare.label == ""
    replay = back.body[0]
    assert isinstance(replay, Replay)
    assert [[n.label for n in part] for part in (replay.load, replay.body, replay.save)] == [
        ["S3"], ["S4"], ["S5"],
    ]  # fmt: skip
    assert isinstance(first.body[0], Snapshot) and first.body[0].steps is None


def test_spans_are_comments() -> None:
    node = Compute("S1", Access("y", ()), Update.ASSIGN, a, span=Span("k.py", 7, 5))
    assert statement_text(node) == "S1: y = a  # k.py:7"
    assert statement_text(node, spans=False) == "S1: y = a"
    text = "program f()\nlocal a: float64\n\nS1: a = a  # k.py:7\n"
    assert program_text(parse_program(text)) == text.replace("  # k.py:7", "")


def op(name: str, *args: Expr) -> Apply:
    return build.apply(name, *args)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (op("sub", a, op("sub", b, a)), "a - (b - a)"),
        (op("sub", op("sub", a, b), a), "a - b - a"),
        (op("mul", op("add", a, b), a), "(a + b)*a"),
        (op("div", a, op("mul", a, b)), "a/(a*b)"),
        (op("neg", op("mul", a, b)), "-(a*b)"),
        (op("mul", op("neg", a), b), "-a*b"),
        (op("pow", op("neg", a), b), "(-a)**b"),
        (op("neg", op("pow", a, op("neg", b))), "-a**-b"),
        (op("pow", op("pow", a, b), a), "(a**b)**a"),
        (op("eq", op("lt", a, b), op("not", op("lt", a, b))), "(a < b) == (not a < b)"),
        (op("and", op("or", a, b), op("not", a)), "(a or b) and not a"),
        (op("mod", a, op("floordiv", a, b)), "a % (a//b)"),
        (Apply("cast", (IntValue(i - 1),), F32), "float32({i - 1})"),
        (IntValue(N, I32), "{N}_i32"),
        (op("arctan2", a, b), "arctan2(a, b)"),
        (Const("-0.5", F64), "`-0.5`"),
        (op("neg", Const("0.5", F32)), "-0.5_f32"),
        (Const("0x1f", I64), "0x1f"),
        (Const("1.5d0", F64), "`1.5d0`"),
        (Const("e", F32), "`e`_f32"),
        (Const("3", F64), "3_f64"),
    ],
)
def test_values_are_written_with_the_fewest_brackets(expr: Expr, text: str) -> None:
    assert expr_text(expr) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("local a: float64\n", "without a program line"),
        ("program f()\nif True:\n    # x\nsave:\n", "line 4.*`save:` where none belongs"),
        ("program f()\nfor t in range(0, 2):\n    # x\nelse:\n", "line 4.*`else:` where none"),
        ("program f()\nS1: a = b +\n", "line 2"),
        ("program f()\nS1: a = b\n", "line 2.*b"),
        ("program f()\nlocal a: float64\nS1: a = a\n    S2: a = a\n", "line 4.*indentation"),
        ("program f()\nelse:\n", "line 2.*else"),
        ("program f()\nlocal a: float63\n", "line 2.*float63"),
    ],
)
def test_what_is_no_ir_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        parse_program(text)


def test_empty_blocks_come_back() -> None:
    condition = Const("True", BOOL)
    body = (
        Loop("t", integer(0), N, 2, ()),
        Branch(condition, (), (Heading("x"),)),
        Branch(condition, (Loop("s", N, integer(0), -1, ()),), (), label="B1"),
        Heading("end", 2),
    )
    program = Program("f", (Parameter("N", ParameterKind.SIZE),), (), body)
    assert parse_program(program_text(program)) == program


# -- any program -----------------------------------------------------------------------------------

NAMES = ["A", "x", "value", "note", "of", "seed", "tape_1", "inputs", "e", "forward", "_b"]
CONTAINERS = {
    name: Container(name, dtype, (integer(1),) * rank, role)
    for name, dtype, rank, role in zip(
        NAMES, [F64, F32, I64, BOOL] * 3, [0, 1, 2] * 4, Role, strict=False
    )
}


def pairs(children: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, Any]]:
    return st.tuples(children, children)


def grown_integers(children: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
    divided = st.tuples(children, st.one_of(st.integers(2, 5), st.just(N)))
    return st.one_of(
        pairs(children).map(lambda p: p[0] + p[1]),
        pairs(children).map(lambda p: p[0] * p[1]),
        pairs(children).map(lambda p: p[0] - p[1]),
        pairs(children).map(lambda p: minimum(*p)),
        pairs(children).map(lambda p: maximum(*p)),
        pairs(children).map(lambda p: wrap(*p)),
        divided.map(lambda p: floordiv(*p)),
        divided.map(lambda p: floormod(*p)),
    )


def rebuilt(expr: sympy.Expr) -> sympy.Expr:
    """`expr` as SymPy writes it when made from its parts: `Max(N, Min(0, 1))` is `Max(0, N)`."""
    return expr.func(*map(rebuilt, expr.args)) if expr.args else expr


integers = st.recursive(
    st.one_of(st.sampled_from([N, i, symbol("min")]), st.integers(-3, 3).map(integer)),
    grown_integers,
    max_leaves=4,
).map(rebuilt)
extents = st.one_of(integers, st.just(N * (N - 1) / 2), st.just(N**2 / 2 - N / 2 + 1))
LITERALS = ["0.5", "1e-3", "2", "1_000", "0x1f", "pi", "-inf", "-0.5", ".5", "3.", "1.5d0", "nan"]
literals = st.builds(Const, st.sampled_from(LITERALS), st.sampled_from([F64, F32, I64, I32]))
truths = st.sampled_from([Const("True", BOOL), Const(".false.", BOOL)])


@st.composite
def accesses(draw: st.DrawFn) -> tuple[Container, tuple[sympy.Expr, ...]]:
    container = CONTAINERS[draw(st.sampled_from(NAMES))]
    return container, tuple(draw(integers) for _ in container.shape)


reads = accesses().map(lambda t: Read(t[0].name, t[1], t[0].dtype))
needs = st.tuples(accesses(), st.sampled_from(["before", "after"])).map(
    lambda t: Need(t[0][0].name, t[0][1], t[0][0].dtype, "S1", t[1])
)
leaves = st.one_of(
    literals, truths, reads, needs, st.builds(IntValue, integers, st.sampled_from([I64, I32]))
)
BINARY = ["add", "sub", "mul", "div", "mod", "floordiv", "pow", "lt", "eq", "and", "or", "hypot"]


def grown_values(children: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.tuples(st.sampled_from(BINARY), pairs(children)).map(lambda t: op(t[0], *t[1])),
        st.tuples(st.sampled_from(["neg", "not", "sin"]), children).map(lambda t: op(*t)),
        st.tuples(children, children, children).map(lambda t: op("where", *t)),
        st.tuples(children, st.sampled_from(DType)).map(lambda t: Apply("cast", (t[0],), t[1])),
        pairs(children).map(lambda p: Alternatives(p)),
    )


values = st.recursive(leaves, grown_values, max_leaves=8)
dims = st.builds(Dim, st.sampled_from("ijk"), integers, integers)
headings = st.builds(Heading, st.text('ab #@\\n\n"', max_size=6), st.integers(0, 3))


@st.composite
def statements(draw: st.DrawFn) -> Compute:
    container, index = draw(accesses())
    return Compute(
        draw(st.sampled_from(["S1", "A_bar_init"])),
        Access(container.name, index),
        draw(st.sampled_from(["=", "+=", "max=", "min="])),
        draw(values),
        tuple(draw(st.lists(dims, max_size=2))),
        note=draw(st.sampled_from(["", 'a "note" # here', "two\nlines"])),
        blank=draw(st.booleans()),
    )


def grown_nodes(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    bodies = st.lists(children, max_size=3).map(tuple)
    labels = st.sampled_from(["", "L1"])
    steps = st.sampled_from([1, -1, 2, -3])
    return st.one_of(
        st.builds(
            Loop, st.just("t"), integers, integers, steps, bodies, backwards=st.booleans(),
            label=labels,
        ),
        st.builds(Branch, values, bodies, bodies, label=labels),
    )  # fmt: skip


nodes = st.recursive(st.one_of(statements(), headings), grown_nodes, max_leaves=6)
assumptions = st.builds(
    Assumption, integers, st.sampled_from(["==", "<=", ">"]), integers,
    st.sampled_from(["", 'shapes in "A @ B"']),
)  # fmt: skip


def comes_back(body: list[Node], assumed: list[Assumption], extent: sympy.Expr) -> None:
    """The program of these parts is what its text says."""
    shaped = replace(CONTAINERS["x"], shape=(extent,), of="A")
    program = Program(
        "f",
        (Parameter("N", ParameterKind.SIZE), Parameter("x", ParameterKind.ARRAY)),
        tuple((CONTAINERS | {"x": shaped}).values()),
        tuple(body),
        ("x", "value"),
        tuple(assumed),
        "k.py",
    )
    text = program_text(program)
    again = parse_program(text)
    assert again == program
    assert program_text(again) == text


parts = given(st.lists(nodes, max_size=3), st.lists(assumptions, max_size=1), extents)


@parts
@settings(max_examples=30, deadline=None)
def test_any_program_comes_back(
    body: list[Node], assumed: list[Assumption], extent: sympy.Expr
) -> None:
    comes_back(body, assumed, extent)


@pytest.mark.parametrize("extent", [
    sympy.Mul(-1, N + 1, sympy.floor(N / 3)), (-N - 1) * sympy.floor(N / 3), N - (N + 1) * N**2,
    -(N + 1), (-N) * sympy.floor(N / 3),
], ids=str)  # fmt: skip
def test_what_a_minus_stands_before(extent: sympy.Expr) -> None:
    comes_back([], [], extent)


@pytest.mark.long
@parts
@settings(max_examples=400, deadline=None)
def test_many_programs_come_back(
    body: list[Node], assumed: list[Assumption], extent: sympy.Expr
) -> None:
    comes_back(body, assumed, extent)
