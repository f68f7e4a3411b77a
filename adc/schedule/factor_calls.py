"""Factorisations and solutions by factors as calls of functions that stand in the generated file.

Their names and the letters that choose a variant are LAPACK's. What they work on is contiguous: a
whole matrix, row by row or column by column. Other operations stay the plain statements that they
equal, and so do matrices that are known to be small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import sympy

from adc.ir.call import Call, each_routine
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role, Update
from adc.ir.expressions import Read
from adc.ir.external import OwnText
from adc.ir.names import NameSource
from adc.ir.node import Body, Node
from adc.ir.operation import Making, Operation, Section, values_of
from adc.ir.program import Program
from adc.ir.shapes import Shape, integer, names, symbol
from adc.ir.walking import labels_in, map_body, names_in, walk_nodes
from adc.ops.library import Cholesky, CholeskyInfo, Eig, Lu, Solve
from adc.ops.library.block import Block, axes, positions
from adc.ops.library.cholesky import Triangle
from adc.ops.library.factored_solve import FactoredSolve, LuSolve
from adc.ops.library.row_exchange import RowExchange
from adc.ops.library.triangular_solve import TriangularSolve, UnitLowerSolve, UpperSolve
from adc.schedule.calls import is_contiguous

#: Matrices of at most so many rows, where that is known, are worked on by plain statements.
SMALL = 16

Rule: TypeAlias = Callable[[Any, Any, Making], Body | None]
Rules: TypeAlias = tuple[tuple[type[Operation], Rule], ...]

_LETTERS = {DType.FLOAT64: "d", DType.FLOAT32: "s"}


def with_factor_calls(program: Program, needed_alone: bool = False) -> Program:
    """`program`, and the routines that it has, with calls of the functions in the file; those alone
    that no plain statements stand for, where so many are `needed_alone`."""
    rules = _RULES[:1] if needed_alone else _RULES
    bodies = (program.body, *(routine.body for routine in program.routines))
    if not any(_rule_of(node, rules) for body in bodies for node in walk_nodes(body)):
        return program
    made: dict[str, Program] = {}
    new = each_routine(program, lambda each: _Converted(each, made, rules).program())
    return replace(new, routines=(*new.routines, *made.values())) if made else program


@dataclass
class _Converted:
    """One function; `made` are the functions in the file that are called, `rules` who asks
    for them."""

    original: Program
    made: dict[str, Program]
    rules: Rules
    locals: list[Container] = field(default_factory=list)

    def program(self) -> Program:
        self.labels = NameSource(labels_in(self.original.body))
        self.fresh = NameSource(names_in(self.original))
        body = map_body(self.original.body, self.visit)
        return self.original.with_containers(*self.locals).with_body(body)

    def visit(self, node: Node) -> Body:
        rule = _rule_of(node, self.rules)
        if rule is None:
            return (node,)
        assert isinstance(node, Operation)
        given = values_of(node, self.original.by_name)
        make = Making(node, self.original, *given, self.labels.fresh, self.fresh.fresh)
        found = rule(self, node, make)
        if found is None:
            return (node,)
        self.locals += make.locals
        return found

    # -- what becomes of an operation: None where it stays -----------------------------------------

    def lu(self, node: Lu, make: Making) -> Body | None:
        factor = Block.of(make.results[0])
        pivots = Block.of(make.results[1])
        order = self.order(factor)
        if order is None or not self.lies(pivots):
            return None
        called = self.routine("getrf", _memory_order(order), factor.dtype)
        copy = factor.take(make, Block.of(node.operands[0]))
        return (copy, self.call(make, called, (factor.shape[0],), (factor, order), (pivots, "N")))

    def cholesky(self, node: Cholesky, make: Making) -> Body | None:
        """The number of the minor that is not positive definite goes to a local one where nobody
        asks for it."""
        factor = Block.of(make.results[0])
        order = self.order(factor)
        if order is None:
            return None
        at = Triangle.of(make, factor)
        copy = factor.set(make, at.ij, Block.of(node.operands[0]).at(*at.ij), at.domain)
        if isinstance(node, CholeskyInfo):
            number = Block.of(make.results[1])
        else:
            number = _scalar(make.local("failed", DType.INT64, ()))
        called = self.routine("potrf", _memory_order(order), factor.dtype)
        call = self.call(make, called, (factor.shape[0],), (factor, order), (number, "N"))
        return (factor.clear(make), copy, call)

    def solve(self, node: Solve, make: Making) -> Body | None:
        """By factors of the operation's own."""
        a = self.block(node.operands[0])
        if a is None or len(a.shape) != 2 or not self.is_large(a.shape[0]):
            return None
        factor = Block.like(make, "factor", a, 0, 1)
        rows = make.local("pivots", DType.INT32, (factor.shape[0],))
        at = axes(make, rows.shape)
        pivots = Block(Read(rows.name, positions(at), rows.dtype), at)
        called = self.routine("getrf", "R", factor.dtype)
        call = self.call(make, called, (factor.shape[0],), (factor, "N"), (pivots, "N"))

        def steps(x: Block) -> Body | None:
            lower, upper = (
                self.by_triangle(make, kind, (factor, "N"), False, x)
                for kind in (UnitLowerSolve, UpperSolve)
            )
            return (factor.take(make, a), call, self.exchanging(make, pivots, False, x),
                    lower, upper)  # fmt: skip

        return self.solved(node, make, steps)

    def exchange(self, node: RowExchange, make: Making) -> Body | None:
        return self.solved(node, make, lambda x: self.exchanged(make, 1, node.backwards, x))

    def triangular(self, node: TriangularSolve, make: Making) -> Body | None:
        return self.solved(node, make, lambda x: self.substituted(make, type(node), False, 0, x))

    def by_factors(self, node: FactoredSolve, make: Making) -> Body | None:
        def steps(x: Block) -> Body | None:
            found: list[Node] = []
            for kind, turned in node.steps:
                assert issubclass(kind, TriangularSolve)
                one = self.substituted(make, kind, turned, 1, x)
                if one is None:
                    return None
                found += one
            if not isinstance(node, LuSolve):
                return tuple(found)
            before = self.exchanged(make, 3, False, x)
            return None if before is None else (*before, *found)

        return self.solved(node, make, steps)

    def solved(
        self, node: Operation, make: Making, steps: Callable[[Block], Body | None]
    ) -> Body | None:
        """`steps` on a copy of the right-hand side where the result is to be, or beside it where
        that is not contiguous or is added to."""
        result = Block.of(make.results[0])
        side = node.operands[_right_hand_side(node)]
        if len(result.shape) not in (1, 2) or not isinstance(side.expr, Read):
            return None
        if any(names(e) - set(self.original.symbols) for e in result.shape):
            return None
        apart = node.results[0].op == Update.ADD or not self.lies(result)
        x = result
        if apart:
            x = Block.like(make, "solution", result, *range(len(result.shape)))
        body = steps(x)
        if body is None:
            return None
        end = (result.take(make, x, node.results[0].op),) if apart else ()
        return (x.take(make, Block.of(side)), *body, *end)

    def eig(self, node: Eig, make: Making) -> Body | None:
        """Of matrices of any size: no plain statements find eigenvalues."""
        *found, number = (Block.of(result) for result in make.results)
        w, x = found[1:3]
        if names(w.shape[0]) - set(self.original.symbols):
            return None
        axes_of = {block: range(len(block.shape)) for block in found}
        own = [b if self.lies(b) else Block.like(make, "part", b, *axes_of[b]) for b in found]
        a, turned = (Block.like(make, name, x, 0, 1) for name in ("work", "turned"))
        room = make.local("room", w.dtype, (6 * w.room(0, make),))
        at = axes(make, (6 * w.shape[0],))
        work = Block(Read(room.name, positions(at), room.dtype), at)
        passed = ((block, "N") for block in (a, *own, turned, work, number))
        call = self.call(make, self.routine("geev", "R", w.dtype), w.shape, *passed)
        moved = zip(found, own, strict=True)
        ends = (block.take(make, part) for block, part in moved if part is not block)
        return (a.take(make, Block.of(node.operands[0])), call, *ends)

    # -- calls -------------------------------------------------------------------------------------

    def exchanged(self, make: Making, place: int, backwards: bool, x: Block) -> Body | None:
        pivots = self.block(make.operation.operands[place])
        if pivots is None or pivots.dtype is not DType.INT32 or not self.lies(pivots):
            return None
        if not self.is_large(x.shape[0]):
            return None
        return (self.exchanging(make, pivots, backwards, x),)

    def exchanging(self, make: Making, pivots: Block, backwards: bool, x: Block) -> Call:
        called = self.routine("laswp", "B" if backwards else "F", x.dtype, len(x.shape))
        return self.call(make, called, _extents(x), (pivots, "N"), (x, "N"))

    def substituted(
        self, make: Making, kind: type[TriangularSolve], turned: bool, place: int, x: Block
    ) -> Body | None:
        """A triangular system, by the operand at `place`, of which it is the transpose where it is
        `turned`."""
        found = self.block(make.operation.operands[place])
        order = self.order(found) if found is not None else None
        if found is None or order is None:
            return None
        return (self.by_triangle(make, kind, (found, order), turned, x),)

    def by_triangle(
        self, make: Making, kind: type[TriangularSolve], matrix: tuple[Block, str], turned: bool,
        x: Block,
    ) -> Call:  # fmt: skip
        transposed = turned != (matrix[1] == "T")
        letters = "L" if kind.lower != transposed else "U"
        letters += ("T" if transposed else "N") + ("U" if kind.unit else "N")
        called = self.routine("trsm", letters, x.dtype, len(x.shape))
        return self.call(make, called, _extents(x), matrix, (x, "N"))

    def call(
        self, make: Making, routine: Program, given: Shape, *arguments: tuple[Block, str]
    ) -> Call:
        """The call of `routine` with blocks as its arrays, each with the order that it lies in."""
        operands, results = [], []
        for name, (block, order) in zip(routine.passed, arguments, strict=True):
            laid = block.transposed if order == "T" else block
            role = routine[name].role
            if role is not Role.OUTPUT:
                operands.append(laid.section)
            if role is not Role.INPUT:
                results.append(laid.write())
        span, note = make.operation.span, make.operation.note
        return Call(
            make.label(), tuple(operands), tuple(results), span, note, routine.name, given
        )  # fmt: skip

    def routine(self, name: str, letters: str, dtype: DType, axes: int = 0) -> Program:
        """The function in the file, for right-hand sides of so many axes."""
        made = _FUNCTIONS[name](f"adc_{_LETTERS[dtype]}{name}", letters, dtype, axes)
        return self.made.setdefault(made.name, made)

    # -- what can be passed ------------------------------------------------------------------------

    def block(self, section: Section) -> Block | None:
        return Block.of(section) if isinstance(section.expr, Read) else None

    def lies(self, block: Block) -> bool:
        """Whether the block is contiguous, in the order of its axes."""
        shape = self.original[block.element.container].shape
        return is_contiguous(block.element.index, shape, block.domain)

    def order(self, matrix: Block) -> str | None:
        """How a square matrix lies: by rows, "N", or by columns, "T"; None for others, and for
        those that plain statements serve better."""
        if len(matrix.shape) != 2 or not self.is_large(matrix.shape[0]):
            return None
        if self.lies(matrix):
            return "N"
        return "T" if self.lies(matrix.transposed) else None

    def is_large(self, extent: sympy.Expr) -> bool:
        """Whether a matrix of so many rows may be large, and has as many in all iterations."""
        if extent.is_Integer:
            return int(extent) > SMALL
        return names(extent) <= set(self.original.symbols)


#: What becomes of each kind of operation. No plain statements stand for the first.
_RULES: Rules = (
    (Eig, _Converted.eig),
    (Lu, _Converted.lu),
    (Cholesky, _Converted.cholesky),
    (Solve, _Converted.solve),
    (RowExchange, _Converted.exchange),
    (TriangularSolve, _Converted.triangular),
    (FactoredSolve, _Converted.by_factors),
)


def _rule_of(node: Node, rules: Rules) -> Rule | None:
    return next((rule for kind, rule in rules if isinstance(node, kind)), None)


def _right_hand_side(node: Operation) -> int:
    if isinstance(node, FactoredSolve):
        return 2
    return 0 if isinstance(node, RowExchange) else 1


def _scalar(container: Container) -> Block:
    return Block(Read(container.name, (), container.dtype), ())


def _memory_order(order: str) -> str:
    return "R" if order == "N" else "C"


def _extents(x: Block) -> Shape:
    return (x.shape[0], x.shape[1] if len(x.shape) > 1 else integer(1))


# -- the functions ---------------------------------------------------------------------------------

_N, _M = symbol("n"), symbol("m")


def _function(
    symbol_name: str, letters: str, work: sympy.Expr, sizes: str, containers: tuple[Container, ...],
    axes: int = 0,
) -> Program:  # fmt: skip
    kinds = [Parameter(name, ParameterKind.INTEGER) for name in sizes]
    arrays = [
        Parameter(c.name, ParameterKind.ARRAY if c.shape else ParameterKind.SCALAR)
        for c in containers
    ]
    of_axes = f"_{axes}" if axes else ""
    return Program(
        f"{symbol_name}_{letters}{of_axes}", (*kinds, *arrays), containers, (),
        external=OwnText(symbol_name, letters=letters, work=work),
    )  # fmt: skip


def _side(dtype: DType, axes: int) -> Container:
    return Container("x", dtype, (_N, _M)[:axes], Role.INOUT)


def _getrf(name: str, letters: str, dtype: DType, _: int) -> Program:
    factor = Container("a", dtype, (_N, _N), Role.INOUT)
    pivots = Container("pivots", DType.INT32, (_N,), Role.OUTPUT)
    return _function(name, letters, _N**3, "n", (factor, pivots))


def _potrf(name: str, letters: str, dtype: DType, _: int) -> Program:
    factor = Container("a", dtype, (_N, _N), Role.INOUT)
    failed = Container("failed", DType.INT64, (), Role.OUTPUT)
    return _function(name, letters, _N**3, "n", (factor, failed))


def _trsm(name: str, letters: str, dtype: DType, axes: int) -> Program:
    matrix = Container("a", dtype, (_N, _N), Role.INPUT)
    return _function(name, letters, _N**2 * _M, "nm", (matrix, _side(dtype, axes)), axes)


def _laswp(name: str, letters: str, dtype: DType, axes: int) -> Program:
    pivots = Container("pivots", DType.INT32, (_N,), Role.INPUT)
    return _function(name, letters, _N * _M, "nm", (pivots, _side(dtype, axes)), axes)


def _geev(name: str, letters: str, dtype: DType, _: int) -> Program:
    parts = {"re": (_N,), "im": (_N,), "x": (_N, _N), "y": (_N, _N), "turned": (_N, _N)}
    found = [Container(part, dtype, shape, Role.OUTPUT) for part, shape in parts.items()]
    matrix = Container("a", dtype, (_N, _N), Role.INOUT)
    work = Container("work", dtype, (6 * _N,), Role.OUTPUT)
    number = Container("found", DType.INT64, (), Role.OUTPUT)
    return _function(name, letters, 25 * _N**3, "n", (matrix, *found, work, number))


_FUNCTIONS: dict[str, Callable[[str, str, DType, int], Program]] = {
    "getrf": _getrf,
    "potrf": _potrf,
    "trsm": _trsm,
    "laswp": _laswp,
    "geev": _geev,
}
