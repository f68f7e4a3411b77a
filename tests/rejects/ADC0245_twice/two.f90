real function law(x)
  law = x**3
end function law
