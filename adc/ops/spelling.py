"""How sources and back ends spell an operation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Intrinsic:
    """A name in Fortran. `takes` is the one type that a specific name takes (Fortran 2018, 16.8),
    "" for a generic name; `gives` its result's type where that is another."""

    name: str
    takes: str = ""
    gives: str = ""


@dataclass(frozen=True)
class Code:
    """What a back end writes: the names of functions of doubles, of floats and of integers, or a
    sign in front of the operand or between the two.

    `text` defines the function where the language has none of this meaning, with REAL for the type
    and F for the suffix of single precision at names; `integer_text` does so for integers.
    """

    double: str = ""
    single: str = ""
    integer: str = ""
    sign: str = ""
    text: str = ""
    integer_text: str = ""


#: Spellings by back end: "c" is what every back end writes that has none of its own.
Codes = Mapping[str, Code]


def fortran(*names: str, double: str = "", single: str = "", integer: str = "",
            others: tuple[Intrinsic, ...] = ()) -> tuple[Intrinsic, ...]:  # fmt: skip
    """Generic `names`, and specific ones (several in one text) by what they take."""
    specific = (("real(8)", double), ("real(4)", single), ("integer", integer))
    found = [Intrinsic(name) for name in names]
    found += [Intrinsic(name, takes) for takes, text in specific for name in text.split()]
    return (*found, *others)


def c_function(name: str, integer: str = "", integer_text: str = "") -> Codes:
    """A function of <math.h>, whose single-precision kin ends in f."""
    return {"c": Code(name, f"{name}f", integer, integer_text=integer_text)}


def c_macro(name: str) -> Codes:
    """A macro of <math.h> for all floating types."""
    return {"c": Code(name, name)}


def c_helper(name: str, text: str, integer: str = "", integer_text: str = "") -> Codes:
    """A function that the generated file brings along."""
    return {"c": Code(name, f"{name}f", integer, text=text, integer_text=integer_text)}


def c_sign(sign: str) -> Codes:
    return {"c": Code(sign=sign)}
