package import AlarmCore
package import Delivery
import Sealing
import Synchronization

/// A mail server and a provider of text messages and calls that record what they get and answer as a test demands.
package final class RecordingContactChannels: MailChannel, SMSChannel, CallChannel {
    /// The auth token with which the provider signs what it says of a call.
    package static let authToken = "12345"

    private struct State {
        var mails: [OutgoingMail] = []
        var messages: [OutgoingSMS] = []
        var calls: [OutgoingCall] = []
        var answers: [DeliveryOutcome] = []
        var inquiries: [String] = []
        var fates: [SMSDeliveryStatus] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Every letter, in the order of sending.
    package var mails: [OutgoingMail] { state.withLock { $0.mails } }
    /// Every text message, in the order of sending.
    package var messages: [OutgoingSMS] { state.withLock { $0.messages } }
    /// Every call, in the order of placing.
    package var calls: [OutgoingCall] { state.withLock { $0.calls } }

    /// Messages whose delivery was inquired about, by identifier: `SM1` for the first.
    package var inquiries: [String] { state.withLock { $0.inquiries } }

    /// Sets the answers to the next inquiries about text messages; every other message is reported as delivered.
    package func tell(_ fates: SMSDeliveryStatus...) {
        state.withLock { $0.fates += fates }
    }

    /// Sets the answers to the next sends; everything after them is accepted.
    package func answer(_ outcomes: DeliveryOutcome...) {
        state.withLock { $0.answers += outcomes }
    }

    /// Accepts everything from now on, and drops the answers that were set.
    package func recover() {
        state.withLock { $0.answers = [] }
    }

    package func send(_ mail: OutgoingMail) async -> DeliveryOutcome {
        state.withLock { state in
            state.mails.append(mail)
            return state.answers.isEmpty ? .accepted : state.answers.removeFirst()
        }
    }

    package func send(_ message: OutgoingSMS) async -> SMSAttempt {
        state.withLock { state in
            state.messages.append(message)
            let outcome = state.answers.isEmpty ? .accepted : state.answers.removeFirst()
            return SMSAttempt(outcome, reference: outcome == .accepted ? "SM\(state.messages.count)" : nil)
        }
    }

    package func place(_ call: OutgoingCall) async -> DeliveryOutcome {
        state.withLock { state in
            state.calls.append(call)
            return state.answers.isEmpty ? .accepted : state.answers.removeFirst()
        }
    }

    package func isGenuine(_ request: CallRequest) -> Bool { Self.signature.isGenuine(request) }

    /// The signature of the provider's requests.
    package static var signature: TwilioSignature { TwilioSignature(token: SecretBytes(Array(authToken.utf8))) }

    package func fate(of reference: String) async -> SMSDeliveryStatus {
        state.withLock { state in
            state.inquiries.append(reference)
            return state.fates.isEmpty ? .arrived : state.fates.removeFirst()
        }
    }
}
