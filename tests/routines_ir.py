"""Programs that call routines, as texts of the IR: every way in which a call may look."""

from __future__ import annotations

from tests.calls_ir import OUTER
from tests.emit.open_ended import HALVING, STEPS

#: A routine with buffers of its own, called on rows, in a loop and behind a branch.
ROWS = """\
program rows(M: size, N: size, a: array, b: array, s: scalar) -> total
inout a: float64[M, N]
input b: float64[M, N]
input s: float64
output total: float64

S0: total = 0.0
for i in range(0, M):
    if s > 0.0:
        S2: do smooth[N](a[i, j] for j in 0:N; b[i, j] for j in 0:N; total) -> a[i, j] for j in 0:N; total
    else:
        S3: do smooth[N](a[M - 1 - i, j] for j in 0:N; b[i, j] for j in 0:N; total) -> a[M - 1 - i, j] for j in 0:N; total

routine smooth(n: size, x: array, y: array, sum: scalar)
inout x: float64[n]
input y: float64[n]
inout sum: float64
local tmp: float64[n]
local other: float64[n]

R1: tmp[k] = 2.0*x[k] + y[n - 1 - k] for k in 0:n
R2: other[k] = tmp[n - 1 - k]*y[k] for k in 0:n
R3: x[k] = x[k] + other[n - 1 - k] for k in 0:n
R4: sum += x[k]*tmp[n - 1 - k] for k in 0:n
"""  # noqa: E501

#: Routines that call routines, each with buffers, one of them twice.
NESTED = """\
program nested(N: size, x: array, y: array)
input x: float64[N]
output y: float64[N]
local t: float64[N]

S1: t[i] = x[N - 1 - i]*2.0 for i in 0:N
S2: do outer[N](x[i] for i in 0:N; t[i] for i in 0:N) -> y[i] for i in 0:N
S3: do inner[N](y[i] for i in 0:N; 0.5) -> y[i] for i in 0:N

routine inner(n: size, v: array, w: scalar)
inout v: float64[n]
input w: float64
local r: float64[n]

Q1: r[i] = v[n - 1 - i]*w for i in 0:n
Q2: v[i] = v[i] + r[n - 1 - i]*r[i] for i in 0:n

routine outer(n: size, p: array, q: array) -> z
input p: float64[n]
input q: float64[n]
output z: float64[n]
local b: float64[n]

P1: b[i] = p[i] + q[n - 1 - i] for i in 0:n
P2: do inner[n](b[i] for i in 0:n; 2.0) -> b[i] for i in 0:n
P3: z[i] = b[n - 1 - i]*p[i] for i in 0:n
P4: do inner[n](z[i] for i in 0:n; q[0]) -> z[i] for i in 0:n
"""

#: Sections that are no blocks, operands that lie elsewhere than results, arrays that are computed.
COPIES = """\
program copies(M: size, N: size, a: array, b: array, c: array, s: scalar)
inout a: float64[M, N]
inout b: float64[N, M]
input c: float64[N]
inout s: float64

for j in range(0, N):
    S1: do scale[M](a[i, j] for i in 0:M; c[0]*2.0) -> a[i, j] for i in 0:M; s
S2: do mix[M, N](b[j, i] for i in 0:M, j in 0:N; c[j]*s for j in 0:N) -> a[i, j] for i in 0:M, j in 0:N
S3: do scale[N](c[N - 1 - k] for k in 0:N; c[0]) -> b[k, M - 1] for k in 0:N; s
S4: do first[](a[M - 1, 0]; s) -> a[M - 1, 0]

routine scale(n: size, x: array, w: scalar) -> f
inout x: float64[n]
input w: float64
output f: float64

R1: x[k] = x[k]*w + 1.0 for k in 0:n
R2: f = w + 0.125

routine mix(m: size, n: size, p: array, q: array)
inout p: float64[m, n]
input q: float64[n]

Q1: p[i, k] = p[i, k] + q[k]*{i} for i in 0:m, k in 0:n

routine first(x: scalar, w: scalar)
inout x: float64
input w: float64

T1: x = x*w
"""  # noqa: E501

#: Other element types, a part of an array from somewhere on, planes of three axes.
KINDS = """\
program kinds(K: size, N: size, k: integer, a: array, d: array, h: array, m: array, g: array, on: scalar, p: scalar)
inout a: float64[K, N, N]
input d: float64[K, N, N]
inout h: float32[N + 3]
inout m: int64[N]
inout g: bool[N]
input on: bool
input p: int32

S1: do work[N, k + 2](a[K - 1, i, j] for i in 0:N, j in 0:N; h[i + 3] for i in 0:N; m[i] for i in 0:N; g[i] for i in 0:N; on; p; float32(2.5)) -> a[K - 1, i, j] for i in 0:N, j in 0:N; h[i + 3] for i in 0:N; m[i] for i in 0:N; g[i] for i in 0:N
S2: do planes[K, N](d[0, j, i] for i in 0:N, j in 0:N) -> a[l, i, j] for l in 1:K, i in 0:N, j in 0:N

routine work(n: size, q: integer, x: array, y: array, l: array, b: array, o: scalar, r: scalar, e: scalar)
inout x: float64[n, n]
inout y: float32[n]
inout l: int64[n]
inout b: bool[n]
input o: bool
input r: int32
input e: float32

if o:
    R1: x[i, j] = x[i, j] + float64(y[i]) + {q} for i in 0:n, j in 0:n
R2: y[i] = y[i]*e + float32(1.5) for i in 0:n
R3: l[i] = l[i]*int64(r) + {i + q} for i in 0:n
R4: b[i] = not b[i] for i in 0:n

routine planes(k: size, n: size, x: array) -> y
input x: float64[n, n]
output y: float64[k - 1, n, n]

Q1: y[l, i, j] = x[j, i]*{l} for l in 0:k - 1, i in 0:n, j in 0:n
"""  # noqa: E501

#: Calls in a loop that data ends, of as much of an array as a loop's variable says.
WHILES = """\
program whiles(N: size, x: array, e: scalar)
inout x: float64[N]
input e: float64
local trips: int64

while x[0]*x[0] > e as it to 7 into trips:
    S1: do part[it, N](x[i] for i in 0:N) -> x[i] for i in 0:N
for t in range(1, N):
    S2: do halve[t](x[i] for i in 0:t) -> x[i] for i in 0:t
    S3: do halve[t](x[N - 1 - i] for i in 0:t) -> x[N - 1 - i] for i in 0:t

routine part(n: integer, m: size, v: array)
inout v: float64[m]

R1: v[i] = v[i]*0.5 + 0.01*{n} for i in 0:m

routine halve(m: size, v: array)
inout v: float64[m]

Q1: v[i] = v[i]*0.5 for i in 0:m
"""

#: Routines that keep snapshots and run steps again, called twice: each call keeps its own.
MARCHING = """\
program marching(n: integer, N: size, v: array, v_bar: array, w: array) -> runs, more
inout v: float64[N]
inout v_bar: float64[N]
inout w: float64[N]
output runs: int64
output more: int64

S1: do steps_3[n, N](v[i] for i in 0:N; v_bar[i] for i in 0:N) -> v[i] for i in 0:N; v_bar[i] for i in 0:N; runs
for q in range(0, 3):
    S2: do steps_3[q, N](w[i] for i in 0:N; v_bar[i] for i in 0:N) -> w[i] for i in 0:N; v_bar[i] for i in 0:N; more

"""  # noqa: E501
MARCHING += (
    STEPS.replace("SLOTS", "3").replace("program ", "routine ").replace("s: array)", "s: scalar)")
)

#: A routine whose loop data ends.
HALVED = """\
program halved(N: size, M: integer, x: array, trips: array) -> total
inout x: float64[2, N]
output trips: int64[2]
output total: float64

S1: do halving[N, M](x[1, i] for i in 0:N) -> x[1, i] for i in 0:N; trips[i] for i in 0:2; total

"""
HALVED += HALVING.replace("program ", "routine ").replace("l: array)", "l: scalar)")

#: A routine that needs no memory, on rows that have nothing to do with each other.
SPREAD = """\
program spread(M: size, N: size, a: array, b: array)
inout a: float64[M, N]
input b: float64[M, N]

for i in range(0, M):
    S1: do row[N, i](a[i, j] for j in 0:N; b[M - 1 - i, j] for j in 0:N) -> a[i, j] for j in 0:N

routine row(n: size, k: integer, x: array, y: array)
inout x: float64[n]
input y: float64[n]

for q in range(1, n):
    R1: x[q] = 0.5*x[q - 1] + y[q]*float64({k})
"""

#: A routine that is given what it works on from elsewhere, and nothing else to copy.
MOVED = """\
program moved(N: size, x: array, y: array, s: scalar, r: scalar)
input x: float64[N]
inout y: float64[N]
input s: float64
output r: float64

S1: do turn[N](x[i] for i in 0:N; s) -> y[i] for i in 0:N; r

routine turn(n: size, v: array, w: scalar)
inout v: float64[n]
inout w: float64

R1: w = w*w + 1.0
R2: v[i] = v[i]*w for i in 0:n
"""

#: Routines whose own arrays differ from one iteration of the loops around the call to another.
GROWING = """\
program growing(M: size, N: size, a: array, b: array)
inout a: float64[M, N]
inout b: float64[N]

for i in range(0, N):
    S1: do tail[N - i](b[j] for j in i:N) -> b[j] for j in i:N
    for k in range(M - 1, i, -2):
        S2: do shifted[N, k](a[k, j] for j in 0:N) -> a[k, j] for j in 0:N

routine tail(n: size, v: array)
inout v: float64[n]
local r: float64[n]

Q1: r[j] = v[n - 1 - j]*0.5 for j in 0:n
Q2: v[j] = v[j] + r[j]*r[n - 1 - j] for j in 0:n

routine shifted(n: size, k: integer, u: array)
inout u: float64[n]
local t: float64[n + 2*k]

R1: t[j] = 0.25 for j in 0:n + 2*k
R2: t[j + k] = u[j] for j in 0:n
R3: u[j] = 0.5*(t[j + 2*k] + u[j]*t[j]) for j in 0:n
"""

TEXTS = {
    "growing": (GROWING, ("M", "N")),
    "moved": (MOVED, ("N",)),
    "spread": (SPREAD, ("M", "N")),
    "marching": (MARCHING, ("n", "N")),
    "halved": (HALVED, ("N", "M")),
    "outer": (OUTER, ("N", "T")),
    "rows": (ROWS, ("M", "N")),
    "nested": (NESTED, ("N",)),
    "copies": (COPIES, ("M", "N")),
    "kinds": (KINDS, ("K", "N", "k")),
    "whiles": (WHILES, ("N",)),
}

#: What sizes and integers are, in turn; as many of each as a program has.
NUMBERS = ((1, 1, 1), (3, 4, 2), (4, 3, -1), (2, 0, 0), (5, 7, 3))
#: Programs that ask for an element that there has to be.
NEVER_EMPTY = ("copies",)


def sizes_of(name: str) -> list[dict[str, int]]:
    symbols = TEXTS[name][1]
    found = dict.fromkeys(numbers[: len(symbols)] for numbers in NUMBERS)
    kept = (n for n in found if all(n) or name not in NEVER_EMPTY)
    return [dict(zip(symbols, numbers, strict=True)) for numbers in kept]
