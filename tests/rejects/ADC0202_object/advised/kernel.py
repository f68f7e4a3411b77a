class Spring:
    def __init__(self, k: float):
        self.k = 2.0 * k


def energy(k: float, s: float):
    spring = Spring(k)
    return spring.k * s**2
