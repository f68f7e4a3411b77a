"""STOP in a routine that is called ends the loops of its callers that only data ends.

What follows a call that stopped is run all the same, for whatever it computes counts for nothing:
the generated function returns an error code. But values that STOP is to keep away may let a loop
run for ever, so each `while` asks whether the program has stopped.
"""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import Span
from adc.frontends import surface

#: The flag that tells of a stop, as all functions call it.
STOPPED = "stop%"

Body = tuple[surface.Statement, ...]


def flag(span: Span) -> surface.Expr:
    return surface.Name(STOPPED, span)


def ending_at_stops(function: surface.Function) -> surface.Function:
    """`function` with whiles that end where the program has stopped."""
    return replace(function, body=ended(function.body))


def ended(body: Body) -> Body:
    return tuple(map(ended_statement, body))


def ended_statement(statement: surface.Statement) -> surface.Statement:
    match statement:
        case surface.While():
            return ended_loop(replace(statement, body=ended(statement.body)))
        case surface.For() | surface.Block():
            return replace(statement, body=ended(statement.body))
        case surface.If():
            return replace(statement, then=ended(statement.then), orelse=ended(statement.orelse))
    return statement


def ended_loop(loop: surface.While) -> surface.While:
    span = loop.span
    if loop.surely:
        leaving = surface.If(flag(span), (surface.Break(span),), (), span)
        return replace(loop, body=(leaving, *loop.body))
    goes_on = surface.Unary("not", flag(span), span)
    return replace(loop, condition=surface.Logical("and", (loop.condition, goes_on), span))
