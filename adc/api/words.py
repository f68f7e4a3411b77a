"""Keywords as words of the command line: what they mean, and what is refused, is decided there."""

from __future__ import annotations

import difflib
import importlib
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click
import numpy as np

from adc.frontends.literals import doubtful, value_of
from adc.options import is_fortran

#: Options of the command line about its output, which a function's caller has not.
_OUTPUT = frozenset({"folder", "depfile", "as_json", "quiet", "verbose"})
_LONG = re.compile(r"--([a-z][a-z-]*)")


def command(name: str) -> click.Command:
    """The command `adc NAME`."""
    found = getattr(importlib.import_module(f"adc.cli.{name}"), name)
    assert isinstance(found, click.Command)
    return found


def keywords(name: str) -> dict[str, click.Option]:
    """The options of `adc NAME` that are not about its output, by their keywords."""
    options = [p for p in command(name).params if isinstance(p, click.Option)]
    return {_keyword(o): o for o in options if o.name not in _OUTPUT}


def _keyword(option: click.Option) -> str:
    long = _long(option)
    return long[2:].replace("-", "_") if long else str(option.name)


def _long(option: click.Option) -> str:
    """`--mem-limit`; empty for `-D`."""
    return next((text for text in option.opts if text.startswith("--")), "")


def parsed(name: str, called: str, sources: Iterable[str], given: Mapping[str, Any]) -> Any:
    """The values of `adc NAME`'s options for `sources` and the keywords `given`; messages speak of
    the function `called`.

    Raises TypeError for a keyword that there is not, ValueError for a value that the command line
    would not take.
    """
    sources = tuple(sources)
    given = {**given, "fix": _fixed(called, given["fix"], sources)} if "fix" in given else given
    words = [word for key, value in given.items() for word in _words(name, called, key, value)]
    try:
        context = command(name).make_context(name, [*words, "--", *sources])
    except click.UsageError as error:
        raise usage(called, error) from None
    return {key: value for key, value in context.params.items() if key not in _OUTPUT}


def _fixed(called: str, fix: Any, sources: tuple[str, ...]) -> Any:
    """Values of `fix` by name as the texts of `--fix`: those of Python as its literals, and texts
    in quotes where they would be literals."""
    if not isinstance(fix, Mapping) or any(map(is_fortran, sources)):
        return fix
    return {name: _literal(f"adc.{called}: fix: {name}", value) for name, value in fix.items()}


def _literal(what: str, value: Any) -> str:
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, str):
        texts = (value, f"'{value}'", f'"{value}"')
        found = next((t for t in texts if value_of(t) == value and not doubtful(t)), None)
        if found is None:
            raise ValueError(f"{what} is a text that cannot be given: {value!r}")
        return found
    if not (value is None or isinstance(value, int | float)) or not math.isfinite(value or 0):
        raise ValueError(f"{what} is a finite number, True, False, None or a text, not {value!r}")
    return repr(value)


def usage(called: str, error: click.UsageError) -> ValueError:
    """What the command line complains of, in terms of keywords."""
    text = _LONG.sub(lambda match: match[1].replace("-", "_"), error.format_message())
    return ValueError(f"adc.{called}: {text}")


def _words(name: str, called: str, key: str, value: Any) -> Iterator[str]:
    options = keywords(name)
    option = options.get(key)
    if option is None:
        near = difflib.get_close_matches(key, options, 1)
        instead = f"; did you mean {near[0]!r}?" if near else ""
        raise TypeError(f"adc.{called} has no option {key!r}{instead}")
    if value is None:
        return
    if option.is_flag:
        yield from _flag(option, options.get(f"no_{key}"), f"adc.{called}: {key}", value)
        return
    for text in _texts(option, value):
        yield f"{_long(option)}={text}" if _long(option) else f"{option.opts[0]}{text}"


def _flag(
    option: click.Option, opposite: click.Option | None, what: str, value: Any
) -> Iterator[str]:
    """A flag as the word that says `value`; one that is False by default has none for that, but
    for its opposite's where that is an option of its own."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what} must be True or False, not {value!r}")
    if value:
        yield _long(option)
    elif option.secondary_opts:
        yield option.secondary_opts[0]
    elif opposite is not None:
        yield _long(opposite)


def _texts(option: click.Option, value: Any) -> list[str]:
    """What the command line has for `value`: one text, or several where each is an item."""
    if isinstance(value, Mapping):
        pairs = [f"{name}={_number(item)}" for name, item in value.items()]
        return pairs if option.name in ("defines", "texts") else [",".join(pairs)] * bool(pairs)
    if isinstance(value, (list, tuple, set, frozenset)):
        items = [_text(item) for item in value]
        return (
            items
            if option.name in ("defines", "texts") or isinstance(option.type, click.Path)
            else [",".join(items)] * bool(items)
        )
    return [_text(value)]


def _number(value: Any) -> str:
    """A number, or a range from low to high."""
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return ":".join(map(_text, value))
    return _text(value)


def _text(value: Any) -> str:
    if isinstance(value, (type, np.dtype)):
        return np.dtype(value).name
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, np.generic):
        value = value.item()
    return str(value)
