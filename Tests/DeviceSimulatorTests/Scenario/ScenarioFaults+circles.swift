extension ScenarioFaults {
    /// Invalid families and care circles, as changes to the sample of ``CircleFileTests``.
    static let circles = [
        Fault(
            "parents: [ana, ben]",
            "parents: []",
            "s.yaml:7: family: nobody is a parent: expected one parent or more"
        ),
        Fault(
            "children: [cleo]",
            "children: [ben]",
            "s.yaml:7: family: Ben is in it twice: expected each person once"
        ),
        Fault(
            "children: [cleo]",
            "children: [dave]",
            #"s.yaml:7: family.children[1]: expected a phone: one of ana, ben, cleo, found "dave""#
        ),
        Fault(
            "snooze-limit: 15m",
            "snooze-limit: 2d",
            #"s.yaml:7: family.snooze-limit: expected a span of 0s to 24h, found "2d""#
        ),
        Fault(
            "    cleo:\n",
            "    ana:\n",
            "s.yaml:9: care: Ana is in it twice: expected each person once"
        ),
        Fault(
            "priority: 2",
            "priority: 10",
            #"s.yaml:11: care.members.ben.priority: expected a whole number from 1 to 9, found "10""#
        ),
        Fault(
            "knows: [fall, manual, place]",
            "knows: [fall, all]",
            #"s.yaml:11: care.members.ben.knows[2]: expected one of status, place, history, fall, inactivity, wellness, manual, glucose, found "all""#
        ),
        Fault(
            "{fall: 60s}",
            "{fall: 10s}",
            "s.yaml:13: care.countdowns: a countdown of 10s is out of range; use 30s to 120s"
        ),
        Fault(
            "[70, 180]",
            "[70]",
            "s.yaml:14: care.glucose: expected two readings in mg/dL, as in [70, 180], found a list"
        ),
        Fault(
            #"["22:00", "07:30"]"#,
            #"["22:00", "7"]"#,
            #"s.yaml:15: care.quiet-hours: expected two times of day in quotes, as in ["22:00", "07:00"], found a list"#
        ),
        Fault(
            "inactivity: 2h",
            "inactivity: 2m",
            "s.yaml:16: care.inactivity: 2m without activity is out of range; use 1h to 4h"
        ),
        Fault(
            "FREQ=WEEKLY;BYDAY=MO",
            "FREQ=DAILY",
            #"s.yaml:18: steps[1].repeat: expected a weekly rule of selected days, as in FREQ=WEEKLY;BYDAY=MO,TU, found "FREQ=DAILY""#
        ),
        Fault(
            ", zone: Europe/Berlin}",
            "}",
            "s.yaml:18: 'steps[1].zone' is missing: add it"
        ),
        Fault(
            "complete: homework",
            "complete: dishes",
            #"s.yaml:19: steps[2].complete: expected a reminder that was set: one of homework, found "dishes""#
        ),
        Fault(
            "signal: tumble, of: fall",
            "signal: homework, of: fall",
            "s.yaml:22: steps[5].signal: homework was sent before: expected another name"
        ),
        Fault(
            "signal: tumble, of: fall",
            "signal: tumble, of: fall, from: ben",
            "s.yaml:22: steps[5].from: ben is no dweller's phone: expected the dweller under 'care'"
        ),
        Fault(
            "of: glucose, reading: 60",
            "of: glucose",
            "s.yaml:23: 'steps[6].reading' is missing: add it"
        ),
        Fault(
            "of: glucose, reading: 60",
            "of: manual, reading: 60",
            "s.yaml:23: steps[6].reading: only a glucose sensor gives a reading: expected of: glucose"
        ),
        Fault(
            "active: ana",
            "active: cleo",
            "s.yaml:24: steps[7].active: cleo is no dweller's phone: expected the dweller under 'care'"
        ),
        Fault(
            "{at: 5m, active: ana}",
            "{at: 5m, cancel: homework, by: ana}",
            "s.yaml:24: steps[7]: homework is not set"
        ),
        Fault(
            "family: {parents: [ana, ben], children: [cleo], snooze-limit: 15m}\n",
            "",
            "s.yaml:17: steps[1].remind: there is no family to set reminders in: expected one under 'family'"
        ),
    ]
}
