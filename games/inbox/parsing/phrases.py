"""Phrases that email programs and people put around a reply, in seven languages.

English, German, French, Italian, Spanish, Dutch, Portuguese.  All in lower case.
"""

from __future__ import annotations

# "On Friday Bob wrote:"
ATTRIBUTION_OPENINGS = ("on", "am", "le", "il", "el", "op", "em", "in data", "den", "at", "quoting")
ATTRIBUTION_VERBS = (
    "wrote", "writes", "schrieb", "a écrit", "ha scritto", "scrive", "escribió", "escribio",
    "schreef", "geschreven", "escreveu", "quoting",
)

# The header block that Outlook and others put above the quoted email: its labels by meaning.
LABELS = {
    "from": ("from", "von", "de", "da", "van"),
    "sent": (
        "sent", "gesendet", "envoyé", "inviato", "enviado", "enviado el", "verzonden", "enviada",
        "date", "datum", "data", "fecha", "enviado em", "enviada em",
    ),
    "to": ("to", "an", "à", "a", "aan", "para"),
    "copy": ("cc", "kopie", "bcc", "ccn"),
    "subject": (
        "subject", "betreff", "objet", "oggetto", "asunto", "onderwerp", "assunto",
    ),
    "reply": ("reply-to", "antwort an", "répondre à", "rispondi a", "importance"),
}

# Above a forwarded or quoted email: between dashes, or alone on a line.
DASHED = (
    "original message", "original-nachricht", "ursprüngliche nachricht", "originalnachricht",
    "message d'origine", "message original", "message d’origine", "messaggio originale",
    "mensaje original", "oorspronkelijk bericht", "mensagem original", "forwarded message",
    "weitergeleitete nachricht", "message transféré", "messaggio inoltrato",
    "mensaje reenviado", "doorgestuurd bericht", "mensagem encaminhada", "original email",
    "ursprüngliche mail", "reply message", "original appointment",
)
FORWARDS = (
    "begin forwarded message:", "anfang der weitergeleiteten nachricht:",
    "début du message transféré :", "début du message réexpédié :",
    "inizio messaggio inoltrato:", "inicio del mensaje reenviado:",
    "begin doorgestuurd bericht:", "início da mensagem encaminhada:",
    "início da mensagem reencaminhada:",
)

# Signatures that phones and email services add by themselves.
DEVICE_LINES = (
    "sent from my ", "sent from outlook", "sent from mail for", "sent from yahoo mail",
    "sent from proton", "sent with proton", "sent via ", "sent from samsung", "sent with ",
    "sent from an ", "sent from a ", "get outlook for ", "sent using ", "sent from gmail",
    "gesendet von ", "gesendet mit ", "gesendet aus ", "gesendet über ", "von meinem ",
    "von mobile gesendet", "diese nachricht wurde von ", "holen sie sich outlook",
    "outlook für ", "envoyé de mon ", "envoyé depuis ", "envoyé à partir ", "envoyé avec ",
    "envoyé de l", "obtenir outlook", "téléchargez outlook", "inviato da ", "inviato dal ",
    "inviato con ", "scarica outlook", "ottieni outlook", "enviado desde ", "enviado con ",
    "obtener outlook", "enviado do ", "enviado de ", "enviado a partir ", "enviado pelo ",
    "enviado com ", "obter o outlook", "obtenha o outlook", "verstuurd vanaf ",
    "verzonden vanaf ", "verzonden met ", "verstuurd met ", "verzonden vanuit ",
    "outlook voor ", "download outlook", "please excuse my brevity", "mobil gesendet",
)
