"""Random modules: imports, constants, helpers, and one function to differentiate."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tests.textfuzz.python.arrays import Arrays
from tests.textfuzz.python.held import Held, module_array
from tests.textfuzz.python.known_lists import KnownLists
from tests.textfuzz.python.masks import Masks
from tests.textfuzz.python.objects import ClassText, Objects, class_text
from tests.textfuzz.python.program import Argument, PythonProgram
from tests.textfuzz.python.scope import Dim, Dims, Draw, Scope, Variable
from tests.textfuzz.python.selections import Selections
from tests.textfuzz.python.statements import Kind, Statements
from tests.textfuzz.python.values import Helper
from tests.textfuzz.python.vocabulary import Vocabulary

_N, _M = Dim("N"), Dim("M")
_SHAPES: tuple[tuple[Dims, float], ...] = (
    ((_N,), 8), ((_M,), 2), ((_N, _M), 4), ((_N, _N), 2), ((_M, _N), 1), ((Dim("", 3),), 1),
    ((Dim("N", 1),), 0.7), ((Dim("", 2), _N), 0.7), ((_N, Dim("", 3)), 0.5),
)  # fmt: skip


def generate(seed: int) -> PythonProgram:
    return _Module(seed).program()


class _Module:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.draw = Draw(seed)
        self.words = Vocabulary.drawn(self.draw)
        self.values = Arrays(self.draw, self.words)
        self.top: list[str] = []
        self.outer = Scope()
        self.made: ClassText | None = None
        self.name = f"f{seed}"

    def program(self) -> PythonProgram:
        d = self.draw
        self.constants()
        for _ in range(d.weighted([(0, 5), (1, 3), (2, 1)])):
            self.helper()
        if self.seed % 10 == 5:
            self.words.header += ["import copy", "import dataclasses"]
            lines, self.made = class_text(self.draw, self.words)
            self.top += ["", "", *lines]
        arguments, scope = self.arguments()
        body = self.function(scope)
        source = "\n".join([*self.words.header, "", *self.top, "", *self.head(arguments), *body])
        sizes = {"N": d.between(3, 6), "M": d.between(2, 5), **self.integers(arguments)}
        small = (d.between(0, 2), d.between(0, 2)), (d.between(1, 2), d.between(3, 7))
        edges = [{"N": n, "M": m, **self.integers(arguments)} for n, m in small]
        used = {n for a in arguments for e in a.extents for n in ("N", "M") if n in e}
        used |= {a.name for a in arguments if a.dtype == "int64" and not a.extents}
        kept = [tuple((n, v) for n, v in e.items() if n in used) for e in (sizes, *edges)]
        return PythonProgram(
            self.seed, source + "\n", self.name, tuple(arguments), kept[0], tuple(kept[1:])
        )

    def integers(self, arguments: list[Argument]) -> dict[str, int]:
        held = [a.name for a in arguments if a.dtype == "int64" and not a.extents]
        return {name: self.draw.between(0, 4) for name in held}

    # -- the module --------------------------------------------------------------------------------

    def constants(self) -> None:
        d = self.draw
        for _ in range(d.weighted([(0, 5), (1, 3), (2, 1)])):
            name = d.pick([n for n in ("G", "DT", "K", "EPS", "Q", "alpha", "n1", "W")
                           if n not in self.words.taken])  # fmt: skip
            self.words.taken.add(name)
            kind = d.weighted([("f", 4), ("i", 2), ("big", 2)])
            text = {"f": self.values.constant, "i": lambda: str(d.between(0, 3)),
                    "big": self.values.big}[kind]()  # fmt: skip
            note = d.weighted([("", 8), (": float", 0.6)]) if kind == "f" else ""
            self.top.append(f"{name}{note} = {text}")
            self.outer.add(Variable(name, "i" if kind == "i" else "f", free=False))
        if self.seed % 5 == 2 and d.chance(0.6):
            name = self.free(("COEF", "TAB", "stencil", "B0"))
            text, dims = module_array(d, self.values)
            self.top.append(f"{name} = {text}")
            self.outer.add(Variable(name, "c", dims, free=False))
        if d.chance(0.06):
            alias, of = d.pick([("sum", "sum"), ("max", "maximum"), ("abs", "sin"), ("sq", "sqrt"),
                                ("min", "minimum"), ("pw", "power")])  # fmt: skip
            if alias not in self.words.taken:
                self.top.append(f"{alias} = {self.words.np(of)}")
                self.words.taken.add(alias)

    def helper(self) -> None:
        """A function with a few lines of its own, that may change a vector."""
        d = self.draw
        name = self.free(("step", "flux", "blend", "scale", "norm", "g1", "max", "clip", "update"))
        kinds = [d.weighted([("f", 3), ("a", 3)]) for _ in range(d.between(1, 3))]
        names = d.random.sample(("x", "y", "p", "v", "w", "dt", "k", "n"), len(kinds))
        defaults = 0
        while defaults < len(kinds) - 1 and kinds[-1 - defaults] == "f" and d.chance(0.4):
            defaults += 1
        changes = "a" in kinds and d.chance(0.5)
        returns = d.weighted([("f", 4), ("t", 1), ("", 2 if changes else 0),
                              ("a", 2 if "a" in kinds and not changes else 0)])  # fmt: skip
        scope = Scope(dict(self.outer.variables))
        line = Dim("L")
        for n, kind in zip(names, kinds, strict=True):
            scope.add(Variable(n, kind, (line,) if kind == "a" else ()))
        words = replace(self.words, hidden=set(self.words.hidden),
                        taken=self.words.taken | set(names))  # fmt: skip
        body = Statements(d, Arrays(d, words))
        if changes:
            vector = d.pick([v for v in scope.arrays() if v.dims == (line,)])
            body.emit(scope, f"{vector.name}[:] = {body.values.array(scope, (line,), 1)}"
                      if d.chance(0.5) else
                      f"{vector.name} *= {body.values.scalar(scope, 1)}")  # fmt: skip
        if d.chance(0.4):
            body.early, body.result = returns == "f", "f"
            body.statement(scope)
        result = {"f": lambda: body.values.scalar(scope, 2), "": lambda: "",
                  "a": lambda: body.values.array(scope, (line,), 2),
                  "t": lambda: ", ".join(body.values.scalar(scope, 1) for _ in "12")}  # fmt: skip
        text = result[returns]()
        if text or not body.lines:
            body.emit(scope, f"return {text}".rstrip())
        parameters = [
            f"{n}={d.between(1, 9) / 10}" if k >= len(names) - defaults else n
            for k, n in enumerate(names)
        ]
        self.top += ["", "", f"def {name}({', '.join(parameters)}):", *body.lines, ""]
        self.values.helpers.append(
            Helper(name, tuple(zip(names, kinds, strict=True)), returns, defaults, changes)
        )

    def free(self, names: tuple[str, ...]) -> str:
        name = self.draw.pick([n for n in names if n not in self.words.taken])
        self.words.taken.add(name)
        if name == "max":
            self.words.hidden.add(name)
        return name

    # -- the function ------------------------------------------------------------------------------

    def arguments(self) -> tuple[list[Argument], Scope]:
        d, scope, found = self.draw, Scope(dict(self.outer.variables)), []
        for k in range(d.weighted([(1, 4), (2, 4), (3, 1)])):
            dims = d.weighted(_SHAPES) if k else d.weighted(_SHAPES[:6])
            name = self.words.fresh() if d.chance(0.3) else self.free(("x", "A", "B", "u0", "X"))
            dtype = d.weighted([("float64", 12), ("float32", 1)])
            found.append(Argument(name, dtype, tuple(_extent(dim) for dim in dims)))
            scope.add(Variable(name, "a", dims, dtype))
        for _ in range(d.weighted([(0, 5), (1, 4), (2, 1)])):
            name = self.words.fresh()
            found.append(Argument(name, "float64"))
            scope.add(Variable(name, "f"))
        if d.chance(0.45):
            name = self.free(("n", "steps", "T", "m0", "it"))
            found.append(Argument(name, "int64"))
            scope.add(Variable(name, "i", free=False))
        if self.seed % 5 == 4:
            for dim in d.random.sample([_N, _M], d.between(1, 2)):
                name = self.free(("idx", "perm", "to", "left"))
                found.append(Argument(name, "int64", (_extent(dim),)))
                scope.add(Variable(name, "t", (dim,)))
        d.random.shuffle(found)
        return found, scope

    def head(self, arguments: list[Argument]) -> list[str]:
        texts = []
        for a in arguments:
            plain = {"float64": "float", "int64": "int"}.get(a.dtype, a.dtype)
            note = f'"{a.dtype}[{", ".join(a.extents)}]"' if a.extents else f'"{plain}"'
            texts.append(f"{a.name}: {note}")
        return ["", f"def {self.name}({', '.join(texts)}):"]

    def function(self, scope: Scope) -> list[str]:
        d = self.draw
        body = Statements(d, self.values, more=self.kinds())
        for kind, _ in body.more:
            own = kind(d, self.values, body.emit)
            if isinstance(own, (Objects, Selections)):  # what most else goes on with
                own.begin(scope)
        shape = d.weighted([("f", 5), ("a", 2), ("", 1.5), ("ff", 1), ("af", 0.7)])
        if shape in ("f", "ff", ""):
            body.early, body.result = d.chance(0.25), shape
        body.body(scope, d.weighted([(1, 1), (2, 3), (3, 4), (4, 3), (5, 2), (6, 1)]))
        texts = [self.returned(body, scope, kind) for kind in shape]
        if texts:
            body.emit(scope, f"return {', '.join(texts)}")
        return body.lines

    def kinds(self) -> tuple[tuple[Kind, float], ...]:
        """What a program's seed has among its statements besides the usual."""
        if self.made:
            return ((partial(Objects, made=self.made), 2),)
        by_seed: dict[int, tuple[Kind, float]] = {
            2: (Held, 1), 7: (Held, 1), 3: (Masks, 1), 8: (Masks, 1), 6: (Selections, 3),
            4: (KnownLists, 1), 9: (KnownLists, 1),
        }  # fmt: skip
        return tuple(by_seed[n] for n in [self.seed % 10] if n in by_seed)

    def returned(self, body: Statements, scope: Scope, kind: str) -> str:
        d, values = self.draw, body.values
        arrays = scope.arrays()
        if kind == "a" and arrays:
            v = d.pick(arrays)
            return v.name if d.chance(0.6) else values.array(scope, v.dims, 2)
        own = [v.name for v in scope.of("f") if v.name not in self.outer.variables]
        fields = [n for n in own if "." in n]
        selected = scope.of("s")
        if selected and d.chance(0.6):
            return f"{values.words.np('sum')}({d.pick(selected).name})" + (
                f" + {d.pick(own)}" if own else ""
            )
        if fields and d.chance(0.7):
            return " + ".join(d.random.sample(fields, min(len(fields), 3)))
        if d.chance(0.35):
            return values.scalar(scope, 2)
        terms = d.random.sample(own, min(len(own), 2))
        terms += [d.pick([f"{values.words.np('sum')}({v.name} * {v.name})",
                          f"{values.words.np('sum')}({v.name})", values.element(scope, v)])
                  for v in d.random.sample(arrays, min(len(arrays), 2))]  # fmt: skip
        return " + ".join(terms) if terms else values.scalar(scope, 2)


def _extent(dim: Dim) -> str:
    if not dim.size:
        return str(dim.off)
    return f"{dim.size} + {dim.off}" if dim.off else dim.size
