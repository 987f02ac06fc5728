"""The site's settings, with a data directory for this test run only."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

# Browser tests run inside Playwright's event loop.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
os.environ["ALEXANDROS_DATA"] = tempfile.mkdtemp(prefix="alexandros-test-")
atexit.register(shutil.rmtree, os.environ["ALEXANDROS_DATA"], ignore_errors=True)

if os.environ.get("REDIS_URL"):
    # Parallel test processes must not take each other's tasks.
    _number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{_number}"

from alexandros_site.settings import *  # noqa: E402, F403
from alexandros_site.settings import DATA_DIR, DATABASES, MIDDLEWARE  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file as in production: an in-memory database supports neither WAL nor a second connection.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = DATA_DIR
FEATURES_MAY_FAIL = False  # no fault of a feature hides
# A thread that has ended must not keep the database from being dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0
MIDDLEWARE = [*MIDDLEWARE, "tests.row_numbers.NoRowNumbers"]
