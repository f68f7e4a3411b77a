"""The loop tree as C11: functions, prototypes and the helpers that they call."""

from adc.emit.c.function import function_text
from adc.emit.c.signature import (
    Argument,
    arguments,
    error_enum,
    errors,
    prototype,
    workspace_bytes_prototype,
    workspace_prototype,
)
from adc.emit.c.support import includes, support_text

__all__ = [
    "Argument",
    "arguments",
    "error_enum",
    "errors",
    "function_text",
    "includes",
    "prototype",
    "support_text",
    "workspace_bytes_prototype",
    "workspace_prototype",
]
