"""Expressions: from Lark's parse tree to the surface tree."""

from __future__ import annotations

import ast
import keyword
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace

from lark import Token, Tree

from adc.diagnostics import AdcError, InternalError, Span
from adc.frontends import surface
from adc.frontends.names import free_names, starred
from adc.frontends.python.comprehensions import (
    REDUCTIONS,
    all_drawn,
    kept,
    listed,
    reduced,
    reduced_draws,
)
from adc.frontends.python.displays import FORMS, clauses_of, dictionary, list_of_items
from adc.frontends.python.fence import called_name, rejection, string_rejection
from adc.frontends.python.keyed_ranges import of_items
from adc.frontends.python.made_texts import f_string
from adc.frontends.python.mapped import drawn_whole, is_call_of
from adc.frontends.python.source import Node, ParseTree, Source
from adc.frontends.python.walruses import marked

#: Python itself reads no integer of more than 4,300 decimal digits.
_DIGITS = 3_000


def expression(node: Node, source: Source) -> surface.Expr:
    """The surface expression of `node`; raises AdcError for what is behind the fence."""
    if not isinstance(node, Tree):
        raise InternalError(f"the parser left the token {node.type} where an expression stands")
    made = FORMS.get(node.data)
    found = made(node, source, expression) if made is not None else None
    if found is not None:
        return found
    if node.data == "assign_expr" and source.binding:
        name, value = node.children
        bound = surface.Name(identifier(name, source), source.span(name))
        return marked(bound, expression(value, source), source.span(node))
    rejected = rejection(node, source)
    if rejected:
        raise rejected
    convert = _CONVERT.get(node.data)
    if convert is None:
        raise InternalError(
            f"no surface expression for the parser's {node.data}", source.span(node)
        )
    return convert(node, source)


def name_of(node: Node) -> str:
    """The text of a `name` node of the parse tree."""
    return str(node.children[0]) if isinstance(node, Tree) else str(node)


def identifier(node: Node, source: Source) -> str:
    """The text of a `name` node; the parser's lexer lets reserved words through as names."""
    name = name_of(node)
    if keyword.iskeyword(name):
        message = f"`{name}` is a reserved word of Python and cannot be a name"
        way_out = f"rename it, to `{name}_` for example"
        raise AdcError.of("ADC0130", message, source.span(node), help=way_out)
    return name


def _var(node: ParseTree, source: Source) -> surface.Expr:
    return surface.Name(identifier(node.children[0], source), source.span(node))


def _number(node: ParseTree, source: Source) -> surface.Expr:
    token = node.children[0]
    assert isinstance(token, Token)
    span = source.span(token)
    if token.type == "IMAG_NUMBER":
        zero, part = (surface.Number(t, "float", span) for t in ("0.0", _imaginary(token)))
        return surface.Call(surface.Intrinsic("complex", span, "python"), (zero, part), (), span)
    text = str(token).replace("_", "")
    if token.type == "FLOAT_NUMBER":
        return surface.Number(text, "float", span)
    if len(text) > _DIGITS:
        message = f"this integer has {len(text)} digits, and adc reads {_DIGITS}"
        way_out = "write it as a floating number, or rescale the formula"
        raise AdcError.of("ADC0238", message, span, help=way_out)
    return surface.Number(_decimal(token.type, text), "int", span)


def _imaginary(token: Token) -> str:
    """The number in `2.5j`."""
    text = str(token).replace("_", "")[:-1]
    return text if not text.isdigit() else f"{text.lstrip('0') or '0'}.0"


def _decimal(kind: str, text: str) -> str:
    """An integer literal in decimal: `0x10` and `0o20` are spelled otherwise in C."""
    base = {"HEX_NUMBER": 16, "OCT_NUMBER": 8, "BIN_NUMBER": 2}.get(kind, 10)
    return str(int(text, base)) if base != 10 else text.lstrip("0") or "0"


def _string(node: ParseTree, source: Source) -> surface.Expr:
    made = f_string(node, source)
    if made is not None:
        return made
    tokens = list(node.scan_values(lambda value: isinstance(value, Token)))
    for token in tokens:
        rejected = string_rejection(token, source)
        if rejected:
            raise rejected
    return surface.String("".join(_text(t, source) for t in tokens), source.span(node))


def _text(token: Token, source: Source) -> str:
    """What a string literal says; the grammar has made sure that it is one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an unknown escape, as in LaTeX, stays as it is
            return str(ast.literal_eval(str(token)))
    except (SyntaxError, ValueError):
        message, way_out = "the string has a malformed escape", "double the backslash"
        raise AdcError.of("ADC0130", message, source.span(token), help=way_out) from None


def _boolean(value: bool) -> Callable[[ParseTree, Source], surface.Expr]:
    return lambda node, source: surface.Boolean(value, source.span(node))


def _operations(node: ParseTree, source: Source) -> surface.Expr:
    """`a + b - c`: left to right."""
    operands = node.children
    left = expression(operands[0], source)
    for operator, operand in zip(operands[1::2], operands[2::2], strict=True):
        span = source.between(operands[0], operand)
        left = surface.Binary(str(operator), left, expression(operand, source), span)
    return left


def _bitwise(operator: str) -> Callable[[ParseTree, Source], surface.Expr]:
    """`a | b | c`: the grammar drops these operators, being the only ones of their rule."""

    def convert(node: ParseTree, source: Source) -> surface.Expr:
        operands = node.children
        left = expression(operands[0], source)
        for operand in operands[1:]:
            span = source.between(operands[0], operand)
            left = surface.Binary(operator, left, expression(operand, source), span)
        return left

    return convert


def _power(node: ParseTree, source: Source) -> surface.Expr:
    base, exponent = (expression(child, source) for child in node.children)
    return surface.Binary("**", base, exponent, _whole(node, source))


def _factor(node: ParseTree, source: Source) -> surface.Expr:
    operator, operand = node.children
    return surface.Unary(str(operator), expression(operand, source), source.span(node))


def _not(node: ParseTree, source: Source) -> surface.Expr:
    return surface.Unary("not", expression(node.children[0], source), source.span(node))


def _comparison(node: ParseTree, source: Source) -> surface.Expr:
    ops = tuple(" ".join(map(str, _tree(op).children)) for op in node.children[1::2])
    if "<>" in ops:
        at = source.span(node.children[1 + 2 * ops.index("<>")])
        raise AdcError.of("ADC0130", "`<>` is not Python 3", at, help="write `!=`")
    asked = (None, *ops)
    operands = tuple(
        _members(child, source) if asked[k] in ("in", "not in") else expression(child, source)
        for k, child in enumerate(node.children[::2])
    )
    return surface.Compare(ops, operands, _whole(node, source))


def _members(node: Node, source: Source) -> surface.Expr:
    """What is asked for a member: of a set that is written there a tuple of its items."""
    if not isinstance(node, Tree) or node.data != "set":
        return expression(node, source)
    items = tuple(expression(child, source) for child in node.children if child is not None)
    fixed = all(isinstance(i, (surface.Number, surface.String, surface.Unary)) for i in items)
    return surface.Sequence(items, False, source.span(node)) if fixed else expression(node, source)


def _logical(operator: str) -> Callable[[ParseTree, Source], surface.Expr]:
    def convert(node: ParseTree, source: Source) -> surface.Expr:
        operands = tuple(expression(child, source) for child in node.children)
        return surface.Logical(operator, operands, _whole(node, source))

    return convert


def _conditional(node: ParseTree, source: Source) -> surface.Expr:
    then, condition, orelse = (expression(child, source) for child in node.children)
    return surface.Conditional(condition, then, orelse, _whole(node, source))


def _sequence(is_list: bool) -> Callable[[ParseTree, Source], surface.Expr]:
    def convert(node: ParseTree, source: Source) -> surface.Expr:
        items = tuple(expression(child, source) for child in node.children if child is not None)
        return surface.Sequence(items, is_list, source.span(node))

    return convert


def _getattr(node: ParseTree, source: Source) -> surface.Expr:
    value, name = node.children
    return surface.Attribute(expression(value, source), identifier(name, source), source.span(node))


def _getitem(node: ParseTree, source: Source) -> surface.Expr:
    value, index = node.children
    tupled = isinstance(index, Tree) and index.data in ("subscript_tuple", "tuple")
    items: list[Node] = index.children if tupled else [index]  # A[(i, j)] is A[i, j]
    converted = tuple(expression(item, source) for item in items if item is not None)
    lone, owner = tupled and len(converted) == 1, expression(value, source)
    return surface.Subscript(owner, converted, source.span(node), lone=lone)


def _slice(node: ParseTree, source: Source) -> surface.Expr:
    start, stop, step = node.children
    step = step.children[0] if isinstance(step, Tree) else None
    start, stop, step = (
        expression(part, source) if part is not None else None for part in (start, stop, step)
    )
    return surface.Slice(start, stop, step, source.span(node))


def _call(node: ParseTree, source: Source) -> surface.Expr:
    function, arguments = node.children
    found = _reduction(node, source)
    if found is not None:
        return found
    positional: list[surface.Expr] = []
    keywords: list[surface.Keyword] = []
    for child in _given(arguments):
        if child.data in _STARRED:
            positional.append(_starred(child, source))
        elif child.data == "argvalue":
            keywords.append(_keyword(child, keywords, source))
        elif _is_used_up(child, function) and _is_numpys(function, source):
            positional.append(_kept(child, None, source))
        elif keywords and child.data != "comprehension":
            message = "an argument by position follows one by name"
            way_out = "put the arguments by position first"
            raise AdcError.of("ADC0130", message, source.span(child), help=way_out)
        elif _last_name(function) == "fromiter":
            mapped = is_call_of(child, "map")
            positional.append(all_drawn(expression(child, source), source, mapped))
        else:
            positional.append(expression(child, source))
    given = (expression(function, source), tuple(positional), tuple(keywords))
    return of_items(surface.Call(*given, source.span(node)), source)


def _last_name(function: Node) -> str:
    """`f` of `f` and of `a.f`; "" of anything else."""
    named = isinstance(function, Tree) and function.data in ("var", "getattr")
    return name_of(_tree(function).children[-1]) if named else ""


def _is_numpys(function: Node, source: Source) -> bool:
    """Whether it is `np.f`."""
    owner = function
    while isinstance(owner, Tree) and owner.data == "getattr":
        owner = owner.children[0]
    if not isinstance(owner, Tree) or owner.data != "var" or owner is function:
        return False
    name = name_of(owner.children[0])
    return name in ("np", "numpy") and name not in source.locals


def _kept(node: ParseTree, own: surface.Name | None, source: Source) -> surface.Expr:
    """`[item for v in x if test]` where an array of it does."""
    inner = node if node.data == "comprehension" else _tree(node.children[0])
    found = clauses_of(inner, source, expression) if source.in_function else None
    if found is None:
        return expression(node, source)
    return kept(*found, own, source.span(node), source)


def _of_listed(
    name: surface.Name, inner: ParseTree, node: ParseTree, source: Source
) -> surface.Expr | None:
    """`len([… for …])`, and `tuple(… for …)` and the like, which use up what they are given."""
    found = clauses_of(inner, source, expression) if source.in_function else None
    if found is None:
        return None
    span = source.span(node)
    if name.name == "list":
        return listed(*found, span, source, name)
    if name.name == "len":
        return surface.Call(name, (kept(*found, name, span, source),), (), span)
    return surface.Call(name, (listed(*found, span, source),), (), span)


#: Functions of Python's own that use up what they are given.
_USING_UP = ("len", "tuple", "list", "sorted", "dict", "set")


def _is_used_up(argument: ParseTree, function: Node) -> bool:
    """Whether it is a comprehension that a function of NumPy takes for its items: of generators
    `fromiter` alone does."""
    generator = argument.data in ("comprehension", "tuple_comprehension")
    last = name_of(_tree(function).children[-1]) if generator else ""
    return argument.data == "list_comprehension" or last == "fromiter"


_STARRED = ("stararg", "kwargs", "more_kwargs")


def _given(arguments: Node | None) -> Iterator[ParseTree]:
    """The arguments of a call one by one, `**k` without those behind it."""
    for child in arguments.children if isinstance(arguments, Tree) else ():
        if not isinstance(child, Tree):
            continue  # a comma at the end
        if child.data == "starargs":
            yield from _given(child)
        elif child.data == "kwargs":
            yield Tree("kwargs", child.children[:1], child.children[0].meta)
            yield from _given(Tree("arguments", child.children[1:]))
        else:
            yield child


def _starred(node: ParseTree, source: Source) -> surface.Expr:
    """`*a` and `**k` of a call; `*(… for …)` uses the generator up."""
    given = node.children[0]
    generator = isinstance(given, Tree) and given.data == "tuple_comprehension"
    found = list_of_items(given, source, expression) if generator else None
    value = found or all_drawn(expression(given, source), source)
    return surface.Starred(value, node.data != "stararg", source.span(node))


_COMPREHENSIONS = ("comprehension", "list_comprehension", "tuple_comprehension")


def _reduction(node: ParseTree, source: Source) -> surface.Expr | None:
    """`sum(item for v in x)` and the like; None for any other call."""
    function, arguments = node.children
    given = [c for c in arguments.children if c is not None] if arguments is not None else []
    first = given[0] if given else None
    mapped = is_call_of(first, "map") or (is_call_of(first, "filter") and not source.draws)
    if mapped and function.data == "var" and len(given) == 1:
        name, drawn = expression(function, source), expression(first, source)
        return drawn_whole(name, drawn, source.span(node), source)
    alone = len(given) == 1 and (source.draws or called_name(node) == "next")
    if alone and function.data == "var" and called_name(first):
        name, drawn = expression(function, source), expression(first, source)
        return reduced_draws(name, drawn, source.span(node), source)
    if not isinstance(first, Tree) or first.data not in _COMPREHENSIONS or function.data != "var":
        return None
    if any(isinstance(g, Tree) and g.data in ("starargs", "kwargs") for g in given):
        return None
    name = expression(function, source)
    most = 2 if isinstance(name, surface.Name) and name.name in ("sum", "next") else 1
    inner = first if first.data == "comprehension" else _tree(first.children[0])
    if isinstance(name, surface.Name) and name.name in _USING_UP and len(given) == 1:
        return _of_listed(name, inner, node, source)
    if not isinstance(name, surface.Name) or name.name not in REDUCTIONS or len(given) > most:
        return None
    start = given[1] if len(given) > 1 else None
    if isinstance(start, Tree) and start.data == "argvalue":
        start = start.children[1]
    found = clauses_of(inner, source, expression) if source.in_function else None
    if found is None:
        return None
    item, clauses = found
    span = source.span(node)
    begun = expression(start, source) if start is not None else None
    plain = len(clauses) == 1 and not clauses[0].conditions
    if name.name in ("min", "max") and not plain:
        return surface.Call(name, (kept(item, clauses, name, span, source),), (), span)
    return reduced(name, item, clauses, begun, span, source, whole=inner is not first)


def _keyword(node: ParseTree, earlier: list[surface.Keyword], source: Source) -> surface.Keyword:
    target, value = node.children
    if not isinstance(target, Tree) or target.data != "var":
        message = "the name of an argument must be a plain name"
        way_out = "write `name=value`; compare with `==`"
        raise AdcError.of("ADC0130", message, source.span(target), help=way_out)
    name = identifier(target.children[0], source)
    if any(k.name == name for k in earlier):
        message = f"the argument `{name}` is given twice"
        raise AdcError.of("ADC0130", message, source.span(node), help="remove one of them")
    return surface.Keyword(name, expression(value, source), source.span(node))


def _lambda(node: ParseTree, source: Source) -> surface.Expr:
    """`lambda a, b=1: body`, as a function that returns its body."""
    listed, body = node.children
    found = list(_lambda_parameters(listed, source))
    inside = source.inside({p.name for p in found})
    value, span = expression(body, inside), source.span(node)
    returned: tuple[surface.Expr, ...] = (value,)
    if isinstance(value, surface.Sequence) and not value.is_list and not starred(value):
        returned = value.items if len(value.items) > 1 else returned
    title = source.fresh("lambda_function")
    made = surface.Function(title, tuple(found), (surface.Return(returned, value.span),), span)
    captures = source.locals & free_names(made).keys()
    return surface.Lambda(replace(made, captures=captures), span)


def _lambda_parameters(listed: Node | None, source: Source) -> Iterator[surface.Parameter]:
    """The parameters of a `lambda` in order: those behind `*` or `*a` have to be named."""
    if not isinstance(listed, Tree):
        return
    if listed.data == "name":
        yield _lambda_parameter(listed, source)
        return
    for child in listed.children:
        if not isinstance(child, Tree):
            continue
        if child.data == "lambda_starparams":
            star, *named = child.children
            if isinstance(star, Tree):
                yield replace(_lambda_parameter(star, source), star="*")
            for one in (n for n in named if isinstance(n, Tree)):
                yield replace(_lambda_parameter(one, source), keyword_only=True)
        else:
            yield _lambda_parameter(child, source)


def _lambda_parameter(node: ParseTree, source: Source) -> surface.Parameter:
    if node.data == "lambda_paramvalue":
        name, default = node.children
        given = expression(default, source)
        return surface.Parameter(identifier(name, source), None, given, source.span(name))
    if node.data == "lambda_kwparams":
        return replace(_lambda_parameter(_tree(node.children[0]), source), star="**")
    return surface.Parameter(identifier(node, source), None, None, source.span(node))


def _whole(node: ParseTree, source: Source) -> Span:
    """The span from the first to the last child, with the parentheses around those."""
    return source.between(node.children[0], node.children[-1])


def _tree(node: Node) -> ParseTree:
    assert isinstance(node, Tree)
    return node


_CONVERT: dict[str, Callable[[ParseTree, Source], surface.Expr]] = {
    "var": _var,
    "number": _number,
    "string": _string,
    "string_concat": _string,
    "const_none": lambda node, source: surface.NoneValue(source.span(node)),
    "const_true": _boolean(True),
    "const_false": _boolean(False),
    "ellipsis": lambda node, source: surface.Ellipsis(source.span(node)),
    "arith_expr": _operations,
    "term": _operations,
    "shift_expr": _operations,
    "or_expr": _bitwise("|"),
    "xor_expr": _bitwise("^"),
    "and_expr": _bitwise("&"),
    "power": _power,
    "factor": _factor,
    "not_test": _not,
    "comparison": _comparison,
    "and_test": _logical("and"),
    "or_test": _logical("or"),
    "test": _conditional,
    "tuple": _sequence(False),
    "testlist_tuple": _sequence(False),
    "exprlist": _sequence(False),
    "list": _sequence(True),
    "star_expr": lambda n, s: surface.Starred(expression(n.children[0], s), False, s.span(n)),
    "dict": lambda n, s: dictionary(n, s, expression),
    "getattr": _getattr,
    "getitem": _getitem,
    "slice": _slice,
    "funccall": _call,
    "lambdef": _lambda,
    "lambdef_nocond": _lambda,
}
