"""Classes of which another file may set a part, by whatever name and way: refused, or followed
where nothing can."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

KINDS = """
class Spring:
    def __init__(self, k):
        self.k = k

    def force(self, x):
        return self.k * x


class Putting:
    def __init__(self, value=None):
        self.__bool__ = lambda s: False

    def put(self):
        self.__bool__ = lambda s: False

    def give(self):
        return self
"""

KERNEL = """
import other
from kinds import Spring


def f(x: float, k: float):
    a = Spring(k)
    b = Spring(x)
    if a == b:
        return a.force(x) + 1
    if a:
        return a.force(x)
    return x
"""

#: What changes the class.
CHANGED = {
    "an operator": "from kinds import Spring\nSpring.__eq__ = lambda s, o: True\n",
    "its truth": "import kinds\nkinds.Spring.__bool__ = lambda s: False\n",
    "its length, by another name": (
        "from kinds import Spring as Coil\nCoil.__len__ = lambda s: 0\n"
    ),
    "how attributes are read": (
        "from kinds import Spring\n"
        "Spring.__getattribute__ = lambda s, n: 7.0 if n == 'k' else object.__getattribute__(s, n)"
    ),
    "a property that hides a field": (
        "import kinds\nkinds.Spring.k = property(lambda s: 7.0, lambda s, v: None)\n"
    ),
    "a property, by a parameter": (
        "import kinds\ndef put(c):\n    c.k = property(lambda s: 7.0, lambda s, v: None)\n"
        "put(kinds.Spring)\n"
    ),
    "a property, in a loop over a variable of its name": (
        "import kinds\ndef put():\n    for Spring in [kinds.Spring]:\n"
        "        Spring.k = property(lambda s: 7.0, lambda s, v: None)\nput()\n"
    ),
    "an import in a function": (
        "def put(c):\n    c.__bool__ = lambda s: False\n"
        "def go():\n    from kinds import Spring\n    put(Spring)\ngo()\n"
    ),
    "beside a comprehension with its name": (
        "from kinds import Spring\ndef put(c):\n    c.__bool__ = lambda s: False\n"
        "def go():\n    names = [Spring for Spring in (1, 2)]\n    put(Spring)\n    return names\n"
        "go()\n"
    ),
    "what a comprehension goes over": (
        "from kinds import Spring\ndef put(c):\n    c.__bool__ = lambda s: False\n"
        "def go(found):\n    return [put(Spring) for each in [Spring] for Spring in [each]]\n"
        "go(1)\n"
    ),
    "by a method of another class": (
        "import kinds\nkinds.Putting.put(kinds.Spring)\n"
    ),
    "by a method with a composed name": (
        "import kinds\nfor part in ('ut', 'xx'):\n    if part == 'ut':\n"
        "        getattr(kinds.Putting, 'p' + part)(kinds.Spring)\n"
    ),
    "by a method with a name of an f-string": (
        "import kinds\nfor part in ('u', 'x'):\n    if part == 'u':\n"
        "        getattr(kinds.Putting, f'p{part}t')(kinds.Spring)\n"
    ),
    "by a method whose name a loop gives": (
        "import kinds\nfor name in ('put',):\n    getattr(kinds.Putting, name)(kinds.Spring)\n"
    ),
    "by a constructor of another class": (
        "import kinds\nfor name in ('__init__',):\n    getattr(kinds.Putting, name)(kinds.Spring)\n"
    ),
    "by a constructor that is asked for as if it were missing": (
        "import kinds\nclass Way:\n    def __getattr__(self, name):\n"
        "        return getattr(kinds.Putting, name)\n"
        "way = Way()\nway.__getattr__('__init__')(kinds.Spring)\n"
    ),
    "by a method that an own object hands on": (
        "import kinds\nclass Way:\n    def __getattr__(self, name):\n"
        "        return getattr(kinds.Putting, name)\n"
        "    def go(self):\n        found = self.put\n        found(kinds.Spring)\n"
        "Way().go()\n"
    ),
    "by a method that all members of a class have": (
        "import inspect\nimport kinds\n"
        "for name, made in inspect.getmembers(kinds.Putting, inspect.isfunction):\n"
        "    if name == 'put':\n        made(kinds.Spring)\n"
    ),
    "by a member that a test of its own tells": (
        "import inspect\nimport kinds\ndef isclass(found):\n    return callable(found)\n"
        "for name, made in inspect.getmembers(kinds.Putting, isclass):\n"
        "    if name == 'put':\n        made(kinds.Spring)\n"
    ),
    "members that are classes": (
        "import inspect\nimport kinds\n"
        "for name, made in inspect.getmembers(kinds, inspect.isclass):\n"
        "    made.__bool__ = lambda s: False\n"
    ),
    "a module in place of its own": (
        "import sys\nimport types\nimport kinds\n"
        "made = types.ModuleType('kinds')\nmade.Spring = kinds.Putting\n"
        "names = ['kinds']\nfor name in names:\n    sys.modules[f'{name}'] = made\n"
    ),
    "a dictionary of its own": (
        "import kinds\nfor name in ('Spring',):\n    kinds.__dict__[name] = kinds.Putting\n"
    ),
    "the class of an object": (
        "import kinds\nmade = kinds.Spring(2.0)\ntype(made).__bool__ = lambda s: False\n"
    ),
    "the class of an object, by `getattr`": (
        "import kinds\nmade = kinds.Spring(2.0)\n"
        "getattr(made, '__class__').__bool__ = lambda s: False\n"
    ),
    "by an object that `__new__` makes": (
        "import kinds\nclass Copies:\n    def copied(self):\n"
        "        n = self.__new__(self)\n        n.__dict__.update(k=1)\n"
        "        kinds.Spring.__bool__ = lambda s: False\nCopies.copied(Copies)\n"
    ),
}  # fmt: skip

#: What does not.
KEPT = {
    "what it says": "from kinds import Spring\nSpring.__doc__ = 'a spring'\n",
    "parts of another class": (
        "import kinds\nclass Coil(kinds.Spring):\n    pass\nCoil.__bool__ = lambda s: False\n"
    ),
    "a variable of its name": (
        "import kinds\nclass Other:\n    def __init__(self):\n        self.k = 3\n"
        "def put(c):\n    c.k = 3.0\n"
        "def go(Spring):\n    put(Spring)\n    return [Spring for Spring in [Spring]]\n"
        "go(Other())\n"
    ),
    "methods that a `__getattr__` asks for": (
        "import kinds\nclass Held:\n    def __init__(self):\n        self.force = 3.0\n"
        "class Way:\n    def __init__(self, held):\n        self.held = held\n"
        "    def __getattr__(self, name):\n        return getattr(self.held, name)\n"
        "way = Way(Held())\nsprings = [kinds.Spring]\n"
    ),
    "methods of other names": (
        "import kinds\nclass Held:\n    def __init__(self):\n        self.force = 3.0\n"
        "    def set_x(self, value):\n        return value\n"
        "held = Held()\nsprings = [kinds.Spring]\n"
        "for name in [3]:\n    getattr(held, f'set_{chr(120)}')(name)\n"
    ),
}  # fmt: skip


def checked(folder: Path, other: str, part: str = "__bool__") -> tuple[int, str]:
    for name, text in (("kinds.py", KINDS), ("other.py", other), ("kernel.py", KERNEL)):
        (folder / name).write_text(text.replace("__bool__", part), encoding="utf-8")
    request = ["check", str(folder / "kernel.py"), "--function", "f", "--wrt", "x,k"]
    done = CliRunner().invoke(adc, request)
    return done.exit_code, done.output


@pytest.mark.parametrize("part", ["__bool__", "force"])
@pytest.mark.parametrize("other", CHANGED.values(), ids=CHANGED)
def test_a_class_that_another_file_changes_is_refused(
    tmp_path: Path, other: str, part: str
) -> None:
    code, text = checked(tmp_path, other, part)
    assert code == 1 and "ADC0123" in text, text


@pytest.mark.parametrize("other", KEPT.values(), ids=KEPT)
def test_a_class_that_no_file_changes_is_followed(tmp_path: Path, other: str) -> None:
    code, text = checked(tmp_path, other)
    assert code == 0, text


#: What a class holds, and how another file changes it by a name that stands for it.
HELD_CHANGED = {
    "by a name": "o = Spring.held\no *= 4\n",
    "by a name for its elements": "o = Spring.held\no[0] = 4\n",
    "by a name of a name": "o = Spring.held\nq = o\nq *= 4\n",
    "in a function": "o = Spring.held\ndef go():\n    o[0] = 4\ngo()\n",
    "by a name of a name in a function": (
        "def go():\n    o = Spring.held\n    q = o\n    q[0] = 4\ngo()\n"
    ),
    "by a view of a name": "o = Spring.held\nw = o[:]\nw[0] = 4\n",
    "by a view of a view": "o = Spring.held\nw = o[:].T\nv = w.reshape(1)\nv += 4\n",
    "by a view": "w = Spring.held[:]\nw[0] = 4\n",
    "as a default": "def go(o=Spring.held):\n    o *= 4\ngo()\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("made", "part"), [("np.array([2.0])", "[0]"), ("{0: 2.0}", "[0]")], ids=["array", "dictionary"]
)
@pytest.mark.parametrize("other", [*HELD_CHANGED.values(), ""], ids=[*HELD_CHANGED, "not at all"])
def test_what_a_class_holds_and_another_file_changes(
    tmp_path: Path, other: str, made: str, part: str
) -> None:
    kinds = f"import numpy as np\n\n\nclass Spring:\n    held = {made}\n"
    kernel = (
        "import other\nfrom kinds import Spring\n\ndef f(x: float):\n    return x * Spring.held"
    )
    given = f"from kinds import Spring\no = Spring.held\nfirst = o[0]\n{other}"
    if made.startswith("{"):
        given = given.replace("o *= 4", "o[0] = 4").replace("q *= 4", "q[0] = 4")
    for name, text in (("kinds.py", kinds), ("other.py", given), ("kernel.py", kernel + part)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = CliRunner().invoke(
        adc, ["check", str(tmp_path / "kernel.py"), "--function", "f", "--wrt", "x"]
    )
    assert done.exit_code == (1 if other else 0), done.output
    assert "ADC0123" in done.output or not other, done.output


@pytest.mark.parametrize(
    "other", ["Spring.held.v = 4.0", "o = Spring.held\no.v = 4.0", "print(Spring.held.v)"]
)
def test_fields_of_what_a_class_holds(tmp_path: Path, other: str) -> None:
    kinds = "class Part:\n    def __init__(self):\n        self.v = 2.0\n\n\n"
    kinds += "class Spring:\n    held = Part()\n"
    kernel = (
        "import other\nfrom kinds import Spring\n\ndef f(x: float):\n    return x * Spring.held.v"
    )
    given = f"from kinds import Spring\n{other}\n"
    for name, text in (("kinds.py", kinds), ("other.py", given), ("kernel.py", kernel)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    request = ["check", str(tmp_path / "kernel.py"), "--function", "f", "--wrt", "x"]
    done = CliRunner().invoke(adc, request)
    assert done.exit_code == (0 if "print" in other else 1), done.output
