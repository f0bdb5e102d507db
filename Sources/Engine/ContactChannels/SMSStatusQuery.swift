package import AlarmCore
package import AlarmWire
package import Storage

/// Which text message a provider is to be asked after; named after the delivery that asks.
package struct Inquiry: RecordBody, Hashable {
    package static let kind = Document.Kind.inquiry

    /// The provider's name for the message.
    package var reference: String
    /// The delivery that sent it.
    package var delivery: DeliveryID

    package init(reference: String, delivery: DeliveryID) {
        self.reference = reference
        self.delivery = delivery
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        reference = try object.string("reference", bytes: 1...128)
        delivery = try object.identifier("delivery")
    }

    package var json: JSONValue {
        .object(of: ["reference": .string(reference), "delivery": .identifier(delivery)])
    }
}
