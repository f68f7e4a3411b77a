"""Types in the words of people: `array_like, shape (n, 2)`, `float or ndarray`, `Sequence[float]`.

Nothing is compiled from them: they go into the signature that adc suggests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from keyword import iskeyword

from adc.frontends.guessing.docstrings import Said

NUMBER, ARRAY, TEXT = "number", "array", "text"


@dataclass(frozen=True)
class Told:
    """One of the types that a phrase names: a NUMBER, an ARRAY or a TEXT. `element` is its type as
    a signature writes it, "" where that is open; `rank` 0 is open, too. `sizes`: by axis, a name, a
    number, or "" for one that is neither; `choices` are the texts that may be passed."""

    kind: str
    element: str = ""
    rank: int = 0
    sizes: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


_ROLE = re.compile(r":[\w:.]+:`~?\.?([^`<]*?)\s*(?:<[^`]*>)?`")
_ASIDE = re.compile(
    r"[,;(]?\s*\b(optional|defaults?|keyword|positional|required)\b.*|\s=\s.*", re.IGNORECASE
)
_QUOTED = re.compile(r"""(?<!\w)(['"])([^'"]*)\1""")
_WRAPPED = re.compile(r"\b(?:typing\.|t\.)?(?:Optional|Union|Annotated|Final)\[(.*)\]")
_INSIDE = re.compile(r"(?<=\w)\[[^\[\]]*\]")
_UNITS = re.compile(r"(?<!\w)\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}")
_APART = re.compile(r"\s+or\s+|\s+and\s+|[|/,;]")

_ARRAYS = re.compile(
    r"array|matri|vector|\blists?\b|sequence|series|iterable|tensor|\btuples?\b|\bpoints\b"
)
_BESIDE = re.compile(r"callable|function|\bdict|dataframe|object|network|\bclass\b|\bset\b|sparse")
_TEXTS = re.compile(r"\bstr(ings?)?\b|\btexts?\b|\bchar(acter)?s?\b")
_ELEMENTS = (
    ("bool", re.compile(r"\bbool(ean)?s?_?\b|\bflag\b|\blogical\b")),
    ("int64", re.compile(r"\bu?int(8|16|32|64|_|p)?s?\b|\bintegers?\b|\bindices\b|\blong\b")),
    ("complex128", re.compile(r"\bcomplex(64|128|_)?\b")),
    ("float32", re.compile(r"\bfloat32\b")),
    (
        "float64",
        re.compile(
            r"\bfloats?(16|64|_|ing|_like)?\b|\bscalars?\b|\bnumbers?\b|\bnumeric\b|\breals?\b"
            r"|\bdoubles?\b|\bquantity\b"
        ),
    ),
)
_NESTED = re.compile(
    r"\b(list|sequence|tuple|iterable|array|collection)s?(\s+of\s+|\[)\s*(\w+\.)*"
    r"(list|ndarray|array|tuple|vector|sequence)"
)
_AXES = re.compile(
    r"((?<![0-9.])[1-4]|\b(?:one|two|three|four))\s*-?\s*d(im(ension(al|s)?)?)?\b", re.IGNORECASE
)
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
_VECTOR = re.compile(r"vector|\blists?\b|sequence|series|iterable|\btuples?\b")

_SIZE = r"[A-Za-z_0-9]+(?:\s*[-+*/]\s*\w+)*"
_PRODUCT = re.compile(r"(?:\d+|[A-Za-z])(?:x(?:\d+|[A-Za-z]))+")
_SHAPES = (
    re.compile(r"\bshape\W{0,4}(?:of|is)?\W{0,3}[(\[]([\w\s,+*/-]*)[)\]]"),
    re.compile(r"\(([\w\s+*/-]+,[\w\s,+*/-]*)\)"),
    re.compile(rf"(?:array|vector|matrix)\s?\(({_SIZE})\)"),
    re.compile(rf"(?<![\w.])({_PRODUCT.pattern})(?![\w.])"),
    re.compile(r"(?<![\w.])(\w+(?:\s+[xX*]\s+\w+)+)(?![\w.])"),
    re.compile(r"\b(?:length|size|len)[\s=-]+(\d+|[A-Za-z]|n_\w+)(?![\w.])"),
    re.compile(r"(?<![\w.])(\d+)[\s-](?:elements?|vector|d vector|tuple|array)"),
)
_BETWEEN = re.compile(r"\s*,\s*|\s+[xX*]\s+")
_EXTENT = re.compile(_SIZE)
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_LIKELY_SIZE = re.compile(r"\d+|[k-npK-NPT]\d?|[nN]_?[A-Za-z_]+|num\w+")
_NO_SIZE = re.compile(
    r"(float|int|str|bool|optional|array.*|number|scalar|like|default)s?$", re.IGNORECASE
)
_HEAD = re.compile(
    r"\s(?:of|in|for|from|to|at|along|that|which|where|if|as|over|on|used|is|are)\s|[,.;:]"
)


def told_by(said: Said) -> tuple[Told, ...]:
    """The types that a docstring says a parameter may have; () where it says none."""
    described = _described(said.description)
    found = told_by_phrase(said.phrase) if said.phrase else _as_phrase(said.description)
    if not found:
        return () if said.phrase else described
    more = described[0] if described else Told(ARRAY)
    if not more.rank:
        sizes = _shape(f"array {said.description[:200]}")
        likely = sizes and all(_LIKELY_SIZE.fullmatch(size) for size in sizes)
        more = Told(ARRAY, "", len(sizes), sizes) if likely else more
    rank = more.rank or _axes_told(said.description[:100])
    return tuple(
        replace(told, rank=rank, sizes=more.sizes) if told.kind == ARRAY and not told.rank else told
        for told in found
    )


def told_by_phrase(phrase: str) -> tuple[Told, ...]:
    """The types that `phrase`, or an annotation, names, in its order."""
    text = _plain(phrase)
    choices = tuple(m[2] for m in _QUOTED.finditer(text))
    text = _QUOTED.sub(" ", text)
    sizes = _shape(text)
    found = [told for part in _parts(text) if (told := _one(part))]
    if choices:
        found = [t for t in found if t.kind != TEXT]
        return (*found, Told(TEXT, choices=choices))
    if sizes and not any(t.kind == ARRAY for t in found):
        element = found[0].element if found and found[0].kind == NUMBER else ""
        return (Told(ARRAY, "int64" if element == "int" else element, len(sizes), sizes),)
    first = next((k for k, t in enumerate(found) if t.kind == ARRAY), None)
    if sizes and first is not None:
        found[first] = replace(found[first], rank=len(sizes), sizes=sizes)
    return tuple(found)


def _plain(phrase: str) -> str:
    """`phrase` without markup, asides and what wraps types."""
    text = _ROLE.sub(lambda m: m[1].rpartition(".")[2], phrase)
    text = text.replace("`", "").replace("*", " * ").replace("\\", "")
    while (wrapped := _WRAPPED.search(text)) is not None:
        inner = wrapped[1].replace(",", "|")
        text = f"{text[: wrapped.start()]}{inner}{text[wrapped.end() :]}"
    return _ASIDE.sub("", text)


def _parts(text: str) -> Iterator[str]:
    """The alternatives of a phrase; what brackets hold belongs to what is before them."""
    text = _UNITS.sub(" ", text)
    previous = ""
    while previous != text:
        previous = text
        text = _INSIDE.sub(lambda m: f" of {_APART.sub(' ', m[0][1:-1])} ", text)
    for part in _APART.split(text):
        yield part.lower()


def _one(part: str) -> Told | None:
    """The type that one alternative names."""
    if _BESIDE.search(part):
        return None
    element = next((name for name, pattern in _ELEMENTS if pattern.search(part)), "")
    if _ARRAYS.search(part):
        return None if _TEXTS.search(part) else Told(ARRAY, element, _rank(part))
    if _TEXTS.search(part):
        return Told(TEXT)
    if not element:
        return None
    return Told(NUMBER, "int" if element == "int64" else element)


def _rank(text: str) -> int:
    """The number of axes that the words of `text` tell; 0 where they leave it open."""
    if axes := _axes_told(text):
        return axes
    if _NESTED.search(text) or "matri" in text:
        return 2
    return 1 if _VECTOR.search(text) else 0


def _axes_told(text: str) -> int:
    """The number of axes that `2D` or `one-dimensional` says; 0 where neither stands there."""
    axes = _AXES.search(text)
    return 0 if axes is None else _COUNTS.get(axes[1].lower()) or int(axes[1])


def _shape(text: str) -> tuple[str, ...]:
    """The extents that `text` names; () where it names none."""
    if not re.search(r"array|matri|vector|shape|list|tensor|\d[- ]?[dD]\b|^\W*\(", text):
        return ()
    for pattern in _SHAPES:
        found = pattern.search(text)
        if found is None:
            continue
        items = [i.strip() for i in _BETWEEN.split(found[1])]
        if _PRODUCT.fullmatch(found[1]):
            items = found[1].split("x")
        items = items[:-1] if items and not items[-1] else items
        if items and all(map(_EXTENT.fullmatch, items)) and not any(map(_NO_SIZE.match, items)):
            return tuple(_size(i) for i in items)
    return ()


def _size(text: str) -> str:
    if text.isdigit():
        return str(int(text)) if 0 < int(text) < 10000 else ""
    free = _NAME.fullmatch(text) and not iskeyword(text) and text not in ("_", "min", "max")
    return text if free else ""


def _as_phrase(description: str) -> tuple[Told, ...]:
    """The types where a description begins with them: `data: list or array-like`."""
    head = re.split(r"[.;\n]|\s-+\s|\s\s", description, maxsplit=1)[0]
    words = re.findall(r"[a-z]+", head.lower())
    if not words or len(words) > 6 or re.match(r"(the )?numbers? of", head.lower()):
        return ()
    found = told_by_phrase(head)
    return found if found and _one(words[0]) is not None else ()


def _described(description: str) -> tuple[Told, ...]:
    """The array that a description speaks of: `a (3,) vector of…`, `Input matrix, shape (n, m)`."""
    sentence = _plain(re.split(r"\.\s", description, maxsplit=1)[0])[:160]
    head = _HEAD.split(_UNITS.sub(" ", sentence).lower(), maxsplit=1)[0]
    if not _ARRAYS.search(head) or len(head.split()) > 7:
        sizes = _shape(sentence) if re.search(r"shape|\d-?[dD] ", sentence[:40]) else ()
        return (Told(ARRAY, "", len(sizes), sizes),) if sizes else ()
    sizes = _shape(sentence)
    return (Told(ARRAY, "", len(sizes) or _rank(head), sizes),)
