"""Random scalar expressions of Fortran: real, integer and logical, defined at every input.

Values stay of the order of one: what may be large goes through bounded functions, divisors and
arguments of roots and logarithms are kept from zero. Integer values are small.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.textfuzz.fortran.scope import Affine, Helper, Scope, Variable

#: Elemental intrinsics: name, how its argument is made safe (`{}` is any real).
BOUNDED = (
    ("sin", "{}"), ("cos", "{}"), ("tanh", "{}"), ("atan", "{}"), ("exp", "-abs({})"),
    ("exp", "sin({})"), ("sqrt", "1+{}**2"), ("sqrt", "abs({})+{h}"), ("log", "2+({})**2"),
    ("log", "abs({})+{h}"), ("abs", "{}"), ("asin", "{h}*sin({})"), ("acos", "{h}*cos({})"),
    ("sinh", "sin({})"), ("cosh", "cos({})"), ("tan", "{h}*sin({})"), ("asinh", "{}"),
    ("atanh", "{h}*tanh({})"), ("log10", "3+({})**2"), ("erf", "{}"), ("erfc", "{}"),
    ("gamma", "2+{h}*sin({})"), ("log_gamma", "3+sin({})"), ("acosh", "2+({})**2"),
)  # fmt: skip
SPECIFIC = frozenset({"sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh",
                      "cosh", "tanh", "abs", "log10"})  # fmt: skip
FORTRAN_77 = SPECIFIC


@dataclass
class Writer:
    """Draws expressions. `style` says which of several spellings a program prefers.

    `hidden` are intrinsics whose names mean something else in the program.
    """

    rng: random.Random
    old: bool  # FORTRAN 77: no keyword arguments, no array expressions
    single: str = ""  # "" (none), "mixed" or "all": how much single precision there is
    hidden: frozenset[str] = frozenset()
    #: Helpers that calls have been written of.
    called: set[str] = field(default_factory=set)
    #: Whether the unit has `kt(3)`, a constant array of positions from 1 to 3.
    table: bool = False

    # -- small things

    def one_in(self, n: int) -> bool:
        return self.rng.randrange(n) == 0

    def has(self, *names: str) -> bool:
        return not self.hidden.intersection(names)

    def literal(self, value: float | None = None) -> str:
        """A real constant, in single precision where the program has any."""
        value = self.rng.choice((0.5, 0.25, 1.5, 0.75, 2.0, 0.3, 0.7, 1.1, 0.1)) if value is None \
            else value  # fmt: skip
        forms = ["{}"] if self.single == "all" else ["{}d0", "{}d0", "{}_8", "{}D+00"]
        if self.single == "mixed" or self.one_in(12):
            forms.append("{}")
        if self.old:
            forms = [f for f in forms if "_" not in f]
        return self.rng.choice(forms).format(value)

    def half(self) -> str:
        return self.literal(self.rng.choice((0.5, 0.25, 0.75)))

    def compare(self) -> str:
        signs = [".lt.", ".gt.", ".le.", ".ge."]
        return self.rng.choice(signs if self.old else [*signs, "<", ">", "<=", ">="])

    def equal(self, positive: bool = True) -> str:
        pair = (".eq.", "==") if positive else (".ne.", "/=")
        return pair[0] if self.old else self.rng.choice(pair)

    # -- reals

    def real(self, s: Scope, depth: int = 2) -> str:
        """A real expression, not in parentheses; it never begins with a sign."""
        if depth <= 0 or self.one_in(6):
            return self.leaf(s)
        return self.rng.choices(_REALS, _REAL_WEIGHTS)[0](self, s, depth - 1)

    def atom(self, s: Scope, depth: int) -> str:
        """A real operand: a leaf or something in parentheses."""
        text = self.real(s, depth)
        return text if text.replace("_", "").isalnum() else f"({text})"

    def leaf(self, s: Scope) -> str:
        scalars = s.reals(0)
        arrays = [v for v in s.reals() if v.rank]
        for _ in range(4):
            pick = self.rng.random()
            if pick < 0.4 and scalars:
                return self.rng.choice(scalars).name
            if pick < 0.85 and arrays:
                element = self.element(s, self.rng.choice(arrays))
                if element:
                    return element
            if pick > 0.93:
                return self.from_integer(s)
        return self.literal()

    def element(self, s: Scope, v: Variable) -> str:
        """An element of an array, or "" where no subscript is known to be in range."""
        subscripts = [self.subscript(s, low, high) for low, high in v.dims]
        return f"{v.name}({', '.join(subscripts)})" if all(subscripts) else ""

    def subscript(self, s: Scope, low: Affine, high: Affine) -> str:
        """An integer expression within bounds at every size; "" where none is known."""
        if self.one_in(5) and self.takes_table(s, low, high):
            return self._listed(s)
        found: list[str] = []
        for v in s.indices():
            assert v.low is not None and v.high is not None
            found += _shifted(s, v, low, high)
        if found and not self.one_in(5):
            return self.rng.choice(found)
        fixed = [a for a in (low, low + 1, high, high - 1) if s.nonneg(a - low)
                 and s.nonneg(high - a)]  # fmt: skip
        if found and self.one_in(4) and s.nonneg(high - low) and self.has("mod", "min", "max"):
            return self._wrapped(s, low, high)
        return str(self.rng.choice(fixed)) if fixed else self.rng.choice(found or [""])

    def takes_table(self, s: Scope, low: Affine, high: Affine) -> bool:
        return self.table and s.nonneg(-low + 1) and s.nonneg(high - 3)

    def _listed(self, s: Scope) -> str:
        """An element of the table of positions."""
        one, three = Affine(1), Affine(3)
        inside = [v.name for v in s.indices() if v.low and v.high and s.nonneg(v.low - one)
                  and s.nonneg(three - v.high) and v.name != "kp"]  # fmt: skip
        if inside and self.one_in(9):
            return f"kt({self.rng.choice(inside)})"
        return f"kt({self.rng.randint(1, 3)})"

    def _wrapped(self, s: Scope, low: Affine, high: Affine) -> str:
        """A subscript that `modulo`, `min` or `max` keeps in range."""
        any_integer = self.rng.choice(s.indices()).name
        extent = high - low + 1
        if self.old or self.one_in(3):
            bound = f"min({any_integer}+{self.rng.randint(0, 2)}, {high})"
            return f"max({bound}, {low})"
        shift = self.rng.randint(-3, 4)
        return f"modulo({any_integer}{shift:+d}, {extent}){_plus(low)}"

    def from_integer(self, s: Scope) -> str:
        """An integer in a real expression."""
        text = self.integer(s, 1)
        convert = "real" if self.single == "all" else self.rng.choice(("dble", "real"))
        if not self.has(convert):
            return self.literal()
        if convert == "real" and self.single != "all":
            text = f"real({text}, 8)" if not self.old and self.one_in(2) else f"real({text})"
        else:
            text = f"{convert}({text})"
        return f"{self.half()}*{text}"

    def sum_of(self, s: Scope, depth: int) -> str:
        parts = [self.term(s, depth) for _ in range(self.rng.choice((2, 2, 3)))]
        text = parts[0] if not self.one_in(12) else f"(-{parts[0]})"
        for part in parts[1:]:
            text += f" {self.rng.choice('+-')} {part}"
        return text

    def term(self, s: Scope, depth: int) -> str:
        text = self.real(s, depth)
        return f"({text})" if self.one_in(3) else text

    def product(self, s: Scope, depth: int) -> str:
        if self.one_in(8):
            count = self.integer(s, 0)
            return f"{self.half()}*{self.atom(s, depth)}*{self._guarded(count)}"
        return f"{self.atom(s, depth)}*{self.atom(s, depth)}"

    def _guarded(self, text: str) -> str:
        return text if text.isalnum() else f"({text})"

    def quotient(self, s: Scope, depth: int) -> str:
        if not self.has("abs"):
            return f"{self.atom(s, depth)}/(2 + ({self.real(s, 0)})**2)"
        below = self.rng.choice(("(1 + ({})**2)", "({h} + abs({}))", "(3 + ({})**2)"))
        text = below.replace("{h}", self.literal(1.5)).replace("{}", self.real(s, depth))
        return f"{self.atom(s, depth)}/{text}"

    def power(self, s: Scope, depth: int) -> str:
        base = self.atom(s, depth)
        pick = self.rng.random()
        if pick < 0.5:
            return f"{base}**{self.rng.choice((2, 2, 3, 4))}"
        if pick < 0.6 and not self.old:
            return f"(1 + {base}**2)**(-{self.rng.randint(1, 3)})"
        if pick < 0.75:
            return f"(2 + {base}**2)**{self.half()}"
        integers = [v for v in s.scalars("int") if v.low is None] or s.scalars("int")
        if integers and pick < 0.85 and self.has("mod", "sin"):
            return f"(1 + {self.half()}*sin({base}))**mod({self.rng.choice(integers).name}, 4)"
        if not self.has("abs"):
            return f"{base}**2"
        return f"(abs({base}) + {self.literal(0.75)})**({self.half()}*{self.leaf(s)})"

    def function(self, s: Scope, depth: int) -> str:
        name, form = self.rng.choice(BOUNDED)
        if (self.old and name not in FORTRAN_77) or not self.has(name, "abs", "sin", "cos", "tanh"):
            name, form = "sin", "{}"
            if not self.has(name):
                return self.product(s, depth)
        text = form.replace("{h}", self.half()).replace("{}", self.real(s, depth))
        if name in SPECIFIC and self.one_in(5) and not self.single:
            return self._specific(name, text, s)
        return f"{name}({text})"

    def _specific(self, name: str, text: str, s: Scope) -> str:
        """`dsin` and its like take double precision only, so everything in it is made so."""
        return f"d{name}(dble({text}))" if self.has("dble") else f"{name}({text})"

    def two_arguments(self, s: Scope, depth: int) -> str:
        a, b = self.real(s, depth), self.real(s, depth)
        pick = self.rng.choice(("max", "min", "sign", "atan2", "mod", "dim", "hypot", "merge",
                                "max3", "modulo", "part"))  # fmt: skip
        if not self.has(pick.rstrip("3"), "atan2", "aint") or (self.single and pick != "part"):
            return f"{self.half()}*({a})"
        a, b = self._real8(a), self._real8(b)
        if pick == "atan2":
            return f"atan2({a}, 2 + ({b})**2)"
        if pick == "mod" or (pick == "modulo" and not self.old):
            return f"{pick}({a}, {self._real8(self.literal(0.75))})"
        if pick == "max3":
            return f"max({a}, {b}, {self._real8(self.leaf(s))})"
        if pick == "part":
            return f"{self.half()}*aint(3*({a}))" if self.one_in(2) else f"{self.half()}*({a})"
        if self.old and pick in ("hypot", "merge", "modulo"):
            pick = "max"
        if pick == "merge":
            return f"merge({a}, {b}, {self.logical(s, 1)})"
        return f"{pick}({a}, {b})"

    def _real8(self, text: str) -> str:
        """Both arguments of such functions must be of one kind."""
        return text if self.single == "all" else f"dble({text})"

    def reduction(self, s: Scope, depth: int) -> str:
        arrays = [v for v in s.reals() if v.rank and not v.assumed_size]
        name = self.rng.choice(_REDUCTIONS)
        if self.old or not arrays or not self.has(name, "sum"):
            return self.sum_of(s, depth)
        v = self.rng.choice(arrays)
        filled = all(s.nonneg(v.extent(axis) - 1) for axis in range(v.rank))
        if name in ("maxval", "minval") and not filled:
            name = "sum"
        if name == "dot_product":
            alike = [w for w in arrays if w.rank == 1 and v.rank == 1 and w.kind == v.kind
                     and w.extent(0) == v.extent(0)]  # fmt: skip
            return f"{self.half()}*dot_product({v.name}, {self.rng.choice(alike).name})" if alike \
                else f"sum({v.name})"  # fmt: skip
        mask = ""
        if self.one_in(4) and name == "sum":
            mask = f", {v.name} {self.compare()} {self.literal()}"
            mask = mask.replace(", ", ", mask=", 1) if self.one_in(2) else mask
        return f"{self.half()}*{name}({v.name}{mask})"

    def call(self, s: Scope, depth: int) -> str:
        """A call of a function without effects on scalars."""
        found = [h for h in s.helpers if h.result in ("r8", "r4") and not h.has_effects
                 and not h.result_size and all(d.variable.is_real and not d.variable.rank
                 for d in h.dummies)]  # fmt: skip
        if not found:
            return self.function(s, depth)
        helper = self.rng.choice(found)
        self.called.add(helper.name)
        return f"{helper.name}({self._actuals(s, helper, depth)})"

    def _actuals(self, s: Scope, helper: Helper, depth: int) -> str:
        """Values of the right kind for dummies that are only read, some left out or by keyword."""
        texts, named = [], False
        for dummy in helper.dummies:
            if dummy.role == "optional" and self.one_in(2):
                named = True
                continue
            value = self.exact(s, dummy.variable.kind, depth)
            named = named or (helper.explicit and self.one_in(4))
            texts.append(f"{dummy.variable.name}={value}" if named else value)
        return ", ".join(texts)

    def exact(self, s: Scope, kind: str, depth: int) -> str:
        """A value of exactly this kind: an argument must have its dummy's type."""
        same = [v.name for v in s.reals(0) if v.kind == kind]
        if same and self.one_in(2):
            return self.rng.choice(same)
        text = self.real(s, depth)
        if self.single in ("", "all") and kind == ("r4" if self.single else "r8"):
            return f"({text})" if self.single else f"dble({text})"
        return f"dble({text})" if kind == "r8" else f"real({text})"

    # -- integers

    def integer(self, s: Scope, depth: int = 2) -> str:
        """An integer expression without a leading sign."""
        names = [v.name for v in s.scalars("int")]
        if depth <= 0 or not names:
            if names and not self.one_in(4):
                return self.rng.choice(names)
            return str(self.rng.choice((0, 1, 2, 3, 5, 7)))
        a, b = (self._guarded(self.integer(s, depth - 1)) for _ in range(2))
        pick = self.rng.randrange(14)
        if pick < 4:
            return f"{a} {'+-'[pick % 2]} {b}"
        if pick < 6:
            return f"{self.rng.choice((2, 3, -2)):d}*{a}".replace("-2*", "(-2)*")
        if pick < 9:
            return f"{a}/{self.rng.choice(('2', '3', '(-2)', '4', '(-3)'))}"
        return self._integer_function(s, a, b)

    def _integer_function(self, s: Scope, a: str, b: str) -> str:
        divisor = self.rng.choice(("2", "3", "(-2)", "4", "5", "(-3)"))
        kinds = ["mod", "mod", "abs", "max", "min", "square", "sign", "dim"]
        if not self.old:
            kinds += ["modulo", "modulo", "merge", "inverse", "size"]
        pick = self.rng.choice(kinds)
        if not self.has(pick):
            return f"{a} + {b}"
        if pick in ("mod", "modulo"):
            return f"{pick}({a}, {divisor})"
        if pick == "abs":
            return f"abs({a})"
        if pick == "square":
            return f"mod({a}, 5)**{self.rng.choice((2, 3))}" if self.has("mod") else a
        if pick == "inverse":
            return f"{self.rng.choice((1, 2, '(-1)'))}**(-{self.rng.randint(1, 2)})"
        if pick == "merge":
            return f"merge({a}, {b}, {self.logical(s, 0)})"
        if pick == "size":
            arrays = [v for v in s.reals() if v.rank and not v.assumed_size]
            return f"size({self.rng.choice(arrays).name})" if arrays else a
        return f"{pick}({a}, {b})"

    # -- logicals

    def logical(self, s: Scope, depth: int = 1) -> str:
        names = [v.name for v in s.scalars("log")]
        if names and self.one_in(5):
            return self.rng.choice(names)
        pick = self.rng.random()
        if depth > 0 and pick < 0.15:
            return f".not. ({self.logical(s, depth - 1)})"
        if depth > 0 and pick < 0.4:
            sign = self.rng.choice((".and.", ".or.", ".and.", ".or.", ".eqv.", ".neqv."))
            a, b = self.logical(s, depth - 1), self.logical(s, depth - 1)
            return f"({a}) {sign} ({b})" if self.one_in(2) or "eqv" in sign else f"{a} {sign} {b}"
        if pick < 0.65:
            return self.integer_condition(s)
        if pick < 0.7 and not self.old and self.has("any", "all"):
            arrays = [v for v in s.reals() if v.rank and not v.assumed_size]
            if arrays:
                v = self.rng.choice(arrays)
                name = self.rng.choice(("any", "all"))
                return f"{name}({v.name} {self.compare()} {self.literal()})"
        return f"{self.real(s, 1)} {self.compare()} {self.literal()}"

    def integer_condition(self, s: Scope) -> str:
        text = self.integer(s, 1)
        if self.one_in(2):
            return f"{text} {self.compare()} {self.rng.randint(0, 3)}"
        return f"{text} {self.equal(not self.one_in(3))} {self.rng.randint(0, 2)}"


def _plus(a: Affine) -> str:
    text = str(a)
    return text if text.startswith("-") else f"+{text}"


def _shifted(s: Scope, v: Variable, low: Affine, high: Affine) -> list[str]:
    """`v`, `v + 1`, … and the reflected index, as far as they stay within `low` and `high`."""
    assert v.low is not None and v.high is not None
    found = []
    for shift in (0, 0, 0, -1, 1, -2, 2):
        if s.nonneg(v.low + shift - low) and s.nonneg(high - v.high - shift):
            found.append(f"{v.name}{shift:+d}" if shift else v.name)
    around = v.low + v.high
    if s.nonneg(v.low - low) and s.nonneg(high - v.high):
        found.append(f"{around}-{v.name}")
    return found


_REDUCTIONS = ("sum", "sum", "maxval", "minval", "product", "dot_product", "norm2")
_REALS = (Writer.sum_of, Writer.product, Writer.quotient, Writer.power, Writer.function,
          Writer.two_arguments, Writer.reduction, Writer.call)  # fmt: skip
_REAL_WEIGHTS = (30, 22, 8, 8, 16, 7, 5, 8)
