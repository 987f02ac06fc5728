"""Which bot plays a seat, and which task plays its turn: bots that think have a queue of their own.

So a bot that searches for seconds delays no other work.  A task plays only bots of its own kind:
if several seats decide at the same time, there may be one of each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from django.db.models import Q, QuerySet

from alexandros_rules.ruleset import Bot, Ruleset
from games.base import task_queue
from games.models import Game, Seat
from games.rulesets import registry
from games.table.play import event_log

QUICK, THINKING = "play_bot", "think"  # tasks


def default_bot(ruleset: Ruleset) -> str:
    """Return the name of the bot that fills a seat when nobody has chosen one."""
    return next(iter(ruleset.bots))


def get_bot(ruleset: Ruleset, name: str) -> Bot:
    """Return the bot with this name, or the default one if the game no longer has it."""
    return ruleset.bots.get(name) or ruleset.bots[default_bot(ruleset)]


def simple_bot(ruleset: Ruleset) -> str:
    """Return the bot that plays on when another fails: the last one that does not think."""
    quick = [name for name, bot in ruleset.bots.items() if not bot.thinks]
    return quick[-1] if quick else default_bot(ruleset)


def name_of_bot(seat: Seat) -> str:
    """Return the name of the bot that plays this seat, for good or only for this turn, or ""."""
    return seat.bot or seat.stand_in


def task_of(game: Game, seat: Seat) -> str:
    """Return the task that plays this bot's turn."""
    bot = get_bot(event_log.ruleset_of(game), name_of_bot(seat))
    return THINKING if bot.thinks else QUICK


def wake(game: Game, seats: Iterable[Seat]) -> None:
    """Wake the workers after the commit for those of these seats that bots play."""
    for task in sorted({task_of(game, seat) for seat in seats if name_of_bot(seat)}):
        task_queue.send_after_commit(task, game.pk)


def by_task(seats: QuerySet[Seat]) -> Iterator[tuple[str, QuerySet[Seat]]]:
    """Yield each task with those of these bots' seats that the task plays."""
    thinking = _thinking()
    yield QUICK, seats.exclude(thinking) if thinking else seats
    if thinking:
        yield THINKING, seats.filter(thinking)


def _thinking() -> Q:
    """Return the seats of bots that think."""
    found = Q()
    for name in registry.names():
        ruleset = registry.get(name).ruleset
        bots = ruleset.bots
        if bots[default_bot(ruleset)].thinks:  # and plays for bots that the game has no more
            found |= Q(game__ruleset=name) & ~_played_by(
                [bot for bot in bots if not bots[bot].thinks])
        elif any(bot.thinks for bot in bots.values()):
            found |= Q(game__ruleset=name) & _played_by([bot for bot in bots if bots[bot].thinks])
    return found


def _played_by(names: Collection[str]) -> Q:
    """Return the seats that one of these bots plays."""
    return Q(bot__in=names) | Q(bot="", stand_in__in=names)
