import APNs

/// Which platforms a message is for.
public struct PlatformFilter: Hashable, Sendable {
    /// Every platform.
    public static let all = PlatformFilter(Set(DevicePlatform.allCases))

    private let platforms: Set<DevicePlatform>

    /// Those platforms, and no others.
    public init(_ platforms: Set<DevicePlatform>) {
        self.platforms = platforms
    }

    /// Takes what a client names: one platform, or a list of some; without a word it is every one.
    ///
    /// - Throws: ``DraftFault`` for a platform that there is not.
    public init(_ value: JSONValue?) throws(DraftFault) {
        switch value {
        case nil, .null: self = .all
        case .string(let name): self.init([try Self.platform(name)])
        case .array(let names) where !names.isEmpty:
            var platforms: Set<DevicePlatform> = []
            for name in names {
                guard case .string(let name) = name else { throw Self.fault("It must hold texts.") }
                platforms.insert(try Self.platform(name))
            }
            self.init(platforms)
        default: throw Self.fault("It must be a platform, or a list of some.")
        }
    }

    /// Whether a device of the platform gets the message.
    public func includes(_ platform: DevicePlatform) -> Bool { platforms.contains(platform) }

    /// The platforms, in a fixed order.
    public var names: [DevicePlatform] { DevicePlatform.allCases.filter(platforms.contains) }

    private static func platform(_ name: String) throws(DraftFault) -> DevicePlatform {
        if let platform = DevicePlatform(rawValue: name) { return platform }
        throw fault("\"\(name.prefix(64))\" is none.")
    }

    private static func fault(_ reason: String) -> DraftFault {
        let names = DevicePlatform.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return DraftFault(field: "platform", reason: "\(reason) There are \(names).")
    }
}

extension PlatformFilter: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(Set(try [DevicePlatform](from: decoder)))
    }

    public func encode(to encoder: any Encoder) throws { try names.encode(to: encoder) }
}
