"""What the repository promises about itself, read off its own files."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import networkx as nx
import pytest

from adc.diagnostics.catalogue import CATALOGUE

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "adc").rglob("*.py"))

#: A module imports from lower ranks or its own package only.
RANKS = (
    ("cache", "diagnostics", "observer", "options", "resources", ""),
    ("ir",),
    ("ops",),
    ("interpret",),
    ("frontends",),
    ("lowering",),
    ("analysis",),  # simplify asks analysis, never the other way round
    ("simplify",),
    ("rewrite",),
    ("differentiate",),
    ("checkpoint",),
    ("schedule",),
    ("emit",),
    ("check",),
    ("choices", "finishing", "limits", "reading", "routine_plans", "tuned"),
    ("pipeline",),
    ("opt", "tune"),
    ("cli",),
    ("api",),  # says the command line's words
)
RANK = {name: rank for rank, names in enumerate(RANKS) for name in names}

#: The only packages that may import a library.
HOMES = {
    "islpy": {"analysis"},
    "highspy": {"checkpoint"},
    "lark": {"frontends", "ir"},
    "click": {"cli", "api"},
    "rich": {"cli"},
    "jinja2": {"emit"},
}

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
#: Functions that may be longer, each with the reason.
LONG_FUNCTIONS: dict[str, str] = {}


#: What makes a symbol, where SymPy's module stands before it.
SYMBOL_NAMES = {"Symbol", "symbols", "Dummy", "Wild", "sympify", "S", "var", "parse_expr"}
SYMBOL_MAKER = re.compile(r"(sympy|sp)\.(.*\.)?(" + "|".join(sorted(SYMBOL_NAMES)) + ")")


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@dataclass(frozen=True)
class Facts:
    """What the rules ask of a module; its tree is large, and there are many."""

    lines: int
    imports: tuple[tuple[str, int], ...]  # each with its line
    functions: tuple[tuple[str, int], ...]  # name and number of lines
    symbols: tuple[int, ...]  # the lines that make a symbol, or import what makes one
    codes: tuple[tuple[str, int], ...]  # diagnostic codes, each with its line


@lru_cache(maxsize=None)
def facts(path: Path) -> Facts:
    nodes = list(ast.walk(parsed(path)))
    return Facts(
        path.read_text(encoding="utf-8").count("\n"),
        tuple(imported(nodes)),
        tuple(functions(nodes)),
        tuple(symbols_made(nodes)),
        tuple(code_spans(nodes)),
    )


def package_of(path: Path) -> str:
    """`ir` for adc/ir/nodes.py, `pipeline` for adc/pipeline.py, "" for adc/__init__.py."""
    first = path.relative_to(ROOT / "adc").parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """Every module that is imported among `nodes`, also inside functions, with its line."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def forbidden_imports(path: Path) -> Iterator[str]:
    own = package_of(path)
    if own not in RANK:
        yield f"{own} has no rank"
        return
    for module, line in facts(path).imports:
        top, *rest = module.split(".")
        other = rest[0] if rest and rest[0] in RANK else ""
        if top != "adc" and own not in HOMES.get(top, {own}):
            yield f"{name_of(path)}:{line} imports {top}"
        elif top == "adc" and other != own and RANK[other] >= RANK[own]:
            yield f"{name_of(path)}:{line}: {own} may not import {module}"


def test_imports_go_down() -> None:
    found = [fault for path in MODULES for fault in forbidden_imports(path)]
    assert not found, "\n".join(found)


def test_import_rule_sees_what_it_forbids() -> None:
    tree = ast.parse("def f():\n    from adc.cli import app\n    import islpy as isl\n")
    assert [m for m, _ in imported(ast.walk(tree))] == ["adc.cli.app", "islpy"]
    assert RANK["cli"] > RANK["ir"]


def module_of(path: Path) -> str:
    """`adc.ir.nodes` for adc/ir/nodes.py, `adc.ir` for adc/ir/__init__.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def circles(imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The groups of modules that import each other, over others or directly; `imports` are what
    each module imports, also names of a module, and what is no module of them is passed over."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for module, names in imports.items():
        for name in names:
            other = name if name in imports else name.rpartition(".")[0]
            if other in imports and other != module:
                graph.add_edge(module, other)
    return sorted(sorted(c) for c in nx.strongly_connected_components(graph) if len(c) > 1)


def test_no_modules_import_each_other() -> None:
    """Imports inside functions, and those for the sake of types alone, count."""
    imports = {module_of(p): [name for name, _ in facts(p).imports] for p in MODULES}
    found = circles(imports)
    assert not found, "\n".join(" <-> ".join(circle) for circle in found)


def test_the_rule_of_circles_sees_them() -> None:
    lazy = "def f():\n    from adc.b import g\n"
    typed = "if TYPE_CHECKING:\n    import adc.c\n"
    whole = "from adc import a\n"
    texts = {"adc": "", "adc.a": lazy, "adc.b": typed, "adc.c": whole, "adc.d": whole}
    imports = {m: [n for n, _ in imported(ast.walk(ast.parse(t)))] for m, t in texts.items()}
    assert circles(imports) == [["adc.a", "adc.b", "adc.c"]]
    assert circles({**imports, "adc.b": []}) == []


#: The layers of `adc.checkpoint`, lower to higher; "" are its own modules.
CHECKPOINT_LAYERS = ("", "transform", "estimates", "optimise", "search")
CHECKPOINT = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): path
    for path in MODULES
    if package_of(path) == "checkpoint" and path.stem != "__init__"
}


def checkpoint_layer(module: str) -> int:
    """The layer of a module or a name in it, `adc.checkpoint.…`."""
    return CHECKPOINT_LAYERS.index(
        next((p for p in CHECKPOINT_LAYERS if p in module.split(".")), "")
    )


def checkpoint_imports(module: str) -> set[str]:
    """The modules of `adc.checkpoint` that a module imports."""
    names = [name for name, _ in facts(CHECKPOINT[module]).imports]
    return {m for m in CHECKPOINT for name in names if name == m or name.startswith(m + ".")}


@pytest.mark.parametrize("module", CHECKPOINT)
def test_checkpoint_imports_from_lower_layers(module: str) -> None:
    for other in checkpoint_imports(module):
        assert checkpoint_layer(other) <= checkpoint_layer(module), f"{module} imports {other}"


def test_checkpoint_rule_sees_what_it_forbids() -> None:
    layers = [
        checkpoint_layer(f"adc.checkpoint.{m}") for m in ("plan", "transform.uses", "search.x")
    ]
    assert layers == [0, 1, 4]
    assert "adc.checkpoint.plan" in checkpoint_imports("adc.checkpoint.transform.planner")


@pytest.mark.parametrize("module", [m for m in CHECKPOINT if ".optimise." in m])
def test_the_optimisation_knows_no_program(module: str) -> None:
    tree = parsed(CHECKPOINT[module])
    for name, line in imported(ast.walk(tree)):
        own = name.startswith("adc.checkpoint.optimise.")
        known = own or not name.startswith("adc.") or name.startswith("adc.diagnostics.")
        assert known, f"{module}:{line} imports {name}"
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    assert "Program" not in names


#: The modules that may know C: the choice of a back end, and what writes a C program by itself.
KNOW_C = {"adc/emit/backends.py", "adc/emit/selfcheck.py"}


def test_c_is_one_back_end() -> None:
    found = [
        f"{name_of(path)}:{line}: {module}"
        for path in MODULES
        if name_of(path) not in KNOW_C and not path.is_relative_to(ROOT / "adc" / "emit" / "c")
        for module, line in facts(path).imports
        if f"{module}.".startswith("adc.emit.c.")
    ]
    assert not found, "\n".join(found)


def test_there_is_no_utils() -> None:
    names = {p.stem for p in MODULES} | {p.parent.name for p in MODULES}
    assert not names & {"utils", "util", "helpers", "misc", "common"}


def functions(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """Name and number of lines of each function, inner ones too."""
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, (node.end_lineno or 0) - node.lineno + 1


def test_small_files_and_functions() -> None:
    lengths = {name_of(p): facts(p).lines for p in MODULES}
    long = [f"{name}: {n} lines" for name, n in lengths.items() if n > MAX_FILE_LINES]
    for path in MODULES:
        for function, lines in facts(path).functions:
            name = f"{name_of(path)}:{function}"
            if lines > MAX_FUNCTION_LINES and name not in LONG_FUNCTIONS:
                long.append(f"{name}: {lines} lines")
    assert not long, "\n".join(long)


def symbols_made(nodes: Iterable[ast.AST]) -> Iterator[int]:
    """The lines that make a symbol, or import a maker by its name: `sympy.Symbol` is written."""
    for node in nodes:
        if isinstance(node, ast.Call):
            maker = getattr(node.func, "attr", None) in SYMBOL_NAMES
            made = maker and SYMBOL_MAKER.fullmatch(ast.unparse(node.func))
        else:
            of_sympy = isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sympy")
            made = of_sympy and any(a.name in SYMBOL_NAMES for a in node.names)
        if made:
            yield node.lineno


def test_symbols_are_made_in_one_place() -> None:
    found = [f"{name_of(path)}:{line}" for path in MODULES for line in facts(path).symbols]
    assert all(place.startswith("adc/ir/shapes.py:") for place in found), "\n".join(found)
    assert found, "the place where they are made is not seen"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("import sympy\n\n\ny = sympy.Symbol('x')\n", [4]),
        ("z = sp.core.symbol.Dummy()\n", [1]),
        ("from sympy.core import Basic, sympify\n", [1]),
        ("from sympy import Basic\n\nprogram.symbols(1)\n", []),
    ],
)
def test_the_rule_of_symbols_sees_them(text: str, lines: list[int]) -> None:
    assert list(symbols_made(ast.walk(ast.parse(text)))) == lines


def test_the_rule_of_lengths_sees_inner_functions() -> None:
    tree = ast.parse("class C:\n    def f(self):\n        async def g():\n            pass\n")
    assert sorted(functions(ast.walk(tree))) == [("f", 3), ("g", 2)]


def code_spans(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """Every string literal that is a diagnostic code."""
    for node in nodes:
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and re.fullmatch(r"ADC\d{4}", text):
            yield text, node.lineno


def test_every_code_is_in_the_catalogue_and_used() -> None:
    used: dict[str, str] = {}
    for path in MODULES:
        if package_of(path) != "diagnostics":
            used |= {code: f"{name_of(path)}:{line}" for code, line in facts(path).codes}
    unknown = {code: where for code, where in used.items() if code not in CATALOGUE}
    assert not unknown, "codes that `adc explain` does not know"
    assert not set(CATALOGUE) - set(used), "codes that nothing raises"


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_catalogue_entries(code: str) -> None:
    entry = CATALOGUE[code]
    assert entry.code == code
    assert entry.title and "\n" not in entry.title and not entry.title.endswith(".")
    assert len(entry.explanation.split()) >= 8, "one paragraph: what it means, what to do"
    assert entry.explanation.endswith(".")


def tracked_files() -> list[Path]:
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listing.split("\0") if name and (ROOT / name).is_file()]


#: The repository speaks of the project alone: no machine's paths, no author's tools.
FORBIDDEN = re.compile(
    "|".join(
        [
            r"/" + r"work/",
            r"/" + r"root/",
            r"/" + r"home/\w+",
            r"\b" + "pypi" + r"\.org",
            "files" + r"\.pythonhosted",
            r"\b" + "language " + "model",
            r"\b" + "chat" + "bot",
            r"\bAI[ -]" + "(generated|assistant|written)",
        ]
    ),
    re.IGNORECASE,
)


def test_the_repository_speaks_of_the_project_alone() -> None:
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if FORBIDDEN.search(line):
                found.append(f"{name_of(path)}:{number}: {line.strip()[:80]}")
    assert not found, "\n".join(found)


#: Endings of what compilers write (gfortran's module files are packed, but need not hold a zero).
BUILT = frozenset({".a", ".mod", ".o", ".pyc", ".smod", ".so"})


def test_what_is_kept_is_text() -> None:
    """But for recorded arrays: what a compiler left in the folder is nobody's source."""
    binary = [
        name_of(path)
        for path in tracked_files()
        if (path.suffix != ".npz" and b"\0" in path.read_bytes()) or path.suffix in BUILT
    ]
    assert not binary, "\n".join(binary)
