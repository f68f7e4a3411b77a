"""Random classes, and statements with objects of them: fields that methods and others change,
objects under two names and in lists, properties, operators, base classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.textfuzz.python.arrays import Arrays
from tests.textfuzz.python.scope import Dim, Draw, Scope, Variable
from tests.textfuzz.python.vocabulary import Vocabulary

Emit = Callable[[Scope, str], None]
_LINE = Dim("L")


@dataclass
class ClassText:
    """A class of the module: its fields as "f" (number) or "a" (vector), how `__init__` takes
    them, and the methods of one number by what they return ("f" a number, "" nothing, "o" an
    object of the class)."""

    name: str
    fields: tuple[tuple[str, str], ...]
    #: Whether the last field, a number, has a default.
    default: bool = False
    methods: dict[str, str] = field(default_factory=dict)
    properties: list[str] = field(default_factory=list)
    #: Properties that can be set.
    settable: list[str] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)


def class_text(draw: Draw, words: Vocabulary) -> tuple[list[str], ClassText]:
    """The lines of a class, and what is to be known of it."""
    return _Maker(draw, words).made()


@dataclass
class _Maker:
    draw: Draw
    words: Vocabulary
    lines: list[str] = field(default_factory=list)

    def made(self) -> tuple[list[str], ClassText]:
        d = self.draw
        name = d.pick([n for n in ("Body", "State", "Law", "Cell") if n not in self.words.taken])
        self.words.taken.add(name)
        kinds = ["f", *(d.weighted([("f", 3), ("a", 2)]) for _ in range(d.between(0, 2)))]
        d.random.shuffle(kinds)
        names = d.random.sample(("x", "v", "m", "rate", "state", "size_"), len(kinds))
        fields = tuple(zip(names, kinds, strict=True))
        made = ClassText(name, fields, kinds[-1] == "f" and len(kinds) > 1 and d.chance(0.4))
        self.head(made)
        for _ in range(d.between(1, 3)):
            d.weighted([(self.reads, 4), (self.changes, 5), (self.property_, 2),
                        (self.operator, 2), (self.makes, 1), (self.static, 1)])(made)  # fmt: skip
        if d.chance(0.3):
            made = self.derived(made)
        return self.lines, made

    def emit(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def own(self, made: ClassText, *more: Variable) -> Scope:
        scope = Scope({v.name: v for v in more}, depth=1)
        for name, kind in made.fields:
            scope.add(Variable(f"self.{name}", kind, (_LINE,) if kind == "a" else ()))
        return scope

    def values(self) -> Arrays:
        return Arrays(self.draw, replace(self.words, hidden=set(self.words.hidden)))

    # -- the class and its __init__ ----------------------------------------------------------------

    def head(self, made: ClassText) -> None:
        d = self.draw
        lines = len({kind for _, kind in made.fields}) > 1
        if not lines and d.chance(0.3):
            return self.dataclass_(made)
        self.emit(0, f"class {made.name}:")
        if d.chance(0.3):
            self.emit(1, f"unit = {d.between(1, 30) / 10}")
        taken = [f"{n}_in" if d.chance(0.3) else n for n, _ in made.fields]
        texts = list(taken)
        texts[-1] += f"={d.between(1, 9) / 10}" * made.default
        self.emit(1, f"def __init__(self, {', '.join(texts)}):")
        for (n, kind), given in zip(made.fields, taken, strict=True):
            ways = [(given, 6), (f"{given} * 0.5", 2)]
            ways += [(f"{given}.copy()", 1)] if kind == "a" else [(f"1.0 + {given}**2", 1)]
            self.emit(2, f"self.{n} = {d.weighted(ways)}")
        return None

    def dataclass_(self, made: ClassText) -> None:
        self.emit(0, "@dataclasses.dataclass")
        self.emit(0, f"class {made.name}:")
        for n, _ in made.fields:
            last = made.default and n == made.fields[-1][0]
            self.emit(1, f"{n}: float{' = 0.7' * last}")

    def derived(self, base: ClassText) -> ClassText:
        """A class with `base` as its base, which changes a method or the fields."""
        d = self.draw
        self.lines += ["", ""]
        name = f"{base.name}2"
        self.emit(0, f"class {name}({base.name}):")
        floats = [m for m, kind in base.methods.items() if kind == "f"]
        if floats and d.chance(0.7):
            m = d.pick(floats)
            self.emit(1, f"def {m}(self, y):")
            text = d.pick([f"super().{m}(y) * 0.5", f"{base.name}.{m}(self, y + 0.5)",
                           f"y * {self.number(base)}"])  # fmt: skip
            self.emit(2, f"return {text}")
        elif base.default or d.chance(0.3):
            self.emit(1, f"def more(self, y): return y * {self.number(base)}")
            base.methods["more"] = "f"
        else:
            names = [n for n, _ in base.fields]
            self.emit(1, f"def __init__(self, {', '.join(names)}):")
            self.emit(2, f"super().__init__({', '.join(names)})")
            number = d.pick([n for n, kind in base.fields if kind == "f"])
            self.emit(2, f"self.{number} {d.pick('+*')}= 0.5")
        return replace(base, name=name)

    # -- methods -----------------------------------------------------------------------------------

    def number(self, made: ClassText) -> str:
        return f"self.{self.draw.pick([n for n, kind in made.fields if kind == 'f'])}"

    def fresh(self, made: ClassText, names: tuple[str, ...]) -> str | None:
        held = {*made.methods, *made.properties, *(n for n, _ in made.fields)}
        free = [n for n in names if n not in held]
        return self.draw.pick(free) if free else None

    def reads(self, made: ClassText) -> None:
        name = self.fresh(made, ("energy", "value", "__call__", "at"))
        if name:
            self.emit(1, f"def {name}(self, y):")
            scope = self.own(made, Variable("y", "f"))
            self.emit(2, f"return {self.values().scalar(scope, 2)} + {self.number(made)}")
            made.methods[name] = "f"

    def changes(self, made: ClassText) -> None:
        d, name = self.draw, self.fresh(made, ("step", "update", "push"))
        if not name:
            return
        self.emit(1, f"def {name}(self, y):")
        scope = self.own(made, Variable("y", "f"))
        for _ in range(d.between(1, 2)):
            n, kind = d.pick(made.fields)
            value = self.values().scalar(scope, 1)
            if kind == "f":
                text = f"self.{n} {d.pick(['', '+', '*'])}= {value}"
            else:
                text = d.pick([f"self.{n}[0] = {value}", f"self.{n} = self.{n} * {value}",
                               f"self.{n}[:] = {value}", f"self.{n} += {value}"])  # fmt: skip
            guard = d.chance(0.25)
            if guard:
                self.emit(2, f"if {self.number(made)} > y:")
            self.emit(2 + guard, text)
        made.methods[name] = d.weighted([("", 4), ("f", 2), ("o", 1)])
        ends = {"f": f"return {self.number(made)}", "o": "return self"}
        if made.methods[name]:
            self.emit(2, ends[made.methods[name]])

    def property_(self, made: ClassText) -> None:
        name = self.fresh(made, ("speed", "mass"))
        if not name:
            return
        number = self.number(made)
        self.emit(1, "@property")
        self.emit(1, f"def {name}(self):")
        self.emit(2, f"return {number} * 2.0")
        if self.draw.chance(0.4):
            self.emit(1, f"@{name}.setter")
            self.emit(1, f"def {name}(self, y):")
            self.emit(2, f"{number} = y / 2.0")
            made.settable.append(name)
        made.properties.append(name)

    def operator(self, made: ClassText) -> None:
        sign, name = self.draw.pick([("+", "__add__"), ("*", "__mul__"), ("-", "__sub__")])
        if sign in made.operators:
            return
        made.operators.append(sign)
        self.emit(1, f"def {name}(self, other):")
        parts = [f"self.{n} {sign} other.{n}" if k == 0 else f"self.{n}"
                 for k, (n, _) in enumerate(made.fields)]  # fmt: skip
        kind = self.draw.pick([made.name, "type(self)", "self.__class__"])
        self.emit(2, f"return {kind}({', '.join(parts)})")

    def makes(self, made: ClassText) -> None:
        if "a" in [kind for _, kind in made.fields] or "make" in made.methods:
            return
        self.emit(1, "@classmethod")
        self.emit(1, "def make(cls, y):")
        parts = [f"y + {k}.0" for k in range(len(made.fields))]
        self.emit(2, f"return cls({', '.join(parts)})")
        made.methods["make"] = "new"

    def static(self, made: ClassText) -> None:
        name = self.fresh(made, ("law", "rule"))
        if name:
            self.emit(1, "@staticmethod")
            self.emit(1, f"def {name}(y):")
            scope = Scope({"y": Variable("y", "f")})
            self.emit(2, f"return {self.values().scalar(scope, 1)}")
            made.methods[name] = "f"


@dataclass
class Objects:
    """Statements with objects of one class. A variable of the kind `o` is an object; its fields
    are variables, too. One of the kind `O` is a list of two objects."""

    draw: Draw
    values: Arrays
    emit: Emit
    made: ClassText

    def statements(self) -> list[tuple[Callable[[Scope], bool], float]]:
        return [(self.create, 4), (self.use, 8), (self.alias, 2), (self.several, 2),
                (self.each, 4), (self.combine, 3), (self.either, 1.5)]  # fmt: skip

    def add(self, s: Scope, name: str) -> None:
        s.add(Variable(name, "o", free=False))
        for n, kind in self.made.fields:
            s.add(Variable(f"{name}.{n}", kind, (_LINE,) if kind == "a" else ()))
        for n in self.made.settable:
            s.add(Variable(f"{name}.{n}", "f"))
        for n in self.made.properties:
            if n not in self.made.settable:
                s.add(Variable(f"{name}.{n}", "f", free=False))

    def arguments(self, s: Scope) -> str:
        d, texts = self.draw, []
        fields = self.made.fields[: -1 if self.made.default and d.chance(0.6) else None]
        for _, kind in fields:
            text = self.values.vector(s) if kind == "a" else self.values.scalar(s, 1)
            if not text:
                return ""
            if kind == "a" and d.chance(0.2):
                text += d.pick([" * 0.5", ".copy()"])
            texts.append(text)
        return ", ".join(texts)

    def begin(self, s: Scope) -> None:
        self.create(s)

    def create(self, s: Scope) -> bool:
        d, text = self.draw, self.arguments(s)
        if not text:
            return False
        held = [v.name for v in s.of("o")]
        name = d.pick(held) if held and d.chance(0.25) else self.values.words.fresh()
        makers = [m for m, kind in self.made.methods.items() if kind == "new"]
        if makers and d.chance(0.4):
            self.emit(s, f"{name} = {self.made.name}.make({self.values.scalar(s, 1)})")
        else:
            self.emit(s, f"{name} = {self.made.name}({text})")
        self.add(s, name)
        return True

    def called(self, s: Scope, name: str) -> tuple[str, str] | None:
        methods = {m: k for m, k in self.made.methods.items() if k != "new"}
        if not methods:
            return None
        m = self.draw.pick(sorted(methods))
        y = self.values.scalar(s, 1)
        return (f"{name}({y})" if m == "__call__" else f"{name}.{m}({y})"), methods[m]

    def use(self, s: Scope) -> bool:
        """A method is called."""
        held = s.of("o")
        found = self.called(s, self.draw.pick(held).name) if held else None
        if found is None:
            return False
        text, kind = found
        if kind == "f" and self.draw.chance(0.85):
            target = Variable(self.values.words.fresh(), "f")
            text = f"{target.name} = {text}" + f" * {self.values.leaf(s)}" * self.draw.chance(0.3)
            self.emit(s, text)
            s.add(target)
            return True
        if kind == "o" and (more := self.called(s, text)) and self.draw.chance(0.4):
            text = more[0]
        self.emit(s, text)
        return True

    def alias(self, s: Scope) -> bool:
        """Another name for an object; now and then a new object of its fields."""
        d, held = self.draw, s.of("o")
        if not held:
            return False
        o, name = d.pick(held).name, self.values.words.fresh()
        copied = f"copy.{d.pick(['copy', 'deepcopy'])}({o})"
        self.emit(s, f"{name} = {d.weighted([(o, 4), (copied, 1)])}")
        self.add(s, name)
        return True

    def several(self, s: Scope) -> bool:
        d, held = self.draw, s.of("o")
        if not held:
            return False
        name, text = self.values.words.fresh(), self.arguments(s)
        second = d.pick([d.pick(held).name, f"{self.made.name}({text})"])
        pair = f"{d.pick(held).name}, {second}"
        self.emit(s, f"{name} = " + d.pick([f"[{pair}]", f"({pair})", f"[{pair}]"]))
        s.add(Variable(name, "O", free=False))
        return True

    def each(self, s: Scope) -> bool:
        """The objects of a list, one after the other, or one of them."""
        d, lists = self.draw, s.of("O")
        if not lists:
            return False
        v = d.pick(lists).name
        if d.chance(0.4):
            found = self.called(s, f"{v}[{d.pick([0, 1, -1])}]")
            if found is None:
                return False
            self.emit(s, found[0])
            return True
        if d.chance(0.3) and "sum" not in self.values.words.hidden:
            n = d.pick([n for n, kind in self.made.fields if kind == "f"])
            target, o = self.values.words.fresh(), self.values.words.fresh()
            self.emit(s, f"{target} = sum({o}.{n} for {o} in {v})")
            s.add(Variable(target, "f"))
            return True
        name, inner = self.values.words.fresh(), s.inner()
        self.emit(s, f"for {name} in {v}:")
        self.add(inner, name)
        found = self.called(inner, name)
        n = d.pick([n for n, _ in self.made.fields])
        change = f"{name}.{n} {d.pick('+*')}= {self.values.leaf(inner)}"
        self.emit(inner, found[0] if found and d.chance(0.6) else change)
        return True

    def combine(self, s: Scope) -> bool:
        d, held = self.draw, s.of("o")
        if not held or not self.made.operators:
            return False
        name, sign = self.values.words.fresh(), d.pick(self.made.operators)
        a, b = d.pick(held).name, d.pick(held).name
        if d.chance(0.3):
            name = a
            self.emit(s, f"{a} {sign}= {b}")
        else:
            self.emit(s, f"{name} = {a} {sign} {b}")
        self.add(s, name)
        return True

    def either(self, s: Scope) -> bool:
        """One of two objects, as a test says."""
        d, held = self.draw, s.of("o")
        if len(held) < 2:
            return False
        name, (a, b) = self.values.words.fresh(), d.random.sample(held, 2)
        test = f"{self.values.integer(s, 0)} > 1" if d.chance(0.6) else self.values.boolean(s, 0)
        self.emit(s, f"{name} = {a.name} if {test} else {b.name}")
        self.add(s, name)
        return True
