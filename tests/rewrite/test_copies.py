"""Copies that are read at their source: which go, which must stay, and that the values stay."""

from __future__ import annotations

import pytest

from adc.ir.enums import Role
from adc.ir.node import Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import computes
from adc.rewrite.copies import without_copies
from adc.rewrite.scaling import scaled_operands
from tests.differentiate.programs import N, array, c, i, j, k, loop, op, put, r, t
from tests.rewrite.test_beginnings import check
from tests.simplify.programs import program

GIVEN = [array(name, N, N) for name in "AB"]
SEEN = [array(name, N, N, role=Role.INOUT) for name in ("g", "h")]
LOCAL = [array(name, N, N, role=Role.LOCAL) for name in ("P", "Q", "R")]
CONTAINERS = [*GIVEN, *SEEN, *LOCAL]
BOX = ((i, 0, N), (j, 0, N))


def copy(to: str, of: str, how: str = "=") -> Compute:
    return put(r(to, i, j), r(of, i, j), *BOX, how=how)


def scale(to: str, of: str) -> Compute:
    return put(r(to, i, j), op("mul", c("0.5"), r(of, i, j)), *BOX)


def product(to: str, a: str, b: str) -> Compute:
    value = op("mul", r(a, i, k), r(b, k, j))
    return put(r(to, i, j), value, *BOX, (k, 0, N), how="+=")


def after(rewrite: object, *body: Node) -> Program:
    """What `rewrite` makes of a program, with the same values."""
    before = program(CONTAINERS, *body)
    assert callable(rewrite)
    found = rewrite(before)
    check(before, found)
    assert isinstance(found, Program)
    return found


def makers(found: Program) -> list[str]:
    return [node.container for node in computes(found.body)]


def test_a_copy_of_a_copy_is_gone() -> None:
    body = (copy("P", "A"), copy("Q", "P"), scale("P", "P"), product("g", "Q", "B"),
            product("h", "P", "B"))  # fmt: skip
    assert makers(after(without_copies, *body)) == ["P", "g", "h"]


def test_what_the_caller_sees_is_copied_once() -> None:
    body = (copy("g", "A"), product("h", "g", "B"), scale("g", "g"))
    assert makers(after(without_copies, *body)) == ["h", "g"]


def test_a_copy_is_read_in_loops_at_its_source() -> None:
    body = (copy("P", "A"), loop(t, 0, 3, copy("h", "P", "+=")))
    assert makers(after(without_copies, *body)) == ["h"]


PART = put(r("P", i, 0), c("2.0"), (i, 0, N))
TURNED = put(r("P", i, j), r("A", j, i), *BOX)
ROWS = put(r("P", i, j), r("A", i, j), (i, 1, N), (j, 0, N))


@pytest.mark.parametrize(
    "body",
    [
        (copy("P", "g"), scale("g", "A"), product("h", "P", "B")),
        (copy("P", "g"), loop(t, 0, 2, product("h", "P", "B"), copy("g", "A", "+="))),
        (copy("P", "A"), PART, product("h", "P", "B")),
        (copy("P", "A"), copy("P", "B", "+="), product("h", "P", "B")),
        (copy("P", "A"), product("P", "A", "B"), product("h", "P", "B")),
        (copy("P", "A"), loop(t, 0, 2, product("h", "P", "B"), scale("P", "P"))),
        (scale("Q", "A"), copy("P", "Q"), scale("Q", "B"), copy("h", "P"), copy("g", "Q", "+=")),
        (TURNED, product("h", "P", "B")),
        (scale("P", "B"), ROWS, product("h", "P", "B")),
        (copy("g", "A"),),
    ],
)
def test_it_stays(body: tuple[Node, ...]) -> None:
    before = program(CONTAINERS, *body)
    assert without_copies(before) is before


def test_a_source_that_changes_with_the_copy_s_end() -> None:
    body = (copy("P", "A"), product("g", "P", "B"), scale("P", "A"), product("h", "P", "B"))
    assert makers(after(without_copies, *body)) == ["g", "P", "h"]


def test_what_is_scaled_for_products_alone_is_their_factor() -> None:
    body = (scale("P", "A"), product("g", "P", "B"), product("h", "B", "P"))
    assert makers(after(scaled_operands, *body)) == ["g", "h"]


@pytest.mark.parametrize(
    "body",
    [
        (scale("P", "A"), product("g", "P", "B"), copy("h", "P")),
        (scale("P", "g"), copy("g", "A", "+="), product("h", "P", "B")),
        (scale("P", "A"), copy("P", "B", "+="), product("h", "P", "B")),
    ],
)
def test_what_is_scaled_stays(body: tuple[Node, ...]) -> None:
    before = program(CONTAINERS, *body)
    assert scaled_operands(before) is before
