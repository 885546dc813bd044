import Foundation
import HTTP2
import PushCrypto

/// Checks requests as Apple's servers do, in their order: the first fault is the answer.
///
/// Source: Apple, Sending notification requests to APNs, and Handling notification responses from APNs.
struct RequestCheck {
    private let topic: [UInt8]?
    private let providerTokens: ProviderTokenCheck

    init(_ configuration: SimulatorConfiguration) {
        topic = configuration.topic.map { Array($0.utf8) }
        providerTokens = ProviderTokenCheck(
            key: configuration.providerKey,
            interval: configuration.providerTokenInterval
        )
    }

    /// Why the request is refused; nothing if it is not.
    func fault(
        of request: borrowing ReceivedMessage,
        memory: inout ProviderTokenMemory,
        now: Date
    ) -> APNsReason? {
        guard request.value(of: RequestField.method)?.equals("POST") == true else { return .methodNotAllowed }
        guard let path = request.value(of: RequestField.path), path.begins(with: RequestField.devicePath) else {
            return .badPath
        }
        for field in RequestField.all where request.occurrences(of: field) > 1 { return .duplicateHeaders }
        if let fault = providerTokens.fault(of: request, memory: &memory, now: now) { return fault }
        guard let topic = request.value(of: RequestField.topic), topic.count > 0 else { return .missingTopic }
        guard isTopic(topic) else { return .badTopic }
        guard let type = pushType(of: request) else { return .invalidPushType }
        return topicFault(topic, type) ?? tokenFault(path.extracting(droppingFirst: RequestField.tokenStart))
            ?? headerFault(of: request, type)
            ?? payloadFault(of: request, type)
    }

    /// Missing counts as an alert: Apple demands the type, and delivers without it.
    private func pushType(of request: borrowing ReceivedMessage) -> PushTypeRule? {
        guard let name = request.value(of: RequestField.pushType) else { return .alert }
        return PushTypeRule.named(name)
    }

    /// A reverse-DNS name: letters, digits, hyphens and dots.
    private func isTopic(_ topic: Span<UInt8>) -> Bool {
        for index in topic.indices {
            switch topic[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                break
            default: return false
            }
        }
        return true
    }

    private func topicFault(_ topic: Span<UInt8>, _ type: PushTypeRule) -> APNsReason? {
        // An app's own identifier may look like a suffix, and a configured topic may bear one.
        if let own = self.topic, topic.equals(own), type.topicSuffix.isEmpty || type.fits(topic: topic) { return nil }
        guard type.fits(topic: topic) else { return .topicDisallowed }
        guard let own = self.topic else { return nil }
        let bundle = topic.extracting(droppingLast: type.topicSuffix.count)
        return bundle.equals(own) ? nil : .deviceTokenNotForTopic
    }

    /// An even number of hexadecimal digits; Apple's tokens have no fixed length.
    private func tokenFault(_ token: Span<UInt8>) -> APNsReason? {
        guard token.count > 0 else { return .missingDeviceToken }
        guard (16...512).contains(token.count), token.count.isMultiple(of: 2) else { return .badDeviceToken }
        for index in token.indices where HexDigit.value(of: token[index]) == nil { return .badDeviceToken }
        return nil
    }

    private func headerFault(of request: borrowing ReceivedMessage, _ type: PushTypeRule) -> APNsReason? {
        if let identifier = request.value(of: RequestField.identifier), NotificationID(identifier) == nil {
            return .badMessageID
        }
        if let expiration = request.value(of: RequestField.expiration), expiration.wholeNumber() == nil {
            return .badExpirationDate
        }
        // What names no priority has 10.
        let priority = request.value(of: RequestField.priority)
        if let priority {
            guard priority.equals("10") || priority.equals("5") || priority.equals("1") else { return .badPriority }
        }
        if type.isGentle, priority?.equals("5") != true { return .badPriority }
        if let collapseID = request.value(of: RequestField.collapseID), collapseID.count > 64 { return .badCollapseID }
        return nil
    }

    private func payloadFault(of request: borrowing ReceivedMessage, _ type: PushTypeRule) -> APNsReason? {
        if request.bodyByteCount > type.payloadLimit { return .payloadTooLarge }
        return JSONText.isObject(request.body) ? nil : .payloadEmpty
    }
}
