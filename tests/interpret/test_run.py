"""The reference semantics, rule by rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sympy

from adc.diagnostics import Span
from adc.interpret import InterpreterError, run
from adc.ir import build
from adc.ir.declarations import Assumption, Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role, Update
from adc.ir.expressions import Alternatives, Apply, Const, Expr, IntValue, Need, Read
from adc.ir.node import Access, Body, Dim
from adc.ir.nodes import Branch, Compute, Heading, Loop
from adc.ir.program import Program
from adc.ir.shapes import floordiv, floormod, integer, minimum, symbol, wrap

F64, F32, I64 = DType.FLOAT64, DType.FLOAT32, DType.INT64
N, M = symbol("N"), symbol("M")
i, j, k, t = (symbol(v) for v in "ijkt")
ZERO = integer(0)


def read(name: str, *index: Any, dtype: DType = F64) -> Read:
    return Read(name, tuple(integer(e) for e in index), dtype)


def put(
    label: str, target: Read, op: str, expr: Expr, *domain: tuple[sympy.Symbol, Any, Any]
) -> Compute:
    dims = tuple(Dim(v.name, integer(a), integer(b)) for v, a, b in domain)
    return Compute(label, Access(target.container, target.index), op, expr, dims)


def array(name: str, *shape: Any, role: str = "inout", dtype: DType = F64) -> Container:
    return Container(name, dtype, tuple(integer(n) for n in shape), role)


def program(containers: list[Container], *body: Any, **rest: Any) -> Program:
    parameters = tuple(Parameter(n, ParameterKind.SIZE) for n in ("N", "M"))
    return Program("f", parameters, tuple(containers), tuple(body), **rest)


def call(p: Program, n: int = 5, m: int = 3, fill: float | None = None, **inputs: Any) -> dict:
    return run(p, {"N": n, "M": m}, inputs, fill=fill)


def number(value: float, dtype: DType = F64) -> Const:
    return build.const(value, dtype)


def test_a_statement_reads_everything_before_it_writes() -> None:
    A, B = array("A", N), array("B", N)
    body = put(
        "S1", read("A", i), Update.ASSIGN, build.add(read("A", i), read("B", i - 1)), (i, 1, N)
    )
    x, y = np.arange(5.0), np.arange(5.0) + 10
    result = call(program([A, B], body), A=x, B=y)
    assert result["A"].tolist() == [0, 11, 13, 15, 17]
    assert x.tolist() == [0, 1, 2, 3, 4], "the caller's array is untouched"


def test_reading_what_another_point_writes_is_refused() -> None:
    body = put("S7", read("A", i), Update.ASSIGN, read("A", i - 1), (i, 1, N))
    with pytest.raises(InterpreterError, match="S7: reads elements of A that other points write"):
        call(program([array("A", N)], body), A=np.ones(5))
    masked = build.where(
        build.compare("lt", IntValue(i), Const("3", I64)), read("A", i + 1), number(0)
    )
    with pytest.raises(InterpreterError, match="other points"):
        call(
            program([array("A", N)], put("S1", read("A", i), Update.ASSIGN, masked, (i, 0, N))),
            A=np.ones(5),
        )


def test_reading_elements_that_no_point_writes_is_fine() -> None:
    body = put("S1", read("A", i), Update.ASSIGN, read("A", 0), (i, 1, N))
    assert call(program([array("A", N)], body), A=np.arange(5.0) + 1)["A"].tolist() == [1] * 5


def test_matrix_product_and_its_accumulation() -> None:
    containers = [
        array("A", N, M, role=Role.INPUT),
        array("B", M, N, role=Role.INPUT),
        array("C", N, N),
    ]
    product = build.mul(read("A", i, k), read("B", k, j))
    body = put("S1", read("C", i, j), Update.ADD, product, (i, 0, N), (j, 0, N), (k, 0, M))
    rng = np.random.default_rng(1)
    a, b, c = rng.random((5, 3)), rng.random((3, 5)), rng.random((5, 5))
    result = call(program(containers, body), A=a, B=b, C=c)
    np.testing.assert_allclose(result["C"], c + a @ b)


def test_accumulation_into_one_element_counts_every_point() -> None:
    containers = [array("s"), array("A", N, role=Role.INPUT)]
    body = put("S1", read("s"), Update.ADD, read("A", i), (i, 0, N))
    result = call(program(containers, body), s=1.0, A=np.arange(5.0))
    assert result["s"].shape == () and result["s"] == 11


def test_accumulation_over_colliding_elements() -> None:
    body = put("S1", read("A", floormod(i, 2)), Update.ADD, number(1), (i, 0, N))
    assert call(program([array("A", N)], body), A=np.zeros(5))["A"].tolist() == [3, 2, 0, 0, 0]


def test_an_accumulation_that_reads_its_own_sum_is_refused() -> None:
    body = put("S1", read("s"), Update.ADD, read("s"), (i, 0, N))
    with pytest.raises(InterpreterError, match="reads what it accumulates"):
        call(program([array("s")], body), s=1.0)
    own = put("S1", read("A", i), Update.ADD, read("A", i), (i, 0, N))
    assert call(program([array("A", N)], own), A=np.ones(5))["A"].tolist() == [2] * 5


@pytest.mark.parametrize(("op", "expected"), [("max=", [3.0, 7.0]), ("min=", [1.0, 5.0])])
def test_extrema_overwrite_their_target(op: str, expected: list[float]) -> None:
    containers = [array("top", N), array("A", N, M, role=Role.INPUT)]
    body = put("S1", read("top", i), op, read("A", i, j), (i, 0, N), (j, 0, M))
    a = np.array([[1.0, 3.0, 2.0], [7.0, 5.0, 6.0]])
    result = call(program(containers, body), n=2, A=a, top=np.full(2, np.nan))
    assert result["top"].tolist() == expected


def test_extrema_over_no_points_are_infinite() -> None:
    containers = [array("top", N), array("A", N, M, role=Role.INPUT)]
    body = put("S1", read("top", i), Update.MAX, read("A", i, j), (i, 0, N), (j, 0, M))
    given = {"A": np.zeros((2, 0)), "top": np.zeros(2)}
    assert call(program(containers, body), n=2, m=0, **given)["top"].tolist() == [-np.inf] * 2
    lowest = put("S2", read("top", i), Update.MIN, read("A", i, j), (i, 0, N), (j, 0, M))
    assert call(program(containers, lowest), n=2, m=0, **given)["top"].tolist() == [np.inf] * 2


def test_extrema_propagate_nan_and_keep_untouched_elements() -> None:
    containers = [array("top", N), array("A", N, M, role=Role.INPUT)]
    body = put("S1", read("top", i), Update.MAX, read("A", i, j), (i, 1, N), (j, 0, M))
    a = np.ones((3, 3))
    a[1, 1] = np.nan
    result = call(program(containers, body), n=3, top=np.full(3, 9.0), A=a)
    assert result["top"][0] == 9 and np.isnan(result["top"][1]) and result["top"][2] == 1


def test_triangular_domains() -> None:
    body = put(
        "S1",
        read("A", i, j),
        Update.ASSIGN,
        build.cast(IntValue(10 * i + j), F64),
        (i, 0, N),
        (j, i, N),
    )
    expected = np.triu(np.add.outer(10.0 * np.arange(4), np.arange(4)))
    result = call(program([array("A", N, N)], body), n=4, A=np.zeros((4, 4)))
    assert (result["A"] == expected).all()


def test_triangular_domains_with_empty_rows() -> None:
    body = put("S1", read("s"), Update.ADD, number(1), (i, 0, N), (j, i, 3), (k, j, i + 1))
    assert call(program([array("s")], body), n=5, s=0.0)["s"] == 3


def test_a_reduction_over_a_triangle_resets_what_it_addresses() -> None:
    containers = [array("top", N), array("A", N, N, role=Role.INPUT)]
    body = put("S1", read("top", j), Update.MAX, read("A", i, j), (i, 0, N), (j, 0, i))
    a = np.arange(9.0).reshape(3, 3)
    result = call(program(containers, body), n=3, top=np.full(3, 100.0), A=a)
    assert result["top"].tolist() == [6, 7, 100]


def test_where_evaluates_only_the_branch_taken() -> None:
    containers = [array("A", N, role=Role.INPUT), array("B", N)]
    positive = build.compare("gt", read("A", i), number(0))
    root = build.where(positive, build.apply("sqrt", read("A", i)), number(-1))
    inside = build.where(
        build.compare("ge", IntValue(i), Const("1", I64)), read("A", i - 1), number(7)
    )
    x = np.array([-4.0, 9.0, -1.0, 16.0, 25.0])
    with np.errstate(all="raise"):
        result = call(
            program(containers, put("S1", read("B", i), Update.ASSIGN, root, (i, 0, N))), A=x, B=x
        )
    assert result["B"].tolist() == [-1, 3, -1, 4, 5]
    shifted = put("S1", read("B", i), Update.ASSIGN, inside, (i, 0, N))
    assert call(program(containers, shifted), A=x, B=x)["B"].tolist() == [7, -4, 9, -1, 16]


def test_and_and_or_stop_at_the_first_answer() -> None:
    containers = [array("A", N, role=Role.INPUT), array("B", N)]
    first = build.compare("ge", IntValue(i), Const("1", I64))
    both = build.apply("and", first, build.compare("gt", read("A", i - 1), number(0)))
    either = build.apply(
        "or", build.apply("not", first), build.compare("gt", read("A", i - 1), number(0))
    )
    x = np.array([1.0, -1.0, 1.0, -1.0, 1.0])
    for condition, expected in ((both, [0, 1, 0, 1, 0]), (either, [1, 1, 0, 1, 0])):
        body = put(
            "S1",
            read("B", i),
            Update.ASSIGN,
            build.where(condition, number(1), number(0)),
            (i, 0, N),
        )
        assert call(program(containers, body), A=x, B=x)["B"].tolist() == expected


def count(label: str, weight: Expr) -> Compute:
    total = build.add(build.mul(number(10), read("s")), weight)
    return put(label, read("s"), Update.ASSIGN, total)


def loop(start: Any, stop: Any, step: int = 1, backwards: bool = False) -> Loop:
    body: Body = (count("S1", build.cast(IntValue(t), F64)),)
    return Loop("t", integer(start), integer(stop), step, body, backwards=backwards)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (loop(1, N), 1234.0),
        (loop(1, N, backwards=True), 4321.0),
        (loop(N, 0, -2), 531.0),
        (loop(N, 0, -2, backwards=True), 135.0),
        (loop(N, N), 0.0),
        (loop(N, 1), 0.0),
        (loop(1, 1, -1, backwards=True), 0.0),
    ],
)
def test_loops_visit_pythons_range(node: Loop, expected: float) -> None:
    assert call(program([array("s")], node), s=0.0)["s"] == expected


def test_inner_bounds_use_outer_variables() -> None:
    inner = Loop("t", i, integer(N), 1, (put("S1", read("s"), Update.ADD, number(1)),))
    outer = Loop("i", ZERO, integer(N), 1, (Heading("rows"), inner))
    assert call(program([array("s")], outer), s=0.0)["s"] == 15


def test_branches_test_values_and_indices() -> None:
    odd = build.compare("eq", IntValue(floormod(t, 2)), Const("1", I64))
    branch = Branch(
        odd,
        (put("S1", read("s"), Update.ADD, number(1)),),
        (put("S2", read("s"), Update.ADD, number(100)),),
    )
    body = Loop("t", ZERO, integer(N), 1, (branch,))
    assert call(program([array("s")], body), s=0.0)["s"] == 302


@pytest.mark.parametrize("offset", [-1, 1])
def test_an_index_out_of_range_names_the_statement(offset: int) -> None:
    containers = [array("A", N, role=Role.INPUT), array("B", N)]
    body = put("S4", read("B", i), Update.ASSIGN, read("A", i + offset), (i, 0, N))
    with pytest.raises(InterpreterError, match=r"S4: A.*out of range for extent 5"):
        call(program(containers, body), A=np.ones(5), B=np.ones(5))
    target = put("S5", read("B", i + offset), Update.ASSIGN, number(0), (i, 0, N))
    with pytest.raises(InterpreterError, match=r"S5: B.*out of range"):
        call(program(containers, target), A=np.ones(5), B=np.ones(5))


def test_an_error_knows_the_line_it_came_from() -> None:
    span = Span("k.py", 3)
    body = replace(put("S4", read("B", i), Update.ASSIGN, read("B", N), (i, 0, N)), span=span)
    with pytest.raises(InterpreterError) as caught:
        call(program([array("B", N)], Loop("t", ZERO, N, 1, (body,))), B=np.ones(5))
    assert caught.value.span == span


def test_no_points_reach_no_element() -> None:
    containers = [array("A", N, role=Role.INPUT), array("B", N)]
    body = put("S1", read("B", i), Update.ASSIGN, read("A", i + 9), (i, 0, N), (j, 0, N - 5))
    result = call(program(containers, body), A=np.ones(5), B=np.ones(5))
    assert result["B"].tolist() == [1] * 5


def test_size_zero_arrays() -> None:
    containers = [array("A", N, role=Role.INPUT), array("s"), array("L", N - 3, role=Role.LOCAL)]
    body = put("S1", read("s"), Update.ADD, read("A", i), (i, 0, N))
    assert call(program(containers, body), n=0, A=np.zeros(0), s=2.0)["s"] == 2


def test_index_expressions_follow_python() -> None:
    containers = [array("A", N, role=Role.INPUT), array("B", N)]
    index = minimum(wrap(floordiv(i - 3, 2), N), N - 1)
    body = put("S1", read("B", i), Update.ASSIGN, read("A", index), (i, 0, N))
    x = np.arange(5.0)
    expected = [x[(p - 3) // 2] for p in range(5)]
    assert call(program(containers, body), A=x, B=x)["B"].tolist() == expected


def test_single_precision_is_computed_in_single_precision() -> None:
    containers = [array("A", N, role=Role.INPUT, dtype=F32), array("s", dtype=F32)]
    tenth = build.mul(read("A", i, dtype=F32), Const("0.1", F32))
    body = put("S1", read("s", dtype=F32), Update.ADD, tenth, (i, 0, N))
    a = np.linspace(1, 2, 5, dtype=np.float32)
    expected = np.float32(0)
    for value in a:
        expected += value * np.float32(0.1)
    result = call(program(containers, body), A=a, s=np.float32(0))["s"]
    assert result.dtype == np.float32 and result == expected


def test_types_are_not_converted_silently() -> None:
    containers = [array("A", N, role=Role.INPUT, dtype=F32), array("B", N)]
    mixed = Apply("add", (read("A", i, dtype=F32), number(1)), F32)
    with pytest.raises(InterpreterError, match="add gives float64"):
        call(
            program(containers, put("S1", read("B", i), Update.ASSIGN, mixed, (i, 0, N))),
            A=np.ones(5, np.float32), B=np.ones(5),
        )  # fmt: skip
    narrow = put("S1", read("B", i), Update.ASSIGN, read("A", i, dtype=F32), (i, 0, N))
    with pytest.raises(InterpreterError, match="writes float32 to float64"):
        call(program(containers, narrow), A=np.ones(5, np.float32), B=np.ones(5))
    widened = put(
        "S1", read("B", i), Update.ASSIGN, build.cast(read("A", i, dtype=F32), F64), (i, 0, N)
    )
    result = call(program(containers, widened), A=np.ones(5, np.float32), B=np.zeros(5))
    assert result["B"].tolist() == [1] * 5


def test_what_nobody_wrote_shows() -> None:
    containers = [
        array("x", N, role=Role.LOCAL),
        array("n", N, role=Role.LOCAL, dtype=I64),
        array("O", N, role=Role.OUTPUT),
        array("P", N, role=Role.OUTPUT, dtype=I64),
    ]
    body = (
        put("S1", read("O", i), Update.ASSIGN, read("x", i), (i, 0, N)),
        put("S2", read("P", i), Update.ASSIGN, read("n", i, dtype=I64), (i, 0, N)),
    )
    result = call(program(containers, *body))
    assert set(result) == {"O", "P"}
    assert np.isnan(result["O"]).all() and (np.abs(result["P"]) > 10**18).all()
    filled = call(program(containers, *body), fill=3.0)
    assert (filled["O"] == 3).all() and (filled["P"] == 3).all()


def test_returned_locals_and_given_outputs() -> None:
    containers = [array("x", role=Role.LOCAL), array("g", role=Role.GRADIENT)]
    body = (
        put("S1", read("g"), Update.ADD, number(1)),
        put("S2", read("x"), Update.ASSIGN, number(4)),
    )
    result = call(program(containers, *body, returns=("x",)), g=2.0)
    assert result["x"] == 4 and result["g"] == 3


def test_several_points_writing_one_element_are_refused() -> None:
    body = put("S1", read("A", floordiv(i, 2)), Update.ASSIGN, number(1), (i, 0, N))
    with pytest.raises(InterpreterError, match="several points write one element"):
        call(program([array("A", N)], body), A=np.ones(5))


def test_inputs_are_never_written() -> None:
    body = put("S1", read("A", i), Update.ASSIGN, number(1), (i, 0, N))
    with pytest.raises(InterpreterError, match="writes the input A"):
        call(program([array("A", N, role=Role.INPUT)], body), A=np.ones(5))


def test_needs_are_not_interpreted() -> None:
    need = Need("s", (), F64, "S0")
    for expr in (need, Alternatives((need, number(1)))):
        with pytest.raises(InterpreterError, match="a need is left"):
            call(program([array("s")], put("S1", read("s"), Update.ASSIGN, expr)), s=0.0)


def test_calls_that_do_not_fit_are_refused() -> None:
    p = program([array("A", N)], assumptions=(Assumption(N, "==", M + 2),))
    with pytest.raises(ValueError, match="no value for A"):
        call(p)
    with pytest.raises(ValueError, match="no value for M"):
        run(p, {"N": 5}, {"A": np.ones(5)})
    with pytest.raises(ValueError, match="shape"):
        call(p, A=np.ones(4))
    with pytest.raises(ValueError, match="float32"):
        call(p, A=np.ones(5, np.float32))
    with pytest.raises(ValueError, match="no container B"):
        call(p, A=np.ones(5), B=np.ones(5))
    with pytest.raises(ValueError, match="does not hold"):
        call(p, m=4, A=np.ones(5))
    assert call(p, A=np.ones(5))["A"].tolist() == [1] * 5


def test_unknown_operations_are_named() -> None:
    body = put("S1", read("s"), Update.ASSIGN, Apply("frobnicate", (number(1),), F64))
    with pytest.raises(InterpreterError, match="S1: unknown operation 'frobnicate'"):
        call(program([array("s")], body), s=0.0)
