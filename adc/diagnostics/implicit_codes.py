"""Codes for loops that a comment says to solve an equation."""

from __future__ import annotations

from adc.diagnostics.entries import CodeEntry

IMPLICIT: tuple[CodeEntry, ...] = (
    CodeEntry(
        "ADC0630",
        "a comment on a loop that cannot be read",
        "`# adc: fixed-point u` and `# adc: root u` (in Fortran `!$adc fixed-point u`) stand right "
        "before a loop that data end, and name what it solves for: floating variables that have a "
        "first guess before it. `tolerance 1e-10` and `limit 500` may follow.",
    ),
    CodeEntry(
        "ADC0631",
        "a loop without a tolerance",
        "The derivatives of what a loop solves for are iterated to the loop's own tolerance, and "
        "are derivatives of the solution only if the loop got there. So a test that ends it has to "
        "compare what it computes with a tolerance: `change > 1e-10`, `res < tol*norm`. Another "
        "test may bound the number of iterations: where that one ends the loop, the generated "
        "function returns ENOCONV.",
    ),
    CodeEntry(
        "ADC0632",
        "a loop that does more than to solve for what is named",
        "What a comment names has to be all that the loop takes over from one iteration to the "
        "next and that derivatives go through, each iteration has to do the same, and to set what "
        "is named whatever the values are. Derivatives of anything else would be lost. Name the "
        "variable that the message tells of, too, or leave the comment out: then the iterations "
        "are differentiated one by one.",
    ),
)
