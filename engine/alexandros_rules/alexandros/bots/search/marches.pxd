cimport cython
from alexandros_rules.alexandros.bots.search.ground cimport Ground
from alexandros_rules.alexandros.bots.search.position cimport Position, Terrain, begin_march, divide, put_wall

cdef class Marches:
    cdef public Ground ground
    cdef public int count, tried, now_card, now_played, now_target
    cdef public int[::1] card, played, target, point, length, built, key, route, new, path, seen, least

cpdef void clear(Marches marches)
@cython.locals(far=int)
cpdef bint is_empty(Position position, int space)
@cython.locals(ground=Ground, nearest=int, i=int, space=int, far=int)
cpdef int closest(Position position, int symbol)
@cython.locals(point=int, nearest=int, symbol=int)
cpdef void add_marches(Marches marches, Position position, int card, int played)
@cython.locals(ground=Ground, i=int, j=int, space=int, point=int, left=int)
cdef void _add_by_symbol(Marches marches, Position position, int symbol, int nearest)
@cython.locals(ground=Ground, terrain=Terrain, far=int, here=int, fewest=int, step=int, there=int,
    side=int)
cdef void _find_least(Marches marches, Position position, int goal, int farthest)
@cython.locals(ground=Ground, walls=int, step=int, there=int, side=int)
cdef void _extend(Marches marches, Position position, int first, int here, int goal, int left,
                  int length, int built)
@cython.locals(here=int, key=int, built=int, i=int, side=int)
cdef void _add_route(Marches marches, Position position, int first, int goal, int length)
@cython.locals(ground=Ground, i=int, side=int, a=int, b=int)
cpdef bint encloses(Marches marches, int march, Position position)
@cython.locals(new="int[::1]", divides=bint, i=int)
cpdef void march_on(Marches marches, int march, Position position)
