"""Loop tree -> text: the functions in the target's language, and the files around them."""

from adc.emit.facts import CheckDefaults, Facts
from adc.emit.files import render
from adc.emit.functions import Functions

__all__ = ["CheckDefaults", "Facts", "Functions", "render"]
