"""Integer arguments that select what is done: values at which a check sees some of it.

Where the source asks `if (mode == 1)`, any other number may lead past all that there is to see. So
an integer argument that does nothing but select has the least positive number that it is compared
with, by `==`, where that is what 4, an integer argument's first value, is not.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from adc.ir.enums import ParameterKind
from adc.ir.expressions import Apply, Expr, IntValue, children, walk
from adc.ir.program import Program
from adc.ir.shapes import Defined, choose, names
from adc.ir.walking import expressions_in, walk_nodes


def selections(primal: Program, usual: int) -> dict[str, int]:
    """Those of the integer arguments that select alone and are never compared with `usual`, each
    with a number that it is compared with."""
    integers = {p.name for p in primal.parameters if p.kind == ParameterKind.INTEGER}
    if not integers:
        return {}
    found: dict[str, set[int]] = {}
    for name, number in _compared(primal):
        found.setdefault(name, set()).add(number)
    counted = _counted(primal)
    return {
        name: min(n for n in numbers if n > 0)
        for name, numbers in found.items()
        if name in integers - counted and usual not in numbers and max(numbers) > 0
    }


def selecting(primal: Program, name: str) -> bool:
    """Whether the integer argument does nothing but select what it is compared with."""
    return name not in _counted(primal) and any(name == n for n, _ in _compared(primal))


def numbers_of(primal: Program, name: str) -> list[int]:
    """What the integer argument is compared with by `==`."""
    return sorted({number for n, number in _compared(primal) if n == name})


def _counted(primal: Program) -> set[str]:
    """The names of what counts, says which element, or is computed with."""
    found: set[str] = set()
    for container in primal.containers:
        found.update(*(names(e) for e in container.shape))
    for node in walk_nodes(primal.body):
        found.update(*(names(value) for value, _, _ in node.integers))
        indices = [w.target.index for w in node.writes] + [u.index for u in node.uses]
        found.update(*(names(i) for index in indices for i in index))
    for value in _values(primal):
        found |= _computed(value)
    return found


def _compared(primal: Program) -> Iterator[tuple[str, int]]:
    """The integers that a value is compared with by `==`, with the name of the value."""
    for _, expr, _ in expressions_in(primal.body):
        for e in walk(expr):
            if pair := _equality(e):
                yield pair
    for value in _values(primal):
        tests = {slack for slack, _ in _choices(value)}
        for slack in tests:
            term = _term(slack)
            if term and term[1] == 1 and -slack in tests:
                yield term[0], term[2]


def _equality(expr: Expr) -> tuple[str, int] | None:
    """The symbol and the number that are compared by `==`."""
    if not (isinstance(expr, Apply) and expr.op == "eq"):
        return None
    sides = [e.value for e in expr.args if isinstance(e, IntValue)]
    symbols = [s for s in sides if s.is_Symbol]
    numbers = [int(s) for s in sides if s.is_Integer]
    return (symbols[0].name, numbers[0]) if symbols and numbers else None


def _values(primal: Program) -> Iterator[sympy.Expr]:
    """The integer expressions that are evaluated as numbers, but for what is only compared."""
    for _, expr, _ in expressions_in(primal.body):
        compared = {id(a) for e in walk(expr) if _equality(e) for a in children(e)}
        for e in walk(expr):
            if isinstance(e, IntValue) and id(e) not in compared:
                yield e.value


def _choices(value: sympy.Expr) -> Iterator[tuple[sympy.Expr, tuple[sympy.Expr, ...]]]:
    """The tests of what arguments select in `value`, each with the two ways."""
    for part in sympy.preorder_traversal(value):
        if isinstance(part, choose):
            yield part.args[0], part.args[1:]
        elif isinstance(part, Defined):
            yield from _choices(part.definition)


def _term(slack: sympy.Expr) -> tuple[str, int, int] | None:
    """n, s and c of `s*(n - c)`, of a symbol n, a number c and a sign s."""
    symbols = [s for s in slack.free_symbols if not isinstance(s, Defined)]
    if len(symbols) != 1:
        return None
    sign = slack.coeff(symbols[0])
    rest = -sign * slack + symbols[0]
    if sign not in (1, -1) or not sympy.expand(rest).is_Integer:
        return None
    return symbols[0].name, int(sign), int(sympy.expand(rest))


def _computed(value: sympy.Expr) -> set[str]:
    """The names in `value` but for tests of one against a number."""
    if isinstance(value, Defined):
        return _computed(value.definition)
    if value.is_Symbol:
        return {value.name}
    if isinstance(value, choose):
        slack, *ways = value.args
        tested = set() if _term(slack) else _computed(slack)
        return tested.union(*(_computed(w) for w in ways))
    return set().union(*(_computed(a) for a in value.args))
