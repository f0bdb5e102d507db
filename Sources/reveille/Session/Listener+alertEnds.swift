import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// What became of an alert that the relay does not show this person any more.
enum AlertEnd {
    /// This person is out of its circle, for this reason in a clause.
    case out(TextKey)
    /// The dweller does not let them know of its kind any more.
    case hidden
    /// It is over: whoever may know of its kind sees it until then.
    case over
    /// Whoever looked after the dweller has left the circle, and it goes on as another one, about this dweller.
    case again(CareAlertView, CareDwellerView)

    /// What it means for this person, in a clause.
    var reason: TextKey {
        switch self {
        case .out(let reason): reason
        case .hidden: .listenWhyAlertHidden
        case .over: .listenWhyAlertOver
        case .again: .listenWhyAlertAgain
        }
    }

    /// Tells what became of an alert.
    ///
    /// - Parameters:
    ///   - id: the alert.
    ///   - kind: its kind.
    ///   - circle: its circle, as it is now.
    ///   - overview: what this person may know of their care circles now.
    init(of id: DocumentID, _ kind: CareSignal.Kind, in circle: CircleView, _ overview: CareOverview) {
        let own = circle.members.first(where: \.isSelf)
        let dwellers = overview.dwellers.filter { $0.circle == circle.id }
        for dweller in dwellers {
            let known = dweller.alerts + [dweller.lastAlert].compactMap(\.self) + (dweller.unresolved ?? [])
            guard let next = known.first(where: { $0.continues == id }) else { continue }
            self = .again(next, dweller)
            return
        }
        let mayKnow = own?.role == .dweller || own?.permissions?.contains(.alert(kind)) ?? false
        self = mayKnow ? .over : .hidden
    }
}

extension Listener {
    /// What became of an alert about which the relay says nothing more; nil where that cannot be learnt now.
    func end(of id: DocumentID, _ kind: CareSignal.Kind, in circle: CircleID) async -> AlertEnd? {
        if let out = await reasonOut(of: circle) { return .out(out) }
        guard let view = try? await device.circle(circle), let overview = try? await device.careOverview() else {
            return nil
        }
        return AlertEnd(of: id, kind, in: view, overview)
    }
}

extension CareDwellerView {
    /// The view with this alert alone.
    func showing(_ alert: CareAlertView) -> CareDwellerView {
        var view = self
        view.alerts = [alert]
        return view
    }
}
