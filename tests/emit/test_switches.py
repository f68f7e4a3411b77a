"""Chains of tests of one integer become a `switch`, and only where that is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.emit.c import C
from adc.emit.clike.switches import Switch, only_if, switch_of
from adc.schedule import Scheduled, schedule
from adc.schedule.tree import If
from tests.emit.native import build, expect_same, file_text, parsed

HEAD = "program f(k: integer, x: scalar, y: array)\ninput x: float64\noutput y: float64[1]\n\n"
K = [f"{{k}} == {{{v}}}" for v in range(5)]


def chain(*tests: str) -> str:
    """A chain of tests, each of which sets y to a multiple of x of its own."""
    lines, depth = [], ""
    for number, test in enumerate(tests):
        lines += [
            f"{depth}B{number}: if {test}:",
            f"{depth}    S{number}: y[0] = x*{number + 2}.0",
            f"{depth}else:",
        ]
        depth += "    "
    return "\n".join([HEAD, *lines, f"{depth}S{len(tests)}: y[0] = x", ""])


#: Each with the values of its cases; none where it is no switch.
CHAINS: list[tuple[list[str], list[tuple[int, ...]]]] = [
    (K[:3], [(0,), (1,), (2,)]),
    (K[:2], []),
    ([K[0], "{k} == {4} or {k} >= {6} and {k} <= {8}", K[1]], [(0,), (4, 6, 7, 8), (1,)]),
    ([*K[:3], "{k} < {0}"], [(0,), (1,), (2,)]),
    (["{k} < {0}", *K[:3]], [(0,), (1,), (2,)]),
    (["{k} < {2}", *K[:3]], []),
    (["{k} > {3}", "{k} < {1}", *K[1:4]], [(1,), (2,), (3,)]),
    ([*K[:3], K[1]], [(0,), (1,), (2,)]),
    ([*K[:2], "x > 0.5", K[3]], []),
    ([*K[:3], "x > 0.5", K[3], K[4], "{k} == {5}"], [(0,), (1,), (2,)]),
    (["x > 0.5", *K[:3]], []),
    (["{k} >= {4} and {k} <= {90}", *K[1:4]], [(1,), (2,), (3,)]),
    (["{k} == {3000000000}", *K[1:4]], [(1,), (2,), (3,)]),
    (["{k} >= {3} and {k} <= {1}", *K[1:4]], []),
    (["{k + 1} == {0}", "{k + 1} == {2}", "{0} == {k + 1}", "{k + 1} > {3}"], []),
    (["{k + 1} == {3}", "{k + 1} == {2}", "{0} == {k + 1}", "{k + 1} > {3}"],
     [(3,), (2,), (0,)]),
]  # fmt: skip


def scheduled(text: str) -> Scheduled:
    return schedule(parsed(text), openmp=False, blas=False)


def made(text: str) -> Switch | None:
    (first,) = (n for n in scheduled(text).tree if isinstance(n, If))
    return switch_of(first)


def cases(text: str) -> list[tuple[int, ...]]:
    switch = made(text)
    return [] if switch is None else [values for values, _ in switch.cases]


@pytest.mark.parametrize(("tests", "found"), CHAINS)
def test_cases(tests: list[str], found: list[tuple[int, ...]]) -> None:
    assert cases(chain(*tests)) == found


def choice(*values: int) -> str:
    """A number that is 1 for the values of k and 0 for all others."""
    number = "0"
    for value in reversed(values):
        number = f"choose(k - {value}, {number}, choose({value} - k, {number}, 1))"
    return number


#: Definitions of `taken`, with the values of k for which it is above 0; None: it stays a test.
NAMED: list[tuple[str, tuple[int, ...] | None]] = [
    (choice(3), (3,)),
    (choice(3, 5, 4), (3, 4, 5)),
    (choice(2, 0, 7), (0, 2, 7)),
    (f"choose(6 - k, {choice(8, 3)}, {choice(5, 9)})", (5, 8)),
    (f"choose(k - 4, {choice(3)}, 1)", None),
    ("choose(2*k - 7, 0, choose(8 - k, 0, 1))", None),
]


def of_named(definition: str) -> str:
    return chain(*K[:2], "{taken} > {0}").replace("\n\n", f"\ndefine taken = {definition}\n\n", 1)


@pytest.mark.parametrize(("definition", "values"), NAMED)
def test_tests_that_have_names(definition: str, values: tuple[int, ...] | None) -> None:
    own = set(values or ())
    found = cases(of_named(definition))
    if values is None or own & {0, 1}:
        assert found == []
    else:
        assert found == [(0,), (1,), values]


def test_tests_of_many_values_come_last() -> None:
    switch = made(chain("{k} < {0}", *K[:3]))
    assert switch is not None
    wide = only_if(switch.default)
    assert wide is not None
    assert only_if(wide.orelse) is None


def test_what_runs(tmp_path: Path) -> None:
    """All chains in C, without a warning, for all values."""
    texts = [*(chain(*tests) for tests, _ in CHAINS), *(of_named(d) for d, _ in NAMED)]
    programs = [parsed(text, f"f{n}") for n, text in enumerate(texts)]
    for native in build(programs, tmp_path):
        for k in range(-2, 11):
            expect_same(native, {"k": k})


def test_text() -> None:
    text = file_text([scheduled(chain(*K[:2], "{k} >= {7} and {k} <= {9}", "x > 0.5"))])
    switch = text[text.index("    switch") : text.index("\n}", text.index("    switch"))]
    assert [line.strip() for line in switch.split("\n") if "/*" not in line] == [
        "switch (k) {",
        "case 0:", "y[0] = x*2.0;", "break;",
        "case 1:", "y[0] = x*3.0;", "break;",
        "case 7: case 8: case 9:", "y[0] = x*4.0;", "break;",
        "default:", "if (x > 0.5) {", "y[0] = x*5.0;", "} else {", "y[0] = x;", "}", "break;",
        "}",
    ]  # fmt: skip
    assert "switch" not in C.function_text(scheduled(chain(*K[:2])), "f")
