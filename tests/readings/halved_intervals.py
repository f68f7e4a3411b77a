"""Loops that halve an interval around a root, which have the derivative of the root."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
class B:
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.m = a
def f(x: "float64[n]", s: float):
    t = B(0.0, 9.0)
    for _ in range(60):
        t.m = (t.a + t.b)/2
        if t.m**3 > 4.0 + s:
            t.b = t.m
        else:
            t.a = t.m
    return t.m + x[0]*t.a
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = {"a": 0.0, "b": 9.0}
    for _ in range(60):
        m = (t["a"] + t["b"])/2
        if m**3 > 4.0 + s:
            t["b"] = m
        else:
            t["a"] = m
    return t["a"]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [0.0, 9.0]
    for _ in range(60):
        m = (t[0] + t[1])/2
        if m**3 > 4.0 + s:
            t[1] = m
        else:
            t[0] = m
    return t[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a, b = 0.0, 9.0
    m = 0.0
    err = 1.0
    while err > 1e-13:
        old = m
        m = (a + b)/2
        err = abs(m - old)
        if m**3 > 4.0 + s:
            b = m
        else:
            a = m
    return m
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    lo, hi = 0.0, 10.0
    for _ in range(60):
        mid = 0.5*(lo + hi)
        if mid**3 + np.abs(s)*mid > 5.0 + x[0]:
            hi = mid
        else:
            lo = mid
    return mid*x[1] + lo
""",
        "",
    ),
    (
        """
def g(z, a):
    return np.exp(z) - 2.0 - a*a

def f(x: "float64[n]", s: float):
    lo, hi = 0.0, 10.0
    flo = g(lo, s)
    n = 0
    while hi - lo > 1e-13:
        m = lo + (hi - lo)/2
        fm = g(m, s)
        if fm == 0:
            break
        if fm*flo > 0:
            lo, flo = m, fm
        else:
            hi = m
        n += 1
    return np.sum(x)*m + s*hi
""",
        "",
    ),
    (
        """
def solve(p, lo, hi, tol=1e-13):
    for i in range(200):
        mid = (lo + hi)/2
        r = np.tanh(mid) + mid*p - 1.0
        if abs(r) < tol or (hi - lo)/2 < tol:
            return mid
        if r < 0:
            lo = mid
        else:
            hi = mid
    return mid

def f(x: "float64[n]", s: float):
    out = np.zeros(len(x))
    for i in range(len(x)):
        out[i] = solve(x[i]**2, 0.0, 4.0 + s*s)
    return out
""",
        "",
    ),
    (
        """
# values that depend on the middle, computed in the loop and used behind it
def f(x: "float64[n]", s: float):
    lo, hi = -5.0, 50.0
    for _ in range(80):
        t = (lo + hi)/2.0
        gain = 3.0 + s*s - 0.5*t
        loss = np.zeros(len(x))
        for i in range(len(x)):
            loss[i] = 0.1*(1.0 + x[i]**2)*t
        if gain > np.sum(loss):
            lo = t
        else:
            hi = t
    return loss*gain
""",
        "",
    ),
    (
        """
# the ends are what is sought from
def f(x: "float64[n]", s: float):
    a, b = s - 3.0, s + 3.0
    for k in range(70):
        c = a + 0.5*(b - a)
        if (c - s)**3 + c > 1.0 + x[0]:
            b = c
        else:
            a = c
    return np.array([a, b, c])
""",
        "",
    ),
    (
        """
# no root inside: what is found is an end
def f(x: "float64[n]", s: float):
    lo, hi = s, s + 1.0 + x[0]**2
    for k in range(60):
        mid = (lo + hi)/2
        if mid - s + 1.0 > 0:
            hi = mid
        else:
            lo = mid
    return hi*x[1]
""",
        "",
    ),
    (
        """
# the other end
def f(x: "float64[n]", s: float):
    lo, hi = s, s + 1.0 + x[0]**2
    for k in range(60):
        mid = (lo + hi)/2
        if mid < s + 7.0 + x[0]**2:
            lo = mid
        else:
            hi = mid
    return lo*x[1]
""",
        "",
    ),
    (
        """
# rtbis
def g(z, a):
    return z**3 + z - a

def f(x: "float64[n]", s: float):
    x1, x2 = -6.0, 7.0
    fl = g(x1, x[0])
    if fl < 0.0:
        dx = x2 - x1
        root = x1
    else:
        dx = x1 - x2
        root = x2
    for j in range(80):
        dx = dx*0.5
        xmid = root + dx
        fmid = g(xmid, x[0])
        if fmid <= 0.0:
            root = xmid
        if abs(dx) < 1e-13 or fmid == 0.0:
            break
    return root*s
""",
        "",
    ),
    (
        """
# decreasing
def f(x: "float64[n]", s: float):
    lo, hi = 0.0, 20.0
    while True:
        mid = (lo + hi)*0.5
        v = np.exp(-mid)*(2.0 + s*s)
        if abs(v - 0.3) < 1e-14 or hi - lo < 1e-14:
            break
        if v > 0.3:
            lo = mid
        else:
            hi = mid
    return mid + 0.0*x
""",
        "",
    ),
    (
        """
# sign
def f(x: "float64[n]", s: float):
    a, b = 0.0, 8.0
    def h(q):
        return q*q - 2.0 - s*s
    if np.sign(h(a)) == np.sign(h(b)):
        raise ValueError("no sign change")
    m = (a + b)/2
    while np.abs(h(m)) > 1e-13:
        if np.sign(h(m)) == np.sign(h(a)):
            a = m
        else:
            b = m
        m = (a + b)/2
    return m*x
""",
        "",
    ),
    (
        """
# nested
def f(x: "float64[n]", s: float):
    lo, hi = 0.0, 9.0
    for _ in range(55):
        y = (lo + hi)/2
        a, b = 0.0, 9.0
        for _ in range(55):
            z = (a + b)/2
            if z**3 + z > y + s*s:
                b = z
            else:
                a = z
        if y + z*z > 4.0 + x[0]:
            hi = y
        else:
            lo = y
    return np.array([y, z])
""",
        "",
    ),
    (
        """
# a conditional expression
def f(x: "float64[n]", s: float):
    lo, hi = 0.0, 4.0
    for _ in range(60):
        mid = (lo + hi)/2
        lo, hi = (mid, hi) if mid*mid < 2 + s*s else (lo, mid)
    return lo*hi*x
""",
        "",
    ),
    (
        """
# warm start: the interval of the last one
def f(x: "float64[n]", s: float):
    total = 0.0
    lo = -3.0
    for i in range(len(x)):
        hi = lo + 9.0
        lo = lo - 2.0
        for _ in range(70):
            mid = (lo + hi)/2
            if mid**3 + mid > x[i] + s:
                hi = mid
            else:
                lo = mid
        total += mid*x[i]
    return total
""",
        "",
    ),
    (
        """
# a step of regula falsi at the end, with values at the ends
def g(z, a):
    return z**3 + z - a

def f(x: "float64[n]", s: float):
    a, b = -4.0, 5.0
    fa, fb = g(a, s), g(b, s)
    for _ in range(12):
        m = 0.5*(a + b)
        fm = g(m, s)
        if fa*fm < 0:
            b, fb = m, fm
        else:
            a, fa = m, fm
    return (a - fa*(b - a)/(fb - fa))*x
""",
        "",
    ),
    (
        """
# tolerance by number of steps; the count is returned, too
def f(x: "float64[n]", s: float):
    lo, hi, k = 0.0, 2.0, 0
    while k < 50:
        k = k + 1
        mid = lo/2 + hi/2
        below = mid*np.exp(mid) < 1.0 + 0.2*np.tanh(s)
        if below:
            lo = mid
        if not below:
            hi = mid
    return mid*x + k
""",
        "",
    ),
    (
        """
# monotone in a table of data
def f(x: "float64[n]", s: float):
    lo, hi = 0.0, 5.0
    for _ in range(60):
        w = (lo + hi)/2
        filled = 0.0
        for v in x:
            filled += max(w - v*v, 0.0)
        if filled < 1.0 + s*s:
            lo = w
        else:
            hi = w
    return w
""",
        "",
    ),
    (
        """
# nested, by a function
def inner(y, s):
    a, b = 0.0, 9.0
    while b - a > 1e-14:
        z = (a + b)/2
        if z**3 + z > y + s*s:
            b = z
        else:
            a = z
    return (a + b)/2

def f(x: "float64[n]", s: float):
    lo, hi = 0.0, 9.0
    for _ in range(55):
        y = (lo + hi)/2
        z = inner(y, s)
        if y + z*z > 4.0 + x[0]:
            hi = y
        else:
            lo = y
    return np.array([y, z])
""",
        "",
    ),
    (
        """
# ends swapped, and on the other side
def f(x: "float64[n]", s: float):
    left, right = 5.0, -5.0
    if np.sinh(left) - s > 0:
        left, right = right, left
    for k in range(80):
        m = left + (right - left)*0.5
        if np.sinh(m) - s - x[0] <= 0.0:
            left = m
        else:
            right = m
    return left*x
""",
        "",
    ),
    (
        """
# a while loop with two conditions
def f(x: "float64[n]", s: float):
    it, a, b = 0, 0.1, 10.0
    x0 = 0.5*(a + b)
    while (b - a)/2 > 1e-14 and it < 100:
        x0 = 0.5*(a + b)
        fx = np.log(x0) - s
        if fx > 0.0:
            b = x0
        elif fx < 0.0:
            a = x0
        else:
            return x0
        it += 1
    return x0
""",
        "",
    ),
    (
        """
# float32
def f(x: "float32[n]", s: "float32"):
    a, b = np.float32(0.0), np.float32(4.0)
    for _ in range(24):
        m = np.float32(0.5)*(a + b)
        if m*m*m + m > np.float32(2.0) + s*s:
            b = m
        else:
            a = m
    return m
""",
        "",
    ),
    (
        """
# the middle is compared alone
def f(x: "float64[n]", s: float):
    a, b = -9.0, 9.0
    for _ in range(60):
        m = 0.5*(a + b)
        if m > s*s + np.sin(s):
            b = m
        else:
            a = m
    return m*x
""",
        "",
    ),
    (
        """
# ternary halves
def f(x: "float64[n]", s: float):
    a, b = -2.0, 9.0
    for _ in range(60):
        m = 0.5*(a + b)
        if (m - 1e-6 - s)**2 > (m + 1e-6 - s)**2:
            a = m
        else:
            b = m
    return m
""",
        "",
    ),
    (
        """
# what an object holds
class Cell:
    def __init__(self, a):
        self.a = a
        self.lo = 0.0
        self.hi = 8.0

    def current(self, v):
        return self.a*(np.exp(v/5.0) - 1.0)

    def solve(self, r):
        lo, hi = self.lo, self.hi
        while hi - lo > 1e-13:
            v = (lo + hi)/2
            i = self.current(v)
            if v/r + i < 3.0:
                lo = v
            else:
                hi = v
        self.v = v
        return i

def f(x: "float64[n]", s: float):
    cell = Cell(1.0 + x[0]**2)
    i = cell.solve(2.0 + s*s)
    return i*cell.v
""",
        "",
    ),
    (
        """
# some elements have their root outside
def f(x: "float64[n]", s: float):
    lo = s + np.zeros(len(x))
    hi = 1.0 + x**2 + s
    for _ in range(60):
        mid = 0.5*(lo + hi)
        up = mid - s > np.array([0.5*x[0], 40.0, -3.0, 0.2])
        hi = np.where(up, mid, hi)
        lo = np.where(up, lo, mid)
    return np.array([mid, lo, hi])
""",
        "",
    ),
    (
        """
# left when all are near; several statements; two axes; broadcast
def price(v, k):
    return np.tanh(v)*k + v

def f(x: "float64[n]", s: float):
    k = np.abs(x)[:, None] + np.array([0.2, 0.7, 1.1])
    goal = 0.5 + s*s*np.ones_like(k)
    lo = np.zeros_like(k)
    hi = np.ones_like(k)*8.0
    for i in range(200):
        mid = (lo + hi)/2
        diff = price(mid, k) - goal
        if np.max(np.abs(diff)) < 1e-14 or np.max(hi - lo) < 1e-14:
            break
        lo = np.where(diff < 0, mid, lo)
        hi = np.where(diff >= 0, mid, hi)
    return mid*s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = np.zeros_like(x) - 20.0
    b = np.zeros_like(x) + 20.0
    fa = a**3 + a - x - s
    for _ in range(60):
        c = (a + b)*0.5
        fc = c**3 + c - x - s
        same = np.sign(fc) == np.sign(fa)
        a[same] = c[same]
        b[~same] = c[~same]
    return (a + b)/2
""",
        "",
    ),
    (
        """
# one interval, compared by a sum
def f(x: "float64[n]", s: float):
    w = np.exp(x)
    lo, hi = 0.0, 50.0
    while hi - lo > 1e-13:
        mu = 0.5*(lo + hi)
        p = np.maximum(mu - 1/w, 0)
        if p.sum() > 1.0 + s*s:
            hi = mu
        else:
            lo = mu
    return np.maximum(mu - 1/w, 0)
""",
        "",
    ),
    (
        """
# a projection onto the simplex, shrinking
def f(x: "float64[n]", s: float):
    lo, hi = np.min(x) - 1.0, np.max(x)
    for _ in range(100):
        t = (lo + hi)/2
        q = np.clip(x - t, 0.0, 1.0)
        if np.sum(q) > 1.0:
            lo = t
        else:
            hi = t
    return q*s
""",
        "",
    ),
    (
        """
# arrays
def f(x: "float64[n]", s: float):
    lo, hi = np.zeros(len(x)), np.full(len(x), 9.0)
    for _ in range(55):
        mid = 0.5*(lo + hi)
        up = mid**3 + mid*s > 2.0 + x
        hi = np.where(up, mid, hi)
        lo = np.where(up, lo, mid)
    return mid
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    lo, hi = np.zeros(len(x)), np.full(len(x), 9.0)
    for _ in range(55):
        mid = 0.5*(lo + hi)
        up = mid**3 + mid*s > 2.0 + x
        hi[up] = mid[up]
        lo[~up] = mid[~up]
    return mid
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
