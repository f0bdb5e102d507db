// Not built here: see README.md.
import AlarmCore
import DeviceKit
import SwiftUI

/// The partners, and the alarms of both directions.
struct AlarmsView: View {
    let model: AppModel
    @State private var isPairing = false
    @State private var isSending = false
    @State private var isDeleting = false

    var body: some View {
        NavigationStack {
            List {
                Section("Alarms") {
                    ForEach(model.alarms, id: \.view.id) { alarm in
                        VStack(alignment: .leading) {
                            Text(verbatim: alarm.words.text ?? "…")
                            Text(Date(alarm.view.time), format: .dateTime).foregroundStyle(.secondary)
                            if let name = alarm.partnerName { Text(verbatim: name).font(.footnote) }
                        }
                        .swipeActions {
                            Button("Cancel", role: .destructive) { Task { await model.cancel(alarm.view.id) } }
                        }
                    }
                }
                Section("Partners") {
                    ForEach(model.pairs.filter(\.isActive), id: \.id) { pair in
                        Toggle(isOn: ringing(pair.id)) {
                            Text("\(pair.partnerName) may ring")
                        }
                        .swipeActions {
                            Button("End", role: .destructive) { Task { await model.revoke(pair.id) } }
                        }
                    }
                    Button("Pair with somebody") { isPairing = true }
                }
                Section {
                    Button("Delete everything", role: .destructive) { isDeleting = true }
                }
            }
            .refreshable { await model.catchUp() }
            .navigationTitle("Reveille")
            .toolbar { Button("New alarm") { isSending = true }.disabled(model.pairs.allSatisfy { !$0.isActive }) }
            .sheet(isPresented: $isPairing) { PairView(model: model) }
            .sheet(isPresented: $isSending) { SendView(model: model) }
            .confirmationDialog("Delete everything", isPresented: $isDeleting) {
                Button("Delete everything", role: .destructive) { Task { await model.deleteEverything() } }
            } message: {
                Text("All your data at the relay and the keys on this phone are deleted. This cannot be undone.")
            }
            .task { await model.catchUp() }
        }
    }

    private func ringing(_ pair: PairID) -> Binding<Bool> {
        Binding(
            get: { !model.muted.contains(pair) },
            set: { mayRing in Task { await model.setMuted(!mayRing, pair) } }
        )
    }
}
