"""`try` around what is computed with None: what asks beforehand whether Python would raise
TypeError.

A name is asked about only where something in the file binds it to what may be None. Lowering knows
of most names that they are not, or always are, and takes the arm; of the others a flag tells.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.python.source import Source

Body = tuple[surface.Statement, ...]

#: What handles a TypeError.
CATCHING = frozenset({"TypeError", "Exception", "BaseException", ""})
_ORDERING = frozenset({"<", "<=", ">", ">="})
#: Functions of numbers that raise TypeError for None; of these, Python's own.
_OF_NUMBERS = frozenset({
    "sqrt", "exp", "log", "log10", "log2", "log1p", "expm1", "sin", "cos", "tan", "sinh", "cosh",
    "tanh", "arctan2", "hypot", "fabs", "power", "square", "floor", "ceil", "maximum", "minimum",
})  # fmt: skip
_OWN = frozenset({"abs", "float", "int", "max", "min", "range"})
_LIBRARIES = frozenset({"np", "numpy", "math", "scipy", "sp"})
#: Python's functions that never give None.
_GIVING = frozenset({
    "abs", "bool", "dict", "enumerate", "float", "int", "len", "list", "range", "round", "set",
    "sorted", "str", "sum", "tuple", "zip",
})  # fmt: skip
_INSIDE = (surface.Lambda, surface.Lifted, surface.Define)
#: Statements in which others are run, or are not.
_WITH_BODIES = (surface.If, surface.For, surface.While, surface.Block, surface.Define)
_CERTAIN = (
    ast.BinOp, ast.UnaryOp, ast.Compare, ast.ListComp, ast.List, ast.Tuple, ast.Dict, ast.JoinedStr,
    ast.Lambda,
)  # fmt: skip


def none_questions(statement: surface.Statement, source: Source) -> tuple[surface.Expr, ...] | None:
    """What has to hold for `statement` to compute with nothing that is None; None where what may be
    None stands in parts of it that may not be evaluated, or are evaluated several times."""
    asked = tuple(_asked(statement, source))
    if not asked:
        return ()
    if isinstance(statement, _WITH_BODIES):
        return None
    sure = {id(n) for n in _surely_evaluated(statement)}
    if any(id(place) not in sure for _, place in asked):
        return None
    values: list[surface.Expr] = []
    for value, _ in asked:
        if not any(_same(value, other) for other in values):
            values.append(value)
    return tuple(
        surface.Compare(("is not",), (value, surface.NoneValue(value.span)), value.span)
        for value in values
    )


def with_handler(tried: Body, handler: Body, after: Body, source: Source) -> Body:
    """The statements, of which nothing else goes to the `handler`: each that may compute with None
    in an `if`, where a test tells; others refuse what may be None."""
    rest = after
    for statement in reversed(tried):
        asked = none_questions(statement, source)
        rest = (*_refusing((statement,), source), *rest) if asked is None else (statement, *rest)
        if asked:
            test = asked[0] if len(asked) == 1 else surface.Logical("and", asked, asked[0].span)
            rest = (surface.If(test, rest, handler, statement.span),)
    return rest


# -- where no test tells ---------------------------------------------------------------------------


def _refusing(body: Body, source: Source) -> Body:
    """Statements with a check before each that nothing is None of what it computes with."""
    made: list[surface.Statement] = []
    for statement in body:
        head: object = statement
        if isinstance(statement, surface.If):
            head = statement.condition
            then, orelse = (_refusing(arm, source) for arm in (statement.then, statement.orelse))
            statement = replace(statement, then=then, orelse=orelse)
        elif isinstance(statement, surface.For):
            head = replace(statement, body=())
            statement = replace(statement, body=_refusing(statement.body, source))
        elif isinstance(statement, surface.While):
            head = statement.condition
            statement = replace(statement, body=_refusing(statement.body, source))
        elif isinstance(statement, surface.Block):
            head = ()
            statement = replace(statement, body=_refusing(statement.body, source))
        made += [*checks(head, source), statement]
    return tuple(made)


def checks(head: object, source: Source) -> Iterator[surface.Statement]:
    """A check for each value; what a text compares with None by itself, it asks about, and names of
    functions inside are nothing here."""
    inner = {id(n) for f in walk(head) if isinstance(f, _INSIDE) for n in walk(f, inside=True)}
    asked = [o for n in walk(head) if isinstance(n, surface.Compare) for o in _beside_none(n)]
    seen: list[surface.Expr] = []
    for value, node in _asked(head, source):
        if id(node) in inner or any(_same(value, other) for other in (*seen, *asked)):
            continue
        seen.append(value)
        function = surface.Intrinsic("adc.never_none", value.span, "python")
        yield surface.Evaluate(surface.Call(function, (value,), (), value.span), value.span)


def _beside_none(node: surface.Compare) -> tuple[surface.Expr, ...]:
    none = any(isinstance(o, surface.NoneValue) for o in node.operands)
    return node.operands if none else ()


# -- what is computed with -------------------------------------------------------------------------


def _asked(statement: object, source: Source) -> Iterator[tuple[surface.Expr, object]]:
    """What may be None of which Python would raise TypeError, with the node that does."""
    for node in walk(statement, inside=True):
        for value in _operands(node):
            if _may_be_none(value, source):
                yield value, node


def _operands(node: object) -> tuple[surface.Expr, ...]:
    match node:
        case surface.Binary():
            return node.left, node.right
        case surface.AugmentedAssign():
            return node.target, node.value
        case surface.Unary() if node.op != "not":
            return (node.operand,)
        case surface.For(called=surface.Name("range")):
            return node.arguments
        case surface.Compare() if _ORDERING & set(node.ops):
            return node.operands
        case surface.Subscript():
            return (node.value,)
        case surface.Assign() if any(isinstance(t, surface.Sequence) for t in node.targets):
            return (node.value,)
        case surface.Call():
            return _arguments(node)
    return ()


def _arguments(call: surface.Call) -> tuple[surface.Expr, ...]:
    function = call.function
    if isinstance(function, surface.Name):
        known = function.name in _OF_NUMBERS | _OWN
    else:
        root = function.value if isinstance(function, surface.Attribute) else None
        library = isinstance(root, surface.Name) and root.name in _LIBRARIES
        known = (
            library and isinstance(function, surface.Attribute) and (function.name in _OF_NUMBERS)
        )
    return call.arguments if known else ()


def _surely_evaluated(node: object) -> Iterator[object]:
    """The nodes of a statement that are evaluated whenever it is, and once."""
    yield node
    match node:
        case surface.Lambda() | surface.Lifted():
            return
        case surface.Conditional():
            parts: tuple[object, ...] = (node.condition,)
        case surface.Logical():
            parts = node.operands[:1]
        case surface.Compare():
            parts = node.operands[:2]
        case _:
            parts = tuple(_below(node))
    for part in parts:
        yield from _surely_evaluated(part)


def _below(node: object) -> Iterator[object]:
    """The nodes right below one."""
    found = walk(node)
    next(found, None)
    inside: set[int] = set()
    for part in found:
        if id(part) not in inside:
            inside |= {id(n) for n in walk(part)}
            yield part


def _same(one: surface.Expr, other: surface.Expr) -> bool:
    if isinstance(one, surface.Name):
        return isinstance(other, surface.Name) and one.name == other.name
    if isinstance(one, surface.Attribute) and isinstance(other, surface.Attribute):
        return one.name == other.name and _same(one.value, other.value)
    return False


# -- what may be None ------------------------------------------------------------------------------


def _may_be_none(value: surface.Expr, source: Source) -> bool:
    match value:
        case surface.Name() if value.name in source.locals:
            made = value.name not in source.text_facts.words  # of a function that is written out
            return made or value.name in _names(source.text)
        case surface.Attribute(value=surface.Name() as owner) if owner.name in source.locals:
            return f".{value.name}" in _names(source.text)
        case surface.Subscript(value=surface.Name() as owner, items=(item,)):
            literal = isinstance(item, (surface.Number, surface.String))
            return literal and owner.name in source.locals and "[]" in _names(source.text)
    return False


@lru_cache(maxsize=8)
def _names(text: str) -> frozenset[str]:
    """The names that something in a text binds to what may be None, `.name` for attributes, and
    `[]` where it is an item of something."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        found |= _bound_to_none(node)
    return frozenset(found)


def _bound_to_none(node: ast.AST) -> set[str]:
    match node:
        case ast.Assign(targets=targets, value=value):
            return set().union(*(_of_target(t, value) for t in targets))
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return _of_target(target, value)
        case ast.NamedExpr(target=target, value=value):
            return _of_target(target, value)
        case ast.For(target=target) | ast.comprehension(target=target):
            ranged = isinstance(node.iter, ast.Call) and getattr(node.iter.func, "id", "") in (
                "range", "enumerate",
            )  # fmt: skip
            return set() if ranged else _targets(target)
        case ast.withitem(optional_vars=ast.expr() as target):
            return _targets(target)
        case ast.arg(arg=name):
            return {name}
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Dict(values=items):
            return {"[]"} if any(map(_is_none, items)) else set()
    return set()


def _is_none(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _of_target(target: ast.expr, value: ast.expr) -> set[str]:
    if isinstance(target, ast.Tuple):
        values = value.elts if isinstance(value, ast.Tuple) else []
        if len(target.elts) == len(values):
            return set().union(*map(_of_target, target.elts, values))
    return set() if _is_certain(value) and not isinstance(target, ast.Tuple) else _targets(target)


def _targets(target: ast.expr) -> set[str]:
    if isinstance(target, (ast.Tuple, ast.List)):
        return set().union(*map(_targets, target.elts))
    if isinstance(target, ast.Attribute):
        return {f".{target.attr}"}
    if isinstance(target, ast.Subscript):
        return {"[]"}
    return {target.id} if isinstance(target, ast.Name) else set()


def _is_certain(value: ast.expr) -> bool:
    """Whether a value is not None for sure."""
    if isinstance(value, ast.Constant):
        return value.value is not None
    if isinstance(value, ast.IfExp):
        return _is_certain(value.body) and _is_certain(value.orelse)
    if isinstance(value, ast.Call):
        function = value.func
        if isinstance(function, ast.Name):
            return function.id in _GIVING
        while isinstance(function, ast.Attribute):
            function = function.value
        return isinstance(function, ast.Name) and function.id in _LIBRARIES
    return isinstance(value, _CERTAIN)
