"""Functions of `while` loops drawn at random: counters and bounds of every kind, breaks, loops in
loops, elements that are changed in place. Each ends, by its counter or behind an axis' end."""

from __future__ import annotations

import random

_HEAD = 'def f(x: "float64[n]", y: "float64[n]", s: float, m: int, k: int):'


def drawn(seed: int) -> str:
    """The text of a function `f`, the same for the same seed."""
    return _Drawing(random.Random(seed)).function()


class _Drawing:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.counters = iter("ijlpqrtuvwabcdeg")

    def function(self) -> str:
        lines = [_HEAD]
        if self.rng.random() < 0.5:
            ranges = ("len(x)", "m", "3", "len(x) - 1, -1, -1", "1, len(x), 2", "3, 0, -2")
            lines.append(f"    for o in range({self.one_of(*ranges)}):")
            if self.maybe(0.3):
                lines.append(
                    "        if x[o] > 0.8:\n            y[o] *= s\n            s *= 0.875"
                )
            lines += self.loop(8, "o", 1)
        else:
            lines += self.loop(4, "", 0)
        if self.rng.random() < 0.4:
            lines += self.loop(4, "", 1)
        return "\n".join([*lines, "    return y*s", ""])

    def one_of(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def maybe(self, share: float) -> bool:
        return self.rng.random() < share

    # -- loops -------------------------------------------------------------------------------------

    def loop(self, indent: int, outer: str, depth: int) -> list[str]:
        """A loop inside one over `outer`, "" for none."""
        counter, up = next(self.counters), self.maybe(0.7)
        step, space = self.one_of("1", "1", "2"), " " * indent
        starts = ("0", "1", "k", "m") if up else ("len(x) - 1", "3", "m", "len(x)")
        beside = (outer, f"{outer} + 1", f"2*{outer}") if outer else ()
        bounds = ("len(x)", "len(x) - 1", "m + 1", "3", "k") if up else ("0", "1", "-1", "k - 1")
        bound = self.one_of(*bounds, *beside[:2])
        goes = f"{counter} {self.one_of('<', '<=') if up else self.one_of('>', '>=')} {bound}"
        ends = f"{counter} {'>=' if up else '<='} {bound}"
        large = self.one_of("s > 4.0", "abs(s) > 6.0", f"{self.element(counter, outer)} > 2.5")
        tests = {
            goes: (), f"{goes} and not {large}": (), f"not ({ends} or {large})": (),
            "True": (f"if {ends}", f"if {ends} or {large}"), "s < 5.0": ("",),
        }  # fmt: skip
        test = self.one_of(*tests)
        body = [[self.change(counter, outer)] for _ in range(self.rng.randint(1, 3))]
        if test == "True":
            leave = self.one_of("break", "break", "return y*s")
            self.put(body, [f"{self.one_of(*tests[test])}:", f"    {leave}"])
        if test == "s < 5.0":
            body.append([f"s = max(s, 0.5) + abs(x[{counter}])"])
        if self.maybe(0.3):
            self.put(body, ["if s > 3.0:", "    break"])
        if self.maybe(0.25):
            self.put(body, self.inner(counter, outer))
        if depth < 2 and self.maybe(0.3):
            inside = self.loop(0, self.one_of(counter, outer or counter), depth + 1)
            self.put(body, inside)
        self.put(body, [f"{counter} {'+' if up else '-'}= {step}"])
        lines = [f"{counter} = {self.one_of(*starts, *beside)}", f"while {test}:"]
        lines += [f"    {line}" for part in body for line in part]
        if self.maybe(0.6):
            lines.append(f"s += 0.125*{counter}")
        return [space + line for line in lines]

    def put(self, body: list[list[str]], part: list[str]) -> None:
        body.insert(self.rng.randint(0, len(body)), part)

    def inner(self, counter: str, outer: str) -> list[str]:
        """A loop over a range, which changes elements that others may be, too."""
        variable = next(self.counters)
        most = self.one_of("2", "m", f"min(abs({counter}), len(x))")
        change = self.one_of(
            f"s = s*0.875 + x[{variable} % 4]",
            f"y[{variable} % 4] = y[{variable} % 4]*0.75 + {self.element(counter, outer)}",
            f"{self.place(counter, outer)} += 0.0625*x[{variable} % 3]",
        )
        return [f"for {variable} in range({most}):", f"    {change}"]

    # -- what is changed ---------------------------------------------------------------------------

    def change(self, counter: str, outer: str) -> str:
        place, value = self.place(counter, outer), self.value(counter, outer)
        return self.one_of(f"s = {value}", f"{place} = {value}", f"{place} *= 0.75")

    def value(self, counter: str, outer: str) -> str:
        one, other = self.element(counter, outer), self.element(counter, outer)
        return self.one_of(
            f"s*0.75 + {one}", f"{one}*1.125 + {other}*0.5", f"math.sin(s) + {one}", "s*1.25"
        )

    def element(self, counter: str, outer: str) -> str:
        places = (counter, counter, f"{counter} % 3", f"({counter} + 1) % 4", f"{counter} - 1")
        others = (outer, f"{outer} % 4") if outer else ("0", "2")
        return f"{self.one_of('x', 'y', 'y')}[{self.one_of(*places, *others)}]"

    def place(self, counter: str, outer: str) -> str:
        return f"y[{self.one_of(counter, f'{counter} % 4', outer or '1', outer or '1')}]"
