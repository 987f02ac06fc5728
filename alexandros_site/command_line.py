"""The command `alexandros`: `alexandros play` starts everything, `alexandros help` lists the rest.

In a checkout, ``manage.py`` is the same command.
"""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command that the arguments name; print a sentence if a setting is wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        if "--traceback" in sys.argv:
            raise
        sys.stderr.write(f"{error}\n")
        # A mail server tries again later; for 1 it would bounce the email.
        sys.exit(os.EX_TEMPFAIL if sys.argv[1:2] == ["receive_mail"] else 1)
