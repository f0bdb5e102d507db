public import AlarmCore

/// `POST /v1/care/signals`: something may have happened to the dweller, by the word of one of their devices.
public struct CareSignalRequest: Hashable, WireMessage {
    /// What.
    public var signal: CareSignal
    /// Where the dweller is; members see it where the dweller lets them.
    public var place: Place?
    /// The IANA zone that the dweller is in; the last known one where there is none.
    public var timeZone: String?

    /// Makes a request.
    public init(_ signal: CareSignal, place: Place? = nil, timeZone: String? = nil) {
        self.signal = signal
        self.place = place
        self.timeZone = timeZone
    }

    /// Reads the members of its object; a reading is for glucose alone, which cannot be without.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let kind: CareSignal.Kind = try object.word("kind")
        switch kind {
        case .fall: signal = .fall
        case .inactivity: signal = .inactivity
        case .wellness: signal = .wellness
        case .manual: signal = .manual
        case .glucose:
            let reading = try object.integer("reading", in: CareLimits.glucoseReadings)
            do {
                signal = .glucose(try GlucoseReading(milligramsPerDecilitre: reading))
            } catch {
                throw object.error(.expected("\(error)"), at: "reading")
            }
        }
        place = try object.optionalObject("place")
        timeZone = try object.optionalZone("timeZone")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "kind": .word(signal.kind),
            "reading": signal.reading.map { .integer($0) },
            "place": place?.json,
            "timeZone": timeZone.map(JSONValue.string),
        ])
    }
}

extension CareSignal {
    /// What a glucose sensor said, in mg/dL; nil for any other signal.
    public var reading: Int? {
        if case .glucose(let reading) = self { reading.milligramsPerDecilitre } else { nil }
    }
}
