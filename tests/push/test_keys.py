"""The key that signs notifications is made once, for all machines, and never changes."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from games.models import SiteKey
from games.post.push import keys
from games.post.push.keys import decoded
from tests.concurrency import at_once
from tests.migrating import migrate_to, migrate_to_newest

pytestmark = pytest.mark.django_db(transaction=True)


def test_machines_that_start_at_once_agree_on_the_key() -> None:
    found = at_once(*[keys.private_key] * 4)
    assert set(found) == {SiteKey.objects.get(name="push").value}
    assert keys.private_key() == found[0]


@pytest.mark.any_database
def test_the_public_key_is_a_point_that_browsers_accept() -> None:
    public = decoded(keys.public_key())
    assert (len(public), public[0]) == (65, 4)
    assert keys.public_key() == keys.public_key()


@pytest.mark.any_database
@pytest.mark.parametrize("place", ["environment", "file"])
def test_an_upgrade_keeps_the_key_that_browsers_know(
    place: str, settings: LazySettings, tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key, settings.DATA_DIR = keys.new_private_key(), tmp_path_factory.mktemp("data")
    if place == "environment":
        monkeypatch.setenv("ALEXANDROS_VAPID_KEY", key)
    else:
        (settings.DATA_DIR / "vapid-key").write_text(key)
    migrate_to("0047_emails_set_aside")
    migrate_to_newest()
    assert keys.private_key() == key
