"""An upgrade from a release in which names were free gives each member a unique one."""

from __future__ import annotations

import pytest

from games.models import Handle, User
from games.models.handle import is_fit
from games.people import handles
from tests.migrating import migrate_to, migrate_to_newest


@pytest.mark.any_database
@pytest.mark.django_db(transaction=True)
def test_members_keep_names_that_are_free_and_get_similar_ones_otherwise() -> None:
    old = migrate_to("0048_site_keys").get_model("games", "User")
    names = ["Alice", "alice", "Alice of Tyre", "\N{CYRILLIC CAPITAL LETTER A}lice", "Bucephalus",
             "", "", "☺"]
    ids = [old.objects.create(email=f"{number}@example.org", name=name).pk
           for number, name in enumerate(names)]
    guest = old.objects.create(name="Alice", is_guest=True).pk
    migrate_to_newest()
    found = [User.objects.get(pk=pk).name for pk in ids]
    assert found[:4] == ["Alice", "alice-2", "Alice-of-Tyre",
                         "\N{CYRILLIC CAPITAL LETTER A}lice-3"]
    assert all(name.startswith("Player-") for name in found[4:])
    assert all(map(is_fit, found))
    assert [handles.find(name).user_id for name in found] == ids
    assert User.objects.get(pk=guest).name == "Alice"
    assert Handle.objects.count() == len(ids)
