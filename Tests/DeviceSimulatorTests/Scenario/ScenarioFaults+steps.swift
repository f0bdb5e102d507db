extension ScenarioFaults {
    /// Steps that are invalid, or invalid at their time.
    static let steps = [
        Fault(
            "lasts: 30m",
            "lasts: 30m\npairs: [[ana, cleo]]",
            "s.yaml:9: steps[1]: ana and ben are no pair: expected phones of two people who are paired"
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\npolicy: {steps: [{at: 0s, audience: receiver, stage: rings}]}",
            #"s.yaml:3: policy.steps[1].stage: expected one of handoff, ring, check-in-due, check-in-reminder, reminder-soon, countdown, are-you-well, alert, cancel, acknowledged, dismissed, declined, no-answer-yet, no-answer, missed, blocked, unblocked, contacts-told, all-clear, put-off, reached, alert-ended, reminder-unfinished, completed, moved, rehearsal, test, confirmation, invitation, inquiry, found "rings""#
        ),
        Fault(
            "send: wake, to: ben",
            "send: ben",
            "s.yaml:8: steps[1].send: ben is a phone: expected another name"
        ),
        Fault(
            "send: wake, to: ben",
            "send: wake, to: dave",
            #"s.yaml:8: steps[1].to: expected a phone: one of ana, ben, cleo, found "dave""#
        ),
        Fault(
            "send: wake, to: ben",
            "send: wake, from: ben, to: cleo",
            "s.yaml:8: steps[1]: ben and cleo are no pair: expected phones of two people who are paired"
        ),
        Fault(
            "due: 10m",
            "due: 2027-03-01T20:59:00Z",
            "s.yaml:8: steps[1].due: 2027-03-01T20:59:00Z lies 1m before the start: expected a time of the run, 0s to 400d"
        ),
        Fault(
            "due: 10m",
            "due: 10",
            #"s.yaml:8: steps[1].due: expected a time, as in 5m after the start, wake, wake + 60s, or 2027-03-01T21:00:00Z, found "10""#
        ),
        Fault(
            "due: 10m}",
            "due: 10m, repeat: DAILY, zone: Europe/Berlin}",
            #"s.yaml:8: steps[1].repeat: expected a rule, as in FREQ=WEEKLY;BYDAY=MO,TU, found "DAILY""#
        ),
        Fault(
            "due: 10m}",
            "due: 10m, repeat: FREQ=DAILY}",
            "s.yaml:8: 'steps[1].zone' is missing: add it"
        ),
        Fault(
            "due: 10m}",
            "due: 10m, zone: Europe/Berlin}",
            "s.yaml:8: steps[1]: a zone without a rule to follow in it: expected repeat, or no zone"
        ),
        Fault(
            "{at: 0s, send",
            "{at: 8m, send",
            "s.yaml:9: steps[2]: it happens 3m earlier than the step before it: expected the steps in the order of time"
        ),
        Fault(
            "{at: 5m, phone: ben",
            "{phone: ben",
            "s.yaml:9: 'steps[2].at' is missing: add it"
        ),
        Fault(
            "{at: 5m, phone: ben",
            "{at: 31m, phone: ben",
            "s.yaml:9: steps[2].at: 31m lies 1m after the end: expected a time of the run, 0s to 30m, or a longer 'lasts'"
        ),
        Fault(
            "{at: 5m, phone: ben",
            "{at: -5m, phone: ben",
            #"s.yaml:9: steps[2].at: expected a time, as in 5m after the start, wake, wake + 60s, or 2027-03-01T21:00:00Z, found "-5m""#
        ),
        Fault(
            "{at: 5m, phone: ben",
            "{at: nap + 5m, phone: ben",
            #"s.yaml:9: steps[2].at: expected a time, as in 5m after the start, wake, wake + 60s, or 2027-03-01T21:00:00Z, found "nap""#
        ),
        Fault(
            "{at: 5m, phone: ben",
            "{at: wake + 5, phone: ben",
            #"s.yaml:9: steps[2].at: expected a span, as in 90s, 10m or 1h30m after 'wake +', found "5""#
        ),
        Fault(
            "{at: 5m, phone: ben",
            "{at: 5m 3s, phone: ben",
            #"s.yaml:9: steps[2].at: expected + or - with a span, or the end after '5m', found "3s""#
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: bob, offline: true",
            #"s.yaml:9: steps[2].phone: expected a phone: one of ana, ben, cleo, found "bob""#
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ben",
            "s.yaml:9: steps[2]: nothing changes on ben: expected does, or a setting as in offline: true"
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ben, does: restart, offline: true",
            "s.yaml:9: steps[2]: ben does something and changes: expected a step of its own for each"
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ben, does: dance",
            #"s.yaml:9: steps[2].does: expected one of restart, look, open-app, reinstall-app, renew-token, expire-token, found "dance""#
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ben, power: on",
            "s.yaml:9: steps[2]: ben is on already: expected power: off"
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ben, app: removed}\n  - {at: 6m, phone: ben, app: force-quit",
            "s.yaml:10: steps[3]: ben has no app then: expected app: installed before app: force-quit"
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ben, app: removed}\n  - {at: 6m, phone: ben, does: open-app",
            "s.yaml:10: steps[3]: ben has no app then: expected app: installed before does: open-app"
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ben, power: off}\n  - {at: 6m, phone: ben, focus: on",
            "s.yaml:10: steps[3]: ben is off then: expected power: on before anything else changes on it"
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ben, offline: true}\n  - {at: 5m, phone: ben, offline: false",
            "s.yaml:10: steps[3]: offline of ben changes twice at one time: expected one of the two, or another time"
        ),
        Fault(
            "phone: ben, offline: true",
            "phone: ana, offline: true",
            "s.yaml:10: steps[3]: ana is off line then: expected offline: false before"
        ),
        Fault(
            "phone: ben, offline: true",
            #"phone: ben, os: "18.1""#,
            "s.yaml:9: steps[2]: ben has iOS 26.1 then: expected a later os than that, not 18.1"
        ),
        Fault(
            "phone: ben, offline: true",
            "relay: start",
            "s.yaml:9: steps[2]: the relay runs then: expected relay: kill or stop"
        ),
        Fault(
            "phone: ben, offline: true",
            "relay: kill}\n  - {at: 6m, relay: stop",
            "s.yaml:10: steps[3]: the relay is down then: expected relay: start"
        ),
        Fault(
            "phone: ben, offline: true",
            "relay: kill",
            "s.yaml:10: steps[3]: the relay is down then, and answers nobody: expected relay: start before"
        ),
        Fault(
            "phone: ben, offline: true",
            "relay: explode",
            #"s.yaml:9: steps[2].relay: expected one of kill, stop, start, found "explode""#
        ),
        Fault(
            "phone: ben, offline: true",
            "gateway: up",
            "s.yaml:9: steps[2]: the gateway is up already: expected gateway: down"
        ),
        Fault(
            "phone: ben, offline: true",
            "gateway: sulks",
            #"s.yaml:9: steps[2].gateway: expected one of down, up, recovers, throttles, fails, stalls, resets, disconnects, goes-away, found "sulks""#
        ),
        Fault(
            "phone: ben, offline: true",
            "gateway: resets, retry-after: 5s",
            "s.yaml:9: steps[2].retry-after: nothing is answered that could say it: expected throttles or fails"
        ),
        Fault(
            "phone: ben, offline: true",
            "gateway: throttles, every: 0",
            #"s.yaml:9: steps[2].every: expected a whole number from 1 to 100000, found "0""#
        ),
        Fault(
            "phone: ben, offline: true",
            "gateway: goes-away, for: ben",
            "s.yaml:9: steps[2].for: a connection serves every phone: expected goes-away without for"
        ),
        Fault(
            "phone: ben, offline: true",
            "dance: ben",
            "s.yaml:9: steps[2]: expected one of send, move, cancel, revoke, check-in, plan, rehearse, contact, remind, complete, undo, position, signal, active, pause-care, phone, relay, mail, sms, gateway, found dance"
        ),
        Fault(
            "phone: ben, offline: true",
            "cancel: wake, relay: kill",
            "s.yaml:9: steps[2]: expected one of send, move, cancel, revoke, check-in, plan, rehearse, contact, remind, complete, undo, position, signal, active, pause-care, phone, relay, mail, sms, gateway, found cancel and relay"
        ),
        Fault(
            "phone: ben, offline: true",
            "cancel: wake",
            "s.yaml:10: steps[3]: wake was cancelled before: expected each alarm once"
        ),
        Fault(
            "phone: ben, offline: true",
            "revoke: ben, by: ana",
            "s.yaml:10: steps[3]: ana and ben are no pair any more: expected it before the revocation"
        ),
        Fault(
            "cancel: wake}",
            "cancel: nap}",
            #"s.yaml:10: steps[3].cancel: expected an alarm that was sent before: one of wake, found "nap""#
        ),
        Fault(
            "cancel: wake}",
            "cancel: wake, by: cleo}",
            "s.yaml:10: steps[3]: cleo has nothing to do with wake: expected ana or ben"
        ),
        Fault(
            "cancel: wake}",
            "move: wake, due: 11m}",
            "s.yaml:10: steps[3].due: it is due 30s before it is set: expected 11m30s or later"
        ),
        Fault(
            "cancel: wake}",
            "revoke: ben, by: cleo}",
            "s.yaml:10: steps[3]: cleo and ben are no pair: expected phones of two people who are paired"
        ),
    ]
}
