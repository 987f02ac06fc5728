"""News of the site, as one of the features of this service."""

from __future__ import annotations

from games.base.features import Feature
from games.features.site_news import pages

FEATURE = Feature(
    name="site_news",
    panels={"home": pages.on_home_page},
    slots={"home-head": "site_news/_head.html", "home-top": "site_news/_home.html",
           "footer": "site_news/_footer.html"},
)
