import AlarmCore
import AlarmWire
import StrictYAML

extension ControlAPI {
    /// Resources for team keys: making, registering and revoking them.
    func keys(_ path: [String]) -> Methods? {
        switch path.count {
        case 0: ["POST": makeKey]
        case 1: ["DELETE": { _ in try revokeKey(path[0]) }]
        default: nil
        }
    }

    private func makeKey(_ request: ControlRequest) throws -> ControlReply {
        var object = try Self.object(request, expected: "topics, environments, pem, keyId, teamId")
        let topics = try object.required("topics") { value throws(YAMLError) in
            var topics: Set<String> = []
            for topic in try value.list("a list of topics", upTo: 100) { topics.insert(try topic.text(upTo: 200)) }
            return topics
        }
        let environments = try object.optional("environments") { value throws(YAMLError) in
            var environments: Set<GatewaySimulator.Environment> = []
            for environment in try value.list("a list of environments", upTo: 2) {
                environments.insert(try environment.word(GatewaySimulator.Environment.self))
            }
            return environments
        }
        let pem = try object.optional("pem") { value throws(YAMLError) in try value.text(upTo: 4096) }
        let names = [
            try object.optional("keyId") { value throws(YAMLError) in try value.text(upTo: 200) },
            try object.optional("teamId") { value throws(YAMLError) in try value.text(upTo: 200) },
        ].compactMap { $0 }
        try object.finish()
        let all = environments ?? Set(GatewaySimulator.Environment.allCases)
        let key: TeamKey
        switch (pem, names.count) {
        case (nil, 0):
            key = try gateway.makeTeamKey(topics: topics, environments: all)
        case (let pem?, 2):
            key = TeamKey(pem: pem, keyID: names[0], teamID: names[1])
            do {
                try gateway.register(key, topics: topics, environments: all)
            } catch {
                throw ControlRefusal(status: 400, problem: "pem: expected a P-256 private key in PEM (PKCS#8)")
            }
        default:
            throw ControlRefusal(status: 400, problem: "expected pem, keyId and teamId together, or none of them")
        }
        return .json(
            .object(of: [
                "pem": .string(key.pem),
                "keyId": .string(key.keyID),
                "teamId": .string(key.teamID),
                "authorization": .string(try key.authorization(issuedAt: gateway.now())),
            ]),
            status: 201
        )
    }

    private func revokeKey(_ keyID: String) throws -> ControlReply {
        guard gateway.withState({ $0.keys[keyID] }) != nil else {
            throw ControlRefusal(status: 404, problem: "there is no key of this name")
        }
        gateway.revokeKey(keyID)
        return .done
    }
}
