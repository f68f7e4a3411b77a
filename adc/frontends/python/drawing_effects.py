"""What is drawn must change nothing: calls inside of what is left out are looked at."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping

from adc.frontends.python.drawing_names import Names, Variable
from adc.frontends.python.lost_effects import is_harmless

#: What only people's keys and mice call.
_HANDLING = frozenset({"mpl_connect", "connect", "on_clicked", "on_changed"})
_ACTING = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
_STORING = (ast.Subscript, ast.Attribute)
_BINDING = (ast.AugAssign, ast.Delete, ast.Global, ast.Nonlocal, ast.With, ast.ClassDef)


#: What calls special methods of objects, and those that only make or show them.
_BY_METHODS = (
    ast.Subscript,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.Call,
    ast.Starred,
    ast.comprehension,
)
_MAKING = frozenset({"__init__", "__post_init__", "__new__", "__repr__", "__str__"})
_ITERATORS = frozenset({"iter", "zip", "map", "filter", "enumerate", "reversed", "open"})


def _may_be_spent(value: ast.expr) -> bool:
    """Whether it is an iterator, of which what is looked at is gone."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in _ITERATORS
    return isinstance(value, ast.GeneratorExp)


class Effects:
    """`rooted` tells what is of a drawing package, `drawing` are functions that only draw."""

    def __init__(
        self,
        names: Names,
        functions: Mapping[Variable, ast.FunctionDef],
        library: Mapping[str, str],
    ) -> None:
        self.names, self.functions, self.library = names, functions, library
        self.rooted: Callable[[ast.expr], bool] = lambda node: False
        self.drawing: Collection[Variable] = frozenset()
        self._plain: dict[Variable, bool] = {}
        methods = [f for c in names.classes for f in c.body if isinstance(f, ast.FunctionDef)]
        special = [f for f in methods if f.name.startswith("__") and f.name not in _MAKING]
        self._odd = not all(map(self._changes_nothing, special))
        asked = [f for f in methods if f.decorator_list]
        self._asked = {f.name for f in asked if not self._changes_nothing(f)}

    def none_in(self, node: ast.expr) -> bool:
        """Whether evaluating `node` changes nothing but drawings, as far as its text tells."""
        called: set[ast.AST] = set()
        handled: set[ast.AST] = set()
        for part in ast.walk(node):  # calls before their parts
            if part in handled or isinstance(part, ast.expr_context):
                handled.update(ast.iter_child_nodes(part) if part in handled else ())
                continue
            if isinstance(part, _ACTING) or self._is_odd(part):
                return False
            if isinstance(part, ast.Call):
                called.add(part.func)
                if self._handles(part):
                    handled.update(part.args)
                elif not self._is_call_without(part):
                    return False
            if isinstance(part, ast.Name) and part not in called and not self._is_shown(part):
                return False
        return True

    def none_in_arguments(self, call: ast.Call) -> bool:
        return all(map(self.none_in, [*call.args, *(k.value for k in call.keywords)]))

    def _is_odd(self, part: ast.AST) -> bool:
        """Whether a method of the file's that changes something may be behind what is written."""
        if isinstance(part, ast.Attribute):
            return part.attr in self._asked
        return self._odd and isinstance(part, _BY_METHODS)

    def _handles(self, call: ast.Call) -> bool:
        method = call.func
        return (
            isinstance(method, ast.Attribute) and method.attr in _HANDLING and self.rooted(method)
        )

    def _is_call_without(self, call: ast.Call) -> bool:
        if self.rooted(call.func):
            return True
        if isinstance(call.func, ast.Name):
            variable = self.names.variable(call.func)
            if variable in self.names.bound and variable.name not in self.library:
                return variable in self.drawing or self._is_plain(variable)
        return is_harmless(call, self.library)

    def _is_shown(self, name: ast.Name) -> bool:
        """Whether handing `name` on gives nobody a function that changes something."""
        variable = self.names.variable(name)
        bindings = self.names.bound.get(variable, ())
        if any(b.value is not None and _may_be_spent(b.value) for b in bindings):
            return False
        kinds = {b.kind for b in bindings}
        return "def" not in kinds or variable in self.drawing or self._is_plain(variable)

    def _is_plain(self, variable: Variable) -> bool:
        """Whether a function of the file changes nothing, as far as its text tells."""
        if variable not in self.functions:
            return False
        if variable not in self._plain:
            self._plain[variable] = True  # as one that calls itself
            self._plain[variable] = self._changes_nothing(self.functions[variable])
        return self._plain[variable]

    def _changes_nothing(self, function: ast.FunctionDef) -> bool:
        for node in ast.walk(function):
            if isinstance(node, _ACTING + _BINDING):
                return False
            if isinstance(node, _STORING) and not isinstance(node.ctx, ast.Load):
                return False
            if isinstance(node, ast.Call) and not self._is_plain_call(node):
                return False
        return True

    def _is_plain_call(self, call: ast.Call) -> bool:
        if isinstance(call.func, ast.Name):
            variable = self.names.variable(call.func)
            if variable in self.names.bound and variable.name not in self.library:
                return self._is_plain(variable)
        return is_harmless(call, self.library)
