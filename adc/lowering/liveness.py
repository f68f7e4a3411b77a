"""Which names of a function are still read: decides what a loop or branch must merge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adc.frontends import surface
from adc.frontends.names import free_names, walk

Names = frozenset[str]
EMPTY: Names = frozenset()


class Liveness:
    """Names live after each statement, and at the start of each loop's body, by node identity;
    `after` are those that are live after all of them. What functions read that are held by no name
    alone is live throughout."""

    def __init__(self, body: tuple[surface.Statement, ...], after: Names = EMPTY) -> None:
        self.after: dict[int, Names] = {}
        self.inside: dict[int, Names] = {}
        captures = captured(body)
        self.effects = Effects(captures)
        self.always = kept_elsewhere(body, captures)
        self.before_body(body, after)

    def before_body(self, body: tuple[surface.Statement, ...], live: Names) -> Names:
        for statement in reversed(body):
            self.after[id(statement)] = live | self.always
            live = self._before(statement, live)
        return live

    def _before(self, statement: surface.Statement, live: Names) -> Names:
        if isinstance(statement, (surface.For, surface.While)):
            inside = self.effects.before_step(statement).on(live)
            self.inside[id(statement)] = inside | self.always
            self.before_body(statement.body, live | inside)
        elif isinstance(statement, surface.If):
            self.before_body(statement.then, live)
            self.before_body(statement.orelse, live)
        return self.effects.of(statement).on(live)


@dataclass(frozen=True)
class Effect:
    """What a statement does to the set of live names, read backwards: `reads` become live, `binds`
    no longer are. Transfer functions of this kind are closed under composition and meet, and the
    least fixpoint of a loop is a single application (Nielson, Nielson and Hankin, "Principles of
    Program Analysis", section 2.1.4: bit-vector frameworks)."""

    reads: Names = EMPTY
    binds: Names = EMPTY
    #: Nothing that is live after the statement is live before it by this: a `return`.
    ends: bool = False

    def on(self, live: Names) -> Names:
        return self.reads if self.ends else self.reads | (live - self.binds)

    def then(self, later: Effect) -> Effect:
        """This, followed in the text by `later`."""
        if self.ends:
            return self
        return Effect(self.on(later.reads), self.binds | later.binds, later.ends)

    def either(self, other: Effect) -> Effect:
        """One or the other."""
        reads = self.reads | other.reads
        if self.ends or other.ends:
            kept = other if self.ends else self
            return Effect(reads, kept.binds, kept.ends)
        return Effect(reads, self.binds & other.binds)


class Effects:
    """The effects of statements, by node identity: each is worked out once, so that the depth of a
    nest of loops does not multiply the work."""

    def __init__(self, captures: Mapping[str, Names]) -> None:
        self._known: dict[int, Effect] = {}
        self._captures = captures

    def _with_captured(self, names: Names) -> Names:
        """`names`, and what the functions among them take from around them."""
        called = names & self._captures.keys()
        return names.union(*(self._captures[name] for name in called)) if called else names

    def of(self, statement: surface.Statement) -> Effect:
        if id(statement) not in self._known:
            self._known[id(statement)] = self._of(statement)
        return self._known[id(statement)]

    def _of(self, statement: surface.Statement) -> Effect:
        if isinstance(statement, (surface.For, surface.While)):
            once = self._with_captured(_read_once(statement))
            return Effect(self.before_step(statement).reads | once)
        if isinstance(statement, surface.If):
            either = self.of_body(statement.then).either(self.of_body(statement.orelse))
            return Effect(self._with_captured(used(statement.condition))).then(either)
        if isinstance(statement, surface.Return):
            return Effect(self._with_captured(_used_in(statement.values or ())), ends=True)
        if isinstance(statement, surface.Raise):
            return Effect(ends=True)
        return Effect(self._with_captured(_read(statement)), _bound(statement))

    def before_step(self, loop: surface.For | surface.While) -> Effect:
        """From what is live after a loop to what is live before any of its steps."""
        body = self.of_body(loop.body)
        own = own_names(loop)
        condition = used(loop.condition) if isinstance(loop, surface.While) else EMPTY
        condition = self._with_captured(condition)
        reads = condition | (body.on(condition) - own)
        return Effect(reads, body.binds | own, body.ends)

    def of_body(self, body: tuple[surface.Statement, ...]) -> Effect:
        effect = Effect()
        for statement in reversed(body):
            effect = self.of(statement).then(effect)
        return effect


def captured(body: tuple[surface.Statement, ...]) -> dict[str, Names]:
    """For each name of `body` that is a function inside, the names that it takes from around it,
    as do the functions that it calls."""
    found: dict[str, Names] = {}
    for node in walk(body):
        for name, function in _functions(node):
            found[name] = found.get(name, EMPTY) | free_names(function).keys()
    aliases = [n for n in walk(body) if isinstance(n, surface.Assign)] if found else []
    before = None
    while before != found:
        before = dict(found)
        for node in aliases:
            held = used(node.value) & found.keys()
            for name in (n for t in node.targets for n in target_names(t) if held):
                found[name] = found.get(name, EMPTY).union(*(found[n] for n in held))
        for name, names in before.items():
            found[name] |= names.union(*(before[n] for n in names & before.keys()))
    return found


def _functions(node: object) -> list[tuple[str, surface.Function]]:
    """The names that the statement `node` gives to functions inside."""
    if isinstance(node, surface.Define):
        return [(node.function.name, node.function)]
    if isinstance(node, surface.Assign):
        names = [name for target in node.targets for name in target_names(target)]
        return [(name, function) for name in names for function in _made_in((node.value,))]
    return []


def _made_in(exprs: tuple[Any, ...]) -> list[surface.Function]:
    return [n.function for n in walk(exprs, inside=True) if isinstance(n, surface.Lambda)]


def kept_elsewhere(body: tuple[surface.Statement, ...], captures: Mapping[str, Names]) -> Names:
    """What those functions take from around them that become parts of objects, lists or
    dictionaries, or may in what they are passed to: no name tells when these are called.
    `captures` are the names that functions have."""
    makers = frozenset(
        n.function.name for n in walk(body)
        if isinstance(n, surface.Define) and any(map(_is_function, walk(n.function.body)))
    )  # fmt: skip
    found: set[str] = set()
    for statement in walk(body):
        parts = _handed_over(statement)
        for function in _made_in(parts):
            found |= free_names(function).keys()
        for name in _taken(parts, makers) & captures.keys():
            found |= captures[name]
    return frozenset(found)


def _is_function(node: object) -> bool:
    return isinstance(node, (surface.Lambda, surface.Define))


def _handed_over(node: object) -> tuple[Any, ...]:
    """The expressions of a statement whose values others than names may hold after it."""
    if isinstance(node, surface.Assign):
        plain = all(not _stores(target) for target in node.targets)
        return _passed(node.value) if plain else (node.value,)
    if isinstance(node, surface.AugmentedAssign):
        return (node.value,)
    if isinstance(node, surface.Evaluate):
        return _passed(node.value)
    return node.arguments if isinstance(node, surface.For) else ()


def _passed(expr: surface.Expr) -> tuple[Any, ...]:
    """What the calls in an expression are passed; a comprehension's items are its value alone."""
    own = (surface.Lifted, surface.Intrinsic)
    calls = [n for n in walk(expr) if isinstance(n, surface.Call)]
    calls = [call for call in calls if not isinstance(call.function, own)]
    return tuple(part for call in calls for part in (*call.arguments, *call.keywords))


def _taken(parts: tuple[Any, ...], makers: Names) -> Names:
    """The names in `parts` but for those that are only called, and make no functions."""
    called = {
        id(n.function) for n in walk(parts)
        if isinstance(n, surface.Call) and isinstance(n.function, surface.Name)
        and n.function.name not in makers
    }  # fmt: skip
    names = (n for n in walk(parts) if isinstance(n, surface.Name) and id(n) not in called)
    return frozenset(n.name for n in names)


def own_names(loop: surface.Statement) -> Names:
    """The names that a loop itself sets before each step."""
    if not isinstance(loop, (surface.For, surface.While)):
        return EMPTY
    if isinstance(loop, surface.For):
        return frozenset({loop.target})
    return frozenset({loop.counted.target if loop.counted else loop.counter}) - {""}


def _read_once(loop: surface.For | surface.While) -> Names:
    """What a loop reads before its first step."""
    if isinstance(loop, surface.For):
        return _used_in(loop.arguments)
    if loop.counted:
        return _used_in(loop.counted.arguments)
    return used(loop.most).union(*((p.array, p.counter) for p in loop.passed))


def _bound(statement: surface.Statement) -> Names:
    """The names that a simple statement surely re-binds."""
    if isinstance(statement, surface.Assign):
        return frozenset(n for t in statement.targets for n in target_names(t))
    if isinstance(statement, (surface.Declare, surface.Associate)):
        return frozenset((statement.name,))
    return frozenset((statement.function.name,)) if isinstance(statement, surface.Define) else EMPTY


def _read(statement: surface.Statement) -> Names:
    if isinstance(statement, surface.Assign):
        parts = [used(statement.value)] + [used(t) for t in statement.targets for t in _stores(t)]
        return frozenset().union(*parts)
    if isinstance(statement, surface.AugmentedAssign):
        return used(statement.target) | used(statement.value)
    if isinstance(statement, surface.Evaluate):
        added = appended(statement)
        return used(statement.value) if added is None else used(added[1])
    if isinstance(statement, surface.Assert):
        return used(statement.condition)
    if isinstance(statement, surface.Declare):
        return _used_in(statement.extents)
    if isinstance(statement, surface.Define):
        return _used_in(tuple(p.default for p in statement.function.parameters if p.default))
    if isinstance(statement, surface.Associate):
        own = used(statement.source) if statement.source else frozenset({statement.name})
        return own.union(*(used(e) for e in statement.extents or ()))
    return EMPTY


def appended(statement: surface.Statement) -> tuple[surface.Name, surface.Expr] | None:
    """The list and the new item of a statement `xs.append(v)`, which by itself reads no list; None
    for any other."""
    return _given_to("append", statement)


def extended_by(statement: surface.Statement) -> tuple[surface.Name, surface.Expr] | None:
    """The list and the new items of a statement `xs.extend(ys)`."""
    return _given_to("extend", statement)


def _given_to(name: str, statement: surface.Statement) -> tuple[surface.Name, surface.Expr] | None:
    call = statement.value if isinstance(statement, surface.Evaluate) else None
    if not isinstance(call, surface.Call) or len(call.arguments) != 1 or call.keywords:
        return None
    method = call.function
    if not isinstance(method, surface.Attribute) or method.name != name:
        return None
    return (method.value, call.arguments[0]) if isinstance(method.value, surface.Name) else None


def lengthened(body: tuple[surface.Statement, ...]) -> Names:
    """The lists that statements of `body`, at any depth, append to."""
    found: set[str] = set()
    for statement in body:
        added = appended(statement)
        if added is not None:
            found.add(added[0].name)
        elif isinstance(statement, (surface.For, surface.While)):
            found |= lengthened(statement.body)
        elif isinstance(statement, surface.If):
            found |= lengthened(statement.then) | lengthened(statement.orelse)
    return frozenset(found)


def _stores(target: surface.Expr) -> list[surface.Expr]:
    if isinstance(target, surface.Sequence):
        return [s for item in target.items for s in _stores(item)]
    return [] if isinstance(target, (surface.Name, surface.Starred)) else [target]


def target_names(target: surface.Expr) -> list[str]:
    """The names that an assignment to `target` binds."""
    if isinstance(target, surface.Starred):
        return target_names(target.value)
    if isinstance(target, surface.Name):
        return [target.name]
    if isinstance(target, surface.Sequence):
        return [n for item in target.items for n in target_names(item)]
    return []


def assigned(body: tuple[surface.Statement, ...]) -> Names:
    """The names that statements of `body`, at any depth, bind or update."""
    found: set[str] = set()
    for statement in body:
        if isinstance(statement, surface.Assign):
            found.update(n for t in statement.targets for n in target_names(t))
        elif isinstance(statement, surface.AugmentedAssign):
            found.update(target_names(statement.target))
        elif isinstance(statement, (surface.Declare, surface.Associate)):
            found.add(statement.name)
        elif isinstance(statement, surface.Define):
            found.add(statement.function.name)
        elif isinstance(statement, surface.For):
            found |= {statement.target} | assigned(statement.body)
        elif isinstance(statement, surface.While):
            found |= assigned(statement.body)
            found |= {statement.counted.target} if statement.counted else set()
        elif isinstance(statement, surface.If):
            found |= assigned(statement.then) | assigned(statement.orelse)
    return frozenset(found)


def _used_in(parts: tuple[surface.Expr, ...]) -> Names:
    return frozenset().union(*(used(p) for p in parts)) if parts else EMPTY


def used(expr: surface.Expr | None) -> Names:
    """The names that occur in an expression."""
    if expr is None:
        return EMPTY
    if isinstance(expr, surface.Name):
        return frozenset((expr.name,))
    return _used_in(operands(expr))


def operands(expr: surface.Expr) -> tuple[surface.Expr, ...]:
    """The expressions directly below `expr`."""
    match expr:
        case surface.Unary():
            return (expr.operand,)
        case surface.Binary():
            return (expr.left, expr.right)
        case surface.Compare() | surface.Logical():
            return expr.operands
        case surface.Conditional():
            return (expr.condition, expr.then, expr.orelse)
        case surface.Call():
            return (expr.function, *expr.arguments, *(k.value for k in expr.keywords))
        case surface.Attribute() | surface.Starred() | surface.Given():
            return (expr.value,)
        case surface.Subscript():
            return (expr.value, *expr.items)
        case surface.Slice():
            return tuple(p for p in (expr.start, expr.stop, expr.step) if p is not None)
        case surface.Sequence():
            return expr.items
        case surface.Implied():
            return (expr.item, expr.start, expr.stop)
        case surface.From():
            return (expr.value, *expr.items, *((expr.count,) if expr.count is not None else ()))
        case surface.Lambda():
            return tuple(free_names(expr.function).values())
    return ()
