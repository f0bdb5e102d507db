public import AlarmCore

extension DeliveryFunnel {
    /// A rung of the ladder, as it was taken for one device.
    public struct Rung: Hashable, WireMessage {
        /// What was sent: ``AlarmCore/Stage/handoff`` or ``AlarmCore/Stage/ring``.
        public var stage: Stage
        /// How hard it pressed.
        public var urgency: Urgency
        /// How far from due it stood, or from the end of a snooze, cut to whole seconds on the wire.
        ///
        /// Nil for what was sent on acceptance, or because the device returned.
        public var offset: Span?

        /// Names a rung.
        public init(stage: Stage, urgency: Urgency, offset: Span? = nil) {
            self.stage = stage
            self.urgency = urgency
            self.offset = offset
        }

        /// Reads the members of its object.
        public init(reading object: inout ObjectReader) throws(WireError) {
            stage = try object.word("stage")
            urgency = try object.word("urgency")
            let reach = Int64(Int32.max)
            offset = try object.optionalInteger("offset", in: -reach...reach).map { .seconds($0) }
        }

        /// The object that travels.
        public var json: JSONValue {
            .object(of: [
                "stage": .word(stage),
                "urgency": .word(urgency),
                "offset": offset.map { .integer(Int($0.milliseconds / 1000)) },
            ])
        }
    }
}

extension DeliveryFunnel.Rung: CustomStringConvertible {
    /// As in `ring +1m critical` or `handoff`.
    public var description: String {
        let place = offset.map { $0 < .zero ? " \($0)" : " +\($0)" } ?? ""
        return "\(stage.rawValue)\(place)\(stage == .ring ? " \(urgency.rawValue)" : "")"
    }
}
