"""A search over whole turns, for strong bots.

Where there is a C compiler, ``compiling`` makes extension modules of the inner modules.  Those that
were made from exactly these sources are used in their place: the same code, at least twenty
times faster.  Everything works without them.
"""

from engine.alexandros.bots.search import compiled_modules

__path__.insert(0, str(compiled_modules.folder()))
