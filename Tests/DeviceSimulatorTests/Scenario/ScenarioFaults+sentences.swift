extension ScenarioFaults {
    /// Sentences that cannot be understood.
    static let sentences = [
        Fault(
            "ben rings once",
            "dave rings once",
            #"s.yaml:12: expect[1]: expected one of ana, ben, cleo, wake, gateway, found "dave""#
        ),
        Fault(
            "ben rings once",
            "ben sings once",
            #"s.yaml:12: expect[1]: expected rings, arms, disarms, answers, taps, receives or is told, or one of them after never after 'ben', found "sings""#
        ),
        Fault(
            "ben rings once",
            "ben never rings once",
            #"s.yaml:12: expect[1]: expected at, before, after or between, or the end after 'ben never rings', found "once""#
        ),
        Fault(
            "ben rings once",
            "ben rings 3",
            #"s.yaml:12: expect[1]: expected times after 'ben rings 3', found "by""#
        ),
        Fault(
            "by alarmkit",
            "by bell",
            #"s.yaml:12: expect[1]: expected one of alarmkit, critical, time-sensitive, ordinary, page after 'ben rings once by', found "bell""#
        ),
        Fault(
            "at wake within",
            "at nap within",
            #"s.yaml:12: expect[1]: expected a time, as in 5m after the start, wake, wake + 60s, or 2027-03-01T21:00:00Z after 'ben rings once by alarmkit at', found "nap""#
        ),
        Fault(
            "at wake within 1s",
            "at wake within soon",
            #"s.yaml:12: expect[1]: expected a span, as in 90s, 10m or 1h30m after 'ben rings once by alarmkit at wake within', found "soon""#
        ),
        Fault(
            "at wake within 1s",
            "at wake + 25m",
            "s.yaml:12: expect[1]: wake + 25m lies 5m after the end: expected a time of the run, 0s to 30m, or a longer 'lasts'"
        ),
        Fault(
            "at wake within 1s",
            "at wake or so",
            #"s.yaml:12: expect[1]: expected at, before, after or between, or the end after 'ben rings once by alarmkit at wake', found "or""#
        ),
        Fault(
            "at wake within 1s",
            "between wake and 5m",
            "s.yaml:12: expect[1]: the second time is earlier than the first: expected them in order"
        ),
        Fault(
            "at wake within 1s",
            #"saying "Wake up"#,
            #"s.yaml:12: expect[1]: a quotation has no end: expected another ""#
        ),
        Fault(
            "accepts 1 handoff push",
            "accepts a handoff push",
            #"s.yaml:13: expect[2]: expected no, a number, at least or at most a number after 'gateway accepts', found "a""#
        ),
        Fault(
            "accepts 1 handoff push",
            "accepts 1 hand push",
            #"s.yaml:13: expect[2]: expected push or pushes, or one of handoff, ring, check-in-due, check-in-reminder, reminder-soon, countdown, are-you-well, alert, cancel, acknowledged, dismissed, declined, no-answer-yet, no-answer, missed, blocked, unblocked, contacts-told, all-clear, put-off, reached, alert-ended, reminder-unfinished, completed, moved, rehearsal, test, confirmation, invitation, inquiry after 'gateway accepts 1', found "hand""#
        ),
        Fault(
            "accepts 1 handoff push for ben",
            "likes 1 handoff push",
            #"s.yaml:13: expect[2]: expected accepts or refuses after 'gateway', found "likes""#
        ),
        Fault(
            "wake ends cancelled",
            "wake ends",
            "s.yaml:14: expect[3]: expected one of scheduled, armed, ringing, snoozed, blocked, acknowledged, missed, cancelled, told after 'wake ends', found the end"
        ),
        Fault(
            "wake ends cancelled",
            "wake ends happily",
            #"s.yaml:14: expect[3]: expected one of scheduled, armed, ringing, snoozed, blocked, acknowledged, missed, cancelled, told after 'wake ends', found "happily""#
        ),
        Fault(
            "wake ends cancelled",
            "wake is ringing",
            "s.yaml:14: expect[3]: expected at after 'wake is ringing', found the end"
        ),
        Fault(
            "wake ends cancelled",
            "gateway accepts 1 handoff push for ben",
            "s.yaml:14: expect[3]: it says the same as a sentence before: expected each once"
        ),
        Fault(
            "wake ends cancelled",
            "{wake: cancelled}",
            "s.yaml:14: expect[3]: expected a sentence, as in ben rings once at wake, found names and values"
        ),
        Fault(
            "steps:\n",
            "steps: []\nmore:\n",
            #"s.yaml:13: expect[1]: expected a time, as in 5m after the start, wake, wake + 60s, or 2027-03-01T21:00:00Z after 'ben rings once by alarmkit at', found "wake""#
        ),
        Fault(
            "expect:\n",
            "expect: soon\nmore:\n",
            #"s.yaml:11: expect: expected a list of sentences, as in - ben rings once at wake, found "soon""#
        ),
    ]
}
