"""`manage.py rate`: folds finished rated games into the ratings, and checks the ratings."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.base import site_clock
from games.base.refusals import Missing
from games.features.ratings import folding


class Command(BaseCommand):
    """The command that computes ratings, and takes games out of them."""

    help = "Folds the rated games that have ended into the ratings, as the workers do."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--rebuild", action="store_true",
                          help="compute all ratings anew as well, and fail if they are others than"
                               " the stored ones")
        what.add_argument("--void", metavar="CODE",
                          help="take a game out of the ratings for foul play, and tell its players")
        what.add_argument("--unvoid", metavar="CODE", help="put it back")
        parser.add_argument("--store", action="store_true",
                            help="with --rebuild, replace the stored ratings by the new ones")
        parser.add_argument("--because", default="", metavar="TEXT",
                            help="with --void, what the players are told")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["void"] and not options["because"].strip():
            raise CommandError("Please say why with --because; the players are told.")
        now = site_clock.now()
        try:
            if code := options["void"]:
                told = folding.void(code, because=options["because"].strip(), now=now)
                self.stdout.write(f"The game {code} is out of the ratings. Emails queued: {told}.")
            elif code := options["unvoid"]:
                folding.put_back(code)
                self.stdout.write(f"The game {code} is in the ratings again.")
        except Missing as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Games folded into the ratings: {folding.fold(now=now)}.")
        if options["rebuild"]:
            self._rebuild(store=options["store"])

    def _rebuild(self, *, store: bool) -> None:
        stored, rebuilt = folding.stored(), folding.rebuilt()
        if stored == rebuilt:
            self.stdout.write(f"The stored ratings are those computed anew: {stored[:16]}.")
        elif store:
            games = folding.fold_again(now=site_clock.now())
            self.stdout.write(f"The stored ratings were replaced, from {games} games:"
                              f" {stored[:16]} before, {folding.stored()[:16]} now.")
        else:
            raise CommandError(f"The stored ratings ({stored[:16]}) are not those computed anew"
                               f" ({rebuilt[:16]}). --store replaces them.")
