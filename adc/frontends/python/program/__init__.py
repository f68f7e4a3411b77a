"""A file's top level, or the body of a function, as a function of variables that it sets itself."""

from adc.frontends.python.program.placed import in_place, telling_places
from adc.frontends.python.program.text import Written, as_function, as_request, variables

__all__ = ["Written", "as_function", "as_request", "in_place", "telling_places", "variables"]
