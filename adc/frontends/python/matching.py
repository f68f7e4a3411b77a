"""`match` on numbers, texts, None and tuples as they are written, as a chain of `if`s.

A name in a pattern is bound where the pattern fits, also where the test behind it then fails.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from lark import Tree

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.plain_literals import plain_literal
from adc.frontends.python.fence import rejection
from adc.frontends.python.iteration import Body
from adc.frontends.python.source import Node, ParseTree, Source

Suite = Callable[[ParseTree], Body]
Expression = Callable[[Node], surface.Expr]


@dataclass
class _Fit:
    """What a pattern asks of the subject, and the names that it binds."""

    tests: list[surface.Expr] = field(default_factory=list)
    bound: list[tuple[str, surface.Expr]] = field(default_factory=list)


def matched(node: ParseTree, source: Source, suite: Suite, expression: Expression) -> Body:
    """The statements of the `match_stmt` at `node`; ADC0116 for other patterns."""
    parsed = _parsed(node, source)
    subject, *cases = node.children
    if parsed is None or len(parsed.cases) != len(cases):
        raise _refused(node, source)
    span = source.span(subject)
    value = expression(subject)
    before, parts = _kept(value, source, span)
    leave, found = source.fresh_label(), []
    for case, read in zip(cases, parsed.cases, strict=True):
        assert isinstance(case, Tree)
        pattern, guard, body = case.children
        fit = _Fit()
        if not _fits(read.pattern, parts, fit, source.span(pattern)):
            raise _refused(node, source)
        test = expression(guard) if guard is not None else None
        assert isinstance(body, Tree)
        found.append((fit, test, suite(body), source.span(pattern)))
    rest: Body = ()
    if any(test is not None and fit.bound for fit, test, _, _ in found):
        for fit, test, body, where in found:
            inner: Body = (*body, surface.Leave(leave, where))
            if test is not None:
                inner = (surface.If(test, inner, (), where),)
            rest = (*rest, *_tested(fit, inner, (), where))
        return (*before, surface.Block(leave, rest, span))
    for fit, test, body, where in reversed(found):
        if test is not None:
            fit.tests.append(test)
        rest = _tested(fit, body, rest, where)
    return (*before, *rest)


def _tested(fit: _Fit, body: Body, orelse: Body, span: Span) -> Body:
    bound = tuple(surface.Assign((surface.Name(n, span),), v, span) for n, v in fit.bound)
    if not fit.tests:
        return (*bound, *body)
    test = fit.tests[0] if len(fit.tests) == 1 else surface.Logical("and", tuple(fit.tests), span)
    return (surface.If(test, (*bound, *body), orelse, span),)


def _kept(value: surface.Expr, source: Source, span: Span) -> tuple[Body, surface.Expr]:
    """The subject, asked for once: a name, or a tuple of names for one that is written out."""
    if isinstance(value, surface.Sequence) and not _starred(value):
        names = tuple(surface.Name(source.fresh("subject"), span) for _ in value.items)
        target = surface.Sequence(names, False, span)
        kept = surface.Assign((target,), surface.Sequence(value.items, False, span), span)
        return (kept,) if names else (), surface.Sequence(names, value.is_list, span)
    name = surface.Name(source.fresh("subject"), span)
    return (surface.Assign((name,), value, span),), name


def _starred(value: surface.Sequence) -> bool:
    return any(isinstance(n, surface.Starred) for n in walk(value.items))


def _fits(pattern: ast.pattern, subject: surface.Expr, fit: _Fit, span: Span) -> bool:
    """Adds what `pattern` asks of `subject` to `fit`; whether it is known."""
    match pattern:
        case ast.MatchAs(pattern=None, name=None):
            return True
        case ast.MatchAs(pattern=inner, name=str() as name):
            if inner is not None and not _fits(inner, subject, fit, span):
                return False
            fit.bound.append((name, subject))
            return True
        case ast.MatchSingleton(value=single):
            known = _constant(single, span)
            fit.tests.append(surface.Compare(("is",), (subject, known), span))
            return not isinstance(subject, surface.Sequence)
        case ast.MatchValue(value=value):
            other = _value(value, span)
            if other is None or isinstance(subject, surface.Sequence):
                return False
            fit.tests.append(surface.Compare(("==",), (subject, other), span))
            return True
        case ast.MatchOr(patterns=patterns):
            return _fits_one(patterns, subject, fit, span)
        case ast.MatchSequence(patterns=patterns):
            if not isinstance(subject, surface.Sequence):
                return False  # nothing tells here what else is a sequence
            if any(isinstance(p, ast.MatchStar) for p in patterns):
                return False
            if len(patterns) != len(subject.items):
                fit.tests.append(surface.Boolean(False, span))
                return True
            pairs = zip(patterns, subject.items, strict=True)
            return all(_fits(p, item, fit, span) for p, item in pairs)
    return False


def _fits_one(patterns: list[ast.pattern], subject: surface.Expr, fit: _Fit, span: Span) -> bool:
    """One of several patterns, which bind no names."""
    ways: list[surface.Expr] = []
    for pattern in patterns:
        own = _Fit()
        if not _fits(pattern, subject, own, span) or own.bound:
            return False
        if not own.tests:
            return True  # whatever it is
        several = len(own.tests) > 1
        ways.append(surface.Logical("and", tuple(own.tests), span) if several else own.tests[0])
    fit.tests.append(surface.Logical("or", tuple(ways), span))
    return True


def _value(node: ast.expr, span: Span) -> surface.Expr | None:
    match node:
        case ast.Constant(value=str() | int() | float() as value):
            return _constant(value, span)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return surface.Unary("-", _constant(value, span), span)
        case ast.Attribute(value=owner, attr=name):
            inner = _value(owner, span)
            return None if inner is None else surface.Attribute(inner, name, span)
        case ast.Name(id=name):
            return surface.Name(name, span)
    return None


def _constant(value: object, span: Span) -> surface.Expr:
    number = surface.Number(repr(value), "int" if isinstance(value, int) else "float", span)
    return plain_literal(value, span) or number


def _parsed(node: ParseTree, source: Source) -> ast.Match | None:
    found = source.by_python(node)
    return found if isinstance(found, ast.Match) else None


def _refused(node: ParseTree, source: Source) -> AdcError:
    rejected = rejection(node, source)
    assert rejected is not None
    return rejected
