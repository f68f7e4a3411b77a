"""Expressions that are nested deeply, as several statements.

Programs that write programs make sums of thousands of terms. What comes later takes expressions as
they stand: it recurs over them, and spells them in C. So the parts of one that is nested too deeply
are given names first. Nothing changes by it: a part moves only where it is evaluated in any case,
and where nothing stands before it that could change what it reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.names import NameSource
from adc.lowering.liveness import operands

Body = tuple[surface.Statement, ...]

#: How deep an expression may be before parts of it get names; a call counts as `CALL`.
DEEPEST = 64
#: How deep one may be where no part can be evaluated before the rest, as under a condition.
DEEPEST_WHOLE = 320
#: What a level of nesting counts: a further term of a sum, a further pair of parentheses, a call.
TERM, PARENTHESES, CALL = 1, 3, 4
#: So many operands of `and`, `or` or a chain of comparisons are taken at once.
FAN = 8


def with_shallow_expressions(module: surface.Module, taken: Collection[str]) -> surface.Module:
    """`module` without expressions that are nested deeper than `DEEPEST`; `taken` are names that
    parts of them must not get. A function where that cannot be is rejected, which only matters if
    it is asked for."""
    taken = {*taken, *module.sizes, *(i.alias for i in module.imports)}
    taken |= {f.name for f in module.functions} | {name for _, name in module.shared}
    kept, rejected = [], list(module.rejected)
    for function in module.functions:
        try:
            kept.append(split(function, taken))
        except AdcError as error:
            rejected.append((function.name, error))
    return replace(module, functions=tuple(kept), rejected=tuple(rejected))


def split(function: surface.Function, taken: Iterable[str]) -> surface.Function:
    """`function` with names for the deepest parts of its expressions that are none of `taken`."""
    found = [s for s in walk(function.body) if isinstance(s, surface.Statement)]
    if all(depth(e) <= DEEPEST for s in found for e in expressions(s)):
        return function
    names = {n.name for n in walk(function) if is_name(n)}
    names |= {p.name for p in function.parameters}
    return replace(function, body=Splitting(NameSource({*taken, *names})).body(function.body))


def is_name(node: object) -> bool:
    return isinstance(node, surface.Name)


def expressions(statement: surface.Statement) -> tuple[surface.Expr, ...]:
    """The expressions of a statement itself, in the order in which they are evaluated."""
    match statement:
        case surface.Assign() | surface.AugmentedAssign() | surface.Evaluate():
            return (statement.value,)
        case surface.Return():
            return statement.values or ()
        case surface.If() | surface.While() | surface.Assert():
            return (statement.condition,)
        case surface.For():
            return statement.arguments
    return ()


def depth(expr: surface.Expr) -> int:
    """How deep `expr` is nested, in terms, parentheses and calls."""
    return Measure().depth(expr)


@dataclass
class Measure:
    """The depths of expressions, each worked out once; no recursion, for they may be very deep."""

    known: dict[int, int] = field(default_factory=dict)

    def depth(self, expr: surface.Expr) -> int:
        waiting = [expr]
        while waiting:
            node = waiting[-1]
            inner = operands(node)
            missing = [e for e in inner if id(e) not in self.known]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            self.known[id(node)] = self.over(node, inner)
        return self.known[id(expr)]

    def over(self, node: surface.Expr, inner: tuple[surface.Expr, ...]) -> int:
        """The depth of `node`, those of its operands being known."""
        costs = (level(node, position) for position in range(len(inner)))
        deepest = max((self.known[id(e)] + c for e, c in zip(inner, costs, strict=True)), default=0)
        chain = isinstance(node, (surface.Logical, surface.Compare))
        return deepest + TERM * len(inner) if chain else deepest


def level(node: surface.Expr, position: int) -> int:
    """What the operand at `position` of `node` is deeper in it."""
    if isinstance(node, surface.Binary):
        chained = position == 0 and isinstance(node.left, surface.Binary)
        return TERM if chained else PARENTHESES
    if isinstance(node, (surface.Call, surface.Subscript, surface.Conditional, surface.Implied)):
        return CALL
    return PARENTHESES


@dataclass
class Splitting:
    """Rewrites one function."""

    fresh: NameSource

    def body(self, body: Body) -> Body:
        return tuple(s for statement in body for s in self.statement(statement))

    def statement(self, statement: surface.Statement) -> Body:
        """The statement after those that give names to parts of its expressions."""
        match statement:
            case surface.For() | surface.Block():
                statement = replace(statement, body=self.body(statement.body))
            case surface.While():
                condition = Parts(self.fresh, movable=False).shallow(statement.condition)
                return (replace(statement, condition=condition, body=self.body(statement.body)),)
            case surface.If():
                then, orelse = self.body(statement.then), self.body(statement.orelse)
                statement = replace(statement, then=then, orelse=orelse)
        whole = expressions(statement)
        calm = not any(changes_something(e) for e in whole)
        early = not isinstance(statement, surface.AugmentedAssign)
        parts = Parts(self.fresh)
        found = []
        for number, expr in enumerate(whole):
            parts.calm, parts.early = calm, early and number == 0
            found.append(parts.shallow(expr))
        return (*parts.named, with_expressions(statement, tuple(found)))


def changes_something(expr: surface.Expr) -> bool:
    """Whether evaluating `expr` may change what else reads: it calls a function of the file."""
    return any(isinstance(n, surface.Call) and isinstance(n.function, surface.Name)
               for n in walk(expr))  # fmt: skip


def with_expressions(
    statement: surface.Statement, new: tuple[surface.Expr, ...]
) -> surface.Statement:
    """`statement` with other `expressions`."""
    match statement:
        case surface.Assign() | surface.AugmentedAssign() | surface.Evaluate():
            return replace(statement, value=new[0])
        case surface.Return():
            return statement if statement.values is None else replace(statement, values=new)
        case surface.If() | surface.Assert():
            return replace(statement, condition=new[0])
        case surface.For():
            return replace(statement, arguments=new)
    return statement


@dataclass
class Parts:
    """Gives names to the parts of one statement's expressions.

    `calm`: nothing in the statement changes what something else in it reads. `early`: nothing of
    the statement is evaluated before the expression. `movable`: there is a place for statements.
    """

    fresh: NameSource
    movable: bool = True
    calm: bool = True
    early: bool = True
    named: list[surface.Statement] = field(default_factory=list)
    measure: Measure = field(default_factory=Measure)
    #: Where the parts of the current expression stand, and what became of them, by identity.
    free: dict[int, bool] = field(default_factory=dict)
    new: dict[int, surface.Expr] = field(default_factory=dict)

    def shallow(self, expr: surface.Expr) -> surface.Expr:
        """`expr`, its deepest parts replaced by names. Raises AdcError (ADC0124) where it stays too
        deep."""
        self.free, self.new, self.measure = self.places(expr), {}, Measure()
        waiting = [expr]
        while waiting:
            node = waiting[-1]
            missing = [e for e in operands(node) if id(e) not in self.new]
            if missing:
                waiting += reversed(missing)
                continue
            waiting.pop()
            self.new[id(node)] = self.rebuilt(node)
        result = grouped(self.new[id(expr)], self.calm)
        if self.measure.depth(result) > DEEPEST_WHOLE:
            raise AdcError.of(
                "ADC0124",
                "this expression is nested too deeply for its parts to be evaluated one by one",
                expr.span,
                help="give parts of it names in statements of their own",
            )
        return result

    def places(self, expr: surface.Expr) -> dict[int, bool]:
        """For each part, whether it may be evaluated before the rest."""
        free = {id(expr): self.movable and (self.calm or self.early)}
        waiting = [expr]
        while waiting:
            node = waiting.pop()
            for position, operand in enumerate(operands(node)):
                always = position < certain(node)
                first = position == first_of(node)
                free[id(operand)] = free[id(node)] and always and (self.calm or first)
                waiting.append(operand)
        return free

    def rebuilt(self, node: surface.Expr) -> surface.Expr:
        """`node` on its new operands, the deepest of which get names where it would be too deep."""
        old = operands(node)
        inner = [self.new[id(e)] for e in old]
        for position, (before, part) in enumerate(zip(old, inner, strict=True)):
            if self.measure.depth(part) + level(node, position) > DEEPEST and (
                self.free[id(before)] and isinstance(part, NAMED)
            ):
                inner[position] = self.name_of(part)
        if isinstance(node, surface.Logical):
            return replace(node, operands=self.joined(node.op, inner))
        inner = [grouped(e, self.calm) for e in inner]
        if all(a is b for a, b in zip(old, inner, strict=True)):
            return node
        return with_operands(node, tuple(inner))

    def joined(self, op: str, inner: list[surface.Expr]) -> tuple[surface.Expr, ...]:
        """The operands of `and` or `or`, those of one that comes first among them its own."""
        first, rest = inner[0], tuple(grouped(e, self.calm) for e in inner[1:])
        if isinstance(first, surface.Logical) and first.op == op:
            return (*first.operands, *rest)
        return (grouped(first, self.calm), *rest)

    def name_of(self, part: surface.Expr) -> surface.Expr:
        name = surface.Name(self.fresh.fresh("part"), part.span)
        self.named.append(surface.Assign((name,), part, part.span))
        return name


#: What has a value that a name can stand for, wherever it occurs.
NAMED = (surface.Binary, surface.Unary, surface.Call)


def certain(node: surface.Expr) -> int:
    """How many of the operands, from the first, are evaluated in any case."""
    if isinstance(node, (surface.Logical, surface.Conditional)):
        return 1
    if isinstance(node, surface.Compare):
        return 2
    return 0 if isinstance(node, surface.Implied) else len(operands(node))


def first_of(node: surface.Expr) -> int:
    """Which operand is evaluated first: of a call, the first argument, as a function's name has
    nothing to evaluate."""
    return 1 if isinstance(node, surface.Call) else 0


def grouped(node: surface.Expr, calm: bool) -> surface.Expr:
    """Many conditions in groups of few, in the same order."""
    if isinstance(node, surface.Compare) and len(node.ops) > FAN and calm:
        chains = tuple(
            surface.Compare(node.ops[k : k + FAN], node.operands[k : k + FAN + 1], node.span)
            for k in range(0, len(node.ops), FAN)
        )
        return grouped(surface.Logical("and", chains, node.span), calm)
    while isinstance(node, surface.Logical) and len(node.operands) > FAN:
        pieces = tuple(
            surface.Logical(node.op, part, node.span) if len(part) > 1 else part[0]
            for k in range(0, len(node.operands), FAN)
            for part in [node.operands[k : k + FAN]]
        )
        node = replace(node, operands=pieces)
    return node


def with_operands(node: surface.Expr, new: tuple[surface.Expr, ...]) -> surface.Expr:
    """`node` with other operands."""
    match node:
        case surface.Unary():
            return replace(node, operand=new[0])
        case surface.Binary():
            return replace(node, left=new[0], right=new[1])
        case surface.Compare() | surface.Logical():
            return replace(node, operands=new)
        case surface.Conditional():
            return replace(node, condition=new[0], then=new[1], orelse=new[2])
        case surface.Call():
            count = 1 + len(node.arguments)
            keywords = zip(node.keywords, new[count:], strict=True)
            named = tuple(replace(k, value=value) for k, value in keywords)
            return replace(node, function=new[0], arguments=new[1:count], keywords=named)
        case surface.Attribute():
            return replace(node, value=new[0])
        case surface.Subscript():
            return replace(node, value=new[0], items=new[1:])
        case surface.From():
            behind = 1 + len(node.items)
            return replace(
                node, value=new[0], items=new[1:behind], count=next(iter(new[behind:]), None)
            )
        case surface.Sequence():
            return replace(node, items=new)
        case surface.Implied():
            return replace(node, item=new[0], start=new[1], stop=new[2])
        case surface.Slice():
            rest = iter(new)
            ends = (None if e is None else next(rest) for e in (node.start, node.stop, node.step))
            start, stop, step = ends
            return replace(node, start=start, stop=stop, step=step)
    return node
