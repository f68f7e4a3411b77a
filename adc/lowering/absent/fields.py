"""Fields that are None on one path and a number or an array on another: a value and a flag.

`self.last = None` becomes `self.last = nan; self.last_is_none = True`, any other assignment sets
the flag by the kind of what it assigns, and `self.last is None` is the flag. This is done wherever
the program names a field so called, or the program is refused: a flag that one function forgets
would be wrong for all others. What is known of a field, that it is not None, is forgotten as soon
as something may set it by another name: a call, an assignment to an attribute, another object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import target_names, walk, with_parts
from adc.lowering.absent.names import (
    FIELD,
    Body,
    FlagRewriter,
    Names,
    UsedAsNoneError,
    hidden_functions,
)
from adc.lowering.absent.numbers import MODULES
from adc.lowering.absent.returned import placeholder
from adc.lowering.context import Context
from adc.lowering.objects.record_types import RecordType, flag_of

_BUILT_IN = frozenset({
    "abs", "max", "min", "float", "int", "len", "range", "sum", "round", "isinstance",
    "enumerate", "zip",
})  # fmt: skip
#: Methods that run without being called by name, but for those that an object begins with.
_BEGIN = ("__init__", "__post_init__", "__call__", "__repr__", "__str__")


def with_field_flags(cx: Context, function: surface.Function) -> surface.Function:
    """`function` with a flag for each field that may be None; ADC0212 where it cannot have one."""
    fields = {o.name: o for o in cx.learned.maybe_none if o.function == FIELD}
    named = [
        n for n in walk(function.body, inside=True)
        if isinstance(n, surface.Attribute) and n.name in fields
    ]  # fmt: skip
    if not named:
        return function
    paths = {_path(n) for n in named}
    if "" in paths or _set_unseen(cx, fields):
        raise _refused(named[0])
    own = {path: fields[path.rpartition(".")[2]] for path in sorted(paths)}
    flags = {path: flag_of(path) for path in own}
    rewriter = _Fields(
        own, flags, hidden_functions(cx, function), frozenset(), None, _properties(cx)
    )
    try:
        body, _ = rewriter.body(_renamed(function.body, own), frozenset())
    except UsedAsNoneError:
        raise _refused(named[0]) from None
    return replace(function, body=_restored(body, {*own, *flags.values()}))


def _refused(node: surface.Attribute) -> AdcError:
    return AdcError.of(
        "ADC0212", f"`{node.name}` is None on some paths only, and used where that goes on unseen",
        node.span, help=f"ask whether `{node.name}` is None before, or begin with a number",
    )  # fmt: skip


def _path(node: surface.Expr) -> str:
    """`self.pid.last`, where it is attributes of a name; else ""."""
    if isinstance(node, surface.Name):
        return node.name
    inner = _path(node.value) if isinstance(node, surface.Attribute) else ""
    return f"{inner}.{node.name}" if inner and isinstance(node, surface.Attribute) else ""


def _renamed(node: Any, own: Iterable[str]) -> Any:
    """`node` with names such as `self.last` for these fields."""
    if isinstance(node, surface.Attribute) and _path(node) in own:
        return surface.Name(_path(node), node.span)
    return with_parts(node, lambda part: _renamed(part, own))


def _restored(node: Any, paths: set[str]) -> Any:
    if isinstance(node, surface.Name) and node.name in paths:
        first, *rest = node.name.split(".")
        found: surface.Expr = surface.Name(first, node.span)
        for name in rest:
            found = surface.Attribute(found, name, node.span)
        return found
    return with_parts(node, lambda part: _restored(part, paths))


def _classes(cx: Context) -> Iterator[surface.Class]:
    for kind in cx.globals.values():
        if isinstance(kind, RecordType):
            yield from kind.classes


def _properties(cx: Context) -> Names:
    return frozenset(f.name for made in _classes(cx) for f in made.properties)


def _set_unseen(cx: Context, fields: Iterable[str]) -> bool:
    """Whether an operator of some class sets one of the fields."""
    for made in _classes(cx):
        for function in made.functions:
            unseen = function.name.startswith("__") and function.name not in _BEGIN
            if unseen and any(name in fields for name in _set_in(function.body)):
                return True
    return False


def _set_in(body: Body) -> Iterator[str]:
    for node in walk(body, inside=True):
        targets: tuple[surface.Expr, ...] = ()
        if isinstance(node, (surface.Assign, surface.AugmentedAssign)):
            targets = node.targets if isinstance(node, surface.Assign) else (node.target,)
        yield from (t.name for t in walk(targets) if isinstance(t, surface.Attribute))


@dataclass(frozen=True)
class _Fields(FlagRewriter):
    """The names that it rewrites are paths. `properties` are what runs a function when it is
    read."""

    properties: Names

    def statement(self, node: surface.Statement, known: Names) -> tuple[Body, Names | None]:
        nested = isinstance(node, (surface.For, surface.While))
        header: Any = node.condition if isinstance(node, surface.If) else node
        runs = self._runs(header)
        sets = nested and any(map(self._sets, walk(node)))
        known = frozenset() if runs or sets else known
        made, after = super().statement(node, known)
        if after is None or isinstance(node, surface.If):
            return made, after
        if nested:
            return made, frozenset() if runs or sets else after
        return made, self._after(node, after, runs)

    def _after(self, node: surface.Statement, after: Names, runs: bool) -> Names:
        """What is known after a statement that may call functions."""
        bound = self._bound((node,))
        if isinstance(node, surface.Assign) and isinstance(node.value, surface.Name):
            after = after - bound
        roots = {t.partition(".")[0] for t in self._targets(node)}
        if self._sets(node) and not bound:
            return frozenset()
        if bound or runs:
            after = after & bound if len(bound) == 1 else frozenset()
        return frozenset(n for n in after if n.partition(".")[0] not in roots - bound or n in bound)

    def _targets(self, node: surface.Statement) -> set[str]:
        if isinstance(node, surface.Assign):
            return {name for t in node.targets for name in target_names(t)}
        return target_names(node.target) if isinstance(node, surface.AugmentedAssign) else set()

    def _sets(self, node: object) -> bool:
        """Whether it binds a name that a path begins with, or sets an attribute."""
        if not isinstance(node, (surface.Assign, surface.AugmentedAssign, surface.For)):
            return False
        roots = {path.partition(".")[0] for path in self.own}
        if isinstance(node, surface.For):
            return node.target in roots
        targets = node.targets if isinstance(node, surface.Assign) else (node.target,)
        attributes = any(isinstance(t, surface.Attribute) for t in walk(targets))
        return attributes or bool(self._targets(node) & (roots | self.own.keys()))

    def _runs(self, node: Any) -> bool:
        """Whether it may run functions that set fields."""
        return any(map(self._is_call, walk(node, inside=True)))

    def _is_call(self, node: object) -> bool:
        if isinstance(node, surface.Attribute):
            return node.name in self.properties
        if not isinstance(node, surface.Call):
            return False
        function = node.function
        if isinstance(function, surface.Intrinsic):
            return False
        root = _path(function).partition(".")[0]
        if root in self.hidden:
            return True
        return root not in (_BUILT_IN if isinstance(function, surface.Name) else MODULES)

    def facts(self, test: surface.Expr, truth: bool) -> Names:
        return frozenset() if self._runs(test) else super().facts(test, truth)

    def assignment(self, node: surface.Assign, known: Names) -> tuple[Body, Names | None]:
        """A name that is assigned may stand for None, which its kind decides."""
        target, value = node.targets[0], node.value
        alone = len(node.targets) == 1 and isinstance(target, surface.Name)
        if not alone or not isinstance(value, surface.Name) or value.name in self.own:
            return super().assignment(node, known)
        assert isinstance(target, surface.Name)
        if target.name not in self.own:
            return super().assignment(node, known)
        made = surface.Intrinsic("adc.unless_none", node.span, "python")
        stands = placeholder(self.own[target.name].whole, node.span)
        call = surface.Call(made, (value, stands), (), node.span)
        asked = surface.Compare(("is",), (value, surface.NoneValue(node.span)), node.span)
        flag = surface.Name(self.flags[target.name], node.span)
        flagged = surface.Assign((flag,), asked, node.span)
        return (replace(node, value=call), flagged), known - {target.name}
