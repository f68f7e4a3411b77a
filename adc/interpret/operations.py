"""Runs an operation on sections of arrays by its meaning in NumPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from adc.interpret.domains import Points, points_of
from adc.interpret.errors import InterpreterError
from adc.interpret.memory import Memory
from adc.interpret.values import Frame, evaluate
from adc.ir.enums import Update
from adc.ir.node import Write
from adc.ir.operation import Operation


def operation(node: Operation, memory: Memory, scope: Mapping[str, int]) -> None:
    """Read all operands, then write all results."""
    put(node, node.meaning(*taken(node, memory, scope)), memory, scope)


def taken(node: Operation, memory: Memory, scope: Mapping[str, int]) -> list[np.ndarray]:
    """The operands of `node`, as copies."""
    operands = []
    for element, domain in node.operands:
        points = points_of(domain, scope)
        value = evaluate(element, points, Frame(memory, node.label))
        operands.append(np.array(np.broadcast_to(value, points.shape)))
    return operands


def put(
    node: Operation, results: Sequence[np.ndarray], memory: Memory, scope: Mapping[str, int]
) -> None:
    """Write `results`, one for each that `node` has."""
    if len(results) != len(node.results):
        raise InterpreterError(f"{node.label}: {len(results)} results for {len(node.results)}")
    for write, value in zip(node.results, results, strict=True):
        _store(node, write, np.asarray(value), points_of(write.domain, scope), memory)


def _store(
    node: Operation, write: Write, value: np.ndarray, points: Points, memory: Memory
) -> None:
    flat = memory.flat(write.container)
    if value.shape != points.shape or value.dtype != flat.dtype:
        found, wanted = f"{value.dtype}{value.shape}", f"{flat.dtype}{points.shape}"
        raise InterpreterError(f"{node.label}: gives {found} for {write.container}, not {wanted}")
    if not points.count:
        return
    places = memory.positions(write.container, write.target.index, points, node.label)
    places = np.broadcast_to(places, points.shape)
    if write.op == Update.ASSIGN:
        flat[places] = value
    else:
        np.add.at(flat, places, value)
