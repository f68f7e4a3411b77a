"""ADC01xx: syntax, and what of Python adc does not support."""

from __future__ import annotations

from adc.diagnostics.entries import CodeEntry

SYNTAX: tuple[CodeEntry, ...] = (
    # ADC01xx: syntax and unsupported constructs
    CodeEntry(
        "ADC0101",
        "`break` or `continue` outside a loop",
        "Python has no meaning for these outside a loop. Remove the statement, or indent it into"
        " the loop that it belongs to.",
    ),
    CodeEntry(
        "ADC0103",
        "exceptions in a kernel",
        "The generated C has no exceptions. `try` is read where a test tells beforehand what would "
        "be raised, as around `cholesky` or `len`. Test by `if` for what would raise another "
        "exception; `raise ValueError(...)` and `assert` become error codes of the generated "
        "function.",
    ),
    CodeEntry(
        "ADC0104",
        "a `with` block in a kernel",
        "Context managers run Python code that adc does not see. Move the statements out of "
        "the block. `with np.errstate(...)` and `with warnings.catch_warnings()` are left out; "
        "classes of the source's own with `__enter__` and `__exit__` are followed.",
    ),
    CodeEntry(
        "ADC0105",
        "a class in a kernel",
        "Classes are not supported inside a function. Pass arrays and scalars as arguments.",
    ),
    CodeEntry(
        "ADC0107",
        "a comprehension",
        "A comprehension makes a list of a length that sizes tell. Where data decide which items "
        "there are, it may stand inside `sum`, `min`, `max`, `any`, `all` and `len`, and as an "
        "argument of NumPy's functions; elsewhere fill an array in a `for` loop. Generators that "
        "are given a name, and sets, are not supported.",
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
        "`del` takes a name away, or a key of a dictionary. Of lists and arrays nothing is "
        "deleted: make new ones without it.",
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
        "adc must see every item of an assignment, and of what is unpacked into a call, a tuple or "
        "a list. Tuples, what `*args` and `**kwargs` took, and arrays whose first extent is a "
        "number can be taken apart by `*`. Write each item of others, or declare the extent.",
    ),
    CodeEntry(
        "ADC0113",
        "text in a kernel",
        "What is computed cannot depend on a text that is made of data, nor on byte strings.",
    ),
    CodeEntry(
        "ADC0114",
        "a dictionary or a set",
        "Dictionaries may have texts or integers for keys. Sets are not supported. Use a tuple, a "
        "variable, an argument or an array for what they hold.",
    ),
    CodeEntry(
        "ADC0115",
        "an assignment inside an expression",
        "`:=` is read where it is surely evaluated, and nothing that its statement reads before "
        "would see the difference. Elsewhere assign in a statement of its own.",
    ),
    CodeEntry(
        "ADC0116",
        "`match`",
        "`match` is read for numbers, texts, None, and tuples as they are written behind it. For "
        "other patterns use `if`, `elif` and `else`.",
    ),
    CodeEntry(
        "ADC0117",
        "a loop over what adc cannot count",
        "adc reverses a loop by running its range backwards. So `for` takes `range(…)`, arrays, "
        "`enumerate`, `zip` and `reversed` of those, and tuples as they are written; the loop "
        "variables are names. Loop over an index where it is something else.",
    ),
    CodeEntry(
        "ADC0119",
        "complex numbers",
        "adc differentiates real functions. Inside of a Python function numbers may be complex, as "
        "far as docs/numpy.md says; nothing loses an imaginary part unless it is told to, by "
        "`z.real`. Fortran's complex numbers are as far as docs/fortran.md says. Elsewhere compute "
        "the real and the imaginary part in arrays of their own.",
    ),
    CodeEntry(
        "ADC0120",
        "a variable number of arguments",
        "The generated function takes a fixed list of arguments: `*rest` is empty in it, and of "
        "`**options` it has the keys that a signature names.",
    ),
    CodeEntry(
        "ADC0121",
        "an import inside a function",
        "Inside a function adc reads imports of the modules that it knows. It does not read other "
        "files of yours, and names that `import *` binds are read at the top of the file alone.",
    ),
    CodeEntry(
        "ADC0123",
        "a name whose value adc cannot tell",
        "adc parses the file and never runs it. It believes a name of the module that is "
        "bound once, at the top level, or by statements there that it can work out as it does "
        "those of a function, and to which no function has a part. Any other name could have any "
        "value, and the gradient would be that of "
        "another function. Bind it once, or make it an argument. Where functions set it, "
        "`--first-call` takes each call as the first one; where another file might change it, "
        "`--as-written` takes the statements of its own file at their word. As a warning: a file "
        "sets parts of things by names that are values, and no text of the source has this name; "
        "it is taken as its own file has it; `adc check` compares with a run.",
    ),
    CodeEntry(
        "ADC0124",
        "an expression or a nest of statements that is too deep",
        "It is nested deeper than adc can follow. Split an expression into several statements, and "
        "put the inner part of a nest into a function of its own.",
    ),
    CodeEntry(
        "ADC0125",
        "a decorator that may change the function",
        "A decorator may put another function in the place of the one that is written, and adc "
        "differentiates what is written. Compilers and caches (`numba.njit`, `jax.jit`, "
        "`functools.cache`) are passed over, one that comes from elsewhere with a warning. One "
        "that the file defines, or that maps a function over arrays, is refused: write what it "
        "does into the function. So is a cache of a function that does something else when it is "
        "run again, and of results that are changed.",
    ),
    CodeEntry(
        "ADC0126",
        "what says something, and is left out",
        "`print`, `warnings.warn`, calls of loggers and blocks such as `with np.errstate(...)` "
        "have no place in the generated code: they are left out, and a warning says so. It is an "
        "error where such a call might do more than that, as one does whose arguments call a "
        "function that may change arrays. So are handlers of what only `raise` raises, where adc "
        "cannot tell at which place it is: the generated function returns an error then. "
        "A list whose length only data tell is left out of what "
        "is returned in the same way, if nothing is returned behind it.",
    ),
    CodeEntry(
        "ADC0127",
        "an independent that a program sets otherwise than by an assignment",
        "`--program` takes variables that the program sets itself as arguments: the first value "
        "of each is left out, and the caller gives it instead. That value has to be one "
        "assignment of the whole variable that always runs, and element assignments behind it. "
        "Where a loop, a branch or `with` gives it, name what it is made of, or assign the "
        "variable in one statement.",
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
    # ADC0149-0154: the source form of Fortran
    CodeEntry(
        "ADC0149",
        "text behind column 72 of fixed form",
        "Compilers pass over columns 73 and up of fixed form, where punched cards had their "
        "numbers, and so does adc. The text looks as if it belonged to the statement: that is an "
        "error where nothing can be read without it, and a warning else. For sources that are "
        "compiled with longer lines (`-ffixed-line-length-132`) give `--line-length 132`, or "
        "`--line-length none`, which `adc check` tells the compiler, too.",
    ),
    CodeEntry(
        "ADC0150",
        "a label that is none",
        "A label is a number of one to five digits in front of a statement. In fixed form it "
        "stands in columns 1 to 5, and the statement begins in column 7; files of the suffixes "
        ".f, .for, .ftn, .f77 and .fpp are read in fixed form, all others in free form.",
    ),
    CodeEntry(
        "ADC0151",
        "a continuation without its statement",
        "A line says that it continues a statement where none is open, or that it is continued "
        "where nothing follows. In free form `&` stands at the end of the line that goes on, and "
        "within a string also at the beginning of the next; in fixed form any character other "
        "than a blank and 0 in column 6 marks a line that continues the one before.",
    ),
    CodeEntry(
        "ADC0152",
        "a Hollerith constant",
        "Text that is introduced by its length, as in `5Hhello`, is read past in a FORMAT only. "
        "Write it between quotes.",
    ),
    CodeEntry(
        "ADC0153",
        "a line for the preprocessor that fails",
        "Sources with lines that begin with `#` go through the system's `cpp`, with the `-D` and "
        "`-I` of the command line. What it complains of, and `#` lines in a file that Fortran's "
        "own `include` brings in, are errors.",
    ),
    CodeEntry(
        "ADC0154",
        "a directive for Tapenade",
        "A note: `$AD` directives of a source have no effect on adc. The note names the option "
        "that asks for the same, if there is one.",
    ),
    # ADC0155-0161: one statement of Fortran
    CodeEntry(
        "ADC0155",
        "a Fortran statement that cannot be read",
        "The statement is not built as Fortran wants it: something unexpected stands in it, or "
        "something is missing. The message points at the first place that does not fit.",
    ),
    CodeEntry(
        "ADC0156",
        "no statement of Fortran",
        "The line is no assignment, and the word that it begins with is no keyword of Fortran. In "
        "fixed form, text in columns 1 to 6 is a label or a continuation mark; the statement "
        "begins in column 7.",
    ),
    CodeEntry(
        "ADC0157",
        "a Fortran statement that adc does not support",
        "The statement is Fortran, but adc has no derivative for what it does: pointers, assigned "
        "labels, alternate returns, type-bound procedures, SELECT TYPE, coarrays. The message "
        "names what to use instead.",
    ),
    CodeEntry(
        "ADC0158",
        "a constant of a type that adc does not compute with",
        "Binary, octal or hexadecimal constants are not supported. The parts of a complex constant "
        "are numbers or the names of constants: `cmplx(x, y, kind)` makes one of expressions.",
    ),
    CodeEntry(
        "ADC0159",
        "operators that do not go together",
        "Fortran wants parentheses around a signed operand behind an operator, as in `a*(-b)`, and "
        "has no chains of comparisons. Operators that a module defines are not supported.",
    ),
    CodeEntry(
        "ADC0160",
        "a declaration that adc does not support",
        "Initial values between slashes, sizes behind the names of variables, and pointers have "
        "replacements in standard Fortran: a DATA statement, a kind, an allocatable array.",
    ),
    CodeEntry(
        "ADC0161",
        "a character that Fortran does not have",
        "The character has no meaning outside of strings and comments. The message says what "
        "stands for it in Fortran, where anything does.",
    ),
    # ADC0163-0168: the blocks, units and jumps of Fortran
    CodeEntry(
        "ADC0163",
        "blocks or program units that do not fit",
        "An END closes another block or unit than the innermost open one, is missing, or closes "
        "nothing. A labelled DO ends with the statement of its label, and a construct that has a "
        "name is closed with its name.",
    ),
    CodeEntry(
        "ADC0164",
        "a part of a program unit that adc does not support",
        "CRITICAL constructs and submodules are not supported in a routine that is differentiated "
        "or in one that it calls, nor are dummies of another ENTRY than that by which it is "
        "called. Other units of the file may have them.",
    ),
    CodeEntry(
        "ADC0165",
        "a declaration among the statements",
        "Fortran wants all declarations of a unit in front of its first statement.",
    ),
    CodeEntry(
        "ADC0166",
        "an INCLUDE that fails",
        "The file is looked for beside the one that names it and in the folders given by `-I`. "
        "A file cannot include itself.",
    ),
    CodeEntry(
        "ADC0167",
        "a label that is missing, or there twice",
        "A GOTO goes to a statement of the same routine, which has its label as the only one. The "
        "label of a FORMAT is no place to go to.",
    ),
    CodeEntry(
        "ADC0168",
        "a GOTO that is no structured jump",
        "A GOTO may go forward, out of blocks and loops, and back to the beginning of a loop that "
        "it makes. One that goes into a block or a loop from outside, or that crosses another "
        "loop of GOTOs, has no counterpart in IF, DO, CYCLE and EXIT.",
    ),
    # ADC0169-0171: what the routine does, and what becomes of it in the generated code
    CodeEntry(
        "ADC0169",
        "Fortran that adc reads and does not differentiate",
        "The construct is part of Fortran, and adc has no counterpart for this form of it. The "
        "message names the form, and the help another way to write the same.",
    ),
    CodeEntry(
        "ADC0170",
        "a statement that is left out",
        "A warning: PRINT, WRITE and other output have no derivative, and the generated code does "
        "without them. What only reports can be passed over; a file that other code reads has to "
        "be written by the caller.",
    ),
    CodeEntry(
        "ADC0171",
        "STOP becomes an error code",
        "A warning: generated code does not end the program. Where the primal would stop, the "
        "generated function returns at once with an error code, which the caller has to check.",
    ),
)
