"""The loop tree as CUDA: what the threads of a kernel do."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy

from adc.emit.clike.statements import TreeText
from adc.emit.clike.values import C_TYPES
from adc.emit.cuda.integers import linear
from adc.ir.enums import Update
from adc.ir.expressions import Index
from adc.ir.names import NameSource
from adc.schedule.accesses import touched
from adc.schedule.tree import (
    For,
    Node,
    Parallel,
    Parallelism,
    Spread,
    Statement,
    Tree,
    walk,
)

#: The dimensions of a grid: the fastest is that of neighbouring threads.
DIMENSIONS = ("x", "y", "z")
#: What CUDA calls an update that others may meet.
_ATOMIC = {Update.ADD: "atomicAdd", Update.MAX: "atomicMax"}


@dataclass
class LinearText(TreeText):
    """Arrays are pointers to their first element: `a[i*M + j]`."""

    def array_element(self, container: str, index: Index) -> str:
        return f"{self.names[container]}[{self.integers(self.offset(container, index))}]"

    def block_start(self, container: str, prefix: Index) -> str:
        offset = self.offset(container, prefix)
        if offset == 0:
            return self.names[container]
        return f"{self.names[container]} + {self.integers.term(offset)}"

    def offset(self, container: str, index: Index) -> sympy.Expr:
        """The place of the first of the elements `container[index]`."""
        return linear(self.containers[container].shape, index)


@dataclass
class KernelText(LinearText):
    """What the threads of one kernel do."""

    spread: Spread = Spread.ALONE
    axes: tuple[str, ...] = ()
    taken: set[str] = field(default_factory=set)
    owned: dict[str, str] = field(default_factory=dict)

    def loop(self, node: For, depth: int) -> None:
        parallel = node.parallel
        if parallel is None:
            super().loop(node, depth)
        elif parallel.kind is Parallelism.GRID:
            self.say(node.span if node.sequential else None, depth)
            self.put(f"for ({self.strided(node, *self.grid_words(node))}) {{", depth)
            self.inside_grid(node, depth + 1)
            self.put("}", depth)
        else:
            self.block_loop(node, parallel, depth)

    def grid_words(self, node: For) -> tuple[str, str]:
        """Where a thread (or block) begins among the iterations, and how many there are."""
        dimension = DIMENSIONS[len(self.axes) - 1 - self.axes.index(node.var)]
        if self.spread is Spread.BLOCKS:
            return f"blockIdx.{dimension}", f"gridDim.{dimension}"
        return f"adc_thread({dimension})", f"adc_threads({dimension})"

    def strided(self, node: For, first: str, count: str) -> str:
        """The header of a loop that takes every `count`-th iteration, from the `first` one on."""
        var, start = self.names[node.var], self.integers(node.start)
        step = abs(node.step)
        by = "" if step == 1 else f"{step}*"
        sign, relation = ("+", "<") if node.step > 0 else ("-", ">")
        begin = f"{by}{first}" if start == "0" and sign == "+" else f"{start} {sign} {by}{first}"
        stop = self.integers(node.stop)
        return f"int64_t {var} = {begin}; {var} {relation} {stop}; {var} {sign}= {by}{count}"

    def inside_grid(self, node: For, depth: int) -> None:
        inner = node.body[0] if len(node.body) == 1 else None
        if isinstance(inner, For) and not inner.parallel and inner.stop - inner.start == 1:
            self.put(
                f"const int64_t {self.names[inner.var]} = {self.integers(inner.start)};", depth
            )
            self.tree(inner.body, depth)
            return
        if self.spread is not Spread.BLOCKS or (
            isinstance(inner, For)
            and inner.parallel is not None
            and inner.parallel.kind is Parallelism.GRID
        ):
            self.tree(node.body, depth)
            return
        self.shared_body(node.body, depth)

    def statement(self, node: Statement, depth: int) -> None:
        if not node.atomic:
            super().statement(node, depth)
            return
        self.say(node.span, depth)
        self.note(node.note, depth)
        target = self.element(node.target.container, node.target.index)
        self.put(f"{_ATOMIC[node.op]}(&{target}, {self.values(node.expr)});", depth)

    # -- what the threads of a block share -----------------------------------------------------

    def shared_body(self, body: Tree, depth: int, again: bool = False) -> None:
        """The steps of a block, which are run `again` and again in a loop. Its threads wait for
        each other behind all that they write, and before they write what some of them may still be
        reading."""
        reading: set[str] = set()
        for node in body:
            writing = self.shared(node)
            if writing & reading:
                self.put("__syncthreads();", depth)
                reading = set()
            if isinstance(node, For) and in_turn(node):
                self.put(f"for ({self.header(node)}) {{", depth)
                self.shared_body(node.body, depth + 1, again=True)
                self.put("}", depth)
                self.said = None
            elif writing and not is_shared_loop(node):
                braces = not isinstance(node, Statement) or bool(node.note)
                self.put("if (threadIdx.x == 0)" + " {" * braces, depth)
                self.node(node, depth + 1)
                if braces:
                    self.put("}", depth)
            else:
                self.node(node, depth)
            if writing:
                self.put("__syncthreads();", depth)
                reading = set()
            elif not self.reduces(node):
                reading |= touched(node)
        if again and reading & {n for node in body for n in self.shared(node)}:
            self.put("__syncthreads();", depth)

    def shared(self, node: Node) -> set[str]:
        """What `node` writes that is in memory, not a thread's own."""
        found = set()
        for inner in walk((node,)):
            if isinstance(inner, Statement):
                target = inner.target
                if target.index or target.container in self.pointers:
                    found.add(target.container)
        return found

    def reduces(self, node: Node) -> bool:
        """Whether threads wait for each other at the end of `node` to join what they have."""
        parallel = node.parallel if isinstance(node, For) else None
        return bool(parallel and (parallel.sums or parallel.largest or parallel.smallest))

    def block_loop(self, node: For, parallel: Parallel, depth: int) -> None:
        self.say(next((n.span for n in walk(node.body) if isinstance(n, Statement)), None), depth)
        header = self.strided(node, "threadIdx.x", "blockDim.x")
        kinds = dict.fromkeys(parallel.sums, "sum")
        kinds |= dict.fromkeys(parallel.largest, "largest")
        kinds |= dict.fromkeys(parallel.smallest, "smallest")
        places = {name: self.whole(name) for name in kinds}
        for name, kind in kinds.items():
            fresh = NameSource(set(self.names.values()) | self.taken)
            self.owned[name] = fresh.fresh(f"{self.names[name]}_own")
            self.taken.add(self.owned[name])
            ctype = C_TYPES[self.containers[name].dtype]
            begin = "0.0" if kind == "sum" else places[name]
            self.put(f"{ctype} {self.owned[name]} = {begin};", depth)
        self.put(f"for ({header}) {{", depth)
        self.tree(node.body, depth + 1)
        self.put("}", depth)
        for name, kind in kinds.items():
            own, suffix = self.owned[name], "" if self.containers[name].dtype.itemsize == 8 else "f"
            joined, op = f"adc_block_{kind}{suffix}({own})", "+=" if kind == "sum" else "="
            if self.containers[name].shape or name in self.pointers:
                self.put(f"{own} = {joined};", depth)
                self.put("if (threadIdx.x == 0)", depth)
                self.put(f"{places[name]} {op} {own};", depth + 1)
            else:
                self.put(f"{places[name]} {op} {joined};", depth)
        self.owned = {}

    def whole(self, name: str) -> str:
        """A scalar, wherever it is."""
        return self.element(name, (sympy.S.Zero,) * len(self.containers[name].shape))

    def element(self, container: str, index: Index) -> str:
        """In a loop that adds up, a thread's own part stands for the sum."""
        return self.owned.get(container) or super().element(container, index)


def is_shared_loop(node: Node) -> bool:
    """Whether the threads of a block share the iterations of `node`."""
    parallel = node.parallel if isinstance(node, For) else None
    return parallel is not None and parallel.kind is Parallelism.BLOCK


def in_turn(node: For) -> bool:
    """Whether all threads of a block run `node`, for they share loops inside."""
    return not is_shared_loop(node) and any(is_shared_loop(n) for n in walk(node.body))
