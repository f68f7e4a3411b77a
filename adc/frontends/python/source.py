"""A Python text with its positions: spans of offsets, of parse trees and of tokens."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TypeAlias

from lark import Token, Tree

from adc.diagnostics import Span
from adc.frontends.python.library_names import Library
from adc.frontends.python.own_methods import library_of

ParseTree: TypeAlias = "Tree[Token]"
Node: TypeAlias = "Tree[Token] | Token"

_LOGGER = re.compile(r"^(\w+)\s*=\s*(?:logging\.)?getLogger\(", re.MULTILINE)


@dataclass(frozen=True)
class _Facts:
    """What is read off a whole text, each once, whoever asks."""

    text: str

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(re.findall(r"\w+", self.text))

    @cached_property
    def python(self) -> ast.Module | None:
        try:
            return ast.parse(self.text)
        except (SyntaxError, ValueError, RecursionError):
            return None

    @cached_property
    def line_starts(self) -> list[int]:
        return [0] + [m.end() for m in re.finditer("\n", self.text)]

    @cached_property
    def import_lines(self) -> str:
        """The lines that begin as imports do, at the left margin; of functions those of modules
        that only say something."""
        lines = self.text.split("\n")
        inner = (line.strip() for line in lines if line[:1].isspace())
        found = [line for line in lines if line.startswith(("import", "from"))]
        return "\n".join([*found, *(line for line in inner if line in _SAYING)])

    @cached_property
    def loggers(self) -> frozenset[str]:
        """The names that the text gives to loggers."""
        return frozenset(match.group(1) for match in _LOGGER.finditer(self.text))


#: Imports in functions of modules of which nothing is called that computes something.
_SAYING = ("import warnings",)


class Source:
    """The normalised text of one file; what the functions `apart` do, rules say. Where there are
    to be `no_handlers`, nothing is raised that one would handle; those of other modules that are
    `inactive` only report."""

    def __init__(
        self, file: str, text: str, apart: frozenset[str] = frozenset(), no_handlers: bool = False,
        inactive: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.file = file
        self.apart = apart
        self.no_handlers = no_handlers
        self.inactive = inactive
        self.text = text
        self.text_facts = _Facts(text)
        self.made: set[str] = set()
        self.labels = count(1)
        self.locals: frozenset[str] = frozenset()
        self.in_function = False
        self.generators: frozenset[str] = frozenset()  #: functions that loops may draw from
        self.generator_methods: dict[str, str] = {}  #: methods that are, with their classes
        self.yields = False  #: this is one of them
        self.binding = False  #: a statement takes the assignments inside its expressions

    def inside(self, names: Iterable[str]) -> Source:
        """The same text, seen from a function that binds `names`, too."""
        seen = copy(self)
        seen.locals, seen.in_function, seen.binding = self.locals.union(names), True, False
        seen.yields = False
        return seen

    @property
    def draws(self) -> bool:
        """Whether there is anything that loops may draw from."""
        return bool(self.generators or self.generator_methods)

    def may_yield(self, name: str, column: int) -> bool:
        """Whether the function whose `def` is at this column is a generator to draw from."""
        known = self.generators if column == 1 else self.generator_methods
        return not self.in_function and name in known

    def fresh_label(self) -> int:
        """A number for a block, different from all others."""
        return next(self.labels)

    def fresh(self, what: str) -> str:
        """A name that the text does not have, nor any other that was made: `what`, or with a
        number."""
        name, number = what, 1
        while name in self.made or name in self.text_facts.words:
            number += 1
            name = f"{what}_{number}"
        self.made.add(name)
        return name

    @property
    def line_starts(self) -> list[int]:
        return self.text_facts.line_starts

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at `offset`, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def span_at(self, start: int, stop: int) -> Span:
        """The span of the characters `start` to `stop` (exclusive)."""
        line, column = self.place(start)
        end_line, end_column = self.place(stop)
        return Span(self.file, line, column, end_line, end_column)

    @property
    def python(self) -> ast.Module | None:
        """The text as Python's own parser has it; None where that refuses it."""
        return self.text_facts.python

    @property
    def library(self) -> Library:
        """What is known of the names that the text has, and of its classes' methods."""
        return library_of(self.text, self.file) if self.python is not None else Library()

    @property
    def import_lines(self) -> str:
        return self.text_facts.import_lines

    @property
    def loggers(self) -> frozenset[str]:
        return self.text_facts.loggers

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self.line_starts[number - 1]
        return self.text[start : self.text.find("\n", start)]

    def span(self, node: Node) -> Span:
        """The span of `node` itself, without parentheses around it."""
        meta = node.meta if isinstance(node, Tree) else node
        return Span(self.file, meta.line, meta.column, meta.end_line, meta.end_column)

    def between(self, first: Node, last: Node) -> Span:
        """From the start of `first` to the end of `last`, with the parentheses around them."""
        head = first.meta if isinstance(first, Tree) else first
        tail = last.meta if isinstance(last, Tree) else last
        return Span(
            self.file,
            getattr(head, "container_line", head.line),
            getattr(head, "container_column", head.column),
            getattr(tail, "container_end_line", tail.end_line),
            getattr(tail, "container_end_column", tail.end_column),
        )

    def header(self, statement: ParseTree, last: Node) -> Span:
        """From the first character of `statement` to the end of `last`, a part of its header."""
        start, end = self.span(statement), self.between(last, last)
        return Span(self.file, start.line, start.column, end.end_line, end.end_column)

    def keyword(self, statement: ParseTree, word: str) -> Span:
        """The keyword that `statement` starts with."""
        start = self.span(statement)
        return Span(self.file, start.line, start.column, start.line, start.column + len(word))

    def offset(self, line: int, column: int) -> int:
        """The offset of a place; parse trees count offsets from their chunk, so ask for lines."""
        return self.line_starts[line - 1] + column - 1

    def text_of(self, span: Span) -> str:
        start = self.offset(span.line, span.column)
        return self.text[start : self.offset(span.end_line, span.end_column)]

    def by_python(self, statement: ParseTree) -> ast.stmt | None:
        """The statement as Python's own parser has it; None where that refuses it."""
        span = self.span(statement)
        before = self.line(span.line)[: span.column - 1]  # by tabs, where what follows is
        text = (before if before.isspace() else " " * len(before)) + self.text_of(span)
        try:
            (block,) = ast.parse(f"if 1:\n{text}" if span.column > 1 else text).body
        except SyntaxError:
            return None
        return block.body[0] if isinstance(block, ast.If) and span.column > 1 else block
