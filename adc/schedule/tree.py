"""The loop tree: what stands between the IR and the text of a C (or CUDA) function.

A tree says everything about order and mapping: which loops stand around which statements, where a
local scalar begins, which loop runs its iterations at the same time and on what, what each of
them has for itself, which write meets others, what is one call of a library. A back end only
spells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

import sympy

from adc.diagnostics import Span
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index
from adc.ir.node import Access
from adc.ir.nodes import Compute
from adc.ir.shapes import Shape


class Parallelism(Enum):
    """What runs the iterations of a loop at the same time."""

    THREADS = "threads"
    VECTOR = "vector"
    LANES = "lanes"
    #: on a device: a thread (or a block of threads) for an iteration; the threads of one block
    GRID = "grid"
    BLOCK = "block"


@dataclass(frozen=True)
class Parallel:
    """That the iterations of a loop may run at the same time, and how.

    Over threads they touch disjoint elements; `work` is an estimate of the element operations in
    the whole loop, for threads are worth it only from some amount on. In vector registers they
    also add to the local scalars `sums`, find the `largest` and `smallest` of them, and `work` is
    0. Lanes are vector registers, too, if the compiler likes: all that is said is that iterations
    touch disjoint elements. `private` are the scalars that each iteration has for itself, in the
    order of their declarations.
    """

    kind: Parallelism
    work: sympy.Expr = sympy.S.Zero
    private: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()
    largest: tuple[str, ...] = ()
    smallest: tuple[str, ...] = ()


@dataclass(frozen=True)
class For:
    """A loop over `range(start, stop, step)`, from its last value to its first if `backwards`.

    `sequential` loops are the source's own, whose order counts; the others come from domains.
    `parallel` is set on loops that are to run their iterations at the same time.

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
    parallel: Parallel | None = None
    test: Expr | None = None
    count: Expr | None = None

    @property
    def threaded(self) -> bool:
        """Whether its iterations run on several threads."""
        return self.parallel is not None and self.parallel.kind is Parallelism.THREADS


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
    """`target op expr` for one point; op is `=` or `+=`. `label` is that of the IR's statement.

    `atomic` where iterations that run at the same time may write the same element.
    """

    target: Access
    op: Update
    expr: Expr
    span: Span | None = None
    note: str = ""
    label: str = ""
    atomic: bool = False


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
class Call:
    """One call instead of loops; `compute` says what it comes to."""

    compute: Compute

    @property
    def span(self) -> Span | None:
        return self.compute.span


@dataclass(frozen=True)
class Fill(Call):
    """Zeros in the contiguous block `container[prefix]` of `count` elements."""

    prefix: tuple[sympy.Expr, ...]
    count: sympy.Expr


@dataclass(frozen=True)
class Copy(Call):
    """`count` contiguous elements from `source[source_prefix]` to `container[prefix]`."""

    prefix: tuple[sympy.Expr, ...]
    source: str
    source_prefix: tuple[sympy.Expr, ...]
    count: sympy.Expr


@dataclass(frozen=True)
class Swap(Copy):
    """A Copy of a whole array whose values nobody reads afterwards: the two change places in
    memory, and nothing is copied. What the source holds then counts for nothing.

    One stands in a sequential loop's own body; behind the loop, where that had an odd number of
    iterations, another one and a Copy put the arrays back to where they were.
    """

    @property
    def copy(self) -> Copy:
        return Copy(self.compute, self.prefix, self.source, self.source_prefix, self.count)


@dataclass(frozen=True)
class Operand:
    """A matrix (or vector) inside a container: where it begins and how far apart its rows are.

    `transposed` if the operation uses it so; `both` if it uses the sum of the matrix, which is then
    square, and its transpose. A vector has `leading` 1. Where an operation has more axes, `steps`
    are how far each of them moves this operand, in elements.
    """

    container: str
    origin: tuple[sympy.Expr, ...]
    leading: sympy.Expr
    transposed: bool = False
    both: bool = False
    steps: tuple[sympy.Expr, ...] = ()


class Operation(Enum):
    """What a LibraryCall may be. A back end names those that it spells; the others are loops."""

    #: `c += scale * op(a) * op(b)` of operands (a, b, c), extents (rows, columns, inner)
    MATRIX_MATRIX = "matrix product"
    #: the same for vectors b and c, extents (rows, inner)
    MATRIX_VECTOR = "matrix-vector product"
    #: the same with as many axes for rows, columns and sums as `groups` says, in this order
    CONTRACTION = "product over several axes"
    #: operands (rows of complex numbers, table, transformed rows), `scale` is the sign of the
    #: exponent; extents (rows, numbers in a row)
    FOURIER = "Fourier transform"
    #: operands (keys,), which are sorted where they are; extents (keys,)
    SORT = "sort of keys"
    #: operands (sorted keys, terms, sums): each row of terms is added to the row of elements that
    #: its key names, in the order of the keys; extents (keys, elements of a row, how far these are
    #: from each other in sums, what no key is above)
    SORTED_SUM = "sum by sorted keys"


@dataclass(frozen=True)
class LibraryCall(Call):
    """`operation` on whole matrices and vectors, times `scale`; the last operand is written."""

    operation: Operation
    scale: Expr
    operands: tuple[Operand, ...]
    extents: tuple[sympy.Expr, ...]
    groups: tuple[int, ...] = ()


@dataclass(frozen=True)
class Place:
    """What a routine works on where it is: the elements of `container` from `origin` on, as many
    along each of the last axes as `extents` says. They are contiguous: all of these axes but the
    first are whole. A scalar, or one element, has no extents.

    `read` where the routine is given what is there, `written` where it leaves something.
    """

    container: str
    origin: Index
    extents: Shape
    read: bool
    written: bool

    @property
    def lead(self) -> int:
        """The number of axes that have one position."""
        return len(self.origin) - len(self.extents)

    @property
    def moved(self) -> bool:
        """Whether it begins elsewhere than its container."""
        return any(e != 0 for e in self.origin)


@dataclass(frozen=True)
class RoutineCall:
    """A call of `routine`, one of the user's own that stays a function.

    `given` are the values of its symbols. `arguments` belong to its formals: a Place, a scalar by
    value, or None for a formal that the routine makes no use of. `workspace` is the buffer of the
    caller's in which the routine has its own ones, "" where it needs none. `work` estimates its
    element operations; `library`: it calls one, which has threads of its own.
    """

    routine: str
    given: tuple[sympy.Expr, ...]
    arguments: tuple[Place | Expr | None, ...]
    workspace: str = ""
    work: sympy.Expr = sympy.S.One
    library: bool = False
    span: Span | None = None
    note: str = ""
    label: str = ""

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(a for a in self.arguments if isinstance(a, Place))

    @property
    def values(self) -> tuple[Expr, ...]:
        """What is computed and passed by value."""
        return tuple(a for a in self.arguments if a is not None and not isinstance(a, Place))

    def mapped(
        self, integers: Callable[[sympy.Expr], sympy.Expr], values: Callable[[Expr], Expr]
    ) -> RoutineCall:
        """The call with `integers` applied to its own integers, `values` to what is by value."""

        def argument(a: Place | Expr | None) -> Place | Expr | None:
            if isinstance(a, Place):
                origin, extents = (tuple(map(integers, e)) for e in (a.origin, a.extents))
                return replace(a, origin=origin, extents=extents)
            return a if a is None else values(a)

        given, arguments = map(integers, self.given), map(argument, self.arguments)
        work = integers(self.work)
        return replace(self, given=tuple(given), arguments=tuple(arguments), work=work)


class Spread(Enum):
    """How the loops of a kernel lie on a device's threads."""

    #: a thread for each iteration of the outer loops that are GRID
    THREADS = "a thread each"
    #: a block of threads for each iteration of the outermost loop; BLOCK loops inside share it
    BLOCKS = "a block each"
    #: one block of threads for all of it, which share its BLOCK loops
    BLOCK = "one block"
    #: one thread for all of it
    ALONE = "one thread"


@dataclass(frozen=True)
class Tile:
    """What a kernel reads at `container[index]` comes by memory that a block of threads shares.

    The last variable of the grid goes from row to row there, the one before it along rows. Under
    `conditions`, which are on integers, every thread reads it; nothing in the kernel writes it.
    """

    container: str
    index: Index
    dtype: DType
    conditions: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Refuse:
    """The host ends the call with the error that is called `error` in C (`EINVAL`) if the device
    has found `container`, a number, to be other than 0."""

    container: str
    error: str


@dataclass(frozen=True)
class After:
    """What follows on one of a device's two streams waits for all that came before on the other:
    the `copies` beside kernels for the kernels, or else these for the copies. Copies between what
    is staged and the host's memory are on the one stream, and all else is on the other."""

    copies: bool


@dataclass(frozen=True)
class Launch:
    """A kernel on a device: `body` runs there, spread as `spread` says, once all that was launched
    before it is done. What is not inside a Launch runs on the host, in order, and only starts
    kernels, copies and calls of a library; where a condition of its own reads an array, it waits
    for the device. With `tiles` a block of threads works on a square of the last two axes at a
    time."""

    body: Tree
    spread: Spread
    span: Span | None = None
    tiles: tuple[Tile, ...] = ()


Node = (
    For | Keep | Rewind | Statement | Declare | If | Comment | Fill | Copy | LibraryCall
    | RoutineCall | Launch | Refuse | After
)  # fmt: skip
Tree = tuple[Node, ...]


def parts(node: Node) -> tuple[Tree, ...]:
    """The trees that `node` holds."""
    if isinstance(node, (For, Keep, Launch)):
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
    if isinstance(node, Launch):
        return ((),)
    if isinstance(node, Keep):
        return ((node.slot,),)
    if isinstance(node, If):
        return ((), ())
    if isinstance(node, Rewind):
        return ((node.slot,), (node.var,), (node.slot, node.var))
    return ()


def with_parts(node: Node, new: tuple[Tree, ...]) -> Node:
    """`node` with other trees in it: itself, with all that it remembers, where they are its own."""
    if all(
        len(own) == len(other) and all(a is b for a, b in zip(own, other))
        for own, other in zip(parts(node), new, strict=True)
    ):
        return node
    if isinstance(node, (For, Keep, Launch)):
        return replace(node, body=new[0])
    if isinstance(node, If):
        return replace(node, then=new[0], orelse=new[1])
    if isinstance(node, Rewind):
        return replace(node, load=new[0], body=new[1], save=new[2])
    return node


def swapped(loop: Node) -> frozenset[str]:
    """The arrays that change places after each iteration of `loop`."""
    body = loop.body if isinstance(loop, For) else ()
    pairs = ((n.compute.container, n.source) for n in body if isinstance(n, Swap))
    return frozenset(name for pair in pairs for name in pair)


def walk(tree: Tree) -> Iterator[Node]:
    """Every node, parents first, in program order."""
    for node in tree:
        yield node
        for part in parts(node):
            yield from walk(part)
