"""Lines that begin with `#`: the system's `cpp`, and the way back from what it writes.

`cpp` gets the text on its standard input, behind a line marker with the file's name, and its own
markers say where each line of its output comes from. Columns are found by comparing the line with
the one in the file: what a macro stands for has the columns of the macro.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path, PurePath

from adc.diagnostics import AdcError, Diagnostic, Span
from adc.frontends.fortran.physical import Physical, Text
from adc.frontends.source import normalise

#: As gfortran calls it, which has nothing predefined but these.
_COMMAND = ("cpp", "-traditional-cpp", "-undef", "-D__GFORTRAN__=1", "-D_LANGUAGE_FORTRAN=1")
_SECONDS = 60
_MOST_TOKENS = 400  # of a line whose columns are worth finding
_MOST_COMPLAINTS = 10

_DIRECTIVE = re.compile(r"^#", re.MULTILINE)
_PREDEFINED = re.compile(r"\b__(FILE|LINE|DATE|TIME|GFORTRAN)__\b")
_OWN_MARKER = re.compile(r"^#[ \t]*(line[ \t]+)?[0-9].*$", re.MULTILINE)
_MARKER = re.compile(r'# ([0-9]+) "((?:[^"\\]|\\.)*)"[ 0-9]*$')
_PASSED_OVER = re.compile(r"#[ \t]*(pragma|ident|sccs)?\b|#[ \t]*$")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_COMPLAINT = re.compile(r"(.*?):(?:([0-9]+):(?:([0-9]+):)?)? (?:fatal )?error: (.*)")
_TOKEN = re.compile(r"\w+|[ \t]+|.", re.DOTALL)


@dataclass(frozen=True)
class Preprocessed:
    """What `cpp` leaves, and the files that it read on the way (for `--depfile`)."""

    text: Text
    included: tuple[str, ...] = ()


def preprocessed(
    path: str, text: str, defines: tuple[str, ...] = (), includes: tuple[str, ...] = ()
) -> Preprocessed:
    """`text`, the contents of the file at `path`, with its `#` lines carried out.

    A text without any stays as it is. Raises ADC0153 with what `cpp` complains of, and ADC0616
    where there is no `cpp`.
    """
    if not _is_wanted(path, text, defines):
        return Preprocessed(text)
    rest = _OWN_MARKER.sub("", text)
    folder = str(PurePath(path).parent)
    words = [*_COMMAND, *(f"-D{d}" for d in defines), "-iquote", folder]
    output = _run([*words, *(f"-I{folder}" for folder in includes), "-"], path, rest)
    originals = {path: text.split("\n")}
    found = list(_traced(output, originals))
    return Preprocessed(found, tuple(file for file in originals if file != path))


def _is_wanted(path: str, text: str, defines: tuple[str, ...]) -> bool:
    """Files of an upper-case suffix go through `cpp` without a `#` line where it matters."""
    suffix = PurePath(path).suffix
    if _DIRECTIVE.search(text):
        return True
    upper = suffix[:2] == ".F" or suffix == ".fpp"
    return upper and (bool(defines) or _PREDEFINED.search(text) is not None)


def _run(words: list[str], path: str, text: str) -> str:
    """What `cpp` makes of `text`, the file at `path`."""
    name = path.replace("\\", "\\\\").replace('"', '\\"')
    data = f'# 1 "{name}"\n{text}'.encode("utf-8", errors="replace")
    try:
        done = subprocess.run(
            words, input=data, capture_output=True, timeout=_SECONDS, env=_environment()
        )
    except (OSError, ValueError):
        raise AdcError.of(
            "ADC0616",
            f"{path} has lines for the preprocessor, and `cpp` cannot be run",
            help="install `cpp`, which is part of GCC",
        ) from None
    except subprocess.TimeoutExpired:
        message = f"`cpp` did not come to an end within {_SECONDS} s"
        span = Span(path, 1, 1, 1, 2)
        raise AdcError.of("ADC0153", message, span, help="check what it includes") from None
    if done.returncode:
        raise _failure(done.stderr.decode("utf-8", errors="replace"), path, text)
    return _decoded(done.stdout).replace("\r", "\n")


def _decoded(data: bytes) -> str:
    """`data`, in which lines of files in Latin-1 stand among UTF-8: what is none is Latin-1."""
    text = data.decode("utf-8", errors="surrogateescape")
    return text.translate({0xDC00 + byte: byte for byte in range(0x80, 0x100)})


def _environment() -> dict[str, str]:
    """That of adc, with messages in English: they are read."""
    return {**os.environ, "LC_ALL": "C"}


# -- what it complains of --------------------------------------------------------------------------


def _failure(complaints: str, path: str, text: str) -> AdcError:
    matches = [m for m in map(_COMPLAINT.fullmatch, complaints.splitlines()) if m]
    rows = {path: text.split("\n")}
    found = [_diagnostic(match, rows) for match in matches[:_MOST_COMPLAINTS]]
    if not found:
        message = "`cpp` failed without saying why"
        found = [Diagnostic("ADC0153", message, Span(path, 1, 1, 1, 2), help="run it by hand")]
    return AdcError(found)


def _diagnostic(match: re.Match[str], rows: dict[str, list[str]]) -> Diagnostic:
    file, row, _, message = match.groups()
    if file.startswith("<") or not row:
        way_out = "check the `-D` and `-I` of the command line"
        return Diagnostic("ADC0153", f"`cpp`: {message}", None, help=way_out)
    lines = rows[file] if file in rows else rows.setdefault(file, _rows(file))
    if "No such file" in message:
        name = message.partition(":")[0]
        span = _whole_line(file, lines, int(row), name)
        text = f"`cpp` does not find `{name}`"
        return Diagnostic("ADC0153", text, span, help="name its folder with `-I`")
    span = _whole_line(file, lines, int(row), "")
    told = re.match(r"#error\b ?(.*)", message)
    if told:
        text = f"the source stops the preprocessor: {told.group(1) or '#error'}"
        return Diagnostic("ADC0153", text, span, help="define with `-D` what it asks for")
    return Diagnostic("ADC0153", f"`cpp`: {message}", span, help="correct the line")


def _whole_line(file: str, lines: list[str], row: int, name: str) -> Span:
    """Line `row`, or the one before where only that has `name`: `cpp` counts one too far then."""
    row = max(1, min(row, len(lines)))
    if row > 1 and name not in lines[row - 1] and name in lines[row - 2]:
        row -= 1
    text = lines[row - 1].rstrip() if lines else ""
    return Span(file, row, 1, row, max(2, len(text) + 1))


# -- the way back ----------------------------------------------------------------------------------


def _traced(output: str, originals: dict[str, list[str]]) -> Iterator[Physical]:
    """The lines of `output` with their places; adds the files that are met to `originals`."""
    file, number = "", 0
    for row in output.split("\n"):
        marker = _MARKER.match(row)
        if marker:
            file, number = _unescaped(marker.group(2)), int(marker.group(1))
            if not _is_inner(file) and file not in originals:
                originals[file] = _rows(file)
            continue
        if file and not _is_inner(file):
            text = "" if _PASSED_OVER.match(row) else row
            yield Physical(file, max(1, number), text, _columns(originals[file], number, text))
        number += 1


def _is_inner(file: str) -> bool:
    """`<built-in>`, `<command-line>`, and what glibc makes `cpp` read in before everything."""
    return file.startswith("<") or file.endswith("/stdc-predef.h")


def _unescaped(name: str) -> str:
    def character(match: re.Match[bytes]) -> bytes:
        code = match.group(1)
        return bytes([int(code, 8) & 255]) if len(code) == 3 else code

    return _ESCAPE.sub(character, name.encode("utf-8")).decode("utf-8", errors="replace")


def _rows(file: str) -> list[str]:
    try:
        return normalise(_decoded(Path(file).read_bytes())).split("\n")
    except (OSError, ValueError):
        return []


def _columns(rows: list[str], number: int, text: str) -> tuple[int, ...] | None:
    """The column in the file's line of each character of `text`, and of what follows.

    None where they are the same, or the file has no such line.
    """
    if not 1 <= number <= len(rows) or rows[number - 1] == text:
        return None
    original = rows[number - 1]
    old, new = _TOKEN.findall(original), _TOKEN.findall(text)
    if max(len(old), len(new)) > _MOST_TOKENS:
        return (*(min(at, len(original)) + 1 for at in range(len(text))), len(original) + 1)
    starts = [0]
    for token in old:
        starts.append(starts[-1] + len(token))
    columns: list[int] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        size = sum(map(len, new[c:d]))
        columns += _spread(starts[a], starts[b], size, tag == "equal")
    return (*columns, len(original) + 1)


def _spread(start: int, stop: int, size: int, equal: bool) -> list[int]:
    """Columns from 1 for `size` characters that stand for `start` to `stop` of a line."""
    if equal:
        return list(range(start + 1, stop + 1))
    last = max(start, stop - 1)
    columns = [min(start + at, last) + 1 for at in range(size)]
    return [*columns[:-1], last + 1] if columns else []
