class Linear:
    def force(self, s):
        return 2.0 * s


class Cubic:
    def force(self, s):
        return s**3


def work(s: float):
    spring = Linear() if s < 1.0 else Cubic()
    return spring.force(s) * s
