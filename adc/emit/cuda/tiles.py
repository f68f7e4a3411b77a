"""Kernels whose blocks read across their threads by tiles in shared memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adc.emit.clike.values import C_TYPES
from adc.emit.cuda.kernels import KernelText
from adc.ir.expressions import Index
from adc.ir.names import NameSource
from adc.schedule.tree import For, Tile


@dataclass
class TiledText(KernelText):
    """What the threads of one kernel do, a tile of ADC_SIDE by ADC_SIDE iterations of the last two
    axes at a time. A thread reads and computes elements of several rows of it."""

    tiles: Sequence[Tile] = ()
    #: what stands for an element while a tile is worked on
    staged: dict[tuple[str, Index], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        source = NameSource(set(self.names.values()))
        self.row = source.fresh("row")
        self.places = [source.fresh(f"{self.names[t.container]}_tile") for t in self.tiles]
        self.begins = {var: source.fresh(f"{self.names[var]}_tile") for var in self.axes[-2:]}
        own = [self.row, *self.places, *self.begins.values()]
        self.integers.names = {**self.integers.names, **{name: name for name in own}}
        for tile, place in zip(self.tiles, self.places, strict=True):
            ctype = C_TYPES[tile.dtype]
            self.put(f"__shared__ {ctype} {place}[ADC_SIDE][ADC_SIDE + 1];", 1)

    def loop(self, node: For, depth: int) -> None:
        if node.var not in self.axes:
            super().loop(node, depth)
            return
        self.say(node.span if node.sequential else None, depth)
        if node.var != self.axes[-2]:
            self.put(f"for ({self.strided(node, 'blockIdx.z', 'gridDim.z')}) {{", depth)
            self.tree(node.body, depth + 1)
        else:
            (along,) = node.body
            assert isinstance(along, For)
            self.put(f"for ({self.over_tiles(node, 'y')}) {{", depth)
            self.say(along.span if along.sequential else None, depth + 1)
            self.put(f"for ({self.over_tiles(along, 'x')}) {{", depth + 1)
            self.tile(node, along, depth + 2)
            self.put("}", depth + 1)
        self.put("}", depth)

    def over_tiles(self, node: For, dimension: str) -> str:
        begin, start = self.begins[node.var], self.integers(node.start)
        first = f"adc_tile({dimension})" if start == "0" else f"{start} + adc_tile({dimension})"
        stop = self.integers(node.stop)
        return f"int64_t {begin} = {first}; {begin} < {stop}; {begin} += adc_tiles({dimension})"

    def tile(self, across: For, along: For, depth: int) -> None:
        """Reads with the threads along rows, all wait, and then each has the elements that the
        others read for it."""
        self.put("/* A tile of what is read, by threads side by side along its rows. */", depth)
        self.rows(across, along, "threadIdx.x", self.row, depth)
        for tile, place in zip(self.tiles, self.places, strict=True):
            for at, condition in enumerate(tile.conditions, depth + 2):
                self.put(f"if ({self.values(condition)})", at)
            element = self.element(tile.container, tile.index)
            at = depth + 2 + len(tile.conditions)
            self.put(f"{place}[{self.row}][threadIdx.x] = {element};", at)
        self.ended(depth)
        self.put("__syncthreads();", depth)
        self.put("/* What the tile is for, by threads side by side along the other axis. */", depth)
        self.staged = {
            (t.container, t.index): f"{p}[threadIdx.x][{self.row}]"
            for t, p in zip(self.tiles, self.places, strict=True)
        }
        self.rows(across, along, self.row, "threadIdx.x", depth)
        self.inside_grid(along, depth + 2)
        self.staged = {}
        self.ended(depth)
        self.put("__syncthreads();", depth)

    def rows(self, across: For, along: For, first: str, second: str, depth: int) -> None:
        """The head of a loop in which a thread takes elements of several rows."""
        row = self.row
        self.put(
            f"for (int64_t {row} = threadIdx.y; {row} < ADC_SIDE; {row} += blockDim.y) {{", depth
        )
        tests = []
        for loop, offset in ((across, first), (along, second)):
            var = self.names[loop.var]
            self.put(f"const int64_t {var} = {self.begins[loop.var]} + {offset};", depth + 1)
            tests.append(f"{var} < {self.integers(loop.stop)}")
        self.put(f"if ({' && '.join(tests)}) {{", depth + 1)

    def ended(self, depth: int) -> None:
        self.put("}", depth + 1)
        self.put("}", depth)

    def element(self, container: str, index: Index) -> str:
        return self.staged.get((container, index)) or super().element(container, index)
