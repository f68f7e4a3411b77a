"""One entry per diagnostic code, for `adc explain`.

The text of a message is written where its check is; this table says what the code means. Each
package appends its own entries to the part of its range.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CodeEntry:
    """`title` is one line; `explanation` says what the code means and what to do about it."""

    code: str
    title: str
    explanation: str


_SYNTAX: tuple[CodeEntry, ...] = (
    # ADC01xx: syntax and unsupported constructs
    CodeEntry(
        "ADC0101",
        "a `while` loop",
        "The number of trips of a `while` loop depends on data, which adc cannot reverse yet."
        " Where the number is known, or has a bound, write `for i in range(n):` and guard the"
        " body with `if`.",
    ),
    CodeEntry(
        "ADC0102",
        "`break` or `continue`",
        "adc reverses loops whose trips are known when they start, so a loop cannot be left "
        "early. Run the whole range and put what must not happen under `if`.",
    ),
    CodeEntry(
        "ADC0103",
        "exceptions in a kernel",
        "`try` and `raise` have no derivative and no place in the generated C. Check "
        "arguments in the caller; conditions on shapes may be stated with `assert`.",
    ),
    CodeEntry(
        "ADC0104",
        "a `with` block in a kernel",
        "Context managers run Python code that adc does not see. Move the statements out of "
        "the block.",
    ),
    CodeEntry(
        "ADC0105",
        "a class in a kernel",
        "Classes are not supported inside a function. Pass arrays and scalars as arguments.",
    ),
    CodeEntry(
        "ADC0106",
        "a function or `lambda` in a kernel",
        "Functions defined inside a function are not supported. Define them at the top level "
        "of the file, where adc inlines their calls, and pass what they use as arguments.",
    ),
    CodeEntry(
        "ADC0107",
        "a comprehension",
        "Comprehensions build Python lists. Use a NumPy expression over whole arrays, or fill"
        " an array in a `for` loop over a range.",
    ),
    CodeEntry(
        "ADC0108",
        "a generator",
        "`yield` makes a function a generator, which adc does not support. Return arrays.",
    ),
    CodeEntry(
        "ADC0109",
        "`async` or `await`",
        "Asynchronous code is not supported. Write an ordinary function.",
    ),
    CodeEntry(
        "ADC0110",
        "`del`",
        "adc decides itself when memory is freed, so `del` is not needed. Remove it.",
    ),
    CodeEntry(
        "ADC0111",
        "`global` or `nonlocal`",
        "A kernel works on its arguments alone: what it reads are arguments, what it changes "
        "are arguments or results. Pass the value and return what changes.",
    ),
    CodeEntry(
        "ADC0112",
        "unpacking with `*` or `**`",
        "adc must see every argument of a call and every item of an assignment. Write each one.",
    ),
    CodeEntry(
        "ADC0113",
        "text in a kernel",
        "f-strings and byte strings are not supported: a kernel computes with numbers.",
    ),
    CodeEntry(
        "ADC0114",
        "a dictionary or a set",
        "Dictionaries and sets are not supported. Use a variable, an argument or an array for"
        " what they hold.",
    ),
    CodeEntry(
        "ADC0115",
        "an assignment inside an expression",
        "`:=` is not supported. Assign in a statement of its own.",
    ),
    CodeEntry(
        "ADC0116",
        "`match`",
        "`match` is not supported. Use `if`, `elif` and `else`.",
    ),
    CodeEntry(
        "ADC0117",
        "a loop over something else than a range",
        "adc reverses a loop by running its range backwards, so `for` takes `range(stop)`, "
        "`range(start, stop)` or `range(start, stop, step)` and one loop variable. Loop over "
        "an index and subscript the arrays with it.",
    ),
    CodeEntry(
        "ADC0118",
        "`else` after a loop",
        "Without `break`, the `else` of a loop always runs. Put its statements behind the loop.",
    ),
    CodeEntry(
        "ADC0119",
        "complex numbers",
        "adc differentiates real functions. Compute the real and the imaginary part in arrays"
        " of their own.",
    ),
    CodeEntry(
        "ADC0120",
        "a variable number of arguments",
        "The generated function takes a fixed list of arguments. Name each one.",
    ),
    CodeEntry(
        "ADC0121",
        "an import inside a function",
        "adc reads imports at the top of the file. Move it there.",
    ),
    CodeEntry(
        "ADC0123",
        "a name whose value adc cannot tell",
        "adc parses the file and never runs it. It believes a name of the module that is "
        "bound once, at the top level, to a constant. A name that is bound again, changed, or"
        " bound in a branch or loop could have any value, and the gradient would be that of "
        "another function. Bind it once, or make it an argument.",
    ),
    CodeEntry(
        "ADC0124",
        "an expression that is nested too deeply",
        "The expression is nested deeper than adc can follow. Split it into several statements.",
    ),
    CodeEntry(
        "ADC0130",
        "a syntax error",
        "The file is not Python at this place. Run it through Python, which says the same in "
        "its own words, and correct the statement.",
    ),
    CodeEntry(
        "ADC0131",
        "a missing colon",
        "`if`, `for`, `def` and the other headers of blocks end in a colon.",
    ),
    CodeEntry(
        "ADC0132",
        "brackets that do not match",
        "A bracket is never closed, is closed by another kind, or closes nothing. The place "
        "is that of the bracket that has no partner.",
    ),
    CodeEntry(
        "ADC0133",
        "wrong indentation",
        "A line is indented like no block around it, or a block is missing after a header. "
        "Lines of one block are indented alike.",
    ),
    CodeEntry(
        "ADC0134",
        "tabs mixed with spaces",
        "The indentation of a block cannot be compared with that around it, because one uses "
        "tabs and the other spaces. Indent the whole file with spaces.",
    ),
    CodeEntry(
        "ADC0135",
        "a print statement",
        "`print x` is Python 2. Write `print(x)`; adc reads Python 3.",
    ),
    CodeEntry(
        "ADC0136",
        "a string that is never closed",
        "A quote opens a string that no quote closes.",
    ),
    CodeEntry(
        "ADC0137",
        "an unexpected character",
        "The character has no meaning in Python. Text that was copied from a document often "
        "holds typographic quotes, minus signs and blanks.",
    ),
    CodeEntry(
        "ADC0138",
        "an assignment to something else than a variable",
        "The left side of an assignment is a name, a subscript such as `A[i]` or `A[1:-1]`, "
        "or a tuple of those.",
    ),
)

_TYPES: tuple[CodeEntry, ...] = (
    # ADC02xx: types, shapes, names
    CodeEntry(
        "ADC0201",
        "arguments without a type",
        "adc needs the element type and shape of each argument: from `--signature`, "
        '`--signature-file`, `--example`, an annotation (`A: "float64[N, M]"`), or a literal '
        "default value. The message shows a signature to give, filled in as far as the "
        "function's body tells; ranks and types in it are a guess to be corrected.",
    ),
    CodeEntry(
        "ADC0202",
        "a type that adc does not compute with",
        "The element types are float64, float32, int64, int32 and bool, and Python's own "
        "float, int and bool for scalars. Complex, half and extended precision are not "
        "supported.",
    ),
    CodeEntry(
        "ADC0203",
        "a signature that cannot be read",
        "A signature lists the function's arguments with their types: `gemm(alpha: float64, "
        "A: float64[N, M], steps: int)`.",
    ),
    CodeEntry(
        "ADC0204",
        "a size that adc does not understand",
        "The sizes in a shape are integer expressions of names, numbers, `+`, `-`, `*`, `//`,"
        " `%`, `**`, `min` and `max`: `N + 4`, `2*N`, `H//2 - 2`. A name is a size of its own"
        " or an integer argument of the function.",
    ),
    CodeEntry(
        "ADC0205",
        "a signature of another function",
        "The name in a signature must be that of the function that is differentiated, and "
        "only one signature may have it.",
    ),
    CodeEntry(
        "ADC0206",
        "arguments that do not match the function",
        "A signature names an argument that the function does not take, or names one twice.",
    ),
    CodeEntry(
        "ADC0207",
        "an example that holds no named arrays",
        "`--example` takes a file that `numpy.savez` wrote, with one plain array for each "
        "argument, under its name. Files with pickled objects are refused.",
    ),
    CodeEntry(
        "ADC0208",
        "which function is meant",
        "The file defines no function at its top level, more than one, or none of the name "
        "given. Choose with `--function`.",
    ),
    CodeEntry(
        "ADC0209",
        "a type that adc chose or changed",
        "A note: `--dtype` overrides the floating types, an annotation leaves the precision "
        "open, or an example holds an array that is no argument.",
    ),
)

_REQUESTS: tuple[CodeEntry, ...] = (
    # ADC03xx: what is differentiated with respect to what
)

_MEMORY: tuple[CodeEntry, ...] = (
    # ADC04xx: memory and plan
)

_CHECK: tuple[CodeEntry, ...] = (
    # ADC05xx: check
)

_FILES: tuple[CodeEntry, ...] = (
    # ADC06xx: targets, options, files
    CodeEntry(
        "ADC0601",
        "the target is not built yet",
        "adc writes C. Other targets (`--target cuda`) have their names reserved and are refused "
        "until adc can write correct code for them. Use `--target c`, which is the default.",
    ),
    CodeEntry(
        "ADC0602",
        "a file cannot be read",
        "A source, a signature file or an example named on the command line does not exist, is a "
        "folder, or may not be read. Check the path; paths are taken relative to the folder that "
        "adc runs in.",
    ),
    CodeEntry(
        "ADC0603",
        "a file cannot be written",
        "The output folder (`-o`) or the dependency file (`--depfile`) cannot be created or "
        "written. Nothing was changed: adc renders every file in memory and moves them into place "
        "only when all of them are complete. Choose a folder that you may write to.",
    ),
    CodeEntry(
        "ADC0604",
        "the source is not text that adc can read",
        "A source file must be text in UTF-8. Re-save it in that encoding, and check that the path "
        "names the source and not a compiled file.",
    ),
    CodeEntry(
        "ADC0605",
        "a file of the output stands in the way",
        "The output folder holds a file of a name that adc wants to write, and adc did not write "
        "it: it is neither listed in the folder's manifest.json nor marked as adc's. Your own "
        "Makefile, for example, is not replaced. Choose another folder with `-o`, or move the file "
        "away.",
    ),
)

CATALOGUE: dict[str, CodeEntry] = {
    entry.code: entry for entry in (*_SYNTAX, *_TYPES, *_REQUESTS, *_MEMORY, *_CHECK, *_FILES)
}
