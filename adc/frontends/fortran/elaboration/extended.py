"""Types that extend others: the components of the type that is extended come first, so that an
object is one of that type by its first components (Fortran 2018, 7.5.7).

Which procedure `object%name(…)` calls is decided by the declared type. So an object may only be
passed as one of the type that its own extends where both bind the same procedures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.types import DerivedType, Object, used_leaves
from adc.frontends.fortran.usage import walk


def lineage(type_: DerivedType) -> Iterator[DerivedType]:
    """The type and those that it extends, the nearest first."""
    at: DerivedType | None = type_
    while at is not None:
        yield at
        at = at.parent


def binding(type_: DerivedType, name: str) -> tuple[DerivedType, str] | None:
    """The procedure that `type_` binds to `name` or has from a type that it extends, with the type
    whose module has it; an empty one is none that adc can tell."""
    return next(((t, t.bindings[name]) for t in lineage(type_) if name in t.bindings), None)


def generic_bindings(type_: DerivedType, name: str) -> list[str]:
    """The names of the procedures that the type binds to the generic `name`, with those that the
    types bind to it that it extends (Fortran 2018, 7.5.7.3)."""
    found = (n for t in lineage(type_) for bound, own in t.generics if bound == name for n in own)
    return list(dict.fromkeys(found))


def check_extends(definition: tree.TypeDefinition, parent: DerivedType | None) -> DerivedType:
    """The type that `definition` extends; raises ADC0173 where adc does not know enough of it."""
    what = f"the derived type `{definition.name}` extends `{definition.extends}`"
    if parent is None:
        raise AdcError.of(
            "ADC0173", f"{what}, which no given file defines", definition.span,
            help=f"give the file that defines `{definition.extends}` as well",
        )  # fmt: skip
    if any(not name.isidentifier() for name, _ in (*parent.generics, *definition.generics)):
        raise AdcError.of(
            "ADC0173", f"{what}, with operators that they bind, which is not supported",
            definition.span,
            help=f"give it a component of the type `{definition.extends}`",
        )  # fmt: skip
    return parent


def dummy_of(unit: tree.Unit, position: int, keyword: str) -> str:
    """The dummy argument that an actual one is for; empty where there is none."""
    dummies = [a.name for a in unit.stated.arguments]
    if keyword:
        return keyword if keyword in dummies else ""
    return dummies[position] if position < len(dummies) else ""


def passed_as(
    type_: DerivedType, dummy: Object | None, span: Span, asks: Callable[[str], bool]
) -> int:
    """How many leaves of an actual argument of `type_` the dummy argument has: those of its own
    type. Raises ADC0173 where adc cannot tell how they fit, or what the procedure would call:
    `asks` tells whether it may ask objects for the procedure of a name."""
    count = len(used_leaves(type_))
    if type_.parent is None or (dummy is not None and dummy.type is type_):
        return count
    if dummy is None or all(dummy.type is not t for t in lineage(type_)):
        raise AdcError.of(
            "ADC0173", f"an argument of the type `{type_.name}`, which extends another, for"
            " another one is not supported", span,
            help="call a procedure whose argument has that type",
        )  # fmt: skip
    for older in lineage(dummy.type):
        for name in older.bindings:
            if binding(type_, name) != binding(dummy.type, name) and asks(name):
                raise AdcError.of(
                    "ADC0173", f"an argument of the type `{type_.name}` for one of the type"
                    f" `{dummy.type.name}`, of which it overrides `{name}`, is not supported",
                    span, help="call the procedure that is meant with an object of its own type",
                    notes=(Note("the type is here", type_.span),),
                )  # fmt: skip
    if asks("select type"):
        raise AdcError.of(
            "ADC0173", f"an argument of the type `{type_.name}` for one of the type"
            f" `{dummy.type.name}`, which SELECT TYPE may ask for its own, is not supported", span,
            help="call a procedure whose argument has that type",
        )  # fmt: skip
    return len(used_leaves(dummy.type))


def check_apart(
    given: tuple[tree.Argument, ...], unit: tree.Unit | None,
    dummy: Callable[[tree.Unit | None, int, str], Object | None],
) -> None:  # fmt: skip
    """Raises ADC0173 where one variable is passed twice to a procedure that may allocate or free
    its arrays, or gives it to others: it would know these by two names. `dummy` tells the object
    that an actual argument is for."""
    if unit is None or len(given) < 2:
        return
    known: list[tuple[str, set[str]]] = []
    for position, argument in enumerate(given):
        keyword, value = "", argument
        if isinstance(argument, tree.Keyword):
            keyword, value = argument.name, argument.value
        path = "" if isinstance(value, tree.Section | tree.Keyword) else tree.path_of(value)
        if not path:
            continue
        twice = [said for other, said in known if _overlap(path, other)]
        taken = _said(unit, dummy_of(unit, position, keyword))
        object_ = dummy(unit, position, keyword)
        if object_ is not None and any(leaf.held is not None for leaf in used_leaves(object_.type)):
            taken.add("allocatable")
        if any(_may_allocate(unit, taken, said) for said in twice):
            raise AdcError.of(
                "ADC0173", f"`{path}`, passed twice to `{unit.name}`, which may allocate or free"
                " its arrays, is not supported", argument.span, help="pass a copy of it",
            )  # fmt: skip
        known.append((path, taken))


def _overlap(path: str, other: str) -> bool:
    return f"{path}%".startswith(f"{other}%") or f"{other}%".startswith(f"{path}%")


def _said(unit: tree.Unit, name: str) -> set[str]:
    """The attributes of a dummy, by its declaration or statements of their own."""
    return {
        a.name + (f"({a.text})" if a.text else "")
        for d in unit.stated.declarations
        if isinstance(d, tree.TypeDeclaration | tree.AttributeStatement)
        and name in {e.name for e in d.entities}
        for a in (d.attributes if isinstance(d, tree.TypeDeclaration) else (d.attribute,))
    }


def _may_allocate(unit: tree.Unit, one: set[str], other: set[str]) -> bool:
    """Whether a procedure may change which arrays of two dummies are allocated, whose attributes
    are `one` and `other`, with `allocatable` where they have such components."""
    if "allocatable" not in one | other or "intent(in)" in one & other:
        return False
    return "intent(out)" in one | other or any(
        isinstance(node, tree.Allocate | tree.Deallocate | tree.Call)
        or (isinstance(node, tree.Assign) and tree.path_of(node.target) != "")
        for node in walk(unit.stated.body)
    )
