"""Arrays that a module makes: what in its file may write to one.

adc works out an array of the module by the text of its constant. So nothing that runs while the
module is imported may write to it, by this name or another. What is not known to read an array, or
to make a value of its own of it, may write to it: a call that is passed it, a list that holds it.
Functions that do not run then are looked at less strictly: what the one to be differentiated does
with an array is seen when it is lowered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from lark import Tree

from adc.frontends import surface
from adc.frontends.names import names_of
from adc.frontends.python.expressions import name_of
from adc.frontends.python.lists import handed_to, own_names, own_targets, parts
from adc.frontends.python.source import Node, ParseTree

_COMPUTES = {
    "arith_expr", "term", "factor", "power", "comparison", "not_test", "shift_expr", "and_expr",
    "or_expr", "xor_expr", "subscript_tuple", "slice", "expr_stmt", "assert_stmt", "if_stmt",
    "while_stmt",
}  # fmt: skip
#: What hands on one of its operands.
_CHOOSES = {"and_test", "or_test", "test"}
_GIVEN = {"arguments", "argvalue"}
_HOLDS = {"list", "tuple", "testlist_tuple"}
_ABOUT = {"shape", "size", "ndim", "dtype"}
#: Methods and functions whose results are parts of the array itself; others that only read.
_VIEWS = {"T", "reshape", "ravel", "transpose", "view", "squeeze", "swapaxes"}
#: Methods of dictionaries that hand on what these hold.
_HANDING = {"get", "items", "values"}
_VIEWING = {"asarray", "reshape", "ravel", "transpose", "diag"}
_METHODS = {
    "copy", "astype", "flatten", "sum", "prod", "dot", "min", "max", "mean", "std", "var", "any",
    "all", "cumsum", "cumprod", "repeat", "argmin", "argmax", "trace", "tolist", "item", "tobytes",
    "keys", "index", "count",
}  # fmt: skip
_READS = {
    "len", "print", "float", "int", "bool", "sum", "abs", "any", "all", "round", "isinstance",
    "repr", "str",
}  # fmt: skip
#: NumPy's functions that adc works constants out by (`lowering/module_arrays.py`).
CONSTRUCTORS = """
    array asarray diag linspace arange zeros ones full eye identity logspace geomspace tri
    tril triu outer kron vander sqrt exp log log10 log2 sin cos tan arcsin arccos arctan sinh
    cosh tanh abs square power sum prod cumsum cumprod dot matmul transpose reshape ravel
    concatenate stack vstack hstack column_stack repeat tile flip roll deg2rad rad2deg sign
    floor ceil rint mod float64 float32 int64 int32
"""
_ASKS = "min max mean all any allclose array_equal isclose zeros_like ones_like shape size ndim"
_NEW = "interp gradient diff convolve maximum minimum hypot arctan2 where searchsorted trapezoid"
#: Those that make new arrays, or numbers, of what they are given first.
_MAKES = {*CONSTRUCTORS.split(), *_ASKS.split(), *_NEW.split()}
#: Those that write to it.
_WRITES = {"copyto", "fill_diagonal", "place", "put", "putmask", "put_along_axis"}
#: Arguments of SciPy's functions, by name and place, that these neither change, nor keep, nor hand
#: to the functions that they call.
_READ_BY_SCIPY: dict[str, set[str | int]] = {
    "scipy.integrate.solve_ivp": {"t_span", "t_eval", 1, 4},
    "scipy.integrate.odeint": {"t", 2},
    "scipy.optimize.curve_fit": {"ydata", "p0", "sigma", 2, 3, 4},
    "scipy.optimize.least_squares": {"x0", 1},
}
#: Those of which a list or a tuple is made an array, too.
_COPIED_BY_SCIPY: dict[str, set[str | int]] = {
    "scipy.integrate.solve_ivp": {"y0", 2}, "scipy.integrate.odeint": {"y0", 1},
}  # fmt: skip
_STARS = {"starargs", "stararg", "kwargs", "more_kwargs"}
_TYPES = {"bool", "int", "float", "complex", "str"}
#: Code that no text tells.
_UNSEEN = {"globals", "exec", "eval", "vars", "locals", "setattr"}

Parents = tuple[ParseTree, ...]


def written_arrays(
    trees: Sequence[ParseTree], constants: Sequence[surface.Assign],
    imports: Sequence[surface.Import], unsettled: Collection[str],
    run: Collection[str] = (),
) -> frozenset[str]:  # fmt: skip
    """The names of `constants` to whose elements, were they arrays, statements of the file (its
    `trees`) may write. `unsettled` are names that it may bind otherwise than is known, `run`
    functions that other files may run while they are imported."""
    names = frozenset(name for constant in constants for name in names_of(constant))
    if not names:
        return names
    functions = functions_in(trees)
    finder = _Finder(names, _Library.of(imports, {*names, *functions, *unsettled}), functions)
    finder.flat = finder.library.flat(constants, functions.keys() - set(unsettled))
    finder.known = {
        name: tree for tree in trees if tree.data == "funcdef"
        for name in [name_of(tree.children[0])]
        if len(functions[name]) == 1 and name not in {*unsettled, *names}
    }  # fmt: skip
    try:
        finder.strict = finder.reached(trees) | {*run}
        for tree in trees:
            finder.visit(tree, (), finder.names, True)
    except RecursionError:  # nested too deeply to be looked at
        return names
    return finder.closed()


def run_by(trees: Sequence[ParseTree]) -> frozenset[str]:
    """The names of functions that the statements of modules, all of `trees`, may lead to."""
    finder = _Finder(frozenset(), _Library(frozenset(), {}), functions_in(trees))
    return frozenset(finder.reached(trees))


@dataclass(frozen=True)
class _Library:
    """The names of NumPy and of `math`, and those of NumPy's functions."""

    modules: frozenset[str]
    functions: dict[str, str]
    scipy: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, imports: Sequence[surface.Import], taken: Collection[str]) -> _Library:
        """By the file's imports; `taken` are names that it binds itself."""
        modules = {i.alias for i in imports if i.name is None and i.module in ("numpy", "math")}
        named = {i.alias: i.name for i in imports if i.name is not None and i.module == "numpy"}
        if any(i.name == "*" and i.module == "numpy" for i in imports):
            bound = {*taken, *(i.alias for i in imports)}
            named |= {name: name for name in _MAKES | _VIEWING if name not in bound}
        named = {alias: name for alias, name in named.items() if alias not in taken}
        scipy = {
            i.alias: f"{i.module}.{i.name}" if i.name is not None else i.module
            for i in imports
            if i.certain and i.module.partition(".")[0] == "scipy" and i.alias not in taken
        }
        return cls(frozenset(modules.difference(taken)), named, scipy)

    def flat(
        self, constants: Sequence[surface.Assign], functions: Collection[str]
    ) -> frozenset[str]:
        """The constants that are dictionaries of numbers, texts, types and functions: what one
        hands on is no part of it that could change."""

        types = _TYPES.difference(*map(names_of, constants))

        def is_flat(value: surface.Expr) -> bool:
            match value:
                case surface.Number() | surface.String() | surface.Boolean() | surface.NoneValue():
                    return True
                case surface.Sequence():
                    return not value.is_list and all(map(is_flat, value.items))
                case surface.Unary():
                    return is_flat(value.operand)
                case surface.Name():
                    return value.name in functions or value.name in types
                case surface.Attribute():
                    root = value.value
                    return isinstance(root, surface.Name) and root.name in self.modules
            return False

        return frozenset(
            constant.targets[0].name
            for constant in constants
            if len(constant.targets) == 1 and isinstance(constant.targets[0], surface.Name)
            if (held := _held(constant.value)) is not None and all(map(is_flat, held))
        )

    def function(self, node: Node | None) -> str:
        """The name of the function of NumPy's or `math`'s that `node` is; "" for any other."""
        if isinstance(node, Tree) and node.data == "var":
            return self.functions.get(name_of(node.children[0]), "")
        root = node.children[0] if isinstance(node, Tree) and node.data == "getattr" else None
        if isinstance(root, Tree) and root.data == "var":
            known = name_of(root.children[0]) in self.modules
            return name_of(node.children[1]) if known else ""  # type: ignore[union-attr]
        return ""

    def of_scipy(self, node: Node | None) -> str:
        """The full name of the part of SciPy that `node` is; "" for anything else."""
        if not isinstance(node, Tree) or node.data not in ("var", "getattr"):
            return ""
        if node.data == "var":
            return self.scipy.get(name_of(node.children[0]), "")
        root = self.of_scipy(node.children[0])
        return f"{root}.{name_of(node.children[1])}" if root else ""


def functions_in(trees: Sequence[ParseTree]) -> dict[str, list[ParseTree]]:
    """All functions of the file, methods among them, by name."""
    found: dict[str, list[ParseTree]] = {}
    for function in (f for tree in trees for f in tree.find_data("funcdef")):
        found.setdefault(name_of(function.children[0]), []).append(function)
    return found


@dataclass
class _Finder:
    """`links` are the names that stand for parts of one array, `strict` the functions that may run
    while the module is imported, `known` those of the file of which each name has one."""

    names: frozenset[str]
    library: _Library
    functions: dict[str, list[ParseTree]]
    strict: Collection[str] = ()
    flat: Collection[str] = ()
    found: set[str] = field(default_factory=set)
    links: list[tuple[str, str]] = field(default_factory=list)
    known: Mapping[str, ParseTree] = field(default_factory=dict)

    def closed(self) -> frozenset[str]:
        """What was found, with what is linked to it."""
        before = None
        while before != self.found:
            before = set(self.found)
            for pair in self.links:
                if self.found & set(pair):
                    self.found |= set(pair)
        return frozenset(self.found)

    # -- what runs while the module is imported ----------------------------------------------------

    def reached(self, trees: Sequence[ParseTree]) -> set[str]:
        """The names of functions that the statements of the module may lead to."""
        found: set[str] = set()
        pending = {name for tree in trees for name in _mentioned(tree, inside=False)}
        while pending:
            name = pending.pop()
            if name in _UNSEEN:
                self.found |= self.names
            if name in found:
                continue
            found.add(name)
            for function in self.functions.get(name, ()):
                pending |= set(_mentioned(function.children[3], inside=True))
        return found

    # -- statements --------------------------------------------------------------------------------

    def visit(self, node: ParseTree, parents: Parents, names: frozenset[str], strict: bool) -> None:
        if node.data == "var":
            name = name_of(node.children[0])
            if name in names and self.may_write(node, parents, strict):
                self.found.add(name)
        elif node.data == "funcdef":
            self.function(node, names)
        elif node.data == "lambdef":
            value_of_a_name = bool(parents) and parents[-1].data == "assign"
            at_once = not value_of_a_name or any(n in self.strict for n in own_targets(parents[-1]))
            self.below(node, parents, names, at_once)
        else:
            if node.data == "augassign":
                self.found |= names & set(own_targets(node))
            self.below(node, parents, names, strict)

    def below(self, node: ParseTree, parents: Parents, names: frozenset[str], strict: bool) -> None:
        for child in parts(node):
            self.visit(child, (*parents, node), names, strict)

    def function(self, node: ParseTree, names: frozenset[str]) -> None:
        """Names that the function binds are others. Defaults are kept, and what a function does
        with its own is seen when it is lowered, unless it runs before."""
        strict = name_of(node.children[0]) in self.strict
        own = own_names(node)
        for default in node.find_data("paramvalue"):
            self.below(default, (node,), names, strict)
        inside = names - own
        aliases = self.aliases(node, inside)
        body = node.children[3]
        assert isinstance(body, Tree)
        outside, self.found = self.found, set()
        self.below(body, (node,), inside | aliases.keys(), strict)
        self.found = outside.union(*(aliases.get(name, {name}) for name in self.found))

    # -- uses --------------------------------------------------------------------------------------

    def may_write(self, node: ParseTree, parents: Parents, strict: bool) -> bool:
        """Whether what stands around the array at `node` may write to it, now or later."""
        parent = parents[-1] if parents else node
        if parent.data == "getitem":
            inside = parent.children[0] is node
            if inside and self.is_flat(node):
                return len(parents) > 1 and parents[-2].data == "changed_place"
            return inside and self.may_write(parent, parents[:-1], strict)
        if parent.data in _CHOOSES:
            return self.may_write(parent, parents[:-1], strict)
        if parent.data == "getattr":
            return self.attribute(parent, parents[:-1], strict)
        if parent.data in _GIVEN:
            return self.argument(node, parents, strict)
        if parent.data in _HOLDS and len(parents) > 3 and parents[-2].data in _GIVEN:
            return strict and self._display(parent, parents[:-1])
        if parent.data in ("assign", "annassign"):
            return strict and not self.linked(node, parents)
        changed = parent.data == "changed_place"
        return changed or (strict and parent.data not in _COMPUTES)

    def is_flat(self, node: Node | None) -> bool:
        """Whether nothing that a dictionary hands on is a part of it that could change."""
        named = isinstance(node, Tree) and node.data == "var"
        return named and name_of(node.children[0]) in self.flat  # type: ignore[union-attr]

    def linked(self, node: ParseTree, parents: Parents) -> bool:
        """Whether a constant of the module is bound to the array: they are linked."""
        binding, targets = parents[-1], own_targets(parents[-1])
        alone = len(binding.children) == (3 if binding.data == "annassign" else 2)
        if len(parents) > 2 or not alone or len(targets) != 1 or targets[0] not in self.names:
            return False
        self.links += [(name, targets[0]) for name in self.roots(node, self.names)]
        return True

    def attribute(self, node: ParseTree, parents: Parents, strict: bool) -> bool:
        name, parent = name_of(node.children[1]), parents[-1] if parents else node
        if parent.data == "funccall" and parent.children[0] is node:
            if name in _HANDING and self.is_flat(node.children[0]):
                return False
            if name in _VIEWS or name in _HANDING:
                return self.may_write(parent, parents[:-1], strict)
            return name not in _METHODS or _has_out(parent)
        if name in _VIEWS:
            return self.may_write(node, parents, strict)
        return name not in _ABOUT or parent.data == "changed_place"

    def argument(self, node: ParseTree, parents: Parents, strict: bool) -> bool:
        """What a call does with an argument."""
        named = parents[-1].data == "argvalue"
        arguments, call = (parents[-2], parents[-3]) if named else (parents[-1], parents[-2])
        if named and name_of(parents[-1].children[0].children[0]) == "out":
            return True
        function = call.children[0]
        own = isinstance(function, Tree) and function.data == "var"
        if own and name_of(function.children[0]) in _READS:  # type: ignore[union-attr]
            return False
        name = self.library.function(function)
        if self.library.of_scipy(function) in _READ_BY_SCIPY:
            return self._argument_of_scipy(call, arguments, node, parents[-1])
        if not name:
            return strict and (named or not self.is_only_read(node, parents))
        around = parents[: -3 if named else -2]
        if name in _VIEWING or (name == "array" and _has(call, "copy")):
            return self.may_write(call, around, strict)
        place = 0 if named else next(k for k, c in enumerate(arguments.children) if c is node)
        operation = getattr(np, name, None)
        most = operation.nin if isinstance(operation, np.ufunc) else 2
        beyond = place >= most if strict or isinstance(operation, np.ufunc) else False
        return beyond or (name not in _MAKES if strict else name in _WRITES)

    def _display(self, node: ParseTree, parents: Parents) -> bool:
        """Whether a call may keep or change what the display at `node` holds, its argument."""
        named = parents[-1].data == "argvalue"
        arguments, call = (parents[-2], parents[-3]) if named else (parents[-1], parents[-2])
        if self.library.of_scipy(call.children[0]) in _READ_BY_SCIPY:
            return self._argument_of_scipy(call, arguments, node, parents[-1])
        return named or self.library.function(call.children[0]) not in _MAKES

    def _argument_of_scipy(
        self, call: ParseTree, arguments: ParseTree, node: ParseTree, parent: ParseTree
    ) -> bool:
        """The same of a function of SciPy's. A display in place of an array is copied."""
        name = self.library.of_scipy(call.children[0])
        starred = any(isinstance(c, Tree) and c.data in _STARS for c in arguments.children)
        named = parent.data == "argvalue"
        key: str | int = next(k for k, c in enumerate(arguments.children) if c in (node, parent))
        key = name_of(parent.children[0].children[0]) if named else key
        copied = node.data in _HOLDS and key in _COPIED_BY_SCIPY.get(name, set())
        return starred or (key not in _READ_BY_SCIPY[name] and not copied)

    def is_only_read(self, node: ParseTree, parents: Parents) -> bool:
        """Whether the array at `node` is handed to a function of the file that only reads it, and
        gives back nothing that is a part of it."""
        name, parameter = handed_to(node, parents, self.known)
        if not parameter:
            return False
        function = self.known[name]
        body = function.children[3]
        assert isinstance(body, Tree)
        rest = {n: f for n, f in self.known.items() if n != name}
        inner = _Finder(frozenset({parameter}), self.library, self.functions, known=rest)
        local = inner.aliases(function, inner.names)
        inner.below(body, (function,), inner.names | local.keys(), True)
        return not inner.found and not any(body.find_data("global_stmt"))

    # -- other names -------------------------------------------------------------------------------

    def roots(self, node: Node | None, names: Collection[str]) -> Iterator[str]:
        """The arrays of which `node` may be, or be a part."""
        if not isinstance(node, Tree):
            return
        if node.data == "var":
            if name_of(node.children[0]) in names:
                yield name_of(node.children[0])
        elif node.data == "funccall":
            if not self.makes(node):
                if not self._hands_on(node.children[0]):
                    yield from self.roots(node.children[0], names)
                given = node.children[1]
                for child in given.children if isinstance(given, Tree) else ():
                    yield from self.roots(child, names)
        elif node.data in ("getitem", "getattr"):
            if node.data == "getattr" or not self.is_flat(node.children[0]):
                yield from self.roots(node.children[0], names)
        elif node.data in _CHOOSES:
            for child in node.children:
                yield from self.roots(child, names)

    def _hands_on(self, function: Node | None) -> bool:
        """Whether a call of `function` hands on what a dictionary of plain things holds."""
        if not isinstance(function, Tree) or function.data != "getattr":
            return False
        return name_of(function.children[1]) in _HANDING and self.is_flat(function.children[0])

    def makes(self, call: ParseTree) -> bool:
        """Whether what a call gives is no part of what it is given."""
        function = call.children[0]
        name = self.library.function(function)
        if name:
            views = name in _VIEWING or (name == "array" and _has(call, "copy"))
            return name in _MAKES and not views and not _has_out(call)
        method = isinstance(function, Tree) and function.data == "getattr"
        return method and name_of(function.children[1]) in _METHODS and not _has_out(call)

    def aliases(self, function: ParseTree, names: frozenset[str]) -> dict[str, set[str]]:
        """Names that a function binds to arrays, or parts of them, with these."""
        found: dict[str, set[str]] = {}
        before = None
        while before != found:
            before = {name: set(arrays) for name, arrays in found.items()}
            for node in function.iter_subtrees_topdown():
                if node.data not in ("assign", "for_stmt"):
                    continue
                value = node.children[1] if node.data == "for_stmt" else node.children[-1]
                arrays: set[str] = set()
                for root in self.roots(value, names | before.keys()):
                    arrays |= before.get(root, {root})
                for name in own_targets(node) if arrays else ():
                    found.setdefault(name, set()).update(arrays)
        return found


def _held(value: surface.Expr) -> list[surface.Expr] | None:
    """The values in a display of a dictionary; None of anything else."""
    if not isinstance(value, surface.Call) or not isinstance(value.function, surface.Intrinsic):
        return None
    pairs = [a.items for a in value.arguments if isinstance(a, surface.Sequence)]
    known = value.function.name in ("dict", "adc.entries") and len(pairs) == len(value.arguments)
    if not known or any(len(pair) != 2 for pair in pairs):
        return None
    return [*(pair[1] for pair in pairs), *(k.value for k in value.keywords)]


def _has(call: ParseTree, keyword: str) -> bool:
    return any(name_of(a.children[0].children[0]) == keyword for a in call.find_data("argvalue"))


def _has_out(call: ParseTree) -> bool:
    return _has(call, "out")


def _mentioned(node: Node | None, inside: bool) -> Iterator[str]:
    """The names in `node`, attributes among them; without those that are given to functions, and
    without the bodies of functions that are only defined there, unless they are wanted (`inside`).
    """
    if not isinstance(node, Tree):
        return
    if node.data == "name":
        yield name_of(node)
    children = node.children
    if node.data == "funcdef" and not inside:
        children = children[1:2]
    elif node.data == "assign" and _is_function(children[-1]):
        children = children[-1:]
    for child in children:
        yield from _mentioned(child, inside)


def _is_function(node: Node | None) -> bool:
    return isinstance(node, Tree) and node.data == "lambdef"
