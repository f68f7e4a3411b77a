"""`break`, `continue` and `return` inside loops, as flags and conditions.

A loop that is left early becomes a `While` on a flag of its own; what stands behind a jump is put
under the condition that there was none (structured control flow by flags: Erosa & Hendren, "Taming
control flow", 1994). What follows an `if` that always jumps moves into its other branch, so that
most programs need no condition more than they have.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.names import NameSource
from adc.lowering.control.returns import EARLY_RESULT
from adc.lowering.liveness import Effects, Names, captured, own_names

Body = tuple[surface.Statement, ...]


def structured(function: surface.Function, taken: Iterable[str]) -> Body:
    """The function's body without `break`, `continue` and `return` inside loops; flags get names
    that are none of `taken`."""
    body = function.body
    jumps = (surface.While, surface.Break, surface.Continue)
    if not any(isinstance(n, jumps) for n in walk(body)) and not returns_in_loops(body):
        return body
    known = frozenset(parameter.name for parameter in function.parameters)
    return Jumps(NameSource(set(taken))).function(body, known)


def returns_in_loops(body: Body) -> bool:
    return any(
        isinstance(n, (surface.For, surface.While)) and has(n.body, surface.Return)
        for n in walk(body)
    )


def has(body: Body, kind: type) -> bool:
    return any(isinstance(n, kind) for n in walk(body))


def own(body: Body, kinds: tuple[type, ...]) -> bool:
    """Whether `body` jumps itself: `break` and `continue` of loops inside are these loops' own."""
    for statement in body:
        if isinstance(statement, kinds):
            return True
        if (
            isinstance(statement, (surface.For, surface.While))
            and surface.Return in kinds
            and has(statement.body, surface.Return)
        ):
            return True
        if isinstance(statement, surface.If) and (
            own(statement.then, kinds) or own(statement.orelse, kinds)
        ):
            return True
    return False


def assign(name: str, value: surface.Expr, span: Span) -> surface.Assign:
    return surface.Assign((surface.Name(name, span),), value, span)


def truth(value: bool, span: Span) -> surface.Expr:
    return surface.Boolean(value, span)


def only_truth(condition: surface.Expr) -> surface.Expr:
    """`condition` as a boolean: as a value, `and` and `or` hand on an operand."""
    if not isinstance(condition, surface.Logical):
        return condition
    opposite = surface.Unary("not", condition, condition.span)
    return surface.Unary("not", opposite, condition.span)


@dataclass(frozen=True)
class Flags:
    """The flags of the loop around: `go` is False once the loop is left, `skip` is True once the
    rest of this iteration is passed over; "" where the loop has no such jump. `returned` and
    `results` belong to the function: the names that hold what is returned, of which `own` are the
    source's, and `texts` hold the same text, or list that is left out, wherever the loop returns.
    """

    go: str = ""
    skip: str = ""
    returned: str = ""
    results: tuple[str, ...] = ()
    own: Names = frozenset()
    texts: tuple[tuple[str, surface.Expr], ...] = ()

    def is_set(self, name: str) -> bool:
        """Whether a `return` has to set the result `name`."""
        return name not in self.own and name not in dict(self.texts)


@dataclass
class Jumps:
    """Rewrites one function."""

    fresh: NameSource

    def function(self, body: Body, known: Names) -> Body:
        """A function's body: a loop that may return is followed by the return that it decided.
        `known` are names that surely have a value."""
        result: list[surface.Statement] = []
        for number, statement in enumerate(body):
            if isinstance(statement, (surface.For, surface.While)):
                flags = self.returning(statement, body[number + 1 :], known)
                result += self.prepared(flags, statement.span)
                result += self.loop(statement, flags)
                if flags.returned and endless(statement):
                    return (*result, returned(flags, statement.span))
                if flags.returned:
                    rest = self.function(body[number + 1 :], known)
                    return (*result, self.decided(flags, rest, statement.span))
            elif isinstance(statement, surface.If):
                then = self.function(statement.then, known)
                orelse = self.function(statement.orelse, known)
                result.append(replace(statement, then=then, orelse=orelse))
            elif isinstance(statement, (surface.Break, surface.Continue)):
                raise outside(statement)
            else:
                known |= bound(statement)
                result.append(statement)
        return tuple(result)

    def returning(self, loop: surface.For | surface.While, rest: Body, known: Names) -> Flags:
        """The function's flags for a loop at its top level, with `rest` behind it."""
        found = [n for n in walk(loop.body) if isinstance(n, surface.Return)]
        if not found:
            return Flags()
        counts = {len(r.values or ()) for r in found}
        if len(counts) > 1:
            raise AdcError.of(
                "ADC0230", "some paths return a value and others do not", found[-1].span,
                help="return the same number of values on every path",
            )  # fmt: skip
        kept = known & carried(loop, rest)
        names: list[str] = []
        texts: list[tuple[str, surface.Expr]] = []
        for values in zip(*(r.values or () for r in found), strict=True):
            same = {v.name if isinstance(v, surface.Name) else "" for v in values}
            name = same.pop() if len(same) == 1 else ""
            names.append(name if name in kept else self.fresh.fresh(EARLY_RESULT))
            if len({_said(v) for v in values}) == 1 and _said(values[0]):
                texts.append((names[-1], values[0]))
        returned = self.fresh.fresh("returned")
        return Flags("", "", returned, tuple(names), kept, tuple(texts))

    def prepared(self, flags: Flags, span: Span) -> Body:
        """Before the loop nothing is returned, and the results have no value."""
        if not flags.returned:
            return ()
        nothing, texts = surface.NoneValue(span, unread=True), dict(flags.texts)
        results = (
            assign(name, texts.get(name, nothing), span)
            for name in flags.results
            if name not in flags.own
        )
        return (assign(flags.returned, truth(False, span), span), *results)

    def decided(self, flags: Flags, rest: Body, span: Span) -> surface.Statement:
        if rest and set(flags.results) <= flags.own and gives(rest[0], flags.results):
            return rest[0]
        there = (returned(flags, span),)
        return surface.If(surface.Name(flags.returned, span), there, rest, span)

    # -- loops ---------------------------------------------------------------------------------

    def loop(self, loop: surface.For | surface.While, outer: Flags) -> Body:
        """The loop with its jumps as flags, and what comes before it."""
        span = loop.span
        left = own(loop.body, (surface.Break,)) or has(loop.body, surface.Return)
        skipped = own(loop.body, (surface.Continue,))
        flags = replace(
            outer,
            go=self.fresh.fresh("go") if left or isinstance(loop, surface.While) else "",
            skip=self.fresh.fresh("skip") if skipped else "",
        )
        body = self.body(loop.body, flags)
        if flags.skip and uses(body, flags.skip):
            body = (assign(flags.skip, truth(False, span), span), *body)
        if isinstance(loop, surface.For):
            if not flags.go:
                return (replace(loop, body=body),)
            start = assign(flags.go, truth(True, span), span)
            return (start, surface.While(surface.Name(flags.go, span), body, span, loop))
        condition = only_truth(loop.condition)
        again: surface.Statement = assign(flags.go, condition, span)
        if left:
            again = surface.If(surface.Name(flags.go, span), (again,), (), span)
        start = assign(flags.go, condition, span)
        surely = condition == surface.Boolean(True, condition.span)
        goes = surface.Name(flags.go, span)
        made = replace(loop, condition=goes, body=(*body, again), surely=surely)
        return (start, made)

    def body(self, body: Body, flags: Flags) -> Body:
        """A part of a loop's body, without jumps."""
        result: list[surface.Statement] = []
        for number, statement in enumerate(body):
            rest = body[number + 1 :]
            if isinstance(statement, surface.Raise):
                return (*result, statement)
            if isinstance(statement, (surface.Break, surface.Continue, surface.Return)):
                return (*result, *self.jump(statement, flags))
            if isinstance(statement, (surface.For, surface.While)):
                result += self.loop(statement, flags)
                if has(statement.body, surface.Return):
                    span = statement.span
                    leave = assign(flags.go, truth(False, span), span)
                    result.append(
                        surface.If(surface.Name(flags.returned, span), (leave,), (), span)
                    )
                    return (*result, *self.guarded(rest, flags, (flags.go,), span))
                continue
            kinds = (surface.Break, surface.Continue, surface.Return)
            if isinstance(statement, surface.If):
                if own((statement,), kinds):
                    return (*result, *self.branch(statement, rest, flags))
                then, orelse = self.body(statement.then, flags), self.body(statement.orelse, flags)
                statement = replace(statement, then=then, orelse=orelse)
            result.append(statement)
        return tuple(result)

    def jump(self, statement: surface.Statement, flags: Flags) -> Body:
        span = statement.span
        if isinstance(statement, surface.Continue):
            return (assign(flags.skip, truth(True, span), span),)
        leave = assign(flags.go, truth(False, span), span)
        if isinstance(statement, surface.Break):
            return (leave,)
        assert isinstance(statement, surface.Return)
        values = zip(flags.results, statement.values or (), strict=True)
        results = (assign(name, value, span) for name, value in values if flags.is_set(name))
        return (*results, assign(flags.returned, truth(True, span), span), leave)

    def branch(self, statement: surface.If, rest: Body, flags: Flags) -> Body:
        """An `if` that jumps on some path, and what follows it."""
        then, orelse = statement.then, statement.orelse
        if always(then):
            then, orelse, rest = then, orelse + rest, ()
        elif always(orelse):
            then, orelse, rest = then + rest, orelse, ()
        elif (arms := sorted_out(statement, rest)) is not None:
            return self.by_number(arms, rest, statement.span, flags)
        new = replace(statement, then=self.body(then, flags), orelse=self.body(orelse, flags))
        kinds: tuple[type, ...] = (surface.Break, surface.Return)
        names: tuple[str, ...] = (flags.go,) if own((statement,), kinds) else ()
        names += (flags.skip,) if own((statement,), (surface.Continue,)) else ()
        return (new, *self.guarded(rest, flags, names, statement.span))

    def by_number(self, arms: list[Arm], rest: Body, span: Span, flags: Flags) -> Body:
        """What `arms` of one `if` are where some jump and the others do not: the number of the one
        that is taken, then those that jump, then the others with the `rest` behind them."""
        name = self.fresh.fresh("arm")

        def chain(numbers: list[int], last: Body) -> Body:
            for k in reversed(numbers):
                number = surface.Number(str(k), "int", span)
                test = surface.Compare(("==",), (surface.Name(name, span), number), span)
                last = (surface.If(test, arms[k].body, last, span),)
            return last

        taken: Body = ()
        for k, arm in reversed(list(enumerate(arms))):
            found: surface.Statement = assign(name, surface.Number(str(k), "int", span), span)
            if arm.condition is not None:
                found = surface.If(arm.condition, (found,), taken, span)
            taken = (found,)
        jumping = [k for k, arm in enumerate(arms) if always(arm.body)]
        *others, last = (k for k in range(len(arms)) if k not in jumping)
        (first,) = chain(jumping, (*chain(others, arms[last].body), *rest))
        assert isinstance(first, surface.If)
        return (*taken, *self.branch(first, (), flags))

    def guarded(self, rest: Body, flags: Flags, names: tuple[str, ...], span: Span) -> Body:
        """`rest` where none of the jumps was taken that `names` are the flags of."""
        if not rest:
            return ()
        tests: list[surface.Expr] = []
        for name in names:
            flag: surface.Expr = surface.Name(name, span)
            tests.append(surface.Unary("not", flag, span) if name == flags.skip else flag)
        test = tests[0] if len(tests) == 1 else surface.Logical("and", tuple(tests), span)
        return (surface.If(test, self.body(rest, flags), (), span),)


@dataclass(frozen=True)
class Arm:
    """`elif condition: body`; no condition: `else`."""

    condition: surface.Expr | None
    body: Body


def sorted_out(statement: surface.If, rest: Body) -> list[Arm] | None:
    """The arms of an `if` with several `elif`, where each jumps or does not on all its paths, and
    all that do not bind a name that the `rest` uses; None for others, and where a condition says
    of a value what it is, which is known in its own arm alone."""
    arms, orelse = [Arm(statement.condition, statement.then)], statement.orelse
    while len(orelse) == 1 and isinstance(orelse[0], surface.If):
        arms.append(Arm(orelse[0].condition, orelse[0].then))
        orelse = orelse[0].orelse
    arms.append(Arm(None, orelse))
    staying = [arm.body for arm in arms if not always(arm.body)]
    kinds = (surface.Break, surface.Continue, surface.Return)
    if len(arms) < 3 or not 0 < len(staying) < len(arms) or any(own(b, kinds) for b in staying):
        return None
    if any(_tells_kinds(n) for n in walk(tuple(arm.condition for arm in arms if arm.condition))):
        return None
    common = frozenset[str].intersection(
        *(frozenset[str]().union(*map(bound, body)) for body in staying)
    )
    return arms if any(uses(rest, name) for name in common) else None


def _tells_kinds(node: object) -> bool:
    if isinstance(node, surface.Call):
        return isinstance(node.function, surface.Name) and node.function.name == "isinstance"
    return isinstance(node, surface.Compare) and any(op in ("is", "is not") for op in node.ops)


def returned(flags: Flags, span: Span) -> surface.Return:
    """The return that a loop decided."""
    values = tuple(surface.Name(name, span) for name in flags.results)
    return surface.Return(values or None, span)


def _said(value: surface.Expr) -> tuple[type, str] | None:
    """What tells texts, and lists that are left out, from others; None for other values."""
    if isinstance(value, surface.String):
        return surface.String, value.value
    if isinstance(value, surface.NoneValue) and value.left_out:
        return surface.NoneValue, value.left_out
    return None


def gives(statement: surface.Statement, names: tuple[str, ...]) -> bool:
    """Whether `statement` returns the variables `names`."""
    if not isinstance(statement, surface.Return):
        return False
    given = statement.values or ()
    return [v.name for v in given if isinstance(v, surface.Name)] == list(names) and (
        len(given) == len(names)
    )


def carried(loop: surface.For | surface.While, rest: Body) -> Names:
    """The names that the loop carries to its next iteration or to its `rest`: at a `return` they
    have the values that they have after the loop. What a loop counts is none of these."""
    effects = Effects(captured((loop, *rest)))
    read = effects.before_step(loop).reads | effects.of_body(rest).reads
    return read - {n for inner in walk((loop,)) for n in own_names(inner)}


def bound(statement: surface.Statement) -> Names:
    """The names that a simple statement binds."""
    if not isinstance(statement, surface.Assign):
        return frozenset()
    return frozenset(t.name for t in statement.targets if isinstance(t, surface.Name))


def endless(loop: surface.For | surface.While) -> bool:
    """Whether only `return` leaves the loop: what follows it is never reached."""
    forever = isinstance(loop, surface.While) and _is_true(loop.condition)
    return forever and not own(loop.body, (surface.Break,))


def _is_true(condition: surface.Expr) -> bool:
    if isinstance(condition, surface.Number):
        return condition.text not in ("0", "0.0")
    return isinstance(condition, surface.Boolean) and condition.value


def always(body: Body) -> bool:
    """Whether every path through `body` ends with a jump."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, surface.If):
        return always(last.then) and always(last.orelse)
    return isinstance(last, (surface.Break, surface.Continue, surface.Return, surface.Raise))


def uses(body: Body, name: str) -> bool:
    return any(isinstance(n, surface.Name) and n.name == name for n in walk(body))


def outside(statement: surface.Statement) -> AdcError:
    word = "break" if isinstance(statement, surface.Break) else "continue"
    return AdcError.of(
        "ADC0101", f"`{word}` outside a loop", statement.span, help="remove it, or add the loop"
    )
