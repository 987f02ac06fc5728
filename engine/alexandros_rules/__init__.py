"""The rules of board games as pure functions: values in, values out.

The modules here serve every ruleset (``ruleset``, ``chance``, ``codec``, ``orders``, ``replay``,
``record``, ``errors`` and others).  Each ruleset has its own package, such as ``alexandros``.
No module uses anything but Python's standard library, nor the clock, the network, or files that
change.  ``collection`` has the names that playing, replaying and writing bots take.
"""

from __future__ import annotations

__version__ = "0.1.0"  # of this distribution; a ruleset's ``version`` says which rules a game has
