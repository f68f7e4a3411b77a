"""Subscripts and bounds that are no expressions: what is said of them, and lists of positions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half
from tests.lowering.harness import agree, lowered

EXPRESSION = "use an integer expression of sizes, integer arguments and loop variables"
NO_EXPRESSION = "adc has no expression of sizes and loop variables for this {}"
PATHS = "`i` takes the value of one of several paths here"
DATA = "a {} that depends on data is not supported"

LOOP = "do i = 1, n\n{}\nend do\n"
#: Statements, then the code, the message, the notes and the help of their refusal.
REFUSED = {
    "a counter behind CYCLE": (
        LOOP.format("if (x(i) < 0) cycle\nk = k + 1\ny = y + sum(cshift(x(:k:2), 1))"),
        "ADC0216", NO_EXPRESSION.format("slice bound"), ["`k` gets its value here"], EXPRESSION,
    ),
    "a DO variable after EXIT": (
        LOOP.format("if (x(i) < 0) exit") + "y = sum(cshift(x(i::2), 1))",
        "ADC0216", NO_EXPRESSION.format("slice bound"), [PATHS], "use `i` on each of the paths",
    ),
    "a first value that a branch chooses": (
        "k = 1\nif (x(1) > 0) k = 2\n"
        + LOOP.replace("1", "k", 1).format("y = y + sum(cshift(x(i::2), 1))"),
        "ADC0216", NO_EXPRESSION.format("slice bound"), ["`i` gets its value here"], EXPRESSION,
    ),
    "an integer that a loop halves": (
        "k = n\ndo while (k > 0)\ny = y + sum(cshift(x(k::2), 1))\nk = k/2\nend do",
        "ADC0216", NO_EXPRESSION.format("slice bound"), ["this loop changes `k`"],
        "write `k` as an expression of the loop variables",
    ),
    "a section up to a counted end": (
        LOOP.format("if (x(i) > 0) k = k + 1") + "y = sum(cshift(x(1:k:2), 1))",
        "ADC0216", NO_EXPRESSION.format("slice bound"), None, EXPRESSION,
    ),
    "a bound made of a real": (
        "y = sum(cshift(x(int(x(1))::2), 1))",
        "ADC0216", DATA.format("slice bound"), [], EXPRESSION,
    ),
    "a step of unknown sign": (
        "do k = 1, 3\ndo i = 1, n, m - k\ny = y + x(i)\nend do\nend do",
        "ADC0219", "the sign of this step is not known", [],
        "put the loop into a branch that tells it: `k = …`, `if (k > 0) then`",
    ),
}  # fmt: skip


def refusal(statements: str, folder: Path) -> Diagnostic:
    path = folder / "f.f90"
    path.write_text(
        "subroutine f(n, m, p, x, y)\ninteger :: n, m, p(n), i, k\nreal(8) :: x(n), y\n"
        f"y = 0\nk = 0\n{statements}\nend subroutine f\n"
    )
    request = Request(sources=(str(path),), wrt=("x",), of=("y",))
    with pytest.raises(AdcError) as caught:
        front_half(request, Silent())
    return caught.value.diagnostics[0]


@pytest.mark.parametrize("name", REFUSED)
def test_says_why_an_integer_is_no_expression(name: str, tmp_path: Path) -> None:
    statements, code, message, notes, way_out = REFUSED[name]
    found = refusal(statements, tmp_path)
    assert (found.code, found.message) == (code, message)
    if notes is not None:
        assert [n.message for n in found.notes] == notes
        assert found.help == way_out


#: Functions of an array of 4 rows.
LISTS = [
    "return A[[0, 2]]", "return A[[2, -1, 2]].sum()", "return A[:, [1, 0]]", "return A[..., [1]]",
    "k = [3, 0]\nreturn A[k] * 2", "return A[[0] + [1, 1]]", "return A[list((1, 2))]",
    "A[[2, 0, 1]] = A[:3]", "A[[1, 1]] = A[2:4]",
    "A[[3, 0]] = 2.0", "A[:, [1, 0]] = A[:, :2] * 3", "A[[0, 3]] = A[0]",
    "A[1:, [0]] = A[:3, 1:2]\nreturn A[[0]]", "t = (1, 0)\nreturn A[t]",
    "return A[[0, 1], 1]", "return A[[0, 1, -1], [1, 0, 1]]", "return A[[3], [0, 1]]",
    "return A[1, :, None][[1, 0, 0]]", "B = A.reshape(2, 2, 2)\nreturn B[1, :, [1, 0, 1]]",
    "B = A.reshape(2, 2, 2)\nreturn B[:, 0, [1, 0, 1]]",
    "B = A.reshape(2, 2, 2)\nreturn B[[1, 0, 1], None, 0]",
    "A[[2, 2], [0, 1]] = A[0]", "A[[1, 1], [0, 0]] = A[2:4, 0]", "A[0, [1, 0]] = A[1]",
    "B = A.reshape(2, 2, 2)\nB[0, :, [1, 0, 1]] = A[1:]\nreturn B",
    "A[[2, 0]] += A[:2]", "A[[1, 1]] *= A[2:4]", "A[[0, 0]] += 1.0", "A[[0, 1], [1, 0]] -= A[0]",
    "np.add.at(A, [1, 0, 1], A[:3])", "np.add.at(A, ([1, 0, 1], [0, 1, 0]), A[:3, 0])",
    "np.subtract.at(A, (0, [1, 1]), A[3])",
]  # fmt: skip


@pytest.mark.parametrize("body", LISTS)
def test_lists_select_as_in_numpy(body: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    source = f'def f(A: "float64[N, M]"):\n{lines}'
    agree(source, {"A": np.random.default_rng(1).uniform(0.5, 1.5, (4, 2))}, lowered(source))


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("return A[[0, 1, 2], [1, 0]]", "lists of 2 and 3 positions"),
        ("return A[[]]", "a list of 0 positions"),
        ("return A[[True, False]]", "a subscript of type bool"),
    ],
)
def test_refuses_other_lists(body: str, part: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(f'def f(A: "float64[N, M]"):\n    {body}\n')
    found = caught.value.diagnostics[0]
    assert found.code == "ADC0216"
    assert part in found.message
