"""In-place sweeps over several dimensions as wavefronts: lines whose elements need no one another.

A sweep of Gauss and Seidel takes what the row before and the element before have become. All on a
line across rows and columns can be done at the same time, one line after the other:

    for i in range(1, N - 1):              for wave in range(2, M + N - 3):
        for j in range(1, M - 1):     →        for i in …, at the same time:
            u[i, j] = f(u[i - 1, j],               j = wave - i
                        u[i, j - 1], …)            u[i, j] = f(u[i - 1, j], u[i, j - 1], …)

This is the hyperplane method: L. Lamport, The parallel execution of DO loops, Communications of
the ACM 17 (1974), 83-93. The lines (planes, with a loop over sweeps around) are
`wave = a*t + b*i + j` or `… - j` with small a and b. That no two elements of a line need each
other, and that each comes after all that it came after before, is what isl says of each pair of
accesses. Loops over j that follow each other in a row become one, then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import sympy

from adc.analysis.affine import NotAffineError, Notation, isl_name
from adc.analysis.emptiness import is_empty
from adc.ir.names import NameSource
from adc.ir.nodes import NOTE
from adc.ir.shapes import IntLike, floordiv, maximum, minimum, names, substitute, symbol
from adc.schedule.accesses import AccessKind, Touch, own_touches
from adc.schedule.bounds import greatest, least
from adc.schedule.hulls import guarded
from adc.schedule.tree import Comment, Declare, For, If, Statement, Tree, parts, walk
from adc.schedule.work import ends, few_trips, open_ended

#: Slopes that are tried, for one loop around rows and for two, the most accesses that a sweep may
#: have in what it writes.
SLOPES = {1: ((1, 2, 3),), 2: ((1, 2, 3, 4, 5, 6), (1, 2, 3))}
MOST_ACCESSES = 40
TOLD = "line by line: what is on one has all that it needs behind it"
_AGAIN = "_again"


@dataclass(frozen=True)
class Lines:
    """The lines of a nest of the loops `outer`, outermost first, with rows `inner` over j.

    An element is on the line `slopes[0]*x_0 + … + sign*j`, where x_0 … are the variables of `outer`
    in the order in which these run, downwards ones with a minus. `sums` are scalars that all of the
    nest adds to; what is added to elements of arrays that are `commuting` may be so in any order.
    """

    outer: tuple[For, ...]
    inner: tuple[For, ...]
    slopes: tuple[int, ...]
    sign: int
    sums: tuple[str, ...]
    commuting: frozenset[str]

    @property
    def factors(self) -> list[int]:
        """Those of the variables of `outer`."""
        return [a * direction(n) for a, n in zip(self.slopes, self.outer, strict=True)]

    def nest(self, fresh: NameSource) -> tuple[Comment, For]:
        """The nest line by line, under a comment; the loops inside have the line's elements."""
        name, upwards = fresh.fresh("wave"), direction(self.outer[0])
        rest = upwards * symbol(name)
        loops: list[For] = []
        for k, (loop, factor) in enumerate(zip(self.outer, self.factors, strict=True)):
            first, last = self.range(k + 1)
            low, high = ends(loop)
            here = (rest - last, rest - first) if factor > 0 else (first - rest, last - rest)
            slope = abs(factor)
            begin = maximum(low, floordiv(sympy.expand(here[0] + slope - 1), slope))
            end = minimum(high + 1, floordiv(sympy.expand(here[1]), slope) + 1)
            loops.append(For(loop.var, begin, end, ()))
            rest -= factor * symbol(loop.var)
        j = sympy.expand(self.sign * rest)
        nest = For(self.element, j, j + 1, self.body())
        for loop in reversed(loops):
            nest = replace(loop, body=(nest,))
        first, last = self.range()
        if upwards < 0:
            first, last = -last, -first
        loop = For(name, first, last + 1, (nest,), backwards=upwards < 0, sequential=True)
        return Comment(TOLD, NOTE), loop

    def range(self, begin: int = 0) -> tuple[sympy.Expr, sympy.Expr]:
        """The first and the last line, of the loops from number `begin` on alone."""
        factors = (*self.factors, self.sign)[begin:]
        ranges = (*map(ends, self.outer), self.along)[begin:]
        first = last = sympy.S.Zero
        for factor, (low, high) in zip(factors, ranges, strict=True):
            first += factor * (low if factor > 0 else high)
            last += factor * (high if factor > 0 else low)
        return sympy.expand(first), sympy.expand(last)

    @property
    def element(self) -> str:
        """The variable of the rows."""
        return self.inner[0].var

    @property
    def along(self) -> tuple[sympy.Expr, sympy.Expr]:
        """From where to where it runs, in all rows."""
        every = [ends(row) for row in self.inner]
        return least(low for low, _ in every), greatest(high for _, high in every)

    def body(self) -> Tree:
        """What is done for one element: what each row does, in their order."""
        low, high = self.along
        found = [n for loop in self.outer for n in loop.body if isinstance(n, Declare)]
        return (*found, *guarded(self.inner, (self.element,), ((low, high + 1),)))


@dataclass(frozen=True)
class _Access:
    """What row number `row` of a nest touches in `loops` of its own."""

    row: int
    touch: Touch
    loops: tuple[For, ...]


def direction(loop: For) -> int:
    """1 where `loop` runs upwards, -1 where it runs downwards."""
    return -1 if loop.backwards else 1


def lines_of(loop: For, commuting: frozenset[str]) -> Lines | None:
    """The lines of `loop` whose elements need no one another, if they come after all that they have
    to; a loop remembers them."""
    if "_lines" not in loop.__dict__:
        loop.__dict__["_lines"] = _found_lines(loop, commuting)
    known: Lines | None = loop.__dict__["_lines"]
    return known


def _found_lines(loop: For, commuting: frozenset[str]) -> Lines | None:
    outer = tuple(map(_upright, _chain(loop)))
    rows = tuple(_upright(n) for n in outer[-1].body if isinstance(n, For))
    if not rows or len(outer) not in SLOPES or not _is_sweep(outer, rows):
        return None
    found = [a for k, row in enumerate(rows) for a in _accesses(row.body, k, ())]
    private = {n.name for n in walk((loop,)) if isinstance(n, Declare)}
    kinds: dict[str, set[AccessKind]] = {}
    for access in found:
        kinds.setdefault(access.touch.container, set()).add(access.touch.kind)
    shared = {a.touch.container for a in found if not a.touch.index} - private
    sums = tuple(sorted(n for n in shared if kinds[n] == {AccessKind.ADD}))
    still = {n for n in kinds if kinds[n] == {AccessKind.READ}}
    if shared.difference(sums, still):
        return None
    meeting = [
        a for a in dict.fromkeys(found) if a.touch.container not in private.union(sums, still)
    ]
    if len(meeting) > MOST_ACCESSES:
        return None
    pairs = [
        (one, two) for one, two in product(meeting, meeting)
        if one.touch.container == two.touch.container
        and {one.touch.kind, two.touch.kind} != {AccessKind.READ}
    ]  # fmt: skip
    for *slopes, sign in product(*SLOPES[len(outer)], (1, -1)):
        lines = Lines(outer, rows, tuple(slopes), sign, sums, commuting)
        if all(_in_order(lines, one, two) for one, two in pairs):
            return lines
    return None


def _chain(loop: For) -> Iterator[For]:
    """`loop` and the loops that are alone in each other below it, but for the last."""
    yield loop
    inside = [n for n in loop.body if isinstance(n, For)]
    if len(inside) == 1 and any(isinstance(n, For) for n in inside[0].body):
        yield from _chain(inside[0])


def _upright(loop: For) -> For:
    """`loop`, with a step of -1 as one of 1 that it takes backwards."""
    if loop.step != -1:
        return loop
    low, high = ends(loop)
    return replace(loop, start=low, stop=high + 1, step=1, backwards=not loop.backwards)


def _is_sweep(outer: tuple[For, ...], rows: tuple[For, ...]) -> bool:
    """Whether this is a nest around rows of statements, with no more than
    numbers around them."""
    written = {n.target.container for n in walk(rows) if isinstance(n, Statement)}
    bodies = [n.body for n in (*outer, *rows)]
    declared = [n.name for body in bodies for n in body if isinstance(n, Declare)]
    if len(set(declared)) < len(declared):
        return False
    for node in (n for loop in outer for n in loop.body):
        if isinstance(node, Declare):
            if not node.constant or written & {t.container for t in own_touches(node)}:
                return False
        elif not isinstance(node, (Comment, For)):
            return False
    loops = (*outer, *rows)
    if any(open_ended(n) or few_trips(n) or n.step != 1 for n in loops):
        return False
    variables = {n.var for n in loops}
    if any(variables & names(e) for n in loops for e in ends(n)):
        return False
    if len({n.var for n in outer} | {rows[0].var}) <= len(outer):
        return False
    inside = [n for row in rows for n in walk(row.body)]
    return not any(map(_is_nest, rows)) and all(
        isinstance(n, (Statement, Declare, Comment, If))
        or (isinstance(n, For) and not open_ended(n))
        for n in inside
    )


def _is_nest(row: For) -> bool:
    """Whether there is a long loop in `row` and nothing else."""
    found = [n for n in row.body if not isinstance(n, Comment)]
    return len(found) == 1 and isinstance(found[0], For) and not few_trips(found[0])


def _accesses(body: Tree, row: int, loops: tuple[For, ...]) -> Iterator[_Access]:
    for node in body:
        for touch in own_touches(node):
            yield _Access(row, touch, loops)
        inner = (*loops, node) if isinstance(node, For) else loops
        for part in parts(node):
            yield from _accesses(part, row, inner)


def _in_order(lines: Lines, one: _Access, two: _Access) -> bool:
    """Whether the elements where `two` touches, later, what `one` touched are on later lines, or
    the same ones."""
    try:
        return is_empty(_question(lines, one, two))
    except NotAffineError:
        return False


def _question(lines: Lines, one: _Access, two: _Access) -> str:
    """The set of all pairs of elements, in isl's notation, for which that is not so."""
    first, second = ((*lines.outer, lines.inner[a.row]) for a in (one, two))
    again: dict[str, IntLike] = {n.var: symbol(n.var + _AGAIN) for n in (*second, *two.loops)}
    here = [n.var for n in (*first, *one.loops)]
    there = [str(again[n.var]) for n in (*second, *two.loops)]
    variables = frozenset((*here, *there))
    if any(name.endswith(_AGAIN) for name in _names_of(one) | _names_of(two)):
        raise NotAffineError("a name of the source's that is needed here")
    notation = Notation()
    said = [t for n in (*first, *one.loops) for t in _within(n, {}, notation, variables)]
    said += [t for n in (*second, *two.loops) for t in _within(n, again, notation, variables)]
    for a, b in zip(one.touch.index, two.touch.index, strict=True):
        try:
            said.append(notation.comparison(a, "=", substitute(b, again), variables))
        except NotAffineError:
            continue  # anything may be the same
    count = len(first)
    earlier, later = ([isl_name(v) for v in part[:count]] for part in (here, there))
    said.append(_before(lines, (one.row, two.row), earlier, later))
    adding = one.touch.kind is AccessKind.ADD and two.touch.kind is AccessKind.ADD
    wrong = "=" if adding and one.touch.container in lines.commuting else ">="
    said.append(f"{_line(lines, earlier)} {wrong} {_line(lines, later)}")
    text = f"{{ [{', '.join(isl_name(v) for v in (*here, *there))}] : {' and '.join(said)} }}"
    return notation.prefix(text) + text


def _line(lines: Lines, element: list[str]) -> str:
    factors = (*lines.factors, lines.sign)
    return " + ".join(f"{factor}*{x}" for factor, x in zip(factors, element, strict=True))


def _before(lines: Lines, rows: tuple[int, int], earlier: list[str], later: list[str]) -> str:
    """That the element `earlier` of the first row comes before `later` of the second, which is
    another element."""
    directions = [*map(direction, (*lines.outer, lines.inner[rows[0]]))]
    steps = list(zip(directions, earlier, later, strict=True))
    ways = []
    for k, (sign, a, b) in enumerate(steps):
        if k == len(lines.outer):
            if rows[0] > rows[1]:
                break
            differs = f"{a} != {b}" if rows[0] < rows[1] else f"{sign}*{a} < {sign}*{b}"
        else:
            differs = f"{sign}*{a} < {sign}*{b}"
        equal = [f"{x} = {y}" for _, x, y in steps[:k]]
        ways.append("(" + " and ".join([*equal, differs]) + ")")
    return "(" + " or ".join(ways) + ")"


def _names_of(access: _Access) -> frozenset[str]:
    bounds = (e for loop in access.loops for e in (symbol(loop.var), loop.start, loop.stop))
    return frozenset().union(*map(names, (*access.touch.index, *bounds)))


def _within(
    loop: For, table: dict[str, IntLike], notation: Notation, variables: frozenset[str]
) -> Iterator[str]:
    """That the variable of `loop`, as `table` calls it, is in its range."""
    var = substitute(symbol(loop.var), table)
    low, high = (substitute(end, table) for end in ends(loop))
    yield notation.comparison(low, "<=", var, variables)
    yield notation.comparison(var, "<=", high, variables)
