"""Formulas of partial derivatives: text in `x`, `y`, `c`, `z` -> expression templates -> values.

    formula    := conjunction ("or" conjunction)*
    conjunction:= negation ("and" negation)*
    negation   := "not" negation | comparison
    comparison := sum [("==" | "!=" | "<" | "<=" | ">" | ">=") sum]
    sum        := product (("+" | "-") product)*
    product    := unary (("*" | "/" | "//" | "%") unary)*
    unary      := "-" unary | power
    power      := atom ["**" unary]
    atom       := number | name | name "(" formula ("," formula)* ")" | "(" formula ")"

Precedence and associativity are Python's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from adc.diagnostics import InternalError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Read, children

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:e[-+]?\d+)?)|(?P<name>[a-z]\w*)|(?P<sign>\*\*|[=!<>]=|//|[-+*/%()<>,]))"
)
_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_PRODUCTS = {"*": "mul", "/": "div", "//": "floordiv", "%": "mod"}
_VARIABLES = frozenset({"x", "y", "z", "c"})
_CONSTANTS = frozenset({"pi", "inf", "nan"})
#: Templates are of this type; `instantiate` gives them the node's.
_TEMPLATE = DType.FLOAT64


class _Parser:
    """Recursive descent over the tokens of one formula."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokenise(text)
        self.position = 0

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.peek()
        if not token or (expected and token not in expected):
            raise InternalError(f"formula {self.text!r}: unexpected {token or 'end'!r}")
        self.position += 1
        return token

    def formula(self) -> Expr:
        left = self.conjunction()
        while self.peek() == "or":
            self.take()
            left = build.apply("or", left, self.conjunction())
        return left

    def conjunction(self) -> Expr:
        left = self.negation()
        while self.peek() == "and":
            self.take()
            left = build.apply("and", left, self.negation())
        return left

    def negation(self) -> Expr:
        if self.peek() != "not":
            return self.comparison()
        self.take()
        return build.apply("not", self.negation())

    def comparison(self) -> Expr:
        left = self.sum()
        if self.peek() not in _COMPARISONS:
            return left
        return build.compare(_COMPARISONS[self.take()], left, self.sum())

    def sum(self) -> Expr:
        left = self.product()
        while self.peek() in ("+", "-"):
            op = "add" if self.take() == "+" else "sub"
            left = build.apply(op, left, self.product())
        return left

    def product(self) -> Expr:
        left = self.unary()
        while self.peek() in _PRODUCTS:
            left = build.apply(_PRODUCTS[self.take()], left, self.unary())
        return left

    def unary(self) -> Expr:
        if self.peek() != "-":
            return self.power()
        self.take()
        return build.apply("neg", self.unary())

    def power(self) -> Expr:
        base = self.atom()
        if self.peek() != "**":
            return base
        self.take()
        return build.apply("pow", base, self.unary())

    def atom(self) -> Expr:
        token = self.take()
        if token == "(":
            inner = self.formula()
            self.take(")")
            return inner
        if token[0].isdigit():
            return build.const(float(token), _TEMPLATE)
        if self.peek() == "(":
            return self.call(token)
        if token in _CONSTANTS:
            return Const(token, _TEMPLATE)
        if token in _VARIABLES:
            return Read(token, (), _TEMPLATE)
        raise InternalError(f"formula {self.text!r}: unknown name {token!r}")

    def call(self, name: str) -> Expr:
        self.take("(")
        args = [self.formula()]
        while self.peek() == ",":
            self.take()
            args.append(self.formula())
        self.take(")")
        return build.apply(name, *args)


def _tokenise(text: str) -> list[str]:
    tokens, position = [], 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise InternalError(f"formula {text!r}: unexpected character at {position}")
        tokens.append(match[0].strip())
        position = match.end()
    return tokens


@lru_cache(maxsize=None)
def parse(text: str) -> Expr:
    """The template of a formula: variables are scalar Reads of `x`, `y`, `c` and `z`."""
    parser = _Parser(text)
    result = parser.formula()
    if parser.peek():
        raise InternalError(f"formula {text!r}: unexpected {parser.peek()!r}")
    return result


def variables(template: Expr) -> frozenset[str]:
    """The variables that occur in a template."""
    if isinstance(template, Read):
        return frozenset({template.container})
    return frozenset().union(*(variables(a) for a in children(template)))


_FOLDING: dict[str, Callable[..., Expr]] = {
    "add": build.add,
    "sub": build.sub,
    "mul": build.mul,
    "div": build.div,
    "neg": build.neg,
    "pow": build.power,
    "where": build.where,
}


def instantiate(template: Expr, values: dict[str, Expr], dtype: DType) -> Expr:
    """The template with `values` for its variables and literals of type `dtype`."""
    if isinstance(template, Read):
        return values[template.container]
    if isinstance(template, Const):
        return Const(template.text, dtype)
    if not isinstance(template, Apply):
        raise InternalError(f"a formula holds {template!r}")
    args = [instantiate(a, values, dtype) for a in template.args]
    fold = _FOLDING.get(template.op)
    return fold(*args) if fold else build.apply(template.op, *args)
