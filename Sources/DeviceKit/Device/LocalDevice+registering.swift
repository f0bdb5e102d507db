public import AlarmCore
public import AlarmWire
import Sealing

extension LocalDevice {
    /// Makes the device known to its relay; does nothing when it is known already.
    ///
    /// The device key was kept before, and goes out again after a lost reply, so that the relay answers with the same
    /// device.
    ///
    /// - Parameter ticket: what entitles it to register; nil where registration is open.
    /// - Returns: the device's name.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``, such as `registration-closed` or `no-gateway`.
    @discardableResult
    public func register(ticket: RegistrationTicket? = nil) async throws(DeviceError) -> DeviceID {
        if let device = profile.deviceID { return device }
        // Kept before the key goes out: a key that the relay knows and the device has lost is of no use to anybody.
        try update { _ in }
        let body = RegisterDevice(
            deviceKey: profile.deviceKey.secret.revealed(),
            platform: profile.platform,
            apns: profile.push,
            capabilities: profile.capabilities,
            timeZone: profile.timeZone,
            locale: profile.locale,
            ticket: ticket
        )
        let request = WireRequest(
            origin: profile.relay,
            method: .post,
            target: Routes.devices,
            headers: [.init("content-type", "application/json")],
            body: body.wire
        )
        let response = try Self.succeed(try await exchange(request), of: .post, Routes.devices)
        let answer: DeviceRegistered = try Self.read(response, of: .post, Routes.devices)
        try update { $0.deviceID = answer.deviceID }
        try learnClock(answer.serverTime)
        return answer.deviceID
    }

    /// Gives the relay another push token, without pairing again.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``, such as `no-gateway` for another app.
    public func replacePushToken(_ push: PushRegistration) async throws(DeviceError) {
        let answer: TokenReplaced = try await call(.put, Routes.token, body: ReplaceToken(apns: push))
        try update { $0.push = push }
        try learnClock(answer.serverTime)
    }
}
