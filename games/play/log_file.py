"""The log of a finished game as a file that anybody can check: see docs/checking.md.

Other than a record, it has the events and hashes of every row exactly as they are stored.
"""

from __future__ import annotations

import json

from django.utils.translation import gettext as _

from games.base.refusals import Closed
from games.models import Game
from games.play import event_log, history

FORMAT = "game log 1"


def export_log(game: Game) -> str:
    """The text of the file; refuses (Closed) while the seed is secret."""
    if game.status != Game.Status.OVER:
        raise Closed("secret", _("The seed is secret until the game is over. Please come back"
                                 " then."))
    setup = event_log.setup_of(game)
    return json.dumps({
        "format": FORMAT, "game": game.code, "name": game.name, "ruleset": game.ruleset,
        "version": game.rules_version, "players": history.seat_names(game),
        "board": setup.board, "options": dict(setup.options),
        "commitment": game.commitment, "seed": bytes(game.seed).hex(),
        "rows": [
            {"number": row.number, "seat": row.seat, "move": row.move, "events": row.events,
             "digest": row.digest, "hash": row.chain}
            for row in event_log.logged_moves(game)
        ],
    }, ensure_ascii=False, indent=1) + "\n"
