public import AlarmCore

extension Endpoints {
    /// The devices of a person (PA1 section 2).
    public enum Devices {
        /// Registers a device; one that was registered before is answered with 200.
        public static let register = Endpoint<NoTarget, RegisterDevice, DeviceRegistered>(
            .post,
            "/v1/devices",
            by: .newDevice,
            statuses: [201, 200]
        )
        /// The devices of the caller's person.
        public static let list = Endpoint<NoTarget, NoContent, DeviceList>(.get, "/v1/devices")
        /// Adds a server of the caller's person.
        public static let addWebhook = Endpoint<NoTarget, AddWebhookDevice, WebhookDeviceAdded>(
            .post,
            "/v1/devices/webhook",
            statuses: [201]
        )
        /// Another address for the calling device.
        public static let replaceToken = Endpoint<NoTarget, ReplaceToken, TokenReplaced>(
            .put,
            "/v1/devices/self/token"
        )
        /// What the calling device says of itself.
        public static let change = Endpoint<NoTarget, DeviceChange, DeviceView>(.patch, "/v1/devices/self")
        /// Removes a device of the caller's person.
        public static let remove = Endpoint<DeviceID, NoContent, NoContent>(.delete, "/v1/devices/{id}")

        static let all: [any AnyEndpoint] = [register, list, addWebhook, replaceToken, change, remove]
    }

    /// Pushes to browsers (PA1 section 2).
    public enum WebPush {
        /// The public key with which a browser subscribes; 404 where the relay has no such pushes.
        public static let key = Endpoint<NoTarget, NoContent, WebPushKeyAnswer>(
            .get,
            "/v1/webpush/key",
            by: .anybody
        )

        static let all: [any AnyEndpoint] = [key]
    }
}
