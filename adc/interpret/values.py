"""The value of an expression at all points of a domain at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from adc.interpret.domains import Points
from adc.interpret.errors import InterpreterError
from adc.interpret.memory import Memory
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import EXTREMA
from adc.ir.evaluation import compiled
from adc.ir.expressions import Alternatives, Apply, Const, Expr, IntValue, Read
from adc.ir.nodes import Compute
from adc.ops import ALL_OPS


@dataclass(slots=True)
class Frame:
    """Where an expression is evaluated: `written` are the flat positions that `statement` writes,
    given where it also reads its target's container; `summed`: several points add to one. Not
    frozen for the same reason as `Points`."""

    memory: Memory
    label: str
    statement: Compute | None = None
    written: np.ndarray | None = None
    summed: bool = False


def evaluate(expr: Expr, points: Points, frame: Frame) -> Any:
    """A NumPy scalar, or an array that broadcasts to the points' shape, of the node's type."""
    if isinstance(expr, Read):
        return _read(expr, points, frame)
    if isinstance(expr, Const):
        return _constant(expr.text, expr.dtype.value)
    if isinstance(expr, IntValue):
        value = compiled(expr.value)(points.values)
        return np.asarray(value, dtype=expr.dtype.value)[()]
    if isinstance(expr, Alternatives):
        return evaluate(expr.options[0], points, frame)
    if not isinstance(expr, Apply):
        raise InterpreterError(f"{frame.label}: a need is left: {expr}")
    lazy = _LAZY.get(expr.op)
    return lazy(expr, points, frame) if lazy else _apply(expr, points, frame)


@lru_cache(maxsize=None)
def _constant(text: str, dtype: str) -> Any:
    """A literal as a NumPy scalar."""
    return np.dtype(dtype).type(build.const_value(Const(text, DType(dtype))))


def _read(expr: Read, points: Points, frame: Frame) -> Any:
    if expr.container not in frame.memory.arrays:
        raise InterpreterError(f"{frame.label}: reads {expr.container}, which is not declared")
    positions = frame.memory.positions(expr.container, expr.index, points, frame.label)
    if frame.written is not None:
        _check_order(expr, positions, points, frame)
    value = frame.memory.flat(expr.container)[positions]
    if value.dtype != expr.dtype.value:
        raise InterpreterError(f"{frame.label}: {expr.container} is not of {expr.dtype}")
    return value


def _check_order(expr: Read, positions: Any, points: Points, frame: Frame) -> None:
    """Refuse to read an element that another point of the same statement writes."""
    statement = frame.statement
    assert statement is not None and frame.written is not None
    if expr.container != statement.container:
        return
    others = np.broadcast_to(positions, points.shape)
    if frame.summed and np.isin(others, frame.written).any():
        raise InterpreterError(f"{frame.label}: reads what it accumulates into")
    if statement.op not in EXTREMA:
        target = statement.target
        own = frame.memory.positions(target.container, target.index, points, frame.label)
        others = others[others != own]
    if np.isin(others, frame.written).any():
        raise InterpreterError(
            f"{frame.label}: reads elements of {expr.container} that other points write"
        )


def _apply(expr: Apply, points: Points, frame: Frame) -> Any:
    operation = ALL_OPS.get(expr.op)
    if operation is None:
        raise InterpreterError(f"{frame.label}: unknown operation {expr.op!r}")
    args = [evaluate(a, points, frame) for a in expr.args]
    if expr.op == "cast":
        return args[0].astype(expr.dtype.value)
    result = operation.numpy(*args)
    if result.dtype != expr.dtype.value:
        raise InterpreterError(
            f"{frame.label}: {expr.op} gives {result.dtype} where {expr.dtype} is stated"
        )
    return result


def _where(expr: Apply, points: Points, frame: Frame) -> Any:
    condition = evaluate(expr.args[0], points, frame)
    a, b = expr.args[1:]
    return _choose(condition, a, b, points, frame, expr.dtype.value)


def _and(expr: Apply, points: Points, frame: Frame) -> Any:
    left = evaluate(expr.args[0], points, frame)
    return _choose(left, expr.args[1], build.const(False, expr.dtype), points, frame, "bool")


def _or(expr: Apply, points: Points, frame: Frame) -> Any:
    left = evaluate(expr.args[0], points, frame)
    return _choose(left, build.const(True, expr.dtype), expr.args[1], points, frame, "bool")


def _choose(condition: Any, a: Expr, b: Expr, points: Points, frame: Frame, dtype: str) -> Any:
    """`a` at the points where `condition` holds, `b` at the others; neither anywhere else."""
    if condition.all():
        return evaluate(a, points, frame)
    if not condition.any():
        return evaluate(b, points, frame)
    mask = np.broadcast_to(condition, points.shape)
    result = np.empty(points.shape, dtype=dtype)
    for chosen, branch in ((mask, a), (~mask, b)):
        value = evaluate(branch, points.where(chosen), frame)
        if value.dtype != dtype:
            raise InterpreterError(f"{frame.label}: a branch is of {value.dtype}, not of {dtype}")
        result[chosen] = value
    return result


_LAZY = {"where": _where, "and": _and, "or": _or}
