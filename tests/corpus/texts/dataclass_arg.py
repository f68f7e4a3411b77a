# signature: trajectory(theta: float64, speed: float64, n: int)
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Projectile:
    mass: float = 0.145
    radius: float = 0.0366
    cd: float = 0.35

    @property
    def area(self):
        return np.pi * self.radius ** 2

    def drag(self, v, rho=1.2):
        return 0.5 * rho * self.cd * self.area * v * v / self.mass


BALL = Projectile()


def trajectory(theta, speed, n, dt=0.02):
    vx, vy = speed * np.cos(theta), speed * np.sin(theta)
    x = y = 0.0
    for _ in range(n):
        v = np.hypot(vx, vy)
        d = BALL.drag(v)
        vx -= dt * d * vx / v
        vy -= dt * (d * vy / v + 9.81)
        x += vx * dt
        y += vy * dt
    return x + y
