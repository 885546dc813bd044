import HTTPClient
import JSON

/// What FCM answered to one request, read with patience: an answer need not be FCM's, nor JSON.
///
/// Source: Firebase, FCM error codes; the discovery document's `FcmError` and Google's `Status`.
struct FCMAnswer {
    let status: Int
    /// The message's name, where it was accepted.
    let name: String?
    /// `FcmError.errorCode`; nil where there is none, as in every answer that is not FCM's own.
    let code: FCMErrorCode?
    /// Google's own `status`, which says less.
    let googleStatus: FCMErrorCode?
    let message: String
    /// Whether the fault is the token itself.
    let blamesToken: Bool
    let retryAfter: Duration?

    init(_ response: ClientResponse) {
        let json = try? JSONValue(reading: response.body)
        status = response.status
        retryAfter = response.retryAfter
        name = Self.text(json?["name"])
        let error = json?["error"]
        let details = Self.array(error?["details"])
        code = details.lazy.filter { Self.text($0["@type"])?.hasSuffix(".firebase.fcm.v1.FcmError") == true }
            .compactMap { Self.text($0["errorCode"]) }.first.flatMap { FCMErrorCode(answered: $0) }
        googleStatus = Self.text(error?["status"]).flatMap { FCMErrorCode(answered: $0) }
        let words = Self.text(error?["message"]) ?? ""
        message = ServerWords(words).text
        let violations = details.flatMap { Self.array($0["fieldViolations"]) }
        blamesToken =
            words.hasPrefix(Self.tokenFault) || violations.contains { Self.text($0["field"]) == "message.token" }
    }

    /// What FCM says where the token is none.
    private static let tokenFault = "The registration token is not a valid FCM registration token"

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    private static func array(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let values) = value else { return [] }
        return values
    }
}

extension FCMAnswer {
    /// Whether the access token is refused; Firebase's own credentials are refused with 401 as well.
    var refusesAccess: Bool { status == 401 && code != .thirdPartyAuthError }

    /// FCM's advice for a quota that is spent, and for other faults.
    private static let waitAfterQuota = Duration.seconds(60)
    private static let waitAfterFault = Duration.seconds(10)

    var outcome: FCMOutcome {
        switch (status, code) {
        case (200..<300, _): .accepted(name: name ?? "")
        case (_, .unregistered): .gone(.unregistered)
        case (_, .invalidArgument) where blamesToken: .gone(.invalidArgument)
        case (_, .quotaExceeded), (429, _): .later(shownCode, after: retryAfter ?? Self.waitAfterQuota)
        case (_, .unavailable), (_, .internalError), (500..<600, nil):
            .later(shownCode, after: retryAfter ?? Self.waitAfterFault)
        default: .rejected(FCMRejection(status: status, code: shownCode, message: message))
        }
    }

    /// Without FCM's code Google's status stands for it, and without that the HTTP status: a proxy's page has neither.
    private var shownCode: FCMErrorCode { code ?? googleStatus ?? FCMErrorCode(rawValue: "HTTP \(status)") }
}
