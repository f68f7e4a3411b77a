"""What type the first value of a variable has, where its statement tells that by itself.

Extents are worked out from numbers that the program assigns once before, by Python's arithmetic,
as the program itself would. Nothing of the source is run.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from adc.frontends.python.program.body import parts_of, targets_of, variables_of

#: What an expression is: a number, or an array of floating numbers of this shape.
Number = int | float
Shape = tuple[int, ...]

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


def constants_of(tree: ast.Module) -> dict[str, float]:
    """The numbers that a file takes out of NumPy or of `math`, or by stars, by their names."""
    found: dict[str, float] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module in ("numpy", "math"):
            known = {"pi": math.pi, "e": math.e}
            for name in (n for n in node.names if n.name in ("*", *known)):
                own = name.asname or name.name
                found |= known if name.name == "*" else {own: known[name.name]}
    return found


def first_values(
    statements: Sequence[ast.stmt], names: Sequence[str], constants: Mapping[str, float]
) -> dict[str, Number | Shape]:
    """The first values of those of `names` of which the statements tell them; of arrays their
    shapes."""
    bound = [n for s in statements for n in variables_of(s)]
    known: dict[str, Number | Shape] = {n: v for n, v in constants.items() if n not in bound}
    found: dict[str, Number | Shape] = {}
    for statement in statements:
        targets, value = targets_of(statement), getattr(statement, "value", None)
        if not targets or value is None or _of_other_type(value):
            continue
        for target in targets:
            for name, part in _paired(target, value):
                try:
                    what = _Reader(known).read(part)
                except (ValueError, TypeError, ArithmeticError, KeyError, IndexError):
                    continue
                if name in names:
                    found.setdefault(name, what)
                if bound.count(name) == 1:
                    known[name] = what
    return found


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

    def read(self, node: ast.expr) -> Number | Shape:
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                return value
            case ast.Name(id=name):
                return self.known[name]
            case ast.Attribute(attr="pi"):
                return math.pi
            case ast.Attribute(attr="e", value=ast.Name()):
                return math.e
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
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return self._call(node, name)
        raise ValueError

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

    def _call(self, node: ast.Call, name: str) -> Number | Shape:
        first = node.args[0] if node.args else None
        named = {k.arg: k.value for k in node.keywords}
        if name in _FILLED:
            return self.extents(first if first is not None else named["shape"])
        if name in ("int", "round", "ceil", "floor", "float", "len", "max", "min"):
            return self._number(node, name)
        if name in _DRAWN_BY_EXTENTS:
            return tuple(map(self.extent, node.args))
        if name in _DRAWN:
            most = {"uniform": 3, "normal": 3}.get(name, 1)
            size = named.get("size", node.args[most - 1] if len(node.args) == most else None)
            return self.extents(size) if size is not None else 1.0
        if name == "linspace" and len(node.args) >= 2:
            number = named.get("num", node.args[2] if len(node.args) > 2 else None)
            return (self.extent(number) if number is not None else 50,)
        if name == "arange":
            return self._arange(node)
        if name == "transpose" and len(node.args) == 1:
            return self.shape(node.args[0])[::-1]
        if name == "reshape" and isinstance(node.func, ast.Attribute):
            return self.extents(node.args[0] if len(node.args) == 1 else ast.Tuple(node.args))
        if name in _LIKE and isinstance(first, (ast.List, ast.Tuple)):
            return self._nested(first)
        if name in _LIKE or name in _ELEMENTWISE:
            own = [] if node.args and name != "astype" else [node.func.value]  # type: ignore[attr-defined]
            parts = [self.read(part) for part in (own or node.args)]
            whole = parts[0]
            for part in parts[1:] if name in _ELEMENTWISE else ():
                whole = _broadcast(whole, part)
            return whole if isinstance(whole, tuple) else 1.0
        raise ValueError

    def _nested(self, node: ast.expr) -> Shape:
        """The shape of a list of numbers, or of lists of them."""
        if not isinstance(node, (ast.List, ast.Tuple)):
            found = self.read(node)
            return found if isinstance(found, tuple) else ()
        inner = {self._nested(item) for item in node.elts}
        if len(inner) > 1:
            raise ValueError
        return (len(node.elts), *next(iter(inner), ()))

    def _number(self, node: ast.Call, name: str) -> Number:
        (first,) = node.args[:1]
        if name == "len":
            return self.shape(first)[0]
        values = [self.read(part) for part in node.args]
        numbers = [v for v in values if not isinstance(v, tuple)]
        if len(numbers) < len(values):
            raise ValueError
        by_name: dict[str, Callable[[Number], Number]] = {
            "int": int, "float": float, "ceil": math.ceil, "floor": math.floor,
        }  # fmt: skip
        if name in ("max", "min"):
            return max(numbers) if name == "max" else min(numbers)
        if name == "round":
            return round(numbers[0])
        result = by_name[name](numbers[0])
        return result if isinstance(node.func, ast.Name) or _is_math(node.func) else float(result)

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


def _is_math(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(value=ast.Name(id="math")):
            return True
    return False


def _broadcast(left: Number | Shape, right: Number | Shape) -> Shape:
    a = left if isinstance(left, tuple) else ()
    b = right if isinstance(right, tuple) else ()
    rank = max(len(a), len(b))
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    if any(m != n and 1 not in (m, n) for m, n in zip(a, b, strict=True)):
        raise ValueError
    return tuple(n if m == 1 else m for m, n in zip(a, b, strict=True))
