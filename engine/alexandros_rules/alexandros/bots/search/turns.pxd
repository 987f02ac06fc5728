cimport cython
from alexandros_rules.alexandros.bots.search.actions cimport act, list_actions
from alexandros_rules.alexandros.bots.search.evaluation cimport Evaluation, rate, rate_end
from alexandros_rules.alexandros.bots.search.ground cimport Ground
from alexandros_rules.alexandros.bots.search.marches cimport (
    Marches, add_marches, clear, encloses, march_on)
from alexandros_rules.alexandros.bots.search.position cimport (
    Position, Terrain, can_draw, copy_actions, copy_all, draw, end_turn)

cdef class Search:
    cdef public Evaluation evaluation
    cdef public Marches marches
    cdef public Position after, one, two
    cdef public double[::1] rating, equal, action_rating, worth, taste
    cdef public int[::1] times, actions, more, march, first, second, scores
    cdef public int turns, alike, keep, go_on, salt
    cdef public double whim

cpdef bint is_over(Position position)
@cython.locals(seat=int, most=int)
cpdef bint has_goal(Position position)
cpdef bint ends_with_turn(Position position)
cpdef bint is_last(Position position)
cpdef double rate_after_turn(Search search, Position position, int seat)
@cython.locals(seat=int, chance=double)
cdef double _rate_in_turn(Search search, Position position)
@cython.locals(last=bint, base=int, best=double, i=int, action=int)
cdef double _best_end(Search search, Position position, int seat)
@cython.locals(points=int, province=int)
cdef int _points_of_levy(Position position, int seat)
@cython.locals(most=int, province=int)
cdef int _most_to_gain(Position position, int seat)
@cython.locals(gain=int)
cdef int _gain(Position position, int action)
@cython.locals(terrain=Terrain, purse="int[::1]", scores="int[::1]", post=int, space=int, k=int,
    most=int, other=int, province=int, winners=int)
cdef double _end_by_levy(Search search, Position position, int seat)
cpdef void find_turns(Search search, Position position, int beam, int width)
@cython.locals(purse="int[::1]", i=int, card=int)
cdef void _find_marches(Search search, Position position)
@cython.locals(i=int, card=int)
cdef void _add_stays(Search search, Position position, int width)
cpdef void play_stay(Position position, int march)
@cython.locals(purse="int[::1]", slot=int)
cdef void _take_face_up(Position position, int card)
@cython.locals(marches=Marches, card=int)
cpdef void march_with(Search search, int march, Position position)
cpdef void begin_actions(Position position)
@cython.locals(marches=Marches, i=int, march=int)
cpdef void rate_marches(Search search, Position position)
@cython.locals(marches=Marches, extra=double, place=int, divides=bint, rating=double)
cdef double _rate_march(Search search, Position position, int march)
@cython.locals(whim=double)
cdef double _fancy(Search search, int march)
cdef int _lot(Search search, int key)
@cython.locals(marches=Marches, kind=int, place=int)
cdef int _place(Search search, int march)
@cython.locals(marches=Marches, followed=int, won=bint, best=int, march=int, place=int)
cpdef void follow_marches(Search search, Position position, int beam, int width)
@cython.locals(count=int, i=int, start=int, best=int, liking=double, _=int)
cpdef void add_turns(Search search, Position position, int march, int width)
cpdef bint may_stop(Position position, int[::1] actions, int count)
@cython.locals(kind=int, whim=double)
cdef double _liking(Search search, Position position, int action)
@cython.locals(own=int, seat=int, most=int)
cdef bint _levy_pays(Position position)
@cython.locals(seat=int, worth=double, also=double, count=int, i=int)
cdef void _add_pairs(Search search, int march, int action, double liking, int start)
@cython.locals(worth=double, place=int, i=int)
cdef void _add_turn(Search search, int march, int first, int second, double chance, double liking, int start)
@cython.locals(best=int, i=int)
cpdef int best_turn(Search search)
@cython.locals(march=int)
cpdef void play_turn(Search search, int turn, Position position)
