"""Text behind the last column of fixed form: nothing to a compiler, unless it was told of it."""

from __future__ import annotations

import re

from adc.diagnostics import AdcError, Diagnostic, Note, Severity
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.physical import WIDTH, Text, physical_lines

_BODY = 6
_CODE = re.compile(r"[-+*/=(),&'\"]")
_NUMBERED = re.compile(r".{0,8}[ \t]*$")


def cut_lines(file: str, text: Text, width: int = WIDTH) -> list[Diagnostic]:
    """A warning where statements in fixed form seem to go on behind column `width`.

    Nothing there counts, as for compilers, unless these are told of longer lines: then adc would
    read another program. Sequence numbers and comments are what usually stands there.
    """
    cut = [line for line in physical_lines(file, text) if seems_cut(line.text, width)]
    if not cut:
        return []
    more = len(cut) - 1
    others = f" (and that of {more} other line{'s' if more > 1 else ''})" if more else ""
    return [
        Diagnostic(
            "ADC0149",
            f"text behind column {width} is passed over{others}",
            cut[0].span(width, len(cut[0].text.rstrip())),
            help="break the line if this belongs to the statement, or give `--line-length 132`",
            severity=Severity.WARNING,
        )
    ]


#: What is wrong with a statement that goes on: numbers of lines may be its words then.
_INCOMPLETE = ("ends too early", "is never closed")


def cut_off(error: AdcError, line: Line) -> AdcError:
    """`error`, which is why the statement cannot be read, or the text behind its last column if
    that is why."""
    (first, *_) = error.diagnostics
    if line.cut is None or not (line.goes_on or first.message.endswith(_INCOMPLETE)):
        return error
    return AdcError.of(
        "ADC0149", "text behind the last column is passed over, and what is left is no statement",
        line.cut,
        help="break the line, or give `--line-length 132` (or `none`) if compilers are told so",
        notes=(Note(f"what is left: {first.message}", first.span),),
    )  # fmt: skip


def seems_cut(text: str, width: int = WIDTH) -> bool:
    """Whether text behind column `width` of a line in fixed form seems to be a statement's; never
    where `width` is 0, for no end."""
    if not width or len(text) <= width or text[0] in "cC*!dD#" or not text[width:].strip():
        return False
    if "\t" in text[:_BODY] or not text[_BODY:width].strip() or _in_comment(text, width):
        return False
    glued = text[width - 1] != " " != text[width]
    return bool(_CODE.search(text, width)) or (glued and not _NUMBERED.match(text, width))


def _in_comment(text: str, width: int) -> bool:
    quote = ""
    for character in text[_BODY : width + 1]:
        if quote:
            quote = "" if character == quote else quote
        elif character == "!":
            return True
        elif character in "'\"":
            quote = character
    return False
