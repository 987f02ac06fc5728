"""Pages as somebody without JavaScript meets them: words, links and forms, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client

from games.models import User

_VOID = {"meta", "link", "input", "br", "hr", "img", "path", "circle", "rect", "use"}


@dataclass
class Link:
    """A link's address and words; ``on_board`` when it lies in the picture."""

    href: str
    words: str = ""
    on_board: bool = False


@dataclass
class Form:
    """A form as it would be sent; ``buttons`` are (name, value, words, other action)."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str, str]] = field(default_factory=list)
    id: str = ""

    def data(self, **changes: Any) -> dict[str, list[str]]:
        """What is sent, with some fields filled in otherwise."""
        found: dict[str, list[str]] = {}
        for name, value in self.fields:
            found.setdefault(name, []).append(value)
        for name, value in changes.items():
            found[name] = value if isinstance(value, list) else [value]
        return found


class Page(HTMLParser):
    """One parsed response of the site."""

    def __init__(self, response: Any, url: str):
        super().__init__()
        self.status: int = response.status_code
        self.url = url
        self.html: str = response.content.decode()
        self.links: list[Link] = []
        self.forms: list[Form] = []  # those that are not below every page
        self.attributes: list[tuple[str, str, str]] = []
        self._words: list[str] = []
        self._open: list[str] = []
        self._link: Link | None = None
        self._form: Form | None = None
        self._button: tuple[str, str, str] | None = None
        self._apart = ""  # the id of the form to which a button outside of it belongs
        self._buttons_apart: list[tuple[str, tuple[str, str, str, str]]] = []
        self._said = ""
        self._select = ""
        self._area = ""
        self.feed(self.html)
        for id_, button in self._buttons_apart:
            next(form for form in self.forms if form.id == id_).buttons.append(button)

    @property
    def words(self) -> str:
        """All that can be read on the page, in one line."""
        return " ".join(" ".join(self._words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = {name: value or "" for name, value in attrs}
        self.attributes += [(tag, name, value) for name, value in have.items()]
        if tag not in _VOID:
            self._open.append(tag)
        if tag == "a" and "href" in have:
            self._link = Link(urljoin(self.url, have["href"]), on_board="svg" in self._open)
            self._link.words = have.get("aria-label", "")
            self.links.append(self._link)
        if tag == "form":
            self._form = Form(urljoin(self.url, have.get("action", "")), have.get("method", "get"),
                              id=have.get("id", ""))
            if "footer" not in self._open:  # there, people choose their language on every page
                self.forms.append(self._form)
        if self._form:
            self._control(tag, have)
        elif tag == "button" and have.get("form"):
            self._apart = have["form"]
            self._button, self._said = (have.get("name", ""), have.get("value", ""), ""), ""

    def _control(self, tag: str, have: dict[str, str]) -> None:
        assert self._form
        kind = have.get("type", "")
        if tag == "button":
            self._button, self._said = (
                have.get("name", ""), have.get("value", ""), have.get("formaction", "")
            ), ""
        elif tag == "input" and "name" in have:
            if kind not in ("checkbox", "radio") or "checked" in have:
                default = "on" if kind == "checkbox" else ""
                self._form.fields.append((have["name"], have.get("value", default)))
        elif tag == "select":
            self._select = have["name"]
        elif tag == "option" and self._select:
            given = dict(self._form.fields)
            if self._select not in given or "selected" in have:
                self._form.fields = [f for f in self._form.fields if f[0] != self._select]
                self._form.fields.append((self._select, have.get("value", "")))
        elif tag == "textarea":
            self._area = have["name"]
            self._said = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("script", "style"):
            return
        self._words.append(data)
        self._said += data
        if self._link:
            self._link.words = f"{self._link.words} {' '.join(data.split())}".strip()

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()
        if tag == "a":
            self._link = None
        if tag == "button" and self._button and (self._form or self._apart):
            name, value, action = self._button
            button = (name, value, " ".join(self._said.split()), action)
            if self._form:
                self._form.buttons.append(button)
            else:
                self._buttons_apart.append((self._apart, button))
            self._button, self._apart = None, ""
        if tag == "textarea" and self._form:
            self._form.fields.append((self._area, self._said))
        if tag == "select":
            self._select = ""
        if tag == "form":
            self._form = None

    def link(self, words: str, *, on_board: bool | None = None) -> Link:
        """The first link with these words that does not lead to the page about a person."""
        return next(link for link in self.find(words, on_board=on_board)
                    if not link.href.startswith("/people/"))

    def find(self, words: str = "", *, on_board: bool | None = None) -> Iterator[Link]:
        """The links with these words, maybe only those on the board or beside it."""
        for link in self.links:
            if words in link.words and on_board in (None, link.on_board):
                yield link

    def form(self, button: str) -> Form:
        """The form with a button of these words."""
        return next(f for f in self.forms if any(button in words for _, _, words, _ in f.buttons))


class Browser:
    """Somebody with cookies and without JavaScript."""

    def __init__(self, client: Client):
        self.client = client
        self.page: Page

    def open(self, url: str) -> Page:
        """The page at this address, redirects followed."""
        response = self.client.get(url, follow=True)
        end = response.redirect_chain[-1][0] if response.redirect_chain else url
        self.page = Page(response, end)
        return self.page

    def follow(self, words: str, *, on_board: bool | None = None) -> Page:
        """The page behind the first link with these words that is not about a person."""
        return self.open(self.page.link(words, on_board=on_board).href)

    def press(self, words: str, **changes: Any) -> Page:
        """The page a form leads to when this button of it is pressed."""
        form = self.page.form(words)
        name, value, _, action = next(b for b in form.buttons if words in b[2])
        data = form.data(**changes)
        if name:
            data[name] = [value]
        send = self.client.get if form.method == "get" else self.client.post
        url = urljoin(self.page.url, action) if action else form.action
        response = send(url, data, follow=True)
        end = response.redirect_chain[-1][0] if response.redirect_chain else url
        self.page = Page(response, end)
        return self.page


Sit = Callable[[User | None], Browser]
