"""What type the first value of a variable has, where its statement tells that by itself.

Extents are worked out from numbers that the program assigns once before, by Python's arithmetic,
as the program itself would. Nothing of the source is run.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adc.frontends.python.program.body import parts_of, targets_of
from adc.frontends.python.program.names import variables_of

#: What an expression is: a number, or an array of floating numbers of this shape; () is a number
#: that is not known.
Number = int | float
Shape = tuple[int, ...]
Known = Mapping[str, Number | Shape]

_FILLED = ("zeros", "ones", "empty", "full")
_LIKE = ("zeros_like", "ones_like", "empty_like", "full_like", "copy", "array", "asarray")
_ELEMENTWISE = (
    "sin", "cos", "tan", "exp", "log", "sqrt", "abs", "fabs", "tanh", "sinh", "cosh", "square",
    "arctan", "where", "maximum", "minimum", "astype", "clip", "heaviside",
)  # fmt: skip
_DRAWN_BY_EXTENTS = ("rand", "randn")
_DRAWN = ("random", "random_sample", "standard_normal", "uniform", "normal")
_USUAL = ("float", "float64", "double", "'float64'", "'float'", "'d'", "'f8'")
#: Of what arrays might fill a memory there is no need to know more.
_MOST = 1 << 40


def heads_of(
    names: Sequence[str], known: Mapping[str, Number | Shape], defaults: bool = True
) -> list[str]:
    """`names` as parameters, with the types that their first values tell, as far as they are
    `known`, and those that are numbers behind the others, with these as `defaults` unless
    parameters without one follow."""
    plain = [n for n in names if n not in known]
    arrays = [f'{n}: "{_type(known[n])}"' for n in names if isinstance(known.get(n), tuple)]
    numbers = {n: v for n in names if isinstance(v := known.get(n), (int, float))}
    values = {n: f" = {float(v)!r}" if defaults else "" for n, v in numbers.items()}
    return [*plain, *arrays, *(f'{n}: "float64"{value}' for n, value in values.items())]


@dataclass(frozen=True)
class Facts:
    """What a file's text says of names: those of the modules `numpy` and `math`, those that imports
    take out of them, with what they are there, and all that anything else binds. `stars`: names of
    other modules may be any."""

    modules: Mapping[str, str]
    functions: Mapping[str, tuple[str, str]]
    bound: frozenset[str]
    stars: bool

    @classmethod
    def of(cls, tree: ast.Module) -> Facts:
        modules: dict[str, str] = {}
        functions: dict[str, tuple[str, str]] = {}
        bound, stars = list[str](), False
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=names):
                    for a in names:
                        alias = (a.asname or a.name).partition(".")[0]
                        bound += [alias] * (alias in modules)
                        modules |= {alias: a.name} if a.name in _MODULES else {}
                        bound += [alias] * (a.name not in _MODULES)
                case ast.ImportFrom(module=module, names=names) if module in _MODULES:
                    for a in names:
                        every = _ALL[module] if a.name == "*" else (a.name,)
                        own = a.asname if a.asname is not None else None
                        functions |= {own or n: (module, n) for n in every}
                case ast.ImportFrom(names=names):
                    bound += [a.asname or a.name for a in names]
                    stars |= any(a.name == "*" for a in names)
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                    bound.append(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    bound.append(name)
                case ast.ClassDef(name=name) | ast.ExceptHandler(name=str() as name):
                    bound.append(name)
        return cls(modules, functions, frozenset(bound), stars)

    def module_of(self, node: ast.expr) -> str:
        """The module that a name is; "" for anything else."""
        if isinstance(node, ast.Attribute) and node.attr == "random":
            return "numpy.random" * (self.module_of(node.value) == "numpy")
        name = node.id if isinstance(node, ast.Name) else ""
        if self.functions.get(name) == ("numpy", "random") and name not in self.bound:
            return "numpy.random"
        return self.modules.get(name, "") if name not in self.bound and not self.stars else ""

    def called(self, function: ast.expr) -> tuple[str, str]:
        """The module and the name of a function, "builtins" of Python's own, "" of a method."""
        if isinstance(function, ast.Attribute):
            return self.module_of(function.value), function.attr
        if not isinstance(function, ast.Name) or function.id in self.bound or self.stars:
            raise ValueError
        return self.functions.get(function.id, ("builtins", function.id))


_ALL = {"numpy": tuple(np.__all__), "math": tuple(dir(math))}
_MODULES = tuple(_ALL)
#: Numbers that the modules have.
_NUMBERS = {"pi": math.pi, "e": math.e}


def first_values(tree: ast.Module, statements: Sequence[ast.stmt], names: Sequence[str]) -> Known:
    """The first values of those of `names` of which the statements tell them; of arrays their
    shapes, of numbers that only running the program would tell ()."""
    facts = Facts.of(tree)
    shared = (n for n in ast.walk(tree) if isinstance(n, (ast.Global, ast.Nonlocal)))
    bound = [
        *(n for s in statements for n in variables_of(s)),
        *(n for s in shared for n in s.names),
    ]
    known: dict[str, Number | Shape] = {}
    found: dict[str, Number | Shape | None] = {}
    for statement in statements:
        given = _given(statement)
        for name in variables_of(statement):
            values = [value for other, value in given if other == name]
            what = _what(values, known, facts)
            if name in names:
                found.setdefault(name, what)
            if what is not None and bound.count(name) == 1:
                known[name] = what
    return {name: what for name, what in found.items() if what is not None}


def _given(statement: ast.stmt) -> list[tuple[str, ast.expr]]:
    """The names that a statement assigns to, each with what it is given."""
    targets, value = targets_of(statement), getattr(statement, "value", None)
    if not targets or value is None or _of_other_type(value):
        return []
    return [pair for target in targets for pair in _paired(target, value)]


def _what(
    values: Sequence[ast.expr], known: Mapping[str, Number | Shape], facts: Facts
) -> Number | Shape | None:
    """What a name is that gets these values; None where that is not told, or is one of several."""
    try:
        (value,) = values
        return _Reader(known, facts).read(value)
    except (ValueError, TypeError, ArithmeticError, KeyError, IndexError):
        return None


def _paired(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    """The names among targets, each with what is assigned to it."""
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    parts = list(parts_of(target))
    if isinstance(value, (ast.Tuple, ast.List)) and len(parts) == len(value.elts):
        pairs = zip(parts, value.elts, strict=True)
        return [(p.id, v) for p, v in pairs if isinstance(p, ast.Name)]
    return []


def _of_other_type(value: ast.expr) -> bool:
    """Whether an expression names an element type that is not that of Python's floats."""
    named = [k.value for n in ast.walk(value) if isinstance(n, ast.Call) for k in n.keywords
             if k.arg == "dtype"]  # fmt: skip
    named += [n.args[0] for n in ast.walk(value) if isinstance(n, ast.Call) and n.args
              and isinstance(n.func, ast.Attribute) and n.func.attr == "astype"]  # fmt: skip
    return any(ast.unparse(t).rpartition(".")[2] not in _USUAL for t in named)


def _type(what: Number | Shape) -> str:
    extents = what if isinstance(what, tuple) else ()
    return f"float64[{', '.join(map(str, extents))}]" if extents else "float64"


@dataclass(frozen=True)
class _Reader:
    """Works expressions out with what is `known` of names; raises ValueError, TypeError or what
    Python's arithmetic raises where they do not tell."""

    known: Mapping[str, Number | Shape]
    facts: Facts

    def read(self, node: ast.expr) -> Number | Shape:
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                return value
            case ast.Name(id=name):
                return self._named(name)
            case ast.Attribute(attr="pi" | "e" as name, value=owner) if self.facts.module_of(owner):
                return _NUMBERS[name]
            case ast.Attribute(value=whole, attr="T"):
                return self.shape(whole)[::-1]
            case ast.Attribute(value=whole, attr="size"):
                return math.prod(self.shape(whole))
            case ast.Subscript(value=ast.Attribute(value=whole, attr="shape"), slice=at):
                return self.shape(whole)[self.extent(at)]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._negative(operand)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(self.read(left), op, self.read(right))
            case ast.Compare(left=left, comparators=[right]):
                return _broadcast(self.shape(left), self.read(right))
            case ast.Call(func=function):
                return self._call(node, *self.facts.called(function))
        raise ValueError

    def _named(self, name: str) -> Number | Shape:
        if name in self.known:
            return self.known[name]
        _, own = self.facts.functions[name]
        if name in self.facts.bound or self.facts.stars:
            raise ValueError
        return _NUMBERS[own]

    def _negative(self, node: ast.expr) -> Number | Shape:
        found = self.read(node)
        return found if isinstance(found, tuple) else -found

    def shape(self, node: ast.expr) -> Shape:
        found = self.read(node)
        if not isinstance(found, tuple):
            raise ValueError
        return found

    def extent(self, node: ast.expr) -> int:
        found = self.read(node)
        if not isinstance(found, int) or abs(found) > _MOST:
            raise ValueError
        return found

    def extents(self, node: ast.expr) -> Shape:
        if isinstance(node, (ast.Tuple, ast.List)):
            return tuple(map(self.extent, node.elts))
        return (self.extent(node),)

    @staticmethod
    def _binary(left: Number | Shape, op: ast.operator, right: Number | Shape) -> Number | Shape:
        if isinstance(left, tuple) or isinstance(right, tuple):
            if isinstance(op, ast.MatMult):
                raise ValueError
            return _broadcast(left, right)
        match op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
            case ast.Div():
                return left / right
            case ast.FloorDiv():
                return left // right
            case ast.Mod():
                return left % right
            case ast.Pow() if abs(right) < 64 and abs(left) < 1e6:
                raised = left**right
                if isinstance(raised, (int, float)):
                    return raised
        raise ValueError

    def _call(self, node: ast.Call, module: str, name: str) -> Number | Shape:
        if module == "builtins":
            return self._builtin(node, name)
        if module == "numpy.random":
            return self._drawn(node, name)
        if module == "math":
            return self._of_number(node, name, exact=True)
        if not module and name not in ("copy", "reshape", "astype"):
            raise ValueError
        if module == "numpy" and name in ("ceil", "floor"):
            return self._of_number(node, name, exact=False)
        first = node.args[0] if node.args else None
        named = {k.arg: k.value for k in node.keywords}
        if name in _FILLED:
            return self.extents(first if first is not None else named["shape"])
        if name == "linspace" and len(node.args) >= 2:
            number = named.get("num", node.args[2] if len(node.args) > 2 else None)
            return (self.extent(number) if number is not None else 50,)
        if name == "arange":
            return self._arange(node)
        if name == "transpose" and len(node.args) == 1:
            return self.shape(node.args[0])[::-1]
        if name == "reshape" and not module:
            return self.extents(node.args[0] if len(node.args) == 1 else ast.Tuple(node.args))
        if name in _LIKE and isinstance(first, (ast.List, ast.Tuple)):
            return self._nested(first)
        if name in _LIKE or name in _ELEMENTWISE:
            return self._alike(node, module, name)
        raise ValueError

    def _alike(self, node: ast.Call, module: str, name: str) -> Shape:
        """The shape of what is computed element by element, or is as what is given."""
        own = node.func.value if isinstance(node.func, ast.Attribute) and not module else None
        parts = [self.read(part) for part in ([own] if own is not None else node.args)]
        whole: Shape = ()
        for part in parts if name in _ELEMENTWISE else parts[:1]:
            whole = _broadcast(whole, part)
        return whole

    def _drawn(self, node: ast.Call, name: str) -> Shape:
        """What `np.random.name` draws."""
        named = {k.arg: k.value for k in node.keywords}
        if name in _DRAWN_BY_EXTENTS:
            return tuple(map(self.extent, node.args))
        if name not in _DRAWN:
            raise ValueError
        most = {"uniform": 3, "normal": 3}.get(name, 1)
        size = named.get("size", node.args[most - 1] if len(node.args) == most else None)
        return self.extents(size) if size is not None else ()

    def _of_number(self, node: ast.Call, name: str, exact: bool) -> Number | Shape:
        """A function of numbers: what it gives is known of those that round to integers."""
        values = [self.read(part) for part in node.args]
        numbers = [v for v in values if not isinstance(v, tuple)]
        if name not in ("ceil", "floor") or len(numbers) != 1:
            return _broadcast((), values[0]) if len(values) == 1 else ()
        rounded = math.ceil(numbers[0]) if name == "ceil" else math.floor(numbers[0])
        return rounded if exact else float(rounded)

    def _builtin(self, node: ast.Call, name: str) -> Number:
        (first, *rest) = node.args
        if name == "len" and not rest:
            return self.shape(first)[0]
        values = [self.read(part) for part in node.args]
        numbers = [v for v in values if not isinstance(v, tuple)]
        if len(numbers) < len(values) or node.keywords:
            raise ValueError
        if name in ("max", "min") and rest:
            return max(numbers) if name == "max" else min(numbers)
        by_name: dict[str, Callable[[Number], Number]] = {
            "int": int, "float": float, "round": round, "abs": abs,
        }  # fmt: skip
        if rest:
            raise ValueError
        return by_name[name](numbers[0])

    def _nested(self, node: ast.expr) -> Shape:
        """The shape of a list of numbers, or of lists of them."""
        if not isinstance(node, (ast.List, ast.Tuple)):
            found = self.read(node)
            return found if isinstance(found, tuple) else ()
        inner = {self._nested(item) for item in node.elts}
        if len(inner) > 1:
            raise ValueError
        return (len(node.elts), *next(iter(inner), ()))

    def _arange(self, node: ast.Call) -> Shape:
        values = [self.read(part) for part in node.args]
        numbers = [v for v in values if not isinstance(v, tuple)]
        if len(numbers) < len(values) or node.keywords:
            raise ValueError
        start, stop, step = {
            1: lambda: (0, numbers[0], 1),
            2: lambda: (numbers[0], numbers[1], 1),
            3: lambda: (numbers[0], numbers[1], numbers[2]),
        }[len(numbers)]()
        return (max(math.ceil((stop - start) / step), 0),)


def _broadcast(left: Number | Shape, right: Number | Shape) -> Shape:
    a = left if isinstance(left, tuple) else ()
    b = right if isinstance(right, tuple) else ()
    rank = max(len(a), len(b))
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    if any(m != n and 1 not in (m, n) for m, n in zip(a, b, strict=True)):
        raise ValueError
    return tuple(n if m == 1 else m for m, n in zip(a, b, strict=True))
