"""The forms in which option values are written on the command line."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any

import click

from adc.options import Elements

_UNITS = {
    "": 1,
    "b": 1,
    "kib": 1 << 10,
    "mib": 1 << 20,
    "gib": 1 << 30,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
}
#: Longer numbers are refused before they are read.
_DIGITS = 40
_MOST_CHARACTERS = 1000
_AMOUNT = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]*)")
#: A name; perhaps of a component, as in Fortran's `state%u` and Python's `p.k`.
_NAME = re.compile(r"[^\W\d]\w*(?:[%.][^\W\d]\w*|\.\d+)*")
_MACRO = re.compile(r"[^\W\d]\w*(?:=.*)?", re.DOTALL)
#: A number as Fortran writes it in double precision, and its truth values and Python's.
_D_EXPONENT = re.compile(r"([+-]?[0-9.]+)[dD]([+-]?[0-9]+)")
_TRUTH = {"true": 1.0, "false": 0.0, ".true.": 1.0, ".false.": 0.0}
_HEAD = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*([/>\\])\s*\(([^()]*)\)\s*")
_RETURN = re.compile(r"return\[(\d+)\]")


@dataclass(frozen=True)
class Written:
    """The elements of an array that are written out."""

    elements: Elements


class GivenPath(click.Path):
    """A path that is not empty: nothing would stand for the current folder, or for `/`."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        if not str(value).strip():
            self.fail("a path is missing: it is given as an empty text", param, ctx)
        return super().convert(value, param, ctx)


class GivenFolder(GivenPath):
    """A folder that is there."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        if str(value).strip() and not os.path.isdir(value):
            self.fail(f"there is no folder {str(value)!r}", param, ctx)
        return super().convert(value, param, ctx)


class Names(click.ParamType):  # type: ignore[type-arg]
    """`A,B`: names; `return[0]` is another spelling of `return_0`."""

    name = "names"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, ...]:
        return tuple(self._one(part.strip(), param, ctx) for part in value.split(","))

    def _one(self, text: str, param: Any, ctx: Any) -> str:
        text = _RETURN.sub(r"return_\1", text)
        if not _NAME.fullmatch(text):
            self.fail(
                f"{text!r} is not a name; write names with commas between, as A,B", param, ctx
            )
        return text


class Assignments(click.ParamType):  # type: ignore[type-arg]
    """`N=3620,TSTEPS=100`: pairs of a name and the value that `_value` reads."""

    example = ""
    further = ""

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[tuple[str, Any], ...]:
        return tuple(self._pair(part.strip(), param, ctx) for part in _apart(value))

    def _pair(self, text: str, param: Any, ctx: Any) -> tuple[str, Any]:
        name, equals, number = (part.strip() for part in text.partition("="))
        if not equals or not _NAME.fullmatch(name):
            self.fail(f"{text!r} is not of the form {self.example}{self.further}", param, ctx)
        try:
            return name, self._value(number)
        except ValueError as error:
            self.fail(f"{text!r}: {error}; write it as {self.example}", param, ctx)

    def _value(self, text: str) -> Any:
        raise NotImplementedError


class Sizes(Assignments):
    """`N=3620,TSTEPS=100`: whole numbers."""

    name = "sizes"
    example = "N=3620,TSTEPS=100"

    def _value(self, text: str) -> int:
        if text.lower() in _TRUTH:
            raise ValueError(f"{text} is a truth value, which is given by --set")
        if not re.fullmatch(r"-?[0-9][0-9_]*", text):
            raise ValueError(f"{text or 'nothing'} is not a whole number")
        if len(text) > _DIGITS or not -(2**63) <= int(text) < 2**63:
            raise ValueError("the number does not fit in 64 bits")
        return int(text)


class Settings(Assignments):
    """`lambda=0.01,h=0.9:1.1,x=[1,2]`: numbers, ranges from low to high, or all elements of an
    array, row by row; truth values are 1 and 0."""

    name = "settings"
    example = "lambda=0.01,h=0.9:1.1,x=[1,2]"
    further = "; long arrays are given by --example IN.npz"

    def _value(self, text: str) -> tuple[float, float] | Written:
        if text.startswith("["):
            return Written(self._elements(text))
        low, colon, high = text.partition(":")
        pair = (self._number(low), self._number(high if colon else low))
        if pair[0] > pair[1]:
            raise ValueError("the range's low end is above its high end")
        return pair

    def _elements(self, text: str) -> Elements:
        if not (text.startswith("[") and text.endswith("]")):
            raise ValueError(f"{text or 'nothing'} is no row of an array")
        parts = [part.strip() for part in _apart(text[1:-1].strip().removesuffix(","))]
        if not any(part.startswith("[") for part in parts):
            return tuple(self._number(part) for part in parts)
        rows = tuple(self._elements(part) for part in parts)
        if len({_lengths(row) for row in rows}) > 1:
            raise ValueError("the rows of an array are of one length")
        return rows

    @staticmethod
    def _number(text: str) -> float:
        if text.lower() in _TRUTH:
            return _TRUTH[text.lower()]
        exponent = _D_EXPONENT.fullmatch(text)
        try:
            number = float(f"{exponent[1]}e{exponent[2]}" if exponent else text)
        except ValueError:
            raise ValueError(f"{text or 'nothing'} is not a number{_instead(text)}") from None
        if number != number or number in (float("inf"), float("-inf")):
            raise ValueError(f"{text} is not a finite number")
        return number


def _apart(text: str) -> list[str]:
    """What stands between the commas of `text` that are in no brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "[") - (sign == "]")
        if sign == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _lengths(row: Elements) -> tuple[int, ...]:
    """How long a row is, then those in it."""
    first = row[0]
    return (len(row), *(_lengths(first) if isinstance(first, tuple) else ()))


def _instead(text: str) -> str:
    """Which option takes what is no number."""
    if re.match(r"[\[({]", text):
        return f"; arrays are written as x=[1,2]{Settings.further}"
    if re.fullmatch(r"[^\W\d]\w*|'.*'|\".*\"", text):
        return "; None and texts are given by --fix"
    return ""


class Fixed(click.ParamType):  # type: ignore[type-arg]
    """`TASK=FG`: an argument and its text, which may be empty."""

    name = "text"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, str]:
        name, equals, text = value.partition("=")
        if not equals or not _NAME.fullmatch(name.strip()):
            self.fail(f"{value!r} is not of the form NAME=TEXT", param, ctx)
        if not (text.isascii() and (text.isprintable() or not text)):
            self.fail(f"{text!r} has characters that are not printable ASCII", param, ctx)
        if len(text) > _MOST_CHARACTERS:
            self.fail(f"a text has up to {_MOST_CHARACTERS} characters", param, ctx)
        return name.strip(), text


@dataclass(frozen=True)
class Head:
    """What to differentiate: a routine, its dependents and its independents."""

    function: str
    of: tuple[str, ...]
    wrt: tuple[str, ...]


class HeadText(click.ParamType):  # type: ignore[type-arg]
    """`cost(j)/(x y)`, as Tapenade's -head: the dependents, then the independents; or the other
    way round with `>` or `\\`: `cost(x y)>(j)`. Names stand with commas or blanks between."""

    name = "head"

    def convert(self, value: Any, param: Any, ctx: Any) -> Head:
        match = _HEAD.fullmatch(value)
        if match is None:
            self.fail(
                f"{value!r} is not of the form 'routine(outputs)/(inputs)' or "
                "'routine(inputs)>(outputs)', with one routine",
                param,
                ctx,
            )
        routine, left, separator, right = match.groups()
        outputs, inputs = (left, right) if separator == "/" else (right, left)
        return Head(
            routine,
            self._names(outputs, "outputs", param, ctx),
            self._names(inputs, "inputs", param, ctx),
        )

    def _names(self, text: str, what: str, param: Any, ctx: Any) -> tuple[str, ...]:
        names = tuple(re.split(r"\s*,\s*|\s+", text.strip()))
        for name in names:
            if not _NAME.fullmatch(name):
                found = repr(name) if name else "nothing"
                self.fail(f"the {what} are names, and {found} is not one", param, ctx)
        return names


class Macro(click.ParamType):  # type: ignore[type-arg]
    """`NAME` or `NAME=VALUE`, for the preprocessor."""

    name = "macro"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        if not _MACRO.fullmatch(value):
            self.fail(f"{value!r} is not of the form NAME or NAME=VALUE", param, ctx)
        return str(value)


class Bytes(click.ParamType):  # type: ignore[type-arg]
    """`500MiB`: an amount of memory in bytes; KiB MiB GiB are powers of 1024, KB MB GB of 1000."""

    name = "bytes"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        if isinstance(value, int):
            return value
        match = _AMOUNT.fullmatch(value.strip())
        unit = _UNITS.get(match[2].lower()) if match else None
        if match is None or unit is None:
            self.fail(f"{value!r} is not an amount of memory; write it as 500MiB", param, ctx)
        whole, _, fraction = match[1].partition(".")
        if len(match[1]) > _DIGITS:
            self.fail(f"an amount of memory has up to {_DIGITS} digits", param, ctx)
        # In integers: a limit is met to the byte, and floats have only 53 bits.
        number = int(whole) * unit + int(fraction or 0) * unit // 10 ** len(fraction)
        if number >= 2**63:
            self.fail(f"{value!r} is more than 64 bits can count in bytes", param, ctx)
        return number
