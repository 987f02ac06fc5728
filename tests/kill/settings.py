"""Settings for processes that are killed: a sweep every second, and static files of their own."""

from alexandros_site.settings import *  # noqa: F403
from alexandros_site.settings import CELERY_BEAT_SCHEDULE, DATA_DIR

CELERY_BEAT_SCHEDULE = {
    name: {**entry, "schedule": 1.0} if name == "sweep" else entry
    for name, entry in CELERY_BEAT_SCHEDULE.items()
}
STATIC_ROOT = DATA_DIR / "static"
