cimport cython
from alexandros_rules.alexandros.bots.search.evaluation cimport rate, rate_end
from alexandros_rules.alexandros.bots.search.position cimport Position, copy_all
from alexandros_rules.alexandros.bots.search.turns cimport (
    Search, best_turn, find_turns, play_turn)

@cython.locals(seat=int)
cpdef double follow(Search search, int turn, Search replies, Position scratch, Position position,
                    int beam, int width)
cpdef double reply(Search replies, Position position, int seat, int beam, int width)
