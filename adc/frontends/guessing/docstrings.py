"""What docstrings say of a function's parameters: a phrase for the type, and a description.

Read are the styles of NumPy (`a, b : float`, under a line with a rule below), Google (`a (float):
…`, under `Args:`) and Sphinx (`:param float a: …`, `:type a: float`). `type_phrases.py` tells
what a phrase means.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TITLES = r"(?:(?:other|keyword|input)\s+)?(?:parameters?|params?|arguments?|args|inputs?)"
_TITLE = re.compile(rf"{_TITLES}\s*:?", re.IGNORECASE)
_RULE = re.compile(r"[-=~]{3,}")
_ANY_TITLE = re.compile(
    r"(returns?|yields?|raises?|outputs?|examples?|notes?|references|see also|warnings?"
    r"|attributes|warns|todo)\s*:?",
    re.IGNORECASE,
)
_FIELD = re.compile(r"[:@](param|parameter|arg|argument|key|keyword|type)\s+([^:]*?)\s*:(.*)")
_ENTRY = re.compile(
    r"(?:[-*+]\s+)?(?P<names>`{0,2}\w+`{0,2}(?:\s*,\s*`{0,2}\w+`{0,2})*)"
    r"\s*(?:\((?P<inside>.*?)\)\s*(?::|$|--?\s)|(?::|\s--?\s)|$)\s*(?P<rest>.*)"
)


@dataclass(frozen=True)
class Said:
    """What a docstring says of one parameter: a phrase that names its type ("" for none), and its
    description in words."""

    phrase: str = ""
    description: str = ""


@dataclass(frozen=True)
class _Line:
    indent: int
    text: str


def said_of(docstring: str | None) -> dict[str, Said]:
    """What `docstring` says of each parameter that it names; nothing of what it gives back."""
    if not docstring:
        return {}
    lines = [
        _Line(len(line) - len(line.lstrip()), line.strip())
        for line in inspect.cleandoc(docstring).split("\n")
    ]
    found = dict(_of_sections(lines))
    for name, said in _of_fields(lines):
        known = found.get(name, Said())
        found[name] = Said(
            known.phrase or said.phrase, f"{known.description} {said.description}".strip()
        )
    return found


def _of_fields(lines: list[_Line]) -> Iterator[tuple[str, Said]]:
    """Sphinx's fields: `:param float a: words`, `:type a: float`."""
    for k, line in enumerate(lines):
        field = _FIELD.match(line.text)
        if field is None:
            continue
        kind, label, rest = field.groups()
        words = [rest, *_continued(lines[k + 1 :], line.indent)]
        text = " ".join(w.strip() for w in words)
        phrase, _, name = label.rpartition(" ")
        yield name.strip("`*\\"), Said(text) if kind == "type" else Said(phrase, text)


def _continued(lines: list[_Line], indent: int) -> Iterator[str]:
    """The lines that go on with a field."""
    for line in lines:
        if not line.text or line.text[0] in ":@" or line.indent <= indent:
            return
        yield line.text


def _of_sections(lines: list[_Line]) -> Iterator[tuple[str, Said]]:
    """The entries of all sections about parameters."""
    for k, line in enumerate(lines):
        if not _TITLE.fullmatch(line.text):
            continue
        ruled = k + 1 < len(lines) and _RULE.fullmatch(lines[k + 1].text) is not None
        if not ruled and not _is_title(line, lines[k + 1 : k + 3]):
            continue
        body = list(_section(lines[k + 1 + ruled :], line.indent, ruled))
        yield from _entries(body, ruled)


def _is_title(line: _Line, following: list[_Line]) -> bool:
    """Whether a line without a rule below heads a section: more is said further in, or it ends in a
    colon."""
    below = next((after for after in following if after.text), None)
    return below is not None and (line.text.endswith(":") or below.indent > line.indent)


def _section(lines: list[_Line], indent: int, ruled: bool) -> Iterator[_Line]:
    for k, line in enumerate(lines):
        if k + 1 < len(lines) and line.text and _RULE.fullmatch(lines[k + 1].text):
            return
        if line.text and _ANY_TITLE.fullmatch(line.text) and line.indent <= indent:
            return
        if line.text and not ruled and line.indent <= indent and not _ENTRY.fullmatch(line.text):
            return
        if line.text:
            yield line


def _entries(lines: list[_Line], ruled: bool) -> Iterator[tuple[str, Said]]:
    """Each parameter of a section: its lines begin where the section's first does."""
    if not lines:
        return
    outer = lines[0].indent
    starts = [k for k, line in enumerate(lines) if line.indent <= outer]
    for k, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        entry = _ENTRY.fullmatch(lines[k].text)
        if entry is None:
            continue
        below = " ".join(line.text for line in lines[k + 1 : end])
        inside, rest = entry["inside"] or "", entry["rest"]
        said = Said(inside, f"{rest} {below}".strip())
        if not inside and ruled:
            said = Said(rest, below)
        elif not inside:
            said = Said("", f"{rest} {below}".strip())
        for name in entry["names"].split(","):
            yield name.strip(" `"), said
