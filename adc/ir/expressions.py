"""Values: small immutable expression trees that keep the source's order of operations.

Indices and sizes inside them are SymPy integer expressions (`adc.ir.shapes`); the values
themselves never pass through SymPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import sympy

from adc.ir.dtypes import DType
from adc.ir.enums import When
from adc.ir.shapes import IntLike, names, substitute

Index = tuple[sympy.Expr, ...]


@dataclass(frozen=True)
class Const:
    """A literal; `text` is the source's spelling (`inf`, `-inf`, `nan`, `pi`, `e` are known)."""

    text: str
    dtype: DType


@dataclass(frozen=True)
class IntValue:
    """An integer expression of sizes, integer arguments, loop and domain variables, as a value."""

    value: sympy.Expr
    dtype: DType = DType.INT64


@dataclass(frozen=True)
class Read:
    """The element `container[index]` (a memlet of one element per point of the domain)."""

    container: str
    index: Index
    dtype: DType


@dataclass(frozen=True)
class Apply:
    """The operation `op` of `adc.ops` on scalar arguments; `dtype` is its result's.

    `where(c, a, b)` evaluates only the branch that it takes. `cast(a)` converts to `dtype`.
    """

    op: str
    args: tuple[Expr, ...]
    dtype: DType


@dataclass(frozen=True)
class Need:
    """The value that `container[index]` has in the forward sweep at statement `point`.

    `when` is before or after that statement, in the iteration of its enclosing loops that
    the reverse sweep is at. Only reversed programs hold Needs; `checkpoint` removes them.
    """

    container: str
    index: Index
    dtype: DType
    point: str
    when: When = When.BEFORE


@dataclass(frozen=True)
class Alternatives:
    """Equal values written with different Needs; `checkpoint` picks one."""

    options: tuple[Expr, ...]

    @property
    def dtype(self) -> DType:
        return self.options[0].dtype


Expr = Const | IntValue | Read | Apply | Need | Alternatives


def children(expr: Expr) -> tuple[Expr, ...]:
    if isinstance(expr, Apply):
        return expr.args
    if isinstance(expr, Alternatives):
        return expr.options
    return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """`expr` and everything below it, parents first, left to right."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def walked(expr: Expr) -> tuple[Expr, ...]:
    """All that `walk` yields; a statement's whole expression is asked many times and remembers."""
    known: tuple[Expr, ...] | None = expr.__dict__.get("_walked")
    if known is None:
        known = expr.__dict__["_walked"] = tuple(walk(expr))
    return known


def reads(expr: Expr) -> list[Read]:
    """The reads in `expr`, left to right; an expression is asked many times and remembers."""
    if not isinstance(expr, (Apply, Alternatives)):
        return [expr] if isinstance(expr, Read) else []
    known: list[Read] | None = expr.__dict__.get("_reads")
    if known is None:
        known = [r for child in children(expr) for r in reads(child)]
        expr.__dict__["_reads"] = known
    return list(known)


def needs(expr: Expr) -> list[Need]:
    return [e for e in walk(expr) if isinstance(e, Need)]


def transform(expr: Expr, f: Callable[[Expr], Expr]) -> Expr:
    """`expr` rebuilt bottom-up: `f` is applied to each node after its children."""
    if isinstance(expr, Apply):
        args = tuple(transform(a, f) for a in expr.args)
        if any(new is not old for new, old in zip(args, expr.args, strict=True)):
            expr = replace(expr, args=args)
    elif isinstance(expr, Alternatives):
        options = tuple(transform(a, f) for a in expr.options)
        if any(new is not old for new, old in zip(options, expr.options, strict=True)):
            expr = replace(expr, options=options)
    return f(expr)


def map_index(expr: Expr, f: Callable[[sympy.Expr], sympy.Expr]) -> Expr:
    """`expr` with `f` applied to every integer expression in it."""

    def visit(e: Expr) -> Expr:
        if isinstance(e, IntValue):
            value = f(e.value)
            return e if value is e.value else replace(e, value=value)
        if isinstance(e, (Read, Need)):
            index = tuple(f(i) for i in e.index)
            alike = all(new is old for new, old in zip(index, e.index))
            return e if alike else replace(e, index=index)
        return e

    return transform(expr, visit)


def substitute_expr(expr: Expr, values: dict[str, IntLike]) -> Expr:
    """`expr` with integer symbols replaced by `values`, everywhere."""
    return map_index(expr, lambda e: substitute(e, values)) if values else expr


def rename_containers(expr: Expr, table: dict[str, str]) -> Expr:
    def visit(e: Expr) -> Expr:
        if isinstance(e, (Read, Need)) and e.container in table:
            return replace(e, container=table[e.container])
        return e

    return transform(expr, visit)


def index_names(expr: Expr) -> frozenset[str]:
    """The integer symbols that occur anywhere in `expr`, which remembers them."""
    known: frozenset[str] | None = expr.__dict__.get("_index_names")
    if known is not None:
        return known
    found: set[str] = set()
    for e in walk(expr):
        if isinstance(e, IntValue):
            found |= names(e.value)
        elif isinstance(e, (Read, Need)):
            for i in e.index:
                found |= names(i)
    known = expr.__dict__["_index_names"] = frozenset(found)
    return known
