"""One entry per diagnostic code, for `adc explain`.

The text of a message is written where its check is; this table says what the code means. Each
package appends its own entries to the part of its range.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CodeEntry:
    """`title` is one line; `explanation` says what the code means and what to do about it."""

    code: str
    title: str
    explanation: str


_SYNTAX: tuple[CodeEntry, ...] = (
    # ADC01xx: syntax and unsupported constructs
)

_TYPES: tuple[CodeEntry, ...] = (
    # ADC02xx: types, shapes, names
)

_REQUESTS: tuple[CodeEntry, ...] = (
    # ADC03xx: what is differentiated with respect to what
)

_MEMORY: tuple[CodeEntry, ...] = (
    # ADC04xx: memory and plan
)

_CHECK: tuple[CodeEntry, ...] = (
    # ADC05xx: check
)

_FILES: tuple[CodeEntry, ...] = (
    # ADC06xx: targets, options, files
    CodeEntry(
        "ADC0601",
        "the target is not built yet",
        "adc writes C. Other targets (`--target cuda`) have their names reserved and are refused "
        "until adc can write correct code for them. Use `--target c`, which is the default.",
    ),
    CodeEntry(
        "ADC0602",
        "a file cannot be read",
        "A source, a signature file or an example named on the command line does not exist, is a "
        "folder, or may not be read. Check the path; paths are taken relative to the folder that "
        "adc runs in.",
    ),
    CodeEntry(
        "ADC0603",
        "a file cannot be written",
        "The output folder (`-o`) or the dependency file (`--depfile`) cannot be created or "
        "written. Nothing was changed: adc renders every file in memory and moves them into place "
        "only when all of them are complete. Choose a folder that you may write to.",
    ),
    CodeEntry(
        "ADC0604",
        "the source is not text that adc can read",
        "A source file must be text in UTF-8. Re-save it in that encoding, and check that the path "
        "names the source and not a compiled file.",
    ),
    CodeEntry(
        "ADC0605",
        "a file of the output stands in the way",
        "The output folder holds a file of a name that adc wants to write, and adc did not write "
        "it: it is neither listed in the folder's manifest.json nor marked as adc's. Your own "
        "Makefile, for example, is not replaced. Choose another folder with `-o`, or move the file "
        "away.",
    ),
)

CATALOGUE: dict[str, CodeEntry] = {
    entry.code: entry for entry in (*_SYNTAX, *_TYPES, *_REQUESTS, *_MEMORY, *_CHECK, *_FILES)
}
