"""Saved variables that the first call sets for all others: `if (first) then … first = .false.`.

What such a block computes of constants alone is the same in whichever call it is run. So it may be
run in each of them, on the variables as they are initialised, and these keep nothing from one call
to the next that the next would not compute.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import replace

from adc.frontends.fortran import tree
from adc.frontends.fortran.before_use import set_before_use, set_behind
from adc.frontends.fortran.effects import changes, names_changed
from adc.frontends.fortran.hosts import is_hosted
from adc.frontends.fortran.jumps import structured
from adc.frontends.fortran.library import is_library
from adc.frontends.fortran.nested import with_bodies, within
from adc.frontends.fortran.routine import Routine, names_in, walk
from adc.frontends.fortran.selections import selected
from adc.frontends.fortran.symbols import Symbol

_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq, "/=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
#: What a block of a first call may be made of: nothing that leaves it or reads.
_PLAIN = (tree.Assign, tree.Do, tree.DoWhile, tree.If, tree.Select, tree.Continue, tree.Block,
          tree.Leave, tree.Exit, tree.Cycle, tree.Call)  # fmt: skip


def set_by_first_call(r: Routine) -> frozenset[str]:
    """The saved variables of the routine that a block of its first call alone changes, by what is
    the same in every call."""
    defined = (s.definition for s in r.scope.symbols.values() if s.definition is not None)
    inside = names_in((*(unit.body for unit in r.unit.contains), *defined))
    found: set[str] = set()
    whole = structured(selected(r.scope.body))
    for block, before, behind in _blocks(whole):
        found |= _state(r, block, before, (*before, *behind), inside, whole)
    return frozenset(found)


def _blocks(
    body: tree.Body, before: tree.Body = (), behind: tree.Body = ()
) -> Iterator[tuple[tree.If, tree.Body, tree.Body]]:
    """The IFs that a call comes to unless it has returned, with what is in front of them and
    behind. A flag that is set right behind an IF is set in it."""
    for number, statement in enumerate(body):
        inner, rest = (*before, *body[:number]), (*body[number + 1 :], *behind)
        if isinstance(statement, tree.Block):
            guarded = _guarded(statement)
            if guarded is not None:
                yield guarded, inner, rest
            yield from _blocks(statement.body, inner, rest)
        elif isinstance(statement, tree.If):
            yield statement, inner, rest
            flag = next((s for s in rest if not isinstance(s, tree.Continue)), None)
            condition, own, span = statement.branches[0]
            if isinstance(flag, tree.Assign) and names_in(condition) == names_in(flag.target):
                branches = ((condition, (*own, flag), span), *statement.branches[1:])
                yield replace(statement, branches=branches), inner, _without(rest, flag)
        if _leaves(within((statement,))):
            return  # what follows may be jumped over


def _leaves(statements: list[tree.Statement]) -> bool:
    """Whether one of `statements` leaves a block that is none of them."""
    own = {s.leave for s in statements if isinstance(s, tree.Block)}
    return any(isinstance(s, tree.Leave) and s.block not in own for s in statements)


def _without(body: tree.Body, statement: tree.Statement) -> tree.Body:
    return tuple(s for s in body if s is not statement)


def _guarded(block: tree.Block) -> tree.If | None:
    """`IF (done) GO TO 10 … 10 CONTINUE`, as an IF around what is in between."""
    first, *rest = block.body
    if not isinstance(first, tree.If) or len(first.branches) != 1 or first.orelse:
        return None
    ((condition, inner, span),) = first.branches
    if [type(s) for s in inner] != [tree.Leave] or any(
        isinstance(s, tree.Leave) and s.block == block.leave for s in within(tuple(rest))
    ):
        return None
    opposite = tree.Unary(".not.", condition, span)
    return replace(first, branches=((opposite, tuple(rest), span),))


def _state(
    r: Routine, block: tree.If, before: tree.Body, others: tree.Body, inside: set[str],
    whole: tree.Body,
) -> frozenset[str]:  # fmt: skip
    """The saved variables that `block` sets; none where it is not one of the first call alone, or
    where `others`, those `before` it or behind in `whole`, tell one call from another by them.
    `inside` are names in internal procedures and statement functions."""
    none = frozenset[str]()
    if len(block.branches) != 1 or block.orelse:
        return none
    ((condition, inner, _),) = block.branches
    if not _is_plain(inner) or names_in(condition) & names_in(before):
        return none
    changed = {name for node in walk(inner) for name in changes(r, r.scope, node)}
    state = frozenset(n for n in changed if _symbol(r, n).saved and _is_local(r, n))
    outside = {name for node in walk(others) for name in changes(r, r.scope, node)}
    if state & (outside | inside) or state & names_in(before) or not names_in(condition) <= state:
        return none
    if not _once(r, condition, inner, again=all(_is_written_alone(n, inner) for n in state)):
        return none
    for name in names_in(inner) - state:
        if name in changed:  # for this block alone
            own = _is_local(r, name) and name not in inside
            if not (own and set_before_use(name, inner) and set_behind(name, whole, block.span)):
                return none
        elif not _is_constant(r, name, outside):
            return none
    return state


def _is_plain(body: tree.Body) -> bool:
    """Whether nothing leaves `body`, or reads what is no variable."""
    return all(isinstance(s, _PLAIN) for s in within(body)) and not _leaves(within(body))


def _is_written_alone(name: str, body: tree.Body) -> bool:
    """Whether `body` gives the variable the same values however often it has been run before."""
    if set_before_use(name, body):
        return True
    return all(
        name not in names_in(node.value)
        and not (isinstance(node.target, tree.Apply) and name in names_in(node.target.arguments))
        if isinstance(node, tree.Assign)
        else not _mentions(name, node)
        for node in within(body)
    )


def _mentions(name: str, statement: tree.Statement) -> bool:
    return name in names_in(with_bodies(statement, lambda _: ()))


def _symbol(r: Routine, name: str) -> Symbol:
    return r.scope.lookup(name, r.unit.span)


def _is_local(r: Routine, name: str) -> bool:
    symbol = _symbol(r, name)
    return symbol.storage == "local" and not symbol.overlaid


def _is_constant(r: Routine, name: str, changed: set[str]) -> bool:
    symbol = _symbol(r, name)
    if symbol.storage == "procedure":
        return name in r.shared.inactive or is_closed(r, symbol.unit)
    return symbol.storage in ("constant", "intrinsic") or (symbol.saved and name not in changed)


def is_closed(r: Routine, unit: tree.Unit | None, seen: frozenset[int] = frozenset()) -> bool:
    """Whether the procedure makes the same of the same arguments in every call, and changes nothing
    but these; `seen` are units that are looked at already."""
    if unit is None or unit.error is not None or unit.contains:
        return False
    if is_library(unit) or id(unit) in seen:
        return True
    scope, seen = r.sources.scope(unit), seen | {id(unit)}
    if any(isinstance(s, tree.InputOutput) and s.assigned for s in walk(scope.body)):
        return False
    changed = names_changed(r, unit)
    for name in sorted(names_in(scope.body)):
        symbol = scope.lookup(name, unit.span)
        if name in r.shared.inactive or is_hosted(symbol, scope):
            return False
        match symbol.storage:
            case "constant" | "intrinsic" | "dummy":
                continue
            case "local" | "result" if not symbol.overlaid and not (
                symbol.saved and name in changed
            ):
                continue
            case "procedure" if is_closed(r, symbol.unit, seen):
                continue
        return False
    return True


def _once(r: Routine, condition: tree.Expr, inner: tree.Body, again: bool) -> bool:
    """Whether `condition` holds for the initial value of the one variable in it, and does not for
    that which `inner` gives it at last; with `again` it may, as `inner` may be run once more."""
    names = names_in(condition)
    if len(names) != 1:
        return False
    (flag,) = names
    symbol = _symbol(r, flag)
    assigned = [s for s in within(inner) if isinstance(s, tree.Assign) and flag in names_in(s)]
    initial = symbol.init if symbol.init is not None else _only(symbol.data)
    if not symbol.saved or symbol.bounds is not None or initial is None:
        return False
    if again and _holds(condition, initial) is True:
        return True
    if len(assigned) != 1:
        return False
    (last,) = assigned
    if last not in inner or last.target != tree.Name(flag, last.target.span):
        return False
    return (_holds(condition, initial), _holds(condition, last.value)) == (True, False)


def flag_of_first_call(r: Routine, statement: tree.Statement) -> str | None:
    """`first=.false.`: what a saved variable holds behind a block of the first call in which
    `statement` is; None where it is in none."""
    if r.unit.contains or r.unit.family:
        return None
    for block, _, _ in _blocks(structured(selected(r.scope.body))):
        condition, inner, _ = block.branches[0]
        names = names_in(condition)
        if len(names) != 1 or all(s.span != statement.span for s in within(inner)):
            continue
        (flag,) = names
        symbol = _symbol(r, flag)
        initial = symbol.init if symbol.init is not None else _only(symbol.data)
        set_to = [s.value for s in within(inner)
                  if isinstance(s, tree.Assign) and names_in(s.target) == names]  # fmt: skip
        known = initial is not None and _holds(condition, initial) is True
        if known and _is_local(r, flag) and len(set_to) == 1:
            return _told(flag, condition, set_to[0])
    return None


def _told(flag: str, condition: tree.Expr, value: tree.Expr) -> str | None:
    """The flag with a value for which the condition does not hold; None for any other one."""
    if _holds(condition, value) is not False:
        return None
    if isinstance(value, tree.Logical):
        return f"{flag}=.{str(value.value).lower()}."
    number = _number(value)
    return None if number is None else f"{flag}={number:.0f}"


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
