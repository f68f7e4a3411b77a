"""The parse tree of Python source, by Lark's grammar."""

from __future__ import annotations

from adc.frontends import grammars
from adc.frontends.python.source import ParseTree


def parse_tree(text: str) -> ParseTree:
    """The parse tree of `text`, whose lines end in `\\n`; raises Lark's errors."""
    return grammars.python().parse(text)
