"""The lessons in their order: ten that teach the rules, four of several turns, and three to win.

Those of several turns teach to play well, and each that follows is the last turn of a game.
"""

from __future__ import annotations

from functools import partial

from alexandros_rules import course
from alexandros_rules.alexandros.course import goals
from alexandros_rules.alexandros.course.positions import POSITIONS
from alexandros_rules.translation import gettext_noop as _

Lesson = partial(course.Lesson, positions=POSITIONS)

LESSONS = (
    Lesson(
        slug="marching", called=_("Marching"), position="first-march",
        teaches=(
            _("The first player with 100 points wins, or whoever has the most when the walls run"
              " out. Points come from provinces, which walls close off."),
            _("Every turn begins with a march. All players move the same figure, Alexander. You"
              " take one of the two face-up cards, and he goes to the nearest empty space with the"
              " symbol on that card."),
            _("A space is a triangle, and it is named by its row and its number, such as C6. You"
              " choose at which of its three points Alexander stops. In orders, C6.S is its south"
              " point."),
        ),
        asks=_("Send Alexander to the south point of C6."),
        hinted=_("C6 bears a lyre, so take the lyre. Then choose the point at the bottom of C6."),
        praised=_("The card decides the space, and you decide the point. The card is yours now, and"
                  " a new one lies face up in its place."),
        goals=(goals.stands_at("C6", "S"),),
        solution="take lyre; march C6.S via E SE SE",
    ),
    Lesson(
        slug="routes", called=_("Routes"), position="one-wall-stands",
        teaches=(
            _("Alexander builds a wall on every side that he walks along. A side that has a wall"
              " already gets no second one, so old walls cost nothing."),
            _("He always takes a shortest route. Often there are several, and then you choose."
              " Walls are few, and when they run out the game ends."),
        ),
        asks=_("Send Alexander to the south-west point of D4 and build at most 2 walls."),
        hinted=_("Take the amphora, because D4 bears one. Then begin the route to the west, along"
                 " the wall that is already there."),
        praised=_("Three routes led to this point, and only this one used the old wall. Before you"
                  " march, look at what each route would build."),
        goals=(goals.stands_at("D4", "SW"), goals.at_most_walls(2)),
        solution="take amphora; march D4.SW via W SW SW",
    ),
    Lesson(
        slug="walls", called=_("Walls"), position="first-walls",
        teaches=(
            _("Walls close off land. Land with walls all around it is a province of its own, and"
              " provinces are what the game is about."),
            _("The coast and the edge of the map are as good as walls. So the quickest way to close"
              " off land is to lead Alexander from one coast to another."),
        ),
        asks=_("March so that the walls close off a province."),
        hinted=_("Take the lyre and go to the north-east point of C6, which is on the coast. Choose"
                 " a route that does not only follow the coast."),
        praised=_("Nobody can leave this piece of land without crossing a wall, so it is a"
                  " province. It is free: whoever pays for it may have it."),
        goals=(goals.closes_land,),
        solution="take lyre; march C6.NE via SE E E",
    ),
    Lesson(
        slug="provinces", called=_("Provinces"), position="three-free-provinces",
        teaches=(
            _("Spaces without a symbol are open spaces. A province is worth one point for each of"
              " its open spaces."),
            _("A guard on a symbol space makes a province yours. A province without any symbol"
              " space cannot be occupied, however large it is."),
            _("Alexander has marched already. You have two actions left, and one is enough here."),
        ),
        asks=_("Occupy the free province that is worth the most."),
        hinted=_("Count the open spaces. The richest free province is in the east, around D12."),
        praised=_("It has more open spaces than the others, so it is the best one to hold. Guards"
                  " and cards have paid for its symbols, as the next lesson explains."),
        goals=(goals.holds_the_richest,),
        solution="occupy D12",
    ),
    Lesson(
        slug="prices", called=_("Prices"), position="two-of-three-cards",
        teaches=(
            _("To occupy a province, you pay for every symbol in it: with a guard on that space,"
              " or with a card that shows the symbol. At least one must be a guard."),
            _("Only a province in which you have exactly one guard will score. So pay with cards,"
              " and put the guard where you lack the card."),
        ),
        asks=_("Occupy the province of B4 with a single guard."),
        hinted=_("The province has a horse, a soldier and an amphora. Which of these cards do you"
                 " not have? Put the guard there."),
        praised=_("With one guard, this province scores. Cards are easy to get again, and guards"
                  " are not."),
        goals=(goals.holds("B4", single=True),),
        solution="occupy C5",
    ),
    Lesson(
        slug="guards", called=_("Guards instead of cards"), position="rich-but-dear",
        teaches=(
            _("If you lack more than one card for the symbols of a province, use more than one"
              " guard. The province does not score while you have two guards in it, but nobody else"
              " can simply take it."),
            _("You have only four guards in the whole game, so pay with a card wherever you have"
              " one."),
        ),
        asks=_("Occupy the province of B8, and keep a guard for later."),
        hinted=_("You have a horse card, but no amphora and no soldier. So put guards on B8 and"
                 " B9."),
        praised=_("Guards have paid where you had no cards, and the province worth 6 is yours. As"
                  " soon as a single guard is left in it, it will score."),
        goals=(goals.holds("B8", reserve=1),),
        solution="occupy B8 B9",
    ),
    Lesson(
        slug="takeovers", called=_("Taking over"), position="rich-neighbour",
        teaches=(
            _("What others hold, you can take over. For each guard in the province, you pay two"
              " cards with the symbol under that guard, and the guard goes home."),
            _("Then you occupy the province at the usual price. All this together is one action."
              " Guards can stand in for cards only when you occupy: what removes the other guards"
              " is always cards."),
        ),
        asks=_("Take over Yellow’s province of C10."),
        hinted=_("Yellow’s guard stands on a horse, and you have two horses. Order: occupy C10."),
        praised=_("Two cards removed the guard, and yours stands in its place. A single guard on a"
                  " symbol that others collect is easy to remove: remember that for your own."),
        goals=(goals.holds("C10"),),
        solution="occupy C10",
    ),
    Lesson(
        slug="levies", called=_("Levies"), position="before-the-levy",
        teaches=(
            _("Points come from levies only. To levy taxes, you pay a card with the symbol under"
              " any of your guards."),
            _("Then every player scores the provinces in which they have exactly one guard, not"
              " only you. So levy when you gain more than the others, and only then."),
            _("You have two actions. Think about which one comes first."),
        ),
        asks=_("Score 4 points this turn."),
        hinted=_("First occupy the free province of D4 with one guard, and keep the temple. Then"
                 " levy with the temple, for your guard on B5."),
        praised=_("First hold the land, then levy. Yellow’s province has no open space, so your"
                  " levy brought Yellow nothing."),
        goals=(goals.scores(4),),
        solution="occupy D4; levy temple",
    ),
    Lesson(
        slug="taking-back", called=_("Taking back guards"), position="one-guard-too-many",
        teaches=(
            _("As an action, you can take a guard back. It costs no card, and the guard is free for"
              " another province."),
            _("If you had two guards in a province, it scores from then on, because one is left. If"
              " it was your only one there, the province is free again."),
        ),
        asks=_("Score 8 points this turn."),
        hinted=_("Your province of B8 is worth 6, but two guards stand in it. Take one of them"
                 " back, then levy."),
        praised=_("A guard went home, and the province scored its 6 points at once. Two guards to"
                  " occupy, one to score: this is how you get provinces for which you lack cards."),
        goals=(goals.scores(8),),
        solution="recall B9; levy horse",
    ),
    Lesson(
        slug="the-end", called=_("The end of the game"), position="two-black-walls",
        teaches=(
            _("The game ends when a march needs more black walls than are left. Red walls are built"
              " in their place, you still have your actions, and then it is over. It also ends"
              " when somebody has 100 points after a levy."),
            _("Whoever has the most points then wins. So when you lead, end the game. When you are"
              " behind, see to it that walls are left."),
        ),
        asks=_("You lead by 11 to 6, and two black walls are left. End the game this turn, and"
               " win it."),
        hinted=_("March along three sides that have no wall: the lyre leads to the south point of"
                 " G8. Do not levy, because Yellow’s provinces are worth far more than yours. Then"
                 " end the turn."),
        praised=_("You led, and you ended it. Yellow was about to score far more than you, and"
                  " never got the turn."),
        goals=(goals.wins,),
        solution="take lyre; march G8.S via SW SW W; end",
    ),
    Lesson(
        slug="idle-guards", called=_("Three turns: idle guards"), position="three-idle-guards",
        teaches=(
            _("A guard in your hand earns nothing. On a province, it earns with every levy of"
              " anybody, until the game ends."),
            _("This task goes on for three turns, and Yellow answers each of them. You have one"
              " guard on the board, on B5, and three in your hand. The walls last for about five"
              " turns, three of them yours."),
        ),
        asks=_("Get at least 15 points in three turns."),
        hinted=_("Do not levy in the first turn: your land pays only 2. Take the amphora, march to"
                 " F9, and occupy C10 and D4. Levy in the second and in the third turn."),
        praised=_("The guards that you placed first earned twice. The sooner a guard stands on good"
                  " land, the more levies it is paid for."),
        goals=(goals.gathers(15),),
        solution="take amphora; march F9.NW via SE E SE; occupy C10; occupy D4;"
                 " take amphora; march F9.NW via SW W SW SW SW; levy amphora; draw;"
                 " take lyre; march C14.S via NE NE NE NE E; occupy D10; levy amphora",
        turns=3,
    ),
    Lesson(
        slug="hoarding", called=_("Three turns: cards are for using"),
        position="three-turns-of-levies",
        teaches=(
            _("It is tempting to collect cards until you can do everything. But land that you"
              " occupy later earns less often, and a levy that you leave out never comes back."),
            _("You hold land worth 4, and Yellow’s is worth nothing yet. So every levy pays you"
              " alone, for one card. You have three turns, and Yellow answers each of them."),
        ),
        asks=_("Get at least 20 points in three turns."),
        hinted=_("In each turn, occupy what your cards pay for, and then levy. In the first turn,"
                 " take the horse, march to C10, occupy C12, and levy with the horse."),
        praised=_("You used each card as soon as it paid. Whoever collects cards for two turns and"
                  " then levies gets 9 points here."),
        goals=(goals.gathers(20),),
        solution="take horse; march C10.NE via NW NE; occupy C12; levy horse;"
                 " take temple; march D8.N via W W W SW; occupy C10; levy temple;"
                 " take horse; march F11.NW via NE E; levy horse; draw",
        turns=3,
    ),
    Lesson(
        slug="defence", called=_("Two turns: where a guard is safe"),
        position="two-amphoras-opposite",
        teaches=(
            _("To take your province over, others need two cards with the symbol under your guard."
              " Everybody has seen which cards they took face up: the position as a list names"
              " them."),
            _("You can occupy the province of D4, worth 5, and you may choose which of its symbols"
              " the guard stands on. Alexander has marched already. Yellow answers each of your two"
              " turns."),
        ),
        asks=_("Occupy the province of D4, keep it for two turns, and get at least 5 points."),
        hinted=_("Yellow has taken two amphoras, so no guard is safe on D4. Put it on E6, and levy"
                 " with a horse in the next turn."),
        praised=_("Yellow could not pay for your guard, and took other land. A guard is safest on a"
                  " symbol that nobody collects, or that you collect yourself."),
        goals=(goals.keeps("D4"), goals.gathers(5)),
        solution="occupy E6; draw; take temple; march C12.NE via NE NE; levy horse; draw",
        turns=2,
    ),
    Lesson(
        slug="ending-in-time", called=_("Two turns: end it in time"),
        position="seven-black-walls",
        teaches=(
            _("When you lead, time is on your side: each new wall brings the end nearer. Then a"
              " long march can be worth more than another province."),
            _("You lead by 10 to 2, but a levy would pay Yellow 17, and you only 4. Seven black"
              " walls are left, and you have two turns. Yellow answers the first."),
            _("To levy, Yellow needs a lyre, a temple or a horse, which match the guards on the"
              " board. Both face-up cards are soldiers."),
        ),
        asks=_("End the game within two turns, and win it."),
        hinted=_("Play the soldier from your hand: if you take one, a new card lies face up for"
                 " Yellow. March to the south-east point of D12, along four sides without a wall."
                 " In the next turn, build more walls than are left."),
        praised=_("The walls ran out while you led. When you are behind, do the opposite: march"
                  " along old walls, and levy while there is time."),
        goals=(goals.wins,),
        solution="play soldier; march D12.SE via E E E E; draw; draw;"
                 " play horse; march F11.NE via SE SE SE; end",
        turns=2,
    ),
    Lesson(
        slug="win-with-a-levy", called=_("Win this turn: one levy"), position="one-levy",
        teaches=(
            _("From here on, each task is the last turn of a game, and everything you have learned"
              " may be needed."),
            _("Nobody has a point yet, and 4 black walls are left. Yellow’s large province is worth"
              " more than any of yours, but you have more provinces."),
        ),
        asks=_("Win the game this turn."),
        hinted=_("You need a march that builds more than 4 walls, does not cut your provinces, and"
                 " takes a point from Yellow if it can. Look at the lyre in the far north-east."),
        praised=_("Your march used up the walls, your levy put you ahead, and nobody had another"
                  " turn."),
        goals=(goals.wins,),
        solution="take lyre; march C14.NE via NE NE E E NE NE; levy soldier; end",
    ),
    Lesson(
        slug="win-with-a-cut", called=_("Win this turn: cut and occupy"),
        position="cut-and-occupy",
        teaches=(
            _("A march can cut a province in two. The part without a guard is free at once, and you"
              " may occupy it in the same turn."),
            _("Yellow leads by 18 to 12, and 2 black walls are left."),
        ),
        asks=_("Win the game this turn."),
        hinted=_("Yellow’s guard on D8 holds a province worth 6. March through it with the lyre, so"
                 " that the part without the guard is worth most. Occupy that part, then levy."),
        praised=_("The march took land from Yellow and gave it to you, and its red walls ended the"
                  " game."),
        goals=(goals.wins,),
        solution="take lyre; march D10.SE via E SE E E; occupy E6; levy soldier",
    ),
    Lesson(
        slug="win-from-behind", called=_("Win this turn: four points behind"),
        position="four-points-behind",
        teaches=(
            _("Yellow leads by 7 to 3, and one black wall is left. Your three provinces are worth"
              " as much as Yellow’s four, so a levy alone is not enough."),
        ),
        asks=_("Win the game this turn."),
        hinted=_("Take the amphora, because you need another one for the levy. March through"
                 " Yellow’s land to D4, and see what has become free on the way."),
        praised=_("You changed the map, occupied what became free, and levied at the only moment"
                  " when it was enough. You are ready for a game."),
        goals=(goals.wins,),
        solution="take amphora; march D4.SE via SW SW; occupy D4; levy amphora",
    ),
)
