cimport cython
from alexandros_rules.alexandros.bots.search.ground cimport Ground
from alexandros_rules.alexandros.bots.search.position cimport Position

cdef class Evaluation:
    cdef public double[::1] weights, features, chance
    cdef public int[::1] kinds, total

@cython.locals(row=int, top=double, score=double, x=double, total=double, seat=int, i=int)
cpdef void rate(Evaluation evaluation, Position position, int mover)
@cython.locals(purse="int[::1]", best=int, winners=int, seat=int)
cpdef void rate_end(Evaluation evaluation, Position position)
@cython.locals(x="double[::1]", players=int, i=int, seat=int, total=int, most=int, k=int,
    province=int)
cpdef void find_features(Evaluation evaluation, Position position, int mover)
@cython.locals(x="double[::1]", holder=int, guards=int, value=double, k=int, worst=int, seat=int,
    lacking=int)
cdef void _add_held(Evaluation evaluation, Position position, int province)
@cython.locals(x="double[::1]", value=double, seat=int, lacking=int, base=int)
cdef void _add_free(Evaluation evaluation, Position position, int province)
@cython.locals(ground=Ground, first=int, i=int, j=int, space=int, province=int, met=int, place=int, other=int)
cdef void _add_neighbours(Evaluation evaluation, Position position)
@cython.locals(purse="int[::1]", held=int, removal=int, occupation=int, k=int, left=int,
    lacking=int)
cpdef int missing_cards(Evaluation evaluation, Position position, int province, int seat)
@cython.locals(x="double[::1]", purse="int[::1]", base=int, total=int, kinds=int, posts=int, k=int,
    held=int, score=int, income=double, left=int, more=int)
cdef void _add_seat(Evaluation evaluation, Position position, int seat)
@cython.locals(x="double[::1]", base=int)
cdef void _add_mover(Evaluation evaluation, Position position, int mover)
