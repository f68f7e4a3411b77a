"""Arguments, declarations and USE with a variable for each component."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.elaboration.naming import NewNames
from adc.frontends.fortran.elaboration.records import in_common
from adc.frontends.fortran.elaboration.terms import pointer_copied
from adc.frontends.fortran.elaboration.types import Leaf, Object, leaves, used_leaves
from adc.frontends.fortran.facts import name_of
from adc.frontends.fortran.usage import walk

_DERIVED = ("type", "class")


def arguments(visible: Visible, names: NewNames) -> tuple[tree.Name, ...]:
    """The dummies, those of derived types as their components in the order of the definition."""
    found: list[tree.Name] = []
    for dummy in visible.unit.stated.arguments:
        object_ = known_object(visible, dummy.name) if dummy.name in visible.variables else None
        if object_ is None:
            found.append(dummy)
            continue
        for leaf in used_leaves(object_.type):
            found.append(tree.Name(names.of((dummy.name, *leaf.path)), dummy.span))
    return tuple(found)


def known_object(visible: Visible, name: str) -> Object | None:
    """As `Visible.object`; None too where the type's definition is not as adc needs it."""
    try:
        return visible.object(name)
    except AdcError:
        return None


def declarations(visible: Visible, names: NewNames) -> tuple[tree.Declaration, ...]:
    """The unit's declarations with those of derived types taken apart."""
    found: list[tree.Declaration] = []
    for declaration in visible.unit.stated.declarations:
        found += taken_apart(declaration, visible, names)
    return tuple(found)


def taken_apart(
    declaration: tree.Declaration, visible: Visible, names: NewNames
) -> list[tree.Declaration]:
    match declaration:
        case tree.TypeDeclaration() if declaration.type.base in _DERIVED:
            return [
                d for entity in declaration.entities
                for d in _components(declaration, entity, visible, names)
            ]  # fmt: skip
        case tree.AttributeStatement() if declaration.entities:
            return [_attributed(declaration, visible, names)]
        case tree.Use():
            return [_use(declaration, visible, names)]
        case tree.Common() | tree.Data():
            return _of_objects(declaration, visible, names)
        case tree.Equivalence():
            return [_without_objects(declaration, visible, names)]
        case tree.Unsupported():
            listed = (n for name in declaration.names for n in _all(name, visible, names))
            return [replace(declaration, names=(*declaration.names, *listed))]
    return [declaration]


def _all(name: str, visible: Visible, names: NewNames) -> Iterator[str]:
    """The variables for the components of `name`, if the unit declares it of a derived type."""
    object_ = known_object(visible, name) if name in visible.variables else None
    for leaf in leaves(object_.type) if object_ is not None else ():
        yield names.of((name, *leaf.path))


def _components(
    declaration: tree.TypeDeclaration, entity: tree.Entity, visible: Visible, names: NewNames
) -> Iterator[tree.Declaration]:
    """A declaration for each component of one variable."""
    alone = replace(declaration, entities=(entity,))
    try:
        object_ = visible.object(entity.name)
    except AdcError as error:
        yield tree.Unsupported("type", (entity.name,), declaration.span, error)
        return
    if object_ is None:
        yield _unknown(alone, visible)
        return
    kept = tuple(a for a in declaration.attributes if a.name != "dimension")
    if {"pointer", "codimension"} & object_.attributes:
        yield alone  # which says what is wrong
        return
    for leaf in leaves(object_.type):
        name = names.of((entity.name, *leaf.path))
        wrong = leaf.error or _misfit(object_, leaf)
        if wrong is not None:
            yield tree.Unsupported("type", (name,), entity.span, wrong)
            continue
        attributes = kept
        if leaf.held is not None and "allocatable" not in object_.attributes:
            attributes = (*kept, tree.Attribute("allocatable", entity.span))
        shape = leaf_shape(object_, leaf)
        try:
            init = _initial(object_, entity, leaf, visible)
        except AdcError as unknown:
            yield tree.Unsupported("type", (name,), entity.span, unknown)
            continue
        own = tree.Entity(name, entity.span, shape or None, init)
        yield tree.TypeDeclaration(leaf.last.spec, attributes, (own,), declaration.span)


#: What does for the types of ISO_C_BINDING.
_OF_C = {
    "c_ptr": "pass the array itself as a dummy argument",
    "c_funptr": "pass the procedure itself as a dummy argument",
}


def _unknown(declaration: tree.TypeDeclaration, visible: Visible) -> tree.Declaration:
    spec = declaration.type
    if not spec.name:
        return declaration
    what, way_out = (
        "no given file defines the derived type",
        "give the file that defines it as well",
    )
    if spec.name == "*":
        what, name = "an argument of any type,", visible.unit.name
        way_out = (
            f"declare its type; where `{name}` only reports, leave it out: `--inactive {name}`"
        )
        error = AdcError.of(
            "ADC0173", f"{what} `class(*)`, is not supported", spec.span, help=way_out
        )
        listed = tuple(e.name for e in declaration.entities)
        return tree.Unsupported("type", listed, declaration.span, error)
    if spec.name in _OF_C:
        what, way_out = "pointers of C are not supported:", _OF_C[spec.name]
    error = AdcError.of("ADC0173", f"{what} `{spec.name}`", spec.span, help=way_out)
    listed = tuple(e.name for e in declaration.entities)
    return tree.Unsupported("type", listed, declaration.span, error)


def _misfit(object_: Object, leaf: Leaf) -> AdcError | None:
    """What stands against a component that is fine in other variables of the type."""
    if leaf.is_uneven or (leaf.held is not None and object_.shape):
        return AdcError.of(
            "ADC0173", f"`{object_.name}` is an array whose elements have arrays of their own"
            f" sizes, `{'%'.join(leaf.path)}`, which is not supported", object_.span,
            help="give all of them one size, in an array with one dimension more",
        )  # fmt: skip
    if leaf.pointed and (object_.shape or any(leaf.shapes[:-1])):
        return AdcError.of(
            "ADC0173", f"`{object_.name}` is an array whose elements have pointers to objects,"
            f" `{'%'.join(leaf.path)}`, which is not supported", object_.span,
            help="pass the object that they point to by itself",
        )  # fmt: skip
    if leaf.is_behind and "value" in object_.attributes:
        return pointer_copied("%".join(leaf.path), object_.span)
    return None


def leaf_shape(object_: Object, leaf: Leaf) -> tuple[tree.Bounds, ...]:
    """The dimensions of the variable for a component: its own, then those of what it is in."""
    inner = tuple(b for shape in reversed(leaf.shapes) for b in shape)
    return (*inner, *object_.shape)


def _initial(
    object_: Object, entity: tree.Entity, leaf: Leaf, visible: Visible
) -> tree.Expr | None:
    """The part of `= t(…)` behind a declaration that a component gets; of a variable that is kept
    from call to call, the default value."""
    if entity.init is None:
        kept = "save" in object_.attributes or visible.saves_all
        kept = kept and leaf.held is None
        return leaf.init if kept and visible.unit.kind != "module" else None
    value = part_of(entity.init, object_, leaf)
    if value is None:
        raise AdcError.of(
            "ADC0173", f"this initial value of `{object_.name}` is not supported", entity.init.span,
            help="write a structure constructor, or assign in the routine",
        )  # fmt: skip
    return value


def part_of(value: tree.Expr, object_: Object, leaf: Leaf) -> tree.Expr | None:
    """The value of a component in a structure constructor with constants; None where it has none
    that can be told."""
    type_, at = object_.type, 0
    found: tree.Argument | None = value
    while at < len(leaf.path):
        if not isinstance(found, tree.Apply) or found.name != type_.name:
            return None
        component = type_.component(leaf.path[at])
        assert component is not None
        found = constructor_part(found, type_.components.index(component), component.name)
        if found is None:
            return leaf.init
        if component.type is not None:
            type_ = component.type
        at += 1
    return None if isinstance(found, (tree.Section, tree.Keyword)) else found


def constructor_part(made: tree.Apply, position: int, name: str) -> tree.Argument | None:
    """The argument of a structure constructor for one component; None where it is left out."""
    for argument in made.arguments:
        if isinstance(argument, tree.Keyword) and argument.name == name:
            return argument.value
    if position < len(made.arguments):
        found = made.arguments[position]
        return None if isinstance(found, tree.Keyword) else found
    return None


def _attributed(
    statement: tree.AttributeStatement, visible: Visible, names: NewNames
) -> tree.AttributeStatement:
    """`save state`, `intent(in) state`: of all components; dimensions are with the type already."""
    entities: list[tree.Entity] = []
    for entity in statement.entities:
        object_ = known_object(visible, entity.name) if entity.name in visible.variables else None
        if object_ is None:
            entities.append(entity)
            continue
        for leaf in leaves(object_.type):
            name = names.of((entity.name, *leaf.path))
            entities.append(replace(entity, name=name, shape=None))
    if not entities:
        return statement
    return replace(statement, entities=tuple(entities))


def _use(use: tree.Use, visible: Visible, names: NewNames) -> tree.Use:
    """USE with the components of the variables that it names; types and generic names need none."""
    try:
        unit = None if use.intrinsic else visible.units.module(use.module)
    except AdcError:
        return use  # where a name of it is asked for, that is told
    if unit is None or unit is visible.unit:
        return use
    inside = visible.units.visible(unit)
    found: list[tuple[str, str]] = []
    for local, original in use.names:
        object_ = known_object(inside, original)
        if object_ is not None:
            for leaf in leaves(object_.type):
                found.append((names.of((local, *leaf.path)), names.of((original, *leaf.path))))
        elif not _is_definition(inside, original, use.span):
            found.append((local, original))
    return replace(use, names=tuple(found))


def _is_definition(inside: Visible, name: str, span: Span) -> bool:
    """Whether a module's `name` is a derived type or a generic name and nothing else."""
    if inside.hides(name) or inside.is_private(name):
        return False
    try:
        return inside.type(name, span) is not None or bool(inside.generics(name))
    except AdcError:
        return True


def _without_objects(
    statement: tree.Equivalence, visible: Visible, names: NewNames
) -> tree.Declaration:
    """EQUIVALENCE as it is; unsupported where it speaks of variables of derived types."""
    listed = [name_of(e) for one in statement.sets for e in one]
    parts = [part for name in dict.fromkeys(listed) for part in _all(name, visible, names)]
    if not parts:
        return statement
    error = AdcError.of(
        "ADC0177", "EQUIVALENCE of a variable of a derived type is not supported", statement.span,
        help="use variables that share no storage",
    )  # fmt: skip
    return tree.Unsupported("type", (*listed, *parts), statement.span, error)


def _of_objects(
    declaration: tree.Common | tree.Data, visible: Visible, names: NewNames
) -> list[tree.Declaration]:
    """COMMON with the components of what is of derived types; DATA as it is, unsupported where it
    speaks of such variables."""
    if isinstance(declaration, tree.Common):
        listed = [e.name for e in declaration.entities]
    else:
        targets = walk(tuple(s.targets for s in declaration.sets))
        listed = [n.name for n in targets if isinstance(n, (tree.Name, tree.Apply))]
    known = {n: known_object(visible, n) for n in listed if n in visible.variables}
    derived = {n: object_ for n, object_ in known.items() if object_ is not None}
    if not derived:
        return [declaration]
    if isinstance(declaration, tree.Common):
        found = in_common(declaration, derived, visible, names)
        if found:
            return found
    first = next(iter(derived))
    word = "COMMON" if isinstance(declaration, tree.Common) else "DATA"
    error = AdcError.of(
        "ADC0173", f"`{first}` of a derived type in {word} is not supported", declaration.span,
        help="put it into a module" if word == "COMMON" else "assign to its components",
    )  # fmt: skip
    parts = (part for name in derived for part in _all(name, visible, names))
    return [tree.Unsupported("type", (*listed, *parts), declaration.span, error)]


__all__ = ["arguments", "constructor_part", "declarations", "leaf_shape", "part_of", "taken_apart"]
