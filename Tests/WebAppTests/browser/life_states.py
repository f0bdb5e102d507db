"""Scripted states of the screens for one alone, families, care circles and the operator, at 2026-11-23 08:00 UTC."""

NOW = "2026-11-23T08:00:00Z"
XSS = "<img src=x onerror=\"document.title='broken'\"><b>Ana</b>"

SHELL = {
    "phase": "ready", "lost": None,
    "me": {"deviceId": "d1", "personId": "ana", "name": "Ana", "timeZone": "Asia/Taipei", "locale": "en"},
    "connection": {"online": True, "relay": "ok", "lastHeard": 1795420800000, "clockOffset": 0, "queued": 0},
    "push": {"supported": True, "permission": "granted", "subscribed": True, "needsHomeScreen": False, "trouble": None},
    "devices": [], "partners": [], "alarms": [], "invites": [], "news": [], "checkIn": None, "contacts": [],
    "circles": [],
    "reminders": [], "care": None, "careSettings": None, "ringing": [], "bedside": {"on": False, "heard": None},
    "settings": {"language": "en", "theme": "light"}, "newVersion": False,
    "storage": {"persistent": True, "private": False},
}
OFFLINE = {"online": False, "relay": "unreachable", "lastHeard": 1795413600000, "clockOffset": 0, "queued": 1}

REPORT = {
    "state": "normal", "plan": {"kind": "standard", "threshold": 86400, "on": True, "name": "Ana"},
    "due": "2026-11-24T00:02:00Z", "contactsDue": "2026-11-24T00:02:00Z", "remaining": 57720, "contacts": 1,
    "history": [
        {"at": "2026-11-23T00:02:00Z", "timeZone": "Asia/Taipei",
            "place": {"latitude": 25.03397, "longitude": 121.56449}},
        {"at": "2026-11-22T00:10:00Z", "timeZone": "Asia/Taipei"},
        {"at": "2026-11-21T06:10:00Z", "timeZone": "Europe/Berlin"},
    ],
    "queued": False,
}


def contact(number, name, **more):
    """A contact who was asked by e-mail."""
    ways = more.pop("ways", {"email": f"{name.split()[0].lower()}@example.org"})
    return {"contactId": f"c{number}", "consent": "pending", "since": "2026-11-20T08:00:00Z",
            "contact": {"name": name, "language": "en", **ways}, **more}


REACHED = {
    "state": "expired", "due": "2026-11-23T05:00:00Z", "contactsDue": "2026-11-23T05:00:00Z", "telling": {
        "outcome": "partly", "reached": {"name": "Ben", "at": "2026-11-23T07:05:00Z"}, "messages": [
            {"contactId": "c1", "name": "Ben", "medium": "email", "state": "sent", "at": "2026-11-23T05:00:10Z"},
            {"contactId": "c3", "name": "Dora", "medium": "email", "state": "returned", "at": "2026-11-23T05:01:00Z",
                "reason": "550 5.1.1 no such user here"},
            {"contactId": "c9", "name": "?", "medium": "sms", "state": "waiting", "at": "2026-11-23T05:00:00Z"},
            {"contactId": "c5", "name": "Home", "medium": "webhook", "state": "failed", "at": "2026-11-23T06:00:00Z"},
        ]}}
LINKS = [
    {"linkId": "l1", "name": "link"},
    {"linkId": "l2", "name": "door", "since": "2026-11-20T08:00:00Z", "usedAt": "2026-11-23T00:02:00Z"},
    {"linkId": "l3", "name": "phone shortcut", "since": "2026-11-22T08:00:00Z"},
]
MADE = {"url": "https://relay.example.org/check-in?t=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
        "link": {"linkId": "l4", "name": "hall", "since": "2026-11-23T08:00:00Z"}}
CARD = {"card": {"words": "Diabetic. The cat is called Mia.", "phone": "+49 170 1234567", "address": "Elm Road 5",
                 "keyHolder": "Mr Lin, second floor", "inLetters": True},
        "changedAt": "2026-11-20T08:00:00Z", "recipients": ["Ben", "Dora"]}

CONTACTS = [
    contact(1, "Ben", consent="confirmed", agreed=["email"],
        ways={"email": "ben@example.org", "phone": "+886912345678"}),
    contact(2, "Christine Mayer-Wang"),
    contact(3, "Dora", consent="confirmed", agreed=["email"], trouble=[
        {"medium": "email", "at": "2026-11-22T08:00:00Z", "reason": "550 5.1.1 no such user here"}]),
    contact(4, "Emil", consent="unsubscribed"),
    contact(5, "Home", consent="confirmed", agreed=["sms"],
            ways={"phone": "+886912345678", "webhook": "https://home.example.org/hooks/reveille"}),
]


def member(person, name, role, **more):
    """Somebody in a circle."""
    return {"personId": person, "self": person == "ana", "role": role, "displayName": name,
        "since": "2026-10-01T08:00:00Z",
            "canSeal": True, **more}


FAMILY = {
    "circleId": "fam", "kind": "family", "name": "The Lins",
    "since": "2026-10-01T08:00:00Z", "relayMayReadTitles": False,
    "snoozeLimit": 3600, "hasKey": True, "members": [
        member("ana", "Ana", "parent"), member("ben", "Ben", "parent"), member("mia", "Mia", "child"),
        member("leo", "Leo", "child", canSeal=False)],
}
CHILD_FAMILY = {**FAMILY, "members": [
    member("ben", "Ben", "parent"), member("ana", "Ana", "child"), member("mia", "Mia", "child")]}


def reminder(name, assignee, due, **more):
    """An open reminder that Ana set."""
    return {"reminderId": name, "circleId": "fam", "creator": "ana", "assignee": assignee, "title": name,
        "verified": True,
            "checklist": [], "due": due, "status": "open", "placeWatched": False, "unreached": [], **more}


DAYS = ["MO", "WE", "FR"]
SATCHEL = reminder("Pack the satchel", "mia", "2026-11-23T07:30:00Z", checklist=[
    {"id": 1, "text": "books", "done": True}, {"id": 2, "text": "gym clothes", "done": False},
    {"id": 3, "text": "a bottle of water and something to eat for the long break", "done": False}],
    repeat={"days": DAYS, "interval": 1, "start": "2026-11-23", "time": "15:30:00", "timeZone": "Asia/Taipei"},
    alarmId="a1", placeWatched=True)
MINE = reminder("Take the pills", "ana", "2026-11-23T07:45:00Z", alarmId="a2")
DONE = {"status": "completed", "completion": {"at": "2026-11-23T07:59:48Z", "by": "leo"}}
REMINDERS = [
    SATCHEL, MINE,
    reminder("Feed the cat", "leo", "2026-11-23T07:58:00Z", **DONE),
    reminder("Practise the piano", "leo", "2026-11-23T11:00:00Z", snoozedUntil="2026-11-23T11:30:00Z"),
    reminder("Dentist", "mia", "2026-11-26T06:00:00Z"),
    reminder("unreadable", "mia", "2026-11-23T12:00:00Z", title=None, verified=False),
]

NOTICE = ("Reveille is not a medical device and does not replace emergency services. If you believe that someone is in "
          "danger, call the local emergency number at once.")


def alert(number, kind, state, at, **more):
    """An alert of Rosa's circle."""
    return {"alertId": f"al{number}", "circleId": "rosa", "kind": kind, "state": state, "at": at, "audience": 2,
        "told": [],
            "notes": [], "notice": NOTICE, **more}


TOLD = [
    {"personId": "ana", "name": "Ana", "by": "push", "at": "2026-11-23T07:57:00Z", "outcome": "sent"},
    {"personId": "tom", "name": "Tom", "by": "sms", "at": "2026-11-23T07:57:00Z", "outcome": "refused"},
]
FALL = alert(1, "fall", "alerting", "2026-11-23T07:56:00Z", due="2026-11-23T07:57:00Z", told=TOLD,
             place={"latitude": 25.03397, "longitude": 121.56449},
             notes=[{"from": "rosaP", "text": "I fell in the kitchen", "verified": True},
                    {"from": "tom", "text": None, "verified": False}])


def dweller(circle, name, **more):
    """Somebody whom Ana looks after, and who lets her know how they are."""
    return {"circleId": circle, "circleName": f"{name} & co", "name": name, "self": False,
            "status": {"lastActivity": "2026-11-23T07:20:00Z"}, "alerts": [], **more}


DWELLERS = [
    dweller("well", "Grandpa Wen"),
    dweller("rosa", "Rosa", alerts=[FALL]),
    dweller("silent", "Uncle Sid", status={"lastActivity": "2026-11-22T14:00:00Z"}),
    dweller("asked", "Aunt Ida", status={"lastActivity": "2026-11-23T03:00:00Z", "asksAt": "2026-11-23T07:55:00Z"}),
    dweller("paused", "Mr Pohl", status={"pausedUntil": "2026-11-24T08:00:00Z"}),
    dweller("hidden", "Vera", status=None),
    dweller("helped", "Nora", alerts=[alert(3, "inactivity", "acknowledged", "2026-11-23T06:00:00Z", endedBy="Tom")]),
]
for one in DWELLERS:
    if one["status"] is None:
        del one["status"]

ROSA = {
    "circleId": "rosa", "kind": "care", "name": "Rosa & co",
    "since": "2026-10-01T08:00:00Z", "relayMayReadTitles": False,
    "snoozeLimit": 3600, "hasKey": True, "members": [
        member("rosaP", "Rosa", "dweller"),
        member("ana", "Ana", "member", permissions=["status", "history", "alert.manual", "alert.fall"], priority=1),
        member("tom", "Tom", "member")],
}
WEN = {**ROSA, "circleId": "well", "name": "Grandpa Wen & co", "members": [
    member("wenP", "Grandpa Wen", "dweller"),
    member("ana", "Ana", "member", permissions=["status", "history", "alert.manual", "alert.fall", "alert.inactivity",
                                                "alert.wellness", "alert.glucose"], priority=1)]}
OWN_CIRCLE = {
    "circleId": "own", "kind": "care", "name": "My people",
    "since": "2026-10-01T08:00:00Z", "relayMayReadTitles": False,
    "snoozeLimit": 3600, "hasKey": True, "members": [
        member("ana", "Ana", "dweller"),
        member("tom", "Tom", "member", permissions=["status", "history", "alert.manual", "alert.fall"], priority=1),
        member("ida", "Ida", "member", permissions=[], priority=2, canSeal=False)],
}


def invitation(called, state, **more):
    """An invitation to Ana's own care circle by e-mail."""
    return {"id": f"invite{called}", "side": "inviter", "kind": "care", "state": state, "code": None, "link": None,
            "qr": None, "expiresAt": "2026-11-30T08:00:00Z", "name": None, "role": "member", "circleId": "own",
            "circleName": "My people", "asks": None, "digits": None, "attemptsLeft": 3, "pairId": None,
            "trouble": None, "recipient": {"name": called, "email": f"{called.lower()}@example.org"}, "letter": None,
            **more}


INVITATIONS = [
    invitation("Wim", "open", letter={"state": "waiting", "reason": "the mail server does not answer"}),
    invitation("Sue", "open", letter={"state": "sent"}),
    invitation("Fay", "open", letter={"state": "failed", "reason": "550 no such user here"}),
    invitation("Abe", "answered", asks="digits", name="Abraham"), invitation("Dora", "cancelled"),
    invitation("Max", "expired"), invitation("Joy", "active"),
]
CARE_SETTINGS = {"inactivity": 14400, "quietHours": {"from": "22:00", "until": "07:00"}, "countdowns": {"manual": 60},
                 "wellness": {"stillness": 36000, "days": 3}, "glucose": {"low": 70, "high": 250}}


def own(**more):
    """Ana's own care circle."""
    return dweller("own", "Ana", self=True, **more)


def manual(state, **more):
    """An alert of Ana's help button."""
    return alert(9, "manual", state, "2026-11-23T07:59:40Z", circleId="own", **more)


HISTORY = {"notice": NOTICE, "alerts": [
    FALL,
    alert(11, "manual", "cancelled", "2026-11-20T10:00:00Z", told=[]),
    alert(12, "inactivity", "acknowledged", "2026-11-20T03:00:00Z", endedBy="Tom", told=TOLD),
    alert(13, "inactivity", "acknowledged", "2026-11-20T01:00:00Z", endedBy="Ana", told=TOLD),
    alert(14, "glucose", "held", "2026-11-15T03:00:00Z", reading=62, held="paused"),
    alert(15, "wellness", "unanswered", "2026-11-09T03:00:00Z", told=TOLD),
    alert(16, "fall", "acknowledged", "2026-10-29T03:00:00Z", endedBy="Tom", told=TOLD),
]}

STATUS = {
    "status": "degraded", "detail": "no push has got through to apns production for 4 min: InvalidProviderToken",
    "at": NOW, "version": "1.4.0", "upSince": "2026-11-20T08:00:00Z", "tzdata": "2026f", "tzdataAgeDays": 12,
    "checks": [{"name": name, "status": "ok"} for name in ("store", "scheduler", "outbox")] + [
        {"name": "gateway", "status": "failing",
         "detail": "no push has got through to apns production for 4 min: InvalidProviderToken"},
        {"name": "zones", "status": "degraded", "detail": "the time zone data are of the year before last"},
        {"name": "clock", "status": "ok"}, {"name": "clock-offset", "status": "ok"}, {"name": "links", "status": "ok"}, {"name": "shutdown", "status": "ok"}],
    "channels": [
        {"channel": "apns", "origin": "production", "configured": True, "troubleSeconds": 240, "waiting": 7},
        {"channel": "webpush", "configured": True, "troubleSeconds": 0, "waiting": 0},
        {"channel": "events", "configured": True, "troubleSeconds": 0, "waiting": 0},
        {"channel": "email", "configured": True, "troubleSeconds": 0, "waiting": 3},
        {"channel": "sms", "configured": False, "troubleSeconds": 0, "waiting": 0}],
    "letters": {"waiting": 3, "oldestSeconds": 45, "smsSegments": {"used": 12, "limit": 100}},
    "blind": [{"from": "2026-11-20T07:48:10Z", "until": "2026-11-20T08:00:00Z", "cause": "stopped"},
              {"from": "2026-11-12T03:00:00Z", "until": "2026-11-12T03:02:00Z", "cause": "clock-forward"}],
    "counts": {"people": 1204, "devices": 1390, "silentDevices": 12, "pairs": 420, "families": 77, "careCircles": 31,
               "pendingAlarms": 2210, "watchedCheckIns": 96, "contacts": 180, "listeners": 44},
}
LETTER = ("Ana has not checked in for 24 hours\n\nAna asked us to write to you if no check-in came in time, and none "
          "has come.\n\nStop: …")
REHEARSAL = {"id": "r", "state": "scheduled", "letters": [
    {"contactId": "c1", "name": "Ben", "medium": "email", "subject": "Ana has not checked in for 24 hours",
        "text": LETTER}],
    "unreached": [{"contactId": "c2", "name": "Cleo", "medium": "sms"}]}


def state(route, answers=None, taps=(), **parts):
    """A screen: its address, the parts of the state that it needs, what calls answer, and what to tap first."""
    return {"route": route, "state": {**SHELL, **parts}, "answers": answers or {}, "taps": list(taps)}


# Confirmed for e-mail, and not for text messages.
OWN = contact(0, "Ana", consent="confirmed", agreed=["email"],
              ways={"email": "ana@example.org", "phone": "+886912345678"})
# Called as well, at a relay without a mail server.
OWN_CALLED = contact(0, "Ana", consent="confirmed", agreed=["email", "sms", "call"], unreached=["email"],
                     ways={"email": "ana@example.org", "phone": "+886912345678", "calls": True})

# Set up for e-mail, of which nothing gets through.
DELAYED = [{"medium": "email", "since": "2026-11-23T05:00:00Z", "reason": "no connection came about"}]
DELAYED_CONTACTS = [contact(1, "Ben", consent="confirmed", agreed=["email"], delayed=DELAYED),
                    contact(2, "Cleo", delayed=DELAYED)]

# Named while the mail server took nothing: the message that asks is tried again.
UNASKED = contact(1, "Ben", waiting=["email"])


def alone(**change):
    """A check-in with the contacts above."""
    return {"checkIn": {**REPORT, **change}, "contacts": CONTACTS}


CARE = {"dwellers": DWELLERS, "notice": NOTICE}
STATES = {
    "checkin-start": state("check-in", checkIn={**REPORT, "state": "off", "plan": {"name": "", "on": False},
        "history": []}),
    "checkin-off-told": state("check-in", **alone(**{**REACHED, "state": "off", "due": None, "contactsDue": None,
        "plan": {**REPORT["plan"], "on": False}})),
    "checkin-well": state("check-in", **alone()),
    "checkin-sent": state("check-in", answers={"checkInNow": {"sent": "now"}}, taps=[".check-in-now"], **alone()),
    "checkin-queued": state("check-in", connection=OFFLINE, **alone(queued=True, due="2026-11-23T10:00:00Z",
                                                                    contactsDue="2026-11-23T10:00:00Z")),
    "checkin-told": state("check-in", **alone(state="expired", due="2026-11-23T05:00:00Z",
                                              contactsDue="2026-11-23T05:00:00Z")),
    "checkin-passed-offline": state("check-in", connection=OFFLINE, **alone(due="2026-11-23T07:00:00Z",
                                                                            contactsDue="2026-11-23T07:00:00Z")),
    "checkin-unreachable": state("check-in", **alone(contacts=2, reachable=0)),
    "contacts-unreachable": state("contacts", **alone(contacts=2, reachable=0)),
    "checkin-reached": state("check-in", **alone(**REACHED)),
    "checkin-reminded": state("check-in", taps=["details.more >> nth=1", "details.more >> nth=3"], **alone(
        plan={**REPORT["plan"], "remindAt": "20:00", "timeZone": "Europe/Berlin"}, history=[
            {"at": "2026-11-23T00:02:00Z", "via": "link", "link": "door"}, {"at": "2026-11-22T20:02:00Z", "via": "link"},
            {"at": "2026-11-22T00:02:00Z", "via": "command-line"}, {"at": "2026-11-21T00:02:00Z", "via": "telepathy"}])),
    "checkin-links": state("check-in/links", answers={"checkInLinks": LINKS}, **alone()),
    "checkin-links-made": state("check-in/links", answers={"checkInLinks": [], "addCheckInLink": MADE}, **alone()),
    "checkin-links-full": state("check-in/links", answers={"checkInLinks": [
        {"linkId": f"l{number}", "name": f"button {number}", "since": NOW} for number in range(16)]}, **alone()),
    "checkin-links-no-plan": state("check-in/links", answers={"checkInLinks": []}),
    "checkin-links-offline": state("check-in/links", answers={"checkInLinks": {"error": "offline"}},
                                   connection=OFFLINE, **alone()),
    "checkin-addresses": state("check-in/addresses", answers={"ownAddresses": OWN}, **alone()),
    "checkin-addresses-none": state("check-in/addresses", answers={"ownAddresses": None}, **alone()),
    "checkin-addresses-refused": state("check-in/addresses", answers={
        "ownAddresses": {**OWN, "consent": "unsubscribed", "agreed": []}}, **alone()),
    "checkin-addresses-returned": state("check-in/addresses", answers={"ownAddresses": {**OWN, "trouble": [
        {"medium": "email", "at": "2026-11-22T08:00:00Z", "reason": "550 5.1.1 no such user here"}]}}, **alone()),
    "checkin-addresses-calls": state("check-in/addresses", answers={"ownAddresses": OWN_CALLED}, **alone()),
    "checkin-card-waiting": state("check-in/card", answers={"emergencyCard": {
        **CARD, "card": {**CARD["card"], "inLetters": True}, "waiting": True}}, **alone()),
    "checkin-addresses-delayed": state("check-in/addresses", answers={"ownAddresses": {**OWN, "delayed": DELAYED}},
                                       **alone()),
    "checkin-card-delayed": state("check-in/card", answers={"emergencyCard": {
        **CARD, "card": {**CARD["card"], "inLetters": True}, "delay": DELAYED[0]}}, **alone()),
    "checkin-card": state("check-in/card", answers={"emergencyCard": CARD}, **alone()),
    "checkin-card-none": state("check-in/card", answers={"emergencyCard": None}, **alone()),
    "checkin-vacation": state("check-in", checkIn={**REPORT, "state": "paused", "due": None, "contactsDue": None,
                              "plan": {**REPORT["plan"], "pausedUntil": "2026-12-01T00:00:00Z"}}),
    "checkin-open": state("check-in", answers={"rehearse": REHEARSAL,
    },
                          taps=["details.more >> nth=0", "details.more >> nth=1", "details.more >> nth=2",
                                "details.more >> nth=3", "[data-key=trying] .button >> nth=0"], **alone()),
    "contacts": state("contacts", contacts=CONTACTS),
    "contacts-none": state("contacts"),
    "contacts-waiting": state("contacts", contacts=[
        contact(1, "Ben", consent="confirmed", agreed=["email"], unreached=["email"])]),
    "contacts-delayed": state("contacts", contacts=DELAYED_CONTACTS),
    "contacts-unasked": state("contacts", contacts=[UNASKED]),
    "checkin-unasked": state("check-in", checkIn={**REPORT, "contacts": 0, "asked": 1, "waiting": ["email"]},
                             contacts=[UNASKED]),
    "checkin-delayed": state("check-in", checkIn={**REPORT, "delayed": DELAYED}, contacts=DELAYED_CONTACTS),
    "contacts-new": state("contacts/new", taps=["form .button.primary"], checkIn=REPORT),
    "contacts-new-no-plan": state("contacts/new"),
    "contacts-change": state("contacts/c5", contacts=CONTACTS),
    "family-none": state("family"),
    "family-today": state("family", circles=[FAMILY], reminders=REMINDERS),
    "family-later": state("family", circles=[FAMILY], reminders=REMINDERS, taps=[".segments .button >> nth=1"]),
    "family-done": state("family", circles=[FAMILY], reminders=REMINDERS, answers={"completedReminders": []},
                         taps=[".segments .button >> nth=2"]),
    "family-child": state("family", circles=[CHILD_FAMILY], reminders=REMINDERS),
    "family-members": state("family/members", circles=[FAMILY], answers={"memberConsent": {"hours": {
        "from": "08:00", "until": "21:00"}}}, taps=["details.more >> nth=0"]),
    "family-members-set": state("family/members", circles=[FAMILY], reminders=REMINDERS,
                                answers={"memberConsent": {}}),
    "reminder-new": state("reminder/new", circles=[FAMILY], taps=["#reminder-repeats", ".items > .button"]),
    "reminder-view": state("reminder/Pack the satchel", circles=[FAMILY], reminders=REMINDERS),
    "reminder-mine": state("reminder/Take the pills", circles=[FAMILY], reminders=REMINDERS),
    "reminder-alarm": state("alarm/a1", circles=[FAMILY], reminders=REMINDERS, alarms=[{
        "id": "a1", "pairId": "fam", "preset": "reminder", "direction": "mine", "due": SATCHEL["due"], "nextDue": None,
        "snoozedUntil": None, "message": SATCHEL["title"], "verified": True, "reply": None, "recurrence": None,
        "days": None, "zone": None, "state": "ringing", "revision": 1, "delivery": [], "sure": "no",
        "why": ["why.soundOff"], "pending": False, "problem": None, "ending": None, "last": None, "snoozes": 0,
        "refused": False, "soundOff": True}]),
    "settings-parent": state("settings", circles=[FAMILY], reminders=REMINDERS),
    "calendar": state("calendar", answers={"calendarLink": {"since": "2026-11-20T08:00:00Z"}, "makeCalendarLink": {
        "url": MADE["url"].replace("check-in", "calendar.ics"), "since": "2026-11-23T08:00:00Z"}}),
    "calendar-none": state("calendar", answers={"calendarLink": None, "makeCalendarLink": {
        "url": MADE["url"].replace("check-in", "calendar.ics"), "since": "2026-11-23T08:00:00Z"}}),
    "settings-last-parent": state("settings", circles=[{**FAMILY, "members": [
        member("ana", "Ana", "parent"), member("mia", "Mia", "child")]}], reminders=REMINDERS),
    "reminder-placed": state("reminder/Dentist", circles=[FAMILY], reminders=[reminder(
        "Dentist", "mia", "2026-11-26T06:00:00Z", placeWatched=True, place={"latitude": 25.03397, "longitude": 121.56449},
        placeTime={"from": "2026-11-26T05:00:00Z", "until": "2026-11-26T07:00:00Z"})]),
    "reminder-place": state("reminder/Dentist", circles=[FAMILY], reminders=REMINDERS, taps=["#place-hours"]),
    "reminder-edit": state("reminder/Pack the satchel/edit", circles=[FAMILY], reminders=REMINDERS),
    "care-none": state("care", care={"dwellers": [], "notice": NOTICE}),
    "care-members": state("care", care=CARE, circles=[ROSA, WEN]),
    "care-heard": state("care", circles=[ROSA], care={"notice": NOTICE, "dwellers": [dweller("rosa", "Rosa",
        state="quiet")]}),
    "care-two-ended": state("care", circles=[ROSA], care={"notice": NOTICE, "dwellers": [dweller(
        "rosa", "Rosa", state="acknowledged",
        lastAlert=alert(5, "manual", "acknowledged", "2026-11-23T07:30:00Z", endedAt="2026-11-23T07:31:00Z",
                        endedBy="Ana"),
        unresolved=[alert(4, "fall", "unanswered", "2026-11-23T05:00:00Z", endedAt="2026-11-23T06:00:00Z")])]}),
    "care-number": state("care", care={**CARE, "phone": contact(
        0, "Ana", consent="confirmed", agreed=["sms"], ways={"phone": "+886912345678"})}, circles=[ROSA],
        taps=["details.more:has(#care-phone)"]),
    "care-offline": state("care", care=CARE, circles=[ROSA], connection=OFFLINE),
    "care-own": state("care", care={"dwellers": [own()], "notice": NOTICE}, circles=[OWN_CIRCLE],
                      careSettings=CARE_SETTINGS),
    "care-counting": state("care", circles=[OWN_CIRCLE], careSettings=CARE_SETTINGS,
        care={"notice": NOTICE, "dwellers": [
        own(alerts=[manual("counting", due="2026-11-23T08:00:40Z")])]}),
    "care-helped": state("care", circles=[OWN_CIRCLE], careSettings=CARE_SETTINGS, care={"notice": NOTICE, "dwellers": [
        own(alerts=[manual("acknowledged", endedBy="Tom", told=[{**TOLD[0], "personId": "tom", "name": "Tom"}])])]}),
    "care-help-failed": state("care", care={"dwellers": [own()], "notice": NOTICE}, circles=[OWN_CIRCLE],
        connection=OFFLINE,
                              answers={"signal": {"error": "offline"}}, taps=[".help-now"]),
    "care-people": state("care/people/own", circles=[OWN_CIRCLE]),
    "care-invite": state("care/invite/own", circles=[OWN_CIRCLE], taps=["form .button.primary"]),
    "care-invitations": state("care/people/own", circles=[OWN_CIRCLE], invites=INVITATIONS),
    "pair-invitations": state("pair", circles=[OWN_CIRCLE], invites=INVITATIONS),
    "care-member-people": state("care/people/rosa", circles=[ROSA]),
    "care-settings": state("care/settings", circles=[OWN_CIRCLE], careSettings=CARE_SETTINGS),
    "care-history": state("care-history/rosa", care=CARE, circles=[ROSA], answers={"history": HISTORY}),
    "care-history-none": state("care-history/rosa", care=CARE, answers={"history": {"alerts": [], "notice": NOTICE}}),
    "status-code": state("status", answers={"status": {"error": "unauthorized"}}, taps=["form .button.primary"]),
    "status": state("status", answers={"status": STATUS}, taps=["form .button.primary"]),
    "xss-checkin": state("check-in", checkIn={**REPORT, "plan": {**REPORT["plan"], "name": XSS}},
                         contacts=[contact(1, XSS, consent="confirmed", agreed=["email"],
                             ways={"email": "a@example.org"})]),
    "xss-reached": state("check-in", **alone(**{**REACHED, "telling": {
        "outcome": "told", "reached": {"name": XSS, "at": NOW}, "messages": [
            {**REACHED["telling"]["messages"][1], "name": XSS, "reason": XSS}]}})),
    "xss-links": state("check-in/links", answers={"checkInLinks": [{"linkId": "l1", "name": XSS}]}, **alone()),
    "xss-card": state("check-in/card", answers={"emergencyCard": {
        **CARD, "recipients": [XSS], "card": {"words": XSS, "inLetters": True}}}, **alone()),
    "xss-contacts": state("contacts", contacts=[contact(1, XSS, trouble=[
        {"medium": "email", "at": NOW, "reason": XSS}], ways={"email": XSS})]),
    "xss-family": state("family", circles=[{**FAMILY, "name": XSS}],
                        reminders=[reminder("x", "mia", NOW, title=XSS, checklist=[{"id": 1, "text": XSS}])]),
    "xss-reminder": state("reminder/x", circles=[{**FAMILY, "name": XSS}],
                          reminders=[reminder("x", "mia", NOW, title=XSS, checklist=[{"id": 1, "text": XSS}])]),
    "xss-invitations": state("care/people/own", circles=[OWN_CIRCLE], invites=[
        invitation(XSS, "open", letter={"state": "failed", "reason": XSS}), invitation(XSS, "answered", name=XSS)]),
    "xss-care": state("care", circles=[ROSA], care={"notice": XSS, "dwellers": [
        {**dweller("rosa", XSS), "alerts": [{**FALL, "notes": [{"from": "tom", "text": XSS, "verified": True}]}]}]}),
    "xss-history": state("care-history/rosa", care={"notice": "", "dwellers": [dweller("rosa", XSS)]}, answers={
        "history": {"notice": "", "alerts": [alert(1, "fall", "acknowledged", NOW, endedBy=XSS,
                                                   told=[{**TOLD[0], "name": XSS}])]}}),
}
for one in STATES.values():
    report = one["state"].get("checkIn")
    if report:
        one["state"]["checkIn"] = {name: value for name, value in report.items() if value is not None}
