class Node:
    def __init__(self, s: float):
        self.s = s


def f(a: Node, b: Node):
    total = a.s
    if a.s != b.s:
        total += a.s * b.s
    return total
