import AlarmCore

/// The attributes of a push in a valid request's headers.
struct PushAttributes: Hashable {
    var topic: String
    var type: PushType
    var priority: Int
    var expiration: Expiration
}

/// How long the gateway stores a push for a device that is offline: the header `apns-expiration`.
enum Expiration: Hashable {
    /// No header: Apple stores the push for up to 30 days.
    case `default`
    /// The value 0: one attempt, no storage.
    case immediate
    /// Stored until this time.
    case at(Instant)

    /// Returns the latest delivery time of a push received at `now`; nil if it may not be stored at all.
    func deadline(receivedAt now: Instant) -> Instant? {
        switch self {
        case .default: now + .days(30)
        case .immediate: nil
        case .at(let instant): instant
        }
    }
}

/// A documented value of `apns-push-type`, with what it demands of the rest of the request.
enum PushType: String, CaseIterable {
    case alert, background, complication, controls, fileprovider, liveactivity, location, mdm, pushtotalk, voip, widgets

    /// The largest payload in bytes.
    var payloadLimit: Int { self == .voip ? 5120 : 4096 }

    /// What the topic must end with after the app's bundle identifier.
    var topicSuffix: String {
        switch self {
        case .alert, .background, .mdm: ""
        case .complication: ".complication"
        case .controls: ".push-type.controls"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .location: ".location-query"
        case .pushtotalk: ".voip-ptt"
        case .voip: ".voip"
        case .widgets: ".push-type.widgets"
        }
    }
}
