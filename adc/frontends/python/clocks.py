"""Times that a function takes of itself: `t0 = time.perf_counter()`, and what is made of them.

Where nothing but what is left out (`print`) reads such a variable, its assignments are left out,
too. A time that gets into what is computed stays, and is refused where it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.python.left_out import is_listed
from adc.frontends.python.made_texts import is_made
from adc.frontends.python.source import Source

_CLOCKS = {
    "time": (
        "time", "perf_counter", "process_time", "monotonic", "thread_time", "time_ns",
        "perf_counter_ns", "process_time_ns", "monotonic_ns",
    ),
    "timeit": ("default_timer",),
}  # fmt: skip
Written = surface.Assign | surface.AugmentedAssign


def without_clocks(
    body: tuple[surface.Statement, ...], source: Source
) -> tuple[surface.Statement, ...]:
    """`body` without the assignments to variables that hold times which nothing reads."""
    nodes = list(walk(body, inside=True))
    clocks = {id(n): path for n in nodes for path in [_clock(n, source)] if path}
    if not clocks:
        return body
    written: dict[str, list[Written]] = {}
    for node in nodes:
        if isinstance(node, (surface.Assign, surface.AugmentedAssign)):
            for name in _names(node) or ():
                written.setdefault(name, []).append(node)
    held = _unread(nodes, written, clocks)
    timed = _timed({n: written[n] for n in held}, clocks)
    left = {id(a): _first(a.value, clocks) for n in timed for a in written[n]}
    found = _without(body, left)
    assert isinstance(found, tuple)
    return found


def _clock(node: Any, source: Source) -> str:
    """What is called, where that is a clock of Python's."""
    if not isinstance(node, surface.Call) or node.arguments or node.keywords:
        return ""
    path = _path(node.function)
    return ".".join(path) if path and is_listed(path, _CLOCKS, source) else ""


def _path(function: surface.Expr) -> tuple[str, ...]:
    if isinstance(function, surface.Name):
        return (function.name,)
    if isinstance(function, surface.Attribute):
        before = _path(function.value)
        return (*before, function.name) if before else ()
    return ()


def _names(statement: Written) -> tuple[str, ...] | None:
    """The variables that it sets, where it sets nothing else."""
    targets = statement.targets if isinstance(statement, surface.Assign) else (statement.target,)
    names = tuple(t.name for t in targets if isinstance(t, surface.Name))
    return names if len(names) == len(targets) else None


def _unread(
    nodes: list[Any], written: Mapping[str, list[Written]], clocks: Mapping[int, str]
) -> set[str]:
    """The variables that are made of times and numbers alone, and that only such ones read."""
    names = set(written)
    shown = {id(n) for text in nodes if is_made(text) for n in walk(text)}
    while True:
        made = [a for n in names for a in written[n]]
        inside = shown.union(id(n) for a in made for n in walk(a, inside=True))
        read = {n.name for n in nodes if isinstance(n, surface.Name) and id(n) not in inside}
        kept = {
            n for n in names - read
            if all(
                _is_plain(a.value, names, clocks) and names.issuperset(_names(a) or ())
                for a in written[n]
            )
        }  # fmt: skip
        if kept == names:
            return names
        names = kept


def _is_plain(value: surface.Expr, names: set[str], clocks: Mapping[int, str]) -> bool:
    if isinstance(value, surface.Binary):
        return all(_is_plain(v, names, clocks) for v in (value.left, value.right))
    if isinstance(value, surface.Name):
        return value.name in names
    return isinstance(value, surface.Number) or id(value) in clocks


def _timed(written: Mapping[str, list[Written]], clocks: Mapping[int, str]) -> set[str]:
    """Those among them that a time gets into: what else nothing reads stays as it is."""
    found: set[str] = set()
    while True:
        more = {
            n for n, made in written.items() if n not in found and any(
                id(p) in clocks or (isinstance(p, surface.Name) and p.name in found)
                for a in made for p in walk(a.value, inside=True)
            )
        }  # fmt: skip
        if not more:
            return found
        found |= more


def _first(value: surface.Expr, clocks: Mapping[int, str]) -> str:
    return next((clocks[id(n)] for n in walk(value, inside=True) if id(n) in clocks), "")


def _without(node: Any, left: Mapping[int, str]) -> Any:
    """`node` with what stands for each statement of `left` in its place."""
    if isinstance(node, tuple):
        return tuple(_without(n, left) for n in node)
    if id(node) in left:
        called = left[id(node)]
        if not called:
            return surface.Pass(node.span)
        return surface.LeftOut(called, surface.Name(called.partition(".")[0], node.span), node.span)
    if not is_dataclass(node) or isinstance(node, (type, surface.Define)):
        return node
    if type(node).__module__ != surface.__name__:
        return node
    changed = {}
    for field in fields(node):
        old = getattr(node, field.name)
        if isinstance(old, tuple):
            new = _without(old, left)
            if any(a is not b for a, b in zip(old, new, strict=True)):
                changed[field.name] = new
    return replace(node, **changed) if changed else node
