"""What runs on a device and what on the host: kernels, and the order in which they are started.

The host runs the loops and branches that sizes determine, and starts a kernel for each nest inside
them, a copy or a call of a library. A nest becomes a kernel in one of three ways:

- a thread for each iteration of its outer loops, as many of them as keep their iterations apart;
- a block of threads for each iteration of the outermost one, whose inner loops and sums the
  threads of a block share (sums over whole arrays are cut into PARTS stretches first, a block
  each, and these are added up in order: the same bits in every run);
- one thread for all of it, where nothing can run at the same time.

Scalars that data determine are arrays of one element in the device's memory, unless one kernel
alone uses them; what is computed of numbers that are passed by value stays on the host. Where a
condition outside of kernels reads data, a kernel evaluates it and the host fetches the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import sympy

from adc.diagnostics import Span
from adc.ir.build import zero
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, IntValue, Read, reads, substitute_expr, walked
from adc.ir.names import NameSource
from adc.ir.node import Access
from adc.ir.nodes import NOTE
from adc.ir.shapes import maximum, names, symbol
from adc.schedule.accesses import touches
from adc.schedule.again import computed_again
from adc.schedule.alone import gathered
from adc.schedule.blocks import with_blocks
from adc.schedule.fusion import all_joined
from adc.schedule.hulls import MOST_AXES, one_nest
from adc.schedule.in_memory import in_memory
from adc.schedule.independent import along, few, independent, outermost
from adc.schedule.kernels import brought_together, split, with_core, without_arrays
from adc.schedule.lengths import short
from adc.schedule.parallel import sums_apart
from adc.schedule.scattered import (
    checked,
    with_atomics,
    without_needless,
)
from adc.schedule.sorted_sums import Sorting, only_countable
from adc.schedule.stretches import Stretching
from adc.schedule.sums import extremum, redirected
from adc.schedule.tree import (
    Comment,
    Copy,
    Declare,
    Fill,
    For,
    If,
    Keep,
    Launch,
    LibraryCall,
    Node,
    Parallel,
    Parallelism,
    Rewind,
    Spread,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)
from adc.schedule.wavefronts import Lines, lines_of
from adc.schedule.work import ends, open_ended, read_bounds, read_in

#: Stretches that a sum over whole arrays is cut into, and the fewest iterations of one.
PARTS, LEAST_PLAIN, LEAST_NEST = 256, 1024, 1


def with_launches(
    tree: Tree,
    containers: tuple[Container, ...],
    seen: frozenset[str],
    taken: frozenset[str],
    sizes: Mapping[str, int],
    nonnegative: frozenset[str],
    atomics: bool = True,
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with all that touches the device's memory in kernels, and the containers with the
    scalars that live there as arrays of one element. `seen` are the caller's containers, `taken`
    the names in use, `sizes` the numbers that the user expects, `nonnegative` the names that are
    never negative; with `atomics` threads add to elements at positions that are read in any order,
    else what they add is sorted."""
    counts = Counter(t.container for t in touches(tree))
    table = {c.name: c for c in containers}
    work = _Device(table, seen, NameSource(set(taken)), counts, sizes)
    tree = with_atomics(tree, table)
    tree = work.tree(tree if atomics else only_countable(tree))
    checks, flags = checked([c for c in containers if c.name in seen], work.fresh, work.kernel)
    tree = (*checks, *without_needless(tree))
    containers = (*work.containers.values(), *flags)
    if not atomics:
        sorting = Sorting(work.containers, work.fresh, nonnegative)
        tree = sorting.tree(tree, work.kernel)
        unordered = (Container(n, DType.INT32, (), Role.LOCAL) for n in sorting.flags.values())
        containers = (*containers, *sorting.new, *unordered)
    tree, containers = in_memory(tree, containers, seen)
    return gathered(tree), containers


@dataclass
class _Device:
    """`host` are the scalars that the host knows, `around` the loops and snapshots of the host's
    around, and `loops` these loops."""

    containers: dict[str, Container]
    seen: frozenset[str]
    fresh: NameSource
    #: accesses to each container, in all of the tree
    counts: Counter[str]
    sizes: Mapping[str, int]
    loops: tuple[For, ...] = ()
    host: set[str] = field(default_factory=set)
    around: int = 0

    def __post_init__(self) -> None:
        self.host |= {
            c.name for c in self.containers.values() if not c.shape and c.role is Role.INPUT
        }

    # -- the host's part -----------------------------------------------------------------------

    def tree(self, tree: Tree) -> Tree:
        """The host's nodes for `tree`; neighbours that no loop is worth it share one kernel."""
        found: list[Node] = []
        alone: list[Node] = []

        def flush() -> None:
            kept = [n for n in alone if not isinstance(n, Comment)]
            if kept:
                found.append(Launch(tuple(alone), Spread.ALONE, getattr(kept[0], "span", None)))
            else:
                found.extend(alone)
            alone.clear()

        for node in self.joined(tree):
            if isinstance(node, Comment) and node.level == NOTE:
                alone.append(node)
                continue
            new = self.node(node)
            if new is None:
                alone.append(node)
            else:
                flush()
                found.extend(new)
        flush()
        return gathered(tuple(found))

    def joined(self, tree: Tree) -> Tree:
        """`tree` with nests split and brought together as they are best as kernels."""
        parts = (self.in_parts(n) if isinstance(n, For) else (n,) for n in tree)
        together = brought_together((n for part in parts for n in part), independent, self.sums)
        return tuple(self.smaller(n) if isinstance(n, For) else n for n in together)

    def in_parts(self, loop: For) -> Tree:
        """`loop` split, but where it is one nest, or a block's threads share what is in it."""
        if few(loop) or one_nest([loop], independent) or self.shared_by_blocks(loop, MOST_AXES):
            return (loop,)
        return split(loop, independent)

    def smaller(self, loop: For) -> For:
        """`loop` without arrays that need no memory in a kernel."""
        if not independent(loop) and not self.sums(loop):
            return loop
        local = frozenset(self.containers) - self.seen
        containers = tuple(self.containers.values())
        loop, containers = without_arrays(
            self.rows_joined(loop), containers, self.counts, local, not self.around
        )
        self.containers.update({c.name: c for c in containers})
        return self.with_less_kept(loop, local)

    def with_less_kept(self, loop: For, local: frozenset[str]) -> For:
        """`loop` without arrays whose elements it may as well compute again, if the same threads
        run it then."""
        found, new = computed_again(loop, self.containers, self.counts, local, self.fresh)
        if (self.shared_by_blocks(found, MOST_AXES) is None) != (
            self.shared_by_blocks(loop, MOST_AXES) is None
        ):
            return loop
        self.containers.update(new)
        return found

    def rows_joined(self, loop: For) -> For:
        """`loop` with those in it joined that the threads of a block share, if it is such a nest
        then too."""
        if not self.shared_by_blocks(loop, MOST_AXES):
            return loop
        found = with_core(loop, all_joined)
        return found if self.shared_by_blocks(found, MOST_AXES) else loop

    def node(self, node: Node) -> Tree | None:
        """What the host does about `node`; None if one thread is to run it."""
        if isinstance(node, (Comment, Fill, Copy, LibraryCall)):
            return (node,)
        if isinstance(node, Declare):
            if node.constant and self.known(node.expr):
                self.host.add(node.name)
                return (node,)
            return None
        if isinstance(node, For):
            return self.loop(node)
        if isinstance(node, If):
            return self.branch(node)
        if isinstance(node, (Keep, Rewind)):
            self.around += 1
            found = with_parts(node, tuple(self.tree(p) for p in parts(node)))
            self.around -= 1
            return (found,)
        return None

    def known(self, expr: Expr) -> bool:
        """Whether the host can evaluate `expr`."""
        read = any(read_in(e.value) for e in walked(expr) if isinstance(e, IntValue))
        return not read and all(r.container in self.host for r in reads(expr))

    def loop(self, loop: For) -> Tree | None:
        (block,) = with_blocks((loop,), self.containers)
        if isinstance(block, (Fill, Copy)):
            return (block,)
        nest = self.spread(loop)
        if nest:
            return nest
        lines = self.lines(loop)
        if lines is not None:
            return self.line_by_line(lines)
        if not self.worth(loop.body):
            return None
        if self.around and not open_ended(loop):
            shared = self.in_block(loop.body)
            if shared is not None and self.short(shared, loop):
                return (Launch((replace(loop, body=shared),), Spread.BLOCK, span_of(loop)),)
        before, test, after = self.tested(loop)
        loops = self.loops
        self.around, self.loops = self.around + 1, (*loops, loop)
        body = (*self.tree(loop.body), *after)
        self.around, self.loops = self.around - 1, loops
        return (*before, replace(loop, body=body, test=test, sequential=True))

    def short(self, body: Tree, loop: For) -> bool:
        return short(body, (*self.loops, loop), self.containers, self.sizes)

    def tested(self, loop: For) -> tuple[Tree, Expr | None, Tree]:
        """Kernels that evaluate the test of `loop` before its first iteration and after each, and
        what the host looks at."""
        if loop.test is None or self.known(loop.test):
            return (), loop.test, ()
        name = self.flag()
        var = symbol(loop.var)
        first = substitute_expr(loop.test, {loop.var: loop.start})
        then = substitute_expr(loop.test, {loop.var: var + loop.step})
        kernels = [
            Launch((Statement(Access(name, ()), Update.ASSIGN, e, loop.span),), Spread.ALONE)
            for e in (first, then)
        ]
        return (kernels[0],), Read(name, (), DType.BOOL), (kernels[1],)

    def flag(self) -> str:
        name = self.fresh.fresh("going_on")
        self.containers[name] = Container(name, DType.BOOL, (), Role.LOCAL)
        return name

    def branch(self, node: If) -> Tree | None:
        if not self.known(node.condition):
            if not any(self.worth(part) for part in parts(node)):
                return None
            name = self.flag()
            told = Statement(Access(name, ()), Update.ASSIGN, node.condition, node.span)
            asked = replace(node, condition=Read(name, (), DType.BOOL))
            then, orelse = self.tree(node.then), self.tree(node.orelse)
            return (Launch((told,), Spread.ALONE), replace(asked, then=then, orelse=orelse))
        host = set(self.host)
        then = self.tree(node.then)
        self.host = set(host)
        orelse = self.tree(node.orelse)
        self.host = host
        return (replace(node, then=then, orelse=orelse),)

    def worth(self, tree: Tree) -> bool:
        """Whether anything in `tree` is more than one thread's."""
        for node in walk(tree):
            if isinstance(node, (Fill, Copy, LibraryCall, Keep, Rewind)):
                return True
            if not isinstance(node, For) or few(node) or read_bounds(node):
                continue
            if independent(node) or self.summed(node) or self.lines(node) is not None:
                return True
        return False

    # -- wavefronts ----------------------------------------------------------------------------

    def lines(self, loop: For) -> Lines | None:
        """The wavefronts of a sweep whose rows no block of threads could share."""
        if any(read_bounds(n) for n in walk((loop,)) if isinstance(n, For)):
            return None
        adjoints = (Role.ADJOINT, Role.GRADIENT)
        own = frozenset(c.name for c in self.containers.values() if c.role in adjoints)
        found = lines_of(loop, own)
        if found is None or all(independent(row) or self.summed(row) for row in found.inner):
            return None
        if not found.sums:
            return found
        varying = {outer.var for outer in self.loops} & names(loop.start + loop.stop)
        several = len(found.outer) > 1 or varying
        return found if not several and all(map(self.adds_up, found.sums)) else None

    def line_by_line(self, lines: Lines) -> Tree:
        """A kernel for each line; what all of the nest adds to a scalar is added up by rows first,
        which one thread after the other adds to."""
        comment, nest = lines.nest(self.fresh)
        (outer, *_) = lines.outer
        low, high = ends(outer)
        count = maximum(high - low + 1, 0)
        begin: list[Node] = []
        added: list[Node] = []
        for name in lines.sums:
            dtype, array = self.containers[name].dtype, self.fresh.fresh(f"{name}_rows")
            self.containers[array] = Container(array, dtype, (count,), Role.LOCAL)
            at = Access(array, (symbol(outer.var) - low,))
            (inner,) = redirected(nest.body, Access(name, ()), at)
            nest = replace(nest, body=(inner,))
            row = self.fresh.fresh("row")
            here = Access(array, (symbol(row),))
            zeros = Statement(here, Update.ASSIGN, zero(dtype))
            begin.append(For(row, sympy.S.Zero, count, (zeros,)))
            total = Statement(Access(name, ()), Update.ADD, Read(array, here.index, dtype))
            added.append(For(row, sympy.S.Zero, count, (total,)))
        (line,) = nest.body
        assert isinstance(line, For)
        kernel = Launch((on_line(line, len(lines.outer)),), Spread.THREADS, span_of(line))
        loops = (replace(nest, body=(kernel,)),)
        return (*self.tree(tuple(begin)), comment, *loops, *self.tree(tuple(added)))

    # -- kernels -------------------------------------------------------------------------------

    def spread(self, loop: For) -> Tree | None:
        """The kernels of a nest whose iterations may run at the same time; None where they may
        not."""
        if any(isinstance(n, (Fill, Copy, LibraryCall, Keep, Rewind)) for n in walk((loop,))):
            return None
        if few(loop):
            return None
        loop = outermost(loop)
        if independent(loop):
            return (self.kernel(loop),)
        sums = self.summed(loop)
        if not sums:
            return None
        stretching = Stretching(
            self.containers, self.fresh, PARTS, LEAST_PLAIN, LEAST_NEST, Role.LOCAL
        )
        stretches, total = stretching.of(loop, sums)
        self.containers.update({c.name: c for c in stretching.new})
        span = span_of(loop)
        return (self.kernel(stretches), Launch((total,), Spread.ALONE, span))

    def summed(self, loop: For) -> tuple[str, ...]:
        """The sums in scalars that alone keep iterations of `loop` from running at the same
        time."""
        if loop.sequential or loop.backwards or loop.step != 1:
            return ()
        found = sums_apart(loop)
        return found if all(self.adds_up(name) for name in found) else ()

    def sums(self, loop: For) -> bool:
        """Whether `loop`, of plain statements, is cut into stretches: other sums may join it."""
        nested = any(isinstance(n, For) for n in walk(loop.body))
        return not nested and bool(self.summed(loop))

    def adds_up(self, name: str) -> bool:
        container = self.containers.get(name)
        return container is not None and not container.shape and container.dtype.is_float

    def kernel(self, loop: For) -> Launch:
        shared = self.shared_by_blocks(loop, MOST_AXES)
        if shared is not None:
            return Launch((shared,), Spread.BLOCKS, span_of(loop))
        return Launch((in_grid(loop, MOST_AXES),), Spread.THREADS, span_of(loop))

    def shared_by_blocks(self, loop: For, axes: int) -> For | None:
        """`loop` with a block of threads for each iteration of it, and of what is alone in it, and
        with what is inside marked as that block's, if that is how its threads read rows side by
        side; else None."""
        inner = loop.body[0] if len(loop.body) == 1 else None
        if isinstance(inner, For) and not read_bounds(inner) and independent(inner):
            found = self.shared_by_blocks(inner, axes - 1) if axes > 1 else None
            return found and replace(loop, body=(found,), parallel=grid(loop))
        if not all(isinstance(n, (Declare, Statement, For, Comment)) for n in loop.body):
            return None
        inside = [n for n in loop.body if isinstance(n, For)]
        shared = [self.block_loop(n) for n in inside]
        if not inside or any(n is None for n in shared):
            return None
        if sum(along(n, n.var) for n in inside) <= sum(along(n, loop.var) for n in inside):
            return None
        marked = iter(shared)
        body = tuple(next(marked) if isinstance(n, For) else n for n in loop.body)
        return replace(loop, body=body, parallel=grid(loop))  # type: ignore[arg-type]

    def in_block(self, tree: Tree) -> Tree | None:
        """`tree`, which one block of threads runs in order, with its loops marked that these share;
        None where it has more than one block should do, or other than they can."""
        found: list[Node] = []
        for node in tree:
            if isinstance(node, For) and self.worth((node,)):
                inner = any(isinstance(n, For) for n in walk(node.body))
                shared = None if inner and not node.sequential else self.block_loop(node)
                if shared is None and node.sequential and not open_ended(node):
                    body = self.in_block(node.body)
                    shared = None if body is None else replace(node, body=body)
                if shared is None:
                    return None
                found.append(shared)
            elif isinstance(node, (Statement, Declare, Comment)) or _keeps_to_itself(node):
                found.append(node)
            else:
                return None
        return tuple(found)

    def block_loop(self, loop: For) -> For | None:
        """`loop`, in a kernel of blocks, with its iterations on the threads of one."""
        if loop.step != 1 or loop.backwards or open_ended(loop) or read_bounds(loop):
            return None
        private = tuple(dict.fromkeys(n.name for n in walk(loop.body) if isinstance(n, Declare)))
        block = Parallel(Parallelism.BLOCK, private=private)
        if independent(loop):
            return replace(loop, parallel=block)
        if sums := self.summed(loop):
            return replace(loop, parallel=replace(block, sums=sums))
        (only, *others) = loop.body
        if isinstance(only, Statement) and not others and not only.target.index:
            name = only.target.container
            kind = extremum(loop, only.target) if self.adds_up(name) else ""
            if kind == "maximum":
                return replace(loop, parallel=replace(block, largest=(name,)))
            if kind == "minimum":
                return replace(loop, parallel=replace(block, smallest=(name,)))
        return None


def _keeps_to_itself(node: Node) -> bool:
    """Whether one thread may run `node` for all of a block: no other has to know its scalars."""
    if not isinstance(node, (For, If)):
        return False
    own = {n.name for n in walk((node,)) if isinstance(n, Declare)}
    return all(
        isinstance(n, (For, If, Comment, Declare))
        or (isinstance(n, Statement) and (bool(n.target.index) or n.target.container in own))
        for n in walk((node,))
    )


def grid(loop: For) -> Parallel:
    private = tuple(dict.fromkeys(n.name for n in walk(loop.body) if isinstance(n, Declare)))
    return Parallel(Parallelism.GRID, private=private)


def in_grid(loop: For, axes: int) -> For:
    """`loop`, and those in it that are alone in each other, marked as dimensions of a grid."""
    inner = loop.body[0] if len(loop.body) == 1 else None
    body = loop.body
    if axes > 1 and isinstance(inner, For) and not read_bounds(inner) and independent(inner):
        body = (in_grid(inner, axes - 1),)
    return replace(loop, body=body, parallel=grid(loop))


def on_line(loop: For, axes: int) -> For:
    """`loop`, and `axes` - 1 of those that are alone in each other in it, as dimensions of a
    grid."""
    (inner,) = loop.body
    body = (on_line(inner, axes - 1),) if axes > 1 and isinstance(inner, For) else loop.body
    return replace(loop, body=body, parallel=grid(loop))


def span_of(loop: For) -> Span | None:
    for node in walk((loop,)):
        if isinstance(node, (Statement, Declare)) and node.span is not None:
            return node.span
    return loop.span
