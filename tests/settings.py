"""The site's own settings, on data of this test run's own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

# A browser test drives its page from inside an event loop of its own.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
os.environ["ALEXANDROS_DATA"] = tempfile.mkdtemp(prefix="alexandros-test-")
atexit.register(shutil.rmtree, os.environ["ALEXANDROS_DATA"], ignore_errors=True)

if os.environ.get("REDIS_URL"):
    # Test processes side by side must not work on each other's tasks.
    _number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{_number}"

from alexandros_site.settings import *  # noqa: E402, F403
from alexandros_site.settings import DATA_DIR, DATABASES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in life: a database in memory knows no WAL and no second connection.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = DATA_DIR
# A thread that ended must not keep a connection to a database that is to be dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0
