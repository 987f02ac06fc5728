"""Cache of pictures that are slow to draw: positions as PNG, games as animated GIFs.

Owns where pictures are stored and for how long, and how many new ones we draw for a visitor.  All
of them can be drawn again, so losing the cache costs nothing but time.  A PNG takes some tenths of
a second at most and is drawn in a place for slow work (``games.base.slow_work``); an animation
takes seconds, so only workers draw it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.core.cache import cache
from django.utils.translation import gettext as _

from alexandros_rules import codec
from games.base import log_context, queues, rate_limits, slow_work, task_queue
from games.base.refusals import Busy
from games.drawing.animation import animate
from games.drawing.layers import Drawing
from games.drawing.png import png
from games.models import Game
from games.rulesets import registry
from games.table.play import history

DAY = 24 * 3600
KEPT = 7 * DAY
PATIENCE = 60  # seconds until an animation is requested again
MAX_WAITING = 100  # requests in the queue; pages that are left open must not make it longer


def photo(drawing: Drawing, *, width: int, network: str, counted: bool = True,
          now: datetime) -> bytes:
    """Return a drawing as PNG.  The key is made from the drawing: nobody gets another viewer's.

    If it has to be drawn for a visitor from this network, it is counted unless there are only a
    few such pictures; refuses (TooOften) too many, and (Busy) while others have theirs drawn.
    """
    key = f"photo:{width}:{_fingerprint(str(drawing))}"
    kept = _kept(key)
    if kept is None:
        with slow_work.place(network):
            if counted:
                rate_limits.count("picture", network, now=now)
            kept = png(drawing, width=width)
        cache.set(key, kept, DAY)
    return kept


def animation(game: Game, *, names: Sequence[str]) -> bytes | None:
    """Return the animation of a finished game, or None while it has not been drawn."""
    return _kept(_animation_key(game, names))


def request_animation(game: Game, *, names: Sequence[str], network: str, now: datetime) -> None:
    """Have a worker draw the animation.

    Refuses (TooOften) a visitor from this network who has asked for too many, and (Busy) if no
    worker can be reached.
    """
    requested = f"{_animation_key(game, names)}:requested"
    if _kept(requested) is not None:
        return
    rate_limits.count("animation", network, now=now)
    cache.set(requested, b"requested", PATIENCE)
    if task_queue.waiting(queues.PICTURES) > MAX_WAITING:
        return  # one of them may be for this game
    if not task_queue.send_task("draw_animation", game.pk):
        cache.delete(requested)
        raise Busy("no-worker", _(
            "Nobody can draw this animation at the moment. Please try again in a minute."),
            retry_after=PATIENCE)


def draw_animation(game_id: int) -> bytes:
    """Draw, store and return the animation of a game that is revealed; b"" for any other game."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not game.is_revealed:
        return b""
    names = history.seat_names(game)
    key = _animation_key(game, names)
    kept = _kept(key)
    if kept is None:
        with log_context.about(game, log_context.PICTURE):
            kept = _draw_animation(game, names)
        cache.set(key, kept, KEPT)
    return kept


def _draw_animation(game: Game, names: Sequence[str]) -> bytes:
    past = history.read(game, None, names=names)
    return animate(registry.get(game.ruleset).replay.frames(
        past.views(), moves=past.moves, names=names, heading=game.name
    ))


def _animation_key(game: Game, names: Sequence[str]) -> str:
    """Return the key of an animation.

    The names are part of it, so no old picture is shown after somebody deletes their account.
    """
    shown = _fingerprint("\n".join([game.name, *names]))
    return f"animation:{game.code}:{game.rules_version}:{shown}"


def _fingerprint(text: str) -> str:
    return codec.text_digest(text)[:32]


def _kept(key: str) -> bytes | None:
    found = cache.get(key)
    return found if isinstance(found, bytes) else None
