"""Routines of a library, of which a program knows what a rule says: how they are called."""

from __future__ import annotations

from dataclasses import dataclass

import sympy


@dataclass(frozen=True)
class External:
    """What makes a program without a body stand for the function `symbol` of a library.

    It takes the program's parameters in their order: by reference, as Fortran does, or where
    `by_value` numbers that it only reads by value. `narrow` are those of the integers that it
    takes in 32 bits; `link` are the flags by which a program is linked with it. `tangent` and
    `adjoint` name the routines, external ones beside it, that are its derivatives, "" where there
    is none: what they are passed are its own arguments, by their names, and derivatives of these,
    which are `of` them.
    """

    symbol: str
    by_value: bool = False
    narrow: tuple[str, ...] = ()
    link: str = ""
    tangent: str = ""
    adjoint: str = ""


@dataclass(frozen=True)
class OwnText(External):
    """The same for a function whose text generated files carry with them, in the back end's
    language. It takes `letters` first, which choose among its variants, and integers by value.
    `work` estimates its element operations, by the program's symbols."""

    letters: str = ""
    work: sympy.Expr = sympy.S.One
