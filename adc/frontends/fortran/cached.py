"""Values that a routine keeps until what they are made of changes: `if (x /= x_of) then` …

A block that is run where variables are not what saved ones hold, which it makes the same, computes
again what it did for these values of them before. So it may be run in any case, and what it sets
keeps nothing from one call to the next. That the first call may find the values that the saved
variables begin with makes no difference: nothing would have set then what is asked for behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.before_use import set_before_use, set_behind
from adc.frontends.fortran.jumps import structured
from adc.frontends.fortran.nested import with_bodies, within
from adc.frontends.fortran.selections import selected
from adc.frontends.fortran.symbol import Scope, Symbol
from adc.frontends.fortran.usage import names_in, walk

_Pairs = frozenset[tuple[str, str]]
#: What such a block may be made of: nothing that leaves it, or that is told elsewhere.
_PLAIN = (tree.Assign, tree.Do, tree.If, tree.Select, tree.Continue, tree.InputOutput)
#: What joins comparisons of each kind, what asks it of arrays, and what `.not.` makes of it.
_JOINED = {"/=": (".or.", "any", "=="), "==": (".and.", "all", "/=")}
_STORED = ("dummy", "local", "module", "common")


def without_caches(scope: Scope, body: tree.Body, definitions: tree.Body) -> tree.Body:
    """`body` with what such blocks hold in the place of each. `definitions` are the unit's
    statement functions, which may read what no statement names."""
    others = scope.unit.contains or scope.unit.family
    if others or definitions or not any(_compared(s) for s in within(body)):
        return body
    return _opened(scope, body, structured(selected(body)))


def _opened(scope: Scope, body: tree.Body, whole: tree.Body) -> tree.Body:
    made: list[tree.Statement] = []
    for statement in body:
        opened = _repeated(scope, statement, whole)
        if opened is None:
            made.append(with_bodies(statement, lambda b: _opened(scope, b, whole)))
        else:
            made += opened
    return tuple(made)


# -- what is compared ------------------------------------------------------------------------------


def _compared(statement: tree.Statement) -> _Pairs:
    """The pairs of variables of which the condition of an IF without other arms says that they are
    not the same; none for any other condition."""
    if not isinstance(statement, tree.If) or len(statement.branches) != 1:
        return frozenset()
    if statement.orelse or statement.name:
        return frozenset()
    return frozenset(_pairs_of(statement.branches[0][0], "/="))


def _pairs_of(condition: tree.Expr, op: str) -> list[tuple[str, str]]:
    """The pairs of variables where the condition holds as soon as `op` does between any two ("/="),
    or only where it does between all ("=="); none for any other condition."""
    joined, intrinsic, other = _JOINED[op]
    match condition:
        case tree.Unary("()", operand):
            return _pairs_of(operand, op)
        case tree.Unary(".not.", operand):
            return _pairs_of(operand, other)
        case tree.Binary(word, left, right) if word == joined:
            pairs = _pairs_of(left, op), _pairs_of(right, op)
            return [*pairs[0], *pairs[1]] if all(pairs) else []
        case tree.Apply(name, (tree.Binary() as argument,)) if name == intrinsic:
            return _pairs_of(argument, op) if argument.op == op else []
        case tree.Binary(word, tree.Name(left), tree.Name(right)) if word == op:
            return [(left, right)]
    return []


# -- what is kept ----------------------------------------------------------------------------------


def _repeated(
    scope: Scope, statement: tree.Statement, whole: tree.Body
) -> tuple[tree.Statement, ...] | None:
    """What the block computes, where running it once more, for what it was run for last, changes
    nothing that `whole`, the unit's statements without jumps, may see; else None."""
    pairs = _compared(statement)
    if not pairs:
        return None
    assert isinstance(statement, tree.If)
    inner = statement.branches[0][1]
    try:
        marks = {m: k for pair in pairs for m, k in _marked(scope, inner, pair)}
        if len(marks) != len(pairs) or not _is_repeatable(scope, statement, marks, whole):
            return None
    except AdcError:  # a name that means nothing: told where its statement is read
        return None
    label = (tree.Continue(statement.span, statement.label),) if statement.label else ()
    return (*label, *_rest(inner, marks))


def _is_repeatable(
    scope: Scope, statement: tree.If, marks: dict[str, str], whole: tree.Body
) -> bool:
    ((condition, inner, _),) = statement.branches
    if not all(isinstance(s, _PLAIN) for s in within(inner)):
        return False
    others = _without(whole, statement)
    if others == whole or any(set(marks) & names_in(s) for s in (others, _rest(inner, marks))):
        return False
    changed = {n for s in within(inner) for n in _set_by(s)} - set(marks)
    if changed & {*marks.values()} or any(s.assigned for s in _transfers(inner)):
        return False
    for name in names_in((condition, inner)) - {*marks, *marks.values()}:
        symbol = scope.lookup(name, statement.span)
        if name in changed:
            if not set_before_use(name, inner) and name in _read(inner):
                return False
            if not symbol.saved and not set_behind(name, whole, statement.span):
                return False
            if not is_own(scope, symbol, others):
                return False
        elif symbol.storage not in ("constant", "intrinsic"):
            return False
    return True


def _marked(scope: Scope, inner: tree.Body, pair: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """The saved variable of a pair that the block makes the other one's value, with that."""
    for mark, key in (pair, pair[::-1]):
        first, second = (scope.lookup(n, scope.unit.span) for n in (mark, key))
        same = (first.base, first.dtype) == (second.base, second.dtype)
        ranks = len(first.bounds or ()), len(second.bounds or ())
        alike = same and ranks[0] == ranks[1] and first.base != "character"
        own = first.saved and not first.allocatable and not first.overlaid
        stored = second.storage in _STORED and not second.overlaid
        if not (alike and own and stored and is_local(scope, first)):
            continue
        targets = [s for s in inner if isinstance(s, tree.Assign) and _is_copy(s, mark, key)]
        if len(targets) == 1:
            yield mark, key


def _is_copy(statement: tree.Assign, mark: str, key: str) -> bool:
    match statement:
        case tree.Assign(tree.Name(target), tree.Name(value)):
            return (target, value) == (mark, key)
    return False


def _rest(inner: tree.Body, marks: dict[str, str]) -> tree.Body:
    """The block without the statements that set the marks."""
    copies = [s for s in inner if isinstance(s, tree.Assign)
              and any(_is_copy(s, m, k) for m, k in marks.items())]  # fmt: skip
    return tuple(s for s in inner if all(s is not c for c in copies))


def _set_by(statement: tree.Statement) -> Iterator[str]:
    match statement:
        case tree.Assign(tree.Name(name) | tree.Apply(name)) | tree.Do(name):
            yield name


def _transfers(body: tree.Body) -> list[tree.InputOutput]:
    return [s for s in within(body) if isinstance(s, tree.InputOutput)]


def _read(inner: tree.Body) -> set[str]:
    """The names that the block may read: all but those that it assigns to alone."""
    found: set[str] = set()
    for statement in within(inner):
        head = with_bodies(statement, lambda _: ())
        if isinstance(head, tree.Assign):
            inside = head.target.arguments if isinstance(head.target, tree.Apply) else ()
            found |= names_in((inside, head.value))
        else:
            found |= names_in(head)
    return found


def is_own(scope: Scope, symbol: Symbol, others: tree.Body) -> bool:
    """Whether a variable that the block sets is the unit's alone, and one that is saved is changed
    by nothing else and begins without a value."""
    plain = is_local(scope, symbol) and not symbol.allocatable and not symbol.overlaid
    if not plain or symbol.base == "character":
        return False
    if not symbol.saved:
        return True
    if symbol.init is not None or symbol.data:
        return False
    return symbol.name not in {n for node in walk(others) for n in may_change(scope, node)}


def is_local(scope: Scope, symbol: Symbol) -> bool:
    """Whether it is a variable of this unit, and none of one that it is inside of."""
    return symbol.storage == "local" and symbol.scope is scope


def may_change(scope: Scope, node: object) -> Iterator[str]:
    """The names that a statement or a reference may give other values."""
    match node:
        case tree.Assign(tree.Name(name) | tree.Apply(name)) | tree.Do(name):
            yield name
        case tree.InputOutput():
            yield from (*names_in((node.assigned, node.unit or ())), *node.looped)
        case tree.Allocate() | tree.Call() | tree.PointTo():
            yield from names_in(node)
        case tree.Apply() if scope.lookup(node.name, node.span).storage == "procedure":
            yield from names_in(node.arguments)


def _without(body: tree.Body, statement: tree.If) -> tree.Body:
    """`body` without the block, which it may have made anew."""
    span = statement.span
    return tuple(
        with_bodies(s, lambda b: _without(b, statement))
        for s in body
        if not (isinstance(s, tree.If) and s.span == span and _compared(s) == _compared(statement))
    )


__all__ = ["is_local", "is_own", "may_change", "without_caches"]
