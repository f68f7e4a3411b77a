"""Functions, methods and generators that keep a variable, which is bound anew afterwards."""

from __future__ import annotations

import ast
from textwrap import indent

from tests.textfuzz.readings.arrays import read_of
from tests.textfuzz.readings.draft import Draft, NoPlaceError, statements

CLASS = """
class Keeps_:
    def __init__(self, u, k=1.0):
        self.u, self.k = u, k
        self.g = None
    def get(self):
        return self.u
    def scaled(self, c=2):
        self.k = self.k * c
        return self.u * self.k
    def put(self, g):
        self.g = g
        return self
"""
KEEPERS = (
    ("{g} = lambda: {x}", "{g}()"),
    ("{g} = lambda u_={x}: u_", "{g}()"),
    ("def {g}(u_={x}, *r_, k_=({x}, 1)): return u_ + k_[0]", "{g}()"),
    ("{g} = [lambda: {x} for _ in range(2)]", "{g}[1]()"),
    ("{g} = [lambda i_=i_: {x} * i_ for i_ in range(3)]", "{g}[2]()"),
    ("{g} = {{k_: (lambda: {x} + k_) for k_ in (1, 2)}}", "{g}[1]()"),
    ("{g} = []\n{g}.append(lambda: {x})", "{g}[0]()"),
    ("{g} = []\nfor i_ in range(2): {g}.append(lambda k_=i_: {x} * k_)", "{g}[1]()"),
    ("{g} = {{}}\n{g}['a'] = lambda: {x} * 2", "{g}['a']()"),
    ("def {g}m(): return lambda: {x}\n{g} = {g}m()", "{g}()"),
    ("def {g}m(u_): return lambda: u_\n{g} = {g}m({x})", "{g}()"),
    ("def {g}m(u_):\n    w_ = u_\n    def r_(): return w_ + {x}\n    return r_\n{g} = {g}m({x})",
     "{g}()"),
    ("def {g}m(u_):\n    w_ = [u_]\n    def r_():\n        w_[0] = w_[0] * 2\n"
     "        return w_[0] + {x}\n    return r_\n{g} = {g}m({x})", "{g}()"),
    ("def {g}():\n    nonlocal {x}\n    {x} = {x} * 1.5\n    return {x}", "{g}()"),
    ("def {g}():\n    {x}[0] = 4.0\n    return {x}", "{g}()"),
    ("{g} = Keeps_({x})\n{g}.put(lambda: {x})", "{g}.g()"),
    ("{g} = Keeps_({x})", "{g}.get()"),
    ("{g} = Keeps_({x}).get", "{g}()"),
    ("{g}o = Keeps_({x})\n{g} = {g}o.scaled\n{g}o.u = 2.0 * {x}", "{g}()"),
    ("{g} = Keeps_({x}).put(lambda u_={x}: u_ * 2)", "({g}.g() + {g}.scaled())"),
    ("{g} = {x}.sum", "{g}()"),
    ("{g} = {x}.copy", "{g}()"),
    ("{g} = functools.partial(lambda a_, b_: a_ * b_, {x})", "{g}(2.0)"),
    ("{g} = functools.partial(lambda b_: {x} * b_, b_=2.0)", "{g}()"),
    ("{g} = (lambda: {x}, lambda: {x} + 1)\n{g}, {g}b = {g}", "{g}b()"),
    ("{g} = lambda h_: h_() * {x}", "{g}(lambda: {x})"),
    ("{g} = (lambda f_: (lambda: f_()))(lambda: {x})", "{g}()"),
    ("def {g}m(f_):\n    def w_(*a_): return f_(*a_) * 2\n    return w_\n"
     "@{g}m\ndef {g}(): return {x}",
     "{g}()"),
    ("{g} = max([lambda: {x}, lambda: {x} * 2], key=lambda f_: 1.0)", "{g}()"),
    ("{g} = np.vectorize(lambda v_: v_ * 2.0)", "{g}({x})"),
    ("{g} = ({x}, lambda: {x})", "({g}[0] + {g}[1]())"),
    ("{g} = [{x}, lambda: {x}][::-1]", "{g}[0]()"),
)  # fmt: skip
CHANGED = (
    "{x} = {x} * 2.0", "{x} *= 2.0", "{x}[0] = 3.0", "{x} = {r}", "{x} = 1.5", "{x} = {x}[::-1]",
    "for {k} in range(3): {x} = {x} + {r}",
    "for {k} in range(2):\n    {x} = {r} * 0.5\n    {x} = {x} + 1",
    "if {test}: {x} = {x} * 3", "if {test}: {x} = {r} + {x}\nelse: {x} = {x} * 1",
    "{x} = {r} + {r}",
    "for {k} in range(3):\n    {x} = {r} * {k}\n    if {test}: break",
    "{k} = 0\nwhile {k} < 2:\n    {x} = {r} + 1\n    {k} += 1", "{x}[...] = {r} * 2", "{x} += {r}",
    "for {k} in range(2):\n    {x}[0] = 1.0\n    {x} = {r} * 2\n    {x}[-1] = 2.0",
    "for {k} in range(0): {x} = {x} + {r}", "{x}, {k} = {x} * 2, {r}",
    "{x} = {x}.copy()\n{x}[0] = 2.0",
    "for {k} in range(2):\n    {x} = {x} * 1.0\n    {x}[0] = np.sum({r})",
)  # fmt: skip

#: What steps of a loop do to two variables.
STEPS = (
    "{x}, {y} = {y} + 0.5 * {x}, {x}", "{x}, {y} = {y}, {x}", "{x}, {y} = [{y} * 2.0, {x}]",
    "{t} = {x}\n{x} = {y} * 0.5\n{y} = {t}", "{x} = {x} + {y}\n{y} = {x} * 0.5",
    "{y}, {x} = {x} * 1.0, {y} - {x}", "({x}, {y}), {t} = ({y} + {x}, {x}), {x}",
    "{x} += {y}\n{y} = {x}", "{t} = {x}\n{x} += {y}\n{y} = {y} + {t}",
    "{x} = {y}\n{y} = {x} + 1.0",
    "{x}, {y} = (lambda a_, b_: (a_ + b_, a_))({x}, {y})", "{x} = {x} * 0.5 + np.sum({y})",
    "{t} = [{x}, {y}]\n{x} = {t}[1] * 0.5\n{y} = {t}[0] + {x}",
    "{x}, *{t} = {y}, {x} * 2, {x}\n{y} = {t}[1]",
    "{t} = np.asarray([{x}, {y}])\n{x} = {t}[0] * 0.5\n{y} = {t}[1]",
    "{y} = {x}[::-1]\n{x} = {x} * 2.0",
)  # fmt: skip


def steps(draft: Draft) -> None:
    """A loop in which two variables get new values of each other, one a number perhaps."""
    function = draft.function()
    x, y = draft.name(function), draft.name(function)
    if x == y:
        raise NoPlaceError
    body, at = draft.spot(function)
    text = draft.choice(STEPS).format(x=x, y=y, t=draft.fresh("t"))
    if draft.rng.random() < 0.3:
        text = f"if {draft.condition(function)}: {draft.choice(['break', 'continue'])}\n{text}"
    if draft.rng.random() < 0.2:
        text = f"if {draft.condition(function)}:\n{indent(text, '    ')}"
    head = f"for {draft.fresh('k')} in range({draft.count(function)}):\n"
    begun = [f"{y} = {x} * 2.0\n", f"{x} = 0.5\n", f"{x}, {y} = 1.0, {y} + 1\n"]
    first = draft.choice(["", "", *begun])
    body[at:at] = statements(first + head + indent(text, "    "))


def keeper(draft: Draft) -> None:
    function = draft.function()
    name, g = draft.name(function), draft.fresh("g")
    made, read = draft.choice(KEEPERS)
    if "Keeps_" in made:
        draft.bring(CLASS)
    if "functools" in made and "import functools" not in ast.unparse(draft.tree):
        draft.tree.body[:0] = statements("import functools")
    body, at = draft.spot(function)
    bound = statements(made.format(x=name, g=g))
    body[at:at] = bound
    at += len(bound)
    read = read.format(x=name, g=g)
    for _ in range(draft.rng.choice([1, 1, 2])):
        last = len(body) - isinstance(body[-1], ast.Return)
        place = draft.rng.choice([at, draft.rng.randint(at, max(at, last))])
        text = draft.choice(CHANGED)
        test = draft.condition(function) if "{test}" in text else ""
        body[place:place] = statements(text.format(x=name, r=read, k=draft.fresh("k"), test=test))
    read_of(draft, body[at + 1 :], name, read)


ALL = (keeper,) * 4 + (steps,) * 4
