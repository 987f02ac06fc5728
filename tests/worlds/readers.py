"""All that somebody can be given by a site, byte for byte, from every address of the URLconf.

``told`` visits every address, with every value of its parameters that there is at a site, follows
every link of the emails to its reader, and collects emails, notifications and files.  ``answers``
sends every form and every command of a reply, and undoes what comes of it.
"""

from __future__ import annotations

import itertools
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from email import message_from_bytes, policy
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from alexandros_site import urls
from games.models import Competition, LoggedMove, MailboxEmail, OutgoingEmail, User
from games.post.calendar_feed import feed_links
from games.post.emails.rendering import compose, texts
from games.post.inbox import processing, tokens
from games.post.inbox.parsing import requests
from games.post.inbox.parsing.message_reader import Envelope
from games.table.lobby import replay_links
from games.table.play import log_cache
from tests.api.programs import ADDRESSES
from tests.inbox.email_replies import written
from tests.sample_games import POSITION
from tests.worlds.sites import Site

Told = dict[str, bytes]

# Those of the admin come from its models.  Programs of an email service use the others.
OTHER_PAGES = ("admin/", "anymail/")
_LINK = re.compile(rf"{re.escape(settings.BASE_URL)}(/[^\s\"'<>)]*)")
NOBODYS = "0" * 32
LISTS = ("", "archive/", "games/", "lobby/", "account/", "mail/", "cups/<slug:cup>/")
# Their first position tells no more.
OF_ONE_POSITION = (".svg", ".png", "comment/", "play-on/", "address/")
# Pages of the admin about single rows that operators may open: of these models.
IN_THE_ADMIN = ("addressstatus", "chatmessage", "clockstop", "failure", "formerplayer", "game",
                "incomingemail", "loggedmove", "outgoingemail", "playinghours", "snapshot", "user",
                "vacation")
ARCHIVE = "/account/download/"  # of one's own data


def routes(patterns: Sequence[Any], before: str = "") -> Iterator[str]:
    """Yield every address of the site, with its parameters in angle brackets."""
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if path.startswith(OTHER_PAGES):
            continue
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path)
        else:
            assert isinstance(pattern, URLPattern)
            yield path


PEOPLE = ("Alice", "Bob", "Carol")  # whose pages are read
ROUTES = sorted({*routes(urls.urlpatterns)})


def _values(site: Site) -> Mapping[str, Sequence[str]]:
    """Return the values of parameters that make sense at this site; a new name needs a line."""
    game = site.game
    return {
        "code": [each.code for each in site.games],
        "number": [str(number) for number in sorted({1, max(game.number - 1, 1), game.number})],
        "token": [NOBODYS, replay_links.sharing_key(game)], "game": [game.ruleset],
        "theme": ["light"], "name": ["FIG1", "FIG21"], "lesson": ["walls"], "subject": ["privacy"],
        "puzzle": ["aaaaaaaaaa"], "seat": ["0", "1"], "node": ["1"],
        "tree": ["aaaaaaaaaa"], "vacation": ["aaaaaaaaaa"], "pk": ["1"],
        "cid": ["board"], "players": ["2"], "day": ["2026-01-26"], "month": ["2026-01"],
        "row": [str(game.number)], "board": ["delta"], "path": ["moon"],
        "string": [POSITION], "given": ["0"],
        "cup": [*Competition.objects.values_list("code", flat=True)] or ["aaaaaaaaaa"],
    }


def paths(site: Site, who: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses that this person visits, with their routes.

    Pages about no game are read by a visitor and one player, but for those that list games.
    """
    values, about_games = _values(site), who not in ("visitor", "Bob")
    for route in ROUTES:
        names = re.findall(r"<\w+:(\w+)>", route)
        if about_games and "code" not in names and route not in LISTS:
            continue
        for chosen in itertools.product(*(_sensible(route, name, values[name]) for name in names)):
            path = route
            for name, value in zip(names, chosen, strict=True):
                path = re.sub(rf"<\w+:{name}>", value, path)
            yield route, f"/{path}"


def _sensible(route: str, name: str, values: Sequence[str]) -> Sequence[str]:
    if name == "token":
        return values[1:] if route.startswith("shared/") else values[:1]
    if name == "number" and route.endswith(OF_ONE_POSITION):
        return values[-1:]
    if name == "name" and "people/" in route:
        return PEOPLE
    return values


def told(site: Site, who: str) -> Told:
    """Return all that this person can have without changing anything."""
    site.work()
    cache.clear()
    found: Told = {f"post {number}": body for number, body in enumerate(site.posts)}
    client = site.clients[who]
    for route, path in paths(site, who):
        for query in _queries(site, route):
            site.chance.begin(f"{who} reads {path}")
            found[f"GET {path}{query}"] = _bytes(client.get(f"{path}{query}"))
    user = site.users.get(who)
    if user is None:
        return found
    if feed := feed_links.of(user):
        for name in ("calendar-feed", "private-news"):
            path = urlsplit(feed_links.url(feed, name)).path
            found[f"GET the {name}"] = _bytes(client.get(path))
    if who == "operator":
        found |= _admin(site, client)
    found |= emails_to(site, user)
    for number, link in enumerate(_links(site, user)):
        site.chance.begin(f"{who} follows link {number}")
        found[f"GET {link} of an email"] = _bytes(client.get(link))
    found |= {f"notification {number}": repr(message).encode() for number, message in enumerate(
        message for name, message in site.notices if name == user.name)}
    site.chance.begin(f"{who} downloads")
    found |= _archive(site, client.post(ARCHIVE))
    return found


def _queries(site: Site, route: str) -> Sequence[str]:
    if route == "games/<slug:code>/":
        return ["", "?played=1-3", *(f"?draft={draft.replace(' ', '+')}" for draft in site.drafts)]
    if route == f"{ADDRESSES}games/<slug:code>/moves":
        return ["", *(f"?after={draft.replace(' ', '+')}" for draft in site.drafts)]
    if route == "games/<slug:code>/plan/":
        return ["", *(f"?orders={draft.replace(' ', '+')}" for draft in site.drafts)]
    return [""]


def _bytes(response: Any) -> bytes:
    """Return status, headers, cookies and content of an answer."""
    content = b"".join(response) if response.streaming else response.content
    headers = "\n".join(sorted(f"{name}: {value}" for name, value in response.items()))
    cookies = response.cookies.output()
    return f"{response.status_code}\n{headers}\n{cookies}\n\n".encode() + content


def status_of(answer: bytes) -> str:
    return answer.partition(b"\n")[0].decode()


def _admin(site: Site, client: Client) -> Told:
    """Return the lists of the admin and the pages of single rows, without hashes of the log."""
    found: Told = {}
    for model in IN_THE_ADMIN:
        paths = [reverse(f"admin:games_{model}_changelist")]
        site.chance.begin(f"a list of {model}")
        listed = client.get(paths[0])
        links = re.findall(rf'href="(/admin/games/{model}/[^"/]+/change/)', listed.content.decode())
        for path in (*paths, *dict.fromkeys(links[:2])):
            site.chance.begin(f"a page about {model}")
            found[f"GET {path}"] = _without_hashes(site, _bytes(client.get(path)))
    return found


def _without_hashes(site: Site, text: bytes) -> bytes:
    """Return the text with the number of its row for each hash of the log.

    The hashes depend on everything: docs/reliability.md says why they show nothing.
    """
    for row in LoggedMove.objects.filter(game__in=site.games):
        text = text.replace(row.chain.encode(), f"{row.number:{len(row.chain)}}".encode())
    return text


def emails_to(site: Site, user: User) -> Told:
    """Return the emails to somebody, part by part, without hashes of the log."""
    found: Told = {}
    mails = MailboxEmail.objects.filter(to=user.email or "nobody").order_by("pk")
    for number, email in enumerate(mails):
        for name, part in _parts(site, bytes(email.raw)):
            found[f"email {number} {name}"] = part
    return found


def _parts(site: Site, raw: bytes) -> Iterator[tuple[str, bytes]]:
    for at, part in enumerate(message_from_bytes(raw, policy=policy.default).walk()):
        headers = "\n".join(f"{name}: {value}" for name, value in part.items())
        content = b"" if part.is_multipart() else part.get_payload(decode=True)
        assert isinstance(content, bytes)
        if part.get_content_maintype() == "text":
            content = _without_hashes(site, content)
        yield f"part {at} ({part.get_content_type()})", headers.encode() + b"\n\n" + content


def _links(site: Site, user: User) -> list[str]:
    """Return the addresses on our site to which the newest emails to somebody lead."""
    mails = MailboxEmail.objects.filter(to=user.email or "nobody").order_by("-pk")[:2]
    found = dict.fromkeys(link for email in mails for link in _LINK.findall(
        f"{email.text} {email.html}".replace("&amp;", "&")))
    return [link.partition("#")[0] for link in found if not link.startswith("/static/")]


def _archive(site: Site, response: Any) -> Told:
    """Return the files of an archive of somebody's data, without hashes of the log in emails."""
    if response.status_code != 200:
        return {f"POST {ARCHIVE}": _bytes(response)}
    content = b"".join(response)
    # How much the emails shrink depends on their hashes.
    headers = [item for item in sorted(response.items()) if item[0] != "Content-Length"]
    found = {"archive": repr(headers).encode()}
    with ZipFile(BytesIO(content)) as archive:
        for name in archive.namelist():
            if not name.endswith(".eml"):
                found[f"archive {name}"] = archive.read(name)
                continue
            for part, text in _parts(site, archive.read(name)):
                found[f"archive {name} {part}"] = text
    return found


# ---------- what changes something ----------
def answers(site: Site, who: str) -> Told:
    """Return the answers to all forms that this person can send and to all their replies.

    What somebody does may show them what was hidden, so nothing is said of what changed the log
    but that it did.
    """
    found: Told = {}
    for _route, path in paths(site, who):
        for number, form in enumerate(_forms(site, path)):
            send = _sender(site, who, path, form)
            found[f"POST {path} form {number}"] = _undone(site, f"{who} sends {path}", send)
    user = site.users.get(who)
    seat = site.game.seats.filter(user=user).first() if user else None
    if seat is not None and user is not None and user.email:
        for text in (*requests.QUESTIONS, *site.drafts, *(f"preview {d}" for d in site.drafts)):
            to = tokens.reply_address(seat, number=site.game.number, now=site.now)
            raw = written(text, to=to, sender=user.email, message_id=f"<{who}@mail.example.org>")
            found[f"reply {text!r}"] = _undone(site, f"{who} replies {text}",
                                               _replier(site, raw, to=to, user=user))
    return found


def _forms(site: Site, path: str) -> Sequence[dict[str, str]]:
    game = site.game
    if path == ARCHIVE:
        return []  # ``told`` compares its files one by one
    if path == f"/games/{game.code}/orders/":
        return [{}, *({"orders": draft, "number": str(game.number)} for draft in site.drafts)]
    if path == f"/{ADDRESSES}games/{game.code}/orders":
        return [{}, *({"orders": draft, "expected_row": str(game.number)}
                      for draft in site.drafts)]
    if path.endswith(("/preview/", "/preview")):
        return [{"orders": draft} for draft in site.drafts]
    if path.startswith(f"/{ADDRESSES}") and path.endswith("/plan"):
        return [{"text": draft} for draft in site.drafts]
    if path.endswith(("/plan/", "/add/", "/suppose/")):
        return [{}, *({"text": draft, "draft": draft, "seat": "1"} for draft in site.drafts)]
    return [{}]


def _sender(site: Site, who: str, path: str, form: dict[str, str]) -> Callable[[], bytes]:
    def send() -> bytes:
        client = site.clients[who]
        if path.startswith(f"/{ADDRESSES}"):
            method = client.put if path.endswith("/plan") else client.post
            return _bytes(method(path, form, content_type="application/json"))
        response = client.post(path, form)
        answer = _bytes(response)
        if response.status_code == 302 and response["Location"].startswith("/"):
            answer += b"\n" + _bytes(client.get(response["Location"]))
        return answer

    return send


def _replier(site: Site, raw: bytes, *, to: str, user: User) -> Callable[[], bytes]:
    def reply() -> bytes:
        stored = processing.store(raw, gateway="smtp", now=site.now,
                                  envelope=Envelope(user.email, (to,)))
        processing.process(stored.pk, now=site.now, render=texts)
        stored.refresh_from_db()
        return f"{stored.status} {stored.outcome}".encode()

    return reply


def _undone(site: Site, what: str, act: Callable[[], bytes]) -> bytes:
    """Return what somebody is answered, on a page and by email, and undo what they have done."""
    cache.clear()
    site.chance.begin(what)
    rows, before = LoggedMove.objects.count(), _newest()
    client_cookies = {who: client.cookies.copy() for who, client in site.clients.items()}
    with transaction.atomic():
        answer = act()
        acted = LoggedMove.objects.count() != rows
        if not acted:
            for email in OutgoingEmail.objects.filter(pk__gt=before).order_by("pk"):
                answer += b"\n" + _email(site, email)
        transaction.set_rollback(True)
    for who, cookies in client_cookies.items():
        site.clients[who].cookies = cookies
    site.tasks.clear()
    log_cache.forget()
    return b"acted" if acted else answer


def _newest() -> int:
    return OutgoingEmail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _email(site: Site, email: OutgoingEmail) -> bytes:
    """Return an email that waits, as it would be sent."""
    raw = compose(email).message().as_bytes()
    return b"\n".join(part for _name, part in _parts(site, raw))


def shortened(text: bytes) -> str:
    """Return bytes as a short text: pictures in base 64."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return b64encode(text).decode()
