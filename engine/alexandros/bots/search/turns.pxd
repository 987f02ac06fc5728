cimport cython
from engine.alexandros.bots.search.actions cimport act, list_actions
from engine.alexandros.bots.search.evaluation cimport Evaluation, rate, rate_end
from engine.alexandros.bots.search.ground cimport Ground
from engine.alexandros.bots.search.marches cimport (
    Marches, add_marches, clear, encloses, march_on)
from engine.alexandros.bots.search.position cimport Position, copy_actions, copy_all

cdef class Search:
    cdef public Evaluation evaluation
    cdef public Marches marches
    cdef public Position after, one, two
    cdef public double[::1] rating, equal, action_rating, worth, taste
    cdef public int[::1] times, actions, more, march, first, second
    cdef public int turns, alike, salt

cpdef bint is_over(Position position)
@cython.locals(seat=int, most=int)
cpdef bint has_goal(Position position)
cpdef bint ends_with_turn(Position position)
cpdef double rate_after_turn(Search search, Position position, int seat)
@cython.locals(seat=int)
cdef double _rate_in_turn(Search search, Position position)
@cython.locals(seat=int, hope=double, best=double, i=int)
cdef double _rate_last_actions(Search search, Position position)
cpdef void find_turns(Search search, Position position, int beam, int width)
@cython.locals(purse="int[::1]", i=int, card=int)
cdef void _find_marches(Search search, Position position)
@cython.locals(marches=Marches, purse="int[::1]", card=int, slot=int)
cpdef void march_with(Search search, int march, Position position)
cpdef void begin_actions(Position position)
@cython.locals(marches=Marches, i=int, march=int)
cpdef void rate_marches(Search search, Position position)
@cython.locals(marches=Marches, extra=double, kind=int, place=int, divides=bint, rating=double)
cdef double _rate_march(Search search, Position position, int march)
@cython.locals(marches=Marches, followed=int, best=int, march=int, kind=int, place=int)
cpdef void follow_marches(Search search, Position position, int beam, int width, int keep)
@cython.locals(count=int, i=int, start=int, best=int, liking=double)
cpdef void add_turns(Search search, Position position, int march, int width, int keep)
@cython.locals(seat=int, worth=double, second=int, i=int, value=double, place=int)
cdef void _add_turn(Search search, int march, int action, double liking, int start, int keep)
@cython.locals(kind=int)
cdef double _liking(Search search, Position position, int action)
@cython.locals(best=int, i=int)
cpdef int best_turn(Search search)
@cython.locals(march=int)
cpdef void play_turn(Search search, int turn, Position position)
