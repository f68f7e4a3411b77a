"""Python programs for `--program`, with what a reader marks in them.

`#: k` behind a statement says that it gives `k` its first value, `#: return` that it ends the
function whose body is the program. By these marks, and nothing that adc has found, `run` makes a
text in which the caller gives the values, and runs it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Program:
    name: str
    text: str
    wrt: str
    of: str
    function: str = ""

    def run(self, given: dict[str, Any]) -> dict[str, Any]:
        """What the dependents are at the end, where the independents begin as `given`."""
        lines = [self._line(line, given) for line in self.text.split("\n")]
        values = {name: np.array(value)[()] for name, value in given.items()}
        names: dict[str, Any] = {"__name__": "__main__", "given_values": values, "print": _quiet}
        exec("\n".join(lines), names)
        if self.function:
            names |= dict(zip(self.of.split(","), names["results"], strict=True))
        return {name: np.array(names[name], dtype=float) for name in self.of.split(",")}

    def first_values(self) -> dict[str, Any]:
        """The values that the program itself gives its independents."""
        names: dict[str, Any] = {"__name__": "__main__", "print": _quiet, "kept": {}}
        lines = []
        for line in self.text.split("\n"):
            marked = re.match(r"(\s*)(.*?)\s*#: (\w+)$", line)
            lines.append(line)
            if marked and marked[3] != "return":
                lines[-1] = f"{line}\n{marked[1]}kept['{marked[3]}'] = copied({marked[3]})"
        names["copied"] = lambda value: np.array(value, dtype=float)
        exec("\n".join(lines), names)
        found: dict[str, Any] = names["kept"]
        return {name: found[name] for name in self.wrt.split(",")}

    def _line(self, line: str, given: dict[str, Any]) -> str:
        marked = re.match(r"(\s*)(.*?)\s*#: (\w+)$", line)
        if marked is None:
            return line
        if marked[3] == "return":
            values = "".join(f"{name}, " for name in self.of.split(","))
            return f"{marked[1]}global results; results = ({values})\n{marked[1]}{marked[2]}"
        if marked[3] not in given:
            return line
        whole = re.match(r"[\w, ]+(:[^=]*)?=", marked[2])
        first = f"{marked[3]} = given_values['{marked[3]}']"
        return f"{marked[1]}{marked[2]}; {first}" if whole else f"{marked[1]}pass"


def _quiet(*values: object, **options: object) -> None:
    pass


PROGRAMS = (
    Program("a number", "k = 1.5  #: k\ny = k**2\n", "k", "y"),
    Program(
        "convection",
        """\
'''A hat that moves: the first lesson.'''
import numpy
nx = 21
dx = 2/(nx-1)
nt, dt = 10, .025
c = 1  #: c
u = numpy.ones(nx)  #: u
u[int(.5/dx):int(1/dx + 1)] = 2  #: u
for n in range(nt):
    un = u.copy()
    for i in range(1, nx):
        u[i] = un[i] - c*dt/dx*(un[i] - un[i - 1])
    if n % 4 == 0:
        print("step", n)
""",
        "c,u",
        "u",
    ),
    Program(
        "an independent that is another variable at the end",
        """\
import numpy as np
u = np.linspace(1.0, 2.0, 4)  #: u
u[0] = 3.0  #: u
u[2:] *= 2
u = u*u
u[1] = 7
s = np.sum(u)
""",
        "u",
        "u,s",
    ),
    Program(
        "functions that share the program's variables",
        """\
import numpy as np
a, b = 0.5, 1.5
n = 5
total = 0.0
count = 0
def weight(i):
    return np.exp(-a*i)
def add(v):
    '''Text
at the margin.'''
    global total, count
    total += v*weight(count)
    count += 1
a = 0.7  # not the first value
rate = 2.0  #: rate
for i in range(n):
    add(b*i*rate)
    b = b + 0.1*total
mean = total/count
""",
        "rate",
        "mean,total",
    ),
    Program(
        "behind the guard",
        """\
import numpy as np
def energy(w, x):
    return np.sum(np.tanh(w @ x)**2)
if __name__ == "__main__":
    w = np.array([[0.1, 0.2], [0.3, -0.4]])  #: w
    x = np.array([1.0, 2.0])
    loss = energy(w, x)
    print(f"loss {loss}")
""",
        "w",
        "loss",
    ),
    Program(
        "statements on one line",
        """\
k = 1.5; m = 2.0; y = k*m
z = 0.5  #: z
w = 2; y = y*z**w
""",
        "z",
        "y",
    ),
    Program(
        "the body of a function",
        """\
import numpy as np
G = 2.0
def force(x, k):
    return -k*x*G
def main():
    '''A spring.'''
    k = 1.5  #: k
    dt = 0.01  #: dt
    x = np.array([1.0, 0.5])  #: x
    v = np.zeros(2)
    def pace(v):
        return dt*v
    for i in range(20):
        v += dt*force(x, k)
        x = x + pace(v)
    e = np.sum(v**2) + k*np.sum(x**2)
    return 0  #: return
if __name__ == "__main__":
    main()
""",
        "k,dt,x",
        "e",
        "main",
    ),
    Program(
        "the body of a function with arguments and without a return",
        """\
def run(n=4):
    k = 0.5  #: k
    e = 0.0
    for i in range(n):
        e += (k*i)**2
    if n > 100:
        e = -1.0
    nothing = None
    return nothing  #: return
run()
""",
        "k",
        "e",
        "run",
    ),
    Program(
        "Runge and Kutta, and a list of states",
        """\
import numpy as np
def rk4(f, t, y, h):
    k1 = f(t, y)
    k2 = f(t + h/2, y + h*k1/2)
    k3 = f(t + h/2, y + h*k2/2)
    k4 = f(t + h, y + h*k3)
    return y + h*(k1 + 2*k2 + 2*k3 + k4)/6
gamma = 0.1
beta = 0.3  #: beta
def sir(t, y):
    S, I, R = y
    return np.array([-beta*S*I, beta*S*I - gamma*I, gamma*I])
y0 = np.array([0.99, 0.01, 0.0])  #: y0
t, h, y = 0.0, 0.5, y0
ys = [y0]
while t < 4:
    y = rk4(sir, t, y, h)
    ys.append(y)
    t += h
ys = np.array(ys)
peak = np.max(ys[:, 1])
""",
        "beta,y0",
        "ys,peak",
    ),
    Program(
        "names of builtins, functions that are defined twice, objects",
        """\
import numpy as np
class Body:
    def __init__(self, m):
        self.m = m
    def momentum(self, v):
        return self.m*v
def f(x):
    return x
sum = 3.0
c = 2.0  #: c
def f(x):
    return sum*x*c
first = f(1.0)
b = Body(c*first)
g = lambda v: b.momentum(v)*c
sum = sum + c
y = f(2.0)*g(3.0)
""",
        "c",
        "y",
    ),
    Program(
        "what a tuple and a chain give",
        """\
p = q = 2.0  #: p
p, r = p*q, 3.0
y = p**2*r + q
""",
        "p",
        "y",
    ),
    Program(
        "draws that are arguments, names out of libraries",
        """\
from math import pi
from numpy import *
import numpy as np
np.random.seed(3)
u, v = np.random.rand(2, 2), np.ones(2)  #: u
v = np.array([0.5, -0.25])
step, k = 2*pi/8, len(v)  #: step
for i in range(k):
    u = u + step*outer(sin(v), v)
    print("largest", max(abs(u[0])), exp(u).sum())
total = sum(u**2)
""",
        "u,step",
        "u,total",
    ),
    Program(
        "first values of functions that make, print and draw, and of arrays that stay",
        """\
import numpy as np
def init(n, amplitude=0.5):
    if amplitude < 0:
        raise ValueError("negative")
    u = np.zeros(n)
    for i in range(n):
        u[i] = amplitude*np.sin(i)
    print("made", u)
    return u
n = 4
x = np.array([3.0, 1.0, 2.0, 5.0])
u = np.zeros(n)  #: u
v = np.sort(np.array([2.0, 1.0, 0.5, 4.0]))
w = np.zeros_like(x)  #: w
u[:] = init(n)*x + 0.1*np.random.randn(n)  #: u
def show():
    return np.sum(w)
w[1] = 3.0  #: w
x[0] = 7.0
s = np.sum(u*x*v) + show()*u[1]
""",
        "u,w",
        "s",
    ),
)
