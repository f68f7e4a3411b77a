"""Values that are kept until what they are made of changes, which the routine notes behind them.

The original keeps them from call to call, in one process for all inputs of the check.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

SEASON = """\
      FUNCTION SEASON(DAY, P)
      DOUBLE PRECISION SEASON, DAY, P(4), DAYL, P4, C, C2, P3, RATE
      SAVE
      DATA DAYL/-1.D0/, P4/-1.D3/, P3/-1.D3/, RATE/1.7D-2/
      IF (DAY .NE. DAYL .OR. P4 .NE. P(4)) C = COS(RATE*(DAY - P(4)))
      IF (DAY .NE. DAYL .OR. P(3) .NE. P3) THEN
         C2 = SIN(RATE*DAY*P(3))
         C2 = C2**2
      END IF
      DAYL = DAY
      P4 = P(4)
      P3 = P(3)
      SEASON = P(1) + C*(P(2) + P(3)*C) + C2
      END
"""
#: What makes running the blocks in every call another function, or may do so.
OTHERWISE = {
    "returns": ("      DAYL = DAY\n", "      IF (P(2) .GT. 0.7D0) RETURN\n      DAYL = DAY\n"),
    "asked": ("SEASON = P(1)", "SEASON = P(1) + DAYL"),
    "more": ("(DAY - P(4)))\n", "(DAY - P(2)))\n"),
    "changed": ("      DAYL = DAY\n", "      C = C + P(2)\n      DAYL = DAY\n"),
    "another": ("P4 = P(4)", "P4 = P(2)"),
    "key": ("      DAYL = DAY\n", "      P(4) = P(4)/2\n      DAYL = DAY\n"),
    "sometimes": ("      P3 = P(3)\n", "      IF (P(2) .GT. 0.7D0) P3 = P(3)\n"),
    "all": (".NE. DAYL .OR. P4", ".NE. DAYL .AND. P4"),
    "adds": ("C2 = SIN(RATE", "C2 = C2 + SIN(RATE"),
    "begun": ("RATE/1.7D-2/", "RATE/1.7D-2/, C/0.5D0/"),
    "jumped": ("      P4 = P(4)\n", "   20 P4 = P(4)\n"),
}


def checked(text: str, folder: Path) -> tuple[int, str]:
    (folder / "season.f").write_text(text)
    words = ["check", "season.f", "--function", "season", "--wrt", "p,day", "--of", "season"]
    done = run_adc(words, folder, {})
    return done.exit_code, done.output


def test_blocks_are_run_in_every_call(tmp_path: Path) -> None:
    status, output = checked(SEASON, tmp_path)
    assert status == 0, output
    assert "tangent against gfortran" in output


@pytest.mark.parametrize("change", OTHERWISE, ids=list(OTHERWISE))
def test_what_later_calls_see_is_refused(change: str, tmp_path: Path) -> None:
    old, new = OTHERWISE[change]
    text = SEASON.replace(old, new)
    if change == "jumped":
        first = "      IF (DAY .NE. DAYL .OR. P4"
        text = text.replace(first, f"      IF (P(1) .GT. 0.7D0) GO TO 20\n{first}")
    assert text != SEASON
    status, output = checked(text, tmp_path)
    assert status == 1 and "--first-call" in output, output
