"""The interface of the generated function, and what the files say of it: no language's own."""

from adc.emit.interface.abi import (
    Argument,
    arguments,
    bytes_entry,
    error_entry,
    errors,
    host_bytes_entry,
    own_name,
    workspace_entry,
)
from adc.emit.interface.words import (
    describe,
    direction,
    extremes,
    layout,
    manifest_role,
    origin,
    shape_text,
    source_arguments,
    source_axis,
    source_shape,
    title,
)

__all__ = [
    "Argument",
    "arguments",
    "bytes_entry",
    "describe",
    "direction",
    "error_entry",
    "errors",
    "extremes",
    "host_bytes_entry",
    "layout",
    "manifest_role",
    "origin",
    "own_name",
    "shape_text",
    "source_arguments",
    "source_axis",
    "source_shape",
    "title",
    "workspace_entry",
]
