"""What the names of a module stand for: imports, functions and constants, in the file's order.

adc does not run the module. A name that it binds to something that adc does not know is still
bound: it hides the builtin of that name, and asking for it is an error.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import names_of, target_names
from adc.frontends.python.lists import list_names
from adc.ir import shapes
from adc.ir.expressions import reads
from adc.lowering.closures import made_once
from adc.lowering.context import Context
from adc.lowering.expressions import evaluate
from adc.lowering.module_arrays import constant_of, worked_out
from adc.lowering.numpy.vocabulary import is_known_module, module_member, star_names
from adc.lowering.objects.classes import record_type
from adc.lowering.objects.heap import without_token
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.shared_values import Unseen, is_computed, is_settled
from adc.lowering.plain_values import IntegerRange, Limits
from adc.lowering.scopes import Scope
from adc.lowering.suggestions import instead_of, way_to
from adc.lowering.unknown_names import hidden
from adc.lowering.values import (
    Array,
    Builtin,
    Grown,
    Held,
    Integer,
    Items,
    Keywords,
    Later,
    Namespace,
    Nothing,
    Record,
    Text,
    Type,
    Unknown,
    UserFunction,
    Value,
    Vectorised,
)

#: Larger arrays than these are better passed.
MOST_COMPUTED = 1_000_000
_OWN_FILE = "define `{}` in this file or one beside it, or make its result an argument"


def global_names(cx: Context) -> dict[str, Value]:
    """Modules, functions, sizes and constants, as the file's functions see them."""
    module = cx.module
    sizes = sorted(cx.symbols - dict(module.late).keys())  # these the file has, too
    found: dict[str, Value] = {n: Integer(shapes.symbol(n)) for n in sizes}
    cx.globals = found
    known: dict[str, Any] = {}
    parts: list[surface.Function | surface.Import | surface.Assign | surface.Class] = []
    parts += [*module.functions, *module.imports, *module.constants, *module.classes]
    place = {file: number for number, file in enumerate(module.others)}
    last = len(place)

    def run(
        part: surface.Function | surface.Import | surface.Assign | surface.Class,
    ) -> tuple[int, int, int]:
        """Files are run when they are first imported, which comes before what uses them."""
        return place.get(part.span.file, last), part.span.line, part.span.column

    for part in sorted(parts, key=run):
        if isinstance(part, surface.Function):
            found[part.name] = UserFunction(part)
        elif isinstance(part, surface.Class):
            found[part.name] = record_type(cx, part)
        elif isinstance(part, surface.Import):
            _import(cx, part)
        else:
            _bind_constant(cx, part, known)
    return found


def _import(cx: Context, statement: surface.Import) -> None:
    found, span = cx.globals, statement.span
    if statement.name == "*":
        names = star_names(statement.module)
        if names is None and statement.certain and statement.spares:
            return
        if names is None or not statement.certain:
            _hide_all(cx, statement)
        else:
            found |= {n: _member(statement.module, n, v, span) for n, v in names.items()}
        return
    if not is_known_module(statement.module):
        found[statement.alias] = _from_elsewhere(statement.alias, statement.module, span)
    elif statement.name is None:
        found[statement.alias] = Namespace(statement.module)
    else:
        value = module_member(statement.module, statement.name)
        found[statement.alias] = _member(statement.module, statement.name, value, span)


def _member(module: str, name: str, value: Value | None, span: Span) -> Value:
    if value is not None:
        return value
    if (module, name) == ("sys", "exit"):
        return Builtin("sys.exit")  # statements of it are exceptions: `control/leaving.py`
    reason = f"is `{module}.{name}`, which is not supported"
    return Unknown(reason, instead_of(f"{module}.{name}"), span, "ADC0227")


def _from_elsewhere(name: str, module: str, span: Span) -> Unknown:
    reason = f"comes from `{module}`, which adc does not read"
    return Unknown(reason, way_to(module) or _OWN_FILE.format(name), span)


def _hide_all(cx: Context, statement: surface.Import) -> None:
    """`from helpers import *` may bind any name anew, those of Python included; modules that are
    imported under a name of their own are taken to stay."""
    cx.hiding = statement
    for name, value in cx.globals.items():
        if not isinstance(value, Namespace) and name not in cx.symbols:
            cx.globals[name] = hidden(statement)


def _bind_constant(cx: Context, constant: surface.Assign, known: dict[str, Any]) -> None:
    made = worked_out(cx, constant, known)
    alone = len(constant.targets) == 1 and isinstance(constant.targets[0], surface.Name)
    by_numpy = made if not alone else constant_of(made, "", constant.span)
    value = constant_value(cx, constant, by_numpy is not None)
    for target in constant.targets:
        _note_made(cx, target, made, known)
    for target in constant.targets:
        if isinstance(target, surface.Name):
            cx.globals[target.name] = value or _made(cx, target, known)
            continue
        items = value.items if isinstance(value, Items) else ()
        parts = target.items if isinstance(target, surface.Sequence) else ()
        for name in target_names(target):
            cx.globals[name] = _made(cx, surface.Name(name, target.span), known)
        if isinstance(value, Items) and len(items) == len(parts):
            cx.globals |= {
                p.name: v for p, v in zip(parts, items, strict=True) if isinstance(p, surface.Name)
            }


def _note_made(cx: Context, target: surface.Expr, made: Any, known: dict[str, Any]) -> None:
    """Keep what NumPy makes of a constant under its name, or each part of a tuple under its own."""
    if made is None:
        return
    if isinstance(target, surface.Name):
        holds = isinstance(made, (np.ndarray, list, tuple))
        if not (holds and target.name in cx.module.written):
            known[target.name] = made
        return
    parts = made if isinstance(made, (tuple, list)) else ()
    items = target.items if isinstance(target, surface.Sequence) else ()
    if len(parts) == len(items):
        for item, part in zip(items, parts, strict=True):
            _note_made(cx, item, part, known)


def _made(cx: Context, name: surface.Name, known: dict[str, Any]) -> Value:
    """The constant that NumPy made, where it made one."""
    found = constant_of(known.get(name.name), name.name, name.span)
    return found if found is not None else _beyond(name.name, name.span)


def _beyond(name: str, span: Span) -> Unknown:
    reason = "is bound to something that adc does not work out"
    help = f"name it in the signature to pass it: `{name}: float64`; or bind it to a number"
    return Unknown(reason, help, span)


def constant_value(cx: Context, constant: surface.Assign, known: bool) -> Value | None:
    """A module constant; None where its value is beyond adc (an error only if it is used), or is
    `known` as NumPy has worked it out."""
    written = names_of(constant) & cx.module.written
    target = constant.targets[0]
    alone = isinstance(target, surface.Name) and _is_made_by_statements(cx, constant)
    if isinstance(target, surface.Name) and alone and not written:
        return Unseen(target.name, constant.value, constant.span)
    value = _tried(cx, constant)
    if value is None:
        return None
    if written and _has_lists(value) and not list_names((constant,)):  # else it is settled
        reason = "is a list or dictionary that something in the source may change"
        help = "make it in the function, or give it as an argument"
        return Unknown(reason, help, constant.span)
    if _is_constant(value):
        return _as_constant(value)
    made = _has_objects(value) or (_has_arrays(value) and not written)
    if isinstance(target, surface.Name) and made and is_settled(value):
        return Later(target.name, constant.value, constant.span)
    if isinstance(target, surface.Name) and _has_objects(value):
        reason = "is an object that something in the source may change"
        help = "make it in the function, or pass what it holds as arguments"
        return Unknown(reason, help, constant.span)
    return None if known else _made_later(constant, value, bool(written))


def _is_made_by_statements(cx: Context, constant: surface.Assign) -> bool:
    """Whether several statements make it (`adc.frontends.python.made_at_top`): it is worked out
    where something asks for it."""
    called = constant.value.function if isinstance(constant.value, surface.Call) else None
    made = cx.globals.get(called.name) if isinstance(called, surface.Name) else None
    return isinstance(made, UserFunction) and made.function.of_file


def _tried(cx: Context, constant: surface.Assign) -> Value | None:
    """What the constant's text gives, of which nothing stays in the program; None where that is
    beyond adc."""
    cx.scopes.append(Scope(surface.Function("<module>", (), (), constant.span)))
    before, prologue = cx.snapshot(), cx.prologue
    cx.prologue = prologue.copy()
    try:
        return evaluate(cx, constant.value)
    except AdcError:
        return None
    finally:
        cx.prologue = prologue
        cx.restore(before)
        cx.scopes.pop()
        cx.body.clear()


def _made_later(constant: surface.Assign, value: Value, written: bool) -> Value | None:
    """Numbers and arrays that the file computes as it is imported, by its own functions say: the
    program does so at its beginning, if it uses them. What may be changed is not known."""
    target, span = constant.targets[0], constant.span
    if len(constant.targets) > 1 or not is_computed(value) or (written and _may_change(value)):
        return None
    if isinstance(value, Array) and not sympy.prod(value.shape) <= MOST_COMPUTED:
        return None
    if isinstance(target, surface.Name):
        return Later(target.name, constant.value, span)
    if not isinstance(target, surface.Sequence) or not isinstance(value, Items):
        return None
    names = [item.name for item in target.items if isinstance(item, surface.Name)]
    if len(names) != len(target.items) or len(names) != len(value.items):
        return None
    places = [surface.Number(str(place), "int", span) for place in range(len(names))]
    parts = [surface.Subscript(constant.value, (place,), span) for place in places]
    made = [Later(n, part, span) for n, part in zip(names, parts, strict=True)]
    return replace(value, items=tuple(made))


def _may_change(value: Value) -> bool:
    """Whether something could change what it holds."""
    return _has_lists(value) or _has_arrays(value) or (isinstance(value, Array) and value.is_shared)


def _has_lists(value: Value) -> bool:
    """Whether it is a list or a dictionary, or a tuple with one in it."""
    if isinstance(value, Items) and not value.is_list:
        return any(map(_has_lists, value.items))
    return isinstance(value, (Items, Keywords, Grown))


def _has_objects(value: Value) -> bool:
    held = value.items if isinstance(value, Held) else ()
    return isinstance(value, Record) or any(map(_has_objects, held))


def _has_arrays(value: Value) -> bool:
    """Whether it is a dictionary, list or tuple with an array in it."""
    held = value.items if isinstance(value, (Keywords, Items)) else ()
    return any((isinstance(v, Array) and bool(v.shape)) or _has_arrays(v) for v in held)


def _as_constant(value: Value) -> Value:
    """The value as all calls share it."""
    if isinstance(value, UserFunction):
        return made_once(value, lambda _, part: _as_constant(part))
    return without_token(value)


def _is_constant(value: Value, asked: tuple[Value, ...] = ()) -> bool:
    """Whether `value` does not depend on when it is looked at; `asked`: functions that are being
    looked into, of which one may have itself among its names."""
    if isinstance(value, Record) and not is_settled(value):
        return False
    if isinstance(value, Held):
        return all(_is_constant(item, asked) for item in value.items)
    if isinstance(value, UserFunction) and value.scope is not None:
        if any(value is each for each in asked):
            return True
        homes = {name: value.scope.home(name).names for name in value.function.captures}
        inside = (*asked, value)
        return all(_is_constant(home[n], inside) for n, home in homes.items() if n in home)
    if isinstance(value, Array):
        return not value.is_shared and not reads(value.at(()))
    kinds = (Integer, IntegerRange, Nothing, Text, Builtin, Type, Limits, Namespace, UserFunction,
             RecordType, Vectorised)  # fmt: skip
    return isinstance(value, kinds)
