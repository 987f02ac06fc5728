"""Mail that comes in: from the bytes of a message to the orders somebody wrote in it.

Pure: no database, no Django, no network, no clock.  What arrives here was written by
strangers and their machines, so nothing in it is trusted, and nothing in it may raise
(R17).  Whose mail it is, whether it may move anything and what is answered is decided
elsewhere, from the ``Reading`` and the ``Request`` made here.
"""
