"""Programs with loops that data ends, and with loops that are run again from snapshots."""

from __future__ import annotations

#: Halves x until its largest element is small; at most M times, each time counted.
HALVING = """\
program halving(N: size, M: integer, x: array, trips: array, total: array)
inout x: float64[N]
output trips: int64[2]
output total: float64
local count: int64
local largest: float64

S1: largest = 1.0
S2: total = 0.0
while largest > 0.2 as t to M into count:
    S3: x[i] = 0.5*x[i] for i in 0:N
    S4: largest max= abs(x[i]) for i in 0:N
    S5: total += float64({t})*1.0 + largest
S6: trips[0] = count
S7: trips[1] = {N}
"""

#: A loop of loops that data ends, each of them unwound over what it left on a tape; the tests read
#: elements, and the last one never holds.
NESTED = """\
program nested(N: size, M: size, x: array, y: array, steps: array)
inout x: float64[N]
output y: float64[N]
output steps: int64[N]
local tape: float64[M + 1]
local inner: int64
local again: int64
local never: int64

S1: y[i] = 0.0 for i in 0:N
S0: steps[i] = 0 for i in 0:N
for j in range(0, N, 1):
    while abs(x[j]) > 0.01 and {t} < 9 as t to M into inner:
        S2: tape[t] = x[j]
        S3: x[j] = 0.5*sin(x[j])
        while x[j] > 0.3 as u to 2 into again:
            S4: x[j] = 0.7*x[j]
        S5: steps[j] = again
    reverse while s from inner:
        S6: y[j] += tape[s]*x[j] + float64({s})*0.25
    S7: steps[j] = steps[j] + inner
while x[0] > 1000.0 as q into never:
    S8: x[0] = 0.0
reverse while r from never:
    S9: x[0] = 7.0
"""

STEPS = """\
program steps_SLOTS(n: integer, N: size, v: array, v_bar: array, runs: array)
inout v: float64[N]
inout v_bar: float64[N]
output runs: int64
local v_snap: float64[SLOTS, N]
local v_again: float64[N]
local w: float64[N]

S1: runs = 0
# forward sweep
for t in range(0, n, 1):
    snapshot L1 step t of n slot k of SLOTS:
        S2: v_snap[k, i] = v[i] for i in 0:N
    S3: w[i] = v[i] + 0.1*v[i]*v[i] for i in 0:N
    S4: v[i] = 0.9*sin(w[i]) + float64({t})*0.01 for i in 0:N
# reverse sweep
for t_1 in range(0, n, 1) backwards:
    replay L1 step t_1 slot k_1 of SLOTS:
        S5: v_again[i] = v_snap[k_1, i] for i in 0:N
    advance r:
        S6: runs += 1
        S7: w[i] = v_again[i] + 0.1*v_again[i]*v_again[i] for i in 0:N
        S8: v_again[i] = 0.9*sin(w[i]) + float64({r})*0.01 for i in 0:N
    save:
        S9: v_snap[k_1, i] = v_again[i] for i in 0:N
    S10: v_bar[i] = v_bar[i]*(1.0 + 0.2*v_again[i]) for i in 0:N
"""


def steps(slots: int) -> str:
    """The reversal of n steps with `slots` snapshots; `runs` counts the steps that are run again.

    Without the state of the right step v_bar, a product over all of them, is another one.
    """
    return STEPS.replace("SLOTS", str(slots))


ONLINE = """\
program online_SLOTS(N: size, least: scalar, v: array, v_bar: array, trips: array, runs: array)
input least: float64
inout v: float64[N]
inout v_bar: float64[N]
output trips: int64
output runs: int64
local n_steps: int64
local v_snap: float64[SLOTS, N]
local v_again: float64[N]

S1: runs = 0
while v[0] > least as t into n_steps:
    snapshot L1 step t slot k of SLOTS:
        S2: v_snap[k, i] = v[i] for i in 0:N
    S3: v[i] = v[i]*(0.95 + 0.04*cos(float64({t})*0.3)) for i in 0:N
S4: trips = n_steps
reverse while t_1 from n_steps:
    replay L1 step t_1 slot k_1 of SLOTS:
        S5: v_again[i] = v_snap[k_1, i] for i in 0:N
    advance r:
        S6: runs += 1
        S7: v_again[i] = v_again[i]*(0.95 + 0.04*cos(float64({r})*0.3)) for i in 0:N
    save:
        S8: v_snap[k_1, i] = v_again[i] for i in 0:N
    S9: v_bar[i] = v_bar[i]*(1.0 + 0.1*v_again[i]) for i in 0:N
"""


def online(slots: int) -> str:
    """The same for as many steps as it takes until v[0] is down to `least`."""
    return ONLINE.replace("SLOTS", str(slots))


#: Steps of steps, both run again from snapshots; names that the generated text would like to use,
#: the inner state a scalar and an array, the inner loop shorter from step to step.
TWO_LEVELS = """\
program two_levels(n: integer, m: integer, N: size, u: array, adc_kept: array, held: array)
inout u: float64[N]
inout adc_kept: float64[N]
output held: int64
local s: float64
local u_outer: float64[3, N]
local u_again: float64[N]
local s_outer: float64[3]
local u_inner: float64[2, N]
local s_inner: float64[2]
local u_now: float64[N]
local s_now: float64
local s_again: float64

S1: s = 1.0
S2: held = 0
for t in range(0, n, 1):
    snapshot outer step t of n slot k of 3:
        S3: u_outer[k, i] = u[i] for i in 0:N
        S4: s_outer[k] = s
    for q in range(0, m - t, 1):
        S5: u[i] = u[i] + 0.1*s*cos(u[i]) for i in 0:N
        S6: s = 0.5*s + 0.25 + float64({q})*0.01
for t_1 in range(0, n, 1) backwards:
    replay outer step t_1 slot k_1 of 3:
        S7: u_again[i] = u_outer[k_1, i] for i in 0:N
        S8: s_again = s_outer[k_1]
    advance r:
        for q_1 in range(0, m - r, 1):
            S9: u_again[i] = u_again[i] + 0.1*s_again*cos(u_again[i]) for i in 0:N
            S10: s_again = 0.5*s_again + 0.25 + float64({q_1})*0.01
    save:
        S11: u_outer[k_1, i] = u_again[i] for i in 0:N
        S12: s_outer[k_1] = s_again
    for q_2 in range(0, m - t_1, 1):
        snapshot inner step q_2 of m - t_1 slot k_2 of 2:
            S13: u_inner[k_2, i] = u_again[i] for i in 0:N
            S14: s_inner[k_2] = s_again
        S15: u_again[i] = u_again[i] + 0.1*s_again*cos(u_again[i]) for i in 0:N
        S16: s_again = 0.5*s_again + 0.25 + float64({q_2})*0.01
    for q_3 in range(0, m - t_1, 1) backwards:
        replay inner step q_3 slot k_3 of 2:
            S17: u_now[i] = u_inner[k_3, i] for i in 0:N
            S18: s_now = s_inner[k_3]
        advance r_1:
            S19: held += 1
            S20: u_now[i] = u_now[i] + 0.1*s_now*cos(u_now[i]) for i in 0:N
            S21: s_now = 0.5*s_now + 0.25 + float64({r_1})*0.01
        save:
            S22: u_inner[k_3, i] = u_now[i] for i in 0:N
            S23: s_inner[k_3] = s_now
        S24: adc_kept[i] = adc_kept[i]*(1.0 - 0.1*s_now*sin(u_now[i])) for i in 0:N
"""

#: Nothing is kept but the count of steps: what is run again needs no state.
STATELESS = """\
program stateless(n: integer, x: array)
inout x: float64[2]
local tmp: float64
local tmp_snap: float64[2]

S1: tmp = 0.0
for t in range(0, n, 1):
    snapshot L1 step t of n slot k of 2:
        S2: tmp_snap[k] = tmp
    S3: x[0] = x[0]*0.5 + float64({t})*1.0
for t_1 in range(0, n, 1) backwards:
    replay L1 step t_1 slot k_1 of 2:
        S4: tmp = 1.0
    advance r:
        S5: x[1] = x[1] + float64({r})*1.0
    save:
        S6: tmp_snap[k_1] = tmp
"""
