"""A search over whole turns, for strong bots.

Where there is a C compiler, ``compiling`` makes extension modules from the inner modules.  If they
were made from exactly these sources, they replace the inner modules and are at least twenty times
faster.  Everything works without them.
"""

from alexandros_rules.alexandros.bots.search import compiled_modules

__path__.insert(0, str(compiled_modules.folder()))
