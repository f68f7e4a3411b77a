"""Programs in the IR's text form that between them have every kind of node, with sizes to try.

Statements with one number in their labels count as one line of a source.
"""

from __future__ import annotations

GEMM = """\
program gemm(NI: size, NJ: size, NK: size, alpha: scalar, beta: scalar, A: array, B: array, \
C: array)
input alpha: float64
input beta: float64
input A: float64[NI, NK]
input B: float64[NK, NJ]
inout C: float64[NI, NJ]
local t: float64[NI, NJ]

## Forward sweep
S1a: t[i, j] = 0.0 for i in 0:NI, j in 0:NJ
S1b: t[i_1, j_1] += A[i_1, k]*B[k, j_1] for i_1 in 0:NI, j_1 in 0:NJ, k in 0:NK
S1c: C[i_2, j_2] = alpha*t[i_2, j_2] + beta*C[i_2, j_2] for i_2 in 0:NI, j_2 in 0:NJ
"""

GEMM_GRAD = """\
program gemm_bar(NI: size, NJ: size, NK: size, alpha: scalar, A: array, B: array, C_seed: array, \
alpha_bar: scalar, A_bar: array, B_bar: array)
input alpha: float64
input A: float64[NI, NK]
input B: float64[NK, NJ]
seed C_seed: float64[NI, NJ]
gradient alpha_bar: float64
gradient A_bar: float64[NI, NK]
gradient B_bar: float64[NK, NJ]
adjoint t_bar: float64[NI, NJ]
local t: float64[NI, NJ]

## Forward sweep
S1a: t[i, j] = 0.0 for i in 0:NI, j in 0:NJ
S1b: t[i_1, j_1] += A[i_1, k]*B[k, j_1] for i_1 in 0:NI, j_1 in 0:NJ, k in 0:NK
## Reverse sweep
S2a: alpha_bar = 0.0
S2b: A_bar[i, k] = 0.0 for i in 0:NI, k in 0:NK
S2c: B_bar[k, j] = 0.0 for k in 0:NK, j in 0:NJ
S3a: alpha_bar += t[i, j]*C_seed[i, j] for i in 0:NI, j in 0:NJ
S3b: t_bar[i, j] = alpha*C_seed[i, j] for i in 0:NI, j in 0:NJ
S3c: A_bar[i, k] += t_bar[i, j]*B[k, j] for i in 0:NI, j in 0:NJ, k in 0:NK
S3d: B_bar[k, j] += t_bar[i, j]*A[i, k] for i in 0:NI, j in 0:NJ, k in 0:NK
"""

BURGERS = """\
program burgers(N: size, TSTEPS: integer, nu: scalar, u: array, u_seed: array, u_bar: array)
input nu: float64
input u: float64[N]
seed u_seed: float64[N]
gradient u_bar: float64[N]
tape u_tape: float64[TSTEPS, N]
local v: float64[N]
local w: float64[N]
adjoint w_bar: float64[N]

## Forward sweep
S1: v[i] = u[i] for i in 0:N
for t in range(0, TSTEPS):
    S2: u_tape[t, i] = v[i] for i in 0:N
    S3a: w[i] = v[i] - 0.1*v[i]*(v[i + 1] - v[i - 1]) + nu*(v[i + 1] - 2.0*v[i] + v[i - 1]) \
for i in 1:N - 1
    S3b: v[i] = w[i] for i in 1:N - 1
## Reverse sweep
S4: u_bar[i] = u_seed[i] for i in 0:N
for t_1 in range(0, TSTEPS) backwards:
    S5a: w_bar[i] = u_bar[i] for i in 1:N - 1
    S5b: u_bar[i] = 0.0 for i in 1:N - 1
    S5c: u_bar[i] += w_bar[i]*(1.0 - 0.1*(u_tape[t_1, i + 1] - u_tape[t_1, i - 1]) - 2.0*nu) \
for i in 1:N - 1
    S5d: u_bar[i + 1] += w_bar[i]*(nu - 0.1*u_tape[t_1, i]) for i in 1:N - 1
    S5e: u_bar[i - 1] += w_bar[i]*(nu + 0.1*u_tape[t_1, i]) for i in 1:N - 1
"""

TRIANGLE = """\
program triangle(N: size, A: array, L: array, d: array)
input A: float64[N, N]
output L: float64[N, N]
output d: float64[N]
local s: float64

S1: L[i, j] = 0.0 for i in 0:N, j in 0:N
S2: d[i] = 0.0 for i in 0:N
for i in range(0, N):
    for j in range(0, i):
        S3: L[i, j] = A[i, j]
        S4a: s = 0.0
        S4b: s += L[i, k]*L[j, k] for k in 0:j
        S5: L[i, j] = (L[i, j] + s)/(1.0 + abs(A[j, j]))
    S6: d[i] += A[i, k]*A[k, l] for k in i:N, l in 0:k + 1
"""

LOOPS = """\
program loops(N: size, K: integer, x: array, y: array)
input x: float64[N]
inout y: float64[N]

for i in range(N - 1, -1, -1):
    S1: y[i] = y[i] + x[N - 1 - i]
for i_1 in range(1, N, 3) backwards:
    S2: y[i_1] = y[i_1]*y[i_1 - 1]
for i_2 in range(N - 1, 0, -2) backwards:
    S3: y[i_2] = y[i_2 - 1] - 0.5*y[i_2]
for i_3 in range(0, N, 2):
    S4: y[i_3] = y[i_3] + 1.0
for t in range(0, K):
    for t_1 in range(t, K, 2) backwards:
        S5: y[i_4] = y[i_4] + float64({t})*x[i_4] - float64({t_1 + 1})*0.125 for i_4 in 0:N
"""

BRANCHES = """\
program branches(N: size, x: array, s: scalar, y: array, value: scalar)
input x: float64[N]
input s: float64
inout y: float64[N]
value value: float64
tape taken: bool[N]
local m: float64
local c: bool

S1: value = 0.0
for i in range(0, N):
    S2: m = x[i]*s
    S3: c = m > 0.0 and not (s < -1.0) or x[i] >= 1.25
    S4: taken[i] = c
    if c:
        S5: y[i] = where(x[i] > 0.0, x[i]*x[i], y[i])
        S6: value = value + m
    else:
        if m < -0.5:
            S7: y[i] = m - y[i]
S8: value += where(taken[i_1], y[i_1], -1.0) for i_1 in 0:N
"""

REDUCE = """\
program reduce(N: size, M: size, A: array, row: array, column: array, top: scalar, most: scalar)
input A: float64[N, M]
output row: float64[N]
output column: float64[M]
output top: float64
output most: int64

S1: row[i] max= A[i, j] for i in 0:N, j in 0:M
S2: column[j] min= A[i, j]*2.0 for i in 0:N, j in 0:M
S3: top max= A[i, j] - 1.0 for i in 0:N, j in 0:M
S4: most max= {3*i - j} for i in 0:N, j in 0:M
"""

SINGLE = """\
program single(N: size, a: scalar, x: array, y: array)
input a: float32
input x: float32[N]
inout y: float32[N]
local t: float32[N]

S1a: t[i] = sin(x[i])*0.1_f32 + a for i in 0:N
S1b: y[i] = exp(t[i])/2_f32 + tanh(t[i])**2_f32 - maximum(x[i], y[i]) for i in 0:N
"""

FUNCTIONS = """\
program functions(N: size, x: array, p: array, y: array, n: array)
input x: float64[N]
output p: float64[N]
inout y: float64[N]
inout n: int64[N]

S1: p[i] = abs(x[i]) + 0.5 for i in 0:N
S2: y[i] = sqrt(p[i]) + cbrt(x[i]) + exp2(x[i]) + expm1(x[i]) + log(p[i]) + log2(p[i]) for i in 0:N
S3: y[i] = y[i] - (log10(p[i]) - log1p(p[i])) + tan(x[i]) - (arctan(x[i]) + cos(x[i])) for i in 0:N
S4: y[i] = y[i] + arcsin(x[i]/2.0) + arccos(x[i]/2.0) + arctan2(x[i], p[i]) + sinh(x[i]) \
for i in 0:N
S5: y[i] = y[i] + cosh(x[i]) + arcsinh(x[i]) + arccosh(1.0 + p[i]) + arctanh(x[i]/4.0) for i in 0:N
S6: y[i] = y[i] + hypot(x[i], p[i]) + fmax(x[i], p[i]) + fmin(x[i], p[i])*erf(x[i]) for i in 0:N
S7: y[i] = y[i] + floor(x[i]) + ceil(x[i]) + trunc(x[i]) + rint(x[i]) + erfc(x[i]) for i in 0:N
S8: y[i] = y[i] + copysign(p[i], x[i]) + gamma(p[i]) + lgamma(p[i]) + fmod(x[i], p[i]) for i in 0:N
S9: y[i] = y[i] + heaviside(x[i], 0.5) + logaddexp(x[i], p[i]) + logaddexp2(x[i], p[i]) for i in 0:N
S10: y[i] = y[i] + x[i]//p[i] + x[i]%p[i] + x[i]//-0.3 + x[i]%-0.3 + sign(x[i]) for i in 0:N
S11: y[i] = y[i] + p[i]**x[i] + p[i]**0.5 + p[i]**-1.0 + (x[i] + p[i])**2.0 + x[i]**2.0 for i in 0:N
S12: y[i] = y[i] - -x[i]*(-p[i]) - (x[i] - p[i]) + x[i]*(p[i]*3.) + `pi` + 1e-3 + .5 for i in 0:N
S13: y[i] = y[i] + where(isfinite(x[i]/p[i]) and not isnan(x[i]), 1.0, `inf`) for i in 0:N
S14: n[i] = n[i]//3 + n[i]%-3 + maximum(n[i], 2) - abs(n[i])*n[i]**2 + minimum({i}, 3) for i in 0:N
S15: y[i] = y[i] + float64(n[i]) + float64({2*i - 7}) + float64(float32(x[i])) for i in 0:N
S16: y[i] = y[i] + float64(int64(3.7*x[i])) + float64(sign(n[i])) + float64(x[i] > 0.0) for i in 0:N
"""

NAMES = """\
program names(N: size, int: array, double: array, exp: array, workspace: scalar, log: array, \
ranges: array, result: scalar, workspace_bytes: scalar, peak_bytes: array, t: scalar)
input ranges: float64[N]
input result: float64
output workspace_bytes: float64
output peak_bytes: float64[N]
input t: float64
local workspace_next: float64[N]
input int: float64[N]
inout double: float64[N]
local exp_: float64[N]
inout exp: float64[N]
inout workspace: float64
inout log: float64[N]

S1: exp_[register] = exp(int[register]) for register in 0:N
for while in range(0, N):
    S2: double[while] = double[while]*exp_[while] + exp[while]
    S3: workspace = workspace + log(2.0 + abs(double[while]))
S6: workspace_next[register] = ranges[register]*result for register in 0:N
S7: workspace_bytes = 0.0
S8: workspace_bytes += workspace_next[register]*workspace_next[N - 1 - register] \
for register in 0:N
S9: peak_bytes[t_1] = t*workspace_next[t_1] for t_1 in 0:N
S4: log[register] = exp_[register] + log[register] for register in 0:N
"""

SCALARS = """\
program scalars(a: scalar, b: scalar, n: integer, r: scalar, o: array)
input a: float64
inout b: float64
output r: float64
output o: float64[3, 1]
local s: float64
local unread: float64

S1: s = a*b
S2: unread = s + 1.0
for i in range(0, n):
    S3: s = s*0.5 + b
S4: r = s*2.0/b
S5: b = r - b*b + (a/b)**2.0 - 1.0/-b
S6: o[i_1, j] = r + float64({i_1}) for i_1 in 0:3, j in 0:1
"""

SHAPES = """\
program shapes(N: size, M: size, K: integer, A: array, B: array, C: array)
input A: float64[N*M, N + 4]
output B: float64[N//2, M]
inout C: float64[max(M - 2, 0)]
local t: float64[N + 1, M]
local w: float64[max(K, 0), M]

S1: t[i, j] = A[M*i + j, N - i] for i in 0:N, j in 0:M
S2: t[N, j] = 1.0 for j in 0:M
S3: B[i, j] = t[2*i, j] + t[N, j] + A[i + N//2, -(i - N)%3] for i in 0:N//2, j in 0:M
S4: C[i] = C[i] + 1.0 + t[min(i, N), i + 1] for i in 0:M - 2
for k in range(0, K):
    S5: w[k, j] = float64({k*j}) for j in 0:M
for k_1 in range(0, K):
    S6: C[i] = C[i] + w[k_1, i + 2] for i in 0:M - 2
assume M >= K because "rows of w"
"""


CONSTANT = """\
program constant(x: array, y: array)
input x: float64[3, 2]
output y: float64[2]
local t: float64[2, 3]

S1: t[j, i] = 2.0*x[i, j] for i in 0:3, j in 0:2
S2: y[j] = t[j, 0] + t[1 - j, 2] for j in 0:2
"""


def without_assumption(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith("assume"))


KERNELS = {
    "gemm": (GEMM, ("NI", "NJ", "NK")),
    "gemm_bar": (GEMM_GRAD, ("NI", "NJ", "NK")),
    "burgers": (BURGERS, ("N", "TSTEPS")),
    "triangle": (TRIANGLE, ("N",)),
    "loops": (LOOPS, ("N", "K")),
    "branches": (BRANCHES, ("N",)),
    "reduce": (REDUCE, ("N", "M")),
    "single": (SINGLE, ("N",)),
    "functions": (FUNCTIONS, ("N",)),
    "names": (NAMES, ("N",)),
    "scalars": (SCALARS, ("n",)),
    "constant": (CONSTANT, ()),
    "shapes": (without_assumption(SHAPES), ("N", "M", "K")),
}

#: Numbers for the symbols of a kernel, in order: ordinary, one, none.
NUMBERS = ((5, 7, 4), (6, 3, 5), (1, 1, 1), (2, 1, 3), (0, 0, 0), (0, 4, 2), (3, 0, 2), (4, 2, 0))
