"""What is kept from one run to the next in the user's cache folder.

A cache saves time and never decides anything: what cannot be read, is damaged, locked, or kept by
another version is made anew, and what cannot be written is not kept. `enable(False)` (the option
`--no-cache`) leaves the folder alone.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

#: So many answers are kept; beyond that those that were not used for longest go.
MOST_ANSWERS = 100_000
#: No longer answer is kept, so that the file stays below some tens of megabytes.
LONGEST_ANSWER = 2000
#: So many answers are written at once, in one transaction.
BATCH = 500
#: Seconds to wait for another run that is writing.
PATIENCE = 0.5
SECONDS_OF_A_DAY = 86400


@dataclass
class _State:
    enabled: bool = True
    answers: Answers | None = None
    made_for: tuple[object, ...] = ()


_state = _State()


def enable(enabled: bool) -> None:
    """Whether the cache is read and written from now on."""
    flush()
    _state.enabled = enabled


def folder() -> Path | None:
    """The cache folder; None where there is to be none, or none that can be written to."""
    if not _state.enabled:
        return None
    try:
        root = os.environ.get("XDG_CACHE_HOME", "")
        found = (Path(root) if os.path.isabs(root) else Path.home() / ".cache") / "adc"
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: the user has no home folder
        return None
    return found if os.access(found, os.W_OK) else None


# -- answers ---------------------------------------------------------------------------------------


def recall(question: str) -> str | None:
    """The answer that was kept for `question`, which tells all that the answer depends on."""
    answers = _answers()
    return answers.get(question) if answers else None


def keep(question: str, answer: str) -> None:
    """Have `recall` find `answer` from now on, in later runs, too."""
    answers = _answers()
    if answers:
        answers.put(question, answer)


def flush() -> None:
    """Write what is to be kept; runs at exit by itself."""
    if _state.answers:
        _state.answers.flush()


def close() -> None:
    """Write what is to be kept, and look at the file anew when something is asked next."""
    if _state.answers and _state.made_for[-1:] == (os.getpid(),):
        _state.answers.close()
    _state.answers, _state.made_for = None, ()


atexit.register(flush)


def _answers() -> Answers | None:
    """The answers in the folder that the environment names now; a forked process has its own."""
    here = (_state.enabled, os.environ.get("XDG_CACHE_HOME"), os.environ.get("HOME"), os.getpid())
    if _state.made_for != here:
        close()
        found = folder()
        _state.answers = Answers(found / "answers-1.sqlite") if found else None
        _state.made_for = here
    return _state.answers


@dataclass
class Answers:
    """Answers by the digests of their questions, in an SQLite file at `path`.

    Several runs may use it at once. Each row carries a digest of itself: a damaged one counts as
    missing. Any other trouble with the file ends its use by this process; a file that is none of
    SQLite's is removed.
    """

    path: Path
    usable: bool = True
    _connection: sqlite3.Connection | None = None
    _new: dict[bytes, str] = field(default_factory=dict)
    _used: set[bytes] = field(default_factory=set)

    def get(self, question: str) -> str | None:
        key = _digest(question.encode())
        if key in self._new:
            return self._new[key]
        row = self._row(key)
        if row is None:
            return None
        answer, check, day = row
        if not isinstance(answer, str) or check != _digest(key + answer.encode()):
            return None
        if day != _today():
            self._used.add(key)
        return answer

    def put(self, question: str, answer: str) -> None:
        if not self.usable or len(answer) > LONGEST_ANSWER:
            return
        self._new[_digest(question.encode())] = answer
        if len(self._new) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Write new answers, and the day on which others were used."""
        new, used = self._new, self._used
        self._new, self._used = {}, set()
        if self.usable and (new or used):
            with self._trouble():
                self._write(new, used)

    def close(self) -> None:
        self.flush()
        if self._connection:
            with self._trouble():
                self._connection.close()
        self._connection, self.usable = None, False

    def _row(self, key: bytes) -> tuple[object, object, object] | None:
        found: tuple[object, object, object] | None = None
        if self.usable:
            with self._trouble():
                asked = "SELECT answer, digest, day FROM answers WHERE question = ?"
                found = self._opened().execute(asked, (key,)).fetchone()
        return found

    def _opened(self) -> sqlite3.Connection:
        import sqlite3

        if self._connection is None:
            # A stage may run in a thread of its own, for its deeper stack; never two at once.
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA synchronous = OFF")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS answers (question BLOB PRIMARY KEY, answer TEXT,"
                " digest BLOB, day INTEGER) WITHOUT ROWID"
            )
        return self._connection

    def _write(self, new: dict[bytes, str], used: set[bytes]) -> None:
        database, today = self._opened(), _today()
        database.execute("BEGIN IMMEDIATE")
        try:
            database.executemany(
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)",
                [(key, text, _digest(key + text.encode()), today) for key, text in new.items()],
            )
            database.executemany(
                "UPDATE answers SET day = ? WHERE question = ?", [(today, key) for key in used]
            )
            (count,) = database.execute("SELECT count(*) FROM answers").fetchone()
            if count > MOST_ANSWERS:
                database.execute(
                    "DELETE FROM answers WHERE question IN"
                    " (SELECT question FROM answers ORDER BY day LIMIT ?)",
                    (count - MOST_ANSWERS * 3 // 4,),
                )
            database.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(Exception):
                database.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        """A scope in which what goes wrong with the file ends its use."""
        import sqlite3

        try:
            yield
        except (sqlite3.Error, OSError, ValueError, OverflowError) as error:
            self.usable = False
            broken = isinstance(error, sqlite3.DatabaseError)
            if broken and not isinstance(error, sqlite3.OperationalError):
                with contextlib.suppress(OSError):
                    self.path.unlink(missing_ok=True)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _today() -> int:
    return int(time.time()) // SECONDS_OF_A_DAY
