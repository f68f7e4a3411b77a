"""`--inactive` for functions of modules that adc does not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.options import Request
from adc.pipeline import Front, Silent, front_half

HEAD = """
import numpy as np
import page as st
from reports import tell
from own import told
def here(x):
    x[0] = 3.0
class K:
    def go(self, x):
        st.note.write(f"{x[0]}")
        return x * 2
def f(x: "float64[n]", s: float):
"""

NAMES = ("st.error", "st.note.write", "tell", "told", "here", "np.copyto")


def front(folder: Path, body: str, inactive: tuple[str, ...] = NAMES) -> Front:
    (folder / "own.py").write_text("def told(x):\n    x[0] = 5.0\n")
    path = folder / "kernel.py"
    path.write_text(HEAD + "".join(f"    {line}\n" for line in body.split("\n")))
    return front_half(Request((str(path),), function="f", wrt=("x",), inactive=inactive), Silent())


def test_calls_are_left_out_with_a_note(tmp_path: Path) -> None:
    body = "st.error(f'bad {s}')\ntell('a', x=x)\nreturn K().go(x) * s"
    told = [w.message for w in front(tmp_path, body).warnings if w.code == "ADC0126"]
    assert [m.split("`")[1] for m in told] == ["st.error", "tell", "st.note.write"]


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("told(x)\nreturn x * s", "ADC0126", "one of the source's own"),
        ("here(x)\nreturn x * s", "ADC0126", "one of the source's own"),
        ("tell = here\ntell(x)\nreturn x * s", "ADC0126", "one of the source's own"),
        ("np.copyto(x, x[::-1])\nreturn x * s", "ADC0126", "another one that adc reads"),
        ("tell(x.sort())\nreturn x * s", "ADC0126", "may do more"),
        ("y = tell(x)\nreturn y * s", "ADC0123", "`tell` comes from `reports`"),
    ],
)
def test_what_may_change_numbers_is_not(tmp_path: Path, body: str, code: str, said: str) -> None:
    with pytest.raises(AdcError) as refusal:
        front(tmp_path, body)
    [told] = refusal.value.diagnostics
    assert told.code == code and said in told.message


def test_the_refusal_says_how(tmp_path: Path) -> None:
    with pytest.raises(AdcError) as refusal:
        front(tmp_path, "st.error('bad')\nreturn x * s", inactive=())
    [told] = refusal.value.diagnostics
    assert told.help is not None and told.help.endswith("`--inactive st.error`")
