"""The settings for every way to run the site.

Without any environment variables: SQLite in ./data, the worker in the web server's process,
emails in the local mailbox, loopback only.  With ALEXANDROS_URL, DATABASE_URL, REDIS_URL,
EMAIL_URL and SECRET_KEY it is a public service; docs/running.md lists all variables.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from alexandros_site import environment, places
from alexandros_site.logs import shorten_refusals
from games.base import queues
from games.base.loopback import is_loopback

BASE_DIR = places.base_directory()
DATA_DIR = places.data_directory(os.environ.get("ALEXANDROS_DATA", ""))
COMMAND = places.command()  # for messages that say what to run
BACKUP_DIR = Path(os.environ.get("ALEXANDROS_BACKUPS") or DATA_DIR / "backups").resolve()
REDIS_URL = os.environ.get("REDIS_URL", "")

# The site's name and URL
SITE_NAME = "Alexandros"
BASE_URL = os.environ.get("ALEXANDROS_URL") or "http://127.0.0.1:8000"
_address = environment.address(BASE_URL)
BASE_URL = f"{_address.scheme}://{_address.netloc}"
HTTPS = _address.scheme == "https"
BEHIND_PROXY = environment.flag(os.environ, "ALEXANDROS_BEHIND_PROXY")
ALLOWED_HOSTS = [_address.hostname or "", *environment.words(os.environ, "ALEXANDROS_HOSTS")]
# Only a site that provably serves nobody but this machine may show its emails on a page.
PUBLIC = BEHIND_PROXY or not all(map(is_loopback, ALLOWED_HOSTS))
if not PUBLIC:
    ALLOWED_HOSTS += ["127.0.0.1", "localhost", "[::1]"]

# Who runs the site, for the legal pages (games/web/legal_pages.py)
OPERATOR: dict[str, Any] = {
    "name": os.environ.get("ALEXANDROS_OPERATOR", "").strip(),
    "address": environment.parts(os.environ, "ALEXANDROS_OPERATOR_ADDRESS"),
    "email": environment.email_address(os.environ, "ALEXANDROS_OPERATOR_EMAIL"),
    "phone": os.environ.get("ALEXANDROS_OPERATOR_PHONE", "").strip(),
    "authority": os.environ.get("ALEXANDROS_AUTHORITY", "").strip(),
    "processors": environment.parts(os.environ, "ALEXANDROS_PROCESSORS"),
    "law": os.environ.get("ALEXANDROS_LAW", "").strip(),
}

# Secrets
SECRET_KEY_FROM_FILE = not os.environ.get("SECRET_KEY")
SECRET_KEY = os.environ.get("SECRET_KEY") or environment.secret_key(DATA_DIR)
DEBUG = False
# Ids of system checks whose advice an operator has decided against
SILENCED_SYSTEM_CHECKS = environment.words(os.environ, "ALEXANDROS_SILENCED_CHECKS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "games",
]
# A package for each game, the default first; `games.rulesets.registry` says what one has.
GAMES = environment.games(os.environ.get("ALEXANDROS_GAMES", "")) or [
    "games.rulesets.alexandros", "games.rulesets.campaign"]
# A package for each feature: to leave one out is to remove its line and its folder.
FEATURES = [
    f"games.features.{name}" for name in (
        "finding", "course", "puzzles", "hints", "review", "what_if", "plans", "matches",
        "ratings", "competitions", "play_on", "archive",
        "webhooks", "site_news", "own_bots", "importing")]
# Whether a page leaves out a feature that has a fault; tests have to see it
FEATURES_MAY_FAIL = True
INSTALLED_APPS += [*GAMES, *FEATURES, "games.features.exercises", "games.labs"]

# What a bot that thinks may take for a turn, in seconds
BOT_SECONDS = environment.seconds(os.environ, "ALEXANDROS_BOT_SECONDS", default=5)

# Whether games that have ended are reviewed (docs/review.md)
REVIEWS = environment.flag(os.environ, "ALEXANDROS_REVIEWS", default=True)

MIDDLEWARE = [
    "alexandros_site.middleware.HeadersAlone",
    "games.operations.monitoring.tracing.StatusAddresses",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # After WhiteNoise: static files are not counted.
    "games.operations.monitoring.tracing.ResponseTimes",
    "django.middleware.gzip.GZipMiddleware",
    "alexandros_site.middleware.PrivatePages",
    "alexandros_site.middleware.FormAddresses",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "alexandros_site.middleware.ReadersLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

FORM_RENDERER = "alexandros_site.forms.Renderer"
ROOT_URLCONF = "alexandros_site.urls"
WSGI_APPLICATION = "alexandros_site.wsgi.application"  # of runserver
ASGI_APPLICATION = "alexandros_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.operations.embedded.mailbox_pages.context",
            ],
        },
    },
]

# Database and cache
DATABASES = {
    "default": environment.database(
        os.environ.get("DATABASE_URL", ""), default=DATA_DIR / "alexandros.sqlite3"
    )
}
_sqlite = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
places.protect(DATA_DIR, DATABASES["default"]["NAME"] if _sqlite else None)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "alexandros_site.caching.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }

# Languages and time zone
LANGUAGE_CODE = "en-gb"
# Each as it calls itself, and with complete catalogues in `locale/` (docs/translations.md)
LANGUAGES = [
    ("de", "Deutsch"),
    ("en-gb", "English"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 400 * 24 * 60 * 60  # seconds; browsers keep no cookie for longer
TIME_ZONE = "UTC"
USE_TZ = True

# Static files
STATIC_URL = "/static/"
STATIC_ROOT = places.static_directory(DATA_DIR)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Accounts: people sign in with an emailed code, never with a password
AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_ENGINE = "games.models.session"
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest who loses the session loses their games
ACCOUNT_ADAPTER = "games.web.sign_in.AccountAdapter"
ACCOUNT_FORMS = {"request_login_code": "games.web.account_forms.LoginForm"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # the emailed code proves the address at every login
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # see games.web.account_pages.log_in
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Other rate limits, also those for codes to one address, are in games.base.rate_limits.
ACCOUNT_RATE_LIMITS = {"request_login_code": "20/m/ip,200/d/ip"}

# Email
_mail_host = _address.hostname or ""
if is_loopback(_mail_host):
    _mail_host = "alexandros.localhost"
DEFAULT_FROM_EMAIL = os.environ.get("ALEXANDROS_FROM") or f"{SITE_NAME} <post@{_mail_host}>"
MAIL_DOMAIN = DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
_email = environment.email(os.environ.get("EMAIL_URL", ""))
_email_service = environment.email_service(os.environ)
USES_EMAIL_SERVICE = bool(_email_service)
LOCAL_MAILBOX = "EMAIL_HOST" not in _email and not USES_EMAIL_SERVICE
globals().update(_email | _email_service)
if USES_EMAIL_SERVICE:
    INSTALLED_APPS.append("anymail")
    # Enough for the largest email we accept, encoded as base64 in a webhook's JSON.
    DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
DKIM_SELECTOR = os.environ.get("ALEXANDROS_DKIM_SELECTOR", "")  # what `doctor` looks for in DNS
# The domain of reply addresses.  Only the local mailbox works without a mail server for it.
REPLY_DOMAIN = os.environ.get("ALEXANDROS_REPLY_DOMAIN") or (
    MAIL_DOMAIN if LOCAL_MAILBOX and not PUBLIC else ""
)

# Celery
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    # A page must not retry: if a task cannot be sent at once, the sweep will find the work.
    "max_retries": 0,
    # A broker that hangs delays a page by one second at most, and not every page (R3).
    "socket_connect_timeout": 1,
    "socket_timeout": 1,
    # A worker counts a task as begun without telling Redis.  Otherwise one whose Redis hangs at
    # that moment counts it as reserved for ever, and takes no more tasks.  Nothing is lost: a
    # task is only a hint, and the sweep announces the work of a worker that dies.
    "ack_emulation": False,
} if REDIS_URL else {}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker survives any outage of its broker
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
# A task about one email would spend a third of its time on connecting to PostgreSQL.  So a worker
# keeps its connection this many tasks, unless it is old or broken (alexandros_site/celery.py).
CELERY_DB_REUSE_MAX = 1000
# A worker takes no more tasks than it can carry out: the others stay for its colleagues.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_QUEUES = {
    name: {"exchange": name, "routing_key": name} for name in queues.QUEUES
}
CELERY_TASK_DEFAULT_QUEUE = queues.SWEEPS
CELERY_TASK_ROUTES = {
    queues.prefixed(task): {"queue": queue} for task, queue in queues.ROUTES.items()
}
# Where the worker's pool can end a task: sooner than its claim on an email ends.
CELERY_TASK_ANNOTATIONS = {
    queues.prefixed(task): {"soft_time_limit": 50, "time_limit": 58}
    for task in ("deliver_code", "deliver_email", "deliver_held", "send_notice",
                 "read_message")
}
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # keeps the schedule in memory
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": queues.prefixed("sweep"), "schedule": 15.0,
              "options": {"expires": queues.LIFETIMES["sweep"]}},
}
CELERY_TIMEZONE = TIME_ZONE

# Security headers and cookies
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "frame-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = [BASE_URL]
if HTTPS:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = int(os.environ.get("ALEXANDROS_HSTS") or 365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # otherwise all visitors share one rate limit

# Logs never contain addresses, tokens, codes or hidden cards
LOG_FORMAT = environment.log_format(
    os.environ, "ALEXANDROS_LOG_FORMAT", default="json" if PUBLIC else "text"
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "alexandros_site.logs.MaskingFormatter", "layout": LOG_FORMAT}},
    "filters": {"refusals": {"()": lambda: shorten_refusals}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler", "formatter": "line", "filters": ["refusals"],
        }
    },
    "root": {"handlers": ["console"], "level": os.environ.get("ALEXANDROS_LOG") or "WARNING"},
    "loggers": {"django": {"handlers": [], "propagate": True}},
}

# Monitoring: without a token there are no metrics; docs/monitoring.md describes them
METRICS_TOKEN = os.environ.get("ALEXANDROS_METRICS_TOKEN", "")
METRICS_DIR = environment.metrics_directory(
    os.environ, "PROMETHEUS_MULTIPROC_DIR", default=DATA_DIR / "metrics" if METRICS_TOKEN else None
)
