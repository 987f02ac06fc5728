"""The table of The Campaign: points, pieces, cards, gold, chits and offers.

The module also explains each player's points, the difference at the end (EN1), and the signs on the
map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import for_reader, objects, told, win_of
from alexandros_rules.campaign import auctions, display_names, things, trading
from alexandros_rules.campaign.gazetteer import place_name
from alexandros_rules.campaign.rules import to_move
from alexandros_rules.campaign.state import (
    AUCTION,
    DISCARD,
    OVER,
    ROBBER,
    WINNING_SCORE,
    Offer,
    State,
)
from alexandros_rules.translation import list_with_and, list_with_or
from games.rulesets.campaign.drawing import legend_sign
from games.rulesets.campaign.replay_chart import production
from games.rulesets.plain import percent
from games.rulesets.protocols import Player


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A sign of the map as a picture, and its meaning."""

    sign: SafeString
    text: str


def lands() -> Sequence[LegendEntry]:
    """Return the kinds of land, each with its yield."""
    return [
        *(
            _entry(name, display_names.kind_name(kind))
            for kind, name in enumerate(things.KIND_NAMES)
        ),
        _entry("desert", _("desert, yields nothing")),
    ]


def signs() -> Sequence[LegendEntry]:
    """Return everything else that lies on the map."""
    return [
        _entry("number", _("The hex yields when the dice show this number. There is a dot for each"
                           " of the 36 rolls that do. 6 and 8 are red: they come most often."
                           " Hexes that yield by this turn’s dice are lit.")),
        _entry("robber", _("The robber. Where it stands, the hex yields nothing.")),
        _entry("any-harbour", _("A harbour. Whoever has built beside one of its piers trades three"
                                " of a kind for one.")),
        _entry("harbour", _("A harbour for one commodity, which trades two of it for one.")),
        _entry("settlement", _("A settlement: 1 point, and 1 card whenever a hex around it yields."
                               " Colour and shape show whose it is.")),
        _entry("city", _("A city: 2 points and 2 cards.")),
        _entry("road", _("A road, in its owner’s colour and pattern.")),
        _entry("alexander", _("Alexander. He moves on along the arrows, one in each turn.")),
        _entry("temple", _("A temple. When he passes it, a settlement is up for auction.")),
        _entry("chit", _("A chit, face down. When he passes it, it is turned up and put up for"
                         " auction.")),
        _entry("blank", _("Nothing happens when he passes here.")),
        _entry("violet", _("Once he stands on a violet arrow, he moves on only when a seven is"
                           " rolled.")),
        _entry("goal", _("Persepolis. The game ends when he arrives.")),
    ]


def key() -> Sequence[LegendEntry]:
    """Return in a few words what nobody guesses of the signs, for a line below the map."""
    return [
        _entry("temple", _("settlement auctioned")),
        _entry("chit", _("chit auctioned")),
        _entry("blank", _("nothing happens")),
        _entry("robber", _("robber: no yield")),
    ]


def _entry(sign: str, text: str) -> LegendEntry:
    return LegendEntry(mark_safe(legend_sign(sign)), text)  # noqa: S308 - our own drawing


@dataclass(frozen=True, slots=True)
class Source:
    """A source of points, and how many it gives each seat."""

    name: str
    points: tuple[int, ...]


def sources(view: State) -> Sequence[Source]:
    """Return all sources of points; victory point cards as far as the view knows them."""
    names = (_("settlements"), _("cities"), _("counselor card"), _("longest road"),
             _("largest army"), _("victory point cards"))
    points = zip(*map(view.point_sources, range(view.players)), strict=True)
    return [Source(name, of_seats) for name, of_seats in zip(names, points, strict=True)]


def deciding_texts(view: State, names: Sequence[str], seat: int | None) -> Sequence[str]:
    """Return why the winner beat the second, and the reader, in sentences.

    There are none before the end, nor when the win is shared.
    """
    if view.phase != OVER or len(view.winners) != 1:
        return ()
    winner = view.winners[0]
    second = max((other for other in range(view.players) if other != winner),
                 key=lambda other: (view.points(other), view.chits_of(other)))
    told = [second] if seat in (None, winner, second) else [second, seat]
    return [difference(view, names, winner=winner, other=other) for other in told
            if other is not None]


def difference(view: State, names: Sequence[str], *, winner: int, other: int) -> str:
    """Return how far the winner is ahead of another player at the end, and by what (EN2)."""
    words = {"winner": names[winner], "other": objects(names, [other])}
    gains = {source.name: source.points[winner] - source.points[other]
             for source in sources(view)}
    lead = sum(gains.values())
    if lead > 0:
        text = told(names, winner, ngettext(
            "You are %(count)s point ahead of %(other)s.",
            "You are %(count)s points ahead of %(other)s.", lead,
        ), ngettext(
            "%(winner)s is %(count)s point ahead of %(other)s.",
            "%(winner)s is %(count)s points ahead of %(other)s.", lead,
        )) % {**words, "count": lead}
    else:
        text = told(names, winner, _(
            "%(other)s has as many points as you, but you have more chits."), _(
            "%(winner)s and %(other)s have equally many points, but %(winner)s has more chits."),
        ) % words
    parts = [text]
    if more := _listed((name, gain) for name, gain in gains.items() if gain > 0):
        parts.append(_more_from(names, winner, more))
    if less := _listed((name, -gain) for name, gain in gains.items() if gain < 0):
        parts.append(_more_from(names, other, less))
    return " ".join(parts)


def _more_from(names: Sequence[str], seat: int, things: str) -> str:
    return told(names, seat, _("You have more from: %(things)s."),
                _("%(name)s has more from: %(things)s.")) % {"name": names[seat], "things": things}


def _listed(gains: Iterable[tuple[str, int]]) -> str:
    """Write gains, the largest first: "counselor card (+4), cities (+2)"."""
    return ", ".join(_("%(thing)s (+%(number)s)") % {"thing": name, "number": gain}
                     for name, gain in sorted(gains, key=lambda one: -one[1]))


STOPS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Place:
    """One seat in the table of players.

    ``score`` is public; ``hidden`` are victory points that only the reader sees, 0 for others.
    ``task`` is what the game waits for from the seat, or "".  ``pieces`` are those left to build,
    and ``awards`` the cards in front of the seat, in words.
    """

    seat: int
    name: str
    colour: str
    score: int
    hidden: int
    own: bool
    task: str
    now: bool
    won: str
    cards: int
    gold: int
    developments: int
    soldiers: int
    chits: str
    chit_count: int
    pieces: str
    awards: tuple[str, ...]
    hand: str

    @property
    def holdings(self) -> str:
        """The points, and the part of the hand that everybody can see, in words."""
        points = ngettext("%(count)s point", "%(count)s points", self.score) % {
            "count": self.score}
        if self.hidden:
            points += " " + _("(and %(count)s that only you see)") % {"count": self.hidden}
        amounts = [
            ngettext("%(count)s card", "%(count)s cards", self.cards) % {"count": self.cards},
            display_names.amount(things.GOLD, self.gold)]
        if self.soldiers:
            amounts.append(display_names.amount(things.SOLDIERS, self.soldiers))
        return "; ".join([", ".join([points, *amounts]), *self.extras])

    @property
    def extras(self) -> Sequence[str]:
        """The development cards, the awards and the chits, as far as there are any, in words."""
        developments = ngettext("%(count)s development card", "%(count)s development cards",
                                self.developments) % {"count": self.developments}
        return [*([developments] if self.developments else []), *self.awards, *(
            [_("chits: %(chits)s") % {"chits": self.chits}] if self.chits else [])]


@dataclass(frozen=True, slots=True)
class OfferLine:
    """An offer in words."""

    number: int
    text: str
    own: bool


class CampaignTable:
    """See ``games.rulesets.protocols.TablePanel``."""

    details_template = "campaign/details.html"
    strip_template = "campaign/strip.html"
    notice_template = "campaign/notice.html"

    def table(self, view: State, *, names: Sequence[str], seat: int | None,
              open_hands: bool = False) -> Mapping[str, Any]:
        names = for_reader(names, seat)
        places = [_place(view, index, name, own=index == seat)
                  for index, name in enumerate(names)]
        return {
            "players": [_player(place) for place in places], "goal": _goal(view),
            "standing": ("" if seat is None or view.phase == OVER
                         else _standing(view, names, seat)),
            "places": places,
            "open": open_hands or (view.phase == OVER and not any(
                hand[things.UNKNOWN] for hand in view.hands)),
            "hand": None if seat is None else Hand.of(view, seat),
            "sources": sources(view), "over": view.phase == OVER,
            "deciding": deciding_texts(view, names, seat),
            "bank": display_names.amounts(view.bank),
            "supply": len(view.supply),
            "deck": len(view.deck),
            "offers": [OfferLine(offer.number, offer_text(view, offer, names), offer.seat == seat)
                       for offer in view.offers],
            "alexander": alexander_text(view),
            "next_stops": next_stops(view), "next_text": next_text(view),
            "notice": notice(view, names, seat),
            "lands": lands(), "signs": signs(), "key": key(),
        }


def _player(place: Place) -> Player:
    """Return a seat with what everybody sees of it, and its own victory point cards."""
    facts = [ngettext("%(count)s card", "%(count)s cards", place.cards) % {"count": place.cards},
             _("%(count)s gold") % {"count": place.gold}]
    if place.chit_count:
        facts.append(ngettext("%(count)s chit", "%(count)s chits", place.chit_count) % {
            "count": place.chit_count})
    if place.developments:
        facts.append(_("%(count)s dev.") % {"count": place.developments})
    if place.hidden:
        facts.append(_("+%(count)s hidden") % {"count": place.hidden})
    return Player(place.seat, place.name, place.colour, place.own, place.score,
                  percent(place.score, WINNING_SCORE), place.task, place.won,
                  (*facts, *place.awards))


def _goal(view: State) -> str:
    """Return how the game is won, and how long it goes on at most (EN1, EN2, EN4)."""
    if view.phase == OVER:
        return ""
    left = len(view.world.route) + 1 - view.arrow
    if view.players == 2:
        return ngettext(
            "Most points win when somebody has 14 at the end of a round or Alexander reaches"
            " %(goal)s: %(count)s step left.",
            "Most points win when somebody has 14 at the end of a round or Alexander reaches"
            " %(goal)s: %(count)s steps left.", left) % {
            "goal": place_name(view.world, view.world.goal_name), "count": left}
    return ngettext(
        "First to 14 points wins, or most points when Alexander reaches %(goal)s: %(count)s step"
        " left.",
        "First to 14 points wins, or most points when Alexander reaches %(goal)s: %(count)s steps"
        " left.", left) % {"goal": place_name(view.world, view.world.goal_name), "count": left}


def _standing(view: State, names: Sequence[str], seat: int) -> str:
    """Return how far the seat is behind or ahead of the best other one, and by what.

    Only public points count.  Of several with as many points, the one whose land yields most is
    named.  A robber on the seat's land is told too.
    """
    usual, now = production(view), production(view, robbed=view.robber)
    points = [view.public_points(other) for other in range(view.players)]
    if not any((*points, *usual)):
        return _("Your land yields nothing yet.")
    best = max((other for other in range(view.players) if other != seat),
               key=lambda other: (points[other], usual[other]))
    lead = points[seat] - points[best]
    words = {"count": abs(lead), "name": names[best], "theirs": usual[best], "own": usual[seat]}
    if not lead:
        text = _("You are level with %(name)s: their land brings %(theirs)s cards in 36 rolls,"
                 " yours %(own)s.") % words
    else:
        text = (_("You are %(count)s ahead of %(name)s (points: %(points)s).") if lead > 0 else
                _("You are %(count)s behind %(name)s (points: %(points)s).")) % {
            **words, "points": _lead_text(view, seat, best)}
    if now[seat] == usual[seat]:
        return text
    return " ".join([text, _("The robber stands on your land in %(place)s, which yields nothing.")
                     % {"place": display_names.hex_name(view, view.robber)}])


def _lead_text(view: State, own: int, other: int) -> str:
    """Return the sources of which two seats have unequal public points, with both seats' points."""
    names = (_("settlements"), _("cities"), _("counselor card"), _("longest road"),
             _("largest army"))
    sources = (view.point_sources(seat)[:-1] for seat in (own, other))
    return ", ".join(_("%(source)s %(own)s to %(theirs)s") % {
        "source": name, "own": mine, "theirs": theirs}
        for name, mine, theirs in zip(names, *sources, strict=True) if mine != theirs)


def _place(view: State, seat: int, name: str, *, own: bool) -> Place:
    hand, developments, over = view.hands[seat], view.cards[seat], view.phase == OVER
    scores = [view.points(other) for other in range(view.players)]
    return Place(
        seat=seat, name=name, colour=display_names.colour(seat),
        score=view.points(seat) if over else view.public_points(seat),
        hidden=0 if over else developments[things.POINT], own=own,
        task=_task(view, seat), now=seat in to_move(view),
        won=win_of(seat, view.winners, scores),
        cards=things.cards(hand), gold=hand[things.GOLD], developments=sum(developments),
        soldiers=view.soldiers[seat], chits=chits_text(view, seat),
        chit_count=view.chits_of(seat),
        pieces=_("Left: roads %(roads)s, settlements %(settlements)s, cities %(cities)s.") % {
            "roads": view.roads_left(seat), "settlements": view.settlements_left(seat),
            "cities": view.cities_left(seat)},
        awards=tuple(awards(view, seat)), hand=display_names.amounts(hand),
    )


def _task(view: State, seat: int) -> str:
    """Return what the game waits for from a seat, or "" if it does not."""
    if seat not in to_move(view):
        return ""
    return {DISCARD: _("discards now"), AUCTION: _("bids now"),
            ROBBER: _("moves the robber")}.get(view.phase, _("to move"))


def chits_text(view: State, seat: int) -> str:
    """Return the chits in front of a seat in words, "" if there are none."""
    return list_with_and(
        _("%(count)s × %(kind)s") % {"count": number, "kind": display_names.auction_name(kind)}
        for kind, number in enumerate(view.won[seat]) if number)


def awards(view: State, seat: int) -> list[str]:
    """Return the cards worth points in front of a seat, in words."""
    found = []
    if points := view.counselor_points(seat):
        found.append(_("counselor (+%(points)s)") % {"points": points})
    if view.longest == seat:
        found.append(_("longest road (+2)"))
    if view.army == seat:
        found.append(_("largest army (+2)"))
    return found


@dataclass(frozen=True, slots=True)
class Hand:
    """The reader's hand.

    ``things`` has, for each kind, the word for style sheets, the number and the text.  ``text`` is
    the whole hand in words, and ``rates`` are the rates at which it can be traded, in words.
    """

    things: tuple[tuple[str, int, SafeString], ...]
    text: str
    developments: tuple[str, ...]
    rates: str

    @classmethod
    def of(cls, view: State, seat: int) -> Hand:
        """Return the hand of a seat on its own view."""
        held = view.hands[seat]
        unknown = held[things.UNKNOWN]
        items = [(things.KIND_NAMES[kind], held[kind], held_text(kind, held[kind]))
                 for kind in things.KINDS]
        if unknown:
            items.append(("unknown", unknown, unknown_text(unknown)))
        return cls(tuple(items), display_names.amounts(held), tuple(_developments(view, seat)),
                   rates_text(view, seat))


def held_text(kind: int, number: int) -> SafeString:
    """Return a number of things with the number emphasized: "<strong>2</strong> wheat"."""
    before, after = display_names.amount_text(kind, number).split("%(count)s")
    return format_html("{}<strong>{}</strong>{}", before, number, after)


def unknown_text(number: int) -> SafeString:
    """Return the number of cards that the reader has drawn and does not know yet."""
    return format_html("<strong>{}</strong> {}", number, _("not known yet"))


def _developments(view: State, seat: int) -> list[str]:
    new = view.bought if seat == view.seat else things.NO_DEVELOPMENTS
    found = []
    for kind, number in enumerate(view.cards[seat]):
        if number:
            text = _("%(count)s × %(card)s") % {
                "count": number, "card": display_names.development_name(kind)}
            if new[kind] and kind != things.POINT:
                text += " " + _("(%(count)s bought in this turn)") % {"count": new[kind]}
            found.append(text)
    return found


def rates_text(view: State, seat: int) -> str:
    """Return at what rates a seat trades with the bank, in words (TR1)."""
    rates = [trading.bank_rate(view, kind, seat=seat) for kind in things.KINDS]
    usual = rates[things.GOLD]  # no harbour is for gold alone
    better = list_with_or(display_names.amount(kind, rate) for kind, rate in enumerate(rates)
                           if rate < usual)
    if not better:
        return _("The bank gives you 1 for %(rate)s of a kind.") % {"rate": usual}
    return _("The bank gives you 1 for %(rate)s of a kind, or for %(things)s.") % {
        "rate": usual, "things": better}


def offer_text(view: State, offer: Offer, names: Sequence[str]) -> str:
    """Return an offer as a sentence."""
    text = told(names, offer.seat, _("You give %(give)s for %(get)s"),
                _("%(name)s gives %(give)s for %(get)s")) % {
        "name": names[offer.seat], "give": display_names.amounts(offer.give),
        "get": display_names.amounts(offer.get)}
    if offer.times > 1:
        text += " " + ngettext("(%(count)s time)", "(%(count)s times)", offer.times) % {
            "count": offer.times}
    if offer.to.bit_count() < view.players - 1:
        text += " " + _("(only to %(names)s)") % {
            "names": objects(names, trading.seats_of(offer.to))}
    return text


def alexander_text(view: State) -> str:
    """Return Alexander's position in words."""
    world = view.world
    behind = ("Macedonia", *(stop.name for stop in world.route), world.goal_name)
    passed = place_name(world, behind[view.arrow])
    if view.arrow > len(world.route):
        return _("Alexander has reached %(place)s.") % {"place": passed}
    if view.arrow >= world.first_violet:
        return _("Alexander has passed %(place)s. He moves only when a seven is rolled.") % {
            "place": passed}
    return _("Alexander has passed %(place)s.") % {"place": passed}


def next_stops(view: State) -> list[tuple[str, str]]:
    """Return the next places that Alexander passes, each with its chit or temple in words."""
    kinds = {"temple": _("a temple, so an auction for a settlement"),
             "chit": _("a chit, so an auction for an event"), "blank": _("nothing")}
    stops = [(place_name(view.world, stop.name), kinds[stop.kind])
             for stop in view.world.route[view.arrow:view.arrow + STOPS_SHOWN]]
    if len(stops) < STOPS_SHOWN and view.arrow <= len(view.world.route):
        stops.append((place_name(view.world, view.world.goal_name), _("the end of the game")))
    return stops


def next_text(view: State) -> str:
    """Return the next two places that Alexander passes as a sentence, "" after the end."""
    stops = [_("%(place)s (%(what)s)") % {"place": name, "what": what}
             for name, what in next_stops(view)[:2]]
    return _("Next come %(places)s.") % {"places": list_with_and(stops)} if len(stops) > 1 else (
        _("Next comes %(places)s.") % {"places": stops[0]} if stops else "")


def notice(view: State, names: Sequence[str], seat: int | None) -> str:
    """Return what everybody must know of an auction, with what the reader has bid.

    Without an auction, return what others wait for after a seven, or "".
    """
    auction = view.auction
    if auction is None:
        return _("%(name)s has rolled a seven and moves the robber.") % {
            "name": names[view.seat]} if view.phase == ROBBER and seat != view.seat else ""
    words = {"place": display_names.junction_name(view, auction.junction),
             "event": display_names.auction_name(auction.kind),
             "things": display_names.counting_text(auction.kind)}
    if auction.kind == things.TEMPLE:
        text = _("A settlement at %(place)s is up for auction. What counts: %(things)s.")
    else:
        text = _("The chit at %(place)s is up for auction: %(event)s. What counts:"
                 " %(things)s.")
    sentences = [text % words]
    leader, high = auctions.high_bid(auction) if view.options.open_bidding else (None, 0)
    if leader is not None:
        sentences.append(_("The highest bid is %(bid)s, by %(name)s.") % {
            "bid": high, "name": objects(names, [leader])})
    bid = None if seat is None else auction.bids[seat]
    if bid is not None and not view.options.open_bidding:
        sentences.append(_("You bid up to %(limit)s.") % {"limit": bid.limit} if bid.limit
                         else _("You bid nothing."))
    return " ".join(sentences)
