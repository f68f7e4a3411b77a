"""Which constants of a module its own statements may change."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from adc.frontends import surface
from adc.frontends.names import names_of
from adc.frontends.python.arrays import run_by, written_arrays
from adc.frontends.python.lists import changes, made_by_calls
from adc.frontends.python.source import ParseTree


def written_constants(
    trees: list[ParseTree], constants: Sequence[surface.Assign],
    imports: Sequence[surface.Import], unsettled: Collection[str], unread: Sequence[str],
) -> frozenset[str]:  # fmt: skip
    """The constants that may be arrays whose elements the file changes, or lists and dictionaries
    that it does; also by texts that are `unread`."""
    found = written_arrays(trees, constants, imports, unsettled)
    made = dict.fromkeys(made_by_calls(constants), True)
    run = run_by(trees) if made else frozenset()
    given = (name for tree in trees if made for name, _ in changes(tree, made, run))
    names = (name for constant in constants for name in names_of(constant))
    hidden = (n for n in names if any(re.search(rf"\b{n}\b", text) for text in unread))
    return found.union(given, hidden)
