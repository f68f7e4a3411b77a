# signature: potential_energy(coords: float64[N, 3], box: float64)
import numpy as np


def potential_energy(coords, box=10.0, epsilon=1.0, sigma=1.0, rc=2.5):
    """Truncated and shifted Lennard-Jones energy, minimum image."""
    n = len(coords)
    shift = 4 * epsilon * ((sigma / rc) ** 12 - (sigma / rc) ** 6)
    energy = 0.0
    for i in range(n - 1):
        rij = coords[i + 1:] - coords[i]
        rij = rij - box * np.round(rij / box)
        r2 = np.sum(rij ** 2, axis=-1)
        mask = r2 < rc ** 2
        sr6 = (sigma ** 2 / r2[mask]) ** 3
        energy += np.sum(4 * epsilon * (sr6 ** 2 - sr6) - shift)
    return energy
