"""`--function Class.method`: a function that makes the object and calls the method.

`PID.step` is read as `PID_step`, whose arguments are those of the constructor and then those of the
method; where both have a name, the constructor's is `self_name`. What the method leaves in its
object is not handed back: the object is made anew in each call.

Where a signature or samples give fields of the object by name (`self.k`), or the method and those
that it calls look at none, no constructor runs: the object has these fields alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.class_order import order_of
from adc.frontends.names import names_of, walk
from adc.frontends.object_fields import fields_read
from adc.frontends.objects import OPEN, ObjectArgument, declared_fields

_PLACES = ("functions", "properties", "statics", "makers")
_OF_OBJECTS = ("functions", "properties")


def is_method(name: str | None) -> bool:
    return name is not None and name.count(".") == 1 and all(name.split("."))


def function_name(name: str) -> str:
    """What the function for `Class.method` is called."""
    return name.replace(".", "_")


@dataclass(frozen=True)
class Owner:
    """The object of a method that no constructor makes: what the method calls it, and its class.
    What the method does to its arrays is seen outside of it, fields that it sets are not."""

    name: str
    made: str


def with_mention(
    module: surface.Module, name: str, as_written: bool = False
) -> tuple[surface.Module, surface.Function]:
    """`module` with a function that takes nothing from it but the class of the method `name`, and
    this function: so is found what the class has of other files, which are taken `as_written` or
    not; ADC0208 where there is no such class."""
    owner, _, own = name.partition(".")
    if as_written:
        module = _with_open(module, owner)
    made = _class_of(module, owner)
    span = next((f.span for p in _PLACES for f in getattr(made, p) if f.name == own), made.span)
    body = (surface.Evaluate(surface.Name(made.name, span), span),)
    mention = surface.Function(name, (), body, span)
    return replace(module, functions=(*module.functions, mention)), mention


def _class_of(module: surface.Module, owner: str) -> surface.Class:
    classes = {c.name: c for c in module.classes}
    made = classes.get(f"{owner}{OPEN}", classes.get(owner))
    if made is None:
        raise _no_class(module, owner)
    return made


def with_method(
    module: surface.Module, name: str, given: Iterable[str], as_written: bool = False
) -> tuple[surface.Module, Owner | None]:
    """The `module`, which has what a mention of its class takes from all files, with a function for
    the method `name`, and the method's object where that is made of fields alone; ADC0208 where
    there is no such method. `given` are the arguments that a signature or samples name, which takes
    files `as_written` or not."""
    owner, _, own = name.partition(".")
    module = replace(module, functions=tuple(f for f in module.functions if f.name != name))
    for known, error in module.rejected:
        if known in (owner, f"{owner}{OPEN}", name):
            raise error
    made = _class_of(module, owner)
    classes = {c.name: c for c in module.classes}
    order = order_of(made, classes)
    line = order or _line(made, classes)
    found = next(
        ((p, f) for c in line for p in _PLACES for f in getattr(c, p) if f.name == own), None
    )
    if order is None and not as_written:
        _refuse_bases(module, made, classes, alone=found is not None)
    taken = {f.name for f in module.functions} | {n for n, _ in module.unsettled}
    taken |= {i.alias for i in module.imports} | {c.name for c in module.classes}
    taken |= {n for constant in module.constants for n in names_of(constant)}
    if found is None or function_name(name) in taken:
        raise _no_method(module.file, name, line[-1])
    target = _Target(made, line, *found, function_name(name), as_written)
    function, made_of = target.function(tuple(given))
    return replace(module, functions=(*module.functions, function)), made_of


def _refuse_bases(
    module: surface.Module, made: surface.Class, known: Mapping[str, surface.Class], alone: bool,
    below: tuple[str, ...] = (),
) -> None:  # fmt: skip
    """Raises what stands against a class that `made` is derived from, where that is told: where the
    method can stand `alone`, what the user's word helps against."""
    notes = dict(module.unsettled)
    for base in made.bases:
        name = base.name if isinstance(base, surface.Name) else ""
        if name in known and name not in below:
            _refuse_bases(module, known[name], known, alone, (*below, name))
        error = next((e for n, e in module.rejected if n == name), None)
        if error is not None and (not alone or "--as-written" in (error.diagnostics[0].help or "")):
            raise error
        if name in notes and name not in known:
            raise AdcError.of(
                "ADC0123", f"`{made.name}` is derived from `{name}`, a class that adc does not"
                " follow", base.span, notes=(notes[name],),
                help="if nothing changes what the texts of the classes say, say `--as-written`, and"
                " give what the object holds: `self.x: TYPE`",
            )  # fmt: skip


def _no_class(module: surface.Module, owner: str) -> AdcError:
    notes = tuple(note for n, note in module.unsettled if n == owner)
    help = "name a method as `Class.method`, or write a function that calls it"
    if any(c.name == f"{owner}{OPEN}" for c in module.open):
        help = "if nothing changes what the text of the class says, say `--as-written`, and give" \
            " what its object holds: `self.x: TYPE`"  # fmt: skip
    return AdcError.of(
        "ADC0208", f"{module.file} has no class `{owner}` whose objects adc follows",
        notes[0].span if notes else None, notes=notes, help=help,
    )  # fmt: skip


def _with_open(module: surface.Module, name: str) -> surface.Module:
    """`module` with the class `name` as an open one where it, or one above it, is not followed."""
    known = {c.name: c for c in module.classes}
    unknown = {c.name.removesuffix(OPEN): c for c in module.open}
    found: dict[str, surface.Class] = {}

    def opened(name: str, seen: tuple[str, ...]) -> bool:
        made = known.get(name) or unknown.get(name)
        if made is None or name in seen:
            return False
        bases = [b.name if isinstance(b, surface.Name) else "" for b in made.bases]
        above = [opened(base, (*seen, name)) for base in bases]
        if name in known and not any(above):
            return False
        new = (
            surface.Name(b + OPEN, base.span) if is_open else base
            for b, is_open, base in zip(bases, above, made.bases, strict=True)
        )
        found[name] = replace(made, name=name + OPEN, bases=tuple(new))
        return True

    opened(name, ())
    return replace(module, classes=(*module.classes, *found.values())) if found else module


def _no_method(file: str, name: str, last: surface.Class) -> AdcError:
    notes = tuple(Note("what this class is derived from is not looked at", b.span)
                  for b in last.bases[:1])  # fmt: skip
    return AdcError.of(
        "ADC0208", f"{file} has no method `{name}` that can be a function of its own", last.span,
        notes=notes, help="write a function that makes the object and calls the method",
    )  # fmt: skip


def _line(made: surface.Class, own: Mapping[str, surface.Class]) -> list[surface.Class]:
    """The first of the classes in the order in which Python looks at them: up to the first one that
    has several bases, or one that is not followed."""
    line = [made]
    while len(line[-1].bases) == 1:
        base = line[-1].bases[0]
        found = own.get(base.name) if isinstance(base, surface.Name) else None
        if found is None or found in line:
            break
        line.append(found)
    return line


@dataclass(frozen=True)
class _Target:
    """The `method` that the class `made` has at the `place`, and what its function is called;
    `line` are the first of the classes that Python looks at."""

    made: surface.Class
    line: Sequence[surface.Class]
    place: str
    method: surface.Function
    name: str
    as_written: bool

    def function(self, given: Sequence[str]) -> tuple[surface.Function, Owner | None]:
        found = self._of(given)
        for p in (*self.method.parameters, *(_constructed(self.line) or ())):
            if p.star == "*" and any(re.fullmatch(rf"{p.name}_\d+", name) for name in given):
                raise self._beyond(f"is called without items of `*{p.name}`")
        return found

    def _of(self, given: Sequence[str]) -> tuple[surface.Function, Owner | None]:
        for statement in self.method.body:
            if isinstance(statement, surface.Refused):
                raise AdcError(list(statement.faults))
        own = self.method.parameters if self.place == "statics" else self.method.parameters[1:]
        owner: surface.Expr = surface.Name(self.made.name, self.method.span)
        if self.place == "makers" and self.is_open:
            raise self._beyond("is of a class that adc does not follow as a whole")
        if self.place == "statics" and self.as_written:  # which ask for nothing of the bases
            return self._calling(self._made_of(()), (), own), None
        if self.place not in _OF_OBJECTS:
            return self._calling(owner, (), own), None
        fields = self._fields_given(given)
        if fields is not None:
            return self._of_fields(fields, own)
        if self.is_open:
            raise self._beyond("is of a class that adc does not follow as a whole")
        first = _constructed(self.line)
        if first is None:
            raise self._beyond("is of a class whose constructor is in another file")
        names = {p.name for p in own}
        called = {p.name: f"self_{p.name}" if p.name in names else p.name for p in first}
        owner = _call(owner, first, called, self.method.span)
        first = tuple(replace(p, name=called[p.name]) for p in first)
        return self._calling(owner, first, own), None

    @property
    def is_open(self) -> bool:
        return self.made.name.endswith(OPEN)

    def _fields_given(self, given: Sequence[str]) -> tuple[str, ...] | None:
        """The fields of the object that are given, or () where it takes none; None where its
        constructor makes it."""
        start = f"{self.method.parameters[0].name}."
        named = (g.removeprefix(start).partition(".")[0] for g in given if g.startswith(start))
        fields = tuple(dict.fromkeys(named))
        if fields:
            return fields
        made_of = {p.name for p in _constructed(self.line) or ()}
        made_of |= {f"self_{name}" for name in made_of}
        own = {p.name for p in self.method.parameters}
        if not made_of.isdisjoint(set(given) - own):
            return None
        return () if fields_read(self.line, self.method) == [] else None

    def _of_fields(
        self, fields: Sequence[str], own: tuple[surface.Parameter, ...]
    ) -> tuple[surface.Function, Owner]:
        """The function with the method's object as an argument, of which the `fields` are taken."""
        parameter, span = self.method.parameters[0], self.method.span
        whole = surface.Name(parameter.name, span)
        taken = tuple(surface.Keyword(f, surface.Attribute(whole, f, span), span) for f in fields)
        owner = self._made_of(taken)
        first = (replace(parameter, annotation=None, default=None),) if fields else ()
        name = self.made.name.removesuffix(OPEN)
        return self._calling(owner, first, own), Owner(parameter.name, name)

    def _made_of(self, fields: tuple[surface.Keyword, ...]) -> surface.Call:
        """An object with these fields alone."""
        span = self.method.span
        maker = surface.Intrinsic("adc.of_fields", span, "python")
        made = surface.Name(self.made.name, span), surface.Boolean(self.as_written, span)
        return surface.Call(maker, made, fields, span)

    def _calling(
        self, owner: surface.Expr, first: tuple[surface.Parameter, ...],
        own: tuple[surface.Parameter, ...],
    ) -> surface.Function:  # fmt: skip
        """The function that calls the method of `owner`: with nothing for `*rest`, and with what a
        signature names besides for the one `**options`."""
        span = self.method.span
        both = sorted((p for p in (*first, *own) if p.star != "*"), key=lambda p: p.star)
        if sum(p.star == "**" for p in both) > 1 or len({p.name for p in both}) < len(both):
            raise self._beyond("takes arguments without names")
        value: surface.Expr = surface.Attribute(owner, self.method.name, span)
        if self.place != "properties":
            value = _call(value, own, {}, span)
        returns = any(isinstance(n, surface.Return) and n.values for n in walk(self.method.body))
        last = surface.Return((value,), span) if returns else surface.Evaluate(value, span)
        return surface.Function(self.name, tuple(both), (last,), span, self.method.docstring)

    def _beyond(self, what: str) -> AdcError:
        name = f"{self.made.name.removesuffix(OPEN)}.{self.method.name}"
        help = "write a function that makes the object and calls the method"
        fields = fields_read(self.line, self.method) if self.place in _OF_OBJECTS else None
        if fields:
            owner = self.method.parameters[0].name
            types = ", ".join(f"{owner}.{field}: TYPE" for field in fields)
            help = f"give what the object holds: --signature '{name}({types}, …)'"
        return AdcError.of("ADC0208", f"`{name}` {what}", self.method.span, help=help)


def with_owner(
    objects: tuple[ObjectArgument, ...], owner: Owner | None
) -> tuple[ObjectArgument, ...]:
    """`objects` with the one of the method as an object of its class."""
    if owner is None:
        return objects
    whole = ObjectArgument(owner.name, owner.made, (), bare=True)
    if all(o.name != owner.name for o in objects):
        return (whole, *objects)
    return tuple(replace(whole, fields=o.fields) if o.name == owner.name else o for o in objects)


def _call(
    function: surface.Expr, parameters: Iterable[surface.Parameter], called: Mapping[str, str],
    span: Span,
) -> surface.Call:  # fmt: skip
    """The call that gives each parameter what is `called` so, or as it is; `*rest` is empty."""
    named: list[surface.Keyword] = []
    rest: list[surface.Expr] = []
    for p in parameters:
        value = surface.Name(called.get(p.name, p.name), span)
        if p.star == "**":
            rest.append(surface.Starred(value, True, span))
        elif not p.star:
            named.append(surface.Keyword(p.name, value, span))
    return surface.Call(function, tuple(rest), tuple(named), span)


def _constructed(line: Sequence[surface.Class]) -> tuple[surface.Parameter, ...] | None:
    """What a call of the class takes; None where a class that is not in the `line` may say so."""
    if line[0].kind == "tuple":
        return line[0].parameters
    for k, made in enumerate(line):
        init = next((f for f in made.functions if f.name == "__init__"), None)
        if init is not None:
            return init.parameters[1:]
        if made.kind == "data":
            return declared_fields(line[k:]) if not line[-1].bases else None
    return () if not line[-1].bases else None
