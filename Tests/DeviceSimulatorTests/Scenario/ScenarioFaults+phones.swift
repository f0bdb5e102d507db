extension ScenarioFaults {
    /// Impossible phones.
    static let phones = [
        Fault(
            "  ben: {locked: true}\n",
            "  Ben: {locked: true}\n",
            #"s.yaml:5: phones.Ben: the name "Ben": expected lower-case letters, digits and hyphens, as in ben-tablet"#
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  relay: {locked: true}\n",
            "s.yaml:5: phones.relay: the name relay has a meaning in sentences: expected another one"
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {lockt: true}\n",
            "s.yaml:5: unknown key 'phones.ben.lockt': expected one of person, browser, bedside, os, alarmkit, notifications, critical, locked, focus, silent, low-power, offline, power, app, extension, extension-arms, alarm-tells-app, clock-error, zone, answers"
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {locked: yes}\n",
            #"s.yaml:5: phones.ben.locked: expected true or false, found "yes""#
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {answers: {with: snooze, reply: Up}}\n",
            "s.yaml:5: phones.ben.answers.reply: only who acknowledges replies: expected with: acknowledge"
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {answers: {with: dismiss, for: 5m}}\n",
            "s.yaml:5: phones.ben.answers.for: only a snooze lasts: expected with: snooze"
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {zone: Berlin}\n",
            #"s.yaml:5: phones.ben.zone: expected the IANA name of a time zone, as in Europe/Berlin, found "Berlin""#
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {alarmkit: maybe}\n",
            #"s.yaml:5: phones.ben.alarmkit: expected one of allowed, refused, undetermined, or how many alarms the system takes, found "maybe""#
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {power: off, locked: false}\n",
            "s.yaml:5: phones.ben: ben is off, and a phone that is off is locked: expected power: on, or no locked: false"
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {notifications: refused, critical: true}\n",
            "s.yaml:5: phones.ben: critical alerts are allowed while notifications are not: allow notifications too"
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {browser: netscape}\n",
            #"s.yaml:5: phones.ben.browser: expected one of android, iphone, computer, found "netscape""#
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {browser: android, alarmkit: refused}\n",
            "s.yaml:5: phones.ben: ben is a browser: expected no alarmkit, which is of phones with the app"
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {bedside: true}\n",
            "s.yaml:5: phones.ben: Bedside mode is of browsers: expected browser too"
        ),
        Fault(
            #"{os: "18.5"}"#,
            #"{os: "18.5", alarmkit: allowed}"#,
            "s.yaml:6: phones.cleo: AlarmKit is allowed on iOS 18.5: it came with iOS 26, before it nobody was asked"
        ),
        Fault(
            #"{os: "18.5"}"#,
            #"{os: "22.1"}"#,
            "s.yaml:6: phones.cleo: there is no iOS 22.1 here: give 15.0 to 18.9, or 26.0 and later"
        ),
        Fault(
            #"{os: "18.5"}"#,
            "{os: newest}",
            #"s.yaml:6: phones.cleo.os: expected a version of iOS, as in "18.5" or "26.1", found "newest""#
        ),
    ]
}
