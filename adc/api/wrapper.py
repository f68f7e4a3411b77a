"""The function that a caller gets: the generated wrapper with NumPy's manners around it."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from adc.api.building import Loaded
from adc.api.conversion import as_array, as_scalar, is_on_device, share_memory
from adc.api.signature import NONE
from adc.diagnostics.arguments import shared_words
from adc.ir.dtypes import COMPLEX, DType

_ROLES = {"seed": ", the weights of {of}", "tangent": ", the direction of {of}",
          "gradient": ", what the gradient with respect to {of} is added to"}  # fmt: skip
#: Wholes whose parts have places.
_ORDERED: Mapping[str, type] = {"tuple": tuple, "list": list}
_TAKEN = """
    What NumPy takes for such an array is taken: lists, integers for floats, strided views, other
    byte orders and memory orders. It is converted by a copy; an array that has this type, is
    aligned and {layout} is used as it is. No argument is ever changed. TypeError: a type whose
    values would be lost (float64 for float32, complex for real, bool for a number); ValueError: a
    value that would be lost (0.5 for an int), a wrong shape or number of axes.
"""


@dataclass(frozen=True)
class Parameter:
    """One parameter of the function: the source's `name` and what the generated wrapper calls it,
    how it may be passed, and what its values are. `row` is the manifest's. An object has `fields`:
    parameters, and texts of the one value that a field may have; so has a "dictionary", a "tuple"
    or a "list" as its `form`. Of the arrays in it that are `distinct`, called as the generated
    wrapper does, no two may be one."""

    name: str
    called: str
    kind: Any
    default: Any
    row: Mapping[str, Any]
    on_device: bool
    fields: Mapping[str, Any] = field(default_factory=dict)
    form: str = ""
    distinct: tuple[str, ...] = ()

    @property
    def converted(self) -> bool:
        """Whether it is a number or an array: a stream is neither."""
        return bool(self.row) and not self.fields

    @property
    def optional(self) -> bool:
        return self.default is None

    def taken(self, value: Any) -> Any:
        """`value` as the generated wrapper wants it; of an object, its fields."""
        if self.fields:
            return self._taken_apart(value)
        if not self.converted or (self.optional and value is None):
            return value
        if self.on_device and is_on_device(value):
            return value
        axes = len(self.extents)
        if axes == 0 and not (self.is_complex and self.on_device):
            return as_scalar(self.name, value, self.dtype)
        return as_array(self.name, value, self.dtype, axes, self.row["order"])

    def _taken_apart(self, value: Any) -> Any:
        """An object, dictionary, tuple or list with its parts as the generated wrapper wants them,
        which complains of other keys or another length."""
        given, held = self._parts(value), self._held(value) if self.distinct else {}
        if share_memory([held[name] for name in self.distinct if name in held]):
            raise ValueError(shared_words(self.name))
        told = {
            n: p.taken(given[n])
            for n, p in self.fields.items()
            if isinstance(p, Parameter) and n in given
        }
        if self.form in _ORDERED:
            return _ORDERED[self.form]({**given, **told}.values())
        return {**given, **told} if self.form else SimpleNamespace(**{**given, **told})

    def _parts(self, value: Any) -> dict[str, Any]:
        if self.form in _ORDERED:
            return {str(k): item for k, item in enumerate(value)}
        return dict(value) if self.form else {n: getattr(value, n) for n in self.fields}

    def _held(self, value: Any) -> dict[str, Any]:
        """What `value` holds for each parameter in it, by what the generated wrapper calls that."""
        given = self._parts(value)
        found: dict[str, Any] = {}
        for name, own in self.fields.items():
            if isinstance(own, Parameter) and name in given:
                found |= own._held(given[name]) if own.fields else {own.called: given[name]}
        return found

    @property
    def is_complex(self) -> bool:
        return bool(self.row.get("complex"))

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements."""
        real = DType(self.row["dtype"])
        return np.dtype(COMPLEX[real] if self.is_complex else real.value)

    @property
    def extents(self) -> list[str]:
        """The shape; the manifest has the parts of complex numbers along a last axis."""
        shape: list[str] = self.row["shape"]
        return shape[:-1] if self.is_complex else shape

    @property
    def text(self) -> str:
        """A line of the documentation; of an object, one for each field, too."""
        if self.fields:
            kind = f"a {self.form} of these:" if self.form else (
                "an object, or anything that has these attributes:"
            )  # fmt: skip
            lines = [f"{self.name}: {kind}"]
            for name, own in self.fields.items():
                text = own.text if isinstance(own, Parameter) else f"{self.name}.{name}: {own}"
                lines.append(textwrap.indent(text, "    "))
            return "\n".join(lines)
        if not self.converted:
            return f"{self.name}: the stream to run on"
        role = _ROLES.get(self.row["role"], "").format(of=self.row["of"])
        extents = ", ".join(self.extents)
        left, right = "()" if self.row["order"] == "F" else "[]"
        shape = f"{left}{extents}{right}" if extents else ""
        known = self.default is not None and self.default is not inspect.Parameter.empty
        default = f" (default: {self.default!r})" if known and not shape else ""
        return f"{self.name}: {self.dtype}{shape}{role}{default}"


def wrapped(loaded: Loaded, defaults: Mapping[str, Any]) -> Callable[..., Any]:
    """The function around the wrapper of `loaded`; `defaults` are those of a function object, for
    parameters whose defaults no text tells."""
    generated = getattr(loaded.module, loaded.entry)
    parameters = _parameters(loaded, generated, defaults)
    signature = inspect.Signature(
        [inspect.Parameter(p.name, p.kind, default=p.default) for p in parameters]
    )
    in_order = _positional(generated)
    positional = [p for p in parameters if p.called in in_order]
    named = [p for p in parameters if p.called not in in_order]

    def derivative(*args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{loaded.entry}: {error}") from None
        bound.apply_defaults()
        given = bound.arguments
        first = [p.taken(given[p.name]) for p in positional]
        return generated(*first, **{p.called: p.taken(given[p.name]) for p in named})

    _dress(derivative, loaded, generated, parameters, signature)
    return derivative


def _dress(
    derivative: Any,
    loaded: Loaded,
    generated: Any,
    parameters: list[Parameter],
    signature: inspect.Signature,
) -> None:
    """Name, documentation and what can be asked of the function."""
    derivative.__name__ = derivative.__qualname__ = loaded.entry
    derivative.__module__ = loaded.module.__name__
    derivative.__signature__ = signature
    derivative.__doc__ = _documentation(loaded, generated, parameters)
    derivative.generated = generated
    derivative.folder = loaded.built.folder
    derivative.manifest = loaded.manifest
    derivative.free_workspace = getattr(generated, "free_workspace", _nothing)


def _nothing() -> None:
    """Frees nothing: a call of this function keeps nothing."""


# -- parameters ------------------------------------------------------------------------------------


def _positional(generated: Any) -> list[str]:
    parameters = inspect.signature(generated).parameters.values()
    return [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]


def _parameters(loaded: Loaded, generated: Any, defaults: Mapping[str, Any]) -> list[Parameter]:
    """Those of the source as it declares them, then seeds, directions and sizes as keywords."""
    rows = {row["name"]: row for row in loaded.manifest["arguments"]}
    on_device = loaded.manifest["target"] != "c"
    given = inspect.signature(generated).parameters
    names = _own_names(list(given), rows)
    objects = loaded.manifest.get("objects", {})
    told = {source["name"]: source for source in loaded.built.facts["parameters"]}
    found = []
    for p in given.values():
        name = names[p.name]
        kind, default, row = p.kind, p.default, rows.get(name, {})
        if name in told and row.get("role") not in _ROLES:
            default = _default(told[name], defaults)
            if kind is not p.KEYWORD_ONLY:
                kind = getattr(inspect.Parameter, told[name]["kind"])
        near = name if name in objects else name.rstrip("_")
        if near in objects and not row:
            default = _default(told[near], defaults) if near in told else default
            fields = _fields(objects[near], near, rows, on_device)
            form, apart = _form(objects[near]), tuple(objects[near].get("distinct", ()))
            found.append(Parameter(near, p.name, kind, default, {}, on_device, fields, form, apart))
            continue
        found.append(Parameter(name, p.name, kind, default, row, on_device))
    return _in_order(found)


def _fields(
    made: Mapping[str, Any], path: str, rows: Mapping[str, Any], on_device: bool
) -> dict[str, Any]:
    """The fields of an object, as the manifest has it, as parameters `p.k`."""
    found: dict[str, Any] = {}
    for name, value in made["fields"].items():
        own = f"{path}.{name}"
        nothing, kind = inspect.Parameter.empty, inspect.Parameter.POSITIONAL_OR_KEYWORD
        if isinstance(value, str):
            found[name] = Parameter(own, value, kind, nothing, rows[value], on_device)
        elif "fields" in value:
            inner = _fields(value, own, rows, on_device)
            form = _form(value)
            found[name] = Parameter(own, own, kind, nothing, {}, on_device, inner, form)
        else:
            found[name] = value["fixed"]
    return found


def _form(made: Mapping[str, Any]) -> str:
    return next((form for form in ("dictionary", *_ORDERED) if form in made), "")


def _own_names(called: list[str], rows: Mapping[str, Any]) -> dict[str, str]:
    """The manifest's names of what the generated text calls `called`: `lambda` for `lambda_`."""
    free = [name for name in rows if name not in called]
    found = {}
    for text in called:
        near = [name for name in free if text.rstrip("_") == name.rstrip("_")]
        found[text] = text if text in rows or not near else near[0]
    return found


def _default(source: Mapping[str, Any], defaults: Mapping[str, Any]) -> Any:
    """The literal of the text, else what the function object has; nothing where neither tells."""
    told = source["default"]
    if isinstance(told, dict):
        return complex(*told["complex"]) if "complex" in told else told["value"]
    value = defaults.get(source["name"]) if told != NONE else None
    return inspect.Parameter.empty if value is None else value


def _in_order(parameters: list[Parameter]) -> list[Parameter]:
    """As Python wants it: nothing without a default behind what has one. Where the last such
    parameter's default is not known, those before it have to be given, too."""
    empty = inspect.Parameter.empty
    first = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    needed = max((k for k, p in enumerate(first) if p.default is empty), default=-1)
    found = [replace(p, default=empty) if k < needed else p for k, p in enumerate(first)]
    return found + [p for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY]


# -- documentation ---------------------------------------------------------------------------------


def _documentation(loaded: Loaded, generated: Any, parameters: list[Parameter]) -> str:
    """What the generated wrapper says of itself, but for what is converted here."""
    told = inspect.cleandoc(generated.__doc__).split("\n\n")
    fortran = loaded.manifest["language"] == "fortran"
    taken = _TAKEN.format(layout="Fortran-contiguous" if fortran else "C-contiguous")
    parts = [p for p in told[1:] if p.startswith(("Each thread", "The arrays are NumPy's"))]
    settled = f"{loaded.entry}.generated.keep_workspace"
    kept = [_filled(p.replace(f"{loaded.entry}.keep_workspace", settled)) for p in parts]
    lines = "\n".join(p.text for p in parameters)
    return "\n\n".join([told[0], lines, _returns(loaded), _filled(taken), *kept])


def _filled(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 91, break_on_hyphens=False)


def _returns(loaded: Loaded) -> str:
    """The fields of what is returned."""
    (result,) = [
        found
        for found in vars(loaded.module).values()
        if isinstance(found, type) and issubclass(found, tuple) and hasattr(found, "_fields")
        and found.__module__ == loaded.module.__name__ and not found.__name__.startswith("_")
    ]  # fmt: skip
    return f"Returns a named tuple: {', '.join(result._fields)}."
