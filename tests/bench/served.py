"""The pages of a site of any settings, as an ASGI application like the service's."""

from __future__ import annotations

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

application = WSGIMiddleware(get_wsgi_application(), workers=8)
