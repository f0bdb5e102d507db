extension ScenarioFaults {
    /// Invalid check-ins and contacts, as changes to the sample of ``CheckInFileTests``.
    static let people = [
        Fault(
            "threshold: 4h, kind",
            "threshold: 4m, kind",
            #"s.yaml:7: check-ins.ana.threshold: expected a span of 1h to 30d, found "4m""#
        ),
        Fault(
            "kind: gentle}",
            "kind: stern}",
            #"s.yaml:7: check-ins.ana.kind: expected one of standard, gentle, found "stern""#
        ),
        Fault(
            "  ana: {threshold: 4h, kind: gentle}\n",
            "  dave: {threshold: 4h}\n",
            "s.yaml:7: check-ins.dave: expected a phone: one of ana, ana-tablet, found names and values"
        ),
        Fault(
            "  ana: {threshold: 4h, kind: gentle}\n",
            "  ana:\n  ana-tablet:\n",
            "s.yaml:8: check-ins.ana-tablet: Ana is watched already: expected each person once"
        ),
        Fault(
            "{of: ana, email: ben@example.org}",
            "{of: dave, email: ben@example.org}",
            #"s.yaml:9: contacts.ben.of: expected a phone: one of ana, ana-tablet, found "dave""#
        ),
        Fault(
            "{of: ana, email: ben@example.org}",
            "{of: ana}",
            "s.yaml:9: 'contacts.ben.email' is missing: add it"
        ),
        Fault(
            "email: ben@example.org",
            "email: ben",
            #"s.yaml:9: contacts.ben.email: expected an e-mail address, as in cleo@example.org, found "ben""#
        ),
        Fault(
            #"number: "+491701234567""#,
            "number: 0170",
            #"s.yaml:10: contacts.cleo.number: expected a telephone number with its country's code, as in "+491701234567", found "0170""#
        ),
        Fault(
            #"number: "+491701234567""#,
            "email: ben@example.org",
            "s.yaml:10: contacts.cleo: somebody else has this address: expected one of their own for each"
        ),
        Fault(
            "  ben: {of",
            "  ana: {of",
            "s.yaml:9: contacts.ana: ana is a phone: expected another name"
        ),
        Fault(
            "[52.5163, -13.3777]",
            "[52.5163, 200]",
            "s.yaml:12: steps[1].place: expected latitude and longitude in degrees, as in [52.5163, 13.3777], found a list"
        ),
        Fault(
            "threshold: 48h, paused-until: 20h",
            "threshold: 4h",
            "s.yaml:13: steps[2]: nothing changes: expected kind, threshold or paused-until"
        ),
        Fault(
            "taps: later",
            "taps: screen",
            #"s.yaml:14: steps[3].taps: expected one of safe, later, done, well, helping, found "screen""#
        ),
        Fault(
            "taps: later",
            "taps: later, does: look",
            "s.yaml:14: steps[3]: ana does more than to tap: expected a step of its own for each"
        ),
        Fault(
            "{at: 4h, mail: up}",
            "{at: 4h, mail: down}",
            "s.yaml:16: steps[5]: mail is down already: expected mail: up"
        ),
        Fault(
            "{at: 4h, mail: up}",
            "{at: 4h, mail: fails}",
            "s.yaml:16: steps[5]: mail is down then: expected mail: up before"
        ),
        Fault(
            "contact: cleo",
            "contact: dave",
            #"s.yaml:19: steps[8].contact: expected a contact: one of ben, cleo, found "dave""#
        ),
        Fault(
            "does: agree",
            "does: sleep",
            #"s.yaml:19: steps[8].does: expected one of agree, unsubscribe, found "sleep""#
        ),
        Fault(
            "ben is mailed once at 24h",
            "ben never sleeps",
            #"s.yaml:21: expect[1]: expected agrees or unsubscribes after 'ben never', found "sleeps""#
        ),
        Fault(
            "ben is mailed once at 24h",
            "ben is written to",
            #"s.yaml:21: expect[1]: expected mailed, texted, called or asked after 'ben is', found "written""#
        ),
        Fault(
            "ben is mailed once at 24h",
            "mail refuses 2 pushes",
            #"s.yaml:21: expect[1]: expected letter or letters after 'mail refuses 2', found "pushes""#
        ),
    ]
}
