import Foundation

extension Finding {
    /// No true clock shows an earlier time than this program's own: 2026-01-01.
    private static let earliestMoment = Date(timeIntervalSince1970: 1_767_225_600)

    /// What this machine's clock shows. Provider tokens are dated by it, and APNs refuses one that is an hour off: whether
    /// it is, only the connection to APNs can say.
    public init(clock moment: Date) {
        let shown = moment.formatted(.iso8601)
        let isPast = moment < Self.earliestMoment
        verdict = isPast ? .wrong : .fine
        subject = "clock"
        sentence = isPast ? "It shows \(shown), which is long past: set it right." : "\(shown)"
    }
}
