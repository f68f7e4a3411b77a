"""Arrays that a routine allocates on some of its ways, and uses behind them.

    if (mode == 1) allocate(w(n))          allocate(w(n))
    y = product(x)                         y = product(x)
    if (mode == 1) then                    if (mode == 1) then
      w = x**2                               w = x**2

Where all ALLOCATEs of an array give it the same extents, and nothing changes what these are made of
meanwhile, it is allocated once, in front of the first statement with one. A program that is right
uses it only where it is allocated, so that no value depends on that; what it asks by
`allocated(w)` is a LOGICAL that ALLOCATE and DEALLOCATE set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from adc.diagnostics import Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.elaboration.terms import Added
from adc.frontends.fortran.intrinsics import FUNCTIONS
from adc.frontends.fortran.nested import bodies, with_bodies, within
from adc.frontends.fortran.usage import names_in, walk

_NUMBERS = ("real", "double precision", "integer", "logical")
_JUMPS = (tree.Goto, tree.ComputedGoto, tree.ArithmeticIf, tree.Block)
_INQUIRIES = ("size", "max", "min")
#: The visible declarations of the procedure that a name calls; None for what no file defines.
Called = Callable[[str], Visible | None]


def allocated_ahead(body: tree.Body, visible: Visible, called: Called, added: Added) -> tree.Body:
    """`body` with the arrays that it allocates on some ways allocated in front of these."""
    if visible.unit.contains or any(isinstance(s, _JUMPS) for s in within(body)):
        return body
    for name in _candidates(body, visible):
        found = _Ahead(name, body, visible, called)
        if found.is_needed() and found.is_sound():
            body = found.made(added)
    return body


def _candidates(body: tree.Body, visible: Visible) -> list[str]:
    """The routine's own allocatable arrays of numbers that ALLOCATE gives extents."""
    given = (
        name for s in within(body) if isinstance(s, tree.Allocate) for name, _, _ in s.items
    )  # fmt: skip
    return [name for name in dict.fromkeys(given) if _is_own(name, visible)]


def _is_own(name: str, visible: Visible) -> bool:
    kept = {a.name for a in visible.unit.stated.arguments}
    kept.add(visible.unit.result or visible.unit.name)
    words = visible.attributes.get(name, set())
    if name not in visible.variables or name in kept:
        return False
    numbers = visible.variables[name][0].base in _NUMBERS
    return numbers and "allocatable" in words


@dataclass
class _Ahead:
    name: str
    body: tree.Body
    visible: Visible
    called: Called

    # -- whether it has to be, and may -------------------------------------------------------------

    def is_needed(self) -> bool:
        """Whether an ALLOCATE stands inside of another statement, and the array is used outside of
        the statements behind it, or asked for."""
        holders = list(_holders(self.body, self.name))
        if all(holder is self.body for holder, _ in holders):
            return False
        if self._is_asked():
            return True
        inside = {id(n) for holder, at in holders for n in self._uses(holder[at:])}
        return any(id(n) not in inside for n in self._uses(self.body))

    def is_sound(self) -> bool:
        """Whether all ALLOCATEs give the same extents, of names that keep their values from the
        first to the last one, and nothing else gives the array to what may allocate or free it."""
        given = [b for s in self._allocates() for n, b, _ in s.items if n == self.name]
        plain = all(s.source is None for s in self._allocates())
        if not plain or not all(given) or len({said(b) for b in given}) != 1:
            return False
        region = self.body[self._first() : self._last() + 1]
        kept = all(self._keeps(n, region) for n in walk(given[0]))
        return kept and not self._is_handed() and not self._is_shaped(self.body, asked=False)

    def _is_shaped(self, body: tree.Body, asked: bool) -> bool:
        """Whether an assignment may give the array its extents: below a test of whether it is
        allocated (`asked`), and not behind an ALLOCATE there."""
        for statement in body:
            if _allocates(statement, self.name):
                asked = False
            if asked and self._is_assigned(statement):
                return True
            for inner, where_not in self._arms(statement):
                if self._is_shaped(inner, asked or where_not):
                    return True
        return False

    def _arms(self, statement: tree.Statement) -> Iterator[tuple[tree.Body, bool]]:
        """The bodies of a statement, and whether they may be run because the array is not
        allocated."""
        if not isinstance(statement, tree.If):
            yield from ((inner, False) for inner in bodies(statement))
            return
        asked = False
        for condition, inner, _ in statement.branches:
            asked = asked or self._asks(condition)
            holds = isinstance(condition, tree.Apply) and condition.name == "allocated"
            yield inner, asked and not holds
        yield statement.orelse, asked

    def _is_handed(self) -> bool:
        """Whether the whole array goes to MOVE_ALLOC, or to a procedure with allocatable ones."""
        for node in walk(self.body):
            if isinstance(node, (tree.Call, tree.Apply)) and node.name != "allocated":
                values = [a.value if isinstance(a, tree.Keyword) else a for a in node.arguments]
                whole = any(isinstance(v, tree.Name) and v.name == self.name for v in values)
                if whole and (node.name == "move_alloc" or self._may_allocate(node.name)):
                    return True
        return False

    def _may_allocate(self, name: str) -> bool:
        found = self.called(name)
        if found is None:
            return bool(self.visible.interfaces) and name not in FUNCTIONS
        dummies = (a.name for a in found.unit.stated.arguments)
        return any("allocatable" in found.attributes.get(d, set()) for d in dummies)

    def _keeps(self, node: Any, region: tree.Body) -> bool:
        """Whether a part of the extents is the same at all of `region`."""
        match node:
            case tree.Name(name):
                words = self.visible.words(name)
                if "parameter" in words or "intent(in)" in words:
                    return True
                return not words & {"allocatable", "pointer"} and not _may_change(
                    region, name, self.visible, self.called
                )
            case tree.Apply(name):
                if name not in _INQUIRIES or name in self.visible.variables:
                    return False
                inside = {n for n in names_in(node.arguments) if n in self.visible.shapes}
                return not any(
                    self.visible.attributes.get(n, set()) & {"allocatable", "pointer"}
                    for n in inside
                )
        return True

    # -- what becomes of it ------------------------------------------------------------------------

    def made(self, added: Added) -> tree.Body:
        first = self._first()
        bounds, span = next(
            (b, s) for a in self._allocates() for n, b, s in a.items if n == self.name
        )  # fmt: skip
        flag = None
        if self._is_asked():
            flag = added.variable(f"{self.name}_is", tree.TypeSpec("logical", span), (), span)
        begun = () if flag is None else (tree.Assign(flag, tree.Logical(False, span), span),)
        ahead = tree.Allocate(((self.name, bounds, span),), span)
        before = tuple(self._asking(s, flag) for s in self.body[:first])
        return (*begun, *before, ahead, *self._without(self.body[first:], flag))

    def _without(self, body: tree.Body, flag: tree.Name | None) -> tree.Body:
        """`body` without what allocates and frees the array, which sets `flag` instead."""
        found: list[tree.Statement] = []
        for statement in body:
            match statement:
                case tree.Allocate() if self.name in {n for n, _, _ in statement.items}:
                    items = tuple(i for i in statement.items if i[0] != self.name)
                    found += _rest(statement, items, replace(statement, items=items))
                    found += _set(flag, True, statement.span)
                case tree.Deallocate() if self.name in statement.names:
                    names = tuple(n for n in statement.names if n != self.name)
                    found += _rest(statement, names, replace(statement, names=names))
                    found += _set(flag, False, statement.span)
                case _:
                    inner = with_bodies(statement, lambda b: self._without(b, flag))
                    found.append(self._asking(inner, flag))
                    found += _set(flag, True, statement.span) if self._is_assigned(inner) else []
        return tuple(found)

    def _is_assigned(self, statement: tree.Statement) -> bool:
        """Whether it assigns the whole array, which is allocated then."""
        target = statement.target if isinstance(statement, tree.Assign) else None
        return isinstance(target, tree.Name) and target.name == self.name

    def _asking(self, statement: tree.Statement, flag: tree.Name | None) -> tree.Statement:
        return statement if flag is None else _replaced(statement, self.name, flag)  # type: ignore[no-any-return]

    # -- where it stands ---------------------------------------------------------------------------

    def _allocates(self) -> list[tree.Allocate]:
        return [s for s in within(self.body) if _allocates(s, self.name)]  # type: ignore[misc]

    def _places(self) -> list[int]:
        return [
            number for number, s in enumerate(self.body)
            if any(_allocates(inner, self.name) for inner in within((s,)))
        ]  # fmt: skip

    def _first(self) -> int:
        return self._places()[0]

    def _last(self) -> int:
        return self._places()[-1]

    def _is_asked(self) -> bool:
        return self._asks(self.body)

    def _asks(self, node: Any) -> bool:
        return any(
            isinstance(n, tree.Apply) and n.name == "allocated" and self.name in names_in(n)
            for n in walk(node)
        )

    def _uses(self, body: Any) -> Iterator[Any]:
        for node in walk(body):
            own = isinstance(node, (tree.Name, tree.Apply)) and node.name == self.name
            freed = isinstance(node, tree.Deallocate) and self.name in node.names
            if own or freed or (isinstance(node, tree.Allocate) and _allocates(node, self.name)):
                yield node


def _allocates(statement: tree.Statement, name: str) -> bool:
    return isinstance(statement, tree.Allocate) and name in {n for n, _, _ in statement.items}


def _holders(body: tree.Body, name: str) -> Iterator[tuple[tree.Body, int]]:
    """The bodies that directly hold an ALLOCATE of `name`, and where in them it stands."""
    for number, statement in enumerate(body):
        if _allocates(statement, name):
            yield body, number
        for inner in bodies(statement):
            yield from _holders(inner, name)


def _may_change(region: tree.Body, name: str, visible: Visible, called: Called) -> bool:
    """Whether a statement may give the routine's variable `name` another value."""
    seen = name not in visible.variables or name in _shared(visible.unit)
    for node in walk(region):
        calls = isinstance(node, (tree.Call, tree.Apply))
        if seen and calls and node.name not in {*visible.variables, *FUNCTIONS}:
            return True  # which may have it from a module, or a block
        match node:
            case tree.Assign(target):
                changed = {target.name} if isinstance(target, (tree.Name, tree.Apply)) else {name}
            case tree.Do() | tree.Triplet() | tree.ImpliedDo():
                changed = {node.var}
            case tree.InputOutput():
                changed = {*names_in((node.assigned, node.unit)), *node.looped}
            case tree.Call() | tree.Apply() if node.name not in visible.variables:
                changed = _handed(node, called)
            case _:
                continue
        if name in changed:
            return True
    return False


def _shared(unit: tree.Unit) -> set[str]:
    """The names that COMMON and EQUIVALENCE speak of."""
    told = (d for d in unit.stated.declarations if isinstance(d, (tree.Common, tree.Equivalence)))
    found: set[str] = set()
    for declaration in told:
        found |= names_in(declaration)
        found |= {e.name for e in walk(declaration) if isinstance(e, tree.Entity)}
    return found


def _handed(node: tree.Call | tree.Apply, called: Called) -> set[str]:
    """The names that a call hands to dummies that are not INTENT(IN)."""
    if isinstance(node, tree.Apply) and node.name in FUNCTIONS:
        return set()
    found = called(node.name)
    if found is None:
        return names_in(node.arguments)
    dummies = [a.name for a in found.unit.stated.arguments]
    changed: set[str] = set()
    for number, argument in enumerate(node.arguments):
        keyword = isinstance(argument, tree.Keyword)
        dummy = argument.name if keyword else dummies[number] if number < len(dummies) else ""  # type: ignore[union-attr]
        if "intent(in)" not in found.attributes.get(dummy, set()):
            value = argument.value if isinstance(argument, tree.Keyword) else argument
            changed |= {value.name} if isinstance(value, (tree.Name, tree.Apply)) else set()
    return changed


def _rest(
    statement: tree.Allocate | tree.Deallocate, left: tuple[Any, ...], rest: tree.Statement
) -> list[tree.Statement]:
    """What is left of a statement: its label at least."""
    if left:
        return [rest]
    return [tree.Continue(statement.span, statement.label)] if statement.label else []


def _set(flag: tree.Name | None, value: bool, span: Span) -> list[tree.Statement]:
    return [] if flag is None else [tree.Assign(flag, tree.Logical(value, span), span)]


def _replaced(node: Any, name: str, flag: tree.Name) -> Any:
    """`node` with `flag` in place of `allocated(name)`."""
    if isinstance(node, tuple):
        return tuple(_replaced(part, name, flag) for part in node)
    if not tree.is_node(node):
        return node
    if isinstance(node, tree.Apply) and node.name == "allocated" and name in names_in(node):
        return replace(flag, span=node.span)
    changed = {f.name: _replaced(getattr(node, f.name), name, flag) for f in fields(node)}
    return replace(node, **changed)


def said(node: Any) -> Any:
    """What `node` says, wherever it stands."""
    if isinstance(node, tuple):
        return tuple(said(part) for part in node)
    if not tree.is_node(node):
        return None if isinstance(node, Span) else node
    own = (said(getattr(node, f.name)) for f in fields(node))
    return (type(node).__name__, *own)


__all__ = ["allocated_ahead", "said"]
