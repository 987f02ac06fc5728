"""Pictures that take long to draw, kept: positions as PNG, whole games as moving pictures.

Owns where they are kept and for how long.  What is kept can be drawn again at any time, so a
cache that is away or forgets costs time and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.cache import cache

from engine import codec
from games import rulesets, task_queue
from games.drawing.png import png
from games.models import Game
from games.play import history

DAY = 24 * 3600
KEPT = 7 * DAY
PATIENCE = 60  # seconds a worker has before a film is ordered again


def photo(svg: str, *, width: int) -> bytes:
    """A drawing as PNG.  It is known by its own bytes, so nobody gets another viewer's."""
    key = f"photo:{width}:{_fingerprint(svg)}"
    kept = _kept(key)
    if kept is None:
        kept = png(svg, width=width)
        cache.set(key, kept, DAY)
    return kept


def film(game: Game, *, names: Sequence[str]) -> bytes | None:
    """The moving picture of a finished game; None as long as it is not drawn."""
    return _kept(_film_key(game, names))


def order_film(game: Game, *, names: Sequence[str]) -> bytes | None:
    """Has the film drawn by a worker (None); where none can be told, draws it now."""
    ordered = f"{_film_key(game, names)}:ordered"
    if _kept(ordered) is not None:
        return None
    cache.set(ordered, b"ordered", PATIENCE)
    return None if task_queue.send_task("draw_film", game.pk) else draw_film(game.pk)


def draw_film(game_id: int) -> bytes:
    """Draws and keeps the film of a finished game; b"" for any other."""
    game = Game.objects.filter(pk=game_id, status=Game.Status.OVER).first()
    if game is None:
        return b""
    names = history.seat_names(game)
    key = _film_key(game, names)
    kept = _kept(key)
    if kept is None:
        past = history.read(game, None, names=names)
        kept = rulesets.get(game.ruleset).film(
            past.views(), moves=past.moves, names=names, heading=game.name
        )
        cache.set(key, kept, KEPT)
    return kept


def _film_key(game: Game, names: Sequence[str]) -> str:
    """Names belong to it: who leaves the site is not to live on in a picture."""
    shown = _fingerprint("\n".join([game.name, *names]))
    return f"film:{game.code}:{game.rules_version}:{shown}"


def _fingerprint(text: str) -> str:
    return codec.text_digest(text)[:32]


def _kept(key: str) -> bytes | None:
    found = cache.get(key)
    return found if isinstance(found, bytes) else None
