public import AlarmCore
public import AlarmWire
import Sealing

extension LocalDevice {
    /// Registers the device with its relay; does nothing if it is registered already.
    ///
    /// The device key was stored before, and is sent again after a lost reply, so that the relay answers with the same
    /// device.
    ///
    /// - Parameter ticket: the ticket that entitles it to register; nil where registration is open.
    /// - Returns: the device's identifier.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``, such as `registration-closed` or `no-gateway`.
    @discardableResult
    public func register(ticket: RegistrationTicket? = nil) async throws(DeviceError) -> DeviceID {
        if let device = profile.deviceID { return device }
        // Stored before the key is sent: a key that the relay knows and the device has lost would be useless.
        try update { _ in }
        let body = RegisterDevice(
            deviceKey: profile.deviceKey.secret.revealed(),
            platform: profile.platform,
            apns: profile.push,
            webPush: profile.platform == .webPush ? profile.subscription?.published : nil,
            capabilities: profile.capabilities,
            timeZone: profile.timeZone,
            locale: profile.locale,
            ticket: ticket
        )
        let asked = Endpoints.Devices.register(body)
        let request = WireRequest(
            origin: profile.relay,
            method: asked.method,
            target: asked.target,
            headers: [.init("content-type", "application/json")],
            body: body.wire
        )
        let answer = try Self.read(try Self.succeed(try await exchange(request), asked), to: asked)
        try update { $0.deviceID = answer.deviceID }
        try learnClock(answer.serverTime)
        return answer.deviceID
    }

    /// Gives the relay a new push token, without pairing again.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``, such as `no-gateway` for another app.
    public func replacePushToken(_ push: PushRegistration) async throws(DeviceError) {
        let answer = try await perform(Endpoints.Devices.replaceToken(ReplaceToken(apns: push)))
        try update { $0.push = push }
        try learnClock(answer.serverTime)
    }
}
