"""Diagnostics as exceptions and warnings, with the text that the command line prints."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from adc.diagnostics import AdcError, Diagnostic, InternalError
from adc.diagnostics.render import render
from adc.diagnostics.sources import SourceCache

_PACKAGE = str(Path(__file__).parent)
_OURS = "this is a fault of adc, not of your source: please report it with the source and the call"


class AdcWarning(UserWarning):
    """What adc remarks on a source that it differentiates."""


def texts(diagnostics: Iterable[Diagnostic], sources: SourceCache) -> list[str]:
    """Each diagnostic with its place, a caret and its help."""
    return [render(d, sources).rstrip("\n") for d in diagnostics]


def without_folder(text: str, folder: str) -> str:
    """`text`, where files in a folder that is nobody's are called by their names."""
    return text.replace(f"{folder}/", "")


@contextmanager
def told(sources: SourceCache, passing: str) -> Iterator[None]:
    """A scope that an AdcError leaves as a new one with its whole text, and without the frames of
    the stage that raised it. Files in the folder `passing` are called by their names."""
    try:
        yield
    except AdcError as error:
        text = error.text or "\n\n".join(texts(error.diagnostics, sources))
        text = without_folder(text, passing)
        raise AdcError(error.diagnostics, error.exit_status, text) from None
    except InternalError as error:
        error.add_note(_OURS)
        raise


def warn(messages: Iterable[str]) -> None:
    """An AdcWarning each, at the line that called adc."""
    frame, level = sys._getframe(), 1
    while frame.f_back and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    for message in messages:
        warnings.warn(message, AdcWarning, stacklevel=level)
