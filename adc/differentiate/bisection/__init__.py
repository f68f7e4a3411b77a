"""Loops that halve an interval around the root of a function, differentiated at the root.

What such a loop finds depends on the interval's first ends by numbers alone: that a function is
zero there only its comparisons know, of which nothing has a derivative. Where a loop is seen to be
such a search, its last iteration is run once more behind it, from ends that have the derivative of
the root of r(m, p) = 0 by the implicit function theorem (Griewank & Walther, "Evaluating
Derivatives", 2nd ed., section 15.1),

    dm = -dr/(dr/dm),    dr with m as it is.

No value changes by that. It is done where both ends have moved when the last iteration begins, or
a step of Newton's from the middle stays inside the interval: else what the loop finds is an end of
the interval, and moves as that does. Where both have moved and that step leaves the interval by
far, r jumps or has no slope, and the derivatives are NaN.

    loops       which loops these are, and what they compare with zero
    residuals   what a comparison says to be zero at the end
    values      what an iteration hands to the next, and what is read behind a loop
    shrinking   loops that shrink an interval in ways that their text does not tell
    moving      the iteration behind the loop
"""
