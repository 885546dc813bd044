/// The members of a JSON object in the order in which they were set; each name once.
public struct JSONObject: Hashable, Sendable {
    /// A name and its value.
    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: JSONValue
    }

    /// The members in their order.
    public private(set) var members: [Member] = []

    /// An object without members.
    public init() {}

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// Setting nil takes the member away; setting a value anew keeps its place.
    ///
    /// A search from the front: objects in payloads of 4 KiB are small.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let place = members.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): members[place] = Member(name: name, value: value)
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init()
        for (name, value) in elements { self[name] = value }
    }
}
