"""One entry per diagnostic code, for `adc explain`.

The text of a message is written where its check is; this table says what the code means. Each
package appends its own entries to the part of its range.
"""

from __future__ import annotations

from adc.diagnostics.entries import CodeEntry
from adc.diagnostics.fortran_codes import FORTRAN_NAMES
from adc.diagnostics.implicit_codes import IMPLICIT
from adc.diagnostics.lowering_codes import LOWERING
from adc.diagnostics.rules_codes import RULES
from adc.diagnostics.syntax_codes import SYNTAX

__all__ = ["CATALOGUE", "CodeEntry"]

_TYPES: tuple[CodeEntry, ...] = (
    # ADC02xx: types, shapes, names
    CodeEntry(
        "ADC0201",
        "arguments without a type",
        "adc needs the element type and shape of each argument: from `--signature`, "
        '`--signature-file`, `--example`, an annotation (`A: "float64[N, M]"`), or a literal '
        "default value. The message shows a signature to give, filled in as far as the "
        "function's body, its docstring and its annotations tell; ranks and types in it are a "
        "guess to be corrected. Arguments that are texts are not in it: `--fix` gives them one "
        "value.",
    ),
    CodeEntry(
        "ADC0202",
        "a type that adc does not compute with",
        "The element types are float64, float32, int64, int32 and bool, and Python's own "
        "float, int and bool for scalars. Complex, half and extended precision are not "
        "supported. `unique` behind a type says that no two elements are equal, of an argument "
        "that is an array of integers with one axis and is not written.",
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
        "given. Choose with `--function`. A function object that a Python program gives has to be "
        "one that a file defines at its top level, once and under its own name.",
    ),
    CodeEntry(
        "ADC0209",
        "a type that adc chose or changed",
        "A note: `--dtype` overrides the floating types, an annotation leaves the precision "
        "open, or an example holds an array that is no argument.",
    ),
    CodeEntry(
        "ADC0210",
        "an argument that keeps its default",
        "A warning: an argument without a type whose default is None, a text, a type, a function, "
        "a tuple of constants or computed of them (`2 * pi`) has that default, and the generated "
        "function does not take it. Give it a type to pass it.",
    ),
)

_REQUESTS: tuple[CodeEntry, ...] = (
    # ADC03xx: what is differentiated with respect to what
    CodeEntry(
        "ADC0301",
        "no such independent",
        "`--wrt` names the arguments of the function that the derivative is taken with respect to. "
        "Give one or more of the function's floating arguments, separated by commas.",
    ),
    CodeEntry(
        "ADC0302",
        "an independent that is not floating",
        "Only arguments of floating type have derivatives: sizes, integers and booleans do not. "
        "Leave the argument out of `--wrt`, or declare it as float64 where it is one in truth.",
    ),
    CodeEntry(
        "ADC0303",
        "no such dependent",
        "`--of` names what is differentiated: an argument that the function writes, a returned "
        "variable, or `return` (`return_0`, `return_1` where several values are returned). It may "
        "be left out only where the function returns exactly one value.",
    ),
    CodeEntry(
        "ADC0304",
        "a dependent that is not floating",
        "The value named by `--of` is an integer or a boolean; its derivative is zero wherever it "
        "exists. Choose a result of floating type.",
    ),
    CodeEntry(
        "ADC0305",
        "a dependent that is never written",
        "`--of` names an argument that the function only reads, so nothing of the function's work "
        "reaches it. Choose an argument that it writes, or a returned value.",
    ),
    CodeEntry(
        "ADC0306",
        "a dependent under two names",
        "`--of` names one value twice: an argument that the function writes, and then returns. "
        "Such a value has one seed; name it once.",
    ),
    CodeEntry(
        "ADC0310",
        "a gradient that is zero",
        "A warning: no differentiable path leads from the independent to the dependent. Either the "
        "dependent does not use it, or it is wholly overwritten before it is read, or every path "
        "passes through an operation without a derivative (`floor`, `round`, `sign`, `//`, "
        "`int()`, a comparison). The gradient is written as zeros.",
    ),
)

_MEMORY: tuple[CodeEntry, ...] = (
    # ADC04xx: memory and plan
    CodeEntry(
        "ADC0401",
        "a memory limit without sizes",
        "`--mem-limit` is kept for given sizes. Say with `--size N=3620,TSTEPS=100` what the sizes "
        "are that the peak depends on; the generated function refuses larger calls at run time.",
    ),
    CodeEntry(
        "ADC0403",
        "the memory limit cannot be met",
        "At the given sizes no plan keeps the generated call within `--mem-limit`: arguments, "
        "seeds and gradients, and all that it allocates. The message gives the smallest limit that "
        "can be kept, and what that plan holds at its peak. Raise the limit to it, make the sizes "
        "smaller, or leave out `--store`, `--recompute` and `--strategy`, which narrow the choice.",
    ),
    CodeEntry(
        "ADC0404",
        "no such variable to store or recompute",
        "`--store` and `--recompute` name arrays and scalars of the function, as the source calls "
        "them; one that is bound anew counts on, and `D` stands for `D`, `D_1` and so on. `adc "
        "plan` lists those that the reverse sweep needs.",
    ),
    CodeEntry(
        "ADC0405",
        "a value that cannot be recomputed, or not stored",
        "`--recompute` asks for a value that is made of others which the program overwrites, and "
        "that no loop run again from snapshots gives back; or `--store` for one that a `while` "
        "loop makes, which is always run again from snapshots. Leave the name out; the planner "
        "then decides.",
    ),
    CodeEntry(
        "ADC0406",
        "a file of machine constants that cannot be used",
        "`--machine` takes a TOML file of constants, such as `adc calibrate` writes. Each is a "
        "number above 0, and one that is left out keeps its default; docs/memory.md lists them.",
    ),
)

_CHECK: tuple[CodeEntry, ...] = (
    # ADC05xx: check
    CodeEntry(
        "ADC0501",
        "no compiler",
        "`adc check` writes the primal, its tangent and its adjoint in C, compiles them and runs "
        "them; `adc calibrate` does so with a program that measures; `adc tune`, and what "
        "`import adc` offers, build libraries by make. They need a compiler for C11: the one that "
        "the environment variable CC names, else cc, gcc or clang. With `--target cuda` they need "
        "CUDA's, too: the one that NVCC names, else nvcc. `adc grad` and `adc jvp` need none.",
    ),
    CodeEntry(
        "ADC0502",
        "the compiler refuses the generated files",
        "The generated C is C11 and uses variably modified types (pointers to rows whose length "
        "is an argument), which gcc, clang and icx have and MSVC has not. If such a compiler "
        "refuses the files, too, this is a fault of adc: please report it with the messages. Flags "
        "in CFLAGS and LDFLAGS may be at fault, too, also where what was built cannot be loaded.",
    ),
    CodeEntry(
        "ADC0503",
        "inputs that do not fit the function",
        "The samples of `--example`, or the sizes of `--size`, do not fit the shapes of the "
        "function's arguments, or `--set` gives an integer or a truth value what is none. Sizes "
        "are solved from the samples' shapes; an array must then have exactly the shape that its "
        "type states.",
    ),
    CodeEntry(
        "ADC0504",
        "a name that the function does not have",
        "`--size` takes sizes and integer arguments, `--set` takes all others: floating "
        "numbers, truth values, arrays. Either has to be one of the function's own.",
    ),
    CodeEntry(
        "ADC0505",
        "the source cannot be run",
        "`adc check` runs your source, in a process of its own, on the inputs of the check: Python "
        "with NumPy, Fortran built by gfortran. Where that is not possible, a note says so; with "
        "`--against-python` it is an error. What the source imports or uses must be there, and it "
        "must come to an end without input.",
    ),
    CodeEntry(
        "ADC0506",
        "the measurement of the machine ended early",
        "`adc calibrate` compiles a small C program and runs it; it did not get to its end. It "
        "takes up to 600 MiB of memory. The file for `--machine` may also be written by hand.",
    ),
    CodeEntry(
        "ADC0507",
        "what is to be measured cannot be called",
        "`adc tune` builds gradients by their Makefiles and calls them, in a process of its own, "
        "on inputs that it draws between 0.1 and 0.9. The call returned an error, or what came out "
        "is not finite. Give sizes that fit together by `--size`, and inputs that suit the "
        "function by `--set` or `--example`.",
    ),
    CodeEntry(
        "ADC0508",
        "schedules of one gradient differ by more than rounding",
        "`adc tune` compares the results of everything that it measures. Either the function is so "
        "sensitive at these inputs that rounding shows (try others by `--set` or `--example`), or "
        "adc is wrong: then please report it. Nothing was written.",
    ),
)

_FILES: tuple[CodeEntry, ...] = (
    # ADC06xx: targets, options, files
    CodeEntry(
        "ADC0601",
        "not for this target",
        "`adc tune` measures what it builds on this machine's processor: it knows `--target c` "
        "alone, which is the default. `--host-snapshots` keeps snapshots out of a device's memory: "
        "it is for `--target cuda`. A target of another name is not built.",
    ),
    CodeEntry(
        "ADC0602",
        "a file cannot be read",
        "A source, a signature file or an example named on the command line does not exist, is a "
        "folder, or may not be read. Check the path; paths are taken relative to the folder that "
        "adc runs in. Of a function object that a Python program gives, the file is read: it has "
        "to be there, and to say what was imported.",
    ),
    CodeEntry(
        "ADC0603",
        "a file cannot be written",
        "The output folder (`-o`) or the dependency file (`--depfile`) cannot be created or "
        "written. Nothing was changed: adc renders every file in memory and moves them into place "
        "only when all of them are complete. Choose a folder that you may write to. What `import "
        "adc` builds goes to the cache folder, or to one for temporary files.",
    ),
    CodeEntry(
        "ADC0604",
        "the source is not text that adc can read",
        "A source file must be text in UTF-8 (or Latin-1 where it is Fortran). Re-save it in that "
        "encoding, and check that the path names the source and not a compiled file.",
    ),
    CodeEntry(
        "ADC0605",
        "a file of the output stands in the way",
        "The output folder holds a file of a name that adc wants to write, and adc did not write "
        "it: it is neither listed in the folder's manifest.json nor marked as adc's. Your own "
        "Makefile, for example, is not replaced. `--depfile`, `--plot` and `adc calibrate -o` "
        "replace files of their own kind only. Choose another folder or name, or move the file "
        "away.",
    ),
    CodeEntry(
        "ADC0606",
        "several Python sources",
        "A Python kernel is one file; functions that it calls are in the same file. Put them "
        "together, or give only the file that defines the kernel.",
    ),
    CodeEntry(
        "ADC0607",
        "sources of two languages",
        "One run reads one Python file, or any number of Fortran files, whose names end in .f, "
        ".for, .ftn, .f77, .fpp, .f90, .f95, .f03, .f08 or .f18 (in either case). Differentiate "
        "routines of both languages in two runs, and call one generated function from the other.",
    ),
    CodeEntry(
        "ADC0608",
        "the pattern of names gives no name for the derivative",
        "`--adjoint-name` takes a name in which `%` stands for the routine's: `%_b` names the "
        "adjoint of `solve` `solve_b`. The result must be an identifier of C (and of Fortran for a "
        "Fortran source) of at most 63 letters, and no word that these languages or the generated "
        "text have another use for.",
    ),
    CodeEntry(
        "ADC0610",
        "an option for Python sources",
        "`--signature`, `--signature-file` and `--dtype` say what a Python source leaves open. A "
        "Fortran source declares the types and shapes of its arguments: leave the option out, and "
        "change the declarations where other types are wanted.",
    ),
    CodeEntry(
        "ADC0611",
        "an output in the place of an input",
        "A file that adc would write (`-o`, `--depfile`, `--plot`) is one that the run reads: a "
        "source or an included file, a signature file, an example or a machine file, be it under "
        "another name or through a link; or the depfile has the name of another generated file. "
        "Nothing was written. Choose another folder or name.",
    ),
    CodeEntry(
        "ADC0612",
        "a name that a depfile cannot hold",
        "`--depfile` writes rules for make, which gives some characters a meaning that nothing "
        "takes away everywhere: `;`, `=`, `|`, a backslash, control characters such as a newline, "
        "`~` at the beginning and `&` at the end. Blanks and `#`, `$`, `%` and `:` are escaped. "
        "Rename the file or folder, or leave `--depfile` out.",
    ),
    CodeEntry(
        "ADC0613",
        "a text that is no IR",
        "`adc opt` reads the text form of the compiler's own programs, as `adc show --stage ir` "
        "prints it: the line `program name(parameters)`, containers, assumptions, then one "
        "statement or heading of a block a line. docs/architecture.md has an example.",
    ),
    CodeEntry(
        "ADC0614",
        "a program that breaks a rule of the IR",
        "The text that `adc opt` reads is verified before anything is done with it, as every "
        "program is between the compiler's stages. docs/architecture.md lists the rules. Mend the "
        "line that is named.",
    ),
    CodeEntry(
        "ADC0615",
        "a stage that does not take the program",
        "Each stage of `adc opt` takes programs that have come far enough and not too far: `plan` "
        "takes what `reverse` makes, simplifying passes take programs without open Needs, nothing "
        "takes a loop tree. `adc opt --list` says what each stage takes and gives.",
    ),
    CodeEntry(
        "ADC0616",
        "no preprocessor",
        "A Fortran source with lines that begin with `#` goes through the system's `cpp`, which is "
        "not installed or cannot be run. It is part of GCC (`apt install cpp`).",
    ),
    CodeEntry(
        "ADC0617",
        "a tuned file that cannot be used",
        "`--tuned` takes a TOML file such as `adc tune` writes: what was measured, for which "
        "sizes, and what was chosen. A key, a pass or a value in it is none that adc knows.",
    ),
    CodeEntry(
        "ADC0618",
        "a tuned file of something else",
        "A file of `--tuned` holds for the function, the arguments, the options, the sizes and the "
        "version of adc that it was measured with. Give the same ones, or run `adc tune` again.",
    ),
)

CATALOGUE: dict[str, CodeEntry] = {
    entry.code: entry
    for entry in (
        *SYNTAX,
        *_TYPES,
        *LOWERING,
        *FORTRAN_NAMES,
        *RULES,
        *IMPLICIT,
        *_REQUESTS,
        *_MEMORY,
        *_CHECK,
        *_FILES,
    )
}
