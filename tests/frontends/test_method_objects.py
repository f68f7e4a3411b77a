"""`--function Class.method` of an object that is given by its fields, held against the original's
class by `adc check`: no constructor runs there, either."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

FAR = """
import unheard_of


class Root:
    def __getstate__(self):
        return {}

    def deep(self, x):
        return 5.0 * x


class Body(Root):
    def __init__(self, **options):
        for name, value in options.items():
            setattr(self, name, value)

    @property
    def area(self):
        return self.a * self.b


"""
PLAIN = """
import unheard_of


class Plain:
    factor = 3.0

    def scaled(self, x):
        return x * self.factor * self.k

    def unread(self, x):
        return unheard_of.transform(x)


def unread(x):
    return unheard_of.transform(x)
"""
SOURCE = """
import abc

import numpy as np
from far import Body
from plain import Plain, unread


class Near(Plain):
    gain = 2.0

    def __init__(self, k, w):
        self.k = unread(k)
        self.w = unread(w)

    def at(self, x: "float64[n]", s: "float64"):
        self.last = x * s
        return self.last * self.k * self.gain + self.own(x)

    def own(self, x):
        return np.sin(x) * self.w

    @property
    def both(self):
        return self.k * self.w

    def by_property(self, x: "float64[n]"):
        return x * self.both + self.scaled(x)

    def of_nothing(self, x: "float64[n]"):
        return self.half(x) * self.gain

    def half(self, x):
        return 0.5 * x * x

    def fill(self, x: "float64[n]"):
        self.room[:] = x * self.k
        self.room = self.room * 2.0
        return np.sum(self.room)

    def of_grid(self, x: "float64[n]"):
        return x * self.grid.dx * self.k

    def unset(self, x: "float64[n]"):
        return x * self.w

    def asked(self, x: "float64[n]"):
        return x * self.k if hasattr(self, "w") else x * self.k * 2.0

    def same(self, x: "float64[n]"):
        if isinstance(self, Near) and isinstance(self, Plain) and not isinstance(self, np.ndarray):
            return x * self.k
        return x

    def outside(self, x: "float64[n]"):
        return self.unread(x) * self.k


class Far(Body):
    gain = 2.0

    def at(self, x: "float64[n]"):
        return x * self.k * self.gain

    def of_area(self, x: "float64[n]"):
        return x * self.area

    def of_base(self, x: "float64[n]"):
        return self.deep(x) * self.k

    def tested(self, x: "float64[n]"):
        return x * self.k if isinstance(self, np.ndarray) else x

    def equal(self, x: "float64[n]"):
        return x * self.k if self == 3.0 else x

    def added(self, x: "float64[n]"):
        return (self + 1.0) * x * self.k

    def asked(self, x: "float64[n]"):
        return x * self.k if hasattr(self, "w") else x

    def above(self, x: "float64[n]"):
        super().__init__()
        return x * self.k

    def anew(self, x: "float64[n]"):
        return type(self)(k=2.0).at(x) * self.k


class Several(Plain, Body):
    def at(self, x: "float64[n]"):
        return self.scaled(x)


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self):
        pass

    def at(self, x: "float64[n]"):
        return x * self.k


class Table:
    def __getattr__(self, name):
        return 3.0

    for kind in ("a", "b"):
        pass
    (low, high), mid = (1.0, 2.0), 3.0
    scale = 2.0
    weight = 1.0

    def weight(self):
        return 4.0

    def at(self, x: "float64[n]"):
        return self.scale * x * self.k

    def lows(self, x: "float64[n]"):
        return self.low * x * self.k

    def twice(self, x: "float64[n]"):
        return self.weight() * x * self.k

    def missing(self, x: "float64[n]"):
        return x * self.q * self.k

    def set_later(self, x: "float64[n]"):
        return self.moved(x) * self.k

    def moved(self, x):
        return x

    def copied(self, x: "float64[n]"):
        return type(self)().at(x) * self.k


def later():
    Table.moved = lambda self, x: 7.0 * x


class Below(Table):
    def more(self, x: "float64[n]"):
        return self.at(x) + x * self.k


"""
OTHER = """
class Setting:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, 2.0 * value)

    def at(self, x: "float64[n]"):
        self.u = self.k
        return x * self.u


class Made(type):
    pass


class OfMade(metaclass=Made):
    def at(self, x: "float64[n]"):
        return x * self.k


def filled(cls):
    for name in ("at", "more"):
        setattr(cls, name, lambda self, x: 7.0 * x)
    return cls


class Filled:
    def at(self, x: "float64[n]"):
        return x * self.k


class Left:
    def at(self, x: "float64[n]"):
        return x * self.k


filled(Filled)
"""
CHECKS = {
    "Near.at": "k,w",
    "Near.by_property": "k,w",
    "Near.of_nothing": "",
    "Near.fill": "k,room[n]",
    "Near.of_grid": "k,grid.dx",
    "Near.same": "k",
    "Near.asked": "k",
    "Far.at": "k",
    "Far.of_area": "area",
    "Several.at": "k",
    "Shape.at": "k",
    "Table.at": "k",
    "Below.more": "k",
    "Left.at": "k",
}
REFUSED = {
    "Near.unset": ("k", "has no value"),
    "Near.outside": ("k", "unheard_of"),
    "Near.by_property": ("k,both", "is no field"),
    "Far.of_base": ("k", "has no attribute `deep`"),
    "Far.tested": ("k", "ADC0213"),
    "Far.equal": ("k", "may say what this does"),
    "Far.added": ("k", "may say what this does"),
    "Far.asked": ("k", "ADC0213"),
    "Far.above": ("k", "ADC0"),
    "Far.anew": ("k", "ADC0232"),
    "Table.lows": ("k", "binds `low`"),
    "Table.twice": ("k", "binds `weight`"),
    "Table.missing": ("k", "has no attribute `q`"),
    "Table.set_later": ("k", "binds `moved`"),
    "Table.copied": ("k", "ADC0232"),
    "Setting.at": ("k", "ADC0208"),
    "OfMade.at": ("k", "ADC0208"),
    "Filled.at": ("k", "ADC0208"),
}


def run(folder: Path, name: str, fields: str, *words: str, command: str = "check") -> Result:
    for file, text in {"far": FAR, "plain": PLAIN, "kernel": SOURCE, "other": OTHER}.items():
        (folder / f"{file}.py").write_text(text)
    given = [f for f in fields.split(",") if f]
    types = [f"self.{f.removesuffix('[n]')}: float64{'[n]' * f.endswith('[n]')}" for f in given]
    signature = ["--signature", f"{name}({', '.join(types)})"] if types else []
    file = "other" if f"class {name.partition('.')[0]}" in OTHER else "kernel"
    path = str(folder / f"{file}.py")
    return CliRunner().invoke(
        adc, [command, path, "--function", name, *signature, *words], prog_name="adc"
    )


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.long] * (n not in ("Near.at", "Far.of_area")))
     for n in CHECKS],
)  # fmt: skip
def test_check(name: str, tmp_path: Path) -> None:
    fields = CHECKS[name]
    wrt = [
        "x",
        *(f"self.{f.removesuffix('[n]')}" for f in fields.split(",") if f in ("k", "w", "area")),
    ]
    outcome = run(
        tmp_path, name, fields, "--wrt", ",".join(wrt), "--size", "n=3", "--as-written"
    )  # fmt: skip
    assert outcome.exit_code == 0, outcome.output
    assert "source   run by Python" in outcome.output, outcome.output


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    fields, told = REFUSED[name]
    outcome = run(tmp_path, name, fields, "--wrt", "x", "--as-written", command="grad")
    assert outcome.exit_code == 1, outcome.output
    assert told in outcome.output


@pytest.mark.parametrize("name", ["Far.at", "Table.at", "Below.more", "Several.at"])
def test_what_is_not_followed_needs_the_users_word(name: str, tmp_path: Path) -> None:
    outcome = run(tmp_path, name, "k", "--wrt", "x", command="grad")
    assert outcome.exit_code == 1
    assert "--as-written" in outcome.output


def test_fields_that_are_read_are_told(tmp_path: Path) -> None:
    outcome = run(tmp_path, "Table.at", "", "--wrt", "x", "--as-written", command="grad")
    assert outcome.exit_code == 1
    assert "Table.at(self.k: TYPE, …)" in outcome.output


def test_fields_are_fixed(tmp_path: Path) -> None:
    outcome = run(tmp_path, "Near.same", "k", "--wrt", "x", "--fix", "self.k=2.0", "--size", "n=2")
    assert outcome.exit_code == 0, outcome.output


#: A method that sets attributes unseen is called of an object of another class, when the file runs.
LENT = {
    "by its class": "A.put(b, 'k', 3.0)",
    "by a variable": "put = A.put\nput(b, 'k', 3.0)",
    "in a function": "def use(a):\n    type(a).put(b, 'k', 3.0)\nuse(A())",
    "by a text": "getattr(A, 'p' + 'ut')(b, 'k', 3.0)",
}


@pytest.mark.parametrize("call", LENT.values(), ids=LENT)
def test_a_method_that_sets_what_is_not_seen_is_lent(call: str, tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(f"""class A:
    def put(self, name, value):
        setattr(self, name, value)
class B:
    def __init__(self):
        self.k = 1.0
b = B()
{call}
def f(x: "float64"):
    return b.k*x
""")
    result = CliRunner().invoke(
        adc, ["check", str(path), "--function", "f", "--wrt", "x"], prog_name="adc"
    )
    assert result.exit_code == 1 and "ADC0123" in result.output


def test_methods_that_set_what_is_not_seen_leave_other_classes_alone(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text("""class A:
    def put(self, name, value):
        setattr(self, name, value)
    def twice(self, name, value):
        self.put(name, 2.0*value)
class B:
    def __init__(self):
        self.k = 3.0
b = B()
def f(x: "float64"):
    return b.k*x
""")
    result = CliRunner().invoke(
        adc, ["check", str(path), "--function", "f", "--wrt", "x"], prog_name="adc"
    )
    assert result.exit_code == 0, result.output


#: A class of whose base nothing is known, and what asks it for its methods that take no object.
ALONE = """\
import numpy as np
from nowhere_to_be_found import Base


class Law(Base):
    power = 2.0

    def __init__(self, k):
        self.k = k

    @staticmethod
    def of(x, y):
        return np.sin(x) * y + Law.half(x)

    @staticmethod
    def half(x):
        return 0.5 * x

    @staticmethod
    def alone(x, y):
        return np.sin(x) * y

    @classmethod
    def raised(cls, x, y):
        return x ** cls.power * y
"""


def _of_law(tmp_path: Path, name: str, *more: str) -> Result:
    (tmp_path / "law.py").write_text(ALONE)
    signature = f"{name}(x: float64[n], y: float64)"
    words = ["check", str(tmp_path / "law.py"), "--function", f"Law.{name}", "--wrt", "x,y"]
    return CliRunner().invoke(adc, [*words, "--signature", signature, "--size", "n=3", *more])


def test_methods_without_an_object_need_no_base(tmp_path: Path) -> None:
    outcome = _of_law(tmp_path, "alone", "--as-written")
    assert outcome.exit_code == 0, outcome.output
    assert "the source ran without it" in outcome.output


def test_without_the_users_word_the_base_is_needed(tmp_path: Path) -> None:
    outcome = _of_law(tmp_path, "alone")
    assert outcome.exit_code == 1
    assert "`--function Law.METHOD --as-written`" in outcome.output


@pytest.mark.parametrize("name", ["of", "raised"])
def test_what_asks_for_the_class_needs_the_base(name: str, tmp_path: Path) -> None:
    outcome = _of_law(tmp_path, name, "--as-written")
    assert outcome.exit_code == 1, outcome.output
    assert "does not follow" in outcome.output


def test_a_field_of_a_made_object_is_asked_for_by_a_signature(tmp_path: Path) -> None:
    path = tmp_path / "cart.py"
    path.write_text(
        "class Cart:\n    def __init__(self, m):\n        self.m, self.x, self.v = m, 0.0, 1.0\n\n"
        "    def step(self, force, dt):\n        self.v += force / self.m * dt\n"
        "        self.x += self.v * dt\n"
    )
    words = ["check", str(path), "--function", "Cart.step", "--wrt", "dt", "--of", "self.x"]
    made = "step(m: float, force: float, dt: float)"
    refused = CliRunner().invoke(adc, [*words, "--signature", made], prog_name="adc")
    assert refused.exit_code == 1 and "'Cart.step(self.x: TYPE, …)'" in refused.output
    given = "Cart.step(self.m: float, self.x: float, self.v: float, force: float, dt: float)"
    found = CliRunner().invoke(adc, [*words, "--signature", given], prog_name="adc")
    assert found.exit_code == 0, found.output
