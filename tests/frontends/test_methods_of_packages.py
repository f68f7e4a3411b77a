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
    "from .shapes import Made\nMade.power = 3\n": "Own.own",
    "from .kernel import Own\nsetattr(Own, 'power', 3)\n": "Own.own",
    """
from .shapes import Made, Shape


class Kept:
    def fix(self):
        self.power = 3


kind = Made
Kept.fix(kind)
""": "Own.own",
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


KEPT = """
import inspect
from functools import partial
from operator import methodcaller
from types import MethodType

from .shapes import Shape


class Kept:
    def fix(self):
        self.power = 3

    def set(self, name, value=3):
        setattr(self, name, value)

    def go(self):
        self.fix(Shape)

    def again(self):
        Kept.fix(self)


class Below(Kept):
    def go_on(self):
        super().fix(Shape)

    @classmethod
    def go_all(cls):
        super().fix(Shape)

    @staticmethod
    def go_alone(self):
        self.fix(Shape)


class Told:
    def __init_subclass__(cls):
        KINDS.append(cls)


KINDS = [Shape]


"""
#: How a method of another class is given one, so that it sets what that has.
LENT = (
    "Kept.fix(KINDS[0])", "list(map(Kept.fix, [Shape]))", "fix = Kept.fix\nfix(Shape)",
    "Kept.fix.__get__(Shape)()", "dict(inspect.getmembers(Kept))['fix'](Shape)",
    "dict(inspect.getmembers(Kept))['set'](Shape, 'power')", "methodcaller('fix', Shape)(Kept)",
    "vars(Kept)['fix'](Shape)", "Kept.__dict__['fix'](Shape)", "partial(Kept.fix, Shape)()",
    "MethodType(Kept.fix, Shape)()", "Kept().fix.__func__(Shape)", "Kept.go(Kept)",
    "Below.go_on(Below)", "Below.go_all()", "Below.go_alone(Below)", "Kept.again(Shape)",
    "type(Kept()).fix(Shape)", "Below.__mro__[1].fix(Shape)",
    "def fix(self):\n    self.power = 3\n\n\nfix(Shape)",
    "class More:\n    def fix(self):\n        self.power = 3\n\n    fix(Shape)",
    "class More:\n    @partial(lambda c, f: f(c), Shape)\n    def fix(self):\n"
    "        self.power = 3",
    "class More:\n    def fix(self):\n        self = Shape\n        self.power = 3\n\n\n"
    "More().fix()",
    "class More:\n    def fix(self):\n        def one(self):\n            self.power = 3\n\n"
    "        one(Shape)\n\n\nMore().fix()",
    "class More:\n    fix = Kept.fix\n\n\nMore.fix(Shape)",
    "class More:\n    def fix(self):\n        self.power = 3\n\n    other = fix\n\n\n"
    "More.other(Shape)",
    "class More(Kept):\n    def __init__(self):\n        super(More, More).fix(Shape)\n\n\n"
    "More()",
)  # fmt: skip
#: How one is given its own object, whoever has the class.
KEPT_ITS_OWN = (
    "Kept().fix()", "Kept().again()",
    "class More(Kept):\n    def all(self):\n        list(map(self.set, ['power']))\n\n\n"
    "More().all()",
    "isinstance(Kept(), Shape)", "Kept().fix.__name__", "value = 4\nBelow().set('power', value)",
    "class More(Below):\n    def set(self, name, value=5):\n        super().set(name, value)\n"
    "        Kept.set(self, name, value)\n\n\nname = 'power'\nMore().set(name)",
    "class More:\n    def fix(self, v):\n        def one():\n            self.power = v\n\n"
    "        one()\n\n\nMore().fix(3)",
    "class More:\n    def put(self, v):\n        self.power = v\n\n"
    "    value = property(None, put)\n\n\nMore().value = 3",
)  # fmt: skip


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


@pytest.mark.parametrize("call", LENT)
def test_a_method_that_is_given_a_class_sets_what_that_has(call: str, tmp_path: Path) -> None:
    words = _options("Own.own")
    outcome = run(tmp_path, "grad", "Own.own", *words, other=f"{KEPT}{call}\n")
    assert outcome.exit_code == 1 and "ADC0123" in outcome.output, outcome.output


#: How another file has the class of an object, or a class that it has no name of.
HAD = (
    "kind = type(shapes.Made(1.0))", "kind = shapes.Made(1.0).__class__",
    "kind = shapes.Made.__mro__[1]", "for kind in shapes.Made.__bases__:\n    pass",
    "kind = getattr(shapes, 'Sha' + 'pe')", "kind = vars(shapes)['Shape']",
    "kind = typing.get_type_hints(area)['shape']", "kind = area.__annotations__['shape']",
    "kind = importlib.import_module('pieces.shapes').Shape", "kind = Up.get().mro()[1]",
    "kind = sys.modules['pieces.shapes'].Shape", "again = shapes\nkind = again.Shape",
    "from .shapes import Shape as S\nkind = S", "kind = (lambda: shapes.Shape)()",
    "from .shapes import *\nkind = Shape", "kind = attrgetter('Shape')(shapes)",
    "for kind in abc.ABC.__subclasses__():\n    pass", "kind = Kept.kind",
    "for name, kind in inspect.getmembers(shapes):\n    pass", "kind = by_default()",
    "kind = pickle.loads(pickle.dumps(shapes.Shape))", "kind, *_ = gc.get_objects()",
    "if (kind := shapes.Shape) is not None:\n    pass", "with Kept() as kind:\n    pass",
)  # fmt: skip
HAVING = """
import abc, gc, importlib, inspect, pickle, sys, typing
from operator import attrgetter

from . import shapes


def area(shape: shapes.Shape):
    return shape.size()


class Up:
    @classmethod
    def get(cls):
        return cls
"""
KINDS = {
    "Kept.kind": "\n\nclass Kept:\n    kind = shapes.Shape\n",
    "by_default": "\n\ndef by_default(kind=shapes.Shape):\n    return kind\n",
    "with Kept": "\n\nclass Kept:\n    def __enter__(self):\n        return shapes.Shape\n\n"
    "    def __exit__(self, *_):\n        pass\n",
}


@pytest.mark.parametrize("call", HAD)
def test_a_class_that_another_file_has_as_a_value(call: str, tmp_path: Path) -> None:
    more = "".join(text for words, text in KINDS.items() if words in call)
    other = f"{HAVING}{more}\n\n{call}\nkind.power = 3\n"
    outcome = run(tmp_path, "grad", "Box.total", *_options("Box.total"), other=other)
    assert outcome.exit_code == 1 and "ADC0123" in outcome.output, outcome.output


@pytest.mark.parametrize("call", [
    "made = shapes.Made(1.0)\nmade.power = 3", "assert isinstance(Up(), shapes.Shape) is False",
    "class More(shapes.Shape):\n    pass\n\n\nmore = Up()\nmore.power = 3",
    "print(type(shapes.Made(1.0)))\nup = Up()\nup.power = 3",
])  # fmt: skip
def test_a_class_that_no_other_file_has_as_a_value(call: str, tmp_path: Path) -> None:
    other = HAVING.replace(": shapes.Shape", "") + f"\n\n{call}\n"
    outcome = run(tmp_path, "check", "Box.total", *_options("Box.total"), other=other)
    assert outcome.exit_code == 0, outcome.output


@pytest.mark.parametrize("call", KEPT_ITS_OWN)
def test_a_method_that_has_its_own_object_sets_no_class(call: str, tmp_path: Path) -> None:
    outcome = run(tmp_path, "check", "Own.own", *_options("Own.own"), other=f"{KEPT}{call}\n")
    assert outcome.exit_code == 0, outcome.output


@pytest.mark.parametrize("call", ["Kept.fix(Kept)", "Kept.go(Kept)"])
def test_classes_that_nothing_is_given(call: str, tmp_path: Path) -> None:
    """Whoever has some class, has no other one."""
    text = KEPT.replace("KINDS = [Shape]", "KINDS = []").replace("(Shape)", "(Kept)")
    outcome = run(tmp_path, "check", "Own.own", *_options("Own.own"), other=f"{text}{call}\n")
    assert outcome.exit_code == 0, outcome.output


ALONE = """
import inspect


class Shape:
    power = 2

    def __init__(self, a=1.5):
        self.a = a


class Kept:
    def fix(self):
        self.power = 3

    def set(self, name, value):
        {1}

    def go(self):
        self.fix(Shape)


{0}


class Box(Shape):
    def total(self, x):
        return self.a ** self.power * x
"""


@pytest.mark.parametrize(("call", "code"), [
    ("Kept.fix(Shape)", "ADC0123"), ("Kept.go(Kept)", "ADC0123"),
    ("list(map(Kept.fix, [Shape]))", "ADC0123"), ("fix = Kept.fix\nfix(Shape)", "ADC0123"),
    ('dict(inspect.getmembers(Kept))["fix"](Shape)', "ADC0123"),
    ('dict(inspect.getmembers(Kept))["set"](Shape, "power", 3)', "ADC0123"),
    ("Kept().fix()", ""), ("KINDS = {'a': Shape, 'b': Kept}\nKINDS['b']().fix()", ""),
])  # fmt: skip
def test_one_file_gives_a_class_to_a_method(call: str, code: str, tmp_path: Path) -> None:
    put = "setattr(self, name, value)" if '"set"' in call else "self.name = value"
    (tmp_path / "kernel.py").write_text(ALONE.format(call, put))
    words = ["--function", "Box.total", "--signature", "Box.total(a: float, x: float64[n])"]
    words += ["--wrt", "a,x", "--size", "n=3"]
    outcome = CliRunner().invoke(adc, ["check", str(tmp_path / "kernel.py"), *words])
    assert outcome.exit_code == (1 if code else 0) and code in outcome.output, outcome.output
