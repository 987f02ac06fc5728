cimport cython
from alexandros_rules.alexandros.bots.search.ground cimport Ground

cdef class Terrain:
    cdef public int[::1] wall, walled, touched, province, value, bearing, price
    cdef public int[::1] queue, queue_too, mark
    cdef public int stamp

cdef class Position:
    cdef public Ground ground
    cdef public Terrain terrain, own
    cdef public int players, provinces, alexander, black, red, reddened, seat
    cdef public int actions, levied, given, stayed, quiet, over, half, closer
    cdef public int seen, drawn, end
    cdef public long long luck
    cdef public int[::1] guard, owner, guards, posts, purse, pile, pool

cpdef void copy_actions(Position target, Position source)
cpdef void copy_all(Position target, Position source)
cdef void _copy_terrain(Terrain target, Terrain source, int count)
@cython.locals(count=int)
cdef void _copy_rest(Position target, Position source)
cpdef void begin_march(Position position)
@cython.locals(ground=Ground, terrain=Terrain, i=int)
cpdef void put_wall(Position position, int side)
@cython.locals(ground=Ground, province="int[::1]", before=int, i=int, j=int, a=int, b=int)
cpdef void divide(Position position, int[::1] sides, int count)
@cython.locals(ground=Ground, terrain=Terrain, mark="int[::1]", wall="int[::1]", one="int[::1]",
    other="int[::1]", first=int, second=int, done=int, done_too=int, size=int, size_too=int,
    space=int, i=int, near=int)
cdef void _split(Position position, int a, int b)
@cython.locals(terrain=Terrain, old=int, new=int, k=int)
cdef void _separate(Position position, int[::1] part, int size)
@cython.locals(ground=Ground, terrain=Terrain, space=int)
cpdef void find_provinces(Position position)
@cython.locals(ground=Ground, terrain=Terrain, queue="int[::1]", mark="int[::1]", wall="int[::1]",
    stamp=int, done=int, size=int, space=int, i=int, near=int)
cdef int _flood(Position position, int start)
@cython.locals(ground=Ground, terrain=Terrain, new=int, value=int, guards=int, owner=int, k=int,
    i=int, space=int)
cdef void _add_province(Position position, int[::1] part, int size)
@cython.locals(left=int, k=int)
cpdef bint can_draw(Position position)
cpdef void draw(Position position)
@cython.locals(pile="int[::1]", purse="int[::1]", unknown=int, end=int, i=int, k=int, j=int,
    card=int, _=int)
cdef void _shuffle(Position position)
@cython.locals(purse="int[::1]", pile="int[::1]", seat=int, i=int)
cpdef void end_turn(Position position)
