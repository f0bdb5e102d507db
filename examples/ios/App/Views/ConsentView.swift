// Not built here: see README.md.
import SwiftUI

/// What a person agrees to before anything is asked of the system.
struct ConsentView: View {
    let agree: () -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            Text("Somebody else may ring your phone").font(.largeTitle.bold())
            Label("Only people whom you have paired with, in person, can set alarms for you.", systemImage: "person.2")
            Label(
                "You can mute a partner, or end the pair, at any time.",
                systemImage: "hand.raised"
            )
            Label("Nobody but the two of you can read the messages, not even the relay.", systemImage: "lock")
            Label("The app now asks to show notifications and to set alarms.", systemImage: "alarm")
            Text("It does not replace an emergency call.").foregroundStyle(.secondary)
            Spacer()
            Button(action: agree) { Text("I agree").frame(maxWidth: .infinity) }
                .buttonStyle(.borderedProminent)
                .controlSize(.large)
        }
        .padding(24)
    }
}
