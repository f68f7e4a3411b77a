# signature: spike_energy(V0: float64, I: float64[T], gbar: float64[3])
import numpy as np

C_m = 1.0
E_Na, E_K, E_L = 50.0, -77.0, -54.387


def alpha_m(V): return 0.1 * (V + 40.0) / (1.0 - np.exp(-(V + 40.0) / 10.0))
def beta_m(V): return 4.0 * np.exp(-(V + 65.0) / 18.0)
def alpha_h(V): return 0.07 * np.exp(-(V + 65.0) / 20.0)
def beta_h(V): return 1.0 / (1.0 + np.exp(-(V + 35.0) / 10.0))
def alpha_n(V): return 0.01 * (V + 55.0) / (1.0 - np.exp(-(V + 55.0) / 10.0))
def beta_n(V): return 0.125 * np.exp(-(V + 65) / 80.0)


RATES = [(alpha_m, beta_m), (alpha_h, beta_h), (alpha_n, beta_n)]


def spike_energy(V0, I, gbar, dt=0.01):
    g_Na, g_K, g_L = gbar
    V = V0
    gates = np.array([0.05, 0.6, 0.32])
    total = 0.0
    for i_ext in I:
        m, h, n = gates
        I_ion = g_Na * m ** 3 * h * (V - E_Na) + g_K * n ** 4 * (V - E_K) + g_L * (V - E_L)
        for j, (a, b) in enumerate(RATES):
            gates[j] += dt * (a(V) * (1 - gates[j]) - b(V) * gates[j])
        V = V + dt * (i_ext - I_ion) / C_m
        total += V ** 2
    return total
