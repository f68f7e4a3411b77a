subroutine s(x, y)
  enum, bind(c)
    enumerator :: slow = 4
  end enum
  real x, y
  y = slow*x
end subroutine s
