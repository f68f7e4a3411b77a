"""numba's `@vectorize`, which makes a ufunc of a function of numbers."""

from __future__ import annotations

import re

from lark import Tree

from adc.frontends.python.decorators import is_call
from adc.frontends.python.expressions import name_of
from adc.frontends.python.left_out import path_of
from adc.frontends.python.source import ParseTree, Source

#: Keywords that change how it is compiled, not what it computes.
_KEYWORDS = frozenset({"nopython", "cache", "fastmath", "forceobj", "identity"})
#: Signatures of which each gives a double.
_SIGNATURES = re.compile(
    r"[\[(\s]*(?:[\"']?(?:\w+\.)?(?:float64|double|f8)\((?:[\s,]|(?:\w+\.)?"
    r"(?:float64|double|f8|int64|i8))*\)[\"']?[\s,]*)+[\])\s]*"
)


def numba_vectorize(decorator: ParseTree, source: Source) -> bool | None:
    """Whether `@vectorize` of numba says that it takes and gives doubles; None for any other
    decorator, and for one that says something else."""
    called = decorator.children[0] if is_call(decorator) else decorator
    path = path_of(called)
    if path is None or path[-1] != "vectorize" or not _is_numbas(path, source):
        return None
    arguments = decorator.children[1] if is_call(decorator) else None
    typed = False
    for given in arguments.children if isinstance(arguments, Tree) else ():
        if not isinstance(given, Tree):
            continue
        if given.data == "argvalue":
            if name_of(given.children[0].children[0]) not in _KEYWORDS:
                return None
            continue
        if typed or not _SIGNATURES.fullmatch(source.text_of(source.span(given))):
            return None
        typed = True
    return typed


def _is_numbas(path: tuple[str, ...], source: Source) -> bool:
    """Whether the only thing that the text makes of the name is numba's."""
    first = path[0]
    if re.search(rf"\b(?:def|class)\s+{first}\b|^\s*{first}\s*=[^=]", source.text, re.MULTILINE):
        return False
    if len(path) == 1:
        several = r"(?:\([^)]*?|[^\n(#]*?)"
        return bool(
            re.search(rf"^\s*from\s+numba\s+import\s+{several}\bvectorize\b(?!\s+as\b)",
                      source.text, re.MULTILINE)
        )  # fmt: skip
    if len(path) != 2:
        return False
    named = r"numba" if first == "numba" else rf"numba\s+as\s+{first}"
    return bool(re.search(rf"^\s*import\s+{named}\b", source.text, re.MULTILINE))
