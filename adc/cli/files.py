"""Writes a run's files: all of them or none."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from adc.diagnostics import AdcError

_MARK = "adc"
_HEAD = 400  # characters of a file in which adc's own files name adc


def write_all(folder: str, files: dict[str, str], extra: dict[str, str] | None = None) -> None:
    """Puts `files` into `folder` (made where it is missing), and `extra` files at their paths.

    Everything is written under temporary names first and then moved; where one of the moves fails,
    what was moved already is put back. Raises AdcError, with the folder as it was, where a file
    cannot be written or would replace one that adc did not write.
    """
    root = Path(folder)
    _refuse_strangers(root, files)
    made = _make_folder(root)
    texts = {root / name: text for name, text in files.items()}
    texts |= {Path(path): text for path, text in (extra or {}).items()}
    try:
        _replace_all(texts)
    except OSError as error:
        for new in made:
            new.rmdir()
        raise _cannot_write(str(error.filename or folder), error) from None


def depfile_text(folder: str, files: dict[str, str], inputs: tuple[str, ...]) -> str:
    """A Makefile rule: the written files depend on `inputs`; paths are as the user gave them."""
    targets = [_escape(os.path.join(folder, name)) for name in files]
    lines = " \\\n  ".join([*targets[:-1], targets[-1] + ":", *map(_escape, inputs)])
    # A rule without a recipe for each input: a source that was removed does not stop make.
    return lines + "\n" + "".join(f"\n{_escape(path)}:\n" for path in inputs)


def _escape(path: str) -> str:
    return path.replace("$", "$$").replace("#", "\\#").replace(" ", "\\ ")


def _refuse_strangers(root: Path, files: dict[str, str]) -> None:
    """A user's own Makefile must not be lost because it stands where adc writes its own."""
    known = _names_in_manifest(root)
    for name, text in files.items():
        path = root / name
        if name in known or not path.exists():
            continue
        try:
            old = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise _cannot_write(str(path), error) from None
        if old != text and _MARK not in old[:_HEAD]:
            raise AdcError.of(
                "ADC0605",
                f"`{path}` stands in the way: adc did not write it",
                help="choose another folder with `-o`, or move the file away",
            )


def _names_in_manifest(root: Path) -> set[str]:
    try:
        manifest = json.loads((root / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    if not isinstance(manifest, dict) or "adc" not in manifest:
        return set()
    return {name for name in manifest.get("files", []) if isinstance(name, str)}


def _make_folder(root: Path) -> list[Path]:
    """Creates `root`; returns the folders that are new, innermost first."""
    if root.exists() and not root.is_dir():
        raise _cannot_write(str(root), NotADirectoryError(20, "is a file and not a folder"))
    missing = [p for p in (root, *root.parents) if not p.exists()]
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(str(root), error) from None
    return missing


def _replace_all(texts: dict[Path, str]) -> None:
    """Writes every text beside its place, then moves all into place; OSError undoes everything."""
    staged: dict[Path, str] = {}
    try:
        for path, text in texts.items():
            staged[path] = _stage(path, text)
        _move_all(staged)
    finally:
        for temporary in staged.values():
            Path(temporary).unlink(missing_ok=True)


def _stage(path: Path, text: str) -> str:
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, 0o666 & ~_umask())
    except OSError:
        os.unlink(temporary)
        raise
    return temporary


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _move_all(staged: dict[Path, str]) -> None:
    backups: dict[Path, str | None] = {}
    try:
        for path, temporary in staged.items():
            backups[path] = _set_aside(path)
            os.replace(temporary, path)
    except OSError:
        for path, backup in backups.items():
            if backup is not None:
                os.replace(backup, path)
            else:
                path.unlink(missing_ok=True)
        raise
    for backup in backups.values():
        if backup is not None:
            os.unlink(backup)


def _set_aside(path: Path) -> str | None:
    """Moves an old file out of the way under a name of its own; None where there is none."""
    if not path.exists():
        return None
    if path.is_dir():
        raise IsADirectoryError(21, "is a directory", str(path))
    backup = str(path.with_name(f".{path.name}.{os.getpid()}.old"))
    os.replace(path, backup)
    return backup


def _cannot_write(path: str, error: OSError) -> AdcError:
    reason = (error.strerror or str(error)).lower()
    return AdcError.of(
        "ADC0603",
        f"cannot write `{path}`: {reason}",
        help="choose a folder that you may write to with `-o`",
    )
