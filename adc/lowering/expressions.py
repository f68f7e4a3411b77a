"""Expressions of the source → values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Const
from adc.lowering import elementwise, linear_algebra
from adc.lowering.absent.returned import computed_with, computing_with, result_of
from adc.lowering.absent.unread import SaidError, is_said, no_list, no_value_yet
from adc.lowering.absent.unset import flag_in_loop, flag_instead
from adc.lowering.attributes import OF_ARRAYS, attribute, imported, of_first
from adc.lowering.boxes import handed_on
from adc.lowering.callsite import CallSite
from adc.lowering.casts import cast_of
from adc.lowering.closures import closure
from adc.lowering.comparisons import compare_pair
from adc.lowering.complex import by_data
from adc.lowering.complex.arithmetic import is_complex
from adc.lowering.complex.values import complex_binary, signed_complex
from adc.lowering.context import Context
from adc.lowering.control import number_steps
from adc.lowering.control.chosen_shapes import chosen_operands
from adc.lowering.control.flagging import flag_where_not_run
from adc.lowering.control.where_run import ask
from adc.lowering.elements_apart import check_changed
from adc.lowering.fortran import operators as fortran_operators
from adc.lowering.fortran.elemental import by_elements, implied, takes_arrays
from adc.lowering.fortran.evaluation_order import check_order, is_of_library
from adc.lowering.fortran.storage import storage
from adc.lowering.handed_on import call_site, keyword_or_default
from adc.lowering.inlining import inline
from adc.lowering.integers import bits as python_bits
from adc.lowering.integers.exact import integer_binary
from adc.lowering.kinds import is_kind_test, isinstance_of, letter, type_name, type_test
from adc.lowering.lists.consumed import drawn_beside, of_used_up
from adc.lowering.lists.counted import made_list
from adc.lowering.lists.items import repeated
from adc.lowering.lists.iterated import counted, drawn, filtered, items_in
from adc.lowering.lists.keyed_order import by_key, has_key, over_keys
from adc.lowering.lists.listed import filled_list
from adc.lowering.lists.methods import as_it_is, is_of_list, method_of_list
from adc.lowering.lists.operands import beside_array
from adc.lowering.lists.sums import joined_lists, with_lists_inside
from adc.lowering.logic import chained, conditional, logical, negation
from adc.lowering.masks.products import masked_product
from adc.lowering.masks.subscripts import is_selected, mapped
from adc.lowering.module_arrays import in_program
from adc.lowering.numpy.dtypes import is_subtype
from adc.lowering.numpy.slopes import CALLING
from adc.lowering.numpy.strided import is_integer_number, scaled_stride
from adc.lowering.numpy.vectorised import by_elements as vectorised
from adc.lowering.numpy.vocabulary import call_builtin, call_method, known_names
from adc.lowering.numpy.written import call_written
from adc.lowering.objects.dictionaries import joined as joined_dictionaries
from adc.lowering.objects.fields_alone import of_fields
from adc.lowering.objects.heap import given, known, refuse_changed, resolved
from adc.lowering.objects.named_attributes import attribute_named
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.records import called, made_object
from adc.lowering.objects.shared_values import later_value
from adc.lowering.objects.special_methods import call_of_objects, operated, signed_object
from adc.lowering.plain_values import ModuleArray, Stride
from adc.lowering.positions.lent import with_arguments
from adc.lowering.promotion import as_array, is_literal_bool, kind
from adc.lowering.subscripting import subscripted
from adc.lowering.texts import joined as joined_texts
from adc.lowering.texts import made_text
from adc.lowering.undecided import ByData
from adc.lowering.unknown_names import hidden, refuse_behind_the_fence, unknown, unknown_name
from adc.lowering.values import (
    Array,
    Bound,
    Builtin,
    Complex,
    Dots,
    Integer,
    Items,
    Keywords,
    Later,
    Method,
    Namespace,
    Nothing,
    Record,
    Text,
    Token,
    Type,
    Undefined,
    Unknown,
    UserFunction,
    Value,
    Vectorised,
    describe,
)

#: Python's own types as functions.
_CONVERSIONS = {DType.FLOAT64: "float", DType.INT64: "int", DType.BOOL: "bool"}

#: Comparisons in which None is an error.
_ORDERED = frozenset({"<", "<=", ">", ">="})


def evaluate(cx: Context, expr: surface.Expr) -> Value:
    """The value of `expr`; statements that it needs first are emitted."""
    match expr:
        case surface.Name():
            return lookup(cx, expr)
        case surface.Number():
            return _number(expr)
        case surface.Boolean():
            return elementwise.literal(str(expr.value), DType.BOOL)
        case surface.String():
            return Text(expr.value)
        case surface.NoneValue():
            return _none(expr)
        case surface.Ellipsis():
            return Dots()
        case surface.Unary():
            return _unary(cx, expr)
        case surface.Binary():
            return _binary(cx, expr)
        case surface.Compare():
            return _compare(cx, expr)
        case surface.Logical():
            return logical(cx, expr)
        case surface.Conditional():
            return conditional(cx, expr)
        case surface.Call():
            return result_of(cx, expr, _call)
        case surface.Attribute():
            if (text := type_name(cx, expr) or letter(cx, expr)) is not None:
                return text
            found = attribute(cx, evaluate(cx, expr.value), expr.name, expr.span)
            return known(found, expr.span)
        case surface.Subscript():
            return known(subscripted(cx, expr), expr.span)
        case surface.Given():
            return given(evaluate(cx, expr.value), expr.span)
        case surface.Sequence():
            return _sequence(cx, expr)
        case surface.Intrinsic(language="import"):
            return imported(expr.name, expr.span)
        case surface.Intrinsic():
            return Builtin(expr.name if expr.language == "python" else f"fortran.{expr.name}")
        case surface.Starred():
            raise AdcError.of(
                "ADC0112", "unpacking with `*` is not supported here", expr.span,
                help="write each item",
            )  # fmt: skip
        case surface.Lambda():
            return closure(cx, expr.function)
        case surface.Lifted():
            return _lifted(cx, expr)
        case surface.From():
            return storage(cx, expr)
        case surface.Implied():
            return implied(cx, expr)
        case surface.Slice():
            raise AdcError.of(
                "ADC0215", "a slice is only valid in a subscript", expr.span, help="write `a[i:j]`"
            )


def _none(expr: surface.NoneValue) -> Value:
    if expr.left_out:
        return no_list(expr.left_out)
    return no_value_yet(expr.span) if expr.unread else Nothing()


def _sequence(cx: Context, expr: surface.Sequence) -> Value:
    summed = with_lists_inside(cx, expr)
    if summed is not None:
        return evaluate(cx, summed)
    token = Token(str(expr.span)) if expr.is_list else None
    spec = cx.learned.list_at(token.site) if token is not None else None
    items = _displayed(cx, expr)
    if spec is not None:
        return made_list(cx, spec, items, expr.span)
    return Items(items, expr.is_list, token)


def _displayed(cx: Context, expr: surface.Sequence) -> tuple[Value, ...]:
    """The items of a tuple or list as it is written, those behind `*` one by one."""
    given = [i.value if isinstance(i, surface.Starred) else i for i in expr.items]
    found: list[Value] = []
    for item, value in zip(expr.items, evaluate_all(cx, given), strict=True):
        starred = isinstance(item, surface.Starred)
        found += items_in(cx, value, item.span) if starred else [value]
    return tuple(found)


def _lifted(cx: Context, expr: surface.Lifted) -> Value:
    if expr.own is not None and evaluate(cx, expr.own) != Builtin(expr.own.name):
        raise AdcError.of(
            "ADC0107", f"only Python's own `{expr.own.name}` takes a comprehension", expr.own.span,
            help="write the loop that it stands for",
        )  # fmt: skip
    if expr.function.captures:  # of adc's own text, whose names are not the file's
        return closure(cx, expr.function)
    return UserFunction(expr.function, in_place=True)


def evaluate_all(cx: Context, exprs: list[surface.Expr], library: bool = False) -> list[Value]:
    """Several operands in order, or arguments, of a function of Fortran's `library`; refuses one
    whose evaluation changes what an earlier one read."""
    values: list[Value] = []
    starts: list[int] = []
    for expr in exprs:
        starts.append(len(cx.body))
        text = cx.scope.names.get(expr.name) if isinstance(expr, surface.Name) else None
        if text is not None and is_said(text):  # what takes it up may leave it out
            values.append(text)
            continue
        values.append(evaluate(cx, expr))
        refuse_changed(cx, values[:-1], expr.span)
        check_changed(cx, values, expr.span, starts[-1])
        if cx.fortran:
            check_order(cx, exprs[: len(values)], values, starts, library)
    return values


def operands_of(cx: Context, exprs: list[surface.Expr]) -> list[Value]:
    """Those of arithmetic, in which None is an error."""
    with computing_with(cx, *exprs):
        values = evaluate_all(cx, exprs)
    return computed_with(cx, values, exprs)


def lookup(cx: Context, name: surface.Name) -> Value:
    own = name.name in cx.scope.assigned  # which hides what the module has under the name
    for table in (cx.scope.names, {} if own else cx.globals):
        if name.name in table:
            value = table[name.name]
            if isinstance(value, Undefined):
                if value.value is not None and value.slack is not None:
                    what = f"`{name.name}` has a value where the loop has run"
                    if ask(cx, (value.slack,), what, name.span):
                        return value.value
                if value.value is not None and value.trips:
                    flag_where_not_run(cx, name.name, value.trips, name.span)
                    return value.value
                if table is cx.scope.names:
                    flag_instead(cx, name.name)
                kind = SaidError if is_said(value) else AdcError
                raise kind.of(
                    "ADC0224", f"`{name.name}` {value.reason}", name.span, help=value.help
                )
            if isinstance(value, Unknown):
                raise unknown(name, value)
            if isinstance(value, Later):
                return later_value(cx, value)
            return in_program(cx, value) if isinstance(value, ModuleArray) else resolved(cx, value)
    if name.name in cx.scope.assigned:
        flag_in_loop(cx, name.name)
        raise AdcError.of(
            "ADC0224", f"`{name.name}` may be used before it has a value", name.span,
            help=f"assign `{name.name}` before this line on every path",
        )  # fmt: skip
    refuse_behind_the_fence(cx, name)
    if cx.hiding is not None:
        raise unknown(name, hidden(cx.hiding, name.name in known_names()))
    builtin = known_names().get(name.name)
    if builtin is not None:
        return builtin
    raise unknown_name(cx, name)


def _number(expr: surface.Number) -> Value:
    if expr.kind == "int":
        return Integer(sympy.Integer(build.const_value(Const(expr.text, DType.INT64))))
    if expr.dtype:
        return elementwise.literal(expr.text, DType(expr.dtype), weak=False)
    return elementwise.literal(expr.text, DType.FLOAT64)


def _unary(cx: Context, expr: surface.Unary) -> Value:
    if expr.op == "not":
        return negation(cx, expr)
    return _signed(cx, expr, operands_of(cx, [expr.operand])[0])


def _signed(cx: Context, expr: surface.Unary, value: Value) -> Value:
    """`~`, `-` and `+` of a value."""
    if isinstance(value, Record):
        return signed_object(cx, expr.op, value, expr.span)
    if is_selected(value):
        return mapped(cx, [value], lambda v: _signed(cx, expr, v[0]), expr.span)
    if isinstance(value, ByData):
        return by_data.signed(cx, value, lambda v: _signed(cx, expr, v))
    if isinstance(value, Complex):
        return signed_complex(cx, expr.op, value, expr.span)
    if expr.op == "~":
        if isinstance(value, Integer):
            return Integer(-1 - value.value)
        array = as_array(value, expr.span)
        if kind(array.dtype) != 1 and (array.dtype is not DType.BOOL or array.weak):
            kind_of = "of Python's own are integers to it" if array.weak else "only"
            raise AdcError.of(
                "ADC0213", f"`~` is supported for NumPy's booleans {kind_of}", expr.span,
                help="use `not`, or a comparison",
            )  # fmt: skip
        return elementwise.inverted(cx, array, expr.span)
    value = counted_as(value)
    if isinstance(value, Integer):
        return Integer(-value.value) if expr.op == "-" else value
    if expr.op == "+":
        return replace(as_array(value, expr.span), view=None, ways=())
    return elementwise.same_type(cx, "neg", value, expr.span)


def _binary(cx: Context, expr: surface.Binary) -> Value:
    with chosen_operands(cx, expr):
        left, right = operands_of(cx, [expr.left, expr.right])
    return binary(cx, expr.op, left, right, expr.span)


def binary(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value:
    """`left op right` for all that the language allows on numbers, arrays and tuples."""
    if cx.fortran and is_selected(left, right):
        return mapped(cx, [left, right], lambda v: binary(cx, op, v[0], v[1], span), span)
    if cx.fortran:
        return fortran_operators.binary(cx, op, left, right, span)
    if isinstance(left, Record) or isinstance(right, Record):
        return operated(cx, op, left, right, span)
    if isinstance(left, ByData) or isinstance(right, ByData):
        return by_data.binary(cx, op, left, right, span, binary)
    if isinstance(left, Integer) and isinstance(right, Integer):
        result = integer_binary(cx, op, left.value, right.value, span)
        if result is not None:
            return result
    if is_complex(left, right) and not is_selected(left, right):
        return complex_binary(cx, op, left, right, span)
    if op in elementwise.ARITHMETIC and (is_python_bool(left) or is_python_bool(right)):
        return binary(cx, op, counted_as(left), counted_as(right), span)
    if isinstance(left, Items) and isinstance(right, Items) and op == "+":
        return replace(left, items=left.items + right.items, type=None, token=Token(str(span)))
    if isinstance(left, Text) or isinstance(right, Text):
        text = joined_texts(cx, op, left, right, span)
        if text is not None:
            return text
    if isinstance(left, Keywords) and isinstance(right, Keywords) and op == "|":
        return joined_dictionaries(left, right, span)
    if op in python_bits.OPERATORS:
        found = python_bits.of_bits(cx, op, left, right, span, binary)
        if found is not None:
            return found
    lists = joined_lists(cx, left, right, span) if op == "+" else None
    if lists is not None:
        return lists
    if isinstance(left, Integer) and isinstance(right, Items) and op == "*":
        left, right = right, left
    if op == "*" and (isinstance(left, Stride) or isinstance(right, Stride)):
        stride, times = (left, right) if isinstance(left, Stride) else (right, left)
        if isinstance(stride, Stride) and is_integer_number(times):
            return scaled_stride(cx, stride, times, span)
    if isinstance(left, Items) and isinstance(right, Integer) and op == "*":
        return filled_list(cx, left, right, span) or repeated(cx, left, right, span)
    left, right = (beside_array(cx, *p, span, op) for p in ((left, right), (right, left)))
    if is_selected(left, right):
        if op == "@":
            return masked_product(cx, left, right, span)
        return mapped(cx, [left, right], lambda v: binary(cx, op, v[0], v[1], span), span)
    if op == "@":
        return linear_algebra.matmul(cx, as_array(left, span), as_array(right, span), span)
    if op in elementwise.ARITHMETIC:
        return elementwise.arithmetic(cx, elementwise.ARITHMETIC[op], [left, right], span)
    return elementwise.bitwise(cx, op, [left, right], span)


def is_python_bool(value: Value) -> bool:
    """Whether `value` is the literal True or False, or a boolean known to be one of them."""
    return is_literal_bool(value) is not None and isinstance(value, Array) and value.weak


def counted_as(value: Value) -> Value:
    """Python's True and False in arithmetic: 1 and 0."""
    known = is_literal_bool(value) if is_python_bool(value) else None
    return value if known is None else Integer(sympy.Integer(int(known)))


def _compare(cx: Context, expr: surface.Compare) -> Value:
    if (told := type_test(cx, expr)) is not None:
        return told

    def compare(op: str, left: Value, right: Value) -> Value:
        return compare_pair(cx, op, left, right, expr.span)

    taken = operands_of if _ORDERED.issuperset(expr.ops) else evaluate_all
    return chained(cx, expr, compare, taken(cx, list(expr.operands[:2])))


#: Calls of adc's own whose arguments are no values yet.
_UNEVALUATED: dict[str, Callable[[Context, surface.Call], Value]] = {
    "adc.of_fields": of_fields, "adc.text": made_text, "adc.filtered": filtered,
    "adc.counted": counted, "adc.drawn": drawn, "adc.beside": drawn_beside,
    "adc.steps_of": number_steps.made, "adc.number_of_steps": number_steps.number_of,
    "adc.at_step": number_steps.element,
}  # fmt: skip


def _call(cx: Context, expr: surface.Call) -> Value:
    function = evaluate(cx, expr.function)
    if function == Builtin("isinstance") and is_kind_test(expr):
        return isinstance_of(cx, expr)
    if function == Builtin("typing.cast") and (value := cast_of(cx, expr)) is not None:
        return evaluate(cx, value)
    if function == Builtin("getattr") and len(expr.arguments) in (2, 3):
        return attribute_named(cx, expr)
    if function == Builtin("numpy.issubdtype") and len(expr.arguments) == 2 and not expr.keywords:
        return is_subtype(cx, expr)
    if (
        isinstance(function, Bound)
        and isinstance(function.owner, Keywords)
        and (function.name == "get")
    ):
        return keyword_or_default(cx, function.owner, expr)
    if isinstance(function, Builtin) and function.name in _UNEVALUATED:
        return _UNEVALUATED[function.name](cx, expr)
    used = of_used_up(cx, function, expr, apply)
    if used is not None:
        return used
    given = [a.value if isinstance(a, surface.Starred) else a for a in expr.arguments]
    passed = [*given, *(k.value for k in expr.keywords)]
    name = function.name if isinstance(function, (Builtin, Method)) else ""
    return with_arguments(
        cx, isinstance(function, UserFunction),
        lambda: evaluate_all(cx, passed, library=is_of_library(function)),
        lambda parts: apply(cx, function, _looped(expr, call_site(cx, name, expr, parts))),
    )  # fmt: skip


def _looped(expr: surface.Call, site: CallSite) -> CallSite:
    """`site`, unless it asks for the length of an object that a loop runs over, by `__getitem__`
    until that raises or by `__iter__`: Python does not ask for the length."""
    own = isinstance(expr.function, surface.Intrinsic) and expr.function.name == "len"
    if own and any(isinstance(v, Record) for v in site.arguments):
        raise site.error("a loop over an object is not supported",
                         help="loop over `range(len(…))`, or the list that it holds")  # fmt: skip
    return site


def apply(cx: Context, function: Value, site: CallSite) -> Value:
    """The value of the call of `function` that `site` is."""
    if isinstance(function, Bound):
        method = resolved(cx, function)
        assert isinstance(method, Bound)
        function = as_it_is(cx, method)
        if is_of_list(function):
            return method_of_list(cx, function, site, apply)
    if isinstance(function, UserFunction):
        if function.function.elemental and takes_arrays(function, site):
            return by_elements(cx, function, site)
        return inline(cx, function.function, site, function)
    of_objects = call_of_objects(cx, function, site, binary)
    if of_objects is not None:
        return of_objects
    if isinstance(function, Vectorised):
        return vectorised(cx, function, site, apply)
    if isinstance(function, Builtin) and function.name.startswith(OF_ARRAYS):
        return apply(cx, *of_first(cx, replace(site, name=function.name)))
    if isinstance(function, Builtin):
        site = over_keys(cx, replace(site, name=function.name))
        if has_key(site):
            return handed_on(cx, site, by_key(cx, site, apply))
        calling = CALLING.get(function.name)
        return call_builtin(cx, site) if calling is None else calling(cx, site, apply)
    if isinstance(function, RecordType):
        return made_object(cx, function, site)
    if isinstance(function, Bound):
        return called(cx, function, site)
    if isinstance(function, Method):
        return call_method(cx, function.owner, site)
    if isinstance(function, Type):
        name = _CONVERSIONS[function.dtype] if function.python else f"numpy.{function.dtype}"
        return call_builtin(cx, replace(site, name=name))
    if isinstance(function, Namespace) and function.name.startswith("scipy.stats."):
        named = Keywords(tuple(site.keywords.values()), tuple(site.keywords))
        return call_written(cx, site, "adc_frozen", function, Items(site.arguments), named)
    raise AdcError.of(
        "ADC0232", f"{describe(function)} cannot be called", site.span, help="call a function"
    )
