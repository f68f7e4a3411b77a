"""Codes for rules files, and for calls of the routines that they are for."""

from __future__ import annotations

from adc.diagnostics.entries import CodeEntry

RULES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "ADC0311",
        "a call that does not fit a rule",
        "A rule tells how a routine of a library is called: with arrays of these types and shapes, "
        "each one block of memory. What is only read is copied where it does not lie so; what is "
        "written has to lie so, and shares its array with no other argument. Where types or the "
        "numbers of axes differ, the call or the rule is wrong.",
    ),
    CodeEntry(
        "ADC0312",
        "a rule without the derivative that is asked for",
        "A value that depends on --wrt goes through a routine of a library to what is "
        "differentiated, and the routine's rule has no tangent or adjoint, or one that is not "
        "passed the derivative of that argument. Zero in its place would be a wrong gradient. Add "
        "the line to the rule, and the argument to it.",
    ),
    CodeEntry(
        "ADC0509",
        "a library that is not found",
        "Generated code that calls routines of a library is linked with it by the flags of their "
        "rules (`link -leos`). The folder is named by LDFLAGS in the environment: "
        "`LDFLAGS=-L/FOLDER`. A static library that is written in Fortran asks for `-lgfortran` "
        "behind it, in the rule.",
    ),
    CodeEntry(
        "ADC0620",
        "a line that is no rule",
        "A rules file has blocks that begin with `external` and go on with indented lines: "
        "`symbol`, `tangent`, `adjoint`, `link`, `check`; and lines `inactive NAME`. Text in NumPy "
        "stands under `tangent:` and `adjoint:`, further in than these. What follows "
        "a `#` is a comment. The types are those of signatures: float64, int64 and int32.",
    ),
    CodeEntry(
        "ADC0621",
        "an argument that does not fit its rule",
        "Arrays of a rule say whether the routine reads them (`in`), sets all of them (`out`) or "
        "changes them (`inout`). Its tangent and its adjoint are passed arguments of the routine, "
        "which are values that they read, and derivatives of those: `x_dot` or `x_bar`. The "
        "adjoint of what is read is added to (`add`) or set (`out`), that of what is written is "
        "read; of an `inout` argument it is `inout`. Text in NumPy has the same rights by `=` and "
        "`+=`, and is right for all sizes that the routine takes. Shapes are polynomials of the "
        "routine's integer arguments.",
    ),
)
