"""Follows a function's statements, and notes what each operation says of the axes of its operands
(`axes`): through variables, loops, lists, the file's other functions and the objects of its
classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adc.frontends import surface
from adc.frontends.guessing.axes import Alike, Assigned, Cell, Extent, Part, solve
from adc.frontends.guessing.objects import Names, Object
from adc.frontends.guessing.values import Values, is_shape
from adc.frontends.names import assigned_names


def shapes_of(
    function: surface.Function, functions: Iterable[surface.Function],
    classes: Iterable[surface.Class], arguments: Mapping[str, int],
) -> dict[str, Cell]:  # fmt: skip
    """What is likely of each of the `arguments`, of which so many axes are known at least."""
    flow = _Flow({f.name: f for f in functions}, {c.name: c for c in classes})
    cells = {p.name: Cell(name=p.name) for p in function.parameters}
    for name, least in arguments.items():
        cells[name].least = least
    for parameter in function.parameters:
        if isinstance(parameter.default, (surface.Number, surface.Boolean)):
            cells[parameter.name].single = not arguments.get(parameter.name)
    flow.body(function.body, dict(cells))
    solve(flow.relations)
    for places in flow.places.values():
        places.sizes()
    return {name: cells[name] for name in arguments}


class _Flow(Values):
    """The relations of one function and of those that it calls."""

    def body(self, body: tuple[surface.Statement, ...], names: Names) -> Cell:
        kept = self.names, self.results
        self.names, self.results = names, []
        self._all(body)
        found = self.results
        self.names, self.results = kept
        objects = [c for c in found if isinstance(c, Object)]
        result = objects[0] if objects else Cell()
        for cell in found if not objects else ():
            self.say(Alike(result, cell))
        return result

    def _all(self, body: tuple[surface.Statement, ...]) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, statement: surface.Statement) -> None:
        match statement:
            case surface.Assign(targets=targets, value=value):
                self._assign(targets, value)
            case surface.AugmentedAssign(target=target, op=op, value=value):
                before = self.value(target)
                made = self._computed(op, before, self.value(value))
                if isinstance(target, surface.Name) and not before.single:
                    self.say(Alike(made, before))
                self._bind(target, made)
            case surface.For() | surface.While():
                self._loop(statement)
            case surface.If(condition=condition, then=then, orelse=orelse):
                self.value(condition)
                self._branches(then, orelse)
            case surface.Return(values=values) if values is not None:
                cells = [self.value(v) for v in values]
                self.results.append(cells[0] if len(cells) == 1 else Object(items=cells))
            case surface.Evaluate(value=value) | surface.Assert(condition=value):
                self.value(value)
            case surface.Define(function=function):
                self.names[function.name] = Object(function=function, around=self.names)
            case surface.Block(body=body):
                self._all(body)

    def _assign(self, targets: tuple[surface.Expr, ...], value: surface.Expr) -> None:
        for target in targets:
            items = target.items if isinstance(target, surface.Sequence) else ()
            values = value.items if isinstance(value, surface.Sequence) else ()
            if items and len(items) == len(values):
                cells = [self.value(v) for v in values]
                for one, cell in zip(items, cells, strict=True):
                    self._bind(one, cell)
            elif items and is_shape(value):
                assert isinstance(value, surface.Attribute)
                self._unpack_shape(items, self.value(value.value))
            else:
                self._bind(target, self.value(value))

    def _unpack_shape(self, items: tuple[surface.Expr, ...], array: Cell) -> None:
        array.raised(len(items))
        for axis, item in enumerate(items):
            self._bind(item, Cell(single=True, counts=True, length=array.extent(axis)))

    def _bind(self, target: surface.Expr, cell: Cell) -> None:
        match target:
            case surface.Name(name=name):
                self.names[name] = cell
            case surface.Subscript():
                self.say(Assigned(self.value(target), cell))
            case surface.Attribute(value=owner, name=name):
                found = self.value(owner)
                if isinstance(found, Object):
                    found.parts[name] = cell
            case surface.Sequence(items=items) if isinstance(cell, Object):
                for number, item in enumerate(items):
                    self._bind(item, cell.item(number))
            case surface.Sequence(items=items) if not self.level and cell.name:
                for item in items:
                    self._bind(item, Cell())  # of an argument, which may be a tuple
            case surface.Sequence(items=items):
                cell.raised(1)
                if not any(isinstance(i, surface.Starred) for i in items):
                    cell.extent(0).meet(Extent(str(len(items))))
                for item in items:
                    part = Cell()
                    self.say(Part(part, cell, (), 1))
                    self._bind(item, part)

    def _loop(self, loop: surface.For | surface.While) -> None:
        listed = self._listed(loop)
        if listed is not None and isinstance(loop, surface.For):
            for number in range(len(listed.items)):
                self.numbers[loop.target] = number
                self._all(loop.body)
            return
        carried = self._carried(loop.body)
        if isinstance(loop, surface.For):
            self._count(loop)
        else:
            self.value(loop.condition)
            if loop.counted is not None:
                self._count(loop.counted)
        self._all(loop.body)
        for name, cell in carried.items():
            if self.names[name] is not cell:
                self.say(Alike(cell, self.names[name]))
                self.names[name] = cell

    def _listed(self, loop: surface.For | surface.While) -> Object | None:
        """The list of objects that a loop runs along, if it does."""
        stop = loop.arguments[0] if isinstance(loop, surface.For) and loop.arguments else None
        if not isinstance(stop, surface.Call) or len(stop.arguments) != 1:
            return None
        listed = self.value(stop.arguments[0])
        return listed if isinstance(listed, Object) and listed.items else None

    def _carried(self, body: tuple[surface.Statement, ...]) -> Names:
        """Variables that the loop changes: each is one cell in all iterations."""
        carried: Names = {}
        for name in sorted(assigned_names(body) & self.names.keys()):
            before = self.names[name]
            if isinstance(before, Object):
                continue
            carried[name] = self.names[name] = Cell(name=before.name)
            self.say(Alike(carried[name], before))
        return carried

    def _count(self, loop: surface.For) -> None:
        cells = [self.value(a) for a in loop.arguments]
        for cell in cells:
            cell.counts = True
        stop = cells[min(1, len(cells) - 1)] if cells else Cell()
        exact = stop.length is not None and len(cells) < 3
        counter = Cell(single=True, counts=True, runs=stop.length if exact else Extent())
        counter.exact = exact
        self.names[loop.target] = counter

    def _branches(
        self, then: tuple[surface.Statement, ...], orelse: tuple[surface.Statement, ...]
    ) -> None:
        before = self.names
        ends = []
        for body in (then, orelse):
            self.names = dict(before)
            self._all(body)
            ends.append(self.names)
        self.names = before
        for name in sorted(ends[0].keys() | ends[1].keys()):
            one, two = ends[0].get(name), ends[1].get(name)
            if one is None or two is None or one is two:
                before[name] = one or two or Cell()
            else:
                before[name] = Cell()
                self.say(Alike(before[name], one))
                self.say(Alike(before[name], two))
