"""Which function, and the types of its arguments: signatures, samples, annotations, defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from unicodedata import normalize

from adc.diagnostics import AdcError, Diagnostic, Note, Severity, Span
from adc.frontends import surface
from adc.frontends.defaults import complex_literal, may_keep_default
from adc.frontends.example import example_types, load_arrays
from adc.frontends.fixing import function_guess
from adc.frontends.guessing.inference import Known, Suggestion, fix_option, suggestions
from adc.frontends.item_types import is_list
from adc.frontends.names import free_names, names_of, walk
from adc.frontends.objects import with_fields_named
from adc.frontends.open_ended import rest_of
from adc.frontends.source import read_source
from adc.frontends.types import ArgumentType, Signature
from adc.frontends.typetext import (
    Origin,
    Reading,
    SignatureText,
    complex_type,
    read_annotation,
    read_signatures,
)
from adc.ir.dtypes import COMPLEX, DType
from adc.ir.shapes import IntLike, substitute, symbol
from adc.ir.spelling import spelled

OPTION = "--signature"
NO_PATHS: Mapping[str, str] = MappingProxyType({})


def choose_function(module: surface.Module, name: str | None) -> surface.Function:
    """The function called `name`, or the only one there is.

    Raises ADC0208 where there is none or more than one, and what stands against a rejected one.
    """
    names = [f.name for f in module.functions if "%" not in f.name]  # what the source names
    names += [n for n, _ in module.rejected]
    if not names:
        message = f"{module.file} defines no function at its top level"
        raise AdcError.of("ADC0208", message, help="put the kernel into a function: `def f(A):`")
    listed = ", ".join(f"`{n}`" for n in names)
    if name is None and len(names) > 1:
        message = f"{module.file} has {len(names)} functions: {listed}"
        way_out = f"choose one, as in `--function {names[0]}`"
        raise AdcError.of("ADC0208", message, _first_place(module), help=way_out)
    found = module.find(name or names[0])
    if found is None:
        message = f"{module.file} has no function `{name}`"
        way_out = f"choose one of {listed}"
        raise AdcError.of("ADC0208", message, _first_place(module), help=way_out)
    return found


def _first_place(module: surface.Module) -> Span | None:
    """Where the functions of `module` begin."""
    spans = [f.span for f in module.functions]
    return min(spans, key=lambda span: span.line, default=None)


def given_signatures(text: str | None, path: str | None) -> Iterator[list[SignatureText]]:
    """What `--signature` and `--signature-file` say; names are compared as Python does."""
    if text is not None:
        yield read_signatures(normalize("NFKC", text), OPTION)
    if path is not None:
        yield read_signatures(normalize("NFKC", read_source(path)), path)


def given_fields(
    function: str, text: str | None, path: str | None, example: str | None
) -> list[str]:
    """The arguments of `function` that signatures and samples name."""
    both = [s for found in given_signatures(text, path) for s in found if s.name == function]
    named = [name for signature in both for name, _, _ in signature.arguments]
    return [*named, *(load_arrays(example) if example is not None else ())]


def given_lists(function: str, text: str | None, path: str | None) -> frozenset[str]:
    """The arguments of `function`, and items and fields of these, that signatures say are lists."""
    both = [s for found in given_signatures(text, path) for s in found if s.name == function]
    return frozenset().union(*(signature.lists for signature in both))


@dataclass
class _Gathered:
    """What is known so far about each argument; `paths` are those of fields."""

    paths: Mapping[str, str]
    types: Signature = field(default_factory=dict)
    dtypes: dict[str, DType] = field(default_factory=dict)
    arrays: set[str] = field(default_factory=set)
    pairs: set[str] = field(default_factory=set)
    sizes: list[tuple[str, Span]] = field(default_factory=list)

    def add(self, name: str, reading: Reading, warnings: list[Diagnostic]) -> None:
        if name in self.types:
            return
        if reading.dtype:
            self.dtypes.setdefault(name, reading.dtype)
        if reading.is_array:
            self.arrays.add(name)
        if reading.pairs:
            self.pairs.add(name)
        if reading.type:
            self.types[name] = reading.type
            self.sizes += reading.sizes.items()
            warnings += reading.notes


def resolve(
    module: surface.Module,
    function: surface.Function,
    *,
    signature_text: str | None = None,
    signature_file: str | None = None,
    example: str | None = None,
    dtype_override: str | None = None,
    keeping: frozenset[str] = frozenset(),
    fixed: frozenset[str] = frozenset(),
    paths: Mapping[str, str] = NO_PATHS,
    warnings: list[Diagnostic],
) -> Signature:
    """The types of the arguments of `function`, in their order, but for those that keep their
    defaults, as those of `keeping` do where neither signature nor samples give a type, and those of
    `fixed` whose type is that of a text or a function. `paths` are the fields of objects that
    arguments stand for, `p.k` for `p_k`.

    Each argument takes its type from the first that gives one: `signature_text`, the file
    `signature_file`, the samples in the file `example`, its annotation, its default value. An
    extent that samples and annotation give as the same number is that number.
    Raises ADC0201 where one has none, ADC0202 to ADC0208 and ADC0602 for faults in what is given.
    """
    gathered = _Gathered(paths)
    for signatures in given_signatures(signature_text, signature_file):
        _add_signature(gathered, signatures, function, fixed, warnings)
    if example is not None:
        found = ((p.name, _annotated(p, module).type) for p in function.parameters)
        annotated = {name: known for name, known in found if known is not None}
        samples = example_types(example, function, warnings, paths, annotated)
        for name, known in samples.items():
            if name in annotated and annotated[name].unique and len(known.shape) == 1:
                known = replace(known, unique=known.dtype.is_integer)
            gathered.add(name, Reading(known, known.dtype), warnings)
    keeping |= fixed
    for parameter in function.parameters:
        if parameter.name not in keeping:
            reading = _with_siblings(_annotated(parameter, module), parameter.name, paths)
            gathered.add(parameter.name, reading, warnings)
            gathered.add(parameter.name, _default(parameter), warnings)
    _check_complete(gathered, module, function, keeping)
    _check_sizes(gathered)
    given = (p.name for p in function.parameters if p.name in gathered.types)
    types = {name: gathered.types[name] for name in given}
    types = _with_constants(types, module, gathered.sizes)
    return _overridden(types, dtype_override, warnings) if dtype_override else types


def _add_signature(
    gathered: _Gathered,
    signatures: list[SignatureText],
    function: surface.Function,
    fixed: frozenset[str],
    warnings: list[Diagnostic],
) -> None:
    matching = [_plain(s, gathered.paths) for s in signatures if s.name == function.name]
    if not matching:
        given = signatures[0]
        message = f"the signature is that of `{given.name}`, the function is `{function.name}`"
        way_out = f"write `{function.name}(...)`, or choose with `--function {given.name}`"
        raise AdcError.of("ADC0205", message, given.span, help=way_out)
    if len(matching) > 1:
        message = f"`{function.name}` has two signatures"
        way_out = "remove one of them"
        raise AdcError.of("ADC0205", message, matching[1].span, help=way_out)
    _check_arguments(matching[0], function)
    for name, _, reading in matching[0].arguments:
        if reading.refused is not None and name not in fixed:
            raise reading.refused
        gathered.add(name, reading, warnings)


def _plain(signature: SignatureText, paths: Mapping[str, str]) -> SignatureText:
    """The signature with arguments in the place of fields."""
    arguments = tuple((paths.get(n, n), span, found) for n, span, found in signature.arguments)
    return replace(signature, arguments=arguments)


def _check_arguments(signature: SignatureText, function: surface.Function) -> None:
    """Raise ADC0206 for an argument that the function has not, or that is given twice."""
    names = [p.name for p in function.parameters]
    seen: dict[str, Span] = {}
    for name, span, _ in signature.arguments:
        if name not in names:
            message = f"`{function.name}` has no argument `{name}`"
            has = f"it takes {', '.join(names)}" if names else "it takes no arguments"
            rest = rest_of(function)
            rest = f"; items of `*{rest}` are called `{rest}_0`, `{rest}_1`" if rest else ""
            raise AdcError.of("ADC0206", message, span, help=f"remove it: {has}{rest}")
        if name in seen:
            message = f"the argument `{name}` is given twice"
            notes = (Note("given first here", seen[name]),)
            raise AdcError.of("ADC0206", message, span, help="remove one of them", notes=notes)
        seen[name] = span


def _annotated(parameter: surface.Parameter, module: surface.Module) -> Reading:
    if parameter.annotation is None:
        return Reading()
    span = parameter.annotation_span or parameter.span
    reading = read_annotation(parameter.annotation, Origin(span.file, span.line, span.column))
    if reading.type is None and parameter.annotation in (aliases := _aliases(module)):
        reading = read_annotation(aliases[parameter.annotation], Origin(span.file, span.line))
        if reading.type:
            reading.type = replace(reading.type, span=span)
    return reading


def _with_siblings(reading: Reading, name: str, paths: Mapping[str, str]) -> Reading:
    """What a class says of its field: sizes that are fields of it, too, are these."""
    path = next((path for path, own in paths.items() if own == name), "")
    owner = path.rpartition(".")[0]
    own = {size: paths[f"{owner}.{size}"] for size in reading.sizes if f"{owner}.{size}" in paths}
    if not own or reading.type is None:
        return reading
    sizes = {own.get(size, size): span for size, span in reading.sizes.items()}
    table: dict[str, IntLike] = {size: symbol(new) for size, new in own.items()}
    shape = tuple(substitute(extent, table) for extent in reading.type.shape)
    return replace(reading, type=replace(reading.type, shape=shape), sizes=sizes)


def _aliases(module: surface.Module) -> dict[str, str]:
    """Module-level names for types, `vector = "float64[N]"`, with the text that they stand for."""
    found: dict[str, str] = {}
    for constant in (c for c in module.constants if c.span.file == module.file):
        target, value = constant.targets[0], constant.value
        if isinstance(target, surface.Name) and isinstance(value, surface.String):
            found[target.name] = value.value
        elif isinstance(target, surface.Name) and isinstance(
            value, (surface.Attribute, surface.Subscript)
        ):
            found[target.name] = _source_text(module, value.span)
    return found


def _source_text(module: surface.Module, span: Span) -> str:
    lines = module.text.split("\n")[span.line - 1 : span.end_line]
    if len(lines) != 1:
        return ""
    return lines[0][span.column - 1 : span.end_column - 1]


def choosing(function: surface.Function) -> frozenset[str]:
    """The parameters whose default is a literal integer or truth value: those that often select
    what the function does."""
    found = ((p.name, _default(p).dtype) for p in function.parameters)
    return frozenset(name for name, dtype in found if dtype and not dtype.is_float)


def _default(parameter: surface.Parameter) -> Reading:
    """A literal default value gives the type where nothing else does."""
    value = parameter.default
    if complex_literal(value) is not None and any(isinstance(n, surface.Call) for n in walk(value)):
        kind = complex_type(DType.FLOAT64, (), True, parameter.span)
        return Reading(kind, DType.FLOAT64, pairs=True)
    while isinstance(value, surface.Unary) and value.op in "+-":
        value = value.operand
    if isinstance(value, surface.Boolean):
        dtype = DType.BOOL
    elif isinstance(value, surface.Number):
        dtype = DType.INT64 if value.kind == "int" else DType.FLOAT64
    else:
        return Reading()
    return Reading(ArgumentType(dtype, (), True, parameter.span), dtype)


def _check_complete(
    gathered: _Gathered,
    module: surface.Module,
    function: surface.Function,
    keeping: frozenset[str],
) -> None:
    """Raise ADC0201, one for all arguments that lack a type, with a signature to give."""
    untyped = [p for p in function.parameters if p.name not in gathered.types]
    kept = {p.name for p in untyped if p.name in keeping or may_keep_default(p, function)}
    lacking = [p for p in untyped if p.name not in kept]
    if not lacking:
        return
    called = {name: path for path, name in gathered.paths.items()}
    names = ", ".join(f"`{called.get(p.name, p.name)}`" for p in lacking)
    verb = "lack a type" if len(lacking) > 1 else "lacks a type"
    notes = tuple(
        _note_of_annotation(called.get(p.name, p.name), p, gathered)
        for p in lacking
        if p.annotation is not None
    ) + tuple(
        Note(f"`{called.get(p.name, p.name)}` is None unless you give it a type, too", p.span)
        for p in untyped
        if isinstance(p.default, surface.NoneValue)
    )
    raise AdcError.of(
        "ADC0201",
        f"{names} of `{function.name}` {verb}",
        lacking[0].span,
        help=f"correct this guess and give it: {_guess(gathered, module, function, lacking)}",
        notes=notes,
    )


def _note_of_annotation(called: str, parameter: surface.Parameter, gathered: _Gathered) -> Note:
    """Why the annotation of a parameter that lacks a type does not do."""
    lacks = f"no {_missing(parameter.name, gathered)}"
    if is_list(parameter.annotation or ""):
        lacks = f"no number of items, as `{called}: list[float64 * 3]` does"
    return Note(f"the annotation of `{called}` gives {lacks}", parameter.annotation_span)


def _guess(
    gathered: _Gathered,
    module: surface.Module,
    function: surface.Function,
    lacking: list[surface.Parameter],
) -> str:
    """The options to give for arguments that are `lacking` a type: a signature, and one text for
    each that is a text."""
    usual = [p for p in function.parameters if _by_default(p, gathered)]
    asked = [*lacking, *usual]
    aliases = _aliases(module)
    known = Known(
        {p.name: int(p.name in gathered.arrays) for p in asked},
        gathered.dtypes,
        frozenset(gathered.pairs),
        {p.name: aliases.get(p.annotation, p.annotation) for p in asked if p.annotation},
        gathered.types,
        frozenset(p.name for p in usual),
        _no_sizes(module),
    )
    guessed = suggestions(with_fields_named(function, gathered.paths), module, known)
    called = {name: path for path, name in gathered.paths.items()}
    texts, fixed = [], []
    for p in function.parameters:
        guess, name = guessed.get(p.name, Suggestion()), called.get(p.name, p.name)
        if p.name in gathered.types:
            texts.append(f"{name}: {guess.type or type_text(gathered.types[p.name])}")
        elif guess.text is not None and p.name == name:
            fixed.append(fix_option(name, guess.text))
        elif p in lacking and (own := function_guess(module, function, p.name)) is not None:
            fixed.append(fix_option(name, own))
        elif p in lacking:
            texts.append(f"{name}: {guess.type or 'float64'}")
    return " ".join([f"{OPTION} '{function.name}({', '.join(texts)})'", *fixed])


def _by_default(parameter: surface.Parameter, gathered: _Gathered) -> bool:
    """Whether a literal default alone tells the type: words may know better."""
    known = gathered.types.get(parameter.name)
    default = parameter.default is not None and parameter.annotation is None
    return default and known is not None and known.span == parameter.span and not known.pairs


def _missing(name: str, gathered: _Gathered) -> str:
    """What an annotation that adc understands in part, or not at all, leaves open."""
    if name in gathered.dtypes:
        return "shape"
    return "element type and shape" if name in gathered.arrays else "type that adc knows"


def _check_sizes(gathered: _Gathered) -> None:
    """Raise ADC0204 where a shape uses an argument that is no integer."""
    for name, span in gathered.sizes:
        known = gathered.types.get(name)
        if known and (known.shape or not known.dtype.is_integer):
            message = f"the size `{name}` is an argument, and no integer"
            way_out = f"give `{name}` the type int, or choose another name for the size"
            raise AdcError.of("ADC0204", message, span, help=way_out)


def _with_constants(
    types: Signature, module: surface.Module, sizes: list[tuple[str, Span]]
) -> Signature:
    """`types` with sizes replaced that the module binds to integers and its functions use.

    A constant `N` that no function reads is only the name of a size. One that is read is part of
    what the kernel computes, and the size must be that number.
    """
    used = {name for f in module.functions for name in free_names(f)}
    values: dict[str, IntLike] = {}
    for name, span in sizes:
        constant = _constant(name, module)
        if name in types or name not in used or constant is None:
            continue
        value = _integer_literal(constant)
        if value is None:
            message = f"the size `{name}` is a constant of the module, and no integer literal"
            way_out = "choose another name for the size"
            raise AdcError.of("ADC0204", message, span, help=way_out)
        values[name] = value
    if not values:
        return types
    return {
        name: replace(known, shape=tuple(substitute(extent, values) for extent in known.shape))
        for name, known in types.items()
    }


def _no_sizes(module: surface.Module) -> frozenset[str]:
    """The names that the module binds to anything but integer literals."""
    bound = {n for c in module.constants for n in names_of(c)}
    values = {n: _constant(n, module) for n in bound}
    return frozenset(n for n, v in values.items() if v is None or _integer_literal(v) is None)


def _constant(name: str, module: surface.Module) -> surface.Expr | None:
    """The value that the module binds `name` to, also as one of a tuple."""
    for constant in module.constants:
        for target in constant.targets:
            if isinstance(target, surface.Name) and target.name == name:
                return constant.value
            if isinstance(target, surface.Sequence) and isinstance(
                constant.value, surface.Sequence
            ):
                for item, value in zip(target.items, constant.value.items, strict=False):
                    if isinstance(item, surface.Name) and item.name == name:
                        return value
    return None


def _integer_literal(value: surface.Expr) -> int | None:
    if isinstance(value, surface.Number) and value.kind == "int":
        return int(value.text)
    return None


def _overridden(types: Signature, name: str, warnings: list[Diagnostic]) -> Signature:
    """`types` with every floating type replaced (`--dtype`)."""
    dtype = next((d for d in DType if d.is_float and d.value == name), None)
    if dtype is None:
        message = f"`--dtype {name}` is no floating type of adc's"
        raise AdcError.of("ADC0202", message, help="use `--dtype float64` or `--dtype float32`")
    changed = [n for n, t in types.items() if t.dtype.is_float and t.dtype is not dtype]
    if changed:
        listed = ", ".join(f"`{n}`" for n in changed)
        message = f"`--dtype {name}` overrides the type of {listed}"
        warnings.append(Diagnostic("ADC0209", message, severity=Severity.NOTE))
    return {n: replace(t, dtype=dtype) if n in changed else t for n, t in types.items()}


def type_text(known: ArgumentType) -> str:
    """`known` as `--signature` takes it."""
    if known.pairs:
        element = COMPLEX[known.dtype]
        extents = ", ".join(spelled(e) for e in known.shape[:-1])
        scalar = "complex" if known.weak else element
        return f"{element}[{extents}]" if extents else scalar
    if not known.shape:
        weak = {DType.FLOAT64: "float", DType.INT64: "int"} if known.weak else {}
        return weak.get(known.dtype, known.dtype.value)
    text = f"{known.dtype.value}[{', '.join(spelled(e) for e in known.shape)}]"
    return f"{text} unique" if known.unique else text
