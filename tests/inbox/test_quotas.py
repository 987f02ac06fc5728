"""How much email one source may send within an hour, at every gateway."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from games.models import Game, IncomingEmail, ReceivedVolume, User
from games.post.inbox import intake, processing, quotas
from games.post.inbox.gateways import pipe, smtp
from games.post.inbox.parsing.message_reader import Envelope
from games.post.inbox.quotas import OverQuota, Quota
from tests.inbox.email_replies import PostOffice, written
from tests.sample_games import seat_table

EVE = "eve@example.net"


@pytest.fixture
def address(game: Game, office: PostOffice, alice: User) -> str:
    """Where Alice sends her orders."""
    return str(office.turn_email(game, alice)["Reply-To"])


@pytest.fixture(autouse=True)
def small_quotas(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, emails in (("player", 3), ("stranger", 2), ("strangers", 4), ("network", 5)):
        monkeypatch.setitem(quotas.QUOTAS, name, Quota(emails, 100_000))


def take_in(address: str, sender: str, *, now: datetime, network: str = "",
            size: int = 0) -> IncomingEmail | None:
    raw = written("take temple" + " " * size, to=address, sender=sender)
    return intake.take_in(raw, gateway="smtp", now=now, network=network,
                          envelope=Envelope(sender, (address,)))


@pytest.mark.django_db
def test_strangers_cannot_use_up_what_a_player_may_send(
    address: str, alice: User, now: datetime
) -> None:
    for _ in range(2):
        take_in(address, EVE, now=now)
    with pytest.raises(OverQuota, match="stranger"):
        take_in(address, EVE, now=now)
    for number in range(2):
        take_in(address, f"mallory{number}@example.net", now=now)
    with pytest.raises(OverQuota, match="strangers"):
        take_in(address, "another@example.net", now=now)
    for _ in range(3):
        assert take_in(address, alice.email or "", now=now)
    with pytest.raises(OverQuota, match="player"):
        take_in(address, alice.email or "", now=now)
    assert IncomingEmail.objects.count() == 7


@pytest.mark.django_db
def test_an_hour_later_there_is_room_again_and_old_counts_are_forgotten(
    address: str, now: datetime
) -> None:
    for _ in range(2):
        take_in(address, EVE, now=now)
    assert take_in(address, EVE, now=now + timedelta(hours=1))
    processing.forget_old(now + timedelta(days=2))
    assert not ReceivedVolume.objects.exists()


@pytest.mark.django_db
def test_bytes_count_as_well(address: str, now: datetime) -> None:
    take_in(address, EVE, now=now, size=100_000)
    with pytest.raises(OverQuota):
        take_in(address, EVE, now=now)


@pytest.mark.django_db
def test_a_network_counts_all_its_strangers(
    address: str, office: PostOffice, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([bob, alice], now=now, options={"first": 0})
    other = str(office.turn_email(game, bob)["Reply-To"])
    for number in range(5):
        to = address if number % 2 else other
        take_in(to, f"eve{number}@example.net", now=now, network="192.0.2.0/24")
    with pytest.raises(OverQuota, match="network"):
        take_in(other, "more@example.net", now=now, network="192.0.2.0/24")
    assert take_in(other, bob.email or "", now=now, network="192.0.2.0/24")


@pytest.mark.django_db
def test_what_is_refused_is_not_counted_and_not_stored(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(processing, "store", broken)
    with pytest.raises(OSError, match="disk"):
        take_in(address, EVE, now=now)
    assert not ReceivedVolume.objects.exists()


@pytest.mark.django_db
@pytest.mark.promise("R5")
def test_quotas_need_no_cache(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.core.cache.cache.incr", None)
    monkeypatch.setattr("django.core.cache.cache.add", None)
    for _ in range(2):
        take_in(address, EVE, now=now)
    with pytest.raises(OverQuota):
        take_in(address, EVE, now=now)


@pytest.mark.parametrize(("address_", "network"), [
    ("9.8.7.6", "9.8.7.0/24"), ("2a00:1:2:3:4::5", "2a00:1:2:3::/64"), ("127.0.0.1", ""),
    ("10.1.2.3", ""), ("IPv6:2a00:1:2:3:4::5", "2a00:1:2:3::/64"), ("[UNAVAILABLE]", ""), ("", ""),
])
def test_the_network_of_an_address(address_: str, network: str) -> None:
    assert quotas.network_of(address_) == network


@pytest.mark.django_db
def test_the_pipe_asks_for_another_try(address: str, now: datetime) -> None:
    raw = written("take temple", to=address, sender=EVE)
    for _ in range(2):
        pipe.receive(raw, sender=EVE, recipients=[address], now=now)
    with pytest.raises(pipe.Rejected) as rejected:
        pipe.receive(raw, sender=EVE, recipients=[address], now=now)
    assert rejected.value.code == pipe.TRY_AGAIN


@pytest.fixture
def client(transactional_db: None) -> Iterator[smtplib.SMTP]:
    """A mail server that talks to ours."""
    with (
        smtp.smtp_server("127.0.0.1", 0) as port,
        smtplib.SMTP("127.0.0.1", port, timeout=60) as client,
    ):
        client.ehlo()
        yield client


@pytest.mark.django_db(transaction=True)
def test_smtp_asks_for_another_try_before_the_email_is_sent(
    client: smtplib.SMTP, address: str
) -> None:
    raw = written("take temple", to=address, sender=EVE)
    for _ in range(2):
        assert client.sendmail(EVE, [address], raw) == {}
    client.mail(EVE)
    assert client.rcpt(address)[0] == 452
    assert IncomingEmail.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_our_own_mail_server_says_which_network_an_email_comes_from(
    client: smtplib.SMTP, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(quotas.QUOTAS, "network", Quota(1, 100_000))
    assert client.has_extn("xforward")
    for number, (ip, code) in enumerate([("9.8.7.6", 250), ("9.8.7.5", 452), ("9.8.6.5", 250)]):
        assert client.docmd("XFORWARD", f"NAME=mx.example.net ADDR={ip}")[0] == 250
        client.mail(f"eve{number}@example.net")
        assert client.rcpt(address)[0] == code
        if code == 250:
            client.data(written("draw", to=address, sender=f"eve{number}@example.net"))
        client.rset()
    assert IncomingEmail.objects.count() == 2
