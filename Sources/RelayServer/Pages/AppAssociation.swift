import AlarmWire

/// The file that lets an iOS app open a host's links (Apple's "associated domains").
struct AppAssociation: Hashable, WireEncodable {
    /// The apps, as `TEAM.bundle`.
    var apps: [String]
    /// The paths of the links.
    var paths: [String]

    var json: JSONValue {
        .object(of: [
            "applinks": .object(of: [
                "details": .array([
                    .object(of: [
                        "appIDs": .array(apps.map(JSONValue.string)),
                        "components": .array(paths.map { .object(of: ["/": .string($0)]) }),
                    ])
                ])
            ])
        ])
    }
}
