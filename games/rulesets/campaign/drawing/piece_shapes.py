"""The pieces and tokens: buildings, Alexander, the robber, stops and arrows of the route.

A player is told by the outline of the plate below a building as well as by colour.  Everything is
drawn round (0, 0); ``definitions`` has all that a picture refers to.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from alexandros_rules.campaign.state import COLOURS
from games.drawing import canvas
from games.drawing.canvas import SHIELDS, Element
from games.rulesets.campaign.drawing.signs import SIGNS, sea_field, sign_parts

SETTLEMENT, CITY = 0.76, 1.06  # of a shield
ARROW = "M-9-10.4L11 0-9 10.4-3.6 0z"
VIOLET_ARROW = "M-16-9.4L-2.4 0-16 9.4-11 0zM1-9.4L16 0 1 9.4 5.4 0z"
ROBBER = (
    "M0-22c5 0 8.4 3.8 8.4 9 0 2.4-.6 4.4-1.6 6C11.4-4 13.6 3.4 14 14H-14C-13.6 3.4-11.4-4-6.8-7"
    "c-1-1.6-1.6-3.6-1.6-6 0-5.2 3.4-9 8.4-9z"
)
HOOD = "M-5-13.4c0-3.6 2-5.6 5-5.6s5 2 5 5.6c0 3-2.2 5.4-5 5.4s-5-2.4-5-5.4z"
EYES = "M-3.6-14.4l2.8 1.2-.6 1.2h-2zM3.6-14.4L.8-13.2l.6 1.2h2z"
# Alexander: a gold disc with his helmeted head, facing right, and the crest of the helmet.
MEDAL, HEAD = 25, 1.8  # the radius, and the size of the head
POINTER = "M20-12L36 0 20 12z"
NECK = "M-4.4 4.6l-1.8 8.6c4.4 2.4 9.4 2 13-.4L4.6 7z"
FACE = "M-5.6-4.6h11.2l2.2 5.2-1.8.8.4 2.8c-.4 2-2.4 2.6-4.6 2.4l-1.4 1.6c-3.4-1-5.8-5-6-12.8z"
HELMET = (
    "M-9.4-.6C-9.6-8-5.6-11.6-.4-11.6c4.8 0 7.6 2.6 8.2 7.2l-9 .8-.4 4.4c-.2 2.4-1.2 4.4-2.8 5.6"
    "C-7.4 5-9.2 2.6-9.4-.6z"
)
CREST = (
    "M9.4-9C6.4-14 .4-15.8-5-13.4-10.8-10.8-13.4-4.6-12.4 3c.2 2 .8 4 1.8 5.8 0-6.4-.2-11 2-14.2"
    "C-5.2-10 1-11.6 9.4-9z"
)
RAYS = 16


def star(radius: float) -> str:
    """Return the sun of sixteen rays as a path; every second is shorter."""
    rays = []
    for i in range(RAYS):
        spots = ((radius * 0.3, i - 0.42), (radius * (1 - 0.26 * (i % 2)), i),
                 (radius * 0.3, i + 0.42))
        rays.append("M" + " ".join(
            f"{far * sin(turn * pi / 8):.1f} {-far * cos(turn * pi / 8):.1f}"
            for far, turn in spots) + "z")
    return "".join(rays)


def plate_parts(seat: int) -> tuple[Element, ...]:
    """Draw the plate below a building, which is also a player's badge."""
    return (
        canvas.path(SHIELDS[seat], class_="cm-shield"),
        canvas.path(SHIELDS[seat], class_="cm-rim", transform="scale(.8)"),
    )


def _buildings(ids: str) -> Iterator[Element]:
    for colour, shield in zip(COLOURS, SHIELDS, strict=True):
        plate = canvas.path(shield, class_="cm-shield")
        yield canvas.group(
            plate, canvas.use(f"{ids}-settlement", class_="cm-emblem", transform="scale(.72)"),
            id=f"{ids}-{colour}-settlement", transform=f"scale({SETTLEMENT})")
        yield canvas.group(
            canvas.path(shield, class_="cm-wall", transform="scale(1.2)"), plate,
            canvas.use(f"{ids}-city", class_="cm-emblem", transform="scale(.78)"),
            id=f"{ids}-{colour}-city", transform=f"scale({CITY})")


def _figures(ids: str) -> Iterator[Element]:
    yield canvas.group(
        canvas.path(ROBBER, class_="cm-robber-edge"), canvas.path(ROBBER, class_="cm-robber"),
        canvas.path(HOOD, class_="cm-hood"), canvas.path(EYES, class_="cm-eyes"),
        id=f"{ids}-robber", transform="scale(.84)")
    yield canvas.group(
        canvas.circle(0, 0, MEDAL + 3, class_="cm-aura"),
        canvas.circle(0, 0, MEDAL, class_="cm-medal"),
        canvas.group(
            canvas.path(NECK, class_="cm-face"), canvas.path(FACE, class_="cm-face"),
            canvas.path(CREST, class_="cm-crest"), canvas.path(HELMET, class_="cm-helmet"),
            transform=f"translate(1 0)scale({HEAD})"),
        id=f"{ids}-alexander")
    yield canvas.path(POINTER, id=f"{ids}-pointer")


def _stops(ids: str) -> Iterator[Element]:
    yield canvas.group(
        canvas.circle(0, 0, 14.5, class_="cm-temple-disc"),
        canvas.circle(0, 0, 12, class_="cm-ring"),
        canvas.use(f"{ids}-temple-sign", class_="cm-temple", transform="scale(.5)translate(0 -1)"),
        id=f"{ids}-temple")
    yield canvas.group(
        canvas.rect(-11, -11, 22, 22, rx=5, class_="cm-chit"),
        canvas.rect(-8, -8, 16, 16, rx=3, class_="cm-chit-line"),
        canvas.text("?", 0, 6, class_="cm-question"), id=f"{ids}-chit")
    yield canvas.group(canvas.circle(0, 0, 6.5, class_="cm-blank"), id=f"{ids}-blank")
    yield canvas.group(
        canvas.path(star(26), class_="cm-sun"),
        canvas.circle(0, 0, 19, class_="cm-temple-disc"),
        canvas.circle(0, 0, 16.4, class_="cm-ring cm-goal-ring"),
        canvas.use(f"{ids}-palace", class_="cm-goal", transform="scale(.66)"), id=f"{ids}-goal")


def _arrows(ids: str) -> Iterator[Element]:
    for name, line in (("arrow", ARROW), ("violet", VIOLET_ARROW)):
        yield canvas.path(line, id=f"{ids}-{name}")


def _signs(ids: str) -> Iterator[Element]:
    for name in SIGNS:
        id_ = f"{ids}-temple-sign" if name == "temple" else f"{ids}-{name}"
        yield canvas.group(*sign_parts(name), id=id_)
    yield sea_field(f"{ids}-sea-field")


def definitions(ids: str) -> dict[str, str]:
    """Return the elements to which a picture refers; ``ids`` is the prefix of their ids."""
    return {f"{ids}{name}": stencil.fill(ids=ids) for name, stencil in _STENCILS.items()}


_STENCILS = {
    element.attribs["id"].removeprefix(canvas.gap("ids")): canvas.Stencil(element)
    for make in (_signs, _buildings, _figures, _stops, _arrows)
    for element in make(canvas.gap("ids"))
}
