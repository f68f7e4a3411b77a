"""What is drawn must change nothing: calls inside of what is left out are looked at."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping

from adc.frontends.python.drawing_names import Names, Variable
from adc.frontends.python.library_names import Library
from adc.frontends.python.lost_effects import does_more, is_harmless
from adc.frontends.python.tree_parts import CHANGING

#: What calls functions that it is given, later on, and the names of such arguments.
_CALLING = frozenset({
    "FuncAnimation", "ArtistAnimation", "connect", "mpl_connect", "add_callback", "FuncFormatter",
    "new_timer", "set_major_formatter", "set_minor_formatter", "register", "set_picker",
    "set_contains",
})  # fmt: skip
_CALLED = frozenset({
    "func", "init_func", "functions", "callback", "callbacks", "picker", "formatter",
    "progress_callback",
})  # fmt: skip
#: Methods of arrays and lists, which what is drawn may have as they were given.
_OF_ATTRIBUTES = frozenset({"clear", "update", "remove"})
#: Axes have `fill`, too, which draws.
_CHANGING = CHANGING - _OF_ATTRIBUTES - {"fill", "rotate"}
_OF_ARTISTS = frozenset({"lines", "collections", "patches", "texts", "images", "artists", "axes"})
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


def may_be_spent(value: ast.expr) -> bool:
    """Whether it is an iterator, of which what is looked at is gone."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in _ITERATORS
    return isinstance(value, ast.GeneratorExp)


def handed(value: ast.expr) -> Iterator[ast.expr]:
    """The parts of `value` that are handed on as they are, where they may be functions."""
    match value:
        case ast.Name() | ast.Lambda():
            yield value
        case ast.Attribute():
            yield value
            yield from handed(value.value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from handed(part)
        case ast.BoolOp(values=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from handed(part)
        case ast.IfExp(body=body, orelse=orelse):
            yield from handed(body)
            yield from handed(orelse)
        case ast.Subscript(value=inner) | ast.Starred(value=inner):
            yield from handed(inner)
        case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial"), args=parts):
            for part in parts:
                yield from handed(part)
        case ast.Call(func=ast.Name(id="dict" | "list" | "tuple"), args=parts, keywords=given):
            for part in [*parts, *(k.value for k in given)]:
                yield from handed(part)


def _is_property(method: ast.FunctionDef) -> bool:
    return any("property" in ast.unparse(d) for d in method.decorator_list)


def _callables(call: ast.Call) -> Iterator[ast.expr]:
    """What a call of a drawing package's is given to be called later."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            pass
        case _:
            name = ""
    if name == "FuncAnimation":
        yield from (a for a in call.args[1:2])
    elif name in _CALLING or name.startswith("on_"):
        yield from call.args
    for given in call.keywords:
        if given.arg in _CALLED or (given.arg is None and name in _CALLING):
            yield given.value


class Effects:
    """`rooted` tells what is of a drawing package, `drawing` are functions that only draw."""

    def __init__(
        self,
        names: Names,
        functions: Mapping[Variable, ast.FunctionDef],
        library: Library,
    ) -> None:
        self.names, self.functions, self.library = names, functions, library
        self.rooted: Callable[[ast.expr], bool] = lambda node: False
        self.drawing: Collection[Variable] = frozenset()
        self._plain: dict[Variable, bool] = {}
        self._looked_at: set[Variable] = set()
        methods = [f for c in names.classes for f in c.body if isinstance(f, ast.FunctionDef)]
        special = [f for f in methods if f.name.startswith("__") and f.name not in _MAKING]
        self._odd = not all(map(self._changes_nothing, special)) or "write" in library.methods
        given = [f for f in methods if not _is_property(f)]
        self._methods = {f.name: [m for m in given if m.name == f.name] for f in given}
        asked = [f for f in methods if f.decorator_list]
        self._asked = {f.name for f in asked if not self._changes_nothing(f)}

    def none_in(self, node: ast.expr) -> bool:
        """Whether evaluating `node` changes nothing but drawings, as far as its text tells."""
        called: set[ast.AST] = set()
        for part in ast.walk(node):  # calls before their parts
            if isinstance(part, ast.expr_context):
                continue
            if isinstance(part, _ACTING) or self._is_odd(part):
                return False
            if isinstance(part, ast.Call):
                called.add(part.func)
                if not self._is_call_without(part):
                    return False
            if part not in called and not self._is_kept(part):
                return False
        return True

    def none_in_arguments(self, call: ast.Call) -> bool:
        return all(map(self.none_in, [*call.args, *(k.value for k in call.keywords)]))

    def _is_odd(self, part: ast.AST) -> bool:
        """Whether a method of the file's that changes something may be behind what is written."""
        if isinstance(part, ast.Attribute):
            return part.attr in self._asked or does_more(part, self.library)
        return (self._odd and isinstance(part, _BY_METHODS)) or does_more(part, self.library)

    def _is_kept(self, part: ast.AST) -> bool:
        if isinstance(part, ast.Attribute):
            return self._is_plain_attribute(part)
        return not isinstance(part, ast.Name) or self._is_shown(part)

    def _is_plain_attribute(self, part: ast.Attribute) -> bool:
        """Whether it is no method of the file's, handed on, that changes something."""
        return all(map(self._changes_nothing, self._methods.get(part.attr, ())))

    def _is_call_without(self, call: ast.Call) -> bool:
        if self.rooted(call.func):
            return self._keeps_arrays(call) and all(map(self._is_callable, _callables(call)))
        if isinstance(call.func, ast.Name):
            variable = self.names.variable(call.func)
            if variable in self.names.bound and variable.name not in self.library.names:
                return variable in self.drawing or self._is_plain(variable)
        return is_harmless(call, self.library)

    def _keeps_arrays(self, call: ast.Call) -> bool:
        """Whether a call of what is drawn is no method of an array or a list that it has."""
        if any(k.arg == "out" for k in call.keywords):
            return False
        if not isinstance(call.func, ast.Attribute):
            return True
        name, of = call.func.attr, call.func.value
        if name == "fill":  # of arrays it takes one argument, of axes more
            return len(call.args) > 1 and not any(isinstance(a, ast.Starred) for a in call.args)
        part = of.attr if isinstance(of, ast.Attribute) and of not in self.names.fields.own else ""
        if part in _OF_ARTISTS or (part == "rcParams" and name == "update"):
            return True
        if name in _OF_ATTRIBUTES:
            return not part
        return name not in _CHANGING and name[:2] != "__"

    def _is_callable(self, given: ast.expr) -> bool:
        """Whether what something drawn calls later is known, and only draws."""
        match given:
            case ast.Name():
                variable = self.names.variable(given)
                if any(b.kind == "def" for b in self.names.bound.get(variable, ())):
                    return variable in self.drawing or self._is_plain(variable)
                return self._is_data(given) or self.rooted(given)
            case ast.Attribute() | ast.Call():
                return self.rooted(given)
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                return all(map(self._is_callable, elts))
        return isinstance(given, (ast.Constant, ast.Lambda, ast.JoinedStr, ast.BinOp))

    def _is_data(self, name: ast.Name) -> bool:
        """Whether it is bound to numbers and arrays alone, as far as the text tells."""
        variable = self.names.variable(name)
        bindings = self.names.bound.get(variable, ())
        return bool(bindings) and all(
            b.kind == "assign"
            and isinstance(b.value, (ast.Constant, ast.BinOp, ast.Call, ast.Tuple, ast.List))
            and (not isinstance(b.value, ast.Call) or is_harmless(b.value, self.library))
            for b in bindings
        )

    def _is_shown(self, name: ast.Name) -> bool:
        """Whether handing `name` on gives nobody a function that changes something."""
        variable = self.names.variable(name)
        if variable in self._looked_at:  # it is, if nothing else of it is not
            return True
        bindings = self.names.bound.get(variable, ())
        self._looked_at.add(variable)
        try:
            if not all(b.value is None or self._hands_on(b.value) for b in bindings):
                return False
        finally:
            self._looked_at.remove(variable)
        kinds = {b.kind for b in bindings}
        if variable.name in self.library.foreign and variable not in self.names.packages:
            return "import" not in kinds
        return "def" not in kinds or variable in self.drawing or self._is_plain(variable)

    def _hands_on(self, value: ast.expr) -> bool:
        """Whether what a name is bound to is neither spent nor a function that changes anything."""
        if may_be_spent(value):
            return False
        for part in handed(value):
            if isinstance(part, ast.Lambda) and not self.none_in(part.body):
                return False
            if isinstance(part, ast.Attribute) and not self._is_plain_attribute(part):
                return False
            if isinstance(part, ast.Name) and not self._is_shown(part):
                return False
        return True

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
            if variable in self.names.bound and variable.name not in self.library.names:
                return self._is_plain(variable)
        return is_harmless(call, self.library)
