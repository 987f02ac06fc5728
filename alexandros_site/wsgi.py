"""The WSGI application, which makes the pages; it starts with no other key than the site's."""

from __future__ import annotations

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")

# A page waits for the database and its visitor ten times.  While another thread computes, it would
# wait as long as this for each of them to go on, by default 5 ms.
sys.setswitchinterval(0.0005)

application = get_wsgi_application()

from games.operations import machines  # noqa: E402 - only now is the app loaded

machines.join()
