"""The name of the generated function, from the user's pattern."""

from __future__ import annotations

import keyword
import re

from adc.diagnostics import AdcError
from adc.emit.reserved import is_taken_function

#: Longer names than this are beyond what C and Fortran compilers must tell apart.
_LONGEST = 63


def entry_name(function: str, mode: str, pattern: str = "", language: str = "python") -> str:
    """`gemm_grad`, or the pattern with the function's name for each `%`.

    ADC0608: the pattern gives no name that C, the wrapper's Python and for a Fortran source
    Fortran take.
    """
    if not pattern:
        return f"{function}_{mode}"
    name = pattern.replace("%", function)
    own = name.lower() == function.lower()
    reason = "which is its own name" if own else _refusal(name, language)
    if reason:
        raise AdcError.of(
            "ADC0608",
            f"the pattern `{pattern}` names the derivative of `{function}` `{name}`, {reason}",
            help="give a name with % for the function's, such as --adjoint-name %_b",
        )
    return name


def _refusal(name: str, language: str) -> str:
    """Why no function can have this name; empty where one can."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        return "which is no identifier of C"
    if language == "fortran" and name.startswith("_"):
        return "and a name in Fortran begins with a letter"
    if is_taken_function(name) or keyword.iskeyword(name):
        return "a word that C, Python or the generated text has another use for"
    if len(name) > _LONGEST:
        return f"which has more than {_LONGEST} letters"
    return ""
