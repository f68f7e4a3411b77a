"""Common subexpressions of neighbouring statements, computed once under a name.

An adjoint multiplies one factor into many terms, and a value that is computed again wherever it is
needed may be needed several times at one point. Only what is the same expression, term by term, is
shared: no number changes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Const, Expr, Read, reads, transform, walked
from adc.ir.names import NameSource
from adc.ops import flops
from adc.schedule.tree import Declare, Node, Statement, Tree, parts, with_parts

#: A name is given to what saves so many flops.
LEAST_SAVED = 4
#: What a value is called after the operation that makes it; `{}` is the first array in it.
_STEMS = {
    "div": "{}_scaled", "mul": "{}_scaled", "zmul": "{}_scaled", "zdiv": "{}_scaled",
    "neg": "minus_{}", "add": "{}_sum", "sub": "{}_difference", "pow": "{}_power",
    "where": "{}_chosen",
}  # fmt: skip


def with_shared(
    tree: Tree, containers: tuple[Container, ...], taken: frozenset[str]
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with what neighbouring statements both compute in local scalars of its own."""
    work = _Sharing(NameSource(set(taken)), [])
    tree = work.tree(tree)
    return tree, (*containers, *work.new)


@dataclass(frozen=True)
class _Found:
    """An expression that several places share: where it is first computed, and for how long what
    it is made of stays as it is; both are positions of statements."""

    expr: Expr
    first: int
    stop: int
    places: int

    @property
    def saved(self) -> int:
        return (self.places - 1) * flops(self.expr)


@dataclass
class _Sharing:
    fresh: NameSource
    new: list[Container]

    def tree(self, tree: Tree) -> Tree:
        result: list[Node] = []
        run: list[Statement | Declare] = []
        for node in tree:
            if isinstance(node, (Statement, Declare)):
                run.append(node)
                continue
            result += self.run(run)
            run = []
            result.append(with_parts(node, tuple(self.tree(part) for part in parts(node))))
        return (*result, *self.run(run))

    def run(self, run: list[Statement | Declare]) -> Sequence[Node]:
        """Neighbouring statements with what is worth a name declared before its first use."""
        while best := max(candidates(run), key=lambda f: (flops(f.expr), -f.first), default=None):
            name = self.local(best.expr)
            known = Read(name, (), best.expr.dtype)
            for at in range(best.first, best.stop):
                expr = _replaced(run[at].expr, best.expr, known)
                if expr != run[at].expr:
                    run[at] = replace(run[at], expr=expr)
            run.insert(best.first, Declare(name, best.expr, True, run[best.first].span))
        return run

    def local(self, expr: Expr) -> str:
        name = self.fresh.fresh(stem(expr))
        self.new.append(Container(name, expr.dtype, (), Role.LOCAL))
        return name


def candidates(run: Sequence[Statement | Declare]) -> Iterator[_Found]:
    """What several places of `run` compute, and always at the first of them."""
    counts: dict[Expr, list[tuple[int, bool]]] = {}
    for at, node in enumerate(run):
        for expr, always in evaluated(node.expr):
            counts.setdefault(expr, []).append((at, always))
    writes = _writes(run)
    for expr, places in counts.items():
        if len(places) < 2 or len(places) * flops(expr) < LEAST_SAVED or not expr.dtype.is_float:
            continue
        if all(isinstance(e, (Apply, Const)) for e in walked(expr)):
            continue  # a number, which compilers compute
        first = next((at for at, always in places if always), None)
        if first is not None:
            made_of = {r.container for r in reads(expr)}
            stop = min((_behind(writes, c, first, len(run)) for c in made_of), default=len(run))
            within = sum(1 for at, _ in places if first <= at < stop)
            found = _Found(expr, first, stop, within)
            if within > 1 and found.saved >= LEAST_SAVED:
                yield found


def evaluated(expr: Expr, always: bool = True) -> Iterator[tuple[Expr, bool]]:
    """The operations in `expr`, each with whether it is computed whatever the data are: what both
    arms of a choice compute is."""
    if not isinstance(expr, Apply):
        return
    yield expr, always
    if expr.op == "where":
        yield from evaluated(expr.args[0], always)
        arms = [list(evaluated(arm)) for arm in expr.args[1:]]
        in_both = set.intersection(*({e for e, surely in arm if surely} for arm in arms))
        yield from ((e, always and e in in_both) for arm in arms for e, _ in arm)
        return
    for k, arg in enumerate(expr.args):
        yield from evaluated(arg, always and (k == 0 or expr.op not in ("and", "or")))


def _writes(run: Sequence[Statement | Declare]) -> dict[str, list[int]]:
    """The positions at which each container is written."""
    found: dict[str, list[int]] = {}
    for at, node in enumerate(run):
        written = node.name if isinstance(node, Declare) else node.target.container
        found.setdefault(written, []).append(at)
    return found


def _behind(writes: dict[str, list[int]], container: str, first: int, end: int) -> int:
    """The position up to which `container` is not written, from `first` on."""
    places = writes.get(container, [])
    number = bisect_left(places, first)
    return places[number] + 1 if number < len(places) else end


def _replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    return transform(expr, lambda e: new if e == old else e)


def stem(expr: Expr) -> str:
    """What the value of `expr` may be called."""
    assert isinstance(expr, Apply)
    operands = reads(expr)
    named = next((r for r in operands if r.index), operands[0] if operands else None)
    pattern = _STEMS.get(expr.op, expr.op + "_{}")
    return pattern.format(named.container if named else "factor")
