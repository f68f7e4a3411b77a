"""Parser tables: shipped with the package, or built by Lark once and kept in the cache folder.

Building the tables of Python's grammar takes half a second, loading them three hundredths. They are
made when adc is installed (tools/hatch_build.py, tools/setup.sh) and are data of the package from
then on. Tables are found by a digest of all that they depend on, and a digest of their own guards
them against damage; where none fit, they are made anew. What cannot be read or written costs time,
never a run.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from adc import __version__
from adc.cache import folder

#: Where the tables that the package brings along are: in the source tree as in a wheel.
SHIPPED = Path(__file__).resolve().parent.parent / "_data" / "tables"

_OPTIONS = {"parser": "lalr", "propagate_positions": True, "maybe_placeholders": True}

#: Options that are objects of the program: given again when tables are loaded, never written.
_OBJECTS = ("postlex", "edit_terminals")


def load_parser(name: str, grammar: str, **options: Any) -> lark.Lark:
    """The LALR parser of `grammar` (Lark's notation); `name` begins its file's name."""
    options = _OPTIONS | options
    file = _file_name(name, grammar, options)
    shipped = _loaded(SHIPPED / file, options)
    if shipped is not None:
        return shipped
    kept = folder()
    if kept is None:
        return lark.Lark(grammar, **options)
    found = _loaded(kept / file, options)
    if found is not None:
        return found
    parser = lark.Lark(grammar, **options)
    with suppress(OSError):
        _write(kept / file, parser)
    return parser


def make_tables(target: Path, name: str, grammar: str, **options: Any) -> Path:
    """Make the file in `target` that `load_parser`, asked the same, takes; raises OSError."""
    options = _OPTIONS | options
    path = target / _file_name(name, grammar, options)
    _write(path, lark.Lark(grammar, **options))
    return path


def _loaded(path: Path, options: dict[str, Any]) -> lark.Lark | None:
    """The parser whose tables are at `path`; None where there are none, or damaged ones."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, tables = content[:32], content[32:]
    if digest != _digest(path.name, tables):
        return None
    data, memo = marshal.loads(tables)
    given = {"postlex": options["postlex"]} if "postlex" in options else {}
    # What Lark's own stand-alone parsers start from.
    parser: lark.Lark = lark.Lark._load_from_dict(data, memo, **given)
    return parser


def _write(path: Path, parser: lark.Lark) -> None:
    """Write the tables and move them into place whole: another run may be reading."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {n: v for n, v in data["options"].items() if n not in _OBJECTS}
    tables = marshal.dumps((_plain(data), _plain(memo)))
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(_digest(path.name, tables) + tables)
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def _plain(value: Any) -> Any:
    """`value` in Python's own types: Lark's names are strings that know where they stood."""
    if isinstance(value, dict):
        return {_plain(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_plain(v) for v in value)
    return "".join(value) if isinstance(value, str) else value


def _digest(name: str, tables: bytes) -> bytes:
    """Tells damaged tables, and those that were made for another name than their file's."""
    return hashlib.sha256(name.encode() + tables).digest()


def _file_name(name: str, grammar: str, options: dict[str, Any]) -> str:
    """Tells everything that the tables depend on."""
    told = sorted((option, _text(value)) for option, value in options.items())
    python = (sys.implementation.name, *sys.version_info[:2], marshal.version)
    key = f"{grammar}\n{told}\n{lark.__version__}\n{python}\n{__version__}"
    return f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.tables"


def _text(option: Any) -> str:
    """An option without the addresses of objects; a function by what it does."""
    code = getattr(option, "__code__", None)
    if code is not None:
        return f"{code.co_code.hex()} {code.co_names} {code.co_consts}"
    return repr(option) if isinstance(option, (str, bool, list)) else type(option).__qualname__
