"""`try` around arithmetic: what asks beforehand whether Python would raise something.

Only numbers of Python's own raise ZeroDivisionError, which lowering can tell from NumPy's; the
functions of `math` raise ValueError outside of their domains, and OverflowError.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adc.frontends import surface
from adc.frontends.names import root_name, walk
from adc.frontends.python.none_errors import CATCHING, none_questions
from adc.frontends.python.source import Source

Body = tuple[surface.Statement, ...]

_ZERO = frozenset({"ZeroDivisionError", "ArithmeticError", "Exception", ""})
_DOMAIN = frozenset({"ValueError", "Exception", ""})
_OVERFLOW = frozenset({"OverflowError", "ArithmeticError", "Exception", ""})
_INDEX = frozenset({"IndexError", "LookupError", "Exception", ""})
#: What adc finds while compiling, and refuses, and what nothing here raises.
_OTHERS = frozenset({"TypeError", "FloatingPointError", "NameError", "RuntimeWarning"})
KINDS = _ZERO | _DOMAIN | _OVERFLOW | _INDEX | _OTHERS | {"AttributeError"}

#: Where functions of `math` have no value: comparisons of the argument, any of which raises.
_DOMAINS = {
    "sqrt": (("<", "0"),), "log": (("<=", "0"),), "log2": (("<=", "0"),), "log10": (("<=", "0"),),
    "acos": (("<", "-1"), (">", "1")), "asin": (("<", "-1"), (">", "1")),
    "acosh": (("<", "1"),), "atanh": (("<=", "-1"), (">=", "1")), "log1p": (("<=", "-1"),),
}  # fmt: skip
_OVERFLOWING = frozenset({"exp", "expm1", "sinh", "cosh"})
#: Root finders of SciPy between two ends.
_BRACKETING = frozenset({"brentq", "brenth", "bisect", "ridder", "toms748"})
#: They have no value for infinity.
_PERIODIC = frozenset({"sin", "cos", "tan"})
_CALM = frozenset({"atan", "atan2", "hypot", "erf", "erfc", "fabs", "tanh", "asinh", "copysign",
                   "degrees", "radians", "isnan", "isinf", "isfinite"})  # fmt: skip
_OWN = frozenset({"abs", "float", "len"})
_OF_NUMPY = frozenset({
    "sum", "mean", "prod", "dot", "abs", "sqrt", "exp", "log", "log10", "log2", "sin", "cos", "tan",
    "arcsin", "arccos", "arctan", "arctan2", "sinh", "cosh", "tanh", "power", "square", "maximum",
    "minimum", "floor", "ceil", "sign", "zeros", "ones", "full", "zeros_like", "ones_like", "where",
    "asarray", "array", "isnan", "isinf", "isfinite", "log1p", "expm1", "hypot", "std", "var",
    "shape", "ndim", "size",
})  # fmt: skip
_CALM_NODES = (
    surface.Assign, surface.AugmentedAssign, surface.Return, surface.Pass, surface.LeftOut,
    surface.Name, surface.Attribute, surface.Number, surface.Boolean, surface.NoneValue,
    surface.String, surface.Binary, surface.Unary, surface.Compare, surface.Call, surface.Keyword,
    surface.Subscript, surface.Slice, surface.Sequence, surface.Intrinsic, surface.Lambda,
    surface.Lifted,
)  # fmt: skip
#: What the file may make raise anything: operators of its classes, and properties.
OPERATORS = re.compile(
    r"def __[ri]?(?:add|sub|mul|truediv|floordiv|mod|pow|matmul|neg|pos|abs|lt|le|gt|ge|eq|ne"
    r"|getitem|setitem|len|float|int|array|getattr\w*)__|\bproperty\b"
)
#: What handles an AttributeError, too.
_ALL = frozenset({"AttributeError", "Exception", "BaseException", ""})
#: As many copies of a handler are made at most.
_MOST = 6


def guarded(
    tried: Body, handler: Body, after: Body, kinds: frozenset[str], source: Source
) -> Body | None:
    """The statements, each with an `if` around it and what follows that asks whether it raises;
    None where no test tells."""
    if not kinds <= KINDS or OPERATORS.search(source.text):
        return None
    rest: Body = after
    copies = 0
    for statement in reversed(tried):
        asked = questions(statement, kinds, source)
        of_none = none_questions(statement, source) if kinds & CATCHING else ()
        if asked is None or of_none is None:
            return None
        asked = (*of_none, *asked)
        rest = (statement, *rest)
        if asked:
            test = asked[0] if len(asked) == 1 else surface.Logical("and", asked, asked[0].span)
            rest, copies = (surface.If(test, rest, handler, statement.span),), copies + 1
    return rest if copies <= _MOST else None


def questions(
    statement: surface.Statement | surface.Expr, kinds: frozenset[str], source: Source
) -> tuple[surface.Expr, ...] | None:
    """What has to hold for a statement to raise nothing, the innermost part first; None where
    something in it may raise otherwise."""
    found: list[surface.Expr] = []
    if isinstance(statement, surface.Assign) and _stores_before(statement, kinds):
        return None
    if isinstance(statement, surface.Assign) and kinds & _DOMAIN:
        found += _of_unpacking(statement)
    for node in reversed(list(walk(statement))):
        if kinds & _DOMAIN and (power := _open_power(node)) is not None:
            found.append(_asked("adc.whole_powers", power, node))
        if _is_partial(node):
            if any(questions(part, kinds, source) != () for part in _parts(node)):
                return None
        elif not isinstance(node, _CALM_NODES):
            return None
        if isinstance(node, surface.Call):
            asked = _of_call(node, kinds, source)
            if asked is None:
                return None
            found += asked
        elif isinstance(node, surface.Attribute) and kinds & _ALL:
            value = node.value
            if _is_limits(value):
                continue
            if not isinstance(value, (surface.Name, surface.Attribute)):
                return None  # numbers of Python have no attributes of arrays
            if isinstance(value, surface.Name) and value.name in source.locals:
                found.append(has_attribute(value, node.name, node))
            elif root_name(value) in source.locals:
                return None
        elif isinstance(node, surface.Binary):
            found += _of_operator(node.op, node.left, node.right, node, kinds)
        elif isinstance(node, surface.AugmentedAssign):
            found += _of_operator(node.op, node.target, node.value, node, kinds)
        elif isinstance(node, surface.Subscript) and kinds & _INDEX:
            parts = [isinstance(item, surface.Slice) for item in node.items]
            if any(parts) and not all(parts):
                return None
            if not any(parts):
                found.append(_asked("adc.in_range", (node.value, *node.items), node))
    return tuple(found)


def _open_power(node: object) -> tuple[surface.Expr, ...] | None:
    """The base and the exponent of a power whose exponent is no constant, and whether it is NumPy's
    for numbers of Python's, too: that raises ValueError for integers to negative powers."""
    own: tuple[surface.Expr, ...] = ()
    match node:
        case surface.Binary(op="**", left=base, right=exponent):
            pass
        case surface.AugmentedAssign(op="**", target=base, value=exponent):
            pass
        case surface.Call(
            function=surface.Attribute(name="power") | surface.Name(name="power"),
            arguments=(base, exponent, *_),
            span=span,
        ):
            own = (surface.Boolean(True, span),)
        case _:
            return None
    number = exponent.operand if isinstance(exponent, surface.Unary) else exponent
    return None if isinstance(number, surface.Number) else (base, exponent, *own)


def has_attribute(
    value: surface.Expr, name: str, at: surface.Call | surface.Attribute
) -> surface.Call:
    asked = surface.Intrinsic("hasattr", at.span, "python")
    return surface.Call(asked, (value, surface.String(name, at.span)), (), at.span)


def _parts(node: object) -> tuple[surface.Expr, ...]:
    if isinstance(node, surface.Conditional):
        return node.condition, node.then, node.orelse
    return node.operands if isinstance(node, (surface.Logical, surface.Compare)) else ()


def _is_partial(node: object) -> bool:
    """Whether some of its parts may not be evaluated."""
    chain = isinstance(node, surface.Compare) and len(node.ops) > 1
    return chain or isinstance(node, (surface.Conditional, surface.Logical))


def _of_unpacking(statement: surface.Assign) -> Iterator[surface.Expr]:
    """`a, b = x.shape` raises ValueError where there are more items, or fewer."""
    for target in statement.targets:
        if isinstance(target, surface.Sequence):
            count = surface.Number(str(len(target.items)), "int", target.span)
            yield _asked("adc.unpacks", (statement.value, count), statement)


def _stores_before(statement: surface.Assign, kinds: frozenset[str]) -> bool:
    """Whether one of several targets is set before another one raises."""
    parts = [part for target in statement.targets for part in walk(target)]
    several = len(statement.targets) > 1 or any(isinstance(p, surface.Sequence) for p in parts)
    raising = (surface.Binary, surface.Call, *((surface.Subscript,) if kinds & _INDEX else ()))
    return several and any(isinstance(p, raising) for p in parts)


def _of_operator(
    op: str, left: surface.Expr, right: surface.Expr, node: surface.Expr | surface.Statement,
    kinds: frozenset[str],
) -> Iterator[surface.Expr]:  # fmt: skip
    literal = isinstance(right, surface.Number)
    zero = isinstance(right, surface.Number) and float(right.text) == 0
    if op in ("/", "//", "%") and kinds & _ZERO and (not literal or zero):
        yield _asked("adc.divides", (left, right), node)
    if op == "**" and ((kinds & _ZERO and not literal) or kinds & _OVERFLOW):
        yield _asked("adc.powers", (left, right), node)


def _asked(
    name: str, given: tuple[surface.Expr, ...], node: surface.Expr | surface.Statement
) -> surface.Call:
    return surface.Call(surface.Intrinsic(name, node.span, "python"), given, (), node.span)


def _of_call(
    call: surface.Call, kinds: frozenset[str], source: Source
) -> list[surface.Expr] | None:
    function = call.function
    if isinstance(function, surface.Intrinsic):
        return [] if function.name == "adc.text" else None
    if isinstance(function, surface.Name):
        hidden = function.name in source.locals or f"def {function.name}" in source.text
        if not hidden and is_from("math", function.name, source):
            return _of_math(call, function.name, kinds)
        if not hidden and function.name in _BRACKETING:
            own = is_from("scipy.optimize", function.name, source)
            return _of_bracket(call, kinds) if own else None
        return [] if function.name in _OWN and not hidden else None
    if isinstance(function, surface.Attribute) and function.name in _BRACKETING:
        return _of_bracket(call, kinds) if _is_optimize(function.value, source) else None
    owner = function.value if isinstance(function, surface.Attribute) else None
    if not isinstance(function, surface.Attribute) or not isinstance(owner, surface.Name):
        return None
    if owner.name in source.locals:
        return None
    if owner.name in ("np", "numpy"):
        if _is_limits(call) and len(call.arguments) == 1 and not call.keywords:
            return [_asked("adc.has_limits", call.arguments, call)] if kinds & _DOMAIN else []
        return [] if function.name in _OF_NUMPY else None
    return _of_math(call, function.name, kinds) if owner.name == "math" else None


def _is_limits(node: object) -> bool:
    """Whether it is `np.finfo(…)`, which raises ValueError for types that are no floats."""
    function = node.function if isinstance(node, surface.Call) else None
    owner = function.value if isinstance(function, surface.Attribute) else None
    named = isinstance(owner, surface.Name) and owner.name in ("np", "numpy")
    return named and isinstance(function, surface.Attribute) and function.name == "finfo"


def is_from(module: str, name: str, source: Source) -> bool:
    """Whether `name` is bound by `from module import name`, and by nothing else in the file."""
    module = re.escape(module)
    pattern = rf"^from {module} import +(\([^)]*\)|[^\n#(]*)"
    imported = re.findall(pattern, source.text, re.MULTILINE)
    names = [n for group in imported for n in re.split(r"[\s,()]+", group)]
    others = rf"^(?!from {module} ).*\bimport\b.*(?:\*|\b{name}\b)|\bas {name}\b"
    otherwise = re.search(others, source.text, re.MULTILINE) or _is_assigned(name, source)
    return name in names and "as" not in names and not otherwise


def _is_assigned(name: str, source: Source) -> bool:
    """Whether a statement of the file may bind `name`, but for imports and definitions."""
    pattern = rf"^\s*{name}\s*(?:=[^=]|,.*=|:)|\bfor .*\b{name}\b.* in\b|\bglobal\b.*\b{name}\b"
    return re.search(pattern, source.text, re.MULTILINE) is not None


def _of_math(call: surface.Call, name: str, kinds: frozenset[str]) -> list[surface.Expr] | None:
    """Whether a function of `math` has a value for its argument."""
    if name in _CALM:
        return []
    if len(call.arguments) != 1 or call.keywords:
        return None
    (value,) = call.arguments
    if name in _DOMAINS:
        outside = _DOMAINS[name] if kinds & _DOMAIN else ()
        return [
            surface.Unary("not", _compared(op, value, bound, call), call.span)
            for op, bound in outside
        ]
    if name in _PERIODIC:
        infinite = surface.Unary("not", _asked("numpy.isinf", (value,), call), call.span)
        return [infinite] if kinds & _DOMAIN else []
    if name not in _OVERFLOWING:
        return None
    if not kinds & _OVERFLOW:
        return []
    ends = [_asked("numpy.isinf", (v,), call) for v in (call, value)]
    within = surface.Unary("not", ends[0], call.span)
    return [surface.Logical("or", (within, ends[1]), call.span)]


def _is_optimize(owner: surface.Expr, source: Source) -> bool:
    """Whether `owner` is `scipy.optimize`, or a name that the file imports it by."""
    if isinstance(owner, surface.Attribute) and isinstance(owner.value, surface.Name):
        full = owner.value.name == "scipy" and owner.name == "optimize"
        return full and "scipy" not in source.locals
    if not isinstance(owner, surface.Name) or owner.name in source.locals:
        return False
    imported = re.findall(rf"\bimport\b.*\b{owner.name}\b", source.text)
    if len(imported) != 1 or _is_assigned(owner.name, source):
        return False
    bound = re.findall(
        r"^(?:from scipy import (optimize)|import scipy\.optimize as (\w+)"
        r"|from scipy import optimize as (\w+))\s*$", source.text, re.MULTILINE,
    )  # fmt: skip
    return owner.name in {name for names in bound for name in names}


def _of_bracket(call: surface.Call, kinds: frozenset[str]) -> list[surface.Expr] | None:
    """Root finders raise ValueError where the function has one sign, or is NaN, at both ends."""
    if not kinds & _DOMAIN:
        return []
    named = {k.name: k.value for k in call.keywords}
    if len(named) < len(call.keywords) or any(
        isinstance(a, surface.Starred) for a in call.arguments
    ):
        return None
    given = [*call.arguments[:3], *(named[n] for n in ("f", "a", "b") if n in named)]
    further = [*call.arguments[3:4], *([named["args"]] if "args" in named else [])]
    rest = further[0] if further else surface.Sequence((), False, call.span)
    if len(given) != 3 or not isinstance(rest, surface.Sequence) or rest.is_list:
        return None
    function, *ends = given
    values = [surface.Call(function, (end, *rest.items), (), call.span) for end in ends]
    product = surface.Binary("*", values[0], values[1], call.span)
    return [_compared("<=", product, "0", call)]


def _compared(op: str, value: surface.Expr, bound: str, call: surface.Call) -> surface.Expr:
    number: surface.Expr = surface.Number(bound.removeprefix("-"), "int", call.span)
    if bound.startswith("-"):
        number = surface.Unary("-", number, call.span)
    return surface.Compare((op,), (value, number), call.span)
