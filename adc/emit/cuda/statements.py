"""The loop tree as CUDA: the host's lines, and the kernels that they start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import sympy

from adc.emit.clike.values import C_TYPES
from adc.emit.cuda.integers import DeviceIntegers, HostIntegers
from adc.emit.cuda.kernels import KernelText, LinearText
from adc.emit.cuda.tiles import TiledText
from adc.emit.wrapping import wrap
from adc.ir.enums import COPIED, Role
from adc.ir.expressions import Index
from adc.ir.shapes import entries, maximum, names, substitute
from adc.schedule.accesses import AccessKind, touches
from adc.schedule.tree import (
    After,
    Comment,
    Copy,
    Declare,
    Fill,
    For,
    Keep,
    Launch,
    LibraryCall,
    Node,
    Operand,
    Operation,
    Parallelism,
    Refuse,
    Rewind,
    Spread,
    walk,
)

#: The dimension of a grid, which is no variable though one may be called `x`.
_DIMENSION = re.compile(r"\.\w+|\badc_(?:threads?|tiles?)\(\w\)")


@dataclass
class HostText(LinearText):
    """What the host does, in the order of the sweeps; `kernels` are the kernels that it starts."""

    entry: str = ""
    stream: str = "stream"
    copies: str = "copies"
    event: str = "event"
    kernels: list[list[str]] = field(default_factory=list)
    sweep: str = ""
    around: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    used: set[str] = field(default_factory=set)
    integers: HostIntegers

    def heading(self, node: Comment, depth: int) -> None:
        if node.level == 1:
            self.sweep = "reverse" if node.text.startswith("Reverse") else "forward"
        super().heading(node, depth)

    def element(self, container: str, index: Index) -> str:
        """A number that the host has, or one that it waits for the device to have."""
        name = self.names[container]
        if not index and container not in self.pointers:
            return name
        of = C_TYPES[self.containers[container].dtype]
        place = self.block_start(container, index) if index else name
        return f"adc_fetched<{of}>({place}, {self.stream})"

    def node(self, node: Node, depth: int) -> None:
        if isinstance(node, Launch):
            self.launch(node, depth)
            return
        if isinstance(node, Refuse):
            found = self.element(node.container, (sympy.S.Zero,))
            self.put(f"if ({found})", depth)
            self.put(f"return {self.entry.upper()}_{node.error};", depth + 1)
            return
        if isinstance(node, After):
            pair = (self.copies, self.stream)
            later, earlier = pair if node.copies else reversed(pair)
            self.put(f"adc_after({later}, {earlier}, {self.event});", depth)
            return
        if isinstance(node, Declare):
            self.known = (*self.known, node.name)
        super().node(node, depth)

    def loop(self, node: For, depth: int) -> None:
        outer, self.around = self.around, (*self.around, node.var)
        before = self.integers.fetched
        self.fetch_bounds(node, depth)
        super().loop(node, depth)
        if self.integers.fetched is not before:
            self.integers.know(before)
        self.around = outer

    def fetch_bounds(self, node: For, depth: int) -> None:
        """Bounds that are elements of arrays are fetched once, before the loop."""
        for of in dict.fromkeys((*entries(node.start), *entries(node.stop))):
            if of not in self.integers.fetched:
                self.say(node.span, depth)
                name = self.fresh.fresh(f"{self.names[of.container]}_here")
                self.put(f"const int64_t {name} = {self.integers.fetch(of)};", depth)
                self.integers.know({**self.integers.fetched, of: name})

    def record(self, name: str, slots: int) -> str:
        """In C++ every member has its value, in the order of `struct adc_snapshots`."""
        return f"{slots}, 0, 0, 1, {name}_step, {name}_slot"

    def keep(self, node: Keep, depth: int) -> None:
        outer, self.around = self.around, (*self.around, node.slot)
        super().keep(node, depth)
        self.around = outer

    def rewind(self, node: Rewind, depth: int) -> None:
        outer, self.around = self.around, (*self.around, node.slot, node.var)
        super().rewind(node, depth)
        self.around = outer

    # -- kernels -------------------------------------------------------------------------------

    def launch(self, node: Launch, depth: int) -> None:
        axes = tuple(grid_loops(node))
        kernel = self.kernel(node, tuple(a.var for a in axes))
        if node.spread is Spread.BLOCK:
            kernel.shared_body(node.body, 1)
        else:
            for child in node.body:
                kernel.node(child, 1)
        definitions = [line for text in kernel.integers.definitions() for line in wrap(text, 4)]
        lines = [*definitions, *kernel.lines]
        name = self.kernel_name(node)
        parameters = list(self.parameters(node, lines))
        head = f"__global__ static void {name}({', '.join(p for p, _ in parameters)})"
        self.kernels.append([*wrap(head, 0), "{", *lines, "}"])
        values = ", ".join(value for _, value in parameters)
        self.put(f"{name}<<<{self.geometry(node, axes)}, 0, {self.stream}>>>({values});", depth)

    def kernel(self, node: Launch, axes: tuple[str, ...]) -> KernelText:
        common = (
            self.scheduled, self.names, self.pointers, self.quoter,
            DeviceIntegers(self.names, self.integers.sizes, self.containers), self.routines,
        )  # fmt: skip
        if node.tiles:
            return TiledText(*common, spread=node.spread, axes=axes, tiles=node.tiles)
        return KernelText(*common, spread=node.spread, axes=axes)

    def kernel_name(self, node: Launch) -> str:
        line = f"_{node.span.line}" if node.span is not None else ""
        name, number = f"{self.entry}_{self.sweep or 'sweep'}{line}", 1
        chosen = name
        while chosen in self.used:
            number += 1
            chosen = f"{name}_{number}"
        self.used.add(chosen)
        return chosen

    def parameters(self, node: Launch, lines: list[str]) -> Iterator[tuple[str, str]]:
        """For each parameter of a kernel: its declaration, and what the host gives."""
        text = re.sub(r"/\*.*?\*/", " ", "\n".join(lines), flags=re.DOTALL)
        words = set(re.findall(r"\w+", _DIMENSION.sub(" ", text)))
        declared = {n.name for n in walk(node.body) if isinstance(n, Declare)}
        bound = {n.var for n in walk(node.body) if isinstance(n, For)}
        for name in (*self.scheduled.program.symbols, *self.around):
            spelled = self.names[name]
            if spelled in words and name not in bound:
                yield f"int64_t {spelled}", spelled
        found = {t.container: False for t in touches(node.body)}
        for touch in touches(node.body):
            found[touch.container] |= touch.kind != AccessKind.READ
        alone = len(self.places(found)) == len(found)
        for name, written in found.items():
            container, spelled = self.containers[name], self.names[name]
            if name in declared or spelled not in words:
                continue
            ctype = C_TYPES[container.dtype]
            if not container.shape and name not in self.pointers:
                yield f"{ctype} {spelled}", spelled
                continue
            const = "" if written else "const "
            restrict = "__restrict__ " if alone else ""
            yield f"{const}{ctype} *{restrict}{spelled}", spelled

    def places(self, found: dict[str, bool]) -> set[str]:
        """The memory that containers are in, by the first of each slot."""
        table = {n: slot.containers[0] for slot in self.scheduled.arena for n in slot.containers}
        return {table.get(name, name) for name in found}

    def geometry(self, node: Launch, axes: tuple[For, ...]) -> str:
        """How many blocks there are, and the threads of each."""
        if node.spread is Spread.ALONE:
            return "1, 1"
        if node.spread is Spread.BLOCK:
            return "1, ADC_BLOCK"
        extents = [self.integers(e) for e in reversed(most_trips_of(axes))]
        if node.spread is Spread.BLOCKS:
            return f"adc_blocks({', '.join(extents)}), ADC_BLOCK"
        if node.tiles:
            return f"adc_grid_tiles({', '.join(extents)}), ADC_BLOCK_2D"
        threads = f"ADC_BLOCK_{len(extents)}D" if len(extents) > 1 else "ADC_BLOCK"
        return f"adc_grid_{len(extents)}d({', '.join(extents)}), {threads}"

    @property
    def library(self) -> Mapping[Operation, Callable[[LibraryCall], str]]:
        return {
            Operation.MATRIX_MATRIX: self.gemm,
            Operation.SORT: self.sort,
            Operation.SORTED_SUM: self.sorted_sum,
        }

    def gemm(self, node: LibraryCall) -> str:
        """A call of the file's own `adc_dgemm`, which knows cuBLAS if it is there."""
        wide = self.containers[node.compute.container].dtype.itemsize == 8
        values = ["'T'" if o.transposed else "'N'" for o in node.operands[:2]]
        values += [*map(self.integers, node.extents), self.values(node.scale)]
        for operand in node.operands:
            values += [self.operand(operand), self.integers(operand.leading)]
        return f"adc_{'d' if wide else 's'}gemm({', '.join(values)}, {self.stream})"

    def sort(self, node: LibraryCall) -> str:
        """A call of the file's own `adc_sort`."""
        (keys,) = map(self.operand, node.operands)
        return f"adc_sort({keys}, {self.integers(node.extents[0])}, {self.stream})"

    def sorted_sum(self, node: LibraryCall) -> str:
        """A call of the file's own `adc_dadd_sorted`."""
        wide = self.containers[node.compute.container].dtype.itemsize == 8
        keys, terms, sums = map(self.operand, node.operands)
        count, width, step = map(self.integers, node.extents[:3])
        values = ", ".join((keys, count, terms, width, sums, step, self.stream))
        return f"adc_{'d' if wide else 's'}add_sorted({values})"

    def operand(self, operand: Operand) -> str:
        return self.block_start(operand.container, operand.origin)

    # -- memory --------------------------------------------------------------------------------

    def block(self, node: Fill | Copy, depth: int) -> None:
        self.say(node.span, depth)
        self.note(node.compute.note, depth)
        target = node.compute.target.container
        container = self.containers[target]
        size = (
            f"{self.count(container.shape[len(node.prefix) :])}*sizeof({C_TYPES[container.dtype]})"
        )
        to = self.block_start(target, node.prefix)
        call = f"cudaMemsetAsync({to}, 0, {size}, {self.stream});"
        if isinstance(node, Copy):
            start = self.block_start(node.source, node.source_prefix)
            kind = self.direction(node.source, target)
            stream = self.copies if self.runs_beside(node.source, target) else self.stream
            call = f"cudaMemcpyAsync({to}, {start}, {size}, {kind}, {stream});"
        if not (node.count.is_Integer and node.count > 0):
            self.put(f"if ({self.positive(container.shape[len(node.prefix) :])})", depth)
            depth += 1
        self.put(call, depth)

    def runs_beside(self, source: str, target: str) -> bool:
        """Whether a copy is on the stream of those that run beside kernels."""
        return {self.containers[source].role, self.containers[target].role} == COPIED

    def direction(self, source: str, target: str) -> str:
        """What CUDA calls a copy: snapshots may be in the host's memory."""
        if self.containers[target].role is Role.HOST:
            return "cudaMemcpyDeviceToHost"
        if self.containers[source].role is Role.HOST:
            return "cudaMemcpyHostToDevice"
        return "cudaMemcpyDeviceToDevice"


def grid_loops(node: Launch) -> Iterator[For]:
    """The loops of a kernel that the grid runs, outermost first."""
    for inner in walk(node.body):
        parallel = inner.parallel if isinstance(inner, For) else None
        if isinstance(inner, For) and parallel and parallel.kind is Parallelism.GRID:
            yield inner


def most_trips_of(axes: tuple[For, ...]) -> list[sympy.Expr]:
    """About how many iterations each loop has at most: a grid that is too small takes several
    turns, so this need not be exact."""
    found = []
    outer: list[For] = []
    for loop in axes:
        size = abs(loop.step)
        length = (loop.stop - loop.start) if loop.step > 0 else (loop.start - loop.stop)
        trips = length if size == 1 else (length + size - 1) / size
        for around in reversed(outer):
            if around.var in names(trips):
                first = substitute(trips, {around.var: around.start})
                last = substitute(trips, {around.var: around.stop - 1})
                trips = maximum(first, last)
        found.append(trips)
        outer.append(loop)
    return found
