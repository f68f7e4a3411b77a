C     Solves A x = b or A' x = b, A triangular; x holds b on entry and has the stride incx, which
C     may be negative. Three characters and two integers choose among sixteen ways to do it.
      subroutine trisv(uplo, trans, diag, n, a, lda, x, incx, info)
      character uplo, trans, diag
      integer n, lda, incx, info
      double precision a(lda,*), x(*)
      integer i, j, ix, jx, first
      logical upper, plain, unit, same
      double precision t
      external same

      info = 0
      if (incx .eq. 0) info = 8
      if (lda .lt. max(1, n)) info = 6
      if (n .lt. 0) info = 4
      if (.not. (same(diag, 'U') .or. same(diag, 'N'))) info = 3
      if (.not. (same(trans, 'N') .or. same(trans, 'T') .or.
     &    same(trans, 'C'))) info = 2
      if (.not. same(uplo, 'U') .and. .not. same(uplo, 'L')) info = 1
      if (info .ne. 0 .or. n .eq. 0) return

      upper = same(uplo, 'U')
      plain = same(trans, 'N')
      unit = same(diag, 'U')
      if (incx .gt. 0) then
        first = 1
      else
        first = 1 - (n - 1)*incx
      end if

      if (plain .and. upper) then
        do 20 j = n, 1, -1
          jx = first + (j - 1)*incx
          if (.not. unit) x(jx) = x(jx)/a(j, j)
          do 10 i = 1, j - 1
            ix = first + (i - 1)*incx
            x(ix) = x(ix) - x(jx)*a(i, j)
   10     continue
   20   continue
      else if (plain) then
        jx = first
        do 40 j = 1, n
          if (x(jx) .ne. 0d0) then
            if (.not. unit) x(jx) = x(jx)/a(j, j)
            t = x(jx)
            ix = jx
            do 30 i = j + 1, n
              ix = ix + incx
              x(ix) = x(ix) - t*a(i, j)
   30       continue
          end if
          jx = jx + incx
   40   continue
      else if (upper) then
        if (incx .eq. 1) then
          do 60 j = 1, n
            do 50 i = 1, j - 1
              x(j) = x(j) - a(i, j)*x(i)
   50       continue
            if (.not. unit) x(j) = x(j)/a(j, j)
   60     continue
        else
          jx = first
          do 80 j = 1, n
            t = x(jx)
            ix = first
            do 70 i = 1, j - 1
              t = t - a(i, j)*x(ix)
              ix = ix + incx
   70       continue
            if (.not. unit) t = t/a(j, j)
            x(jx) = t
            jx = jx + incx
   80     continue
        end if
      else
        first = first + (n - 1)*incx
        jx = first
        do 100 j = n, 1, -1
          t = x(jx)
          ix = first
          do 90 i = n, j + 1, -1
            t = t - a(i, j)*x(ix)
            ix = ix - incx
   90     continue
          if (.not. unit) t = t/a(j, j)
          x(jx) = t
          jx = jx - incx
  100   continue
      end if
      end

C     Whether two characters are one letter, large or small.
      logical function same(a, b)
      character a, b
      integer ka, kb
      same = .true.
      if (a .eq. b) return
      ka = ichar(a)
      kb = ichar(b)
      if (ka .ge. 97 .and. ka .le. 122) ka = ka - 32
      if (kb .ge. 97 .and. kb .le. 122) kb = kb - 32
      same = ka .eq. kb
      end
