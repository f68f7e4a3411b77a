"""`try` whose handlers may run, as an `if` that asks beforehand for what would be raised.

Python tells by an exception what a test can tell as well: whether a value has a length, a
dictionary a key, an object an attribute; and whether a matrix can be factorised: where NumPy and
SciPy raise LinAlgError, what adc computes is not finite. The test computes the factor once more,
and nothing of it is differentiated: derivatives see the arm alone that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from adc.frontends import surface
from adc.frontends.names import root_name, walk
from adc.frontends.python.arithmetic_errors import KINDS, guarded, has_attribute, is_from
from adc.frontends.python.none_errors import CATCHING, none_questions
from adc.frontends.python.source import Source

Body = tuple[surface.Statement, ...]
#: What tells whether a statement raises: a test for each place in it that may.
Questions = Callable[[surface.Statement], Iterator[surface.Expr]]

#: What raises LinAlgError where its result is not finite, and what of the result tells.
_RAISING = frozenset({"cholesky", "solve", "inv", "solve_triangular", "cho_factor"})
#: The functions of `linalg` that raise none for what they compute.
_CALM = frozenset({"norm", "det", "slogdet", "cho_solve", "multi_dot", "toeplitz", "block_diag"})
_LINEAR = frozenset({"linalg", "la", "LA", "sla", "splinalg", "nla"})
_MODULES = frozenset({"np", "numpy", "math", "scipy", "sp", "special", *_LINEAR})
_METHODS = frozenset({
    "reshape", "ravel", "flatten", "astype", "min", "max", "item", "squeeze", "fill", "any", "all",
})  # fmt: skip
_CATCHING = frozenset({"LinAlgError", "ValueError", "Exception", "BaseException", ""})
#: What these raise otherwise, nothing made of such nodes can.
_QUIET = (
    surface.Assign, surface.Name, surface.Attribute, surface.Number, surface.Boolean,
    surface.NoneValue, surface.Binary, surface.Unary, surface.Call, surface.Keyword,
    surface.Subscript, surface.Slice, surface.Pass, surface.LeftOut, surface.Return,
)  # fmt: skip
_QUIET_OPERATORS = frozenset("+-*@")
_QUIET_CALLS = frozenset({
    "eye", "zeros", "ones", "zeros_like", "ones_like", "empty_like", "copy", "diag", "dot", "sum",
    "log", "exp", "sqrt", "abs", "asarray", "array", "trace", "transpose", "outer", "matmul",
    "identity", "mean", "mat",
})  # fmt: skip


def tested(
    tried: Body, handler: Body, after: Body, kinds: frozenset[str], source: Source
) -> Body | None:
    """What does the same without exceptions, where `kinds` are the names of those that `handler`
    handles, "" for all, and `after` is run where none was raised; None where no test tells whether
    one is."""
    if kinds & _CATCHING and any(_last(n) in _RAISING for n in walk(tried)):
        known = kinds <= _CATCHING
        return _factored(tried, handler, after, kinds, source) if known else None
    if kinds & KINDS - {"TypeError", "AttributeError"}:
        return guarded(tried, handler, after, kinds, source)
    if kinds <= {"KeyError", "TypeError", "AttributeError"}:

        def questions(statement: surface.Statement) -> Iterator[surface.Expr]:
            if "KeyError" in kinds:
                yield from _keys(statement)
            if "AttributeError" in kinds:
                yield from _attributes(statement, source)
            if "TypeError" in kinds:
                yield from _lengths(statement, source)

        def asks(statement: surface.Statement) -> Iterator[surface.Expr]:
            if "TypeError" in kinds:
                yield from none_questions(statement, source) or ()
            yield from questions(statement)

        if not any(True for statement in tried for _ in questions(statement)):
            return None
        if "TypeError" in kinds and any(none_questions(s, source) is None for s in tried):
            return None
        return _asked(tried, handler, after, asks)
    return None


def _asked(tried: Body, handler: Body, after: Body, questions: Questions) -> Body | None:
    """The questions of a statement are asked behind the statements before it, for what these have
    done stays done; what follows it is tried in its turn."""
    asked = ((n, tuple(questions(statement))) for n, statement in enumerate(tried))
    number, conditions = next((found for found in asked if found[1]), (0, ()))
    if not conditions or not _surely_evaluates(tried[number]):
        return None
    condition = conditions[0]
    if len(conditions) > 1:
        condition = surface.Logical("and", conditions, condition.span)
    first, rest = _without_probes(tried[number : number + 1]), tried[number + 1 :]
    if any(True for statement in rest for _ in questions(statement)):
        found = _asked(rest, handler, after, questions)
    else:
        found = (*_without_probes(rest), *after)
    if found is None:
        return None
    return (*tried[:number], surface.If(condition, (*first, *found), handler, condition.span))


def _surely_evaluates(statement: surface.Statement) -> bool:
    """Whether all that stands in a statement is evaluated, and before it does anything."""
    if not isinstance(statement, (surface.Assign, surface.Return, surface.Evaluate)):
        return False
    perhaps = (surface.Conditional, surface.Logical, surface.Lambda, surface.Lifted)
    return not any(
        isinstance(n, perhaps) or (isinstance(n, surface.Compare) and len(n.ops) > 1)
        for n in walk(statement)
    )


# -- kinds of values -------------------------------------------------------------------------------


def _keys(statement: surface.Statement) -> Iterator[surface.Expr]:
    """Whether there is the key, for each `d["key"]` and `d[key]` of names: they may be arrays."""
    targets = statement.targets if isinstance(statement, surface.Assign) else ()
    for node in walk(statement):
        if isinstance(node, surface.Subscript) and isinstance(node.value, surface.Name):
            key = node.items[0] if len(node.items) == 1 else None
            if isinstance(key, (surface.String, surface.Name)) and node not in targets:
                asks = surface.Intrinsic("adc.has_key", node.span, "python")
                yield surface.Call(asks, (node.value, key), (), node.span)


def _lengths(statement: surface.Statement, source: Source) -> Iterator[surface.Expr]:
    """Whether what is asked for a length or walked through has one."""
    for node in walk(statement):
        found = _probe(node)
        if found is not None and not _is_defined(found.function, source):
            yield has_attribute(found.arguments[0], "__len__", found)


def _attributes(statement: surface.Statement, source: Source) -> Iterator[surface.Expr]:
    for node in walk(statement):
        if (
            isinstance(node, surface.Attribute)
            and isinstance(node.value, surface.Name)
            and node.value.name in source.locals
        ):
            yield has_attribute(node.value, node.name, node)


def _probe(node: object) -> surface.Call | None:
    """`len(x)` or `iter(x)` of a name."""
    if not isinstance(node, surface.Call) or not isinstance(node.function, surface.Name):
        return None
    plain = len(node.arguments) == 1 and isinstance(node.arguments[0], surface.Name)
    return node if node.function.name in ("len", "iter") and plain else None


def _without_probes(tried: Body) -> Body:
    """Without `iter(x)`, which does nothing but raise; what it gives has no other use here."""
    return tuple(map(_without_probe, tried))


def _without_probe(statement: surface.Statement) -> surface.Statement:
    if not isinstance(statement, (surface.Evaluate, surface.Assign)):
        return statement
    probe, span = _probe(statement.value), statement.span
    if probe is None or not isinstance(probe.function, surface.Name):
        return statement
    if isinstance(statement, surface.Evaluate):
        return surface.Pass(span)
    iterator = surface.Intrinsic("iter", span, "python")
    return replace(statement, value=iterator) if probe.function.name == "iter" else statement


def _is_defined(function: surface.Expr, source: Source) -> bool:
    """Whether the file may give the name of `function` a meaning of its own."""
    name = function.name if isinstance(function, surface.Name) else ""
    return re.search(rf"\b(?:def\s+{name}\b|{name}\s*=[^=])", source.text) is not None


# -- matrices --------------------------------------------------------------------------------------


def _factored(
    tried: Body, handler: Body, after: Body, kinds: frozenset[str], source: Source
) -> Body | None:
    """The statements up to one that factorises, and an `if` that asks whether it can; what follows
    that one is tried in its turn."""
    for number, statement in enumerate(tried):
        if not _is_calm(statement, kinds, source):
            return None
        raising = [n for n in walk(statement) if _last(n) in _RAISING]
        of_none = none_questions(statement, source) if kinds & CATCHING else ()
        if of_none is None or len(raising) > 1:
            return None
        tests = (*of_none, *map(_is_finite, raising))
        if not tests:
            continue
        if not _surely_evaluates(statement):
            return None
        rest = _factored(tried[number + 1 :], handler, after, kinds, source)
        if rest is None:
            return None
        test = tests[0] if len(tests) == 1 else surface.Logical("and", tests, tests[0].span)
        found = surface.If(test, (statement, *rest), handler, test.span)
        return (*tried[:number], found)
    return (*tried, *after)


def _is_calm(statement: surface.Statement, kinds: frozenset[str], source: Source) -> bool:
    """Whether nothing in `statement` is of `kinds` but what cannot be factorised."""
    inside = (surface.Raise, surface.Assert, surface.Refused, surface.Define, surface.Lambda,
              surface.Lifted)  # fmt: skip
    for node in walk(statement):
        quiet = kinds == {"LinAlgError"} or _is_quiet(node, source)
        if isinstance(node, inside) or not quiet:
            return False
        if isinstance(node, surface.Call) and not _is_known(node, source):
            return False
    return True


def _is_known(call: surface.Call, source: Source) -> bool:
    """Whether a call is one of a library's functions that raise no LinAlgError but where it tells,
    or of a method of arrays: functions and methods of the file may raise anything."""
    name, function = _last(call), call.function
    if isinstance(function, surface.Name):
        return not _is_defined(function, source) and name not in source.locals
    if not isinstance(function, surface.Attribute):
        return isinstance(function, surface.Intrinsic)
    if isinstance(function.value, (surface.Name, surface.Attribute)) and (
        function.value.name in _LINEAR
    ):
        return name in _RAISING | _CALM
    return root_name(function) in _MODULES or name in _QUIET_CALLS | _METHODS


def _is_quiet(node: object, source: Source) -> bool:
    if isinstance(node, surface.Binary):
        return node.op in _QUIET_OPERATORS
    if isinstance(node, surface.Call):
        owner = node.function.value if isinstance(node.function, surface.Attribute) else None
        of_math = isinstance(owner, surface.Name) and owner.name == "math"
        of_numpy = owner is None and is_from("numpy", _last(node), source)
        called = (of_numpy or owner is not None) and not of_math and _last(node) in _QUIET_CALLS
        return called or _last(node) in _RAISING | {"slogdet", "cho_solve"}
    return isinstance(node, _QUIET)


def _last(node: object) -> str:
    """The last name of what is called."""
    function = node.function if isinstance(node, surface.Call) else None
    return function.name if isinstance(function, (surface.Name, surface.Attribute)) else ""


def _is_finite(call: surface.Call) -> surface.Expr:
    """Whether all that a call gives is finite; of a factor with a flag, the factor."""
    value: surface.Expr = call
    if _last(call) == "cho_factor":
        value = surface.Subscript(call, (surface.Number("0", "int", call.span),), call.span)
    for name in ("numpy.isfinite", "numpy.all"):
        function = surface.Intrinsic(name, call.span, "python")
        value = surface.Call(function, (value,), (), call.span)
    return value
