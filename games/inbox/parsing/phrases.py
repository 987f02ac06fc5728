"""Phrases that email programs and people put around a reply, all in lower case.

Most quotes are recognised in any language, by dates, addresses and our own text.  These phrases are
for what has neither: "Bob wrote:", a forwarded email, the signature of a phone.
"""

from __future__ import annotations

# "On Friday Bob wrote:"
ATTRIBUTION_OPENINGS = ("on", "am", "le", "il", "el", "op", "em", "in data", "den", "at", "quoting")
ATTRIBUTION_VERBS = (
    "wrote", "writes", "schrieb", "a écrit", "ha scritto", "scrive", "escribió", "escribio",
    "schreef", "geschreven", "escreveu", "quoting", "skrev", "skriver", "kirjoitti", "napisał",
    "napisała", "napisał(a)", "pisze", "napsal", "napsala", "napsal(a)", "píše", "napísal",
    "napísala", "napisao", "napisala", "je napisal", "написал", "написала", "пишет", "написав",
    "написа", "пише", "írta", "a scris", "va escriure", "έγραψε", "yazdı", "şunları yazdı", "כתב",
    "כתבה", "كتب", "写道", "寫道", "のメール", "wrote", "작성", "menulis", "đã viết", "เขียนว่า",
    "rašė", "rakstīja", "kirjutas", "skrifaði", "escrigué", "idatzi",
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
    "skickat från ", "skickat med ", "hämta outlook", "sendt fra ", "sendt med ", "hent outlook",
    "lähetetty ", "hanki outlook", "wysłane z ", "wysłano z ", "pobierz outlook", "отправлено из ",
    "отправлено с ", "отправлено от ", "odesláno z ", "odoslané z ", "stáhnout outlook",
    "iphone'umdan ", "iphone’umdan ", "发自我的", "發自我的", "從我的", "发自 ", "从我的",
    "iphoneから", "iphone から", "나의 iphone", "내 iphone", "στάλθηκε από ", "נשלח מ", "elküldve ",
    "küldve ", "trimis de pe ", "trimis din ", "надіслано з ", "изпратено от ", "poslano iz ",
    "poslano s ", "poslato sa ", "enviat des ", "أرسلت من ", "dikirim dari ", "được gửi từ ",
)
# What mail servers and antivirus programs add below an email, by how it begins.
ADDED_BELOW = (
    "virus-free", "virenfrei", "this mail was checked", "this email was checked",
    "this email has been checked", "this email has been scanned", "diese e-mail wurde von avast",
    "you received this message because you are subscribed", "to unsubscribe from this group",
    "this e-mail and any attachments", "this email and any attachments", "this message is intended",
    "this email is confidential", "confidentiality notice", "disclaimer", "diese e-mail enthält",
    "diese nachricht ist vertraulich", "ce message et", "ce courriel", "este mensaje",
    "este correo", "questo messaggio", "le informazioni contenute", "dit bericht", "deze e-mail",
    "esta mensagem", "please consider the environment", "bitte denken sie an die umwelt",
    "[cid:", "[image:",
)
