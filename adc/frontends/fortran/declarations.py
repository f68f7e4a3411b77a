"""Declarations: types, attributes, PARAMETER, COMMON, DATA, IMPLICIT, USE."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lark import Token, Tree

from adc.diagnostics import AdcError
from adc.frontends.fortran.classify import keyword_span, matching, split
from adc.frontends.fortran.expressions import LETTERED, complex_constant, expression, optional
from adc.frontends.fortran.grammar import Node, ParseTree, Part
from adc.frontends.fortran.headings import CommonBlocks
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.tree import (
    Apply,
    Attribute,
    AttributeStatement,
    Bounds,
    Common,
    Constructor,
    Data,
    DataSet,
    Declaration,
    Entity,
    Equivalence,
    Expr,
    Implicit,
    ImpliedDo,
    Name,
    Number,
    ParameterStatement,
    TypeDeclaration,
    TypeSpec,
    Unary,
    Unsupported,
    Use,
)
from adc.frontends.fortran.tree_declarations import PROCEDURE_POINTER
from adc.frontends.fortran.typespecs import length_of, read_type, type_spec

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ATTRIBUTES = (
    "allocatable", "asynchronous", "codimension", "contiguous", "dimension", "external",
    "intrinsic", "optional", "parameter", "pointer", "private", "protected", "public", "save",
    "target", "value", "volatile",
)  # fmt: skip

# -- entities --------------------------------------------------------------------------------------


def bounds(node: ParseTree, part: Part) -> tuple[Bounds, ...]:
    return tuple(_bound(child, part) for child in node.children)


def _bound(node: ParseTree, part: Part) -> Bounds:
    span = part.span(node)
    if node.data == "upper":
        return Bounds(None, expression(node.children[0], part), False, span)
    lower = optional(node.children[0], part)
    if node.data == "assumed_size":
        return Bounds(lower, None, True, span)
    return Bounds(lower, optional(node.children[1], part), False, span)


def _entity(node: ParseTree, part: Part, spec: TypeSpec | None) -> Entity:
    head, *rest = node.children
    found = Entity(str(head), part.span(head))
    for child in rest:
        if child is None:
            continue
        if child.data == "bounds":
            _refuse_second(found.shape, child, part)
            found = replace(found, shape=bounds(child, part))
        elif child.data == "initial":
            found = replace(found, init=expression(child.children[0], part))
        elif child.data in ("star_number", "star_expr"):
            length, assumed = _own_length(child, part, spec)
            found = replace(found, length=length, assumed=assumed)
        elif child.data == "pointed":
            to = expression(child.children[0], part)
            nothing = isinstance(to, Apply) and (to.name, to.arguments) == ("null", ())
            found = replace(found, pointed=True, aimed=not nothing)
        elif child.data == "slashed":
            found = replace(found, init=_slashed(child, part, found.shape))
    return found


def _slashed(node: ParseTree, part: Part, shape: tuple[Bounds, ...] | None) -> Expr:
    """`real x /1.0/, a(3) /2*0.0, 1.0/`, an old extension: the value, or a constructor of them."""
    values = [_repeated(child, part) for child in node.children[0].children]
    span = part.span(node)
    if shape is None and len(values) == 1 and values[0][0] is None:
        return values[0][1]
    counts = [_count(count) for count, _ in values]
    if shape is None or len(shape) != 1 or None in counts:
        message = "these initial values between slashes are not supported"
        raise AdcError.of("ADC0160", message, span, help="use a DATA statement")
    repeated = zip(counts, values, strict=True)
    items = tuple(value for count, (_, value) in repeated for _ in range(count or 0))
    return Constructor(items, span)


def _count(count: Expr | None) -> int | None:
    """How often a value is repeated; None where that is no small number."""
    if count is None:
        return 1
    return int(count.text) if isinstance(count, Number) and len(count.text) < 5 else None


def _refuse_second(shape: object, node: ParseTree, part: Part) -> None:
    if shape is not None:
        message = "a second list of bounds"
        raise AdcError.of("ADC0155", message, part.span(node), help="remove it")


def _own_length(node: ParseTree, part: Part, spec: TypeSpec | None) -> tuple[Expr | None, bool]:
    if spec is None or spec.base == "character":
        return length_of(node, part, expression)
    raise AdcError.of(
        "ADC0160",
        "a size behind the name of a variable is not supported",
        part.span(node),
        help=f"declare it with `{spec.base}` and its kind in a statement of its own",
    )


def type_declaration(line: Line) -> TypeDeclaration | Unsupported:
    part = Part(line)
    spec_node, attributes, entities = _tree(part.parse("type_declaration")).children
    spec = type_spec(spec_node, part, expression)
    listed = attributes.children if attributes is not None else ()
    kept = tuple(_attribute(child, part) for child in listed)
    try:
        declared = tuple(_entity(child, part, spec) for child in entities.children)
    except AdcError as error:
        names = tuple(str(child.children[0]) for child in entities.children)
        return _put_off(line, spec.base, names, error)
    return TypeDeclaration(spec, kept, declared, line.whole)


def _put_off(line: Line, what: str, names: tuple[str, ...], error: AdcError) -> Unsupported:
    """A declaration that is Fortran but refused by `error`: raised where a name of it is used."""
    if any(d.code == "ADC0155" for d in error.diagnostics):
        raise error
    return Unsupported(what, names, line.whole, error)


def _attribute(node: ParseTree, part: Part) -> Attribute:
    word = node.children[0]
    shape = node.children[1] if len(node.children) > 1 else None
    span = part.span(node)
    if word.type == "INTENT":
        return Attribute("intent", span, _inside(word).replace(" ", ""))
    if word.type == "BIND":
        return Attribute("bind", span, _inside(word))
    if word not in _ATTRIBUTES:
        message = f"`{word}` is not an attribute"
        if word == "intent":
            message = "an intent is `in`, `out` or `inout`"
        way_out = "use an attribute of Fortran, such as `intent(in)`"
        raise AdcError.of("ADC0155", message, part.span(word), help=way_out)
    return Attribute(str(word), span, shape=None if shape is None else bounds(shape, part))


def _inside(text: str) -> str:
    return text[text.index("(") + 1 : text.rindex(")")]


# -- statements about declared names ---------------------------------------------------------------


def generic_name(text: str) -> str:
    """`operator(.eq.)` and the like as `operator(==)`, without blanks."""
    found = text.replace(" ", "")
    lettered = found.removeprefix("operator(").removesuffix(")")
    return found if lettered not in LETTERED else f"operator({LETTERED[lettered]})"


def attribute_statement(line: Line, word: str, at: int) -> Declaration:
    """`word` is the keyword; what it applies to begins at `at`."""
    text = ""
    if word in ("intent", "bind"):
        closed = matching(line.text, at) if line.text.startswith("(", at) else None
        if closed is None:
            message = f"`{word}` needs its parentheses"
            way_out = f"write `{word}({'in' if word == 'intent' else 'c'})`"
            raise AdcError.of("ADC0155", message, keyword_span(line, at), help=way_out)
        text, at = line.text[at + 1 : closed].replace(" ", ""), closed + 1
    if word == "pointer" and line.text.startswith("(", at):
        return unsupported(line, "pointer", at)
    part = Part(line, at)
    entities: list[Entity] = []
    operators: list[str] = []
    for child in _tree(part.parse("attribute_statement")).children:
        if child is None:
            continue
        if isinstance(child, Token):  # `public :: operator(+)` names no variable
            operators.append(generic_name(child))
            continue
        if child.data == "block_name":
            entities.append(Entity(f"/{_block_name(child)}/", part.span(child)))
        else:
            entities.append(_declared(child, part))
    attribute = Attribute(word, keyword_span(line, at), text)
    return AttributeStatement(attribute, tuple(entities), line.whole, tuple(operators))


def _declared(node: ParseTree, part: Part) -> Entity:
    head, shape = node.children
    return Entity(str(head), part.span(head), None if shape is None else bounds(shape, part))


def _block_name(node: ParseTree) -> str:
    return next((str(child) for child in node.children if child and child.type == "NAME"), "")


def parameter(line: Line, at: int) -> ParameterStatement | Unsupported:
    part = Part(line, at)
    pairs = [child.children for child in _tree(part.parse("parameter")).children]
    try:
        entities = [
            Entity(str(head), part.span(head), init=expression(value, part))
            for head, value in pairs
        ]
    except AdcError as error:
        return _put_off(line, "parameter", tuple(str(head) for head, _ in pairs), error)
    return ParameterStatement(tuple(entities), line.whole)


def common(line: Line, at: int) -> Common | CommonBlocks:
    part = Part(line, at)
    blocks: dict[str, list[Entity]] = {}
    block = ""
    for child in _tree(part.parse("common")).children:
        if child.data == "named":
            named, child = child.children
            block = _block_name(named)
        blocks.setdefault(block, []).append(_declared(child, part))
    found = tuple(Common(name, tuple(listed), line.whole) for name, listed in blocks.items())
    return found[0] if len(found) == 1 else CommonBlocks(found, line.whole)


def equivalence(line: Line, at: int) -> Equivalence | Unsupported:
    part = Part(line, at)
    try:
        sets = _tree(part.parse("equivalence")).children
        found = tuple(tuple(expression(child, part) for child in one.children) for one in sets)
    except AdcError:
        return unsupported(line, "equivalence", at)
    plain = all(isinstance(e, Name | Apply) for one in found for e in one)
    return Equivalence(found, line.whole) if plain else unsupported(line, "equivalence", at)


#: `(fn), pointer :: p => law`, and each of the names with what stands behind `=>`.
_TO_PROCEDURES = re.compile(
    r"\(.*\) ?(?:, ?(?:pointer|nopass|save) ?)*, ?pointer ?(?:, ?\w+ ?)*::.*"
)
_BEGUN = re.compile(r"([a-z][a-z0-9_]*) ?(?:=> ?([a-z][a-z0-9_]*))?(?: ?\( ?\))?")


def unsupported(line: Line, what: str, at: int) -> Unsupported:
    """A declaration that is an error only where one of its names is used."""
    text = line.text[at:]
    if what == "namelist":  # its variables are as good as others
        names = re.findall(r"/ ?([a-z][a-z0-9_]*) ?/", text)
        listed = tuple(n for n in _WORD.findall(text) if n not in names)
        return Unsupported(what, tuple(names), line.whole, None, listed)
    elif what in ("import", "sequence", "final", "generic"):
        names = []
    elif what == "procedure" and _TO_PROCEDURES.fullmatch(text):
        begun = _BEGUN.findall(text.rsplit("::", 1)[-1])
        targets = tuple("" if target == "null" else target for _, target in begun)
        return Unsupported(PROCEDURE_POINTER, tuple(n for n, _ in begun), line.whole, None, targets)
    else:
        names = _WORD.findall(text.rsplit("::", 1)[-1])
    return Unsupported(what, tuple(dict.fromkeys(names)), line.whole)


# -- DATA ------------------------------------------------------------------------------------------


def data(line: Line, at: int) -> Data | Unsupported:
    part = Part(line, at)
    sets = _tree(part.parse("data")).children
    try:
        return Data(tuple(_data_set(child, part) for child in sets), line.whole)
    except AdcError as error:
        names = [t for child in sets for t in child.children[0].scan_values(_is_name)]
        return _put_off(line, "data", tuple(dict.fromkeys(map(str, names))), error)


def _is_name(node: object) -> bool:
    return isinstance(node, Token) and node.type == "NAME"


def _data_set(node: ParseTree, part: Part) -> DataSet:
    targets, values = node.children
    return DataSet(
        tuple(_data_target(child, part) for child in targets.children),
        tuple(_repeated(child, part) for child in values.children),
        part.span(node),
    )


def _data_target(node: Node, part: Part) -> Expr:
    if isinstance(node, Token) or node.data != "implied_targets":
        return expression(node, part)
    *items, var, start, stop, step = node.children
    return ImpliedDo(
        tuple(_data_target(child, part) for child in items),
        str(var),
        expression(start, part),
        expression(stop, part),
        optional(step, part),
        part.span(node),
    )


def _repeated(node: ParseTree, part: Part) -> tuple[Expr | None, Expr]:
    count, _, value = node.children
    return optional(count, part), _constant(value, part)


def _constant(node: Node, part: Part) -> Expr:
    if isinstance(node, Tree) and node.data == "signed":
        sign, value = node.children
        return Unary(str(sign), expression(value, part), part.span(node))
    if isinstance(node, Tree) and node.data == "complex":
        re, im = (_constant(child, part) for child in node.children)
        return complex_constant(re, im, part.span(node))
    return expression(node, part)


# -- IMPLICIT and USE ------------------------------------------------------------------------------


def implicit(line: Line, at: int) -> Implicit:
    if line.text[at:] == "none" or re.fullmatch(r"none\([a-z,]*\)", line.text[at:]):
        return Implicit(None, line.whole)
    rules = [_implicit_rule(line, start, end) for start, end in split(line, at, len(line.text))]
    return Implicit(tuple(rules), line.whole)


_RANGES = re.compile(r"\(([a-z](-[a-z])?(,[a-z](-[a-z])?)*)\)$")


def _implicit_rule(line: Line, begin: int, end: int) -> tuple[TypeSpec, str]:
    """`real(8)(a-h, o-z)`: the last parentheses hold the letters."""
    found = _RANGES.search(line.text[begin:end])
    if found is None:
        span = line.span(begin, max(end, begin + 1))
        message = "this is not a type with its first letters"
        way_out = "write `implicit none`, or as in `implicit real (a-h, o-z)`"
        raise AdcError.of("ADC0155", message, span, help=way_out)
    spec = read_type(line, begin, begin + found.start(), expression)
    letters = ""
    for item in found.group(1).split(","):
        first, last = _LETTERS.index(item[0]), _LETTERS.index(item[-1])
        letters += _LETTERS[first : last + 1]
    return spec, letters


def use(line: Line, at: int) -> Use:
    part = Part(line, at)
    opening, module, listed = _tree(part.parse("use")).children
    nature = opening.children[0] if opening is not None and opening.children else None
    if nature is not None and nature not in ("intrinsic", "non_intrinsic"):
        message = f"unexpected `{nature}`"
        way_out = "write `intrinsic` or nothing here"
        raise AdcError.of("ADC0155", message, part.span(nature), help=way_out)
    only = listed is not None and listed.data == "listed"
    children = listed.children if listed is not None else ()
    names = [_renaming(child) for child in children if isinstance(child, Tree)]
    pairs = tuple((local, original) for local, original in names if local.isidentifier())
    operators = tuple(generic_name(local) for local, _ in names if not local.isidentifier())
    return Use(str(module), only, pairs, line.whole, nature == "intrinsic", operators)


def _renaming(node: ParseTree) -> tuple[str, str]:
    local, original = node.children
    return str(local), str(original or local)


def _tree(node: Node) -> ParseTree:
    assert isinstance(node, Tree)
    return node


#: What reads the statement whose keyword is the key.
READERS: dict[str, Callable[[Line, int], Declaration | CommonBlocks]] = {
    "parameter": parameter,
    "common": common,
    "data": data,
    "equivalence": equivalence,
    "implicit": implicit,
    "use": use,
}
