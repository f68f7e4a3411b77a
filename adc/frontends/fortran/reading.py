"""The Fortran files of a request: read, preprocessed, split into units."""

from __future__ import annotations

from collections.abc import Sequence

from adc.diagnostics import Diagnostic
from adc.frontends.fortran import tree
from adc.frontends.fortran.cpp import preprocessed
from adc.frontends.fortran.form import is_fixed
from adc.frontends.fortran.units import parse
from adc.frontends.fortran.width import cut_lines
from adc.frontends.source import read_source
from adc.options import USUAL, Form


def read_files(
    paths: Sequence[str],
    defines: tuple[str, ...],
    includes: tuple[str, ...],
    warnings: list[Diagnostic],
    form: Form = USUAL,
) -> tuple[list[tree.File], dict[str, str]]:
    """The files at `paths`, and the texts of all files that they are made of, by path.
    `form` is their source form, as far as their names do not say it.

    Texts in Latin-1, as old comments often are, are read as well. Raises ADC0602 where one cannot
    be read, ADC0609 where two have the same name, and what is wrong with its source form or units.
    """
    files: list[tree.File] = []
    texts: dict[str, str] = {}

    def read(path: str) -> str:
        texts[path] = read_source(path, latin=True)
        return texts[path]

    for path in paths:
        text = read(path)
        done = preprocessed(path, text, defines, includes)
        for other in done.included:
            read(other)
        fixed = is_fixed(path, form)
        file = parse(path, done.text, fixed, read, includes, form.width)
        warnings += cut_lines(path, done.text, form.width) if fixed else []
        files.append(file)
    return files, texts


def with_text(
    files: list[tree.File], path: str, text: str, includes: tuple[str, ...], form: Form = USUAL
) -> list[tree.File]:
    """`files` with `text` for that of the file at `path`."""

    def read(other: str) -> str:
        return read_source(other, latin=True)

    made = parse(path, text, is_fixed(path, form), read, includes, form.width)
    return [made if f.file == path else f for f in files]
