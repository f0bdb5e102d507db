import AlarmCore
import AlarmWire

extension FuzzTarget {
    /// Every message of the API: the first byte chooses which.
    static let wire = FuzzTarget(name: "wire") { input in
        var pieces = FuzzInput(input)
        let check = messages[pieces.choice(of: messages.count)]
        check(Array(pieces.rest))
    }

    private static let messages: [@Sendable ([UInt8]) -> Void] = [
        { roundTrip(AlarmRequest.self, $0) }, { roundTrip(AlarmChange.self, $0) }, { roundTrip(AlarmView.self, $0) },
        { roundTrip(AlarmAccepted.self, $0) }, { roundTrip(Receipt.self, $0) }, { roundTrip(ReceiptAccepted.self, $0) },
        { roundTrip(MessagePlaintext.self, $0) }, { roundTrip(RegisterDevice.self, $0) },
        { roundTrip(DeviceRegistered.self, $0) }, { roundTrip(PushRegistration.self, $0) },
        { roundTrip(ReplaceToken.self, $0) }, { roundTrip(RegistrationTicket.self, $0) },
        { roundTrip(CreateInvite.self, $0) }, { roundTrip(InviteCreated.self, $0) },
        { roundTrip(ClaimInvite.self, $0) },
        { roundTrip(InviteClaimed.self, $0) }, { roundTrip(AnswerInvite.self, $0) },
        { roundTrip(ConfirmInvite.self, $0) }, { roundTrip(InviteStatus.self, $0) }, { roundTrip(Hello.self, $0) },
        { roundTrip(ConfirmBox.self, $0) }, { roundTrip(PairList.self, $0) }, { roundTrip(AlarmList.self, $0) },
        { roundTrip(SyncAnswer.self, $0) }, { roundTrip(SyncedAlarm.self, $0) }, { roundTrip(Problem.self, $0) },
        { roundTrip(DeliveryFunnel.self, $0) }, { roundTrip(DeviceList.self, $0) }, { roundTrip(HandOver.self, $0) },
        { roundTrip(TokenReplaced.self, $0) }, { roundTrip(GoneAlarm.self, $0) },
        { roundTrip(PreviewRequest.self, $0) }, { roundTrip(SchedulePreview.self, $0) },
        { roundTrip(WebPushSubscription.self, $0) }, { roundTrip(DeviceChange.self, $0) },
        { roundTrip(WebPushKeyAnswer.self, $0) },
    ]

    private static func roundTrip<Message: WireMessage & Equatable>(_ type: Message.Type, _ text: [UInt8]) {
        guard let message = try? Message(wire: text, limits: .answer) else { return }
        let written = message.wire
        // Years beyond the four digits of RFC 3339 come from an offset alone, and are written with a sign.
        guard let again = try? Message(wire: written, limits: .answer) else {
            require(written.holdsFarYear, "\(type) is read back: \(String(decoding: written, as: UTF8.self))")
            return
        }
        require(again == message, "\(type) is the same when read back: \(String(decoding: written, as: UTF8.self))")
        require(again.wire == written, "\(type) is written the same way again")
    }
}

extension [UInt8] {
    /// Whether a time with a year of five digits or a sign stands in it.
    fileprivate var holdsFarYear: Bool {
        String(decoding: self, as: UTF8.self).contains(#/"[+-][0-9]{4,}-[0-9]{2}-[0-9]{2}T/#)
    }
}
