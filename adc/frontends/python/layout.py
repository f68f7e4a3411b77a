"""The layout of a Python file, before its grammar: strings, brackets, indentation, chunks.

A *chunk* is one statement at the top level with everything that belongs to it. Chunks are parsed
one by one, so that a part of the file that a kernel does not use cannot stand in its way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from adc.diagnostics import AdcError, Note
from adc.frontends.python.source import Source

_TOKEN = re.compile(
    r"""
    (?P<string> (?i:[rbuf]|rb|br|fr|rf)? (?: \"{3}(?:[^\\]|\\.)*?\"{3} | '{3}(?:[^\\]|\\.)*?'{3}
        | "(?!"")(?:[^"\\\n]|\\.)*" | '(?!'')(?:[^'\\\n]|\\.)*' ) )
    | (?P<comment> \#[^\n]* )
    | (?P<newline> \n )
    | (?P<continuation> \\[ \t]*\n )
    | (?P<open> [([{] )
    | (?P<close> [])}] )
    | (?P<quote> \"{3} | '{3} | ["'] )
    | (?P<word> \w+ )
    | (?P<other> [^\s\w"'\#()\[\]{}\\]+ | \\ )
    """,
    re.VERBOSE | re.DOTALL,
)
_PAIRS = {")": "(", "]": "[", "}": "{"}
_CONTINUES = ("elif", "else", "except", "finally")


@dataclass(frozen=True)
class Chunk:
    """The characters `start` to `stop`; `word` is the first word, that of what is decorated."""

    start: int
    stop: int
    word: str


def chunks(source: Source) -> list[Chunk]:
    """The top-level statements; raises ADC013x where brackets, quotes or indentation are wrong."""
    starts = list(_logical_lines(source))
    _check_indentation(source, starts)
    heads = [s for s in starts if s == 0 or source.text[s - 1] == "\n"]
    found: list[Chunk] = []
    decorated = False
    for start, stop in pairwise([*heads, len(source.text)]):
        word = _first_word(source.text, start)
        if found and (decorated or word in _CONTINUES):
            start = found[-1].start
            word = word if decorated else found[-1].word
            found.pop()
        found.append(Chunk(start, stop, word))
        decorated = word == "@"
    return found


def _first_word(text: str, start: int) -> str:
    match = re.compile(r"\w+|@").match(text, start)
    return match.group() if match else ""


def _logical_lines(source: Source) -> Iterator[int]:
    """The offset of the first character of each statement line, comments and strings skipped."""
    open_brackets: list[re.Match[str]] = []
    fresh = True
    for token in _TOKEN.finditer(source.text):
        kind = token.lastgroup
        if kind == "newline":
            fresh = fresh or not open_brackets
            continue
        if kind in ("comment", "continuation"):
            continue
        if fresh and not open_brackets:
            yield token.start()
        fresh = False
        if kind == "open":
            open_brackets.append(token)
        elif kind == "close":
            _close(source, open_brackets, token)
        elif kind == "quote":
            raise _unterminated(source, token)
    if open_brackets:
        raise _unclosed(source, open_brackets[-1])


def _close(source: Source, open_brackets: list[re.Match[str]], token: re.Match[str]) -> None:
    span = source.span_at(token.start(), token.end())
    if not open_brackets:
        message = f"`{token.group()}` closes nothing"
        raise AdcError.of("ADC0132", message, span, help="remove it, or open it before")
    opened = open_brackets.pop()
    if opened.group() != _PAIRS[token.group()]:
        raise AdcError.of(
            "ADC0132",
            f"`{token.group()}` does not match `{opened.group()}`",
            span,
            help="close the brackets in the reverse of the order in which they are opened",
            notes=(Note("opened here", source.span_at(opened.start(), opened.end())),),
        )


def _unclosed(source: Source, token: re.Match[str]) -> AdcError:
    span = source.span_at(token.start(), token.end())
    closing = {v: k for k, v in _PAIRS.items()}[token.group()]
    message = f"`{token.group()}` is never closed"
    return AdcError.of("ADC0132", message, span, help=f"add the missing `{closing}`")


def _unterminated(source: Source, token: re.Match[str]) -> AdcError:
    span = source.span_at(token.start(), token.end())
    return AdcError.of(
        "ADC0136", "the string is never closed", span, help=f"close it with {token.group()}"
    )


def _check_indentation(source: Source, starts: list[int]) -> None:
    """Raise ADC0133 or ADC0134 where a statement's indentation belongs to no block."""
    stack = [""]
    for start in starts:
        line_start = source.text.rfind("\n", 0, start) + 1
        indent = source.text[line_start:start]
        if indent.strip(" \t"):
            continue  # behind a continued line, or behind a bracket: no statement of its own
        if indent == stack[-1]:
            continue
        if indent.startswith(stack[-1]):
            if start == starts[0]:
                raise _misplaced(source, line_start, start, "unexpected indentation")
            stack.append(indent)
            continue
        while stack and indent != stack[-1]:
            if not stack[-1].startswith(indent):
                raise _mixed(source, line_start, start)
            stack.pop()
            if not indent.startswith(stack[-1]):
                continue
            if indent != stack[-1]:
                message = "this indentation matches no block around it"
                raise _misplaced(source, line_start, start, message)


def _misplaced(source: Source, line_start: int, start: int, message: str) -> AdcError:
    return AdcError.of(
        "ADC0133",
        message,
        source.span_at(line_start, start),
        help="align the line with the block that it belongs to",
    )


def _mixed(source: Source, line_start: int, start: int) -> AdcError:
    return AdcError.of(
        "ADC0134",
        "tabs and spaces are mixed in the indentation",
        source.span_at(line_start, start),
        help="indent the whole file with spaces",
    )
