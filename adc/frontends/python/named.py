"""What a text's imports make of a name: whether `np.errstate` is NumPy's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from adc.frontends.python.source import Source


def is_listed(path: Sequence[str], listed: Mapping[str, tuple[str, ...]], source: Source) -> bool:
    """Whether the text makes `path` one of the functions that are `listed` by their modules."""
    first, rest = path[0], ".".join(path[1:])
    for module, names in listed.items():
        if rest in names and _imports(first, module, source):
            return True
        if not rest and any(_imports_member(first, module, name, source) for name in names):
            return True
        members = {name.partition(".")[0] for name in names if rest and name.endswith(f".{rest}")}
        if any(
            f"{m}.{rest}" in names and _imports_member(first, module, m, source) for m in members
        ):
            return True
    return False


def _imports(alias: str, module: str, source: Source) -> bool:
    plain = rf"^import\s+(?:[\w. ]+,\s*)*{module}\b(?!\.)(?!\s+as\b)"
    renamed = rf"^import\s+(?:[^\n]*,\s*)?{module}\s+as\s+{alias}\b"
    found = alias == module and re.search(plain, source.import_lines, re.MULTILINE)
    return bool(found or re.search(renamed, source.import_lines, re.MULTILINE))


def _imports_member(alias: str, module: str, name: str, source: Source) -> bool:
    as_it_is = rf"{name}\b(?!\s+as\b)" if alias == name else rf"{name}\s+as\s+{alias}\b"
    listed = rf"^from\s+{module}\s+import\s+[^\n]*?\b{as_it_is}"
    return re.search(listed, source.import_lines, re.MULTILINE) is not None
