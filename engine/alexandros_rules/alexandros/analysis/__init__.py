"""The analyst of Alexandros, who rates turns and luck on views.

The ratings use the search of the strongest bot (``alexandros_rules.alexandros.bots.search``).
"""
