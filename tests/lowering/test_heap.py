"""Objects, lists and dictionaries that something changes: runs against Python's."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

from adc.diagnostics import AdcError
from tests.lowering.harness import agree, lowered
from tests.lowering.object_programs import HEADER, Programs

X = np.array([0.2, 0.7, 1.3])
#: For branches and loops of all kinds.
CALLS = ((0.3, 0), (0.8, 1), (1.4, 3))


def program(body: str) -> str:
    lines = textwrap.indent(textwrap.dedent(body).strip(), "    ")
    return f'{HEADER}\ndef f(x: "float64[3]", c: float, n: int):\n{lines}\n'


BODIES = {
    "two names": "a = S(x * 2.0)\nb = a\nb.u = a.u * c\nb.t = 3.0\nreturn np.sum(a.u) * a.t",
    "two targets": "a = b = S(x * 2.0)\na.u = np.sin(a.u)\nb.t = c\nreturn b.u * a.t",
    "a call that sets": "s = S(x * 1.0)\nfor k in range(n):\n    bump(s, c)\nreturn s.u * s.t",
    "a call read before it": "s = S(x * 1.0)\ny = s.u + damp(s, c, 3).u\nreturn y * s.u",
    "a method": "s = S(x * 1.0)\ny = s.grow(c) + s.grow(2.0)\nreturn s.u * y",
    "one arm":
    "s = S(x * 1.0)\nr = s\nif c > 0.5:\n    s.u = s.u * c\n    s.t = c\nreturn r.u * r.t",
    "new in both arms":
    "if c > 0.5:\n    s = S(x * c)\nelse:\n    s = S(x, c)\ns.u = s.u * s.t\nreturn s.u * s.t",
    "carried":
    "s = S(x * 1.0)\nfor i in range(n):\n    new = S(s.u + c, s.t * c)\n    new.t += 1.0\n"
    "    s = new\nreturn s.u * s.t",
    "two carried":
    "s, p = S(x * 1.0), S(x * 2.0)\nfor i in range(n):\n    new = S(2.0 * s.u - p.u, c)\n"
    "    p = s\n    s = new\n    s.t += p.t\nreturn s.u * p.u * s.t",
    "swapped":
    "a, b = S(x * 1.0), S(x * 2.0)\nfor i in range(n):\n    a, b = b, a\n"
    "    a.u = a.u * c + b.u\na.t, b.t = b.t * 2.0, a.t\nreturn a.u - b.u * a.t",
    "while":
    "s = S(x * 1.0)\nwhile s.t < 2.0:\n    s.t += 0.4 + c\n    s.u *= c\nreturn s.u * s.t",
    "left early":
    "s = S(x * 1.0)\nfor i in range(n):\n    s.u = s.u * c\n    if s.u[0] > 0.3:\n"
    "        break\n    s.t += 1.0\nreturn s.u * s.t",
    "in a list":
    "cells = [S(x * k, k) for k in (1.0, 2.0)]\nfor cell in cells:\n    cell.u = cell.u * c\n"
    "    cell.t += c\nq = cells[0]\nq.u[0] = 7.0\nreturn cells[0].u * cells[1].u * cells[1].t",
    "twice in a list":
    "s = S(x * 1.0)\nL = [s] * 2\nL[0].t = c\nL[1].u = x * c\nreturn s.u * s.t",
    "in a tuple":
    "s = S(x * 1.0)\np = (s, c)\nfor i in range(n):\n    p = (p[0], p[1] * c)\n"
    "    p[0].u = p[0].u * c\ns.t = p[1]\nreturn s.u * p[0].t",
    "arrays are shared":
    "s = S(x * 1.0)\nw = s.u\ns.u += c\nr = S(w)\nr.u[0] = 5.0\nreturn s.u + w",
    "arrays are replaced": "s = S(x * 1.0)\nw = s.u\ns.u = s.u + c\ns.u[0] = 5.0\nreturn s.u + w",
    "copies":
    "s = S(x * 1.0, c)\nq = copy.copy(s)\nq.t = 7.0\nq.u[0] = 5.0\nr = copy.deepcopy(s)\n"
    "r.u[1] = 9.0\nz = replace(s, t=2.0)\nz.t += 1.0\nreturn s.u * s.t + r.u * q.t * z.t",
    "deep copies share":
    "s = S(x * 1.0)\nM = copy.deepcopy([s, s])\nM[0].t = c\nreturn s.u * M[1].t",
    "a closure":
    "s = S(x * 1.0)\ndef tick(k):\n    s.u = s.u * k\n    s.t += 1.0\nfor i in range(n):\n"
    "    tick(c)\nreturn s.u * s.t",
    "dictionary":
    'd = {"u": x * 1.0, "k": c}\ne = d\ne["u"] = d["u"] * d["k"]\ne["k"] *= 2.0\n'
    'd["u"] *= 3.0\nd["new"] = c\nreturn e["u"] * d["k"] + e["new"] + len(e)',
    "carried dictionary":
    'd = {"u": x * 1.0, "t": 0.0, "k": 0, "first": True}\nfor i in range(n):\n'
    '    d["u"] = d["u"] * c if d["first"] else d["u"] + d["t"]\n    d["t"] += c\n'
    '    d["k"] += 1\n    d["first"] = False\nreturn d["u"] * d["t"] + d["k"]',
    "integer keys":
    "d = {0: x * c, 1: x * 1.0, 7: c}\nd[2] = d[0] * d[1]\nd[7] += 1.0\ny = x * 0.0\n"
    "for k in range(3):\n    y = y + d[k]\nreturn y * d[7] if 2 in d else x",
    "copied dictionary":
    'd = {"a": [c, 1.0]}\ne = d.copy()\ne["a"][0] = 5.0\ne["a2"] = 1.0\nL = d["a"].copy()\n'
    'L[0] = 9.0\nreturn d["a"][0] * x + len(d) + L[0]',
    "list":
    "L = [1.0, 2.0, c]\nL[0] = c * 2.0\nL[-1] += 3.0\nL[1] *= L[0]\nL[0], L[1] = L[1], L[0]\n"
    "return x * L[0] + L[1] * L[2]",
    "list in a list":
    "a = [c, 2.0]\nb = [a, a]\nb[0][1] = 5.0\nq = a[:]\nq[0] = 9.0\nr = a + [1.0]\nr[0] = 8.0\n"
    "return x * a[1] * b[1][1] + a[0] + q[0] + r[0]",
    "filled":
    "L = [None] * 3\nL[0] = x * c\nfor i in range(1, 3):\n    L[i] = np.sin(L[i - 1]) * c\n"
    "return L[0] + L[1] * L[2]",
    "position of a loop":
    "L = [0.0, c, 0.0]\nfor i in range(n):\n    L[i % 3] += c + i\n    L[2 - i % 2] = L[0]\n"
    "return x * L[0] + L[1] * L[2]",
    "arrays in a list":
    "L = [x * 1.0, x * 2.0]\nfor i in range(n):\n    L[0] = L[0] + c * L[1]\n"
    "    L[0], L[1] = L[1], L[0]\ny = L[0]\ny[0] = 4.0\nreturn L[0] - L[1] * c",
    "longer":
    "L = [x * 1.0]\nL[0] = x * c\nM = L\nM.append(x + 1.0)\nL += [c]\n"
    "return L[1] * M[2] + len(M)",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_changes_are_seen_as_python_sees_them(name: str) -> None:
    source = program(BODIES[name])
    made = lowered(source)
    for c, n in CALLS:
        agree(source, {"x": X.copy(), "c": c, "n": n}, made)


REFUSED = {
    "one of two": ("a, b = S(x), S(x + 1.0)\nif c > 0.5:\n    s = a\nelse:\n    s = b\ns.t = c\n"
                   "return a.t + b.t", "ADC0212"),
    "chosen": ("a, b = S(x), S(x + 1.0)\ns = a if c > 0.5 else b\ns.t = c\nreturn a.t", "ADC0212"),
    "later the same": ("a, b = S(x), S(x + 1.0)\nfor i in range(n):\n    b = a\nb.t = c\n"
                       "return a.t", "ADC0212"),
    "in an expression": ("s = S(x)\ny = s.grow(c) if c > 0.5 else 0.0\nreturn s.t * y", "ADC0223"),
    "read, then changed": ("s = S(x)\ns.t += s.grow(c)\nreturn s.t", "ADC0223"),
    "keys on one path": ('d = {"a": c}\nif c > 0.5:\n    d["b"] = c\nreturn d["a"] * x', "ADC0212"),
    "in itself": ('d = {"a": c}\nd["me"] = d\nreturn d["a"] * x', "ADC0211"),
    "no field": ("s = S(x)\ns.w = c\nreturn s.t", "ADC0226"),
    "of an array": ("x.t = c\nreturn x", "ADC0213"),
    "of a tuple": ("p = (c, 1.0)\np[0] = 2.0\nreturn p[0]", "ADC0213"),
    "out of range": ("L = [c, 1.0]\nL[2] = 2.0\nreturn L[0]", "ADC0217"),
    "no such key": ('d = {"a": c}\nd["b"] += 2.0\nreturn d["a"]', "ADC0217"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_followed_is_refused(name: str) -> None:
    body, code = REFUSED[name]
    with pytest.raises(AdcError) as caught:
        lowered(program(body))
    assert caught.value.diagnostics[0].code == code


def followed(seed: int) -> bool:
    """Whether the random program `seed` is lowered, which then has to be what Python does."""
    source = Programs(seed).text()
    try:
        made = lowered(source)
    except AdcError as error:
        assert error.diagnostics[0].code in ("ADC0211", "ADC0212", "ADC0223", "ADC0224"), error
        return False
    for c, n in CALLS:
        agree(source, {"x": X.copy(), "c": c, "n": n}, made)
    return True


def test_random_programs() -> None:
    assert sum(map(followed, range(12))) >= 8


@pytest.mark.long
def test_more_random_programs() -> None:
    assert sum(map(followed, (*range(12, 30), *range(1000, 2000)))) >= 812
