"""Opens the public address of the site, as a visitor would."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from django.conf import settings
from django.urls import reverse

from games.doctor.clocks import finding
from games.doctor.findings import Finding, Options, ok, problem, skipped, warning

ABOUT = "website"
TIMEOUT = 10.0  # seconds


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """Whether the home page opens, its clock, and whether the mailbox is out of reach."""
    if not settings.PUBLIC:
        yield skipped(ABOUT, "The site serves this machine only.")
        return
    try:
        status, date = _open("/")
    except (URLError, OSError) as error:
        yield warning(
            ABOUT, f"{settings.BASE_URL} does not answer from here ({_reason(error)}).",
            next_step="Open it in a browser elsewhere. If it does not open there either, check the"
                      " domain's address, the proxy and its certificate.",
        )
        return
    yield _page(status)
    if date:
        difference = parsedate_to_datetime(date) - datetime.now(UTC)
        yield finding("clock of the website", difference=difference.total_seconds())
    if _open(reverse("mailbox"))[0] == 200:
        yield problem("mailbox", "Everybody can open the mailbox page and read sign-in codes.",
                      next_step="Set EMAIL_URL and start the web server again.")


def _page(status: int) -> Finding:
    if status == 200:
        return ok(ABOUT, f"{settings.BASE_URL} answers.")
    if 300 <= status < 400:
        return problem(ABOUT, f"{settings.BASE_URL} redirects to itself.",
                       next_step="Set ALEXANDROS_BEHIND_PROXY=1, and let the proxy set"
                                 " X-Forwarded-Proto.")
    step = ("Check the host name in ALEXANDROS_URL and ALEXANDROS_HOSTS." if status == 400 else
            "Look into the logs of the web server and the proxy.")
    return problem(ABOUT, f"{settings.BASE_URL} answers with status {status}.", next_step=step)


def _open(path: str) -> tuple[int, str]:
    """The status of a page and the time in its header; raises URLError if nothing answers."""
    request = Request(settings.BASE_URL + path)  # noqa: S310 - the settings allow http(s) only
    try:
        with urlopen(request, timeout=TIMEOUT) as response:  # noqa: S310 - see above
            return response.status, response.headers.get("Date", "")
    except HTTPError as error:
        with error:
            return error.code, error.headers.get("Date", "")


def _reason(error: OSError) -> str:
    reason = getattr(error, "reason", error)
    return str(getattr(reason, "strerror", None) or reason)
