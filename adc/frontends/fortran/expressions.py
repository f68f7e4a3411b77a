"""Expressions: from Lark's parse tree to the nodes of `tree`, with Fortran's precedences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from lark import Token, Tree

from adc.diagnostics import AdcError, InternalError, Span
from adc.frontends.fortran.grammar import Node, ParseTree, Part
from adc.frontends.fortran.line import Line, label_of
from adc.frontends.fortran.tree import (
    Apply,
    Argument,
    Binary,
    Component,
    Constructor,
    Expr,
    ImpliedDo,
    Keyword,
    Logical,
    Name,
    Number,
    Section,
    String,
    TypeSpec,
    Unary,
)
from adc.frontends.fortran.typespecs import read_type

#: How tightly a binary operator binds (Fortran 2018, table 10.1), looser first.
_BINDING = {
    ".eqv.": 1, ".neqv.": 1, ".or.": 2, ".and.": 3, "==": 5, "/=": 5, "<": 5, "<=": 5, ">": 5,
    ">=": 5, "//": 6, "+": 7, "-": 7, "*": 8, "/": 8, "**": 9,
}  # fmt: skip
#: One that the source defines, between two operands.
_DEFINED = 0
_NOT, _RELATION, _SUM, _PRODUCT, _POWER = 4, 5, 7, 8, 9
LETTERED = {
    ".eq.": "==", ".ne.": "/=", ".lt.": "<", ".le.": "<=", ".gt.": ">", ".ge.": ">=",
}  # fmt: skip


def expression(node: Node, part: Part) -> Expr:
    """The expression that `node` stands for; raises AdcError where Fortran or adc refuses it."""
    if isinstance(node, Token):
        if node.type not in _TOKENS:  # `*` and `:` where the grammar lets them stand for a size
            message = f"unexpected `{node}`"
            way_out = "write an expression here"
            raise AdcError.of("ADC0155", message, part.span(node), help=way_out)
        return _TOKENS[node.type](node, part)
    return _RULES[node.data](node, part)


def optional(node: Node | None, part: Part) -> Expr | None:
    return None if node is None else expression(node, part)


def read_expression(line: Line, begin: int, end: int) -> Expr:
    """The expression that fills the stretch `begin` to `end` of the line's text."""
    part = Part(line, begin, end)
    return expression(part.parse("expr"), part)


def name(token: Node | None) -> str:
    """The text of a token as a plain string."""
    if not isinstance(token, Token):
        raise InternalError(f"the parser left {token!r} where a name stands")
    return str(token)


# -- operands --------------------------------------------------------------------------------------


def _name(token: Token, part: Part) -> Expr:
    return Name(str(token), part.span(token))


def _number(token: Token, part: Part) -> Expr:
    text, _, suffix = str(token).partition("_")
    kind = "integer" if token.type == "INT" else "double" if "d" in text else "real"
    if kind == "integer":
        _check_size(text, part.span(token))
    elif "q" in text:  # gfortran's quadruple precision
        sixteen = Number("16", "integer", part.span(token))
        return Number(text.replace("q", "e"), kind, part.span(token), sixteen)
    return Number(text, kind, part.span(token), _kind(token, suffix, part))


def _check_size(digits: str, span: Span) -> None:
    if len(digits.lstrip("0")) > 19 or int(digits) > 2**63:
        raise AdcError.of(
            "ADC0238", "this integer does not fit in 64 bits", span,
            help="write it as a real number: with a decimal point and its kind",
        )  # fmt: skip


def _kind(token: Token, suffix: str, part: Part) -> Name | Number | None:
    if not suffix:
        return None
    stop = part.begin + (token.end_pos or 0)
    span = part.line.span(stop - len(suffix), stop)
    if suffix.isdigit():
        _check_size(suffix, span)
    return Number(suffix, "integer", span) if suffix.isdigit() else Name(suffix, span)


def _truth(token: Token, part: Part) -> Expr:
    return Logical(token.startswith(".true."), part.span(token))


def _string(token: Token, part: Part) -> Expr:
    quote = token[-1]
    inside = token[token.index(quote) + 1 : -1]
    return String(inside.replace(quote * 2, quote), part.span(token))


def _boz(token: Token, part: Part) -> Expr:
    raise AdcError.of(
        "ADC0158",
        f"the binary, octal or hexadecimal constant `{token}` is not supported",
        part.span(token),
        help="write it as a decimal integer",
    )


_TOKENS: dict[str, Callable[[Token, Part], Expr]] = {
    "NAME": _name,
    "REAL": _number,
    "INT": _number,
    "TRUTH": _truth,
    "STRING": _string,
    "BOZ": _boz,
}


def _apply(node: ParseTree, part: Part) -> Expr:
    head, listed = node.children
    found = arguments(listed, part)
    return Apply(str(head), found, part.span(node), part.span(head))


def _component(node: ParseTree, part: Part) -> Expr:
    owner, member, listed = node.children
    found = None if listed is None else arguments(listed, part)
    return Component(expression(owner, part), str(member), found, part.span(node))


def arguments(node: ParseTree, part: Part) -> tuple[Argument, ...]:
    """What stands between the parentheses of a call, a reference or an array element."""
    found = tuple(argument(child, part) for child in node.children if child is not None)
    named = False
    for item in found:
        if named and not isinstance(item, Keyword):
            message = "an argument without a keyword behind one with a keyword"
            way_out = "put it in front, or give it its keyword"
            raise AdcError.of("ADC0155", message, item.span, help=way_out)
        named = isinstance(item, Keyword) and item.name != "*"
    return found


def argument(node: Node, part: Part) -> Argument:
    if isinstance(node, Tree):
        if node.data == "section":
            start, stop, step = (optional(child, part) for child in node.children)
            return Section(start, stop, step, part.span(node))
        if node.data == "keyword":
            head, value = node.children
            return Keyword(str(head), _value(value, part), part.span(node))
        if node.data == "alternate":
            label = str(node.children[1])
            number = Number(str(label_of(label, part.span(node))), "integer", part.span(node))
            return Keyword("*", number, part.span(node))  # `alternates` leaves none
    return _value(node, part)


def _value(node: Node, part: Part) -> Expr:
    """An actual argument: a variable in parentheses is a value that cannot be written to."""
    found = expression(node, part)
    bracketed = isinstance(node, Tree) and node.data == "parenthesized"
    if bracketed and isinstance(found, (Name, Apply, Component)):
        return Unary("()", found, found.span)
    return found


# -- parentheses and constructors ------------------------------------------------------------------


def _parenthesized(node: ParseTree, part: Part) -> Expr:
    children = node.children
    if len(children) == 1 and not _is_binding(children[0]):
        return replace(expression(children[0], part), span=part.span(node))
    if any(_is_binding(child) for child in children):
        return implied_do(children, node, part)
    if len(children) == 2:
        re, im = (expression(child, part) for child in children)
        return complex_constant(re, im, part.span(node))
    message = "a list in parentheses is not an expression"
    raise AdcError.of("ADC0155", message, part.span(node), help="write one expression")


def complex_constant(re: Expr, im: Expr, span: Span) -> Expr:
    """`(1.0, -2.0)`: signed numbers or names of constants (Fortran 2018, R718)."""
    for part in (re, im):
        inner = part.operand if isinstance(part, Unary) and part.op in ("+", "-") else part
        if not isinstance(inner, (Number, Name)):
            raise AdcError.of(
                "ADC0158", "the parts of a complex constant are numbers or names of constants",
                part.span, help="write `cmplx(…, …)`, with the kind as its third argument",
            )  # fmt: skip
    return Binary(",", re, im, span)


def _is_binding(node: Node) -> bool:
    return isinstance(node, Tree) and node.data == "binding"


def implied_do(children: Sequence[Node], node: ParseTree, part: Part) -> ImpliedDo:
    """`(items, var = start, stop[, step])`; `children` end with the binding and what follows."""
    places = [i for i, child in enumerate(children) if _is_binding(child)]
    at = places[0]
    rest = children[at + 1 :]
    if at == 0 or len(places) > 1 or not 1 <= len(rest) <= 2:
        raise AdcError.of(
            "ADC0155",
            "an implied DO has items, a variable, and two or three bounds",
            part.span(node),
            help="write `(items, i = 1, n)`",
        )
    var, start = children[at].children
    bounds = [expression(child, part) for child in rest]
    return ImpliedDo(
        tuple(expression(child, part) for child in children[:at]),
        str(var),
        expression(start, part),
        bounds[0],
        bounds[1] if len(bounds) == 2 else None,
        part.span(node),
    )


def _constructor(node: ParseTree, part: Part) -> Expr:
    prefix, *listed = node.children
    items = [child for child in listed if child is not None]
    for child in items:
        if _is_binding(child):
            message = "a keyword has no place in an array constructor"
            raise AdcError.of(
                "ADC0155", message, part.span(child), help="put an implied DO into parentheses"
            )
    values = tuple(expression(child, part) for child in items)
    return Constructor(values, part.span(node), None if prefix is None else _prefix(prefix, part))


def _prefix(token: Token, part: Part) -> TypeSpec:
    begin = part.begin + (token.start_pos or 0)
    found = read_type(part.line, begin, begin + len(token) - 2, expression)
    # gfortran's -freal-4-real-8 leaves `[real(4) :: ...]` at 4 bytes, but no complex one.
    return replace(found, exact=found.base == "real")


# -- operators -------------------------------------------------------------------------------------


def _operation(node: ParseTree, part: Part) -> Expr:
    return _Climber(node.children, part).all()


class _Climber:
    """Precedence climbing over operands and operators in a row."""

    def __init__(self, nodes: Sequence[Node], part: Part) -> None:
        self.nodes = nodes
        self.part = part
        self.at = 0

    def all(self) -> Expr:
        found = self._level(_DEFINED)
        if self.at < len(self.nodes):  # only the second of two relations binds to nothing
            self._refuse_chain(self.nodes[self.at])
        return found

    def _level(self, loosest: int) -> Expr:
        """The operation from here on, as far as its operators bind at least as `loosest`."""
        first = self.at
        left, limit = self._first(loosest)
        while self.at < len(self.nodes):
            op = self._operator()
            binding = _BINDING.get(op, _DEFINED)
            if binding < loosest or binding > limit:
                break
            self.at += 1
            # `**` groups from the right, all others from the left
            right = self._level(binding if binding == _POWER else binding + 1)
            left = Binary(op, left, right, self._span(first))
            limit = _RELATION - 1 if binding == _RELATION else binding
        return left

    def _first(self, loosest: int) -> tuple[Expr, int]:
        """The first operand, a sign or `.not.` with all that it applies to included, and the
        tightest operator that may follow it."""
        node = self.nodes[self.at]
        if isinstance(node, Token) and node.type == "DEFINED":
            return self._defined(node), _POWER
        if not isinstance(node, Token) or node.type not in ("SIGN", "NOT"):
            self.at += 1
            return expression(node, self.part), _POWER
        # -a*b is -(a*b) and -a**2 is -(a**2); .not.a==b is .not.(a==b)
        own = _SUM if node.type == "SIGN" else _NOT
        if loosest > own:
            self._refuse_prefix(node)
        first = self.at
        self.at += 1
        operand = self._level(own + 1)
        return Unary(str(node), operand, self._span(first)), own

    def _defined(self, node: Token) -> Expr:
        """A defined operator in front of its operand, to which nothing binds more tightly."""
        first = self.at
        self.at += 1
        behind = self.nodes[self.at]
        if isinstance(behind, Token) and behind.type in ("SIGN", "NOT"):
            self._refuse_prefix(behind)
        if isinstance(behind, Token) and behind.type == "DEFINED":
            operand = self._defined(behind)
        else:
            self.at += 1
            operand = expression(behind, self.part)
        return Unary(str(node), operand, self._span(first))

    def _operator(self) -> str:
        node = self.nodes[self.at]
        return LETTERED.get(node, str(node))

    def _span(self, first: int) -> Span:
        return self.part.between(self.nodes[first], self.nodes[self.at - 1])

    def _refuse_prefix(self, node: Token) -> None:
        previous = self.nodes[self.at - 1]
        raise AdcError.of(
            "ADC0159",
            f"`{node}` directly behind `{previous}`",
            self.part.between(previous, node),
            help=f"put `{node}` and its operand into parentheses",
        )

    def _refuse_chain(self, node: Node) -> None:
        raise AdcError.of(
            "ADC0159",
            f"`{node}` compares the result of a comparison",
            self.part.span(node),
            help="join two comparisons with `.and.`",
        )


_RULES: dict[str, Callable[[ParseTree, Part], Expr]] = {
    "expr": _operation,
    "apply": _apply,
    "component": _component,
    "parenthesized": _parenthesized,
    "constructor": _constructor,
}
