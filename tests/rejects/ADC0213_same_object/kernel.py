class Node:
    def __init__(self, s: float):
        self.s = s


def f(a: Node, b: Node):
    total = a.s
    if a is not b:
        total += a.s * b.s
    return total
