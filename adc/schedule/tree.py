"""The loop tree: what stands between the IR and the text of a C (or CUDA) function.

A tree says everything about order: which loops stand around which statements, where a local
scalar begins, which loop may run in parallel, what is one call of a library. A back end only
spells it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import sympy

from adc.diagnostics import Span
from adc.ir.declarations import Assumption, Container
from adc.ir.expressions import Expr
from adc.ir.node import Access
from adc.ir.nodes import Compute
from adc.ir.program import Program

if TYPE_CHECKING:
    from adc.schedule.timeline import Timeline


@dataclass(frozen=True)
class For:
    """A loop over `range(start, stop, step)`, from its last value to its first if `backwards`.

    `sequential` loops are the source's own, whose order counts; the others come from domains.
    `work` is set where iterations touch disjoint elements, on loops worth running in parallel: an
    estimate of the element operations in the whole loop. `sums` are local scalars that an
    innermost loop accumulates, if nothing else ties its iterations together.

    With `test` the loop ends as soon as that does not hold before an iteration (`stop` is
    UNBOUNDED where nothing else ends it). With `count` its `stop` is that value, read on entry.
    """

    var: str
    start: sympy.Expr
    stop: sympy.Expr
    body: Tree
    step: int = 1
    backwards: bool = False
    sequential: bool = False
    span: Span | None = None
    work: sympy.Expr | None = None
    sums: tuple[str, ...] = ()
    test: Expr | None = None
    count: Expr | None = None


#: The `stop` of a loop that only its `test` ends.
UNBOUNDED = sympy.Integer(2**62)


@dataclass(frozen=True)
class Keep:
    """Where the forward loop `loop` keeps its state before some steps: the IR's Snapshot."""

    loop: str
    step: sympy.Expr
    steps: sympy.Expr | None
    slots: int
    slot: str
    body: Tree
    span: Span | None = None


@dataclass(frozen=True)
class Rewind:
    """Where the reverse loop gets the state before `step` back: the IR's Replay."""

    loop: str
    step: sympy.Expr
    slots: int
    slot: str
    load: Tree
    var: str
    body: Tree
    save: Tree
    span: Span | None = None


@dataclass(frozen=True)
class Statement:
    """`target op expr` for one point; op is `=` or `+=`. `label` is that of the IR's statement."""

    target: Access
    op: str
    expr: Expr
    span: Span | None = None
    note: str = ""
    label: str = ""


@dataclass(frozen=True)
class Declare:
    """A local scalar begins its life with the value `expr`; `constant` if it is never rewritten."""

    name: str
    expr: Expr
    constant: bool
    span: Span | None = None
    note: str = ""
    label: str = ""


@dataclass(frozen=True)
class If:
    condition: Expr
    then: Tree
    orelse: Tree = ()
    span: Span | None = None
    label: str = ""


@dataclass(frozen=True)
class Comment:
    """A heading between statements; level 1 heads a sweep."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Fill:
    """Zeros in the contiguous block `container[prefix]` of `count` elements."""

    compute: Compute
    prefix: tuple[sympy.Expr, ...]
    count: sympy.Expr

    @property
    def span(self) -> Span | None:
        return self.compute.span


@dataclass(frozen=True)
class Copy:
    """`count` contiguous elements from `source[source_prefix]` to `container[prefix]`."""

    compute: Compute
    prefix: tuple[sympy.Expr, ...]
    source: str
    source_prefix: tuple[sympy.Expr, ...]
    count: sympy.Expr

    @property
    def span(self) -> Span | None:
        return self.compute.span


@dataclass(frozen=True)
class Operand:
    """A matrix (or vector) inside a container: where it begins and how far apart its rows are.

    `transposed` if the product uses it so. A vector has `leading` 1.
    """

    container: str
    origin: tuple[sympy.Expr, ...]
    leading: sympy.Expr
    transposed: bool = False


@dataclass(frozen=True)
class MatrixProduct:
    """`c += alpha * op(a) * op(b)`: c is rows x columns, the sum runs over `inner`.

    With `columns` None, b and c are vectors.
    """

    compute: Compute
    alpha: Expr
    a: Operand
    b: Operand
    c: Operand
    rows: sympy.Expr
    inner: sympy.Expr
    columns: sympy.Expr | None

    @property
    def span(self) -> Span | None:
        return self.compute.span


Call = Fill | Copy | MatrixProduct
Node = For | Keep | Rewind | Statement | Declare | If | Comment | Fill | Copy | MatrixProduct
Tree = tuple[Node, ...]


@dataclass(frozen=True)
class Slot:
    """A stretch of the arena: `bytes` long (before rounding up), shared by `containers`.

    With no `offsets` they use it in turn, from its beginning. Else each begins at its offset, which
    is where the furthest of those buffers ends that it lies `behind` (0 for none), and `last` are
    those of which one ends where the slot ends.
    """

    containers: tuple[str, ...]
    bytes: sympy.Expr
    offsets: tuple[sympy.Expr, ...] = ()
    behind: tuple[tuple[str, ...], ...] = ()
    last: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scheduled:
    """One function, ready to be spelled.

    `containers` are the program's as they are after scheduling: what shrank to a scalar has shape
    (), what is never used is gone. `arena` are the slots in the order of their offsets. Bytes are
    SymPy expressions of `program.symbols`; `peak_bytes` is arguments plus arena. `lifetimes`
    gives, per buffer, the first and last top-level node of `tree` at which it is live; `timeline`
    is the whole story.
    """

    program: Program
    containers: tuple[Container, ...]
    tree: Tree
    arena: tuple[Slot, ...]
    arguments_bytes: sympy.Expr
    arena_bytes: sympy.Expr
    peak_bytes: sympy.Expr
    lifetimes: dict[str, tuple[int, int]]
    timeline: Timeline

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        return self.program.assumptions

    @property
    def by_name(self) -> dict[str, Container]:
        return {c.name: c for c in self.containers}


def parts(node: Node) -> tuple[Tree, ...]:
    """The trees that `node` holds."""
    if isinstance(node, (For, Keep)):
        return (node.body,)
    if isinstance(node, If):
        return (node.then, node.orelse)
    if isinstance(node, Rewind):
        return (node.load, node.body, node.save)
    return ()


def part_variables(node: Node) -> tuple[tuple[str, ...], ...]:
    """The variables that `node` brings into each of its trees, in the order of `parts`."""
    if isinstance(node, For):
        return ((node.var,),)
    if isinstance(node, Keep):
        return ((node.slot,),)
    if isinstance(node, If):
        return ((), ())
    if isinstance(node, Rewind):
        return ((node.slot,), (node.var,), (node.slot, node.var))
    return ()


def with_parts(node: Node, new: tuple[Tree, ...]) -> Node:
    if isinstance(node, (For, Keep)):
        return replace(node, body=new[0])
    if isinstance(node, If):
        return replace(node, then=new[0], orelse=new[1])
    if isinstance(node, Rewind):
        return replace(node, load=new[0], body=new[1], save=new[2])
    return node


def walk(tree: Tree) -> Iterator[Node]:
    """Every node, parents first, in program order."""
    for node in tree:
        yield node
        for part in parts(node):
            yield from walk(part)
