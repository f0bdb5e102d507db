extension ScenarioFaults {
    /// Faults of the file as a whole: keys, times, pairs and policy.
    static let whole = [
        Fault(
            "title: A sample\n",
            "",
            "s.yaml:1: 'title' is missing: add it"
        ),
        Fault(
            "lasts: 30m",
            "last: 30m",
            "s.yaml:1: 'lasts' is missing: add it"
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\nfoo: 1",
            "s.yaml:3: unknown key 'foo': expected one of title, start, lasts, policy, phones, check-ins, family, care, contacts, pairs, steps, expect"
        ),
        Fault(
            "lasts: 30m",
            "lasts: 0s",
            #"s.yaml:2: lasts: expected a span of 1ms to 400d, found "0s""#
        ),
        Fault(
            "lasts: 30m",
            "lasts: soon",
            #"s.yaml:2: lasts: expected a span, as in 90s, 10m or 1h30m, found "soon""#
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\nstart: yesterday",
            #"s.yaml:3: start: expected a time of this century with its offset, as in 2027-03-01T21:00:00Z, found "yesterday""#
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\nstart: 2027-03-01T21:00:00",
            #"s.yaml:3: start: expected a time of this century with its offset, as in 2027-03-01T21:00:00Z, found "2027-03-01T21:00:00""#
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\npairs: [[ana, dave]]",
            #"s.yaml:3: pairs[1][2]: expected a phone: one of ana, ben, cleo, found "dave""#
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\npairs: [[ana, ana]]",
            "s.yaml:3: pairs[1]: both belong to Ana: expected phones of two people"
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\npairs: [[ana, ben], [ben, ana]]",
            "s.yaml:3: pairs[2]: Ben and Ana are a pair already: expected each pair once"
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\npolicy: {steps: [{at: 0s, audience: receiver, stage: ring}]}",
            "s.yaml:3: policy: the last step must tell the sender: 'audience: sender', 'stage: no-answer', at the end"
        ),
        Fault(
            "lasts: 30m",
            "lasts: 30m\npolicy: {name: other, steps: []}",
            "s.yaml:3: policy: the policy is named other: expected partner-alarm, or no name"
        ),
        Fault(
            "  ben: {locked: true}\n",
            "  ben: {focus: off, focus: on}\n",
            "s.yaml:5: is not YAML: the key 'focus' stands twice"
        ),
    ]
}
