"""Small programs in which a dependence matters: one, at least, for each question of `questions`.

Each is a body under the head of `tests.fuzz.bodies`, or a program; statements labelled S3a, S3b are
of one line.
"""

from __future__ import annotations

from tests.fuzz.bodies import HEAD


def text_of(witness: str) -> str:
    """The whole program."""
    body = witness.lstrip("\n")
    return body if body.startswith("program ") else HEAD + body


#: An array that a loop of steps changes, its tapes, and a temporary.
_STEPS = """
program p(N: size, x: array, z: array)
input x: float64[N + 4]
inout z: float64[N + 4]
local u: float64[N + 4]
local w: float64[2*N + 8]
local v: float64[N + 4]
tape kept: float64[N, N + 4] of u
tape most: float64[N, N + 2] of u
tape rest: float64[N, 2] of u

S0: u[i] = x[i] for i in 0:N + 4
"""
#: What puts all of it back and reads it.
_BACK = """
for t in range(0, N) backwards:
    S8: u[i] = kept[t, i] for i in 0:N + 4
    S9: z[i] += u[i] for i in 0:N + 4
"""

#: An adjoint that a loop of steps changes in place, and what a step keeps or makes of it.
_STEP = """
program p(N: size, x: array, z: array)
input x: float64[2*N + 2]
inout z: float64[2*N + 2]
adjoint v: float64[2*N + 2]
adjoint kept: float64[2*N]

S0: v[i] = x[i] for i in 0:2*N + 2
"""

REWRITTEN = {
    "iterations before": """
for k in range(1, N) backwards:
    S1: z[i] += Z[i, i]*Z[k, 1] for i in k + 1:N
    S2: z[k + 1] = z[1]*Z[k, 1]
""",
    "the same iteration": """
for k in range(0, N):
    S1: Z[k, k] = -Z[1, k + 1]*0.5 + z[k]*0.25
    S2: Z[1, k + 1] += z[N - k]*z[1]
""",
    "iterations after": """
S0: s = x[0]
S1: t[i] = y[i] for i in 0:2*N + 4
for k in range(0, N):
    S2: Z[1, k + 1] += Z[k, 1]*t[k] + y[k + 1]*z[k + 1]
    S3: s += -Z[k, k]*0.5 + z[1]*0.25
S4: z[0] += s
""",
    "any iterations": """
S0: t[i] = y[i] for i in 0:2*N + 4
for k in range(0, N):
    S1: t[1] += t[k]*Z[k, 1] + z[k]*y[k + 1]
S2: z[i] += t[i] for i in 0:N + 2
""",
    "sums alone change places": """
for k in range(0, N):
    S1: z[k] = x[k]*y[k]
    S2: z[k + 1] += z[k]*y[k + 1]
""",
    "a temporary's operands": """
for k in range(0, N):
    S1: t[i] = Z[k, i]*2.0 for i in 0:N
    S2: Z[k, i] = x[i]*Z[k, i] for i in 0:N
    S3: z[i] += t[i]*Y[k, j] for i in 0:N, j in 0:N
""",
    "all of a temporary": """
for k in range(0, N) backwards:
    S1: t[i] = X[k, i]*2.0 for i in 0:k + 1
    S2: Z[i, j] += t[i]*Y[k, j] for i in 0:N, j in 0:N
""",
    "values of a temporary": """
for k in range(0, N):
    S1: t[2*i] = X[k, i]*2.0 for i in 0:N
    S2: Z[i, j] += t[2*j]*Y[k, i] for i in 0:N, j in 0:N
""",
    "ranges that always hold": """
for k in range(0, 3) backwards:
    S1: Z[i, i] += sin(x[1]) for i in k:N
""",
    "sources of copies": """
S0: T[i, j] = Z[i, j] for i in 0:2*N + 4, j in 0:2*N + 4
S1: Z[i, j] += X[i, j]*Y[i, j] for i in 0:N, j in 0:N
S2: Z[i, j] += T[j, i]*0.5 for i in 0:N, j in 0:N
""",
    "whole copies": """
S0: T[i, j] = X[i, j]*3.0 for i in 0:2*N + 4, j in 0:2*N + 4
S1: T[i, j] = Y[i, j] for i in 0:N, j in 0:N
S2: Z[i, j] += T[i + 1, j]*0.5 for i in 0:N, j in 0:N
""",
    "operands of a beginning": """
S0: T[i, j] = cos(Z[i, j]) for i in 0:2*N + 4, j in 0:2*N + 4
S1: Z[i, j] += X[i, m]*Y[j, m] for i in 0:N, j in 0:N, m in 0:N
S2: Z[i, j] += T[j, i]*0.5 for i in 0:N, j in 0:N
S3: Z[i, j] = cos(Z[i, j]) for i in 0:N, j in 0:N
""",
    "readers past others": """
S0: T[i, j] = X[i, j] for i in 0:2*N + 4, j in 0:2*N + 4
S1: U[i, j] = T[i, j] for i in 0:2*N + 4, j in 0:2*N + 4
S2: Z[i, j] += X[i, m]*Y[m, j] for i in 0:N, j in 0:N, m in 0:N
S3: Z[i, j] = U[j, i] for i in 0:N, j in 0:N
S4: Z[i, j] += T[i, j]*U[i, j] for i in 0:N, j in 0:N
""",
    "what is said of a beginning": """
S0: T[i, j] = X[i, j] for i in 0:2*N + 4, j in 0:2*N + 4
S1: U[i, j] = T[i, j]*2.0 for i in 0:2*N + 4, j in 0:2*N + 4
S2: Z[i, j] += X[i, m]*Y[m, j] for i in 0:N, j in 0:N, m in 0:N
S3: Z[i, j] += U[j, i] for i in 0:N, j in 0:N
S4: Z[i, j] += T[i, j]*U[i, j] for i in 0:N, j in 0:N
""",
    "what is said of a restore": """
program p(N: size, w: array, a: array, z: array)
inout w: float64[N + 2]
input a: float64[N + 2]
inout z: float64[N + 2]
tape tape_0: float64[2, N + 1]
tape tape_1: float64[2, N]

for t in range(0, 2):
    S1: tape_0[t, i] = w[i] for i in 0:N + 1
    S2: w[i] += a[i]*0.5 for i in 0:N + 1
    S3: tape_1[t, i - 2] = w[i] for i in 2:N + 2
    S4: w[i] += a[i]*0.25 for i in 2:N + 2
for t in range(0, 2) backwards:
    S5: w[i] = tape_1[t, i - 2] for i in 2:N + 2
    S6: z[i] += w[i]*a[i] for i in 0:N + 2
    S7: w[i] = tape_0[t, i] for i in 0:N + 1
""",
    "zeros before": """
for k in range(0, N):
    S1: z[i + 1] += x[i]*y[N - i] for i in 0:N
    S2: Z[k, i] += z[i] for i in 0:N
    S3: z[i] = 0.0 for i in 0:2*N + 4
""",
    "zeros of the iteration": """
S0: z[i] = 0.0 for i in 0:2*N + 4
for k in range(0, N):
    S1: z[i] += x[i]*y[N - i] for i in 0:N
    S2: Z[k, i] += z[i] for i in 0:N
    S3: z[i] = 0.0 for i in 0:k
""",
    "what is said of zeros": """
S0: z[i] = 0.0 for i in 0:2*N + 4
for k in range(0, N):
    S1: z[i] += x[i]*y[N - i] for i in 0:N
    S2: z[i] = 0.0 for i in 0:2*N + 4
    S3: z[k] += x[k]
""",
    "operands of what is passed on": """
S0: t[i] = 0.0 for i in 0:2*N + 4
U0: u[i] = y[i] for i in 0:2*N + 4
for k in range(0, N):
    S1: t[i] += X[i, j]*u[j] for i in 0:N, j in 0:N
    S2: u[j] = x[j]*0.5 for j in 0:N
    S3: Z[k, i] += t[i] for i in 0:N
    S4: t[i] = 0.0 for i in 0:N
""",
    "elements that are passed on": """
S0: t[i] = 0.0 for i in 0:2*N + 4
for k in range(0, N):
    S1: t[i] += X[i, j]*x[j] for i in 0:N, j in 0:N
    S2: Z[k, i] += t[i] for i in 1:N
    S3: t[i] = 0.0 for i in 0:2*N + 4
""",
    "all of what is passed on": """
S0: t[i] = 0.0 for i in 0:2*N + 4
for k in range(0, N):
    S1: t[i] += X[i, j]*x[j] for i in 0:N, j in 0:N
    S2: Z[k, i] += t[i] for i in 0:N
    S3: t[i] = 0.0 for i in 0:k
""",
    "operands of a sum": """
S0: t[i] = y[i] for i in 0:2*N + 4
S1a: z[i] += x[i]*0.5 for i in 1:N
S2: t[i] = x[i]*y[i] for i in 0:N
S1b: z[i + 1] += t[i] for i in 1:N
S3: Z[0, i] += t[i] for i in 0:N
""",
    "the same elements": """
S0: z[i] = 0.0 for i in 0:2*N + 4
S1: Z[1, i] += z[i + 1]*0.5 for i in 0:N
S2a: z[i] += x[i] for i in 0:N
S2b: t[i] = y[i] for i in 0:2*N + 4
S2c: z[i + 1] += y[i] for i in 0:N - 1
""",
    "what is said of a sum": """
S1a: z[i] += x[i]*0.5 for i in 1:N
S2: Z[0, i] += z[i] for i in 0:N
S1b: z[i + 1] += y[i] for i in 1:N
""",
    "elements that are kept first": _STEPS
    + """
for t in range(0, N):
    S1: most[t, i] = u[i] for i in 0:N + 2
    S2: u[i] += sin(u[i]) for i in 0:N + 4
    S3: rest[t, i - N - 2] = u[i] for i in N + 2:N + 4
for t in range(0, N) backwards:
    S7: u[i] = rest[t, i - N - 2] for i in N + 2:N + 4
    S8: u[i] = most[t, i] for i in 0:N + 2
    S9: z[i] += u[i] for i in 0:N + 4
""",
    "all that a step changes": _STEPS
    + """
for t in range(0, N):
    S1: most[t, i] = u[i] for i in 0:N + 2
    S2: u[i] += sin(u[i]) for i in 0:N + 4
for t in range(0, N) backwards:
    S8: u[i] = most[t, i] for i in 0:N + 2
    S9: z[i] += u[i] for i in 0:N + 4
""",
    "operands of a state": _STEPS
    + """
for t in range(0, N):
    S1: v[i] = z[i]*u[i] for i in 0:N + 4
    S2: z[i] += 0.5 for i in 0:N + 4
    S3: kept[t, i] = u[i] for i in 0:N + 4
    S4: u[i] = u[i] + v[i] for i in 0:N + 4
"""
    + _BACK,
    "all of a state's temporary": _STEPS
    + """
for t in range(0, N):
    S1: v[i] = x[i]*u[i] for i in t:N + 4
    S3: kept[t, i] = u[i] for i in 0:N + 4
    S4: u[i] = u[i] + v[i] for i in 0:N + 4
"""
    + _BACK,
    "values of a state's temporary": _STEPS
    + """
for t in range(0, N):
    S1: w[2*i] = x[i]*u[i] for i in 0:N + 4
    S3: kept[t, i] = u[i] for i in 0:N + 4
    S4: u[i] = u[i] + w[2*N + 6 - 2*i] for i in 0:N + 4
"""
    + _BACK,
    "all of what becomes a state": _STEPS
    + """
for t in range(0, N):
    S1: v[i] = x[i]*u[i] for i in t:N + 4
    S3: kept[t, i] = u[i] for i in 0:N + 4
    S4: u[i] = v[i] for i in 0:N + 4
"""
    + _BACK,
    "whole copies of states": _STEPS
    + """
for t in range(0, N):
    S1: v[i] = u[i] for i in t:N + 4
    S3: kept[t, i] = u[i] for i in 0:N + 4
    S4: u[i] += v[i]*v[N + 3 - i] for i in 0:N + 4
"""
    + _BACK,
    "readers of what a step keeps": _STEP
    + """
for k in range(0, N):
    S2a: kept[i] = v[i + 1] for i in 0:2*N
    S2b: v[i + 2] += kept[i]*0.5 for i in 0:2*N
    S2c: v[i] += kept[i]*0.25 for i in 0:2*N
S3: z[i] += v[i] + kept[i] for i in 0:2*N
""",
    "all of what a step makes": _STEP
    + """
for k in range(0, N):
    S2: kept[i] = v[i]*0.5 + v[i + 2]*0.25 for i in k:2*N
    S3: v[i + 1] = kept[i] for i in 0:2*N
    S4: v[i] += x[i] for i in 0:2*N + 2
S5: z[i] += v[i] for i in 0:2*N + 2
""",
    "all of what a step keeps": _STEP
    + """
for k in range(0, N):
    S2a: kept[i] = v[i + 1] for i in k:2*N
    S2b: v[i + 2] += kept[i]*0.5 for i in 0:2*N
    S2c: v[i] += kept[i]*0.25 for i in 0:2*N
S3: z[i] += v[i] for i in 0:2*N + 2
""",
}

SCHEDULED = {
    "the order of loops": """
S0: t[i] = y[i] for i in 0:2*N + 4
S1: u[i] = x[i]*2.0 for i in 0:2*N + 4
S2: t[1] = u[N]
S3: z[i] += t[i]*0.5 + u[i]*0.25 for i in 0:2*N + 4
""",
    "iterations of joined loops": """
S0: t[i] = x[i] for i in 0:3
S1: z[i] += t[2 - i]*0.5 for i in 0:3
""",
    "ranges of joined loops": """
S0: T[i, j] = X[i, j] for i in 0:2*N + 4, j in 0:2*N + 4
S1: T[i, j] += Y[m, i]*X[j, m] for i in 0:N, j in 0:N, m in i:N
S2: Z[i, j] = cos(T[i, j]) for i in 0:2*N + 4, j in 0:2*N + 4
""",
    "variables of joined loops": """
S0: t[i] = x[i]*2.0 for i in 0:N
S1: Z[j, i] = x[j]*y[i] for j in 0:N, i in 0:N
S2: z[i] = t[N - i] for i in 1:N
""",
    "values between statements": """
S1a: t[i] = x[i]*y[i] for i in 0:N
S1b: z[i] = t[i]/(t[i]*t[i] + 2.0) for i in 0:N
S1c: t[i] = y[i] for i in 0:N
S1d: Z[0, i] = t[i]/(t[i]*t[i] + 2.0) for i in 0:N
""",
    "scalars that change": """
for k in range(0, N):
    S1: a = a*0.5
    S2: z[i] += x[i]*(exp(a)/(a*a + 2.0)) for i in 0:N
""",
    "operands that change": """
S1: z[i] = exp(x[i])/(x[i]*x[i] + 2.0) for i in 0:N
""",
    "divisors that are written": """
program p(N: size, x: array, y: array, x_seed: array, x_bar: array)
input x: float64[N]
input y: float64[N]
seed x_seed: float64[N] of x
gradient x_bar: float64[N] of x
local a: float64

S0: a = 3.0
S1: x_bar[i] = x_seed[i] for i in 0:N
for k in range(0, N):
    S2: x_bar[i] += x_seed[i]/a for i in 0:N
    S3: a = a + x[k]*y[k]
S4: x_bar[i] += x_seed[i]/y[i] for i in 0:N
""",
    "values that decide": """
S1: t[i] = 49.0 for i in 0:N
S2: z[i] = where(t[i]/49.0 >= 1.0, 1.0, 0.0) for i in 0:N
""",
    "elements that are scalars": """
S0: t[i] = x[i]*2.0 for i in 0:2*N + 4
S1: z[i] += t[i + 1]*0.5 for i in 0:N
""",
    "elements written before": """
for k in range(0, N) backwards:
    S1: t[i] = X[k, i]*2.0 for i in 0:k + 1
    S2: z[i] += t[N - 1 - i] for i in 0:N
    S3: u[i] = z[i]*2.0 for i in 0:2*N + 4
    S4: z[i] += u[i + 1]*0.5 for i in 0:N
""",
    "rows that begin anew": """
for s in range(0, 3):
    for k in range(0, N):
        if {s} > 0:
            S1: z[i] += T[k, N - 1 - i]*0.5 for i in 0:N
        S2: T[k, i] = z[i] + X[k, i] for i in 0:N
""",
    "rows of several products": """
S1: z[i] += X[i, j]*x[j] for i in 0:N, j in 0:N
S2: a += x[0]
S3: z[i + N] += X[i, j]*z[j] for i in 0:N, j in 0:N
""",
    "the order of products": """
S0: t[i] = y[i] for i in 0:N
S1: t[i] += X[i, j]*x[j] for i in 0:N, j in 0:N
S2: u[i] = t[N - 1 - i]*2.0 for i in 0:N
S3: z[i] += X[i, j]*u[j] for i in 0:N, j in 0:N
""",
    "ranges of products": """
S1: z[i] += X[i, j]*x[j] for i in 0:N, j in 0:N
S3: Z[0, i] += X[i, j]*y[j] for i in 0:N + 2, j in 0:N
""",
    "one row in an iteration": """
for k in range(0, N):
    S1: T[i, j] = X[i, j] for i in 0:N + 1, j in 0:N + 1
    S2: z[i] += T[0, N - i]*0.5 for i in 0:N
""",
}
LENT = """
program p(N: size, x: array, z: array)
input x: float64[N]
inout z: float64[N]
local t: float64[N]
local u: float64[N]
gradient g: float64[N] of x

"""
SCHEDULED |= {
    "elements that are taken over": """
S0: T[i, j] = X[i, j]*2.0 for i in 0:2*N + 4, j in 0:2*N + 4
S1: U[i, j] = T[j, i] for i in 0:2*N + 4, j in 0:2*N + 4
S2: Z[i, j] += U[j, i]*U[i, j] for i in 0:N, j in 0:N
""",
    "iterations that take over": """
S0: T[i, j] = X[j, i]*2.0 for i in 0:2*N + 4, j in 0:2*N + 4
for k in range(0, N + 2):
    S1: U[i, j] = T[i, j]*x[k] for i in 0:2*N + 4, j in 0:2*N + 4
S2: Z[i, j] += U[j, i]*U[i, j] for i in 0:N, j in 0:N
""",
    "gradients that have begun": LENT
    + """
S0: t[i] = x[i]*2.0 for i in 0:N
S1: g[i] = t[N - 1 - i] for i in 0:N
S2: z[i] += t[i]*g[N - 1 - i] for i in 0:N
""",
    "arrays in one gradient": LENT
    + """
S0: t[i] = x[i]*2.0 for i in 0:N
S1: u[i] = t[N - 1 - i] for i in 0:N
S2: z[i] += t[i]*u[N - 1 - i] for i in 0:N
S3: g[i] = z[N - 1 - i] for i in 0:N
""",
}
SCHEDULED["buffers that begin anew"] = SCHEDULED["elements written before"]
SCHEDULED["divisors that change"] = SCHEDULED["divisors that are written"]
SCHEDULED |= {
    "all of what changes places": """
S0: t[i] = y[i] for i in 0:2*N + 4
S1: u[i] = x[i] for i in 0:2*N + 4
for k in range(0, N):
    S2: u[i] = t[i + 1]*0.5 for i in 0:2*N + 3
    S3: t[i] = u[i] for i in 0:2*N + 4
    S4: z[i] += t[i] for i in 0:2*N + 4
""",
    "memory of what changes places": """
program p(N: size, x: array, z: array)
input x: float64[N]
inout z: float64[N]
local t: float64[N]
local u: float64[N]
local w: float64[N]

S0: t[i] = x[i] for i in 0:N
for k in range(0, N):
    S1: w[i] = t[i]*x[i] for i in 0:N
    S2: z[i] += w[N - 1 - i] for i in 0:N
    S3: u[i] = t[N - 1 - i]*0.5 + z[i] for i in 0:N
    S4: t[i] = u[i] for i in 0:N
S5: z[i] += t[i] for i in 0:N
""",
}
