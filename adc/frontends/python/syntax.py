"""Syntax errors: what Lark found, said in the user's terms.

The state of Lark's parser at the failure tells what it would have accepted (the idea behind Lark's
`match_examples`); the frequent mistakes are named from that.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from adc.diagnostics import AdcError, Span
from adc.frontends.python.source import Source

_BLOCK_WORDS = re.compile(
    r"\s*(async|class|def|elif|else|except|finally|for|if|match|try|while|with)\b"
)
_CHARACTERS = {
    "\N{LEFT DOUBLE QUOTATION MARK}": 'use the plain quote `"`',
    "\N{RIGHT DOUBLE QUOTATION MARK}": 'use the plain quote `"`',
    "\N{LEFT SINGLE QUOTATION MARK}": "use the plain quote `'`",
    "\N{RIGHT SINGLE QUOTATION MARK}": "use the plain quote `'`",
    "\N{NO-BREAK SPACE}": "replace the no-break space by an ordinary one",
    "\N{MINUS SIGN}": "use the plain minus `-`",
    "\N{EN DASH}": "use the plain minus `-`",
    "\N{MULTIPLICATION SIGN}": "use `*`",
    "!": "write `not` for a negation, `!=` for a comparison",
    "?": "write a choice as `a if condition else b`",
}


def syntax_error(error: Exception, source: Source) -> AdcError:
    """The diagnostic for what Lark raised while it parsed (a part of) `source`."""
    if isinstance(error, UnexpectedCharacters):
        return _bad_character(error, source)
    if isinstance(error, UnexpectedToken):
        return _bad_token(error, source)
    line = getattr(error, "line", 0)
    span = Span(source.file, line if isinstance(line, int) and line > 0 else 1)
    message = "the file ends in the middle of a statement"
    return AdcError.of("ADC0130", message, span, help="complete the last statement")


def _bad_character(error: UnexpectedCharacters, source: Source) -> AdcError:
    span = Span(source.file, error.line, error.column, error.line, error.column + 1)
    character = source.line(error.line)[error.column - 1]
    if character.isdigit():
        message = "this number is not written as Python reads it"
        return AdcError.of("ADC0130", message, span, help="write integers without leading zeros")
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    return AdcError.of(
        "ADC0137",
        f"unexpected character `{shown}`",
        span,
        help=_CHARACTERS.get(character, "remove it"),
    )


Check = Callable[[UnexpectedToken, Source, Span], AdcError | None]


def _bad_token(error: UnexpectedToken, source: Source) -> AdcError:
    span = _token_span(error.token, source)
    for check in _CHECKS:
        found = check(error, source, span)
        if found:
            return found
    if error.token.type in ("_NEWLINE", "$END", "_DEDENT"):
        message = "the line ends in the middle of a statement"
        return AdcError.of("ADC0130", message, span, help="complete the statement")
    text = str(error.token)
    return AdcError.of(
        "ADC0130",
        f"invalid syntax at `{text}`",
        span,
        label="not expected here",
        help="check the statement up to this point",
    )


def _token_span(token: Token, source: Source) -> Span:
    """Where `token` stands; for the end of a line, the last character before it."""
    if token.type in ("_NEWLINE", "$END", "_DEDENT"):
        line = token.line
        text = source.line(line)[: token.column - 1] if token.type == "_NEWLINE" else ""
        while not text.strip() and line > 1:
            line -= 1
            text = source.line(line)
        column = max(len(text.rstrip()), 1)
        return Span(source.file, line, column, line, column + 1)
    return Span(source.file, token.line, token.column, token.end_line, token.end_column)


def _indentation(error: UnexpectedToken, source: Source, span: Span) -> AdcError | None:
    if error.token.type == "_INDENT":
        line = error.token.end_line
        text = source.line(line)
        width = len(text) - len(text.lstrip())
        return AdcError.of(
            "ADC0133",
            "unexpected indentation",
            Span(source.file, line, 1, line, width + 1),
            help="align the line with the block that it belongs to",
        )
    if error.accepts == {"_INDENT"}:
        return AdcError.of(
            "ADC0133",
            "an indented block is missing after this line",
            _line_end_before(error.token, source),
            help="indent the block, or write `pass`",
        )
    return None


def _line_end_before(token: Token, source: Source) -> Span:
    """The last character of the last statement line above `token`: the header's colon."""
    line = token.line - 1 if token.type != "_NEWLINE" else token.line
    while line > 1 and not source.line(line).split("#")[0].strip():
        line -= 1
    column = max(len(source.line(line).split("#")[0].rstrip()), 1)
    return Span(source.file, line, column, line, column + 1)


def _missing_colon(error: UnexpectedToken, source: Source, span: Span) -> AdcError | None:
    if "COLON" not in error.accepts or not _BLOCK_WORDS.match(source.line(error.token.line)):
        return None
    if error.token.type != "_NEWLINE":
        return None
    return AdcError.of("ADC0131", "`:` is missing at the end of the line", span, help="add `:`")


def _else_if(error: UnexpectedToken, source: Source, span: Span) -> AdcError | None:
    before = source.line(error.token.line)[: error.token.column - 1]
    if error.token != "if" or before.strip() != "else":
        return None
    return AdcError.of("ADC0130", "`else if` is not Python", span, help="write `elif`")


def _print_statement(error: UnexpectedToken, source: Source, span: Span) -> AdcError | None:
    before = source.line(error.token.line)[: error.token.column - 1]
    if not re.search(r"(^|[;:\s])print\s+$", before):
        return None
    start = before.rindex("print") + 1
    return AdcError.of(
        "ADC0135",
        "the print statement of Python 2",
        Span(source.file, span.line, start, span.line, start + len("print")),
        help="leave it out: the generated code prints nothing",
    )


def _assignment_for_comparison(
    error: UnexpectedToken, source: Source, span: Span
) -> AdcError | None:
    line = source.line(error.token.line)
    if error.token != "=" or not re.match(r"\s*(if|elif|while|assert)\b", line):
        return None
    return AdcError.of("ADC0130", "`=` in a condition", span, help="compare with `==`")


def _doubled_operator(error: UnexpectedToken, source: Source, span: Span) -> AdcError | None:
    before = source.line(error.token.line)[: error.token.column - 1]
    for doubled, word in (("&", "and"), ("|", "or")):
        if error.token == doubled and before.endswith(doubled):
            place = Span(source.file, span.line, span.column - 1, span.line, span.end_column)
            message = f"`{doubled * 2}` is not Python"
            return AdcError.of("ADC0130", message, place, help=f"write `{word}`")
    return None


def _reserved_word(error: UnexpectedToken, source: Source, span: Span) -> AdcError | None:
    if not keyword.iskeyword(str(error.token)) or not error.accepts & {"NAME", "name"}:
        return None
    text = str(error.token)
    message = f"`{text}` is a reserved word of Python and cannot be a name"
    return AdcError.of("ADC0130", message, span, help=f"rename it, to `{text}_` for example")


_CHECKS: tuple[Check, ...] = (
    _indentation,
    _else_if,
    _missing_colon,
    _print_statement,
    _assignment_for_comparison,
    _doubled_operator,
    _reserved_word,
)
