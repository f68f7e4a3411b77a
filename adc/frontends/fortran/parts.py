"""Arguments that are components: how the source writes them, and the variables that they are of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adc.frontends.calling import Whole
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.elaboration.elaborate import Elaboration
from adc.frontends.fortran.elaboration.types import Component, DerivedType, Object
from adc.frontends.fortran.symbols import Symbol


@dataclass(frozen=True)
class Parts:
    """What elaboration knows of the variables that it has made."""

    elaboration: Elaboration

    def origin(self, symbol: Symbol) -> str:
        """`state%u` for the variable `state_u`; "" for variables of the source's own."""
        found = self.elaboration.names.origins.get(symbol.original or symbol.name, "")
        return found if "%" in found else ""

    def owner(self, symbol: Symbol) -> tuple[Object, list[str]] | None:
        """The variable that `symbol` is a component of, with the names of the way there."""
        first, *rest = self.origin(symbol).split("%")
        if not rest:
            return None
        found = self.elaboration.visible(symbol.scope.unit).object(first)
        return None if found is None else (found, rest)

    def path(self, symbol: Symbol) -> tuple[tuple[str, int], ...]:
        """The parts of the component's name, each with its rank."""
        found = self.owner(symbol)
        if found is None:
            return ()
        object_, names = found
        path = [(object_.name, len(object_.shape))]
        type_ = object_.type
        for name in names:
            component = type_.component(name)
            assert component is not None
            path.append((name, len(component.shape)))
            type_ = component.type or type_
        return tuple(path)

    def component(self, symbol: Symbol) -> Component | None:
        """The component that `symbol` is; None for any other variable."""
        found, component = self.owner(symbol), None
        type_ = found[0].type if found is not None else None
        for name in found[1] if found is not None else ():
            component = type_.component(name) if type_ is not None else None
            type_ = component.type if component is not None else None
        return component

    def lows(self, symbol: Symbol) -> tuple[int, ...]:
        """The lower bounds of an allocatable component; none for any other variable."""
        component = self.component(symbol)
        if component is None or not component.allocatable:
            return ()
        lows = (None if b.lower is None else integer_constant(b.lower, symbol.scope)
                for b in component.shape)  # fmt: skip
        return tuple(1 if low is None else low for low in lows)

    def shared_dimension(self, symbol: Symbol, dimension: int) -> tuple[str, int] | None:
        """The array of a derived type, and its dimension, whose extent a component's dimension is:
        that of all elements is one. None for a dimension of the component's own."""
        path = self.path(symbol)
        inner = path[-1][1] if path else len(symbol.bounds or ())
        for k in range(len(path) - 2, -1, -1):
            if inner <= dimension < inner + path[k][1]:
                return "%".join(name for name, _ in path[: k + 1]), dimension - inner
            inner += path[k][1]
        return None

    def wholes(self, head: tree.Unit, shared: Sequence[Symbol]) -> tuple[Whole, ...]:
        """The dummies of derived types, and the module variables that `shared` are parts of."""
        found: dict[tuple[str, str], Whole] = {}
        visible = self.elaboration.visible(head)
        for dummy in head.stated.arguments:
            object_ = visible.object(dummy.name) if dummy.name in visible.variables else None
            if object_ is not None:
                found["", object_.name] = self._whole(object_, "dummy", "")
        for symbol in shared:
            owner = self.owner(symbol)
            if owner is not None and symbol.storage != "common":
                found[symbol.owner, owner[0].name] = self._whole(owner[0], "module", symbol.owner)
        return tuple(found.values())

    def _whole(self, object_: Object, storage: str, owner: str) -> Whole:
        made = _whole(object_, storage, owner)
        names = self.elaboration.texts_set
        if object_.shape or not names:
            return made
        texts = (t for t in _texts(object_.type) if t[0].rpartition("%")[2] in names)
        return replace(made, texts=tuple(texts))


def _whole(object_: Object, storage: str, owner: str) -> Whole:
    known = ("optional", "value", "allocatable")
    words: tuple[str, ...] = tuple(w for w in known if w in object_.attributes)
    if "pointed" in object_.attributes:
        words = (*words, "pointer")
    unit = object_.type.unit
    return Whole(
        object_.name,
        storage,
        object_.type.name,
        unit.name if unit.kind == "module" else "",
        len(object_.shape),
        owner,
        "allocatable" in object_.attributes,
        any(b.upper is None and not b.star for b in object_.shape),
        words,
        tuple(_targets(object_.type)) if not object_.shape else (),
        held=tuple(_held(object_.type)) if not object_.shape else (),
    )


def _held(type_: DerivedType) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The paths of allocatable arrays of objects in a type, with their lower bounds."""
    for one in type_.components:
        if one.type is None or one.error is not None:
            continue
        if one.allocatable:
            lows = (b.lower for b in one.shape)
            yield one.name, tuple(_number(low) for low in lows)
        elif not one.shape:
            yield from ((f"{one.name}%{path}", lows) for path, lows in _held(one.type))


def _number(low: tree.Expr | None) -> int:
    """A lower bound that is settled."""
    sign = -1 if isinstance(low, tree.Unary) else 1
    found = low.operand if isinstance(low, tree.Unary) else low
    return sign * int(found.text) if isinstance(found, tree.Number) else 1


def _texts(type_: DerivedType) -> Iterator[tuple[str, int]]:
    """The paths of allocatable arrays of characters in a type, with their ranks."""
    for one in type_.components:
        if one.spec.base == "character" and one.allocatable and one.shape and not one.spec.star:
            yield one.name, len(one.shape)
        elif one.type is not None and one.error is None and not one.shape:
            yield from ((f"{one.name}%{path}", rank) for path, rank in _texts(one.type))


def _targets(type_: DerivedType) -> Iterator[str]:
    """The paths of the pointers to objects in a type."""
    for one in type_.components:
        if one.type is None or one.error is not None or one.shape:
            continue
        if one.pointer:
            yield one.name
        yield from (f"{one.name}%{path}" for path in _targets(one.type))
