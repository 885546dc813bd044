/// What the device runs, which the server's owner sees, and which of Apple's platforms a message may be for.
public enum DevicePlatform: String, Codable, Hashable, Sendable {
    case ios, macos, tvos, watchos, visionos

    /// The platform of this build; an app of Mac Catalyst runs on a Mac.
    public static var ofThisBuild: DevicePlatform {
        #if os(macOS) || targetEnvironment(macCatalyst)
            .macos
        #elseif os(tvOS)
            .tvos
        #elseif os(watchOS)
            .watchos
        #elseif os(visionOS)
            .visionos
        #else
            .ios
        #endif
    }
}
