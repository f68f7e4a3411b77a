"""What the variables of a function are, by the statements of it that bind them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from adc.frontends.python.top_names import bound_otherwise, times_bound
from adc.frontends.python.wrapped.values import in_scope

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def is_made(owner: ast.expr, parents: tuple[ast.AST, ...]) -> bool:
    """Whether a variable of a function is an object of a class: it is only bound to `cls(…)`,
    `type(self)(…)`, `self.__class__(…)`, `cls.__new__(…)` or `super().__new__(…)`."""
    return _is_only(owner, parents, _makes_object)


def kind_of(owner: ast.expr, parents: tuple[ast.AST, ...]) -> str:
    """What something that is no module is: a "copy", or a "class": that of an object that a method
    is called for, that which Python gives a descriptor, or one that a function defines; "" where
    nothing tells."""
    if ast.unparse(owner) in _CLASSES or _is_owner(owner, parents) or _is_class(owner, parents):
        return "class"
    return "copy" if _is_copied(owner, parents) else ""


def kind_given(owner: ast.expr, parents: tuple[ast.AST, ...]) -> str:
    """An "object" where it is what Python gives a descriptor, `__set__(self, obj, value)`, which
    nothing else binds: no class, unless a metaclass has the descriptor; "" for anything else."""
    names = ("__set__", "__get__", "__delete__")
    return "object" if any(_is_given(owner, parents, name) for name in names) else ""


def _is_owner(owner: ast.expr, parents: tuple[ast.AST, ...]) -> bool:
    """Whether it is the class in `__set_name__(self, owner, name)`, which nothing else binds, of a
    method that the file itself does not call."""
    return _is_given(owner, parents, "__set_name__", 3)


def _is_given(
    owner: ast.expr, parents: tuple[ast.AST, ...], method: str, count: int | None = None
) -> bool:
    """Whether it is what a `method` with so many parameters has for the second one."""
    inner = next((at for at, p in enumerate(parents) if isinstance(p, _DEFINITIONS)), None)
    within = parents[inner] if inner is not None else None
    if not isinstance(within, ast.FunctionDef) or within.name != method or inner is None:
        return False
    given = [a.arg for a in within.args.args]
    if not isinstance(owner, ast.Name) or len(given) < 2 or given[1] != owner.id:
        return False
    alone = times_bound(ast.walk(within), owner.id) == 1 and count in (None, len(given))
    return isinstance(parents[inner + 1], ast.ClassDef) and alone


def _is_class(owner: ast.expr, parents: tuple[ast.AST, ...]) -> bool:
    """Whether it is a variable of the function around that only a plain `class` statement binds."""
    within = next((p for p in parents if isinstance(p, _DEFINITIONS)), None)
    if not isinstance(owner, ast.Name) or within is None:
        return False
    inside = list(ast.walk(within))
    made = [n for n in inside if isinstance(n, ast.ClassDef) and n.name == owner.id]
    plain = all(not (n.keywords or n.decorator_list) and n in within.body for n in made)
    return len(made) == times_bound(inside, owner.id) == 1 and plain


def _is_copied(owner: ast.expr, parents: tuple[ast.AST, ...]) -> bool:
    """Whether a variable of a function is only bound to `copy.copy(…)` or `copy.deepcopy(…)`, by an
    import of Python's own module: Python copies no module, and gives functions and classes back as
    they are."""
    if not _is_only(owner, parents, _makes_copy):
        return False
    every = list(ast.walk(parents[-1]))
    imports = [n for n in every if isinstance(n, (ast.Import, ast.ImportFrom))]
    plain = [n for n in imports if isinstance(n, ast.Import) and any(
        a.name == "copy" and not a.asname for a in n.names)]  # fmt: skip
    star = any(a.name == "*" for n in imports for a in n.names)
    return bool(plain) and times_bound(every, "copy") == len(plain) and not star


def is_new_function(owner: ast.expr, parents: tuple[ast.AST, ...]) -> bool:
    """Whether a variable of a function is a function that it has made anew: it is only bound to
    `FunctionType(…)`, which the file has from `types`."""
    return _is_only(owner, parents, _makes_function) and _is_imported(parents[-1])


def _is_imported(module: ast.AST) -> bool:
    """Whether `FunctionType` is bound by `from types import FunctionType` and nothing else."""
    found: list[bool] = []
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            names = {a.asname or a.name: a.name for a in node.names}
            of_types = node.module == "types" and not node.level
            found += [of_types and n == name for name, n in names.items() if name in MAKERS]
        elif isinstance(node, ast.Import):
            found += [False for a in node.names if a.asname in MAKERS]
        elif isinstance(node, (ast.arg, *_DEFINITIONS, ast.ClassDef)):
            found += [False] if getattr(node, "arg", getattr(node, "name", "")) in MAKERS else []
        elif isinstance(node, ast.Name) and node.id in MAKERS:
            found += [] if isinstance(node.ctx, ast.Load) else [False]
    return bool(found) and all(found)


def _is_only(
    owner: ast.expr, parents: tuple[ast.AST, ...], makes: Callable[[ast.expr | None], bool]
) -> bool:
    """Whether a variable of the function around is bound to nothing but what is so made."""
    within = next((p for p in parents if isinstance(p, _DEFINITIONS)), None)
    if not isinstance(owner, ast.Name) or within is None:
        return False
    values: list[ast.expr | None] = []
    for node in ast.walk(within):
        if isinstance(node, (ast.Global, ast.Nonlocal)) and owner.id in node.names:
            return False
        if isinstance(node, ast.Assign):
            values += [
                node.value for t in node.targets for n in ast.walk(t) if _is_stored(n, owner)
            ]
        elif isinstance(node, (ast.arg, *_DEFINITIONS, ast.ClassDef, ast.alias)):
            names = (getattr(node, key, None) for key in ("arg", "name", "asname"))
            values += [None] if owner.id in names else []
    stored = sum(_is_stored(n, owner) for n in ast.walk(within))
    return 0 < len(values) == stored and all(map(makes, values))


def is_local(variable: ast.Name, parents: tuple[ast.AST, ...]) -> bool:
    """Whether it is a variable of the function around it, whatever Python has under its name."""
    within = next((p for p in parents if isinstance(p, (*_DEFINITIONS, ast.Lambda))), None)
    if within is None or isinstance(within, ast.Lambda):
        return False
    inside = list(in_scope(within.body))
    several = [n.target for n in inside if isinstance(n, ast.comprehension)]
    apart = {id(n) for target in several for n in ast.walk(target)}
    if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in inside):
        return False
    return any(_is_stored(n, variable) and id(n) not in apart for n in inside)


@dataclass
class Variables:
    """Which names are variables of functions; `known` has what each scope binds."""

    known: dict[int, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)

    def has(self, name: ast.Name, parents: tuple[ast.AST, ...]) -> bool:
        """Whether it is a variable of a function around it that is bound there by parameters, loops
        and assignments alone: no import and no definition gives it something of that name."""
        below: ast.AST = name
        for place, node in enumerate(parents):
            if isinstance(node, _COMPREHENSIONS):
                first, inner = node.generators[0], parents[place - 2] if place > 1 else name
                outer = below is first and inner is first.iter
                own = [n for g in node.generators for n in ast.walk(g.target)]
                if not outer and any(_is_stored(n, name) for n in own):
                    return True
            elif self.is_inside(below, node):
                plain, others = self.bound(node)
                if name.id in plain | others:
                    return name.id not in others and not isinstance(node, ast.ClassDef)
            below = node
        return False

    def is_inside(self, below: ast.AST, scope: ast.AST) -> bool:
        """Whether a scope is one, and `below` is in its body."""
        if isinstance(scope, ast.Lambda):
            return below is scope.body
        known = isinstance(scope, (*_DEFINITIONS, ast.ClassDef))
        return known and any(below is each for each in scope.body)  # type: ignore[attr-defined]

    def bound(self, scope: ast.AST) -> tuple[frozenset[str], frozenset[str]]:
        """What parameters, loops and assignments bind in a scope, and what is bound otherwise."""
        if id(scope) not in self.known:
            body = [] if isinstance(scope, ast.Lambda) else scope.body  # type: ignore[attr-defined]
            every = list(in_scope(body))
            drawn = (g.target for g in every if isinstance(g, ast.comprehension))
            apart = {id(n) for target in drawn for n in ast.walk(target)}
            names = (n for n in every if isinstance(n, ast.Name) and id(n) not in apart)
            plain = {n.id for n in names if not isinstance(n.ctx, ast.Load)}
            given = ast.walk(scope.args) if not isinstance(scope, ast.ClassDef) else iter(())  # type: ignore[attr-defined]
            plain |= {a.arg for a in given if isinstance(a, ast.arg)}
            others = {name for n in every for name in bound_otherwise(n)}
            self.known[id(scope)] = frozenset(plain), frozenset(n for n in others if n)
        return self.known[id(scope)]


def _is_stored(node: ast.AST, variable: ast.Name) -> bool:
    stored = isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    return stored and node.id == variable.id  # type: ignore[attr-defined]


#: The class of an object.
_CLASSES = ("self.__class__", "type(self)")
#: What makes an object of a class.
_MAKING = (*_CLASSES, "cls", "cls.__new__", "self.__new__", "object.__new__", "super().__new__")
#: The class of functions, by the name that `types` has for it.
MAKERS = ("FunctionType",)


def _makes_function(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") in MAKERS


def _makes_copy(value: ast.expr | None) -> bool:
    if not isinstance(value, ast.Call):
        return False
    return ast.unparse(value.func) in ("copy.copy", "copy.deepcopy")


def _makes_object(value: ast.expr | None) -> bool:
    if not isinstance(value, ast.Call):
        return False
    made = ast.unparse(value.func)
    return made in _MAKING


def modules_named(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What a file of these nodes calls `sys.modules` by `from sys import modules`."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "sys":
            yield from (p.asname or p.name for p in node.names if p.name == "modules")
