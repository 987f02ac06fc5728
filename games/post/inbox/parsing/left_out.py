"""The lines of an email that are not orders and may be left out: greetings, signatures, footers.

A line may be left out if it contains nothing that could be meant for the game: no verb of orders,
no card or place, no other player, no negation, no condition, and nothing that looks like a
misspelled order.  A line of up to three words must also look like a greeting, a closing, a
signature or a device's line, because "Forget it" can be as short in any language.  If a line is
not recognised, nothing is played, and its sender is told what to do.  What remains is a longer
sentence that takes orders back in words that are not listed here.

In a signature, which begins with a closing, a name or the line "-- ", short lines, names and
quotations need no other sign.

Legal footers and warnings are full of negations and conditions.  We recognise them by what they
speak about: the email itself, its readers, its attachments.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from alexandros_rules.wording import COUNTS, DIRECTIONS, LEADING, QUESTION, doubt, words
from games.post.inbox.parsing.introductions import SALUTATIONS, is_preface

SHORT_LINE = 6  # words; a longer line is a sentence
MIN_CONCEPTS = 3  # of ``CONCEPTS``, for a footer
MIN_FOOTER = 12  # words, unless a footer is about saving paper
_MIN_SLIP = 4  # letters of a word that may be misspelled
_MIN_WRAPPED = 45  # columns of a line that may go on in the next one
_MAX_GREETING = 3  # words
_MAX_NUMBERS = 4  # words of a line of numbers and letters, unless it is a telephone number

# Words that can take back, put off, restrict or replace what stands beside them.
_DOUBTS = """
    not no non none never nothing neither nor cannot without dont wont cant doesnt didnt isnt
    if unless except only when whenever until till provided assuming assume suppose supposing case
    whether otherwise else instead rather but however although though maybe perhaps possibly
    probably might depends depending yet later tomorrow before after wait hold stop pause cancel
    ignore disregard forget undo scratch retract revert delete mistake wrong oops nope hypothetical
    hypothetically theoretically example imagine pretend kidding joking joke jk todo or either
    swap minus check still encore ancora todavia ainda jeszcze noch nog
    actually scrap hmm hm whoops reconsider rethink meant continued keyboard typed verra pienso
    leave change changes changing andern anders changer cambiare cambiar veranderen mudar
    eigentlich realta realidad eigenlijk verdade wlasciwie egentligen egentlig
    option options suggestion suggested alternative alternatively same rest usual remaining
    nicht kein keine keinen keinem keiner keins nie niemals nichts ohne wenn falls sofern ausser
    sonst sondern aber jedoch nur erst warte warten abwarten stopp halt vergiss vergesst ignoriere
    ignorier ignorieren abbrechen abbruch widerrufe vielleicht eventuell evtl moglicherweise
    vermutlich beispiel scherz moment bevor solange oder statt stattdessen anstatt doch nein nee
    spater vorschlag variante rest ubrige
    ne pas jamais rien aucun aucune sans si sauf mais seulement quand lorsque attends attendez
    attendre annule annulez oublie oubliez ignore ignorez peut sinon plutot ou non avant apres
    tant demain exemple blague supposons proposition autrement
    mai niente nulla nessun nessuno nessuna senza se solo ma pero forse quando oppure tranne eccetto
    salvo aspetta aspettate attendi annulla dimentica ignora altrimenti finche purche anzi domani
    dopo esempio scherzo suggerimento qualora
    nunca nada ningun ninguna ninguno sin quiza quizas cuando excepto espera espere cancela olvida
    mientras tampoco ni sino manana despues antes ejemplo broma sugerencia opcion
    niet geen nooit niets zonder als tenzij maar alleen misschien wanneer mits indien wacht annuleer
    vergeet negeer anders zodra totdat eerst later voorbeeld grapje suggestie voorstel
    nao nenhum nenhuma sem mas talvez exceto esqueca caso apenas enquanto nem amanha depois
    exemplo brincadeira sugestao opcao
    nie nigdy bez jeśli jeżeli gdy gdyby chyba tylko ale albo lub może poczekaj czekaj anuluj
    zapomnij jednak dopiero jutro
    inte ej aldrig ingen inga utan om bara kanske när men eller vänta avbryt glöm ikke aldri kun
    måske hvis medmindre vent annuller glem kanskje uden dersom først
    ani nikdy pokud jestli když jen nebo možná počkej zruš zapomeň keby ak len iba počkaj zabudni
    не нет никогда без если только но или может подожди отмени забудь когда нельзя ні якщо лише але
    або зачекай ніколи ако само недей изчакай
    ei älä jos vain mutta tai ehkä odota peru ellei ennen kunnes
    değil yok hayır eğer sadece ama veya belki bekle iptal
    nem soha ha csak vagy talán várj nélkül hacsak
    δεν μη μην αν μόνο αλλά ή ίσως περίμενε ακύρωσε όχι
    nu nici niciodată fără dacă doar dar sau poate așteaptă anulează
    nije nikad ali ili možda čekaj osim sense només però potser
    không đừng nếu chỉ nhưng hoặc trừ chờ
    tidak jangan kalau jika hanya tapi tetapi atau kecuali tunggu mungkin batal
    לא אל אם רק אבל או אולי חכה בלי לפני
    لا ليس لم لن إذا لو فقط لكن أو ربما انتظر بدون
"""
# The beginnings of words that do so in many forms, and phrases.
_DOUBT_STEMS = tuple(words("""
    cancel annul stornier widerruf ignor disregard discard forget vergess oubli dimentic olvid
    esque vergeet zapomn aspett attend esper czeka zaczeka poczeka warten wachten vänt подожд
    отмен забуд стоп condition condici condiz condic bedingung vorbehalt provid subject versehen
    irrtum fehler mistak draft entwurf brouillon bozza borrador rascunho essai prueba tentativ
    provision confirm bestätig undo revert strik discuss diskut discut agree accept einverstanden
    zustimm accord acuerd acept akkoord concord whichever whatever wherever whoever pending
    revers invers umgekehrt reihenfolge omgekeerd volgorde odwrot think denk pens reflech uberleg
    mysl refle undecid unsure tentativ unsicher unentsch indecis besluitel niezdecyd accident
    prefer versuch schlaf action aktion azion accion actie acao
    hypoth beispiel exampl ejempl förutsa forudsa forutse odwoła anulo zruš avbryt avlys
"""))
_DOUBT_PHRASES = re.compile(
    r"\b(?:(?:as|so) long|as soon|in case|chang\w* m\w* mind|ask|mind|tests?|testing|probe|proef"
    r"|prova|on hold|second thought|siempre que|desde que|pourvu|a patto|o ile|pod warunkiem"
    r"|à moins|a menos|tant que|dès que|sobald|hasta que|fino a quando|até que|teste|p\.?s"
    r"|en fait|too (?:early|soon)|(?:last|this) time|letztes mal"
    r"|next (?:week|time)|semaine|settimana|semana|woche|(?:the|last|other) (?:order|one|two)"
    r"|ordre|ordine|orden|ordem)\b", re.IGNORECASE)
# In languages whose words are not separated, or are changed by endings.
_UNSPACED_DOUBTS = re.compile(
    "[不没沒别別]|如果|除非|只有|但是|或者|等一下|ない|なけれ|ません|もし|なら|けど|だけ|待って|ではなく"
    "|忘れ|やめ|取り?消|キャンセル|算了|取消|취소|잊어|않|말고|만약|지만|아니|마세요|하지\\s?마|\\b안\\s|\\b못\\s"
)
# What footers and warnings speak about, each concept by the beginnings of words for it.
_CONCEPTS = """
    email emails mail mails message messages messagg mensaje mensagem mensagen nachricht
    courriel correo bericht wiadomosc meddelande melding viesti zprav сообщени письм лист |
    recipient addressee intended empfanger adressat bestimmt destinat ontvanger geadresseerd
    bestemd odbiorc adresat mottagar modtager prijemc получател адресат |
    confiden vertraulich vertrouwelijk privileg riservat reservad geheim poufn konfidentiel
    luottamuksel duvern конфиденц |
    sender absender expedit mittente remitente remetente afzender nadawc avsandar afsender
    odesilatel lahettaj отправител |
    attach anhang anlage anhange jointe allegat adjunt bijlage bijgevoegd anexo załączni bilag
    bilaga prilo вложен link links |
    virus malware scan phishing antivirus avast spam |
    error erreur irrtum versehentlich errore vergissing engano erro omył mistake fejl misstag
    omyl ошиб |
    delete destroy losch vernicht supprim detrui elimin cancell borr vernietig verwijder apag
    usun radera slet smaz удал |
    copy copies copied disclos distribut disseminat kopier weiterg weiterl verbreit divulg
    diffus copia reproduc verspreid unauthori unbefugt prohibited untersagt interdit verboden
    proibid prohibid rozpowszech |
    unsubscrib subscrib abmeld abbestell desinscri desabonn disiscri afmeld mailing newsletter |
    outside external extern originat organization organisation esterno organizzazion |
    view opinion meinung ansicht avis opinioni opinion mening |
    monitor uberwach surveill |
    environment umwelt environnement ambiente milieu milj |
    print ausdruck drucken imprim stamp afdruk |
    liab haft responsab aansprakelijk disclaimer legal gesetz entity warrant |
    click open opening recogni trust content safe caution klick clique cliqu
"""
_CONTRACTED = re.compile(r"n['\u2019\u00b4`]t\b", re.IGNORECASE)
_LINK = re.compile(
    r"(?:(?<![^\W_])[a-z]\s?:\s*)?"  # "E: alice@example.org"
    r"(?:[<(\[]?(?:https?://|mailto:|tel:|www\.|cid:|image:)[^\s>\]]*[>)\]]?|[<(\[]?\S+@\S+)"
    r"|\[\d{1,3}\]",
    re.IGNORECASE)
_QUOTATION = re.compile(  # with or without who said it
    r"""\s*["“”„«»‹›'‘]([^"“”„«»‹›]{1,300})["“”»«›‹'’][\s.]*(?:[-–—―~(][^"“”]{0,40})?""")
_NUMBER = re.compile(r"\bn[or]\.?\s*(?=\d{3})", re.IGNORECASE)  # "no. 1234" denies nothing
_SPACE = re.compile(r"[a-z]\d{1,2}")
# The first letters of the first word and of all long ones.
_INITIAL = re.compile(r"^\W*([^\W\d_])|(?<![^\W\d_])([^\W\d_])(?=[^\W\d_]{3})")
_FEW_CHARACTERS = re.compile(r"[a-z]?\d{1,2}|[nsew]{1,2}|[a-z]")
# Closings with words that are verbs of orders.
_IDIOMS = re.compile(r"\btake (?:(?:good |great )?care(?: of yourself)?|it easy)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?:;])\s+")

_MAX_TINY = 3  # words of a line that must look like a greeting, a closing or a signature
# The words that make a line a closing, and those with which lines of devices begin.
_CLOSINGS = """
    regards wishes best cheers sincerely yours greetings thanks ciao bye tschuss luck fun grusse
    grussen gruss grussli gruessen gruesse lg vg mfg hg dank danke merci cordialement salutations
    amicalement bises saluti saluto grazie saludos saludo abrazo abrazos gracias atentamente groet
    groeten groetjes mvg bedankt cumprimentos abraco abracos obrigado obrigada atenciosamente
    pozdrawiam pozdrowienia poważaniem dzięki dziękuję hälsningar mvh tack hilsen vh tak takk
    terveisin kiitos pozdravem pozdravom pozdrav díky děkuji ďakujem hvala уважением спасибо
    поздрави дякую saygılarımla teşekkürler sevgiler üdv üdvözlettel köszönöm ευχαριστώ εκτίμηση
    mulțumesc gràcies salutacions 谢谢 謝謝 祝好 此致 敬礼 よろしくお願いします
    よろしくお願いいたします ありがとうございます ありがとう 以上 감사합니다 고맙습니다 תודה בברכה
    شكرا 你好 您好 大家好 こんにちは 안녕하세요 sent gesendet envoyé inviato enviado verzonden
    verstuurd wysłane wysłano skickat sendt lähetetty отправлено odesláno odoslané gönderildi
    elküldve trimis надіслано изпратено poslano secured 发自 發自
"""
_TRACE = re.compile(  # of a program or a company
    r"\d{5}|\d[\d ()/.-]{7}|iphone|ipad|outlook|android|samsung|galaxy|gmail|yahoo|proton|tuta"
    r"|bluemail|mail\b|\b(?:ltd|inc|gmbh|corp|llc|co|plc|phd|msc|bsc|ag|kg|bv|sa|spa|srl)\b",
    re.IGNORECASE)


def _listed(text: str) -> frozenset[str]:
    return frozenset(words(text))


DOUBTS = _listed(_DOUBTS)
CLOSINGS = _listed(_CLOSINGS)
CONCEPTS = tuple(tuple(words(concept)) for concept in _CONCEPTS.split("|"))
_PAPER = {at for at, concept in enumerate(CONCEPTS) if {"environment", "print"} & {*concept}}
_MYSELF = _listed(
    "i me my mine ich mich mir mein meine je moi mon mes io mio mia yo mi ik mijn eu meu")


@dataclass(frozen=True)
class Meaning:
    """The words that mean something in orders, and those of the sender's names, which do not.

    ``verbs``, ``things`` and ``known`` are the ruleset's ``verbs``, ``things`` and ``words``;
    ``others`` are the names of the other players, of whom conditions speak.
    """

    verbs: Mapping[str, bool]
    things: Collection[str] = frozenset()
    known: Collection[str] = frozenset()
    names: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    @classmethod
    def of(cls, verbs: Mapping[str, bool], *, things: Collection[str] = (),
           known: Collection[str] = (), names: Collection[str] = (),
           others: Collection[str] = ()) -> Meaning:
        """Return the meaning for a sender and other players with these names."""
        own = frozenset(word for name in names for word in words(name))
        return cls(verbs, things, known, own, frozenset(
            word for name in others for word in words(name)) - own)

    @cached_property
    def _by_letter(self) -> dict[str, list[str]]:
        """The words that may be misspelled, by their first letter."""
        by_letter: dict[str, list[str]] = {}
        for word in {*self.verbs, *self.things}:
            if len(word) >= _MIN_SLIP:
                by_letter.setdefault(word[0], []).append(word)
        return by_letter

    def may_leave_out(self, line: str) -> bool:
        """Return whether nothing in this line could be meant for the game."""
        line = _without_idioms(line)
        unlinked = _LINK.sub(" ", line)
        text = _CONTRACTED.sub(" not", _NUMBER.sub(" ", unlinked))
        said = words(text)
        if not said:
            return True
        if doubt(text) == QUESTION or not self.verbs.keys().isdisjoint(said):
            return False
        if self.names.issuperset(said) or self.is_initial(said):
            return True
        return not (
            self.is_about_game(said) or self._is_about_others(said, text)
            or _is_doubtful(said, text) or self.may_be_order(said)
        )

    def _is_about_others(self, said: Sequence[str], text: str) -> bool:
        """Return whether the words speak of another player, and do not only greet them."""
        greets = len(said) <= _MAX_GREETING and (
            said[0] in SALUTATIONS or text.rstrip().endswith(","))
        return not greets and not self.others.isdisjoint(said)

    def is_initial(self, said: Sequence[str]) -> bool:
        """Return whether this is the first letter of the sender's name."""
        return len(said) == 1 and len(said[0]) == 1 and any(
            name.startswith(said[0]) for name in self.names)

    def is_name(self, line: str, *, marked: bool) -> bool:
        """Return whether a line of a signature is a name or an address, also a telling one.

        It has capital letters and a word that no order has.  If the signature is not ``marked``, it
        does not begin like an order: with a verb and another word of orders.
        """
        said = words(_LINK.sub(" ", line))
        if not marked and said[0] in self.verbs and all(map(self._is_of_orders, said[1:2])):
            return False
        return (all("".join(initial).isupper() for initial in _INITIAL.findall(line))
                and not _is_doubtful(said, line) and doubt(line) != QUESTION
                and self.others.isdisjoint(said)
                and any(not self._is_of_orders(word) for word in said))

    def _is_of_orders(self, word: str) -> bool:
        """Return whether this is a word of orders; a misspelled one may be a name, such as Kate."""
        return word in self.verbs or word in self.things or (
            word not in self.names and bool(self._exact_kind(word)))

    def is_about_game(self, said: Sequence[str]) -> bool:
        """Return whether these words name a card or a place."""
        return any(self._is_thing(word) or _SPACE.fullmatch(word) for word in said)

    def _is_thing(self, word: str) -> bool:
        return len(word) > 1 and word in self.things

    def is_quotation(self, line: str) -> bool:
        """Return whether a line quotes somebody at some length, and not an order or a player."""
        quotation = _QUOTATION.fullmatch(line)
        said = words(quotation[1]) if quotation else []
        return (len(said) > _MAX_TINY and said[0] not in self.verbs
                and not self.is_about_game(said) and self.others.isdisjoint(said))

    def may_be_order(self, said: Sequence[str]) -> bool:
        """Return whether a short line has no words but those of orders, also misspelled ones."""
        if len(said) <= _MAX_NUMBERS and all(map(_FEW_CHARACTERS.fullmatch, said)):
            return True
        if len(said) > SHORT_LINE or said[0] in SALUTATIONS:
            return False
        kinds = [self._kind(word) for word in said]
        return all(kinds) and "order" in kinds

    def _kind(self, word: str) -> str:
        """Return "order" for a word of orders, "around" for one that stands around them, or ""."""
        if word in self.names:
            return ""
        if kind := self._exact_kind(word):
            return kind
        slips = self._by_letter.get(word[0], ()) if len(word) >= _MIN_SLIP else ()
        return "order" if any(_is_one_slip(word, other) for other in slips) else ""

    def _exact_kind(self, word: str) -> str:
        """Return the kind of a word that is not misspelled; a name counts like any other."""
        if word in COUNTS or (len(word) < 3 and word.isdigit()):
            return "order"
        around = word in LEADING or word in self.known or _FEW_CHARACTERS.fullmatch(word)
        return "around" if around else ""


def _without_idioms(line: str) -> str:
    return _IDIOMS.sub("regards", line)


def _is_doubtful(said: Sequence[str], text: str) -> bool:
    """Return whether these words may take back or restrict what stands beside them."""
    return (not DOUBTS.isdisjoint(said) or any(word.startswith(_DOUBT_STEMS) for word in said)
            or bool(_DOUBT_PHRASES.search(text) or _UNSPACED_DOUBTS.search(text)))


def _is_one_slip(word: str, other: str) -> bool:
    """Return whether one letter is missing, added, wrong, or changed places with the next."""
    if abs(len(word) - len(other)) > 1:
        return False
    may_be_wrong = len(other) > _MIN_SLIP  # too many short words differ in one letter
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    word, other = word[start:], other[start:]
    while word and other and word[-1] == other[-1]:
        word, other = word[:-1], other[:-1]
    if len(word) == len(other) == 1:
        return may_be_wrong
    return (len(word) <= 1 and len(other) <= 1) or (len(word) == 2 and word == other[::-1])


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The indices of the lines that may be left out, also blank ones.

    ``unsure`` are those of them that may be left out only beside a complete turn, because they say
    something at length, name a direction, or are names or quotations with words of the game.
    """

    lines: frozenset[int]
    unsure: frozenset[int]


def lines_to_leave_out(lines: Sequence[str], meaning: Meaning, *,
                       marked: bool = False) -> LeftOut:
    """Return which of these lines may be left out; ``marked`` if they are marked as a signature."""
    footers = {at for paragraph in _paragraphs(lines)
               if _is_footer([lines[at] for at in paragraph], meaning) for at in paragraph}
    silent: set[int] = set()
    names = set[int]()  # lines with names and quotations that have words of the game
    signed = marked  # whether a signature has begun
    for at, line in enumerate(lines):
        if at in footers or not words(line):
            silent.add(at)
        elif not meaning.may_leave_out(line) and (
                signed or begins_signature(line, meaning)) and (
                (meaning.is_name(line, marked=marked) and not _is_remark(line))
                or meaning.is_quotation(line)):
            silent.add(at)
            names.add(at)
            signed = True
        elif not meaning.may_leave_out(line):
            signed = marked
        elif ((signed and not _is_remark(line)) or _is_recognised(line, meaning)
              or _is_closing(lines[at : at + 2], meaning)):
            silent.add(at)
            signed = signed or begins_signature(line, meaning)
    unsure = {at for at in silent - footers if not _says_nothing(lines[at], meaning)}
    return LeftOut(frozenset(silent), frozenset(unsure | names))


def _is_recognised(line: str, meaning: Meaning) -> bool:
    """Return whether a line looks like something that is no order, or is a longer sentence."""
    # "Forget it" in a language that we do not know is as short as a closing.
    unlinked = _LINK.sub(" ", line)
    said = words(unlinked)
    return (
        len(said) > _MAX_TINY or unlinked != line or bool(_TRACE.search(line))
        or said[0] in SALUTATIONS or LEADING.issuperset(said)
        or line.rstrip(" *_").endswith((",", "\uff0c")) or is_preface(said)
        or begins_signature(line, meaning)
    )


def _is_remark(line: str) -> bool:
    """Return whether a line is a short sentence, as no line of an address is."""
    return len(words(line)) <= _MAX_TINY and line.rstrip(" *_").endswith((".", "!", "\u2026"))


def _is_closing(lines: Sequence[str], meaning: Meaning) -> bool:
    """Return whether the first line is no sentence, and the second has the sender's name."""
    return not _is_remark(lines[0]) and len(lines) > 1 and begins_signature(lines[1], meaning)


def begins_signature(line: str, meaning: Meaning) -> bool:
    """Return whether a line is a closing or has the sender's name."""
    said = {*words(_without_idioms(line))}
    return not (CLOSINGS | meaning.names).isdisjoint(said) or meaning.is_initial(list(said))


def without_footers(text: str) -> str:
    """Return the text without legal footers, warnings and those of mailing lists."""
    lines = text.split("\n")
    footers = {at for paragraph in _paragraphs(lines)
               if _is_footer([lines[at] for at in paragraph], Meaning({})) for at in paragraph}
    return "\n".join(line for at, line in enumerate(lines) if at not in footers)


def _paragraphs(lines: Sequence[str]) -> Iterator[range]:
    start = 0
    for at in range(len(lines) + 1):
        if at == len(lines) or not lines[at].strip():
            if at > start:
                yield range(start, at)
            start = at + 1


def _is_footer(lines: Sequence[str], meaning: Meaning) -> bool:
    """Return whether these lines speak about their email, and each doubtful sentence does."""
    concepts: set[int] = set()
    length = 0
    for sentence in _sentences(lines):
        said = words(_LINK.sub(" ", sentence))
        spoken_of = {number for number, concept in enumerate(CONCEPTS)
                     if any(word.startswith(concept) for word in said)}
        if meaning.is_about_game(said) or not _MYSELF.isdisjoint(said):
            return False
        if not spoken_of and not meaning.may_leave_out(sentence):
            return False
        concepts |= spoken_of
        length += len(said)
    return len(concepts) >= MIN_CONCEPTS and (length >= MIN_FOOTER or concepts >= _PAPER)


def _sentences(lines: Sequence[str]) -> Iterator[str]:
    """Yield the sentences of a paragraph; only a long line goes on in the next one."""
    joined = ""
    for line in lines:
        joined = f"{joined} {line.strip()}".strip()
        if len(line) < _MIN_WRAPPED:
            yield from _SENTENCE_END.split(joined)
            joined = ""
    if joined:
        yield from _SENTENCE_END.split(joined)


def _says_nothing(line: str, meaning: Meaning) -> bool:
    """Return whether a line is no sentence and names no direction: a name, a closing."""
    said = words(_LINK.sub(" ", line))
    is_short = len(said) <= SHORT_LINE or (
        not line.isupper() and meaning.is_name(line, marked=True))
    return is_short and not any(len(word) > 2 and word in DIRECTIONS for word in said)
