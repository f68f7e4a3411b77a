"""A file's top level, or the body of a function, as a function of variables that it sets itself."""

from adc.frontends.python.program.placed import in_place, telling_places
from adc.frontends.python.program.text import (
    Written,
    as_function,
    as_request,
    refuse_shared_values,
    variables,
)

__all__ = [
    "Written", "as_function", "as_request", "in_place", "refuse_shared_values", "telling_places",
    "variables",
]  # fmt: skip
