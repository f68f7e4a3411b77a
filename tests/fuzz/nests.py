"""Random nests of `for` and `while` with `break`, `continue` and early `return`.

What the loops do to data is simple; how they run, and what the reverse sweep must know of that, is
not: counts, conditions on data that the loops change, elements overwritten in any order.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.proof.cases import Case

#: How deep loops and branches nest, and how many statements a function may have.
DEPTH, LONGEST = 3, 12
#: Arrays and scalars that statements read and write; every one is set before the first loop.
ARRAYS, SCALARS = ("x", "y"), ("s", "r")
HEAD = 'def {name}(T: int, m: int, x: "float64[N]", p: float):'


@dataclass
class Writer:
    """The text so far, and what holds at its end."""

    rng: random.Random
    lines: list[str] = field(default_factory=list)
    #: Subscripts that are inside `x` and `y`, innermost loop last.
    subscripts: list[str] = field(default_factory=lambda: ["0", "-1", "1"])
    #: The kinds of the open loops, outermost first: `while` counts at its end, `while+` before.
    loops: list[str] = field(default_factory=list)
    #: Linear statements need no values: how often loops run is all that there is to know.
    linear: bool = False
    names: int = 0
    depth: int = 0

    def put(self, text: str) -> None:
        self.lines.append("    " * (self.depth + 1) + text)

    def fresh(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    # -- values --------------------------------------------------------------------------------

    def element(self) -> str:
        choose = self.rng.choice
        weights = [1, 1, 1, *[4] * (len(self.subscripts) - 3)]
        (at,) = self.rng.choices(self.subscripts, weights)
        return f"{choose(ARRAYS)}[{at}]"

    def place(self) -> str:
        return self.element() if self.rng.random() < 0.6 else self.rng.choice(SCALARS)

    def leaf(self) -> str:
        return self.rng.choice([self.element(), self.element(), self.rng.choice(SCALARS), "p"])

    def value(self, target: str) -> str:
        """A smooth bounded value, so that nothing grows however long the loops are."""
        a, b = self.leaf(), self.leaf()
        linear = [f"0.5*{a}", f"0.6*{target} + 0.3*{a}", f"0.5*{target}"]
        curved = [
            f"0.8*np.tanh({a} + {b})",
            f"np.sin({a}*{b}) + 0.3",
            f"0.7*{target} + 0.2*{a}*np.cos({b})",
            f"{a}/(1.0 + {b}*{b})",
        ]
        return self.rng.choice(linear if self.linear else linear + curved)

    def test(self) -> str:
        """A condition on data; the thresholds are nothing that values are drawn at."""
        sign = self.rng.choice(["<", ">"])
        return f"{self.leaf()} {sign} {self.rng.choice(['0.137', '0.411', '0.733', '1.019'])}"

    # -- statements ----------------------------------------------------------------------------

    def block(self, most: int) -> None:
        for _ in range(self.rng.randint(1, most)):
            self.statement()

    def statement(self) -> None:
        if self.depth >= DEPTH or len(self.lines) > LONGEST:
            self.assign()
            return
        jumps = [self.jump] if self.loops else []
        kinds = [self.assign, self.assign, self.for_loop, self.count, self.until, self.branch]
        self.rng.choice([*kinds, *jumps])()

    def assign(self) -> None:
        target = self.place()
        if self.rng.random() < 0.2:
            return self.put(f"{target} += 0.1*{self.leaf()}")
        return self.put(f"{target} = {self.value(target)}")

    def inside(self, body: str, most: int = 2) -> None:
        """The body of a loop (`body` is its kind) or of a branch ("")."""
        self.depth += 1
        self.loops += [body] if body else []
        self.assign()
        self.block(most)
        if body:
            self.loops.pop()
        self.depth -= 1

    def for_loop(self) -> None:
        var = self.fresh("i")
        over, subscript = self.rng.choice(
            [("T", ""), ("N", var), ("1, N", f"{var} - 1"), ("N - 1, 0, -1", var), ("2", var)]
        )
        self.put(f"for {var} in range({over}):")
        self.with_subscript(subscript, lambda: self.inside("for"))

    def count(self) -> None:
        """`while` over a counter, with or without a condition on data."""
        var, step = self.fresh("w"), self.rng.choice([1, 1, 2])
        limit = self.rng.choice(["N", "m", "x.shape[0]", "N - 1"])
        more = f" and {self.test()}" if self.rng.random() < 0.4 else ""
        self.put(f"{var} = 0")
        self.put(f"while {var} < {limit}{more}:")
        self.depth += 1
        if self.rng.random() < 0.2:
            self.put(f"{var} += {step}")
            self.with_subscript("", lambda: self.loop_body("while+"))
        else:
            self.with_subscript(var, lambda: self.loop_body("while"))
            self.put(f"{var} += {step}")
        self.depth -= 1

    def loop_body(self, kind: str) -> None:
        self.depth -= 1
        self.inside(kind)
        self.depth += 1

    def until(self) -> None:
        """`while` on a value that each turn makes smaller."""
        name = self.fresh("d")
        self.put(f"{name} = {self.leaf()}*{self.leaf()} + {self.rng.choice(['0.9', '1.7'])}")
        self.put(f"while {name} > {self.rng.choice(['0.31', '0.57'])}:")
        self.depth += 1
        self.put(f"{name} = {self.rng.choice(['0.6', '0.45'])}*{name}")
        self.loop_body("while+")
        self.put(f"{self.place()} += 0.2*{name}")
        self.depth -= 1

    def branch(self) -> None:
        self.put(f"if {self.test()}:")
        self.inside("", 1)
        if self.rng.random() < 0.5:
            self.put("else:")
            self.inside("", 1)

    def jump(self) -> None:
        """`break`, `continue` or `return` under a condition; no `continue` past a counter."""
        words = ["break", "break", "return np.sum(x*y) + s"]
        words += ["continue"] if self.loops[-1] != "while" else []
        self.put(f"if {self.test()}:")
        self.depth += 1
        if self.rng.random() < 0.4:
            self.assign()
        self.put(self.rng.choice(words))
        self.depth -= 1

    def with_subscript(self, name: str, body: Callable[[], None]) -> None:
        known = list(self.subscripts)
        if name:
            self.subscripts += [name, f"-1 - ({name})" if " " in name else f"-1 - {name}"]
        body()
        self.subscripts = known


def generate(seed: int) -> Case:
    """The nest of number `seed`, with sizes of its own."""
    rng = random.Random(f"nest {seed}")
    writer = Writer(rng, linear=rng.random() < 0.4)
    writer.put("N = x.shape[0]")
    writer.put("y = 0.5*x + 0.1")
    writer.put("s = p")
    writer.put("r = 0.4*p")
    for _ in range(rng.randint(1, 2)):
        rng.choice([writer.for_loop, writer.for_loop, writer.count, writer.until])()
    writer.put("return np.sum(x*x) + 0.3*np.sum(y) + s*r")
    name = f"nest_{seed}"
    text = "\n".join(["import numpy as np", "", "", HEAD.format(name=name), *writer.lines, ""])
    sizes = {"N": rng.choice([2, 3, 5]), "T": rng.choice([2, 3]), "m": rng.choice([1, 2])}
    drawn = {"low": -0.4, "high": 1.4}
    return Case(name, text, ("x", "p"), sizes=sizes, inputs={"x": drawn, "p": drawn})
