"""A simulated season: half a year of people who play, on the real services and in no time.

Everything that happens to a game is done by the services that pages, emails and workers use; only
the people, the passing of time and the mail server are made up.  A season must run in a process of
its own, whose database it fills (``manage.py season``).
"""
