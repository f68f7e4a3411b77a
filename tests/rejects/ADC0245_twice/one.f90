real function law(x)
  law = x**2
end function law
