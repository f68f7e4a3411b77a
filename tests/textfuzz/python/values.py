"""Random expressions: floats, integers, booleans and subscripts."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.textfuzz.python.scope import Dim, Draw, Scope, Variable
from tests.textfuzz.python.vocabulary import Vocabulary

_SMOOTH = ("sin", "cos", "tanh", "exp", "arctan", "square", "sinh", "expm1")
_LIMITED = ("log1p({})", "sqrt({})", "log({} + 0.5)", "cbrt({} + 0.1)", "log2({} + 1)",
            "hypot({}, 0.3)", "arcsinh({})", "power({}, 1.5)", "reciprocal({} + 1.0)",
            "log10({} + 2)", "float_power({}, 2)", "exp2(-({}))")  # fmt: skip
_TWO = ("maximum", "minimum", "hypot", "arctan2", "fmax", "logaddexp", "copysign", "fmin",
        "add", "subtract", "multiply")  # fmt: skip


@dataclass
class Helper:
    """A function of the module: its parameters as "f" (float) or "a" (vector of any length), how
    many have defaults, whether it changes a vector, and what it returns: "f", "a", "t" (two
    floats), "" (nothing)."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    returns: str
    defaults: int = 0
    changes: bool = False


@dataclass
class Values:
    draw: Draw
    words: Vocabulary
    helpers: list[Helper] = field(default_factory=list)

    # -- floats ------------------------------------------------------------------------------------

    def constant(self) -> str:
        d = self.draw
        return d.weighted([
            (f"{d.between(1, 99) / 100}", 8), (f"{d.between(1, 30) / 10}", 4),
            (str(d.between(1, 4)), 4), (f"{d.between(1, 9)}e-{d.between(1, 3)}", 1),
            (f".{d.between(1, 9)}", 0.5), (f"{d.between(1, 3)}.", 0.5), ("-0.0", 0.1), ("1_0", 0.1),
            (f"-{d.between(1, 9) / 10}", 1), (self.words.np("pi"), 0.4), ("0", 0.3), ("0.0", 0.5),
            (self.big(), 0.5), ("True", 0.1),
        ])  # fmt: skip

    def big(self) -> str:
        """Integers of any size and sign, brought down to what a float can do with."""
        d = self.draw
        n, m = d.between(18, 40), d.between(1, 9)
        return d.pick([
            f"{m}e-{n}*10**{n}", f"(10**{n} // 10**{n - 1})", f"({m}*10**-{d.between(1, 3)})",
            f"10**(-{d.between(1, 2)})", f"2**-{m}", f"({m}**{n} % {d.between(2, 9)})",
            f"({d.between(2**63, 2**70)} / 2**70)", f"(-{m} // 2)", f"(-{m} % {d.between(2, 5)})",
            f"({m} / -{d.between(2, 5)})", f"-{d.between(2, 3)}**2 / 10", f"(2**64 - 2**64 + {m})",
            f"({m} - 1)**0", "0**0", f"pow({m}, -1)", f"(1 << {d.between(1, 4)})", "int(2.7)",
            f"round({m}.5)", f"abs(-{m})", f"(7 // -{m})", f"(-7 % -{m})", f"divmod({n}, {m})[1]",
        ])  # fmt: skip

    def leaf(self, s: Scope) -> str:
        d = self.draw
        floats, vectors = s.of("f"), s.arrays()
        ways = [(self.constant, 1.5)]
        ways += [(lambda: d.pick(floats).name, 4.0)] if floats else []
        ways += [(lambda: self.element(s, d.pick(vectors)), 5.0 if s.loops else 2.5)] * bool(
            vectors
        )
        ways += [(lambda: self.integer(s, 1), 0.7)]
        return d.weighted(ways)()

    def element(self, s: Scope, v: Variable) -> str:
        if not v.dims:
            return v.name
        items = [self.subscript(s, dim) for dim in v.dims]
        if len(items) == 2 and self.draw.chance(0.1):
            return f"{v.name}[{items[0]}][{items[1]}]"
        return f"{v.name}[{', '.join(items)}]"

    def scalar(self, s: Scope, depth: int) -> str:
        """A float; integers and booleans among its parts."""
        d = self.draw
        if depth <= 0:
            return self.leaf(s)
        return d.weighted([
            (self.sum_of_terms, 6), (self.function, 3), (self.reduction, 1.5 if s.arrays() else 0),
            (self.conditional, 1), (self.choice_of_operands, 0.7), (self.powers, 1.2),
            (self.quotient, 1), (self.call, 0.8 if self.helpers else 0), (self.odd, 0.5),
            (self.negated, 0.7),
        ])(s, depth)  # fmt: skip

    def sum_of_terms(self, s: Scope, depth: int) -> str:
        d = self.draw
        terms = [self.scalar(s, depth - 1) for _ in range(d.weighted([(2, 7), (3, 2)]))]
        text = terms[0]
        for term in terms[1:]:
            text += f" {d.weighted([('+', 4), ('-', 3), ('*', 5)])} {term}"
        return f"({text})" if d.chance(0.45) else text

    def negated(self, s: Scope, depth: int) -> str:
        return f"{self.draw.weighted([('-', 6), ('+', 1), ('--', 0.5)])}{self.scalar(s, depth - 1)}"

    def function(self, s: Scope, depth: int) -> str:
        d, part = self.draw, self.scalar(s, depth - 1)
        way = d.weighted([("smooth", 6), ("limited", 2), ("two", 2), ("builtin", 2), ("math", 1)])
        if way == "smooth":
            return f"{self.words.np(d.pick(_SMOOTH))}({part})"
        if way == "limited":
            safe = f"{self.words.builtin('abs')}({part})"
            name, _, rest = d.pick(_LIMITED).partition("(")
            return self.words.np(name) + "(" + rest.format(safe)
        if way == "math" and self.words.math:
            return f"math.{d.pick(['sin', 'cos', 'exp', 'tanh', 'erf', 'atan'])}({part})"
        other = self.scalar(s, depth - 1)
        if way == "two":
            return f"{self.words.np(d.pick(_TWO))}({part}, {other})"
        name = d.pick(["max", "min", "abs", "float"])
        if name == "abs" or (name == "float" and "float" not in self.words.hidden):
            return f"{self.words.builtin(name)}({part})"
        name = self.words.builtin("max" if name == "float" else name)
        return f"{name}({part}, {other})"

    def reduction(self, s: Scope, depth: int) -> str:
        d = self.draw
        v = d.pick(s.arrays())
        text = v.name if d.chance(0.6) else f"{v.name} {d.pick('+*')} {self.leaf(s)}"
        if len(v.dims) == 1 and s.loops and d.chance(0.35):
            text = f"{v.name}[{self.moving_slice(s, v.dims[0])[0]}]"
            kind = d.pick(["sum", "sum", "dot"])
            return f"{self.words.np(kind)}({', '.join([text] * (2 if kind == 'dot' else 1))})"
        kind = d.weighted([("sum", 6), ("mean", 2), ("max", 1), ("min", 1), ("prod", 0.6),
                           ("dot", 1), ("norm", 0.5), ("var", 0.5), ("std", 0.3)])  # fmt: skip
        if kind == "dot":
            return f"{self.words.np(d.pick(['sum', 'mean']))}({v.name} * {v.name})"
        if kind == "norm":
            return f"{self.words.prefix}linalg.norm({text})"
        if text == v.name and d.chance(0.4):
            return f"{v.name}.{kind}()"
        if kind == "sum" and len(v.dims) == 1 and d.chance(0.2) and "sum" not in self.words.hidden:
            return f"sum({text})"
        return f"{self.words.np(kind)}({text})"

    def conditional(self, s: Scope, depth: int) -> str:
        text = (
            f"{self.scalar(s, depth - 1)} if {self.boolean(s, depth - 1)}"
            f" else {self.scalar(s, depth - 1)}"
        )
        return f"({text})"

    def choice_of_operands(self, s: Scope, depth: int) -> str:
        """`and` and `or` hand on an operand."""
        d = self.draw
        parts = [self.leaf(s) for _ in range(d.weighted([(2, 5), (3, 1)]))]
        if d.chance(0.2):
            parts[0] = f"not {parts[0]}"
        text = parts[0]
        for part in parts[1:]:
            text += f" {d.pick(['and', 'or'])} {part}"
        return f"({text})"

    def powers(self, s: Scope, depth: int) -> str:
        d, base = self.draw, self.scalar(s, depth - 1)
        exponent = d.weighted([
            ("2", 6), ("3", 2), ("-1", 1), ("-2", 1), ("0", 0.4), ("0.5", 1), ("1.5", 1),
            ("-0.5", 0.5), (self.integer(s, 0), 1), ("2.0", 0.6), ("1", 0.3), ("2**2", 0.2),
        ])  # fmt: skip
        if exponent in ("0.5", "1.5", "-0.5"):
            base = f"({self.words.builtin('abs')}({base}) + 0.1)"
        elif exponent not in ("2", "3", "0", "1") and d.chance(0.7):
            base = f"(1.3 + {base})"
        else:
            base = base if d.chance(0.25) else f"({base})"
        return f"{base}**{exponent}"

    def quotient(self, s: Scope, depth: int) -> str:
        d, top, bottom = self.draw, self.scalar(s, depth - 1), self.scalar(s, depth - 1)
        safe = d.pick([f"(1.5 + {self.words.builtin('abs')}({bottom}))", f"(2 + ({bottom})**2)"])
        sign = d.weighted([("/", 8), ("%", 0.5), ("//", 0.4)])
        return f"{top} {sign} {safe}" if d.chance(0.5) else f"({top}) {sign} {safe}"

    def odd(self, s: Scope, depth: int) -> str:
        """What is easy to get wrong about types: booleans and integers in arithmetic."""
        d = self.draw
        return d.pick([
            f"({self.boolean(s, 0)}) * {self.scalar(s, depth - 1)}",
            f"{self.integer(s, 1)} / {d.between(2, 5)}",
            f"int({self.leaf(s)}) * {self.leaf(s)}",
            f"{self.words.np('floor')}({self.leaf(s)}) + {self.leaf(s)}",
            f"{self.words.np('where')}({self.boolean(s, 0)}, {self.leaf(s)}, {self.leaf(s)})",
            f"{self.words.np('clip')}({self.leaf(s)}, {-d.between(0, 5) / 10}, {self.constant()})",
            f"{self.words.np('sign')}({self.leaf(s)}) * {self.leaf(s)}",
            f"({self.leaf(s)}, {self.leaf(s)})[{d.pick([0, 1, -1])}]",
            f"{self.integer(s, 1)} * {self.leaf(s)}",
            f"{self.words.np('float64')}({self.leaf(s)})",
            f"{self.words.np('float32')}({self.constant()}) * {self.leaf(s)}",
        ])  # fmt: skip

    # -- calls -------------------------------------------------------------------------------------

    def call(self, s: Scope, depth: int) -> str:
        usable = [h for h in self.helpers if h.returns == "f" and not h.changes]
        if not usable:
            return self.leaf(s)
        return self.call_of(self.draw.pick(usable), s, depth) or self.leaf(s)

    def call_of(self, helper: Helper, s: Scope, depth: int) -> str:
        """A call with positional, keyword and default arguments; "" where no vector is at hand."""
        d, arguments = self.draw, []
        count = len(helper.parameters) - (d.between(0, helper.defaults))
        keywords = False
        for k, (name, kind) in enumerate(helper.parameters[:count]):
            text = self.scalar(s, depth - 1) if kind == "f" else self.vector(s)
            if not text:
                return ""
            keywords = keywords or (k > 0 and d.chance(0.2))
            arguments.append(f"{name}={text}" if keywords else text)
        return f"{helper.name}({', '.join(arguments)})"

    def vector(self, s: Scope) -> str:
        """A vector that a helper may change: a variable, or a view of one."""
        lines = s.arrays(lambda dims: len(dims) == 1)
        tables = s.arrays(lambda dims: len(dims) == 2)
        if not lines and not tables:
            return ""
        v = self.draw.pick(lines or tables)
        if tables and self.draw.chance(0.3):
            v = self.draw.pick(tables)
        if len(v.dims) == 2:
            return self.draw.pick([f"{v.name}[0]", f"{v.name}[:, -1]", f"{v.name}.T[0]"])
        return v.name + self.draw.weighted([("", 6), ("[1:]", 1), ("[:-1]", 1), ("[::-1]", 1),
                                            ("[::2]", 1)])  # fmt: skip

    # -- integers and subscripts -------------------------------------------------------------------

    def integer(self, s: Scope, depth: int) -> str:
        d, held = self.draw, s.of("i")
        if depth <= 0 or d.chance(0.4):
            ways = [(str(d.between(-1, 3)), 2.0)]
            ways += [(v.name, 3.0) for v in held]
            ways += [(t, 0.7) for v in s.arrays() for t in self.lengths(s, v.dims[0])[:2]]
            return d.weighted(ways)
        a, b = self.integer(s, depth - 1), self.integer(s, depth - 1)
        return d.weighted([
            (f"{a} + {b}", 3), (f"({a} - {b})", 3), (f"{a} * {b}", 1), (f"({a}) // 2", 1),
            (f"({a}) % 3", 1), (f"-{a}", 1), (f"abs({a})" if "abs" not in self.words.hidden
             else a, 1), (f"({a}) % -2", 0.3), (f"({a})**2", 0.5),
            (f"min({a}, {b})" if "min" not in self.words.hidden else a, 0.5),
        ])  # fmt: skip

    def lengths(self, s: Scope, dim: Dim) -> list[str]:
        found = s.extents(dim)
        return [t for t in found if "len(" not in t or "len" not in self.words.hidden]

    def subscript(self, s: Scope, dim: Dim) -> str:
        """An index of an axis; mostly inside it."""
        d = self.draw
        ways: list[tuple[str, float]] = [("0", 1.0), ("-1", 1.0)]
        held = [v for v in s.of("i") if not v.data]
        tables = s.tables(dim)
        if tables and d.chance(0.35):
            return f"{d.pick(tables).name}[{self.subscript(s, dim._replace(off=0))}]"
        ways += [("1", 0.3)] if dim.size else [(str(d.between(0, max(dim.off - 1, 0))), 1.0)]
        for v in held:
            ways += [(t, 3.0) for t in self.shifted(v, dim)]
        lengths = self.lengths(s, dim)
        if lengths:
            n = d.pick(lengths)
            ways.append((f"{n} - 1", 0.4))
            ways += [(f"({v.name}{d.pick([' + 1', ' + 2', ' - 1', '*2'])}) % {_atom(n)}", 0.6)
                     for v in held]  # fmt: skip
            ways += [(f"min({v.name} + 1, {n} - 1)", 0.4) for v in held
                     if v.below and "min" not in self.words.hidden]  # fmt: skip
        return d.weighted(ways)

    def moving_slice(self, s: Scope, dim: Dim) -> tuple[str, str]:
        """A slice whose ends move with loops, and another one of the same length."""
        d, held = self.draw, [v.name for v in s.of("i") if not v.data and v.below]
        if not held:
            return "1:", ":-1"
        v, k = d.pick(held), d.between(1, 2)
        ways = [(f"{v}:", f":-{v}" if d.chance(0.2) else f"{v}:"), (f":{v}", f":{v}"),
                (f"{v}:{v} + {k}", f"{v}:{v} + {k}"), (f"{v} + 1:", f"{v} + 1:"),
                (f":{v} + 1", f"{v}::-1"), (f"{v} - 1:{v} + 1", f"{v}:{v} + 2")]  # fmt: skip
        n = d.pick(self.lengths(s, dim) or ["4"])
        if not {"min", "max"} & self.words.hidden:
            ways.append((f"max(0, {v} - {k}):min({n}, {v} + {k})",) * 2)
        if len(held) > 1:
            ways.append((f"{held[0]}:{held[1]}",) * 2)
        return d.pick(ways)

    def shifted(self, v: Variable, dim: Dim) -> list[str]:
        """A loop's variable, shifted as far as it stays inside the axis (or, now and then, out of
        it at the lower end, where Python counts from the other one)."""
        if v.below is None or v.below.size != dim.size or v.below.step != dim.step:
            return []
        spare = v.high + dim.off - v.below.off  # v <= extent - 1 - spare
        found = [f"{v.name} + {k}" for k in (1, 2) if k <= spare]
        found += [f"{v.name} - {k}" for k in (1, 2) if k <= v.low and spare >= -k]
        if spare >= 0:
            found += [v.name, v.name]
            found += [f"-1 - {v.name}", f"~{v.name}"] * self.draw.chance(0.4)
            found += [f"{v.name} - 1"] * self.draw.chance(0.25)
        return found

    # -- booleans ----------------------------------------------------------------------------------

    def boolean(self, s: Scope, depth: int) -> str:
        d = self.draw
        a, b, c = (self.scalar(s, min(depth, 1)) for _ in range(3))
        sign = d.pick(["<", ">", "<=", ">=", "<", ">"])
        whole = [self.integer(s, k) for k in (1, 0, 1, 0, 0)]
        simple = [(f"{a} {sign} {b}", 5.0), (f"{whole[0]} {sign} {whole[1]}", 1.5),
                  (f"{a} {sign} {b} {d.pick(['<', '>', '!='])} {c}", 1.2),
                  (f"{whole[2]} % 2 == {d.between(0, 1)}", 1.0),
                  (f"{whole[3]} {d.pick(['==', '!='])} {whole[4]}", 0.6)]  # fmt: skip
        simple += [(v.name, 0.7) for v in s.of("b")]
        simple += [(v.name, 0.3) for v in s.of("i", "f")]
        if depth <= 0:
            return d.weighted(simple)
        first = d.weighted(simple)
        other = self.boolean(s, depth - 1)
        return d.weighted([
            (first, 5), (f"{first} and {other}", 1), (f"{first} or {other}", 1),
            (f"not ({first})", 0.7), (f"not {first} or {other} and {first}", 0.4),
            (f"({first}) == ({other})", 0.2), (f"bool({self.leaf(s)})", 0.2),
        ])  # fmt: skip


def _atom(text: str) -> str:
    return f"({text})" if " " in text else text
