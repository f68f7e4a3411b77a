"""Dictionaries as arguments: which parameters a function asks for items by texts, and which.

`params["k"]` in the function, in what it calls with `params` as an argument, and one level further
in (`params["grid"]["dx"]`, as the path `params.grid`), are what tells a dictionary from an object
and from an array.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeGuard

from adc.frontends import surface
from adc.frontends.names import assigned_names, walk

#: Annotations of dictionaries, whatever they say of keys and values.
_ANNOTATION = re.compile(r"(?:typing\.|t\.)?(?:dict|Dict|Mapping|MutableMapping)(?:\[.*\])?$")
#: What is asked of dictionaries by a key that may be missing.
_OPTIONAL = ("get", "pop", "setdefault")
#: What goes through dictionaries.
WHOLE = ("items", "values", "keys")


def is_annotated(annotation: str | None) -> bool:
    return annotation is not None and _ANNOTATION.match(annotation.strip()) is not None


class Asked(NamedTuple):
    """The keys of a dictionary that have to be there, if that is `sure`. `whole`: it is used
    otherwise than by keys, so that their order may count."""

    keys: tuple[str, ...] = ()
    sure: bool = True
    whole: bool = True


@dataclass
class _Found:
    """The keys of dictionaries by their paths, in the order of the source, the keys of which the
    source asks whether they are there, and the paths of what is used as a whole."""

    keys: dict[str, dict[str, None]] = field(default_factory=dict)
    optional: set[tuple[str, str]] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)

    def add(self, path: str, key: str, *, optional: bool = False) -> None:
        own = self.keys.setdefault(path, {})
        if optional:
            self.optional.add((path, key))
        elif key.isidentifier():
            own[key] = None

    def take(self, each: Sequence[_Found]) -> None:
        """Adds what one of several functions asks for: what not all do may not be there."""
        for other in each:
            for path, keys in other.keys.items():
                self.keys.setdefault(path, {}).update(keys)
                self.optional |= {
                    (path, k) for k in keys if any(k not in f.keys.get(path, ()) for f in each)
                }
            self.optional |= other.optional
            self.whole |= other.whole


def asked_for(module: surface.Module, function: surface.Function) -> Mapping[str, Asked]:
    """What parameters of `function` are asked for by texts, and dictionaries in these (`p.grid`).
    Not sure is what is asked of a parameter that is bound anew, as to a copy with more keys."""
    found = _Found()
    own = {p.name: p.name for p in function.parameters if not p.star}
    _collect(module, function, own, found, frozenset())
    anew = assigned_names(function.body)
    return {
        path: Asked(
            tuple(k for k in keys if (path, k) not in found.optional),
            path.partition(".")[0] not in anew,
            path in found.whole or path.partition(".")[0] in anew,
        )
        for path, keys in found.keys.items()
    }


def _collect(
    module: surface.Module,
    function: surface.Function,
    paths: Mapping[str, str],
    found: _Found,
    within: frozenset[int],
) -> None:
    """Adds what `function` asks of its names in `paths`."""
    set_here = {id(t) for node in walk(function.body, inside=True) for t in _targets(node)}
    paths = _with_aliases(function, paths)
    by_key: set[int] = set()
    nodes = list(walk(function.body, inside=True))
    for node in nodes:
        by_key |= {id(n) for n in _look(node, paths, found, set_here)}
        target = node.targets[0] if isinstance(node, surface.Assign) else None
        if isinstance(target, surface.Name) and target.name in paths:
            by_key |= {id(node.value), id(target)}  # the other name is looked at, too
        if isinstance(node, surface.Call):
            each: list[_Found] = []
            for callee, inner, values in _handed_on(node, module, paths):
                if id(callee) not in within:
                    by_key |= set(map(id, values))
                    each.append(_Found())
                    _collect(module, callee, inner, each[-1], within | {id(callee)})
            found.take(each)
    found.whole |= {_path(n, paths) for n in nodes if id(n) not in by_key}


def _with_aliases(function: surface.Function, paths: Mapping[str, str]) -> dict[str, str]:
    """`paths` with the names that stand for a dictionary in one of them: `grid = params["grid"]`,
    and nothing else."""
    once = Counter(
        t.name for n in walk(function.body, inside=True) for t in _targets(n) if _is_name(t)
    )
    found = dict(paths)
    for node in walk(function.body, inside=True):
        if (
            isinstance(node, surface.Assign)
            and len(node.targets) == 1
            and _is_name(node.targets[0])
        ):
            name = node.targets[0].name
            path = _path(_given(node.value), found)
            if path and once[name] == 1 and name not in found:
                found[name] = path
    return found


def _given(value: surface.Expr) -> surface.Expr:
    """The dictionary that is given, of one that takes the place of None: `p if p is not None else
    DEFAULTS`, `p or {}`."""
    match value:
        case surface.Conditional(
            surface.Compare(("is" | "is not" as op,), (surface.Name(name), surface.NoneValue())),
            then,
            orelse,
        ):
            chosen = then if op == "is not" else orelse
            return chosen if _is_name(chosen) and chosen.name == name else value
        case surface.Logical("or", (surface.Name() as first, _)):
            return first
    return value


def _is_name(node: surface.Expr) -> TypeGuard[surface.Name]:
    return isinstance(node, surface.Name)


def _targets(node: Any) -> tuple[Any, ...]:
    return node.targets if isinstance(node, surface.Assign) else ()


def _look(
    node: Any, paths: Mapping[str, str], found: _Found, set_here: set[int]
) -> Iterator[surface.Expr]:
    """Adds what a node asks for; the dictionaries of which it wants nothing else."""
    match node:
        case surface.Subscript(value, (surface.String(key),)):
            path = _path(value, paths)
            if path:
                found.add(path, key, optional=id(node) in set_here)
                yield value
        case surface.Call(surface.Attribute(value, name), (surface.String(key), *_)):
            path = _path(value, paths)
            if path and name in _OPTIONAL:
                found.add(path, key, optional=True)
                yield value
        case surface.Call(surface.Attribute(value, name), ()) if name in WHOLE:
            if path := _path(value, paths):
                found.keys.setdefault(path, {})
        case surface.Starred(value, True) if path := _path(value, paths):
            found.keys.setdefault(path, {})
        case surface.Compare(ops, operands):
            for op, left, right in zip(ops, operands, operands[1:], strict=False):
                path = _path(right, paths) if op in ("in", "not in") else ""
                if path and isinstance(left, surface.String):
                    found.add(path, left.value, optional=True)
                    yield right


def _path(node: surface.Expr, paths: Mapping[str, str]) -> str:
    """The path of a parameter, or of an item of one."""
    match node:
        case surface.Name(name):
            return paths.get(name, "")
        case surface.Subscript(value, (surface.String(key),)):
            inner = _path(value, paths)
            return f"{inner}.{key}" if inner and key.isidentifier() else ""
    return ""


def _handed_on(
    call: surface.Call, module: surface.Module, paths: Mapping[str, str]
) -> Iterator[tuple[surface.Function, dict[str, str], list[surface.Expr]]]:
    """The functions of the module that `call` may call with something of `paths` among its
    arguments, the paths of their parameters, and these arguments."""
    for callee, bound in _called(call.function, module):
        names = [p.name for p in callee.parameters if not p.star][bound:]
        given = dict(zip(names, call.arguments, strict=False))
        given |= {k.name: k.value for k in call.keywords if k.name in names}
        inner = {n: path for n, value in given.items() if (path := _path(value, paths))}
        if inner:
            yield callee, inner, [given[n] for n in inner]


def _called(
    function: surface.Expr, module: surface.Module
) -> Iterator[tuple[surface.Function, int]]:
    """What the module has under a name, or as the method of a class, and how many parameters of
    that Python gives itself. Of methods with one name it may be any."""
    if isinstance(function, surface.Name):
        yield from ((f, 0) for f in module.functions if f.name == function.name)
    elif isinstance(function, surface.Attribute):
        for made in module.classes:
            for place, bound in (("functions", 1), ("makers", 1), ("statics", 0)):
                named = (f for f in getattr(made, place) if f.name == function.name)
                yield from ((f, bound) for f in named)
