"""Fields that methods and functions give new values, as what is differentiated."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

SOURCE = """
import numpy as np


class Sub:
    def __init__(self, x):
        self.x = x

    def step(self, u):
        self.x = self.x*u


class K:
    def __init__(self, x, y, s):
        self.x, self.y, self.s = x, y, s

    def predict(self, u):
        self.x = self.x*u + self.y
        self.s = self.s*2 + u[0]

    def twice(self, u):
        self.predict(u)
        self.predict(2*u)
        return self.x

    def item(self, u):
        self.x[:] = self.x*u
        return u[0]

    def either(self, u):
        if u[0] > 10:
            self.s = u[0]
            return
        self.predict(u)
        if u[0] > 0.5:
            self.x = u*3
            return
        self.x[0] *= u[1]

    def some(self, u, n):
        for k in range(n):
            self.x = self.x*u
        return self.s*u[0], self.x

    def shared(self, u):
        self.x = self.y
        self.y *= u

    def swapped(self, u):
        self.x, self.y = self.y*u, self.x

    def the_argument(self, u):
        self.x = u
        u[0] = self.s*2

    def kept(self, u):
        old = self.x
        self.x = old*u
        old[0] = 0.0

    def helped(self, u):
        def inner(v):
            self.x = v*v
            return v
        w = inner(u)
        self.x = self.x*w

    def taken(self, u):
        self.x += u
        x = self.x
        self.x = x*x
        x[0] = 3.0

    def new(self, u):
        self.z = u*self.s
        return self

    def chosen(self, u):
        self.x = u[u > self.s]

    def a_list(self, u):
        self.x = [u[0]*u[0], u[1]]

    def of_a_kind(self, u):
        self.x = (u, u[0])

    def rebound(self, u):
        self = K(u, u, 1.0)
        self.x = self.x*u

    def unlike(self, u):
        self.x = self.x*u
        if u[0] > 0.5:
            return u[0], u[1]
        return u[0]

    @property
    def total(self):
        self.s = self.s*self.x[0]
        return self.s


class P:
    def __init__(self, x, s):
        self.x = x
        self.s = s


def f(p: P, y):
    p.x = p.x*y
    p.s *= y
    return p.s + y


def names(p: P, y):
    q = p
    q.x = p.x*y
    owner = q.x*2
    return owner


def unseen(p: K, y):
    p.x = p.x*y
"""

FIELDS = "self.x: float64[2], self.y: float64[2], self.s: float64"
OBJECT = "p.x: float64[2], p.s: float64, y: float64"
SHARED = "p.x: float64[2], p.y: float64[2], p.s: float64, y: float64"
U = "u: float64[2]"

#: The function, its arguments, what is asked for, of what, and more words.
CHECKS = {
    "a field": ("K.predict", f"{FIELDS}, {U}", "self.x", "u,self.x", ""),
    "a number": ("K.predict", f"{FIELDS}, {U}", "self.s", "u,self.s", ""),
    "several": ("K.predict", f"{FIELDS}, {U}", "self.s,self.x", "u,self.x,self.s", ""),
    "by another method": ("K.twice", f"{FIELDS}, {U}", "self.s,self.x", "u,self.x", ""),
    "with what is returned": ("K.twice", f"{FIELDS}, {U}", "self.s,return_0", "u,self.x", ""),
    "items": ("K.item", f"{FIELDS}, {U}", "self.x", "u,self.x", ""),
    "first path": ("K.either", f"{FIELDS}, {U}", "self.s,self.x", "u,self.x", "--set u=11:12"),
    "second path": ("K.either", f"{FIELDS}, {U}", "self.x,self.s", "u,self.s", "--set u=0.6:0.9"),
    "third path": ("K.either", f"{FIELDS}, {U}", "self.x", "u,self.x,self.y", "--set u=0.1:0.4"),
    "no trips": ("K.some", f"{FIELDS}, {U}, n: int", "self.x", "self.x", "--size n=0"),
    "trips": ("K.some", f"{FIELDS}, {U}, n: int", "self.x", "u,self.x", "--size n=3"),
    "another field's": ("K.shared", f"{FIELDS}, {U}", "self.x", "u,self.y", ""),
    "swapped": ("K.swapped", f"{FIELDS}, {U}", "self.x,self.y", "u,self.y,self.x", ""),
    "the argument": ("K.the_argument", f"{FIELDS}, {U}", "self.x", "u,self.s", ""),
    "old numbers": ("K.kept", f"{FIELDS}, {U}", "self.x", "u,self.x", ""),
    "a function inside": ("K.helped", f"{FIELDS}, {U}", "self.x", "u", ""),
    "in place, then anew": ("K.taken", f"{FIELDS}, {U}", "self.x", "u,self.x", ""),
    "a new field": ("K.new", f"{FIELDS}, {U}", "self.z", "u,self.s", ""),
    "of a length that data tell": ("K.chosen", f"{FIELDS}, {U}", "self.x", "u", "--set self.s=0.6"),
    "a property": ("K.total", FIELDS, "self.s", "self.s,self.x", ""),
    "an object's": ("f", OBJECT, "p.x", "p.x,y", ""),
    "an object's number": ("f", OBJECT, "p.s", "p.s,y", ""),
    "an object's and what is returned": ("f", OBJECT, "p.x,return_0", "p.x,y", ""),
    "by another name": ("names", OBJECT, "p.x", "p.x,y", ""),
}  # fmt: skip


def run(folder: Path, function: str, arguments: str, of: str, wrt: str, more: str) -> Result:
    path = folder / "kernel.py"
    path.write_text(SOURCE)
    name = function.rpartition(".")[2]
    words = ["check", str(path), "--function", function, "--signature", f"{name}({arguments})"]
    return CliRunner().invoke(
        adc, [*words, "--of", of, "--wrt", wrt, *more.split()], prog_name="adc"
    )


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.long] * (n not in ("several", "an object's")))
     for n in CHECKS],
)  # fmt: skip
def test_check(name: str, tmp_path: Path) -> None:
    outcome = run(tmp_path, *CHECKS[name])
    assert outcome.exit_code == 0, outcome.output
    assert "source   run by Python" in outcome.output, outcome.output


def test_another_object(tmp_path: Path) -> None:
    """The one that the method is called of keeps its field."""
    outcome = run(tmp_path, "K.rebound", f"{FIELDS}, {U}", "self.x", "u,self.x", "")
    assert outcome.exit_code == 4, outcome.output
    assert "leave out of --wrt what has no effect: u" in outcome.output


REFUSED = {
    "no number and no array": ("K.of_a_kind", f"{FIELDS}, {U}", "self.x", "u", "", "ADC0303"),
    "a list": ("K.a_list", f"{FIELDS}, {U}", "self.x", "u", "", "ADC0303"),
    "an object that others may share": ("unseen", SHARED, "p.x", "y", "", "ADC0211"),
    "other numbers of values": ("K.unlike", f"{FIELDS}, {U}", "self.x", "u", "", "ADC0"),
    "the same array": ("K.shared", f"{FIELDS}, {U}", "self.x,self.y", "u", "", "ADC0306"),
    "never set": ("K.predict", f"{FIELDS}, {U}", "self.y", "u", "", "ADC0305"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    *words, code = REFUSED[name]
    outcome = run(tmp_path, *words)
    assert outcome.exit_code == 1, outcome.output
    assert code in outcome.output


def test_fields_are_told(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(SOURCE)
    words = ["--function", "K.predict", "--signature", f"predict({FIELDS}, {U})", "--wrt", "u"]
    outcome = CliRunner().invoke(adc, ["grad", str(path), *words], prog_name="adc")
    assert outcome.exit_code == 1
    assert "ADC0303" in outcome.output and "`--of self.x`, `--of self.s`" in outcome.output
