"""The loop tree as CUDA: the host's lines, and the kernels that they start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import sympy

from adc.emit.clike.integers import IntegerText
from adc.emit.clike.statements import TreeText
from adc.emit.clike.values import C_TYPES
from adc.emit.wrapping import wrap
from adc.ir.expressions import Index
from adc.ir.names import NameSource
from adc.ir.shapes import maximum, names, substitute
from adc.schedule.accesses import AccessKind, touched, touches
from adc.schedule.tree import (
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
    Parallel,
    Parallelism,
    Rewind,
    Spread,
    Statement,
    Tree,
    walk,
)

#: The dimensions of a grid: the fastest is that of neighbouring threads.
DIMENSIONS = ("x", "y", "z")

#: The dimension of a grid, which is no variable though one may be called `x`.
_DIMENSION = re.compile(r"\.\w+|\badc_threads?\(\w\)")


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
        shape, place = self.containers[container].shape, sympy.Integer(0)
        for axis, extent in enumerate(shape):
            place = place * extent + (index[axis] if axis < len(index) else 0)
        return sympy.expand(place)


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


@dataclass
class HostText(LinearText):
    """What the host does, in the order of the sweeps; `kernels` are the kernels that it starts."""

    entry: str = ""
    stream: str = "stream"
    kernels: list[list[str]] = field(default_factory=list)
    sweep: str = ""
    around: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    used: set[str] = field(default_factory=set)

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
        if isinstance(node, Declare):
            self.known = (*self.known, node.name)
        super().node(node, depth)

    def loop(self, node: For, depth: int) -> None:
        outer, self.around = self.around, (*self.around, node.var)
        super().loop(node, depth)
        self.around = outer

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
        kernel = KernelText(
            self.scheduled, self.names, self.pointers, self.quoter,
            IntegerText(self.names, self.integers.sizes, local=True), self.routines,
            spread=node.spread, axes=tuple(a.var for a in axes),
        )  # fmt: skip
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
        threads = f"ADC_BLOCK_{len(extents)}D" if len(extents) > 1 else "ADC_BLOCK"
        return f"adc_grid_{len(extents)}d({', '.join(extents)}), {threads}"

    @property
    def library(self) -> Mapping[Operation, Callable[[LibraryCall], str]]:
        return {Operation.MATRIX_MATRIX: self.gemm}

    def gemm(self, node: LibraryCall) -> str:
        """A call of the file's own `adc_dgemm`, which knows cuBLAS if it is there."""
        wide = self.containers[node.compute.container].dtype.itemsize == 8
        values = ["'T'" if o.transposed else "'N'" for o in node.operands[:2]]
        values += [*map(self.integers, node.extents), self.values(node.scale)]
        for operand in node.operands:
            values += [self.operand(operand), self.integers(operand.leading)]
        return f"adc_{'d' if wide else 's'}gemm({', '.join(values)}, {self.stream})"

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
            call = f"cudaMemcpyAsync({to}, {start}, {size}, cudaMemcpyDeviceToDevice,"
            call += f" {self.stream});"
        if not (node.count.is_Integer and node.count > 0):
            self.put(f"if ({self.positive(container.shape[len(node.prefix) :])})", depth)
            depth += 1
        self.put(call, depth)


def is_shared_loop(node: Node) -> bool:
    """Whether the threads of a block share the iterations of `node`."""
    parallel = node.parallel if isinstance(node, For) else None
    return parallel is not None and parallel.kind is Parallelism.BLOCK


def in_turn(node: For) -> bool:
    """Whether all threads of a block run `node`, for they share loops inside."""
    return not is_shared_loop(node) and any(is_shared_loop(n) for n in walk(node.body))


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
