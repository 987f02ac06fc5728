"""Which legal pages this site has; every page links to them."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _


def subjects() -> dict[str, str]:
    """Return the titles of the legal pages, by the names in their addresses."""
    operator = settings.OPERATOR
    titles = {"privacy": _("Privacy"), "terms": _("Terms of use"),
              "accessibility": _("Accessibility")}
    if operator["email"]:
        titles["contact"] = _("Contact and abuse")
    if operator["name"] and operator["address"]:
        titles["imprint"] = _("Imprint")
    return titles
