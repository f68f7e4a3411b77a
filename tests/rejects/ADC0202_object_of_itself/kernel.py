from dataclasses import dataclass


@dataclass
class Node:
    value: float
    next: "Node"


def f(first: Node):
    return first.value * first.next.value
