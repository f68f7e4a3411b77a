"""The text of messages, character by character."""

from __future__ import annotations

import json
from textwrap import dedent

from adc.diagnostics import Diagnostic, Note, Severity, Span
from adc.diagnostics.render import WIDTH, render, render_all, segments, to_json
from adc.diagnostics.sources import SourceCache


def rendered(text: str, span: Span, **more: object) -> list[str]:
    diagnostic = Diagnostic("ADC0101", "this is refused", span, **more)  # type: ignore[arg-type]
    return render(diagnostic, SourceCache({"kernel.py": text})).splitlines()


def test_the_whole_form() -> None:
    text = "def f(x):\n    y = x\n    while y > 0:\n        y = y - 1\n"
    diagnostic = Diagnostic(
        "ADC0101",
        "`while` is not supported",
        Span("kernel.py", 3, 5, 3, 16),
        label="here",
        help="write a `for` loop over `range`",
        notes=(
            Note("the function starts here", Span("kernel.py", 1, 1, 1, 10)),
            Note("a remark without a place"),
        ),
    )
    assert render(diagnostic, SourceCache({"kernel.py": text})) == dedent(
        """\
        error[ADC0101]: `while` is not supported
         --> kernel.py:3:5
          |
        3 |     while y > 0:
          |     ^^^^^^^^^^^ here
          |
        note: the function starts here
         --> kernel.py:1:1
          |
        1 | def f(x):
          | ---------
          |
          = note: a remark without a place
          = help: write a `for` loop over `range`
        """
    )


def test_without_a_place() -> None:
    diagnostic = Diagnostic("ADC0601", "no", severity=Severity.WARNING, help="one\ntwo")
    assert (
        render(diagnostic, SourceCache()) == "warning[ADC0601]: no\n  = help: one\n          two\n"
    )


def test_several_are_set_apart() -> None:
    diagnostic = Diagnostic("ADC0601", "no")
    assert render_all([diagnostic, diagnostic], SourceCache()) == (
        "error[ADC0601]: no\n\nerror[ADC0601]: no\n"
    )


def test_a_tab_is_four_columns_wide() -> None:
    lines = rendered("\tx = y\t+ z\n", Span("kernel.py", 1, 6, 1, 11))
    assert lines[3] == "1 |     x = y    + z"
    assert lines[4] == "  |         ^^^^^^^^"


def test_wide_and_combining_characters() -> None:
    lines = rendered("a = '\u5e45' + e\u0301 + bad\n", Span("kernel.py", 1, 16, 1, 19))
    assert lines[3] == "1 | a = '\u5e45' + e\u0301 + bad"
    assert lines[4] == "  | " + " " * 15 + "^^^"


def test_line_numbers_share_one_gutter() -> None:
    text = "\n" * 99 + "bad\n"
    lines = rendered(text, Span("kernel.py", 100, 1, 100, 4))
    assert lines[1:5] == ["   --> kernel.py:100:1", "    |", "100 | bad", "    | ^^^"]


def test_a_long_line_is_cut_around_the_span() -> None:
    text = "x = " + " + ".join(f"a{i}" for i in range(200)) + "\n"
    column = text.index("a150") + 1
    lines = rendered(text, Span("kernel.py", 1, column, 1, column + 4))
    shown, marks = lines[3][4:], lines[4][4:]
    assert shown.startswith("...") and shown.endswith("...")
    assert len(shown) <= WIDTH
    start = marks.index("^")
    assert shown[start : start + 4] == "a150" and marks.count("^") == 4


def test_a_long_span_starts_in_view() -> None:
    text = "x = " + "a" * 300 + "\n"
    lines = rendered(text, Span("kernel.py", 1, 5, 1, 305))
    assert lines[3].endswith("a...") and lines[4].startswith("  |     ^^^")
    assert len(lines[4]) <= WIDTH + 4


def test_a_span_over_several_lines_shows_its_first_and_last() -> None:
    text = "x = f(a,\n      b,\n      c) + 1\n"
    lines = rendered(text, Span("kernel.py", 1, 5, 3, 9), label="all of it")
    assert lines[2:] == [
        "  |",
        "1 | x = f(a,",
        "  |     ^^^^",
        "...",
        "3 |       c) + 1",
        "  |       ^^ all of it",
        "  |",
    ]


def test_a_point_is_one_caret_also_at_the_end_of_a_line() -> None:
    assert rendered("x = \n", Span("kernel.py", 1, 4))[4] == "  |    ^"
    assert rendered("", Span("kernel.py", 1, 1))[2:5] == ["  |", "1 |", "  | ^"]


def test_a_place_beyond_the_source_has_no_excerpt() -> None:
    assert rendered("x\n", Span("kernel.py", 9, 1)) == [
        "error[ADC0101]: this is refused",
        " --> kernel.py:9:1",
    ]
    lines = render(Diagnostic("ADC0602", "no", Span("missing.py", 1, 1)), SourceCache())
    assert lines == "error[ADC0602]: no\n --> missing.py:1:1\n"


def test_control_characters_do_not_reach_the_terminal() -> None:
    lines = rendered("x = '\x1b[31m'\n", Span("kernel.py", 1, 1, 1, 2))
    assert "\x1b" not in "".join(lines)
    assert lines[3] == "1 | x = '\ufffd[31m'"


def test_the_coloured_text_is_the_plain_text() -> None:
    sources = SourceCache({"kernel.py": "x = y\n"})
    diagnostic = Diagnostic("ADC0101", "no", Span("kernel.py", 1, 5, 1, 6), help="do")
    pieces = segments(diagnostic, sources)
    assert "".join(text for text, _ in pieces) == render(diagnostic, sources)
    assert ("error[ADC0101]", "bold red") in pieces


def test_json_has_the_same_facts() -> None:
    diagnostic = Diagnostic(
        "ADC0101", "no", Span("kernel.py", 2, 5), help="do", notes=(Note("because"),)
    )
    assert json.loads(json.dumps(to_json(diagnostic))) == {
        "code": "ADC0101",
        "severity": "error",
        "message": "no",
        "label": "",
        "help": "do",
        "span": {"file": "kernel.py", "line": 2, "column": 5, "end_line": 2, "end_column": 6},
        "notes": [{"message": "because", "span": None}],
    }
