"""Sentences for players about events.

Events of a view are described too: what a view hides has no name here either.  Before the end, a
limit is told to the player who named it and to nobody else (AU10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from alexandros_rules.addressing import is_reader, objects, outcome, subjects, told
from alexandros_rules.campaign import auctions, display_names, events
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.gazetteer import place_name
from alexandros_rules.campaign.state import COUNSELORS, SECRET_PAYMENT, SEVEN, State
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop, list_with_and, ngettext

_JOINED = {  # events whose sentence continues that of the event before
    events.Yielded: (events.Rolled,),
    events.RobberMoved: (events.SoldierPlayed,),
    events.ChitTurned: (events.AlexanderMoved,),
    events.AuctionBegan: (events.AlexanderMoved, events.ChitTurned),
    events.Founded: (events.AuctionWon,), events.ChitWon: (events.AuctionWon,),
    events.RoadBuilt: (events.RoadsPlayed, events.RoadBuilt),
    events.DiscardsDue: (events.Rolled, events.PaymentFailed),
    events.Prepared: (events.Started,),
}
_REASONS = {
    "points": gettext_noop("The game is over because a player has reached 14 points."),
    "persepolis": gettext_noop("The game is over because Alexander has reached %(place)s."),
}

_RESULTS = (events.AuctionWon, events.NobodyBid, events.PaymentFailed)
_Pair = tuple[events.Event, State | None]


def describe_events(events_with_states: Sequence[_Pair], names: Sequence[str]) -> list[str]:
    """Describe the events of one move or more, each with the state (or view) before it.

    Events that belong together share a text: the dice and their yields, a chit and its auction.
    Where an auction's result follows a limit that the reader knows, decisions before the result are
    told by their limits alone, or not at all.
    """
    if len(events_with_states) > 1 and isinstance(events_with_states[1][0], events.Continued):
        events_with_states = events_with_states[1:]  # it says more than the start before it
    texts: list[str] = []
    last: type[Any] | None = None
    known = any(isinstance(event, events.LimitNamed) and event.limit >= 0
                for event, _before in events_with_states)
    result = max((i for i, (event, _before) in enumerate(events_with_states)
                  if known and isinstance(event, _RESULTS)), default=-1)
    for i, (event, before) in enumerate(events_with_states):
        following = events_with_states[i + 1][0] if i + 1 < len(events_with_states) else None
        if isinstance(event, events.Ended) and before is not None:
            texts += _end_texts(event, before, names)
            continue
        if isinstance(event, events.LimitNamed) and i < result:
            sentence = _limit_text(event, names)
        else:
            sentence = describe_event(event, before, names, following=following)
        if not sentence:
            continue
        if last in _JOINED.get(type(event), ()):
            texts[-1] = f"{texts[-1]} {sentence}"
        else:
            texts.append(sentence)
        last = type(event)
    return texts


def describe_event(event: events.Event, before: State | None, names: Sequence[str], *,
                   following: events.Event | None = None) -> str:
    """Describe one event; return "" if the sentence of another event covers it.

    ``before`` is the state (or view) before the event, None for the first event of a game;
    ``following`` is the event after it.  ``names`` are the players, seat by seat.
    """
    if before is None:
        assert isinstance(event, events.Started)
        return _started(event, names)
    if isinstance(event, events.RobberMoved):
        return _robber_moved(event, before, names, following)
    if isinstance(event, events.Rolled):
        return _rolled(event, names, following)
    if isinstance(event, events.AuctionWon):
        return _auction_won(event, before, names, following)
    return _SENTENCES[type(event)](event, before, names)


def _gold_text(event: events.Started, names: Sequence[str]) -> str:
    if len({*event.gold}) == 1:
        return _("Everybody has %(gold)s.") % {"gold": display_names.amount(th.GOLD, event.gold[0])}
    order = [(event.first + place) % event.players for place in range(event.players)]
    return _("To make up for the turn order, %(list)s.") % {"list": list_with_and(
        told(names, seat, _("you have %(gold)s"), _("%(name)s has %(gold)s")) % {
            "name": names[seat], "gold": display_names.amount(th.GOLD, event.gold[seat])}
        for seat in order)}


def _started(event: events.Started, names: Sequence[str]) -> str:
    parts = [told(names, event.first, _("The game begins. You take the first turn."),
                  _("The game begins. %(name)s takes the first turn.")) % {
        "name": names[event.first]}, _gold_text(event, names)]
    if event.open_bidding:
        parts.append(_("The bidding is open."))
    if event.bluff:
        parts.append(_("Bids may be higher than what the bidder can pay."))
    return " ".join(parts)


def _prepared(event: events.Prepared, before: State, names: Sequence[str]) -> str:
    return _("The robber stands in %(place)s.") % {
        "place": display_names.hex_name(before, before.world.hex_by_label[event.robber])}


def _continued(event: events.Continued, before: State, names: Sequence[str]) -> str:
    after = evolve(before, event)
    text = told(names, after.seat, _(
        "The game goes on from a position in turn %(turn)s of another game; it is your turn. The"
        " hidden cards have been dealt again."), _(
        "The game goes on from a position in turn %(turn)s of another game; it is %(name)s's turn."
        " The hidden cards have been dealt again.")) % {
            "turn": after.turn, "name": names[after.seat]}
    hands = [
        told(names, seat, _("You have %(cards)s."), _("%(name)s has %(cards)s."))
        % {"name": names[seat], "cards": display_names.amounts(hand)}
        for seat, hand in enumerate(event.hands) if th.cards(hand) and not hand[th.UNKNOWN]]
    return " ".join([text, *hands])


def _dealt(event: events.Dealt, before: State, names: Sequence[str]) -> str:
    return " ".join(
        told(names, seat, _("You are dealt %(cards)s."), _("%(name)s is dealt %(cards)s."))
        % {"name": names[seat], "cards": display_names.amounts(hand)}
        for seat, hand in enumerate(event.hands)
        if not hand[th.UNKNOWN]
    )


def _rolled(event: events.Rolled, names: Sequence[str], following: events.Event | None) -> str:
    first, second = event.dice
    if not first:
        return told(names, event.seat, _("You roll the dice."),
                    _("Then %(name)s rolls the dice.")) % {"name": names[event.seat]}
    text = told(names, event.seat, _("You roll %(total)s (%(first)s and %(second)s)."),
                _("%(name)s rolls %(total)s (%(first)s and %(second)s).")) % {
        "name": names[event.seat], "total": first + second, "first": first, "second": second}
    if first + second == SEVEN:
        return " ".join([text, _("No hex yields anything.")])
    if not isinstance(following, events.Yielded):
        return " ".join([text, _("No land yields anything.")])
    return text


def _yielded(event: events.Yielded, before: State, names: Sequence[str]) -> str:
    parts = [_gets(names, seat, gain) for seat, gain in enumerate(event.gains) if any(gain)]
    if event.short:
        parts.append(_("The bank has too little %(kinds)s, so nobody gets any of that.") % {
            "kinds": list_with_and(map(display_names.kind_name, event.short))})
    return " ".join(parts)


def _gets(names: Sequence[str], seat: int, some: th.Counts) -> str:
    return told(names, seat, _("You get %(things)s."), _("%(name)s gets %(things)s.")) % {
        "name": names[seat], "things": display_names.amounts(some)}


def _discards_due(event: events.DiscardsDue, before: State, names: Sequence[str]) -> str:
    return " ".join(
        told(names, seat, ngettext("You have to discard %(count)s card.",
                                   "You have to discard %(count)s cards.", number),
             ngettext("%(name)s has to discard %(count)s card.",
                      "%(name)s has to discard %(count)s cards.", number))
        % {"name": names[seat], "count": number}
        for seat, number in enumerate(event.due) if number)


def _decided(names: Sequence[str], seat: int) -> str:
    return told(names, seat, _("You have decided."), _("%(name)s has decided.")) % {
        "name": names[seat]}


def _chose_discard(event: events.ChoseDiscard, before: State, names: Sequence[str]) -> str:
    if event.cards[th.UNKNOWN]:
        return _decided(names, event.seat)
    return told(names, event.seat, _("You will discard %(cards)s."),
                _("%(name)s will discard %(cards)s.")) % {
        "name": names[event.seat], "cards": display_names.amounts(event.cards)}


def _discarded(event: events.Discarded, before: State, names: Sequence[str]) -> str:
    return " ".join(
        told(names, seat, _("You discard %(cards)s."), _("%(name)s discards %(cards)s."))
        % {"name": names[seat], "cards": display_names.amounts(some)}
        for seat, some in enumerate(event.discards)
        if any(some)
    )


def _robber_moved(event: events.RobberMoved, before: State, names: Sequence[str],
                  following: events.Event | None) -> str:
    values = {"name": names[event.seat],
              "place": display_names.hex_name(before, before.world.hex_by_label[event.hex])}
    return " ".join([_moved_and_stole(event, names, following, values),
                     *_robbed_land(before, before.world.hex_by_label[event.hex])])


def _robbed_land(before: State, tile: int) -> Iterator[str]:
    """Yield what it means that the robber comes to this hex, if somebody has built there (SE2)."""
    corners = before.world.corners[tile]
    if any(before.buildings(seat) & corners for seat in range(before.players)):
        yield _("The hex yields nothing as long as the robber stands there.")


def _moved_and_stole(event: events.RobberMoved, names: Sequence[str],
                     following: events.Event | None, values: dict[str, str]) -> str:
    if not isinstance(following, events.Stole):
        return told(names, event.seat,
                    _("You move the robber to %(place)s and steal nothing."),
                    _("%(name)s moves the robber to %(place)s and steals nothing.")) % values
    values["victim"] = objects(names, [following.victim])
    if following.card == th.UNKNOWN:
        return told(names, event.seat, _(
            "You move the robber to %(place)s and steal a card from %(victim)s."), _(
            "%(name)s moves the robber to %(place)s and steals a card from %(victim)s."),
        ) % values
    return told(names, event.seat, _(
        "You move the robber to %(place)s and steal %(card)s from %(victim)s."), _(
        "%(name)s moves the robber to %(place)s and steals %(card)s from %(victim)s."),
    ) % {**values, "card": display_names.amount(following.card, 1)}


def _silent(event: events.Event, before: State, names: Sequence[str]) -> str:
    return ""  # the sentence of another event says it


def _supplied(event: events.Supplied, before: State, names: Sequence[str]) -> str:
    return " ".join([
        _("Everybody draws a card from the supply."),
        *[_gets(names, seat, th.single(card))
          for seat, card in enumerate(event.cards) if card != th.UNKNOWN]])


def _supply_ended(event: events.SupplyEnded, before: State, names: Sequence[str]) -> str:
    return _("The supply has too few cards left for everybody. They go to the bank:"
             " %(cards)s.") % {"cards": display_names.amounts(event.left)}


def _alexander_moved(event: events.AlexanderMoved, before: State, names: Sequence[str]) -> str:
    route = before.world.route
    if event.arrow > len(route):
        return _("Alexander reaches %(place)s.") % {
            "place": display_names.junction_name(before, before.world.goal)}
    return _("Alexander passes %(place)s.") % {
        "place": display_names.junction_name(before, route[event.arrow - 1].junction)}


def _chit_turned(event: events.ChitTurned, before: State, names: Sequence[str]) -> str:
    if event.chit == th.FACE_DOWN:
        return _("The chit there is turned face up.")
    return _("The chit there is turned face up: %(chit)s.") % {
        "chit": display_names.auction_name(event.chit)}


def _longest_road(event: events.LongestRoad, before: State, names: Sequence[str]) -> str:
    if event.owner is None:
        return _("Nobody has the longest road any more.")
    return told(names, event.owner, _(
        "You have the longest road now, with %(length)s roads (2 points)."), _(
        "%(name)s has the longest road now, with %(length)s roads (2 points)."),
    ) % {
        "name": names[event.owner], "length": event.length}


def _largest_army(event: events.LargestArmy, before: State, names: Sequence[str]) -> str:
    if event.owner is None:
        return _("Nobody has the largest army any more.")
    return told(names, event.owner, _(
        "You have the largest army now, with %(soldiers)s (2 points)."), _(
        "%(name)s has the largest army now, with %(soldiers)s (2 points)."),
    ) % {
        "name": names[event.owner],
        "soldiers": display_names.amount(th.SOLDIERS, before.soldiers[event.owner])}


def _road_built(event: events.RoadBuilt, before: State, names: Sequence[str]) -> str:
    return (
        told(names, event.seat, _("You build a free road on %(path)s."),
             _("%(name)s builds a free road on %(path)s.")) if event.free
        else told(names, event.seat, _("You build a road on %(path)s."),
                  _("%(name)s builds a road on %(path)s."))
    ) % {"name": names[event.seat], "path": event.path}


def _settlement_built(event: events.SettlementBuilt, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You build a settlement on %(place)s."),
                _("%(name)s builds a settlement on %(place)s.")) % {
        "name": names[event.seat],
        "place": display_names.junction_name(
            before, before.world.junction_by_label[event.junction]
        ),
    }


def _city_built(event: events.CityBuilt, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You build a city on %(place)s."),
                _("%(name)s builds a city on %(place)s.")) % {
        "name": names[event.seat],
        "place": display_names.junction_name(
            before, before.world.junction_by_label[event.junction]
        ),
    }


def _development_bought(
    event: events.DevelopmentBought, before: State, names: Sequence[str]
) -> str:
    return (
        told(names, event.seat, _("You buy a development card."),
             _("%(name)s buys a development card.")) if event.development == th.HIDDEN
        else told(names, event.seat, _("You buy a development card (%(card)s)."),
                  _("%(name)s buys a development card (%(card)s)."))
    ) % {"name": names[event.seat], "card": display_names.development_name(event.development)}


def _soldier_played(event: events.SoldierPlayed, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You play a soldier."),
                _("%(name)s plays a soldier.")) % {"name": names[event.seat]}


def _roads_played(event: events.RoadsPlayed, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You play road building."),
                _("%(name)s plays road building.")) % {"name": names[event.seat]}


def _plenty_played(event: events.PlentyPlayed, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _(
        "You play year of plenty and take %(cards)s from the bank."), _(
        "%(name)s plays year of plenty and takes %(cards)s from the bank."),
    ) % {
        "name": names[event.seat], "cards": display_names.amounts(event.taken)}


def _monopoly_played(event: events.MonopolyPlayed, before: State, names: Sequence[str]) -> str:
    plays = told(names, event.seat, _("You play monopoly on %(kind)s."),
                 _("%(name)s plays monopoly on %(kind)s.")) % {
        "name": names[event.seat], "kind": display_names.kind_name(event.kind)}
    if min(event.taken) < 0:
        return plays
    gives = [told(names, seat, _("You hand over %(cards)s."),
                  _("%(name)s hands over %(cards)s.")) % {
        "name": names[seat], "cards": display_names.amount(event.kind, number)}
        for seat, number in enumerate(event.taken) if number]
    return " ".join([plays, *(gives or [_("Nobody has any.")])])


def _auction_began(event: events.AuctionBegan, before: State, names: Sequence[str]) -> str:
    kind = th.AUCTION_NAMES.index(event.kind)
    again = before.auction is not None
    if again:
        text = _("The auction begins again; %(things)s count.")
    elif kind == th.TEMPLE:
        text = _("A settlement on %(place)s is up for auction; %(things)s count.")
    else:
        text = _("This chit is up for auction; %(things)s count.")
    sentences = [
        text
        % {
            "things": display_names.counting_text(kind),
            "place": display_names.junction_name(
                before, before.world.junction_by_label[event.junction]
            ),
        }
    ]
    if before.options.open_bidding and len(event.excluded) < before.players:
        sentences.append(told(names, event.opener, _("You open the bidding."),
                              _("%(name)s opens the bidding.")) % {"name": names[event.opener]})
    if event.excluded:
        sentences.append((
            _("You do not bid.") if all(is_reader(names, seat) for seat in event.excluded)
            else ngettext("%(names)s does not bid.", "%(names)s do not bid.", len(event.excluded))
        ) % {"names": subjects(names, event.excluded)})
    return " ".join(sentences)


def _limit_named(event: events.LimitNamed, before: State, names: Sequence[str]) -> str:
    if event.limit < 0:
        return _decided(names, event.seat)
    if not event.limit or not event.payment:
        return _limit_text(event, names)
    return told(names, event.seat, _("You bid up to %(limit)s and would pay with %(things)s."),
                _("%(name)s bids up to %(limit)s and would pay with %(things)s.")) % {
        "name": names[event.seat], "limit": event.limit,
        "things": display_names.payment_text(event.payment)}


def _limit_text(event: events.LimitNamed, names: Sequence[str]) -> str:
    """Return how much a player bids; "" if the reader may not know it."""
    if event.limit < 0:
        return ""
    if not event.limit:
        return told(names, event.seat, _("You bid nothing."), _("%(name)s bids nothing.")) % {
            "name": names[event.seat]}
    return told(names, event.seat, _("You bid up to %(limit)s."),
                _("%(name)s bids up to %(limit)s.")) % {
        "name": names[event.seat], "limit": event.limit}


def _bid_made(event: events.BidMade, before: State, names: Sequence[str]) -> str:
    known = event.payment and event.payment != SECRET_PAYMENT
    return (
        told(names, event.seat, _("You bid %(amount)s and would pay with %(things)s."),
             _("%(name)s bids %(amount)s and would pay with %(things)s.")) if known
        else told(names, event.seat, _("You bid %(amount)s."), _("%(name)s bids %(amount)s."))
    ) % {"name": names[event.seat], "amount": event.amount,
         "things": display_names.payment_text(event.payment) if known else ""}


def _passed(event: events.Passed, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You pass."), _("%(name)s passes.")) % {
        "name": names[event.seat]}


def _auction_won(event: events.AuctionWon, before: State, names: Sequence[str],
                 following: events.Event | None) -> str:
    worth = auctions.value(event.payment)
    if isinstance(following, events.Founded) and following.built:
        return told(names, event.seat, _(
            "You win the auction for %(price)s (%(things)s) and found a settlement on"
            " %(place)s."), _(
            "%(name)s wins the auction for %(price)s (%(things)s) and founds a settlement on"
            " %(place)s.")) % {
            "name": names[event.seat], "price": event.price,
            "things": display_names.payment_text(event.payment),
            "place": display_names.junction_name(
                before, before.world.junction_by_label[following.junction])}
    return (
        told(names, event.seat, _(
            "You win the auction for %(price)s and pay with %(things)s, worth %(worth)s."), _(
            "%(name)s wins the auction for %(price)s and pays with %(things)s, worth %(worth)s."))
        if worth > event.price
        else told(names, event.seat, _(
            "You win the auction for %(price)s and pay with %(things)s."), _(
            "%(name)s wins the auction for %(price)s and pays with %(things)s."))
    ) % {"name": names[event.seat], "price": event.price, "worth": worth,
         "things": display_names.payment_text(event.payment)}


def _nobody_bid(event: events.NobodyBid, before: State, names: Sequence[str]) -> str:
    if before.auction is not None and before.auction.kind == th.TEMPLE:
        return _("Nobody bids, so no settlement is founded here.")
    return _("Nobody bids, so the chit is out of the game.")


def _payment_failed(event: events.PaymentFailed, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You win with a bid of %(price)s but cannot pay it."),
                _("%(name)s wins with a bid of %(price)s but cannot pay it.")) % {
        "name": names[event.seat], "price": event.price}


def _founded(event: events.Founded, before: State, names: Sequence[str]) -> str:
    if event.built:
        return ""  # the sentence of the auction says it
    return told(names, event.seat, _("You have no settlement left, so %(place)s stays empty."),
                _("%(name)s has no settlement left, so %(place)s stays empty.")) % {
        "name": names[event.seat],
        "place": display_names.junction_name(
            before, before.world.junction_by_label[event.junction]
        ),
    }


def _chit_won(event: events.ChitWon, before: State, names: Sequence[str]) -> str:
    count = before.chits_of(event.seat) + 1
    return told(names, event.seat, ngettext(
        "You take the chit (%(chit)s) and have %(count)s chit now.",
        "You take the chit (%(chit)s) and have %(count)s chits now.", count,
    ), ngettext(
        "%(name)s takes the chit (%(chit)s) and has %(count)s chit now.",
        "%(name)s takes the chit (%(chit)s) and has %(count)s chits now.", count,
    )) % {"name": names[event.seat], "chit": display_names.auction_name(event.chit), "count": count}


def _counselors_changed(
    event: events.CounselorsChanged, before: State, names: Sequence[str]
) -> str:
    values = COUNSELORS[before.players]
    sentences = [
        told(names, owner, _("You take the counselor card worth %(points)s points."),
             _("%(name)s takes the counselor card worth %(points)s points.")) % {
            "name": names[owner], "points": value}
        for value, owner, old in zip(values, event.owners, before.counselors, strict=True)
        if owner is not None and owner != old
    ]
    lost = [old for old in before.counselors if old is not None and old not in event.owners]
    sentences += [told(names, seat, _("You no longer have a counselor card."),
                       _("%(name)s no longer has a counselor card.")) % {"name": names[seat]}
                  for seat in lost]
    return " ".join(sentences)


def _end_texts(event: events.Ended, before: State, names: Sequence[str]) -> list[str]:
    """Return the points of each player, the winners first, and then the result (EN1).

    Nothing is said of the points of players whose cards are hidden.
    """
    known = [seat for seat in range(before.players) if not before.cards[seat][th.HIDDEN]]
    ranking = sorted(known, key=lambda seat: (
        seat not in event.winners, -before.points(seat), seat))
    reason = _(_REASONS[event.reason]) % {
        "place": place_name(before.world, before.world.goal_name)}
    # The result comes last: pages that show one sentence about the end show the last.
    return [*(_points(before, seat, names) for seat in ranking),
            " ".join([reason, *_result(event, before, names, known)])]


def _result(event: events.Ended, before: State, names: Sequence[str],
            known: Sequence[int]) -> Iterator[str]:
    """Yield who has won, and as far as the points are known, with how many and why."""
    if not {*event.winners} <= {*known}:
        yield ngettext("%(names)s wins.", "%(names)s share the win.", len(event.winners)) % {
            "names": subjects(names, event.winners)}
        return
    scores = [before.points(seat) for seat in range(before.players)]
    yield outcome(event.winners, scores, names)
    if len(known) == before.players:
        yield from _decided_by_chits(event, before, names)


def _decided_by_chits(event: events.Ended, before: State, names: Sequence[str]) -> Iterator[str]:
    """Yield reasons why a player with as many points as the winner does not win (EN3)."""
    best = before.points(event.winners[0])
    tied = [seat for seat in range(before.players) if before.points(seat) == best]
    if len(tied) > len(event.winners):
        yield _("Of players with equally many points, the one with the most chits wins:"
                " %(chits)s.") % {"chits": ", ".join(
                    f"{subjects(names, [seat])} {before.chits_of(seat)}" for seat in tied)}


def _points(before: State, seat: int, names: Sequence[str]) -> str:
    """Return how many points a player has, and where they come from."""
    points = before.points(seat)
    values = {"name": names[seat], "points": points, "parts": list_with_and(
        text % {"points": value}
        for text, value in zip(_source_texts(), before.point_sources(seat), strict=True)
        if value)}
    if not points:
        return told(names, seat, _("You have no points."), _("%(name)s has no points.")) % values
    return told(names, seat, ngettext("You have %(points)s point: %(parts)s.",
                                      "You have %(points)s points: %(parts)s.", points),
                ngettext("%(name)s has %(points)s point: %(parts)s.",
                         "%(name)s has %(points)s points: %(parts)s.", points)) % values


def _source_texts() -> Sequence[str]:
    """Return the texts for everything that is worth points, in the order of the state."""
    return (
        _("%(points)s for settlements"), _("%(points)s for cities"),
        _("%(points)s for a counselor card"), _("%(points)s for the longest road"),
        _("%(points)s for the largest army"), _("%(points)s for victory point cards"),
    )


def _bank_traded(event: events.BankTraded, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _("You trade %(given)s for %(got)s with the bank."),
                _("%(name)s trades %(given)s for %(got)s with the bank.")) % {
        "name": names[event.seat], "given": display_names.amounts(event.given),
        "got": display_names.amounts(event.got)}


def _offered(event: events.Offered, before: State, names: Sequence[str]) -> str:
    to_all = len(event.to) == before.players - 1
    if event.standing:
        text = (
            told(names, event.seat, _(
                "You make a standing offer to everybody: %(give)s for %(get)s (offer"
                " %(number)s)."), _(
                "%(name)s makes a standing offer to everybody: %(give)s for %(get)s (offer"
                " %(number)s).")) if to_all
            else told(names, event.seat, _(
                "You make a standing offer to %(names)s: %(give)s for %(get)s (offer"
                " %(number)s)."), _(
                "%(name)s makes a standing offer to %(names)s: %(give)s for %(get)s (offer"
                " %(number)s)."))
        )
    else:
        text = (
            told(names, event.seat, _(
                "You offer everybody %(give)s for %(get)s (offer %(number)s)."), _(
                "%(name)s offers everybody %(give)s for %(get)s (offer %(number)s).")) if to_all
            else told(names, event.seat, _(
                "You offer %(names)s %(give)s for %(get)s (offer %(number)s)."), _(
                "%(name)s offers %(names)s %(give)s for %(get)s (offer %(number)s)."))
        )
    sentence = text % {
        "name": names[event.seat], "names": objects(names, event.to),
        "give": display_names.amounts(event.give), "get": display_names.amounts(event.get),
        "number": event.number}
    if event.times < 2:
        return sentence
    return " ".join([sentence, ngettext(
        "It can be accepted %(count)s time.", "It can be accepted %(count)s times.", event.times,
    ) % {"count": event.times}])


def _offer_reduced(event: events.OfferReduced, before: State, names: Sequence[str]) -> str:
    owner = _owner(event.number, before)
    values = {"owner": names[owner], "number": event.number, "count": event.times}
    if not event.times:
        return told(names, owner, _("Your offer %(number)s has lapsed."),
                    _("%(owner)s's offer %(number)s has lapsed.")) % values
    return told(names, owner, ngettext(
        "Your offer %(number)s can be accepted only %(count)s more time.",
        "Your offer %(number)s can be accepted only %(count)s more times.", event.times,
    ), ngettext(
        "%(owner)s's offer %(number)s can be accepted only %(count)s more time.",
        "%(owner)s's offer %(number)s can be accepted only %(count)s more times.", event.times,
    )) % values


def _withdrawn(event: events.Withdrawn, before: State, names: Sequence[str]) -> str:
    owner = _owner(event.number, before)
    return told(names, owner, _("You withdraw offer %(number)s."),
                _("%(owner)s withdraws offer %(number)s.")) % {
        "owner": names[owner], "number": event.number}


def _owner(number: int, before: State) -> int:
    offer = before.offer(number)
    assert offer is not None
    return offer.seat


def _traded(event: events.Traded, before: State, names: Sequence[str]) -> str:
    return told(names, event.other, _(
        "You give %(got)s to %(name)s and get %(given)s (offer %(number)s)."), told(
        names, event.seat, _(
            "You give %(given)s to %(other)s and get %(got)s (offer %(number)s)."), _(
            "%(name)s gives %(given)s to %(other)s and gets %(got)s (offer %(number)s)."),
    )) % {
        "name": names[event.seat], "other": names[event.other],
        "given": display_names.amounts(event.given), "got": display_names.amounts(event.got),
        "number": event.number}


def _not_needed(event: events.NotNeeded, before: State, names: Sequence[str]) -> str:
    return told(names, event.seat, _(
        "Your offer has been taken, so your other order is left out."), _(
        "%(name)s's offer has been taken, so their other order is left out."),
    ) % {
        "name": names[event.seat]}


def _discards_preferred(
    event: events.DiscardsPreferred, before: State, names: Sequence[str]
) -> str:
    if not event.kinds:  # also for others, who may not know the preference
        return _preference_changed(names, event.seat)
    return told(names, event.seat, _("After a seven, you first discard %(kinds)s."),
                _("After a seven, %(name)s first discards %(kinds)s.")) % {
        "name": names[event.seat],
        "kinds": list_with_and(map(display_names.kind_name, event.kinds)),
    }


def _rolling_preferred(
    event: events.RollingPreferred, before: State, names: Sequence[str]
) -> str:
    if not event.at_once:
        return _preference_changed(names, event.seat)
    return told(names, event.seat, _("The dice roll at once when your turn begins."),
                _("The dice roll at once when %(name)s's turn begins.")) % {
        "name": names[event.seat]}


def _preference_changed(names: Sequence[str], seat: int) -> str:
    return told(names, seat, _("You have changed your preferences."),
                _("%(name)s has changed their preferences.")) % {"name": names[seat]}


def _ended(event: events.Ended, before: State, names: Sequence[str]) -> str:
    return " ".join(_end_texts(event, before, names))


def _turn_ended(event: events.TurnEnded, before: State, names: Sequence[str]) -> str:
    text = told(names, event.next, _("%(name)s's turn ends; you are next."),
                _("%(name)s's turn ends; %(next)s is next."))
    text = told(names, event.seat, _("Your turn ends; %(next)s is next."), text) % {
        "name": names[event.seat], "next": names[event.next]}
    return " ".join([*_untaken(event, before, names), text])


def _untaken(event: events.TurnEnded, before: State, names: Sequence[str]) -> list[str]:
    """Return for the one whose turn ends which of their offers end with it, untaken (TR3)."""
    if not is_reader(names, event.seat):
        return []
    return [_("Nobody has taken your offer of %(give)s for %(get)s.") % {
        "give": display_names.amounts(offer.give), "get": display_names.amounts(offer.get)}
        for offer in before.offers if offer.seat == event.seat and not offer.standing]


_SENTENCES: dict[type[Any], Callable[[Any, State, Sequence[str]], str]] = {
    events.Prepared: _prepared, events.Continued: _continued, events.Dealt: _dealt,
    events.Yielded: _yielded,
    events.DiscardsDue: _discards_due, events.ChoseDiscard: _chose_discard,
    events.Discarded: _discarded, events.Stole: _silent, events.Supplied: _supplied,
    events.SupplyEnded: _supply_ended, events.AlexanderMoved: _alexander_moved,
    events.ChitTurned: _chit_turned, events.AuctionBegan: _auction_began,
    events.LimitNamed: _limit_named, events.BidMade: _bid_made,
    events.Passed: _passed, events.NobodyBid: _nobody_bid,
    events.PaymentFailed: _payment_failed,
    events.Founded: _founded, events.ChitWon: _chit_won,
    events.CounselorsChanged: _counselors_changed,
    events.LongestRoad: _longest_road, events.LargestArmy: _largest_army,
    events.RoadBuilt: _road_built, events.SettlementBuilt: _settlement_built,
    events.CityBuilt: _city_built, events.DevelopmentBought: _development_bought,
    events.SoldierPlayed: _soldier_played, events.RoadsPlayed: _roads_played,
    events.PlentyPlayed: _plenty_played, events.MonopolyPlayed: _monopoly_played,
    events.BankTraded: _bank_traded, events.Offered: _offered,
    events.OfferReduced: _offer_reduced, events.Withdrawn: _withdrawn,
    events.Traded: _traded, events.NotNeeded: _not_needed,
    events.DiscardsPreferred: _discards_preferred,
    events.RollingPreferred: _rolling_preferred, events.TurnEnded: _turn_ended,
    events.Ended: _ended,
}
