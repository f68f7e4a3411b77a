"""Whether dictionaries, objects and classes of a loaded module are those that its text makes."""

from __future__ import annotations

import ast
import dataclasses
import enum
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

#: Tells what a constant expression is, or raises.
Work = Callable[[ast.expr], Any]


def is_object(value: Any) -> bool:
    """Whether adc may read `value` as values by name."""
    named = isinstance(value, tuple) and hasattr(value, "_fields")
    return named or isinstance(value, dict) or dataclasses.is_dataclass(value)


@dataclass(frozen=True)
class Text:
    """What a module's text binds: expressions and classes, by the names that have one of them.
    `same` compares a loaded value with one that `work` tells, `path` is the file."""

    values: Mapping[str, ast.expr]
    classes: Mapping[str, ast.ClassDef]
    functions: Mapping[str, ast.FunctionDef]
    work: Work
    same: Callable[[Any, Any], bool]
    path: str

    @staticmethod
    def of(
        module: ast.Module, bound: Iterable[str], work: Work, same: Callable[[Any, Any], bool],
        path: str,
    ) -> Text:  # fmt: skip
        once = {name for name, times in Counter(bound).items() if times == 1}
        values: dict[str, ast.expr] = {}
        classes: dict[str, ast.ClassDef] = {}
        functions: dict[str, ast.FunctionDef] = {}
        for node in module.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                if node.targets[0].id in once:
                    values[node.targets[0].id] = node.value
            elif isinstance(node, ast.ClassDef) and node.name in once:
                classes[node.name] = node
            elif isinstance(node, ast.FunctionDef) and node.name in once:
                functions[node.name] = node
        return Text(values, classes, functions, work, same, path)

    def tells(self, name: str, loaded: Any) -> bool:
        """Whether the text makes the object or class that is `loaded` under `name`."""
        if isinstance(loaded, type):
            node = self.classes.get(name)
            if node is None:
                return _is_named_tuple(self.values.get(name), loaded)
            return self._class(node, loaded)
        value = self.values.get(name)
        return value is not None and self._value(value, loaded)

    def _value(self, node: ast.expr, loaded: Any) -> bool:
        match node:
            case ast.Dict(keys, values):
                names = [k.value if isinstance(k, ast.Constant) else None for k in keys]
                return self._dictionary(names, values, loaded)
            case ast.Call(ast.Name("dict"), [], keywords):
                return self._dictionary(
                    [k.arg for k in keywords], [k.value for k in keywords], loaded
                )
            case ast.Call(ast.Name(name)) if is_object(loaded) and type(loaded).__name__ == name:
                return self._object(node, loaded)
            case ast.Lambda() | ast.Name() if callable(loaded) and hasattr(loaded, "__code__"):
                found = self.functions.get(node.id) if isinstance(node, ast.Name) else node
                return found is not None and self._function(found, loaded)
        try:
            return self.same(loaded, self.work(node))
        except Exception:  # what only running the module would tell
            return False

    def _dictionary(self, names: list[Any], values: list[ast.expr], loaded: Any) -> bool:
        if not isinstance(loaded, dict) or list(loaded) != names:
            return False
        return all(self._value(v, loaded[k]) for k, v in zip(names, values, strict=True))

    def _object(self, node: ast.Call, loaded: Any) -> bool:
        names = getattr(loaded, "_fields", None) or [f.name for f in dataclasses.fields(loaded)]
        given = dict(zip(names, node.args, strict=False))
        given |= {k.arg: k.value for k in node.keywords if k.arg is not None}
        own = self.classes.get(type(loaded).__name__)
        for statement in own.body if own is not None else ():
            if isinstance(statement, ast.AnnAssign) and statement.value is not None:
                given.setdefault(getattr(statement.target, "id", ""), statement.value)
        return all(n in given and self._value(given[n], getattr(loaded, n)) for n in names)

    def _class(self, node: ast.ClassDef, loaded: type) -> bool:
        """The numbers and methods that the class itself binds. Members of enumerations cannot be
        bound anew."""
        fields = dataclasses.is_dataclass(loaded) or issubclass(loaded, tuple)
        listed = issubclass(loaded, enum.Enum)
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and not self._method(part, loaded):
                return False
            for target, value in [] if listed else _bound_by(part, fields):
                named = isinstance(target, ast.Name)
                if not named or not self._constant(ast.unparse(target), value, loaded):
                    return False
        return True

    def _constant(self, name: str, value: ast.expr, loaded: type) -> bool:
        found = _own(loaded, name)
        if isinstance(value, ast.Name) and _own(loaded, value.id) is not None:
            return found is _own(loaded, value.id)  # a method under a second name
        return name == "__slots__" or self._value(value, found)

    def _method(self, node: ast.FunctionDef, loaded: type) -> bool:
        found = _own(loaded, node.name)
        if isinstance(found, (classmethod, staticmethod)):
            found = found.__func__
        if isinstance(found, property):
            made = [d for d in node.decorator_list if isinstance(d, ast.Attribute)]
            found = found.fset if any(d.attr == "setter" for d in made) else found.fget
        return self._function(node, found)

    def _function(self, node: ast.FunctionDef | ast.Lambda, loaded: Any) -> bool:
        code = getattr(loaded, "__code__", None)
        if code is None or code.co_filename != self.path:
            return False
        decorated = getattr(node, "decorator_list", [])
        lines = {node.lineno, *(d.lineno for d in decorated)}
        return code.co_firstlineno in lines


def _bound_by(part: ast.stmt, fields: bool) -> list[tuple[ast.expr, ast.expr]]:
    """What a statement of a class binds, one by one; what it annotates are `fields` of some."""
    if isinstance(part, ast.AnnAssign) and part.value is not None and not fields:
        return [(part.target, part.value)]
    if not isinstance(part, ast.Assign):
        return []
    target, value = part.targets[0], part.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(t, value) for t in part.targets]


def _own(loaded: type, name: str) -> Any:
    """What the class has under `name`, which may be private to it."""
    private = name.startswith("__") and not name.endswith("__")
    return vars(loaded).get(f"_{loaded.__name__.lstrip('_')}{name}" if private else name)


def _is_named_tuple(node: ast.expr | None, loaded: type) -> bool:
    """Whether `namedtuple("P", "x y")` makes the class `loaded`."""
    if not isinstance(node, ast.Call) or len(node.args) != 2 or node.keywords:
        return False
    try:
        listed = ast.literal_eval(node.args[1])
    except ValueError:
        return False
    names = listed.replace(",", " ").split() if isinstance(listed, str) else list(listed)
    made = ast.unparse(node.func).rpartition(".")[2] == "namedtuple"
    plain = not getattr(loaded, "_field_defaults", True) and loaded.__bases__ == (tuple,)
    return made and plain and list(getattr(loaded, "_fields", ())) == names
