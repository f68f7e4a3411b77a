"""The parser of Fortran's statements: Lark's, with a start rule per statement class."""

from __future__ import annotations

from typing import Any, TypeAlias

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from adc.diagnostics import Span
from adc.frontends.fortran.faults import syntax_error
from adc.frontends.fortran.line import Line
from adc.frontends.grammars import fortran

ParseTree: TypeAlias = "Tree[Any]"
Node: TypeAlias = "ParseTree | Token"


class Part:
    """A stretch of a line's text that a start rule reads, and the way from it to spans."""

    def __init__(self, line: Line, begin: int = 0, end: int | None = None) -> None:
        self.line = line
        self.begin = begin
        self.end = len(line.text) if end is None else end

    def parse(self, rule: str) -> Node:
        """The parse tree (of an inlined rule perhaps a token); raises AdcError."""
        try:
            return fortran().parse(self.line.text[self.begin : self.end], start=rule)
        except UnexpectedInput as error:
            raise syntax_error(error, self.line, self.begin, self.end) from None

    def span(self, node: Node) -> Span:
        start, stop = extent(node)
        return self.line.span(self.begin + start, self.begin + stop)

    def between(self, first: Node, last: Node) -> Span:
        return self.line.span(self.begin + extent(first)[0], self.begin + extent(last)[1])

    @property
    def whole(self) -> Span:
        return self.line.span(self.begin, self.end)


def extent(node: Node) -> tuple[int, int]:
    """Where `node` starts and ends in the text that was parsed."""
    if isinstance(node, Token):
        assert node.start_pos is not None and node.end_pos is not None
        return node.start_pos, node.end_pos
    return node.meta.start_pos, node.meta.end_pos
