"""`while` loops whose numbers of iterations numbers in the source decide: what grows in them has a
length that is known, where nothing in the loop changes these numbers."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, text

_KINDS = """\
class C:
    def __init__(self):
        self.end = 0.5
        self.dt = 0.1
    def slower(self):
        self.dt = 0.05
    def sooner(self):
        self.end = 0.3
"""
_SIMULATE = """\
def simulate(end, dt, x):
    t = 0.0
    h = []
    while t < end:
        h.append(t * x[1])
        t += dt
    return h
"""


def clock(statements: str, refused: str = "", before: str = "") -> Reading:
    """The function f of `x`, with `statements` as its body."""
    body = "".join(f"    {line}\n" for line in statements.strip().splitlines())
    return text(f'{HEADER}{before}def f(x: "float64[N]"):\n{body}', refused)


def stepping(inside: str, after: str = "", refused: str = "") -> Reading:
    """An object `c` says how far and how fast; `inside` and `after` stand around the step."""
    lines = ["c = C()", "t = 0", "h = []", "while t <= c.end:", "    h.append(x[0] * t)"]
    lines += [f"    {inside}"] * bool(inside) + ["    t += c.dt"] + [f"    {after}"] * bool(after)
    return clock("\n".join([*lines, "return np.array(h), t"]), refused, _KINDS)


READINGS = (
    stepping(""),
    stepping("c.slower()", refused="ADC0235"),
    stepping("", "c.sooner()", refused="ADC0235"),
    clock(
        "return np.array(simulate(1.0, 0.1, x)), np.array(simulate(1.0, 0.25, x))", before=_SIMULATE
    ),
    # none, and backwards; arrays that grow
    clock("""
t, h = 2.0, [x[0]]
while t < 1.0:
    t += 0.5
    h.append(t * x[1])
return np.array(h), t
"""),
    clock("""
h = np.zeros((1, 2))
t = 1.0
while 0.25 < t:
    t = t - 0.1
    h = np.vstack((h, np.array([x[0] * t, t])))
return h
"""),
    # each time anew, and from where it was: then the numbers are not known
    clock("""
h = []
for k in range(3):
    t = 0.0
    while t < 0.5:
        h.append(t * x[k])
        t += 0.1
return np.array(h)
"""),
    clock(
        """
h, t = [], 0.0
for k in range(3):
    while t < 0.5 + k:
        h.append(t * x[k])
        t += 0.1
return np.array(h)
""",
        "ADC0235",
    ),
    # another number than Python's counts otherwise
    clock(
        """
t, h = np.float32(0.0), []
while t < 1.0:
    h.append(t * x[1])
    t += np.float32(0.1)
return np.array(h)
""",
        "ADC0235",
    ),
    clock(
        """
h, t, end = [], 0.0, 1.0
def sooner():
    nonlocal end
    end = 0.5
while t < end:
    h.append(t * x[1])
    t += 0.1
    sooner()
return np.array(h)
""",
        "ADC0235",
    ),
    clock("""
h, t = [], 0.0
while t < 1.0:
    h.append(t * x[1])
    t += 0.1
    x[0] = x[0] * 0.5
else:
    h.append(5.0)
return np.array(h)
"""),
    clock(
        """
h, t = [], 0.0
while t < 1.0:
    if x[0] > 5.0:
        t += 0.05
    h.append(t * x[1])
    t += 0.1
return np.array(h)
""",
        "ADC0235",
    ),
    clock(
        """
h, t = [], 0.0
while t < 1.0:
    if x[0] > 5.0:
        continue
    h.append(t * x[1])
    t += 0.1
return np.array(h)
""",
        "ADC0235",
    ),
)
