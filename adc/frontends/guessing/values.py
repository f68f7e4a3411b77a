"""What the expressions of a function are, as cells, and what they say of one another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adc.frontends import surface
from adc.frontends.guessing.axes import (
    Alike,
    Along,
    Beside,
    Broadcast,
    Cell,
    Extent,
    Part,
    Places,
    Product,
    Relation,
    Stacked,
    Turned,
)
from adc.frontends.guessing.objects import Names, Object
from adc.frontends.guessing.operations import RULES, Given, Rule, literal

#: Calls of the file's own functions are followed this deep, and this many of them.
_MOST_LEVELS, _MOST_CALLS = 4, 200
_OWN = ("abs", "max", "min", "sum", "round")


class Values:
    """The relations of one function and of those that it calls, as far as expressions tell."""

    def __init__(
        self, functions: Mapping[str, surface.Function], classes: Mapping[str, surface.Class]
    ) -> None:
        self.functions, self.classes = functions, classes
        self.relations: list[Relation] = []
        self.names: Names = {}
        self.results: list[Cell] = []
        self.level = self.calls = 0
        self.numbers: dict[str, int] = {}
        self.places: dict[tuple[int, int], Places] = {}
        self.ahead: set[tuple[int, int]] = set()

    def say(self, relation: Relation) -> None:
        """Notes a relation."""
        self.relations.append(relation)

    def body(self, body: tuple[surface.Statement, ...], names: Names) -> Cell:
        """Follows the statements of a function, whose variables are `names`: what it returns."""
        raise NotImplementedError

    def value(self, node: surface.Expr) -> Cell:
        """The cell of an expression."""
        match node:
            case surface.Name(name=name):
                found = self._named(name)
                found.used = True
                return found
            case surface.Number() | surface.Boolean() | surface.NoneValue() | surface.String():
                return Cell(single=True, length=_literal_size(node))
            case surface.Unary(operand=operand):
                return self._like(self.value(operand))
            case surface.Binary(op=op, left=left, right=right):
                return self._binary(op, left, right)
            case surface.Compare(operands=operands) | surface.Logical(operands=operands):
                return self._broadcast([self.value(o) for o in operands])
            case surface.Conditional(condition=condition, then=then, orelse=orelse):
                self.value(condition)
                return self._broadcast([self.value(then), self.value(orelse)])
            case surface.Sequence(items=items):
                return self._stack(node, [self.value(i) for i in items])
            case surface.Subscript():
                return self._part(node)
            case surface.Attribute():
                return self._attribute(node)
            case surface.Call():
                return self._call(node)
            case surface.Lambda(function=function):
                return Object(function=function, around=self.names)
            case surface.Starred(value=value):
                self.value(value).raised(1)
        return Cell(unknown=True)

    def _named(self, name: str) -> Cell:
        if name in self.names:
            return self.names[name]
        if name in self.functions:
            return Object(function=self.functions[name])
        return Object(kind=self.classes[name]) if name in self.classes else Cell(unknown=True)

    def _like(self, cell: Cell) -> Cell:
        made = Cell()
        self.say(Alike(made, cell))
        return made

    def _broadcast(
        self, operands: list[Cell], whole: bool = False, *, divides: bool = False
    ) -> Cell:
        made = Cell(single=all(o.single for o in operands))
        self.say(Broadcast(made, operands, whole, divides))
        return made

    def _binary(self, op: str, left: surface.Expr, right: surface.Expr) -> Cell:
        if op == "*" and (_is_list(left) or _is_list(right)):
            items, count = (left, right) if _is_list(left) else (right, left)
            assert isinstance(items, surface.Sequence)
            number = self.value(count)
            number.counts = True
            made = self._stack(replace(items, is_list=True), [self.value(i) for i in items.items])
            made.axes = [number.length or Extent()]
            return made
        if op in ("+", "-"):
            for one, other in ((left, right), (right, left)):
                named = isinstance(other, (surface.Name, surface.Attribute))
                if isinstance(one, surface.Binary) and one.op == "@" and named:
                    self.say(Beside(self.value(other), self.value(one)))
        return self._computed(op, self.value(left), self.value(right))

    def _computed(self, op: str, left: Cell, right: Cell) -> Cell:
        if op == "@":
            made = Cell()
            self.say(Product(made, left, right))
            return made
        whole = op in ("+", "-", "*", "//", "%")
        return self._broadcast([left, right], whole, divides=op == "/")

    def _stack(self, node: surface.Sequence, items: list[Cell]) -> Cell:
        if items and all(isinstance(i, Object) for i in items):
            return Object(items=items)
        rows = [isinstance(i, surface.Sequence) for i in node.items]
        if any(rows) and not all(rows):
            return Cell(unknown=True)
        made = Cell(1)
        stars = any(isinstance(i, surface.Starred) for i in node.items)
        self.say(Stacked(made, items, "" if stars or not items else str(len(items))))
        return made

    def _part(self, node: surface.Subscript) -> Cell:
        if is_shape(node.value):
            assert isinstance(node.value, surface.Attribute)
            return self._size(self.value(node.value.value), node.items)
        name = node.value.name if isinstance(node.value, surface.Name) else ""
        whole = self._named(name) if name else self.value(node.value)
        if isinstance(whole, Object):
            return self._item(whole, node.items)
        made = Cell()
        kept: list[int | Extent] = []
        places: list[Cell] = []
        used = 0
        for item in node.items:
            if isinstance(item, (surface.Ellipsis, surface.String)):
                return Cell(unknown=True)
            if isinstance(item, surface.NoneValue) or _is_new_axis(item):
                kept.append(Extent("1"))
                continue
            self._at(whole, item, used, kept, places)
            used += 1
        self.say(Part(made, whole, kept, used, places))
        return made

    def _size(self, array: Cell, items: tuple[surface.Expr, ...]) -> Cell:
        """`x.shape[k]`."""
        axis = literal(items[0]) if items else None
        size = array.extent(axis) if axis is not None and axis >= 0 else None
        array.raised((axis + 1 if axis >= 0 else -axis) if axis is not None else 1)
        return Cell(single=True, counts=True, length=size)

    def _item(self, owner: Object, items: tuple[surface.Expr, ...]) -> Cell:
        """An item of a list of objects, at a position of a loop that is gone through one by one."""
        position = literal(items[0]) if items else None
        if position is None and items and isinstance(items[0], surface.Name):
            position = self.numbers.get(items[0].name)
        return owner.item(position)

    def _at(
        self, whole: Cell, item: surface.Expr, axis: int, kept: list[int | Extent],
        places: list[Cell],
    ) -> None:  # fmt: skip
        """One subscript: a slice, a position, or an array of positions."""
        asked = self.places.setdefault((id(whole), axis), Places(whole, axis))
        number = literal(item)
        if number is not None and number >= 0:
            asked.literal.add(number)
            return
        asked.moving = True
        if isinstance(item, surface.Slice):
            parts = [p for p in (item.start, item.stop, item.step) if p is not None]
            for part in parts:
                self.value(part).counts = True
            kept.append(Extent() if parts else axis)
            return
        place = self.value(item)
        if isinstance(item, (surface.Compare, surface.Logical)):
            kept.append(Extent())  # where a mask holds
            self.say(Alike(place, whole))
            return
        place.counts = True
        places.append(place)
        self._along(whole, axis, item)

    def _along(self, whole: Cell, axis: int, item: surface.Expr) -> None:
        """A subscript with the variable of a loop, or one ahead of it."""
        ahead = isinstance(item, surface.Binary) and item.op == "+"
        name = item.left if isinstance(item, surface.Binary) else item
        counter = self.names.get(name.name) if isinstance(name, surface.Name) else None
        if counter is None or counter.runs is None:
            return
        if ahead and counter.exact:
            self.ahead.add((id(whole), axis))
        elif name is item:
            self.say(Along(whole, axis, counter.runs, self.ahead))

    def _attribute(self, node: surface.Attribute) -> Cell:
        owner = self.value(node.value)
        if isinstance(owner, Object):
            return self._of_object(owner, node.name)
        made = Cell(unknown=owner.unknown)
        if node.name == "T":
            self.say(Turned(made, owner))
        elif node.name in ("real", "imag"):
            self.say(Alike(made, owner))
        elif node.name in ("size", "ndim", "shape", "dtype", "flat"):
            owner.raised(1)
            made = Cell(1) if node.name in ("shape", "flat") else Cell(single=True, counts=True)
            if node.name == "size":
                made.length = owner.extent(0)
        else:
            made.unknown = True
        return made

    def _of_object(self, owner: Object, name: str) -> Cell:
        found = owner.part(name)
        if found is not None:
            return found
        computed = owner.property(name)
        return self._entered(computed, [owner], {}, {}) if computed is not None else Cell()

    # -- calls -------------------------------------------------------------------------------------

    def _call(self, node: surface.Call) -> Cell:
        if isinstance(node.function, surface.Lifted):
            cells = [self.value(a) for a in node.arguments]
            return self._entered(node.function.function, cells, {}, {})
        name = getattr(node.function, "name", "")
        called = self._called(node.function)
        if isinstance(called, Object):
            return self._of_own(called, node)
        named = {k.name: k.value for k in node.keywords}
        method = self._is_method(node.function)
        nodes = list(node.arguments)
        if method:
            assert isinstance(node.function, surface.Attribute)
            nodes.insert(0, node.function.value)
        cells = [self.value(n) for n in nodes]
        if name == "append" and method and len(cells) == 2:
            self.say(Stacked(cells[0], [cells[1]]))
        if name in ("len", "range"):
            return self._length(cells)
        plain = isinstance(node.function, surface.Name)
        if plain and (name in _OWN and len(cells) > 1):
            return self._broadcast(cells)
        if name == "deque" and "maxlen" in named:
            self.value(named["maxlen"]).counts = True
        rule = _rule(node.function)
        if rule is None or (isinstance(node.function, surface.Intrinsic) and name != "sum"):
            return self._like(cells[0]) if name == "adc.pool" else Cell(unknown=True)
        return rule(Given(self, cells, nodes, named))

    def _length(self, cells: list[Cell]) -> Cell:
        if len(cells) == 1:
            cells[0].raised(1)
            return Cell(single=True, counts=True, length=cells[0].extent(0))
        return Cell(single=True, counts=True)

    def _called(self, function: surface.Expr) -> Cell | None:
        """The function or class of the file that is called, or nothing."""
        if isinstance(function, surface.Name):
            return self._named(function.name)
        if isinstance(function, surface.Call):
            return self.value(function)
        if isinstance(function, surface.Attribute):
            owner = self.value(function.value)
            return self._of_object(owner, function.name) if isinstance(owner, Object) else None
        return None

    def _is_method(self, function: surface.Expr) -> bool:
        """Whether a value is before the dot, not a module."""
        owner = function.value if isinstance(function, surface.Attribute) else None
        while isinstance(owner, surface.Attribute):
            owner = owner.value
        return owner is not None and not (
            isinstance(owner, surface.Name) and owner.name not in self.names
        )

    def _of_own(self, called: Object, node: surface.Call) -> Cell:
        cells = [self.value(a) for a in node.arguments]
        named = {k.name: self.value(k.value) for k in node.keywords}
        if any(isinstance(a, surface.Starred) for a in node.arguments):
            return Object(kind=called.kind, made=True) if called.kind else Cell(unknown=True)
        if called.function is not None:
            owner = called.around.get("")
            given = cells if owner is None else [owner, *cells]
            return self._entered(called.function, given, named, called.around)
        return self._made(called, cells, named) if called.kind is not None else Cell()

    def _made(self, called: Object, cells: list[Cell], named: Names) -> Cell:
        """An object of a class, or what calling an object gives."""
        kind = called.kind
        assert kind is not None
        if called.made:
            own = next((f for f in kind.functions if f.name == "__call__"), None)
            return self._entered(own, [called, *cells], named, {}) if own else Cell()
        made = Object(kind=kind, made=True)
        made.parts = dict(zip((p.name for p in kind.parameters), cells, strict=False)) | named
        first = next((f for f in kind.functions if f.name == "__init__"), None)
        if first is not None:
            made.parts = {}
            self._entered(first, [made, *cells], named, {})
        return made

    def applied(self, node: surface.Expr | None, given: list[Cell]) -> Cell:
        """What the function at `node` gives for these arguments."""
        called = self.value(node) if node is not None else None
        if not isinstance(called, Object) or called.function is None:
            return Cell()
        owner = called.around.get("")
        whole = given if owner is None else [owner, *given]
        return self._entered(called.function, whole, {}, called.around)

    def _entered(
        self, function: surface.Function, given: list[Cell], named: Names, around: Names
    ) -> Cell:
        """What `function` gives for these arguments; nothing is known below some calls."""
        if self.level >= _MOST_LEVELS or self.calls >= _MOST_CALLS:
            return Cell(unknown=True)
        names = {n: c for n, c in around.items() if n}
        for parameter in function.parameters:
            default = parameter.default
            names[parameter.name] = self.value(default) if default is not None else Cell()
        names |= {p.name: c for p, c in zip(function.parameters, given, strict=False)} | named
        self.level += 1
        self.calls += 1
        result = self.body(function.body, names)
        self.level -= 1
        return result


def _rule(function: surface.Expr) -> Rule | None:
    name = getattr(function, "name", "")
    owner = function.value if isinstance(function, surface.Attribute) else None
    return RULES.get(f"{getattr(owner, 'name', '')}.{name}") or RULES.get(name)


def _literal_size(node: surface.Expr) -> Extent | None:
    number = literal(node)
    return Extent(str(number)) if number is not None and number > 0 else None


def _is_list(node: surface.Expr) -> bool:
    return isinstance(node, surface.Sequence) and node.is_list


def is_shape(node: surface.Expr) -> bool:
    return isinstance(node, surface.Attribute) and node.name == "shape"


def _is_new_axis(node: surface.Expr) -> bool:
    return isinstance(node, surface.Attribute) and node.name == "newaxis"
