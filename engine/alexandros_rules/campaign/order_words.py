"""The words that orders may use, in eleven languages (see ``alexandros_rules.small_words``).

Words are in lower case without accents (see ``alexandros_rules.wording.plain``).  A word is
listed only if it means the same in all of them.  ``OPENINGS`` may begin an order too, but they are
also used inside of orders, as in "play plenty, take ore and wheat", so an order never ends before
one of them.
"""

from __future__ import annotations

from alexandros_rules.campaign.things import (
    BRICK,
    DEVELOPMENT_NAMES,
    GOLD,
    LUMBER,
    MONOPOLY,
    ORE,
    PLENTY,
    ROADS,
    SOLDIER,
    SOLDIERS,
    WHEAT,
    WOOL,
)
from alexandros_rules.wording import DIRECTIONS

_VERBS = {
    "roll": "roll rolling dice throw throwing wurfel wurfle wurfeln lance lancer lancons tira tiro"
    " tirar tirare tiramos lancia lancio lanciare lanza lanzo lanzar dado dados dadi gooi gooien"
    " dobbel dobbelen lanca lanco lancar rzut rzuc rzucam rzucac",
    "discard": "discard discards discarding drop dropping dump wirf werfe abwerfen defausse"
    " defausser scarta scarto scartare descarta descarto descartar descarte leg afleggen wegleggen"
    " odrzuc odrzucam odrzucac",
    "robber": "robber thief bandit move moving rob robbing rauber bewege bewegen verschiebe"
    " verschieben versetze voleur brigand deplace deplacer ladro brigante muovo muovi muovere"
    " ladron bandido muevo mueve mover rover struikrover verplaats verplaatsen ladrao movo mova"
    " zlodziej zlodzieja"
    " sposto sposta spostare",
    "bid": "bid bids bidding raise raising erhohe erhohen biete bieten gebot mise miser"
    " encheris encherir punta punto puntare pujo puja pujar bied bieden bod licito licitar"
    " bjud bjuder byd byder byr licytuje bud oferty enchere"
    " licytowac licytuj zalicytuje przebijam daje"
    " monte monter vado salgo arrivo puntata",
    "pass": "pass passing skip passe passen passer passo pasar paso passare passar passons"
    " pasuje"
    " spasuje pasujemy",
    "road": "road roads path strasse strassen weg wege route routes chemin chemins strada strade"
    " camino caminos carretera carreteras wegen straat straten estrada estradas caminho caminhos"
    " vag vagen vej vejen vei veien droga droge drogi"
    " drogami drog",
    "settlement": "settlement settlements village villages found siedlung siedlungen dorf grunde"
    " colonie colonies insediamento insediamenti villaggio asentamiento asentamientos poblado"
    " poblados colonia nederzetting nederzettingen dorp povoado povoados aldeia"
    " bosattning boplats bosetning osada osade"
    " osady",
    "city": "city cities upgrade stadt stadte ville villes citta ciudad ciudades stad steden cidade"
    " cidades"
    " staden miasto"
    " mejoro mejorar mejora convierto convertir rozbudowuje rozbuduj ulepszam ulepsz zamieniam"
    " ameliore ameliorer transforme transformer migliora miglioro migliorare trasforma trasformo"
    " trasformare",
    "buy": "buy buying purchase kauf kaufe kaufen achete acheter achetons compra compro comprare"
    " comprar compre compramos koop kopen"
    " kup kupuje"
    " kupic kupie",
    "develop": "develop developing",
    "build": "build building construct place placing put putting bau baue bauen setze setzen"
    " construis construire pose poser costruisco costruire costruisci construyo construir bouw"
    " bouwen zet construo construa"
    " bygg bygger bygga byg buduj buduje"
    " hago hacer zbuduj zbuduje wybuduj postaw stawiam"
    " mets mettre mettons placer fais faire construisons batis batir metto mettere piazzo"
    " piazzare faccio"
    " ausbauen baut bouwt",
    "play": "play playing spiel spiele spielen joue jouer jouons gioca gioco giocare juega juego"
    " jugar speel spelen joga jogo jogar jogue zagrywam zagraj"
    " uso usar uzywam gram zagram zagrac"
    " ausspielen uitspelen",
    "monopoly": "monopoly monopol monopole monopolio monopolie",
    "plenty": "plenty uberfluss abondance abbondanza abundancia overvloed obfitosc"
    " descubrimiento wynalazek wynalazku"
    " invention"
    " erfindung uitvinding",
    "bank": "bank banque banca banco"
    " banken banku bankiem",
    "offer": "offer offering trade trading exchange exchanging swap swapping propose angebot"
    " anbieten tausche tausch tauschen handel handle handeln proposer echange echanger"
    " offre offrir offri offro offrire offerta scambio scambia scambiare ofrezco ofrece ofrecer"
    " cambio cambiar"
    " intercambio intercambiar aanbod aanbieden ruil ruilen oferta ofereco oferece oferecer troca"
    " troco trocar"
    " byt byter bytt bytter wymien wymieniam oferuje"
    " proponuje"
    " propongo proporre proponi proposta offrons",
    "standing": "standing permanent permanente dauerangebot stehendes doorlopend doorlopende stala",
    "accept": "accept accepting agree annehmen akzeptiere akzeptieren accepte accepter accetta"
    " accetto accettare acepta acepto aceptar aanvaard aanvaarden accepteer accepteren aceita"
    " aceito aceitar"
    " accepterar aksepter aksepterer akceptuje"
    " przyjmuje przyjmij przyjme akceptowac zaakceptuje",
    "withdraw": "withdraw withdrawing cancel cancelling retract revoke zuruckziehen zurucknehmen"
    " retire retirer ritira ritiro ritirare retira retiro retirar intrekken terugtrekken annule"
    " annuler annuleer annuleren widerrufe widerrufen wycofaj wycofuje"
    " wycofac",
    "prefer": "prefer bevorzuge bevorzugen prefere preferer preferisco preferire prefiero preferir"
    " verkies prefiro wole"
    " wolalbym",
    "otherwise": "otherwise else sonst ansonsten andernfalls sinon altrimenti sino alternativamente"
    " anders senao inaczej",
    "end": "end ending done finish finishing finished ende fertig beende beenden fin fini finir"
    " termine terminer termina finisco finire finito termino terminar acabar einde klaar beeindig"
    " beeindigen fim"
    " avsluta avslutar afslut afslutter avslutt avslutter slut koniec koncze"
    " acabo zakoncz zakonczyc skonczyc"
    " finis chiudo chiudere concludo concludere"
    " zugende schluss eindig eindigen",
    "fine": "fine",
}
_OPENINGS = {
    "robber": "steal stealing vole voler rubo ruba rubare",
    "soldier": "soldier soldiers knight soldat ritter chevalier soldato cavaliere soldado caballero"
    " soldaat ridder cavaleiro",
    "year": "year jahr annee anno ano jaar",
    "offer": "give giving gib gebe donne donner doy dar geef geven",
    "develop": "dev devcard",
    "accept": "take taking nimm nehme nehmen prends prendre prendo prendere tomo tomar neem nemen",
    "no": "no nothing none nichts rien nulla niente nada niets",
    "if": "if falls wenn",
}
_ROAD_BUILDING = "strassenbau strassenbaukarte stratenbouw"
_KINDS = {
    BRICK: "brick bricks clay clays loam adobe ziegel ziegeln lehm backstein backsteine brique"
    " briques argile mattone mattoni argilla ladrillo ladrillos arcilla baksteen bakstenen klei"
    " tijolo tijolos argila barro"
    " tegel mursten murstein cegla cegly cegle glina gliny gline glin",
    LUMBER: "lumber wood woods timber timbers log logs holz holzer bois legno legname legna madera"
    " maderas hout madeira madeiras lena"
    " virke timmer tommer drewno drewna drewnem",
    WHEAT: "wheat grain grains corn corns crop crops weizen getreide korn ble bles cereale cereales"
    " cereali grano frumento trigo trigos cereal cereais graan tarwe"
    " vete hvede hvete zboze zboza zbozem pszenica pszenice pszenicy",
    WOOL: "wool wools sheep lamb wolle schaf schafe laine laines mouton moutons lana lane pecora"
    " pecore oveja ovejas wol schaap schapen ovelha ovelhas"
    " ull uld welna welny welne welen lanas",
    ORE: "ore ores metal metals iron stone stones rock rocks erz erze eisen stein steine minerai"
    " minerais metallo fer pierre pierres minerale minerali ferro mineral minerales hierro erts"
    " ijzer minerio minerios"
    " malm ruda rudy rude rud",
    GOLD: "gold coin coins goldstuck goldstucke munze munzen monnaie oro moneta monete moneda"
    " monedas ouro moeda moedas goud munt munten"
    " guld gull zloto zlota zlocie zlotem ori oros",
    SOLDIERS: "soldier soldiers knight knights soldat soldaten soldats ritter chevalier chevaliers"
    " soldato soldati cavaliere cavalieri soldado soldados caballero caballeros soldaat ridder"
    " ridders cavaleiro cavaleiros zolnierz zolnierza zolnierzy",
}
_COLOURS = {
    "red": "red reds rot rote roten roter rouge rouges rosso rossa rossi rojo roja rojos rood rode"
    " vermelho vermelha"
    " czerwony czerwonego czerwonemu",
    "yellow": "yellow gelb gelbe gelben gelber jaune jaunes giallo gialla gialli amarillo amarilla"
    " geel gele amarelo amarela zolty zoltego zoltemu",
    "blue": "blue blau blaue blauen blauer bleu bleue bleus azul azules azzurro blu blauw blauwe"
    " niebieski niebieskiego niebieskiemu",
    "green": "green grun grune grunen gruner vert verte verts verde verdi verdes groen groene"
    " zielony zielonego zielonemu",
}
_NUMBERS = (
    "zero null", "one", "two zwei deux due dos twee dois duas tva dwa dwie dwoch",
    "three drei trois tre tres drie trzy trzech",
    "four vier quatre quattro cuatro quatro fyra fire cztery czterech",
    "five funf cinq cinque cinco vijf fem piec pieciu",
    "six sechs sei seis zes", "seven sieben sept sette siete zeven sete",
    "eight acht huit otto ocho oito", "nine neun neuf nove nueve negen",
)
_TIMES_IN_A_WORD = (
    "", "once einmal eenmaal", "twice zweimal tweemaal", "thrice dreimal driemaal", "viermal",
    "funfmal",
)
_TIMES = "time times mal fois volta volte vez veces keer maal vezes razy"
_FOR = (
    "for gegen fur contre pour contro per por voor tegen against want wants wanting wanted get"
    " gets getting receive receiving mot za"
)
_PAY = (
    "pay paying pays paid zahle zahlen bezahle bezahlen paye payer paga pago pagare pagar betaal"
    " paie payes payee payees pagati pagate pagato"
    " betalen zaplace using give giving worth"
    " zahlbar gezahlt bezahlt betaald"
)
_WITH = "with mit avec con com met"
_FIRST = "first zuerst premier prima primero eerst primeiro abord"
_CHOOSE = (
    "choose choosing ask select pick wahlen wahle choisir scegliere elegir kiezen escolher wybierac"
)
_AT_ONCE = (
    "once immediately automatically instantly sofort automatisch immediatement subito enseguida"
    " direct meteen natychmiast"
)
_MYSELF = "myself manually wait selbst manuell moi manuellement manualmente zelf osobiscie"
_FROM = "from between von zwischen entre da dal tra fra desde van tussen de depuis od"
_ALL = (
    "all everybody everyone anybody anyone alle allen jeden tous tout tutti todos todas iedereen"
    " allemaal alles tutto todo tudo allt alt wszystko"
)
_NOBODY = "nobody noone none niemand niemanden personne nessuno nadie ninguem without ohne"
_PRONOUNS = "i we you he she it they this that my our your there here"
_NOTHING = "nothing none no zero nichts rien nulla niente nada niets nic kein keine aucune pas"
_NOT = "not nicht"
# Words for the most that somebody would bid, and words for bidding only that.
_LIMIT = (
    "limit max maximum maximal maximaal maximo massimo maksymalnie maks most tops hochstens"
    " hoogstens hogst hojst hoyst jusqu jusque fino hasta ate bis tot opptil upto najwyzej limite"
    " maxi"
    " limiet hochstgebot maximalgebot maximumbod"
)
LIMIT_PAIRS = (("up", "to"), ("upp", "till"), ("op", "til"), ("au", "plus"), ("como", "mucho"))
_BESIDE_LIMIT = (
    "to till til in at a of is my the de d en em i w piece pieces up upp op au plus al"
    " es mi moj un una de monedas moneda sztuk sztuki como mucho pago con zaplace y"
    " payes payee payees pagati pagate pagato ma est il mio e pieces monete"
    " gehe geh mit mein ga mee mijn ist wird wordt x"
)
# Words that deny a bid, and that the writer takes no part.
_DENIED = (
    "no not none nothing kein keine nicht ne pas aucune nessuna non niente sin ninguna sem nenhum"
    " geen niet inget ingen inte intet ikke bez nie rien nulla"
)
_OUT = "out raus draussen eruit pas nee nein"
# Words beside a denied bid.
_BESIDE_DENIED = "da daar hier mit mee von van mir mij auf op dit keer diesmal ich ik"
_TAKING_PART = "mache mach doe gehe ga"
_ONLY = "only just nur seulement solo solamente alleen apenas bara kun tylko more mas wiecej"
_DEVELOPMENT = (
    "development developments card cards dev deck entwicklung entwicklungskarte karte"
    " developpement carte sviluppo carta desarrollo ontwikkeling ontwikkelingskaart kaart"
    " desenvolvimento rozwoj rozwoju karte karty kart"
    " entwicklungskarten ontwikkelingskaarten"
)
_NOISE = (
    "a an the to on at of and up as in into it its my me by is be will would please then too also"
    " now here there number nr offer offers standing trade exchange change turn limit maximum most"
    " max bid card cards piece pieces each other others player players him her them"
    " robber junction corner corners point edge side path paths hex tile field space free road"
    " roads building build settlement city commodity commodities resource resources"
    " return steal stealing rob robbing take taking x again new his their over some"
    " die der das den dem des ein eine einen einem einer und an auf bei bis zu zum zur nach ab vom"
    " aus am im ich bitte meine meinen mein karte karten spieler ecke seite feld hochstens gebot"
    " le la les l d un une et ou sur jusqu jusque au aux en mon ma mes je du carte cartes joueur"
    " il lo gli i e una uno al alla allo ai su sul sulla fino mio mia di del della dei carta"
    " el los las y hasta mi mis tarjeta cartas jugador"
    " het een tot op mijn kaart kaarten speler zijn aan"
    " o os as ate um uma no na nos nas ao meu minha do das cartao jogador sobre"
    " pa till til upp opp opptil ett et z w na do dla af za swoja moja moje jedna jedno jeden"
    " ladron robo robar construccion poblado su sus le me para como mucho tomar tomo"
    " zlodziej zlodzieja kradne okradam zabieram biore osada osade budowa budowe budowy"
    " sztuk sztuki oferte ture tury tura dobieram"
    " angebot offre offerta oferta aanbod turno tour zug beurt vez turns de"
    " ad dell in nel nella sommet vertice lato cote case casella colonie colonia max maxi limite"
    " carta offerta costruzione construction strade routes"
    " dort wird wordt hoogstens maximal maximaal mal noch gern gerne daar maar nog graag te"
)

VERBS = {word: verb for verb, words in _VERBS.items() for word in words.split()}
OPENINGS = {word: verb for verb, words in _OPENINGS.items() for word in words.split()}
ORDER_WORDS = {word: verb == "buy" for word, verb in VERBS.items()}  # see ``Ruleset.verbs``
KINDS = {word: kind for kind, words in _KINDS.items() for word in words.split()}
COLOURS = {word: name for name, words in _COLOURS.items() for word in words.split()}
NUMBERS = {word: n for n, words in enumerate(_NUMBERS) for word in words.split()}
TIMES_IN_A_WORD = {word: n for n, words in enumerate(_TIMES_IN_A_WORD) for word in words.split()}
(TIMES, FOR, PAY, FIRST, CHOOSE, AT_ONCE, MYSELF, FROM, ALL, NOBODY, NOTHING, NOT, WITH,
 DEVELOPMENT, NOISE, PRONOUNS) = (
    frozenset(words.split())
    for words in (_TIMES, _FOR, _PAY, _FIRST, _CHOOSE, _AT_ONCE, _MYSELF, _FROM, _ALL, _NOBODY,
                  _NOTHING, _NOT, _WITH, _DEVELOPMENT, _NOISE, _PRONOUNS)
)
LIMIT, BESIDE_LIMIT, ONLY, DENIED, OUT, BESIDE_DENIED, TAKING_PART = (
    frozenset(words.split()) for words in (
        _LIMIT, _BESIDE_LIMIT, _ONLY, _DENIED, _OUT, _BESIDE_DENIED, _TAKING_PART)
)
BANK = frozenset(_VERBS["bank"].split())
ELSE_FOR = frozenset(("na",))  # "for" in Polish and "in the" in Portuguese
# Words for an offer that may also be a bid.
OFFERED = frozenset((
    "offer", "offering", "offre", "offrir", "offri", "offro", "offrire", "offerta", "ofrezco",
    "ofrece", "ofrecer", "oferta", "propose", "propongo",
))
AND = frozenset(("and", "und", "et", "e", "y", "en", "plus", ",", "+", "&", ":"))
USES = {  # words for the development cards that can be played
    **{word: SOLDIER for word, kind in KINDS.items() if kind == SOLDIERS},
    **dict.fromkeys((*_VERBS["road"].split(), *_ROAD_BUILDING.split()), ROADS),
    **dict.fromkeys((*_VERBS["plenty"].split(), *_OPENINGS["year"].split()), PLENTY),
    **dict.fromkeys(_VERBS["monopoly"].split(), MONOPOLY),
}
assert {DEVELOPMENT_NAMES[kind] for kind in USES.values()} < {*USES}
_CORNERS_AND_SIDES = "n ne nw s se sw e w"  # in labels such as C4.NE
WORDS = frozenset((
    *VERBS, *OPENINGS, *USES, *KINDS, *COLOURS, *NUMBERS, *TIMES_IN_A_WORD, *TIMES, *FOR, *PAY,
    *FIRST, *CHOOSE, *AT_ONCE, *MYSELF, *FROM, *ALL, *NOBODY, *NOTHING, *NOT, *WITH, *DEVELOPMENT,
    *NOISE, *LIMIT, *ONLY, *DENIED, *OUT, *BESIDE_LIMIT, *BESIDE_DENIED,
    *TAKING_PART, *DIRECTIONS, *_CORNERS_AND_SIDES.split(),
))
