"""Pointers of a routine's own that the text shows to be other names, or allocatable arrays.

What stands behind `p => a(:, k)` in the same body, up to what sets `p` again, reads as ASSOCIATE
with the name `p` does: a pointer keeps its target, and what selects that is evaluated once (Fortran
2018, 10.2.2 and 11.1.3). One that is only allocated is an allocatable array. A dummy that is never
set is an array, or an object, of the caller's. A pointer that is used elsewhere is still one, which
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from adc.diagnostics import Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.asked_pointers import (
    check_asked,
    ends,
    every,
    refused,
    root_of,
    with_attribute,
)
from adc.frontends.fortran.bound_pointers import with_procedures
from adc.frontends.fortran.moving import Moves, Moving
from adc.frontends.fortran.nested import with_bodies
from adc.frontends.fortran.remapped import mapped, with_plain_bounds
from adc.frontends.fortran.usage import walk

_JUMPS = (tree.Goto, tree.ComputedGoto, tree.ArithmeticIf)


def without_pointers(
    declarations: tuple[tree.Declaration, ...], body: tree.Body, inner: Iterable[str],
    dummies: set[str], asking: Callable[[], Moving] = Moving,
) -> tuple[tuple[tree.Declaration, ...], tree.Body]:  # fmt: skip
    """A unit's declarations and body without its pointers. `inner`: the texts of the lines of the
    procedures that it contains, which may set these as well; `dummies`: its dummies; `asking`
    tells which procedures may move arrays. Raises ADC0157 and ADC0174."""
    texts = tuple(inner)
    declarations, body = with_procedures(declarations, body, texts, dummies)
    own = {e.name for _, e in with_attribute(declarations, "pointer")}
    body = _with_freed(_always_made(body, own))
    pointed = [s for s in every(body) if isinstance(s, tree.PointTo)]
    if not own and not pointed:
        return declarations, body
    seen = frozenset(w for text in texts for w in re.findall(r"\w+", text))
    moves = Moves(asking(), _declared(declarations) - seen, own)
    if {s.target.name for s in pointed if isinstance(s.target, tree.Apply)} <= own - seen - dummies:
        moves.check_counted(body, pointed)
        body = with_plain_bounds(declarations, body, refused)
        pointed = [s for s in every(body) if isinstance(s, tree.PointTo)]
    body = _asked_as_allocated(declarations, body, own - seen - dummies)
    pointed = [s for s in every(body) if isinstance(s, tree.PointTo)]
    named = {s.target.name for s in pointed if isinstance(s.target, tree.Name) and not ends(s)}
    jumps = any(isinstance(s, _JUMPS) for s in every(body))
    for statement in pointed:
        target = statement.target
        known = isinstance(target, tree.Name) and target.name in own - seen
        if not known or (jumps and not ends(statement)):
            raise refused(statement.span)
    check_asked(declarations, body, own)
    changed = _associated(body)
    _check_kept(changed, own & _allocated(body), moves)
    ended = {s.target.name for s in pointed if isinstance(s.target, tree.Name)}
    declarations = _with_dummies(declarations, body, (own & dummies) - ended - seen)
    return _allocatable(declarations, body, own - named - seen - dummies), changed


def _with_freed(body: tree.Body) -> tree.Body:
    """`body` with DEALLOCATE for NULLIFY of a component: none that is followed shares its array."""
    return tuple(map(_freed, body))


def _always_made(body: tree.Body, own: set[str]) -> tree.Body:
    """`body` where `stat=` of what is allocated to the pointers `own` is 0: they may have been
    allocated before."""
    made: list[tree.Statement] = []
    for statement in body:
        if isinstance(statement, (tree.Associate, tree.Scoped)):
            made.append(replace(statement, body=_always_made(statement.body, own)))
            continue
        status = statement.status if isinstance(statement, tree.Allocate) else None
        if status is None or not own & {n for n, _, _ in statement.items}:  # type: ignore[union-attr]
            made.append(with_bodies(statement, lambda b: _always_made(b, own)))
            continue
        assert isinstance(statement, tree.Allocate)
        ours = tuple(i for i in statement.items if i[0] in own)
        others = tuple(i for i in statement.items if i[0] not in own)
        made.append(replace(statement, items=ours, status=None))
        if others:
            made.append(replace(statement, items=others, label=0))
        else:
            zero = tree.Number("0", "integer", statement.span)
            made.append(tree.Assign(status, zero, statement.span))
    return tuple(made)


def _freed(statement: tree.Statement) -> tree.Statement:
    if isinstance(statement, tree.PointTo) and ends(statement):
        path = tree.path_of(statement.target)
        if "%" in path:
            return tree.Deallocate((path,), statement.span, statement.label)
    if isinstance(statement, (tree.Associate, tree.Scoped)):
        return replace(statement, body=_with_freed(statement.body))
    return with_bodies(statement, _with_freed)


# -- other names -----------------------------------------------------------------------------------


def _associated(body: tree.Body) -> tree.Body:
    """`body` with an ASSOCIATE in place of each pointer assignment and what comes behind it."""
    for number, statement in enumerate(body):
        if isinstance(statement, tree.PointTo):
            head = tuple(map(_inside, body[:number]))
            return (*head, *_pointing(statement, body[number + 1 :]))
    return tuple(map(_inside, body))


def _inside(statement: tree.Statement) -> tree.Statement:
    if isinstance(statement, (tree.Associate, tree.Scoped)):
        return replace(statement, body=_associated(statement.body))
    return with_bodies(statement, _associated)


def _pointing(statement: tree.PointTo, rest: tree.Body) -> tree.Body:
    """What is behind a pointer assignment. From a branch or a loop on that sets the pointer it is
    itself again, but for where these set it."""
    assert isinstance(statement.target, tree.Name)
    name, span = statement.target.name, statement.span
    label = [tree.Continue(span, statement.label)] if statement.label else []
    value = None if ends(statement) else statement.value
    return (
        *label,
        tree.Associate(
            ((name, value, span),), _until_set(name, rest, span, value is not None), span
        ),
    )


def _until_set(name: str, rest: tree.Body, span: Span, there: bool) -> tree.Body:
    for number, statement in enumerate(rest):
        if any(_is_of(each, name) for each in every((statement,))):
            head, rest = _told(name, rest[:number], there), rest[number:]
            if _is_of(statement, name):
                return _associated((*head, *rest))
            itself = tree.Associate(((name, None, span),), rest, span)
            return _associated((*head, itself))
    return _associated(_told(name, rest, there))


def _told(name: str, body: tree.Body, there: bool) -> tree.Body:
    """`body` with what is known for `associated(name)`."""

    def change(node: Any) -> Any:
        match node:
            case tree.Apply("associated", (tree.Name(asked),)) if asked == name:
                return tree.Logical(there, node.span)
        return node

    told: tree.Body = mapped(body, change)
    return told


def _is_of(statement: tree.Statement, name: str) -> bool:
    """Whether it sets the pointer of that name."""
    target = statement.target if isinstance(statement, tree.PointTo) else None
    return isinstance(target, tree.Name) and target.name == name


def _declared(declarations: Iterable[tree.Declaration]) -> set[str]:
    """The names of the variables that are declared with a type."""
    typed = (d for d in declarations if isinstance(d, tree.TypeDeclaration))
    return {e.name for d in typed for e in d.entities}


# -- targets that go elsewhere ---------------------------------------------------------------------


def _check_kept(body: tree.Body, made: set[str], moves: Moves) -> None:
    """Raises ADC0157 where an array, one of the pointers `made` that are allocated or one that
    MOVE_ALLOC takes, may be given other storage while another name is bound to it: that name keeps
    the storage of before, which an ASSOCIATE would not."""
    pairs = [p for s in every(body) if isinstance(s, tree.Associate) for p in s.pairs]
    of: dict[str, set[str]] = {}
    for name, selector, _ in pairs:
        of.setdefault(name, set()).update({root_of(selector)} - {""})
    for statement in every(body):
        if not isinstance(statement, tree.Associate):
            continue
        for name, selector, span in statement.pairs:
            if selector is not None:
                roots = _all_roots(root_of(selector), of)
                _check_stays(statement.body, name, roots, made)
                moves.check(statement.body, name, selector, roots)
                if name in _allocated(statement.body) & made:
                    raise refused(span)


def _check_stays(body: tree.Body, name: str, roots: set[str], made: set[str]) -> None:
    """What frees an array ends the use of the other name, too."""
    for statement in body:
        if isinstance(statement, tree.Deallocate):
            roots = roots - {*statement.names}
        for each in every((statement,)):
            match each:
                case tree.Call(name="move_alloc", arguments=(moved, *_)):
                    value = moved.value if isinstance(moved, tree.Keyword) else moved
                    lost = root_of(value) in roots
                case tree.Associate(pairs=((bound, None, _),)):
                    lost = bound in roots & made and bound != name
                case _:
                    lost = bool(roots & made & _allocated((each,)))
            if lost:
                raise refused(each.span)


def _allocated(body: tree.Body) -> set[str]:
    allocates = (s for s in every(body) if isinstance(s, tree.Allocate))
    return {name for statement in allocates for name, _, _ in statement.items}


def _all_roots(name: str, of: dict[str, set[str]]) -> set[str]:
    """`name`, and what it may be bound to in its turn."""
    found, waiting = set[str](), [name]
    while waiting:
        last = waiting.pop()
        if last not in found:
            found.add(last)
            waiting += of.get(last, ())
    return found


# -- dummies ---------------------------------------------------------------------------------------


def _with_dummies(
    declarations: tuple[tree.Declaration, ...], body: tree.Body, dummies: set[str]
) -> tuple[tree.Declaration, ...]:
    """The declarations where pointers that are `dummies`, and stay what the caller passes, are
    arrays, or objects, of his."""
    nodes = list(walk(body))
    freed = {n for s in nodes if isinstance(s, tree.Deallocate) for n in s.names}
    asked = {n.name for s in nodes if isinstance(s, tree.Apply) and s.name == "associated"
             for n in s.arguments if isinstance(n, tree.Name)}  # fmt: skip
    kept = dummies - _allocated(body) - freed - asked
    found: list[tree.Declaration] = []
    for declaration in declarations:
        if not isinstance(declaration, tree.TypeDeclaration):
            found.append(declaration)
            continue
        shaped = any(a.shape is not None for a in declaration.attributes)
        derived = declaration.type.base in ("type", "class")
        ours = tuple(
            e for _, e in with_attribute((declaration,), "pointer")
            if e.name in kept and (derived != bool(shaped or e.shape is not None))
        )  # fmt: skip
        others = tuple(e for e in declaration.entities if e not in ours)
        if others:
            found.append(replace(declaration, entities=others))
        if ours:
            attributes = tuple(
                replace(a, name="pointed") if a.name == "pointer" else a
                for a in declaration.attributes
            )
            found.append(replace(declaration, attributes=attributes, entities=ours))
    return tuple(found)


# -- allocatable arrays ----------------------------------------------------------------------------


def _asked_as_allocated(
    declarations: tuple[tree.Declaration, ...], body: tree.Body, own: set[str]
) -> tree.Body:
    """`body` where pointers that are only allocated are asked for, and nullified, as allocatable
    arrays are: those that no other name is bound to."""
    pointed = [s for s in every(body) if isinstance(s, tree.PointTo)]
    pairs = [p for s in every(body) if isinstance(s, tree.Associate) for p in s.pairs]
    bound = {root_of(s.value) for s in pointed} | {root_of(selector) for _, selector, _ in pairs}
    named = {s.target.name for s in pointed if isinstance(s.target, tree.Name) and not ends(s)}
    kept = {e.name for _, e in with_attribute(declarations, "pointer") if e.pointed}
    alone = (own & _allocated(body)) - bound - named - kept

    def change(node: Any) -> Any:
        match node:
            case tree.Apply("associated", (tree.Name(asked),)) if asked in alone:
                return replace(node, name="allocated")
            case tree.PointTo(tree.Name(asked)) if asked in alone:
                return tree.Deallocate((asked,), node.span, node.label)
        return node

    changed: tree.Body = mapped(body, change) if alone else body
    return changed


def _allocatable(
    declarations: tuple[tree.Declaration, ...], body: tree.Body, own: set[str]
) -> tuple[tree.Declaration, ...]:
    """The declarations where those of the pointers `own` that are allocated are allocatable."""
    made = _allocated(body) & own
    found: list[tree.Declaration] = []
    for declaration in declarations:
        if not isinstance(declaration, tree.TypeDeclaration):
            found.append(declaration)
            continue
        shaped = any(a.shape is not None for a in declaration.attributes)
        arrays = (
            e for _, e in with_attribute((declaration,), "pointer") if shaped or e.shape is not None
        )
        ours = {e.name for e in arrays if e.name in made and not e.pointed}
        if not ours:
            found.append(declaration)
            continue
        others = tuple(e for e in declaration.entities if e.name not in ours)
        if others:
            found.append(replace(declaration, entities=others))
        attributes = tuple(
            replace(a, name="allocatable") if a.name == "pointer" else a
            for a in declaration.attributes
            if a.name != "target"
        )
        entities = tuple(e for e in declaration.entities if e.name in ours)
        found.append(replace(declaration, attributes=attributes, entities=entities))
    return tuple(found)
