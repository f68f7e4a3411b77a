"""Loops that solve an equation, differentiated at its solution.

A loop that ends at a solution u* = G(u*, p) has derivatives that do not depend on the way there
(Christianson, "Reverse accumulation and attractive fixed points", Optimization Methods and Software
3(4), 1994; Gilbert, "Automatic differentiation and iterative processes", 1992). Where the source
says so of a loop (`adc.ir.implicit`), it becomes a routine, and calls of that are differentiated by
iterating at the solution, to the loop's own tolerance:

    adjoint   w <- u_bar + w dG/du, then p_bar += w dG/dp
    tangent   u_dot <- dG/du u_dot + dG/dp p_dot

Nothing of the iterations before is needed, and what the first guess depends on does not count.

    outlining   the loop becomes a routine
    stopping    which test ends it, and by what tolerance
    step        G: what an iteration does that is not the last one
    exchanges   two steps as one, where states change places in each
    iteration   what both derivatives have in common
    adjoint, tangent   the routines that these are
    calls       the calls of them
"""
