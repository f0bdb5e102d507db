import AlarmCore
import GatewaySimulator

/// A ring that the gateway has heard for the first time.
struct Heard: Sendable {
    let push: ReceivedPush
    let id: AlarmID
}
