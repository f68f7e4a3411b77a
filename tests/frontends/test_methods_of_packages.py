"""`--function Class.method` of classes that have bases, fields and methods of other files."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

FILES = {
    "__init__.py": "",
    "units.py": "SCALE = 2.0\n\n\ndef root(v):\n    return v**0.5\n",
    "shapes.py": """
from abc import ABC, abstractmethod
from dataclasses import KW_ONLY, dataclass

from .units import SCALE, root


class Shape(ABC):
    allowed = {"round", "square"}
    power = 2

    @abstractmethod
    def size(self): ...

    def area(self, x, more=SCALE):
        return more * self.size() ** self.power * x


class Named:
    def label(self):
        return "any"

    def size(self):
        return 100.0


@dataclass
class Wide:
    width: float
    _: KW_ONLY
    depth: float = 0.5

    def size(self):
        return root(self.width) + self.depth

    def grown(self, by, *rest, **options):
        return self.width * by + len(rest) + options.get("offset", 0.0)


class Made(Shape):
    def __init__(self, a, *args, **options):
        self.a = a
        self.offset = options.get("offset", 1.0) + len(args)

    def size(self):
        return self.a

    def shifted(self, x):
        return self.area(x) + self.offset
""",
    "kernel.py": """
from . import shapes
from .shapes import Made, Named, Wide

SCALE = 7.0


class Box(Wide, shapes.Shape):
    def total(self, x):
        return self.area(x) * SCALE


class Late(Wide, Named):
    power = 3


class Own(Made):
    def __init__(self, b, *args, **options):
        super().__init__(2.0 * b, *args, **options)

    def own(self, x):
        return super().shifted(x) + self.offset
""",
}
CHECKS = {
    "Box.total": "width: float, depth: float, x: float64[n]|width,depth,x",
    "Box.area": "width: float, x: float64[n], more: float|width,x,more",
    "Box.size": "self.width: float, self.depth: float|self.width,self.depth",
    "Late.size": "width: float|width",
    "Late.grown": "width: float, by: float|width,by",
    "Wide.grown": "width: float, by: float, offset: float|width,by,offset",
    "Own.own": "b: float, x: float64[n], offset: float|b,x,offset",
    "Own.shifted": "b: float, x: float64[n]|b,x",
    "Own.area": "self.a: float, x: float64[n]|self.a,x",
}
#: What another file of the package says, and a method that is refused then.
OTHERS = {
    "from .shapes import Shape\nShape.power = 3\n": "Box.total",
    "from . import shapes\nshapes.Shape.area = lambda self, x: x\n": "Box.total",
    "from . import shapes\nshapes.Wide = 3\n": "Box.size",
    "from . import units\nunits.SCALE = 9.0\n": "Box.total",
    """
from .shapes import Made


def put(made):
    setattr(made, "size", 1)


put(Made)
""": "Own.own",
    """
from .shapes import Made


class Kept:
    def __set__(self, obj, value):
        obj.__dict__["power"] = value


Kept().__set__(Made, 3)
""": "Own.own",
    """
from .shapes import Made


class Kept:
    def __set__(self, obj, value):
        obj.__dict__["power"] = value


class Kind(type):
    power = Kept()


LISTED = [Made]
""": "Own.own",
    **{
        f"""
from operator import attrgetter

from .shapes import Shape


class Kept:
    def put(self, name, value):
        setattr(self, name, value)

    def fix(self):
        self.power = 3


{call}
""": "Own.own"
        for call in (
            'Kept.put(Shape, "power", 3)', 'Kept.put(self=Shape, name="power", value=3)',
            'getattr(Kept, "put")(Shape, "power", 3)', "Kept.fix(Shape)",
            'attrgetter("fix")(Kept)(Shape)',
        )
    },
}  # fmt: skip


def run(folder: Path, command: str, name: str, *words: str, other: str = "") -> Result:
    package = folder / "pieces"
    package.mkdir()
    for file, text in FILES.items():
        (package / file).write_text(text)
    if other:
        (package / "other.py").write_text(other)
        (package / "__init__.py").write_text("from . import other\n")
    path = str(package / "kernel.py")
    return CliRunner().invoke(adc, [command, path, "--function", name, *words], prog_name="adc")


def _options(name: str) -> list[str]:
    signature, wrt = CHECKS[name].split("|")
    size = ["--size", "n=3"] if "[n]" in signature else []
    return ["--signature", f"{name}({signature})", "--wrt", wrt, *size]


@pytest.mark.parametrize("name", [n for n in CHECKS if n != "Wide.grown"])
def test_check(name: str, tmp_path: Path) -> None:
    outcome = run(tmp_path, "check", name, *_options(name))
    assert outcome.exit_code == 0, outcome.output
    assert "source   run by Python" in outcome.output, outcome.output


@pytest.mark.parametrize("other", OTHERS)
def test_what_other_files_set_is_refused(other: str, tmp_path: Path) -> None:
    name = OTHERS[other]
    outcome = run(tmp_path, "grad", name, *_options(name), other=other)
    assert outcome.exit_code == 1 and "ADC0123" in outcome.output, outcome.output


def test_other_files_that_set_nothing_of_classes(tmp_path: Path) -> None:
    """A descriptor sets its object's fields, and what a function makes is made there."""
    other = """
from . import shapes


class Kept:
    def __set__(self, obj, value):
        obj.__dict__["power"] = value


class Only:
    @classmethod
    def one(cls):
        made = cls.__new__(cls)
        made.__init__()
        return made


class Holder:
    def keep(self, items):
        self.items = items

    def fix(self, value):
        self.power = value


Only.one()
HOLDER = Holder()
ITEMS = []
HOLDER.keep(ITEMS)
HOLDER.fix(3)
LISTED = [shapes.Shape, shapes.Made]
"""
    outcome = run(tmp_path, "check", "Own.own", *_options("Own.own"), other=other)
    assert outcome.exit_code == 0, outcome.output


def test_a_base_that_is_not_followed_is_told(tmp_path: Path) -> None:
    other = "from .shapes import Shape\nShape.power = 3\n"
    outcome = run(tmp_path, "grad", "Box.total", *_options("Box.total"), other=other)
    assert "`Shape`" in outcome.output and "other.py" in outcome.output


def test_an_item_of_what_is_empty_is_refused(tmp_path: Path) -> None:
    words = ["--signature", "Late.grown(width: float, by: float, rest_0: float)", "--wrt", "by"]
    outcome = run(tmp_path, "grad", "Late.grown", *words)
    assert outcome.exit_code == 1 and "ADC0208" in outcome.output, outcome.output
