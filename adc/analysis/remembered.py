"""Answers of isl that are plain data: known for the rest of the run, and kept in the user's cache
folder for later ones.

An answer is kept under the question's text, the versions of isl and of adc, and the text of this
package, which asks: whoever changes how a question is answered is never told what was kept before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import islpy as isl

from adc import __version__, cache

#: So many answers are kept in memory.
MEMORY = 2**16


def remembered(kind: str, question: str, work_out: Callable[[], Any]) -> Any:
    """What `work_out` says of `question`: tuples of numbers, truth values, strings and tuples."""
    key = hashlib.blake2b(f"{kind}\n{question}".encode(), digest_size=16).digest()
    if key not in _answers:
        if len(_answers) >= MEMORY:
            _answers.clear()
        _answers[key] = _from_cache(f"{_origin()}\n{kind}\n{question}", work_out)
    return _answers[key]


def forget() -> None:
    """Have everything asked anew, of the cache folder first."""
    _answers.clear()


#: The answers of this run, by the digests of their questions.
_answers: dict[bytes, Any] = {}


def _from_cache(key: str, work_out: Callable[[], Any]) -> Any:
    kept = cache.recall(key)
    if kept is not None:
        return _tuples(json.loads(kept))
    found = work_out()
    cache.keep(key, json.dumps(found, separators=(",", ":")))
    return found


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


@lru_cache(maxsize=1)
def _origin() -> str:
    """What answers depend on beside their questions."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    texts = b"".join(source.read_bytes() for source in sources)
    digest = hashlib.sha256(texts).hexdigest()
    return f"{__version__} {isl.version.VERSION_TEXT} {digest}"
