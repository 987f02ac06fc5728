"""The lessons in their order, the last of which is a turn that wins."""

from __future__ import annotations

from functools import partial

from alexandros_rules import course
from alexandros_rules.campaign.course import goals
from alexandros_rules.campaign.course.positions import POSITIONS
from alexandros_rules.translation import gettext_noop as _

Lesson = partial(course.Lesson, positions=POSITIONS)

LESSONS = (
    Lesson(
        slug="yields", called=_("What a place yields"), position="three-settlements",
        teaches=(
            _("The first player with 14 points wins, or whoever has the most when Alexander reaches"
              " Persepolis. A settlement is worth 1 point, and a city 2."),
            _("Each turn begins with two dice. Every hex with the number rolled yields a card, or"
              " gold, to each settlement at its corners. The dots under a number show how often"
              " it comes up: a 6 or an 8 has five, a 2 or a 12 has one."),
            _("A city yields two instead of one. It costs 3 ore and 2 wheat, and it replaces a"
              " settlement of yours. You have the cards for one. On the map, a ring marks each"
              " place that you can choose. An order names its hex and its corner: city A1.SE."),
        ),
        asks=_("Build a city at the settlement whose hexes have the most dots together."),
        hinted=_("Add up the dots of the hexes around each of your settlements. At Alexandria by"
                 " Issus (D3.N), the southernmost one, they are wool on a 9, wheat on an 8 and"
                 " lumber on a 5."),
        praised=_("Its hexes have 13 dots together, so more than a third of all rolls will bring"
                  " you two cards for this city. Look at the dots before you bid for a place,"
                  " too."),
        goals=(goals.has_richest_city,),
        solution="city D3.N",
    ),
    Lesson(
        slug="auctions", called=_("Bidding for a settlement"), position="first-auction",
        teaches=(
            _("In each turn, Alexander moves on by one arrow. At a temple, whoever bids the most"
              " founds a settlement there at once. That is how everybody gets the first one."),
            _("Brick, lumber, wheat, wool and gold count 1 each. All players name a secret limit"
              " at the same time. Whoever names the highest one wins, and pays only as much as it"
              " takes to beat the others. The others pay nothing."),
            _("Yellow and Blue have named their limits already. You cannot see them, but most"
              " settlements cost 5 to 9. An order for a limit of 3 would be: bid up to 3."),
        ),
        asks=_("Win the settlement at Philippi."),
        hinted=_("Bid up to 9. If less is enough, you pay less."),
        praised=_("Yellow would have gone up to 7. It is your turn, so of equal limits yours comes"
                  " first, and you pay 7, even if your limit was higher. The settlement is"
                  " yours."),
        goals=(goals.wins_auction,),
        solution="bid up to 9 pay 8 gold 1 wool",
    ),
    Lesson(
        slug="paying", called=_("Paying with the right things"), position="city-or-cards",
        teaches=(
            _("Most other places on the way hold a chit, which starts an auction, too. In a famine,"
              " wheat, wool and gold count. Chits will make you a counselor, as a later lesson"
              " explains."),
            _("You choose what you pay with. What you name first is used up first. Gold counts in"
              " every auction, but you cannot build with it, and you build after the auction. An"
              " order with a payment is: bid up to 2 pay 1 wheat 1 gold."),
        ),
        asks=_("Win the chit, and keep the 3 ore and 2 wheat that a city costs."),
        hinted=_("The quick numbers pay with wheat. Choose what you pay with instead: click on wool"
                 " and gold among your cards, or order: bid up to 4 pay 1 wool 3 gold."),
        praised=_("Yellow would have gone up to 3, so you pay 3, and you can still build the city"
                  " in this turn. Before you bid, think about what you want to build."),
        goals=(goals.wins_auction, goals.keeps_city_in_auction),
        solution="bid up to 4 pay 1 wool 3 gold",
    ),
    Lesson(
        slug="roads", called=_("Roads and settlements"), position="road-to-settlement",
        teaches=(
            _("You can also build settlements yourself, for one brick, lumber, wheat and wool."
              " Your own road must lead there, and the next building must be at least two paths"
              " away. Nobody can settle where Alexander has not been yet, or next to it."),
            _("A road costs a brick and a lumber, and it joins your roads or buildings. You have a"
              " road from Philippi to the Hellespont, which is too close for a settlement. Orders"
              " name sides and corners of hexes: road A1.E, settlement A2.S."),
        ),
        asks=_("Build a road, and then a settlement at its end."),
        hinted=_("Yellow has a settlement at Halicarnassus, so Sardis is too close to it. Build the"
                 " road on the other side of Lydia: road A2.SE. Then build settlement B2.N."),
        praised=_("A settlement without an auction, two paths from Philippi. It yields gold on a 6"
                  " and ore on a 5."),
        goals=(goals.builds_settlement,),
        solution="road A2.SE; settlement B2.N",
    ),
    Lesson(
        slug="harbours", called=_("The bank and harbours"), position="harbour",
        teaches=(
            _("In your turn, the bank takes four of a kind for one of another kind. With a building"
              " at a harbour it takes three of any kind, or two of the kind that the harbour"
              " names."),
            _("Gold can be traded, too, but it is what you bid with in every auction. So trade"
              " what you have too much of. An order to trade is: bank 4 gold for wheat."),
        ),
        asks=_("Build a city this turn, without giving gold to the bank."),
        hinted=_("You need two more ore. Halicarnassus is a harbour for wool, so you get an ore for"
                 " every two wool."),
        praised=_("Four wool became two ore, and you have all your gold for the next auction. A"
                  " harbour is worth most beside hexes that yield what it takes."),
        goals=(goals.builds_city, goals.keeps_gold),
        solution="bank 4 wool for 2 ore; city B2.S",
    ),
    Lesson(
        slug="offers", called=_("Trading with others"), position="two-offers",
        teaches=(
            _("Players offer each other trades. You can make a standing offer at any time, and the"
              " player whose turn it is can take it without waiting. Only that player trades with"
              " the others."),
            _("You lack two cards for a city, and the bank wants three lumber for one card. Yellow"
              " and Blue have standing offers: look for them below the prices. An order takes one"
              " by its number: accept 2."),
        ),
        asks=_("Build a city with what Yellow and Blue offer, and keep your gold."),
        hinted=_("Accept both offers: Yellow gives ore for one lumber, and Blue gives wheat for"
                 " two. Then build the city at Philippi."),
        praised=_("Three lumber that you did not need became a city, and the others got what they"
                  " wanted. Make standing offers of your own: they cost nothing."),
        goals=(goals.builds_city, goals.keeps_gold),
        solution="accept 2; accept 3; city A1.SE",
    ),
    Lesson(
        slug="sevens", called=_("A seven"), position="seven",
        teaches=(
            _("When a seven is rolled, nothing is yielded. Whoever has more than 11 cards discards"
              " half of them. Gold is not a card, so it is safe."),
            _("Then the player whose turn it is moves the robber and steals a card from somebody"
              " at its new hex. While the robber stands there, the hex yields nothing."),
            _("You have rolled a seven, and you have 13 cards. Orders for this look like: discard 3"
              " wheat 3 ore; robber A1."),
        ),
        asks=_("Keep the cards for a city, and put the robber where it costs Yellow most."),
        hinted=_("Keep 3 ore and 2 wheat. Yellow’s only building is the city at Halicarnassus,"
                 " between Lydia and Cilicia. Lydia (B2) has a 6."),
        praised=_("You can build the city after this, and Yellow gets no gold from Lydia until"
                  " somebody moves the robber. Spend your cards before you have 12."),
        goals=(goals.discards_well, goals.blocks_most),
        solution="discard 1 brick 2 lumber 2 wool 1 ore; robber B2 from yellow",
    ),
    Lesson(
        slug="soldiers", called=_("Soldiers"), position="third-soldier",
        teaches=(
            _("A development card costs ore, wool and wheat. More than half of them are soldiers."
              " A soldier moves the robber and steals, like a seven, and then lies face up. You"
              " may play one card in each turn, but not one that you have just bought."),
            _("Whoever is first to have three soldiers face up has the largest army, which is"
              " worth 2 points. And in a battle, a face-up soldier counts 3."),
            _("Your turn has just begun. The robber is on Lydia, beside your settlement. An order"
              " to play a soldier is: play soldier C3 from yellow."),
        ),
        asks=_("Get the largest army, and move the robber away from all your hexes."),
        hinted=_("Play the soldier before you roll. Send the robber to Thrace or Macedonia, beside"
                 " Yellow’s settlement, for example: play soldier A2 from yellow."),
        praised=_("The army brings you 2 points, and Lydia yields again. Because you played the"
                  " soldier before the dice, it counts if the next chit is a battle."),
        goals=(goals.holds_army, goals.frees_own_hexes),
        solution="play soldier A2 from yellow",
    ),
    Lesson(
        slug="counselors", called=_("Chits and counselors"), position="third-chit",
        teaches=(
            _("With three chits you become a counselor. With three players there are two counselor"
              " cards: one is worth 4 points, and the other 2. Whoever has more chits than the"
              " owner of the better card takes it."),
            _("You have two chits, and the next one is a statue. Brick, ore and gold count."),
            _("Everybody sees how many cards and how much gold the others have. So you know the"
              " most that they could bid. It is Yellow’s turn, and of equal limits yours would come"
              " last."),
        ),
        asks=_("Bid enough to win the third chit for certain."),
        hinted=_("Yellow has 3 cards and 1 gold. Blue has 4 cards and 1 gold, so a limit of 5 from"
                 " Blue is possible. Bid up to 6 or more."),
        praised=_("Nobody can bid so much. Blue went up to 2, so you pay 3, and the counselor card"
                  " for 4 points is yours. It is worth as much as four settlements, so count what"
                  " the others have before you bid for a third chit."),
        goals=(goals.certainly_wins_auction,),
        solution="bid up to 6 pay 6 gold",
    ),
    Lesson(
        slug="saving", called=_("Three turns: saving for a temple"), position="temple-ahead",
        teaches=(
            _("What you bid now is missing in the next auction. The route on the map shows what"
              " comes: here a chit, another chit, and then the temple of Halicarnassus."),
            _("For Halicarnassus, you could pay 10 now: 8 gold, a wheat and a lumber. Ore does not"
              " count for a settlement. In each turn you draw a card that may count. The others"
              " will bid up to 9."),
            _("This task goes on for three turns: Yellow’s, Blue’s and yours. You bid in all of"
              " them, and a bot plays the others."),
        ),
        asks=_("In three turns, win the settlement at Halicarnassus and at least one chit."),
        hinted=_("You will be able to pay 11 for Halicarnassus if you buy nothing before, so the"
                 " chits may cost you 2 together. Bid up to 2 for the first, nothing for the"
                 " second, and up to 10 for the settlement."),
        praised=_("You won a cheap chit, and a settlement that may yield something in each turn."
                  " Before you bid, look at what Alexander passes next, and keep what it costs."),
        goals=(goals.founds("B2.S"), goals.wins_a_chit),
        solution="bid up to 2; bid nothing; bid up to 10; end",
        turns=3,
    ),
    Lesson(
        slug="full-hand", called=_("Four turns: a full hand and a seven"), position="full-hand",
        teaches=(
            _("One roll in six is a seven, so do not save cards for long: whoever has more than 11"
              " then loses half of them. A city in time is safer than two cities at once."),
            _("You have 12 cards: enough for a city, and most of what a second one costs. This task"
              " goes on for four turns: yours, Yellow’s, Blue’s and yours again. In each, you draw"
              " a card, and a bot plays the others."),
            _("Somebody will roll a seven in these turns. And in each of them something is up for"
              " auction: your ore and your wheat may count there."),
        ),
        asks=_("Have two cities at the end of the four turns."),
        hinted=_("Build a city at once, so that a seven takes none of your cards. Bid nothing in"
                 " the auctions, and build the other city in your next turn."),
        praised=_("Nobody could take half of your cards, because you had used them. Whoever waits"
                  " here loses six cards, and the second city with them."),
        goals=(goals.has_cities(2),),
        solution="city A1.SE; end; bid nothing; bid nothing; bid nothing; city B2.S; end",
        turns=4,
    ),
    Lesson(
        slug="fourteen", called=_("Fourteen points"), position="last-turn",
        teaches=(
            _("Whoever reaches 14 points wins at once. If nobody does, the game ends when Alexander"
              " reaches Persepolis, and whoever has the most points wins."),
            _("You have 12: two cities, two settlements, the first counselor card, and two victory"
              " point cards that only you can see."),
            _("Everything you have learned may help: the harbours at Philippi and Halicarnassus,"
              " and Yellow’s standing offer."),
        ),
        asks=_("Win the game this turn."),
        hinted=_("Two cities are 2 more points. They cost 6 ore and 4 wheat. Yellow gives an ore"
                 " for a lumber, and the bank gives two wheat for four wool."),
        praised=_("Two cities in one turn make 14 points. Nobody else could see your victory point"
                  " cards, so nobody knew how close you were. You are ready for a game."),
        goals=(goals.wins,),
        solution="accept 2; bank 4 wool for 2 wheat; city D3.N; city E2.NE",
    ),
)
