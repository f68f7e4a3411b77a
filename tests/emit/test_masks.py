"""Which loops keep a file from what some compilers get wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import sympy

from adc.emit.c.masks import NO_MASKS, without_masks
from adc.ir.build import apply
from adc.ir.expressions import IntValue
from adc.ir.shapes import minimum
from adc.schedule.tree import For, If, Node, Tree
from tests.differentiate.programs import N, i, j
from tests.schedule.test_points import write

CHOICE = If(apply("gt", IntValue(N), IntValue(sympy.Integer(3))), (write(i),))


def loop(stop: object, *body: Node, var: sympy.Symbol = i) -> For:
    return For(str(var), sympy.Integer(0), sympy.sympify(stop), body)  # type: ignore[arg-type]


def told(*tree: Node, routine: Tree = ()) -> str:
    called = SimpleNamespace(tree=routine, routines=())
    function: Any = SimpleNamespace(tree=tree, routines=(called,) if routine else ())
    return without_masks([function])


def test_an_innermost_loop_with_a_condition() -> None:
    assert told(loop(N, CHOICE)) == NO_MASKS
    assert told(loop(N, loop(N, CHOICE, var=j))) == NO_MASKS
    assert told(write(i), routine=(loop(N, CHOICE),)) == NO_MASKS


def test_a_condition_beside_an_inner_loop() -> None:
    assert told(loop(N, CHOICE, loop(N, write(i), var=j))) == ""
    assert told(CHOICE) == told(loop(N, write(i))) == ""


def test_a_short_inner_loop_may_become_a_condition() -> None:
    assert told(loop(N, loop(minimum(1, N), write(i), var=j))) == NO_MASKS
    assert told(loop(N, loop(3, write(i), var=j))) == ""


@pytest.mark.parametrize("trips", [sympy.Integer(4), minimum(2, N)])
def test_an_inner_loop_that_may_be_unrolled(trips: object) -> None:
    assert told(loop(N, CHOICE, loop(trips, write(i), var=j))) == NO_MASKS
