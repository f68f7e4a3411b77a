"""Which names of a function are still read: decides what a loop or branch must merge."""

from __future__ import annotations

from adc.frontends import surface

Names = frozenset[str]
EMPTY: Names = frozenset()


class Liveness:
    """Names live after each statement, and at the start of each loop's body, by node identity."""

    def __init__(self, body: tuple[surface.Statement, ...]) -> None:
        self.after: dict[int, Names] = {}
        self.inside: dict[int, Names] = {}
        self.before_body(body, EMPTY)

    def before_body(self, body: tuple[surface.Statement, ...], live: Names) -> Names:
        for statement in reversed(body):
            self.after[id(statement)] = live
            live = self._before(statement, live)
        return live

    def _before(self, statement: surface.Statement, live: Names) -> Names:
        if isinstance(statement, surface.For):
            return self._before_loop(statement, live)
        if isinstance(statement, surface.While):
            return self._before_while(statement, live)
        if isinstance(statement, surface.If):
            then = self.before_body(statement.then, live)
            orelse = self.before_body(statement.orelse, live)
            return then | orelse | used(statement.condition)
        if isinstance(statement, surface.Return):
            return _used_in(statement.values or ())
        return (live - _bound(statement)) | _read(statement)

    def _before_loop(self, loop: surface.For, live: Names) -> Names:
        inside = EMPTY
        while True:
            start = self.before_body(loop.body, live | inside) - {loop.target}
            if start <= inside:
                break
            inside |= start
        self.inside[id(loop)] = inside
        return live | inside | _used_in(loop.arguments)

    def _before_while(self, loop: surface.While, live: Names) -> Names:
        inside = used(loop.condition)
        counted = loop.counted
        own = frozenset({counted.target}) if counted else frozenset({loop.counter}) - {""}
        while True:
            start = self.before_body(loop.body, live | inside) - own
            if start <= inside:
                break
            inside |= start
        self.inside[id(loop)] = inside
        return live | inside | (_used_in(counted.arguments) if counted else EMPTY)


def _bound(statement: surface.Statement) -> Names:
    """The names that a simple statement surely re-binds."""
    if isinstance(statement, surface.Assign):
        return frozenset(n for t in statement.targets for n in target_names(t))
    if isinstance(statement, (surface.Declare, surface.Associate)):
        return frozenset((statement.name,))
    return EMPTY


def _read(statement: surface.Statement) -> Names:
    if isinstance(statement, surface.Assign):
        parts = [used(statement.value)] + [used(t) for t in statement.targets for t in _stores(t)]
        return frozenset().union(*parts)
    if isinstance(statement, surface.AugmentedAssign):
        return used(statement.target) | used(statement.value)
    if isinstance(statement, surface.Evaluate):
        return used(statement.value)
    if isinstance(statement, surface.Assert):
        return used(statement.condition)
    if isinstance(statement, surface.Declare):
        return _used_in(statement.extents)
    if isinstance(statement, surface.Associate):
        own = used(statement.source) if statement.source else frozenset({statement.name})
        return own.union(*(used(e) for e in statement.extents or ()))
    return EMPTY


def _stores(target: surface.Expr) -> list[surface.Expr]:
    if isinstance(target, surface.Sequence):
        return [s for item in target.items for s in _stores(item)]
    return [] if isinstance(target, surface.Name) else [target]


def target_names(target: surface.Expr) -> list[str]:
    """The names that an assignment to `target` binds."""
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
        case surface.Attribute():
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
            return (expr.value, *expr.items)
    return ()
