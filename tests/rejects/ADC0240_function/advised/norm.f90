real function norm(x)
  real x(5)
  norm = sqrt(sum(x**2))
end function norm
