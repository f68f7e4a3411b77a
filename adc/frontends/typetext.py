"""Types written as text: signatures, annotations, sizes (grammars/signature.lark)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import sympy
from lark import Token, Tree
from lark.exceptions import LarkError, UnexpectedInput

from adc.diagnostics import AdcError, Diagnostic, Severity, Span
from adc.frontends.grammars import signature
from adc.frontends.item_types import LISTS, is_a, items_of, listed_items, open_list
from adc.frontends.types import MOST_AXES, ArgumentType
from adc.ir.dtypes import DType
from adc.ir.shapes import floordiv, floormod, maximum, minimum, symbol

Node: TypeAlias = "Tree[Token]"

FORM = "gemm(alpha: float64, A: float64[N, M], steps: int)"

#: Names of element types; the flag marks Python's own types, which are weak.
_DTYPES: dict[str, tuple[DType, bool]] = {
    "float": (DType.FLOAT64, True),
    "int": (DType.INT64, True),
    "bool": (DType.BOOL, True),
    "float64": (DType.FLOAT64, False),
    "double": (DType.FLOAT64, False),
    "float32": (DType.FLOAT32, False),
    "single": (DType.FLOAT32, False),
    "int64": (DType.INT64, False),
    "int_": (DType.INT64, False),
    "int32": (DType.INT32, False),
    "intc": (DType.INT32, False),
    "bool_": (DType.BOOL, False),
}
#: Names of types of complex numbers: that of the parts, and whether it is Python's own.
_COMPLEX: dict[str, tuple[DType, bool]] = {
    "complex": (DType.FLOAT64, True),
    "complex128": (DType.FLOAT64, False),
    "complex_": (DType.FLOAT64, False),
    "cdouble": (DType.FLOAT64, False),
    "complex64": (DType.FLOAT32, False),
    "csingle": (DType.FLOAT32, False),
}
_JAXTYPING: dict[str, DType] = {
    "Float64": DType.FLOAT64,
    "Float32": DType.FLOAT32,
    "Float": DType.FLOAT64,
    "Int64": DType.INT64,
    "Int32": DType.INT32,
    "Int": DType.INT64,
    "Bool": DType.BOOL,
}
_JAXTYPING_COMPLEX = {
    "Complex128": DType.FLOAT64, "Complex64": DType.FLOAT32, "Complex": DType.FLOAT64,
}  # fmt: skip
_REFUSED = re.compile(
    r"(b?float16|half|float128|longdouble|c?complex256|clongdouble|u?int(8|16)"
    r"|uint(32|64)?|u?byte|u?short|uintc)$",
    re.IGNORECASE,
)
_ARRAYS = ("ndarray", "NDArray", "Array", "ArrayLike")
KNOWN = "float64, float32, complex128, complex64, int64, int32, bool"

#: Types of what chooses, and is not computed with; and of functions.
_CHOICES = ("str", "None", "NoneType")
_FUNCTIONS = ("function", "callable", "Callable", "FunctionType", "LambdaType")


@dataclass(frozen=True)
class Origin:
    """Where a text begins: its file, and the line and column of its first character."""

    file: str
    line: int = 1
    column: int = 1

    def span(self, node: Node | Token) -> Span:
        at = node.meta if isinstance(node, Tree) else node
        return Span(
            self.file, *self._place(at.line, at.column), *self._place(at.end_line, at.end_column)
        )

    def place(self, line: int, column: int) -> Span:
        line, column = self._place(line, column)
        return Span(self.file, line, column, line, column + 1)

    def _place(self, line: int, column: int) -> tuple[int, int]:
        return line + self.line - 1, column + (self.column - 1 if line == 1 else 0)


@dataclass
class Reading:
    """What a text says about a type.

    `type` is None where it gives no whole type; `dtype` and that it `is_array` may then still be
    known, as in `NDArray[np.float32]`; of complex numbers, that are `pairs`, `dtype` is that of the
    parts. `sizes` are the names in the shape. `refused` says why no argument has this type: one
    that `--fix` gives a value may.
    """

    type: ArgumentType | None = None
    dtype: DType | None = None
    is_array: bool = False
    sizes: dict[str, Span] = field(default_factory=dict)
    notes: list[Diagnostic] = field(default_factory=list)
    pairs: bool = False
    refused: AdcError | None = None


@dataclass(frozen=True)
class SignatureText:
    """One signature: the function that it names, and its arguments in order; `lists` are the paths
    of those that are lists."""

    name: str
    span: Span
    arguments: tuple[tuple[str, Span, Reading], ...]
    lists: frozenset[str] = frozenset()


def read_signatures(text: str, file: str) -> list[SignatureText]:
    """The signatures in `text`; raises ADC0202, ADC0203, ADC0204 with spans in `file`."""
    origin = Origin(file)
    try:
        tree = signature().parse(text, start="signatures")
    except LarkError as error:
        raise _unreadable(error, text, origin) from None
    return [_signature(node, origin) for node in tree.children]


def read_annotation(text: str, origin: Origin) -> Reading:
    """What an annotation says; one that is not about types of adc's says nothing."""
    try:
        tree = signature().parse(text, start="type")
    except LarkError:
        return Reading()
    return _reading(tree, origin, strict=False)


def read_type(node: Node, origin: Origin) -> ArgumentType:
    """The type in a `type` node; raises ADC0202 and ADC0204."""
    found = _reading(node, origin, strict=True).type
    assert found is not None, "strict readings are whole"
    return found


def _signature(node: Node, origin: Origin) -> SignatureText:
    name, *rest = node.children
    arguments: list[tuple[str, Span, Reading]] = []
    lists: set[str] = set()
    for argument in rest[:-1]:
        if isinstance(argument, Tree):
            label, written = argument.children
            assert isinstance(label, Tree)
            called = ".".join(map(str, label.children))
            arguments += _arguments(called, origin.span(label), written, origin, lists)
    return SignatureText(str(name), origin.span(name), tuple(arguments), frozenset(lists))


def _arguments(
    called: str, span: Span, written: Node, origin: Origin, lists: set[str]
) -> Iterator[tuple[str, Span, Reading]]:
    """The argument `called` with its type, or one for each item of a tuple or list: `p.0`, `p.1`;
    adds the paths of `lists`."""
    items = items_of(written)
    if is_a(written, LISTS):
        if items is None:
            raise open_list(called, written, origin.span(written.children[0]))
        lists.add(called)
    if items is None:
        refused = _of_choice(called, written, origin)
        _check_no_dictionary(called, written, origin)
        yield called, span, refused or _reading(written, origin, strict=True)
        return
    for k, item in enumerate(items):
        yield from _arguments(f"{called}.{k}", span, item, origin, lists)


def _check_no_dictionary(called: str, type_: Node, origin: Origin) -> None:
    """Refuses a dictionary: its items are arguments."""
    node = type_.children[0]
    path = node.children[0] if isinstance(node, Tree) and node.data == "subscripted" else node
    if isinstance(path, Tree) and path.children and str(path.children[-1]) in ("dict", "Dict"):
        raise AdcError.of(
            "ADC0202", f"the dictionary `{called}` has a type for each of its items",
            origin.span(path), help=f"write them by their keys, such as `{called}.key: float64`",
        )  # fmt: skip


def _of_choice(called: str, type_: Node, origin: Origin) -> Reading | None:
    """A reading that is refused with ADC0202 for the type of a text, of None or of a function,
    which `--fix` gives one value; None for another type."""
    node = type_.children[0]
    path = node.children[0] if isinstance(node, Tree) and node.data == "subscripted" else node
    last = str(path.children[-1]) if isinstance(path, Tree) and path.data == "path" else ""
    if last in _FUNCTIONS:
        what, value = "an argument of the generated function is no function", "FUNCTION"
    elif last in _CHOICES and path is node:
        what, value = "an argument of the generated function is no text, and not None", "VALUE"
    else:
        return None
    return Reading(refused=AdcError.of(
        "ADC0202", what, origin.span(path), help=f"give it one value: `--fix {called}={value}`",
    ))  # fmt: skip


def _unreadable(error: LarkError, text: str, origin: Origin) -> AdcError:
    message, span = "the signature cannot be read", None
    if isinstance(error, UnexpectedInput):
        token = getattr(error, "token", None)
        if token is not None and token.type == "$END":
            message = "the signature ends too early"
            lines = text.rstrip().split("\n")
            span = origin.place(len(lines), max(len(lines[-1]), 1))
        else:
            span = origin.span(token) if token else origin.place(error.line, error.column)
    help = f"write it like `{FORM}`"
    at = getattr(error, "pos_in_stream", None)
    if at is not None and text[at : at + 1] in ("{", "["):
        help = "write what an object or dictionary holds by its path: `p.pos: float64[2]`"
    return AdcError.of("ADC0203", message, span, help=help)


def _reading(node: Node, origin: Origin, strict: bool) -> Reading:
    """The type in a `type` node; `strict` raises for what is not a type instead of passing."""
    found = _plain_reading(node, origin, strict)
    word = node.children[1] if len(node.children) > 1 else None
    return found if word is None else _unique(found, origin.span(word))


def _unique(reading: Reading, span: Span) -> Reading:
    """The reading with `unique` behind it, at `span`; ADC0202 for what cannot be positions."""
    known = reading.type
    if known is None or known.pairs or not known.dtype.is_integer or len(known.shape) != 1:
        raise AdcError.of(
            "ADC0202", "only an array of integers with one axis can be `unique`", span,
            help="leave `unique` out, or write `int64[N] unique` for positions that all differ",
        )  # fmt: skip
    return replace(reading, type=replace(known, unique=True))


def _plain_reading(node: Node, origin: Origin, strict: bool) -> Reading:
    """The same without what stands behind the type."""
    written = node.children[0]
    assert isinstance(written, Tree)
    if written.data == "path":
        return _scalar(written, origin, strict)
    if written.data == "subscripted":
        return _array(written, origin, strict)
    if not strict:
        return Reading()
    raise _no_type(origin.span(written))


def _no_type(span: Span) -> AdcError:
    return AdcError.of(
        "ADC0202", "this is no type that adc computes with", span, help=f"use one of {KNOWN}"
    )


def _scalar(path: Node, origin: Origin, strict: bool) -> Reading:
    name = str(path.children[-1])
    span = origin.span(path)
    if name in _DTYPES:
        dtype, weak = _DTYPES[name]
        return Reading(ArgumentType(dtype, (), weak, span), dtype)
    if name in _COMPLEX:
        dtype, weak = _COMPLEX[name]
        return Reading(complex_type(dtype, (), weak, span), dtype, pairs=True)
    if strict or _REFUSED.match(name):
        raise _no_type(span)
    return Reading(is_array=name in _ARRAYS)


def _array(node: Node, origin: Origin, strict: bool) -> Reading:
    path, listed = node.children
    assert isinstance(path, Tree)
    name = str(path.children[-1])
    items = listed_items(listed)
    if name in _DTYPES:
        return _shaped(_DTYPES[name][0], items, origin.span(node), origin)
    if name in _COMPLEX:
        found = _shaped(_COMPLEX[name][0], items, origin.span(node), origin)
        return _in_pairs(found)
    if len(items) == 2 and items[1].data == "string":
        if name in _JAXTYPING:
            return _jaxtyping(name, _JAXTYPING[name], items[1], origin.span(node), origin)
        if name in _JAXTYPING_COMPLEX:
            dtype = _JAXTYPING_COMPLEX[name]
            return _in_pairs(_jaxtyping(name, dtype, items[1], origin.span(node), origin))
    if strict or _REFUSED.match(name):
        raise _no_type(origin.span(path))
    if name in _ARRAYS:
        element, pairs = _element_type(items)
        return Reading(dtype=element, is_array=True, pairs=pairs)
    return Reading()


def complex_type(
    dtype: DType, shape: tuple[sympy.Expr, ...], weak: bool, span: Span | None
) -> ArgumentType:
    """Complex numbers with parts of the type `dtype`."""
    return ArgumentType(dtype, (*shape, sympy.Integer(2)), weak, span, pairs=True)


def _in_pairs(reading: Reading) -> Reading:
    """The reading with complex numbers in the place of reals."""
    real = reading.type
    assert real is not None
    made = complex_type(real.dtype, real.shape, False, real.span)
    return replace(reading, type=made, pairs=True)


def _element_type(items: list[Node]) -> tuple[DType | None, bool]:
    """`np.float64` of `NDArray[np.float64]` and of `np.ndarray[Any, np.dtype[np.float64]]`, and
    whether it is that of the parts of complex numbers."""
    for path in items[-1].find_data("path") if items else ():
        for table in (_DTYPES, _COMPLEX):
            known = table.get(str(path.children[-1]))
            if known:
                return known[0], table is _COMPLEX
    return None, False


def _shaped(dtype: DType, items: list[Node], span: Span, origin: Origin) -> Reading:
    reading = Reading(dtype=dtype)
    shape = tuple(_size(item, origin, reading.sizes) for item in items)
    reading.type = _array_type(dtype, shape, span)
    return reading


def _array_type(dtype: DType, shape: tuple[sympy.Expr, ...], span: Span) -> ArgumentType:
    if len(shape) > MOST_AXES:
        message = f"an array has at most {MOST_AXES} axes, and this one {len(shape)}"
        raise _bad_size(message, span, "join axes into one")
    return ArgumentType(dtype, shape, False, span)


def _jaxtyping(name: str, dtype: DType, string: Node, span: Span, origin: Origin) -> Reading:
    """`Float64[Array, "N M"]`: the sizes stand in a string, separated by blanks."""
    token = string.children[0]
    assert isinstance(token, Token)
    place = origin.span(token)
    reading = Reading(dtype=dtype)
    shape = []
    for position, word in _words(str(token)[1:-1]):
        inner = Origin(place.file, place.line, place.column + 1 + position)
        shape.append(read_size(word, inner, reading.sizes))
    reading.type = _array_type(dtype, tuple(shape), span)
    if name in ("Float", "Int", "Complex"):
        taken = "complex128" if name == "Complex" else dtype
        message = f"`{name}` may be any precision; adc takes {taken}"
        wide, narrow = ("128", "64") if name == "Complex" else ("64", "32")
        way_out = f"write `{name}{wide}` or `{name}{narrow}` to choose"
        note = Diagnostic("ADC0209", message, span, help=way_out, severity=Severity.NOTE)
        reading.notes.append(note)
    return reading


def _words(text: str) -> list[tuple[int, str]]:
    found, position = [], 0
    for word in text.split():
        position = text.index(word, position)
        found.append((position, word))
        position += len(word)
    return found


def read_size(text: str, origin: Origin, sizes: dict[str, Span]) -> sympy.Expr:
    """One size; its names are added to `sizes`. Raises ADC0204."""
    try:
        tree = signature().parse(text, start="size")
    except LarkError:
        span = Span(origin.file, origin.line, origin.column, origin.line, origin.column + len(text))
        raise _bad_size(f"`{text}` is no size that adc understands", span) from None
    child = tree.children[0]
    assert isinstance(child, Tree)
    return _size(child, origin, sizes)


def _bad_size(
    message: str, span: Span, way_out: str = "write an integer expression, such as `N + 4`"
) -> AdcError:
    return AdcError.of("ADC0204", message, span, help=way_out)


#: Powers of numbers with more bits than this are not worked out.
_BITS = 640

_ARITHMETIC: dict[str, Callable[[sympy.Expr, sympy.Expr], sympy.Expr]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "floordiv": floordiv,
    "mod": floormod,
}


def _size(node: Node, origin: Origin, sizes: dict[str, Span]) -> sympy.Expr:
    """The outermost expression of one extent."""
    value = _integer(node, origin, sizes)
    if value.is_Integer and value < 0:
        raise _bad_size("a size cannot be negative", origin.span(node))
    return value


def _integer(node: Node, origin: Origin, sizes: dict[str, Span]) -> sympy.Expr:
    kind, children = node.data, node.children
    if kind == "integer":
        if len(str(children[0])) > 19:
            raise _bad_size("this number does not fit in 64 bits", origin.span(node))
        return sympy.Integer(int(str(children[0])))
    if kind == "path" and len(children) == 1:
        sizes.setdefault(str(children[0]), origin.span(node))
        return symbol(str(children[0]))
    operands = [c for c in children if isinstance(c, Tree)]
    if kind == "neg":
        return -_integer(operands[0], origin, sizes)
    if kind in _ARITHMETIC:
        left, right = (_integer(o, origin, sizes) for o in operands)
        if kind in ("floordiv", "mod") and right == 0:
            raise _bad_size("a division by zero in a size", origin.span(operands[1]))
        return _ARITHMETIC[kind](left, right)
    if kind == "pow":
        return _power(operands, origin, sizes)
    if kind == "called":
        return _extremum(operands, origin, sizes)
    if kind == "truediv":
        raise _bad_size("`/` makes a fraction of a size", origin.span(node), "divide with `//`")
    raise _bad_size("this is no size that adc understands", origin.span(node))


def _power(operands: list[Node], origin: Origin, sizes: dict[str, Span]) -> sympy.Expr:
    base, exponent = (_integer(o, origin, sizes) for o in operands)
    if not exponent.is_Integer or exponent < 0:
        message = "the exponent in a size must be a non-negative number"
        raise _bad_size(message, origin.span(operands[1]))
    widest = max((int(n).bit_length() for n in base.atoms(sympy.Integer)), default=1)
    if exponent > 63 or widest * exponent > _BITS:
        raise _bad_size("so high a power does not fit in 64 bits", origin.span(operands[1]))
    return base**exponent


def _extremum(operands: list[Node], origin: Origin, sizes: dict[str, Span]) -> sympy.Expr:
    name = ".".join(map(str, operands[0].children))
    arguments = (
        [_integer(o, origin, sizes) for o in listed_items(operands[1])] if operands[1:] else []
    )
    if name not in ("min", "max") or not arguments:
        message = f"`{name}` is no function of sizes"
        raise _bad_size(message, origin.span(operands[0]), "only `min` and `max` are")
    return minimum(*arguments) if name == "min" else maximum(*arguments)
