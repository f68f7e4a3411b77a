"""The loop tree as lines of C: arrays are views with rows of known length, loops OpenMP's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import sympy

from adc.emit.c.vectors import in_strips
from adc.emit.clike.statements import TreeText
from adc.ir.dtypes import DType
from adc.ir.enums import READ_ONLY
from adc.ir.expressions import Index
from adc.ir.shapes import floordiv
from adc.schedule.tree import (
    Declare,
    For,
    LibraryCall,
    Operand,
    Operation,
    Parallel,
    Parallelism,
    Place,
    Statement,
)

#: What stands over a loop whose iterations meet in no element.
LANES = "#pragma GCC ivdep"


@dataclass
class CTreeText(TreeText):
    """Spells one function's tree in C."""

    def array_element(self, container: str, index: Index) -> str:
        return self.names[container] + "".join(f"[{self.integers(i)}]" for i in index)

    def block_start(self, container: str, prefix: Index) -> str:
        """Rows and blocks of rows are arrays, and so pointers by themselves."""
        return self.array_element(container, prefix)

    def pointer(self, container: str) -> str:
        """One to anything: arrays' own ones are to their rows."""
        return "void *"

    def place_start(self, place: Place) -> str:
        """A pointer to an element, or to a row as the routine's own view has them."""
        if not place.extents:
            return super().place_start(place)
        inside = place.origin[place.lead] != 0
        text = self.array_element(place.container, place.origin[: place.lead + inside])
        text = f"&{text}" if inside else text
        # In C11 a pointer to rows is none to constant rows.
        constant = self.containers[place.container].role in READ_ONLY
        return text if place.written or constant or len(place.extents) < 2 else f"(void *){text}"

    def mapping(self, node: For, parallel: Parallel) -> str:
        if parallel.kind is Parallelism.THREADS:
            least = f"{self.work(parallel.work)} > ADC_PARALLEL_MIN"
            if not in_strips(node, self.values):
                return f"#pragma omp parallel for if ({least})"
            share = f"schedule(static,adc_share({self.integers(_iterations(node))}))"
            if not all(isinstance(n, (Statement, Declare)) for n in node.body):
                return f"#pragma omp parallel for {share} if ({least})"
            return f"#pragma omp parallel for simd {share} if (parallel: {least})"
        if parallel.kind is Parallelism.LANES:
            return LANES
        return f"#pragma omp simd {' '.join(self.reductions(parallel))}"

    def reductions(self, parallel: Parallel) -> Iterator[str]:
        """The clauses for what a vector's lanes each have a part of."""
        if parallel.sums:
            yield f"reduction(+:{', '.join(self.names[name] for name in parallel.sums)})"
        for helper, found in (("largest", parallel.largest), ("smallest", parallel.smallest)):
            for name in found:
                suffix = "f" if self.containers[name].dtype is DType.FLOAT32 else ""
                yield f"reduction(adc_{helper}{suffix}:{self.names[name]})"

    def atomic(self, node: Statement) -> str:
        return "#pragma omp atomic write"

    # -- the library ---------------------------------------------------------------------------

    @property
    def library(self) -> Mapping[Operation, Callable[[LibraryCall], str]]:
        return {
            Operation.MATRIX_MATRIX: self.gemm,
            Operation.MATRIX_VECTOR: self.gemv,
            Operation.CONTRACTION: self.contraction,
            Operation.FOURIER: self.fourier,
        }

    def gemm(self, node: LibraryCall) -> str:
        """A call of the file's own `adc_dgemm`, which knows BLAS if it is there."""
        return self.blas("gemm", node, [_flag(o) for o in node.operands[:2]])

    def gemv(self, node: LibraryCall) -> str:
        return self.blas("gemv", node, [_flag(node.operands[0])])

    def fourier(self, node: LibraryCall) -> str:
        """A call of the file's own `adc_dfourier`."""
        values = [*map(self.integers, node.extents), self.values(node.scale)]
        values += map(self.operand, node.operands)
        return f"adc_{self.real(node)}fourier({', '.join(values)})"

    def contraction(self, node: LibraryCall) -> str:
        """A call that takes each group of axes as a table of extents and steps."""
        a, b, c = node.operands
        tables: list[str] = []
        first = 0
        for count, pair in zip(node.groups, ((a, c), (b, c), (a, b)), strict=True):
            axes = range(first, first + count)
            each = [(node.extents[k], *(o.steps[k] for o in pair)) for k in axes]
            rows = ", ".join(f"{{{', '.join(map(self.integers, row))}}}" for row in each)
            tables.append(f"{count}, (const int64_t[][3]){{{rows}}}")
            first += count
        values = [*tables, self.values(node.scale), *map(self.operand, node.operands)]
        return f"adc_{self.real(node)}contract({', '.join(values)})"

    def real(self, node: LibraryCall) -> str:
        """The letter of a call's precision."""
        return "d" if self.containers[node.compute.container].dtype is DType.FLOAT64 else "s"

    def blas(self, name: str, node: LibraryCall, flags: list[str]) -> str:
        values = [*flags, *map(self.integers, node.extents), self.values(node.scale)]
        for operand in node.operands:
            values += [self.operand(operand), self.integers(operand.leading)]
        return f"adc_{self.real(node)}{name}({', '.join(values)})"


def _flag(operand: Operand) -> str:
    if operand.both:
        return "'S'"
    return "'T'" if operand.transposed else "'N'"


def _iterations(node: For) -> sympy.Expr:
    return sympy.expand(floordiv(node.stop - node.start + node.step - 1, node.step))
