"""Pictures of positions of The Campaign, drawn from views and nothing else.

``draw_map`` draws the picture as SVG, ``map_in_layers`` in layers, to be made a PNG;
``draw_thumbnail`` a small one for lists; ``draw_badge`` a player's mark; ``draw_portrait`` a bot's
medallion; ``draw_sign`` the sign of a commodity or a chit; ``legend_sign`` an entry of the map's
legend; ``draw_section`` a part of the map and ``draw_signs`` a row of signs, for figures.
``recent_changes`` finds what a picture may point out, and ``change_shapes`` what lies between two
views; ``css`` has the rules of a theme.
``games.drawing`` makes PNGs and GIFs of pictures.
"""

from games.rulesets.campaign.drawing.badges import (
    draw_badge,
    draw_section,
    draw_sign,
    draw_signs,
    legend_sign,
)
from games.rulesets.campaign.drawing.map_picture import draw_map, draw_thumbnail, map_in_layers
from games.rulesets.campaign.drawing.pieces import Recent, change_shapes, recent_changes
from games.rulesets.campaign.drawing.portraits import draw_portrait
from games.rulesets.campaign.drawing.stylesheet import css

__all__ = [
    "Recent", "change_shapes", "css", "draw_badge", "draw_map", "draw_portrait", "draw_section",
    "draw_sign", "draw_signs", "draw_thumbnail", "legend_sign", "map_in_layers", "recent_changes",
]
