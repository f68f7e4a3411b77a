"""Parameters that keep their defaults: those without a type whose default is None, a text, a type
or a function, or a tuple, list or dictionary of such and of numbers; integers and truth values too,
where the function is refused with them as arguments. The generated function does not take them."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from adc.diagnostics import AdcError, Diagnostic, Severity
from adc.frontends import surface
from adc.frontends.names import bound_names, names_of, walk
from adc.frontends.scoped_renaming import ScopedRenaming
from adc.frontends.types import ArgumentType, Signature

_ARITHMETIC: dict[str, Callable[[float, float], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "**": operator.pow,
}  # fmt: skip


def may_keep_default(parameter: surface.Parameter, function: surface.Function) -> bool:
    """Whether a parameter that is given no type can keep its default: one that nobody changes, and
    that means the same in the function's body."""
    return parameter.default is not None and _is_constant(parameter.default, bound_names(function))


def _is_constant(value: surface.Expr, bound: frozenset[str]) -> bool:
    match value:
        case surface.NoneValue() | surface.String():
            return True
        case surface.Name():
            return value.name not in bound
        case surface.Attribute():
            return _is_constant(value.value, bound)
        case surface.Sequence():
            return all(_is_part(item, bound) for item in value.items)
        case surface.Call(function=surface.Intrinsic(name="dict" | "adc.entries")):
            entries = (*value.arguments, *(k.value for k in value.keywords))
            return all(_is_part(entry, bound) for entry in entries)
        case surface.Binary():  # `2 * pi`; a number that is written as one has a type
            return value.op in _ARITHMETIC and all(
                _is_part(v, bound) for v in (value.left, value.right)
            )
    return False


def _is_part(value: surface.Expr, bound: frozenset[str]) -> bool:
    inner = value.operand if isinstance(value, surface.Unary) and value.op == "-" else value
    return isinstance(inner, (surface.Number, surface.Boolean)) or _is_constant(inner, bound)


def kept_texts(function: surface.Function, signature: Signature) -> dict[str, str]:
    """The parameters that `signature` lacks, and what their defaults are where that is a text or
    None."""
    found: dict[str, str] = {}
    for p in function.parameters:
        if p.name in signature:
            continue
        if isinstance(p.default, surface.String):
            found[p.name] = ascii(p.default.value)
        elif isinstance(p.default, surface.NoneValue):
            found[p.name] = "None"
    return found


def with_defaults_kept(
    module: surface.Module,
    function: surface.Function,
    signature: Signature,
    warnings: list[Diagnostic],
    called: Mapping[str, str] = MappingProxyType({}),
    fixed: Container[str] = (),
) -> surface.Module:
    """`module` with its `function` without the parameters that `signature` lacks: they are
    variables that begin with the default. `called` says what of an object is meant by one; nothing
    is said of those that are `fixed`."""
    kept = [p for p in function.parameters if p.name not in signature]
    if not kept:
        return module
    for p in (p for p in kept if p.name not in fixed):
        name = called.get(p.name, p.name)
        told = f"`{name}` is no argument of the generated function: it has its default"
        help = f"give it a type by `--signature` to pass it: `{name}: {_usual_type(p.default)}`"
        if isinstance(p.default, surface.String):
            own = f"`--fix {name}=TEXT`" if "." not in name else "another default in the class"
            help = f"{own} gives it another value"
        elif isinstance(p.default, surface.Call):
            help = "make an argument of what you want to pass of it"
        warnings.append(Diagnostic("ADC0210", told, p.span, help=help, severity=Severity.WARNING))
    begun = tuple(
        surface.Assign((surface.Name(p.name, p.span),), _shared(p.default), p.span)
        for p in kept
        if p.default is not None
    )
    rest = tuple(p for p in function.parameters if p.name in signature)
    new = replace(function, parameters=rest, body=(*begun, *function.body))
    functions = tuple(new if f is function else f for f in module.functions)
    return _with_whole(replace(module, functions=functions), function)


def _with_whole(module: surface.Module, function: surface.Function) -> surface.Module:
    """`module` with the `function` as it was, too, where something calls it or hands it on."""
    every = walk((module.functions, module.classes, module.constants), inside=True)
    if not any(isinstance(n, surface.Name) and n.name == function.name for n in every):
        return module
    whole = _Whole(frozenset(), function.name)
    other = replace(function, name=whole.other)
    return replace(
        module,
        functions=whole.node((*module.functions, other)),
        classes=whole.node(module.classes),
        constants=whole.node(module.constants),
    )


@dataclass(frozen=True)
class _Whole(ScopedRenaming):
    """What names the function `called` means it as it was."""

    called: str

    @property
    def other(self) -> str:
        return f"{self.called}%whole"

    def renamed(self, name: surface.Name) -> surface.Name:
        return replace(name, name=self.other) if name.name == self.called else name


def _shared(default: surface.Expr) -> surface.Expr:
    """`default` as all calls have it: a list or dictionary may not be changed by one of them."""
    changeable = (
        isinstance(node, surface.Call) or (isinstance(node, surface.Sequence) and node.is_list)
        for node in walk(default)
    )
    if any(changeable):
        shared = surface.Intrinsic("adc.shared_default", default.span, "python")
        return surface.Call(shared, (default,), (), default.span)
    return default


def refuse_kept(function: surface.Function, signature: Signature, wrt: Container[str]) -> None:
    """ADC0301 for what the derivative is to be with respect to, and keeps its default."""
    for p in function.parameters:
        if p.name in wrt and p.name not in signature:
            raise AdcError.of(
                "ADC0301", f"`{p.name}` has no type, and so keeps its default", p.span,
                help=f"give it one by `--signature`: `{p.name}: {_usual_type(p.default)}`",
            )  # fmt: skip


def _usual_type(default: surface.Expr | None) -> str:
    """The type of what is usually passed where `default` is not."""
    while isinstance(default, surface.Unary):
        default = default.operand
    if isinstance(default, surface.Boolean):
        return "bool"
    if isinstance(default, surface.Binary):
        return "float"
    return "int" if isinstance(default, surface.Number) else "float64[N]"


def wrapper_defaults(
    function: surface.Function, signature: Signature, fields: frozenset[str] = frozenset()
) -> dict[str, str]:
    """How the wrapper takes each parameter: "" as it stands, "*" by keyword alone, or the literal
    that it is where it is not given, behind a "*" where it has to be named. Those that are `fields`
    of an object have no default: the object has."""
    found: dict[str, str] = {}
    named = False
    for p in function.parameters:
        inside = p.name in fields
        named = named or p.keyword_only or (p.name not in signature and not inside)
        if p.name in signature:
            literal = "" if inside else _literal(p.default, signature[p.name])
            found[p.name] = "*" * named + literal
    return found


def usual_values(
    module: surface.Module, function: surface.Function, signature: Signature
) -> dict[str, float]:
    """The numbers and truth values that are defaults of arguments without axes, as far as literals
    and what the module binds to such tell: the values that such arguments usually have."""
    found: dict[str, float] = {}
    for p in function.parameters:
        if p.name not in signature or signature[p.name].shape or p.default is None:
            continue
        with suppress(ArithmeticError, ValueError):
            value = _number(p.default, module)
            if value is not None and not math.isnan(value):
                found[p.name] = value
    return found


def _number(value: surface.Expr | None, module: surface.Module, depth: int = 8) -> float | None:
    match value:
        case surface.Number(kind="int" | "float"):
            return float(value.text)
        case surface.Boolean():
            return float(value.value)
        case surface.Attribute(name="pi" | "inf"):
            return math.pi if value.name == "pi" else math.inf
        case surface.Unary(op="-" | "+"):
            number = _number(value.operand, module, depth)
            return -number if number is not None and value.op == "-" else number
        case surface.Binary() if value.op in _ARITHMETIC:
            left, right = (_number(v, module, depth) for v in (value.left, value.right))
            result = None if left is None or right is None else _ARITHMETIC[value.op](left, right)
            return result if isinstance(result, float) else None
        case surface.Name() if depth:
            bound = [c.value for c in module.constants if names_of(c) == {value.name}]
            return _number(bound[0], module, depth - 1) if len(bound) == 1 else None
    return None


def _literal(default: surface.Expr | None, known: ArgumentType) -> str:
    if known.pairs:
        number = complex_literal(default)
        return "" if number is None or len(known.shape) > 1 else repr(number)
    sign = ""
    while isinstance(default, surface.Unary) and default.op in "+-":
        sign = "-" if (default.op == "-") != (sign == "-") else ""
        default = default.operand
    if isinstance(default, surface.Boolean) and not sign:
        return str(default.value)
    if not isinstance(default, surface.Number):
        return ""
    return sign + (repr(float(default.text)) if known.dtype.is_float else default.text)


def complex_literal(value: surface.Expr | None) -> complex | None:
    """The number that `50`, `-2.5j` or `50 + 1j` spells; None for what is none."""
    match value:
        case surface.Number(kind="int" | "float"):
            return complex(float(value.text))
        case surface.Unary(op="+" | "-"):
            operand = complex_literal(value.operand)
            if operand is None:
                return None
            return -operand if value.op == "-" else operand
        case surface.Binary(op="+" | "-"):
            left, right = complex_literal(value.left), complex_literal(value.right)
            if left is None or right is None:
                return None
            return left + right if value.op == "+" else left - right
        case surface.Call(function=surface.Intrinsic(name="complex"), arguments=parts):
            both = [complex_literal(p) for p in parts]
            if len(both) == 2 and both[0] is not None and both[1] is not None:
                return complex(both[0].real, both[1].real)
    return None
