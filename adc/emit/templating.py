"""Jinja2 as a frame: the templates hold text and places, and Python fills every place."""

from __future__ import annotations

from functools import lru_cache

import jinja2
from jinja2 import meta

from adc import resources
from adc.diagnostics import InternalError

WIDTH = 100


@lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(resources.folder("templates")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


@lru_cache(maxsize=None)
def _read(template: str) -> tuple[jinja2.Template, frozenset[str]]:
    """The template, and the names of its places."""
    parsed = _environment().parse(resources.read_text("templates", template))
    names = frozenset(meta.find_undeclared_variables(parsed))
    return _environment().from_string(parsed), names


def fields(template: str) -> frozenset[str]:
    """The names of the places that the template has."""
    return _read(template)[1]


def fill(template: str, **values: object) -> str:
    """The template's text with every place filled; InternalError where places and values differ."""
    read, names = _read(template)
    if names != set(values):
        difference = sorted(names ^ set(values))
        raise InternalError(f"template {template} and its values differ in {', '.join(difference)}")
    return read.render(values)
