class Node:
    def __init__(self, s):
        self.s = s


def f(s: float):
    nodes = [Node(s), Node(2.0 * s)]
    total = 0.0
    for i, a in enumerate(nodes):
        for j, b in enumerate(nodes):
            if i != j:
                total += a.s * b.s
    return total
