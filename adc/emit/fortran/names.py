"""Names in Fortran: without regard to case, of at most 63 letters."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 63

#: What the module's own text means something else by; Fortran itself reserves nothing.
_USED = """
    any int logical max merge min modulo present repeat shape size transfer trim write
    real integer type character
    c_bool c_double c_float c_int c_int32_t c_int64_t c_intptr_t c_ptr c_size_t error_unit c_loc
"""
USED = frozenset(_USED.split())


def shortened(stem: str, suffix: str = "") -> str:
    """`stem` and `suffix`, the stem cut where both together are too long."""
    return stem[: _LONGEST - len(suffix)] + suffix


def spellings(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """What each of `names` is called in the module: itself where that is free."""
    used = {t.lower() for t in taken} | USED
    table: dict[str, str] = {}
    for name in names:
        stem = name if name[:1].isalpha() else f"x{name}"
        spelled, number = shortened(stem), 1
        while spelled.lower() in used or spelled.lower().startswith("adc_"):
            spelled, number = shortened(stem, "_" * number), number + 1
            if number > _LONGEST // 2:
                stem, number = f"x_{stem}", 1
        used.add(spelled.lower())
        table[name] = spelled
    return table
