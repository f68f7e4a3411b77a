"""Objects of a loaded module are those of its text, or the function that uses them is refused."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from adc.api.surroundings import changed_name

TEXT = """
from collections import namedtuple
from dataclasses import dataclass

Grid = namedtuple("Grid", "dx n")
GRID = Grid(0.5, n=3)
TABLE = {"square": lambda v: v * v, "scale": 3.0}


@dataclass
class Ball:
    mass: float = 0.1

    @property
    def weight(self):
        return 9.81 * self.mass


class Limits:
    low: float = 0.25
    high = 1.25


BALL = Ball()


def f(x):
    return TABLE["square"](x) * TABLE["scale"] * GRID.dx * BALL.weight + Limits.high


def g(x):
    return Ball(x).weight




@dataclass
class Throw:
    ball: Ball

    @classmethod
    def of(cls, mass):
        return cls(Ball(mass))


def h(throw: Throw, at: Grid):
    return throw.ball.weight * Grid(at.dx, 2).n
"""

CHANGES = [
    ("m.TABLE['scale'] = 4.0", "TABLE"),
    ("m.TABLE['square'] = m.g", "TABLE"),
    ("m.GRID = m.GRID._replace(dx=1.0)", "GRID"),
    ("m.BALL.mass = 2.0", "BALL"),
    ("m.BALL = None; m.BALL = m.Ball(3.0)", "BALL"),
    ("m.Limits.high = 2.0", "Limits"),
    ("m.Limits.low = 2.0", "Limits"),
]


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    path = tmp_path / "objects_of_a_module.py"
    path.write_text(TEXT, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("objects_of_a_module", path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


def test_what_the_text_says_is_taken(module: ModuleType) -> None:
    assert changed_name(module.f, TEXT.encode()) is None
    assert changed_name(module.g, TEXT.encode()) is None


@pytest.mark.parametrize(("change", "name"), CHANGES)
def test_what_was_changed_since_is_seen(module: ModuleType, change: str, name: str) -> None:
    exec(change, {"m": module})
    assert changed_name(module.f, TEXT.encode()) == name


def test_classes_of_arguments_are_those_of_the_text(module: ModuleType) -> None:
    assert changed_name(module.h, TEXT.encode()) is None
    module.Throw.of = classmethod(lambda cls, mass: None)
    assert changed_name(module.h, TEXT.encode()) == "Throw"
    module.Throw = None
    module.Ball.weight = property(lambda self: 0.0)
    assert changed_name(module.g, TEXT.encode()) == "Ball"


def test_methods_are_those_of_the_text(module: ModuleType) -> None:
    module.Ball.weight = property(lambda self: 0.0)
    assert changed_name(module.g, TEXT.encode()) == "Ball"


CLASSES = """
from enum import Enum

RATE = 3.0


class Base:
    def total(self):
        return self.a * RATE


class Model(Base):
    low, high = 0.5, 1.5
    __scale = 2.0

    def __init__(self, a):
        self.a = a * self.__scale

    @property
    def half(self):
        return self.a / 2

    @half.setter
    def half(self, value):
        self.a = 2 * value

    def __add__(self, other):
        return Model(self.a + other)

    __radd__ = __add__


class Mode(Enum):
    FAST = 1
    SLOW = 2


MODEL = Model(2.0)


def f(x):
    return Model(x).total() * (2.0 if x is Mode.FAST else 1.0)


def g(x):
    return MODEL.a * x
"""
CLASS_CHANGES = [
    ("m.Model.low = 3.0", "Model"),
    ("m.Model._Model__scale = 3.0", "Model"),
    ("m.Model.__radd__ = m.f", "Model"),
    ("m.Model.half = m.Model.half.setter(m.f)", "Model"),
    ("m.Base.total = m.f", "Base"),
    ("m.RATE = 4.0", "RATE"),
]


@pytest.fixture
def classes(tmp_path: Path) -> ModuleType:
    path = tmp_path / "classes_of_a_module.py"
    path.write_text(CLASSES, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("classes_of_a_module", path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


def test_classes_are_taken_as_the_text_says(classes: ModuleType) -> None:
    assert changed_name(classes.f, CLASSES.encode()) is None
    # What the class's `__init__` makes, only running it would tell.
    assert changed_name(classes.g, CLASSES.encode()) == "MODEL"


@pytest.mark.parametrize(("change", "name"), CLASS_CHANGES)
def test_changes_of_classes_are_seen(classes: ModuleType, change: str, name: str) -> None:
    exec(change, {"m": classes})
    assert changed_name(classes.f, CLASSES.encode()) == name
