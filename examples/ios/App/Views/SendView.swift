// Not built here: see README.md.
import AlarmCore
import DeviceKit
import SwiftUI

/// Sets an alarm for a partner.
struct SendView: View {
    let model: AppModel
    @Environment(\.dismiss) private var dismiss
    @State private var text = ""
    @State private var date = Date.now.addingTimeInterval(3600)
    @State private var pair: PairID?

    var body: some View {
        NavigationStack {
            Form {
                Picker("For", selection: $pair) {
                    ForEach(model.pairs.filter(\.isActive), id: \.id) { pair in
                        Text(verbatim: pair.partnerName).tag(Optional(pair.id))
                    }
                }
                DatePicker("When", selection: $date, in: Date.now...)
                TextField("Message", text: $text, axis: .vertical)
            }
            .navigationTitle("New alarm")
            .toolbar {
                Button("Set") {
                    guard let pair else { return }
                    Task {
                        await model.send(text, at: date, to: pair)
                        dismiss()
                    }
                }
                .disabled(pair == nil || text.isEmpty)
            }
            .onAppear { pair = model.pairs.first(where: \.isActive)?.id }
        }
    }
}
