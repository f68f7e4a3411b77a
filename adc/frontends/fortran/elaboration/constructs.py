"""ASSOCIATE and BLOCK: what their names stand for."""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.elaboration.kinds_of import spec_of
from adc.frontends.fortran.elaboration.meaning import Meaning, mentions
from adc.frontends.fortran.elaboration.refs import Level, Ref
from adc.frontends.fortran.symbol import Symbol

Statements = list[tree.Statement]
_VARIABLES = ("dummy", "local", "result", "common", "module")


def associated(m: Meaning, statement: tree.Associate, before: Statements) -> dict[str, Ref | None]:
    """The names of an ASSOCIATE; `before` gets what is worked out on entry: the values that are no
    variables, and the subscripts of those that are (Fortran 2018, 11.1.3)."""
    found: dict[str, Ref | None] = {}
    for name, selector, span in statement.pairs:
        if selector is None:
            found[name] = None
            continue
        ref = m.function_value(selector) or _variable(m, selector)
        found[name] = (
            _value(m, name, selector, span, before) if ref is None else _fixed(m, ref, before)
        )
    return found


def _variable(m: Meaning, selector: tree.Expr) -> Ref | None:
    """The variable, element or section that a selector is; None for a value."""
    if m.is_bound(selector):
        return None
    ref = m.reference(selector)
    if ref is not None:
        return ref if not _has_vectors(m, ref) else None
    if not isinstance(selector, (tree.Name, tree.Apply)):
        return None
    span = selector.name_span if isinstance(selector, tree.Apply) else selector.span
    kind = m.kinds.of(tree.Name(selector.name, span)) if isinstance(selector, tree.Name) else None
    if isinstance(selector, tree.Name):
        symbol = m.kinds.scope.lookup(selector.name, span)
        named = symbol.storage in _VARIABLES or _is_scalar_constant(symbol)
        if not named or kind is None:
            return None
        return Ref((selector.name,), (Level(kind.rank),), None, selector.span)
    symbol_of = m.kinds.meaning(selector)
    if symbol_of is None or symbol_of.bounds is None or symbol_of.storage not in _VARIABLES:
        return None
    level = Level(len(symbol_of.bounds), m.subscripts(selector.arguments))
    ref = Ref((selector.name,), (level,), None, selector.span)
    return ref if not _has_vectors(m, ref) else None


def _is_scalar_constant(symbol: Symbol) -> bool:
    """Whether it is a constant, which stays one under another name: nothing may change it."""
    return symbol.storage == "constant" and symbol.bounds is None


def _has_vectors(m: Meaning, ref: Ref) -> bool:
    """Whether a subscript is an array: what it selects is taken by value."""
    for level in ref.levels:
        for subscript in level.subscripts or ():
            kind = None if isinstance(subscript, tree.Section) else m.kinds.of(subscript)
            if kind is not None and kind.rank:
                return True
    return False


def _fixed(m: Meaning, ref: Ref, before: Statements) -> Ref:
    """`ref` with its subscripts as they are on entry."""
    levels = []
    for level in ref.levels:
        given = level.subscripts
        if given is not None:
            given = tuple(_held(m, s, before) for s in given)
        levels.append(replace(level, subscripts=given))
    return replace(ref, levels=tuple(levels))


def _held(m: Meaning, subscript: tree.Argument, before: Statements) -> tree.Argument:
    if isinstance(subscript, tree.Section):
        start, stop = (
            None if part is None else _integer(m, part, before)
            for part in (subscript.start, subscript.stop)
        )
        return replace(subscript, start=start, stop=stop)
    assert not isinstance(subscript, tree.Keyword)
    return _integer(m, subscript, before)


def _integer(m: Meaning, value: tree.Expr, before: Statements) -> tree.Expr:
    if _known(m, value):
        return value
    held = m.added.integer("at", value.span)
    before.append(tree.Assign(held, value, value.span))
    return held


def _known(m: Meaning, value: tree.Expr) -> bool:
    """Whether `value` is an integer constant."""
    own = {e.name for d in m.added.declarations if isinstance(d, tree.TypeDeclaration)
           for e in d.entities}  # fmt: skip
    try:
        return not mentions(value, own) and integer_constant(value, m.kinds.scope) is not None
    except AdcError:  # an intrinsic: the scope of declarations knows no names that are applied
        return False


def _value(m: Meaning, name: str, selector: tree.Expr, span: Span, before: Statements) -> Ref:
    """A variable for a value that is worked out on entry."""
    value = m.expression(selector)
    kind = m.kinds.of(value)
    if (
        kind is None
        or kind.base not in ("real", "complex", "integer", "logical")
        or kind.dtype is None
    ):
        raise AdcError.of(
            "ADC0169", f"the type of `{name}` in ASSOCIATE, which adc cannot tell, is not"
            " supported", selector.span, help=f"declare a variable for it: `{name} = …`",
        )  # fmt: skip
    colon = tree.Bounds(None, None, False, span)
    shape = (colon,) * kind.rank
    held = m.added.variable(name, spec_of(kind, span), shape, span, allocatable=bool(shape))
    before.append(tree.Assign(held, value, selector.span))
    return Ref((held.name,), (Level(kind.rank),), None, span)


# -- BLOCK -----------------------------------------------------------------------------------------


def block_names(m: Meaning, statement: tree.Scoped, before: Statements) -> dict[str, Ref | None]:
    """The variables that a BLOCK declares, as variables of the unit; `before` allocates those
    whose extents are no constants, and gives components their default values."""
    found: dict[str, Ref | None] = {}
    for declaration in statement.declarations:
        if not isinstance(declaration, tree.TypeDeclaration):
            if isinstance(declaration, tree.Implicit) and declaration.rules is None:
                continue
            raise AdcError.of(
                "ADC0169", "this declaration in a BLOCK is not supported", declaration.span,
                help="move it to the head of the routine",
            )  # fmt: skip
        for entity in declaration.entities:
            with m.within(found):
                found[entity.name] = _declared(m, declaration, entity, before)
    return found


def _declared(
    m: Meaning, declaration: tree.TypeDeclaration, entity: tree.Entity, before: Statements
) -> Ref:
    shapes = [a.shape for a in declaration.attributes if a.shape is not None]
    shape = entity.shape if entity.shape is not None else (shapes[0] if shapes else ())
    words = {a.name for a in declaration.attributes}
    constant = "parameter" in words
    kept = {"dimension", "allocatable", "parameter"}
    if declaration.type.base in ("type", "class") or words - kept:
        raise AdcError.of(
            "ADC0169", f"this declaration of `{entity.name}` in a BLOCK is not supported",
            entity.span, help="move it to the head of the routine",
        )  # fmt: skip
    if constant and entity.init is not None:
        return _constant(m, declaration, entity, shape)
    if entity.init is not None:
        raise AdcError.of(
            "ADC0169", f"`{entity.name}`, which keeps its value from block to block, is not"
            " supported", entity.span, help="assign to it in the block",
        )  # fmt: skip
    bounds = tuple(_bound(m, b) for b in shape)
    fixed = all(_is_constant(m, b) for b in bounds)
    allocatable = "allocatable" in words or not fixed
    declared = bounds
    if allocatable:
        declared = tuple(tree.Bounds(None, None, False, b.span) for b in bounds)
    new = m.added.variable(entity.name, declaration.type, declared, entity.span, allocatable)
    if not fixed and "allocatable" not in words:
        item = (new.name, bounds, entity.span)
        before.append(tree.Allocate((item,), entity.span))
    return Ref((new.name,), (Level(len(bounds)),), None, entity.span)


def _constant(
    m: Meaning, declaration: tree.TypeDeclaration, entity: tree.Entity,
    shape: tuple[tree.Bounds, ...],
) -> Ref:  # fmt: skip
    """A PARAMETER of a BLOCK."""
    assert entity.init is not None
    bounds = tuple(_bound(m, b) for b in shape)
    value = m.expression(entity.init)
    new = m.added.constant(entity.name, declaration.type, bounds, value, entity.span)
    return Ref((new.name,), (Level(len(bounds)),), None, entity.span)


def _bound(m: Meaning, bound: tree.Bounds) -> tree.Bounds:
    lower = None if bound.lower is None else m.expression(bound.lower)
    upper = None if bound.upper is None else m.expression(bound.upper)
    return replace(bound, lower=lower, upper=upper)


def _is_constant(m: Meaning, bound: tree.Bounds) -> bool:
    given = [b for b in (bound.lower, bound.upper) if b is not None]
    return bound.upper is not None and all(_known(m, b) for b in given)


__all__ = ["associated", "block_names"]
