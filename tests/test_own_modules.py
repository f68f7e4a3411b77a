"""Sources of several files: what a function imports from files of its own, against Python's run of
them as they stand."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.diagnostics import AdcError
from adc.frontends.own_modules import own_texts
from adc.interpret import run
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

X = [0.7, -1.2, 0.4, 2.0]
CONSTANTS = """\
import numpy as np
G = 9.81
A, B = 0.5, 2
TABLE = np.array([1.0, 2.0, 3.0])
NAMES = ("a", "b")
ITEMS = [1.0, 2.0]
"""
#: Files, the first of which has the function f(x) of a vector.
RIGHT = {
    "a number that the function sets in its module": """
=== main.py
import cfg
def f(x):
    cfg.k = 7.0
    return x * cfg.k
=== cfg.py
k = 3.0
""",
    "a function that would bind any name, and that nothing calls": """
=== pk/main.py
import numpy as np
def _offer(module):
    for name in dir(module):
        globals()[name] = getattr(module, name)
def f(x):
    return np.sin(x)*2.0
if __name__ == "__main__":
    _offer(np)
=== pk/__init__.py
=== pk/other.py
def g(x):
    return x
""",
    "a manager of another file, handed on by its package": """
=== main.py
import numpy as np
from pk import (
    kept,
    doubled,
)
def f(x):
    x = x + 0.0
    with kept(x, 2.0) as k:
        y = doubled(x)*k
    return y + x
=== pk/__init__.py
from .managers import kept
from .managers import doubled as doubled
=== pk/managers.py
class kept:
    def __init__(self, items, k):
        self.items = items
        self.k = k
    def __enter__(self):
        self.old = self.items.copy()
        self.items[0] = self.k
        return self.k + 1.0
    def __exit__(self, *failed):
        self.items[:] = self.old*self.k
def doubled(x):
    return x*2.0
""",
    "a package that gives modules parts by names that stand there": """
=== pack/main.py
from .tools import doubled
def g(x):
    return x + 1.0
def f(x):
    return doubled(g(x))
=== pack/tools.py
def doubled(x):
    return 2.0 * x
=== pack/shapes.py
class Square:
    pass
=== pack/__init__.py
from . import main, tools
from .shapes import Square
setattr(main, "Square", Square)
setattr(tools, "Square", Square)
""",
    "modules that functions import where they run": """
=== pack/main.py
from . import other as tables
class Weights:
    def __init__(self, a):
        from pack import tables
        self.box = tables.Box(a)
def g(x):
    import pack.other as m
    return tables.twice(x) + m.SCALE
def f(x):
    from . import tables as m
    def h(v):
        return m.twice(v) * Weights(m.SCALE).box.a
    return h(g(x))
=== pack/tables.py
SCALE = 3.0
def twice(x):
    return 2.0 * x
class Box:
    def __init__(self, a):
        self.a = a * SCALE
=== pack/other.py
SCALE = 0.5
def twice(x):
    from . import tables
    return x * tables.SCALE * SCALE
=== pack/__init__.py
""",
    "names that six has for Python 2 and 3": """
=== main.py
import numpy as np
from six.moves import map, range, xrange, zip
from six.moves import reduce as fold
def f(x):
    u, v = map(np.sin, (x[0], x[1]))
    for i in range(2):
        u = u + v * x[i]
    for a, b in zip(x[1:], x[:-1]):
        v = v + a * b
    for i in xrange(1, 3):
        v = v * x[i]
    return x * fold(np.multiply, [u, v])
=== six/__init__.py
=== six/moves.py
import functools
map, range, xrange, zip, reduce = map, range, range, zip, functools.reduce
""",
    "two files of one name": """
=== main.py
from near import g
from pkg.near import g as h
def f(x):
    return g(x) + 2.0*h(x)
=== near.py
K = 3.0
def g(x):
    return K*x
=== pkg/near.py
K = 5.0
def g(x):
    return K * x * x
""",
    "a module that its package imports": """
=== pk/main.py
from . import numeric, other
def f(x):
    return numeric.square(x) * x + other.square(x)
=== pk/__init__.py
from . import numeric
from . import numeric as other
=== pk/numeric.py
def square(x):
    return 3.0 * x * x
""",
    "a package that imports its modules by their whole names": """
=== main.py
import pk.numeric as nu
def f(x):
    return nu.near.square(x) + nu.K * x
=== pk/__init__.py
=== pk/numeric/__init__.py
import pk.numeric.near as near
from pk.numeric.near import K
=== pk/numeric/near.py
K = 4.0
def square(x):
    return 3.0 * x * x
""",
    "an import in a function, of what is not there": """
=== pk/main.py
FAST = False
def f(x):
    if FAST:
        try:
            from . import _fast
            return _fast.run(x)
        except (ImportError, NameError):
            return 3.0 * x
    return 2.0 * x
=== pk/__init__.py
""",
    "a folder of a package that is none itself": """
=== pk/parts/inner/main.py
from pk.tools import twice
from pk.parts.inner.near import K
import pk.tools as tools
def f(x):
    return twice(x) * K + tools.C * x
=== pk/__init__.py
=== pk/tools.py
C = 7.0
def twice(x):
    return 2.0 * x * x
=== pk/parts/inner/__init__.py
=== pk/parts/inner/near.py
K = 3.0
""",
    "a decorator of another file": """
=== main.py
from deco import twice
@twice
def g(x):
    return 3.0*x
def f(x):
    return g(x)
=== deco.py
def twice(g):
    def inner(x):
        return 2.0*g(x)
    return inner
""",
    "decorators of other files that look at how arguments are given": """
=== main.py
from deco import doubled, other
from lib import h
@other
def g(x, alpha=1.5):
    return alpha*x
@doubled
def k(x, alpha=1.5):
    return alpha*x
def f(x):
    return g(x) + k(x) + k(x, alpha=2.0) + h(x, alpha=3.0)
=== lib.py
from deco import doubled
@doubled
def h(x, alpha=0.5):
    return alpha*x
=== deco.py
def other(func):
    def inner(x, alpha=4.0):
        return func(x, alpha)
    return inner
def doubled(func):
    def inner(*args, **kwargs):
        if "alpha" in kwargs:
            return 2.0*func(*args, **kwargs)
        return func(*args, **kwargs)
    return inner
""",
    "a list of a module": """
=== main.py
import constants as c
def f(x):
    return c.ITEMS[-1] * x
=== constants.py
@CONSTANTS
""",
    "a function beside objects whose fields are set by texts": """
=== main.py
import importlib
import other
from consts import G, half
plugin = importlib.import_module("math")
def f(x):
    return G*half(x)
=== consts.py
G = 2.0
def half(x):
    return 0.5*x
=== other.py
import importlib, sys
def load(name):
    found = importlib.import_module(name)
    vars = [found]
    for each in vars:
        print([v for v in vars])
    return vars
class Box:
    @classmethod
    def made(cls, fields):
        out = cls()
        for key in fields:
            out.__dict__[key] = fields[key]
            setattr(out, key, fields[key])
        return out
sys.modules[__name__] = Box()
""",
    "a module that functions of the source are given, and what is done beside it": """
=== pk/main.py
from . import tools
from .numeric import g
def f(x):
    return g(x)
=== pk/__init__.py
=== pk/numeric.py
K = 3.0
def g(x, a=2.0):
    return a*K*x*x
=== pk/other.py
def square(x):
    return x
=== pk/tools.py
import importlib, sys
from collections import namedtuple
from . import numeric, other
from .lists import listed
Options = namedtuple("Options", ["a", "b"])
Options.__new__.__defaults__ = (1.0, 5.0)
class Chooser:
    def pick(self, name, modules):
        for module in modules:
            if hasattr(module, name):
                return getattr(module, name)
    def choose(self, name):
        return self.pick(name, (numeric, other))
Chooser().choose("g")
numeric.known = listed(numeric)
importlib.reload(sys.modules["pk.other"])
=== pk/lists.py
def listed(module):
    return [name for name in dir(module)]
""",
    "classes that a module lists": """
=== main.py
import numpy as np
from kinds import SCALARS, ARRAYS as A
NUMBERS = SCALARS
def g(x, float=None):
    return 3.0*x if isinstance(x, NUMBERS) and not isinstance(float, SCALARS) else 5.0*x
def f(x):
    y = x if isinstance(x, A) else 2.0*x
    return y + g(0.5) + g(x) + g(1.5, float=2.0)
=== kinds.py
import numpy as np
try:
    import no_such_package
    kinds = (no_such_package.Expr,)
except ImportError:
    kinds = ()
SCALARS = (int, np.integer, float, np.floating) + kinds
ARRAYS = (np.ndarray, str)
""",
    "names that a file says it hands on": """
=== main.py
from helpers import *
def f(x):
    return sum([1.0, 2.0]) * x + g(x)
=== helpers.py
__all__ = ['g']
def sum(x):
    return x
def g(x):
    return sum(x)
""",
    "an `__all__` that is made of those of modules": """
=== main.py
from tools import *
def f(x):
    return g(x)*_K + sum(x)*h(x) + _own(x)
=== tools/__init__.py
from .a import *
from .inner.b import *
__all__ = ["L"] + list(a.__all__)
__all__ += inner.b.__all__
__all__.extend(["_own"])
L = 1.0
def _own(x):
    return x*x
def __dir__():
    return sorted(__all__)
=== tools/a.py
__all__ = ["g"]
__all__.append("_K")
_K = 4.0
def g(x):
    return 3.0*x
def sum(x):
    return 9.0
=== tools/inner/__init__.py
=== tools/inner/b.py
__all__ = ["h"]
def h(x):
    return 2.0*x
""",
    "stars of files with `__all__`, and branches by the version": """
=== main.py
import math
import numpy as np
from tools import *
def f(x):
    return np.abs(scaled(x)) + _hidden(x) + sum(x) + G*math.pi + newer(x)
=== tools.py
import sys
from inner import *
__all__ = ["scaled", "_hidden", "G", "newer"]
_minor = (
    sys.version_info
        .minor)
_flag = "a\
  b" "c"
if _flag:
    pass
math = np = 3
G = 2.0
def sum(x):
    return 5.0*x
def scaled(x):
    return x*sum(x)
def _hidden(x):
    return 0.5*x
if sys.version_info[0] < 3:
    from inner import older as newer
elif _minor >= 8 and not sys.version_info >= (4,):
    from inner import *
else:
    from inner import older as newer
=== inner.py
def newer(x):
    return 0.25*x
def older(x):
    return 9.0*x
""",
    "values that a function imports where it runs, and a file named as what it imports": """
=== main.py
from pkg.use import scaled
def f(x):
    from pkg.constants import TABLE, K as k
    return scaled(x)*TABLE[1] + k
=== pkg/__init__.py
=== pkg/constants.py
K = 4.5
TABLE = (1.0, 2.0)
=== pkg/numba.py
try:
    from numba import jit
except ImportError:
    def jit(function=None, **options):
        if function is None:
            return lambda inner: inner
        return function
=== pkg/use.py
from pkg.numba import jit
def plain(x):
    from .constants import K
    return K*x
scaled = jit(plain, nopython=True)
""",
    "tables by attribute, which nothing changes": """
=== main.py
import numpy as np
from pkg import tables as t
from pkg.tables import U
def f(x):
    n = t.T
    s = n[1]*x
    for a in t.U:
        s = s + a*x
    return s + np.sum(t.T*U) + t.B[0, 1]
=== pkg/__init__.py
from .use import half
=== pkg/use.py
from . import tables
class A:
    def turned(self, m):
        return m.T, self.T
def half(i):
    return 0.5*tables.T[i] - tables.B[i, 0] + max(tables.U)
=== pkg/tables.py
import numpy as np
from scipy.stats import norm as normal
T = np.array([0.5, 2.0/3.0, -0.3e-2])
U = np.array([
    0.25, 1.5, 3])
B = np.array([[1.0, normal.ppf(3/4.0)], [2.0, -normal.cdf(0.3)]])
""",
    "a decorator that warns of old names, handed on by a package": """
=== main.py
from pkg import renamed
@renamed(y="x")
def g(x, *, scale=3.0):
    return scale*x
def f(x):
    return g(x, scale=2.0) + g(x=x)
=== pkg/__init__.py
from .tools.deco import renamed
=== pkg/tools/__init__.py
=== pkg/tools/deco.py
import warnings
from functools import wraps
def renamed(**names):
    def deco(func):
        @wraps(func)
        def wrapper(*args, **kwargs):
            for old, new in names.items():
                if old in kwargs:
                    warnings.warn(f"{old} is now {new}", DeprecationWarning)
                    kwargs[new] = kwargs.pop(old)
            return func(*args, **kwargs)
        return wrapper
    return deco
""",
    "a decorator that is a method, and a text that sets no module": """
=== main.py
import other
from tools import Exporter
exporter = Exporter(globals())
@exporter.export
def g(x):
    return 3.0*x
def f(x):
    return g(x)
=== tools.py
class Exporter:
    def __init__(self, names):
        self.exports = names.setdefault("__all__", [])
    def export(self, given):
        self.exports.append(given.__name__)
        return given
=== other.py
NAMES = ["g", "exporter"]
def cleared(obj):
    for name in NAMES:
        setattr(obj, name, None)
""",
    "a decorator of a module that is called as a compiler is": """
=== main.py
from numba import jit
@jit
def g(x):
    return 3.0*x
def f(x):
    return g(x)
=== numba.py
def jit(g):
    def inner(x):
        return 2.0*g(x)
    return inner
""",
    "imports inside functions": """
=== main.py
def f(x):
    from helpers import g
    y = g(x)
    return y * inner(x)
def inner(x):
    from helpers import g as h
    return h(x) + 1.0
=== helpers.py
G = 2.0
def g(x):
    from math import pi
    return G * x * pi
""",
    "constants that are computed": """
=== main.py
import constants as c
from constants import HALF
def f(x):
    return c.ROOT * x + c.TWICE * HALF + c.PI * x
=== constants.py
import math
import numpy as np
G = 9.81
ROOT = np.sqrt(2.0 * G)
TWICE = 2 * G
HALF = 0.5 * TWICE
PI = np.pi
""",
    "a table that main only reads, by a star": """
=== main.py
from constants import *
def f(x):
    t = TABLE + 1.0
    t[0] = 0.0
    return TABLE[0] * x + t[1] * G
=== constants.py
@CONSTANTS
""",
    "records of another file": """
=== main.py
from state import Point, moved
def f(x):
    p = Point(x, 2.0)
    return moved(p).x * p.k
=== state.py
from dataclasses import dataclass
from typing import NamedTuple
STEP = 0.5
class Point(NamedTuple):
    x: float
    k: float
def moved(p):
    return Point(p.x + STEP, p.k)
""",
    "by name": """
=== main.py
from helpers import square as sq, G
def f(x):
    return G * sq(x)
=== helpers.py
G = 3.0
def square(x):
    return G * x * x
""",
    "by module": """
=== main.py
import helpers
import helpers as h
def f(x):
    return helpers.square(x) + h.G * h.square(x)
=== helpers.py
G = 3.0
def square(x):
    return G * x * x
""",
    "one name for two things": """
=== main.py
from helpers import g
A = 2.0
def half(x):
    return A * x
def f(x):
    return half(x) + g(x)
=== helpers.py
A = 7.0
def half(x):
    return x / A
def g(x):
    return half(x) * A
""",
    "names of functions themselves": """
=== main.py
import helpers as h
from helpers import G
def f(x):
    G = 2.0
    def inner(y):
        h = y * G
        return h
    return inner(x) + h.g(x)
=== helpers.py
G = 3.0
def size(x):
    return x * G
def g(x):
    size = 2.0
    k = lambda G: G * size
    return k(x) + other(x)
def other(x):
    return sum([size(v) for v in x]) * x
""",
    "chains of files": """
=== main.py
from a import K, g
def f(x):
    return K * g(x)
=== a.py
import b
from b import G as H
K = 2.0 * H
def g(x, s=b.G):
    return b.h(x) * s
=== b.py
G = 1.5
def h(x):
    return x ** 2 + G
""",
    "files that import each other": """
=== main.py
import a
def f(x):
    return a.even(x, 3)
=== a.py
import b
def even(x, n):
    return x if n == 0 else 2.0 * b.odd(x, n - 1)
=== b.py
import a
def odd(x, n):
    return x if n == 0 else x * a.even(x, n - 1)
""",
    "arrays and tuples": """
=== main.py
from constants import TABLE, B
from numpy import dot
def f(x):
    t = TABLE.copy()
    t[0] = 4.0
    return dot(TABLE, x[:3]) * x ** B + t[0]
=== constants.py
@CONSTANTS
""",
    "all of a module of NumPy's": """
=== main.py
from helpers import g
def f(x):
    return g(x, len(x))
=== helpers.py
from numpy import *
def g(x, n):
    s = 0.0
    for i in range(n):
        s = s + sin(x[i]) * exp(x[i])
    return s * ones(n)
""",
    "all of a module of one's own": """
=== main.py
import numpy as np
from helpers import *
def f(x):
    return g(x) * A + np.sum(x) + sum([1.0, 2.0])
=== helpers.py
import numpy as np
A = 2.0
_B = 3.0
def sum(x):
    return 10.0 * np.sum(x)
def g(x):
    return _B * x + sum(x)
""",
    "functions as arguments": """
=== main.py
import helpers as h
from helpers import square
def f(x):
    return h.twice(square, x) + h.twice(h.square, x)
=== helpers.py
def square(x):
    return x * x
def twice(g, x):
    return g(g(x))
""",
    "a package": """
=== pkg/sub/main.py
from .. import consts as c
from ..phys import density, TABLE as T
from pkg import phys
import pkg.consts
from . import near
from .near import loop as lp
A = 3.0
def f(x):
    y = density(x) * A
    return y * phys.density(x, c.G) + pkg.consts.half(x) + near.loop(x) + lp(x) + T[1]
=== pkg/__init__.py
from .phys import density
=== pkg/consts.py
G = 9.81
def half(x):
    return 0.5 * x
=== pkg/phys.py
import numpy as np
from . import consts
from .consts import half as hf
A = 7.0
TABLE = np.array([1.0, 2.0])
def density(t, s=consts.G):
    return A * np.exp(-hf(t)) + s
=== pkg/sub/__init__.py

=== pkg/sub/near.py
from ..consts import half
def loop(x):
    return half(half(x))
""",
    "what a package hands on": """
=== main.py
from pkg import g, K
import pkg
def f(x):
    return g(x) * K + pkg.g(x)
=== pkg/__init__.py
from .inner import g
from .inner import *
=== pkg/inner.py
K = 2.0
def g(x):
    return x * x
""",
    "exceptions and what is left out": """
=== main.py
from helpers import g
def f(x):
    return g(x)
=== helpers.py
import logging
log = logging.getLogger('h')
class Wrong(ValueError):
    pass
def g(x):
    log.info('here')
    if x[0] > 100.0:
        raise Wrong('far')
    return 2.0 * x
""",
    "what is not used may be anything": """
=== main.py
from helpers import g, bad
import broken
def f(x):
    return g(x)
=== helpers.py
def bad(x):
    return eval('x')
def g(x):
    return 3.0 * x
=== broken.py
T = [i for i in range(3)]
with open('/dev/null') as k:
    pass
""",
    "what only looks like a change": """
=== main.py
import other
from constants import G
from helpers import g, h
def f(x):
    return g(x) * h(x) * G
=== constants.py
@CONSTANTS
=== helpers.py
import numpy as np
def g(x):
    return 2.0 * np.sin(x)
def h(x: np.ndarray = None):
    return x + 1.0
=== other.py
'''setattr(helpers, "g", None); np.sin = np.cos; sys.modules["helpers"].g = 1'''
# It is set here.
G = 5.0  # np.sin = 2
import importlib
import sys
import numpy as np
import helpers
this = sys.modules[__name__]
for key in ("a", "b"):
    setattr(this, key + "c", 1.0)
json = importlib.import_module("json")
loaded = "json" in sys.modules and sys.modules.get("json").__name__
class Thing:
    kept: np.ndarray = np.zeros(2)
    def __init__(self, **rest):
        for key, value in rest.items():
            setattr(self, key, value)
        self.g = rest
        self.__dict__["kept"] = 1
    def __eq__(self, thing):
        return self.__dict__ == thing.__dict__
Thing.g = 3.0
settings = dict(helpers=helpers.g(0.5), np=1)
""",
    "modules that a function gets by their names": """
=== main.py
import other
from helpers import g
def f(x):
    return g(x)
=== helpers.py
def g(x):
    return 2.0 * x
=== other.py
import importlib
def load(name, strict=True):
    try:
        module = importlib.import_module(name)
    except ImportError:
        if strict:
            raise
    return module
def version_of(name):
    module = importlib.import_module("".join(name))
    return getattr(module, "__version__", None)
json = load("json")
class Once:
    def __get__(self, thing, kind):
        setattr(thing, self.wrapped.__name__, 1)
""",
    "a class that binds nothing but itself": """
=== main.py
import numpy as np
from helpers import g
class Rows(np.ndarray):
    '''
    >>> import numpy as np
    >>> g = np.sin
    '''
    def __new__(cls, rows, g=None):
        np = 1
        return super().__new__(cls, rows)
def f(x):
    return np.sin(g(x))
=== helpers.py
def g(x):
    return 2.0 * x
""",
    "a name of a package that is not used": """
=== pkg/main.py
from .models import Model
from .tools import g
def f(x):
    return g(x)
=== pkg/__init__.py
=== pkg/tools.py
def g(x):
    return 2.0 * x
=== pkg/models/__init__.py
from . import Model
Model = Model.Model
=== pkg/models/Model.py
class Model:
    pass
""",
}
#: The same that are refused: the code, and a piece of the message.
REFUSED = {
    "a part of a module whose name in this file is a variable of the function": (
        "ADC0123",
        "`ru.k` is `k` in the file that is differentiated, which is a variable here",
        """
=== main.py
import ru
from ru import k
def f(x):
    k = 2.0
    return ru.k * k * x
=== ru.py
k = 5.0
""",
    ),
    "a function of a module whose name in this file is one inside of the function": (
        "ADC0123",
        "`ru.half` is `half` in the file that is differentiated, which is a variable here",
        """
=== main.py
import ru
from ru import half
def f(x):
    def half(v):
        return v * 2.0
    return ru.half(x) * half(x)
=== ru.py
def half(x):
    return x * 0.5
""",
    ),
    "a part of a module whose name in this file is what a comprehension counts by": (
        "ADC0123",
        "`ru.k` is `k` in the file that is differentiated, which is a variable here",
        """
=== main.py
from ru import k
import ru
def f(x):
    return sum([ru.k * k * x for k in (1.0, 2.0)])
=== ru.py
k = 5.0
""",
    ),
    "a part of the file that is differentiated, in a function that has a variable of its name": (
        "ADC0123",
        "`main.k` is `k` in the file that is differentiated, which is a variable here",
        """
=== main.py
import other
k = 5.0
def f(x):
    return k * other.g(x)
=== other.py
import main
def g(x):
    k = 2.0
    return main.k * x * k
""",
    ),
    "a part that a function imports, where a parameter has its name": (
        "ADC0123",
        "`h` is `h` in the file that is differentiated, which is a variable here",
        """
=== main.py
import other
def h(x):
    return x * 4.0
def f(x):
    return other.g(x, np.sin)
=== other.py
def g(x, h):
    from main import h as q
    return q(x) * h(x)
""",
    ),
    "a name that keeps what the function sets in the module": (
        "ADC0123",
        "`k0`, which keeps the value that it was imported with",
        """
=== main.py
from cfg import k as k0
import cfg
def f(x):
    cfg.k = 7.0
    return x * k0 + cfg.k
=== cfg.py
k = 3.0
""",
    ),
    "a name that a star keeps": (
        "ADC0123",
        "`k`, which keeps the value that it was imported with",
        """
=== main.py
from cfg import *
import cfg
def f(x):
    cfg.k = x * 2
    return x * k
=== cfg.py
k = 3.0
""",
    ),
    "a function that the function sets in its module": (
        "ADC0123",
        "`g0`, which keeps the value that it was imported with",
        """
=== main.py
from cfg import g as g0
import cfg
def f(x):
    cfg.g = lambda v: v * 5
    return g0(x)
=== cfg.py
def g(v):
    return v * 2
""",
    ),
    "one of two modules that a function imports under one name": (
        "ADC0121",
        "is inside a function",
        """
=== pack/main.py
def f(x):
    if x[0] > 0.0:
        from . import a as m
    else:
        from . import b as m
    return x * m.SCALE
=== pack/a.py
SCALE = 2.0
=== pack/b.py
SCALE = 3.0
=== pack/__init__.py
""",
    ),
    "a module that a function imports and hands on": (
        "ADC0123",
        "a module is no value here: `a`",
        """
=== pack/main.py
def f(x):
    from . import a
    setattr(a, "SCALE", 7.0)
    return x * a.twice(1.0)
=== pack/a.py
SCALE = 2.0
def twice(x):
    return x * SCALE
=== pack/__init__.py
""",
    ),
    "a module that another file replaces in its package": (
        "ADC0123",
        "another file may change it",
        """
=== pk/main.py
from . import numeric
def f(x):
    return numeric.square(x) * x
=== pk/__init__.py
from . import bad, numeric
=== pk/numeric.py
def square(x):
    return x * x
=== pk/other.py
def square(x):
    return 3.0 * x
=== pk/bad.py
import pk
from . import other
pk.numeric = other
""",
    ),
    "a branch by a number that a star import may bind anew": (
        "ADC0123",
        "`K`",
        """
=== main.py
V = 0
from flags import *
if V:
    K = 3.0
else:
    K = 4.0
def f(x):
    return K*x
=== flags.py
V = 1
""",
    ),
    "a decorator that two files may give": (
        "ADC0125",
        "`d` may be one of another file",
        """
=== main.py
from one import d
from two import d
@d
def g(x):
    return x
def f(x):
    return g(x)
=== one.py
def d(g):
    return g
=== two.py
def d(g):
    return lambda x: 2.0*g(x)
""",
    ),
    "a decorator that a star import binds anew": (
        "ADC0125",
        "the decorator `d` of another file",
        """
=== main.py
from one import d
from two import *
@d
def g(x):
    return x
def f(x):
    return g(x)
=== one.py
def d(g):
    return g
=== two.py
def d(g):
    return lambda x: 2.0*g(x)
""",
    ),
    "a decorator that changes what a function sees": (
        "ADC0123",
        "does not work out",
        """
=== main.py
from one import d
K = 2.0
@d
def g(x):
    return K*x
def f(x):
    return g(x)
=== one.py
def d(g):
    g.__globals__["K"] = 5.0
    return g
""",
    ),
    "a module that puts another in its own place": (
        "ADC0123",
        "`G`",
        """
=== main.py
from consts import G
def f(x):
    return G*x
=== consts.py
import sys, types
G = 2.0
sys.modules[__name__] = types.SimpleNamespace(G=3.0)
""",
    ),
    "a module beside objects whose fields are set by texts": (
        "ADC0123",
        "another file may change it",
        """
=== main.py
import other
from consts import G
def f(x):
    return G*x
=== consts.py
G = 2.0
=== other.py
import importlib
class Box:
    @classmethod
    def made(cls, fields, name):
        out = cls()
        if name:
            out = importlib.import_module(name)
        for key in fields:
            out.__dict__[key] = fields[key]
        return out
Box.made({"G": 3.0}, "consts")
""",
    ),
    "an `__all__` that grows": (
        "ADC0123",
        "binds `np` anew",
        """
=== main.py
import numpy as np
from tools import *
def f(x):
    return np.abs(x)
=== tools.py
__all__ = ["g"]
np = 3
def g(x):
    return x
__all__.append("np")
""",
    ),
    "an `__all__` that another file sets": (
        "ADC0123",
        "`",
        """
=== main.py
import other
from tools import *
def f(x):
    return sum(x)*x
=== tools.py
__all__ = ["g"]
def g(x):
    return x
def sum(x):
    return 7.0
=== other.py
import tools
tools.__all__ += ["sum"]
""",
    ),
    "an `__all__` that grows by another name": (
        "ADC0123",
        "`sum` may come from",
        """
=== main.py
from tools.a import *
def f(x):
    return sum(x)*x
=== tools/__init__.py
from .a import *
__all__ = a.__all__
__all__ += ["sum"]
=== tools/a.py
__all__ = ["g"]
def g(x):
    return x
def sum(x):
    return 7.0
""",
    ),
    "an `__all__` that is handed on": (
        "ADC0123",
        "`sum` may come from",
        """
=== main.py
import tools
def more(names):
    names.append("sum")
more(tools.__all__)
from tools import *
def f(x):
    return sum(x)*x
=== tools.py
__all__ = ["g"]
def g(x):
    return x
def sum(x):
    return 7.0
""",
    ),
    "a star of a file with `__all__` that hides a name": (
        "ADC0123",
        "binds `sum` anew",
        """
=== main.py
from helpers import sum
from tools import *
def f(x):
    return sum(x)*x
=== helpers.py
def sum(x):
    return 2.0*x
=== tools.py
__all__ = ["sum"]
def sum(x):
    return 7.0
""",
    ),
    "a branch that something else decides": (
        "ADC0123",
        "`",
        """
=== main.py
from tools import *
def f(x):
    return g(x)
=== tools.py
import sys
if sys.version_info >= (3, 5) and len(sys.argv) > 3:
    from one import *
else:
    from two import *
=== one.py
def g(x):
    return x
=== two.py
def g(x):
    return 2.0*x
""",
    ),
    "a part of a decorator that a third file sets": (
        "ADC0123",
        "`warn`",
        """
=== main.py
import other
from deco import warned
@warned
def g(x):
    return 3.0*x
def f(x):
    return g(x)
=== deco.py
def warn(k):
    pass
def warned(func):
    def wrapper(*args, **kwargs):
        warn(kwargs)
        return func(*args, **kwargs)
    return wrapper
=== other.py
import deco
def put(k):
    k["x"] = 0.0
deco.warn = put
""",
    ),
    "a module that is given to what sets parts by their names": (
        "ADC0123",
        "another file may change it",
        """
=== main.py
import other
import consts
other.cleared(consts)
from consts import G
def f(x):
    return G*x
=== consts.py
G = 2.0
=== other.py
NAMES = ["G"]
def cleared(obj):
    for name in NAMES:
        setattr(obj, name, 1.0)
""",
    ),
    "a module that is run once more": (
        "ADC0123",
        "adc cannot tell the value of `g`",
        """
=== main.py
import other
from consts import g
def f(x):
    return g(x)
=== consts.py
import sys
if "done" in sys.modules:
    def g(x):
        return 3.0*x
else:
    def g(x):
        return x
=== other.py
import importlib, sys
import consts
sys.modules["done"] = sys
importlib.reload(sys.modules["consts"])
""",
    ),
    "a module that is given as `self`": (
        "ADC0123",
        "another file may change it",
        """
=== main.py
import other
from consts import G
def f(x):
    return G*x
=== consts.py
G = 2.0
=== other.py
import consts
def put(self):
    setattr(self, "G", 3.0)
put(consts)
""",
    ),
    "a module that is given to what may be a library's": (
        "ADC0123",
        "another file may change it",
        """
=== main.py
import other
from consts import G
def f(x):
    return G*x
=== consts.py
G = 2.0
=== other.py
import consts, library
from tools import applied
applied([consts])
library.listed([consts], "G")
=== tools.py
from library import applied
=== library/__init__.py
""",
    ),
    "a function that runs and puts other modules in their places": (
        "ADC0123",
        "another file may change it",
        """
=== main.py
import other
from consts import G
def f(x):
    return G*x
=== consts.py
G = 2.0
=== other.py
import sys, types
def put():
    made = types.ModuleType("consts")
    made.G = 3.0
    sys.modules["consts"] = made
put()
""",
    ),
    "an array that a function of a third file changes": (
        "ADC0123",
        "`TABLE`",
        """
=== main.py
import b
from constants import TABLE
def f(x):
    return TABLE[0] * x
=== b.py
def put():
    from constants import TABLE as t
    t[0] = 9.0
put()
=== constants.py
@CONSTANTS
""",
    ),
    "a number that a function of a third file sets": (
        "ADC0123",
        "`G`",
        """
=== main.py
import b
from constants import G
def f(x):
    return G * x
=== b.py
def put():
    import constants
    constants.G = 9.0
put()
=== constants.py
@CONSTANTS
""",
    ),
    "a number that a function imports and a third file sets": (
        "ADC0123",
        "`G`",
        """
=== main.py
import b
def f(x):
    from constants import G
    return G * x
=== b.py
def put():
    import constants
    constants.G = 9.0
put()
=== constants.py
@CONSTANTS
""",
    ),
    "a list that a function imports": (
        "ADC0123",
        "`ITEMS`",
        """
=== main.py
def f(x):
    from constants import ITEMS
    return ITEMS[0] * x
=== constants.py
@CONSTANTS
""",
    ),
    "an array that a third file changes": (
        "ADC0123",
        "`TABLE`",
        """
=== main.py
import b
from constants import TABLE
def f(x):
    return TABLE[0] * x
=== b.py
from constants import TABLE as T
T[0] = 9.0
=== constants.py
@CONSTANTS
""",
    ),
    "an array that a third file changes as its module's": (
        "ADC0123",
        "`TABLE`",
        """
=== main.py
import b
from constants import TABLE
def f(x):
    return TABLE[0] * x
=== b.py
import constants
def put(t):
    t[0] = 9.0
put(constants.TABLE)
=== constants.py
@CONSTANTS
""",
    ),
    "an array that a third file changes by a star": (
        "ADC0123",
        "`TABLE`",
        """
=== main.py
import b
from constants import TABLE
def f(x):
    return TABLE[0] * x
=== b.py
from constants import *
TABLE[0] = 9.0
=== constants.py
@CONSTANTS
""",
    ),
    "a number that a third file sets": (
        "ADC0123",
        "`G`",
        """
=== main.py
import b
from constants import G
def f(x):
    return G * x
=== b.py
import constants
constants.G = 9.0
=== constants.py
@CONSTANTS
""",
    ),
    "a package that gives modules parts by a name that is worked out": (
        "ADC0123",
        "another file",
        """
=== pack/main.py
from .other import other
def g(x):
    return x + 1.0
def f(x):
    return g(x) + other(x)
=== pack/other.py
def other(x):
    return 3.0 * x
=== pack/__init__.py
from . import main
from .other import other
setattr(main, "square", other)
setattr(main, chr(103), other)
""",
    ),
    "a package that gives modules parts by one of several names": (
        "ADC0123",
        "another file",
        """
=== pack/main.py
from .other import other
def g(x):
    return x + 1.0
def f(x):
    return g(x) + other(x)
=== pack/other.py
def other(x):
    return 3.0 * x
=== pack/__init__.py
from . import main
from .other import other
def put(where, name="square"):
    setattr(where, name, other)
put(main)
put(main, "".join(["g"]))
""",
    ),
    "a package that gives modules all names of another file": (
        "ADC0123",
        "another file",
        """
=== pack/main.py
from .tools import g
def f(x):
    return g(x)
=== pack/tools.py
def g(x):
    return 2.0 * x
=== pack/fast.py
def g(x):
    return 3.0 * x
=== pack/__init__.py
from . import main, fast
setattr(main, "square", 1.0)
for name in dir(fast):
    setattr(main, name, getattr(fast, name))
""",
    ),
    "a function that a third file sets": (
        "ADC0123",
        "`g`",
        """
=== main.py
import b
import helpers
def f(x):
    return helpers.g(x)
=== b.py
import helpers as m
def other(x):
    return 5.0 * x
setattr(m, "g", other)
=== helpers.py
def g(x):
    return 2.0 * x
""",
    ),
    "a name that is a variable elsewhere": (
        "ADC0123",
        "`sq`",
        """
=== main.py
from a import square as sq
from b import g
def f(x):
    return sq(x) + g(x)
=== a.py
def square(x):
    return x * x
=== b.py
from a import square
def g(x):
    sq = 3.0
    return square(x) * sq
""",
    ),
    "an array that main changes": (
        "ADC0123",
        "`TABLE`",
        """
=== main.py
from constants import TABLE
TABLE[0] = 5.0
def f(x):
    return TABLE[0] * x
=== constants.py
@CONSTANTS
""",
    ),
    "an array that another function changes": (
        "ADC0123",
        "`TABLE`",
        """
=== main.py
from constants import TABLE
def put(t=TABLE):
    t[0] = 5.0
put()
def f(x):
    return TABLE[0] * x
=== constants.py
@CONSTANTS
""",
    ),
    "a list that main changes": (
        "ADC0123",
        "`ITEMS`",
        """
=== main.py
from constants import ITEMS
ITEMS.append(5.0)
def f(x):
    return ITEMS[-1] * x
=== constants.py
@CONSTANTS
""",
    ),
    "a number that main sets": (
        "ADC0123",
        "`c`",
        """
=== main.py
import constants as c
c.G = 2.0
def f(x):
    return c.G * x
=== constants.py
@CONSTANTS
""",
    ),
    "a module that is handed on": (
        "ADC0123",
        "`G`",
        """
=== main.py
import constants as c
setattr(c, 'G', 2.0)
def f(x):
    return c.G * x
=== constants.py
@CONSTANTS
""",
    ),
    "a name that is bound twice": (
        "ADC0123",
        "`G`",
        """
=== main.py
from helpers import G
def f(x):
    return G * x
=== helpers.py
G = 1.0
G = 2.0
""",
    ),
    "a name that a function binds": (
        "ADC0123",
        "`G`",
        """
=== main.py
from helpers import g
def f(x):
    return g(x)
=== helpers.py
G = 1.0
def set():
    global G
    G = 2.0
set()
def g(x):
    return G * x
""",
    ),
    "a function behind the fence": (
        "ADC0",
        "",
        """
=== main.py
from helpers import g
def f(x):
    return g(x)
=== helpers.py
def g(x):
    yield x
""",
    ),
    "a name that is not there": (
        "ADC0225",
        "`h`",
        """
=== main.py
from helpers import h
def f(x):
    return h(x)
=== helpers.py
G = 1.0
""",
    ),
    "a file that is no Python": (
        "ADC01",
        "",
        """
=== main.py
from helpers import h
def f(x):
    return h(x)
=== helpers.py
def h(x):
    return x +
""",
    ),
    "a name that a star binds anew": (
        "ADC0123",
        "`g`",
        """
=== main.py
def g(x):
    return 2.0 * x
from helpers import *
def f(x):
    return g(x)
=== helpers.py
def sum(x):
    return x
def g(x):
    return sum(x)
""",
    ),
    "Python's name that main hides": (
        "ADC0123",
        "`max`",
        """
=== main.py
from helpers import g
def max(a, b):
    return a
def f(x):
    return max(g(x), 1.0)
=== helpers.py
def g(x):
    return max(3.0, 4.0) * x
""",
    ),
    "a dictionary that a function makes, and another file changes": (
        "ADC0123",
        "may change",
        """
=== main.py
import other
from params import P
def f(x):
    return x*P["a"]
=== other.py
from params import P
P.update(a=7.0)
=== params.py
def made():
    return {"a": 1.0}
P = made()
""",
    ),
    "a list that a function makes, and its own file changes": (
        "ADC0123",
        "may change",
        """
=== main.py
import params
def f(x):
    return x*len(params.P)
=== params.py
def made():
    return [1.0]
P = made()
P.append(2.0)
""",
    ),
    "a number that a file sets which another statement imports": (
        "ADC0123",
        "",
        """
=== main.py
x0 = 1; import b
from constants import G
def f(x):
    return G*x
=== b.py
import constants
constants.G = 2.0
=== constants.py
@CONSTANTS
""",
    ),
    "a number that a package sets": (
        "ADC0123",
        "",
        """
=== pkg/main.py
from .consts import G
def f(x):
    return G*x
=== pkg/__init__.py
from . import consts
consts.G = 2.0
=== pkg/consts.py
@CONSTANTS
""",
    ),
    "a number that is handed on and set there": (
        "ADC0123",
        "",
        """
=== main.py
import b
from a import G
def f(x):
    return G*x
=== a.py
from constants import G
=== b.py
import a
a.G = 2.0
=== constants.py
@CONSTANTS
""",
    ),
    "a number that is set through another module": (
        "ADC0123",
        "",
        """
=== main.py
import b
from constants import G
def f(x):
    return G*x
=== a.py
import constants as c
=== b.py
import a
a.c.G = 2.0
=== constants.py
@CONSTANTS
""",
    ),
    "an array that is set through another module": (
        "ADC0123",
        "",
        """
=== main.py
import b
from constants import TABLE
def f(x):
    return TABLE[0]*x
=== a.py
from constants import TABLE
=== b.py
import a
a.TABLE[0] = 5.0
=== constants.py
@CONSTANTS
""",
    ),
    "a number that is set in a module's dictionary": (
        "ADC0123",
        "",
        """
=== main.py
import b
from constants import G
def f(x):
    return G*x
=== b.py
import constants as c
c.__dict__['G'] = 2.0
=== constants.py
@CONSTANTS
""",
    ),
    "a module that is handed to a third": (
        "ADC0123",
        "",
        """
=== main.py
import b
from constants import G
def f(x):
    return G*x
=== b.py
import constants
from c import put
put(constants)
=== c.py
def put(m):
    m.G = 9.0
=== constants.py
@CONSTANTS
""",
    ),
    "a function of its own that fills an array": (
        "ADC0123",
        "",
        """
=== main.py
from constants import TABLE, init
init()
def f(x):
    return TABLE[0]*x
=== constants.py
@CONSTANTS
def put(t):
    t[0] = 5.0
def init():
    put(TABLE)
""",
    ),
    "a function of its own that hands out a list": (
        "ADC0123",
        "",
        """
=== main.py
from constants import ITEMS, get
get().append(5.0)
def f(x):
    return ITEMS[-1]*x
=== constants.py
@CONSTANTS
def get():
    return ITEMS
""",
    ),
    "an array that has another name": (
        "ADC0123",
        "",
        """
=== main.py
import b
from constants import TABLE
def f(x):
    return TABLE[0]*x
=== b.py
from constants import V
V[0] = 9.0
=== constants.py
@CONSTANTS
V = TABLE[:2]
""",
    ),
    "an array that another file renames": (
        "ADC0123",
        "",
        """
=== main.py
import b
from constants import TABLE
def f(x):
    return TABLE[0]*x
=== b.py
from a import T2
from c import put
put(T2)
=== a.py
from constants import TABLE as T2
=== c.py
def put(m):
    m[0] = 9.0
=== constants.py
@CONSTANTS
""",
    ),
    "a number that globals() sets": (
        "ADC0123",
        "",
        """
=== main.py
from constants import G
def f(x):
    return G*x
=== constants.py
G = 1.0
globals()['G'] = 2.0
""",
    ),
    "a number of main that a helper sets": (
        "ADC0123",
        "",
        """
=== main.py
G = 2.0
import helpers
def f(x):
    return G*x
=== helpers.py
import main
main.G = 5.0
""",
    ),
    "a decorator that a star imports": (
        "ADC0125",
        "`twice`",
        """
=== main.py
from deco import *
@twice
def g(x):
    return 3.0*x
def f(x):
    return g(x)
=== deco.py
def twice(g):
    def inner(x):
        return 2.0*g(x)
    return inner
""",
    ),
    "a print that a star imports": (
        "ADC0126",
        "print",
        """
=== main.py
from helpers import *
def f(x):
    y = 2.0*x
    print(y)
    return y
=== helpers.py
def print(x):
    x[0] = 5.0
""",
    ),
    "two files that a module may be": (
        "ADC0123",
        "",
        """
=== pkg/main.py
from helpers import g
def f(x):
    return g(x)
=== pkg/__init__.py
=== pkg/helpers.py
def g(x):
    return 2.0*x
=== helpers.py
def g(x):
    return 3.0*x
""",
    ),
    "a class of which a third file sets a method": (
        "ADC0123",
        "",
        """
=== main.py
import b
from state import Model
def f(x):
    return Model(2.0).run(x)
=== b.py
from state import Model as M
def other(self, x):
    return 10.0*x
M.run = other
=== state.py
from dataclasses import dataclass
@dataclass
class Model:
    k: float
    def run(self, x):
        return self.k*x
""",
    ),
    "an object of which a third file sets a field": (
        "ADC0123",
        "",
        """
=== main.py
import b
from state import M
def f(x):
    return M.k*x
=== b.py
from state import M
M.k = 7.0
=== state.py
from dataclasses import dataclass
@dataclass
class Model:
    k: float
M = Model(2.0)
""",
    ),
    "a module of a package that has a name of it": (
        "ADC0123",
        "",
        """
=== main.py
import pkg.g
from pkg import g
def f(x):
    return g.h(x)
=== pkg/__init__.py
from .other import g
=== pkg/g.py
def h(x):
    return 2.0*x
=== pkg/other.py
class g:
    @staticmethod
    def h(x):
        return 3.0*x
""",
    ),
    "a library that a file changes": (
        "ADC0123",
        "",
        """
=== main.py
import numpy as np
import helpers
def f(x):
    return np.sin(x)
=== helpers.py
import numpy as np
np.sin = np.cos
""",
    ),
    "a star that binds anew what a package hands on": (
        "ADC0123",
        "",
        """
=== main.py
from pkg import K
def f(x):
    return K*x
=== pkg/__init__.py
from .a import K
from .b import *
=== pkg/a.py
K = 2.0
=== pkg/b.py
K = 3.0
""",
    ),
    "a library's star that hides a name": (
        "ADC0123",
        "",
        """
=== main.py
from a import *
from numpy import *
def f(x):
    return sin(x)
=== a.py
def sin(x):
    return 2.0*x
""",
    ),
    "Python's name that a library's star hides in main": (
        "ADC0123",
        "",
        """
=== main.py
from numpy import *
from a import g
def f(x):
    return g(x)*sum(x)
=== a.py
def g(x):
    return sum([x, x])
""",
    ),
    "what lies nowhere": (
        "ADC0123",
        "which adc does not read",
        """
=== main.py
from elsewhere import g
def f(x):
    return g(x)
""",
    ),
    "a number of a module that Python holds": (
        "ADC0123",
        "another file",
        """
=== main.py
import b
from constants import G
def f(x):
    return G * x
=== b.py
import sys
module = sys.modules["con" + "stants"]
setattr(module, "g".upper(), 2.0)
=== constants.py
@CONSTANTS
""",
    ),
    "a number of a module that a function returns": (
        "ADC0123",
        "another file",
        """
=== main.py
import b
from constants import G
def f(x):
    return G * x
=== b.py
from importlib import import_module
def load(name):
    module = import_module(name)
    return module
setattr(load("con" + "stants"), "g".upper(), 2.0)
=== constants.py
@CONSTANTS
""",
    ),
    "a number of a module that a function which is handed on returns": (
        "ADC0123",
        "another file",
        """
=== main.py
import b
from constants import G
def f(x):
    return G * x
=== b.py
from load import load as fetch
for module in map(fetch, ["constants"]):
    setattr(module, "g".upper(), 2.0)
=== load.py
import importlib
def load(name):
    return importlib.import_module(name)
=== constants.py
@CONSTANTS
""",
    ),
    "a number that a module's own method sets": (
        "ADC0123",
        "`G`",
        """
=== main.py
import b
from constants import G
def f(x):
    return G * x
=== b.py
import constants as c
c.__setattr__("g".upper(), 2.0)
=== constants.py
@CONSTANTS
""",
    ),
    "a number that a loop sets": (
        "ADC0123",
        "`G`",
        """
=== main.py
import b
from constants import G
def f(x):
    return G * x
=== b.py
import constants as c
for c.G in (1.0, 2.0):
    pass
=== constants.py
@CONSTANTS
""",
    ),
    "a number that is set in what had a class's name": (
        "ADC0123",
        "`G`",
        """
=== main.py
import b
from constants import G
def f(x):
    return G * x
=== b.py
class c:
    pass
import constants as c
c.G = 2.0
=== constants.py
@CONSTANTS
""",
    ),
    "a library that a file changes by a name": (
        "ADC0123",
        "`np`",
        """
=== main.py
import numpy as np
import b
def f(x):
    return np.sin(x)
=== b.py
import numpy as np
setattr(np, "si" + "n", np.cos)
""",
    ),
}


#: Files of which one changes what f uses, each by another name or another way.
CHANGED = {
    "a function that binds any name, which everybody may call": """
=== main.py
import numpy as np
def offer(module):
    for name in dir(module):
        globals()[name] = getattr(module, name)
def f(x):
    return np.sin(x)*2.0
""",
    "a function that binds any name, which a text of the file names": """
=== main.py
import numpy as np
import other
def _offer(module):
    for name in dir(module):
        globals()[name] = getattr(module, name)
CALLS = {"_offer": 1}
def f(x):
    return np.sin(x)*2.0
=== other.py
G = 1.0
""",
    "a function that binds any name, which another file of the package calls": """
=== pk/main.py
import numpy as np
def _offer(module):
    for name in dir(module):
        globals()[name] = getattr(module, name)
def f(x):
    return np.sin(x)*2.0
=== pk/__init__.py
=== pk/other.py
import math
from . import main
main._offer(math)
""",
    "a library under another name": """
=== main.py
import numpy as np
import other
def f(x):
    return np.sin(x)
=== other.py
import numpy
q = numpy
q.sin = q.cos
""",
    "a library that a function is handed": """
=== main.py
import numpy as np
import other, put
def f(x):
    return np.sin(x)
=== other.py
import numpy, put
put.into(numpy, "sin", numpy.cos)
=== put.py
def into(where, name, what):
    setattr(where, name, what)
""",
    "the dictionary of Python's own functions": """
=== main.py
import other
def f(x):
    return abs(x)
=== other.py
__builtins__["abs"] = lambda v: 3.0*v
""",
    "the folders where Python looks": """
=== main.py
import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "sub"))
from helpers import g
def f(x):
    return g(x)
=== helpers.py
def g(x):
    return 2.0*x
=== sub/helpers.py
def g(x):
    return 5.0*x*x
""",
    "an entry of a function's defaults": """
=== main.py
import put
from other import g
def f(x):
    return g(x)
=== other.py
def g(x, *, k=2.0):
    return k*x
=== put.py
from other import g
g.__kwdefaults__["k"] = 7.0
""",
    "the names of a file that are handed on": """
=== main.py
import other
K = 2.0
other.fill(globals())
def f(x):
    return K*x
=== other.py
def fill(names):
    names["K"] = 9.0
""",
    "a name of Python's that a text binds": """
=== main.py
import other
globals()["abs"] = other.g
def f(x):
    return abs(x)
=== other.py
def g(x):
    return 3.0*x
""",
    "a module that its package has under the name of another one": """
=== main.py
import pk
import pk.c
def f(x):
    return pk.c.g(x)
=== pk/__init__.py
from . import d as c
=== pk/c.py
def g(x):
    return 2.0*x
=== pk/d.py
def g(x):
    return 5.0*x*x
""",
}


def files_of(text: str) -> dict[str, str]:
    """By their names, which stand before them."""
    parts = text.split("=== ")[1:]
    named = (part.partition("\n") for part in parts)
    return {name: body.replace("@CONSTANTS\n", CONSTANTS) for name, _, body in named}


def written(text: str, folder: Path) -> Path:
    files = files_of(text)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder / next(iter(files))


def by_python(source: Path, folder: Path) -> np.ndarray:
    """What f gives where Python imports its module as the user would."""
    module = str(source.relative_to(folder).with_suffix("")).replace("/", ".")
    text = (
        f"import json, numpy as np\nfrom {module} import f\n"
        f"print(json.dumps(np.asarray(f(np.array({X}))).tolist()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=folder, capture_output=True, text=True, check=True
    )
    return np.array(json.loads(done.stdout))


def request(source: Path) -> Request:
    return Request(
        sources=(str(source),), function="f", wrt=("x",), signature="f(x: float64[n])"
    )  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_files_mean_what_python_makes_of_them(name: str, tmp_path: Path) -> None:
    source = written(RIGHT[name], tmp_path)
    primal = front_half(request(source), Silent(), needs_targets=False).primal
    found = run(primal, {"n": len(X)}, {"x": np.array(X)})[primal.returns[0]]
    np.testing.assert_allclose(found, by_python(source, tmp_path), rtol=1e-14)


@pytest.mark.parametrize("name", CHANGED)
def test_what_is_changed_by_another_way_than_its_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(AdcError, match="ADC0123"):
        front_half(request(written(CHANGED[name], tmp_path)), Silent(), needs_targets=False)


@pytest.mark.parametrize("other", [
    "import builtins\ndef named(n):\n    return n in vars(builtins).keys()\nnamed('f')",
    "import builtins\nbuiltins.profile = print", "import numpy as np\nq = np.pi\nq += 1.0",
    "import sys\nsys.path.append('/elsewhere')",
    "import os, sys\nHERE = os.path.dirname(os.path.abspath(__file__))\nsys.path.insert(0, HERE)",
    "def tell(names):\n    return names.get('f')\ntell(globals())",
    "for n in ('a', 'b'):\n    globals()[n] = n",
    "import numpy\nclass C:\n    def __init__(self):\n        self.np = numpy\n        self.x = 1",
    "from itertools import product\ndef put(f, o):\n    o.x = f\nput(product, put)",
    "T = {'a': 1}\ndef __getattr__(name):\n    try:\n        v = T[name]\n    except KeyError:\n"
    "        raise AttributeError\n    globals()[name] = v\n    return v\nname = 2",
    "def put(o):\n    setattr(o, 'part', 9.0)\nput(put)",
])  # fmt: skip
def test_what_changes_nothing_that_is_used(other: str, tmp_path: Path) -> None:
    main = "import other\nfrom other import G\ndef f(x):\n    return G*abs(x)\n"
    source = written(f"=== main.py\n{main}=== other.py\nG = 2.0\n{other}\n", tmp_path)
    primal = front_half(request(source), Silent(), needs_targets=False).primal
    found = run(primal, {"n": len(X)}, {"x": np.array(X)})[primal.returns[0]]
    np.testing.assert_allclose(found, by_python(source, tmp_path), rtol=1e-14)


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_file_tells_is_refused(name: str, tmp_path: Path) -> None:
    code, piece, files = REFUSED[name]
    with pytest.raises(AdcError) as caught:
        front_half(request(written(files, tmp_path)), Silent(), needs_targets=False)
    first = caught.value.diagnostics[0]
    assert first.code.startswith(code) and piece in first.message, first
    assert first.help


@pytest.mark.parametrize("other", [
    "import t\nt.T[0] = 3.0", "import t\nt.T += 3.0", "import t\nv = t.T[1:]\nv[0] = 3.0",
    "import t\ndef put():\n    t.T.sort()\nput()", "import t\nx = [t.T]\nx[0][0] = 1.0",
    "import t, numpy as np\nnp.negative(t.T, out=t.T)", "import t\nK = t\nK.T[0] = 5.0",
    "import t\ndef g(a):\n    a[0] = 5.0\ng(t.T)", "def g():\n    import t\n    t.T[0] = 1.0\ng()",
    "import t\ndef g(m):\n    m.T[0] = 5.0\ng(t)", "import t\nfor row in t.T:\n    row += 1",
    "import t\nclass A:\n    table = t.T\nA.table[0] = 1", "from t import *\nT[0] = 1.0",
    "from all import *\nt.T[0] = 1.0", "import t\nt.L.append(1.0)", "import t\nt.L[0] += 1.0",
    "import t\nK = t.L\nK.append(1.0)", "import t\nt.L += [1.0]", "import t as c\ndel c.L[0]",
    "import t\nx, t.T[1] = 1, 2", "import also\nalso.K[0] = 3.0",
    "import also\ndef g(m):\n    m.K[0] = 3.0\ng(also)",
    "def g():\n    import also\n    also.K[0] = 3.0\ng()", "from also import K as k\nk[0] = 3.0",
    "import all\nm = all.t\nm.T[0] = 3.0", "import all\ndef g(m):\n    m.T[0] = 3.0\ng(all.t)",
    "import importlib\nm = importlib.import_module('t')\nm.T[0] = 3.0",
    "import t\nglobals()['t'].T[0] = 3.0", "import sys, t\nsys.modules['t'].T[0] = 3.0",
])  # fmt: skip
def test_a_table_that_another_file_changes_by_attribute(other: str, tmp_path: Path) -> None:
    files = {
        "main": "import other\nimport t\ndef f(x):\n    return t.T[0]*x + t.L[0]",
        "t": "import numpy as np\nT = np.array([1.0, 2.0])\nL = [1.0, 2.0]",
        "other": other, "all": "import t",
        "also": "from t import T as K",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(f"{text}\n")
    with pytest.raises(AdcError) as caught:
        front_half(request(tmp_path / "main.py"), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"


NUMBER = {
    "main": "import other\nimport t\ndef f(x):\n    return t.G*x",
    "t": "G = 9.81\ndef own():\n    import sys\n    return sys.modules[__name__]",
    "all": "import t\nfrom t import own",
    "other": "",
}
CLASS = "class A:\n    pass\na = A()\n"


@pytest.mark.parametrize("other", [
    "import t\nt.G = 2.0", "import t as c\nc.G = 2.0", "import all\nall.t.G = 2.0",
    "from all import t\nt.G = 2.0", "from all import *\nt.G = 2.0",
    "def put():\n    import t\n    t.G = 2.0\nput()", "import t\nfor t.G in (2.0,):\n    pass",
    "import t\nm = t\nm.G = 2.0", "import t\ndef put(m):\n    m.G = 2.0\nput(t)",
    f"import t\n{CLASS}a.m = t\na.m.G = 2.0", f"import t\n{CLASS}a.t = t\na.t.G = 2.0",
    "import t\nfor m in [t]:\n    m.G = 2.0", "import t\n(lambda m: m)(t).G = 2.0",
    "import all\ndef put(m):\n    m.t.G = 2.0\nput(all)", "import all\nm = all.t\nm.G = 2.0",
    "import t\ndef put(t):\n    m.G = 2.0\nm = t\nput(None)",
    "import t\nx = [t.G for t in ()]\nm = t\nm.G = 2.0",
    "import t\ndef put(m=t):\n    m.G = 2.0\nput()",
    "import t\ndef get():\n    return t\nget().G = 2.0",
    "import t\nm = t or None\nm.G = 2.0", "import t\n(m := t)\nm.G = 2.0",
    "class A:\n    import t\nA.t.G = 2.0", "class A:\n    import t\na = A()\na.t.G = 2.0",
    "import t\nglobals()['t'].G = 2.0", "import all\nall.__dict__['t'].G = 2.0",
    "import all\nm = all.own()\nm.G = 2.0", "import sys\nm = sys.modules['t']\nm.G = 2.0",
    "import importlib, t\nimportlib.reload(t).G = 2.0",
    "import importlib, t\nm = importlib.reload(t)\nm.G = 2.0",
    "import t\ndef put():\n    global t\n    t = t\n    m = t\n    m.G = 2.0\nput()",
    "import t, all\ngetattr(all, 't').G = 2.0", "import t\nt.G += 2.0", "import t\ndel t.G",
    "import t\nclass A:\n    t = t\nA.t.G = 2.0", "import t\nx = dict(m=t)\nx['m'].G = 2.0",
    "import t\ndef g():\n    def h():\n        return t\n    return h\nm = g()()\nm.G = 2.0",
    "import all\nm = all.own.__globals__['own']()\nm.G = 2.0",
    "import inspect, all\nm = inspect.getmodule(all.own)\nm.G = 2.0",
    "import t\nexec('t.G = 5.0')", "text = 'import t; t.G = 4.0'\nexec(compile(text, 'q', 'exec'))",
    "from sys import modules as q\nq['t'] = None", "import sys as s\ns.modules.update(t=None)",
])  # fmt: skip
def test_a_number_that_another_file_may_set(other: str, tmp_path: Path) -> None:
    for name, text in {**NUMBER, "other": other}.items():
        (tmp_path / f"{name}.py").write_text(f"{text}\n")
    with pytest.raises(AdcError) as caught:
        front_half(request(tmp_path / "main.py"), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"


@pytest.mark.parametrize("other", [
    f"{CLASS}a.G = 2.0", f"{CLASS}a.results = A()\na.results.G = 2.0",
    f"import t\n{CLASS}def put():\n    b = A()\n    b.G = t.G\n    return b\nput()",
    f"import t, u\n{CLASS}a.u = u\na.G = 2.0",
    "import u\nfrom importlib import reload\nm = u\nu = reload(u)\nm.G = 2.0",
])  # fmt: skip
def test_a_number_that_only_an_object_has_a_name_of(other: str, tmp_path: Path) -> None:
    files = {**NUMBER, "t": "G = 9.81", "u": "G = 1.0", "all": "", "other": other}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(f"{text}\n")
    front_half(request(tmp_path / "main.py"), Silent(), needs_targets=False)


@pytest.mark.parametrize("other", [
    "import b.u\nb.u.K = 9.0", "import b.u as q\nq.K = 9.0", "from b import u\nu.K = 9.0",
    "import b.u\nsetattr(b.u, 'K', 9.0)", "import b.u\ndef put(m):\n    m.K = 9.0\nput(b.u)",
    "import b.u\nb.u.T[0] = 9.0", "import b.u\nq = b\nq.u.K = 9.0",
])  # fmt: skip
@pytest.mark.parametrize("packages", [(), ("a", "b")])
def test_files_of_one_name_in_packages(
    other: str, packages: tuple[str, ...], tmp_path: Path
) -> None:
    parts = "K = 2.0\nT = [1.0]\ndef g(x):\n    return K*T[0]*x"
    main = "import other\nfrom a.u import g\nfrom b.u import g as h\n"
    main += "def f(x):\n    return g(x) + h(x)"
    files = {"main": main, "a/u": parts, "b/u": parts, "other": other}
    for name, text in (files | {f"{p}/__init__": "" for p in packages}).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text(f"{text}\n")
    with pytest.raises(AdcError) as caught:
        front_half(request(tmp_path / "main.py"), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"


@pytest.mark.parametrize("tried", ["import scipy.nothing", "import os.nothing", "import colorsys"])
def test_an_import_that_may_fail(tried: str, tmp_path: Path) -> None:
    main = f"try:\n    {tried}\n    K = 2.0\nexcept ImportError:\n    K = 3.0\n"
    main += "def f(x):\n    return K*x\n"
    (tmp_path / "main.py").write_text(main)
    (tmp_path / "colorsys.py").write_text("raise ImportError\n")
    with pytest.raises(AdcError) as caught:
        front_half(request(tmp_path / "main.py"), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"


OBJECTS = """\
class P:
    k = 2.0
    def __init__(self, a=3.0):
        self.put(a)
    def put(self, a):
        self.a = a
    def m(self, x):
        return self.k*self.a*x
p = P()
def use(x):
    return p.m(x)
"""
USING = {"main": "import other, c\ndef f(x):\n    return c.use(x)", "c": OBJECTS}
PUT = "def put(o, **kw):\n    o.__dict__.update(kw)\n"


@pytest.mark.parametrize("other", [
    "import c\nq = c.p\nq.k = 0.25", "import c\nq = type(c.p)\nq.k = 0.5",
    "import c\ndef put(o):\n    o.k = 7.0\nput(c.p)",
    "import c\ndef put(o):\n    o.m = abs\nput(c.p)",
    f"import c\n{PUT}put(c.p, a=1.75)",
    "import c\nlist(map(lambda o: setattr(o, 'a', 6.0), [c.p]))",
    "import c\ndef put(o):\n    vars(o)['a'] = 4.0\nput(c.p)", "import c\nc.p.__init__(11.0)",
    "import c\ndef put(o, n):\n    setattr(o, n, 3.0)\nput(c.P, 'k')", "import c\nc.p.put(9.0)",
    "import c\nfor o in (c.p,):\n    setattr(o, 'a', 8.0)",
    "import c\nfor o in (c.p,):\n    o.a = 8.0",
    "import c\nsetattr(c.use, '__defaults__', (5.0,))", "import c\nc.P.__bases__ = (float,)",
    "import c\nlist(map(lambda o: setattr(o, 'k', 6.0), [c.p]))",
    "import c\nc.P.__init__(c.p, 11.0)",
    "import c, functools\nfunctools.partial(setattr, c.p, 'a')(3.25)",
    "import c, operator\noperator.methodcaller('__setattr__', 'a', 3.25)(c.p)",
])  # fmt: skip
def test_an_object_that_another_file_sets_parts_of(other: str, tmp_path: Path) -> None:
    files = {**USING, "other": other}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(f"{text}\n")
    with pytest.raises(AdcError) as caught:
        front_half(request(tmp_path / "main.py"), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code in ("ADC0123", "ADC0211")


@pytest.mark.parametrize("other", [
    "import c\nq = c.p.m(1.0)", f"import c\n{PUT}",
    "import c\nclass Q(c.P):\n    b = 1.0\nQ.b = 2.0",
    "import c\nfrom types import FunctionType\ndef clone(g):\n    h = FunctionType(g.__code__, {})"
    "\n    h.__kwdefaults__ = {'x': 2.0}\n    return h\nclone(c.use)",
    "import c\nclass Q(c.P):\n    def __init__(self):\n        super().__init__()\nQ()",
])  # fmt: skip
def test_an_object_that_another_file_only_uses(other: str, tmp_path: Path) -> None:
    files = {**USING, "other": other}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(f"{text}\n")
    source = tmp_path / "main.py"
    primal = front_half(request(source), Silent(), needs_targets=False).primal
    found = run(primal, {"n": len(X)}, {"x": np.array(X)})[primal.returns[0]]
    np.testing.assert_allclose(found, by_python(source, tmp_path), rtol=1e-14)


@pytest.mark.parametrize("own, other", [
    ("", "import t\nz = t.g\nz.__defaults__ = (7.0,)"),
    ("", "import t\nt.g.__code__ = (lambda x, a: x).__code__"),
    ("", "import t\nFunctionType = lambda g: g\ndef put(g):\n    h = FunctionType(g)\n"
         "    h.__defaults__ = (7.0,)\nput(t.g)"),
    ("", "import t\nfrom types import FunctionType\ndef put(g):\n"
         "    h = FunctionType(g.__code__, {})\n    h = g\n    h.__defaults__ = (7.0,)\nput(t.g)"),
    ("", "import t\nclass P:\n    __new__ = t.g\nP.__new__.__defaults__ = (7.0,)"),
    ("G = 1.0\nexec('G = 5.0')\n", ""),
])  # fmt: skip
def test_what_a_function_is_made_of_elsewhere(own: str, other: str, tmp_path: Path) -> None:
    body = "    return G*x" if own else "    return a*x"
    files = {
        "main": "import other\nimport t\ndef f(x):\n    return t.g(x)",
        "t": f"{own}def g(x, a=2.0):\n{body}", "other": other,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(f"{text}\n")
    with pytest.raises(AdcError) as caught:
        front_half(request(tmp_path / "main.py"), Silent(), needs_targets=False)
    assert caught.value.diagnostics[0].code == "ADC0123"


def test_a_class_that_another_file_registers_is_not_told(tmp_path: Path) -> None:
    base = """
        from abc import ABC
        class Base(ABC):
            pass
        class Other:
            pass
        Base.register(Other)
    """
    main = """
        from base import Base, Other
        def f(s: float):
            return s * s if isinstance(Other(), Base) else s
    """
    for name, text in (("base", base), ("main", main)):
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
    done = CliRunner().invoke(adc, ["check", str(tmp_path / "main.py"), "--wrt", "s"])
    assert done.exit_code == 1 and "ADC0213" in done.output


@pytest.mark.parametrize("name", ["a package", "a folder of a package that is none itself"])
def test_check_runs_a_package_as_it_stands(name: str, tmp_path: Path) -> None:
    source = written(RIGHT[name], tmp_path)
    done = CliRunner().invoke(
        adc,
        ["check", str(source), "--function", "f", "--wrt", "x", "--signature", "f(x: float64[n])"],
    )
    assert done.exit_code == 0, done.output
    assert "primal against NumPy" in done.output


def test_check_runs_a_package_whose_modules_have_names_of_the_library(tmp_path: Path) -> None:
    files = {"__init__": "", "colorsys": "raise RuntimeError", "main": """
        import colorsys
        def f(x: float):
            return x * x
    """}  # fmt: skip
    (tmp_path / "pkg").mkdir()
    for name, text in files.items():
        (tmp_path / "pkg" / f"{name}.py").write_text(textwrap.dedent(text))
    done = CliRunner().invoke(adc, ["check", str(tmp_path / "pkg" / "main.py"), "--wrt", "x"])
    assert done.exit_code == 0, done.output
    assert "primal against NumPy" in done.output


def test_generated_files_name_and_quote_each_file(tmp_path: Path) -> None:
    source = written(RIGHT["chains of files"], tmp_path)
    out = tmp_path / "out"
    done = CliRunner().invoke(
        adc,
        ["grad", str(source), "--function", "f", "--wrt", "x", "--signature", "f(x: float64[n])",
         "-o", str(out)],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    text = (out / "f_grad.c").read_text()
    assert "/* b.py:3: return x ** 2 + G */" in text
    manifest = json.loads((out / "manifest.json").read_text())
    assert sorted(manifest["source"]) == ["a.py", "b.py", "main.py"]


def test_files_that_may_be_imported_are_found(tmp_path: Path) -> None:
    source = written(RIGHT["a package"], tmp_path)
    found = {str(Path(p).relative_to(tmp_path)) for p in own_texts(str(source))}
    assert found == set(files_of(RIGHT["a package"])) - {"pkg/sub/main.py"}


@pytest.mark.parametrize(("text", "code"), [
    ("def g(x):\n    return 2.0*x\nh = g", ""),
    ("def g(x):\n    return 2.0*x\nh = g\ndef g(x):\n    return 3.0*x", "ADC0123"),
    ("def g(x):\n    return 2.0*x\nh = g\nk = h\ndef h(x):\n    return 3.0*x", "ADC0121"),
])  # fmt: skip
def test_another_name_of_a_function_that_is_imported_inside(
    text: str, code: str, tmp_path: Path
) -> None:
    main = "def f(x):\n    from other import h\n    return h(x)\n"
    source = written(f"=== main.py\n{main}=== other.py\n{text}\n", tmp_path)
    if code:
        with pytest.raises(AdcError) as caught:
            front_half(request(source), Silent(), needs_targets=False)
        assert caught.value.diagnostics[0].code == code
        return
    primal = front_half(request(source), Silent(), needs_targets=False).primal
    found = run(primal, {"n": len(X)}, {"x": np.array(X)})[primal.returns[0]]
    np.testing.assert_allclose(found, by_python(source, tmp_path), rtol=1e-14)
