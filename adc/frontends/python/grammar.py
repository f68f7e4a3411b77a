"""Lark's own grammar of Python, and its parser."""

from __future__ import annotations

import pkgutil
from functools import lru_cache

from lark import Lark
from lark.indenter import PythonIndenter
from lark.lexer import TerminalDef

from adc.diagnostics import InternalError
from adc.frontends.python.source import ParseTree
from adc.frontends.tables import load_parser
from adc.resources import read_text


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = pkgutil.get_data("lark", "grammars/python.lark")
    if grammar is None:
        raise InternalError("Lark's grammar of Python is missing from the installed lark package")
    text = grammar.decode("utf-8") + read_text("grammars", "python_additions.lark")
    return load_parser(
        "python",
        text,
        postlex=PythonIndenter(),
        start="file_input",
        edit_terminals=_continue_strings,
    )


def _continue_strings(terminal: TerminalDef) -> None:
    """Let a string go on after a backslash at the end of a line, which Lark's grammar forgets.

    That every quote is closed where it must be has been seen to before (`layout`).
    """
    if terminal.name == "STRING":
        terminal.pattern.flags = frozenset(terminal.pattern.flags) | {"s"}


def parse_tree(text: str) -> ParseTree:
    """The parse tree of `text`, whose lines end in `\\n`; raises Lark's errors."""
    return _parser().parse(text)
