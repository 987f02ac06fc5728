"""Parses incoming email, from the bytes of a message to the orders in it.

Pure: no database, no Django, no network, no clock.  The input comes from strangers and their
programs, so nothing in it is trusted and no function here may raise because of it (R17).
What follows from the ``Reading`` and the ``Request`` made here is decided in ``games.post.inbox``.
"""
