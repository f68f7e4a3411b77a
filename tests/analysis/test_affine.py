"""Integer expressions in isl's notation."""

from __future__ import annotations

import islpy as isl
import pytest

from adc.analysis.accesses import Polyhedra
from adc.analysis.affine import Notation
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.ir.shapes import maximum, minimum, symbol

a, b, c, d = (symbol(name) for name in "abcd")
NOTHING: frozenset[str] = frozenset()


def set_of(notation: Notation, fact: str) -> isl.Set:
    return isl.Set(notation.prefix(fact) + "{ : " + fact + " }")


@pytest.mark.parametrize("relation", [">=", "<=", ">", "<", "="])
def test_extrema_are_compared_argument_by_argument(relation: str) -> None:
    inner = maximum(minimum(a - 2, b), minimum(c, d + 1))
    for left, right in ((inner, d), (d, inner), (minimum(inner, b), maximum(a, c))):
        notation = Notation()
        found = notation.comparison(left, relation, right, NOTHING)
        plain = f"{notation.spell(left, NOTHING)} {relation} {notation.spell(right, NOTHING)}"
        assert set_of(notation, found).is_equal(set_of(notation, plain))


def test_a_disjunction_of_sizes_takes_no_cases_of_the_largest() -> None:
    """Spelled with `max`, this is 256 basic sets, and takes isl longer than it may."""
    names = [symbol(f"s{k}") for k in range(9)]
    both = minimum(maximum(-names[0], names[0] - 2), maximum(names[1] - 1, names[2] - 1))
    notation = Notation()
    fact = notation.comparison(maximum(*(s - 1 for s in names[3:]), both), ">=", a * 0, NOTHING)
    context = isl.DEFAULT_CONTEXT
    context.reset_operations()
    context.set_max_operations(20_000)
    try:
        assert set_of(notation, fact).n_basic_set() <= 10
    finally:
        context.set_max_operations(0)
        context.reset_operations()


def test_an_extremum_of_many_sizes_is_one_parameter() -> None:
    """Room for what nothing tells the size of is the largest of all extents that there are: two
    arrays of two such axes took isl half a minute, for a case of each size in each of them."""
    notation = Notation()
    room = maximum(*(symbol(f"s{k}") for k in range(9)))
    spelled = notation.spell(room, NOTHING)
    assert "max" not in spelled
    assert notation.spell(room, NOTHING) == spelled
    assert notation.spell(maximum(a, b, c, d), NOTHING).count("max") == 3


def test_an_extremum_of_many_sizes_is_known_to_be_no_less_than_each() -> None:
    sizes = [symbol(f"s{k}") for k in range(9)]
    room = Container("room", DType.FLOAT64, (maximum(*sizes),), Role.LOCAL)
    least = Container("least", DType.FLOAT64, (minimum(*sizes),), Role.LOCAL)
    parameters = tuple(Parameter(s.name, ParameterKind.SIZE) for s in sizes)
    polyhedra = Polyhedra(Program("f", parameters, (room, least), ()))
    for size in sizes:
        for less, more in ((size, room.shape[0]), (least.shape[0], size)):
            fact = polyhedra.notation.comparison(more, "<", less, NOTHING)
            assert polyhedra.context.intersect(set_of(polyhedra.notation, fact)).is_empty()
