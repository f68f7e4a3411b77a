"""Warnings of constants of `scipy.constants` that are measured: SciPy's change with the release."""

from __future__ import annotations

from collections.abc import Iterator

from adc.diagnostics import Diagnostic, Severity
from adc.frontends import surface
from adc.frontends.names import target_names, walk
from adc.lowering.numpy.physical_constants import MEASURED


def warn_of_measured(
    module: surface.Module, function: surface.Function, warnings: list[Diagnostic]
) -> None:
    """A warning for each constant that `function` asks for, or what it leads to does."""
    imports = _imports(module)
    if "scipy" not in module.text and not any(p.startswith("scipy") for p in imports.values()):
        return
    told: set[str] = set()
    for node in _reached(module, function):
        if isinstance(node, surface.Assign):
            imports |= _imports_inside(node)
            continue
        path = _path(node, imports)
        if path in MEASURED and path not in told:
            told.add(path)
            warnings.append(_warning(path, node))


def _imports(module: surface.Module) -> dict[str, str]:
    """What the names are that the module imports."""
    found: dict[str, str] = {}
    for made in module.imports:
        if made.name == "*":
            listed = (path for path in MEASURED if path.startswith(f"{made.module}."))
            found |= {path.rpartition(".")[2]: path for path in listed}
        else:
            found[made.alias] = f"{made.module}.{made.name}" if made.name else made.module
    return found


def _imports_inside(statement: surface.Assign) -> dict[str, str]:
    """What a statement binds that is an import inside a function."""
    path = _path(statement.value, {})
    return {t.name: path for t in statement.targets if path and isinstance(t, surface.Name)}


def _warning(path: str, node: surface.Expr) -> Diagnostic:
    return Diagnostic(
        "ADC0253", f"`{path}` is {MEASURED[path]} here, which CODATA recommends since 2022",
        node.span, help="where your SciPy has another value, write that number",
        severity=Severity.WARNING,
    )  # fmt: skip


def _path(node: surface.Expr, imports: dict[str, str]) -> str:
    """`scipy.constants.G` for what is that by the imports; "" for most other expressions."""
    if isinstance(node, surface.Name):
        return imports.get(node.name, "")
    if isinstance(node, surface.Intrinsic) and node.language == "import":
        return node.name.replace(":", ".")
    if isinstance(node, surface.Attribute):
        inner = _path(node.value, imports)
        return f"{inner}.{node.name}" if inner else ""
    return ""


def _reached(
    module: surface.Module, function: surface.Function
) -> Iterator[surface.Expr | surface.Assign]:
    """The assignments, names and attributes of `function` and all that it leads to."""
    parts: dict[str, list[object]] = {}
    named: list[surface.Function | surface.Class] = [*module.functions, *module.classes]
    for made in named:
        parts.setdefault(made.name, []).append(made)
    for constant in module.constants:
        for target in constant.targets:
            for name in target_names(target):
                parts.setdefault(name, []).append(constant.value)
    pending: list[object] = [function]
    while pending:
        for node in walk(pending.pop(), inside=True):
            if isinstance(node, surface.Name):
                pending += parts.pop(node.name, [])
            if isinstance(node, (surface.Assign, surface.Name, surface.Attribute)):
                yield node
