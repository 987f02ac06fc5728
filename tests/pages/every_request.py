"""Every request of the site, and how much work it takes: database queries and boards drawn.

``WORK`` has a line for every address of the site: who asks for what, the status of the answer,
and then how many queries that takes, how many boards are drawn and how many thumbnails.

How to update it:

* A new page has no line. Add one with zeros. The failing test prints the line as it should be
  and the queries it counted.
* A number went up. Find out why before you change the line. The usual reasons are a relation
  that is loaded for each row (use ``select_related`` or ``prefetch_related``), the same question
  asked twice in one request, and a result that is thrown away.
* A number went down. Write down the smaller number, so that it stays that way.

The numbers are the same on SQLite and PostgreSQL. Savepoints are not counted: an ``atomic`` block
makes one only when a transaction has begun already, as in a test. A page that is only read is
visited twice and measured the second time, because the first visit may fill a cache of the process.
"""

from __future__ import annotations

from string import Formatter
from typing import NamedTuple


class Line(NamedTuple):
    """One request and the work it takes."""

    who: str
    asks: str  # the method and the path; a name in braces is a fixture
    status: int
    queries: int
    boards: int
    thumbnails: int


WORK = [
    Line("visitor", "GET /", 200, 0, 1, 0),
    Line("Alice", "GET /", 200, 8, 1, 2),
    Line("visitor", "GET /?bot=planner", 200, 0, 1, 0),
    Line("visitor", "POST /play/", 302, 27, 0, 0),
    Line("Alice", "POST /play/", 302, 24, 0, 0),
    Line("visitor", "GET /health", 200, 1, 0, 0),
    Line("visitor", "GET /metrics", 404, 0, 0, 0),
    Line("visitor", "GET /preview.png", 200, 0, 1, 0),
    Line("visitor", "GET /preview/alexandros.png", 200, 0, 1, 0),
    Line("visitor", "GET /rules/", 200, 0, 0, 0),
    Line("visitor", "GET /rules/alexandros/", 200, 0, 0, 0),
    Line("Alice", "GET /rules/", 200, 3, 0, 0),
    Line("visitor", "GET /rules/figures/light/FIG1.svg", 200, 0, 0, 0),
    Line("visitor", "GET /rules/alexandros/figures/light/FIG1.svg", 200, 0, 0, 0),
    Line("visitor", "GET /opponents/", 200, 0, 0, 0),
    Line("visitor", "GET /opponents/alexandros/", 200, 0, 0, 0),
    Line("Alice", "GET /opponents/", 200, 3, 0, 0),
    Line("visitor", "GET /learn/", 200, 0, 0, 0),
    Line("Alice", "GET /learn/", 200, 4, 0, 0),
    Line("visitor", "GET /learn/games/alexandros/", 200, 0, 0, 0),
    Line("Alice", "POST /learn/email/", 302, 6, 0, 0),
    Line("Alice", "POST /learn/games/alexandros/email/", 302, 6, 0, 0),
    Line("visitor", "GET /learn/walls/", 200, 0, 1, 0),
    Line("Alice", "GET /learn/walls/?draft=take+lyre", 200, 4, 1, 0),
    Line("visitor", "GET /learn/games/alexandros/walls/", 200, 0, 1, 0),
    Line("visitor", "GET /learn/walls/draft/?do=look&horse=1", 302, 0, 0, 0),
    Line("visitor", "GET /learn/games/alexandros/walls/draft/?do=look&horse=1", 302, 0, 0, 0),
    Line("visitor", "POST /learn/walls/orders/", 200, 2, 1, 0),
    Line("Alice", "POST /learn/walls/orders/", 200, 7, 1, 0),
    Line("Alice", "POST /learn/games/alexandros/walls/orders/", 302, 5, 0, 0),
    Line("visitor", "GET /plans/", 200, 0, 0, 0),
    Line("visitor", "GET /check/", 200, 0, 0, 0),
    Line("visitor", "GET /check/page.html", 200, 0, 0, 0),
    # Lists
    Line("visitor", "GET /lobby/", 200, 12, 0, 4),
    Line("Dave", "GET /lobby/", 200, 20, 0, 4),
    Line("Alice", "GET /games/", 200, 18, 0, 6),
    Line("visitor", "GET /games/new/", 200, 0, 0, 0),
    Line("Alice", "GET /games/new/", 200, 6, 0, 0),
    Line("Alice", "POST /games/new/", 302, 11, 0, 0),
    # A game that runs; Alice is to move
    Line("Alice", "GET /games/{fresh}/", 200, 8, 1, 0),
    Line("Alice", "GET /games/{fresh}/?draft=take+nothing", 200, 8, 1, 0),
    Line("Alice", "GET /games/{fresh}/?played=1-1", 200, 8, 1, 0),
    Line("Bob", "GET /games/{fresh}/", 200, 8, 1, 0),
    Line("visitor", "GET /games/{running}/", 200, 3, 1, 0),
    Line("Alice", "GET /games/{running}/", 200, 8, 1, 0),
    Line("Bob", "GET /games/{running}/", 200, 8, 1, 0),
    Line("Carol", "GET /games/{running}/", 200, 8, 1, 0),
    Line("Alice", "GET /games/{finished}/", 200, 8, 1, 0),
    Line("Alice", "GET /games/{against_a_bot}/", 200, 9, 1, 0),
    Line("Alice", "POST /games/{finished}/rematch/", 302, 19, 0, 0),
    Line("Bob", "GET /games/{fresh}/mark/", 200, 6, 0, 0),
    Line("Alice", "GET /games/{fresh}/draft/?do=look&horse=1", 302, 4, 0, 0),
    Line("Alice", "GET /games/{fresh}/draft/?do=add&province=A1&guard=A1", 400, 10, 1, 0),
    Line("Bob", "GET /games/{fresh}/draft/?do=add&province=A1&guard=A1", 200, 8, 1, 0),
    Line("Alice", "POST /games/{fresh}/hint/", 403, 5, 0, 0),
    Line("Alice", "POST /games/{fresh}/preview/", 302, 4, 0, 0),
    Line("Alice", "POST /games/{fresh}/orders/", 302, 17, 0, 0),
    Line("Bob", "POST /games/{fresh}/orders/", 403, 13, 1, 0),
    Line("Bob", "POST /games/{fresh}/leave/", 302, 20, 0, 0),
    Line("Alice", "GET /games/{fresh}/plan/", 200, 11, 0, 0),
    Line("Bob", "GET /games/{fresh}/plan/?orders=draw", 200, 10, 0, 0),
    Line("Bob", "POST /games/{fresh}/plan/", 302, 14, 0, 0),
    Line("Alice", "GET /games/{clocked}/", 200, 15, 1, 0),
    Line("Alice", "POST /games/{clocked}/more-time/", 302, 15, 0, 0),
    Line("Alice", "POST /games/{clocked}/pause/", 302, 9, 0, 0),
    Line("Alice", "POST /games/{paused}/resume/", 302, 21, 0, 0),
    Line("Alice", "POST /games/{deserted}/return/", 302, 24, 0, 0),
    # A seat that its player, Alice, has left
    Line("Bob", "GET /games/{vacant}/", 200, 15, 1, 0),
    Line("Bob", "POST /games/{vacant}/offer/", 302, 8, 0, 0),
    Line("visitor", "GET /games/{vacant}/take-over/0/", 200, 8, 1, 0),
    Line("Dave", "GET /games/{vacant}/take-over/0/", 200, 12, 1, 0),
    Line("Dave", "POST /games/{vacant}/take-over/0/", 302, 40, 0, 0),
    Line("Dave", "GET /games/{vacant}/take-over/0/{takeover_link}/", 200, 12, 1, 0),
    Line("visitor", "POST /games/{vacant}/take-over/0/{takeover_link}/", 302, 40, 0, 0),
    # What people say and note
    Line("Alice", "GET /games/{fresh}/talk/", 200, 7, 0, 0),
    Line("Alice", "GET /games/{fresh}/talk/messages/", 200, 6, 0, 0),
    Line("Alice", "POST /games/{fresh}/talk/say/", 302, 12, 0, 0),
    Line("Dave", "POST /games/{running}/talk/say/", 302, 8, 0, 0),
    Line("Dave", "GET /games/{running}/talk/", 200, 7, 0, 0),
    Line("visitor", "GET /games/{running}/talk/", 200, 2, 0, 0),
    Line("Alice", "POST /games/{fresh}/talk/mute/", 302, 6, 0, 0),
    Line("Alice", "POST /games/{fresh}/talk/report/", 404, 6, 0, 0),
    Line("Alice", "POST /games/{fresh}/note/", 302, 7, 0, 0),
    Line("Alice", "POST /games/{finished}/replay/9/comment/", 302, 8, 0, 0),
    Line("Dave", "POST /shared/{finished}/{key}/replay/9/comment/", 302, 8, 0, 0),
    # A table that waits for players: Alice made it, Bob sits there, Carol is invited
    Line("Alice", "GET /games/{waiting}/", 200, 11, 1, 0),
    Line("Carol", "GET /games/{waiting}/", 200, 9, 1, 0),
    Line("Dave", "POST /games/{waiting}/join/", 302, 14, 0, 0),
    Line("visitor", "POST /games/{waiting}/join/", 302, 17, 0, 0),
    Line("Bob", "POST /games/{waiting}/leave/", 302, 8, 0, 0),
    Line("Alice", "POST /games/{waiting}/cancel/", 302, 7, 0, 0),
    Line("Alice", "POST /games/{waiting}/keep/", 302, 7, 0, 0),
    Line("Alice", "POST /games/{waiting}/list/", 302, 8, 0, 0),
    Line("Alice", "POST /games/{waiting}/fill/", 302, 30, 0, 0),
    Line("Alice", "POST /games/{waiting}/invite/", 302, 12, 0, 0),
    Line("Alice", "POST /games/{waiting}/withdraw/", 302, 7, 0, 0),
    Line("visitor", "GET /games/{waiting}/invitation/{invitation}/", 200, 6, 1, 0),
    Line("Dave", "GET /games/{waiting}/invitation/{invitation}/", 200, 9, 1, 0),
    Line("Carol", "POST /games/{waiting}/decline/", 302, 8, 0, 0),
    # The replay, for players and behind a link that was given away
    Line("Alice", "GET /games/{finished}/replay/", 302, 4, 0, 0),
    Line("Alice", "GET /games/{finished}/replay/?turn=3", 302, 5, 0, 0),
    Line("Alice", "GET /games/{finished}/replay/9/", 200, 10, 1, 0),
    Line("Alice", "GET /games/{finished}/replay/9/step.json", 200, 8, 1, 0),
    Line("Alice", "GET /games/{finished}/replay/9/board.svg", 200, 6, 1, 0),
    Line("Alice", "GET /games/{finished}/replay/9/board.png", 200, 6, 1, 0),
    Line("Alice", "GET /games/{finished}/replay/9/play-on/", 200, 10, 1, 0),
    Line("Alice", "POST /games/{finished}/replay/9/play-on/", 302, 25, 0, 0),
    Line("Alice", "GET /games/{finished}/game.gif", 202, 5, 0, 0),
    Line("Alice", "GET /games/{finished}/record.txt", 200, 6, 0, 0),
    Line("Alice", "GET /games/{finished}/log.json", 200, 6, 0, 0),
    Line("Alice", "GET /games/{finished}/review/", 200, 7, 0, 0),
    Line("Alice", "GET /games/{finished}/review/9/better.svg", 404, 6, 0, 0),
    Line("Alice", "POST /games/{finished}/review/ask/", 302, 9, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/review/", 200, 3, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/review/9/better.svg", 404, 3, 0, 0),
    Line("Alice", "POST /games/{finished}/share/end/", 302, 8, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/", 302, 2, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/", 200, 6, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/step.json", 200, 5, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/board.svg", 200, 4, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/board.png", 200, 4, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/9/play-on/", 200, 4, 1, 0),
    Line("visitor", "POST /shared/{finished}/{key}/replay/9/play-on/", 302, 18, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/game.gif", 202, 2, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/record.txt", 200, 4, 0, 0),
    Line("visitor", "GET /shared/{finished}/{key}/log.json", 200, 4, 0, 0),
    # What-if boards: one's own, and one that Bob has shared
    Line("Alice", "GET /games/{fresh}/what-if/", 200, 6, 0, 0),
    Line("Alice", "POST /games/{fresh}/what-if/new/", 302, 8, 0, 0),
    Line("Alice", "GET /games/{fresh}/what-if/{what_if}/3/", 200, 10, 1, 0),
    Line("Alice", "GET /games/{fresh}/what-if/{what_if}/1/?draft=draw", 200, 10, 1, 0),
    Line("Alice", "GET /games/{fresh}/what-if/{what_if}/2/draft/1/?do=look", 302, 9, 0, 0),
    Line("Alice", "POST /games/{fresh}/what-if/{what_if}/1/add/", 302, 15, 0, 0),
    Line("Alice", "POST /games/{fresh}/what-if/{what_if}/2/suppose/", 302, 15, 0, 0),
    Line("Alice", "POST /games/{fresh}/what-if/{what_if}/2/name/", 302, 10, 0, 0),
    Line("Alice", "GET /games/{fresh}/what-if/{what_if}/2/delete/", 200, 10, 0, 0),
    Line("Alice", "POST /games/{fresh}/what-if/{what_if}/2/delete/", 302, 12, 0, 0),
    Line("Bob", "GET /games/{finished}/what-if/{shared_what_if}/1/", 200, 9, 1, 0),
    Line("Bob", "POST /games/{finished}/what-if/{shared_what_if}/1/share/", 302, 9, 0, 0),
    Line("Alice", "GET /games/{finished}/replay/what-if/{shared_what_if}/1/", 200, 9, 1, 0),
    Line("visitor", "GET /shared/{finished}/{key}/replay/what-if/{shared_what_if}/1/", 200, 6, 1,
         0),
    # Links in emails
    Line("visitor", "GET /turn/{turn_link}/", 200, 4, 1, 0),
    Line("visitor", "GET /turn/{turn_link}/?draft=take+temple", 200, 4, 1, 0),
    Line("visitor", "POST /turn/{turn_link}/", 200, 17, 1, 0),
    Line("visitor", "GET /turn/{resign_link}/leave/", 200, 2, 0, 0),
    Line("visitor", "POST /turn/{resign_link}/leave/", 200, 17, 0, 0),
    Line("visitor", "GET /keep/{keep_link}/", 200, 1, 0, 0),
    Line("visitor", "POST /keep/{keep_link}/", 200, 4, 0, 0),
    Line("visitor", "GET /more-time/{extension_link}/", 200, 4, 0, 0),
    Line("visitor", "POST /more-time/{extension_link}/", 200, 16, 0, 0),
    Line("visitor", "GET /return/{return_link}/", 200, 4, 0, 0),
    Line("visitor", "POST /return/{return_link}/", 200, 24, 0, 0),
    Line("visitor", "GET /unsubscribe/{unsubscribe_link}/", 200, 2, 0, 0),
    Line("visitor", "POST /unsubscribe/{unsubscribe_link}/", 200, 4, 0, 0),
    # Emails somebody gets, and the mailbox of this machine
    Line("Alice", "GET /mail/", 200, 10, 0, 0),
    Line("Alice", "POST /mail/", 302, 8, 0, 0),
    Line("Alice", "POST /mail/test/", 302, 7, 0, 0),
    Line("Alice", "GET /time/", 200, 11, 0, 0),
    Line("guest", "GET /time/", 200, 11, 0, 0),
    Line("Alice", "POST /time/", 302, 12, 0, 0),
    Line("Alice", "POST /time/vacations/", 302, 7, 0, 0),
    Line("Alice", "POST /time/vacations/{vacation}/cancel/", 302, 6, 0, 0),
    Line("Alice", "POST /time/calendar/", 302, 5, 0, 0),
    Line("Alice", "POST /time/calendar/off/", 302, 3, 0, 0),
    Line("visitor", "GET /calendar/{calendar}.ics", 200, 9, 0, 0),
    # Notifications in browsers
    Line("visitor", "GET /push-worker.js", 200, 0, 0, 0),
    Line("visitor", "GET /site.webmanifest", 200, 0, 0, 0),
    Line("Alice", "POST /push/", 302, 6, 0, 0),
    Line("Alice", "POST /push/remove/", 404, 4, 0, 0),
    Line("Alice", "POST /push/test/", 302, 3, 0, 0),
    Line("reader on this machine", "GET /mailbox/", 200, 1, 0, 0),
    Line("reader on this machine", "GET /mailbox/{message}/", 200, 1, 0, 0),
    Line("reader on this machine", "GET /mailbox/{message}/html/", 200, 1, 0, 0),
    Line("reader on this machine", "GET /mailbox/{message}/raw/", 200, 1, 0, 0),
    Line("reader on this machine", "GET /mailbox/{message}/picture/board/", 200, 1, 0, 0),
    Line("reader on this machine", "POST /mailbox/{message}/answer/", 302, 2, 0, 0),
    Line("reader on this machine", "POST /mailbox/clock/", 302, 328, 8, 0),
    # The account
    Line("Alice", "GET /account/", 200, 4, 0, 0),
    Line("Alice", "POST /account/", 302, 8, 0, 0),
    Line("Alice", "POST /account/reviews/", 302, 3, 0, 0),
    Line("Alice", "POST /account/download/", 200, 41, 0, 0),
    Line("Alice", "GET /account/email/", 200, 3, 0, 0),
    Line("Alice", "POST /account/email/", 302, 4, 0, 0),
    Line("Alice with a new address", "GET /account/email/code/", 200, 3, 0, 0),
    Line("Alice", "GET /account/delete/", 200, 4, 0, 0),
    Line("Alice", "POST /account/delete/", 302, 119, 0, 0),
    Line("visitor", "GET /account/login/", 200, 0, 0, 0),
    Line("visitor", "POST /account/login/", 302, 5, 0, 0),
    Line("visitor", "GET /account/login/request/", 302, 0, 0, 0),
    Line("visitor", "GET /account/signup/", 302, 0, 0, 0),
    Line("somebody with a code", "GET /account/login/code/", 200, 2, 0, 0),
    Line("Alice", "GET /account/logout/", 200, 3, 0, 0),
    Line("Alice", "POST /account/logout/", 302, 4, 0, 0),
    Line("visitor", "GET /account/inactive/", 200, 0, 0, 0),
    # What operators look up
    Line("visitor", "GET /admin/login/", 302, 0, 0, 0),
    Line("operator", "GET /admin/auth/group/", 200, 5, 0, 0),
    Line("operator", "GET /admin/games/addressstatus/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/clockstop/", 200, 5, 0, 0),
    Line("operator", "GET /admin/games/chatmessage/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/failure/", 200, 5, 0, 0),
    Line("operator", "GET /admin/games/formerplayer/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/game/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/incomingemail/", 200, 5, 0, 0),
    Line("operator", "GET /admin/games/outgoingemail/", 200, 5, 0, 0),
    Line("operator", "GET /admin/games/loggedmove/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/playinghours/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/snapshot/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/user/", 200, 4, 0, 0),
    Line("operator", "GET /admin/games/vacation/", 200, 4, 0, 0),
]

TURN = "take temple; march B5.NW via E; draw; draw"
FORMS: dict[str, dict[str, str]] = {  # what is sent, where it matters
    "POST /play/": {"players": "3", "board": "delta", "bot": "greedy"},
    "POST /learn/walls/orders/": {"orders": "take lyre; march C6.NW via E SE"},
    "POST /learn/games/alexandros/walls/orders/": {
        "orders": "take lyre; march C6.NE via SE E E"},
    "POST /games/new/": {"players": "3", "board": "delta", "bots": "0", "bot": "greedy"},
    "POST /games/{fresh}/preview/": {"orders": TURN},
    "POST /games/{fresh}/orders/": {"orders": TURN, "number": "1"},
    "POST /games/{fresh}/plan/": {"text": TURN, "grace": "60"},
    "POST /games/{fresh}/talk/say/": {"preset": "thanks"},
    "POST /games/{running}/talk/say/": {"channel": "spectators", "preset": "hello"},
    "POST /games/{fresh}/talk/mute/": {"do": "table"},
    "POST /games/{fresh}/note/": {"text": "Alice", "number": "1"},
    "POST /games/{finished}/replay/9/comment/": {"text": "Alice"},
    "POST /shared/{finished}/{key}/replay/9/comment/": {"preset": "nice-move"},
    "POST /games/{fresh}/what-if/new/": {"number": "1"},
    "POST /games/{fresh}/what-if/{what_if}/1/add/": {"draft": "take temple", "seat": "0"},
    "POST /games/{fresh}/what-if/{what_if}/2/suppose/": {"text": "row lyre"},
    "POST /games/{fresh}/what-if/{what_if}/2/name/": {"name": "Alice"},
    "POST /games/{finished}/replay/9/play-on/": {"seat_0": "me", "seat_1": "bot greedy"},
    "POST /shared/{finished}/{key}/replay/9/play-on/": {"seat_0": "me", "seat_1": "friend"},
    "POST /games/{vacant}/offer/": {"seat": "0", "do": "link"},
    "POST /games/{waiting}/join/": {"token": "{table_token}"},
    "POST /games/{waiting}/invite/": {"email": "eve@example.org"},
    "POST /games/{waiting}/withdraw/": {"seat": "1"},
    "POST /turn/{turn_link}/": {"orders": TURN},
    "POST /push/": {
        "endpoint": "https://updates.push.example/send/1", "auth": "c2l4dGVlbiBieXRlcyBvaw",
        "p256dh": "BFDaamxvxFSc3HlEeYWaHJnBP-90pOiw6mzaaEqhPUae"
                  "yY7J6TYK2O3UIoQQTddoPc2Jkp5MmtgWPiJRbvNa-38",
    },
    "POST /push/remove/": {"device": "1"},
    "POST /mail/": {"when": "daily", "minutes": "10", "hour": "8", "time_zone": "UTC"},
    "POST /time/": {"time_zone": "Europe/Berlin", "opens": "18:00", "closes": "23:00",
                    "free_weekdays": "5"},
    "POST /time/vacations/": {"first_day": "{next_month}", "last_day": "{next_month}"},
    "POST /mailbox/{message}/answer/": {"text": "draw"},
    "POST /mailbox/clock/": {"period": "1h"},
    "POST /account/": {"name": "Alicia"},
    "POST /account/delete/": {"sure": "on"},
    "POST /account/email/": {"email": "alice@new.example"},
    "POST /account/login/": {"email": "alice@example.org"},
}


def fixtures_in(text: str) -> set[str]:
    """The fixtures that a path or form names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}
