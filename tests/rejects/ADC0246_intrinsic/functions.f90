real function gamma(x)
  gamma = 1.4*x
end function gamma
