package import AlarmCore
package import Delivery
import Synchronization

/// A mail server and a provider of text messages that keep what they are given and answer what a test tells them to.
package final class RecordingLetters: MailChannel, SMSChannel {
    private struct State {
        var mails: [OutgoingMail] = []
        var messages: [OutgoingSMS] = []
        var answers: [DeliveryOutcome] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Every letter, in the order of sending.
    package var mails: [OutgoingMail] { state.withLock { $0.mails } }
    /// Every text message, in the order of sending.
    package var messages: [OutgoingSMS] { state.withLock { $0.messages } }

    /// What the next sends are answered with; everything is taken after that.
    package func answer(_ outcomes: DeliveryOutcome...) {
        state.withLock { $0.answers += outcomes }
    }

    package func send(_ mail: OutgoingMail) async -> DeliveryOutcome {
        state.withLock { state in
            state.mails.append(mail)
            return state.answers.isEmpty ? .accepted : state.answers.removeFirst()
        }
    }

    package func send(_ message: OutgoingSMS) async -> DeliveryOutcome {
        state.withLock { state in
            state.messages.append(message)
            return state.answers.isEmpty ? .accepted : state.answers.removeFirst()
        }
    }
}
