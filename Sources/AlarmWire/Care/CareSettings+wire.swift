public import AlarmCore

/// `GET` and `PUT /v1/care/settings`: a dweller's settings for the alerts of a care circle.
extension CareSettings: WireDecodable, WireEncodable {
    /// Reads the members of the JSON object; absent ones are not set.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let countdowns: CareCountdowns? = try object.optionalObject("countdowns")
        self.init(
            countdowns: countdowns ?? .default,
            glucose: try object.optionalObject("glucose"),
            quietHours: try object.optionalObject("quietHours"),
            inactivity: try object.inactivity("inactivity"),
            wellness: try object.optionalObject("wellness"),
            pausedUntil: try object.optionalInstant("pausedUntil")
        )
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "countdowns": countdowns.chosen.isEmpty ? nil : countdowns.json,
            "glucose": glucose?.json,
            "quietHours": quietHours?.json,
            "inactivity": inactivity.map { .seconds($0.wait) },
            "wellness": wellness?.json,
            "pausedUntil": pausedUntil.map(JSONValue.instant),
        ])
    }
}

extension CareCountdowns: WireDecodable, WireEncodable {
    /// Reads `{"fall":30,"glucose":90}`: whole seconds by kind of signal, 30 to 120.
    public init(reading object: inout ObjectReader) throws(WireError) {
        var chosen: [CareSignal.Kind: Span] = [:]
        for kind in CareSignal.Kind.allCases {
            chosen[kind] = try object.optionalSeconds(kind.rawValue, in: CareLimits.countdowns)
        }
        do {
            try self.init(chosen)
        } catch {
            throw WireError(.expected("\(error)"), at: object.pointer)
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(
            JSONObject(
                members: CareSignal.Kind.allCases.compactMap { kind in
                    chosen[kind].map { JSONObject.Member(name: kind.rawValue, value: .seconds($0)) }
                }
            )
        )
    }
}

extension GlucoseThresholds: WireDecodable, WireEncodable {
    /// Reads `{"low":70,"high":180}`, in mg/dL.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let low = try object.integer("low", in: CareLimits.glucoseLows)
        let high = try object.integer("high", in: CareLimits.glucoseHighs)
        do {
            try self.init(low: low, high: high)
        } catch {
            throw WireError(.expected("\(error)"), at: object.pointer)
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["low": .integer(low), "high": .integer(high)]) }
}

extension QuietHours: WireDecodable, WireEncodable {
    /// Reads `{"from":"22:00","until":"07:00"}`, by the dweller's wall clock.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let from = try object.clockTime("from")
        let until = try object.clockTime("until")
        do {
            try self.init(from: from, until: until)
        } catch {
            throw WireError(.expected("\(error)"), at: object.pointer)
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["from": .clockTime(from), "until": .clockTime(until)]) }
}

extension WellnessPattern: WireDecodable, WireEncodable {
    /// Reads `{"stillness":36000,"days":3}`: whole seconds of inactivity a day, and the number of consecutive days.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let stillness = try object.required(
            try object.optionalSeconds("stillness", in: CareLimits.stillness),
            "stillness"
        )
        let days = try object.integer("days", in: CareLimits.stillDays)
        do {
            try self.init(stillness: stillness, days: days)
        } catch {
            throw WireError(.expected("\(error)"), at: object.pointer)
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["stillness": .seconds(stillness), "days": .integer(days)]) }
}

extension ObjectReader {
    /// Takes a whole number within a range of the domain.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(WireError) -> Int {
        Int(try integer(name, in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }

    fileprivate mutating func inactivity(_ name: String) throws(WireError) -> InactivityRule? {
        guard let wait = try optionalSeconds(name, in: CareLimits.inactivity) else { return nil }
        do {
            return try InactivityRule(wait: wait)
        } catch {
            throw self.error(.expected("\(error)"), at: name)
        }
    }
}
