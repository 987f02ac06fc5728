cimport cython
from engine.alexandros.bots.search.ground cimport Ground

cdef class Position:
    cdef public Ground ground
    cdef public int players, most, provinces, alexander, black, red, reddened, seat
    cdef public int actions, levied, given, half, closer, stock
    cdef public int[::1] wall, walled, touched, province, size, value, bearing, price
    cdef public int[::1] guard, owner, guards, posts, purse, queue

cpdef void copy_actions(Position target, Position source)
cpdef void copy_all(Position target, Position source)
cdef void _copy_rest(Position target, Position source)
@cython.locals(space=int)
cpdef void find_provinces(Position position)
@cython.locals(ground=Ground, i=int)
cpdef void put_wall(Position position, int side)
@cython.locals(ground=Ground, old=int, i=int, a=int, b=int)
cpdef void divide(Position position, int[::1] sides, int count)
@cython.locals(ground=Ground, queue="int[::1]", province="int[::1]", new=int, value=int,
    bearing=int, guards=int, owner=int, k=int, done=int, size=int, space=int, i=int, other=int)
cdef void _flood(Position position, int start)
