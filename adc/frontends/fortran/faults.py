"""Syntax errors of Fortran statements: what Lark found, said in the user's terms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from adc.diagnostics import AdcError
from adc.frontends.fortran.line import Line

_MOST = 4  # more that would fit here is no help
_OPERAND = "an expression"
_WHAT = {
    "NAME": "a name", "LABEL": "a label", "REAL": _OPERAND, "INT": _OPERAND, "STRING": _OPERAND,
    "TRUTH": _OPERAND, "RPAR": "`)`", "LPAR": "`(`", "EQUAL": "`=`", "COMMA": "`,`",
    "COLON": "`:`", "SLASH": "`/`", "STAR": "`*`", "RSQB": "`]`",
    "ONLY": "`only:`", "INTENT": "`intent(in)`", "RESULT": "`result(…)`",
}  # fmt: skip
_OPERATORS = frozenset({"SIGN", "STAR", "SLASH", "POWER", "CONCAT", "RELATION", "LOGICAL"})
_DEFINED = re.compile(r"\.[a-z]+\.")
_WORD = re.compile(r"[a-z0-9_]+|[=/<>]=|\*\*|//|=>")
_KNOWN = re.compile(r"[a-z0-9_ '\"()\[\]/*+\-=<>.,:;%]")
_FOREIGN = {
    "!": "write `/=` for `is not`, and `.not.` for a negation",
    "^": "write a power as `**`",
    "&": "write `.and.`; as a continuation mark it stands at the end of a line",
    "|": "write `.or.`",
    "$": "use letters, digits and `_` in names",
    "\N{MINUS SIGN}": "use the plain minus `-`",
    "\N{EN DASH}": "use the plain minus `-`",
    "\N{NO-BREAK SPACE}": "replace the no-break space by an ordinary one",
    "\N{LEFT SINGLE QUOTATION MARK}": "use the plain quote `'`",
    "\N{RIGHT SINGLE QUOTATION MARK}": "use the plain quote `'`",
    "\N{LEFT DOUBLE QUOTATION MARK}": 'use the plain quote `"`',
    "\N{RIGHT DOUBLE QUOTATION MARK}": 'use the plain quote `"`',
}


def syntax_error(error: UnexpectedInput, line: Line, begin: int, end: int) -> AdcError:
    """The diagnostic for what Lark raised on the stretch `begin` to `end` of `line`."""
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        return _unexpected(line, begin + (error.token.start_pos or 0), end, _accepted(error))
    if isinstance(error, UnexpectedCharacters):
        return _unexpected(line, begin + error.pos_in_stream, end, error.allowed or ())
    accepted = _accepted(error) if isinstance(error, UnexpectedToken) else ()
    return _ends_early(line, begin, end, accepted)


def _accepted(error: UnexpectedToken) -> Collection[str]:
    return error.accepts or error.expected or ()


def _unexpected(line: Line, at: int, end: int, accepted: Collection[str]) -> AdcError:
    defined = _DEFINED.match(line.text, at, end)
    if defined:
        message = f"the operator `{defined.group()}` is not one of Fortran's own"
        span = line.span(at, defined.end())
        return AdcError.of("ADC0159", message, span, help="call the function behind it by name")
    character = line.text[at]
    span = line.span(at, at + 1)
    if not _KNOWN.match(character):
        shown = character if character.isprintable() else f"U+{ord(character):04X}"
        message = f"Fortran has no character `{shown}`"
        return AdcError.of("ADC0161", message, span, help=_FOREIGN.get(character, "remove it"))
    if character == "(" and line.text[at - 1 : at] == ")":
        message = "a substring of an array element is not supported"
        return AdcError.of("ADC0157", message, span, help="use whole elements")
    if character == "[":
        way_out = "remove the coarray's brackets"
        return AdcError.of("ADC0157", "coarrays are not supported", span, help=way_out)
    opened = unclosed(line.text, at) if character in ")]" else None
    if character in ")]" and opened is None:
        message = f"`{character}` closes nothing"
        return AdcError.of("ADC0155", message, span, help="remove it, or open it before")
    word = _WORD.match(line.text, at, end)
    stop = word.end() if word else at + 1
    message = f"unexpected `{line.text[at:stop]}`"
    compared = line.text[at:stop] == "=" and "RELATION" in accepted
    way_out = "compare with `==`" if compared else _wanted(accepted)
    return AdcError.of("ADC0155", message, line.span(at, stop), help=way_out)


def _ends_early(line: Line, begin: int, end: int, accepted: Collection[str]) -> AdcError:
    opened = unclosed(line.text, end)
    if opened is not None and opened >= begin:
        span = line.span(opened, opened + 1)
        message = f"`{line.text[opened]}` is never closed"
        return AdcError.of("ADC0155", message, span, help="close it")
    message = "the statement ends too early"
    if end < len(line.text):
        message = f"`{line.text[end]}` comes too early"
        span = line.span(end, end + 1)
    else:
        span = line.span(max(end - 1, 0), end)
    return AdcError.of("ADC0155", message, span, help=_wanted(accepted))


def _wanted(accepted: Collection[str]) -> str:
    """What stands to reason here; operators and the like are left out where all fit."""
    several = len(_OPERATORS & set(accepted)) > 3
    names = [name for name in accepted if not (several and name in _OPERATORS)]
    if several:
        names = [name for name in names if name not in ("LPAR", "PERCENT")]
    found = sorted({_WHAT[name] for name in names if name in _WHAT})
    if _OPERAND in found:
        found = [_OPERAND, *(w for w in found if w in ("`)`", "`:`"))]
    if several:
        found.append("an operator")
    listed = found[0] if len(found) == 1 else ", ".join(found[:-1]) + " or " + "".join(found[-1:])
    if "$END" in accepted:
        return f"end the statement here, or write {listed}" if found else "end the statement here"
    if not found or len(found) > _MOST:
        return "check the statement up to this point"
    return f"write {listed} here"


def unclosed(text: str, end: int) -> int | None:
    """Where the innermost parenthesis or bracket opens that `text[:end]` leaves open."""
    opened: list[int] = []
    for at, character in outside_strings(text, end):
        if character in "([":
            opened.append(at)
        elif character in ")]" and opened:
            opened.pop()
    return opened[-1] if opened else None


def outside_strings(text: str, end: int, begin: int = 0) -> Iterator[tuple[int, str]]:
    """The characters of `text[begin:end]` outside of character constants, with their places."""
    quote = ""
    for at in range(begin, end):
        character = text[at]
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        else:
            yield at, character
