import Foundation

extension Date {
    /// The moment that a text of RFC 3339 names, with or without a fraction of a second.
    init?(rfc3339 text: String) {
        let formats = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
        for format in formats {
            // The two forms exclude each other, so that one fails is expected.
            if let moment = try? format.parse(text) {
                self = moment
                return
            }
        }
        return nil
    }
}
