"""ADC021x to ADC023x: what a statement means, where it cannot mean one thing for all sizes."""

from __future__ import annotations

from adc.diagnostics.entries import CodeEntry

LOWERING: tuple[CodeEntry, ...] = (
    CodeEntry(
        "ADC0211",
        "a write to a name that may stand for different arrays",
        "After a branch the name denotes one array on one path and another array on the other, and "
        "then its elements are written: which array changes is known only at run time. Copy into "
        "an array of its own before the write (`B = A.copy()`), or write inside the branches.",
    ),
    CodeEntry(
        "ADC0212",
        "shapes or kinds that do not fit together",
        "Two shapes meet in an operation, an assignment or at the end of a branch or loop, and no "
        "rule of NumPy joins them. Only a literal extent of 1 is broadcast; two different symbols "
        "are assumed equal. Give the arrays equal shapes, and different things different names.",
    ),
    CodeEntry(
        "ADC0213",
        "an operator that these values do not have",
        "The operator is not defined for operands of these types, or the target of an assignment "
        "cannot take its value. NumPy would raise here, too, or it would compute with bits and "
        "text, which have no derivative.",
    ),
    CodeEntry(
        "ADC0214",
        "an update in place that would change the type",
        "NumPy refuses to store a floating result in an array of integers by `+=` and its like. "
        "Create the array with a floating type, or assign with `[...] =`, which converts.",
    ),
    CodeEntry(
        "ADC0215",
        "a subscript that does not fit the array",
        "The array has fewer axes than the subscript uses, or the subscript has more than one "
        "`...`, or a slice stands outside of a subscript.",
    ),
    CodeEntry(
        "ADC0216",
        "a subscript that is no expression of sizes and loop variables",
        "Subscripts and slice bounds are integer expressions of sizes, integer arguments and loop "
        "variables, so that adc knows exactly which elements a statement touches, or of an element "
        "of an integer array: an argument that nothing writes, plus such an expression (`x[p[i]]`, "
        "`x[p[i] + 1]`, `x[p]`). The generated function checks on entry that all elements of "
        "the array are positions from 0. A subscript that is computed when the program runs is not "
        "supported; a list of expressions, as in `A[[0, n - 1]]`, is.",
    ),
    CodeEntry(
        "ADC0217",
        "a subscript out of range",
        "The subscript lies outside of the axis (or the tuple) for every value of the sizes. "
        "Python would raise IndexError.",
    ),
    CodeEntry(
        "ADC0218",
        "a slice whose length is not known",
        "A slice clips at the ends of its array, and whether this one does changes from iteration "
        "to iteration. Choose loop bounds that keep the slice inside the array, or write it as a "
        "loop over elements.",
    ),
    CodeEntry(
        "ADC0219",
        "a step that is zero, or of which nothing tells the direction",
        "The step of a loop or slice is a number other than zero, or an integer that the call is "
        "given or computes; that of a Fortran section is a constant, and of a DO loop one whose "
        "sign is known.",
    ),
    CodeEntry(
        "ADC0220",
        "a call with arguments that the function does not take",
        "The function is supported, but not with these arguments or options. The message says "
        "which; `adc ops` lists the functions.",
    ),
    CodeEntry(
        "ADC0221",
        "an axis out of range",
        "The axis has to be one of the array's: from 0, or counted from the end by negative "
        "numbers.",
    ),
    CodeEntry(
        "ADC0222",
        "an element type that is not supported",
        "Arrays hold float64, float32, int64, int32 or bool.",
    ),
    CodeEntry(
        "ADC0223",
        "a call with side effects inside an expression",
        "The called function writes its arguments, and the order of evaluation would decide what "
        "the rest of the expression reads. Put the call on a line of its own.",
    ),
    CodeEntry(
        "ADC0224",
        "a name that may have no value yet",
        "On some path to this line the name has no value: it is assigned later, in one branch "
        "only, or in a loop that may not run. Assign it before on every path. What one loop alone "
        "assigns may be read behind it: the generated function tells where that has not run.",
    ),
    CodeEntry(
        "ADC0225",
        "a name that is not defined",
        "The name is no argument, no variable of the function, no constant or function of the "
        "file, and not imported.",
    ),
    CodeEntry(
        "ADC0226",
        "the truth of an array, or an attribute it does not have",
        "An array with more than one element is neither true nor false: reduce it with `.any()` "
        "or `.all()`, or choose by element with `np.where`.",
    ),
    CodeEntry(
        "ADC0227",
        "a function or attribute that is not supported",
        "adc knows the functions that `adc ops` lists, the shapes and reductions of the user "
        "guide, and your own functions in the same file. Express the call by those.",
    ),
    CodeEntry(
        "ADC0228",
        "recursion, or calls without end",
        "Calls are written out where they stand, so a function may not call itself, directly or "
        "through others. Write the recursion as a loop. Where every function calls the next one "
        "twice, the text doubles level by level: keep the value of a call in a variable.",
    ),
    CodeEntry(
        "ADC0229",
        "a call that does not match the function's parameters",
        "One of your own functions is called with too many, too few or unknown arguments.",
    ),
    CodeEntry(
        "ADC0230",
        "a `return` that is not on every path",
        "Every path has to return the same number of values. What is returned from inside of a "
        "loop are numbers, arrays, and tuples and objects of these, of one form on all paths: no "
        "array on one path and a number on another, and no list, or what a mask selects. Outside "
        "of loops, where one form has more numbers than all others, these end with an error code.",
    ),
    CodeEntry(
        "ADC0231",
        "a shape or result that cannot be had",
        "The array cannot take the shape that is asked for (the numbers of elements differ), or "
        "the function returns something that is neither an array nor a number.",
    ),
    CodeEntry(
        "ADC0232",
        "a thing that is used as something else",
        "A module, a function, a shape or a tuple stands where an array or a number is needed, or "
        "the other way round; or elements are assigned in what is only a copy. As a warning: the "
        "statement computes a value that nothing uses.",
    ),
    CodeEntry(
        "ADC0233",
        "an assertion that never holds, or an exception in every call",
        "The shapes contradict the assertion for all sizes, or nothing decides on a `raise`: the "
        "function could never run.",
    ),
    CodeEntry(
        "ADC0235",
        "no bound for the size of a temporary array",
        "A statement inside of loops needs a temporary array, and adc found no bound for its "
        "extent over the iterations. Use slice bounds that are affine in the loop variables.",
    ),
    CodeEntry(
        "ADC0236",
        "elements that are read before they are set",
        "A warning: `np.empty`, or a local variable of Fortran, has elements that are read though "
        "nothing has set them. What memory happens to hold there would be another value in every "
        "call; the generated code takes zero, also for what it cannot see to be set, and no "
        "derivative passes through such an element.",
    ),
    CodeEntry(
        "ADC0237",
        "an overlap that NumPy copies in place",
        "NumPy takes all values of an assignment before it writes any, but for this case: one part "
        "of an array, along one axis, is assigned to another that shares elements with it and has "
        "another stride, such as a row to a column. It then copies element by element, and may "
        "read what it has just written. Take the values before, with `.copy()`.",
    ),
    CodeEntry(
        "ADC0238",
        "an integer that is too large",
        "Python's integers have any number of digits, and adc computes constants like Python. What "
        "is left when the program runs has to fit: integers in 64 bits, floating numbers in their "
        "range. Write a large number as a floating one: `6.022e23`.",
    ),
    CodeEntry(
        "ADC0239",
        "a default array that is changed",
        "Python evaluates the default of a parameter once, where the function is defined, and "
        "every call that passes nothing gets the same array. What one call writes into it, the "
        "next one reads, also in the next call of the whole program: such a program has no "
        "derivative. Copy the array before it is written, or make it in the function's body.",
    ),
    CodeEntry(
        "ADC0250",
        "eigenvectors or singular vectors, whose signs are arbitrary",
        "A warning: with each eigenvector its negative is one, too. Which of the two comes out of "
        "LAPACK depends on its version; the generated code takes the one for which the sum of "
        "v[i]/(i + sqrt(2)) is not negative. Results that do not change with a vector's sign, such "
        "as products with the vector on both sides, are NumPy's. Derivatives by vectors are NaN "
        "where their eigenvalue comes twice, but for rounding: they have no derivative there.",
    ),
    CodeEntry(
        "ADC0251",
        "a partition, of which NumPy leaves parts in no order",
        "A warning: `np.partition(x, k)` has at position k what sorting brings there, smaller ones "
        "before it and larger ones behind, in whatever order NumPy's algorithm leaves them. The "
        "generated code sorts all of them. The element at k, and sums over what is before or "
        "behind it, are NumPy's; elements of these parts need not be. `np.sort` is the same in "
        "both.",
    ),
    CodeEntry(
        "ADC0252",
        "a matrix of scipy.sparse, which is kept with all its elements",
        "A warning: matrices of `scipy.sparse` give the values that SciPy computes, but the "
        "generated code keeps and computes all their elements, those that are zero, too. That is "
        "as fast for small matrices, and takes n*n numbers and n**3 operations for a system of n "
        "equations. Where n is large, keep the bands or the rows in arrays: "
        "`scipy.linalg.solve_banded`, or a loop over `indptr`, `indices` and `data`.",
    ),
    CodeEntry(
        "ADC0253",
        "a constant that is measured",
        "A warning: `scipy.constants` has of `G`, `m_e`, `mu_0` and the like what CODATA "
        "recommends, which changes every four years, and SciPy's number with it. adc has the "
        "values of 2022, which SciPy has since 1.15. Where another release counts, write its "
        "number, or make it an argument.",
    ),
    CodeEntry(
        "ADC0254",
        "a branch of which one case is compiled",
        "A warning: sizes alone decide which arm of an `if` is run, and the arrays of the two arms "
        "have shapes that do not fit together (`if a.shape[0] == 1: a = a.T`). What is generated "
        "is for calls of one case, that of the sizes that `--size` gives, or of large and equal "
        "ones; in the other case it returns an error, and the wrapper raises ValueError. Compile "
        "once for each case that is needed. Where a name is of another kind behind a loop than "
        "before it, it is for calls in which the loop is run.",
    ),
    CodeEntry(
        "ADC0255",
        "an array with as much room as the largest argument",
        "A warning: an array's extent is up to data, and neither sizes nor `--room` tell how much "
        "it may be: `allocate(w(maxval(k)))`. What is generated has room for as many elements as "
        "the largest extent of an argument, for such integers mostly count or number what the "
        "caller passes. A call that needs more returns an error, and the wrapper raises "
        "ValueError; `--room 1000` says how many there are at most.",
    ),
    CodeEntry(
        "ADC0256",
        "a function with steps that is integrated adaptively",
        "A warning: `scipy.integrate.quad` puts its points closer around a jump of what it "
        "integrates, and finds the right value. The derivative is that of the sum over the points, "
        "and lacks what the jump adds where it moves. Functions "
        "that are only bent there, such as `x if t < c else x * t / c`, lose nothing. Of one that "
        "jumps at c, integrate up to c and from there on, each by a call whose function has one "
        "formula.",
    ),
    CodeEntry(
        "ADC0257",
        "a system with jumps that is solved over time",
        "A warning: the right-hand side of an initial value problem compares or rounds something "
        "(`if y[0] > c:`). The solver takes short steps around a jump and finds the right states. "
        "The derivatives are those of the steps, and lack what the jump adds where it moves: where "
        "the time at which `y[0]` passes `c` depends on what is differentiated for. Right-hand "
        "sides that are only bent there, such as `max(y[0] - c, 0.0)`, lose nothing, nor do jumps "
        "at fixed times (`if t > 5.0:` has no warning). Of others, solve up to the jump and from "
        "there on, each by a call whose function has one formula.",
    ),
    CodeEntry(
        "ADC0258",
        "a loop that halves an interval",
        "A warning: a loop takes the middle of an interval (`m = (a + b)/2`), compares something "
        "there, and goes on with one half (`a = m` or `b = m`). What it finds is made of the "
        "interval's first ends, and so are its derivatives, which are zero or nearly so. That a "
        "function is least there, or zero, only the comparisons know. Where adc sees that one "
        "number in the comparisons goes to zero, the loop has the derivative of that root and no "
        "warning; here it does not. The derivative comes from `scipy.optimize.brentq` in place of "
        "the loop, or from one step of Newton's behind it, `x = x - f(x)/fprime(x)`, which moves "
        "`x` by less than the interval that was left.",
    ),
    CodeEntry(
        "ADC0259",
        "a function that may jump, whose root a loop finds",
        "A warning: a loop that halves an interval finds where a function is zero, and what it "
        "finds has the derivative of that root. On the way to its value the function compares or "
        "rounds something that depends on where it is evaluated (`if m < c:`). Where it is zero "
        "on one of its branches nothing is amiss. Where it jumps from below zero to above, there "
        "is no root: derivatives are NaN, or lack how the place of the jump moves.",
    ),
)
