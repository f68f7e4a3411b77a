import numpy as np

u = np.where((np.arange(8) >= 2) & (np.arange(8) < 5), 2.0, 0.0)
total = np.sum(u**2)
