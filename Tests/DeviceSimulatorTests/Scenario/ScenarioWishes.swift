/// Expectations that a scenario narrowly does not meet, to prove that the judge does not let everything pass.
enum ScenarioWishes {
    /// Unmet sentences by the scenario's name.
    static let unmet: [String: [String]] = [
        "check-in-missed": [
            "ben is never mailed", "ben is mailed once at 24h", "mei is mailed once saying \"24 hours\"",
            "dave is mailed once", "dave agrees once", "ana is told check-in-due 3 times",
            "ben is mailed once saying \"All clear\" before 26h",
        ],
        "check-in-in-time": ["ben is mailed once", "ana taps later once", "ana is told contacts-told"],
        "check-in-snoozed": ["ben is mailed once at 4h", "ana taps later twice"],
        "check-in-paused": ["ben is mailed once at 4h", "ana is told check-in-due at 9h"],
        "check-in-shorter": ["ben is mailed once at 4h", "ben is mailed once at 6h"],
        "check-in-mail-down": ["ben is mailed once before 6h", "mail refuses no letters", "ben is mailed twice"],
        "check-in-relay-down": ["ben is mailed once at 4h", "ben is mailed once at 6h"],
        "check-in-devices": ["ben is mailed once at 4h", "ana is told contacts-told"],
        "gentle-check-in": ["ben is mailed once before 48h", "ana is never told check-in-reminder"],
        "gentle-check-in-twice": ["ben is mailed once", "ana is told check-in-reminder once at 48h within 0s"],
        "check-in-consent": ["ben is mailed twice", "cleo is mailed once at 4h", "cleo unsubscribes"],
        "check-in-texts": ["ben is texted once", "mei is texted once saying \"4 hours\""],
        "check-in-rehearsed": ["ben is mailed", "ana is told contacts-told"],
        "reminder-own": ["ana is told completed once at homework + 20s", "cleo rings twice"],
        "care-night-fall": ["ana is told are-you-well", "ben is never told alert"],
        "care-phone-off": ["ben is never texted", "tumble ends missed"],
        "care-other-phone": ["ben is told alert", "tumble ends missed"],
        "care-relay-down": ["ben is told alert once at tumble + 30s", "ben is texted twice"],
        "reminder-completed": [
            "ana is told completed once at homework + 20s", "cleo is told reminder-soon 4 times",
            "ana is never told completed", "cleo rings silently",
        ],
        "reminder-done-early": ["cleo rings", "ana is told completed once at 8m30s"],
        "reminder-undone": ["ana is told completed", "cleo rings once"],
        "reminder-unanswered": [
            "cleo rings once", "ana is never told no-answer-yet", "ben is told reminder-unfinished at 11m",
        ],
        "reminder-snoozed": ["cleo rings once", "ana is told completed once at homework + 50s"],
        "reminder-snoozed-long": ["cleo rings once at homework + 12m", "cleo rings twice"],
        "reminder-moved": ["ana is told moved twice", "ben is told moved at 5m", "ana is never told moved"],
        "reminder-weekly": ["cleo rings 3 times", "cleo rings once at homework + 23h", "ben is told completed once"],
        "care-cancelled": ["ben is told alert", "ben is texted", "tumble ends missed"],
        "care-fall": [
            "cleo is told alert once at tumble + 30s", "ben is told alert once at tumble", "ben is never texted",
            "tumble ends missed", "cleo is texted once at tumble + 30s",
        ],
        "care-unanswered": ["ben is told alert 4 times", "ana is told acknowledged", "help ends acknowledged"],
        "care-permissions": ["ben is told alert", "cleo is told alert once at tumble + 30s"],
        "care-inactivity": ["ben is told alert once at 70m", "ana is told are-you-well once at 1h"],
        "care-inactivity-answered": ["ben is told alert", "ana is told are-you-well twice"],
        "care-quiet-hours": ["ana is told are-you-well once at 2h", "ben is never told alert"],
        "care-paused": ["ben is told alert 3 times", "ana is told countdown once at 2m"],
        "care-texts-fail": ["sms refuses no texts", "ben is never texted"],
        "care-glucose": ["ben is told alert twice", "ana is told countdown once at 1m"],
    ]
}
