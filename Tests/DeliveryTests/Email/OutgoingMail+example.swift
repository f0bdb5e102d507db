import AlarmCore

@testable import Delivery

extension OutgoingMail {
    static func example(
        id: UInt64 = 1,
        name: String = "Ana López",
        address: String = "ana@example.com",
        subject: String = "Please look after Bo",
        text: String = "Bo has not checked in.\n",
        html: String = "<p>Bo has not checked in.</p>",
        deadline: Instant = Instant(seconds: 1_767_225_600) + .hours(1)
    ) throws -> OutgoingMail {
        OutgoingMail(
            id: DeliveryID(high: 0x5000, low: 0x8000_0000_0000_0000 | id),
            alarm: AlarmID(high: 0x7000, low: 0x8000_0000_0000_0001),
            recipient: Mailbox(name: name, address: try EmailAddress(address)),
            subject: subject,
            text: text,
            html: html,
            language: "en",
            date: Instant(seconds: 1_767_225_600),
            deadline: deadline
        )
    }
}

extension Mailbox {
    static func relay(name: String = "Reveille") throws -> Mailbox {
        Mailbox(name: name, address: try EmailAddress("relay@mail.example.org"))
    }
}
