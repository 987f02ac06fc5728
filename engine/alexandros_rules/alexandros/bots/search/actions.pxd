cimport cython
from alexandros_rules.alexandros.bots.search.ground cimport Ground
from alexandros_rules.alexandros.bots.search.position cimport Position, Terrain, can_draw, draw

@cython.locals(seat=int, purse="int[::1]", count=int, i=int, card=int, k=int, space=int,
    least=int, before=int)
cpdef int list_actions(Position position, int[::1] found)
@cython.locals(province=int)
cdef bint _has_post(Position position, int seat, int symbol)
@cython.locals(seat=int, purse="int[::1]", terrain=Terrain, province=int, guards=int, most=int,
    k=int)
cdef int _list_occupations(Position position, int[::1] found, int count, int least)
@cython.locals(seat=int, purse="int[::1]", needed=int, k=int, held=int)
cpdef int guards_needed(Position position, int province)
@cython.locals(seat=int, purse="int[::1]")
cpdef void act(Position position, int action)
@cython.locals(purse="int[::1]", slot=int)
cdef void _take(Position position, int card)
@cython.locals(province=int, value=int)
cdef void _score(Position position)
@cython.locals(province=int, symbol=int)
cdef void _remove_guard(Position position, int space)
@cython.locals(best=int)
cdef void _put_guard(Position position, int province, int symbol)
@cython.locals(ground=Ground, best=int, most=int, i=int, space=int)
cpdef int best_post(Position position, int province, int symbol)
@cython.locals(seat=int, purse="int[::1]", pool="int[::1]", loser=int, k=int, removal=int,
    space=int, price=int, guards=int, _=int)
cdef void _occupy(Position position, int province, int symbol)
@cython.locals(purse="int[::1]", pool="int[::1]", total=int, k=int, most=int, _=int)
cdef void _compensate(Position position, int loser)
