"""The source form of Fortran: from the text of a file, fixed or free, to logical lines.

What is wrong with one line (a string that is never closed, a label that is none) is kept in
`Line.fault` and raised by the reader of statements: a line of one routine does no harm to another.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.physical import WIDTH, Physical, Text, physical_lines
from adc.frontends.fortran.width import seems_cut
from adc.options import USUAL, Form

FIXED_SUFFIXES = (".f", ".for", ".ftn", ".f77", ".fpp")
#: Fixed form: the mark of a continuation stands behind the label, then the statement.
_MARK, _BODY = 5, 6
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_DIRECTIVE = re.compile(r"[!c*]\$ad(?!\w)(.*)", re.IGNORECASE)
_CONTINUED = re.compile(r"&[ \t]*(!.*)?$")
_LABEL = re.compile(r"([0-9]+) ?")
_HOLLERITH = re.compile(r"(?:^|[^a-z0-9_.])([0-9]{1,3})$")
_SIZED_TYPE = re.compile(r"(real|integer|logical|complex|character|byte)\*[0-9]+")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


Directive = tuple[str, Span]


def is_fixed(path: str, form: Form = USUAL) -> bool:
    """Whether the file is in fixed form: by `form`, where that says it, and else by its name."""
    if form.kind:
        return form.kind == "fixed"
    return PurePath(path).suffix.lower() in FIXED_SUFFIXES


def lines(
    file: str, text: Text, fixed: bool, width: int = WIDTH
) -> tuple[list[Line], list[Directive]]:
    """The logical lines of `text`, and its `!$ad` directives: what follows `$ad`, and the comment.
    `width` is how many columns of fixed form count, 0 for all.

    Raises nothing: see `Line.fault`.
    """
    reader = _FixedReader(width) if fixed else _FreeReader()
    for physical in physical_lines(file, text):
        reader.read(physical)
    reader.end()
    return reader.found, reader.directives


class _Reader:
    """Collects the characters of one logical line after the other."""

    fixed: bool

    def __init__(self) -> None:
        self.found: list[Line] = []
        self.directives: list[Directive] = []
        self.file = ""
        self._start_statement()

    def _start_statement(self) -> None:
        self.text: list[str] = []
        self.places: list[tuple[int, int]] = []
        self.label = 0
        self.label_span: Span | None = None
        self.fault: AdcError | None = None
        self.quote = ""
        self.quote_span: Span | None = None
        self.blank: tuple[int, int] | None = None
        self.cut: Span | None = None
        self.goes_on = False
        self.skip = 0  # characters of a Hollerith constant still to come

    def blame(self, error: AdcError) -> None:
        """The first fault of a line is the one that counts."""
        self.fault = self.fault or error

    def add_directive(self, physical: Physical) -> None:
        """Notes the comment line `physical` where it is a directive."""
        body = physical.text.lstrip(" \t")
        match = _DIRECTIVE.match(body)
        if match:
            start = len(physical.text) - len(body)
            span = physical.span(start, len(physical.text.rstrip()))
            self.directives.append((match.group(1).strip(), span))

    def add(self, character: str, place: tuple[int, int]) -> None:
        """One more character of the statement; blanks only where they count."""
        if self.quote:
            self.text.append(character)
            self.places.append(place)
            if character == self.quote:
                self.quote = ""
            return
        if character in " \t":
            self.blank = self.blank or place
            return
        character = character.translate(_LOWER)
        words = character in _WORD and self.text[-1:] and self.text[-1] in _WORD
        if self.blank and words and not self.fixed:
            self.text.append(" ")
            self.places.append(self.blank)
        self.blank = None
        self.text.append(character)
        self.places.append(place)

    def open_quote(self, character: str, physical: Physical, at: int) -> None:
        self.add(character, (physical.number, physical.column(at)))
        self.quote = character
        self.quote_span = physical.span(at, max(at + 1, len(physical.text.rstrip())))

    def finish(self) -> None:
        """Ends the statement that is being read."""
        if self.quote:
            self.blame(_unterminated(self.quote, self.quote_span))
        if not self.fixed:
            self._take_label()
        if self.label_span and not self.text:
            self.blame(_lonely(self.label_span))
        if self.text or self.fault:
            self.found.append(self._line())
        self._start_statement()

    def _take_label(self) -> None:
        match = _LABEL.match("".join(self.text[:12]))
        if match is None:
            return
        row, column = self.places[0]
        last_row, last_column = self.places[len(match.group(1)) - 1]
        self.set_label(match.group(1), Span(self.file, row, column, last_row, last_column + 1))
        del self.text[: match.end()], self.places[: match.end()]

    def set_label(self, digits: str, span: Span) -> None:
        self.label_span = span
        self.label = int(digits) if len(digits) <= 5 else 0
        if not self.label:
            message = f"a label has one to five digits, not all 0: `{digits}`"
            self.blame(AdcError.of("ADC0150", message, span, help="renumber it"))

    def _line(self) -> Line:
        places = list(self.places)
        if not places:
            span = self.fault.diagnostics[0].span if self.fault else None
            places = [(span.line, span.column) if span else (1, 1)]
        else:
            places.append((places[-1][0], places[-1][1] + 1))
        text = "".join(self.text)
        return Line(
            self.file, text, tuple(places), self.label, self.fixed, self.cut, self.goes_on,
            self.fault,
        )  # fmt: skip


class _FixedReader(_Reader):
    """Columns 1 to 5 for the label, 6 for the mark of a continuation, 7 to 72 for the statement,
    or to another `width`."""

    fixed = True
    begun = False

    def __init__(self, width: int = WIDTH) -> None:
        super().__init__()
        self.width = width
        self.last = width or None  # columns of a line that count

    def read(self, physical: Physical) -> None:
        first = physical.text[:1]
        if first == "#":
            self.end()
            self.found.append(_unpreprocessed(physical, True))
            return
        row = _columns(physical.text)
        if self._is_comment(physical.text, row):
            self.add_directive(physical)
            return
        if len(row) > _MARK and row[_MARK][0] not in " 0":
            self._continue(physical, row)
            return
        self.end()
        self.file = physical.file
        self.begun = True
        self._read_label(physical, row)
        self._read_body(physical, row)

    def end(self) -> None:
        self.finish()
        self.begun = False

    def _is_comment(self, text: str, row: list[tuple[str, int]]) -> bool:
        if text[:1] in ("c", "C", "*", "!"):
            return True
        if text[:1] in ("d", "D") and re.match(r"[ 0-9]{4}|[ 0-9]*(\t|$)", text[1:5]):
            return True  # a line for debugging, which compilers leave out unless told otherwise
        body = "".join(c for c, _ in row[: self.last])
        first = len(body) - len(body.lstrip(" "))
        return first == len(body) or (body[first] == "!" and first != _MARK)

    def _continue(self, physical: Physical, row: list[tuple[str, int]]) -> None:
        field = _label_field(physical, row)
        if field is not None and not re.fullmatch("[0-9]+", field[0]):
            self.blame(_no_label(*field))
        elif not self.begun:
            mark = row[_MARK][1]
            self.blame(_orphan(physical.span(mark, mark + 1)))
        elif field is not None:
            message = "columns 1 to 5 of a continuation line are not blank"
            way_out = "move the label to the statement's first line"
            self.blame(AdcError.of("ADC0150", message, field[1], help=way_out))
        if not self.begun:
            self.file = physical.file
            self.begun = True
        self._read_body(physical, row)

    def _read_label(self, physical: Physical, row: list[tuple[str, int]]) -> None:
        field = _label_field(physical, row)
        if field is None:
            return
        if re.fullmatch("[0-9]+", field[0]):
            self.set_label(*field)
        else:
            self.blame(_no_label(*field))

    def _read_body(self, physical: Physical, row: list[tuple[str, int]]) -> None:
        for character, at in row[_BODY : self.last]:
            if not self._read_character(character, physical, at):
                return
        self._check_width(physical, row)
        if self.width and physical.text[self.width :].strip():
            self.cut = physical.span(self.width, len(physical.text.rstrip()))
            self.goes_on |= seems_cut(physical.text, self.width)
        # A string that is continued holds the blanks up to the last column, where there is one.
        if self.quote or self.skip:
            place = (physical.number, physical.column(max(len(physical.text) - 1, 0)))
            for _ in range(max(len(row), _BODY), self.width):
                self._pad(place)

    def _read_character(self, character: str, physical: Physical, at: int) -> bool:
        """Takes one character in; False where a comment begins."""
        place = (physical.number, physical.column(at))
        if self.skip:
            self._add_hollerith(character, place)
        elif self.quote:
            self.add(character, place)
        elif character == "!":
            return False
        elif character == ";":
            self.finish()
        elif character in "'\"":
            self.open_quote(character, physical, at)
        elif character in "hH" and self._begins_hollerith():
            self._open_hollerith(physical, at)
        else:
            self.add(character, place)
        return True

    def _pad(self, place: tuple[int, int]) -> None:
        if self.skip:
            self._add_hollerith(" ", place)
        elif self.quote:
            self.add(" ", place)

    def _begins_hollerith(self) -> bool:
        last = self.text[-1:]
        if not last or not "0" <= last[0] <= "9":
            return False
        sized = len(self.text) < 20 and _SIZED_TYPE.fullmatch("".join(self.text))
        return self._length_before_h() is not None and not sized

    def _length_before_h(self) -> str | None:
        match = _HOLLERITH.search("".join(self.text[-4:]))
        return match.group(1) if match else None

    def _open_hollerith(self, physical: Physical, at: int) -> None:
        """`5Hhello` is 'hello' in a FORMAT, which is only read past, and refused elsewhere."""
        digits = self._length_before_h() or ""
        start = len(self.text) - len(digits)
        if "".join(self.text[:7]) != "format(":
            row, column = self.places[start]
            end = physical.column(at) + 1
            span = Span(physical.file, row, column, physical.number, end)
            self.blame(
                AdcError.of(
                    "ADC0152",
                    "Hollerith constants are not supported",
                    span,
                    help="write the text between quotes",
                )
            )
        del self.text[start:], self.places[start:]
        self.skip = int(digits)
        place = (physical.number, physical.column(at))
        self.text.append("'")
        self.places.append(place)
        if not self.skip:
            self._close_hollerith(place)

    def _add_hollerith(self, character: str, place: tuple[int, int]) -> None:
        self.text.extend([character] * (2 if character == "'" else 1))
        self.places.extend([place] * (2 if character == "'" else 1))
        self.skip -= 1
        if not self.skip:
            self._close_hollerith(place)

    def _close_hollerith(self, place: tuple[int, int]) -> None:
        self.text.append("'")
        self.places.append(place)

    def _check_width(self, physical: Physical, row: list[tuple[str, int]]) -> None:
        """Blames a macro that pushes a statement past the last column, where compilers cut it."""
        last = self.width or len(row)
        pushed = [at for c, at in row[last:] if c != " " and physical.column(at) <= last]
        if physical.columns is None or not pushed:
            return
        message = f"with its macros replaced, the line is longer than {self.width} columns"
        span = physical.span(row[_BODY][1], len(physical.text))
        self.blame(AdcError.of("ADC0153", message, span, help="break the line"))


class _FreeReader(_Reader):
    """Statements anywhere; `&` at the end continues one, in a string too."""

    fixed = False

    def __init__(self) -> None:
        super().__init__()
        self.mark: Span | None = None  # the `&` that says that the statement goes on

    def read(self, physical: Physical) -> None:
        text = physical.text
        start = len(text) - len(text.lstrip(" \t"))
        if text[:1] == "#":
            self.found.append(_unpreprocessed(physical, False))
            return
        if start == len(text) or (text[start] == "!"):
            self.add_directive(physical)
            return
        if self.mark is None:
            self.file = physical.file
        start = self._begin(physical, start)
        self.mark = None
        self._read_body(physical, start)
        if self.mark is None:
            self.finish()

    def end(self) -> None:
        if self.mark is not None:
            message = "the statement is continued, but nothing follows"
            self.blame(AdcError.of("ADC0151", message, self.mark, help="remove the `&`"))
            self.quote = ""
        self.finish()

    def _begin(self, physical: Physical, start: int) -> int:
        """Where the statement begins or goes on in the line."""
        if physical.text[start] == "&":
            if self.mark is None:
                self.blame(_orphan(physical.span(start, start + 1)))
            return start + 1
        if self.mark is not None and self.quote:
            message = "a string that is continued goes on behind a second `&`"
            way_out = "begin this line with `&`"
            span = physical.span(start, start + 1)
            self.blame(AdcError.of("ADC0151", message, span, help=way_out))
        elif self.mark is not None:
            self.blank = self.blank or (physical.number, physical.column(start))
        return start

    def _read_body(self, physical: Physical, start: int) -> None:
        text = physical.text.rstrip(" \t")
        for at, character in enumerate(text[start:], start):
            if character == "&" and self._is_continued(text, at):
                self.mark = physical.span(at, at + 1)
                return
            if self.quote:
                self.add(character, (physical.number, physical.column(at)))
            elif character == "!":
                return
            elif character == ";":
                self.finish()
            elif character in "'\"":
                self.open_quote(character, physical, at)
            else:
                self.add(character, (physical.number, physical.column(at)))

    def _is_continued(self, text: str, at: int) -> bool:
        if self.quote:
            return at == len(text) - 1
        return _CONTINUED.match(text, at) is not None


def _columns(text: str) -> list[tuple[str, int]]:
    """The characters of a fixed-form line by column, each with its index in `text`.

    A tab in columns 1 to 6 leads to column 7; a digit behind it is the mark of a continuation.
    """
    tab = text.find("\t", 0, _BODY)
    if tab < 0:
        return [(" " if c == "\t" else c, at) for at, c in enumerate(text)]
    row = [(c, at) for at, c in enumerate(text[:tab])]
    row += [(" ", tab)] * (_BODY - tab)
    behind = tab + 1
    if text[behind : behind + 1] in tuple("123456789"):
        row[_MARK] = (text[behind], behind)
        behind += 1
    return row + [(" " if c == "\t" else c, at) for at, c in enumerate(text[behind:], start=behind)]


def _label_field(physical: Physical, row: list[tuple[str, int]]) -> tuple[str, Span] | None:
    """What stands in columns 1 to 5, without its blanks, and where; None where nothing does."""
    used = [(c, at) for c, at in row[:_MARK] if c != " "]
    if not used:
        return None
    return "".join(c for c, _ in used), physical.span(used[0][1], used[-1][1] + 1)


def _no_label(text: str, span: Span) -> AdcError:
    message = "columns 1 to 5 of fixed form hold a label or nothing"
    way_out = "begin the statement in column 7; give `--free` for files in free form"
    if text[0].isdigit():
        way_out = "write the label in digits alone, and begin the statement in column 7"
    return AdcError.of("ADC0150", message, span, help=way_out)


def _unterminated(quote: str, span: Span | None) -> AdcError:
    return AdcError.of("ADC0136", "the string is never closed", span, help=f"close it with {quote}")


def _lonely(span: Span) -> AdcError:
    return AdcError.of(
        "ADC0150", "a label without a statement", span, help="write `continue` behind the label"
    )


def _orphan(span: Span) -> AdcError:
    return AdcError.of(
        "ADC0151", "there is no statement that this line could continue", span,
        help="remove the mark of the continuation",
    )  # fmt: skip


def _unpreprocessed(physical: Physical, fixed: bool) -> Line:
    span = physical.span(0, max(1, len(physical.text.rstrip())))
    error = AdcError.of(
        "ADC0153", "a line for the preprocessor in a file that does not go through it", span,
        help="include the file with `#include`",
    )  # fmt: skip
    return Line(physical.file, "", ((physical.number, 1),), 0, fixed, fault=error)
