"""The user's Fortran files, as they are, in a library with the shim that calls the routine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from adc.check.linking import folders_given
from adc.frontends.fortran.form import is_fixed
from adc.options import USUAL, Form

#: Old programs compile, nothing is warned about, and arithmetic is as it is written.
_FLAGS = ("-std=legacy", "-w", "-O0", "-fPIC", "-ffp-contract=off")
_FREE = ("-ffree-form", "-ffree-line-length-none", "-fcheck=bounds")
_FIXED = ("-ffixed-form", "-fd-lines-as-comments")
#: Single precision computed in double.
_PROMOTED = "-freal-4-real-8"
#: Reals that have 8 bytes instead of 4, as `--promote-reals` says it.
_REALS = {
    "": (), "default": ("-fdefault-real-8", "-fdefault-double-8"), "all": (_PROMOTED,)
}  # fmt: skip
#: What BLAS and LAPACK are linked by: what $LDFLAGS says, or the first that is installed.
_ALGEBRA = (
    (), ("-llapack", "-lblas"), ("-l:liblapack.so.3", "-l:libblas.so.3"), ("-lopenblas",)
)  # fmt: skip
#: Variables begin as NaN, integers and logicals as zero, which adc takes for them.
_UNSET = ("-finit-real=nan", "-finit-integer=0", "-finit-logical=false")
_SECONDS = 60
_SHIM = "adc_shim.f90"
_STUBS = "adc_modules.f90"

_DIRECTIVE = re.compile(r"^#", re.MULTILINE)
_MODULE = re.compile(r"^\s*module\s+(?!procedure\b|subroutine\b|function\b)(\w+)\s*(?:!.*)?$",
                     re.IGNORECASE | re.MULTILINE)  # fmt: skip
_SUBMODULE = re.compile(r"^\s*submodule\s*\(\s*(\w+)\s*(?::\s*(\w+)\s*)?\)\s*(\w+)",
                        re.IGNORECASE | re.MULTILINE)  # fmt: skip
_USE = re.compile(r"^\s*use\b\s*(?:,\s*(?:non_)?intrinsic\s*)?(?:::)?\s*(\w+)",
                  re.IGNORECASE | re.MULTILINE)  # fmt: skip


class UnavailableError(Exception):
    """The original cannot be run here; the text says why."""


@dataclass(frozen=True)
class Library:
    """What is compiled: the files, how they are preprocessed, and what they are linked with;
    `modules` are those without source, with the subroutines that they have, which do nothing;
    `texts` are what stands for files, by path. `algebra`: routines of BLAS or LAPACK are called."""

    sources: tuple[str, ...]
    defines: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    form: Form = USUAL
    link: tuple[str, ...] = ()
    modules: tuple[tuple[str, tuple[str, ...]], ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    algebra: bool = False

    def build(
        self, shim: str, folder: Path, *, promoted: bool, unset: bool = False
    ) -> tuple[Path, str]:
        """The library in `folder`, and a complaint. Files that do not compile are left out, as the
        routine may not need them. Raises UnavailableError where the shim does not compile."""
        compiler = _compiler()
        folder.mkdir()
        flags = [*_FLAGS, *_REALS[self.form.reals], *(_UNSET if unset else ())]
        flags += [_PROMOTED] if promoted else []
        objects, failures = [], []
        if self.modules:
            (folder / _STUBS).write_text(stub_modules(self.modules), encoding="utf-8")
            _run([compiler, *flags, "-c", _STUBS, "-o", "modules.o"], folder)
            objects.append("modules.o")
        for number, path in enumerate(in_order(self.sources)):
            made = f"source{number}.o"
            place = os.path.abspath(path)
            if path in self.texts:
                place = f"program{PurePath(path).suffix}"
                (folder / place).write_text(self.texts[path], encoding="utf-8")
            command = [compiler, *flags, *self._words(path), "-c", place]
            complaint = _run([*command, "-o", made], folder)
            if complaint:
                failures.append(f"gfortran cannot compile {PurePath(path).name}: {complaint}")
            else:
                objects.append(made)
        (folder / _SHIM).write_text(shim, encoding="utf-8")
        command = [compiler, *flags, "-ffree-line-length-none", "-shared", _SHIM, *objects]
        for more in self._linked():
            complaint = _run([*command, *more, "-o", "original.so"], folder)
            if not complaint:
                break
        if complaint:
            text = f"gfortran cannot compile a call of the routine: {complaint}"
            raise UnavailableError(failures[0] if failures else text)
        return folder / "original.so", failures[0] if failures else ""

    def _linked(self) -> list[tuple[str, ...]]:
        """What the library may be linked with, by turns until nothing is missing."""
        if not self.algebra:
            return [self.link]
        given = (*self.link, *folders_given())
        whole = [(*given, *words, "-Wl,--no-undefined", "-lgfortran") for words in _ALGEBRA]
        # what else of the files calls something missing may be what the routine does not call
        return [*whole, *((*given, *words, "-lgfortran") for words in _ALGEBRA[1:])]

    def _words(self, path: str) -> list[str]:
        """Form and preprocessing of one file."""
        fixed = is_fixed(path, self.form)
        words = ["-x", "f77" if fixed else "f95", *(_FIXED if fixed else _FREE)]
        if fixed:
            words.append(f"-ffixed-line-length-{self.form.width or 'none'}")
        folders = [os.path.dirname(os.path.abspath(path)), *map(os.path.abspath, self.includes)]
        if _is_preprocessed(path):
            words += ["-cpp", *(f"-D{d}" for d in self.defines)]
        return words + [f"-I{folder}" for folder in folders]


def stub_modules(modules: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Modules in which the subroutines are external: they may be called with any arguments."""
    lines: list[str] = []
    for module, names in modules:
        lines += [f"module {module}", *(f"external :: {name}" for name in names), "end module"]
    return "\n".join(lines) + "\n"


def _compiler() -> str:
    """$FC where it is a gfortran, else gfortran."""
    given = os.environ.get("FC", "")
    name = given if "gfortran" in PurePath(given).name else "gfortran"
    path = shutil.which(name)
    if path is None:
        raise UnavailableError(f"`{name}` is not installed")
    return path


def version() -> str:
    """What is said of the compiler."""
    done = subprocess.run([_compiler(), "-dumpfullversion"], capture_output=True, text=True)
    return f"gfortran {done.stdout.strip()}"


def _run(command: Sequence[str], folder: Path) -> str:
    """The first complaint of a compilation; empty where there is none."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=_SECONDS, env=environment,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"it takes more than {_SECONDS} s"
    except OSError as error:
        return str(error)
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode("utf-8", errors="replace").splitlines()
    told = [line for line in lines if "rror:" in line] or lines or ["it does not say why"]
    return told[0].strip()[:200]


# -- files -----------------------------------------------------------------------------------------


def _text(path: str) -> str:
    return Path(path).read_text(encoding="latin-1")


def _is_preprocessed(path: str) -> bool:
    suffix = PurePath(path).suffix
    upper = suffix[:2] == ".F" or suffix == ".fpp"
    return upper or _DIRECTIVE.search(_text(path)) is not None


def in_order(paths: Sequence[str]) -> list[str]:
    """The files, each behind those whose modules it uses, or has parts of; in the given order as
    far as that goes."""
    texts = {path: _text(path) for path in paths}
    home = {name.lower(): path for path in paths for name in _MODULE.findall(texts[path])}
    parts = {path: _SUBMODULE.findall(texts[path]) for path in paths}
    home |= {f"{m}:{name}".lower(): path for path in paths for m, _, name in parts[path]}
    found: list[str] = []

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in found or path in above:
            return
        parents = [name for m, parent, _ in parts[path] for name in (m, f"{m}:{parent}")]
        for used in (*_USE.findall(texts[path]), *parents):
            if used.lower() in home:
                visit(home[used.lower()], (*above, path))
        found.append(path)

    for path in paths:
        visit(path, ())
    return found
