"""Statements and functions: from Lark's parse tree to the surface tree."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lark import Tree

from adc.diagnostics import AdcError, Diagnostic, InternalError
from adc.frontends import surface
from adc.frontends.names import free_names, starred, walk
from adc.frontends.python.clocks import without_clocks
from adc.frontends.python.decorated import is_vectorize, with_decorators
from adc.frontends.python.decorators import decorators, root_of
from adc.frontends.python.displays import items_to_unpack
from adc.frontends.python.drawings import left_out_drawing
from adc.frontends.python.drawn_once import with_draws_in_place
from adc.frontends.python.exceptions import message_text, raise_statement, varying_text
from adc.frontends.python.expressions import expression, identifier, name_of
from adc.frontends.python.fence import called_name, rejection
from adc.frontends.python.handled import tested
from adc.frontends.python.imports import bound_names, inner_imports, names_below
from adc.frontends.python.iteration import Body, check_target, unrolled, without_breaks
from adc.frontends.python.left_out import left_out_call, left_out_setting
from adc.frontends.python.left_tries import at_last, left_tries, unhandled
from adc.frontends.python.made_texts import made_of
from adc.frontends.python.managers import has_managers, with_block
from adc.frontends.python.mapped import filtered
from adc.frontends.python.matching import matched
from adc.frontends.python.named_errors import Errors, left_out_error, named_errors
from adc.frontends.python.nonlocals import declared, with_own
from adc.frontends.python.optional import note, without_package
from adc.frontends.python.pieces import (
    annotation_text,
    docstring_of,
    flat,
    is_target,
    is_text,
    parameter_nodes,
    tree_of,
)
from adc.frontends.python.products import loop_over
from adc.frontends.python.progress import without_progress
from adc.frontends.python.returns import by_arms, in_arms
from adc.frontends.python.source import Node, ParseTree, Source
from adc.frontends.python.tried import handled_kinds, imports_missing, untested
from adc.frontends.python.walruses import has_bindings, is_marked, refused, with_bindings
from adc.frontends.python.yields import yielded

#: numba's prange is range to the interpreter; xrange is what files for Python 2, too, bind to it.
_RANGES = ("range", "prange", "xrange")
_DISPLAYS = ("tuple", "testlist_tuple", "list")  # what a loop is written out over
_MOST_ITEMS = 2_000
#: What tests ask of kinds of values, which is decided while compiling.
_OF_KINDS = re.compile(r"\b(?:isinstance|callable|hasattr|isscalar|ndim|is)\b")


def function(node: ParseTree, source: Source) -> surface.Function:
    """The surface tree of a `funcdef`; raises one AdcError with all that is behind the fence."""
    name, parameters, _, written = node.children
    suite = with_draws_in_place(tree_of(written), parameters, source)
    inside = {text for text, _ in bound_names([suite])}
    listed_names = {text for text, _ in names_below(parameters)} if parameters else set()
    builder = _Builder(source.inside(inside | listed_names))
    builder.source.binding = True
    builder.errors = named_errors(node, source)
    builder.source.yields = source.may_yield(name_of(name), node.meta.column)
    span = source.header(node, name)
    listed = builder.parameters(tree_of(parameters)) if parameters is not None else ()
    builder.source.locals = source.locals | inside | {p.name for p in listed}
    body = with_own(listed, without_clocks(builder.suite(suite), source), span)
    if builder.faults:
        raise AdcError(sorted(builder.faults, key=_position))
    docstring = docstring_of(suite, source)
    return surface.Function(identifier(name, source), listed, body, span, docstring)


def statements_of(trees: list[ParseTree], source: Source) -> Body:
    """The surface trees of statements of a file, as a function has them."""
    builder = _Builder(source.inside(text for text, _ in bound_names(trees)))
    builder.source.binding = True
    made = without_clocks(builder.suite(Tree("suite", list(trees))), source)
    if builder.faults:
        raise AdcError(sorted(builder.faults, key=_position))
    return made


def module_assignment(node: ParseTree, source: Source) -> surface.Assign:
    """The surface tree of an `assign` or of an `annassign` with a value."""
    statement = _Builder(source).assignment(node)
    if not isinstance(statement, surface.Assign):
        raise InternalError("a module-level assignment without a value", source.span(node))
    return statement


class _Builder:
    """Converts statements and goes on after a fault, so that all of them are reported at once."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Diagnostic] = []
        self.written_out = 0
        self.messages: dict[str, str] = {}
        self.errors: Errors = {}

    def suite(self, node: ParseTree) -> tuple[surface.Statement, ...]:
        statements: list[surface.Statement] = []
        for child in flat(node.children):
            try:
                statement = self.statement(tree_of(child))
                found = statement if isinstance(statement, tuple) else (statement,)
                made = [each for one in found for each in with_bindings(one)]
            except AdcError as error:
                self.faults += error.diagnostics
                continue
            statements += [s for s in made if not is_text(s)]
        return tuple(statements)

    def statement(self, node: ParseTree) -> surface.Statement | Body:
        drawn = left_out_drawing(node, self.source)
        if drawn is not None:
            return drawn
        if node.data == "with_stmt":
            return with_block(node, self.source, self.suite, self._expression)
        if node.data in ("try_stmt", "try_finally"):
            return self._try(node)
        if node.data == "match_stmt":
            return matched(node, self.source, self.suite, self._expression)
        if node.data == "del_stmt":
            return self._delete(node)
        if node.data == "import_stmt":
            return self._import(node)
        if node.data == "decorated" and tree_of(node.children[-1]).data == "funcdef":
            return self._decorated(node)
        if node.data == "nonlocal_stmt":
            return declared(node, self.source)
        if node.data == "yield_stmt" and self.source.yields:
            return yielded(node, self.source)
        if node.data == "global_stmt" and not self._sets(node):
            return ()
        rejected = rejection(node, self.source)
        if rejected:
            raise rejected
        convert: Callable[[ParseTree], surface.Statement | Body] | None = {
            "assign_stmt": self._assign,
            "expr_stmt": self._evaluate,
            "for_stmt": self._for,
            "while_stmt": self._while,
            "break_stmt": lambda n: surface.Break(self.source.span(n)),
            "continue_stmt": lambda n: surface.Continue(self.source.span(n)),
            "if_stmt": self._if,
            "return_stmt": self._return,
            "pass_stmt": lambda n: surface.Pass(self.source.span(n)),
            "assert_stmt": self._assert,
            "funcdef": self._define,
            "raise_stmt": lambda n: raise_statement(n, self.source, self.messages, self.errors),
        }.get(node.data)
        if convert is None:
            message = f"no surface statement for the parser's {node.data}"
            raise InternalError(message, self.source.span(node))
        return convert(node)

    def _setting(self, node: ParseTree) -> Body:
        """`old = np.seterr(…)`, where that is all there is; else nothing."""
        assigned = tree_of(node.children[0])
        *targets, value = assigned.children
        found = left_out_setting(targets, value, self.source) if assigned.data == "assign" else None
        return tuple(found or ())

    def _assign(self, node: ParseTree) -> surface.Statement | Body:
        return self._setting(node) or in_arms(self.assignment(tree_of(node.children[0])))

    def assignment(self, node: ParseTree) -> surface.Statement:
        span = self.source.span(node)
        if node.data == "augassign":
            target, operator, value = node.children
            op = name_of(operator).removesuffix("=")
            converted = self._target(target, augmented=True)
            return surface.AugmentedAssign(converted, op, self._added(converted, op, value), span)
        if node.data == "annassign":
            target, annotation, value = node.children
            if value is None:
                return surface.Pass(span)  # a declaration: it binds nothing
            text, _ = annotation_text(annotation, self.source)
            return surface.Assign((self._target(target),), self._expression(value), span, text)
        targets = tuple(self._target(child) for child in node.children[:-1])
        if any(isinstance(t, surface.Name) and t.name in self.errors for t in targets):
            return left_out_error(node, self.source)
        return surface.Assign(targets, self._assigned(targets, node.children[-1]), span)

    def _added(self, target: surface.Expr, op: str, node: Node) -> surface.Expr:
        """What `target op= …` takes, which may be more of a message."""
        found = varying_text(node, self.source) if op == "+" else None
        if found is None or not isinstance(target, surface.Name):
            return self._expression(node)
        self.messages[target.name] = self.messages.get(target.name, "") + found[0]
        return self._text(node, found[1])

    def _text(self, node: Node, plain: bool) -> surface.Expr:
        """A text that may be made of data; `plain`: nothing is in it but what may be known."""
        span = self.source.between(node, node)
        inside = (self._expression(node),) if plain else ()
        return made_of((surface.Sequence(inside, False, span),), span)

    def _assigned(self, targets: tuple[surface.Expr, ...], node: Node) -> surface.Expr:
        """The value; a text that is made of data may be the message of an exception."""
        name = targets[0].name if isinstance(targets[0], surface.Name) else ""
        if name and len(targets) == 1:
            found = varying_text(node, self.source)
            if found is not None:
                self.messages[name] = found[0]
                return self._text(node, found[1])
        value = items_to_unpack(targets, node, self.source, expression) or self._expression(node)
        if name and isinstance(value, surface.String):
            self.messages[name] = value.value
        return value

    def _expression(self, node: Node) -> surface.Expr:
        return expression(node, self.source)

    def _target(self, node: Node, augmented: bool = False) -> surface.Expr:
        """An assignment's left side: a name, a subscript, or a sequence of those."""
        target = self._expression(node)
        if not is_target(target, augmented):
            message = "this cannot be assigned to"
            way_out = "assign to a name or to a subscript such as `A[i]`"
            raise AdcError.of("ADC0138", message, target.span, help=way_out)
        return target

    def _define(self, node: ParseTree) -> surface.Define:
        """A function inside this one."""
        made = function(node, self.source)
        captures = self.source.locals & free_names(made).keys()
        return surface.Define(replace(made, captures=captures), made.span)

    def _decorated(self, node: ParseTree) -> Body:
        """A function inside this one, and what local functions among its decorators make of it;
        `module.py` judges the others."""
        made = self._define(tree_of(node.children[-1]))
        local = [
            d
            for d in decorators(node)
            if root_of(d) in self.source.locals or is_vectorize(d, self.source)
        ]
        return with_decorators(made, local, self.source) if local else (made,)

    def _try(self, node: ParseTree) -> Body:
        """What is tried, and what follows where nothing is raised; or an `if` that asks whether
        something would be."""
        missing = without_package(node, self.source)
        if missing is not None:
            run = self.suite(Tree("suite", [*missing.statements]))
            return (note(missing, missing.span), *run) if missing.name else run
        if node.data == "try_finally":
            tried, finally_ = node.children
            made = self._at_last(self.suite(tree_of(tried)), finally_)
        elif imports_missing(node, self.source):
            made = None
        else:
            made = self._tested(node)
            if made is None and (told := unhandled(node, self.source)):
                made = (told, *self._unguarded(node))
            if made is not None and node.children[3] is not None:
                made = self._at_last(made, node.children[3])
        if made is not None:
            return made
        rejected = rejection(node, self.source)
        assert rejected is not None
        raise rejected

    def _unguarded(self, node: ParseTree) -> Body:
        tried, _, orelse, _ = node.children
        after = self.suite(tree_of(orelse)) if orelse is not None else ()
        return (*self.suite(tree_of(tried)), *after)

    def _tested(self, node: ParseTree) -> Body | None:
        kinds = handled_kinds(node, self.source)
        tried, clauses, orelse, _ = node.children
        before = len(self.faults)
        body = self._arm(tree_of(tried))
        handlers = [self._arm(tree_of(tree_of(c).children[-1])) for c in tree_of(clauses).children]
        after = self.suite(tree_of(orelse)) if orelse is not None else ()
        if has_managers(body):  # an exception ends their blocks before it is handled
            return untested(node, body, handlers, after, self.source)
        made = None if kinds is None else tested(body, handlers[0], after, kinds, self.source)
        made = made or untested(node, body, handlers, after, self.source)
        if made is None:
            made = left_tries(node, body, tuple(handlers), after, self.source, function)
        del self.faults[before if made is None else len(self.faults) :]
        return made

    def _at_last(self, body: Body, finally_: Node) -> Body | None:
        return at_last(body, self.suite(tree_of(tree_of(finally_).children[0])))

    def _import(self, node: ParseTree) -> Body:
        """An import inside a function binds local names."""
        found: list[surface.Statement] = []
        for one in inner_imports(node.children[0], self.source):
            if one.name == "*":
                rejected = rejection(node, self.source)
                assert rejected is not None
                raise rejected
            path = one.module if one.name is None else f"{one.module}:{one.name}"
            value = surface.Intrinsic(path, one.span, "import")
            found.append(surface.Assign((surface.Name(one.alias, one.span),), value, one.span))
        return tuple(found)

    def _delete(self, node: ParseTree) -> Body:
        """`del x` and `del d[key]`: the name has no value, the dictionary no such key any more."""
        (listed,) = node.children
        several = isinstance(listed, Tree) and listed.data == "exprlist"
        found: list[surface.Statement] = []
        given: tuple[surface.Expr, ...]
        for part in listed.children if several else [listed]:
            target = self._expression(part)
            if isinstance(target, surface.Name) and target.name in self.source.locals:
                what, given = "adc.deleted", (surface.String(target.name, target.span),)
            elif isinstance(target, surface.Subscript) and len(target.items) == 1:
                what, given = "adc.removed", (target.value, target.items[0])
            else:
                rejected = rejection(node, self.source)
                assert rejected is not None
                raise rejected
            function = surface.Intrinsic(what, target.span, "python")
            call = surface.Call(function, given, (), target.span)
            found.append(surface.Evaluate(call, target.span))
        return tuple(found)

    def _evaluate(self, node: ParseTree) -> surface.Statement:
        left_out = left_out_call(node, self.source)
        if left_out is not None:
            return left_out
        value = self._expression(node.children[0])
        if isinstance(value, surface.Ellipsis):
            return surface.Pass(value.span)
        return surface.Evaluate(value, self.source.span(node))

    def _for(self, node: ParseTree) -> Body:
        _, _, suite, orelse = node.children
        body = self.suite(tree_of(suite))
        if orelse is not None:
            return self._with_else(
                body, tree_of(orelse), lambda b, after: self._loop(node, b, after)
            )
        return self._loop(node, body)

    def _with_else(self, body: Body, orelse: ParseTree, loop: Callable[[Body, int], Body]) -> Body:
        """A loop with the statements that are run unless it is left by `break`."""
        after = self.source.fresh_label()
        made = loop(without_breaks(body, after), after)
        return (surface.Block(after, (*made, *self.suite(orelse)), self.source.span(orelse)),)

    def _loop(self, node: ParseTree, body: Body, after: int | None = None) -> Body:
        """The statements of a `for` with this body, whose `break`s go to the end of the block
        `after`, if there is one."""
        target, iterated, _, _ = node.children
        span = self.source.header(node, iterated)
        iterated = without_progress(iterated, self.source)
        variable = self._expression(target)
        if called_name(iterated) not in _RANGES:
            if isinstance(iterated, Tree) and iterated.data in _DISPLAYS:
                return self._over_items(node, variable, body, after)
            drawn = self._expression(iterated)
            return loop_over(self.source, *filtered(variable, drawn, body, self.source), span)
        call = self._expression(iterated)
        assert isinstance(call, surface.Call)
        if call.keywords or not 1 <= len(call.arguments) <= 3:
            message = "`range` takes one to three arguments by position"
            raise AdcError.of(
                "ADC0117", message, call.span, help="write `range(start, stop, step)`"
            )
        if not isinstance(variable, surface.Name):
            message = "the loop variable must be one name"
            raise AdcError.of("ADC0117", message, variable.span, help="write `for i in range(n):`")
        return (surface.For(variable.name, call.arguments, body, span, call.function),)

    def _over_items(
        self, node: ParseTree, target: surface.Expr, body: Body, after: int | None
    ) -> Body:
        """A loop over a tuple or list as it is written: its body, once for each item."""
        _, iterated, suite, _ = node.children
        iterated = without_progress(iterated, self.source)
        items = self._expression(iterated)
        assert isinstance(items, surface.Sequence)
        if starred(items):
            return loop_over(self.source, target, items, body, self.source.header(node, iterated))
        check_target(target)
        self.written_out += len(items.items)
        if self.written_out > _MOST_ITEMS:
            raise AdcError.of(
                "ADC0117", f"more than {_MOST_ITEMS} bodies of loops would be written out",
                items.span, help="loop over an array, or over a range",
            )  # fmt: skip
        found = len(self.faults)
        others = [self.suite(tree_of(suite)) for _ in items.items[1:]]
        bodies = [body, *(o if after is None else without_breaks(o, after) for o in others)]
        known = self.faults[:found]  # what the first reading found, the others find again
        self.faults[found:] = [f for f in self.faults[found:] if f not in known]
        return unrolled(self.source, target, items, bodies[: len(items.items)])

    def _while(self, node: ParseTree) -> Body:
        condition, suite, orelse = node.children
        test = self._condition(condition)
        span = self.source.header(node, condition)
        body = self.suite(tree_of(suite))
        if orelse is None:
            return (surface.While(test, body, span),)
        if any(map(is_marked, walk(test))):
            raise refused(next(filter(is_marked, walk(test))))
        return self._with_else(body, tree_of(orelse), lambda b, _: (surface.While(test, b, span),))

    def _if(self, node: ParseTree) -> surface.Statement:
        condition, suite, elifs, orelse = node.children
        branches = [(node, condition, suite)]
        branches += [(tree_of(e), *tree_of(e).children) for e in tree_of(elifs).children]
        tests = [self.source.text_of(self.source.between(t, t)) for _, t, _ in branches]
        arm = self._arm if any(map(_OF_KINDS.search, tests)) else self.suite
        rest: tuple[surface.Statement, ...] = arm(tree_of(orelse)) if orelse is not None else ()
        converted = [
            (self._condition(test), arm(tree_of(body)), self.source.header(head, test))
            for head, test, body in branches
        ]
        (first_test, first_body, first_span), *others = converted
        for test, body, span in reversed(others):
            one = surface.If(test, body, rest, span)  # of the rest all are lifted already
            rest = with_bindings(one) if has_bindings(test) else (one,)
        return surface.If(first_test, first_body, rest, first_span)

    def _arm(self, node: ParseTree) -> Body:
        """An arm that may never be reached, whatever the data: what is wrong with it is told
        where it is."""
        before = len(self.faults)
        made = self.suite(node)
        faults, self.faults = self.faults[before:], self.faults[:before]
        return (surface.Refused(tuple(faults), self.source.span(node)),) if faults else made

    def _condition(self, node: Node) -> surface.Expr:
        """The condition; where it is at fault the branches are still searched for faults."""
        try:
            return self._expression(node)
        except AdcError as error:
            self.faults += error.diagnostics
            return surface.NoneValue(self.source.span(node))

    def _sets(self, node: ParseTree) -> bool:
        """Whether the function binds one of the names that a `global` statement has."""
        return any(identifier(c, self.source) in self.source.locals for c in node.children)

    def _return(self, node: ParseTree) -> surface.Statement:
        span = self.source.span(node)
        if node.children[0] is None:
            return surface.Return(None, span)
        value = self._expression(node.children[0])
        if isinstance(value, surface.Sequence) and not value.is_list and len(value.items) > 1:
            return surface.Return((value,) if starred(value) else value.items, span)
        return by_arms(value, span)

    def _assert(self, node: ParseTree) -> surface.Statement:
        test, *told = node.children
        given = told[0] if told else None
        text = message_text(given, self.source, self.messages) if given is not None else ""
        asked = " ".join(self.source.text_of(self.source.between(test, test)).split())
        return surface.Assert(self._expression(test), self.source.span(node), text, asked)

    def parameters(self, node: ParseTree) -> tuple[surface.Parameter, ...]:
        found: list[surface.Parameter] = []
        for child, named in parameter_nodes(node):
            try:
                parameter = replace(self._parameter(child), keyword_only=named)
            except AdcError as error:
                self.faults += error.diagnostics
                continue
            if any(p.name == parameter.name for p in found):
                message = f"the argument `{parameter.name}` is declared twice"
                fault = Diagnostic("ADC0130", message, parameter.span, help="rename one of them")
                self.faults.append(fault)
            found.append(parameter)
        return tuple(found)

    def _parameter(self, node: ParseTree) -> surface.Parameter:
        rejected = rejection(node, self.source)
        if rejected:
            raise rejected
        if node.data in ("starparam", "kwparams"):
            star = "*" if node.data == "starparam" else "**"
            return replace(self._parameter(tree_of(node.children[0])), star=star)
        if node.data == "paramvalue":
            declared = self._parameter(tree_of(node.children[0]))
            return replace(declared, default=self._expression(node.children[1]))
        if node.data == "typedparam":
            declared = self._parameter(tree_of(node.children[0]))
            text, span = annotation_text(node.children[1], self.source)
            return replace(declared, annotation=text, annotation_span=span)
        return surface.Parameter(identifier(node, self.source), None, None, self.source.span(node))


def _position(fault: Diagnostic) -> tuple[int, int]:
    return (fault.span.line, fault.span.column) if fault.span else (0, 0)
