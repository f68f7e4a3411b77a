"""Whether statements of a program may be left out: whether what they evaluate changes anything.

What a function of the file does is read off its text, what one of a library does off its name, as
it is for what `print` is given (`lost_effects`); anything else may do more.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from adc.frontends.python.drawing_effects import handed, may_be_spent
from adc.frontends.python.library_names import Library
from adc.frontends.python.lost_effects import does_more, is_harmless
from adc.frontends.python.own_methods import library_of, methods_elsewhere
from adc.frontends.python.program.names import FUNCTIONS, is_loaded, names_in, parameters
from adc.frontends.python.tree_parts import CHANGING

_ACTING = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
_BINDING = (ast.Global, ast.Nonlocal, ast.Delete)
_STORING = (ast.Attribute, ast.Subscript)
#: Functions and methods that change what they are asked of.
_CHANGING = CHANGING | {
    "next", "input", "open", "exec", "eval", "send", "read", "readline", "shuffle", "copyto",
    "setattr", "__next__", "write",
}  # fmt: skip
#: What draws random numbers.
DRAWING = frozenset({
    "rand", "randn", "random", "random_sample", "normal", "uniform", "standard_normal", "integers",
    "randint", "choice", "default_rng", "RandomState", "gauss", "exponential", "lognormal",
    "poisson", "beta", "gamma", "multivariate_normal", "permutation",
})  # fmt: skip
#: What generators of random numbers have.
_GENERATORS = frozenset(
    name for kind in (np.random.RandomState, np.random.Generator) for name in dir(kind)
    if not name.startswith("_") and name not in ("bit_generator", "get_state", "spawn")
) | {"ranf", "sample", "rvs", *DRAWING}  # fmt: skip
_LIBRARIES = frozenset({"numpy", "scipy", "matplotlib", "mpl_toolkits", "pandas", "seaborn"})
#: Modules whose functions change nothing but an array that they are told to overwrite.
_PLAIN = (
    "scipy", "os", "sys", "time", "datetime", "json", "pandas", "cmath", "statistics", "jax",
)  # fmt: skip
_OVERWRITING = ("out", "overwrite", "inplace", "copy")
#: What makes arrays and lists that nobody else has.
_FRESH = (
    ast.Constant, ast.JoinedStr, ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.BinOp,
    ast.UnaryOp, ast.Compare,
)  # fmt: skip
_MADE = frozenset({
    "zeros", "ones", "empty", "full", "array", "arange", "linspace", "copy", "eye", "zeros_like",
    "ones_like", "empty_like", "full_like", "list", "dict", "float", "int",
})  # fmt: skip
_CONSTRUCTING = ("__init__", "__new__", "__post_init__")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Effects:
    """What the text of a file tells: `changing` are its functions and classes that may change what
    is not their own, `methods` the names of methods that do and `plain` of those that do not,
    `spent` the variables that may be iterators, `called` those that may be functions that change
    something, and `own` what may be called by name beside them."""

    library: Library
    own: Collection[str] = frozenset()
    spent: Collection[str] = frozenset()
    changing: Collection[str] = frozenset()
    methods: Collection[str] = frozenset()
    plain: Collection[str] = frozenset()
    called: Collection[str] = frozenset()

    def in_any(self, node: ast.AST, fresh: Collection[str] = frozenset()) -> bool:
        """Whether evaluating any part of the node may change something but variables that are
        `fresh`."""
        return any(self._is_one(n, fresh) for n in ast.walk(node))

    def _is_one(self, node: ast.AST, fresh: Collection[str]) -> bool:
        if isinstance(node, _ACTING) or does_more(node, self.library):
            return True
        if isinstance(node, ast.Name) and is_loaded(node):
            return node.id in {*self.changing, *self.spent, *self.called}
        if isinstance(node, ast.Attribute):
            of_module = root_of(node) in self.library.modules or root_of(node) in fresh
            changes = node.attr in {*_CHANGING, *self.methods}
            return changes and not of_module
        return isinstance(node, ast.Call) and not self._is_plain(node, fresh)

    def _is_plain(self, call: ast.Call, fresh: Collection[str]) -> bool:
        """Whether a call changes nothing, functions of the file and variables apart, which their
        names tell."""
        name = called_name(call)
        by_name = isinstance(call.func, ast.Name)
        if by_name and (name in self.own or _is_said(name, self.library)):
            return True
        if is_harmless(call, self.library) or isinstance(call.func, ast.Lambda):
            return True
        if any(k.arg is None for k in call.keywords):
            return False
        drawn = name in DRAWING or name in self.plain
        if not by_name and (drawn or _is_named(getattr(call.func, "value", call), fresh)):
            return not any(k.arg == "out" for k in call.keywords)
        module = self.library.modules.get(root_of(call.func), "").split(".")[0]
        marked = any((k.arg or "").startswith(_OVERWRITING) for k in call.keywords)
        flags = any(isinstance(a, ast.Constant) and a.value is True for a in call.args)
        return module in _PLAIN and name not in _CHANGING and not marked and not flags

    def hands_on(self, value: ast.expr) -> bool:
        """Whether what is bound to the value may be a function that changes something."""
        for part in handed(value):
            match part:
                case ast.Lambda(body=body) if self.in_any(body):
                    return True
                case ast.Attribute() if self._is_one(part, frozenset()):
                    return True
                case ast.Name(id=name) if name in {*self.changing, *self.called}:
                    return True
        return isinstance(value, ast.Call) and called_name(value) in self.changing

    def changes(self, function: ast.AST, given: Collection[str] = frozenset()) -> bool:
        """Whether a function may change what is not its own; `given` are names that a constructor
        may set parts of."""
        fresh = {*fresh_in(function, self.library), *given}
        of_function = parameters(function) if isinstance(function, FUNCTIONS) else set()
        inside = replace(self, own={*self.own, *of_function})
        for node in ast.walk(function):
            if isinstance(node, _BINDING) or inside._is_one(node, fresh):
                return True
            stored = isinstance(node, _STORING) and not isinstance(node.ctx, ast.Load)
            if stored and not _is_named(node.value, fresh):  # type: ignore[attr-defined]
                return True
            if isinstance(node, ast.AugAssign) and root_of(node.target) not in fresh:
                return True
        return False


def draws(node: ast.AST, drawing: frozenset[str]) -> bool:
    """Whether random numbers may be drawn by it: it calls a method of a generator, or names one of
    the functions `drawing`."""
    called = {id(n.func) for n in ast.walk(node) if isinstance(n, ast.Call)}
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and each.attr in _GENERATORS:
            owner = ast.unparse(each.value).rpartition(".")[2]
            method = id(each) in called and owner not in ("np", "numpy", "math", "special")
            if method or owner in ("random", "rng"):
                return True
        if getattr(each, "attr", getattr(each, "id", "")) in drawing:
            return True
    return False


def drawing_in(tree: ast.AST) -> frozenset[str]:
    """The functions, methods and classes of the file that may draw random numbers, and what it
    imports that may: out of `numpy.random`, and of files of its own and packages that adc does not
    know."""
    nodes = list(ast.walk(tree))
    defined = [n for n in nodes if isinstance(n, Definition)]
    found = frozenset(name for n in nodes for name in _may_draw(n))
    while more := frozenset(d.name for d in defined if draws(d, found)) - found:
        found |= more
    return found


def _may_draw(node: ast.AST) -> Iterator[str]:
    """The names that an import binds to what may draw."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return
    for alias in node.names:
        module = node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
        package, own = module.partition(".")[0], getattr(node, "level", 0) > 0
        known = not own and (package in _LIBRARIES or package in sys.stdlib_module_names)
        from_numpy = isinstance(node, ast.ImportFrom) and module == "numpy.random"
        if from_numpy or not known or package == "random":
            yield alias.asname or alias.name.partition(".")[0]


@lru_cache(maxsize=8)
def effects_of(text: str, file: str) -> Effects:
    """What the text of a file tells of what its functions change, and those that it calls."""
    tree = ast.parse(text)
    library = library_of(text, file)
    defined = [n for n in ast.walk(tree) if isinstance(n, Definition)]
    classes = [n for n in defined if isinstance(n, ast.ClassDef)]
    methods = [f for c in classes for f in c.body if isinstance(f, FUNCTIONS)]
    functions = {d.name for d in defined if d not in methods}
    lambdas = _bound_to(tree, lambda v: isinstance(v, ast.Lambda), every=True)
    spent = _bound_to(tree, may_be_spent)
    found = Effects(library, functions | lambdas, spent)
    elsewhere = methods_elsewhere(tree, file)
    while True:
        changed = {d.name for d in defined if d not in methods and _does(d, found)}
        parts = {f.name for f in methods if f.name not in _CONSTRUCTING and found.changes(f)}
        called = _bound_to(tree, found.hands_on)
        more = replace(
            found, changing=changed, methods=parts, called=called,
            plain={f.name for f in methods} - parts - elsewhere,
        )  # fmt: skip
        if more == found:
            return found
        found = more


def _does(definition: Definition, found: Effects) -> bool:
    """Whether a function, or making an object of a class, may change what is not its own."""
    if not isinstance(definition, ast.ClassDef):
        return found.changes(definition)
    made = [f for f in definition.body if isinstance(f, FUNCTIONS) and f.name in _CONSTRUCTING]
    outside = [*definition.bases, *definition.keywords, *definition.decorator_list]
    above = {n for part in outside for n in names_in(part)}
    return not above.isdisjoint(found.changing) or any(
        found.changes(f, {f.args.args[0].arg} if f.args.args else ()) for f in made
    )


def _bound_to(
    tree: ast.AST, is_one: Callable[[ast.expr], bool], every: bool = False
) -> frozenset[str]:
    """The names that some assignment binds to such a value; only those that all do if `every`."""
    kinds: dict[str, list[bool]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                named = [n for t in targets for n in names_in(t)]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                named = list(names_in(target))
            case _:
                continue
        for name in named:
            kinds.setdefault(name, []).append(is_one(value))
    return frozenset(n for n, found in kinds.items() if (all if every else any)(found))


def fresh_in(function: ast.AST, library: Library) -> Iterator[str]:
    """The variables of a function that are bound to what it makes itself alone."""
    kinds: dict[str, bool] = {}
    for node in ast.walk(function):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            for name in names_in(target) if isinstance(target, (ast.Name, ast.Tuple)) else ():
                plain = isinstance(target, ast.Name) and len(node.targets) == 1  # type: ignore[attr-defined]
                made = plain and _is_made(node.value, library)  # type: ignore[attr-defined]
                kinds[name] = kinds.get(name, True) and made
        match node:
            case ast.arg(arg=name):
                kinds[name] = False
            case ast.For(target=part) | ast.comprehension(target=part):
                kinds |= dict.fromkeys(names_in(part), False)
            case ast.withitem(optional_vars=ast.expr() as part):
                kinds |= dict.fromkeys(names_in(part), False)
    return (name for name, made in kinds.items() if made)


def _is_made(value: ast.expr, library: Library) -> bool:
    if not isinstance(value, ast.Call):
        return isinstance(value, _FRESH)
    shared = any(k.arg == "copy" for k in value.keywords)
    return called_name(value) in _MADE and not shared and is_harmless(value, library)


def _is_named(node: ast.expr, names: Collection[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _is_said(name: str, library: Library) -> bool:
    """Whether it is `print`, or an exception of Python's."""
    kind = getattr(builtins, name, None)
    known = name == "print" or (isinstance(kind, type) and issubclass(kind, BaseException))
    return known and name not in library.bound and not library.unknown


def called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def root_of(node: ast.AST) -> str:
    """`a` of `a.b[0]`; "" of what does not begin with a name."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
