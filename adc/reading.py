"""The sources of a request, read: text to surface tree, with the types of the arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from adc.diagnostics import AdcError, Diagnostic, Span
from adc.diagnostics.nesting import not_too_deep
from adc.observer import Observer
from adc.options import Request

if TYPE_CHECKING:
    from adc.frontends import surface
    from adc.frontends.fortran.sources import Sources
    from adc.frontends.kernel import Kernel
    from adc.frontends.method_targets import Owner
    from adc.frontends.objects import ObjectArgument
    from adc.frontends.rules import Rules


def read_python(
    request: Request, observer: Observer, warnings: list[Diagnostic]
) -> tuple[Kernel, dict[str, str]]:
    from adc.frontends.fields_left import with_fields_left
    from adc.frontends.file_variables import with_file_variables
    from adc.frontends.method_targets import with_owner
    from adc.frontends.objects import with_objects_apart
    from adc.frontends.open_ended import closed
    from adc.frontends.places import looking_in
    from adc.frontends.signature import given_fields, given_lists

    path = only_source(request)
    method, request = request.function or "", of_method(request)
    looked_for = looking_in(path, request.python_path)
    with observer.stage("read and parse"), not_too_deep("the file", Span(path, 1)), looked_for:
        if request.program:
            joined = _program_joined(path, request, warnings)
        else:
            joined = _joined(path, request, method, warnings)
    module, function, rules, texts, owner = joined
    with observer.stage("types"), not_too_deep(f"`{function.name}`", function.span):
        given = _given(request, function.name)
        module, function = closed(module, function, given, warnings)
        named = given_fields(function.name, request.signature, request.signature_file, None)
        module, function = with_file_variables(module, function, named, request.texts)
        lists = given_lists(function.name, request.signature, request.signature_file)
        module, function, objects = with_objects_apart(module, function, given, lists)
        objects = with_owner(objects, owner)
        if not request.program:
            module, function = with_fields_left(module, function, objects, request.of)
        source = _Source(module, function, objects, rules, texts)
        source = source.fixed(request)
        kernel = _with_types(request, source, frozenset(), warnings)
        kernel = replace(
            kernel, otherwise=_with_choices_kept(request, kernel, source),
            choices=_choices(request, kernel, source), numbers=_numbers(request, kernel, source),
            flags=_flags(request, kernel, source), fixed_at=partial(_fixed_at, request, source),
        )  # fmt: skip
        refuse_components(request, kernel, method)
    if request.program:
        from adc.frontends.python.program import refuse_shared_values

        ranks = {name: len(known.shape) for name, known in kernel.signature.items()}
        refuse_shared_values(path, module.text, request.wrt, request.function, ranks)
    return kernel, {**texts, **rules.texts}


#: The source with what its function takes from other files, that function, the rules, the texts of
#: the files that something is of, and the object of a method that its fields make.
_Joined: TypeAlias = "tuple[surface.Module, surface.Function, Rules, dict[str, str], Owner | None]"


def _program_joined(path: str, request: Request, warnings: list[Diagnostic]) -> _Joined:
    """The same of a program, whose text is made a function's; all of it is where it stands in the
    file."""
    from adc.frontends.python.program import as_function, in_place, telling_places, variables
    from adc.frontends.source import read_source

    text = read_source(path)
    told: list[Diagnostic] = []
    written = as_function(path, text, request.wrt, request.of, request.function, told)
    if written is None:
        return _joined(path, request, request.function or "", warnings)
    named, found = replace(request, function=written.name), list[Diagnostic]()
    with telling_places(written):
        joined = _joined(path, named, written.name, found, written.text)
    warnings += [*told, *in_place(found, written)]
    module = in_place(joined[0], written)
    function = next(f for f in module.functions if f.name == written.name)
    own = replace(function, outputs=variables(request.of))
    functions = tuple(own if f is function else f for f in module.functions)
    return replace(module, text=text, functions=functions), own, *joined[2:]


def _joined(
    path: str, request: Request, method: str, warnings: list[Diagnostic], made: str | None = None
) -> _Joined:
    """Reads the source; `method` is what the request names, also of a class, and `made` a text to
    take in place of the file's own."""
    from adc.frontends.fixing import with_functions
    from adc.frontends.lazy_modules import with_stub
    from adc.frontends.method_targets import (
        function_name,
        is_method,
        with_mention,
        with_method,
    )
    from adc.frontends.python import parse, with_own_modules
    from adc.frontends.ruled import rules_of, without_ruled
    from adc.frontends.signature import choose_function
    from adc.frontends.source import read_source

    texts = {path: read_source(path)}
    rules = rules_of(request.rules, texts, fortran=False)
    known: dict[str, surface.Module] = {}
    ruled = {*(n for n, _ in rules.inactive), *(r.name for r in rules.externals)}
    apart = frozenset({*request.inactive, *ruled})
    text = texts[path] if made is None else made
    taken = partial(
        parse, first_call=request.first_call, as_written=request.as_written, apart=apart,
        no_handlers=request.no_handlers, inactive=frozenset(request.inactive),
    )  # fmt: skip
    passed = _named_beside(request, text)

    def read(other: str) -> surface.Module:
        if other not in known:
            texts[other] = read_source(other)
            module = taken(other, with_stub(other, texts[other]))
            known[other] = without_ruled(module, rules)
        return known[other]

    module = without_ruled(taken(path, with_stub(path, text), passed=passed), rules)
    owner: Owner | None = None
    if is_method(method):
        module, function = with_mention(module, method, request.as_written)
    else:
        function = choose_function(module, request.function)
        module, function = with_functions(module, function, request.texts)
    module = with_own_modules(module, function, read, apart, request.as_written, warnings)
    if is_method(method):
        given = _given(request, function_name(method))
        module, owner = with_method(module, method, given, request.as_written)
    name = request.function if is_method(method) else function.name
    function = choose_function(module, name)
    module = replace(module, unrounded=request.unrounded)
    texts = {path: texts[path], **{other: texts[other] for other in module.others}}
    return module, function, rules, texts, owner


def _named_beside(request: Request, text: str) -> frozenset[str]:
    """What signatures name that is no parameter, and so may be a variable of the file."""
    from adc.frontends.file_variables import other_names
    from adc.frontends.signature import given_signatures

    found = (
        s for each in given_signatures(request.signature, request.signature_file) for s in each
    )
    return frozenset().union(
        *(other_names(s.name, text, [n for n, _, _ in s.arguments]) for s in found)
    )


def _given(request: Request, function: str) -> list[str]:
    """The arguments of the function that the request names, fields of objects as `p.k`."""
    from adc.frontends.signature import given_fields

    given = given_fields(function, request.signature, request.signature_file, request.example)
    return [*given, *(p for p in request.components if p.replace(".", "_") in request.texts)]


def of_method(request: Request) -> Request:
    """The request where it names a method, `Class.method`, with the function that calls it."""
    from adc.frontends.method_targets import function_name, is_method

    name = request.function
    if name is None or not is_method(name):
        return request
    signature = request.signature
    for known in (name, name.partition(".")[2]):
        if signature is not None and signature.lstrip().startswith(f"{known}("):
            signature = function_name(name) + signature.lstrip().removeprefix(known)
    return replace(request, function=function_name(name), signature=signature)


@dataclass(frozen=True)
class _Source:
    """A Python function in its module, with the fields of objects for its arguments."""

    module: surface.Module
    function: surface.Function
    objects: tuple[ObjectArgument, ...]
    rules: Rules
    texts: Mapping[str, str]

    def fixed(self, request: Request) -> _Source:
        """The source whose function has the arguments that `--fix` names at one value."""
        from adc.frontends.beside_itself import beside_itself
        from adc.frontends.fixing import functions_given, with_fixed
        from adc.frontends.objects import paths_of

        module, function = self.module, self.function
        if request.texts:
            module, function = beside_itself(module, function)
        of_classes = [
            made for made in self.objects if not (made.keyed or made.numbered or made.bare)
        ]
        fields = frozenset(paths_of(of_classes).values())
        given = functions_given(module, function, request.texts)
        found = with_fixed(function, request.texts, request.wrt, fields, given)
        functions = tuple(found if f is function else f for f in module.functions)
        return replace(self, module=replace(module, functions=functions), function=found)


def _with_types(
    request: Request, source: _Source, keeping: frozenset[str], warnings: list[Diagnostic]
) -> Kernel:
    """The kernel of a Python function, some of whose parameters are `keeping` their defaults."""
    from adc.frontends.defaults import (
        kept_texts,
        refuse_kept,
        usual_values,
        with_defaults_kept,
        wrapper_defaults,
    )
    from adc.frontends.fixing import functions_given, values_of, without_fixed
    from adc.frontends.implicit import directives
    from adc.frontends.kernel import Kernel
    from adc.frontends.objects import kept_fields, paths_of
    from adc.frontends.ruled import with_ruled, without_inactive
    from adc.frontends.signature import resolve

    module, function, rules = source.module, source.function, source.rules
    paths = paths_of(source.objects)
    signature = resolve(
        module,
        function,
        signature_text=request.signature,
        signature_file=request.signature_file,
        example=request.example,
        dtype_override=request.dtype,
        keeping=keeping,
        fixed=frozenset(request.texts),
        paths=paths,
        warnings=warnings,
    )
    signature = without_fixed(signature, request.texts)
    refuse_kept(function, signature, request.wrt)
    called = {name: path for path, name in paths.items()}
    module = with_defaults_kept(module, function, signature, warnings, called, request.texts)
    fields = frozenset(paths.values())
    passed = wrapper_defaults(function, signature, fields)
    module = with_ruled(without_inactive(module, function, rules, warnings), rules)
    module = replace(module, implicit=directives(source.texts, fortran=False))
    kept = kept_fields(function, signature)
    objects = tuple(made.without(kept) for made in source.objects)
    origins = {name: path for path, name in paths.items() if name in signature}
    return Kernel(
        module, function.name, signature, origins, passed=passed, rules=rules,
        fixed={
            **{n: t for n, t in kept_texts(function, signature).items() if n not in fields},
            **{n: ascii(v) for n, v in values_of(request.texts).items()},
            **{n: request.texts[n] for n in functions_given(module, function, request.texts)},
        },
        objects=objects, usual=usual_values(module, function, signature), room=request.room,
        sizes=request.sizes, shared=tuple(n for n, _ in module.shared),
    )  # fmt: skip


def _with_choices_kept(request: Request, kernel: Kernel, source: _Source) -> Kernel | None:
    """The same `kernel`, but that integers and truth values which the request does not name keep
    their defaults; None where none has one."""
    from adc.frontends.signature import choosing

    named = {*request.wrt, *request.of, *request.sizes, *request.settings}
    keeping = choosing(source.function) - named
    if not keeping:
        return None
    remarks: list[Diagnostic] = []
    found = _with_types(request, source, keeping, remarks)
    if found.signature.keys() == kernel.signature.keys():
        return None
    return replace(found, remarks=tuple(remarks))


def _choices(request: Request, kernel: Kernel, source: _Source) -> dict[str, str]:
    """The integers and truth values among the arguments, and those that the request gives them
    or that are their defaults."""
    from adc.frontends.fixing import text_of

    found: dict[str, str] = {}
    for p in _numbers_apart(request, kernel, source):
        size = request.sizes.get(p.name)
        text = text_of(p.default) if size is None else str(size)
        if text is not None and not kernel.signature[p.name].dtype.is_float:
            found[p.name] = text
    return found


def _flags(request: Request, kernel: Kernel, source: _Source) -> tuple[str, ...]:
    """The truth values among the arguments that nothing gives a value, each of which may choose."""
    from adc.frontends.fixing import text_of
    from adc.ir.dtypes import DType

    return tuple(
        p.name
        for p in _numbers_apart(request, kernel, source)
        if kernel.signature[p.name].dtype is DType.BOOL
        and text_of(p.default) is None
        and p.name not in request.sizes
    )


def _numbers(request: Request, kernel: Kernel, source: _Source) -> dict[str, str]:
    """The floating numbers among the arguments, with their defaults, or values such as they may
    have where they are used."""
    from adc.frontends import surface
    from adc.lowering.control.likely import likely_values

    found: dict[str, str] = {}
    likely = likely_values(source.function)
    for p in _numbers_apart(request, kernel, source):
        if kernel.signature[p.name].dtype.is_float:
            own = p.default.text if isinstance(p.default, surface.Number) else ""
            found[p.name] = own or likely.get(p.name, "1.0")
    return found


def _numbers_apart(
    request: Request, kernel: Kernel, source: _Source
) -> Iterator[surface.Parameter]:
    """The parameters without axes that no derivative is asked of."""
    from adc.frontends.objects import paths_of

    apart = {*request.wrt, *request.of, *paths_of(source.objects).values()}
    for p in source.function.parameters:
        kind = kernel.signature.get(p.name)
        if kind is not None and not kind.shape and p.name not in apart:
            yield p


def _fixed_at(request: Request, source: _Source, texts: Mapping[str, str]) -> Kernel:
    """The kernel where the arguments that `texts` names have these values, too."""
    request = replace(request, texts={**request.texts, **texts})
    return _with_types(request, source.fixed(request), frozenset(), [])


def read_fortran(
    request: Request, observer: Observer, warnings: list[Diagnostic]
) -> tuple[Kernel, dict[str, str]]:
    from adc.frontends.fortran.fixed_outside import fix_outside, with_settings
    from adc.frontends.fortran.library import looped_names
    from adc.frontends.fortran.passed import with_procedures
    from adc.frontends.fortran.programs import as_module, as_routine
    from adc.frontends.fortran.reach import notes_on
    from adc.frontends.fortran.reading import read_files, with_text
    from adc.frontends.fortran.ruled import ruled_units
    from adc.frontends.fortran.saved_arguments import with_calls
    from adc.frontends.fortran.symbols import Sources
    from adc.frontends.fortran.translation import translate
    from adc.frontends.implicit import directives
    from adc.frontends.ruled import rules_of

    refuse_types(request)
    place = Span(request.sources[0], 1)
    with observer.stage("read and parse"), not_too_deep("the file", place):
        files, texts = read_files(
            request.sources, request.defines, request.includes, warnings, request.form
        )
        rules = rules_of(request.rules, texts, fortran=True)
        sources = Sources(files, ruled_units(rules.externals), request.form.reals)
        name, written = request.function, {}
        made = (
            as_routine(sources, texts, request.wrt, request.of, warnings)
            if request.program else as_module(sources, texts, name)
        )  # fmt: skip
        if made is not None:
            name, written = made.name, {made.path: made.text}
            files = with_text(files, made.path, made.text, request.includes, request.form)
            sources = Sources(files, ruled_units(rules.externals), request.form.reals)
        settings = fix_outside(files, sources.dummies(name), request.texts)
        head = sources.find(name)
    with observer.stage("translate"), not_too_deep(f"`{head.name}`", head.span):
        warnings += notes_on(sources, head)
        inactive = (*request.inactive, *(name for name, _ in rules.inactive))
        inactive = tuple(dict.fromkeys(inactive))

        def translated(sources: Sources, warnings: list[Diagnostic]) -> Kernel:
            outside = {s.name for s in settings}
            own = {n: t for n, t in request.texts.items() if n not in outside}
            bound = with_procedures(sources, head, own)
            first = request.first_call or request.program
            kernel = translate(sources, bound.unit, warnings, bound.texts, inactive, first)
            refuse_components(request, kernel)
            if kernel.calling is not None:
                calling = replace(kernel.calling, texts=tuple(written.items()))
                calling = with_calls(with_settings(calling, settings), texts, files)
                kernel = replace(kernel, calling=bound.called(calling, sources))
            module = replace(kernel.module, implicit=directives(texts, fortran=True))
            fixed = {name: ascii(text) for name, text in request.texts.items()}
            return replace(kernel, module=module, rules=rules, fixed=fixed, room=request.room)

        kernel = translated(sources, warnings)
        if kernel.calling is not None and not looped_names().isdisjoint(kernel.calling.libraries):
            kernel = replace(kernel, otherwise=_or_none(translated, sources.with_loops()))
    return kernel, {**texts, **rules.texts}


def _or_none(
    translated: Callable[[Sources, list[Diagnostic]], Kernel], sources: Sources
) -> Kernel | None:
    """The kernel with the vectors of BLAS as loops; None where that is refused."""
    try:
        return translated(sources, [])
    except AdcError:
        return None


def refuse_components(request: Request, kernel: Kernel, method: str = "") -> None:
    """ADC0301 where what was named as `state%u` or `p.k` is no argument, or one of another name;
    of a `method` whose object a constructor makes no field is an argument."""
    mark, parts = ("%", "components") if request.language == "fortran" else (".", "fields")
    known = {words.partition(" ")[0]: name for name, words in kernel.origins.items()}
    kept = (path for made in kernel.objects for path, _ in made.kept())
    known |= {p: p.replace(mark, "_") for p in kept if p.replace(mark, "_") in request.texts}
    own = (f for f in kernel.module.functions if f.name == kernel.function)
    known = {o: o.replace(mark, "_") for f in own for o in f.outputs if o} | known
    whole = kernel.wholes()
    for path in (p for p in request.components if p.replace(mark, ".") not in whole):
        name, usual = known.get(path), path.replace(mark, "_")
        if name is None:
            listed = ", ".join(f"`{p}`" for p in known if mark in p)
            way_out = f"the {parts} are {listed}" if listed else "name an argument"
            if "." in method and path.startswith("self."):
                way_out = (
                    "give what the object holds, for no constructor to make it: --signature "
                    f"'{method}({path}: TYPE, …)', with all fields that the method uses"
                )
            raise AdcError.of(
                "ADC0301", f"`{kernel.function}` has no argument `{path}`", kernel.span,
                help=way_out,
            )  # fmt: skip
        if name != usual:
            raise AdcError.of(
                "ADC0301", f"`{path}` is called `{name}` here, since `{usual}` is"
                " another name of the source", kernel.span, help=f"write `{name}`",
            )  # fmt: skip


def refuse_types(request: Request) -> None:
    """Refuses options that give types, which a Fortran source has."""
    given = {
        "--signature": request.signature,
        "--signature-file": request.signature_file,
        "--dtype": request.dtype,
    }
    for option, value in given.items():
        if value is not None:
            message = f"`{option}` is for Python sources; Fortran declares its types"
            raise AdcError.of("ADC0610", message, help=f"leave `{option}` out")


def only_source(request: Request) -> str:
    """The one Python source of the request."""
    if len(request.sources) != 1:
        raise AdcError.of(
            "ADC0606",
            f"{len(request.sources)} sources are given, and a Python kernel is one file",
            help="give the file of the function; what it imports from files beside it is read, too",
        )
    return request.sources[0]
