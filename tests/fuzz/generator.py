"""Random kernels: the subset's statements, nested and in place, over two sizes and a step count."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.fuzz.scope import EXTENT, Dim, Dims, Scope, Variable, shape_text
from tests.fuzz.values import Values
from tests.proof.cases import Case

N, M, T = Dim("N"), Dim("M"), Dim("T")
SIZES = {"N": 6, "M": 5, "T": 4}
EDGES = ({"N": 3, "M": 4, "T": 1}, {"N": 1, "M": 2, "T": 0}, {"N": 0, "M": 1, "T": 2})
SHAPES: tuple[Dims, ...] = ((N,), (N,), (M,), (N, M), (N, M), (M, N), (N, N), (T,))

HELPERS = {
    "blend": "def blend(p, q):\n    return 0.6 * np.sin(p) + 0.3 * p * q\n",
    "smooth": "def smooth(v):\n    v[1:-1] = 0.5 * (v[:-2] + v[2:]) * v[1:-1]\n",
    "scale": "def scale(v, f):\n    v *= f\n    return np.sum(v * v)\n",
}


class Generator:
    """One program; `lines` grows statement by statement, `scope` follows."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.values = Values(self.rng)
        self.lines: list[str] = []
        self.helpers: set[str] = set()
        self.counter = 0
        self.name = f"f{seed}"
        self.arguments: dict[str, Dims | None] = {}

    def case(self) -> Case:
        scope = self._arguments()
        self.emit(0, f"n = {self._extent_of('N')}")
        self.emit(0, f"m = {self._extent_of('M')}")
        for _ in range(self.rng.randint(3, 6)):
            self.statement(scope, 0)
        of = self._dependents(scope)
        floats = [a for a in self.arguments if a != "T"]
        wrt = tuple(a for a in floats if self.rng.random() < 0.75) or (self.rng.choice(floats),)
        return Case(name=self.name, source=self._source(), wrt=wrt, of=of, sizes=SIZES,
                    edges=EDGES, inputs={a: {"low": 0.1, "high": 1.1} for a in floats})  # fmt: skip

    def _arguments(self) -> Scope:
        shapes = [(N,), (M,), *self.rng.sample(SHAPES, self.rng.randint(1, 3))]
        self.rng.shuffle(shapes)
        scope = Scope()
        for name, dims in zip("ABCDE", shapes, strict=False):
            self.arguments[name] = dims
            scope.arrays[name] = dims
        for name in ("s", "r")[: self.rng.randint(0, 2)]:
            self.arguments[name] = None
            scope.scalars.append(name)
        return scope

    def _extent_of(self, symbol: str) -> str:
        name = next(a for a, dims in self.arguments.items() if dims == (Dim(symbol),))
        return self.rng.choice([f"{name}.shape[0]", f"len({name})"])

    def _source(self) -> str:
        arguments = ["T: int"]
        for name, dims in self.arguments.items():
            kind = f'"float64[{", ".join(d.symbol for d in dims)}]"' if dims else "float"
            arguments.append(f"{name}: {kind}")
        helpers = [HELPERS[h] for h in sorted(self.helpers)]
        head = f"def {self.name}({', '.join(arguments)}):"
        return (
            "\n\n".join(["import numpy as np\n", *helpers, "\n".join([head, *self.lines])]) + "\n"
        )

    def _dependents(self, scope: Scope) -> tuple[str, ...]:
        """Ends the program with a return, or with arguments updated in place."""
        written = sorted(scope.written - scope.rebound)
        if written and self.rng.random() < 0.4:
            return tuple(self.rng.sample(written, min(len(written), self.rng.randint(1, 2))))
        names = [*scope.arrays, *scope.scalars]
        if self.rng.random() < 0.6:
            sums = [f"{self.coefficient_of(f'np.sum({a} * {a})')}" for a in scope.arrays]
            self.emit(0, f"return {' + '.join([*sums, *scope.scalars])}")
        elif self.rng.random() < 0.25 and len(names) > 1:
            self.emit(0, f"return {', '.join(self.rng.sample(names, 2))}")
            return ("return_0", "return_1")
        else:
            self.emit(0, f"return {self.rng.choice(names)}")
        return ("return",)

    def emit(self, level: int, text: str) -> None:
        self.lines.append("    " * (level + 1) + text)

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    def statement(self, scope: Scope, level: int) -> None:
        kinds: list[tuple[Callable[[Scope, int], bool], float]] = [
            (self.update, 6), (self.loop, 4 if level < 2 else 0.5), (self.branch, 1.2),
            (self.accumulate, 1.5), (self.reduction, 1.5), (self.product, 1.5),
            (self.rebind, 0.8), (self.local, 1.2 if level == 0 else 0.4), (self.view, 0.8),
            (self.swap, 0.5), (self.strided, 0.5), (self.call, 0.5), (self.alias, 0.2),
        ]  # fmt: skip
        if scope.branched:  # a name bound to different arrays on different paths is refused
            kinds = [
                k for k in kinds if k[0] not in (self.rebind, self.swap, self.alias, self.view)
            ]
        functions, weights = zip(*kinds, strict=True)
        for _ in range(20):
            if self.rng.choices(functions, weights)[0](scope, level):
                return
        self.emit(level, "pass")

    def body(self, scope: Scope, level: int, count: int) -> None:
        for _ in range(count):
            self.statement(scope, level)

    def touch(self, scope: Scope, name: str) -> None:
        if name in self.arguments and name not in scope.rebound:
            scope.written.add(name)

    def update(self, scope: Scope, level: int) -> bool:
        """An assignment to an element, a slice, a line or a whole array."""
        name = self.rng.choice(list(scope.arrays))
        have = scope.arrays[name]
        dims = self._region(scope, have)
        target = self.values.target(scope, name, dims)
        if not target:
            return False
        self.touch(scope, name)
        value = self.values.expression(scope, dims, self.rng.choice([1, 2, 2]))
        sign = self.rng.choices(["=", "+=", "-=", "*="], [6, 2, 1, 1])[0]
        self.emit(level, f"{target} {sign} {value}")
        return True

    def _region(self, scope: Scope, have: Dims) -> Dims:
        if scope.variables and self.rng.random() < 0.7:
            return have[1:] if len(have) == 2 and self.rng.random() < 0.3 else ()
        dims = have if len(have) == 1 or self.rng.random() < 0.7 else (self.rng.choice(have),)
        return tuple(Dim(d.symbol, d.cut + self.rng.choices([0, 1, 2], [4, 2, 2])[0]) for d in dims)

    def loop(self, scope: Scope, level: int) -> bool:
        inner = scope.inner()
        header, variable = self._range(scope)
        inner.variables.append(variable)
        self.emit(level, f"for {variable.name} in range({header}):")
        self.body(inner, level + 1, self.rng.randint(1, 3))
        return True

    def _range(self, scope: Scope) -> tuple[str, Variable]:
        name = self.fresh("i")
        outer = [v for v in scope.variables if v.symbol != "T"]
        if outer and self.rng.random() < 0.4:
            return self._triangular(name, self.rng.choice(outer))
        symbol = self.rng.choice(["N", "M", "T", "T"] if not scope.variables else ["N", "M", "M"])
        if symbol == "T":
            return self.rng.choice(["T", "T", "1, T"]), Variable(name, "T", 0, 0)
        low, high = self.rng.choice([0, 0, 1, 2]), self.rng.choice([0, 0, 1, 2])
        end = EXTENT[symbol]
        if self.rng.random() < 0.2:
            text = f"{end} - {high + 1}, {low - 1}, -1"
        elif self.rng.random() < 0.12:
            text = f"{low}, {end} - {high}, 2" if high else f"{low}, {end}, 2"
        else:
            stop = f"{end} - {high}" if high else end
            text = f"{low}, {stop}" if low else stop
        return text, Variable(name, symbol, low, high)

    def _triangular(self, name: str, v: Variable) -> tuple[str, Variable]:
        end = EXTENT[v.symbol]
        return self.rng.choice([
            (v.name, Variable(name, v.symbol, 0, v.high + 1)),
            (f"{v.name} + 1", Variable(name, v.symbol, 0, v.high)),
            (f"{v.name} + 1, {end}", Variable(name, v.symbol, v.low + 1, 0)),
            (f"{v.name}, {end}", Variable(name, v.symbol, v.low, 0)),
            (f"{end} - 1, {v.name}, -1", Variable(name, v.symbol, v.low + 1, 0)),
            (f"{v.name} - 1, -1, -1", Variable(name, v.symbol, 0, v.high + 1)),
        ])  # fmt: skip

    def branch(self, scope: Scope, level: int) -> bool:
        self.emit(level, f"if {self.values.condition(scope)}:")
        self.body(scope.inner(branched=True), level + 1, self.rng.randint(1, 2))
        if self.rng.random() < 0.5:
            self.emit(level, "else:")
            self.body(scope.inner(branched=True), level + 1, 1)
        return True

    def accumulate(self, scope: Scope, level: int) -> bool:
        """A scalar set or accumulated, by element or over the loop that follows."""
        if scope.scalars and scope.variables and self.rng.random() < 0.7:
            name = self.rng.choice(scope.scalars)
            sign = self.rng.choices(["+=", "=", "*=", "-="], [5, 3, 1, 1])[0]
            self.emit(level, f"{name} {sign} {self.values.expression(scope, (), 2)}")
            return True
        name = self.fresh("a")
        start = self.rng.choice(["0", "0.0", self.values.expression(scope, (), 1)])
        self.emit(level, f"{name} = {start}")
        scope.scalars.append(name)
        return True

    def reduction(self, scope: Scope, level: int) -> bool:
        name = self.rng.choice(list(scope.arrays))
        dims = scope.arrays[name]
        kind = self.rng.choices(["sum", "mean", "max", "min"], [5, 2, 1, 1])[0]
        value = f"{self.rng.choice(['np.sin(', '('])}{name})" if kind != "max" else name
        new = self.fresh("a" if len(dims) == 1 else "v")
        if len(dims) == 1:
            self.emit(level, f"{new} = 0.2 * np.{kind}({value})")
            scope.scalars.append(new)
        else:
            axis = self.rng.choice([0, 1])
            self.emit(level, f"{new} = 0.2 * np.{kind}({value}, axis={axis - 2 * (axis == 1)})")
            scope.arrays[new] = (dims[1 - axis],)
        return True

    def product(self, scope: Scope, level: int) -> bool:
        """A matrix product into a fresh array or an existing one."""
        matrices = [a for a, d in scope.arrays.items() if len(d) == 2]
        vectors = [a for a, d in scope.arrays.items() if len(d) == 1]
        pairs = [
            (a, b) for a in matrices + vectors for b in matrices + vectors
            if scope.arrays[a][-1] == scope.arrays[b][0]
        ]  # fmt: skip
        if not pairs:
            return False
        a, b = self.rng.choice(pairs)
        dims = scope.arrays[a][:-1] + scope.arrays[b][1:]
        text = self.rng.choice([f"{a} @ {b}", f"np.dot({a}, {b})"])
        same = [n for n, d in scope.arrays.items() if d == dims and dims]
        if same and self.rng.random() < 0.5:
            name = self.rng.choice(same)
            self.touch(scope, name)
            self.emit(level, f"{name}[:] = 0.2 * ({text}) + {self.coefficient_of(name)}")
            return True
        new = self.fresh("v" if dims else "a")
        self.emit(level, f"{new} = 0.2 * ({text})")
        if dims:
            scope.arrays[new] = dims
        else:
            scope.scalars.append(new)
        return True

    def coefficient_of(self, name: str) -> str:
        return f"{self.values.coefficient()} * {name}"

    def rebind(self, scope: Scope, level: int) -> bool:
        name = self.rng.choice(list(scope.arrays))
        value = self.values.expression(scope, scope.arrays[name], 1)
        self.emit(level, f"{name} = {self.coefficient_of(name)} + {value}")
        scope.rebound.add(name)
        return True

    def local(self, scope: Scope, level: int) -> bool:
        dims = self.rng.choice([(N,), (M,), (N, M), (M, N)])
        like = [a for a, d in scope.arrays.items() if d == dims]
        new = self.fresh("w")
        makers = [f"np.zeros({shape_text(dims)})", f"np.ones({shape_text(dims)})"]
        makers += [m.format(self.rng.choice(like)) for m in ("{}.copy()", "np.zeros_like({})",
                                                             "0.5 * {}") if like]  # fmt: skip
        self.emit(level, f"{new} = {self.rng.choice(makers)}")
        scope.arrays[new] = dims
        return True

    def view(self, scope: Scope, level: int) -> bool:
        name = self.rng.choice(list(scope.arrays))
        have = scope.arrays[name]
        cuts = tuple(Dim(d.symbol, d.cut + self.rng.choice([0, 1, 1])) for d in have)
        text = self.values.target(scope, name, cuts)
        if not text or text.endswith("[:]"):
            return False
        new = self.fresh("p")
        if len(have) == 2 and self.rng.random() < 0.3:
            text, cuts = f"{text}.T", cuts[::-1]
        self.emit(level, f"{new} = {text}")
        scope.arrays[new] = cuts
        if name in self.arguments:
            self._write_through(scope, new, name, level)
        return True

    def _write_through(self, scope: Scope, new: str, name: str, level: int) -> None:
        value = self.values.expression(scope, scope.arrays[new], 1)
        self.emit(level, f"{new}[:] = {self.coefficient_of(new)} + {value}")
        self.touch(scope, name)

    def swap(self, scope: Scope, level: int) -> bool:
        names = list(scope.arrays)
        pairs = [
            (a, b) for a in names for b in names if a < b and scope.arrays[a] == scope.arrays[b]
        ]
        if not pairs:
            return False
        a, b = self.rng.choice(pairs)
        self.emit(level, f"{a}, {b} = {b}, {a}")
        scope.rebound |= {a, b}
        return True

    def alias(self, scope: Scope, level: int) -> bool:
        name, new = self.rng.choice(list(scope.arrays)), self.fresh("q")
        self.emit(level, f"{new} = {name}")
        scope.arrays[new] = scope.arrays[name]
        return True

    def strided(self, scope: Scope, level: int) -> bool:
        lines = [a for a, d in scope.arrays.items() if len(d) == 1 and d[0].cut == 0]
        pairs = [(a, b) for a in lines for b in lines if scope.arrays[a] == scope.arrays[b]]
        if not pairs:
            return False
        a, b = self.rng.choice(pairs)
        self.touch(scope, a)
        left, right = self.rng.choice([("::2", "::2"), ("1::2", ":-1:2"), ("1::2", "1::2"),
                                       ("::-2", "::2"), ("::-1", ":"), (":-1", "1:")])  # fmt: skip
        sign = self.rng.choice(["=", "+="])
        self.emit(level, f"{a}[{left}] {sign} 0.4 * np.sin({b}[{right}]) * {b}[{right}]")
        return True

    def call(self, scope: Scope, level: int) -> bool:
        helper = self.rng.choice(sorted(HELPERS))
        self.helpers.add(helper)
        lines = [a for a, d in scope.arrays.items() if len(d) == 1]
        if helper == "blend" or not lines:
            self.helpers.add("blend")
            new = self.fresh("a")
            first, second = (self.values.leaf(scope, ()) for _ in range(2))
            self.emit(level, f"{new} = blend({first}, {second})")
            scope.scalars.append(new)
            return True
        name = self.rng.choice(lines)
        self.touch(scope, name)
        if helper == "smooth":
            self.emit(level, f"smooth({name})")
        else:
            new = self.fresh("a")
            self.emit(level, f"{new} = scale({name}, {self.values.leaf(scope, ())})")
            scope.scalars.append(new)
        return True


def generate(seed: int) -> Case:
    """The program of a seed: always the same one."""
    return Generator(seed).case()
