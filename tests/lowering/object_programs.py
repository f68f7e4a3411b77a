"""Random programs that set fields and items: their reference is a run by Python."""

from __future__ import annotations

import random

HEADER = """
import copy
from dataclasses import dataclass, replace

@dataclass
class S:
    u: "float64[3]"
    t: float = 0.5

    def grow(self, k):
        self.t = self.t * k
        self.u = self.u + k
        return self.t

def bump(s, k):
    s.u = 0.5 * s.u + k
    s.t += k

def damp(s, k, n):
    for i in range(n):
        s.u = s.u * k
        if s.t > 1.0:
            s.t -= k
    return s

"""

OBJECTS = ("a", "b", "d['o']", "L[2]")
LOCALS = ("a", "b")


class Programs:
    """Texts of a function `f(x, c, n)`, one for each seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self) -> str:
        start = [
            "a = S(x * 1.0, c)", "b = S(x + 1.0)",
            'd = {"t": c, "u": x * 2.0, "o": S(x * 3.0, 1.0)}',
            "L = [c, 2.0, S(x * 0.5)]", "w = x * 1.0",
        ]  # fmt: skip
        body = [*start, *self.block(self.random.randint(3, 7), 2)]
        body.append(
            "return np.sum(a.u * b.u) + a.t * b.t + d['t'] * np.sum(d['u'] * d['o'].u) + d['o'].t"
            " + L[0] * L[1] + np.sum(L[2].u) * L[2].t + np.sum(w)"
        )
        lines = "".join(f"    {line}\n" for line in body)
        return f'{HEADER}\ndef f(x: "float64[3]", c: float, n: int):\n{lines}'

    def block(self, length: int, depth: int) -> list[str]:
        return [line for _ in range(length) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        kind = self.random.randrange(14 if depth else 11)
        one, other = self.random.choice(OBJECTS), self.random.choice(OBJECTS)
        local = self.random.choice(LOCALS)
        number, array = self.number(), self.array()
        match kind:
            case 0:
                return [f"{one}.t = {number}"]
            case 1:
                return [f"{one}.u = {array}"]
            case 2:
                return [f"{one}.{self.random.choice(['t += ', 't *= '])}{number}"]
            case 3:
                return [f"{one}.u {self.random.choice('+*')}= {array}"]
            case 4:
                return [f"{one}.u[{self.random.randrange(3)}] = {number}"]
            case 5:
                made = (other, f"copy.copy({other})", f"S({array}, {number})", f"replace({other})")
                return [f"{local} = {self.random.choice(made)}"]
            case 6:
                called = ("bump({}, {})", "{}.grow({})", "damp({}, {}, 2)")
                return [self.random.choice(called).format(one, number)]
            case 7:
                return [self.random.choice((f"d['t'] = {number}", f"d['u'] = {array}"))]
            case 8:
                return [
                    f"L[{self.random.randrange(2)}] {self.random.choice(['', '+', '*'])}= {number}"
                ]
            case 9:
                values = (
                    f"d['o'] = {other}",
                    f"L[2] = {other}",
                    f"w = {one}.u",
                    f"d['u'] = {array}",
                )
                return [self.random.choice(values)]
            case 10:
                swaps = ("a, b = b, a", "a.t, b.t = b.t, a.t", f"{one}.u, {other}.u = {other}.u, w",
                         "L[0], L[1] = L[1], L[0]", "a, d['o'] = d['o'], a")  # fmt: skip
                return [self.random.choice(swaps)]
            case 11:
                test = self.random.choice((f"{one}.t > {number}", "c > 0.5", "n > 1"))
                lines = [
                    f"if {test}:",
                    *self._inside(self.block(self.random.randint(1, 2), depth - 1)),
                ]
                if self.random.random() < 0.5:
                    lines += ["else:", *self._inside(self.block(1, depth - 1))]
                return lines
            case 12:
                body = self.block(self.random.randint(1, 3), depth - 1)
                return [f"for i in range({self.random.choice(['n', '2'])}):", *self._inside(body)]
            case _:
                return [f"w = {array}"]

    @staticmethod
    def _inside(lines: list[str]) -> list[str]:
        return [f"    {line}" for line in lines]

    def number(self) -> str:
        leaf = [f"{self.random.choice(OBJECTS)}.t", "c", "0.5", "d['t']", "L[0]", "L[1]"]
        one, other = self.random.choice(leaf), self.random.choice(leaf)
        forms = (one, f"0.5 * {one}", f"{one} - 0.1 * {other}", f"np.sin({one})")
        return self.random.choice(forms)

    def array(self) -> str:
        leaf = [f"{self.random.choice(OBJECTS)}.u", "x", "d['u']", "w"]
        one, other = self.random.choice(leaf), self.random.choice(leaf)
        forms = (
            f"{one} * 0.5",
            f"{one} + 0.1 * {other}",
            f"np.cos({one})",
            f"{one} * {self.number()}",
        )
        return self.random.choice((*forms, one) if self.random.random() < 0.3 else forms)
