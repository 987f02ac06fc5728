"""What hands do at a table in a real browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class Table:
    """A page of a game."""

    page: Any

    def tap(self, what: Any) -> None:
        """Taps and waits for the table that comes of it, whoever puts it in place."""
        address = self.page.url
        what.click()
        self.page.wait_for_url(lambda url: url != address)

    def press(self, *keys: str) -> None:
        """Presses keys, each of which leads to another table."""
        for key in keys:
            address = self.page.url
            self.page.keyboard.press(key)
            self.page.wait_for_url(lambda url, before=address: url != before)

    @property
    def heading(self) -> str:
        """What the composer asks for."""
        found = self.page.locator("#composer, #draft-title").first
        return str(found.text_content()).strip()

    @property
    def draft(self) -> list[str]:
        """The draft in notation."""
        return [str(text) for text in self.page.locator(".draft code").all_text_contents()]

    def march(self) -> None:
        """Chooses on the board until Alexander has arrived."""
        for _ in range(3):
            if "action" in self.heading:
                return
            # What is drawn last lies on top: a way's letter, else a point, else a space.
            for handle in (".ax-letter", ".ax-hit", ".ax-mark"):
                found = self.page.locator(f".board-frame a {handle}")
                if found.count():
                    self.tap(found.last)
                    break
        assert "action" in self.heading

    def confirm(self) -> None:
        """Plays the draft, with the end of the turn if nothing hidden is waited for."""
        button = self.page.locator(".reveal button, .bar button")
        if not button.count():
            self.tap(self.page.locator(".bar a", has_text="End"))
        button.click()
        self.page.get_by_text("Confirmed.").wait_for()
