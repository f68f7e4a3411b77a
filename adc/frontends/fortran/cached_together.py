"""Values that a routine keeps until what they are made of changes, where it notes that behind them:

    IF (DAY .NE. DAYL .OR. P14 .NE. P(14)) CD14 = COS(DR*(DAY - P(14)))
    IF (DAY .NE. DAYL .OR. P18 .NE. P(18)) CD18 = COS(2*DR*(DAY - P(18)))
    DAYL = DAY
    P14 = P(14)
    P18 = P(18)

Each is run where a *key* (DAY) is not its *mark* (DAYL), and all marks become their keys before
anything leaves the routine. Where no mark differs, the block would compute the same values again
(see `cached`), so it may be run in any case, and the marks are needed no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.before_use import set_before_use
from adc.frontends.fortran.cached import is_local, is_own, may_change
from adc.frontends.fortran.nested import within
from adc.frontends.fortran.selections import jumps_to
from adc.frontends.fortran.symbol import Scope
from adc.frontends.fortran.usage import names_in, walk

#: What may stand from the first block to the last mark: nothing that leaves.
_PLAIN = (tree.Assign, tree.Do, tree.If, tree.Select, tree.Continue, tree.InputOutput)
_SCALARS = ("real", "integer")


@dataclass(frozen=True)
class _Block:
    """An IF at `place` of the body, which is run where one of the keys is not its mark."""

    place: int
    inner: tree.Body
    keys: dict[str, tree.Expr]


def without_marks(scope: Scope, body: tree.Body, definitions: tree.Body) -> tree.Body:
    """`body` with what such blocks hold in the place of each. `definitions` are the unit's
    statement functions, which may read what no statement names."""
    if scope.unit.contains or scope.unit.family or definitions:
        return body
    copies = _copies(body)
    if not copies:
        return body
    try:
        found = list(_blocks(scope, body, copies))
        while True:
            kept = [b for b in found if _holds(scope, body, copies, b, found)]
            if len(kept) == len(found):
                break
            found = kept
    except AdcError:  # a name that means nothing: told where its statement is read
        return body
    marks = {mark for block in found for mark in block.keys}
    opened = {block.place: block.inner for block in found}
    gone = {copies[mark][0] for mark in marks}
    return tuple(
        inner
        for place, statement in enumerate(body)
        if place not in gone
        for inner in opened.get(place, (statement,))
    )


def _copies(body: tree.Body) -> dict[str, tuple[int, tree.Expr]]:
    """Where a variable becomes another one, or an element with constant subscripts, and which."""
    return {
        s.target.name: (place, s.value)
        for place, s in enumerate(body)
        if isinstance(s, tree.Assign) and isinstance(s.target, tree.Name)
        and not s.label and _is_key(s.value)
    }  # fmt: skip


def _is_key(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Name) or (
        isinstance(expr, tree.Apply) and all(isinstance(a, tree.Number) for a in expr.arguments)
    )


def _same(a: object, b: object) -> bool:
    """Whether two keys are alike, wherever they stand."""
    match (a, b):
        case tree.Name(name), tree.Name(other):
            return name == other
        case tree.Apply(name, given), tree.Apply(other, given_):
            texts = ([getattr(e, "text", None) for e in es] for es in (given, given_))
            return name == other and _is_key(a) and _is_key(b) and next(texts) == next(texts)
    return False


# -- what is compared ------------------------------------------------------------------------------


def _blocks(
    scope: Scope, body: tree.Body, copies: dict[str, tuple[int, tree.Expr]]
) -> Iterator[_Block]:
    for place, statement in enumerate(body):
        if not isinstance(statement, tree.If) or statement.label or statement.name:
            continue
        if len(statement.branches) != 1 or statement.orelse:
            continue
        condition, inner, _ = statement.branches[0]
        pairs = _pairs(condition)
        keys = dict(k for k in (_marked(scope, pair, copies) for pair in pairs) if k is not None)
        if pairs and len(keys) == len(pairs) and all(copies[m][0] > place for m in keys):
            yield _Block(place, inner, keys)


def _pairs(condition: tree.Expr) -> list[tuple[tree.Expr, tree.Expr]]:
    """What a condition compares that holds where one of several is not another one; none for any
    other condition."""
    match condition:
        case tree.Unary("()", operand):
            return _pairs(operand)
        case tree.Binary(".or.", left, right):
            both = _pairs(left), _pairs(right)
            return [*both[0], *both[1]] if all(both) else []
        case tree.Binary("/=", left, right):
            return [(left, right)]
    return []


def _marked(
    scope: Scope, pair: tuple[tree.Expr, tree.Expr], copies: dict[str, tuple[int, tree.Expr]]
) -> tuple[str, tree.Expr] | None:
    """The mark of a pair and its key: the saved variable that becomes the other one."""
    for mark, key in (pair, pair[::-1]):
        if not isinstance(mark, tree.Name) or not isinstance(key, (tree.Name, tree.Apply)):
            continue
        if mark.name not in copies or not _same(copies[mark.name][1], key):
            continue
        own, other = (scope.lookup(e.name, e.span) for e in (mark, key))
        alike = (own.base, own.dtype) == (other.base, other.dtype) and own.base in _SCALARS
        scalar = own.bounds is None and (other.bounds is None) == isinstance(key, tree.Name)
        stored = other.storage in ("dummy", "local", "module", "common") and not other.overlaid
        if alike and scalar and stored and own.saved and is_local(scope, own):
            return mark.name, key
    return None


# -- what is kept ----------------------------------------------------------------------------------


def _holds(
    scope: Scope, body: tree.Body, copies: dict[str, tuple[int, tree.Expr]], block: _Block,
    blocks: list[_Block],
) -> bool:  # fmt: skip
    """Whether running the block once more, for the keys that it was run for last, changes nothing:
    its marks are these keys wherever a call ends, and nothing else asks for them."""
    last = max(copies[mark][0] for mark in block.keys)
    between = body[block.place : last + 1]
    if not all(isinstance(s, _PLAIN) for s in within(between)):
        return False
    if {s.label for s in within(between) if s.label} & {*jumps_to(body)}:
        return False
    changed = {n for node in walk(between) for n in may_change(scope, node)}
    if any(_is_called(scope, node) for node in walk(between)):
        return False
    if changed & {n for key in block.keys.values() for n in names_in(key)}:
        return False
    asked = Counter(m for b in blocks for m in b.keys)
    mentioned = Counter(n.name for n in walk(body) if isinstance(n, (tree.Name, tree.Apply)))
    if any(mentioned[mark] != asked[mark] + 1 for mark in block.keys):
        return False
    counted = {n for s in within(body) if isinstance(s, tree.Do) for n in may_change(scope, s)}
    if counted & {*block.keys}:
        return False
    others = (*body[: block.place], *body[block.place + 1 :])
    return _is_repeatable(scope, block, others, {
        n for node in walk(body) for n in may_change(scope, node)
    })  # fmt: skip


def _is_called(scope: Scope, node: object) -> bool:
    if not isinstance(node, tree.Apply):
        return False
    return scope.lookup(node.name, node.span).storage not in ("intrinsic", "constant", *_STORED)


_STORED = ("dummy", "local", "module", "common", "result")


def _is_repeatable(scope: Scope, block: _Block, others: tree.Body, changed: set[str]) -> bool:
    """Whether the block sets what is its own, from its keys and what never changes."""
    if any(isinstance(s, tree.InputOutput) for s in within(block.inner)):
        return False
    made = {n for node in walk(block.inner) for n in may_change(scope, node)}
    for name in made:
        symbol = scope.lookup(name, scope.unit.span)
        if not (symbol.saved and is_own(scope, symbol, others)):
            return False
        if not set_before_use(name, block.inner) and _is_read(name, block.inner):
            return False
    for node in walk(block.inner):
        if not isinstance(node, (tree.Name, tree.Apply)) or node.name in made:
            continue
        if any(_same(node, key) for key in block.keys.values()):
            continue
        symbol = scope.lookup(node.name, node.span)
        never = symbol.saved and node.name not in changed
        if not (never or symbol.storage in ("constant", "intrinsic")):
            return False
    return True


def _is_read(name: str, inner: tree.Body) -> bool:
    """Whether the block may read `name`, which it sets."""
    targets = [s for s in within(inner) if isinstance(s, tree.Assign) and
               getattr(s.target, "name", "") == name]  # fmt: skip
    mentioned = sum(getattr(n, "name", None) == name for n in walk(inner))
    return mentioned != len(targets)


__all__ = ["without_marks"]
