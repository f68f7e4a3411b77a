"""Saved variables that count calls for what is printed alone: `ncall = ncall + 1`.

Output is left out of generated code, and so are they: no value depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator

from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import bodies, with_bodies
from adc.frontends.fortran.routine import Routine, names_in, walk


def without_counters(r: Routine) -> tree.Body:
    """The routine's body without what counts, with a warning for each variable."""
    found = counters(r)
    for name in sorted(found):
        r.warn(
            "ADC0170", f"what `{name}` counts from call to call is left out of the generated code",
            r.scope.lookup(name, r.unit.span).span,
            "check that nothing but output depends on it",
        )  # fmt: skip
    return _left(r, r.scope.body, found) if found else r.scope.body


def counters(r: Routine) -> frozenset[str]:
    """The saved scalars of which nothing depends but themselves and what is printed."""
    inside = names_in(tuple(unit.body for unit in (*r.unit.contains, *r.unit.family)))
    assigned = (r.scope.lookup(name, r.unit.span) for name in sorted(_assigned(r)))
    found = frozenset(
        s.name for s in assigned
        if s.saved and s.storage == "local" and s.bounds is None and s.name not in inside
    )  # fmt: skip
    while found:
        seen = frozenset(_seen(r, r.scope.body, found))
        if not found & seen:
            break
        found -= seen
    return found


def _assigned(r: Routine) -> frozenset[str]:
    targets = (n.target for n in walk(r.scope.body) if isinstance(n, tree.Assign))
    return frozenset(t.name for t in targets if isinstance(t, tree.Name))


def _seen(r: Routine, body: tree.Body, found: frozenset[str]) -> Iterator[str]:
    """The names that statements of `body` have which do more than count."""
    for statement in body:
        if not _counts(r, statement, found):
            yield from names_in(with_bodies(statement, lambda _: ()))
            for inner in bodies(statement):
                yield from _seen(r, inner, found)


def _counts(r: Routine, statement: tree.Statement, found: frozenset[str]) -> bool:
    """Whether the statement does no more than count, or print what is counted."""
    match statement:
        case tree.Assign(tree.Name(name), value):
            return name in found and _calls_nothing(r, value)
        case tree.If():
            heads = tuple(condition for condition, _, _ in statement.branches)
            inner = [s for body in bodies(statement) for s in body]
            counted = names_in(heads) & found and _calls_nothing(r, heads)
            return bool(counted) and all(_prints(s) or _counts(r, s, found) for s in inner)
    return False


def _prints(statement: tree.Statement) -> bool:
    if isinstance(statement, tree.InputOutput):
        return not statement.assigned and statement.unit is None
    return isinstance(statement, tree.Continue)


def _calls_nothing(r: Routine, node: object) -> bool:
    applied = (n for n in walk(node) if isinstance(n, tree.Apply))
    called = (r.scope.lookup(n.name, n.span).storage for n in applied)
    return not any(storage in ("procedure", "statement function") for storage in called)


def _left(r: Routine, body: tree.Body, found: frozenset[str]) -> tree.Body:
    """`body` with CONTINUE for the statements that only count: jumps may lead to them."""
    return tuple(
        tree.Continue(s.span, s.label)
        if _counts(r, s, found)
        else with_bodies(s, lambda inner: _left(r, inner, found))
        for s in body
    )
