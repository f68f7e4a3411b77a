"""Dictionaries and tuples of the module that hold arrays, and entries that its statements set."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
S = np.asarray([1.0, 10.0])
T = {}
T["a"] = [0.5, 0.25]
T["a"] = np.asarray(T["a"]) * S
def g(x):
    return T["b"]*x
T["b"] = 3.0
U: dict = {"k": 1.0, "l": 2.0}
U["k"] = -U["k"] + U["l"]*4
V = U["k"]
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(g(x)*T["a"][1]) + U["k"]*y[0] + V + len(U)
""",
        "",
    ),
    (
        """
import numpy as np
T = ((np.asarray([0.5, 0.25]), 2.0), (np.zeros(3), 3.0))
U = {"a": np.asarray([0.5, 0.25])*2, "b": np.ones((2, 2)), "c": [np.arange(3.0), np.arange(2)]}
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    for a, k in T:
        s += np.sum(a)*k + np.sum(x)
    for k in ("a", "b"):
        s += np.sum(U[k])*y[0]
    return s + len(T) + U["c"][1][1]*x[1] + U["c"][0].shape[0]
""",
        "",
    ),
    (
        """
import numpy as np
T = {"a": 1.0}
A = T
T["b"] = 3.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*len(A)*T["b"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": 1.0}
def g():
    return T["a"]
B = g()
T["a"] = 3.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*B*T["a"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": 1.0}
def h(x, k=T["a"]):
    return x*k
T["a"] = 3.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(h(x))*T["a"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": 1.0}
class C:
    k = T["a"]
T["a"] = 3.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*C.k*T["a"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": 1.0}
for q in T: k = len(T)
T["a"] = 3.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*T["a"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": [1.0]}
L = [5.0]
T["b"] = L
L.append(3.0)
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*len(T["b"])
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": 1.0}
T["a"] = 3.0
T.update(a=5.0)
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*T["a"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": 1.0}
def s():
    T["a"] = 7.0
T["a"] = 3.0
s()
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*T["a"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
a = np.array([1.0, 2.0])
T = {"a": a}
T["b"] = a
T["b"][0] = 5.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*T["a"][0]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": 1.0}
g = lambda: T["a"]
C = g() + 1
T["a"] = 4.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x)*C
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": np.asarray([0.5, 0.25]), "b": 3.0}
B = T["a"]
B[0] = 9.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x*T["a"][0]) + T["b"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": np.asarray([0.5, 0.25]), "b": 3.0}
for v in T.values():
    v *= 2
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x*T["a"][0]) + T["b"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
A = np.asarray([0.5, 0.25])
T = {"a": A, "b": 3.0}
A[1] = 7.0
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x*T["a"][1]) + T["b"]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = {"a": np.asarray([0.5, 0.25]), "b": 3.0}
def part():
    return T["a"]
def f(x: "float64[n]", y: "float64[n]"):
    p = part()
    p[0] = x[1]
    return np.sum(x*T["a"][0]) + T["b"]
""",
        "ADC0239",
    ),
    (  # what functions of the file compute as it is imported
        """
import numpy as np
def table(n):
    t = np.zeros(n)
    for i in range(1, n):
        t[i] = 1.5*i + t[i - 1]
    return t
def smallest():
    k = 1.0
    while 1.0 + k > 1.0:
        k *= 0.5
    return k
def both(n):
    return table(n), [1.0/(1 + i) for i in range(n)], n + 1
A, B, K = both(4)
T = {"a": table(3)}
EPS = 4*smallest()
X = np.linspace(0.0, 1.0, 300)
H = X[1] - X[0]
def f(x: "float64[n]", y: "float64[n]"):
    w = np.zeros(K)
    return x*A + T["a"][2] + EPS*w[0] + X[7]*B[3]*H + len(B)
""",
        "",
    ),
    (
        """
import numpy as np
def table(n):
    return np.arange(n)*0.5
A = table(4)
B = A
def spoil():
    B[0] = 7.0
def f(x: "float64[n]", y: "float64[n]"):
    return x*A
""",
        "ADC0123",
    ),
    (  # what several statements make
        """
import math
import numpy as np
N0 = 4
i = 9
T = np.zeros(N0)
for i in range(N0):
    T[i] = math.factorial(i)
    if i == 2:
        continue
    T[i] += 0.5
first = T[0]
D = np.zeros((N0, N0))
for i in range(N0):
    for j in range(N0):
        D[i, j] = abs(T[i] - T[j])
D /= D.sum()
L = [1.0]
for k in range(3):
    L.append(L[-1]*2 + k)
M = [v*v for v in L]
a, b = 0.0, 1.0
c = b
for _ in range(5):
    a, b = b, a + b
if N0 > 7:
    mode = 2
elif N0 > 3:
    mode = 3
else:
    mode = 4
q = 1.0
while q > 0.1:
    q = q/3
def part(w=T[1]):
    return w*T[2]
def f(x: "float64[n]", y: "float64[n]"):
    w = np.zeros(mode + 2)
    return D @ x + T*first + len(w)*q + M[0]*M[1] + len(M) + b*a + c + part() + i
""",
        "",
    ),
    (  # the default is what the name is bound to before
        """
import numpy as np
T = np.ones(3)
def part(w=T[1]):
    return w
T = T*2
def f(x: "float64[n]", y: "float64[n]"):
    return x*part() + T[1]
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
Z = 1.0
def part():
    return Z*2
A = part()
Z = Z + 2.0
def f(x: "float64[n]", y: "float64[n]"):
    return x*A
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
T = np.zeros((3, 3))
for i in range(3):
    T[i, i] = i + 1.0
U = T
def spoil():
    U[1, 0] = 8.0
def f(x: "float64[n]", y: "float64[n]"):
    return x*T[1, 0]
""",
        "ADC0123",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]

# on the path that is taken the function's own variable has no value
_OWN = """
import numpy as np
W = 5.0
def part(x):
    if len(x) < 0:
        W = 3.0
    return x*W
def f(x: "float64[n]", y: "float64[n]"):
    return part(x)
"""
READINGS.append(text(_OWN, "ADC0224", raises=True))
