"""Expressions of Fortran -> the surface tree: subscripts from 0, reversed; types spelled out.

Fortran's a(i, j) with lower bounds l and m is `a[j - m, i - l]`: the last subscript runs fastest
in the surface tree as the first one does in Fortran, and memory is the same.
"""

from __future__ import annotations

import re

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.cut_off import cut_off
from adc.frontends.fortran.effects import with_effects
from adc.frontends.fortran.host_bounds import allocated_low, check_settled, module_low
from adc.frontends.fortran.kinds import (
    check_bits,
    check_kinds,
    complex_of,
    component_refused,
    goes_round,
    typed,
)  # fmt: skip
from adc.frontends.fortran.reals import CONVERSIONS, OF_INTEGERS, OF_KIND
from adc.frontends.fortran.routine import Routine, names_in, unsupported
from adc.frontends.fortran.shadowed import passed_by
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.fortran.tables import has_constant_bounds, known_element, positions_listed
from adc.frontends.terms import intrinsic, minus, number, plus

_RELATIONS = {"==": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
#: Inquiries about types: constants, whatever their arguments are.
_INQUIRIES = (
    "kind", "selected_real_kind", "selected_int_kind", "precision", "range", "digits", "radix",
    "maxexponent", "minexponent", "bit_size", "storage_size",
)  # fmt: skip
#: Intrinsics whose optional `kind` argument changes nothing here, but for kinds 1 and 2.
_WITH_KIND = (
    "int", "nint", "floor", "ceiling", "aint", "anint", "size", "lbound", "ubound", "shape",
    "index", "scan", "verify", "findloc",
)  # fmt: skip
MOST_ITEMS = 10_000


def expression(r: Routine, expr: tree.Expr) -> surface.Expr:
    """`expr` in the surface tree."""
    match expr:
        case tree.Name():
            return name(r, expr)
        case tree.Number():
            return literal(r, expr)
        case tree.Logical():
            return surface.Boolean(expr.value, expr.span)
        case tree.String():
            return surface.String(expr.value, expr.span)
        case tree.Unary("()", operand):
            return expression(r, operand)
        case tree.Unary():
            op = "not" if expr.op == ".not." else expr.op
            return surface.Unary(op, expression(r, expr.operand), expr.span)
        case tree.Binary():
            return binary(r, expr)
        case tree.Apply():
            return apply(r, expr)
        case tree.Constructor():
            return constructor(r, expr)
        case tree.Component():
            raise component_refused(expr)
        case tree.ImpliedDo():
            raise unsupported("an implied DO here", expr.span, "write it as a loop")


def literal(r: Routine, expr: tree.Number) -> surface.Expr:
    if expr.kind == "integer":
        return surface.Number(expr.text, "int", expr.span)
    kind = 8 if expr.kind == "double" else r.scope.reals.kind(None)
    if expr.suffix is not None:
        found = integer_constant(expr.suffix, r.scope)
        if found not in (4, 8):
            raise unsupported("this kind of real", expr.span, "use kinds 4 and 8")
        kind = r.scope.reals.kind(found)
    dtype = "float64" if kind == 8 else "float32"
    text = re.sub(r"(?<=[.\d])d\+?0+$", "", expr.text).replace("d", "e")
    return surface.Number(
        text if "." in text or "e" in text else text + ".0", "float", expr.span, dtype
    )


def binary(r: Routine, expr: tree.Binary) -> surface.Expr:
    left, right = expression(r, expr.left), expression(r, expr.right)
    op, span = expr.op, expr.span
    if op == ",":
        return intrinsic(complex_of(r.scope, expr), (left, right), span)
    if op in _RELATIONS:
        return surface.Compare((_RELATIONS[op],), (left, right), span)
    if op in (".and.", ".or."):
        return surface.Logical(op.strip("."), (left, right), span)
    if op in (".eqv.", ".neqv."):
        return intrinsic(op.strip("."), (left, right), span)
    if op in ("+", "-", "*") and goes_round(expr, r.scope):
        return intrinsic(f"wrapped {op}", (left, right), span)
    if op == "//":
        if isinstance(left, surface.String) and isinstance(right, surface.String):
            return surface.String(left.value + right.value, span)
        return intrinsic("joined", (left, right), span)
    return surface.Binary(op, left, right, span)


# -- names -----------------------------------------------------------------------------------------


def name(r: Routine, expr: tree.Name) -> surface.Expr:
    meaning = r.meaning(expr.name)
    if meaning is not None:
        return meaning
    symbol = r.symbol(expr.name, expr.span)
    if symbol.storage == "constant":
        return constant(r, symbol, expr.span)
    if symbol.storage in ("procedure", "intrinsic", "statement function"):
        raise unsupported(
            f"`{expr.name}`, a procedure, as a value",
            expr.span,
            "call it where its value is needed",
        )
    return surface.Name(r.key(symbol), expr.span)


def constant(r: Routine, symbol: Symbol, span: Span) -> surface.Expr:
    """A named constant: its value in its own type; an array is a variable set on entry."""
    if symbol.bounds is not None:
        return surface.Name(r.array_constant(symbol), span)
    if symbol.base == "integer":
        value = integer_constant(tree.Name(symbol.name, span), r.scope)
        if value is not None:
            return number(value, span)
    assert symbol.init is not None
    return in_type(initial(r, symbol), symbol, span)


def initial(r: Routine, symbol: Symbol) -> surface.Expr:
    """The value behind a constant's `=`, which its own scope explains."""
    assert symbol.init is not None
    with r.elsewhere(symbol.scope):
        return expression(r, symbol.init)


def in_type(value: surface.Expr, symbol: Symbol, span: Span) -> surface.Expr:
    """`value` converted to the type of a variable or constant."""
    if symbol.base == "real" and symbol.dtype is not None:
        inner = value.operand if isinstance(value, surface.Unary) else value
        if isinstance(inner, surface.Number) and inner.dtype == symbol.dtype.value:
            return value
        return intrinsic(str(symbol.dtype.value), (value,), span)
    if symbol.base == "integer":
        return intrinsic("int", (value,), span)
    if symbol.base == "complex":
        return intrinsic(symbol.element, (value,), span)
    if isinstance(value, surface.String) and symbol.length is not None:
        return surface.String(value.value[: symbol.length].ljust(symbol.length), span)
    return value


# -- elements, sections, references ----------------------------------------------------------------


def apply(r: Routine, expr: tree.Apply) -> surface.Expr:
    meaning = r.meaning(expr.name)
    symbol = r.symbol(expr.name, expr.name_span) if meaning is None else None
    if symbol is None or symbol.bounds is not None:
        if symbol is None:
            raise unsupported("a subscript here", expr.span, "write the expression out")
        known = known_element(r, expr, symbol)
        return element(r, expr, symbol) if known is None else number(known, expr.span)
    if symbol.base == "character" and symbol.storage != "procedure":
        return substring(r, expr, symbol)
    if symbol.storage == "statement function":
        return statement_function(r, expr, symbol)
    if symbol.storage == "intrinsic":
        if passed_by(expr.name, r.scope) is not None:
            r.warn(
                "ADC0246", f"`{expr.name}` is the intrinsic here, not the given function",
                expr.name_span, f"write `external {expr.name}` if the given function is meant",
            )  # fmt: skip
        return reference(r, expr)
    if symbol.storage == "procedure" and symbol.unit is not None:
        return r.function_call(r, expr, symbol.unit)
    raise AdcError.of(
        "ADC0225", f"`{expr.name}` is neither an array nor a function that adc has", expr.name_span,
        help="declare it, or give the file that defines it",
    )  # fmt: skip


def substring(r: Routine, expr: tree.Apply, symbol: Symbol) -> surface.Expr:
    """`task(1:5)` of a scalar character."""
    part = expr.arguments[0] if len(expr.arguments) == 1 else None
    if not isinstance(part, tree.Section) or part.step is not None:
        raise unsupported("this part of a character", expr.span, "write it as in `text(1:5)`")
    span = expr.span
    bounds = (
        surface.NoneValue(span) if bound is None else expression(r, bound)
        for bound in (part.start, part.stop)
    )
    whole = name(r, tree.Name(symbol.name, expr.name_span))
    return intrinsic("substring", (whole, *bounds), span)


def element(r: Routine, expr: tree.Apply, symbol: Symbol) -> surface.Subscript:
    """An element or a section."""
    constant = symbol.storage == "constant"
    key = r.array_constant(symbol) if constant else r.key(symbol)
    owner = surface.Name(key, expr.name_span)
    return surface.Subscript(owner, positions(r, expr, symbol), expr.span, exact=True)


def positions(r: Routine, expr: tree.Apply, symbol: Symbol) -> tuple[surface.Expr, ...]:
    assert symbol.bounds is not None
    if len(expr.arguments) != len(symbol.bounds):
        raise AdcError.of(
            "ADC0215",
            f"{len(expr.arguments)} subscripts for `{expr.name}`, which has {len(symbol.bounds)}"
            f" dimension{'s' if len(symbol.bounds) > 1 else ''}",
            expr.span, help="give one subscript for each dimension",
        )  # fmt: skip
    with r.at_place():
        found = [position(r, symbol, d, a) for d, a in enumerate(expr.arguments)]
    return tuple(reversed(found))


def position(r: Routine, symbol: Symbol, dimension: int, argument: tree.Argument) -> surface.Expr:
    """A subscript of Fortran, counted from 0."""
    if isinstance(argument, tree.Keyword):
        raise unsupported("a keyword as a subscript", argument.span, "give the subscript alone")
    low = lower_bound(r, symbol, dimension, argument.span)
    if not isinstance(argument, tree.Section):
        listed = positions_listed(r, argument, unrolled)
        if listed is not None:
            found = tuple(minus(position, low, argument.span) for position in listed)
            return surface.Sequence(found, True, argument.span)
        return minus(cut_off(r, argument, expression(r, argument)), low, argument.span)
    step = 1
    if argument.step is not None:
        known = integer_constant(argument.step, r.scope)
        if not known:
            raise AdcError.of(
                "ADC0219", "a section's step must be a constant other than zero",
                argument.step.span, help="write the step as a number",
            )  # fmt: skip
        step = known
    start, stop = argument.start, argument.stop
    ends = (None if e is None else cut_off(r, e, expression(r, e)) for e in (start, stop))
    first, last = (None if e is None else minus(e, low, argument.span) for e in ends)
    if last is not None:
        last = plus(last, 1 if step > 0 else -1, argument.span)
    return surface.Slice(first, last, number(step, argument.span), argument.span)


def lower_bound(r: Routine, symbol: Symbol, dimension: int, span: Span) -> surface.Expr:
    assert symbol.bounds is not None
    known = r.lowers.get((r.own_name(symbol), dimension))
    if known is not None:
        return known
    low = symbol.bounds[dimension].lower
    if symbol.allocatable and r.hosted(symbol):
        low = allocated_low(symbol, dimension, span)
    if low is None and symbol.allocatable and symbol.storage == "module":
        return number(module_low(r, symbol, dimension, span), span)
    if low is None:
        return surface.Number("1", "int", span)
    value = integer_constant(low, symbol.scope)
    if value is not None:
        return number(value, span)
    return entry_value(r, symbol, dimension, low)


def entry_value(r: Routine, symbol: Symbol, dimension: int, low: tree.Expr) -> surface.Expr:
    """A lower bound that is no constant: its value when the routine begins."""
    held = surface.Name(r.fresh(f"{symbol.name}_low"), low.span)
    if r.hosted(symbol):
        check_settled(r, symbol, low)
    with r.elsewhere(symbol.scope):
        value = expression(r, low)
    r.entry.append(surface.Assign((held,), intrinsic("int", (value,), low.span), low.span))
    r.lowers[(r.own_name(symbol), dimension)] = held
    return held


def statement_function(r: Routine, expr: tree.Apply, symbol: Symbol) -> surface.Expr:
    """The function's expression, its dummies replaced by the actual arguments in their types."""
    definition = symbol.definition
    assert definition is not None and isinstance(definition.target, tree.Apply)
    dummies = [a for a in definition.target.arguments if isinstance(a, tree.Name)]
    if len(dummies) != len(expr.arguments):
        raise AdcError.of(
            "ADC0229", f"`{expr.name}` takes {len(dummies)} arguments", expr.span,
            help="match the call with the function's definition",
        )  # fmt: skip
    table = {}
    for dummy, actual in zip(dummies, expr.arguments, strict=True):
        if isinstance(actual, (tree.Section, tree.Keyword)):
            raise unsupported("this argument of a statement function", actual.span, "pass a value")
        if with_effects(r, r.scope, actual):  # it would be called as often as the dummy stands
            raise unsupported(
                f"an argument of `{expr.name}` with a function that changes variables", actual.span,
                "assign the argument to a variable and pass that",
            )  # fmt: skip
        kind = symbol.scope.lookup(dummy.name, dummy.span)
        table[dummy.name] = in_type(expression(r, actual), kind, actual.span)
    for hidden in sorted(names_in(definition.value) - set(table)):
        # by the standard the variable, but compilers take the dummy or index that hides it
        if r.meaning(hidden) is not None:
            raise unsupported(
                f"`{expr.name}` here, which uses a variable `{hidden}` that is hidden,", expr.span,
                f"rename the dummy argument or index `{hidden}`",
            )  # fmt: skip
    with r.elsewhere(symbol.scope), r.meaning_of(table):
        value = expression(r, definition.value)
    return in_type(value, symbol, expr.span)


# -- intrinsics ------------------------------------------------------------------------------------


def reference(r: Routine, expr: tree.Apply) -> surface.Expr:
    """A reference of an intrinsic function."""
    if expr.name in _INQUIRIES:
        value = integer_constant(expr, r.scope)
        if value is None:
            raise unsupported(f"`{expr.name}` of this", expr.span, "write the number itself")
        return number(value, expr.span)
    positional = [a for a in expr.arguments if not isinstance(a, tree.Keyword)]
    keywords = {a.name: a.value for a in expr.arguments if isinstance(a, tree.Keyword)}
    if expr.name in CONVERSIONS:
        return conversion(r, expr, positional, keywords)
    if expr.name in _WITH_KIND:
        kinds: list[tree.Argument | None] = [keywords.pop("kind", None)]
        if expr.name in ("int", "nint", "floor", "ceiling", "aint", "anint"):
            positional, kinds = positional[:1], [*kinds, *positional[1:]]
        check_kinds(r.scope, kinds)
    check_bits(expr, positional[0] if positional else keywords.get("i"), r.scope)
    if expr.name == "merge" and with_effects(r, r.scope, expr.arguments):
        what = "a function that changes variables in `merge`, which may not call it,"
        raise unsupported(what, expr.span, "write an IF")
    if expr.name in ("lbound", "ubound"):
        return bound(r, expr, positional, keywords)
    if expr.name == "reshape":
        return reshaped(r, expr, positional, keywords)
    arguments = tuple(argument(r, a) for a in positional)
    more = tuple(surface.Keyword(k, expression(r, v), v.span) for k, v in keywords.items())
    name = r.scope.reals.intrinsic(expr.name)
    if expr.name in OF_INTEGERS and r.scope.reals.default == 8:
        called = intrinsic(OF_INTEGERS[expr.name], arguments, expr.span)
        return intrinsic("float64", (called,), expr.span)
    made = surface.Call(surface.Intrinsic(name, expr.name_span), arguments, more, expr.span)
    return intrinsic("array", (made,), expr.span) if expr.name == "shape" else made


def reshaped(
    r: Routine, expr: tree.Apply, positional: list[tree.Expr | tree.Section],
    keywords: dict[str, tree.Expr],
) -> surface.Expr:  # fmt: skip
    """RESHAPE: the shape goes on as its items, which must be known."""
    given = dict(zip(("source", "shape", "pad", "order"), positional, strict=False)) | keywords
    shape = given.get("shape")
    if "pad" in given:
        raise unsupported("`pad` of RESHAPE", expr.span, "assign the parts one by one")
    if "source" not in given or shape is None or isinstance(shape, tree.Section):
        raise unsupported("this RESHAPE", expr.span, "give a source and a shape")
    numbers = [a for a in (shape, given.get("order")) if a is not None]
    lists = tuple(_listed(r, a) for a in numbers)
    return intrinsic("reshape", (argument(r, given["source"]), *lists), expr.span)


def _listed(r: Routine, given: tree.Argument) -> surface.Expr:
    """A constructor of integers as its items."""
    if not isinstance(given, tree.Constructor):
        made = argument(r, given)
        of_array = isinstance(given, tree.Apply) and given.name == "shape"
        return made.arguments[0] if of_array and isinstance(made, surface.Call) else made
    items = tuple(x for part in given.items for x in unrolled(r, part))
    return surface.Sequence(items, True, given.span)


def argument(r: Routine, given: tree.Argument) -> surface.Expr:
    if isinstance(given, (tree.Section, tree.Keyword)):
        raise unsupported("a section without its array", given.span, "name the array")
    return expression(r, given)


def conversion(
    r: Routine, expr: tree.Apply, positional: list[tree.Expr | tree.Section],
    keywords: dict[str, tree.Expr],
) -> surface.Expr:  # fmt: skip
    """A conversion to a real, or `cmplx(x[, y][, kind])`, by the kind that is asked for."""
    name = r.scope.reals.conversion(expr.name)
    names = ("x", "y", "kind") if expr.name == "cmplx" else ("a", "kind")
    found: dict[str, tree.Expr | tree.Section] = dict(zip(names, positional, strict=False))
    found.update(keywords)
    given = found.pop("kind", None)
    if expr.name in OF_KIND and given is not None and not isinstance(given, tree.Section):
        kind = integer_constant(given, r.scope)
        if kind not in (4, 8):
            raise unsupported("this kind of real", given.span, "use kinds 4 and 8")
        name = OF_KIND[expr.name][kind]
    values = tuple(argument(r, found[n]) for n in names if n in found)
    if not values or (names[0] not in found) or not set(found) <= set(names):
        raise AdcError.of(
            "ADC0220", f"`{expr.name}` needs an argument", expr.span,
            help="give the value to convert",
        )  # fmt: skip
    return intrinsic(name, values, expr.span)


def bound(
    r: Routine, expr: tree.Apply, positional: list[tree.Expr | tree.Section],
    keywords: dict[str, tree.Expr],
) -> surface.Expr:  # fmt: skip
    """`lbound` and `ubound` of a named array along a constant dimension."""
    array = positional[0] if positional else keywords.get("array")
    given = positional[1] if len(positional) > 1 else keywords.get("dim")
    if not isinstance(array, tree.Name):
        raise unsupported(f"`{expr.name}` of an expression", expr.span, "give an array's name")
    symbol = r.symbol(array.name, array.span)
    if symbol.bounds is None:
        raise unsupported(f"`{expr.name}` of a scalar", expr.span, "give an array's name")
    if given is None:
        dims = [one_bound(r, expr, array, symbol, d) for d in range(len(symbol.bounds))]
        return intrinsic("array", (surface.Sequence(tuple(dims), True, expr.span),), expr.span)
    number_ = None if isinstance(given, tree.Section) else integer_constant(given, r.scope)
    if number_ is None or not 1 <= number_ <= len(symbol.bounds):
        raise unsupported(f"this `dim` of `{expr.name}`", expr.span, "give a constant in range")
    return one_bound(r, expr, array, symbol, number_ - 1)


def one_bound(
    r: Routine, expr: tree.Apply, array: tree.Name, symbol: Symbol, dimension: int
) -> surface.Expr:
    span = expr.span
    low, one = lower_bound(r, symbol, dimension, span), number(1, span)
    extent = intrinsic("size", (expression(r, array), number(dimension + 1, span)), span)
    is_low = expr.name == "lbound"
    value = low if is_low else surface.Binary("+", extent, minus(low, one, span), span)
    return value if low == one or r.placing else intrinsic("filled", (value, extent), span)


# -- constructors ----------------------------------------------------------------------------------


def constructor(r: Routine, expr: tree.Constructor) -> surface.Expr:
    items = tuple(item for part in expr.items for item in items_of(r, part))
    made = intrinsic("array", (surface.Sequence(items, True, expr.span),), expr.span)
    if expr.type is not None and expr.type.base == "integer":
        return intrinsic("int", (made,), expr.span)
    if expr.type is not None and expr.type.base not in ("logical", "character"):
        return intrinsic(element_type(r, expr.type), (made,), expr.span)
    return made


def element_type(r: Routine, spec: tree.TypeSpec) -> str:
    """The element type that `real(kind=…) ::` or `complex(kind=…) ::` names."""
    found = typed(spec, r.scope)
    return Symbol("", spec.span, "", found.base, r.scope, found.dtype).element


def items_of(r: Routine, item: tree.Expr) -> list[surface.Expr]:
    """The items of a constructor; those of an implied DO in one, where its bounds are not known."""
    if not isinstance(item, tree.ImpliedDo) or has_constant_bounds(r, item):
        return unrolled(r, item)
    if len(item.items) != 1 or isinstance(item.items[0], tree.ImpliedDo):
        raise unsupported("this implied DO", item.span, "use a loop")
    step = 1 if item.step is None else integer_constant(item.step, r.scope)
    if not step:
        raise unsupported("a step that is no constant", item.span, "write the step as a number")
    variable = r.fresh(item.var)
    start, stop = expression(r, item.start), expression(r, item.stop)
    with r.meaning_of({item.var: surface.Name(variable, item.span)}):
        value = expression(r, item.items[0])
    return [surface.Implied(value, variable, start, stop, step, item.span)]


def unrolled(r: Routine, item: tree.Expr) -> list[surface.Expr]:
    """The items of an implied DO with constant bounds, one by one."""
    if not isinstance(item, tree.ImpliedDo):
        return [expression(r, item)]
    bounds = [integer_constant(b, r.scope) for b in (item.start, item.stop)]
    step = 1 if item.step is None else integer_constant(item.step, r.scope)
    if bounds[0] is None or bounds[1] is None or not step:
        raise unsupported("an implied DO whose bounds are no constants", item.span, "use a loop")
    values = range(bounds[0], bounds[1] + (1 if step > 0 else -1), step)
    if len(values) > MOST_ITEMS:
        raise unsupported("a constructor of so many items", item.span, "use a loop")
    found = []
    for value in values:
        with r.meaning_of({item.var: number(value, item.span)}):
            found += [x for part in item.items for x in unrolled(r, part)]
    return found
