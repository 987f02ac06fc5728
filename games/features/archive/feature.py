"""The archive of finished public games, as one of the features of this service."""

from __future__ import annotations

from games.base.features import Feature
from games.features.archive import dumps, facts, pages, sums
from games.table.events import Ended, ListingChanged, Unsealed


def _listing_changed(event: ListingChanged | Unsealed) -> None:
    if facts.belongs(event.game):
        facts.archive(event.game)
    else:
        sums.remove(event.game)


FEATURE = Feature(
    name="archive",
    listeners={Ended: facts.ended, ListingChanged: _listing_changed,
               Unsealed: _listing_changed},
    after_review=sums.reviewed,
    panels={"game": pages.on_game_page, "home": pages.on_home_page, "watch": pages.on_watch_page},
    slots={"game-result": "archive/_result.html", "home": "archive/_home.html",
           "watch": "archive/_watch.html", "person": "archive/_person.html"},
    sweeps={"archived games counted": sums.sweep, "games of last month written": dumps.sweep},
)
