"""Decorators: which of them leave a function as it is.

adc differentiates the function that is written. A decorator may put another in its place: what a
function of the file makes of it is worked out (`decorated.py`), what else the file binds is
refused; compilers and caches of known packages are passed over, and what comes from elsewhere with
a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lark import Tree

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import places, surface
from adc.frontends.places import file_of
from adc.frontends.python.cached import keeps_results, stale
from adc.frontends.python.expressions import name_of
from adc.frontends.python.given_back import gives_back
from adc.frontends.python.imports import bound_names, imports
from adc.frontends.python.source import Node, ParseTree, Source

#: Decorators that make another function of the one they are given, whoever defines them.
CHANGING = frozenset({
    "vectorize", "guvectorize", "vmap", "pmap", "grad", "value_and_grad", "jacfwd", "jacrev",
    "hessian", "jvp", "vjp", "stencil", "contextmanager", "singledispatch", "reduce",
})  # fmt: skip
#: Packages whose other decorators compile, cache or check.
COMPILERS = places.COMPILERS | {"functools", "typing", "atexit"}
#: Those of them that keep what a function gave.
CACHES = frozenset({"functools", "joblib"})
#: What makes a property of a method, or keeps what it gave for an object that may change.
_KEEPING = re.compile(r"property|cache|memo", re.IGNORECASE)
#: What profilers put among the builtins.
_INJECTED = frozenset({"profile"})


@dataclass(frozen=True)
class Binding:
    """What a name of the module is bound to: "import" of `module`, "same" for a function that
    returns its argument, "maker" for one that only returns such a function, "alias" of the
    expression `node`, or "other"."""

    kind: str
    span: Span
    module: str = ""
    node: ParseTree | None = None


def decorators(tree: ParseTree) -> tuple[ParseTree, ...]:
    """The expressions behind the `@`s of a `decorated`, in order."""
    return tuple(d.children[0] for d in tree.children[0].children if isinstance(d, Tree))


def passed_over(
    found: Iterable[ParseTree], bindings: Mapping[str, list[Binding]], source: Source
) -> tuple[surface.Name, ...]:
    """The decorators to warn of; raises ADC0125 for one that changes the function."""
    doubtful: list[surface.Name] = []
    for decorator in found:
        for name, node in _changing(decorator):
            raise _refusal(name, source.span(node), "makes another function of this one", None)
        doubtful += _judged(decorator, bindings, source, source.span(decorator), frozenset())
    return tuple(doubtful)


#: `from module import *`.
_STAR = re.compile(r"^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]*\*", re.MULTILINE)


def imports_own_stars(source: Source) -> bool:
    """Whether the text may bind any name by `from module import *` of another file of the
    source."""
    return any(file_of(source.file, module) for module in _STAR.findall(source.text))


def of_method(
    decorator: ParseTree, name: str, imports: Sequence[surface.Import], source: Source
) -> tuple[surface.Name, ...]:
    """The decorator of the method `name`, if it is one to warn of. Raises ADC0125 for one that may
    change the method: what the source itself defines, and what makes a property of it or keeps what
    it gave, as objects change."""
    root, span = root_of(decorator), source.span(decorator)
    found = [i for i in imports if i.alias == root]
    words = source.text_of(span)
    sure = len(found) == 1 and found[0].certain and not imports_own_stars(source)
    own = not sure or file_of(source.file, found[0].module)
    if own or _KEEPING.search(words) or found[0].module.partition(".")[0] in CACHES:
        raise AdcError.of(
            "ADC0125", f"this decorator may make another function of `{name}`", span,
            help="remove it, or write a method of its own",
        )  # fmt: skip
    bound = Binding("import", found[0].span, found[0].module)
    return passed_over((decorator,), {found[0].alias: [bound]}, source)


def _changing(decorator: ParseTree) -> Iterator[tuple[str, ParseTree]]:
    for tree in decorator.iter_subtrees_topdown():
        if tree.data == "name" and name_of(tree) in CHANGING:
            yield name_of(tree), tree


def _judged(
    node: Node, bindings: Mapping[str, list[Binding]], source: Source, span: Span,
    seen: frozenset[str],
) -> list[surface.Name]:  # fmt: skip
    """What is doubtful about the expression `node` of a decorator that stands at `span`."""
    root = root_of(node)
    if isinstance(node, Tree) and any(t.data == "lambdef" for t in node.iter_subtrees()):
        what = "may make another function of this one"
        raise _refusal(source.text_of(span), span, what, None)
    if root is None or root in seen:
        return [surface.Name(source.text_of(span), span)]
    known = bindings.get(root, [])
    if not known:
        return [] if root in _INJECTED else [surface.Name(root, span)]
    doubtful = []
    for binding in known:
        if binding.kind == "alias":
            doubtful += _judged(binding.node or node, bindings, source, span, seen | {root})
        elif len(known) > 1 and binding.module and file_of(source.file, binding.module):
            what = "may be one of another file, which may make another function of this one"
            raise _refusal(root, span, what, binding.span)
        elif binding.kind == "import" and (
            binding.module.split(".")[0] not in COMPILERS or file_of(source.file, binding.module)
        ):
            doubtful.append(surface.Name(root, span))
        elif binding.kind == "import" and binding.module.split(".")[0] in CACHES:
            words = source.text_of(span)
            what = stale(source, span) if keeps_results(words) else ""
            if what:
                what = f"keeps what the function gave, and the function {what}"
                raise _refusal(root, span, what, None)
        elif binding.kind == "other" or (binding.kind == "maker" and not is_call(node)):
            raise _refusal(root, span, "may make another function of this one", binding.span)
    return doubtful


def compiled_function(value: Node, bindings: Mapping[str, list[Binding]], source: Source) -> str:
    """The name `f` of the function where `value` is `jit(f, …)` or `jit(…)(f)` and `@jit` would
    leave `f` as it is without a warning; "" for anything else."""
    if not isinstance(value, Tree) or value.data != "funccall":
        return ""
    decorator, arguments = value.children
    given = arguments.children if isinstance(arguments, Tree) else []
    first = given[0] if given else None
    if not isinstance(first, Tree) or first.data != "var" or not isinstance(decorator, Tree):
        return ""
    if not all(isinstance(a, Tree) and a.data == "argvalue" for a in given[1:] if a is not None):
        return ""
    root = root_of(decorator) or ""
    if root not in bindings or any(b.module == "functools" for b in bindings[root]):
        return ""
    try:
        doubtful = passed_over((decorator,), bindings, source)
    except AdcError:
        return ""
    return "" if doubtful else name_of(first.children[0])


def is_call(node: Node) -> bool:
    return isinstance(node, Tree) and node.data == "funccall"


def root_of(node: Node) -> str | None:
    """The name at the root of `a`, `a.b`, `a[0]` and `a.b(…)`; `partial(a.b)` stands for `a.b`."""
    while isinstance(node, Tree) and node.data in ("getattr", "getitem", "funccall"):
        function, *rest = node.children
        partial = node.data == "funccall" and _last(function) == "partial"
        arguments = [a for a in _arguments(rest) if isinstance(a, Tree)] if partial else []
        node = arguments[0] if arguments else function
    return name_of(node.children[0]) if isinstance(node, Tree) and node.data == "var" else None


def _arguments(parts: list[Node | None]) -> list[Node]:
    return [a for p in parts if isinstance(p, Tree) for a in p.children if a is not None]


def _last(node: Node) -> str:
    if isinstance(node, Tree) and node.data in ("var", "getattr"):
        return name_of(node.children[-1])
    return ""


def bindings_in(trees: list[ParseTree], source: Source) -> Iterator[tuple[str, Binding]]:
    """What a branch, a loop or a `with` binds; functions and imports may be harmless."""
    harmless: set[str] = set()
    for tree in (t for top in trees for t in top.iter_subtrees_topdown()):
        if tree.data == "import_stmt":
            for found in imports(tree.children[0], source):
                harmless.add(found.alias)
                yield found.alias, Binding("import", found.span, found.module)
        elif tree.data == "funcdef" and gives_back(tree):
            harmless.add(name_of(tree.children[0]))
            yield name_of(tree.children[0]), defined_binding(tree, source.span(tree))
    for name, node in bound_names(trees):
        if name not in harmless or not _is_harmless(name, trees):
            yield name, Binding("other", source.span(node))


def _is_harmless(name: str, trees: list[ParseTree]) -> bool:
    """Whether every function that `trees` define under `name` gives back its argument."""
    defined = (t for top in trees for t in top.find_data("funcdef"))
    return all(gives_back(t) for t in defined if name_of(t.children[0]) == name)


def defined_binding(function: ParseTree, span: Span) -> Binding:
    """What a `funcdef` binds its name to."""
    given = gives_back(function)
    return Binding(("same" if "argument" in given else "maker") if given else "other", span)


def assigned_binding(value: Node | None, span: Span) -> Binding:
    """What a name is that is assigned `value`: `fast = njit(parallel=True)` is an alias."""
    if isinstance(value, Tree) and value.data in ("var", "getattr", "funccall"):
        return Binding("alias", span, node=value)
    return Binding("other", span)


def _refusal(name: str, span: Span, what: str, defined: Span | None) -> AdcError:
    notes = (Note("the decorator is defined here", defined),) if defined else ()
    return AdcError.of(
        "ADC0125", f"the decorator `{name}` {what}", span,
        help="remove it, and write what it does into the function", notes=notes,
    )  # fmt: skip
