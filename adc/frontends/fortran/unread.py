"""Character dummies that tell the caller something and that nobody reads: messages of errors.

What is assigned to characters is left out of the generated code (`texts`), so that one that nothing
reads can hold any text: it is taken to hold blanks, and needs no `--fix`.
"""

from __future__ import annotations

from collections.abc import Iterator

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.routine import walk
from adc.frontends.fortran.symbol import Scope, Symbol


def unread_texts(scope: Scope) -> list[Symbol]:
    """The character dummies of the unit of `scope` that nothing reads, but for single letters,
    which are numbers for the caller."""
    return [
        d for d in scope.arguments
        if d.base == "character" and (d.length != 1 or d.bounds is not None)
        and is_unread(scope, d)
    ]  # fmt: skip


def is_unread(scope: Scope, dummy: Symbol, seen: frozenset[int] = frozenset()) -> bool:
    """Whether no statement reads `dummy` before one has set it: by its intent, or because none
    reads it at all. `seen` are units that are looked at already."""
    unit = scope.unit
    if _is_measured(unit, scope, dummy.name):
        return False
    if dummy.intent == "out":
        return True
    if unit.family or any(
        _names((inner.declarations, scope.sources.scope(inner).body), dummy.name)
        for inner in unit.contains
        if dummy.name not in {a.name for a in inner.stated.arguments}
    ):
        return False
    excused = {id(n) for n in _setting(scope, dummy.name, seen | {id(unit)})}
    return all(id(n) in excused for n in _names(scope.body, dummy.name))


def _is_measured(unit: tree.Unit, scope: Scope, name: str) -> bool:
    """Whether the length of the text, which is the caller's, is asked for."""
    asked = (n for n in walk(scope.body) if isinstance(n, tree.Apply) and n.name == "len")
    return bool(_names(unit.declarations, name)) or any(_names(n, name) for n in asked)


def _names(body: object, name: str) -> list[tree.Name | tree.Apply]:
    """Where the name stands."""
    return [n for n in walk(body) if isinstance(n, (tree.Name, tree.Apply)) and n.name == name]


def _setting(scope: Scope, name: str, seen: frozenset[int]) -> Iterator[object]:
    """The references that do not read the text: targets of assignments, what is in output, and
    arguments of procedures that do not read theirs."""
    for node in walk(scope.body):
        match node:
            case tree.Assign(tree.Name() | tree.Apply() as target):
                yield target
            case tree.InputOutput() if not node.assigned:
                yield from walk(node)
            case tree.Call() | tree.Apply() if any(_is(a, name) for a in node.arguments):
                yield from handed_unread(scope, node, seen)


def handed_unread(
    scope: Scope, node: tree.Call | tree.Apply, seen: frozenset[int] = frozenset()
) -> Iterator[tree.Name | tree.Apply]:
    """The texts in arguments of a reference which the procedure does not read."""
    try:
        unit = scope.lookup(node.name, node.span).unit
    except AdcError:  # a procedure that no file defines
        return
    if unit is None or id(unit) in seen:
        return
    inside = scope.sources.scope(unit)
    by_name = {d.name: d for d in inside.arguments}
    for place, argument in enumerate(node.arguments):
        if isinstance(argument, tree.Keyword):
            value, dummy = argument.value, by_name.get(argument.name)
        elif isinstance(argument, tree.Section) or place >= len(inside.arguments):
            continue
        else:
            value, dummy = argument, inside.arguments[place]
        if dummy is None or dummy.base != "character":
            continue
        texts = texts_of(value)
        if texts and is_unread(inside, dummy, seen):
            yield from (t for t in texts if not isinstance(t, tree.String))


def texts_of(value: tree.Argument) -> list[tree.Name | tree.Apply | tree.String]:
    """The texts that `value` is put together of: variables, parts of them and constants; none
    where it has anything else in it."""
    match value:
        case tree.Name() | tree.String() | tree.Apply(_, (tree.Section(),)):
            return [value]
        case tree.Binary("//", left, right):
            both = texts_of(left), texts_of(right)
            return [*both[0], *both[1]] if all(both) else []
        case tree.Unary("()", operand) | tree.Apply("trim" | "adjustl" | "adjustr", (operand,)):
            return texts_of(operand)
    return []


def _is(argument: tree.Argument, name: str) -> bool:
    value = argument.value if isinstance(argument, tree.Keyword) else argument
    return isinstance(value, tree.Name) and value.name == name
