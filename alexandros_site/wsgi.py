"""The WSGI application, for gunicorn and waitress."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")

application = get_wsgi_application()
