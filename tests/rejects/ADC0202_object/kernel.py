class Spring:
    def __init__(self, k: float):
        self.k = 2.0 * k


def energy(spring: Spring, s: float):
    return spring.k * s**2
