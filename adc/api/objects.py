"""Whether dictionaries, objects and classes of a loaded module are those that its text makes."""

from __future__ import annotations

import ast
import dataclasses
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
        """The numbers and methods that the class itself binds."""
        fields = dataclasses.is_dataclass(loaded) or issubclass(loaded, tuple)
        for part in node.body:
            bound = part.targets[0] if isinstance(part, ast.Assign) else None
            if isinstance(part, ast.AnnAssign) and part.value is not None and not fields:
                bound = part.target
            if isinstance(part, ast.FunctionDef):
                found = vars(loaded).get(part.name)
                if isinstance(found, (classmethod, staticmethod)):
                    found = found.__func__
                if not self._function(part, found.fget if isinstance(found, property) else found):
                    return False
            elif isinstance(bound, ast.Name) and isinstance(part, (ast.Assign, ast.AnnAssign)):
                value = part.value
                if value is None or not self._value(value, vars(loaded).get(bound.id)):
                    return False
        return True

    def _function(self, node: ast.FunctionDef | ast.Lambda, loaded: Any) -> bool:
        code = getattr(loaded, "__code__", None)
        if code is None or code.co_filename != self.path:
            return False
        decorated = getattr(node, "decorator_list", [])
        lines = {node.lineno, *(d.lineno for d in decorated)}
        return code.co_firstlineno in lines


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
