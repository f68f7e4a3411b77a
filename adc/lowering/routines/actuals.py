"""What a call passes: its arguments, and what a function uses that all functions see."""

from __future__ import annotations

from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.fortran.association import associate
from adc.lowering.inlining import bound_arguments
from adc.lowering.routines.alone import depends
from adc.lowering.routines.patterns import Actual, NotKeptError
from adc.lowering.routines.policy import Policy
from adc.lowering.routines.sections import is_contiguous
from adc.lowering.scopes import Scope
from adc.lowering.store import materialise
from adc.lowering.values import Array, Items, Value, anywhere, of_view


def actuals_of(
    cx: Context, policy: Policy, function: surface.Function, site: CallSite
) -> list[Actual]:
    """What goes to a routine for `function`; arrays are in memory there, as it declares them.
    NotKeptError where something does not lie as a routine takes it."""
    values = bound_arguments(cx, function, site, _plain_default)
    if cx.fortran:
        values = associated(cx, function, values)
    found = [Actual(p.name, values[p.name]) for p in function.parameters]
    found += _shared(cx, policy.names(function))
    return [Actual(a.name, _taken(cx, a), a.shared) for a in found]


def _plain_default(cx: Context, parameter: surface.Parameter, value: Value) -> Value:
    """Arrays that all calls share are no arguments of a routine."""
    if isinstance(value, Items) or (isinstance(value, Array) and value.shape):
        raise NotKeptError
    return value


def _shared(cx: Context, names: frozenset[str]) -> list[Actual]:
    """COMMON and module variables, and what the module makes of sizes and integer arguments."""
    if cx.module.stop in names:
        raise NotKeptError
    found = [
        Actual(name, cx.globals[key], key)
        for name, key in cx.module.shared
        if key in names and key in cx.globals
    ]
    keys = {key for _, key in cx.module.shared}
    rest = sorted((names & cx.globals.keys()) - keys)
    return found + [Actual(n, cx.globals[n], n) for n in rest if depends(cx.globals[n])]


def associated(
    cx: Context, function: surface.Function, values: dict[str, Value]
) -> dict[str, Value]:
    """`values` in the types and shapes in which a Fortran procedure declares its dummies."""
    scope = Scope(function, names=dict(values))
    cx.scopes.append(scope)
    try:
        for statement in function.body:
            if isinstance(statement, surface.Associate) and statement.source is None:
                if _is_computed(scope.names[statement.name], statement):
                    continue
                associate(cx, statement)
    finally:
        cx.scopes.pop()
    return {name: scope.names[name] for name in values}


def _is_computed(value: Value, statement: surface.Associate) -> bool:
    """Whether a number of the declared type is passed that is in no memory."""
    if not isinstance(value, Array) or value.shape or value.in_memory:
        return False
    return statement.extents == () and value.dtype is DType(statement.dtype)


def _taken(cx: Context, actual: Actual) -> Value:
    """The argument as a routine takes it."""
    value = actual.value
    if not isinstance(value, Array):
        return value
    if value.ways or cx.types.origin(anywhere(value)) is not None:
        raise NotKeptError
    if not value.shape:
        return value
    if value.view is None:
        value = of_view(materialise(cx, value, actual.name, user=True), value.dtype)
    view = value.view
    assert view is not None
    if view.container in cx.stretched or view.lacks != 0 or not is_contiguous(cx, view):
        raise NotKeptError
    return value
