"""The legal pages name the operator; a site that has none leaves out what only names one."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

OPERATOR = {
    "name": "Alice <Example>", "address": ["1 High Street", "12345 Sampleton"],
    "email": "alice@example.org", "phone": "", "authority": "Data Protection Office",
    "processors": ["Example Hosting (servers)"], "law": "Germany",
}


@pytest.mark.parametrize(("subject", "says"), [
    ("imprint", "12345 Sampleton"), ("contact", "mailto:alice@example.org"),
    ("privacy", "Ours is: Data Protection Office."), ("privacy", "Example Hosting (servers)"),
    ("privacy", "Until 90 days after the end"), ("terms", "that of: Germany."),
    ("accessibility", "mailto:alice@example.org"), ("imprint", "Alice &lt;Example&gt;"),
])
def test_each_page_says_what_the_settings_say(
    client: Client, settings: Any, subject: str, says: str
) -> None:
    settings.OPERATOR = OPERATOR
    html = client.get(f"/legal/{subject}/").content.decode()
    assert says in html
    assert 'href="/legal/imprint/"' in html


def test_without_an_operator_nothing_leads_to_an_imprint_and_there_is_none(client: Client) -> None:
    html = client.get("/legal/privacy/").content.decode()
    assert "On your own computer that is you" in html
    assert "/legal/imprint/" not in html
    assert [client.get(f"/legal/{name}/").status_code
            for name in ("imprint", "contact", "base", "terms", "accessibility")] == [
                404, 404, 404, 200, 200]
