class Node:
    def __init__(self, s):
        self.s = s


def f(s: float):
    nodes = [Node(s), Node(2.0 * s)]
    total = 0.0
    for a in nodes:
        for b in nodes:
            if a is not b:
                total += a.s * b.s
    return total
