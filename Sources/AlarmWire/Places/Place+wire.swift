public import AlarmCore

extension Place: WireDecodable, WireEncodable {
    /// Reads `{"latitude":52.5163,"longitude":13.3777,"accuracy":12}`: degrees, and metres where they are known.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let latitude = try object.decimal("latitude")
        let longitude = try object.decimal("longitude")
        let accuracy = try object.optionalDecimal("accuracy")
        do {
            try self.init(latitude: latitude, longitude: longitude, accuracy: accuracy)
        } catch {
            let name =
                switch error {
                case .latitude: "latitude"
                case .longitude: "longitude"
                case .accuracy: "accuracy"
                }
            throw object.error(.expected("\(error)"), at: name)
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        let degrees = description.split(separator: ",").map { JSONNumber(checked: String($0)) }
        return .object(of: [
            "latitude": degrees.first.map(JSONValue.number),
            "longitude": degrees.last.map(JSONValue.number),
            "accuracy": accuracy.map { .integer($0) },
        ])
    }
}

extension ObjectReader {
    /// Takes a number that may have decimals, or nil if there is none.
    mutating func optionalDecimal(_ name: String) throws(WireError) -> Double? {
        guard let value = optionalValue(name) else { return nil }
        guard case .number(let number) = value, let decimal = Double(number.text), decimal.isFinite else {
            throw error(.wrongType(expected: .number, found: value.type), at: name)
        }
        return decimal
    }

    /// Takes a number that may have decimals.
    mutating func decimal(_ name: String) throws(WireError) -> Double {
        try required(optionalDecimal(name), name)
    }
}
