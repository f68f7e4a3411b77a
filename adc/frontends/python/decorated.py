"""Decorators that the file defines: `@d` before `def f(x): …` binds `f` to what `d` makes of it.

The function as it is written gets a name that no source can use. For the file's other functions
`f` is a constant, the call `d(written)`, whose value is a function: what such a call makes of its
arguments is written out while compiling. Where `f` itself is differentiated it is a function of the
parameters that are written, which hands them on as they are passed, those with defaults as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from lark import Tree
from lark.exceptions import LarkError

from adc.frontends import surface
from adc.frontends.own_modules import member
from adc.frontends.places import files_of, text_of
from adc.frontends.python.decorators import Binding, is_call, root_of
from adc.frontends.python.expressions import expression
from adc.frontends.python.given_back import gives_back
from adc.frontends.python.grammar import parse_tree
from adc.frontends.python.left_out import path_of
from adc.frontends.python.named import is_listed
from adc.frontends.python.numbas import numba_vectorize
from adc.frontends.python.source import ParseTree, Source
from adc.frontends.python.wrapped.following import handed_on


def left_by_others(
    function: surface.Function, found: tuple[ParseTree, ...],
    bindings: Mapping[str, list[Binding]], source: Source,
) -> tuple[surface.Function, tuple[ParseTree, ...]]:  # fmt: skip
    """The function, and those of its decorators that are left to ask for: none where one of them is
    of another file, and all hand the function on."""
    roots = [root_of(d) or "" for d in found]
    if not any(_may_be_of_others(bindings.get(r, []), source) for r in roots):
        return function, found
    known = handed_on(source.file, source.text, function.span.line)
    if known is None:
        return function, found
    doubtful = (surface.Name(roots[-1], source.span(found[-1])),) if known.doubtful else ()
    return replace(function, passed_over=doubtful, handed_on=True), ()


def _may_be_of_others(known: list[Binding], source: Source) -> bool:
    """Whether a name may be bound to what another file of the source has."""
    return any(
        b.kind == "alias" or (b.kind == "import" and files_of(source.file, b.module))
        for b in known
    )  # fmt: skip


def made_by(
    found: tuple[ParseTree, ...], bindings: Mapping[str, list[Binding]],
    functions: Mapping[str, surface.Function], source: Source,
) -> list[ParseTree]:  # fmt: skip
    """The decorators that functions of the file are, or that may give another function."""
    return [
        d for d in found
        if _defined_here(d, bindings, functions, source) or _from_other_file(d, bindings, source)
    ]  # fmt: skip


def _defined_here(
    decorator: ParseTree,
    bindings: Mapping[str, list[Binding]],
    functions: Mapping[str, surface.Function],
    source: Source,
) -> bool:
    """Whether a function of the file is the decorator, or makes it: `@d`, `@d(2.0)`; or it is
    NumPy's `vectorize`."""
    if is_vectorize(decorator, source):
        return True
    root = root_of(decorator)
    known = bindings.get(root or "", [])
    if root not in functions or len(known) != 1:
        return False
    return known[0].kind == "other" or (known[0].kind == "maker" and not is_call(decorator))


def _from_other_file(
    decorator: ParseTree, bindings: Mapping[str, list[Binding]], source: Source
) -> bool:
    """Whether a function or a class of another file of the source is the decorator, or makes it,
    and may give another function than it is given."""
    root = root_of(decorator) or ""
    known = bindings.get(root, [])
    if len(known) != 1 or known[0].kind != "import":
        return False
    called = decorator.children[0] if is_call(decorator) else decorator
    path = path_of(called)
    if path is None or len(path) > 2:
        return False
    module = known[0].module
    where = module if len(path) == 1 else member(module, root)
    texts = [text_of(f) for f in files_of(source.file, where) or files_of(source.file, module)]
    found = _DEFINED.format(path[-1])
    matches = [m for m in (re.search(found, t, re.MULTILINE) for t in texts) if m is not None]
    if len(matches) != 1:
        return False
    if matches[0][0].startswith("class"):
        return True
    try:
        (tree,) = parse_tree(f"{matches[0][0].rstrip()}\n").children
    except (LarkError, AssertionError, ValueError):
        return False
    given = gives_back(tree) if isinstance(tree, Tree) and tree.data == "funcdef" else frozenset()
    return ("decorator" if is_call(decorator) else "argument") not in given


#: A function or a class at the top level, up to what follows it.
_DEFINED = r"^(?:def|class) {}\b(?:.*\n)(?:(?:[ \t)#].*)?\n)*"


def is_vectorize(decorator: ParseTree, source: Source) -> bool:
    """Whether it calls the function for each element: `@np.vectorize`, or numba's of floats."""
    return _of_numpy(decorator, source) or numba_vectorize(decorator, source) is not None


def _of_numpy(decorator: ParseTree, source: Source) -> bool:
    path = path_of(decorator)
    if path is None or path[-1] != "vectorize":
        return False
    return is_listed(path, {"numpy": ("vectorize",)}, source)


def applied(
    function: surface.Function, made_by: Iterable[ParseTree], source: Source
) -> tuple[surface.Function, surface.Function, surface.Assign]:
    """The function that has the name after its decorators `made_by`, outermost first; the one that
    is written; and what the name stands for where it is called."""
    name = _bound(function, made_by, source)
    positional, keywords = _handed_on(function.parameters)
    once = surface.Intrinsic("adc.decorated", name.value.span, "python")
    shared = surface.Call(once, (name.value,), (), name.value.span)
    value = surface.Call(shared, positional, keywords, name.value.span)
    outer = replace(function, body=(surface.Return((value,), value.span),), passed_over=())
    return outer, replace(function, name=_written(function)), name


def with_decorators(
    made: surface.Define, made_by: Iterable[ParseTree], source: Source
) -> tuple[surface.Statement, ...]:
    """The same inside a function: the one that is written, and its name bound to what its
    decorators make of it."""
    inner = replace(made.function, name=_written(made.function))
    return replace(made, function=inner), _bound(made.function, made_by, source)


def _written(function: surface.Function) -> str:
    return f"{function.name}%undecorated"


def _bound(
    function: surface.Function, made_by: Iterable[ParseTree], source: Source
) -> surface.Assign:
    """`f = d(written)`. Of what a name is bound to, the last in the file counts: this stands where
    the function does."""
    made: surface.Expr = surface.Name(_written(function), function.span)
    for decorator in reversed(list(made_by)):
        span = source.span(decorator)
        typed = numba_vectorize(decorator, source)
        if typed is not None:
            by_elements = surface.Intrinsic("numba.vectorize", span, "python")
            given = (made, surface.Boolean(typed, span))
            made = surface.Call(by_elements, given, (), span)
            continue
        made = surface.Call(expression(decorator, source), (made,), (), span)
    return surface.Assign((surface.Name(function.name, function.span),), made, function.span)


def _handed_on(
    parameters: tuple[surface.Parameter, ...],
) -> tuple[tuple[surface.Expr, ...], tuple[surface.Keyword, ...]]:
    """Each parameter as the argument that it was given as."""
    positional: list[surface.Expr] = []
    keywords: list[surface.Keyword] = []
    for p in parameters:
        name = surface.Name(p.name, p.span)
        if p.star:
            positional.append(surface.Starred(name, p.star == "**", p.span))
        elif p.keyword_only:
            keywords.append(surface.Keyword(p.name, name, p.span))
        else:
            positional.append(name)
    return tuple(positional), tuple(keywords)
