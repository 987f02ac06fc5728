"""Parsing of incoming email, from the bytes of a message to the orders in it.

Pure: no database, no Django, no network, no clock.  The input comes from strangers and their
programs, so we trust nothing in it, and no function here may raise because of it (R17).
``games.post.inbox`` acts on the ``Reading`` and the ``Request`` that are made here.
"""
