"""The grammars that sources are read by, and the making of their tables when adc is installed.

    python -m adc.frontends.grammars [FOLDER]

Imports nothing but Lark, so that it runs where the rest of adc's dependencies are not yet there.
"""

from __future__ import annotations

import pkgutil
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark
from lark.indenter import PythonIndenter
from lark.lexer import TerminalDef

from adc.diagnostics import InternalError
from adc.frontends.tables import SHIPPED, load_parser, make_tables
from adc.resources import read_text

#: The start rules of Fortran's grammar: one per class of statements, and parts of some.
_FORTRAN_STARTS = (
    "allocate", "assignment", "associate", "attribute_statement", "call", "cases", "common",
    "computed_goto", "controls", "data", "deallocate", "equivalence", "expr", "formatted", "loop",
    "parameter", "pointer_assignment", "procedure", "stop", "transfer", "type_declaration",
    "type_spec", "use",
)  # fmt: skip

#: Those of the grammar of signatures, types and rules.
_SIGNATURE_STARTS = (
    "signatures", "type", "size", "external", "symbol", "derivative", "check", "inactive",
)  # fmt: skip


@lru_cache(maxsize=1)
def python() -> Lark:
    """The parser of Python."""
    return load_parser(**_python())


@lru_cache(maxsize=1)
def fortran() -> Lark:
    """The parser of Fortran's statements."""
    return load_parser(**_fortran())


@lru_cache(maxsize=1)
def signature() -> Lark:
    """The parser of types written as text."""
    return load_parser(**_signature())


def ship(target: Path) -> None:
    """Make the tables of all grammars in the folder `target`, and leave no others there.

    Raises OSError where the folder cannot be written to.
    """
    target.mkdir(parents=True, exist_ok=True)
    made = {make_tables(target, **grammar()) for grammar in (_python, _fortran, _signature)}
    for old in set(target.iterdir()) - made:
        old.unlink()


def _python() -> dict[str, Any]:
    """Lark's own grammar of Python, with adc's additions."""
    grammar = pkgutil.get_data("lark", "grammars/python.lark")
    if grammar is None:
        raise InternalError("Lark's grammar of Python is missing from the installed lark package")
    return {
        "name": "python",
        "grammar": grammar.decode("utf-8") + read_text("grammars", "python_additions.lark"),
        "postlex": PythonIndenter(),
        "start": "file_input",
        "edit_terminals": _continue_strings,
    }


def _continue_strings(terminal: TerminalDef) -> None:
    """Let a string go on after a backslash at the end of a line, which Lark's grammar forgets.

    That every quote is closed where it must be has been seen to before (`layout`).
    """
    if terminal.name == "STRING":
        terminal.pattern.flags = frozenset(terminal.pattern.flags) | {"s"}


def _fortran() -> dict[str, Any]:
    text = read_text("grammars", "fortran.lark")
    return {"name": "fortran", "grammar": text, "start": list(_FORTRAN_STARTS)}


def _signature() -> dict[str, Any]:
    text = read_text("grammars", "signature.lark")
    return {"name": "signature", "grammar": text, "start": list(_SIGNATURE_STARTS)}


if __name__ == "__main__":
    ship(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
