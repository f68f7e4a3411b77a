"""What the compiler answered, kept for the next test that asks the same.

Many tests ask for one program with the same options, and more for several functions of one program.
The compiler is a function of its input (`tests/test_cases.py` compares processes). Where a test
changes it, or looks at how it works, nothing is kept: `Answers.forget`, called in
`tests/conftest.py`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Generic, TypeVar

T = TypeVar("T")
#: Answers of one kind that are kept, those asked for last.
KEPT = 100


class Answers(Generic[T]):
    """Answers of one kind, by what was asked."""

    every: ClassVar[list[Answers[Any]]] = []
    keeping: ClassVar[bool] = True

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, T] = OrderedDict()
        Answers.every.append(self)

    def of(self, asked: Hashable, make: Callable[[], T]) -> T:
        """What is kept; else what `make` gives, kept from now on. An error is not kept."""
        if not Answers.keeping:
            return make()
        if asked not in self.kept:
            self.kept[asked] = make()
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        self.kept.move_to_end(asked)
        return self.kept[asked]

    @staticmethod
    def forget(keeping: bool) -> None:
        """Nothing is kept any more; with `keeping`, from now on answers are."""
        Answers.keeping = keeping
        for answers in Answers.every:
            answers.kept.clear()
