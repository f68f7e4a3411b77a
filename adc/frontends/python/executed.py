"""What texts that a file may run as Python, by `exec`, do with a name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adc.frontends import surface
from adc.frontends.python.tree_parts import CHANGING

_PARTS = r"(?:\.(?!__)[A-Za-z_]\w*)"
_SET = r"\s*(?:[\])]*\s*(?:,|:|in\b|for\b)|[\[.\\#])"
#: A name of which only a part is read, or which is only called, where nothing is changed (below).
_READ = re.compile(rf"{_PARTS}*\(|{_PARTS}+(?![\w.])(?!{_SET})")
#: What binds the name that follows, or may have.
_BEFORE = re.compile(r"\b(?:def|class|for|as|global|nonlocal|import|with)\s+$|,\s*$")
#: What may change something that a text has read: a store to a part or an item, in place, by a
#: method or by its name.
_CHANGING = re.compile(
    r"[-+*/%@&|^<>]=|[\])]\s*=(?!=)|\.\s*\w+\s*=(?!=)|"
    r"\b(?:del|setattr|delattr|exec|eval|globals|vars|locals|__\w+__)\b|"
    rf"\.(?:{'|'.join(sorted(CHANGING))})\b"
)


def may_bind(texts: Iterable[str], name: str, part: object) -> bool:
    """Whether one of the texts has the name otherwise than to read a part of it, to call it, or to
    import what the `part` of this name is anyway."""
    named = (text for text in texts if name in text)
    return any(_CHANGING.search(text) or _in_text(text, name, part) for text in named)


def _in_text(text: str, name: str, part: object) -> bool:
    known = re.escape(name)
    if isinstance(part, surface.Import) and part.name is None:
        same = rf"(?<![\w.])import\s+{re.escape(part.module)}\s+as\s+{known}\b(?!\s*[,.])"
        text = re.sub(same, "", text)
    return any(
        _BEFORE.search(text, 0, match.start()) or not _READ.match(text, match.end())
        for match in re.finditer(rf"\b{known}\b", text)
    )


__all__ = ["may_bind"]
