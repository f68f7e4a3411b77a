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
def fields(template: str) -> frozenset[str]:
    """The names of the places that the template has."""
    environment = _environment()
    source = resources.read_text("templates", template)
    return frozenset(meta.find_undeclared_variables(environment.parse(source)))


def fill(template: str, **values: object) -> str:
    """The template's text with every place filled; InternalError where places and values differ."""
    if fields(template) != set(values):
        difference = sorted(fields(template) ^ set(values))
        raise InternalError(f"template {template} and its values differ in {', '.join(difference)}")
    return _environment().get_template(template).render(values)
