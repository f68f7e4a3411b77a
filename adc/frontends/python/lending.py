"""Methods whose object may be a class, or one of any other class: `A.put(B)`, `map(A.put, [B])`,
`super().put(B)` in a class method, `self.put(B)` in a method that is called as `A.go(A)`.

What a method sets in its own object (`self.k = 3`) changes no class, and nothing that is none of
its class, as long as Python gives it that object. So all is looked for that has a function of a
class otherwise than as a part of an object: a call that may give it one, by its name or by any;
what hands it on; a class whose body uses it; a decorator.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from adc.frontends.python.known_texts import ends_of, texts_of
from adc.frontends.python.top_names import bound_by, times_bound, times_each
from adc.frontends.python.tree_parts import function_around, parents_of, root_of, text_of
from adc.frontends.python.wrapped.values import in_scope

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
#: Methods that Python gives a class, without a decorator.
_OF_CLASSES = ("__new__", "__init_subclass__", "__class_getitem__")
_PROPERTY = ("property", "setter", "getter", "deleter")
#: What is no class and no function, whatever is in it.
_DISPLAYS = (
    ast.Constant, ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Lambda, ast.Compare,
    *_COMPREHENSIONS,
)  # fmt: skip
#: What a function is not used in.
_NUMBERS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.FormattedValue)
#: What of a property, or of what holds a function, is the function.
_HELD = ("fget", "fset", "fdel", "func")
#: What of a function says nothing of what it does.
_SAYING = ("__name__", "__doc__", "__qualname__", "__module__", "__annotations__")
#: Something of which nothing is known.
_ANYTHING = ast.Call(ast.Name("", ast.Load()), [], [])
#: Calls that take a part out of their first argument by its name, or all of them.
_ASKING = ("getattr", "getattr_static", "__getattribute__")
_MEMBERS = ("getmembers", "getmembers_static")
_CLASSES = ("isclass", "inspect.isclass")
_ALL = ("vars", "getmembers", "getmembers_static", "classify_class_attrs")
#: Methods of a dictionary that take nothing out of it.
_KEEPING = ("update", "keys", "clear", "__contains__", "setdefault")


@dataclass(frozen=True)
class Method:
    """A function of a class: its name, the line where it begins, the arguments that it has to be
    given, in order, and the most that it takes in order, -1 for any number."""

    name: str
    line: int
    needed: tuple[str, ...]
    most: int

    @classmethod
    def of(cls, node: _Function, made: str) -> Iterator[Method]:
        """The method of the class `made`, under both of its names where that is a private one."""
        args = node.args
        order = [a.arg for a in (*args.posonlyargs, *args.args)]
        needed = order[: len(order) - len(args.defaults)]
        alone = zip(args.kwonlyargs, args.kw_defaults, strict=True)
        needed += [a.arg for a, default in alone if default is None]
        yield cls(node.name, node.lineno, tuple(needed), -1 if args.vararg else len(order))
        if node.name.startswith("__") and not node.name.endswith("__"):
            yield from cls.of(_renamed(node, f"_{made.lstrip('_')}{node.name}"), made)

    def takes(self, lent: Lent) -> bool:
        """Whether the function itself may be called so: else that is an error."""
        if lent.given < 0:
            return True
        if -1 < self.most < lent.given:
            return False
        return all(n in lent.named for n in self.needed[lent.given :])


def _renamed(node: _Function, name: str) -> _Function:
    new = ast.FunctionDef(name, node.args, node.body, [])
    return ast.copy_location(new, node)


@dataclass(frozen=True)
class Lent:
    """The functions called `part`, "" for any, have some object at the `line`, in the function
    `within`; where `by` is a line, only if the method there has one. `given` arguments are passed
    in order, and those `named`; -1: it may be called with any. It has them from one of the
    variables `roots`. `only`: the method at that line alone. `begins`, `ends`: what the name
    surely begins and ends with, where it is composed. `path`: the names of what it has them from,
    `a.b`. `missing`: a `__getattr__` returns it, so that it is no part that objects have anyway,
    and whoever has it has asked an object for a part of its name."""

    part: str
    line: int
    within: str
    by: int = 0
    given: int = -1
    named: frozenset[str] = frozenset()
    roots: frozenset[str] = frozenset()
    only: int = 0
    begins: str = ""
    ends: str = ""
    path: tuple[str, ...] = ()
    missing: bool = False

    @property
    def is_seen(self) -> bool:
        """Whether the function is named, or what calls it with something stands there."""
        return bool(self.part or self.only or self.given >= 0)

    def gives(self, name: str) -> bool:
        """Whether a function of this name may be the one."""
        return name.startswith(self.begins) and name.endswith(self.ends)


@dataclass
class Owners:
    """Which variables are the objects of methods, or the classes of class methods: by the method
    that is around, as long as nothing else binds them there."""

    known: dict[tuple[int, str], frozenset[str]] = field(default_factory=dict)

    def line(self, variable: ast.Name, parents: tuple[ast.AST, ...]) -> int:
        """The line of the method whose object it is; 0 for anything else."""
        found = self.method(variable, parents)
        return found[0].lineno if found is not None and not found[1] else 0

    def is_own(self, node: ast.AST, parents: tuple[ast.AST, ...]) -> bool:
        """Whether it is `self`, of a method, or `cls`, of a class method."""
        if not isinstance(node, ast.Name):
            return False
        found = self.method(node, parents)
        return found is not None and node.id == ("cls" if found[1] else "self")

    def method(
        self, variable: ast.Name, parents: tuple[ast.AST, ...]
    ) -> tuple[_Function, bool] | None:
        """The method of which the variable is the object, and whether that is its class."""
        below: ast.AST = variable
        for place, node in enumerate(parents):
            if isinstance(node, ast.Lambda) and below is node.body:
                if variable.id in _parameters(node.args):
                    return None
            elif isinstance(node, _COMPREHENSIONS):
                if variable.id in bound_by(n for g in node.generators for n in ast.walk(g.target)):
                    return None
            elif isinstance(node, _FUNCTIONS) and any(below is n for n in node.body):
                bound = self._bound(node)
                if variable.id in _parameters(node.args) or variable.id in bound:
                    of_class = _is_of_class(node, parents[place + 1 :])
                    first = [*node.args.posonlyargs, *node.args.args][:1]
                    own = bool(first) and first[0].arg == variable.id and variable.id not in bound
                    return (node, of_class) if own and of_class is not None else None
            below = node
        return None

    def _bound(self, node: _Function) -> frozenset[str]:
        """What statements in the function, or in functions inside, bind."""
        key = (id(node), "")
        if key not in self.known:
            every = [n for part in node.body for n in ast.walk(part)]
            names = bound_by(n for n in every if not isinstance(n, ast.arg))
            others = (n.names for n in every if isinstance(n, (ast.Global, ast.Nonlocal)))
            self.known[key] = frozenset(names).union(*others)
        return self.known[key]


def _parameters(given: ast.arguments) -> set[str]:
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return {each.arg for each in every if each is not None}


def _is_of_class(node: _Function, parents: tuple[ast.AST, ...]) -> bool | None:
    """Whether Python gives the function its class; None where it is no method, or gives nothing."""
    scopes = (*_FUNCTIONS, ast.Lambda, ast.ClassDef, ast.Module)
    if not isinstance(next((p for p in parents if isinstance(p, scopes)), None), ast.ClassDef):
        return None
    names = {root_of(d) for d in node.decorator_list}
    names |= {d.attr for d in node.decorator_list if isinstance(d, ast.Attribute)}
    if "staticmethod" in names:
        return None
    return "classmethod" in names or node.name in _OF_CLASSES


@dataclass
class Lending:
    """The methods of a file, and what lends some; `modules` are the names that nothing but imports
    binds in it."""

    methods: list[Method] = field(default_factory=list)
    lent: list[Lent] = field(default_factory=list)
    modules: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tree: ast.Module) -> Lending:
        every = list(ast.walk(tree))
        found = cls()
        imports = {n for n in every if isinstance(n, ast.alias)}
        others = bound_by(n for n in every if not isinstance(n, (ast.alias, ast.Import,
                                                                ast.ImportFrom)))  # fmt: skip
        found.modules = frozenset(
            n for a in imports for n in (a.asname or a.name.split(".")[0],) if n not in others
        )
        above = {id(c): node for node in every for c in ast.iter_child_nodes(node)}
        reader = _Reader(found, above, "super" in others, others | found.modules)
        for node in every:
            reader.look(node)
        return found


@dataclass
class _Reader:
    """`above` has the node around each one, `hidden`: the file binds `super`; `names` are all that
    it binds."""

    found: Lending
    above: dict[int, ast.AST]
    hidden: bool
    names: set[str]
    owners: Owners = field(default_factory=Owners)
    plain: dict[int, frozenset[str]] = field(default_factory=dict)

    def look(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self.call(node)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            self.attribute(node)
        elif isinstance(node, ast.ClassDef):
            self.made(node)
        elif isinstance(node, ast.MatchClass):
            for part in node.kwd_attrs:
                self.lend(part, node, _ANYTHING)

    def parents(self, node: ast.AST) -> tuple[ast.AST, ...]:
        return parents_of(node, self.above)

    def lend(self, part: str, node: ast.AST, owner: ast.expr, **more: object) -> None:
        """The part of `owner` is had by something, unless that is known to be an object."""
        parents = self.parents(node)
        by = self.receiver(owner, parents)
        if by is None:
            return
        within = function_around(node, parents)
        given = Lent(
            part, getattr(node, "lineno", 1), within, by, roots=_root(owner), path=_path(owner)
        )
        new = replace(given, **more)  # type: ignore[arg-type]
        self.found.lent.append(replace(new, roots=new.roots | given.roots, by=new.by or by))

    def receiver(self, owner: ast.expr, parents: tuple[ast.AST, ...]) -> int | None:
        """The line of the method whose object it is, 0 where it may be a class; None where it is
        something else."""
        if isinstance(owner, _DISPLAYS):
            return None
        if isinstance(owner, ast.Name):
            return None if self.is_plain(owner, parents) else self.owners.line(owner, parents)
        if isinstance(owner, ast.Call) and root_of(owner.func) == "super" and not self.hidden:
            within = next((p for p in parents if isinstance(p, (*_FUNCTIONS, ast.Lambda))), None)
            if isinstance(within, _FUNCTIONS) and not owner.args:
                first = [*within.args.posonlyargs, *within.args.args][:1]
                own = ast.Name(first[0].arg, ast.Load()) if first else None
                inside = parents[: parents.index(within) + 1]
                inner = not any(isinstance(p, _COMPREHENSIONS) for p in inside)
                return self.owners.line(own, parents) if own is not None and inner else 0
            last = owner.args[1] if len(owner.args) == 2 else None
            return self.owners.line(last, parents) if isinstance(last, ast.Name) else 0
        return 0

    def is_plain(self, name: ast.Name, parents: tuple[ast.AST, ...]) -> bool:
        """Whether a function binds the variable to displays and constants, and nothing else."""
        scope = next((p for p in parents if isinstance(p, (*_FUNCTIONS, ast.Lambda))), None)
        if not isinstance(scope, _FUNCTIONS):
            return False
        if id(scope) not in self.plain:
            every = list(ast.walk(scope))
            made = Counter(
                n.targets[0].id for n in every if isinstance(n, ast.Assign) and len(n.targets) == 1
                and isinstance(n.targets[0], ast.Name)
                and isinstance(n.value, _DISPLAYS) and not isinstance(n.value, ast.Lambda)
            )  # fmt: skip
            bound = times_each(every)
            self.plain[id(scope)] = frozenset(n for n, times in made.items() if bound[n] == times)
        return name.id in self.plain[id(scope)]

    # -- calls -------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> None:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if isinstance(node.func, ast.Attribute):
            self.called(node, node.func.attr, node.func.value)
        elif isinstance(node.func, ast.Call) and _asks(node.func):
            for named, more in self.asked(node.func):
                self.called(node, named, node.func.args[0], None, **more)
        if _asks(node):
            if not self.is_called(node) and not self.looks(node):
                for named, more in self.asked(node):
                    self.lend(named, node, node.args[0], **more)
        elif name in _MEMBERS and len(node.args) == 2 and self.is_of_classes(node.args[1]):
            return
        elif name in _ALL and node.args:
            self.all_of(node, node.args[0])
        elif name == "attrgetter":
            for part in node.args:
                self.lend(text_of(part).rpartition(".")[2], node, _ANYTHING)
        elif name == "methodcaller" and node.args:
            rest = ast.copy_location(ast.Call(node.func, node.args[1:], node.keywords), node)
            self.called(rest, text_of(node.args[0]), _ANYTHING, node)

    def is_of_classes(self, test: ast.expr) -> bool:
        """Whether it is Python's own `isclass`, by an import."""
        return ast.unparse(test) in _CLASSES and root_of(test) in self.found.modules

    def asked(self, node: ast.Call) -> Iterator[tuple[str, dict[str, object]]]:
        """What `getattr(x, name)` may ask for: names, "" for any, and what else is known of it."""
        name, parents = node.args[1], self.parents(node)
        texts = texts_of(name, parents, self.names)
        if texts is not None:
            yield from ((text, {}) for text in sorted(texts))
            return
        begins, ends = ends_of(name)
        returned = bool(parents) and isinstance(parents[0], ast.Return)
        missing = returned and _is_missing(name, parents)
        yield "", {"begins": begins, "ends": ends, "missing": missing}

    def called(
        self, node: ast.Call, part: str, owner: ast.expr, place: ast.AST | None = None,
        **more: object,
    ) -> None:  # fmt: skip
        """`owner.part` is called: if that gives it an object."""
        first = node.args[0] if node.args else None
        named = {k.arg: k.value for k in node.keywords}
        if first is None and not {"self", None} & named.keys():
            return
        by, roots = 0, frozenset[str]()
        if first is not None or "self" in named:
            given = first if first is not None else named["self"]
            known = self.receiver(given, self.parents(place or node))
            if known is None:
                return
            by, roots = known, _root(given)
        starred = any(isinstance(a, ast.Starred) for a in node.args) or None in named
        self.lend(
            part, place or node, owner, by=by, roots=roots, given=-1 if starred else len(node.args),
            named=frozenset(n for n in named if n is not None), **more,
        )  # fmt: skip

    def is_called(self, node: ast.AST) -> bool:
        above = self.above.get(id(node))
        return isinstance(above, ast.Call) and above.func is node

    def looks(self, node: ast.AST) -> bool:
        """Whether what is around only looks at it, or computes with it."""
        above = self.above.get(id(node))
        if isinstance(above, ast.Attribute):
            part = above.attr
            return part in _SAYING or not (part.startswith("__") or part in _HELD)
        at = isinstance(above, ast.Subscript) and above.value is node
        return at or isinstance(above, (*_NUMBERS, ast.Expr))

    def all_of(self, node: ast.expr, owner: ast.expr) -> None:
        """All parts of `owner` are asked for, or one of them."""
        above = self.above.get(id(node))
        if isinstance(above, ast.Attribute) and above.attr in _KEEPING:
            return
        if isinstance(above, ast.Compare):
            return
        if isinstance(above, ast.Subscript) and above.value is node:
            if not isinstance(above.ctx, ast.Load):
                return
            called = self.above.get(id(above))
            if isinstance(called, ast.Call) and called.func is above:
                self.called(called, text_of(above.slice), owner)
            elif not self.looks(above):
                self.lend(text_of(above.slice), node, owner)
            return
        self.lend("", node, owner)

    def attribute(self, node: ast.Attribute) -> None:
        if node.attr == "__dict__":
            self.all_of(node, node.value)
        elif not (self.is_called(node) or self.looks(node)):
            self.lend(node.attr, node, node.value)

    # -- classes -----------------------------------------------------------------------------------

    def made(self, node: ast.ClassDef) -> None:
        """The methods of a class, what its body does with them, and their decorators."""
        inside = list(in_scope(node.body))
        functions = [n for n in inside if isinstance(n, _FUNCTIONS)]
        own = [m for f in functions for m in Method.of(f, node.name)]
        self.found.methods += own
        names = {m.name: m for m in own}
        aside = {id(n) for n in functions}
        runs = [n for n in inside if id(n) not in aside]
        runs += [n for f in functions for d in (*f.decorator_list, f.args) for n in ast.walk(d)]
        for each in runs:
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and each.id in names:
                self.used(each, names[each.id])
        for function in functions:
            for decorator in function.decorator_list:
                self.decorated(function, decorator)

    def used(self, node: ast.Name, method: Method) -> None:
        """A class's body uses the name of one of its methods."""
        above = self.above.get(id(node))
        if isinstance(above, ast.Assign) and all(isinstance(t, ast.Name) for t in above.targets):
            names = [t.id for t in above.targets if isinstance(t, ast.Name)]
            self.found.methods += [replace(method, name=name) for name in names]
        elif not (
            (isinstance(above, ast.Attribute) and above.attr in _PROPERTY)
            or (isinstance(above, ast.Call) and root_of(above.func) == "property")
        ):
            self.found.lent.append(Lent("", node.lineno, "", only=method.line))

    def decorated(self, function: _Function, decorator: ast.expr) -> None:
        """A decorator may have its function, unless it is Python's own, or a library's that is
        given nothing but constants."""
        if isinstance(decorator, ast.Attribute) and decorator.attr in _PROPERTY:
            return
        if isinstance(decorator, ast.Name) and decorator.id in (
            "property", "staticmethod", "classmethod",
        ):  # fmt: skip
            return
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        given = [] if called is decorator else list(ast.walk(decorator))
        inner = {id(n) for n in ast.walk(called)}
        plain = (ast.Call, ast.keyword, ast.Constant, ast.Load)
        only = all(isinstance(n, plain) for n in given if id(n) not in inner)
        roots = frozenset({root_of(called)}) if only else frozenset[str]()
        self.found.lent.append(
            Lent("", function.lineno, "", roots=roots - {""}, only=function.lineno)
        )


def _asks(node: ast.Call) -> bool:
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return name in _ASKING and len(node.args) > 1


def _root(node: ast.expr) -> frozenset[str]:
    """The variable that a path of attributes begins with."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return frozenset({node.id}) if isinstance(node, ast.Name) else frozenset()


def _path(node: ast.expr) -> tuple[str, ...]:
    """The names of `a.b.c`; none of anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return (node.id, *names) if isinstance(node, ast.Name) else ()


def _is_missing(name: ast.expr, parents: tuple[ast.AST, ...]) -> bool:
    """Whether it is the name that Python gives a `__getattr__`, which nothing else binds there: it
    asks only for what it has not found."""
    place = next((n for n, p in enumerate(parents) if isinstance(p, (*_FUNCTIONS, ast.Lambda))), -1)
    within = parents[place] if place >= 0 else None
    if not isinstance(within, ast.FunctionDef) or within.name != "__getattr__":
        return False
    own = isinstance(parents[place + 1], ast.ClassDef)
    given = [a.arg for a in (*within.args.posonlyargs, *within.args.args)]
    if not isinstance(name, ast.Name) or times_bound(ast.walk(within), name.id) != 1:
        return False
    at_top = isinstance(parents[place + 1], (ast.ClassDef, ast.Module))
    return given[own:] == [name.id] and at_top


__all__ = ["Lending", "Lent", "Method", "Owners"]
