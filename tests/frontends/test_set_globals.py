"""Module variables that functions set by `global`, or lines that do not look like it: refused. With
`--first-call` the former are what the files bind them to, where running these calls no setter. The
original is run beside by `adc check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

KERNEL = """
import numpy as np
LOW, HIGH = 0.1, 3.0
SCALE = 2.0
PLAIN = np.array([1.0, 2.0])

def set_low(v=0.5):
    global LOW, HIGH
    LOW = v
    HIGH = 10*v

def set_scale():
    global SCALE
    for SCALE in (3.0, 4.0):
        pass

def start():
    set_scale()

def cut(x):
    global LOW, PLAIN
    return x*LOW + PLAIN[1]

def f(x: "float64[n]"):
    global LOW
    return np.sum(np.where(x < LOW, HIGH, x)) + cut(x)[0]

def scaled(x: "float64[n]"):
    return x*SCALE

def setting(x: "float64[n]"):
    set_low()
    return x*PLAIN[0]

def plain(x: "float64[n]"):
    global PLAIN
    return x*PLAIN[0]
"""

#: What running the file surely sets, also by calls of calls.
SURE = """
import numpy as np
try:
    import cupy
    HAVE = True
except ImportError:
    HAVE = False
A, B = 1.0, 2.0
SCALE, COUNT, DEPTH, UNIT, xp, impl = None, 1, 1, "mm", None, None

def swap():
    global A, B
    A, B = B, 5*A

def double(x):
    return 2.0*x

def update(scale=None, *, want=True):
    global SCALE, xp, impl
    if scale is None:
        return
    if scale not in (3.0, 4.0) or scale < 0:
        raise ValueError(scale)
    factor = 2.0
    SCALE = factor*scale
    xp = cupy if want and HAVE else np
    impl = double

def deeper(k):
    global DEPTH
    if k > 0:
        DEPTH *= 3
        deeper(k - 1)

def count():
    global COUNT
    COUNT += 2

swap()
update()
update(3.0)
update(scale=4.0)
deeper(2)
count()
count()
AFTER = SCALE*2

class Unused:
    def run(self):
        count()

if __name__ == "__main__":
    count()

def f(x: "float64[n]"):
    return impl(xp.sin(x))*SCALE*COUNT + A*x**2 + B + AFTER*DEPTH
"""

#: What does not tell for sure: the lines behind SETTER.
SETTER = """
import os
SCALE = 1.0
def update(v=3.0):
    global SCALE
    SCALE = v
def f(x: "float64[n]"):
    return x*SCALE
"""
UNSURE = [
    "OTHER = SCALE*2\nupdate()", "def g(a=SCALE): pass\nupdate()", "update(os.getpid())",
    "T = [update]\nupdate(4.0)\nT[0]()", "for k in range(2):\n    update(k)",
    "class H:\n    def go(self):\n        update(8.0)\nh = H()\nupdate()\nh.go()",
    "try:\n    update(undefined)\nexcept NameError:\n    pass",
    "def now(g):\n    g()\n    return g\n@now\ndef late(): update()",
    "def late():\n    if os.environ.get('HOME'):\n        return\n    update()\nlate()",
    "FLAG = os.environ.get('NONE')\nupdate(FLAG and 0)", "def late(): print((update(4.0)))\nlate()",
    "def late():\n    global SCALE\n    print(SCALE := 5.0)\nlate()", "update()\ndel SCALE",
    "def update(v): pass\nupdate(2.0)", "from math import *\nupdate(sin)",
]  # fmt: skip

#: The same where other files are at it; the function is that of `pk/main.py`.
SEVERAL = {
    "by another name": {
        "__init__.py": "from .setup import kick\nkick()\n",
        "setup.py": "from .lib import set_low as s\ndef kick():\n    s(0.7)\n",
    },
    "a function of another file that the file runs": {
        "lib.py": "from . import other\nLOW = 0.1\ndef set_low(v):\n    global LOW\n    LOW = v\n"
        "def cut(x):\n    return x*LOW\nset_low(0.3)\nother.kick()\n",
        "other.py": "def kick():\n    from . import lib\n    lib.set_low(0.9)\n",
    },
    "what is read in between, out of sight": {
        "lib.py": "LOW = 0.1\ndef set_low(v):\n    global LOW\n    LOW = v\ndef load():\n    try:\n"
        "        from . import other\n    except ImportError:\n        pass\nload()\n"
        "set_low(0.3)\nfrom .other import cut\n",
        "other.py": "from .lib import LOW\ndef cut(x):\n    return x*LOW\n",
    },
    "what is read in between": {
        "lib.py": "LOW = 0.1\ndef set_low(v):\n    global LOW\n    LOW = v\nfrom . import other\n"
        "set_low(0.3)\ndef cut(x):\n    return other.cut(x)\n",
        "other.py": "from .lib import LOW\ndef cut(x):\n    return x*LOW\n",
    },
}

LIBRARY = """
LOW = 0.1

def set_low(v):
    global LOW
    LOW = v

def more(v):
    set_low(2*v)

def cut(x):
    return x*LOW
"""


def checked(folder: Path, text: str, function: str, *options: str) -> tuple[int, str]:
    (folder / "kernel.py").write_text(text)
    words = ["check", str(folder / "kernel.py"), "--function", function, "--wrt", "x"]
    done = CliRunner().invoke(adc, [*words, "--size", "n=3", *options], prog_name="adc")
    return done.exit_code, done.output


def test_refused_with_the_way_out(tmp_path: Path) -> None:
    status, said = checked(tmp_path, KERNEL, "f")
    assert status == 1 and "[ADC0123]" in said and "--first-call" in said


def test_what_functions_only_read_is_settled(tmp_path: Path) -> None:
    assert checked(tmp_path, KERNEL, "plain")[0] == 0


def test_the_first_call_has_what_the_file_binds(tmp_path: Path) -> None:
    assert checked(tmp_path, KERNEL, "f", "--first-call")[0] == 0
    words = ["--wrt", "x", "--function", "f", "--first-call", "-o", str(tmp_path / "out")]
    CliRunner().invoke(adc, ["grad", str(tmp_path / "kernel.py"), *words], prog_name="adc")
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["first_call"] is True


@pytest.mark.parametrize(
    "run",
    [
        "start()", "set_scale()", "@start\ndef late():\n    pass", "table = {'a': set_scale}",
        "class Holder:\n    def run(self):\n        start()\nHolder().run()",
        "vars()['set' + '_scale']()",
        "def late(x=start()):\n    pass", "for once in range(1):\n    start()",
    ],
)  # fmt: skip
def test_a_setter_that_running_the_file_may_call(tmp_path: Path, run: str) -> None:
    status, said = checked(tmp_path, f"{KERNEL}\n{run}\n", "scaled", "--first-call")
    assert status == 1 and "[ADC0123]" in said


@pytest.mark.parametrize(
    "setter",
    [
        "def more(): global SCALE; SCALE = 4.0",
        "def more():\n    global HIGH, \\\n        SCALE\n    SCALE = 4.0",
        "class More:\n    global SCALE\n    SCALE = 4.0\ndef more(): pass",
        "def more():\n    if True: global SCALE\n    import math as SCALE",
        "def more():\n    global SCALE\n    def SCALE(): pass",
    ],
)
def test_however_it_is_set(tmp_path: Path, setter: str) -> None:
    text = f"SCALE = HIGH = 2.0\n{setter}\ndef f(x: 'float64[n]'):\n    return x*SCALE\n"
    status, said = checked(tmp_path, text, "f")
    assert status == 1 and "[ADC0123]" in said


@pytest.mark.parametrize(
    "line",
    [
        "def g(a=(SCALE := 5.0)): pass", "@(SCALE := (lambda g: g))\ndef g(): pass",
        "class C((SCALE := object)): pass", "def g() -> (SCALE := 5.0): pass",
        "exec('SCALE = 5.0')", "exec('SCA' + 'LE = 5.0')", "eval('(SCALE := 5.0)')",
    ],
)  # fmt: skip
@pytest.mark.parametrize("option", [(), ("--first-call",)])
def test_where_no_statement_shows_it(tmp_path: Path, line: str, option: tuple[str, ...]) -> None:
    text = f"SCALE = 2.0\n{line}\ndef f(x: 'float64[n]'):\n    return x*SCALE\n"
    status, said = checked(tmp_path, text, "f", *option)
    assert status == 1 and "[ADC0123]" in said


def test_a_class_whose_header_binds_its_constant(tmp_path: Path) -> None:
    lines = "class C:\n    W = 2.0\n    def g(self, a=(W := 7.0)): pass\n"
    text = f"{lines}def f(x: 'float64[n]'):\n    return x*C.W\n"
    status, said = checked(tmp_path, text, "f")
    assert status == 1 and "[ADC0123]" in said


def test_what_such_lines_leave_alone(tmp_path: Path) -> None:
    lines = "exec('other = 1')\nWIDE = eval('1.5')\ndef g(a=(more := 5.0)): (SCALE := 4.0)\n"
    text = f"SCALE = 2.0\n{lines}def f(x: 'float64[n]'):\n    return x*SCALE\n"
    assert checked(tmp_path, text, "f")[0] == 0


def test_a_setter_that_the_function_calls(tmp_path: Path) -> None:
    status, said = checked(tmp_path, KERNEL, "setting", "--first-call")
    assert status == 1 and "[ADC0111]" in said


def test_a_setter_that_another_file_calls(tmp_path: Path) -> None:
    (tmp_path / "lib.py").write_text(LIBRARY)
    text = 'from lib import cut, more\n{}\ndef f(x: "float64[n]"):\n    return cut(x)\n'
    assert checked(tmp_path, text.format(""), "f", "--first-call")[0] == 0
    status, said = checked(tmp_path, text.format("more(0.4)"), "f", "--first-call")
    assert status == 1 and "`more`, which sets `LOW`" in said


def test_what_running_the_file_surely_sets(tmp_path: Path) -> None:
    status, said = checked(tmp_path, SURE, "f", "--first-call")
    assert status == 0 and "primal against NumPy" in said and "`cupy`" in said


@pytest.mark.parametrize("lines", UNSURE)
def test_what_does_not_tell_for_sure(tmp_path: Path, lines: str) -> None:
    status, said = checked(tmp_path, f"{SETTER}{lines}\n", "f", "--first-call")
    assert status == 1 and "[ADC0123]" in said


@pytest.mark.parametrize("case", SEVERAL)
def test_what_other_files_may_set(tmp_path: Path, case: str) -> None:
    (tmp_path / "pk").mkdir()
    (tmp_path / "pk" / "__init__.py").write_text("")
    main = 'from .lib import cut\ndef f(x: "float64[n]"):\n    return cut(x)\n'
    files = {"lib.py": LIBRARY, "kernel.py": main}
    for name, text in {**files, **SEVERAL[case]}.items():
        (tmp_path / "pk" / name).write_text(text)
    status, said = checked(tmp_path / "pk", main, "f", "--first-call")
    assert status == 1 and "[ADC0123]" in said


def test_what_other_files_only_read(tmp_path: Path) -> None:
    reading = "def reader():\n    global LOW\n    return LOW\nset_low(0.2)\n"
    (tmp_path / "lib.py").write_text(LIBRARY + reading)
    text = 'from lib import cut, reader\nK = reader()\ndef f(x: "float64[n]"):\n    return cut(x)\n'
    assert checked(tmp_path, text, "f", "--first-call")[0] == 0
