"""Game rules as pure functions: values in, values out.

The modules here serve every ruleset (``ruleset``, ``chance``, ``codec``, ``orders``, ``replay``,
``record``, ``errors`` and others).  Each ruleset has its own package, such as ``alexandros``.
No module uses Django, a database, the clock, the network, or files that change.
"""
