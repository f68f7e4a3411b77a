class Linear:
    def force(self, s):
        return 2.0 * s


class Cubic:
    def force(self, s):
        return s**3


def work(s: float):
    if s < 1.0:
        force = Linear().force(s)
    else:
        force = Cubic().force(s)
    return force * s
