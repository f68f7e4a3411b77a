"""Sums at positions that are read, in a fixed order: sorted instead of added atomically.

A kernel whose threads may meet in an element writes down what they add, its terms, and where. Each
has a key: the element's place in its array, times the number of terms, plus the term's own number,
which is that of one thread in the order of the source. Keys are sorted (those of numbers that
nothing comes by are negative, and stay in front), and a thread for each element adds up its terms
in the order of their keys. Keys that do not change in a loop are made and sorted before it:

    for e in 0:E grid:                          for e in 0:E grid:
        atomic u_bar[idx[e]] += d[e]    →           u_bar_keys[e] = idx[e]*E + e
                                                    u_bar_terms[e] = d[e]
                                                sort u_bar_keys
                                                u_bar += u_bar_terms by u_bar_keys

Sums have the bits of one thread's, in whatever order threads run. Where terms cannot be counted by
sizes, or a kernel also reads what it adds to, one thread does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import sympy

from adc.ir.build import const, zero
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, Expr, Index, IntValue, Read, index_names
from adc.ir.names import NameSource
from adc.ir.node import Access, Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import Shape, entry, integer, names, symbol
from adc.schedule.accesses import AccessKind, touches
from adc.schedule.item_numbers import Ends, Items, ends_of
from adc.schedule.read_rows import look, rows_by, where_not_set, where_set, with_names
from adc.schedule.rows_beside import Rows, rows_of
from adc.schedule.scattered import meets
from adc.schedule.tree import (
    Declare,
    For,
    If,
    Launch,
    LibraryCall,
    Node,
    Operand,
    Operation,
    Parallel,
    Parallelism,
    Spread,
    Statement,
    Tree,
    part_variables,
    parts,
    walk,
    with_parts,
)
from adc.schedule.work import open_ended, read_bounds

#: A grid has so many dimensions.
_MOST_AXES = 3
#: What stands over the call, in words.
_NOTE = "What was added to {}, element by element, in the order of one thread."


# -- before there are kernels ----------------------------------------------------------------------


def only_countable(tree: Tree, countable: bool = False, outer: For | None = None) -> Tree:
    """`tree` with plain sums where the loop next to one has other bounds than sizes tell, and goes
    along no rows that lie one behind the other; `outer` is the loop around that. `atomic` says from
    here on that threads may run them."""
    found: list[Node] = []
    for node in tree:
        if meets(node) and not countable:
            assert isinstance(node, Statement)
            found.append(replace(node, atomic=False))
            continue
        inner, around = countable, outer
        if isinstance(node, For):
            inner = not open_ended(node) and not read_bounds(node)
            inner, around = inner or rows_by(node, outer) is not None, node
        new = tuple(only_countable(p, inner, around) for p in parts(node))
        found.append(with_parts(node, new))
    return tuple(found)


# -- kernels ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Taken:
    """`launch` without some of its sums; what comes `before` and `after` it, and what comes `ahead`
    of it, which depends on no data but positions."""

    ahead: Tree
    before: Tree
    launch: Launch
    after: Tree


@dataclass
class Sorting:
    """Takes atomic sums out of kernels. `containers` is the table of all, `sizes` are the names
    that are never negative; the containers that this takes are `new`."""

    containers: Mapping[str, Container]
    fresh: NameSource
    sizes: frozenset[str]
    new: list[Container] = field(default_factory=list)
    #: for arrays that say where rows begin, what is set if they do not lie one behind the other
    flags: dict[tuple[str, ...], str] = field(default_factory=dict)

    def tree(self, tree: Tree, kernel: Callable[[For], Launch]) -> Tree:
        """`tree` without atomic sums; `kernel` makes kernels of loops."""
        found = self.inside(tree, {}, None)
        looks = tuple(
            kernel(look(self.containers[name], self.fresh.fresh("k"), flag))
            for by, flag in self.flags.items()
            for name in by
        )
        return (*looks, *found)

    def inside(self, tree: Tree, around: Ends, moved: list[Tree] | None) -> Tree:
        """The same of a tree in loops with the variables `around`; `moved` takes what may as well
        be done before the loop next to it, if there is one: what keys are made and sorted by."""
        found: list[Node] = []
        for node in tree:
            ahead: tuple[Tree, ...] = ()
            rest: Tree = (node,)
            if isinstance(node, For):
                ahead, rest = self.loop(node, around)
            elif not isinstance(node, Launch):
                unknown = [{**around, **dict.fromkeys(v)} for v in part_variables(node)]
                each = zip(parts(node), unknown, strict=True)
                rest = (with_parts(node, tuple(self.inside(p, e, None) for p, e in each)),)
            elif any(map(meets, walk(node.body))):
                ahead, rest = self.launch(node, around, moved is not None)
            if moved is None:
                found += (n for made in ahead for n in made)
            else:
                moved += ahead
            found += rest
        return tuple(found)

    def loop(self, loop: For, around: Ends) -> tuple[tuple[Tree, ...], Tree]:
        """What there is to do before `loop`, if it runs at all, and the loop without atomic
        sums."""
        moved: list[Tree] | None = None if open_ended(loop) or read_bounds(loop) else []
        inner = {**around, loop.var: ends_of(loop, around)}
        body = self.inside(loop.body, inner, moved)
        ends = (loop.start, loop.stop) if loop.step > 0 else (loop.stop, loop.start)
        before: list[Tree] = []
        kept: list[Node] = []
        for made in moved or ():
            if any(loop.var in _mentioned(n) for n in walk(made)):
                kept += made
            else:
                before.append((_if_below(*ends, made),))
        return tuple(before), (with_parts(loop, ((*kept, *body),)),)

    def launch(self, launch: Launch, around: Ends, looped: bool) -> tuple[tuple[Tree, ...], Tree]:
        """What there is to do in `launch`, with the sums taken out, and before it and after it. The
        first part depends on loops by their variables alone; it is worth to have one where the
        launch is `looped`. One thread does what cannot be taken out."""
        targets = dict.fromkeys(
            n.target.container for n in walk(launch.body) if isinstance(n, Statement) and meets(n)
        )
        if not all(self.alone(name, launch) for name in targets):
            return (), (_by_one_thread(launch),)
        each = [self.items(name, launch, around) for name in targets]
        by = tuple(sorted(frozenset[str]().union(*(items.rows_by for items in each))))
        if by and launch.spread is not Spread.THREADS:
            return (), (_by_one_thread(launch),)
        ahead: list[Tree] = []
        before: list[Node] = []
        after: list[Node] = []
        apart = {name for name, items in zip(targets, each, strict=True) if _apart(items)}
        new = replace(launch, body=_plain(launch.body, apart))
        for name in (t for t in targets if t not in apart):
            taken = self.taken(name, new, around, looped, not by)
            if taken is None:
                return (), (_by_one_thread(launch),)
            new = taken.launch
            ahead += [taken.ahead] * bool(taken.ahead)
            before += taken.before
            after += taken.after
        if not by:
            return tuple(ahead), (*before, new, *after)
        if by not in self.flags:
            self.flags[by] = self.fresh.fresh("unordered")
        flag = self.flags[by]
        new = replace(new, body=where_not_set(flag, new.body))
        slow = _by_one_thread(launch)
        slow = replace(slow, body=where_set(flag, self.apart_from(slow.body)))
        return tuple(ahead), (*before, new, *after, slow)

    def alone(self, name: str, launch: Launch) -> bool:
        """Whether all that `launch` does with an array is to add numbers of its type at positions
        that are read, so that this may as well be done after it."""
        dtype = self.containers[name].dtype
        added = [n for n in walk(launch.body) if isinstance(n, Statement) and meets(n)]
        return all(
            n.expr.dtype is dtype for n in added if n.target.container == name
        ) and all(
            t.kind == AccessKind.ATOMIC for t in touches(launch.body) if t.container == name
        )  # fmt: skip

    def apart_from(self, tree: Tree) -> Tree:
        """`tree` with scalars of its own, for it is in the program twice."""
        names: dict[str, str] = {}
        for node in walk(tree):
            if isinstance(node, Declare) and node.name not in names:
                names[node.name] = self.fresh.fresh(node.name)
                if node.name in self.containers:
                    own = replace(self.containers[node.name], name=names[node.name])
                    self.new.append(own)
        return with_names(tree, names)

    def items(self, name: str, launch: Launch, around: Ends) -> Items:
        """What `launch` adds to the array `name`."""

        def wanted(node: Node) -> bool:
            return meets(node) and isinstance(node, Statement) and node.target.container == name

        within = {
            c.name: (c.within[0].low, c.within[0].stop)
            for c in self.containers.values()
            if len({(row.low, row.stop) for row in c.within}) == 1
        }
        return Items(launch.body, wanted, around, self.sizes, within)

    def taken(
        self, name: str, launch: Launch, around: Ends, looped: bool, all_run: bool
    ) -> Taken | None:
        """`launch` without its sums in the array `name`; None where it cannot be counted what is
        added. Without `all_run` it may be that the kernel does nothing."""
        items = self.items(name, launch, around)
        items.dense &= all_run
        if items.shape is None:
            return None
        added = [n for n in walk(launch.body) if isinstance(n, Statement) and items.wanted(n)]
        rows = rows_of(items, self.containers[name], added, looped)
        if rows is None:
            return self.each(name, launch, items, added[0])
        return self.by_rows(name, launch, items, rows, added)

    def each(self, name: str, launch: Launch, items: Items, first: Statement) -> Taken:
        """With a key for each term, which is written beside it."""
        assert items.shape is not None
        target = self.containers[name]
        keys = self.array(f"{name}_keys", DType.INT64, items.shape)
        terms = self.array(f"{name}_terms", target.dtype, items.shape)

        def noted(node: Statement, index: Index) -> Tree:
            key = self.key(target, node, node.target.index, keys, index)
            return (key, _term(node, terms, index))

        new = replace(launch, body=items.replaced(noted))
        clear = () if items.dense else (self.cleared(keys, launch),)
        sums = self.sums(target, keys, terms, first)
        return Taken((), clear, new, (self.sort(keys, first), sums))

    def by_rows(
        self, name: str, launch: Launch, items: Items, rows: Rows, added: Sequence[Statement]
    ) -> Taken:
        """With a key for each row of terms, which a kernel of its own makes."""
        target, several = self.containers[name], len(added) > 1 or not rows.across
        shape = (*(c.extent for c in rows.across), *((integer(len(added)),) * several))
        keys = self.array(f"{name}_keys", DType.INT64, shape)
        along = tuple(rows.nest[k].extent for k in rows.along)
        terms = self.array(f"{name}_terms", target.dtype, (*shape, *along))
        row = tuple(c.order for c in rows.across)
        numbers = [(*row, *((integer(k),) * several)) for k in range(len(added))]
        left = iter(numbers)
        body = items.replaced(
            lambda node, _: (_term(node, terms, (*next(left), *rows.in_row()), said=True),)
        )
        made = tuple(
            self.key(target, node, rows.begin(node.target.index), keys, number)
            for node, number in zip(added, numbers, strict=True)
        )
        making = Launch(rows.kernel(made), Spread.THREADS, added[0].span)
        ahead = _where_any((making, self.sort(keys, added[0])), rows)
        sums = self.sums(target, keys, terms, added[0], rows)
        return Taken(ahead, (), replace(launch, body=body), _where_any((sums,), rows))

    def array(self, stem: str, dtype: DType, shape: Shape) -> Container:
        made = Container(self.fresh.fresh(stem), dtype, shape, Role.LOCAL)
        self.new.append(made)
        return made

    def key(
        self, target: Container, node: Statement, at: Index, keys: Container, index: Index
    ) -> Statement:
        """What sets `keys[index]`: the place of `target[at]`, times how many keys there are, plus
        that of the key."""
        place, number = _linear(target.shape, at), _linear(keys.shape, index)
        wide: Expr = IntValue(place)
        if isinstance(place, entry) and self.containers[place.container].dtype is not DType.INT64:
            wide = Apply("cast", (IntValue(place, DType.INT32),), DType.INT64)
        key: Expr = Apply("mul", (wide, IntValue(_count(keys.shape))), DType.INT64)
        if number != 0:
            key = Apply("add", (key, IntValue(number)), DType.INT64)
        return Statement(Access(keys.name, index), Update.ASSIGN, key, node.span, node.note)

    def cleared(self, keys: Container, launch: Launch) -> Launch:
        """A kernel that says of each key that nothing came by."""
        extents = {self.fresh.fresh("k"): e for e in keys.shape if e != 1}
        axes = iter(extents)
        index = tuple(sympy.S.Zero if e == 1 else symbol(next(axes)) for e in keys.shape)
        at = Access(keys.name, index)
        body: Tree = (Statement(at, Update.ASSIGN, const(-1, DType.INT64)),)
        for k, (axis, extent) in reversed(list(enumerate(extents.items()))):
            grid = Parallel(Parallelism.GRID) if k < _MOST_AXES else None
            body = (For(axis, sympy.S.Zero, extent, body, parallel=grid),)
        return Launch(body, Spread.THREADS, launch.span)

    def sort(self, keys: Container, begun: Statement) -> LibraryCall:
        """The call that puts `keys` in order."""
        at = tuple(symbol(self.fresh.fresh("item")) for _ in keys.shape)
        compute = Compute(
            "", Access(keys.name, at), Update.ASSIGN, Read(keys.name, at, DType.INT64),
            _domain(at, keys.shape), begun.span,
        )  # fmt: skip
        one = const(1, DType.INT64)
        count = (_count(keys.shape),)
        return LibraryCall(compute, Operation.SORT, one, (_whole(keys),), count)

    def sums(
        self,
        target: Container,
        keys: Container,
        terms: Container,
        begun: Statement,
        rows: Rows | None = None,
    ) -> LibraryCall:
        """The call that adds `terms` to `target` by sorted `keys`, in `rows` or one by one. What it
        comes to: each element adds each term that its place is the key of, for all terms."""
        count, size = _count(keys.shape), _count(target.shape)
        terms_at, target_at = (
            tuple(symbol(self.fresh.fresh(stem)) for _ in c.shape)
            for stem, c in (("item", terms), ("place", target))
        )
        place = _linear(target.shape, target_at)
        if rows:
            along = _linear(terms.shape[len(keys.shape) :], terms_at[len(keys.shape) :])
            place = sympy.expand(place - along * rows.step)
        key = Read(keys.name, terms_at[: len(keys.shape)], DType.INT64)
        first, behind = IntValue(place * count), IntValue((place + 1) * count)
        of_it = Apply(
            "and",
            (Apply("ge", (key, first), DType.BOOL), Apply("lt", (key, behind), DType.BOOL)),
            DType.BOOL,
        )
        term = Read(terms.name, terms_at, terms.dtype)
        added = Apply("where", (of_it, term, zero(terms.dtype)), terms.dtype)
        domain = _domain((*terms_at, *target_at), (*terms.shape, *target.shape))
        compute = Compute(
            "", Access(target.name, target_at), Update.ADD, added, domain,
            begun.span, _NOTE.format(target.name),
        )  # fmt: skip
        operands = (_whole(keys), _whole(terms), _whole(target))
        extents = (count, *((rows.width, rows.step) if rows else (sympy.S.One, sympy.S.One)))
        one = const(1, target.dtype)
        # The last extent is no less than any key: it has to fit an integer.
        return LibraryCall(compute, Operation.SORTED_SUM, one, operands, (*extents, count * size))


def _domain(axes: Index, shape: Shape) -> tuple[Dim, ...]:
    return tuple(Dim(a.name, sympy.S.Zero, e) for a, e in zip(axes, shape, strict=True))


def _whole(container: Container) -> Operand:
    return Operand(container.name, (sympy.S.Zero,) * len(container.shape), sympy.S.One)


def _where_any(tree: Tree, rows: Rows) -> Tree:
    """`tree` where rows have elements: without any, nothing may be where positions are read."""
    for loop in (rows.nest[k].loop for k in reversed(rows.along)):
        length = sympy.expand(loop.stop - loop.start if loop.step > 0 else loop.start - loop.stop)
        if not (length.is_Integer and length > 0):
            tree = (_if_below(sympy.S.Zero, length, tree),)
    return tree


def _if_below(low: sympy.Expr, high: sympy.Expr, tree: Tree) -> If:
    return If(Apply("lt", (IntValue(low), IntValue(high)), DType.BOOL), tree)


def _mentioned(node: Node) -> frozenset[str]:
    """The variables in a node of what makes keys."""
    if isinstance(node, For):
        return names(node.start) | names(node.stop)
    if isinstance(node, If):
        return index_names(node.condition)
    if isinstance(node, Statement):
        return index_names(node.expr).union(*map(names, node.target.index))
    return frozenset()


def _term(node: Statement, terms: Container, at: Index, said: bool = False) -> Statement:
    """What keeps what `node` adds; `said`: its note goes here."""
    note = node.note if said else ""
    target = Access(terms.name, at)
    return replace(node, target=target, op=Update.ASSIGN, note=note, atomic=False)


def _count(shape: Shape) -> sympy.Expr:
    return sympy.Mul(*shape)


def _linear(shape: Shape, index: Index) -> sympy.Expr:
    place = sympy.S.Zero
    for extent, position in zip(shape, index, strict=True):
        place = place * extent + position
    return sympy.expand(place)


def _apart(items: Items) -> bool:
    """Whether the threads of a kernel add to different elements, as each has places in the rows of
    its own: all statements have the place at one axis, and there are no other threads."""
    parallel = {n.var for n in walk(items.tree) if isinstance(n, For) and n.parallel is not None}
    if len(parallel) != 1 or not parallel <= items.across_rows:
        return False
    added = [n for n in walk(items.tree) if isinstance(n, Statement) and items.wanted(n)]
    found: set[tuple[int, sympy.Expr] | None] = set()
    for node in added:
        at = [
            (axis, position - symbol(var))
            for axis, position in enumerate(node.target.index)
            for var in items.along_rows
            if (position - symbol(var)).is_Integer
        ]
        found.add(at[0] if len(at) == 1 else None)
    return len(found) == 1 and None not in found


def _plain(tree: Tree, apart: Collection[str]) -> Tree:
    """`tree` with plain sums in the arrays `apart`."""
    found: list[Node] = []
    for node in tree:
        if isinstance(node, Statement) and meets(node) and node.target.container in apart:
            node = replace(node, atomic=False)
        found.append(with_parts(node, tuple(_plain(p, apart) for p in parts(node))))
    return tuple(found)


def _by_one_thread(launch: Launch) -> Launch:
    return replace(launch, body=_in_turn(launch.body), spread=Spread.ALONE)


def _in_turn(tree: Tree) -> Tree:
    """`tree` with iterations one after another, and plain sums."""
    found: list[Node] = []
    for node in tree:
        if isinstance(node, For) and node.parallel is not None:
            node = replace(node, parallel=None)
        if meets(node):
            assert isinstance(node, Statement)
            node = replace(node, atomic=False)
        found.append(with_parts(node, tuple(map(_in_turn, parts(node)))))
    return tuple(found)
