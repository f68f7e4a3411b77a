"""The names that statements of a module bind: by imports, targets and definitions."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from lark import Token, Tree

from adc.frontends import surface
from adc.frontends.places import file_of
from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import Node, ParseTree, Source


def bound_names(trees: list[ParseTree]) -> Iterator[tuple[str, ParseTree]]:
    """The names that `trees` bind in the scope they stand in, each with a node to point at."""
    for tree in trees:
        if tree.data in ("funcdef", "classdef"):
            yield name_of(tree.children[0]), tree.children[0]
            continue
        if tree.data in ("assign", "annassign", "augassign"):
            targets = tree.children[:-1] if tree.data == "assign" else tree.children[:1]
            for target in targets:
                yield from names_below(target)
        elif tree.data == "for_stmt":
            yield from names_below(tree.children[0])
        elif tree.data in ("import_as_name", "dotted_as_name", "with_item", "except_clause"):
            bound = tree.children[1] or tree.children[0]
            yield from _last_name(bound) if bound is not None else ()  # a bare `except:`
        elif tree.data == "assign_expr":
            yield from names_below(tree.children[0])
        elif tree.data == "capture_pattern" or (
            tree.data == "as_pattern" and isinstance(tree.children[-1], Token)
        ):
            yield str(tree.children[-1]), tree
        yield from bound_names([c for c in tree.children if isinstance(c, Tree)])


def _last_name(node: ParseTree) -> Iterator[tuple[str, ParseTree]]:
    """The name that `import a.b` (a) or `import a as b`, `with … as b` (b) binds."""
    if node.data == "dotted_name":
        node = node.children[0]
    if node.data == "name":
        yield name_of(node), node


def names_below(node: ParseTree) -> Iterator[tuple[str, ParseTree]]:
    """The variable at the root of each target in `node`: `A` for `A[i]`, both for `a, b`."""
    if node.data == "var":
        yield name_of(node.children[0]), node
    elif node.data == "name":
        yield name_of(node), node
    elif node.data in ("getitem", "getattr"):
        yield from names_below(node.children[0])
    else:
        for child in node.children:
            if isinstance(child, Tree):
                yield from names_below(child)


def is_remark(target: Node, bound: Mapping[str, tuple[str, object]]) -> bool:
    """Whether it is `f.note` or `f.__doc__` of a function, as which names are `bound`: it does the
    same with any such attribute."""
    if not isinstance(target, Tree) or target.data != "getattr":
        return False
    owner, name = target.children
    of = name_of(owner.children[0]) if isinstance(owner, Tree) and owner.data == "var" else ""
    said = name_of(name) == "__doc__" or not name_of(name).startswith("__")
    return said and bound.get(of, ("", None))[0] == "function"


class _Reading(Protocol):
    source: Source
    as_written: bool


def spared(part: surface.Import, reader: _Reading) -> surface.Import:
    """The import; a star of what lies elsewhere is taken to hide nothing of a file that is taken
    as written."""
    beyond = part.name == "*" and not file_of(reader.source.file, part.module)
    return replace(part, spares=reader.as_written and beyond)


def imports(node: ParseTree, source: Source) -> Iterator[surface.Import]:
    """What an `import_name` or an `import_from` binds."""
    if node.data == "import_name":
        for item in node.children[0].children:
            dotted, alias = item.children
            module = _public(_wrapped(_dotted(dotted), source))
            if alias is not None:
                yield surface.Import(module, None, name_of(alias), source.span(item))
            else:  # `import a.b` binds `a`
                yield surface.Import(
                    module.split(".")[0], None, name_of(dotted.children[0]), source.span(item)
                )
        return
    module = "".join(
        _dotted(c) for c in node.children if c is not None and c.data in ("dots", "dotted_name")
    )
    package, module = module, _wrapped(module, source)
    listed = node.children[-1]
    if listed is None or listed.data != "import_as_names":
        yield surface.Import(module, "*", "*", source.span(node))
        return
    for item in listed.children:
        if item is not None:
            name, alias = item.children
            known, whole = name_of(alias or name), f"{package}.{name_of(name)}"
            if (wrapped := _wrapped(whole, source)) != whole and package in _WRAPPING:
                yield surface.Import(wrapped, None, known, source.span(item))
            else:
                yield surface.Import(*_moved(module, name_of(name)), known, source.span(item))


#: Packages whose modules of these names have what the libraries have, with values as theirs.
_WRAPPING = {"autograd": ("numpy", "scipy")}


def _wrapped(module: str, source: Source) -> str:
    """The module of a library that one of another package stands for, which is none of the
    source's own: `numpy.linalg` of `autograd.numpy.linalg`."""
    package, _, inner = module.partition(".")
    known = inner.partition(".")[0] in _WRAPPING.get(package, ())
    return inner if known and not file_of(source.file, package) else module


def inner_imports(node: ParseTree, source: Source) -> Iterator[surface.Import]:
    """The same of one in a function, but for modules of which all that is called is left out."""
    for found in imports(node, source):
        if found.name is not None or found.module != "warnings":
            yield found


#: What `six` has under one name for Python 2 and 3: where Python 3 has it.
_MOVED = {
    "range": ("builtins", "range"), "xrange": ("builtins", "range"), "zip": ("builtins", "zip"),
    "map": ("builtins", "map"), "filter": ("builtins", "filter"),
    "reduce": ("functools", "reduce"), "zip_longest": ("itertools", "zip_longest"),
}  # fmt: skip
#: Modules of SciPy that early versions had, whose names are those of the package that has them.
_FORMER = {
    "stats": "stats morestats kde",
    "ndimage": "filters fourier interpolation measurements morphology",
    "signal": "signaltools bsplines filter_design fir_filter_design ltisys spectral waveforms "
              "wavelets spline lti_conversion",
    "interpolate": "interpolate fitpack fitpack2 ndgriddata polyint rbf",
    "optimize": "optimize minpack zeros lbfgsb nonlin slsqp tnc cobyla",
    "linalg": "basic decomp decomp_cholesky decomp_lu decomp_qr decomp_svd matfuncs misc "
              "special_matrices",
    "integrate": "quadpack odepack", "special": "basic orthogonal",
    "sparse": "base bsr construct coo csc csr data dia dok lil",
    "fftpack": "basic helper realtransforms",
}  # fmt: skip


def _public(module: str) -> str:
    """The module itself, or the package that has the names of a former one."""
    package, _, name = module.rpartition(".")
    scipy, _, within = package.partition(".")
    known = scipy == "scipy" and name in _FORMER.get(within, "").split()
    return package if known else module


def _moved(module: str, name: str) -> tuple[str, str]:
    """The module that an imported name is of, and its name there."""
    if module in ("six.moves", "past.builtins"):
        return _MOVED.get(name, (module, name))
    module = _public(module)
    package = _public(f"{module}.{name}")
    if package == module and package.startswith("scipy."):  # a former module in it
        return "scipy", package.removeprefix("scipy.")
    return module, name


#: Modules that are there wherever the source runs.
_PRESENT = ("numpy", "numpy.linalg", "math", "itertools", "functools", "collections", "typing",
            "warnings", "operator", "sys", "os")  # fmt: skip
#: Packages that say by themselves what they have.
_ASKED = ("numpy", "scipy")
_NO_MODULE = frozenset({"ImportError", "ModuleNotFoundError"})


def surely_imported(node: ParseTree, source: Source) -> list[ParseTree] | None:
    """The statements that a `try_stmt` tries, where its handlers are for modules that are missing
    and all that are imported are there; None for any other statement."""
    if node.data != "try_stmt":
        return None
    tried, clauses, orelse, last = node.children
    if last is not None or not isinstance(tried, Tree):
        return None
    body = [s for n in tried.children for s in _one_by_one(n)]
    after = orelse.children if isinstance(orelse, Tree) else []
    body += [s for n in after for s in _one_by_one(n)]
    if not all(isinstance(s, Tree) and s.data in _PLAIN for s in body):
        return None
    quiet = all(isinstance(s, Tree) and s.data in _QUIET for s in body)
    for clause in clauses.children if isinstance(clauses, Tree) else ():
        kinds = clause.children[0]
        if not quiet and (kinds is None or any(n not in _NO_MODULE for n in _names(kinds))):
            return None
    tops = [s.children[0] for s in body if isinstance(s, Tree) and s.data == "import_stmt"]
    found = [i for top in tops for i in (*imports(top, source), *_dotted_imports(top, source))]
    return [s for s in body if isinstance(s, Tree)] if all(map(_is_there, found)) else None


def _dotted_imports(node: ParseTree, source: Source) -> Iterator[surface.Import]:
    """The modules `a.b` that `import a.b` imports beside `a`."""
    for item in node.children[0].children if node.data == "import_name" else ():
        module = _dotted(item.children[0])
        if "." in module:
            yield surface.Import(module, None, module, source.span(item))


#: What raises nothing, but for imports of what is missing.
_QUIET = ("import_stmt", "funcdef", "pass_stmt")
_PLAIN = (*_QUIET, "decorated", "assign_stmt", "expr_stmt")


def _one_by_one(node: object) -> list[object]:
    return node.children if isinstance(node, Tree) and node.data == "simple_stmt" else [node]


def _names(node: ParseTree) -> list[str]:
    return [name_of(n) for n in node.find_data("name")]


def _is_there(found: surface.Import) -> bool:
    """Whether the import of a module, or of a name in one, raises nothing."""
    first = found.module.partition(".")[0]
    beside = os.path.join(os.path.dirname(found.span.file), first)
    if os.path.isfile(f"{beside}.py") or os.path.isdir(beside):
        return False  # which Python takes for it
    if found.name is None and found.module == first:
        return is_installed(first)
    if found.name is None and first in sys.stdlib_module_names and is_installed(first):
        return _exists(found)
    known = found.module in _PRESENT or (first in _ASKED and is_installed(first))
    return known and found.name != "*" and _exists(found)


def is_lacking(found: surface.Import) -> bool:
    """Whether NumPy, SciPy or `math`, as it is installed, has no such module, or name in one."""
    first = found.module.partition(".")[0]
    asked = first in (*_ASKED, "math") and is_installed(first) and found.name != "*"
    return asked and not _exists(found)


def is_installed(package: str) -> bool:
    """Whether Python's own library, or NumPy or SciPy, has a package, which is not run for that."""
    known = package in _ASKED or package in sys.stdlib_module_names
    return known and find_spec(package) is not None


def _exists(found: surface.Import) -> bool:
    try:
        module = import_module(found.module)
        if found.name is not None and not hasattr(module, found.name):
            import_module(f"{found.module}.{found.name}")
    except ImportError:
        return False
    return True


def _dotted(node: ParseTree) -> str:
    if node.data == "dots":
        return "".join(map(str, node.children))
    return ".".join(name_of(part) for part in node.children)
