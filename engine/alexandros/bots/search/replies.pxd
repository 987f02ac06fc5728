cimport cython
from engine.alexandros.bots.search.evaluation cimport rate, rate_end
from engine.alexandros.bots.search.position cimport Position, copy_all
from engine.alexandros.bots.search.turns cimport (
    Search, best_turn, find_turns, is_over, play_turn)

@cython.locals(size=int, purse="int[::1]", seat=int, unknown=int, i=int)
cpdef int reveal(Position position, int[::1] supply, int drawn)
@cython.locals(seat=int, drawn=int, i=int)
cpdef double follow(Search search, int turn, Search replies, Position scratch, Position position,
                    int[::1] supply, int beam, int width, bint deep)
