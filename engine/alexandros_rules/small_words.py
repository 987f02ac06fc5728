"""Words around orders in eleven languages: small ones, doubtful ones, numbers and choices.

The languages are English, German, French, Italian, Spanish, Dutch, Portuguese, Swedish, Danish,
Norwegian and Polish; the words are in lower case without accents, as ``wording.plain`` writes them.
"""

from __future__ import annotations

import re

from alexandros_rules.wording import ADVERBS, COUNTS, COURTESIES, SUBJECTS, phrases, words

# Words that may be left out of an order: articles, prepositions, possessives of the writer, and
# words that only announce orders.
_SMALL = """
a an the to on at of with from for in into my own this that it its is are here now then so also
there follows following follow orders order turn plan me us both over after again by
der die das den dem des ein eine einen einem einer zu zum zur nach auf an am im von vom mit fur
bei
ruber rauf ran wieder
mein meine meinen meinem meiner hier ist sind folgende zug zuge befehle damit dort dahin noch es
le la les l un une des du de d en au aux a sur avec vers pour mon ma mes ce cette voici coup
ordres
y ci il lo gli i uno una di del della dei al alla allo nel nella su sul sulla con per mio mia miei
ecco mossa ordini e
em el los las unos unas del al con para mi mis este esta es aqui jugada ordenes lo
ermee daarmee daarheen weer nog
het een de van voor op naar bij met mijn dit deze is hier beurt zet daar er
o os as um uma do da dos das no na nos nas ao meu minha este esta aqui jogada ordens
en ett den det de till pa i med fran for min mitt mina ar drag
et til fra min mit mine her er
na do w z ze od mi moj moja moje to jest oto ruch tura tury ture zeby swoj swoja
"""

# Words with which a text may mean that something is not to be done, or not surely, or not by its
# writer.
_DOUBTFUL = """
not no never none nothing without don doesn didn won wouldn shouldn can cannot couldn neither nor
isn aren wasn but except unless instead rather if when while until whether or either maybe perhaps
would could should might may must shall does did was were had has have been possible possibly
later tomorrow yesterday yet almost what which who why how
you your yours he she they them his her him their theirs everybody someone anybody nobody
nicht nichts nie niemals kein keine keinen keinem keiner ohne weder aber ausser falls wenn sobald
oder vielleicht eventuell moglich moglicherweise wurde wurden konnte konnten sollte sollten soll
kann darf muss hatte habe hat war du dein deine sie ihr euer morgen gestern spater lieber sondern
statt anstatt was warum wie wer
non pas jamais rien aucun aucune personne sans ni mais sauf si quand ou peut peuvent possible
devrais pourrais tu te toi ton ta vous votre vos elle ils elles demain quoi
niente nulla nessun nessuno nessuna senza ma tranne se quando oppure forse possibile potrei dovrei
posso devo tu tuo tua lui lei loro voi domani ieri piuttosto
nada nadie nunca ningun ninguna ninguno sin ni pero excepto salvo cuando quiza quizas posible
puedo
podria debo deberia tu ellos ella usted manana ayer tal
niet niets nooit geen zonder maar behalve tenzij als wanneer misschien mogelijk kan kon moet zou
zouden jij je jouw jullie hij zij hun morgen gisteren liever
nao nem nunca nenhum nenhuma sem mas exceto quando talvez possivel posso poderia devo deveria voce
teu tua seu sua ele ela eles amanha ontem
inte ej aldrig ingen inget inga utan men om nar kanske eller mojligen kan skulle borde maste du
din
han hon hans imorgon igar
ikke aldri aldrig intet uden uten hvis nar maske kanskje eller kunne skulle burde ma du din han
hun
deres
nie nigdy nic bez ale jesli kiedy gdy moze albo lub czy mozliwe moglbym powinienem ty twoj ona
oni jutro wczoraj
"""

# The names of letters as they are heard in a dictated label, and the words for spelling.
_LETTERS = """
a ay eh alpha alfa anton|b bee be bravo berta|c see sea cee charlie casar|d dee delta dora|e echo
emil|f eff ef foxtrot friedrich|g gee golf gustav|h aitch hotel heinrich|i eye aye india ida|j jay
juliet juliett julius|k kay kilo kaufmann|l ell el lima ludwig|m em mike martha|n en november
nordpol|o oh oscar otto|p pee pea papa paula|q cue queue quebec|r are romeo richard|s ess es sierra
siegfried|t tee tea tango theodor|u yu uniform ulrich|v vee victor viktor
"""
# The numbers from 1 in each language; "-" joins the words of one number.
_NUMBERS = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five
twenty-six twenty-seven twenty-eight twenty-nine|
eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn
siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig vierundzwanzig
funfundzwanzig sechsundzwanzig siebenundzwanzig achtundzwanzig neunundzwanzig|
un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept
dix-huit dix-neuf vingt vingt-et-un vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six
vingt-sept vingt-huit vingt-neuf|
uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici
sedici diciassette diciotto diciannove venti ventuno ventidue ventitre ventiquattro venticinque
ventisei ventisette ventotto ventinove|
uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis
diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco
veintiseis veintisiete veintiocho veintinueve|
een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien
zeventien achttien negentien twintig eenentwintig tweeentwintig drieentwintig vierentwintig
vijfentwintig zesentwintig zevenentwintig achtentwintig negenentwintig|
um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis
dezessete dezoito dezenove vinte vinte-e-um vinte-e-dois vinte-e-tres vinte-e-quatro vinte-e-cinco
vinte-e-seis vinte-e-sete vinte-e-oito vinte-e-nove|
ett tva tre fyra fem sex sju atta nio tio elva tolv tretton fjorton femton sexton sjutton arton
nitton tjugo tjugoett tjugotva tjugotre tjugofyra tjugofem tjugosex tjugosju tjugoatta tjugonio|
et to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten
nitten tyve enogtyve toogtyve treogtyve fireogtyve femogtyve seksogtyve syvogtyve otteogtyve
niogtyve|
en to tre fire fem seks sju atte ni ti elleve tolv tretten fjorten femten seksten sytten atten
nitten tjue tjueen tjueto tjuetre tjuefire tjuefem tjueseks tjuesju tjueatte tjueni|
jeden dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec jedenascie dwanascie trzynascie
czternascie pietnascie szesnascie siedemnascie osiemnascie dziewietnascie dwadziescia
dwadziescia-jeden dwadziescia-dwa dwadziescia-trzy dwadziescia-cztery dwadziescia-piec
dwadziescia-szesc dwadziescia-siedem dwadziescia-osiem dwadziescia-dziewiec
"""
# Ordinal numbers, all words for the first place before all for the second.
_ORDINALS = """
first erste ersten erster premier premiere 1er 1re 1ere
prima primo primera primero eerste primeira primeiro
forsta forste pierwsza pierwszy|
second zweite zweiten deuxieme 2e 2eme
seconde seconda secondo segunda segundo tweede andra anden andet
andre druga drugi|
third dritte dritten troisieme 3e 3eme
terza terzo tercera tercero derde terceira terceiro tredje trzecia
trzeci|
fourth vierte vierten quatrieme 4e 4eme
quarta quarto cuarta cuarto vierde fjarde fjerde czwarta czwarty
"""
_LAST = "last letzte letzten derniere dernier ultima ultimo laatste sista sidste siste ostatnia"
# Words that name one of the turns that an email suggests, that choose one, and that go with both.
_NAMING = """
variante variant
option options suggestion suggestions number nr n choice vorschlag moglichkeit nummer proposition
numero suggerimento proposta opzione sugerencia propuesta opcion suggestie voorstel optie sugestao
proposta opcao forslag forslaget alternativ alternativet mulighed opcja opcje propozycja
propozycje sugestia sugestie numer
"""
_CHOOSING = """
spielen speel spelen maar
go with take play choose pick do let s same as nehme wahle spiele will choisis prends
scelgo prendo elijo tomo mismo que kies neem doe escolho pego valjer vaelger velger tar tager
wybieram wybierz zagraj zagram gram biore chce juega juego jugar quiero
escojo elige prefiero looks good it opte joue gioco pour me ca va bien convient bene benissimo
"""
_POLITE = """
hi hello hey hallo hoi hej moin bonjour salut ciao hola ola
i ll d j the for me my please thanks thank you ok ich den die das bitte danke
merci je la le s il vous plait l svp stp
grazie il per favore io el lo por favor gracias ik de het maar graag dank bedankt obrigado
obrigada eu jag jeg det tack tak takk prosze poprosze dziekuje dzieki saludos pozdrawiam
"""

# Greetings and thanks, and sentences that say only that orders follow.
_ANNOUNCING = """
moin|servus|hallo zusammen|hi zusammen|guten tag|guten morgen|guten abend|liebe alle
hallo allemaal|dag allemaal|hoi allemaal|goedemorgen|goedemiddag|goedenavond
hi|hello|hey|hallo|bonjour|salut|ciao|hola|ola|hoi|hej|hei|czesc
tack|tak|takk|prosze|poprosze|dziekuje|dzieki|pozdrawiam|saludos|buenas|witam
salut tout le monde|bonjour tout le monde|salut a tous|bonjour a tous|ciao a tutti|ciao ragazzi
pour cette enchere|sur cette enchere|per questa asta|in questa asta|a questa asta
here is what i d like to do|here s what i d like to do|here is what i want to do|here s what i ll do
here is what i ll do|this is what i d like to do|this is what i want to do
"""

# These are small in one language and mean "or" in others: in the first only beside such words.
COMPANIONS = {
    "o": frozenset(("com", "eu", "um", "uma", "ao", "meu", "minha", "vou", "duas", "dois", "em",
                    "pego", "cavalo")),
    "of": frozenset(("the", "to", "and", "my", "then", "at", "with", "i", "on", "north",
                     "south")),
}
# Polish "i" means "and"; in English and Italian, it does not.
JOINING = {
    "i": frozenset((
        "biore", "wezme", "zabieram", "maszeruje", "ide", "dobieram", "ciagne", "zajmuje",
        "stawiam", "pobieram", "wycofuje", "koncze", "koniec", "buduje", "kupuje", "zagrywam",
        "gram", "licytuje", "wymieniam", "oferuje", "przyjmuje")),
}
DOUBTFUL = frozenset(_DOUBTFUL.split())
SMALL = frozenset(_SMALL.split()) - DOUBTFUL - COUNTS.keys()
PASSED_OVER = ADVERBS | COURTESIES | phrases(_ANNOUNCING)
SUBJECT_WORDS = frozenset(word for phrase in SUBJECTS for word in phrase) - {"j"}
COPULAS = frozenset(("is", "are", "ist", "sind", "est", "sont", "es", "son", "esta", "estan",
                     "sono", "ar", "er", "jest"))
# Words that mean something else together than one by one.
TOGETHER = {
    tuple(said.split()): meant.split() for said, meant in (
        ("pas plus de", "maximum"), ("non piu di", "massimo"), ("en or", "ori"),
        ("avance jusqu", "va jusqu"), ("avance en", "va en"), ("avance vers", "va vers"),
        ("ho finito", "finisco"), ("ai fini", "finis"),
        ("fais payer", "leve"), ("fai pagare", "riscuoti"),
        ("construction de routes", "joue routes"), ("costruzione di strade", "gioca strade"),
    )
}
# Words beside which "fine" ends an Italian order; it is English and Scandinavian, too.
ITALIAN = frozenset((
    "con", "il", "del", "della", "nel", "nella", "sul", "sulla", "una", "poi", "offerta", "tasse",
    "strada", "citta", "carta", "prendo", "pesco", "metto", "riscuoto", "riscuotere", "gioco",
    "compro", "costruisco", "miglioro", "accetto", "scambio",
))
# Words that mean only "to" before a verb.
PURPOSE = frozenset(("per", "pour", "para"))
WITH_ORDINALS = frozenset(("one", "a", "o"))
NAMING, CHOOSING, POLITE = (
    frozenset(words.split()) for words in (_NAMING, _CHOOSING, _POLITE))
LETTERS = {word: group.split()[0] for group in _LETTERS.split("|") for word in group.split()}
NUMBERS = {word.replace("-", " "): number for group in _NUMBERS.split("|")
           for number, word in enumerate(group.split(), 1)}
ORDINALS = {
    **{word: place for place, group in enumerate(_ORDINALS.split("|"), 1)
       for word in group.split()},
    **dict.fromkeys(_LAST.split(), -1),
}
_PLAYED = frozenset(("joue", "gioco", "juego"))  # "gioco la 3" is none of the offers
_CHOICE = re.compile(r"[\w\s#.,!()'\u2019\u00b0]*")


def chosen_suggestion(text: str) -> tuple[int, bool] | None:
    """Return the number of the suggestion that a text chooses, if it says nothing else.

    The last one is -1.  A bare number, which may mean something in orders too, comes with False.
    """
    spoken = words(text)
    if not _CHOICE.fullmatch(text):
        return None
    ordinals = [ORDINALS[word] for word in spoken if word in ORDINALS]
    around = NAMING | POLITE | CHOOSING | (WITH_ORDINALS if ordinals else frozenset())
    numbers = [int(word) if word.isdecimal() else NUMBERS.get(word, 0)
               for word in spoken if word not in ORDINALS and word not in around]
    named = ("#" in text or not NAMING.isdisjoint(spoken) or (bool(ordinals) and len(spoken) > 1)
             or ("la" in spoken and not _PLAYED.isdisjoint(spoken)))
    bare = not ordinals and any(map(str.isdecimal, spoken)) and CHOOSING.isdisjoint(spoken)
    chosen = ordinals + numbers
    return (chosen[0], named) if len(chosen) == 1 and chosen[0] and (named or bare) else None
