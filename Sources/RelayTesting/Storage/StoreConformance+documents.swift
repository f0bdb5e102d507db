import AlarmCore
import Storage

extension StoreConformance {
    static let documents = [
        Check("A document is found by its kind and name, and replaced as a whole") { store in
            try await store.write { try $0.put(Document.sample(1)) }
            try await store.read { snapshot in
                try expect(snapshot.document(.contact, id: .sample(1)), is: .sample(1), "the document")
                try expect(snapshot.document(.watch, id: .sample(1)), is: nil, "another kind")
                try expect(snapshot.document(.contact, id: .sample(2)), is: nil, "another name")
            }
            let other = Document.sample(1, owner: .sample(2), circle: .sample(3), position: -7, body: [])
            try await store.write { try $0.put(other) }
            try await store.read { snapshot in
                try expect(snapshot.document(.contact, id: .sample(1)), is: other, "the new one")
                try expect(snapshot.documents(of: .sample(1)), is: [], "the former owner's")
                try expect(snapshot.documents(of: .sample(2)), is: [other], "the present owner's")
                try expect(
                    snapshot.documents(.contact, in: .sample(3), after: nil, limit: 9),
                    is: [other],
                    "the circle's"
                )
            }
        },
        Check("Every kind of document is kept, and a person's are listed by kind and place") { store in
            let all = Document.Kind.allCases.sorted { $0.rawValue < $1.rawValue }.flatMap { kind in
                [Document.sample(2, kind: kind, position: 1), Document.sample(1, kind: kind, position: 2)]
            }
            try await store.write { transaction in
                for document in all.reversed() { try transaction.put(document) }
                try transaction.put(Document.sample(3, owner: .sample(2)))
            }
            try expect(try await store.read { try $0.documents(of: .sample(1)) }, is: all, "the documents")
        },
        Check("Lists of documents are in order of place, and go on behind any place") { store in
            let listed = [
                Document.sample(3, circle: .sample(1), position: .min),
                Document.sample(2, circle: .sample(1), position: -5),
                Document.sample(1, circle: .sample(1), position: 7),
                Document.sample(4, circle: .sample(1), position: 7),
                Document.sample(5, circle: .sample(1), position: .max),
            ]
            try await store.write { transaction in
                for document in listed.reversed() { try transaction.put(document) }
                try transaction.put(Document.sample(1, kind: .watch, circle: .sample(1)))
                try transaction.put(Document.sample(6, owner: .sample(2), circle: .sample(2)))
            }
            try await store.read { snapshot in
                for start in 0...listed.count {
                    for limit in 0...listed.count {
                        let after = start == 0 ? nil : listed[start - 1].place
                        let expected = Array(listed[start...].prefix(limit))
                        try expect(
                            snapshot.documents(.contact, of: .sample(1), after: after, limit: limit),
                            is: expected,
                            "\(limit) of the owner's behind \(start)"
                        )
                        try expect(
                            snapshot.documents(.contact, in: .sample(1), after: after, limit: limit),
                            is: expected,
                            "\(limit) of the circle's behind \(start)"
                        )
                    }
                }
            }
        },
        Check("A person's circles are those of their memberships") { store in
            try await store.write { transaction in
                try transaction.put(.sample(1, kind: .membership, circle: .sample(8), position: 2))
                try transaction.put(.sample(2, kind: .membership, circle: .sample(7), position: 1))
                try transaction.put(.sample(3, kind: .membership))
                try transaction.put(.sample(4, kind: .membership, owner: .sample(2), circle: .sample(9)))
                try transaction.put(.sample(5, kind: .reminder, circle: .sample(6)))
            }
            try expect(
                try await store.read { try $0.circles(of: .sample(1)) },
                is: [.sample(7), .sample(8)],
                "circles"
            )
            try expect(try await store.read { try $0.circles(of: .sample(3)) }, is: [], "a stranger's")
        },
        Check("A forgotten document is gone from every list, once") { store in
            try await store.write { try $0.put(Document.sample(1, circle: .sample(1))) }
            try await store.write { try $0.deleteDocument(.watch, id: .sample(1)) }
            try expect(try await store.read { try $0.document(.contact, id: .sample(1)) != nil }, "another kind's")
            for _ in 1...2 { try await store.write { try $0.deleteDocument(.contact, id: .sample(1)) } }
            try await store.read { snapshot in
                try expect(snapshot.document(.contact, id: .sample(1)), is: nil, "by name")
                try expect(snapshot.documents(of: .sample(1)), is: [], "the owner's")
                try expect(snapshot.documents(.contact, in: .sample(1), after: nil, limit: 9), is: [], "the circle's")
            }
        },
        Check("All that a person gave is forgotten at once, and nothing of anybody else's") { store in
            let other = Document.sample(3, owner: .sample(2))
            try await store.write { transaction in
                try transaction.put(Document.sample(1))
                try transaction.put(Document.sample(2, kind: .watch))
                try transaction.put(other)
                try transaction.deleteDocuments(of: .sample(1))
                try transaction.deleteDocuments(of: .sample(1))
            }
            try await store.read { snapshot in
                try expect(snapshot.documents(of: .sample(1)), is: [], "theirs")
                try expect(snapshot.documents(of: .sample(2)), is: [other], "the other's")
            }
        },
        Check("Documents before a position are forgotten, of that kind and person alone") { store in
            let kept = [
                Document.sample(3, kind: .beat, position: 3),
                Document.sample(1, kind: .watch, position: 1),
            ]
            try await store.write { transaction in
                try transaction.put(.sample(1, kind: .beat, position: 1))
                try transaction.put(.sample(2, kind: .beat, position: 2))
                for document in kept { try transaction.put(document) }
                try transaction.put(.sample(9, kind: .beat, owner: .sample(2), position: 1))
                try transaction.deleteDocuments(.beat, of: .sample(1), before: 3)
            }
            try await store.read { snapshot in
                try expect(snapshot.documents(of: .sample(1)), is: kept, "what stays")
                try expect(snapshot.documents(of: .sample(2)).count, is: 1, "the other person's")
            }
        },
        Check("Alerts before a position are forgotten, the oldest first, whoever's they are, and nothing else") {
            store in
            let kept = [Document.sample(3, kind: .alert, position: 3), Document.sample(4, kind: .beat, position: 1)]
            try await store.write { transaction in
                try transaction.put(.sample(1, kind: .alert, owner: .sample(2), position: 1))
                try transaction.put(.sample(2, kind: .alert, position: 2))
                for document in kept { try transaction.put(document) }
                try expect(transaction.deleteOldest(.alert, before: 3, limit: 1), is: 1, "the first")
            }
            try await store.read { snapshot in
                try expect(snapshot.documents(of: .sample(2)).count, is: 0, "the oldest")
                try expect(snapshot.document(.alert, id: .sample(2)) != nil, is: true, "the next")
            }
            try await store.write { transaction in
                try expect(transaction.deleteOldest(.alert, before: 3, limit: 9), is: 1, "the rest")
                try expect(transaction.deleteOldest(.alert, before: 3, limit: 9), is: 0, "no more")
            }
            try await store.read { snapshot in
                let left = try snapshot.documents(of: .sample(1)).sorted { $0.position > $1.position }
                try expect(left, is: kept, "what stays")
            }
        },
        Check("Documents of one kind before a position are read page by page, whoever's they are") { store in
            let positions: [Int64] = [1, 1, 2, 2, 3]
            let found = positions.enumerated().map { index, position in
                Document.sample(index + 1, kind: .reminder, owner: .sample(index % 2 + 1), position: position)
            }
            try await store.write { transaction in
                for document in found.reversed() { try transaction.put(document) }
                try transaction.put(.sample(6, kind: .reminder, position: 4))
                try transaction.put(.sample(7, kind: .beat, position: 1))
            }
            try await store.read { snapshot in
                var place: DocumentPosition?
                var read: [Document] = []
                for count in [2, 2, 1, 0] {
                    let page = try snapshot.documents(.reminder, before: 4, after: place, limit: 2)
                    try expect(page.count, is: count, "a page")
                    place = page.last?.place ?? place
                    read += page
                }
                try expect(read, is: found, "in order of place")
            }
        },
        Check("A circle's documents are read from the last on, page by page") { store in
            let documents = [(4, 1), (2, 2), (1, 3), (3, 3)].map { id, position in
                Document.sample(id, circle: .sample(1), position: Int64(position))
            }
            try await store.write { transaction in
                for document in documents { try transaction.put(document) }
                try transaction.put(.sample(5, circle: .sample(2), position: 9))
                try transaction.put(.sample(6, kind: .watch, circle: .sample(1), position: 9))
            }
            let backwards = Array(documents.reversed())
            try await store.read { snapshot in
                for limit in 0...5 {
                    try expect(
                        snapshot.documents(.contact, in: .sample(1), before: nil, limit: limit),
                        is: Array(backwards.prefix(limit)),
                        "the last \(limit)"
                    )
                    for (index, document) in backwards.enumerated() {
                        try expect(
                            snapshot.documents(.contact, in: .sample(1), before: document.place, limit: limit),
                            is: Array(backwards.dropFirst(index + 1).prefix(limit)),
                            "\(limit) before the last but \(index)"
                        )
                    }
                }
            }
        },
        Check("All but the last documents are forgotten, of that kind and person alone") { store in
            let kept = [Document.sample(1, kind: .beat, position: 3), Document.sample(4, kind: .beat, position: 3)]
            try await store.write { transaction in
                for document in kept { try transaction.put(document) }
                try transaction.put(.sample(2, kind: .beat, position: 1))
                try transaction.put(.sample(3, kind: .beat, position: 2))
                try transaction.put(.sample(5, kind: .watch, position: 0))
                try transaction.put(.sample(6, kind: .beat, owner: .sample(2), position: 0))
                try transaction.deleteDocuments(.beat, of: .sample(1), butLast: 9)
                let all = try transaction.documents(.beat, of: .sample(1), after: nil, limit: 9)
                try expect(all.count, is: 4, "with room")
                try transaction.deleteDocuments(.beat, of: .sample(1), butLast: 2)
            }
            try await store.read { snapshot in
                let left = try snapshot.documents(.beat, of: .sample(1), after: nil, limit: 9)
                try expect(left, is: kept, "what stays")
                try expect(snapshot.document(.watch, id: .sample(5)) != nil, is: true, "another kind stays")
                try expect(snapshot.documents(of: .sample(2)).count, is: 1, "the other person's")
            }
        },
        Check("What a failed body did to documents is undone") { store in
            try await store.write { try $0.put(Document.sample(1, circle: .sample(1))) }
            do {
                try await store.write { transaction in
                    try transaction.put(Document.sample(1, owner: .sample(2), position: 9))
                    try transaction.put(Document.sample(2))
                    try transaction.deleteDocuments(of: .sample(2))
                    try transaction.deleteDocuments(of: .sample(1))
                    throw StoreError.failed("on purpose")
                }
            } catch StoreError.failed {}
            try await store.read { snapshot in
                let expected = [Document.sample(1, circle: .sample(1))]
                try expect(snapshot.documents(of: .sample(1)), is: expected, "the owner's")
                try expect(
                    snapshot.documents(.contact, in: .sample(1), after: nil, limit: 9),
                    is: expected,
                    "the circle's"
                )
            }
        },
    ]
}
