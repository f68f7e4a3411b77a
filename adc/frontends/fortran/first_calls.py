"""Saved variables that the first call sets for all others: `if (first) then … first = .false.`.

What such a block computes of constants alone is the same in whichever call it is run. So it may be
run in each of them, on the variables as they are initialised, and these keep nothing from one call
to the next that the next would not compute.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import changes
from adc.frontends.fortran.jumps import structured, within
from adc.frontends.fortran.routine import Routine, names_in, walk
from adc.frontends.fortran.saved import set_before_use
from adc.frontends.fortran.selections import selected
from adc.frontends.fortran.symbols import Symbol

_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq, "/=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
#: What a block of a first call may be made of: nothing that leaves it, calls or reads.
_PLAIN = (tree.Assign, tree.Do, tree.DoWhile, tree.If, tree.Select, tree.Continue, tree.Block,
          tree.Leave, tree.Exit, tree.Cycle)  # fmt: skip


def set_by_first_call(r: Routine) -> frozenset[str]:
    """The saved variables of the routine that a block of its first call alone changes, by what is
    the same in every call."""
    body = structured(selected(r.scope.body))
    inside = names_in(tuple(unit.body for unit in r.unit.contains))
    found: set[str] = set()
    for number, statement in enumerate(body):
        if isinstance(statement, tree.If):
            others = (*body[:number], *body[number + 1 :])
            found |= _state(r, statement, body[:number], others, inside)
    return frozenset(found)


def _state(
    r: Routine, block: tree.If, before: tree.Body, others: tree.Body, inside: set[str]
) -> frozenset[str]:
    """The saved variables that `block` sets; none where it is not one of the first call alone, or
    where `others`, those `before` it or behind, tell one call from another by them. `inside` are
    names in internal procedures."""
    none = frozenset[str]()
    if len(block.branches) != 1 or block.orelse:
        return none
    ((condition, inner, _),) = block.branches
    if not all(isinstance(s, _PLAIN) for s in within(inner)) or not _once(r, condition, inner):
        return none
    changed = {name for node in walk(inner) for name in changes(r, r.scope, node)}
    state = frozenset(name for name in changed if _symbol(r, name).saved)
    outside = {name for node in walk(others) for name in changes(r, r.scope, node)}
    if state & (outside | inside) or state & names_in(before) or not names_in(condition) <= state:
        return none
    for name in names_in(inner) - state:
        if name in changed:  # for this block alone
            own = _symbol(r, name).storage == "local" and name not in inside
            if not (own and set_before_use(name, inner) and set_before_use(name, others)):
                return none
        elif not _is_constant(r, name, outside):
            return none
    return state


def _symbol(r: Routine, name: str) -> Symbol:
    return r.scope.lookup(name, r.unit.span)


def _is_constant(r: Routine, name: str, changed: set[str]) -> bool:
    symbol = _symbol(r, name)
    return symbol.storage in ("constant", "intrinsic") or (symbol.saved and name not in changed)


def _once(r: Routine, condition: tree.Expr, inner: tree.Body) -> bool:
    """Whether `condition` holds for the initial value of the one variable in it, and does not for
    that which `inner` gives it at last."""
    names = names_in(condition)
    if len(names) != 1:
        return False
    (flag,) = names
    symbol = _symbol(r, flag)
    assigned = [s for s in within(inner) if isinstance(s, tree.Assign) and flag in names_in(s)]
    if not symbol.saved or symbol.bounds is not None or len(assigned) != 1:
        return False
    (last,) = assigned
    initial = symbol.init if symbol.init is not None else _only(symbol.data)
    if last not in inner or initial is None or last.target != tree.Name(flag, last.target.span):
        return False
    return (_holds(condition, initial), _holds(condition, last.value)) == (True, False)


def _only(data: tuple[tuple[tree.Expr, tree.Expr], ...]) -> tree.Expr | None:
    return data[0][1] if len(data) == 1 else None


def _holds(condition: tree.Expr, value: tree.Expr) -> bool | None:
    """`condition` with the literal `value` for its variable; None where that is not seen."""
    match condition:
        case tree.Name():
            return value.value if isinstance(value, tree.Logical) else None
        case tree.Unary("()", operand):
            return _holds(operand, value)
        case tree.Unary(".not.", operand):
            inner = _holds(operand, value)
            return None if inner is None else not inner
        case tree.Binary(op, left, right) if op in _COMPARISONS:
            sides = [_number(value if isinstance(s, tree.Name) else s) for s in (left, right)]
            if sides[0] is not None and sides[1] is not None:
                return _COMPARISONS[op](sides[0], sides[1])
    return None


def _number(expr: tree.Expr) -> float | None:
    """The value of a literal number that floats hold exactly."""
    if isinstance(expr, tree.Unary) and expr.op == "-":
        found = _number(expr.operand)
        return None if found is None else -found
    if not isinstance(expr, tree.Number):
        return None
    number = float(expr.text.lower().replace("d", "e"))
    return number if number.is_integer() else None
