"""A generated Fortran program: its text, how it is called, and what is asked of adc."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fortran.specs import Argument, Spec, argument
from tests.textfuzz.fortran.text import Body, Form


@dataclass(frozen=True)
class Program:
    """`arguments`, `result` and `declarations` are as in `tests.fortran.specs`.

    `single` says how much single precision there is: "", "mixed" or "all". `edges` are further
    sizes and integer arguments at which the program is valid.
    """

    seed: int
    form: Form
    body: Body
    routine: str
    arguments: tuple[str, ...]
    wrt: tuple[str, ...]
    of: tuple[str, ...]
    sizes: Mapping[str, int]
    edges: tuple[Mapping[str, int], ...] = ()
    module: str = ""
    result: str = ""
    declarations: str = ""
    single: str = ""
    inputs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    #: False where something was taken away from what the seed gives.
    whole: bool = True

    @property
    def source(self) -> str:
        return self.form.render(self.body)

    @property
    def suffix(self) -> str:
        return ".f" if self.form.fixed else ".f90"

    def spec(self, path: Path) -> Spec:
        return Spec(
            name=f"program_{self.seed}",
            sources=(path,),
            routine=self.routine,
            arguments=tuple(argument(a) for a in self.arguments),
            wrt=self.wrt,
            of=self.of,
            module=self.module,
            result=argument(self.result) if self.result else None,
            declarations=self.declarations,
            sizes=self.sizes,
        )

    @property
    def known(self) -> tuple[Argument, ...]:
        return tuple(argument(a) for a in self.arguments)

    def __str__(self) -> str:
        request = f"--function {self.routine} --wrt {','.join(self.wrt)} --of {','.join(self.of)}"
        facts = f"! {request}; sizes {dict(self.sizes)}; also {[dict(e) for e in self.edges]}\n"
        given = f"! arguments {', '.join(self.arguments)} {self.result}\n"
        return facts + given + self.source
