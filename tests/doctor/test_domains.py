"""The DNS records that emails need, asked of a real server on loopback."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import LazySettings

from games.operations.doctor import domains
from games.operations.doctor.findings import Finding, Level
from tests.doctor.conftest import Examine
from tests.doctor.dns_server import Records, serving

HERE = "play.example.org"
GOOD: Records = {
    (HERE, "MX"): ["10 mx1.example.org.", "20 mx2.example.org."],
    (HERE, "TXT"): ['"unrelated"', '"v=spf1 mx " "-all"'],
    (f"mail._domainkey.{HERE}", "TXT"): ['"v=DKIM1; k=rsa; p=MIGfMA0"'],
    ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=quarantine"'],
}


@pytest.fixture
def found(examine: Examine, public: LazySettings) -> Callable[..., dict[str, Finding]]:
    """The findings with these records; ``None`` leaves one out."""

    def asked(changes: dict[tuple[str, str], list[str] | None] | None = None,
              **options: str) -> dict[str, Finding]:
        merged = {**GOOD, **(changes or {})}
        with serving({key: texts for key, texts in merged.items() if texts}) as server:
            return examine(domains.check, dns_server=server,
                           **{"dkim_selector": "mail", **options})

    return asked


def test_a_domain_with_all_records_is_fine(found: Examine) -> None:
    findings = found()
    assert {about: finding.level for about, finding in findings.items()} == dict.fromkeys(
        ("MX", "SPF", "DKIM", "DMARC"), Level.OK)
    assert findings["MX"].text.endswith("goes to mx1.example.org, mx2.example.org.")
    assert findings["DMARC"].text == "example.org has the policy quarantine."


@pytest.mark.parametrize(("about", "record", "texts", "level", "text"), [
    ("MX", (HERE, "MX"), ["0 ."], Level.PROBLEM, "takes no email"),
    ("SPF", (HERE, "TXT"), ['"unrelated"'], Level.WARNING, "no SPF record"),
    ("SPF", (HERE, "TXT"), ['"v=spf1 -all"', '"v=spf1 mx -all"'], Level.PROBLEM,
     "2 SPF records"),
    ("SPF", (HERE, "TXT"), ['"v=spf1 +all"'], Level.PROBLEM, "lets everybody send"),
    ("SPF", (HERE, "TXT"), ['"v=spf1 mx"'], Level.WARNING, "does not say what to do"),
    ("SPF", (HERE, "TXT"), ['"v=spf1 redirect=example.org"'], Level.OK, "says who may send"),
    ("DKIM", (f"mail._domainkey.{HERE}", "TXT"), None, Level.PROBLEM, "There is no key"),
    ("DKIM", (f"mail._domainkey.{HERE}", "TXT"), ['"v=DKIM1; p="'], Level.PROBLEM, "revoked"),
    ("DMARC", ("_dmarc.example.org", "TXT"), None, Level.WARNING, "no DMARC record"),
    ("DMARC", (f"_dmarc.{HERE}", "TXT"), ['"v=DMARC1; p=none"'], Level.OK, "the policy none"),
    ("DMARC", (f"_dmarc.{HERE}", "TXT"), ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"'],
     Level.PROBLEM, "2 DMARC records"),
])
def test_what_is_wrong_with_a_record_is_said(
    found: Examine, about: str, record: tuple[str, str], texts: list[str] | None, level: Level,
    text: str,
) -> None:
    finding = found({record: texts})[about]
    assert finding.level is level
    assert text in finding.text


def test_a_domain_without_mx_needs_an_address(found: Examine) -> None:
    without: dict[tuple[str, str], list[str] | None] = {(HERE, "MX"): None}
    assert found(without)["MX"].level is Level.PROBLEM
    with_address = found({**without, (HERE, "A"): ["192.0.2.1"]})["MX"]
    assert with_address.level is Level.WARNING


def test_without_a_selector_dkim_is_skipped(found: Examine) -> None:
    finding = found(dkim_selector="")["DKIM"]
    assert finding.level is Level.SKIPPED
    assert "ALEXANDROS_DKIM_SELECTOR" in finding.next_step


def test_a_sender_of_another_domain_needs_an_mx_for_its_bounces(
    found: Examine, public: LazySettings
) -> None:
    public.MAIL_DOMAIN = "nowhere.example.org"
    assert "nowhere.example.org has neither" in found()["MX"].text


def test_without_a_network_the_check_is_skipped(
    examine: Examine, public: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(domains, "TIMEOUT", 0.5)
    finding = examine(domains.check, dns_server="127.0.0.1:1")["domains"]
    assert finding.level is Level.SKIPPED
    assert "no DNS server answers" in finding.text


def test_without_the_package_the_check_is_skipped(
    examine: Examine, public: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(domains, "find_spec", lambda name: None)
    assert "pip install 'dnspython>=" in examine(domains.check)["domains"].next_step


def test_a_local_site_needs_no_records(examine: Examine, settings: LazySettings) -> None:
    settings.PUBLIC = False
    assert examine(domains.check)["domains"].level is Level.SKIPPED
