"""The course: lessons on real positions, each with a task and a reply to every attempt.

``positions`` plays the short games in ``positions.toml`` that lead to the positions.  ``goals``
judges what orders have done, ``facts`` says what can be seen in a position, ``lessons`` has the
texts.
"""
