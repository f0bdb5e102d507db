public import AlarmCore

/// `POST /v1/care/signals`: one of the dweller's devices reports that something may have happened to the dweller.
public struct CareSignalRequest: Hashable, WireMessage {
    /// The signal.
    public var signal: CareSignal
    /// The dweller's place; members see it where the dweller lets them.
    public var place: Place?
    /// The IANA zone in which the dweller is; the last known one where absent.
    public var timeZone: String?

    /// Makes a request.
    public init(_ signal: CareSignal, place: Place? = nil, timeZone: String? = nil) {
        self.signal = signal
        self.place = place
        self.timeZone = timeZone
    }

    /// Reads the members of the JSON object; a reading is required for glucose, and allowed for nothing else.
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

    /// The JSON object on the wire.
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
    /// The reading of a glucose sensor, in mg/dL; nil for any other signal.
    public var reading: Int? {
        if case .glucose(let reading) = self { reading.milligramsPerDecilitre } else { nil }
    }
}
