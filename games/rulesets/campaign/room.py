"""The room of The Campaign, and those of its parts that need no module of their own."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_noop

from alexandros_rules.campaign import continuing
from alexandros_rules.campaign.analysis.analyst import CampaignAnalyst
from alexandros_rules.campaign.bots.sparring import SPARRING
from alexandros_rules.campaign.course.lessons import LESSONS
from alexandros_rules.campaign.rules import RULESET
from games.rulesets.campaign.board_pictures import CampaignBoards
from games.rulesets.campaign.drawing import draw_portrait
from games.rulesets.campaign.email_parts import CampaignEmails
from games.rulesets.campaign.guide import CampaignGuide
from games.rulesets.campaign.introduction import CampaignIntroduction
from games.rulesets.campaign.replay_chart import CampaignReplay
from games.rulesets.campaign.result_causes import CampaignCauses
from games.rulesets.campaign.settled_places import HeldTemples, SettledPlaces
from games.rulesets.campaign.table_panel import CampaignTable
from games.rulesets.campaign.turn_comments import CampaignComments
from games.rulesets.campaign.turn_form import CampaignTurnForm
from games.rulesets.protocols import Course
from games.rulesets.registry import Assets, LogChecker, Room


class CampaignPortraits:
    """See ``games.rulesets.protocols.Portraits``."""

    def portrait(self, bot: str) -> str:
        return draw_portrait(bot)


_HERE = Path(__file__).parent
_BOARDS = CampaignBoards()
_REPLAY = CampaignReplay(RULESET, _BOARDS)

ROOM = Room(
    ruleset=RULESET,
    boards=_BOARDS,
    portraits=CampaignPortraits(),
    table=CampaignTable(),
    turn=CampaignTurnForm(_BOARDS),
    replay=_REPLAY,
    emails=CampaignEmails(_REPLAY),
    introduction=CampaignIntroduction(_BOARDS),
    course=Course(LESSONS),
    assets=Assets(
        picture_sheets=("campaign/board.css",),
        page_sheets=("campaign/table.css",),
        board_scripts=("campaign/picture-parts.js",),
        replay_scripts=("campaign/picture-parts.js",),
    ),
    analyst=CampaignAnalyst(),
    comments=CampaignComments(),
    causes=CampaignCauses(),
    checker=LogChecker(
        scripts=tuple(_HERE / "checking" / name
                      for name in ("map.js", "things.js", "continuing.js", "start.js",
                                   "turn_events.js", "deal_events.js", "position.js")),
        texts_template="campaign/checker_texts.html",
    ),
    positions=continuing,
    landmarks=SettledPlaces(),
    regions=HeldTemples(),
    endings={
        "points": gettext_noop("somebody had enough points"),
        "persepolis": gettext_noop("Alexander reached his goal"),
    },
    strengths=_HERE / "strengths.json",
    first_opponent="satrap",
    sparring=SPARRING,
    guide=CampaignGuide(),
)
