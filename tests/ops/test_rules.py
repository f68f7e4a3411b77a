"""Every operation under one automatic test: partials against finite differences.

A new row of the table is tested with no new test code: its samples stand beside its rule.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from adc.diagnostics import InternalError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import When
from adc.ir.expressions import Apply, Const, Expr, Need, Read, reads
from adc.ops import ALL_OPS, Operation, flops, numpy_meaning, partial
from adc.ops.formulas import parse, variables

F64, F32, I64, BOOL = DType.FLOAT64, DType.FLOAT32, DType.INT64, DType.BOOL
Values = dict[str, np.ndarray]
POINTS = 24
#: What is `held`, or `follows` another, has no derivative of its own by intent: differences would
#: find one.
_HELD = ("held", "follows")
RULED = [
    op for op in ALL_OPS.values()
    if op.ruled and op.result == "same" and op.name not in _HELD and op.accepts != "integer"
]  # fmt: skip
DERIVATIVES = [(op, k) for op in RULED for k in range(op.arity)]


def evaluate(expr: Expr, values: Values) -> np.ndarray:
    """The plain meaning of an expression over scalar Reads."""
    if isinstance(expr, Read):
        return values[expr.container]
    if isinstance(expr, Const):
        return np.asarray(build.const_value(expr), dtype=expr.dtype.value)
    assert isinstance(expr, Apply)
    with np.errstate(all="ignore"):
        return numpy_meaning(expr.op)(*(evaluate(a, values) for a in expr.args))


def node_of(op: Operation, dtype: DType) -> Apply:
    kinds = [BOOL if op.accepts == "bool" or name == "c" else dtype for name in op.operands]
    args = tuple(Read(n, (), k) for n, k in zip(op.operands, kinds, strict=True))
    return build.apply(op.name, *args)


def samples(op: Operation, dtype: DType) -> Values:
    rng = np.random.default_rng(sum(map(ord, op.name)))
    values = {}
    for name, (low, high) in zip(op.operands, op.domain, strict=True):
        points = rng.uniform(low, high, POINTS).astype(dtype.value)
        values[name] = points > 0.5 if name == "c" or op.accepts == "bool" else points
    return values


def slopes(f: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Derivatives by central differences, extrapolated, and whether the point is smooth."""
    h = 2.0**-9
    coarse, fine = ((f(x + s) - f(x - s)) / (2 * s) for s in (h, h / 2))
    forward, backward = (f(x + h) - f(x)) / h, (f(x) - f(x - h)) / h
    smooth = np.abs(forward - backward) <= 0.2 * (1 + np.abs(fine))
    return (4 * fine - coarse) / 3, smooth


def finite_differences(op: Operation, argument: int, values: Values) -> tuple:
    name = op.operands[argument]
    wide = {k: v if v.dtype == bool else v.astype(np.float64) for k, v in values.items()}

    def along(x: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            return numpy_meaning(op.name)(*(x if k == name else v for k, v in wide.items()))

    return slopes(along, wide[name])


def forms(op: Operation, argument: int, dtype: DType) -> tuple[Expr, ...]:
    return partial(node_of(op, dtype), argument, Read("z", (), dtype))


def identify(case: tuple[Operation, int]) -> str:
    return f"{case[0].name}-{case[1]}"


@pytest.mark.parametrize("dtype", [F64, F32], ids=str)
@pytest.mark.parametrize("case", DERIVATIVES, ids=identify)
def test_partials_agree_with_finite_differences(case: tuple[Operation, int], dtype: DType) -> None:
    op, argument = case
    values = samples(op, dtype)
    if values[op.operands[argument]].dtype == bool:
        assert partial(node_of(op, dtype), argument) == ()
        return
    expected, smooth = finite_differences(op, argument, values)
    assert smooth.sum() >= POINTS * 3 // 4
    tolerance = 1e-6 if dtype is F64 else 2e-4
    alternatives = forms(op, argument, dtype)
    values["z"] = evaluate(node_of(op, dtype), values)
    if not alternatives:
        assert np.abs(expected[smooth]).max() < 1e-9
    for form in alternatives:
        actual = np.broadcast_to(evaluate(form, values), expected.shape)
        assert actual.dtype == dtype.value
        np.testing.assert_allclose(actual[smooth], expected[smooth], tolerance, tolerance)


@pytest.mark.parametrize("case", DERIVATIVES, ids=identify)
def test_what_a_partial_does_not_name_may_be_nan(case: tuple[Operation, int]) -> None:
    op, argument = case
    values = samples(op, F64)
    values["z"] = evaluate(node_of(op, F64), values)
    for form in forms(op, argument, F64):
        named = {r.container for r in reads(form)}
        poisoned = {
            k: v if k in named or v.dtype == bool else np.full_like(v, np.nan)
            for k, v in values.items()
        }
        assert np.isfinite(evaluate(form, poisoned)).all()


@pytest.mark.parametrize("op", [op for op in ALL_OPS.values() if op.edges], ids=lambda o: o.name)
def test_edge_points_are_as_documented(op: Operation) -> None:
    node = node_of(op, F64)
    for edge in op.edges:
        values = dict(zip(op.operands, map(np.float64, edge.operands), strict=True))
        values["z"] = evaluate(node, values)
        for argument, expected in enumerate(edge.partials):
            alternatives = forms(op, argument, F64) or (build.zero(F64),)
            for form in alternatives:
                np.testing.assert_allclose(evaluate(form, values), expected, err_msg=str(edge))


@pytest.mark.parametrize("op", ALL_OPS.values(), ids=lambda o: o.name)
def test_rows_are_well_formed(op: Operation) -> None:
    assert len(op.domain) == op.arity == len(op.operands) and op.cost > 0
    assert op.accepts in ("float", "number", "integer", "bool", "any")
    assert op.result in ("same", "bool", "stated")
    if op.result != "stated":
        formula = parse(op.formula)
        assert isinstance(formula, Apply) and formula.op == op.name
        assert [r.container for r in reads(formula)] == list(op.operands)
    allowed = set(op.operands)
    for texts in op.partials:
        shapes = [variables(parse(text)) for text in texts]
        assert all(s <= allowed | {"z"} for s in shapes)
        by_result = ["z" in s for s in shapes]
        assert by_result == sorted(by_result), "forms in operands come first"
        assert not by_result or not by_result[0], "one form does without the result"
        for text in texts:
            names = {e.op for e in _applies(parse(text))}
            assert names <= ALL_OPS.keys()


def _applies(expr: Expr) -> list[Apply]:
    if not isinstance(expr, Apply):
        return []
    return [expr, *(a for child in expr.args for a in _applies(child))]


@pytest.mark.parametrize("op", ALL_OPS.values(), ids=lambda o: o.name)
def test_kinks_and_jumps_have_a_word(op: Operation) -> None:
    floating = op.accepts != "integer" and op.name != "floordiv"
    if op.disconnected and op.result == "same" and floating:
        assert op.kink
    assert not op.edges or op.kink


def test_integers_and_booleans_are_disconnected() -> None:
    i, x = Read("i", (), I64), Read("x", (), F64)
    assert partial(build.apply("mul", i, i), 0) == ()
    assert partial(Apply("cast", (i,), F64), 0) == ()
    assert partial(Apply("cast", (x,), I64), 0) == ()
    assert partial(Apply("cast", (x,), F32), 0) == (build.one(F32),)
    assert partial(build.apply("pow", x, i), 1) == ()


def test_literal_exponents_have_short_derivatives() -> None:
    x = Read("x", (), F64)

    def by_base(exponent: Const) -> tuple[Expr, ...]:
        return partial(Apply("pow", (x, exponent), F64), 0)

    two = build.const(2, F64)
    assert by_base(Const("0", I64)) == ()
    assert by_base(Const("1", I64)) == (build.one(F64),)
    assert by_base(Const("2", I64)) == (build.mul(two, x),)
    assert by_base(Const("2.5", F64)) == (
        build.mul(Const("2.5", F64), build.power(x, Const("1.5", F64))),
    )
    assert by_base(Const("1.1", F64))[0] == build.mul(
        Const("1.1", F64), build.power(x, Const("0.1", F64))
    )
    pi = Const("pi", F64)
    assert by_base(pi)[0] == build.mul(pi, build.power(x, build.sub(pi, build.one(F64))))
    z = Read("z", (), F64)
    root = partial(Apply("pow", (x, Const("0.5", F64)), F64), 0, z)
    half, nothing = build.const(0.5, F64), build.zero(F64)
    assert root == (
        build.where(x_is_zero := build.compare("eq", x, nothing), nothing, over_root(half, x)),
        build.where(build.compare("eq", z, nothing), nothing, build.div(half, z)),
    )
    third = by_base(Const("0.3", F64))[0]
    assert third == build.where(x_is_zero, nothing, third.args[2])


def over_root(half: Const, x: Read) -> Expr:
    return build.div(half, build.apply("sqrt", x))


def test_an_integer_exponent_is_cast_in_the_derivative() -> None:
    x, n = Read("x", (), F32), Read("n", (), I64)
    values = {"x": np.float32(-1.5), "n": np.int64(3)}
    (form,) = partial(Apply("pow", (x, n), F32), 0)
    casts = [e for e in _applies(form) if e.op == "cast"]
    assert casts and all(c.args == (n,) and c.dtype is F32 for c in casts)
    assert numpy_meaning("pow")(values["x"], values["n"]).dtype == np.float32


def test_forms_by_result_need_a_result() -> None:
    x = Read("x", (), F64)
    need = Need("e", (), F64, "S1", When.AFTER)
    node = build.apply("exp", x)
    assert partial(node, 0) == (node,)
    assert partial(node, 0, need) == (node, need)


def test_an_operation_without_a_rule_says_so() -> None:
    with pytest.raises(InternalError, match="trigamma"):
        partial(build.apply("trigamma", Read("x", (), F64)), 0)


def test_costs_add_up() -> None:
    x = Read("x", (), F64)
    product = build.mul(x, x)
    assert flops(x) == 0 and flops(product) == 1
    assert flops(build.apply("exp", product)) == 21
    chosen = build.where(build.compare("lt", x, product), build.apply("exp", x), x)
    assert flops(chosen) == 1 + 2 + 20
    assert flops(build.power(x, build.const(2, F64))) == 1
    assert flops(build.power(x, x)) == 40
