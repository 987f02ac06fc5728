"""Pure rules: values in, values out.

Beside each other lie what serves every ruleset (``ruleset``, ``chance``,
``codec``, ``orders``, ``replay``, ``record``, ``errors``) and one package a
ruleset (``alexandros``).  Nothing here knows a database, a clock, a file that
changes, or the network.
"""
