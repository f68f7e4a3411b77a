subroutine first(x, y)
  y = x**2
end subroutine first

subroutine second(x, y)
  y = x**3
end subroutine second
