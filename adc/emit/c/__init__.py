"""The loop tree as C11: functions, prototypes and the helpers that they call."""

from adc.emit.clike.declarations import (
    declaration,
    error_enum,
    prototype,
    workspace_bytes_prototype,
    workspace_prototype,
)
from adc.emit.clike.function import function_text
from adc.emit.clike.names import program_spellings
from adc.emit.clike.support import includes, support_text

__all__ = [
    "declaration",
    "error_enum",
    "function_text",
    "includes",
    "program_spellings",
    "prototype",
    "support_text",
    "workspace_bytes_prototype",
    "workspace_prototype",
]
