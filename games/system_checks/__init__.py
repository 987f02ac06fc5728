"""Django system checks of the configuration; each hint says what to do next.

``exposure`` runs with every command, ``deployment`` and ``stored_files`` with ``check --deploy``.
"""

TAG = "configuration"
