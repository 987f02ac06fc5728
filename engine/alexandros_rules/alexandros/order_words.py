"""The words of orders in eleven languages (see ``alexandros_rules.small_words``).

Words are in lower case without accents.  A word is listed only if it means the same in all of the
languages.  German "ziehen" can mean to march and to draw, and "fine" is English and Italian, so
these are verbs of their own: ``notation`` decides by the rest of the order.
"""

from __future__ import annotations

from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.wording import CORNERS, DIRECTIONS

_VERBS = {
    "take": "take taking choose choosing pick picking grab grabbing nimm nehme nehmen wahle"
    " wahlen prends prend prendre prenons choisis choisir prendi prendo prendere prendiamo scelgo"
    " toma tomo tomar tomamos coge cojo coger cogemos elige elijo neem nemen pak pakken kies"
    " kiezen tome pega pego pegar pegue pegamos"
    " tar tager tage wez biore wziac"
    " agarra agarro agarrar pillo levanto llevo wezme zabieram zabierz zabrac bierz bierzemy"
    " ramasse ramasser raccolgo raccogliere raccogli scegli scegliere"
    " schnapp schnappe schnappen hol hole entscheide haal halen",
    "play": "play playing discard discarding spiel spiele spielen joue jouer jouons gioca gioco"
    " giocare giochiamo juega juego jugar jugamos speel spelen joga jogo jogar jogue jogamos"
    " zagraj zagrywam"
    " gram zagram zagrac"
    " ausspielen uitspelen",
    "march": "march marching move moving go going walk walking marsch marschier marschiere"
    " marschieren geh gehe gehen marche marcher marchons va vais aller allons marcia marcio"
    " marciare marciamo vado vai andare andiamo muovo muovi marcha marcho marchar marchamos"
    " marchemos voy ir vamos muevo mueve mover vou marcheer marcheren ga gaan movo"
    " marschera marscherar gar marcherer marsjer marsjerer idz ide maszeruj maszeruje"
    " avanza avanzo avanzar desplazo idziemy isc pojde pojdz marsz przejde przejsc"
    " maszerowac rusz ruszam przesun przesuwam"
    " avancer emmene emmener deplace deplacer conduis conduire avanzare"
    " porto portare porta sposto spostare"
    " marschiert lauf laufe laufen wandere wandern reise reisen mars marcheert loop loopt lopen",
    "draw": "draw draws drawing pioche piocher piochons tire tirer tirons pesca pesco pescare"
    " peschiamo roba robo robar robamos trek trekken compra compro comprar compre compramos"
    " dra drar traek traekker trekk trekker dobierz dobieram ciagne"
    " saco sacar dobrac dobiore dociagam ciagnac pociagne wyciagam pioches"
    " nachziehen bijtrekken",
    "occupy": "occupy occupying conquer conquering takeover put putting place placing besetz"
    " besetze besetzen setz setze setzen occupe occuper occupons occupa occupo occupare occupiamo"
    " metti metto mettere ocupa ocupo ocupar ocupe ocupamos pon pongo poner coloca coloco colocar"
    " coloque bezet bezetten zet plaats plaatsen"
    " ockupera ockuperar besaet besaetter okkuper okkuperer zajmij zajmuje"
    " zajac zajme obsadzam obsadz stawiam postaw postawie postawic"
    " mets mettre mettons pose poser placer installe installer piazza piazzo piazzare posiziono"
    " posizionare colloco collocare"
    " stell stelle stellen stationiere stationieren neerzetten",
    "levy": "levy levying tax taxing collect collecting besteuer besteuere besteuern erhebe"
    " erheben impose imposer preleve prelever leve lever percois percevoir riscuoti riscuoto"
    " riscuotere recauda recaudo recaudar hef heffen cobra cobro cobrar cobre"
    " beskatta skatta opkraev opkraever krev krever sciagam"
    " pobieram pobrac pobiore sciagnij opodatkuj"
    " taxe taxer encaisse encaisser esigo esigere tasso tassare incasso incassare"
    " treibe eintreiben kassiere kassieren heffing int innen",
    "recall": "recall recalling withdraw withdrawing remove removing ruf rufe zuruckrufen"
    " zuruckziehen zurucknehmen zuruckholen rappelle rappeler retire retirer richiama richiamo"
    " richiamare retira retiro retirar roep terugroepen terugnemen terughalen"
    " aterkalla aterkallar tilbagekald tilbagekalder tilbakekall tilbakekaller odwolaj"
    " odwoluje"
    " quita quito quitar recupero recuperar wycofaj wycofuje wycofac cofam cofnij odwolac"
    " terugtrekken",
    "end": "end ending pass passing done finish finishing finished ende fertig beende beenden"
    " passe passen passer fin fini finis finir termine terminer termina finisco finire"
    " termino terminar"
    " passo passare paso pasar einde klaar beeindig beeindigen fim passar"
    " avsluta avslutar afslut afslutter avslutt avslutter koniec koncze slut"
    " acaba acabo acabar konczymy zakoncz zakonczyc skonczyc"
    " chiudo chiudere concludo concludere arrete"
    " eindig eindigen zugende",
    "stay": "stay staying bleib bleibe bleiben reste rester resta resto restare blijf blijven"
    " fica ficar queda zostan zostaje",
    "ziehen": "zieh ziehe ziehen",
    "fine": "fine stop",
}
_COUNTED = ("draw", "ziehen")
_CARDS = {
    "temple": "t temples tempel tempels templo templos tempio templi tempelkarte"
    " templet tempelet swiatynia swiatynie"
    " swiatyni"
    " tempelkarten tempelkaart",
    "amphora": "a amphorae amphoras jar jars amphore amphoren amphores anfora anforas anfore"
    " amfora amforas amforen amfoor amphorenkarte"
    " amforan amforaen amfore"
    " amfory"
    " amforakaart",
    "horse": "h horses pferd pferde cheval chevaux cavallo cavalli caballo caballos paard paarden"
    " cavalo cavalos pferdekarte"
    " hasten hest hesten konia koniem"
    " konie koni"
    " paardenkaart paardkaart",
    "lyre": "l lyres harp harps lyra leier leiern lira lire liras lier lieren leierkarte"
    " lyran lyren"
    " liry"
    " leierkarten lierkaart",
    "soldier": "s soldiers soldat soldaten soldats soldato soldati soldado soldados soldaat"
    " soldatenkarte"
    " zolnierz zolnierza"
    " zolnierzem"
    " soldatenkaart",
}
_GIVE = "give giving gib gebe donne donner dai dare dar geef geven entrega entregar oddaj oddaje"
_VIA = "via by through along uber entlang par por per langs przez"
_CARD = (
    "card cards karte karten carte cartes carta cartas kaart kaarten kort kortet karty kart"
    " kaartje"
)
_POINT = (
    "point corner tip punkt ecke spitze pointe coin punta punto angolo esquina punt hoek ponto"
    " vertice wierzcholek wierzcholka wierzcholkowi"
    " sommet vertice case casella"
    " hoekpunt"
)
_GUARD = (
    "guard guards wache wachen wachter garde gardes guardia guardie guardias guarda guardas wacht"
    " vakt vakten vagt vagten straznik straznika"
    " straznicy straznikow straznikami straznikiem"
)
_SUPPLY = "supply deck stapel nachziehstapel talon mazzo mazo reserve baralho"
_TAX = (
    "tax taxes steuer steuern impot impots tasse tassa impuesto impuestos imposto impostos"
    " belasting belastingen skatt skatten skat podatek podatki"
    " podatku podatkow"
)
_BACKWARDS = "back zuruck terug"
_BACK = f"{_BACKWARDS} {_GUARD}"
_SMALL = (
    "a an the to on at of and with from for in my as il lo la le les los las el y het een en met"
    " van der die das den dem ein eine einen und mit von vom am an un une et avec una con um einer"
    " einem eines uma com de del della du des da do al au di mein meine meinen meiner meinem mon"
    " ma mes mi mio mia mijn meu minha pa med ett et z za"
)
_TOWARDS = (
    f"{_SMALL} {_POINT} nach zu zum vers verso hacia naar para ate alexander till til na"
    " hasta do alejandro aleksander"
    " jusqu jusque fino ad alexandre alessandro alejandro direction direzione dans en"
    " auf ruber rauf bei op damit mijn"
)
_NOISE = (
    f"{_SMALL} {_CARD} {_GUARD} {_TAX} province point face up faceup over joker hand turn back"
    " row open top more another again please march him her them using aus auf offene offen zug"
    " zuges zugs ab bitte zuruck reihe noch weitere mehr provinz sur province tour"
    " main provincia su mano dalla dal turno en terug op uit"
    " provincie rij beurt svp o os em na mao otra"
    " outra altra autre ut inn op drag tur"
    " uso usar uzywam uzyje zeby swoja swoj ture tury jedna jedno"
    " para"
    " ma mes mia miei case casella sulla riserva encore ancora"
    " wieder brett mir mich fur bei dazu auch einfach neue nach zu weer nog nieuwe naar bord bij"
    " erbij graag er"
)

VERBS = {word: verb for verb, words in _VERBS.items() for word in words.split()}
ORDER_WORDS = {word: verb in _COUNTED for word, verb in VERBS.items()}  # see ``Ruleset.verbs``
CARDS = {
    **{name: i for i, name in enumerate(SYMBOLS)},
    **{word: i for i, name in enumerate(SYMBOLS) for word in _CARDS[name].split()},
}
GIVE, VIA, CARD, POINT, GUARD, SUPPLY, TAX, BACKWARDS, BACK, TOWARDS, NOISE = (
    frozenset(words.split())
    for words in (_GIVE, _VIA, _CARD, f"{_POINT} {' '.join(CORNERS)}", _GUARD, _SUPPLY, _TAX,
                  _BACKWARDS, _BACK, _TOWARDS, _NOISE)
)
WORDS = frozenset((
    *VERBS, *CARDS, *GIVE, *VIA, *CARD, *POINT, *SUPPLY, *BACK, *TOWARDS, *NOISE, *DIRECTIONS,
))
