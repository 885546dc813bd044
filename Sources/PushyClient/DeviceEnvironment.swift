/// Which of Apple's two push services gave a device its token; neither takes the other's.
public enum DeviceEnvironment: String, Codable, Hashable, Sendable {
    /// TestFlight and the App Store.
    case production
    /// Debug builds from Xcode.
    case sandbox

    /// The environment of this build, told by whether it is a debug build.
    ///
    /// An app whose own build configurations do not follow that habit passes the right one to the client.
    public static var ofThisBuild: DeviceEnvironment {
        #if DEBUG
            .sandbox
        #else
            .production
        #endif
    }
}
