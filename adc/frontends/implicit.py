"""Comments that say what a loop solves: `# adc: fixed-point u` and `# adc: root u`.

In Fortran they are `!$adc fixed-point u`. Behind the names, which commas or blanks divide, there
may stand `tolerance 1e-10` and `limit 500`. Such a comment is for the loop whose header is the next
line that is no comment.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from adc.diagnostics import AdcError, Span
from adc.ir.implicit import Directive, Equation

_WORDS = "|".join(e.value for e in Equation)
_PYTHON = re.compile(rf"[ \t]*#[ \t]*adc:[ \t]*({_WORDS})\b(.*?)[ \t]*$")
_FORTRAN = re.compile(rf"[ \t]*[!c*]\$adc[ \t]+({_WORDS})\b(.*?)[ \t]*$", re.IGNORECASE)
_SKIPPED = {
    False: re.compile(r"[ \t]*(#.*)?$"),
    True: re.compile(r"([ \t]*(!.*)?|[c*].*)$", re.IGNORECASE),
}
_HEADER = {
    False: re.compile(r"[ \t]*(while|for)\b"),
    True: re.compile(r"[ \t\d]*(\w+[ \t]*:[ \t]*)?do\b", re.IGNORECASE),
}
_OPTION = re.compile(r"[ \t,]+(tolerance|limit)(?![\w.])[ \t]*([^\s,]*)", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z_]\w*$")


def directives(texts: Mapping[str, str], fortran: bool) -> tuple[Directive, ...]:
    """Those of the sources `texts`, in order; AdcError ADC0630 for one that cannot be read or that
    stands before no loop."""
    pattern = _FORTRAN if fortran else _PYTHON
    found: list[Directive] = []
    for file, text in texts.items():
        lines = text.replace("\r\n", "\n").split("\n")
        for number, line in enumerate(lines, 1):
            match = pattern.match(line)
            if match is not None:
                span = Span(file, number, match.start(1) + 1, number, match.end(2) + 1)
                header = _header(lines, number, fortran, span)
                found.append(_read(match[1], match[2], header, span, fortran))
    return tuple(found)


def _header(lines: Sequence[str], number: int, fortran: bool, span: Span) -> int:
    """The number of the line on which the loop begins that the comment in line `number` is for."""
    for following in range(number, len(lines)):
        if not _SKIPPED[fortran].match(lines[following]):
            if _HEADER[fortran].match(lines[following]):
                return following + 1
            break
    word = "DO" if fortran else "while"
    raise _fault("this comment stands before no loop", span, f"put it right before the `{word}`")


def _read(word: str, rest: str, line: int, span: Span, fortran: bool) -> Directive:
    rest = rest.split("#")[0] if not fortran else rest.split("!")[0]
    tolerance: float | None = None
    limit = 0
    for option in _OPTION.finditer(rest):
        if option[1].lower() == "limit":
            limit = _limit(option[2], span)
        else:
            tolerance = _tolerance(option[2], span)
    names = _names(_OPTION.sub("", rest), span, fortran)
    return Directive(Equation(word.lower()), names, span.file, line, span, tolerance, limit)


def _names(text: str, span: Span, fortran: bool) -> tuple[str, ...]:
    names = tuple(re.split(r"[ \t,]+", text.strip(" \t,"))) if text.strip(" \t,") else ()
    wrong = next((n for n in names if not _NAME.match(n)), None)
    if wrong is not None or not names:
        message = f"`{wrong}` is no variable" if names else "this comment names no variable"
        raise _fault(message, span, "name what the loop solves for: `fixed-point u`")
    return tuple(dict.fromkeys(n.lower() if fortran else n for n in names))


def _tolerance(text: str, span: Span) -> float:
    try:
        value = float(re.sub("[dD]", "e", text))
    except ValueError:
        value = math.nan
    if not 0 < value < 1:
        help_ = "give a number between 0 and 1: `tolerance 1e-10`"
        raise _fault(f"`{text}` is no tolerance", span, help_)
    return value


def _limit(text: str, span: Span) -> int:
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise _fault(f"`{text}` is no number of iterations", span, "give one: `limit 500`")
    return int(text)


def _fault(message: str, span: Span, help_: str) -> AdcError:
    return AdcError.of("ADC0630", message, span, help=help_)


def at(found: Iterable[Directive], header: Span) -> Directive | None:
    """The one for the loop whose header is at `header`."""
    return next((d for d in found if (d.file, d.line) == (header.file, header.line)), None)
