"""Random planned programs in the IR's text, full of what rewriting and scheduling passes look for.

Loops over rows, columns and shifted, mirrored or triangular parts; products; sums into neighbours;
adjoints that begin, are added to and set to zero again; temporaries; choices and branches.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from tests.emit.native import inputs_for, parsed

#: Wide enough for every subscript below at any size.
EXTENT = "2*N + 4"
SIZES = (0, 1, 2, 3, 5)
GIVEN_VECTORS, GIVEN_MATRICES = ("x", "y"), ("X", "Y")
VECTORS, MATRICES, SCALARS = ("z", "t", "u"), ("Z", "T", "U"), ("a", "s")
HEAD = f"""\
program p(N: size, x: array, y: array, a: scalar, X: array, Y: array, z: array, Z: array)
input x: float64[{EXTENT}]
input y: float64[{EXTENT}]
inout a: float64
input X: float64[{EXTENT}, {EXTENT}]
input Y: float64[{EXTENT}, {EXTENT}]
inout z: float64[{EXTENT}]
inout Z: float64[{EXTENT}, {EXTENT}]
local s: float64
local t: float64[{EXTENT}]
local u: float64[{EXTENT}]
local T: float64[{EXTENT}, {EXTENT}]
local U: float64[{EXTENT}, {EXTENT}]

"""
#: What every local holds before the first random statement, and what of it callers see later.
FIRST = f"""\
S1: s = x[0]
S2: t[i] = y[i] for i in 0:{EXTENT}
S3: u[i] = {{u}} for i in 0:{EXTENT}
S4: T[i, j] = X[i, j] for i in 0:{EXTENT}, j in 0:{EXTENT}
S5: U[i, j] = {{U}} for i in 0:{EXTENT}, j in 0:{EXTENT}
"""
LAST = f"""\
S90: z[i] += t[i]*0.5 + u[i]*0.25 for i in 0:{EXTENT}
S91: Z[i, j] += T[i, j]*0.5 + U[i, j]*0.25 for i in 0:{EXTENT}, j in 0:{EXTENT}
S92: a += s
"""


@dataclass
class _Writer:
    rng: random.Random
    lines: list[str] = field(default_factory=list)
    #: The variables of the loops around.
    around: list[str] = field(default_factory=list)
    number: int = 9
    branches: bool = True

    def put(self, text: str, *, label: bool = True) -> None:
        if label:
            self.number += 1
            text = f"S{self.number}: {text}"
        self.lines.append("    " * len(self.around) + text)

    # -- subscripts --------------------------------------------------------------------------------

    def position(self, variables: list[str]) -> str:
        """One subscript of `variables` or of none."""
        var = self.rng.choice([*variables, *variables, *variables, "1"])
        if var == "1":
            return self.rng.choice(("0", "1", "N"))
        forms = ("{}", "{}", "{}", "{} + 1", "{} + 2", "N - {}")
        return self.rng.choice(forms).format(var)

    def vector(self, variables: list[str], names: tuple[str, ...]) -> str:
        return f"{self.rng.choice(names)}[{self.position(variables)}]"

    def matrix(self, variables: list[str], names: tuple[str, ...]) -> str:
        positions = f"{self.position(variables)}, {self.position(variables)}"
        return f"{self.rng.choice(names)}[{positions}]"

    def read(self, variables: list[str]) -> str:
        kind = self.rng.random()
        if kind < 0.12:
            return self.rng.choice(SCALARS)
        if kind < 0.55:
            return self.vector(variables, GIVEN_VECTORS + VECTORS)
        return self.matrix(variables, GIVEN_MATRICES + MATRICES)

    def value(self, variables: list[str]) -> str:
        a, b, c = (self.read(variables) for _ in range(3))
        forms = (
            "{a}*{b}", "sin({a})", "{a}*0.5 + {b}*0.25", "-{a}", "{a}", "0.0",
            "{a}/(2.5 + {b}*{b})", "where({a} > 0.1, {b}, {c}*0.5)", "cos({a})*{b}",
            "({a} - {b})*{c}", "exp({a}*0.1)*{b}",
        )  # fmt: skip
        return self.rng.choice(forms).format(a=a, b=b, c=c)

    def bounds(self) -> str:
        choices = ["0:N", "0:N", "0:N", "1:N", "1:N + 1"]
        for var in self.around:
            choices += [f"0:{var}", f"{var}:N", f"{var} + 1:N", f"0:{var} + 1"]
        return self.rng.choice(choices)

    # -- statements --------------------------------------------------------------------------------

    def element(self) -> None:
        around = self.around
        targets = [*SCALARS, *(self.vector(around, VECTORS) for _ in range(3)),
                   self.matrix(around, MATRICES)]  # fmt: skip
        how = self.rng.choice(("=", "+="))
        self.put(f"{self.rng.choice(targets)} {how} {self.value(around)}")

    def row(self) -> None:
        target = self.rng.choice((
            "{v}[i]", "{v}[i + 1]", "{v}[N - i]", "{m}[i, {k}]", "{m}[{k}, i]", "{m}[i, i]",
        )).format(v=self.rng.choice(VECTORS), m=self.rng.choice(MATRICES),
                 k=self.position(self.around))  # fmt: skip
        how, bounds = self.rng.choice(("=", "+=", "+=")), self.bounds()
        self.put(f"{target} {how} {self.value(['i', *self.around])} for i in {bounds}")

    def area(self) -> None:
        name = self.rng.choice(MATRICES)
        target = self.rng.choice(("i, j", "i, j", "i, j", "j, i", "i + 1, j", "i, j + 2"))
        how = self.rng.choice(("=", "+="))
        inner = self.rng.choice((self.bounds(), self.bounds(), "0:i", "i:N", "i + 1:N"))
        value = self.value(["i", "j", *self.around])
        self.put(f"{name}[{target}] {how} {value} for i in {self.bounds()}, j in {inner}")

    def sum(self) -> None:
        around = self.around
        targets = (*SCALARS, self.vector(around, VECTORS), self.matrix(around, MATRICES))
        value = self.value(["i", *around])
        self.put(f"{self.rng.choice(targets)} += {value} for i in {self.bounds()}")

    def product(self) -> None:
        to = self.rng.choice(MATRICES)
        one, two = (self.rng.choice(tuple({*GIVEN_MATRICES, *MATRICES} - {to})) for _ in "ab")
        first, second = self.rng.choice(("i, k9", "k9, i")), self.rng.choice(("k9, j", "j, k9"))
        inner = self.rng.choice(("0:N", "0:N", "0:i + 1", "i:N"))
        where = f"i in 0:N, j in {self.rng.choice(('0:N', inner))}, k9 in {inner}"
        if self.rng.random() < 0.4:
            self.put(f"{to}[i, j] = 0.0 for i in 0:N, j in 0:N")
        self.put(f"{to}[i, j] += {one}[{first}]*{two}[{second}] for {where}")

    def stencil(self) -> None:
        """Sums of one source line into neighbours."""
        name = self.rng.choice(VECTORS)
        bounds, self.number = self.rng.choice(("1:N", "1:N + 1", "2:N")), self.number + 1
        if self.rng.random() < 0.4:
            self.put(f"S{self.number}z: {name}[i] = 0.0 for i in 0:{EXTENT}", label=False)
        others = tuple({*VECTORS, *GIVEN_VECTORS} - {name})
        for k in range(self.rng.randint(2, 4)):
            to = self.rng.choice(("i", "i + 1", "i - 1", "i + 2"))
            label = f"S{self.number}{'abcd'[k]}"
            value = f"{self.vector(['i'], others)}*{self.rng.choice(('0.5', 'y[i]', 'a'))}"
            self.put(f"{label}: {name}[{to}] += {value} for i in {bounds}", label=False)

    def zeros(self) -> None:
        if self.rng.random() < 0.5:
            self.put(f"{self.rng.choice(VECTORS)}[i] = 0.0 for i in 0:{EXTENT}")
        else:
            where = f"i in 0:{EXTENT}, j in 0:{EXTENT}"
            self.put(f"{self.rng.choice(MATRICES)}[i, j] = 0.0 for {where}")

    def adjoint(self) -> None:
        """An array that begins, with others of its line, and is read by products further down."""
        to, of = self.rng.sample(MATRICES, 2)
        other = self.rng.choice(MATRICES)
        value = self.rng.choice(("cos({o}[i, j])", "{o}[i, j]*{p}[i, j]", "{o}[i, j]"))
        text = value.format(o=of, p=other if other != to else of)
        self.put(f"{to}[i, j] = {text} for i in 0:{EXTENT}, j in 0:{EXTENT}")

    def turning(self) -> None:
        """A loop whose iterations end with zeros, as those of a reverse sweep over time do."""
        name = self.rng.choice(VECTORS)
        where = self.rng.choice((f"0:{EXTENT}", "1:N", "1:N + 1"))
        if self.rng.random() < 0.8:
            self.put(f"{name}[i] = 0.0 for i in 0:{EXTENT}")
        self.loop()
        if self.rng.random() < 0.5:
            value = f"{name}[i]*{self.vector(['i'], GIVEN_VECTORS)}"
            to = self.rng.choice([v for v in VECTORS if v != name])
            self.put(f"    {to}[i] += {value} for i in 1:N", label=False)
            self.number += 1
            self.lines[-1] = f"    S{self.number}: {self.lines[-1].strip()}"
        self.put(f"    {name}[i] = 0.0 for i in {where}", label=False)
        self.number += 1
        self.lines[-1] = f"    S{self.number}: {self.lines[-1].strip()}"

    def branch(self) -> None:
        test = f"{self.rng.choice(('a', 's', 'x[1]', 'z[0]'))} > {self.rng.choice(('0.1', '0.6'))}"
        self.put(f"B{self.number}: if {test}:", label=False)
        self.around.append("")
        count = len(self.lines)
        self.around.pop()
        self.inside(self.rng.randint(1, 2))
        assert len(self.lines) > count
        self.number += 1

    def loop(self) -> None:
        var = "kmn"[len(self.around)]
        spans = ["0, N", "0, N", "1, N", "N, 0, -1", "0, 3"]
        spans += [f"0, {v}" for v in self.around] + [f"{v} + 1, N" for v in self.around]
        back = self.rng.choice(("", " backwards"))
        self.put(f"for {var} in range({self.rng.choice(spans)}){back}:", label=False)
        self.around.append(var)
        for _ in range(self.rng.randint(1, 5 - len(self.around))):
            self.statement()
        self.around.pop()

    def inside(self, count: int) -> None:
        """Statements one step further in, with no further variable."""
        before = len(self.lines)
        for _ in range(count):
            self.rng.choice((self.element, self.row, self.sum))()
        self.lines[before:] = ["    " + line for line in self.lines[before:]]

    def statement(self) -> None:
        kinds = [self.element, self.row, self.row, self.area, self.sum, self.product, self.stencil,
                 self.zeros, self.adjoint]  # fmt: skip
        kinds += [self.branch] * self.branches
        if not self.around:
            kinds += [self.loop] * 4 + [self.product, self.adjoint, self.turning]
        elif len(self.around) < 2:
            kinds += [self.loop]
        self.rng.choice(kinds)()


def text(seed: int) -> str:
    """The text of the program of `seed`, which may break rules that statements have to keep."""
    rng = random.Random(seed)
    writer = _Writer(rng, branches=rng.random() < 0.3)
    for _ in range(rng.randint(2, 6)):
        writer.statement()
    first = FIRST.format(u=rng.choice(("0.0", "x[i]")), U=rng.choice(("0.0", "Y[i, j]")))
    return HEAD + first + "\n".join(writer.lines) + "\n" + LAST


def drawn(seed: int) -> Program | None:
    """The program of `seed`; None where it breaks a rule."""
    program = parsed(text(seed), f"p{seed}")
    try:
        verified(program, "planned")
        for n in SIZES:
            run(program, {"N": n}, inputs_for(program, {"N": n}))
    except Exception:  # whatever the verifier or the interpreter says of it
        return None
    return program


def elements(program: Program, n: int) -> int:
    """How many elements the arguments have at size `n`."""
    return sum(
        evaluate(e, {"N": n})
        for c in program.containers
        for e in c.shape
        if c.name in program.passed
    )
