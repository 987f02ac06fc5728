"""The settings of the service, with the static files in the data directory."""

from alexandros_site.settings import *  # noqa: F403
from alexandros_site.settings import DATA_DIR

STATIC_ROOT = DATA_DIR / "static"
