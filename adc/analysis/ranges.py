"""What values may be: bounds, and whether infinity, NaN or zero can occur.

Inputs count as finite, sums and products of what is finite as finite, and products of what is not
zero as not zero: what is looked for are poles, domains that are left, and functions that overflow
early. An answer that something cannot occur holds under these premises; everything unknown may be
anything.
"""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from typing import cast

import sympy

from adc.ir.build import const_value
from adc.ir.call import Call, bindings, calls_in
from adc.ir.enums import SOURCE_ARGUMENTS, ParameterKind, Update
from adc.ir.expressions import Alternatives, Apply, Const, Expr, IntValue, Need, Read, reads
from adc.ir.nodes import Compute, Loop, ReverseWhile, While
from adc.ir.program import Program
from adc.ir.walking import computes, statements, walk_nodes
from adc.ops import ALL_OPS
from adc.ops.ranges import ANY_NUMBER, ANYTHING, INF, Range, added


@dataclass(frozen=True)
class Ranges:
    """The ranges of a program's containers at all times; `least`: lower bounds of integer symbols.

    An expression of `sizes` alone counts as not zero: where it is, there is nothing to compute.
    """

    containers: Mapping[str, Range]
    least: Mapping[str, int] = field(default_factory=dict)
    sizes: frozenset[str] = frozenset()

    def inside(self, statement: Compute) -> Ranges:
        """The same at the points of a statement's domain."""
        own = least_of(statement)
        return replace(self, least=ChainMap(own, cast(dict[str, int], self.least))) if own else self

    @cached_property
    def trusting(self) -> Ranges:
        """The same, every value that is in memory taken for a number."""
        numbers = {n: replace(r, finite=True, real=True) for n, r in self.containers.items()}
        return replace(self, containers=numbers)

    def of(self, expr: Expr, facts: Mapping[Expr, Range] | None = None) -> Range:
        """The range of `expr`; `facts` are ranges of expressions that conditions give."""
        found, fact = self._of(expr, facts or {}), (facts or {}).get(expr)
        return found.meeting(fact) if fact else found

    def container(self, name: str) -> Range:
        return self.containers.get(name, ANYTHING)

    def _of(self, expr: Expr, facts: Mapping[Expr, Range]) -> Range:
        if isinstance(expr, Const):
            value = float(const_value(expr))
            if math.isnan(value):  # it lies between no bounds, and none may be compared with it
                return ANYTHING
            return Range(value, value, math.isfinite(value), nonzero=value != 0)
        if isinstance(expr, IntValue):
            return self.of_integer(expr.value)
        if isinstance(expr, (Read, Need)):
            return self.container(expr.container)
        if isinstance(expr, Alternatives):
            return self.of(expr.options[0], facts)
        if expr.op == "where":
            condition, a, b = expr.args
            taken, other = with_facts(facts, condition, True), with_facts(facts, condition, False)
            return self.of(a, taken).joined(self.of(b, other))
        return ALL_OPS[expr.op].range(expr, *(self.of(a, facts) for a in expr.args))

    def of_integer(self, value: sympy.Expr) -> Range:
        symbols = {s.name for s in value.free_symbols}
        nonzero = bool(symbols) and symbols <= self.sizes
        low = self.lower_bound(value)
        return Range(-INF if low is None else low, INF, nonzero=nonzero)

    def lower_bound(self, value: sympy.Expr) -> float | None:
        """A lower bound of a sum of products of symbols that have one, None of anything else."""
        low = 0
        for term in sympy.Add.make_args(sympy.expand(value)):
            factor, product = term.as_coeff_Mul()
            known = all(s.name in self.least for s in product.free_symbols)
            plain = product.is_number or sympy.Mul(*product.free_symbols) == product
            if not plain or not known or (factor < 0 and not product.is_number):
                return None
            low += int(factor) * math.prod(self.least[s.name] for s in product.free_symbols)
        return float(low)


def with_facts(facts: Mapping[Expr, Range], condition: Expr, holds: bool) -> Mapping[Expr, Range]:
    """`facts` with what `condition` (or its opposite) says of one expression and a literal."""
    if not isinstance(condition, Apply):
        return facts
    op, args = condition.op, condition.args
    if op == "not":
        return with_facts(facts, args[0], not holds)
    if op == ("and" if holds else "or"):
        return with_facts(with_facts(facts, args[0], holds), args[1], holds)
    if op not in COMPARED or not (holds or op in ("eq", "ne")):
        return facts  # NaN fulfils the opposite of an order, too
    left, right = args
    if isinstance(left, Const):
        left, right, op = right, left, MIRRORED.get(op, op)
    if not isinstance(right, Const):
        return facts
    bound = float(const_value(right))
    if not holds:
        op = {"eq": "ne", "ne": "eq"}[op]
    return {**facts, left: COMPARED[op](bound)}


MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
COMPARED: dict[str, Callable[[float], Range]] = {
    "lt": lambda c: Range(high=c, nonzero=c <= 0),
    "le": lambda c: Range(high=c, nonzero=c < 0),
    "gt": lambda c: Range(low=c, nonzero=c >= 0),
    "ge": lambda c: Range(low=c, nonzero=c > 0),
    "eq": lambda c: Range(c, c, nonzero=c != 0),
    "ne": lambda c: Range(real=False, nonzero=c == 0),
}


# -- containers ------------------------------------------------------------------------------------


#: The key of the program itself among its routines' names.
MAIN = ""
Found = dict[str, Range]


def ranges_of(program: Program) -> Ranges:
    """The ranges of everything that `program` computes with."""
    return ranges_with_routines(program)[MAIN]


def ranges_with_routines(program: Program) -> dict[str, Ranges]:
    """The ranges of everything that `program` (MAIN) and each of its routines compute with, by
    fixpoint over all statements. What a routine is given is what its calls give, nothing else."""
    programs = {MAIN: program, **{r.name: program.routine(r.name) for r in program.routines}}
    ranges = {key: known_at_first(each, given=key == MAIN) for key, each in programs.items()}
    while True:
        ranges = {key: settled(each, ranges[key]) for key, each in programs.items()}
        following = {key: dict(r.containers) for key, r in ranges.items()}
        changed = False
        for key, each in programs.items():
            for call in calls_in(each.body):
                changed |= meet_call(following, key, call, programs, ranges)
        if not changed:
            return ranges
        ranges = {key: replace(r, containers=following[key]) for key, r in ranges.items()}


def known_at_first(program: Program, given: bool) -> Ranges:
    """What is known before any statement is looked at; `given`: arguments are any numbers."""
    sizes = frozenset(p.name for p in program.parameters if p.kind == ParameterKind.SIZE)
    found = {
        c.name: ANY_NUMBER
        for c in program.containers
        if (given and c.role in SOURCE_ARGUMENTS) or not c.dtype.is_float
    }
    # What an operation on sections gives may be anything (the solution of a singular system).
    made = (s for s in statements(program.body) if not isinstance(s, (Compute, Call)))
    found |= {w.container: ANYTHING for s in made for w in s.writes}
    if program.external is not None:
        found |= {c.name: ANYTHING for c in program.containers if c.dtype.is_float}
    return Ranges(found, dict.fromkeys(sizes, 0) | least_of_loops(program), sizes)


def settled(program: Program, known: Ranges) -> Ranges:
    """What is `known` of the containers of `program`, with what its own statements write."""
    own = [s for s in computes(program.body) if program[s.container].dtype.is_float]
    found = _Fixpoint(own, dict(known.containers), known.least, known.sizes).run()
    return replace(known, containers=found)


class _Fixpoint:
    """Rounds over `statements` until nothing changes: each takes what is read from the round
    before, and what is written as it goes along. One is asked again where either has changed."""

    def __init__(
        self,
        statements: Sequence[Compute],
        found: dict[str, Range],
        least: Mapping[str, int],
        sizes: frozenset[str],
    ) -> None:
        self.statements = statements
        self.found, self.before = found, dict(found)
        self.ranges = [Ranges(self.before, least, sizes).inside(s) for s in statements]
        self.readers: dict[str, list[int]] = {}
        self.writers: dict[str, list[int]] = {}
        for k, statement in enumerate(statements):
            self.writers.setdefault(statement.container, []).append(k)
            for name in set(containers_in(statement.expr)):
                self.readers.setdefault(name, []).append(k)

    def run(self) -> dict[str, Range]:
        asked = set(range(len(self.statements)))
        while asked:
            asked = self.round(asked)
        return self.found

    def round(self, asked: set[int]) -> set[int]:
        """Has the statements of these numbers meet what there is; the numbers for the next one."""
        waiting, following, changed = sorted(asked), set[int](), set[str]()
        while waiting:
            k = heappop(waiting)
            name = self.statements[k].container
            if not meet(self.found, self.statements[k], self.ranges[k]):
                continue
            changed.add(name)
            for other in self.writers[name]:
                if other <= k:
                    following.add(other)
                elif other not in asked:
                    asked.add(other)
                    heappush(waiting, other)
        for name in changed:
            self.before[name] = self.found[name]
            following.update(self.readers.get(name, ()))
        return following


def meet(found: Found, statement: Compute, ranges: Ranges) -> bool:
    """Has `found` hold what `statement` writes, and tells whether that is new; not yet where it
    reads what nothing has written. `ranges` are those inside the statement."""
    if any(name not in ranges.containers for name in containers_in(statement.expr)):
        return False
    own = ranges.of(statement.expr)
    if statement.op == Update.ADD:
        own = added(found.get(statement.container) or Range(0.0, 0.0), own)
    return join(found, statement.container, own)


def meet_call(
    found: Mapping[str, Found],
    key: str,
    call: Call,
    programs: Mapping[str, Program],
    ranges: Mapping[str, Ranges],
) -> bool:
    """Has `found` hold what `call`, a statement of the program `key`, gives its routine and gains
    by it, and tells whether that is new."""
    known, new = ranges[call.routine].containers, False
    for formal, operand, result in bindings(call, programs[call.routine]):
        if not formal.dtype.is_float:
            continue
        if operand and all(c in ranges[key].containers for c in containers_in(operand.expr)):
            new |= join(found[call.routine], formal.name, ranges[key].of(operand.expr))
        if result and formal.name in known:
            new |= join(found[key], result.container, known[formal.name])
    return new


def join(found: Found, name: str, own: Range) -> bool:
    """Has `found` hold `own` among what `name` may be, and tells whether that is new."""
    before = found.get(name)
    if before is None:
        found[name] = own
        return True
    joined = before.joined(own)
    if joined == before:
        return False
    # What still grows is taken to grow for ever: the search comes to its end.
    low = before.low if joined.low == before.low else (0.0 if joined.low >= 0 else -INF)
    high = before.high if joined.high == before.high else (0.0 if joined.high <= 0 else INF)
    found[name] = replace(joined, low=low, high=high)
    return True


def containers_in(expr: Expr) -> Iterable[str]:
    return (r.container for r in reads(expr) if r.dtype.is_float)


def least_of(statement: Compute) -> dict[str, int]:
    """Lower bounds of the variables of a statement's domain."""
    starts = ((d.var, d.start) for d in statement.domain)
    return {var: int(start) for var, start in starts if start.is_Integer and start >= 0}


def least_of_loops(program: Program) -> dict[str, int]:
    """Lower bounds of the loops' variables."""
    found: dict[str, int] = {}
    for node in walk_nodes(program.body):
        if isinstance(node, Loop):
            lowest = node.start if node.step > 0 else node.stop + 1
            if lowest.is_Integer and lowest >= 0:
                found[node.var] = int(lowest)
        elif isinstance(node, (While, ReverseWhile)):
            found[node.var] = 0
    return found
