public import AlarmCore

extension DeliveryFunnel {
    /// A step of the escalation, as it was taken for one device.
    public struct Step: Hashable, WireMessage {
        /// The stage sent: `handoff` or `ring`.
        public var stage: Stage
        /// The urgency of the push.
        public var urgency: Urgency
        /// The offset from due, or from the end of a snooze, cut to whole seconds on the wire.
        ///
        /// Nil for a push on acceptance, or to a device that returned.
        public var offset: Span?

        /// Makes a step.
        public init(stage: Stage, urgency: Urgency, offset: Span? = nil) {
            self.stage = stage
            self.urgency = urgency
            self.offset = offset
        }

        /// Reads the members of the JSON object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            stage = try object.word("stage")
            urgency = try object.word("urgency")
            let reach = Int64(Int32.max)
            offset = try object.optionalInteger("offset", in: -reach...reach).map { .seconds($0) }
        }

        /// The JSON object on the wire.
        public var json: JSONValue {
            .object(of: [
                "stage": .word(stage),
                "urgency": .word(urgency),
                "offset": offset.map { .integer(Int($0.milliseconds / 1000)) },
            ])
        }
    }
}

extension DeliveryFunnel.Step: CustomStringConvertible {
    /// The step as in `ring +1m critical` or `handoff`.
    public var description: String {
        let place = offset.map { $0 < .zero ? " \($0)" : " +\($0)" } ?? ""
        return "\(stage.rawValue)\(place)\(stage == .ring ? " \(urgency.rawValue)" : "")"
    }
}
