import AlarmCore
import AlarmWire

/// What a notification says in place of the text that it came with; nil keeps that, which is in the reader's language.
public struct NotificationText: Hashable, Sendable {
    /// The title.
    public var title: String?
    /// The body.
    public var body: String?
}

extension Received {
    /// The text of the notification, of verified words alone.
    ///
    /// A title is the name of whoever wrote, the body their words. What could not be verified is not shown: the
    /// notification keeps its general text, and rings all the same.
    public var notificationText: NotificationText {
        switch self {
        case .alarm(let alarm, _):
            guard let words = alarm.words.text else {
                return NotificationText(title: alarm.relayWords?.title, body: alarm.relayWords?.body)
            }
            return NotificationText(title: alarm.partnerName ?? alarm.relayWords?.title, body: words)
        case .notice(let notice):
            return NotificationText(
                title: notice.partnerName ?? notice.relayWords?.title,
                body: notice.reply?.text ?? notice.relayWords?.body
            )
        case .unreadable: return NotificationText()
        }
    }
}
