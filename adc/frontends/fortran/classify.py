"""Which statement a line is, from its first characters.

No keyword of Fortran is reserved: `if(i) = 3`, `end = 2` and, in fixed form, `do10i = 1.5` are
assignments. What looks like an assignment is one; keywords come after.
"""

from __future__ import annotations

import re
from functools import lru_cache

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran.faults import outside_strings
from adc.frontends.fortran.line import Line

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_CONSTRUCT_NAME = re.compile(r"([a-z][a-z0-9_]*):(?!:)")

#: Statements by keyword; `_` is a blank that free form may have or leave out. A keyword that is
#: the beginning of another one comes after it.
_KEYWORDS = (
    "else_if", "else_where", "else", "end_file", "end", "if", "do_while", "do_concurrent",
    "double_precision", "double_complex", "do", "where", "forall", "select_case", "select_type",
    "select_rank", "case_default", "case", "block_data", "block", "associate", "critical",
    "call", "continue", "return", "go_to", "cycle", "exit", "error_stop", "stop", "pause",
    "real", "integer", "logical", "character", "complex", "type_is", "type", "class_is",
    "class_default", "class", "byte",
    "implicit", "parameter", "dimension", "common", "data", "save", "external", "intrinsic",
    "intent", "optional", "allocatable", "pointer", "target", "value", "volatile",
    "asynchronous", "contiguous", "protected", "public", "private", "bind", "codimension",
    "equivalence", "namelist", "import", "include", "use", "interface", "abstract_interface",
    "enumerator", "enum", "module_procedure", "procedure", "generic", "final", "sequence",
    "submodule", "module", "program", "subroutine", "function", "entry", "contains", "format",
    "print", "write", "read", "open", "close", "inquire", "rewind", "backspace", "flush", "wait",
    "allocate", "deallocate", "nullify", "assign", "sync", "event", "lock", "unlock",
)  # fmt: skip


def _behind(keyword: str) -> str:
    """What has to stand behind a keyword that would be one of another statement without it."""
    return r"(?= ?\()" if keyword.endswith("_is") else ""


@lru_cache(maxsize=2)
def _pattern(fixed: bool) -> re.Pattern[str]:
    if fixed:
        ordered = sorted(_KEYWORDS, key=lambda k: len(k.replace("_", "")), reverse=True)
        return re.compile("|".join(k.replace("_", "") + _behind(k) for k in ordered))
    texts = [keyword.replace("_", " ?") + _behind(keyword) for keyword in _KEYWORDS]
    return re.compile("(?:" + "|".join(texts) + r")(?![a-z0-9_]) ?")


_CANONICAL = {keyword.replace("_", ""): keyword.replace("_", " ") for keyword in _KEYWORDS}


def keyword(line: Line, at: int = 0) -> tuple[str, int]:
    """The keyword at `at`, spelt with its blanks, and where the text behind it begins; "" where
    there is none."""
    found = _pattern(line.fixed).match(line.text, at)
    if found is None:
        return "", at
    return _CANONICAL[found.group().replace(" ", "")], found.end()


def keyword_span(line: Line, at: int) -> Span:
    """The span of the line's beginning up to `at`, without a blank at its end."""
    return line.span(0, max(len(line.text[:at].rstrip()), 1))


def construct_name(line: Line) -> tuple[str, int]:
    """The name in `name: do …`, and where the statement begins behind it."""
    found = _CONSTRUCT_NAME.match(line.text)
    return (found.group(1), found.end()) if found else ("", 0)


def assigns(line: Line) -> bool:
    """Whether the line is an assignment or a pointer assignment, by its form alone."""
    at = _after_designator(line.text)
    if at == 0 or not line.text.startswith("=", at) or line.text[at + 1 : at + 2] in "=>":
        return False
    return not (line.fixed and line.text.startswith("do") and _lists(line.text, at + 1))


def is_pointer_assignment(line: Line) -> bool:
    at = _after_designator(line.text)
    return line.text.startswith("=>", at)


def _after_designator(text: str) -> int:
    """Where the variable ends that `text` begins with: `a`, `a(i)`, `a%b(i)%c`; else 0."""
    at = 0
    while True:
        name = _NAME.match(text, at)
        if name is None:
            return 0
        at = name.end()
        while text.startswith("(", at):
            closed = matching(text, at)
            if closed is None:
                return 0
            at = closed + 1
        if not text.startswith("%", at):
            return at
        at += 1


def outer_equals(text: str) -> int | None:
    """Where the first `=` stands outside of parentheses; None where there is none."""
    depth = 0
    for at, character in outside_strings(text, len(text)):
        depth += (character in "([") - (character in ")]")
        if character == "=" and depth == 0:
            return at
    return None


def _lists(text: str, at: int) -> bool:
    """Whether there is a comma behind `at` outside of parentheses, as in `do10i=1,n`."""
    depth = 0
    for _, character in outside_strings(text, len(text), at):
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            return True
    return False


def matching(text: str, at: int) -> int | None:
    """Where the parenthesis that opens at `at` is closed; None where it is not."""
    depth = 0
    for place, character in outside_strings(text, len(text), at):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return place
    return None


def closing(line: Line, at: int) -> int:
    """Where the parenthesis that must stand at `at` is closed; raises AdcError."""
    if not line.text.startswith("(", at):
        span = line.span(at, at + 1) if at < len(line.text) else line.span(at - 1, at)
        message = "`(` is missing"
        raise AdcError.of("ADC0155", message, span, help="put the condition into parentheses")
    found = matching(line.text, at)
    if found is None:
        message = "`(` is never closed"
        raise AdcError.of("ADC0155", message, line.span(at, at + 1), help="close it")
    return found


def split(line: Line, begin: int, end: int) -> list[tuple[int, int]]:
    """The stretches between the commas of `begin` to `end` that are outside of parentheses."""
    found: list[tuple[int, int]] = []
    depth, start = 0, begin
    for at, character in outside_strings(line.text, end, begin):
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            found.append((start, at))
            start = at + 1
    return [*found, (start, end)]
