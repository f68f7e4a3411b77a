"""Elemental functions of a derived type for arrays (Fortran 2018, 15.8.2): a loop over the elements
in front of the statement, which calls the function for each and keeps its value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.calls import Called, Hoisted, result_arguments, temporary
from adc.frontends.fortran.elaboration.extended import passed_as
from adc.frontends.fortran.elaboration.generics import Resolver
from adc.frontends.fortran.elaboration.kinds_of import Kind, Kinds
from adc.frontends.fortran.elaboration.literals import number
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.elaboration.refs import Level, Ref, parts, plain
from adc.frontends.fortran.elaboration.terms import Added
from adc.frontends.fortran.elaboration.types import Object, used_leaves
from adc.frontends.fortran.usage import walk

_INTEGER = "integer"


class Meaning(Protocol):
    """What is asked of a place in a unit's body (`meaning.Meaning`)."""

    @property
    def visible(self) -> Visible: ...

    @property
    def added(self) -> Added: ...

    @property
    def kinds(self) -> Kinds: ...

    @property
    def resolver(self) -> Resolver: ...

    @property
    def objects(self) -> dict[str, Object]: ...

    @property
    def hoisted(self) -> Hoisted: ...

    def kind(self, value: tree.Argument) -> Kind | None: ...

    def passed(
        self, given: tuple[tree.Argument, ...], unit: tree.Unit | None = None
    ) -> tuple[tree.Argument, ...]: ...

    def function_value(self, value: tree.Expr) -> Ref | None: ...

    def reference(self, expr: tree.Argument) -> Ref | None: ...


@dataclass(frozen=True)
class _Array:
    """An array among the arguments: the `names` of its components, or its own, each with the number
    of dimensions that a component has itself."""

    names: tuple[tuple[str, int], ...]
    span: Span

    def element(self, indices: list[tree.Name]) -> list[tree.Expr]:
        """The values of the element that `indices`, counted from 1, lead to."""
        found: list[tree.Expr] = []
        for name, inner in self.names:
            whole = tuple(tree.Section(None, None, None, self.span) for _ in range(inner))
            at = (self._at(name, inner + k, index) for k, index in enumerate(indices, 1))
            found.append(tree.Apply(name, (*whole, *at), self.span, self.span))
        return found

    def _at(self, name: str, dimension: int, index: tree.Name) -> tree.Expr:
        low = self.asked("lbound", name, dimension)
        before = tree.Binary("-", index, number(1, self.span), self.span)
        return tree.Binary("+", low, before, self.span)

    def asked(self, inquiry: str, name: str, dimension: int) -> tree.Expr:
        given = (tree.Name(name, self.span), number(dimension, self.span))
        return tree.Apply(inquiry, given, self.span, self.span)

    def extent(self, dimension: int) -> tree.Expr:
        name, inner = self.names[0]
        return self.asked("size", name, inner + dimension)


def by_elements(m: Meaning, called: Called, result: Object, rank: int, span: Span) -> Ref:
    """The array that holds the values."""
    hidden = next((n for n in ("size", "lbound") if m.visible.hides(n)), None)
    if hidden is not None:
        raise AdcError.of(
            "ADC0173", f"`{called.unit.name}` of arrays where `{hidden}` is a name of the routine's"
            " own is not supported", span, help=f"rename `{hidden}`",
        )  # fmt: skip
    if any(isinstance(a, tree.Keyword) for a in called.arguments):
        raise AdcError.of(
            "ADC0173", f"`{called.unit.name}` of arrays with keywords is not supported", span,
            help="give the arguments by position",
        )  # fmt: skip
    arrays: list[_Array] = []
    given: list[_Array | list[tree.Argument]] = []
    for position, argument in enumerate(called.arguments):
        kind = m.kind(argument)
        if kind is None or not kind.rank:
            given.append(_scalar(m, called, argument))
            continue
        arrays.append(_array(m, called, argument, position))
        given.append(arrays[-1])
    indices = [
        m.added.variable("element", tree.TypeSpec(_INTEGER, span), (), span) for _ in range(rank)
    ]
    one = tuple(tree.Bounds(None, None, False, span) for _ in range(rank))
    held = temporary(called.unit, replace(result, shape=one), m.added, span)
    m.objects[held.name] = held
    extents = [arrays[0].extent(k) for k in range(1, rank + 1)]
    m.hoisted.statements.append(_allocated(m, held, extents, span))
    own = _Array(tuple(_leaf_names(m, Ref((held.name,), (Level(rank),), held.type, span))), span)
    answers = [
        tree.Keyword(keyword.name, element, span)
        for keyword, element in zip(
            result_arguments(called.unit, held, m.added, span), own.element(indices), strict=True
        )
    ]
    passed = [v for g in given for v in (g.element(indices) if isinstance(g, _Array) else g)]
    name = m.added.alias(m.resolver.procedures.subroutine(called.unit))
    body: tree.Statement = tree.Call(name, (*passed, *answers), span)
    for index, extent in zip(indices, extents, strict=True):
        body = tree.Do(index.name, number(1, span), extent, None, (body,), span)
    m.hoisted.statements.append(body)
    return Ref((held.name,), (Level(rank),), held.type, span)


def _scalar(m: Meaning, called: Called, argument: tree.Argument) -> list[tree.Argument]:
    """An argument that is the same for all elements: no function of the sources, which may change
    something each time."""
    found = list(m.passed((argument,), None))
    for node in walk(tuple(found)):
        if isinstance(node, tree.Apply):
            symbol = m.kinds.meaning(node)
            if node.name in m.added.aliases or (symbol and symbol.storage == "procedure"):
                raise _refused(called.unit.name, argument.span)
    return found


def _array(m: Meaning, called: Called, argument: tree.Argument, position: int) -> _Array:
    """An argument that is a whole array, or the values of such a function for one."""
    if isinstance(argument, (tree.Section, tree.Keyword)):
        raise _refused(called.unit.name, argument.span)
    ref = m.function_value(argument) or m.reference(argument)
    if ref is None and isinstance(argument, tree.Name):
        return _Array(((argument.name, 0),), argument.span)
    if ref is None or any(level.subscripts is not None for level in ref.levels):
        raise _refused(called.unit.name, argument.span)
    if ref.type is None:
        whole = plain(ref, m.added.names)
        assert isinstance(whole, tree.Name)
        return _Array(((whole.name, 0),), argument.span)
    dummy = m.resolver.dummy(called.unit, position, "")
    count = passed_as(ref.type, dummy, argument.span, lambda name: True)
    return _Array(tuple(_leaf_names(m, ref))[:count], argument.span)


def _leaf_names(m: Meaning, ref: Ref) -> list[tuple[str, int]]:
    """The variables for the components of an array, with the dimensions of each."""
    found = []
    for leaf, part in parts(ref):
        whole = plain(part, m.added.names)
        assert isinstance(whole, tree.Name)
        found.append((whole.name, sum(map(len, leaf.shapes))))
    return found


def _allocated(m: Meaning, held: Object, extents: list[tree.Expr], span: Span) -> tree.Allocate:
    outer = tuple(tree.Bounds(None, extent, False, span) for extent in extents)
    items = tuple(
        (
            m.added.names.of((held.name, *leaf.path)),
            (*(b for shape in reversed(leaf.shapes) for b in shape), *outer),
            span,
        )
        for leaf in used_leaves(held.type)
    )
    return tree.Allocate(items, span)


def _refused(name: str, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0173", f"the function `{name}` of a derived type for each element of other than whole"
        " arrays and scalars is not supported", span,
        help="assign the values to variables first, and pass these",
    )  # fmt: skip
