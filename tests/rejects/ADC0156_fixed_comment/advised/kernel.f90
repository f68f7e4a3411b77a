      subroutine half(x, y)
c     The comment mark of fixed form.
      double precision x, y
      y = 0.5d0*x**2
      end
