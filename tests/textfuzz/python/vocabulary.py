"""How a module imports what it uses, and the names it gives to things."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.textfuzz.python.scope import Draw

#: Names that mean something in C, in Python, in NumPy or in generated code.
AWKWARD = (
    "double", "int_", "register", "restrict", "typeof", "auto", "char", "long", "I", "NAN", "x_bar",
    "value", "tmp", "return_0", "seed", "i", "j", "k", "e", "pi", "sum", "max", "min", "abs", "len",
    "float", "range", "round", "np_", "sin", "exp", "E", "N", "M", "n0", "t", "_", "s_dot", "input",
    "list", "id", "type", "y_", "main", "size", "T", "axis", "void", "workspace", "ws", "pow",
)  # fmt: skip
PLAIN = ("a", "b", "c", "u", "v", "w", "y", "z", "r", "q", "acc", "tot", "g", "h", "p", "d")
#: Functions of NumPy that stand alone under `from numpy import …`.
IMPORTED = ("sin", "cos", "exp", "tanh", "sqrt", "where", "sum", "zeros", "maximum", "arange")


@dataclass
class Vocabulary:
    """`np("sin")` is the text of NumPy's function in this module."""

    draw: Draw
    prefix: str = "np."
    bare: frozenset[str] = frozenset()
    math: str = ""
    header: list[str] = field(default_factory=list)
    #: Builtins that the module or its functions hide.
    hidden: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)

    @classmethod
    def drawn(cls, draw: Draw) -> Vocabulary:
        v = cls(draw)
        way = draw.weighted([("np", 12), ("numpy", 2), ("xp", 1), ("names", 3), ("star", 2)])
        if way == "names":
            chosen = draw.random.sample(IMPORTED, draw.between(1, 5))
            renamed = draw.chance(0.3)
            v.header = ["import numpy as np", "from numpy import " + ", ".join(
                f"{n} as {n}" if renamed else n for n in chosen)]  # fmt: skip
            v.bare = frozenset(chosen)
            v.hidden |= v.bare & {"sum"}
        elif way == "star":
            v.header = ["from numpy import *", "import numpy as np"]
            v.bare = frozenset(IMPORTED)
            v.hidden |= {"sum", "max", "min", "abs", "round", "pow", "all", "any"}
        else:
            v.header = [{"np": "import numpy as np", "numpy": "import numpy",
                         "xp": "import numpy as xp"}[way]]  # fmt: skip
            v.prefix = f"{way}."
        if draw.chance(0.25):
            v.math = "math."
            v.header.append("import math")
        v.taken |= {v.prefix[:-1], "np", "math", *v.bare, *v.hidden}
        return v

    def np(self, name: str) -> str:
        if name in self.bare and self.draw.chance(0.7):
            return name
        return self.prefix + name

    def builtin(self, name: str) -> str:
        """A builtin, or NumPy's counterpart where something hides it."""
        return self.np({"abs": "abs", "max": "maximum", "min": "minimum"}.get(name, name)) if (
            name in self.hidden
        ) else name  # fmt: skip

    def fresh(self) -> str:
        """A name for a variable, now and then one that means something elsewhere."""
        names = [n for n in PLAIN if n not in self.taken]
        if not names or self.draw.chance(0.12):
            names = [n for n in AWKWARD if n not in self.taken] or names
        name = self.draw.pick(names) if names else f"v{len(self.taken)}"
        self.taken.add(name)
        if name in BUILTINS:
            self.hidden.add(name)
        return name


BUILTINS = frozenset({"sum", "max", "min", "abs", "len", "float", "range", "round", "pow", "list",
                      "id", "type", "input"})  # fmt: skip
