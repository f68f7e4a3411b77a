"""Decorators of other files: those that hand the function on are seen through, those that change
its arguments or its result are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adc.frontends.python.wrapped.following import handed_on

MAIN = """\
from deco import {name}
{before}
@{decorator}
def f(x, alpha=1.0, *, mode="a"):
    return alpha*x
"""
RENAMED = """
import warnings
from functools import wraps
def renamed(**names):
    def deco(func):
        @wraps(func)
        def wrapper(*args, **kwargs):
            rename(func.__name__, kwargs, names)
            return func(*args, **kwargs)
        return wrapper
    return deco
def rename(name, kwargs, names):
    for old, new in names.items():
        if old in kwargs:
            if new in kwargs:
                raise TypeError(f"{name} received both")
            warnings.warn(f"{old} is deprecated", DeprecationWarning)
            kwargs[new] = kwargs.pop(old)
"""
BY_KEYWORD = """
import functools, warnings
from inspect import signature, Parameter
def by_keyword(func):
    sig = signature(func)
    every, only = [], []
    for name, param in sig.parameters.items():
        if param.kind == Parameter.POSITIONAL_OR_KEYWORD:
            every.append(name)
        elif param.kind == Parameter.KEYWORD_ONLY:
            only.append(name)
    @functools.wraps(func)
    def inner(*args, **kwargs):
        extra = len(args) - len(every)
        if extra <= {limit}:
            return func(*args, **kwargs)
        kwargs.update(zip(sig.parameters, args))
        return func(**kwargs)
    return inner
"""
EXPORTER = """
class Exporter:
    def __init__(self, names):
        self.names = names
        self.exports = names.setdefault("__all__", [])
    def export(self, given):
        self.exports.append(given.__name__)
        return given
"""
STUB = """
class Collector:
    def cites(self, *args, **kwargs):
        def same(func):
            return func
        return same
try:
    import sys
    from collector import credit
    if "credit" in locals() and not hasattr(credit, "cites"):
        raise RuntimeError("an old collector")
except Exception:
    credit = Collector()
"""
CACHE = """
import os
from joblib import Memory
from decorator import FunctionMaker
class Cache(object):
    def __init__(self, *args, **kwargs):
        level = kwargs.pop("level", 10)
        self.memory: Memory = Memory(*args, **kwargs)
        self.level = level
    def __call__(self, level):
        def wrapper(function):
            if self.memory.location is not None and self.level >= level:
                made = dict(decfunc=self.memory.cache(function))
                return FunctionMaker.create(function, "return decfunc(%(shortsignature)s)", made)
            else:
                return function
        return wrapper
cache = Cache(os.environ.get("CACHE", None))
"""
CALLER = """
import warnings
from decorator import decorator
def old(*, version):
    def wrapper(func, *args, **kwargs):
        warnings.warn(f"{func.__name__} is old since {version}")
        return func(*args, **kwargs)
    return decorator(wrapper)
"""
BOUND = """
import functools
from inspect import signature
import pandas as pd
def plain(func):
    sig = signature(func)
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        bound = sig.bind(*args, **kwargs)
        for name, value in bound.arguments.items():
            if isinstance(value, {kind}):
                bound.arguments[name] = value.to_numpy()
        return func(*bound.args, **bound.kwargs)
    return wrapper
"""
JIT = """
import os
try:
    from numba import jit
except ImportError:
    jit = None
def maybe(*given, **options):
    def wrapper(fun):
        if callable(jit) and os.environ.get("JIT", "").lower() in {"1", "true"}:
            return jit(*given, **options)(fun)
        else:
            return fun
    return wrapper
"""
COMPILED = """
from numba import jit, guvectorize, cfunc
def fast(*given, **options):
    options.update({{"nopython": True, "cache": True}})
    return {made}(*given, **options)
"""
#: What the decorator is called, how it stands there, what is before that, and its file.
SEEN = {
    "old names of arguments": ("renamed", "renamed(a='alpha')", "", RENAMED),
    "positions of keyword arguments": ("by_keyword", "by_keyword", "", BY_KEYWORD.format(limit=0)),
    "an exporter": ("Exporter", "e.export", "e = Exporter(globals())", EXPORTER),
    "a stub of what may be missing": ("credit", "credit.cites('a')", "", STUB),
    "a cache that may be off": ("cache", "cache(level=5)", "", CACHE),
    "a caller": ("old", "old(version='1')", "", CALLER),
    "types that no argument has": ("plain", "plain", "", BOUND.format(kind="pd.Series")),
    "a compiler, if any": ("maybe", "maybe(cache=True)", "", JIT),
    "a compiler with options": ("fast", "fast", "", COMPILED.format(made="jit")),
    "a compiler called with options": ("fast", "fast(x=1)", "", COMPILED.format(made="jit")),
}
#: The same of decorators that may change the function, or what it is given or returns.
UNSEEN = {
    "of elements, with options": ("fast", "fast", "", COMPILED.format(made="guvectorize")),
    "another type, with options": ("fast", "fast", "", COMPILED.format(made="cfunc")),
    "a new name is one of the function's": ("renamed", "renamed(alpha='x')", "", RENAMED),
    "fewer positions": ("by_keyword", "by_keyword", "", BY_KEYWORD.format(limit=-1)),
    "types that arguments have": ("plain", "plain", "", BOUND.format(kind="list")),
    "an exporter that changes": (
        "Exporter", "e.export", "e = Exporter(globals())",
        EXPORTER.replace("return given", "return lambda *a, **k: 2*given(*a, **k)"),
    ),
    "a stub that changes": (
        "credit", "credit.cites('a')", "",
        STUB.replace("return func", "return lambda x: 2*func(x)"),
    ),
    "names that are set by a text": (
        "credit", "credit.cites('a')", "", STUB + "locals()['credit'] = print\n",
    ),
    "names that are handed on": (
        "credit", "credit.cites('a')", "", STUB + "from other import fill\nfill(locals())\n",
    ),
    "a method that is set anew": (
        "Exporter", "e.export", "e = Exporter(globals())\ne.export = lambda f: abs", EXPORTER,
    ),
    "a field that is set elsewhere": (
        "Cache", "c", "c = Cache()",
        "class Cache:\n    def __init__(self):\n        self.on = False\n"
        "    def start(self):\n        self.on = True\n    def __call__(self, f):\n"
        "        if self.on:\n            return lambda x: 2*f(x)\n        return f\n",
    ),
    "a caller that changes": (
        "old", "old(version='1')", "", CALLER.replace("return func", "return 2*func"),
    ),
    "another text": (
        "cache", "cache(level=5)", "", CACHE.replace('"return decfunc', '"return 2*decfunc'),
    ),
}  # fmt: skip
#: Bodies of `def wrapper(*args, **kwargs)` in `def d(func)`, after `state = []`.
BODIES = {
    "return func(*args, **kwargs)": True,
    "result = func(*args, **kwargs)\nprint(result)\nreturn result": True,
    "if len(args) > 3:\n    raise TypeError('too many')\nreturn func(*args, **kwargs)": True,
    "if len(args) > 9:\n    return 0\nreturn func(*args, **kwargs)": True,
    "try:\n    return func(*args, **kwargs)\nfinally:\n    print('done')": True,
    "if kwargs.get('old') is not None:\n    return 0\nreturn func(*args, **kwargs)": True,
    "for a in args:\n    if not isinstance(a, float):\n        print(a)\n"
    "return func(*args, **kwargs)": True,
    "return 2*func(*args, **kwargs)": False,
    "return np.clip(func(*args, **kwargs), 0, 1)": False,
    "return func(*args)": False,
    "return func(*args[1:], **kwargs)": False,
    "return func(*reversed(args), **kwargs)": False,
    "return func(*[np.sort(a) for a in args], **kwargs)": False,
    "np.sort(args[0], out=args[0])\nreturn func(*args, **kwargs)": False,
    "args[0].sort()\nreturn func(*args, **kwargs)": False,
    "np.negative(*args)\nreturn func(*args, **kwargs)": False,
    "args[0][0] = 1\nreturn func(*args, **kwargs)": False,
    "x = args[0]\nx += 1\nreturn func(*args, **kwargs)": False,
    "kwargs['alpha'] = 2.0\nreturn func(*args, **kwargs)": False,
    "kwargs.setdefault('alpha', 2.0)\nreturn func(*args, **kwargs)": False,
    "kwargs.pop('alpha', None)\nreturn func(*args, **kwargs)": False,
    "for k in ('alpha',):\n    kwargs.pop(k, 0)\nreturn func(*args, **kwargs)": False,
    "return func(*args, alpha=2.0, **kwargs)": False,
    "func(*args, **kwargs)\nreturn func(*args, **kwargs)": False,
    "func(*args, **kwargs)": False,
    "if len(args) > 1:\n    return 0\nreturn func(*args, **kwargs)": False,
    "if state:\n    return 0\nstate.append(1)\nreturn func(*args, **kwargs)": False,
    "if wrapper.n:\n    return 0\nwrapper.n = 1\nreturn func(*args, **kwargs)": False,
    "try:\n    return func(*args, **kwargs)\nexcept ValueError:\n    return 0": False,
    "with np.errstate(all='ignore'):\n    return func(*args, **kwargs)": True,
    "with other():\n    return func(*args, **kwargs)": False,
    "if os.environ.get('FAST'):\n    return 0\nreturn func(*args, **kwargs)": False,
    "yield func(*args, **kwargs)": False,
    "func.__defaults__ = (2.0,)\nreturn func(*args, **kwargs)": False,
    "func.__globals__['np'] = None\nreturn func(*args, **kwargs)": False,
    "LIMITS.append(1)\nif len(LIMITS) > 1:\n    return 0\nreturn func(*args, **kwargs)": False,
    "if FLAG:\n    return 0\nreturn func(*args, **kwargs)": False,
}
AROUND = """
import os
import numpy as np
LIMITS = []
FLAG = False
def switch():
    global FLAG
    FLAG = True
def d(func):
    state = []
    def wrapper(*args, **kwargs):
        {body}
    return wrapper
"""


def found(folder: Path, main: str, deco: str) -> object:
    (folder / "main.py").write_text(main)
    (folder / "deco.py").write_text(deco)
    line = main[: main.index("def f(")].count("\n") + 1
    return handed_on(os.fspath(folder / "main.py"), main, line)


@pytest.mark.parametrize("case", SEEN)
def test_what_hands_on_is_seen_through(case: str, tmp_path: Path) -> None:
    name, decorator, before, deco = SEEN[case]
    main = MAIN.format(name=name, decorator=decorator, before=before)
    assert found(tmp_path, main, deco) is not None


@pytest.mark.parametrize("case", UNSEEN)
def test_what_changes_is_not(case: str, tmp_path: Path) -> None:
    name, decorator, before, deco = UNSEEN[case]
    main = MAIN.format(name=name, decorator=decorator, before=before)
    assert found(tmp_path, main, deco) is None


@pytest.mark.parametrize("body", BODIES)
def test_bodies_of_wrappers(body: str, tmp_path: Path) -> None:
    deco = AROUND.format(body=body.replace("\n", "\n        "))
    main = MAIN.format(name="d", decorator="d", before="")
    assert (found(tmp_path, main, deco) is not None) == BODIES[body]


@pytest.mark.parametrize(
    "again", ["d = abs", "from other import *", "globals()['d'] = abs", "exec('d = abs')"]
)
def test_a_decorator_that_is_bound_anew(again: str, tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("d = abs\n")
    deco = f"def d(f):\n    return f\n{again}\n"
    main = MAIN.format(name="d", decorator="d", before="")
    assert found(tmp_path, main, deco) is None
