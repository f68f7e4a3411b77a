"""Which classes something in a file may have as values: under a name that no import or definition
gave, as an argument, an item or an attribute.

Who sets a part of a class otherwise than by its name (`kind.k = 3`, `setattr(kind, "k", 3)`) has it
from somewhere: it stood by itself, was asked of an object (`type(a)`), or taken out of a module.
That it is called, derived from, or asked for a part, gives it to nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from adc.frontends.python.lending import Owners
from adc.frontends.python.tree_parts import function_around, parents_of, root_of, text_of
from adc.frontends.python.variables import Variables

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Attributes that give classes.
GIVING = frozenset({
    "__class__", "__mro__", "mro", "__base__", "__bases__", "__subclasses__", "__thisclass__",
    "__objclass__", "__self_class__", "__origin__", "__args__",
})  # fmt: skip
#: Methods of classes that give others.
_LISTING = ("mro", "__subclasses__")
#: What gives any object that there is.
ANY_OBJECT = frozenset({"get_objects", "get_referrers", "get_referents"})
#: What gives classes to methods by itself.
_TOLD = {"__get__": 2, "__set_name__": 1, "__class_getitem__": 0}
#: What reads what stands in annotations.
ANNOTATED = frozenset({
    "get_type_hints", "__annotations__", "get_annotations", "signature", "getfullargspec",
    "singledispatch", "singledispatchmethod", "__dataclass_fields__", "fields",
})  # fmt: skip
_TESTS = ("isinstance", "issubclass")
#: Functions of Python that a class is not taken out of again.
_LOOKING = ("super", "str", "repr", "print", "id", "hash")


@dataclass(frozen=True)
class Asked:
    """A class of an object is a value in the function `within`: that of an object of the class
    `made`, or of one that is derived from it; "" for any."""

    made: str
    within: str


@dataclass
class ClassValues:
    """`names`: what stands by itself, by the function around ("" for none), the last name of a
    path; `noted`: what stands in annotations. `asked`: classes of objects. `bases`: the names of
    what each class of the file is derived from."""

    names: dict[str, set[str]] = field(default_factory=dict)
    noted: set[str] = field(default_factory=set)
    asked: list[Asked] = field(default_factory=list)
    bases: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: ast.Module) -> ClassValues:
        every = list(ast.walk(tree))
        above = {id(c): node for node in every for c in ast.iter_child_nodes(node)}
        reader = _Reader(cls(), above)
        for node in every:
            reader.look(node)
        return reader.found


@dataclass
class _Reader:
    found: ClassValues
    above: dict[int, ast.AST]
    owners: Owners = field(default_factory=Owners)
    variables: Variables = field(default_factory=Variables)

    def look(self, node: ast.AST) -> None:
        if isinstance(node, ast.ClassDef):
            names = {getattr(b, "attr", getattr(b, "id", "")) for b in map(_whole, node.bases)}
            self.found.bases.setdefault(node.name, set()).update(names)
            if any(not _is_dataclass(d) for d in node.decorator_list):
                self.value(node.name, node)
        elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
            self.path(node)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "type":
            if len(node.args) == 1 and not self.is_harmless(node):
                self.ask(node, node.args[0])
        elif isinstance(node, _FUNCTIONS) and node.name in _TOLD:
            given = [*node.args.posonlyargs, *node.args.args][_TOLD[node.name] :]
            names = {a.arg for a in given[:1]}
            uses = (n for s in node.body for n in ast.walk(s) if isinstance(n, ast.Name))
            if any(n.id in names and not self.is_harmless(n) for n in uses):
                self.found.asked.append(Asked("", node.name))

    def path(self, node: ast.Name | ast.Attribute) -> None:
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name in _LISTING:
            self.found.asked.append(Asked("", self.within(node)))
        if self.is_harmless(node):
            return
        if name in GIVING:
            self.ask(node, node.value if isinstance(node, ast.Attribute) else node)
        elif isinstance(node, ast.Name) and self.variables.has(node, self.parents(node)):
            return  # what it is bound to is looked at there
        elif self.is_noted(node):
            self.found.noted.add(name)
        else:
            self.value(name, node)
            variable = node if isinstance(node, ast.Name) else ast.Name("", ast.Load())
            own = self.owners.method(variable, self.parents(node))
            if own is not None and own[1]:
                self.ask(node, node)

    def value(self, name: str, node: ast.AST) -> None:
        self.found.names.setdefault(self.within(node), set()).add(name)

    def ask(self, node: ast.AST, of: ast.AST) -> None:
        """The class of `of` is a value."""
        made = ""
        parents = self.parents(node)
        own = self.owners.method(of, parents) if isinstance(of, ast.Name) else None
        if own is not None:
            around = next((p for p in parents if isinstance(p, ast.ClassDef)), None)
            made = around.name if around is not None else ""
        self.found.asked.append(Asked(made, self.within(node)))

    def parents(self, node: ast.AST) -> tuple[ast.AST, ...]:
        return parents_of(node, self.above)

    def within(self, node: ast.AST) -> str:
        return function_around(node, self.parents(node))

    def is_harmless(self, node: ast.AST) -> bool:
        """Whether what is around gives the class to nothing."""
        above = self.above.get(id(node))
        if isinstance(above, ast.Attribute):
            return isinstance(above.ctx, ast.Load) and above.attr not in GIVING
        if isinstance(above, ast.Call):
            if above.func is node:
                return True
            name = getattr(above.func, "id", "")
            tested = name in _TESTS and node in above.args[1:]
            return tested or name in _LOOKING or _formats(above.func) or _asks_part(above, node)
        if isinstance(above, ast.ClassDef):
            return node in above.bases
        if isinstance(above, ast.Subscript) and above.value is node:  # `Base[int]`
            return self.is_harmless(above)
        if isinstance(above, (ast.Tuple, ast.BinOp)):
            outer = self.above.get(id(above))
            tested = isinstance(outer, ast.Call) and getattr(outer.func, "id", "") in _TESTS
            return (tested and above in outer.args[1:]) or isinstance(outer, ast.ExceptHandler)  # type: ignore[union-attr]
        return isinstance(above, (ast.ExceptHandler, ast.Raise, ast.Compare, ast.Expr,
                                  ast.FormattedValue, ast.MatchClass))  # fmt: skip

    def is_noted(self, node: ast.AST) -> bool:
        """Whether it stands in an annotation."""
        for above in self.parents(node):
            if isinstance(above, ast.arg):
                return True
            if isinstance(above, ast.AnnAssign):
                return node is above.annotation
            if isinstance(above, _FUNCTIONS):
                return node is above.returns
            if isinstance(above, ast.stmt):
                return False
            node = above
        return False


def _formats(function: ast.expr) -> bool:
    """Whether it is `"…".format`."""
    if not isinstance(function, ast.Attribute) or function.attr != "format":
        return False
    return isinstance(function.value, (ast.Constant, ast.JoinedStr))


def _asks_part(call: ast.Call, node: ast.AST) -> bool:
    """Whether it is `getattr(node, "name")`, which asks for no class."""
    name = text_of(call.args[1]) if len(call.args) > 1 else ""
    asks = getattr(call.func, "id", "") in ("getattr", "hasattr") and call.args[0] is node
    return asks and bool(name) and name not in (*GIVING, *_LISTING, "__dict__")


def _whole(base: ast.expr) -> ast.expr:
    return base.value if isinstance(base, ast.Subscript) else base


def _is_dataclass(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return getattr(called, "attr", getattr(called, "id", "")) == "dataclass" and root_of(
        called
    ) in ("dataclass", "dataclasses")


def above_of(name: str, bases: Iterable[dict[str, set[str]]]) -> set[str]:
    """The names of a class and of what it is derived from, by the names alone."""
    known = list(bases)
    found, pending = {name}, [name]
    while pending:
        each = pending.pop()
        more = set(_bases_of(each, known)) - found
        found |= more
        pending += more
    return found


def below_of(name: str, bases: Iterable[dict[str, set[str]]]) -> set[str]:
    """The names of a class and of what is derived from it, by the names alone: what these have of
    it, is set as their own."""
    known = [(made, above) for each in bases for made, above in each.items()]
    found = {name}
    while more := {made for made, above in known if above & found} - found:
        found |= more
    return found


def _bases_of(name: str, known: list[dict[str, set[str]]]) -> Iterator[str]:
    for bases in known:
        yield from bases.get(name, ())


__all__ = ["ANNOTATED", "ANY_OBJECT", "ClassValues", "above_of", "below_of"]
