"""Devices with notifications: which are accepted, whose they are, and when they go."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from alexandros_rules.errors import Refusal
from games.models import PushDevice, User
from games.people import account_deletion, accounts
from games.post.push import devices
from games.post.push.keys import encoded
from tests.push.conftest import PUBLIC

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Register = Callable[..., PushDevice]


def owners() -> list[tuple[str, str]]:
    """Who has which device, by the last letter of its address."""
    found = PushDevice.objects.select_related("user").order_by("endpoint")
    return [(device.user.name, device.endpoint.removeprefix(PUBLIC)) for device in found]


def test_a_device_that_registers_again_stays_one_device(alice: User, register: Register) -> None:
    first = register(alice)
    again = register(alice, name="Firefox on Mac")
    assert first.pk == again.pk
    assert [device.name for device in devices.of(alice)] == ["Firefox on Mac"]


@pytest.mark.parametrize("endpoint", [
    "", "updates.push.example/send", "http://updates.push.example/1", "https://localhost/1",
    "https://127.0.0.1/1", "https://[::1]/1", "https://10.0.0.8/1", "https://192.168.1.1/1",
    "https://169.254.169.254/latest/meta-data/", "https://[::ffff:10.0.0.8]/1",
    "https://[64:ff9b::a00:8]/1", "https://[2002:a00:8::]/1", "https://2130706433/1",
    "https://0x7f.1/1", "https://intranet/1", "https://push.localhost/1",
    "https://me@updates.push.example/1", "https://updates.push.example:22/1",
    "https://updates.push.example:x/1", "https://updates.push.example/a b",
    "https://updates.push.example/\r\nHost: other", "ftp://updates.push.example/1",
    f"https://updates.push.example/{'x' * 1000}",
])
def test_an_address_that_no_push_service_can_have_is_refused(
    alice: User, register: Register, endpoint: str
) -> None:
    with pytest.raises(Refusal, match="Please reload the page and try again"):
        register(alice, endpoint)
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("changes", [
    {"p256dh": ""}, {"p256dh": encoded(b"\x04" + b"\x01" * 64)}, {"p256dh": "…"},
    {"auth": ""}, {"auth": encoded(b"short")}, {"auth": encoded(b"x" * 17)},
])
def test_keys_that_no_browser_gives_out_are_refused(
    alice: User, register: Register, changes: dict[str, str]
) -> None:
    with pytest.raises(Refusal, match="We cannot use what your browser sent us"):
        register(alice, **changes)


def test_nobody_has_notifications_on_more_than_ten_devices(
    alice: User, bob: User, register: Register
) -> None:
    for number in range(10):
        register(alice, f"{PUBLIC}{number}")
    register(alice, f"{PUBLIC}9")
    with pytest.raises(Refusal, match="on 10 devices already"):
        register(alice, f"{PUBLIC}x")
    register(bob, f"{PUBLIC}x")


def test_a_browser_follows_the_person_who_uses_it_now(
    alice: User, bob: User, register: Register
) -> None:
    register(alice)
    register(bob)
    assert owners() == [("Bob", "1")]


def test_who_knows_only_the_address_of_a_device_cannot_take_it(
    alice: User, bob: User, register: Register
) -> None:
    register(alice)
    with pytest.raises(Refusal):
        register(bob, auth=encoded(b"a different one!"))
    assert owners() == [("Alice", "1")]


def test_nobody_removes_the_device_of_somebody_else(
    alice: User, bob: User, register: Register
) -> None:
    device = register(alice)
    with pytest.raises(Refusal, match="There is no such device"):
        devices.remove(bob, device.pk)
    devices.remove(alice, device.pk)
    assert owners() == []


def test_a_guests_devices_move_to_the_account_as_far_as_it_has_room(
    alice: User, guest: User, register: Register, now: datetime
) -> None:
    for name in "abcdefghi":
        register(alice, f"{PUBLIC}{name}")
    register(guest, f"{PUBLIC}x")
    register(guest, f"{PUBLIC}y")
    accounts.merge_guest(guest, alice, now=now)
    assert owners() == [("Alice", name) for name in "abcdefghiy"]


@pytest.mark.promise("R25")
def test_devices_go_with_the_account(alice: User, register: Register, now: datetime) -> None:
    register(alice)
    account_deletion.delete_account(alice, now=now)
    assert owners() == []


CHROME = "Mozilla/5.0 (%s) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
SAFARI = "Mozilla/5.0 (%s) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15"


@pytest.mark.parametrize(("agent", "name"), [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
    (CHROME % "Linux; Android 10; K", "Chrome on Android"),
    (CHROME % "Windows NT 10.0; Win64; x64" + " Edg/140.0.0.0", "Edge on Windows"),
    (SAFARI % "iPhone; CPU iPhone OS 18_6 like Mac OS X", "Safari on iPhone"),
    (SAFARI % "Macintosh; Intel Mac OS X 10_15_7", "Safari on Mac"),
    ("curl/8.0", "An unknown browser"),
])
def test_a_device_has_a_name_that_its_owner_recognises(agent: str, name: str) -> None:
    assert devices.name_of(agent) == name
