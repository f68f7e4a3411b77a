"""Which elements of a variable may be read before anything has set them.

Definite assignment (Gosling et al., "The Java Language Specification", chapter 16) by element: the
statements after a variable's beginning are walked through with the set of elements that are surely
set by then, and the set of those that may be. Both are isl's, with sizes and the variables of open
loops as parameters: what an earlier iteration has set is the union over its loop's variable. What
is not affine makes the first set smaller and the second one larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

import islpy as isl
import sympy

from adc.analysis.accesses import Polyhedra, parsed_set
from adc.analysis.affine import NotAffineError, Notation, isl_name
from adc.analysis.placement import guards_of
from adc.ir.enums import EXTREMA, Role, Update
from adc.ir.expressions import Apply, Expr, Index, Read, children, reads
from adc.ir.node import Body, Dim, Node, Statement, Write
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.program import Program
from adc.ir.shapes import same, symbol
from adc.ir.walking import map_body, mentioned_in, walk_nodes

#: Of the sizes and integer arguments that are less than this, no reading is told of.
USUAL_SIZE = 4
#: A set in more pieces is not made larger.
MOST_PIECES = 64


@dataclass(frozen=True)
class Unset:
    """Elements that `node` (None: the caller, after the call) reads and that may be unset.

    The parameters of `elements` are sizes and the variables of the loops around the beginning.
    With `surely`, some of them are unset at all usual sizes, however data decides.
    """

    node: Node | None
    elements: isl.Set
    surely: bool


def unset_reads(polyhedra: Polyhedra, blank: Compute) -> list[Unset]:
    """The reads of what begins at `blank` that may come before the element is set."""
    return UnsetReads(polyhedra).of(blank)


class UnsetReads:
    """The reads of what begins at each of the blanks of one program."""

    def __init__(self, polyhedra: Polyhedra) -> None:
        self.polyhedra = polyhedra
        self._fitted: dict[int, Body] = {}

    def of(self, blank: Compute) -> list[Unset]:
        """Those that may come before the element is set."""
        program = self.polyhedra.program
        place = self._places[id(blank)]
        body, position = place[-1]
        rest = body[position + 1 :]
        returned = program[blank.container].role == Role.OUTPUT
        if not _read_outside(program.body, rest, blank) and not (returned and len(place) > 1):
            fitting = tuple(n for node in rest for n in self._fitting(node))
            full = _whole(fitting, False, blank)
            if full is not None and (full or not returned):
                return []
            return _Walk(self.polyhedra, blank, place, returned).run(fitting)
        return [Unset(None, _Walk(self.polyhedra, blank, place, returned).all_elements, False)]

    @cached_property
    def _places(self) -> dict[int, list[tuple[Body, int]]]:
        """The bodies around each blank, outermost first, and where in each it stands."""
        found: dict[int, list[tuple[Body, int]]] = {}

        def visit(body: Body, around: list[tuple[Body, int]]) -> None:
            for position, node in enumerate(body):
                here = [*around, (body, position)]
                if isinstance(node, Compute) and node.blank:
                    found[id(node)] = here
                for part in node.parts:
                    visit(part, here)

        visit(self.polyhedra.program.body, [])
        return found

    def _fitting(self, node: Node) -> Body:
        """`node` where all sizes fit."""
        program = self.polyhedra.program
        if not program.misfit:
            return (node,)
        if id(node) not in self._fitted:
            self._fitted[id(node)] = map_body(
                (node,), lambda n: n.then if program.checks_sizes(n) else (n,)
            )
        return self._fitted[id(node)]


def any_inside(polyhedra: Polyhedra, blank: Compute, found: Sequence[Unset]) -> bool:
    """Whether the variable that begins at `blank` has any of the elements `found`: what lies out
    of its range is an error where it is read."""
    own = _Walk(polyhedra, blank, [], False).all_elements
    return any(not f.elements.intersect(own).is_empty() for f in found)


def _mentions(node: Node, name: str) -> bool:
    """Whether `node`, or a node below it, reads or writes the container `name`."""
    return name in mentioned_in((node,))


def _read_outside(body: Body, rest: Body, blank: Compute) -> bool:
    """Whether what begins at `blank` is mentioned in `body` beside `blank` and `rest`."""
    inside = {id(n) for n in rest} | {id(blank)}

    def mentions(node: Node) -> bool:
        if id(node) in inside or blank.container not in node.mentioned_inside:
            return False
        return blank.container in node.mentioned or any(map(mentions, chain(*node.parts)))

    return any(map(mentions, body))


# -- a quick look: all or nothing ------------------------------------------------------------------


def _whole(body: Body, full: bool, blank: Compute) -> bool | None:
    """Whether all elements are set after `body`; None where some may be read before all are."""
    for node in body:
        if not _mentions(node, blank.container):
            continue
        if not full and _reads_itself(node, blank.container):
            return None
        ends = [_whole(part, full, blank) for part in node.parts]
        if None in ends:
            return None
        if isinstance(node, Statement):
            full = full or any(_fills(w, blank) for w in node.writes)
        elif isinstance(node, Branch):
            full = all(ends)
    return full


def _reads_itself(node: Node, name: str) -> bool:
    """Whether `node` itself, not one below it, reads the container `name`."""
    return any(u.container == name for u in node.reads)


def _fills(write: Write, blank: Compute) -> bool:
    """Whether `write` is of all that `blank` writes."""
    if write.container != blank.container or write.op == Update.ADD:
        return False
    (own,) = blank.writes
    return all(
        a is not None and b is not None and same(a[0], b[0]) and same(a[1], b[1])
        for a, b in zip(_spans(write), _spans(own), strict=True)
    )


def _spans(node: Write) -> list[tuple[sympy.Expr, sympy.Expr] | None]:
    """Along each axis the first position written and that after the last one, where that is
    plain."""
    dims = {symbol(d.var): d for d in node.domain}
    found: list[tuple[sympy.Expr, sympy.Expr] | None] = []
    for expr in node.target.index:
        dim = dims.pop(expr, None)
        if dim is not None:
            found.append((dim.start, dim.stop))
        else:
            found.append((expr, expr + 1) if not expr.free_symbols else None)
    return found


# -- the walk --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Held:
    """Elements that are `surely` set, and that `maybe` are."""

    surely: isl.Set
    maybe: isl.Set

    def joined(self, other: _Held) -> _Held:
        """What is set where both have happened."""
        return _Held(self.surely.union(other.surely), self.maybe.union(other.maybe))


@dataclass(frozen=True)
class _Here:
    """What is known where a statement stands: a set of parameters; `exact` where that is all."""

    known: isl.Set
    exact: bool = True
    open: tuple[str, ...] = ()

    def within(self, known: isl.Set | None, var: str = "") -> _Here:
        both = self.known if known is None else self.known.intersect(known)
        return _Here(
            both, self.exact and known is not None, (*self.open, var) if var else self.open
        )


@dataclass
class _Walk:
    polyhedra: Polyhedra
    blank: Compute
    place: list[tuple[Body, int]]
    returned: bool
    notation: Notation = field(default_factory=Notation)
    found: list[Unset] = field(default_factory=list)
    _made: dict[int, _Held] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.notation.parameters |= {isl_name(v) for v in self.variables}

    @cached_property
    def variables(self) -> frozenset[str]:
        """The variables of all loops: parameters, of which nothing else may stand for a form."""
        loops = (n for n in walk_nodes(self.program.body) if isinstance(n, (Loop, While)))
        return frozenset(n.var for n in loops)

    @property
    def program(self) -> Program:
        return self.polyhedra.program

    @property
    def name(self) -> str:
        return self.blank.container

    @property
    def axes(self) -> list[str]:
        return [f"a{k}" for k in range(len(self.program[self.name].shape))]

    @cached_property
    def all_elements(self) -> isl.Set:
        index, dims = self.blank.target.index, self.blank.domain
        return self._elements(index, dims)[0]

    @property
    def nothing(self) -> _Held:
        empty = parsed_set(f"{{ [{', '.join(self.axes)}] : false }}")
        return _Held(empty, empty)

    def run(self, rest: Body) -> list[Unset]:
        here = _Here(self.polyhedra.context)
        for body, position in self.place[:-1]:
            node = body[position]
            if isinstance(node, Loop):
                here = here.within(self._params(self._range(node, isl_name(node.var))))
        here = _Here(here.known, here.exact)
        held = self._body(rest, self.nothing, here)
        if self.returned:
            self._reading(None, self.all_elements, True, held, here)
        return self.found

    # -- statements ----------------------------------------------------------------------------

    def _body(self, body: Body, held: _Held, here: _Here | None) -> _Held:
        """What is set after `body`; its reads are looked at unless `here` is None."""
        for node in body:
            if _mentions(node, self.name):
                held = self._node(node, held, here)
        return held

    def _node(self, node: Node, held: _Held, here: _Here | None) -> _Held:
        if isinstance(node, Statement):
            return self._statement(node, held, here)
        if isinstance(node, Branch):
            return self._branch(node, held, here)
        assert isinstance(node, (Loop, While)), "a primal has no other nodes"
        return self._loop(node, held, here)

    def _statement(self, node: Statement, held: _Held, here: _Here | None) -> _Held:
        if here is not None:
            self._statement_reads(node, held, here)
        for write in node.writes:
            if write.container == self.name:
                held = self._written(write, held)
        return held

    def _statement_reads(self, node: Statement, held: _Held, here: _Here) -> None:
        for expr, domain in node.evaluated:
            copied = isinstance(node, Compute) and node.op == Update.ASSIGN
            copied = copied and isinstance(expr, Read) and bool(domain)
            for read, chosen in _read_in(expr, self.name, False):
                self._read(node, read.index, domain, not (chosen or copied), held, here)
        for write in node.writes:
            if write.op == Update.ADD and write.container == self.name:
                self._read(node, write.target.index, write.domain, True, held, here)

    def _written(self, write: Write, held: _Held) -> _Held:
        written, exact = self._elements(write.target.index, write.domain)
        surely = held.surely
        if exact and surely.n_basic_set() < MOST_PIECES:
            surely = surely.union(written).coalesce()
        wide = write.op in EXTREMA or held.maybe.n_basic_set() >= MOST_PIECES
        maybe = isl.Set.universe(held.maybe.get_space()) if wide else held.maybe.union(written)
        return _Held(surely, maybe.coalesce())

    def _branch(self, node: Branch, held: _Held, here: _Here | None) -> _Held:
        taken = self._condition(node.condition)
        if here is not None:
            self._condition_reads(node, held, here)
        sides = []
        for body, known in ((node.then, taken), (node.orelse, taken and taken.complement())):
            inside = None if here is None else here.within(known)
            end = self._body(body, held, inside)
            sides.append(end if known is None else self._limited(end, known))
        if taken is None:
            surely = sides[0].surely.intersect(sides[1].surely)
            return _Held(surely, sides[0].maybe.union(sides[1].maybe).coalesce())
        both = sides[0].joined(sides[1])
        return _Held(both.surely.coalesce(), both.maybe.coalesce())

    @staticmethod
    def _limited(held: _Held, known: isl.Set) -> _Held:
        return _Held(held.surely.intersect_params(known), held.maybe.intersect_params(known))

    def _loop(self, node: Loop | While, held: _Held, here: _Here | None) -> _Held:
        """The loop's variable is a parameter inside; other iterations are a union over it."""
        own = isl_name(node.var)
        made = self._made.get(id(node))
        if made is None:
            made = self._made[id(node)] = self._body(node.body, self.nothing, None)
        every, before = self._range(node, "u"), f"u {'<' if _upwards(node) else '>'} {own}"
        if here is not None:
            earlier = self._over(made, node.var, every, before)
            inside = here.within(self._params(self._range(node, own)), own)
            if isinstance(node, While):  # which of its iterations there are is up to data
                inside = replace(inside, exact=False)
            if isinstance(node, While):
                self._condition_reads(node, held.joined(earlier), inside)
            self._body(node.body, held.joined(earlier), inside)
        after = held.joined(self._over(made, node.var, every, "true"))
        return _Held(held.surely if isinstance(node, While) else after.surely, after.maybe)

    # -- reads ---------------------------------------------------------------------------------

    def _condition_reads(self, node: Branch | While, held: _Held, here: _Here) -> None:
        for read in reads(node.condition):
            if read.container == self.name:
                self._read(node, read.index, (), True, held, here)

    def _read(
        self, node: Node, index: Index, dims: tuple[Dim, ...], plain: bool, held: _Held,
        here: _Here,
    ) -> None:  # fmt: skip
        elements, exact = self._elements(index, dims)
        self._reading(node, elements, plain and exact and here.exact, held, here)

    def _reading(
        self, node: Node | None, elements: isl.Set, exact: bool, held: _Held, here: _Here
    ) -> None:
        """Notes those of `elements` that may be unset."""
        elements = elements.intersect_params(here.known)
        unset = elements.subtract(held.surely)
        if unset.is_empty():
            return
        there = elements.intersect(self.all_elements)
        surely = exact and self._usual(elements, there.subtract(held.maybe), here)
        for var in here.open:
            unset = _free(unset, var).project_out(isl.dim_type.set, 0, 1)
        self.found.append(Unset(node, unset.coalesce(), surely))

    def _usual(self, elements: isl.Set, unset: isl.Set, here: _Here) -> bool:
        """Whether some are `unset` at all usual sizes at which any of `elements` is read."""
        names = [isl_name(n) for n in self.program.symbols]
        for name in names:
            self.notation.parameters.add(name)
        usual = self._set(" and ".join(f"{n} >= {USUAL_SIZE}" for n in names), [])
        asked = _of_sizes(elements.params(), names).intersect_params(usual.params())
        return not asked.is_empty() and asked.is_subset(_of_sizes(unset.params(), names))

    # -- sets ----------------------------------------------------------------------------------

    def _set(self, condition: str, axes: list[str]) -> isl.Set:
        text = f"{{ [{', '.join(axes)}] : {condition or 'true'} }}"
        return parsed_set(self.notation.prefix(text) + text)

    def _params(self, condition: str | None) -> isl.Set | None:
        return None if condition is None else self._set(condition, []).params()

    def _spelled(self, expr: sympy.Expr) -> str:
        return self.notation.spell(expr, self.variables)

    def _elements(self, index: Index, dims: tuple[Dim, ...]) -> tuple[isl.Set, bool]:
        """The elements at `index` over `dims`, or more; whether that is exact."""
        variables = self.variables | {d.var for d in dims}
        where: list[str] = []
        exact = True
        for dim in dims:
            try:
                start, stop = (self.notation.spell(e, variables) for e in (dim.start, dim.stop))
                where.append(f"{start} <= {isl_name(dim.var)} < {stop}")
            except NotAffineError:
                exact = False
        extents = self.program[self.name].shape
        for axis, expr, extent in zip(self.axes, index, extents, strict=True):
            try:
                where.append(self.notation.equation(axis, expr, variables))
            except NotAffineError:
                exact = False
                where.append(f"0 <= {axis} < {self._spelled(extent)}")
        condition = " and ".join(where) or "true"
        if dims:
            condition = f"exists {', '.join(isl_name(d.var) for d in dims)} : {condition}"
        return self._set(condition, self.axes), exact

    def _condition(self, condition: Expr) -> isl.Set | None:
        """The parameters for which `condition` holds; None where data decides."""
        for negate in (False, True):
            guards = guards_of(condition, negate)
            if guards is None:
                continue
            try:
                told = [f"{self._spelled(g.left)} {g.relation} {self._spelled(g.right)}"
                        for g in guards]  # fmt: skip
            except NotAffineError:
                return None
            found = self._params(" and ".join(told) or "true")
            assert found is not None
            return found.complement() if negate else found
        return None

    def _range(self, node: Loop | While, var: str) -> str | None:
        """That `var` is a value of the loop's variable; None where that is not affine."""
        if isinstance(node, While):
            return f"{var} >= 0"
        try:
            start, stop = self._spelled(node.start), self._spelled(node.stop)
        except NotAffineError:
            return None
        inside = f"{start} <= {var} < {stop}" if node.step > 0 else f"{stop} < {var} <= {start}"
        step = abs(node.step)
        return inside if step == 1 else f"{inside} and ({var} - {start}) mod {step} = 0"

    def _over(self, made: _Held, var: str, every: str | None, which: str) -> _Held:
        """What is `made` in some iteration: of all, those for whose value `u` `which` holds."""
        axes = ["u", *self.axes]
        certain = self._set("false" if every is None else f"{every} and {which}", axes)
        possible = self._set(which if every is None else f"{every} and {which}", axes)
        surely, maybe = (_free(s, isl_name(var)) for s in (made.surely, made.maybe))
        return _Held(
            surely.intersect(certain).project_out(isl.dim_type.set, 0, 1).coalesce(),
            maybe.intersect(possible).project_out(isl.dim_type.set, 0, 1).coalesce(),
        )


def _upwards(node: Loop | While) -> bool:
    return isinstance(node, While) or (node.step > 0) != node.backwards


def _free(elements: isl.Set, name: str) -> isl.Set:
    """`elements` with the parameter `name` as its first axis instead."""
    position = elements.find_dim_by_name(isl.dim_type.param, name)
    if position < 0:
        return elements.insert_dims(isl.dim_type.set, 0, 1)
    return elements.move_dims(isl.dim_type.set, 0, isl.dim_type.param, position, 1)


def _of_sizes(known: isl.Set, names: list[str]) -> isl.Set:
    """The set of parameters `known`, free of all but those in `names`."""
    for position in reversed(range(known.dim(isl.dim_type.param))):
        if known.get_dim_name(isl.dim_type.param, position) not in names:
            known = known.project_out(isl.dim_type.param, position, 1)
    return known


def _read_in(expr: Expr, name: str, chosen: bool) -> Iterator[tuple[Read, bool]]:
    """The reads of the container `name`; True with those that a choice may pass over, or a factor
    that makes zero of anything."""
    if isinstance(expr, Read):
        if expr.container == name:
            yield expr, chosen
        return
    chosen = chosen or (isinstance(expr, Apply) and expr.op in ("where", "zmul"))
    for child in children(expr):
        yield from _read_in(child, name, chosen)
