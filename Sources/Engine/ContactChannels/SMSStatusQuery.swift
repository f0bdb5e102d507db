package import AlarmCore
package import AlarmWire
package import Storage

/// An inquiry about a text message, stored under the identifier of the delivery that asks.
package struct SMSStatusQuery: RecordBody, Hashable {
    package static let kind = Document.Kind.inquiry

    /// The provider's identifier of the message.
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
