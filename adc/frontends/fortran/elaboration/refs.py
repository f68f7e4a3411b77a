"""References of variables with their components and subscripts, before and after composition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.extended import lineage
from adc.frontends.fortran.elaboration.literals import number
from adc.frontends.fortran.elaboration.naming import NewNames
from adc.frontends.fortran.elaboration.types import DerivedType, Leaf, used_leaves


@dataclass(frozen=True)
class Level:
    """One part of a reference: its dimensions and the subscripts that it has, if any."""

    rank: int
    subscripts: tuple[tree.Argument, ...] | None = None

    @property
    def is_array(self) -> bool:
        if self.subscripts is None:
            return self.rank > 0
        return any(isinstance(s, tree.Section) for s in self.subscripts)


@dataclass(frozen=True)
class Ref:
    """`path` of names with a level for each, the outermost first; `type` is a derived one for what
    is not yet a number, None else. The subscripts are elaborated."""

    path: tuple[str, ...]
    levels: tuple[Level, ...]
    type: DerivedType | None
    span: Span

    @property
    def shape_level(self) -> int | None:
        """The part of the reference that is an array; None for a scalar."""
        return next((k for k, level in enumerate(self.levels) if level.is_array), None)


def component(ref: Ref, name: str, span: Span) -> Ref:
    """`ref%name`; raises ADC0173 where there is none."""
    older = next((t for t in lineage(ref.type) if t.name == name), None) if ref.type else None
    if older is not None and older is not ref.type:
        return replace(ref, type=older, span=span)
    found = ref.type.component(name) if ref.type is not None else None
    if found is None:
        owner = "%".join(ref.path)
        what = f"the type `{ref.type.name}`" if ref.type is not None else f"`{owner}`"
        raise AdcError.of(
            "ADC0173", f"{what} has no component `{name}`", span,
            help="correct the name, or add the component",
        )  # fmt: skip
    if found.error is not None:
        raise found.error
    level = Level(len(found.shape))
    return Ref((*ref.path, name), (*ref.levels, level), found.type, span)


def is_pointer(
    given: tuple[tree.Argument, ...], reference: Callable[[tree.Expr], Ref | None]
) -> bool:
    """Whether the one argument is a component that is a pointer by its declaration."""
    if len(given) != 1 or not isinstance(given[0], tree.Component):
        return False
    owner = reference(given[0].owner)
    found = owner.type.component(given[0].name) if owner is not None and owner.type else None
    return found is not None and found.pointer


def applied(ref: Ref, arguments: tuple[tree.Argument, ...], names: NewNames, span: Span) -> Ref:
    """`ref(arguments)`: subscripts of its last part, or of the section that it is."""
    last = ref.levels[-1]
    if last.rank and last.subscripts is None:
        if len(arguments) != last.rank:
            raise _count(ref, last.rank, len(arguments), span)
        return replace(ref, levels=(*ref.levels[:-1], Level(last.rank, arguments)), span=span)
    at = ref.shape_level
    if at is None:
        raise AdcError.of(
            "ADC0215", f"`{'%'.join(ref.path)}` is no array", span, help="leave the subscripts out"
        )
    return _composed(ref, at, arguments, names, span)


def _count(ref: Ref, rank: int, given: int, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0215", f"{given} subscripts for `{'%'.join(ref.path)}`, which has {rank}"
        f" dimension{'s' if rank > 1 else ''}", span,
        help="give one subscript for each dimension",
    )  # fmt: skip


def _composed(
    ref: Ref, at: int, arguments: tuple[tree.Argument, ...], names: NewNames, span: Span
) -> Ref:
    """Subscripts of a section: `u(i)` where `u` stands for `a(2:9:3, j)`."""
    level = ref.levels[at]
    given = level.subscripts or tuple(
        tree.Section(None, None, None, span) for _ in range(level.rank)
    )
    wanted = sum(isinstance(s, tree.Section) for s in given)
    if wanted != len(arguments):
        raise _count(ref, wanted, len(arguments), span)
    pending = list(arguments)
    found: list[tree.Argument] = []
    for dimension, subscript in enumerate(given):
        if not isinstance(subscript, tree.Section):
            found.append(subscript)
            continue
        low = subscript.start
        if low is None:
            low = _first(ref, at, dimension, subscript, names)
        found.append(_within(subscript, low, pending.pop(0)))
    levels = (*ref.levels[:at], Level(level.rank, tuple(found)), *ref.levels[at + 1 :])
    return replace(ref, levels=levels, span=span)


def _first(ref: Ref, at: int, dimension: int, section: tree.Section, names: NewNames) -> tree.Expr:
    """The first subscript of a section without one: a bound of the array."""
    inner = sum(level.rank for level in ref.levels[at + 1 :])
    span = section.span
    backward = _sign(section.step) < 0
    array = tree.Name(names.of(ref.path) if len(ref.path) > 1 else ref.path[0], span)
    if ref.type is not None:
        raise AdcError.of(
            "ADC0169", "subscripts of this section of a derived type are not supported", span,
            help="give the section its first subscript",
        )  # fmt: skip
    which = number(inner + dimension + 1, span)
    return tree.Apply("ubound" if backward else "lbound", (array, which), span, span)


def _sign(step: tree.Expr | None) -> int:
    if step is None or isinstance(step, tree.Number):
        return 1
    if isinstance(step, tree.Unary) and step.op == "-" and isinstance(step.operand, tree.Number):
        return -1
    raise AdcError.of(
        "ADC0169", "this step of a section with a name of its own is not supported", step.span,
        help="write the step as a number",
    )  # fmt: skip


def _within(section: tree.Section, low: tree.Expr, given: tree.Argument) -> tree.Argument:
    """The subscript of the array for one of the section."""
    if isinstance(given, tree.Keyword):
        raise AdcError.of(
            "ADC0155", "a keyword among subscripts", given.span, help="give the subscript alone"
        )
    if not isinstance(given, tree.Section):
        return _at(low, section.step, given)
    if given.step is not None and section.step is not None:
        raise AdcError.of(
            "ADC0169", "a section with a step of a section with a step is not supported",
            given.span, help="write it with the array itself",
        )  # fmt: skip
    if _sign(given.step) < 0 and (given.start is None or given.stop is None):
        raise AdcError.of(
            "ADC0169", "this section of a section is not supported", given.span,
            help="give it its first and last subscript",
        )  # fmt: skip
    start = section.start if given.start is None else _at(low, section.step, given.start)
    stop = section.stop if given.stop is None else _at(low, section.step, given.stop)
    return tree.Section(start, stop, section.step or given.step, given.span)


def _at(low: tree.Expr, step: tree.Expr | None, position: tree.Expr) -> tree.Expr:
    """`low + (position - 1)*step`."""
    span = position.span
    moved: tree.Expr = tree.Binary("-", position, number(1, span), span)
    if step is not None:
        moved = tree.Binary("*", moved, step, span)
    return tree.Binary("+", low, moved, span)


# -- the variables that a reference becomes --------------------------------------------------------


def plain(ref: Ref, names: NewNames) -> tree.Expr:
    """The variable, element or section for a reference that is a number or an array of them."""
    name = names.of(ref.path) if len(ref.path) > 1 else ref.path[0]
    if all(level.subscripts is None for level in ref.levels):
        return tree.Name(name, ref.span)
    arguments: list[tree.Argument] = []
    for level in reversed(ref.levels):
        whole = tuple(tree.Section(None, None, None, ref.span) for _ in range(level.rank))
        arguments += level.subscripts if level.subscripts is not None else whole
    if not arguments:
        return tree.Name(name, ref.span)
    return tree.Apply(name, tuple(arguments), ref.span, ref.span)


def parts(ref: Ref) -> Iterator[tuple[Leaf, Ref]]:
    """Each component of an object, however deep, with the reference of it there."""
    assert ref.type is not None
    for leaf in used_leaves(ref.type):
        levels = tuple(Level(len(shape)) for shape in leaf.shapes)
        yield leaf, Ref((*ref.path, *leaf.path), (*ref.levels, *levels), None, ref.span)
