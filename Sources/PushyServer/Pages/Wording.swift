import Foundation
import PushyCore

extension Int {
    /// So many devices, in words.
    var devices: String { self == 1 ? "1 device" : "\(grouped) devices" }
}

extension Date {
    /// The moment for a program.
    var rfc3339: String { formatted(.iso8601) }
}

extension TimeInterval {
    /// A span for a person: `2 min 3 s`.
    var worded: String {
        let seconds = Int(rounded())
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
    }
}

extension TimeInterval {
    /// How long something took, for a person.
    var asDuration: String { self < 1 ? "less than a second" : worded }
}

extension Audience {
    /// The audience for a person.
    var worded: String {
        switch self {
        case .all: "Everyone"
        case .pro: "Pro only"
        case .free: "Free only"
        }
    }
}

extension APNsEnvironment {
    /// The environment for a person.
    var worded: String {
        switch self {
        case .production: "Production"
        case .sandbox: "Sandbox"
        }
    }

    /// Which builds of the app it reaches.
    var purpose: String {
        switch self {
        case .production: "The app from the App Store or TestFlight: your users."
        case .sandbox: "Builds that Xcode put on a device: yours, for a trial."
        }
    }
}
