"""Which names a function uses and binds, read off the surface tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from adc.frontends import surface


def walk(node: Any, *, inside: bool = False) -> Iterator[Any]:
    """Every surface node below `node` (a node or a tuple of them), parents first, in order; of a
    function inside, which has names of its own, what is below it only where `inside` says so."""
    pending = [node]
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind is tuple:
            pending += reversed(node)
        elif (parts := _INNER[kind] if kind in _INNER else _inner_of(kind)) is not None:
            yield node
            if kind in _WITH_OWN_NAMES and not inside:
                continue
            pending += [getattr(node, part) for part in parts]


_WITH_OWN_NAMES = (surface.Lifted, surface.Lambda, surface.Define)

#: Types of fields that hold no nodes, as `surface` spells them: most of what a walk would look at.
_PLAIN = frozenset(
    ["Span", "Span | None", "str", "str | None", "int", "bool", "tuple[str, ...]", "frozenset[str]"]
)

_PARTS: dict[type, tuple[str, ...] | None] = {}
_INNER: dict[type, tuple[str, ...] | None] = {}


def _inner_of(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of surface nodes that may hold nodes, the last one first; None for any
    other class."""
    if _parts_of(kind) is None:
        _INNER[kind] = None
    else:
        inner = (field for field in reversed(fields(kind)) if field.type not in _PLAIN)
        _INNER[kind] = tuple(field.name for field in inner)
    return _INNER[kind]


def _parts_of(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of surface nodes, the last one first; None for any other class."""
    if kind not in _PARTS:
        _PARTS[kind] = _fields_of(kind)
    return _PARTS[kind]


def _fields_of(kind: type) -> tuple[str, ...] | None:
    if not is_dataclass(kind) or kind.__module__ != surface.__name__:
        return None
    return tuple(field.name for field in reversed(fields(kind)))


def with_parts(node: Any, f: Callable[[Any], Any]) -> Any:
    """`node`, a surface node or a tuple of them, with `f` applied to each of its parts; anything
    else as it is."""
    if isinstance(node, tuple):
        return tuple(map(f, node))
    named = _parts_of(type(node))
    if named is None:
        return node
    parts = {name: f(getattr(node, name)) for name in reversed(named)}
    return replace(node, **parts)


def root_name(node: Any) -> str:
    """`a` of `a` and `a.b.c`; "" where it is no name."""
    while isinstance(node, surface.Attribute):
        node = node.value
    return node.name if isinstance(node, surface.Name) else ""


def bound_names(function: surface.Function) -> frozenset[str]:
    """The function's local names: its parameters and whatever it assigns to."""
    return frozenset({p.name for p in function.parameters} | assigned_names(function.body))


def assigned_names(body: tuple[surface.Statement, ...]) -> set[str]:
    """The names that the statements of `body` bind."""
    found: set[str] = set()
    for node in walk(body):
        if isinstance(node, surface.For):
            found.add(node.target)
        elif isinstance(node, surface.Assign):
            found |= names_of(node)
        elif isinstance(node, surface.AugmentedAssign):
            found |= target_names(node.target)
        elif isinstance(node, (surface.Declare, surface.Associate)):
            found.add(node.name)
        elif isinstance(node, surface.Define):
            found.add(node.function.name)
    return found


def target_names(target: surface.Expr) -> set[str]:
    """The names that an assignment to `target` binds; `A[i]` binds none."""
    if isinstance(target, surface.Starred):
        return target_names(target.value)
    if isinstance(target, surface.Name):
        return {target.name}
    if isinstance(target, surface.Sequence):
        return {name for item in target.items for name in target_names(item)}
    return set()


def names_of(assignment: surface.Assign) -> set[str]:
    """The names that an assignment binds."""
    return {name for target in assignment.targets for name in target_names(target)}


def methods_of(made: surface.Class) -> tuple[surface.Function, ...]:
    """All that the class has of functions, whatever they are to its objects."""
    return (*made.functions, *made.properties, *made.makers, *made.statics, *made.setters)


def free_names(function: surface.Function) -> dict[str, surface.Name]:
    """The names that `function` takes from its module, each with its first use."""
    bound = bound_names(function)
    found: dict[str, surface.Name] = {}
    defaults = tuple(p.default for p in function.parameters if p.default is not None)
    for node in walk((*defaults, *function.body)):
        if isinstance(node, surface.Name) and node.name not in bound:
            found.setdefault(node.name, node)
        elif isinstance(node, surface.Lifted):
            inner = free_names(node.function)
            inner |= {node.own.name: node.own} if node.own is not None else {}
            for name, use in inner.items():
                found.setdefault(name, use)
        elif isinstance(node, (surface.Lambda, surface.Define)):
            for name, use in free_names(node.function).items():
                if name not in bound:
                    found.setdefault(name, use)
    return found


def starred(display: surface.Sequence) -> bool:
    """Whether `*xs` stands among the items of a tuple or list, so that nothing says how many."""
    return any(isinstance(item, surface.Starred) for item in display.items)


def alike(one: object, other: object) -> bool:
    """Whether two expressions are the same but for where they stand."""
    return _bare(one) == _bare(other)


def _bare(node: object) -> object:
    if isinstance(node, tuple):
        return tuple(map(_bare, node))
    parts = getattr(node, "__dataclass_fields__", None)
    if parts is None:
        return node
    return type(node).__name__, tuple(_bare(getattr(node, p)) for p in parts if p != "span")
