"""The Content-Security-Policy of each response."""

from __future__ import annotations

from csp.constants import HEADER
from csp.decorators import csp_exempt, csp_replace
from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse

from alexandros_site.middleware import SecurityPolicy


def answers(view) -> tuple[str | None, str | None]:
    """The policy that the site sends with the view's response, and the one of django-csp."""
    return tuple(kind(view)(HttpRequest()).headers.get(HEADER)
                 for kind in (SecurityPolicy, CSPMiddleware))


def parts(policy: str | None) -> list[str]:
    """What a policy says; django-csp puts it in any order."""
    return sorted((policy or "").split("; "))


def test_a_page_has_the_policy_of_the_settings() -> None:
    ours, theirs = answers(lambda request: HttpResponse())
    assert parts(ours) == parts(theirs)
    assert "script-src 'self'" in parts(ours)


def test_a_response_may_have_a_policy_of_its_own() -> None:
    ours, theirs = answers(csp_replace({"script-src": ["'none'"]})(lambda request: HttpResponse()))
    assert parts(ours) == parts(theirs)
    assert "script-src 'none'" in parts(ours)


def test_a_response_may_have_none() -> None:
    assert answers(csp_exempt()(lambda request: HttpResponse())) == (None, None)


def test_a_policy_that_a_view_has_written_stays() -> None:
    ours, _ = answers(lambda request: HttpResponse(headers={HEADER: "sandbox"}))
    assert ours == "sandbox"
