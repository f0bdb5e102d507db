import AlarmCore
import AlarmWire

/// How soon a push service wakes a sleeping device for a message (RFC 8030, section 5.3).
enum WebPushUrgency: String {
    /// At once, whatever the battery's state.
    case high
    /// Unless the device saves power.
    case normal
    /// While the device is charged and on Wi-Fi.
    case low

    /// High for what rouses, low for what is only good to know.
    init(of stage: PushStage) {
        switch stage.stage {
        case let stage? where stage.asksForAction: self = .high
        case .test, .rehearsal, .contactsTold: self = .high
        case .completed, .moved, .unblocked: self = .low
        default: self = .normal
        }
    }

    /// The priority of the rendered push.
    var priority: RenderedPush.Priority {
        switch self {
        case .high: .immediate
        case .normal: .considerate
        case .low: .leisurely
        }
    }

    /// The urgency of a rendered push.
    init(_ priority: RenderedPush.Priority) {
        switch priority {
        case .immediate: self = .high
        case .considerate: self = .normal
        case .leisurely: self = .low
        }
    }
}
