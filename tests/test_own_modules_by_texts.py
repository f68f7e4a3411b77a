"""What other files set by names that are texts, or take out of modules so: what changes nothing is
read, against Python's run of it, and its twin that does change something is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.interpret import run
from adc.observer import Silent
from adc.pipeline import front_half
from tests.test_own_modules import X, by_python, request, written

MAIN = "import other\nimport lib\nfrom lib import g\ndef f(x):\n    return g(x)\n"
LIB = """\
import numpy as np
G = 2.0
E = np.sqrt(2.0)
T = np.array([1.0, 2.0])
def h(x, k=3.0):
    return k*x
def g(x):
    return G*E*T[1]*h(x) + np.sin(x)
"""
COPIED = """\
import copy
import lib
def put(given, names):
    new = copy.copy(given)
    for name, value in names.items():
        setattr(new, name, value)
    return new
class A:
    pass
"""
OVER = "import lib\ndef put(m):\n    for {0}:\n        setattr(m, {1}, 5.0)\nput(lib)\n"
HANDED = """\
import numpy as np
def put(np, names):
    kept = np
    kept.last = names
class A:
    def put(self, np):
        kept = np
        kept.sin = kept.cos
"""
OWNER = """\
import lib
class Named:
    def __set_name__(self, owner, name):
        setattr(owner, self.part, 5.0)
    part = "G"
class A:
    G = Named()
"""
MADE = """\
import third
class A:
    def put(self, names=("gh",)):
        for n in [n[:1].upper() for n in names]:
            setattr(self, n, 5.0)
list(map(A.put, [{}]))
kept = [third]
=== third.py
import lib
=== lib.py
"""
MADE += LIB.replace("{", "{{").replace("}", "}}")
LOCAL = "import lib\ndef put(name):\n    class A:\n        pass\n    {}\nput('G')\n"
CLASS = "import lib\nclass A:\n    def put(self, names):\n        for n in names:\n"
CLASS += "            setattr(self.__class__, n, 5.0)\n{}A().put(['G'])\n"
LAZY = """\
import lib
=== lib.py
import numpy as np
G = 2.0
TABLE = {0}
def __getattr__(name):
    {1}
    value = globals()[name] = 7.0
    return value
def g(x):
    return G*x
"""
ASKS = "found = TABLE.get(name)\n    if found is None:\n        raise AttributeError(name)"
NOT_IN = "if name not in TABLE:\n        raise AttributeError(name)"
ITEMS = "vars(lib).items() if isfunction(v)"

#: What changes nothing that f gives, by files other.py.
RIGHT = {
    "names of a loop": OVER.format("n in ('A', 'B')", "n"),
    "a list of names": OVER.format("n in ['A', 'B']", "n"),
    "pairs": OVER.format("n, v in (('A', 1.0), ('B', 2.0))", "n"),
    "the keys of a display": OVER.format("n, v in {'A': 'G'}.items()", "n"),
    "names that are counted": OVER.format("i, n in enumerate(('A', 'B'))", "n"),
    "names beside values": OVER.format("n, v in zip(('A', 'B'), ('G', 'T'))", "n"),
    "a variable for the names": "import lib\ndef put(m):\n    names = ('A', 'B')\n"
    "    for n in names:\n        setattr(m, n, 1.0)\nput(lib)\n",
    "an object that is copied": f"{COPIED}put(A(), {{'G': 5.0}})\n",
    "the class of an object": CLASS.format(""),
    "a class in a function": LOCAL.format("setattr(A, name, 5.0)"),
    "a class that Python tells a descriptor": OWNER,
    "names in sys.modules": "import sys, lib\nany(m.startswith('z') for m in sys.modules)\n"
    "for name in sys.modules.keys():\n    pass\nlast = sorted(sys.modules)[-1]\n",
    "names in a module": "import lib\nnames = [n for n in vars(lib) if n != 'q']\n"
    "for n in lib.__dict__:\n    pass\nkeys = dict(vars(lib)).keys()\n",
    "functions in a module": "import lib\nfrom inspect import isfunction\n"
    f"q = [v for n, v in {ITEMS}]",
    "what is read out of a module": "import lib\nq = lib.__dict__['G']\ndef put(m, n):\n"
    "    return getattr(m, n) + 1.0\nput(lib, 'G')\n",
    "what is read by vars": "import lib\ndef put(m, n):\n    return vars(m)[n]\nclass A:\n"
    "    G = 1.0\nput(A, 'G')\n",
    "a text that reads": "import lib\ndef put():\n    exec('q = lib.h(2.0) + lib.np.pi')\n",
    "a parameter called as a library": HANDED.replace("kept.sin", "kept.x") + "put(A(), 3.0)\n",
    "a choice by what is called as a library": "from scipy import special\ndef put(special, a):\n"
    "    q = False if special else a\n    q.sin = 1.0\n",
    "names of an early version": "import numpy as np\ntry:\n"
    "    np.AxisError = np.exceptions.AxisError\n    np.trapz = np.trapezoid  # its old name\n"
    "except AttributeError:\n    pass\n",
    "the names of a function that are read": "import lib\n"
    "a = lib.g.__globals__['G'] + lib.g.__globals__.get('E')\n",
    "the names of a function for another one": "import lib\nfrom types import FunctionType\n"
    "g = FunctionType(lib.g.__code__, lib.g.__globals__, 'other')\n",
    "a function that is called as one that patches": "def patch(a, b):\n    return a\n"
    "patch('lib.G', 3.0)\n",
    "matrices of an early version": "import numpy as np\nif not hasattr(np, 'mat'):\n"
    "    np.matrix = np.mat = np.asmatrix = np.ndarray\n",
    "an object's own part": "import lib\nclass A:\n    def put(self, m):\n        self.G = m.G\n"
    "A().put(lib)\n",
    "a module within another": "import sys, lib\nsys.modules[__name__ + '.part'] = lib\n"
    "OTHER = 'other_part'\nsys.modules[OTHER] = lib\n",
    "a program in a function": "import lib\ndef put():\n    if __name__ == '__main__':\n"
    "        lib.G = 5.0\nput()\n",
    "composed names of an own object that is handed on": MADE.format("A()"),
    "composed names of an own object that a text makes": MADE.format("eval('A()')"),
    "a table of what is lacking": LAZY.format("{'H': 1}", ASKS),
    "names of what is lacking": LAZY.format("('H', 'K')", NOT_IN),
    "what is lacking, if it is there": LAZY.format("{'H': 1}", "if name in TABLE:\n"
    "        globals()[name] = 1.0\n        return 1.0\n    raise AttributeError(name)"),
}  # fmt: skip
RIGHT["what is lacking, if it is there"] = RIGHT["what is lacking, if it is there"].replace(
    "    value = globals()[name] = 7.0\n    return value\n", ""
)

#: What does, or may, by other files of the same kinds.
CHANGED = {
    "another name of an early version": "import numpy as np\nnp.sin = np.cos\n",
    "what draws": "import numpy as np\nnp.random.rand = np.random.random\n",
    "the names of a function": "from lib import g\ng.__globals__['G'] = 5.0\n",
    "the names of functions of a list": "import lib\nfor g in [lib.g]:\n"
    "    g.__globals__.update(G=5.0)\n",
    "the names of a function, by another name": "import lib\nd = lib.g.__globals__\n"
    "d['G'] = 5.0\n",
    "a part that is patched": "from unittest.mock import patch\nimport lib\n"
    "patch('lib.G', 3.0).start()\n",
    "a part of what is patched": "import unittest.mock as m\nimport lib\n"
    "m.patch.object(lib, 'G', 3.0).start()\n",
    "a matrix, by its name": "import numpy as np\nfor n in ('matrix', 'sin'):\n"
    "    setattr(np, n, np.cos)\n",
    "a function of another name": "import numpy as np\nnp.sin = np.trapezoid\n",
    "a module as a method's object": "import lib\nclass A:\n    def put(self):\n"
    "        self.G = 5.0\nA.put(lib)\n",
    "a module as a method's object, by name": "import lib\nclass A:\n    def put(self, n):\n"
    "        setattr(self, n, 5.0)\nlist(map(A.put, [lib], ['G']))\n",
    "a module as a method's object, by a composed name": "import lib\n" + MADE.format("lib"),
    "a module of a text as a method's object": MADE.format("__import__('lib')"),
    "a module as a method's object, by a name of a text": MADE.replace(
        "[n[:1].upper() for n in names]", "['G']"
    ).format("eval('lib')"),
    "a module that a function calls self": "import lib\ndef put(self):\n    self.G = 5.0\n"
    "put(lib)\n",
    "a default that sets": "import lib\ndef put(x=setattr(lib, 'G', 5.0)):\n    return x\n",
    "a module of a known name": "import sys\nNAME = 'lib'\nsys.modules[NAME] = sys\n",
    "a library of a known name": "import sys\nsys.modules['numpy'] = sys\n",
    "names of a loop": OVER.format("n in ('A', 'G')", "n"),
    "the values of a display": OVER.format("v, n in {'A': 'G'}.items()", "n"),
    "values beside names": OVER.format("v, n in zip(('A', 'B'), ('G', 'T'))", "n"),
    "a name that is bound anew": OVER.format("n in ('A', 'B')", "(n := 'G')"),
    "a name that a function binds": "import lib\ndef put(m):\n    for n in ('A', 'B'):\n"
    "        def other():\n            nonlocal n\n            n = 'G'\n        other()\n"
    "        setattr(m, n, 5.0)\nput(lib)\n",
    "a name that a text binds": "import lib\nfor n in ('A', 'B'):\n    globals()['n'] = 'G'\n"
    "    setattr(lib, n, 5.0)\n",
    "a list that grows": "import lib\ndef put(m):\n    names = ['A']\n    names.append('G')\n"
    "    for n in names:\n        setattr(m, n, 5.0)\nput(lib)\n",
    "a list that has two names": "import lib\ndef put(m):\n    names = ['A']\n    more = names\n"
    "    more += ['G']\n    for n in names:\n        setattr(m, n, 5.0)\nput(lib)\n",
    "a class that says what copies are": COPIED.replace(
        "pass", "def __copy__(self):\n        return lib"
    ) + "put(A(), {'G': 5.0})\n",
    "a copy of a function": f"{COPIED}put(lib.h, {{'__defaults__': (9.0,)}})\n",
    "a function under another name": "import lib\nq = lib.h\nsetattr(q, '__defaults__', (9.0,))\n",
    "a function, by a dictionary": "import lib\nq = lib.h\n"
    "for n, v in {'__defaults__': (9.0,)}.items():\n    setattr(q, n, v)\n",
    "a function, by two texts": "import lib\nq = lib.h\nsetattr(q, '__def' + 'aults__', (9.0,))\n",
    "copy is something else": COPIED.replace("import copy", "from also import copy")
    + "put(lib, {'G': 5.0})\n=== also.py\nclass copy:\n    copy = staticmethod(lambda m: m)\n",
    "a variable that was a copy": COPIED.replace("    for", "    new = given\n    for")
    + "put(lib, {'G': 5.0})\n",
    "the field of an array": "import lib\ndef put(q, n):\n    setattr(q, n, 9.0)\n"
    "put(lib.T, 'flat')\n",
    "a class that is a module": LOCAL.format("A = lib\n    setattr(A, name, 5.0)"),
    "a decorated class": LOCAL.replace("class A", "@(lambda c: lib)\n    class A").format(
        "setattr(A, name, 5.0)"
    ),
    "a class by its metaclass": LOCAL.replace("A:", "A(metaclass=lambda *a: lib):").format(
        "setattr(A, name, 5.0)"
    ),
    "a descriptor that is told a module": OWNER + "Named().__set_name__(lib, 'G')\n",
    "a descriptor that binds it anew": OWNER.replace(
        "        set", "        owner = lib\n        set"
    ),
    "modules by the names in sys.modules": "import sys, lib\nfor name in list(sys.modules):\n"
    "    if name == 'lib':\n        sys.modules[name].G = 5.0\n",
    "sorted is something else": "import sys, lib\ndef sorted(all):\n    all['lib'].G = 5.0\n"
    "sorted(sys.modules)\n",
    "modules in sys.modules": "import sys, lib\nfor m in sys.modules.values():\n"
    "    if getattr(m, '__name__', '') == 'lib':\n        m.G = 5.0\n",
    "dict is something else": "import lib\ndef dict(all):\n    all['G'] = 5.0\n    return all\n"
    "dict(vars(lib)).keys()\n",
    "isfunction is something else": "import lib\ndef isfunction(v):\n    if hasattr(v, 'sort'):\n"
    f"        v[1] = 7.0\nq = [v for n, v in {ITEMS}]\n",
    "something before isfunction": "import lib\nfrom inspect import isfunction\ndef put(v):\n"
    "    if hasattr(v, 'sort'):\n        v[1] = 7.0\n    return True\n"
    f"q = [v for n, v in {ITEMS.replace('if', 'if put(v) and')}]\n",
    "functions that are changed": "import lib\nfrom inspect import isfunction\n"
    f"for v in [v for n, v in {ITEMS}]:\n    v.__defaults__ = (9.0,)\n",
    "an array out of a module": "import lib\nlib.__dict__['T'][1] = 7.0\n",
    "an array by a name": "import lib\nn = 'T'\nv = lib.__dict__[n]\nv[1] = 7.0\n",
    "all arrays of a module": "import lib\nfor v in lib.__dict__.values():\n"
    "    if hasattr(v, 'sort'):\n        v[1] = 7.0\n",
    "an array by vars": "import lib\nvars(lib)['T'][1] = 7.0\n",
    "an array by vars, bound": "import lib\nn = 'T'\nv = vars(lib)[n]\nv += 7.0\n",
    "a module by vars": "import also\nvars(also)['lib'].G = 5.0\n=== also.py\nimport lib\n",
    "a module by vars, bound": "import also\nn = 'lib'\nm = vars(also)[n]\nm.G = 5.0\n"
    "=== also.py\nimport lib\n",
    "a function by vars": "import lib\nvars(lib)['h'].__defaults__ = (9.0,)\n",
    "a function by vars, by its name": "import lib\nn = 'h'\n"
    "setattr(vars(lib)[n], '__defaults__', (9.0,))\n",
    "names by vars": "import lib\nvars(lib)['G'] = 9.0\n",
    "names by vars, added to": "import lib\nvars(lib)['G'] += 9.0\n",
    "an array by get": "import lib\nlib.__dict__.get('T').fill(7.0)\n",
    "an array of what is given": "import lib\ndef put(m, n):\n    getattr(m, n)[1] = 7.0\n"
    "put(lib, 'T')\n",
    "an array of what is given, bound": "import lib\ndef put(m, n):\n    v = getattr(m, n)\n"
    "    v += 7.0\nput(lib, 'T')\n",
    "a text that sets": "import lib\ndef put():\n    exec('lib.h(2.0); lib.G = 5.0')\nput()\n",
    "a text that defines": "import lib\nexec('def h(x):\\n    return x', vars(lib))\n",
    "a text that imports": "import lib\nexec('import math as np', lib.__dict__)\n",
    "a text that sets in brackets": "import numpy as np\nexec('(np.sin) = np.cos')\n",
    "a text that sets by a method": "import numpy as np\nexec('np.__dict__.update(sin=np.cos)')\n",
    "a text that sets by a part": "import numpy as np\nexec('q = np.linalg; q.inv = q.pinv')\n",
    "a text that sets an item": "import lib\nexec('q = lib.T\\nq[0] = 5.0')\n",
    "a text that sets in place": "import lib\nexec('q = lib.T\\nq += 5.0')\n",
    "a text that appends": "import lib\nexec('lib.T.append(5.0)')\n",
    "a text that takes away": "import numpy as np\nexec('del (np.sin)')\n",
    "a text that sets on two lines": "import numpy as np\nexec('np.sin\\\\\\n = np.cos')\n",
    "a library that is handed on": f"{HANDED}A().put(np)\n",
    "a library that is handed on twice": f"{HANDED}def first(np):\n    A().put(np)\nfirst(np)\n",
    "a library that is handed on in parts": f"{HANDED}from functools import partial\n"
    "partial(A().put, np)()\n",
    "a library that is a default": HANDED.replace("self, np", "self, np=np") + "A().put()\n",
    "a library that a decorator hands on": "import numpy as np\ndef given(g):\n    g(np)\n@given\n"
    "def put(np):\n    kept = np\n    kept.sin = kept.cos\n",
    "a library in a choice": "import numpy as np\ndef put(a):\n    q = np if a else None\n"
    "    q.sin = q.cos\nput(True)\n",
    "another part of a library": "import numpy as np\nnp.random.mtrand.np = np\n"
    "np.random.mtrand.np.sin = np.cos\n",
    "a program that is run": "import lib\n__name__ = '__main__'\ndef put():\n"
    "    if __name__ == '__main__':\n        lib.G = 5.0\nput()\n",
    "a program that is told so": "import lib\ndef put(__name__):\n    if __name__ == '__main__':\n"
    "        lib.G = 5.0\nput('__main__')\n",
    "a program by globals": "import lib\nglobals()['__name__'] = '__main__'\n"
    "if __name__ == '__main__':\n    lib.G = 5.0\n",
    "a table with the name": "import lib\nlib.__getattr__('G')\n"
    + LAZY.format("{'G': 1}", ASKS).partition("\n")[2],
    "a table that grows": "import lib\nlib.__getattr__('G')\n"
    + LAZY.format("{'H': 1}\nTABLE.update(G=1)", ASKS).partition("\n")[2],
    "a table that is not heeded": "import lib\nlib.__getattr__('G')\n"
    + LAZY.format("{'H': 1}", ASKS.replace("raise", "print")).partition("\n")[2],
}  # fmt: skip


def source_of(other: str, folder: Path) -> Path:
    files = f"=== main.py\n{MAIN}=== other.py\n{other.rstrip()}\n"
    return written(files if "=== lib.py" in other else f"{files}=== lib.py\n{LIB}", folder)


@pytest.mark.parametrize("name", RIGHT)
def test_what_no_name_of_another_file_is_set_by(name: str, tmp_path: Path) -> None:
    source = source_of(RIGHT[name], tmp_path)
    primal = front_half(request(source), Silent(), needs_targets=False).primal
    found = run(primal, {"n": len(X)}, {"x": np.array(X)})[primal.returns[0]]
    np.testing.assert_allclose(found, by_python(source, tmp_path), rtol=1e-14)


@pytest.mark.parametrize("name", CHANGED)
def test_what_a_name_of_another_file_may_be_set_by(name: str, tmp_path: Path) -> None:
    with pytest.raises(AdcError) as caught:
        front_half(request(source_of(CHANGED[name], tmp_path)), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"


#: By the file that is read, which imports no other one.
CHANGED_BY_ITSELF = {
    "a part of a module by another name": "from numpy import linalg as la\nla.norm = h\n",
    "a part by setattr": "setattr(np.linalg, 'norm', h)\n",
    "what draws": "import numpy.random as npr\nnpr.randn = h\n",
}


@pytest.mark.parametrize("name", CHANGED_BY_ITSELF)
def test_what_a_name_of_a_library_is_set_by(name: str, tmp_path: Path) -> None:
    text = f"import numpy as np\ndef h(*a):\n    return 0.5\n{CHANGED_BY_ITSELF[name]}"
    body = "    np.random.seed(1)\n    return x*np.random.randn()*np.linalg.norm(x)\n"
    with pytest.raises(AdcError, match="this file may change it") as caught:
        source = written(f"=== main.py\n{text}def f(x):\n{body}", tmp_path)
        front_half(request(source), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"


CLASSES = """\
=== main.py
from lib import K
import other
def f(x):
    return K().m(x)
=== other.py
=== lib.py
from third import Named
class K:
    part = Named("{}")
    def m(self, x):
        return 2.0*x
=== third.py
class Named:
    def __init__(self, part):
        self.part = part
    def __set_name__(self, owner, name):
        setattr(owner, self.part, lambda self, x: 9.0*x)
"""


def test_a_class_that_a_descriptor_of_another_file_changes(tmp_path: Path) -> None:
    with pytest.raises(AdcError) as caught:
        source = written(CLASSES.format("m"), tmp_path)
        front_half(request(source), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"


TESTED = """\
=== main.py
from lib import g
import other
def f(x):
    return g(x)
=== other.py
import lib
{}
=== lib.py
import numpy as np
class Z:
    def __getattr__(self, name):
        return exec("3.0")
def g(x):
    if isinstance(x, Z):
        return 2.0*x
    return 5.0*x
"""
BOUND_ANEW = ("lib.Z = np.ndarray", "setattr(lib, 'Z', object)", "from lib import Z\nlib.Z = Z")


def test_a_class_that_is_only_asked_for(tmp_path: Path) -> None:
    source = written(TESTED.format("import numpy as np"), tmp_path)
    primal = front_half(request(source), Silent(), needs_targets=False).primal
    found = run(primal, {"n": len(X)}, {"x": np.array(X)})[primal.returns[0]]
    np.testing.assert_allclose(found, by_python(source, tmp_path), rtol=1e-14)


@pytest.mark.parametrize("binding", BOUND_ANEW)
def test_a_class_that_is_only_asked_for_and_bound_anew(binding: str, tmp_path: Path) -> None:
    with pytest.raises(AdcError) as caught:
        source = written(TESTED.format(f"import numpy as np\n{binding}"), tmp_path)
        front_half(request(source), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"
