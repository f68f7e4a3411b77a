"""Loop tree -> text: the C functions (`adc.emit.c`) and the files around them."""

from adc.emit.facts import CheckDefaults, Facts
from adc.emit.files import render

__all__ = ["CheckDefaults", "Facts", "render"]
