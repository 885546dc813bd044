import HTTP2

/// A way in which FCM fails.
///
/// Source: Firebase, FCM error codes; and what clients of FCM have met.
public enum FCMFault: Hashable, Sendable, CaseIterable {
    case unregistered
    case badToken
    case badTokenByViolation
    case badPayload
    case senderIDMismatch
    case thirdPartyAuthError
    case permissionDenied
    case quotaExceeded
    case quotaExceededForAWhile
    case unavailable
    case unavailableForAWhile
    case internalError
    case statusWithoutCode
    case notFoundPage
    case badGatewayPage
    case cut

    var reply: StandInReply {
        switch self {
        case .unregistered: Self.error(404, "NOT_FOUND", "Requested entity was not found.", code: "UNREGISTERED")
        case .badToken:
            Self.error(
                400,
                "INVALID_ARGUMENT",
                "The registration token is not a valid FCM registration token",
                code: "INVALID_ARGUMENT"
            )
        case .badTokenByViolation:
            Self.error(
                400,
                "INVALID_ARGUMENT",
                "Invalid value",
                code: "INVALID_ARGUMENT",
                more:
                    #",{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.token","description":"Invalid registration token"}]}"#
            )
        case .badPayload:
            Self.error(
                400,
                "INVALID_ARGUMENT",
                "Invalid JSON payload received.",
                code: "INVALID_ARGUMENT",
                more:
                    #",{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.data[0].value","description":"Invalid value"}]}"#
            )
        case .senderIDMismatch:
            Self.error(403, "PERMISSION_DENIED", "SenderId mismatch", code: "SENDER_ID_MISMATCH")
        case .thirdPartyAuthError:
            Self.error(401, "UNAUTHENTICATED", "Auth error from APNS", code: "THIRD_PARTY_AUTH_ERROR")
        case .permissionDenied:
            .json(403, #"{"error":{"code":403,"message":"Permission denied","status":"PERMISSION_DENIED"}}"#)
        case .quotaExceeded: Self.error(429, "RESOURCE_EXHAUSTED", "Quota exceeded", code: "QUOTA_EXCEEDED")
        case .quotaExceededForAWhile:
            Self.error(429, "RESOURCE_EXHAUSTED", "Quota exceeded", code: "QUOTA_EXCEEDED", retryAfter: 17)
        case .unavailable: Self.error(503, "UNAVAILABLE", "The service is unavailable.", code: "UNAVAILABLE")
        case .unavailableForAWhile:
            Self.error(503, "UNAVAILABLE", "The service is unavailable.", code: "UNAVAILABLE", retryAfter: 3)
        case .internalError: Self.error(500, "INTERNAL", "Internal error", code: "INTERNAL")
        case .statusWithoutCode:
            .json(404, #"{"error":{"code":404,"message":"Requested entity was not found.","status":"NOT_FOUND"}}"#)
        case .notFoundPage: Self.page(404)
        case .badGatewayPage: Self.page(502)
        case .cut: .drop
        }
    }

    private static func error(
        _ status: Int,
        _ name: String,
        _ message: String,
        code: String,
        more: String = "",
        retryAfter: Int? = nil
    ) -> StandInReply {
        let detail = #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}"#
        return .json(
            status,
            #"{"error":{"code":\#(status),"message":"\#(message)","status":"\#(name)","details":[\#(detail)\#(more)]}}"#,
            fields: retryAfter.map { [HeaderField("retry-after", String($0))] } ?? []
        )
    }

    private static func page(_ status: Int) -> StandInReply {
        .answer(
            status,
            fields: [HeaderField("content-type", "text/html; charset=UTF-8")],
            body: Array("<!DOCTYPE html><title>Error \(status)</title>".utf8)
        )
    }
}
