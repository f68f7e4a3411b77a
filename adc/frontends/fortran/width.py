"""Text behind the last column of fixed form: nothing to a compiler, unless it was told of it."""

from __future__ import annotations

import re

from adc.diagnostics import Diagnostic, Severity
from adc.frontends.fortran.form import WIDTH, Text, physical_lines

_BODY = 6
_CODE = re.compile(r"[-+*/=(),&'\"]")
_NUMBERED = re.compile(r".{0,8}[ \t]*$")


def cut_lines(file: str, text: Text) -> list[Diagnostic]:
    """A warning where statements in fixed form seem to go on behind column 72.

    Nothing there counts, as for compilers, unless these are told of longer lines: then adc would
    read another program. Sequence numbers and comments are what usually stands there.
    """
    cut = [line for line in physical_lines(file, text) if _seems_cut(line.text)]
    if not cut:
        return []
    more = len(cut) - 1
    others = f" (and that of {more} other line{'s' if more > 1 else ''})" if more else ""
    return [
        Diagnostic(
            "ADC0149",
            f"text behind column 72 is passed over{others}",
            cut[0].span(WIDTH, len(cut[0].text.rstrip())),
            help="break the line if this belongs to the statement",
            severity=Severity.WARNING,
        )
    ]


def _seems_cut(text: str) -> bool:
    if len(text) <= WIDTH or text[0] in "cC*!dD#" or not text[WIDTH:].strip():
        return False
    if "\t" in text[:_BODY] or not text[_BODY:WIDTH].strip() or _in_comment(text):
        return False
    glued = text[WIDTH - 1] != " " != text[WIDTH]
    return bool(_CODE.search(text, WIDTH)) or (glued and not _NUMBERED.match(text, WIDTH))


def _in_comment(text: str) -> bool:
    quote = ""
    for character in text[_BODY : WIDTH + 1]:
        if quote:
            quote = "" if character == quote else quote
        elif character == "!":
            return True
        elif character in "'\"":
            quote = character
    return False
