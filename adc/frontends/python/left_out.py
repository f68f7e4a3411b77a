"""Statements that say something to people and change no number: they are left out, with a note.

`print`, `warnings.warn`, calls of loggers, and blocks such as `with np.errstate(…)`, whose
statements stay. What they are given may be any text, f-strings among it, but nothing that changes
an array: what adc leaves out must have had no other effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lark import Tree

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import bound_names, walk
from adc.frontends.places import file_of
from adc.frontends.python.decorators import Binding, imports_own_stars
from adc.frontends.python.expressions import name_of
from adc.frontends.python.lost_effects import lost, refuse_effects
from adc.frontends.python.made_texts import made_of
from adc.frontends.python.named import is_listed as named_in
from adc.frontends.python.own_blocks import is_quiet_block
from adc.frontends.python.source import Node, ParseTree, Source

_LEVELS = ("debug", "info", "warning", "warn", "error", "critical", "exception", "log")
_TESTS = (
    "assert_allclose", "assert_array_equal", "assert_equal", "assert_array_less",
    "assert_almost_equal", "assert_array_almost_equal", "assert_array_max_ulp",
    "assert_approx_equal",
)  # fmt: skip
_SAVES = ("save", "savetxt", "savez", "savez_compressed")  # the generated code writes no file
#: The functions of a module that are left out, by the module's own name.
_CALLS = {
    "warnings": ("warn", "filterwarnings", "simplefilter", "resetwarnings"),
    "logging": _LEVELS,
    "sys": ("stdout.write", "stderr.write", "stdout.flush", "stderr.flush"),
    # What Python's module draws is refused: nothing here depends on where its stream begins.
    "random": ("seed",),
    "time": ("sleep",),
    "numpy": (
        "set_printoptions",
        "seterr",
        *_SAVES,
        *(f"testing.{name}" for name in _TESTS),
    ),
}
_BLOCKS = {
    "numpy": ("errstate", "printoptions"), "warnings": ("catch_warnings",),
    "contextlib": ("nullcontext",), "numba": ("objmode", "parallel_chunksize"),
}  # fmt: skip
#: What gives settings back that only they read.
_SETTINGS = {"numpy": ("seterr", "geterr", "get_printoptions")}


def left_out_call(node: ParseTree, source: Source) -> surface.LeftOut | None:
    """What stands for the expression statement `node` where it is left out; else None."""
    called = node.children[0]
    if not isinstance(called, Tree) or called.data != "funccall":
        return None
    path = path_of(called.children[0])
    if path is None or not (named_inactive(path, source) or is_listed(path, _CALLS, source)):
        return None
    span = source.span(called)
    refuse_effects(source.text_of(span), ".".join(path), span, source.library)
    return _made(path, called, source)


#: Modules whose functions adc reads, or knows to change what they are given.
_READ = frozenset({"numpy", "scipy", "math", "cmath", "random", "heapq", "bisect", "operator"})


def named_inactive(path: Sequence[str], source: Source) -> bool:
    """Whether `--inactive` names the function."""
    return ".".join(path) in source.inactive


def left_out_block(node: ParseTree, source: Source) -> list[surface.Statement] | None:
    """What stands for the header of the `with` at `node` where its block stays; else None. The
    warnings that `catch_warnings` records are texts that nothing computed may ask for."""
    found: list[surface.Statement] = []
    for item in node.children[0].children:
        entered, bound = item.children
        path = path_of(entered.children[0]) if entered.data == "funccall" else None
        if path is None:
            return None
        own = bound is None and not entered.children[1] and is_quiet_block(path, source)
        if not (own or is_listed(path, _BLOCKS, source)):
            return None
        if bound is not None and path[-1] != "catch_warnings":
            return None
        span = source.span(entered)
        refuse_effects(source.text_of(span), ".".join(path), span, source.library)
        found.append(_made(path, entered, source))
        if bound is not None:
            found.append(_kept(name_of(bound), source.span(bound)))
    return found


def _kept(name: str, span: Span) -> surface.Assign:
    """`name` as something that says what nothing computed may ask for."""
    return surface.Assign(
        (surface.Name(name, span),), made_of((surface.NoneValue(span),), span), span
    )


def left_out_setting(
    targets: Sequence[Node], value: Node, source: Source
) -> list[surface.Statement] | None:
    """What stands for `old = np.seterr(…)`; None for any other assignment."""
    called = value if isinstance(value, Tree) and value.data == "funccall" else None
    path = path_of(called.children[0]) if called is not None else None
    plain = len(targets) == 1 and isinstance(targets[0], Tree) and targets[0].data == "var"
    if called is None or path is None or not plain or not is_listed(path, _SETTINGS, source):
        return None
    span = source.span(called)
    refuse_effects(source.text_of(span), ".".join(path), span, source.library)
    return [_made(path, called, source), _kept(name_of(targets[0].children[0]), span)]


def _made(path: Sequence[str], called: ParseTree, source: Source) -> surface.LeftOut:
    root = surface.Name(path[0], source.span(called))
    return surface.LeftOut(".".join(path), root, source.span(called))


def path_of(function: Node) -> tuple[str, ...] | None:
    """`("np", "errstate")` for `np.errstate`."""
    if not isinstance(function, Tree) or function.data not in ("var", "getattr"):
        return None
    last = name_of(function.children[-1])
    if function.data == "var":
        return (last,)
    before = path_of(function.children[0])
    return None if before is None else (*before, last)


def is_listed(path: Sequence[str], listed: Mapping[str, tuple[str, ...]], source: Source) -> bool:
    """Whether the text makes `path` one of the functions that are `listed`, by its imports."""
    first, rest = path[0], ".".join(path[1:])
    if listed is _CALLS and (
        (first == "print" and not rest) or (first in source.loggers and rest in _LEVELS)
    ):
        return True
    return named_in(path, listed, source)


def check_left_out(
    function: surface.Function, bindings: Mapping[str, list[Binding]], source: Source
) -> None:
    """Raises where something that is left out may be another function than its name says."""
    local = bound_names(function)
    for node in walk(function.body):
        if isinstance(node, surface.LeftOut):
            known = bindings.get(node.root.name, [])
            imported = all(b.kind == "import" for b in known)
            logger = node.root.name in source.loggers and len(known) == 1
            own = not known if node.what == "print" else imported or logger
            own |= len(known) == 1 and is_quiet_block(node.what.split("."), source)
            what = "may be another function than its name says"
            if named_inactive(node.what.split("."), source):
                own = imported and bool(known) and not _is_own(known, source)
                what = "may be one of the source's own, or another one that adc reads"
            if node.root.name in local or not own:
                raise lost(node.what, what, node.span)


def _is_own(known: Iterable[Binding], source: Source) -> bool:
    """Whether a file of the source may be imported, or what changes arrays and lists: what such
    functions do is read."""
    return imports_own_stars(source) or any(
        file_of(source.file, b.module) or b.module.partition(".")[0] in _READ for b in known
    )
