"""The verifier: a sound program passes, and each rule has a program that breaks it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adc.diagnostics import InternalError
from adc.interpret import verify_ops
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.expressions import Alternatives, Apply, Const, IntValue, Need, Read, transform
from adc.ir.levels import LEVELS
from adc.ir.nodes import Loop
from adc.ir.program import Program
from adc.ir.shapes import symbol
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.ir.walking import map_expressions

HEAD = """\
program f(N: size, n: integer, a: scalar, x: array, y: array) -> y, r
input a: float64
input x: float64[N, N]
inout y: float64[N]
local s: float64
local c: bool
local k: int64[N]
output r: float64
assume N >= 1
"""
SOUND = """
## sweep
S1: y[i] = a*y[i] + x[i, n] for i in 0:N
L1: for t in range(1, N):
    S2: s = 0.0
    S3: s += x[t, j]*float64({t + j}) for j in 0:t
    B1: if s > 0.0 and {t} < n_value:
        S4: y[t] = where(s > 1.0, s, -s)
    else:
        S5: r max= x[m, q] for m in 0:N, q in m:N
""".replace("n_value", "{n}")


def parsed(body: str, head: str = HEAD) -> Program:
    return parse_program(head + body)


@pytest.mark.parametrize("level", LEVELS)
def test_a_sound_program_passes(level: str) -> None:
    program = parsed(SOUND)
    verify(program, level)
    verify_ops(program)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("S1: y[i] = z for i in 0:N", "z"),
        ("S1: y[i] = x[i] for i in 0:N", "S1: x has 2 axes, not 1"),
        ("S1: y = a", "S1: y has 1 axes, not 0"),
        ("S1: y[i] = c for i in 0:N", "S1: y is of float64, not of bool"),
        ("S1: y[i] = a for i in 0:M", "S1: the bounds of i: M is not in scope"),
        ("S1: y[i] = a for i in j:N, j in 0:N", "S1: the bounds of i: j is not in scope"),
        ("S1: y[t] = a", "S1: the target: t is not in scope"),
        ("S1: y[0] = x[t, 0]", "S1: t is not in scope"),
        ("for t in range(0, t):\n    S1: s = a", "the loop over t: t is not in scope"),
        ("S1: s = a\nS1: s = a", "label S1 occurs twice"),
        ("L1: for t in range(0, N):\n    L1: s = a", "label L1 occurs twice"),
        ("S1: a = s", r"S1: writes a \(input\)"),
        ("S1: s = a for i in 0:N", "S1: the target does not use i"),
        ("S1: y[i] = a for i in 0:N, j in 0:N", "S1: the target does not use j"),
        ("S1: s max= maximum(s, y[i]) for i in 0:N", "S1: reads what it accumulates into"),
        ("S1: s += s*y[i] for i in 0:N", "S1: reads what it accumulates into"),
        ("S1: y[N] = a for N in 0:3", "the variable N hides another"),
        ("S1: y[s] = a for s in 0:3", "the variable s hides another"),
        ("for t in range(0, N):\n    S1: y[t] = a for t in 0:3", "the variable t hides another"),
        ("S1: x[i, i] += a for i in 0:3, i in 0:3", "the variable i hides another"),
        ("B1: if a:\n    S1: s = a", "a condition of float64"),
        ("B1: if {t} < 3:\n    S1: s = a", "t is not in scope"),
        ("S1: s = `abc`", "no number"),
        ("S1: s = a@before.S1", "a need is left undecided"),
        ("S1: s = either(a, a)", "a choice is left undecided"),
    ],
)
def test_broken_rules_are_found(body: str, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        verify(parsed(body + "\n"), "planned")


def test_as_lowered_no_two_variables_are_alike() -> None:
    program = parsed("S1: y[i] = a for i in 0:N\nS2: y[i] = a for i in 0:N\n")
    verify(program, "planned")
    with pytest.raises(InternalError, match="S2: the variable i is used twice"):
        verify(program, "built")


def test_needs_name_statements() -> None:
    program = parsed("S1: s = a\nS2: y[0] = either(s@before.S1, a)\n")
    verify(program, "reversed")
    for level in ("lowered", "built", "differentiable", "tangent", "planned"):
        with pytest.raises(InternalError, match="left undecided"):
            verify(program, level)
    with pytest.raises(InternalError, match="no statement S9"):
        verify(parsed("S1: s = a@before.S9\n"), "reversed")
    odd = map_expressions(program.body, lambda e: transform(e, _during))
    with pytest.raises(InternalError, match="a need 'during' S1"):
        verify(program.with_body(odd), "reversed")
    mixed = Alternatives((Read("a", (), DType.FLOAT64), Const("1", DType.INT64)))
    body = map_expressions(program.body, lambda e: mixed)
    with pytest.raises(InternalError, match="several types"):
        verify(program.with_body(body), "reversed")


def _during(e: Any) -> Any:
    return replace(e, when="during") if isinstance(e, Need) else e


def changed(program: Program, **fields: Any) -> Program:
    return replace(program, **fields)


F64 = DType.FLOAT64


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"returns": ("q",)}, "q is returned"),
        ({"containers": (Container("N", F64, (), Role.LOCAL),)}, "N is declared twice"),
        ({"containers": (Container("1x", F64, (), Role.LOCAL),)}, "'1x' is no name"),
        ({"containers": (Container("q", F64, (), "guest"),)}, "unknown role 'guest'"),
        ({"containers": (Container("q", F64, (symbol("K"),), Role.LOCAL),)}, "shape of q: K"),
        ({"containers": (Container("q", F64, (), Role.INPUT),)}, r"q \(input\) is no parameter"),
        ({"containers": (Container("q", F64, (), Role.SEED),)}, r"q \(seed\) is in a program"),
        (
            {"parameters": (Parameter("q", ParameterKind.SCALAR),)},
            "the parameter q names no container",
        ),
        (
            {"parameters": (Parameter("s", ParameterKind.ARRAY),)},
            "the parameter s is not of kind array",
        ),
        ({"parameters": (Parameter("s", "tensor"),)}, "unknown kind 'tensor'"),
        ({"parameters": (Parameter("a", ParameterKind.SCALAR),)}, "the parameter a occurs twice"),
    ],
)
def test_broken_declarations_are_found(fields: dict[str, Any], message: str) -> None:
    program = parsed("S1: s = a\n")
    combined = {k: getattr(program, k) + v if k != "returns" else v for k, v in fields.items()}
    with pytest.raises(InternalError, match=message):
        verify(changed(program, **combined), "built")


def test_broken_assumptions_and_loops_are_found() -> None:
    program = parsed("for t in range(0, N):\n    S1: s = a\n")
    bad = replace(program.assumptions[0], relation="!=")
    with pytest.raises(InternalError, match="relation '!='"):
        verify(changed(program, assumptions=(bad,)), "built")
    foreign = replace(program.assumptions[0], left=symbol("t"))
    with pytest.raises(InternalError, match="an assumption: t is not in scope"):
        verify(changed(program, assumptions=(foreign,)), "built")
    loop = program.body[0]
    assert isinstance(loop, Loop)
    with pytest.raises(InternalError, match="the step 0"):
        verify(program.with_body((replace(loop, step=0),)), "built")


def test_integer_values_and_operators_are_checked() -> None:
    program = parsed("S1: s = a\n")
    number = map_expressions(program.body, lambda e: IntValue(symbol("N"), F64))
    with pytest.raises(InternalError, match="S1: N is of float64"):
        verify(program.with_body(number), "built")
    unknown = (replace(program.body[0], op="*="),)
    with pytest.raises(InternalError, match=r"unknown operator '\*='"):
        verify(program.with_body(unknown), "built")
    unlabelled = (replace(program.body[0], label=""),)
    with pytest.raises(InternalError, match="a statement on s has no label"):
        verify(program.with_body(unlabelled), "built")
    with pytest.raises(InternalError, match="a branch has no label"):
        verify(parsed("if c:\n    S1: s = a\n"), "built")
    with pytest.raises(InternalError, match="no level"):
        verify(program, "finished")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S1: s = frob(a)", "S1: unknown operation 'frob'"),
        ("S1: s = sin(a, a)", "sin takes 1 operands, not 2"),
        ("S1: s = sin({N})", "sin is not for int64"),
        ("S1: s = a + {N}", "add on operands of float64 and int64"),
        ("S1: s = a + float32(a)", "add on operands of float64 and float32"),
        ("S1: c = not a", "not is not for float64"),
        ("S1: s = where(a, a, a)", "where on a condition of float64"),
        ("S1: s = where(c, a, 1)", "where on operands of float64 and int64"),
        ("S1: s = a**float32(a)", "pow on operands"),
        ("S1: c = c + c", "add is not for bool"),
        ("B1: if c and a:\n    S1: s = a", "B1: and is not for float64"),
    ],
)
def test_operations_fit_their_rows(text: str, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        verify_ops(parsed(text + "\n"))


def test_what_operations_allow() -> None:
    verify_ops(parsed("S1: s = a**2 + a**{n} + float64(c)\nS2: c = isnan(a) or (c == c)\n"))
    program = parsed("S1: s = a\n")
    wrong = map_expressions(program.body, lambda e: Apply("lt", (e, e), F64))
    with pytest.raises(InternalError, match="lt gives bool, not float64"):
        verify_ops(program.with_body(wrong))


WHILES = """\
program f(N: size, n: integer, x: array)
inout x: float64[N]
local n_1: int64
local n_2: int64
local k: int64
local rough: int32
"""
SOUND_WHILES = """
L1: while x[0] > 0.5 and {t} < n_value as t to 2*n into n_1:
    S1: x[i] = 0.5*x[i] for i in 0:N
    L2: while x[0] > 1.0 as u into n_2:
        S2: x[{0}] = x[0]/2.0
S3: k = n_1
""".replace("n_value", "{n}").replace("[{0}]", "[0]")


def test_sound_loops_that_data_ends_pass() -> None:
    program = parsed(SOUND_WHILES, WHILES)
    verify(program, "built")
    verify_ops(program)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("while x[0] > 0.5 as t into n_1:\n    S1: x[0] = 0.0", "a while has no label"),
        ("L1: while x[0] as t into n_1:\n    S1: x[0] = 0.0", "L1: a condition of float64"),
        ("L1: while x[t] > 0.5 as t to t into n_1:\n    S1: x[0] = 0.0", "L1: the limit: t"),
        ("L1: while x[u] > 0.5 as t into n_1:\n    S1: x[0] = 0.0", "L1: u is not in scope"),
        ("L1: while True as n into n_1:\n    S1: x[0] = 0.0", "the variable n hides"),
        ("L1: while True as t into x:\n    S1: x[0] = 0.0", "L1: x cannot count trips"),
        ("L1: while True as t into rough:\n    S1: x[0] = 0.0", "rough cannot count trips"),
        ("L1: while {t} < n_1 as t into n_1:\n    S1: x[0] = 0.0", "n_1 is used before it counts"),
        ("L1: while True as t into n_1:\n    S1: k = n_1", "n_1 is used before it counts"),
        ("S1: n_1 = 0\nL1: while True as t into n_1:\n    S2: k = 1", "S1: writes the count"),
        ("L1: while True as t into n_1:\n    S2: k = 1\nS3: k = n_1 + 1", "S3: reads a count"),
        ("L1: while True as t into n_1:\n    S2: k = 1\nB1: if n_1 == 1:\n    # x", "B1: reads"),
        (
            "L1: while True as t into n_1:\n    S1: k = 1\n"
            "L2: while True as u into n_1:\n    S2: k = 1",
            "counts the trips of 2 loops",
        ),
        ("L1: reverse while t from n_1:\n    S1: x[0] = 0.0", "L1: a ReverseWhile is not for"),
    ],
)  # fmt: skip
def test_broken_rules_of_loops_that_data_ends_are_found(body: str, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        verify(parsed(body + "\n", WHILES), "built")


SNAPPED = WHILES + "tape x_snap: float64[3, N]\n"
SNAPSHOTS = """
L1: for t in range(0, n):
    # the state
    K1: snapshot L1 step t of n slot k_1 of 3:
        S1: x_snap[k_1, i] = x[i] for i in 0:N
    S2: x[0] = 2.0*x[0]
L2: for u in range(0, n) backwards:
    K2: replay L1 step u slot k_2 of 3:
        S3: x[i] = x_snap[k_2, i] for i in 0:N
    advance r:
        S4: x[0] = 2.0*x[0]
    save:
        S5: x_snap[k_2, i] = x[i] for i in 0:N
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("slot k_1 of 3", "slot k_1 of 0", "K1: 0 snapshots"),
        ("slot k_1 of 3", "slot k_1 of 2", "K2: no snapshots of L1"),
        ("replay L1", "replay L2", "K2: no snapshots of L2"),
        ("snapshot L1 step t", "snapshot L1 step u", "K1: the step: u is not in scope"),
        ("step t of n", "step t of m", "K1: the steps: m is not in scope"),
        ("replay L1 step u", "replay L1 step r", "K2: the step: r is not in scope"),
        ("slot k_2 of", "slot n of", "the variable n hides"),
        ("x[i] = x_snap[k_2, i] for i in 0:N", "x[k_2] = x_snap[k_2, 0]", "S3: loads a state by"),
        ("x_snap[k_2, i] = x[i]", "x_snap[r, i] = x[i]", "S5: the target: r is not in scope"),
        ("x[0] = 2.0*x[0]\n    save", "x[k_2] = 2.0\n    save", "S4: the target: k_2 is not"),
        ("    # the state", "    S9: x[0] = 1.0", "K1 does not begin a loop"),
        (
            "L2: for u in range(0, n) backwards:",
            "L2: for u in range(0, n) backwards:\n    S9: x[0] = 1.0",
            "K2 does not begin a loop",
        ),
    ],
)
def test_broken_rules_of_snapshots_are_found(old: str, new: str, message: str) -> None:
    verify(parsed(SNAPSHOTS, SNAPPED), "planned")
    with pytest.raises(InternalError, match=message):
        verify(parsed(SNAPSHOTS.replace(old, new, 1), SNAPPED), "planned")


KEPT = """\
L1: for t in range(0, n):
    K1: snapshot L1 step t of n slot k_1 of 3:
        S1: x_snap[k_1, 0] = x[0]
"""


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "planned"])
def test_snapshots_are_the_planners(level: str) -> None:
    head = SNAPPED.replace("tape", "local")  # a role that every level has
    verify(parsed(KEPT, head), "planned")
    with pytest.raises(InternalError, match=f"K1: a Snapshot is not for a program that is {level}"):
        verify(parsed(KEPT, head), level)


#: What stands in a program, and the levels at which it may.
ALLOWED = {
    "S1: s = 0.0 blank": {"lowered"},
    "S1: s = a\nmark S1": {"reversed"},
    "S1: s = a\nS2: y[0] = s@after.S1": {"reversed"},
    "S1: s = a\nS2: y[0] = either(s@after.S1, a)": {"reversed"},
    "adjoint s_bar: float64 of s\nS1: s_bar = a": set(LEVELS) - {"lowered", "built"},
    "tape t: float64[N]\nS1: t[0] = a": set(LEVELS) - {"lowered", "built"},
    "local n_1: int64\nL1: while c as t into n_1:\n    S1: s = a": set(LEVELS),
    "local n_1: int64\nS1: n_1 = 2\nL1: reverse while t from n_1:\n    S2: s = a": {
        "tangent", "reversed", "planned",
    },
    "S1: y[i] = a for i in 0:N\nS2: y[i] = s for i in 0:N": set(LEVELS) - {"lowered", "built"},
}  # fmt: skip


@pytest.mark.parametrize("body", ALLOWED)
@pytest.mark.parametrize("level", LEVELS)
def test_levels_allow_what_they_say(body: str, level: str) -> None:
    program = parsed(body + "\n")
    if level in ALLOWED[body]:
        verify(program, level)
        return
    with pytest.raises(InternalError):
        verify(program, level)


def test_a_loop_has_its_snapshots_once() -> None:
    other = KEPT.replace("L1: for", "L2: for").replace("K1:", "K2:").replace("S1:", "S2:")
    with pytest.raises(InternalError, match="K2: L1 has another one"):
        verify(parsed(KEPT + other, SNAPPED), "planned")
