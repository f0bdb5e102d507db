// Not built here: see README.md.
import DeviceKit
import SwiftUI

/// Consent first, then joining, then alarms.
struct RootView: View {
    @Bindable var model: AppModel
    @AppStorage("hasConsented") private var hasConsented = false

    var body: some View {
        Group {
            if !hasConsented {
                ConsentView {
                    hasConsented = true
                    Task { await model.askForPermissions() }
                }
            } else if model.device == nil {
                JoinView(model: model)
            } else {
                AlarmsView(model: model)
            }
        }
        .alert(
            "It did not work",
            isPresented: Binding(get: { model.problem != nil }, set: { if !$0 { model.problem = nil } })
        ) {
            Button("OK") {}
        } message: {
            Text(verbatim: model.problem ?? "")
        }
    }
}
