"""What a run of a program reads and writes, element by element: the truth about its dataflow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adc.interpret.domains import Points, points_of
from adc.interpret.machine import Machine
from adc.interpret.memory import Memory
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, reads
from adc.ir.nodes import Compute, While
from adc.ir.program import Program

#: A read: statement, container, index.
Use = tuple[str, str, Index]
#: The statement that made the value, None for the value on entry; likewise what destroys it.
Writer = str | None


@dataclass
class Trace:
    """The writers whose values each read saw, and the next writers of what it read."""

    made: dict[Use, set[Writer]] = field(default_factory=dict)
    destroyed: dict[Use, set[Writer]] = field(default_factory=dict)


class Tracer(Machine):
    def __init__(self, memory: Memory, sizes: dict[str, int]) -> None:
        super().__init__(memory, sizes, {})
        self.trace = Trace()
        self.last: dict[tuple[str, int], str] = {}
        self.pending: dict[tuple[str, int], set[Use]] = {}

    def compute(self, node: Compute) -> None:
        points = points_of(node.domain, self.scope)
        if points.count:
            self.look(node.expr, points, node.label)
            if node.op == Update.ADD:
                self.see(node.container, node.target.index, points, node.label)
        super().compute(node)
        if points.count:
            self.write(node, points, quiet=True)

    def write(self, node: Compute, points: Points, quiet: bool = False) -> None:
        if not quiet:
            return super().write(node, points)
        for position in np.unique(self.positions(node, points)):
            self.mark(node.container, int(position), node.label)
        return None

    def holds(self, condition: Expr, label: str) -> bool:
        self.look(condition, Points(self.scope, ()), label)
        return super().holds(condition, label)

    def run_while(self, node: While) -> None:
        super().run_while(node)
        self.mark(node.trips, 0, node.label)

    def look(self, expr: Expr, points: Points, label: str) -> None:
        for read in dict.fromkeys(reads(expr)):
            self.see(read.container, read.index, points, label)

    def see(self, container: str, index: Index, points: Points, label: str) -> None:
        use = (label, container, index)
        for position in np.unique(self.memory.positions(container, index, points, label)):
            element = (container, int(position))
            self.trace.made.setdefault(use, set()).add(self.last.get(element))
            self.pending.setdefault(element, set()).add(use)

    def mark(self, container: str, position: int, label: str) -> None:
        element = (container, position)
        self.last[element] = label
        for use in self.pending.pop(element, ()):
            self.trace.destroyed.setdefault(use, set()).add(label)

    def finish(self) -> Trace:
        for uses in self.pending.values():
            for use in uses:
                self.trace.destroyed.setdefault(use, set()).add(None)
        return self.trace


def traced(program: Program, sizes: Mapping[str, int], inputs: Mapping[str, Any]) -> Trace:
    memory = Memory(program, dict(sizes))
    for container in program.containers:
        if container.name in inputs:
            memory.load(container, inputs[container.name])
        else:
            memory.allocate(container, 0.0)
    tracer = Tracer(memory, dict(sizes))
    tracer.body(program.body)
    return tracer.finish()
