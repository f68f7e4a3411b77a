"""Copies of whole blocks between a device's memory and the host's, where snapshots may lie.

Where they run beside kernels, blocks are staged: copied within the device first, and from there to
the host, or the other way round. No other statement touches what is in the host's memory, or staged
on the device. That such a copy is an operation keeps it one: no pass makes it a part of another
statement, which a kernel would run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from adc.ir.declarations import Container
from adc.ir.enums import COPIED, Update
from adc.ir.expressions import Index
from adc.ir.node import Body, Domain, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Making, Operation, Section
from adc.ir.shapes import same
from adc.ops.library.block import Block, positions


@dataclass(frozen=True)
class BlockCopy(Operation):
    """The elements of `operands` become those of `results`; one of the two is in the host's memory,
    or staged on the device.

    Both sections have all of the last axes of an array, at one position of each axis before.
    """

    keyword = "block_copy"
    reaches_host: ClassVar[bool] = True

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 1 or len(self.results) != 1:
            raise self.fault("copies one section to one")
        source, target = Block.of(self.operands[0]), self.results[0]
        here, there = containers[source.element.container], containers[target.container]
        sides = {here.role, there.role}
        if not sides & COPIED or here.role is there.role:
            raise self.fault("is between the device and the host")
        if here.dtype is not there.dtype or target.op != Update.ASSIGN:
            raise self.fault("changes nothing on the way")
        self.check_block(here, source.element.index, source.domain)
        self.check_block(there, target.target.index, target.domain)

    def check_block(self, container: Container, index: Index, domain: Domain) -> None:
        """All of the last axes, in their order, each from 0 to its end."""
        lead = len(index) - len(domain)
        whole = index[lead:] == positions(domain) and all(
            d.start == 0 and same(d.stop, extent)
            for d, extent in zip(domain, container.shape[lead:], strict=True)
        )
        if not domain or not whole:
            raise self.fault(f"copies no block of {container.name}")

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        return operands

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        raise self.fault("is of a plan, which with snapshots has no derivative")

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        raise self.fault("is of a plan, which with snapshots has no derivative")

    def loops(self, make: Making) -> Body:
        return (self.assignment(make.label()),)

    def assignment(self, label: str) -> Compute:
        """The statement that says the same."""
        (write,) = self.results
        value = Block.of(self.operands[0]).at(*positions(write.domain))
        target = write.target
        return Compute(label, target, Update.ASSIGN, value, write.domain, self.span, self.note)
