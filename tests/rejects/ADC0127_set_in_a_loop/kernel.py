import numpy as np

u = np.zeros(8)
for i in range(2, 5):
    u[i] = 2.0
total = np.sum(u**2)
