/// What does not come of a scenario, though it is near to what does: a judge that let it pass would let everything pass.
enum ScenarioWishes {
    /// Sentences by the scenario's name.
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
    ]
}
