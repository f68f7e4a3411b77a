"""Codes for the names and types of Fortran sources."""

from __future__ import annotations

from adc.diagnostics.entries import CodeEntry

FORTRAN_NAMES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "ADC0173",
        "a derived type, a component, or a use of them that is not supported",
        "A variable of a derived type is taken apart into a variable for each component that is a "
        "number, a logical, an array of them, or of such a type again. Pointers, components whose "
        "elements have arrays of sizes of their own, types that extend others, and values of "
        "derived types within expressions are not supported. Use the components themselves.",
    ),
    CodeEntry(
        "ADC0174",
        "a pointer",
        "adc must know which storage a name stands for, and a pointer may stand for any. Use an "
        "array, with the attribute `allocatable` where its size is found on the way.",
    ),
    CodeEntry(
        "ADC0175",
        "a procedure as an argument",
        "adc inlines what it differentiates, so it must see which procedure is called. Call the "
        "procedure by its own name. An argument without dimensions that is written like an array "
        "element is a procedure to Fortran, too: declare its dimensions.",
    ),
    CodeEntry(
        "ADC0176",
        "a generic name that adc cannot resolve",
        "Which procedure a generic name means is found by the types, kinds and ranks of the "
        "arguments. Where adc cannot tell these, or the name is that of an operator or an "
        "assignment, call the specific procedure by its name.",
    ),
    CodeEntry(
        "ADC0177",
        "EQUIVALENCE",
        "The routine uses a variable that shares its storage with another by EQUIVALENCE. adc "
        "follows that where both are local or in COMMON, of one type, with constant extents, and "
        "no integer or logical that is not an array. Use one variable for both, or separate them.",
    ),
    CodeEntry(
        "ADC0178",
        "a declaration that is not supported",
        "The routine uses a name whose declaration adc knows and does not support. Names that the "
        "routine does not use may be declared in any way.",
    ),
    CodeEntry(
        "ADC0179",
        "a constant whose value adc cannot tell",
        "Kinds, sizes of COMMON and DATA variables, and repeat counts must be constants: numbers, "
        "PARAMETER constants, arithmetic of these, and functions such as `selected_real_kind` and "
        "`kind`.",
    ),
    CodeEntry(
        "ADC0240",
        "a function or subroutine that no given file defines, or an array without dimensions",
        "To Fortran, `a(i)` is a function reference where `a` has no dimensions. adc reads "
        "all that a routine calls: give the files that define it, in any order. If it is an "
        "array, declare its dimensions.",
    ),
    CodeEntry(
        "ADC0241",
        "a name that is not declared under IMPLICIT NONE",
        "The name has no declaration in the routine, its host, or a module that it uses. Correct "
        "its spelling or declare it.",
    ),
    CodeEntry(
        "ADC0242",
        "a module that no given file defines",
        "A name that the routine uses comes, or may come, from a module that is not among the "
        "files of the command line. Give the file that defines the module, in any order.",
    ),
    CodeEntry(
        "ADC0243",
        "a name that a module does not have, or two modules have",
        "A USE statement asks for a name that the module lacks or keeps private, or a name that is "
        "used comes from two modules with two meanings. Correct the name, or choose with `only`.",
    ),
    CodeEntry(
        "ADC0244",
        "modules that use each other",
        "A module may not use itself, also not through others. Move what both need into a module "
        "of its own.",
    ),
    CodeEntry(
        "ADC0245",
        "a procedure or module that is defined twice",
        "Two of the given files, or one of them twice, define it, and adc cannot tell which one "
        "the program is linked with. Give only one.",
    ),
    CodeEntry(
        "ADC0246",
        "a procedure with the name of an intrinsic",
        "Fortran takes the intrinsic unless the caller declares the name EXTERNAL or has its "
        "interface; a declaration of the type changes nothing. adc does the same with a warning, "
        "and with functions of mathematics that gfortran adds (DERF, DGAMMA), and refuses the name "
        "where it is any other intrinsic of gfortran alone, or a subroutine. Say which one is "
        "meant: `external name` or `intrinsic name`.",
    ),
    CodeEntry(
        "ADC0247",
        "declarations that contradict each other",
        "The name is given two types, shapes, values or blocks, or a function has one type where "
        "it is called and another where it is defined. Give it one.",
    ),
    CodeEntry(
        "ADC0248",
        "DATA whose targets and values do not match",
        "Each element that DATA names takes one value; `10*0.0` stands for ten. Sections are not "
        "supported: write an implied DO.",
    ),
    CodeEntry(
        "ADC0249",
        "a COMMON block that cannot be laid out",
        "Units may name and divide a block differently, and adc follows the storage. It refuses "
        "characters in a block that is used, and places that are of one type in one unit and of "
        "another type in another.",
    ),
)
