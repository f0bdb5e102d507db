// Not built here: see README.md.
import SwiftUI

/// Names the relay, and this phone's user.
struct JoinView: View {
    let model: AppModel
    @State private var relay = "https://"
    @State private var code = ""
    @State private var name = ""

    var body: some View {
        NavigationStack {
            Form {
                Section("Your name") { TextField("As your partner will see it", text: $name) }
                Section("Relay") {
                    TextField("Address", text: $relay).keyboardType(.URL).textInputAutocapitalization(.never)
                }
                Section {
                    TextField("Code", text: $code).autocorrectionDisabled()
                } header: {
                    Text("Code from the operator")
                } footer: {
                    Text("Leave it empty if your partner has a pairing code for you.")
                }
                Button("Go on") { Task { await model.join(relay: relay, code: code, name: name) } }
                    .disabled(name.isEmpty)
            }
            .navigationTitle("Reveille")
        }
    }
}
