/// Why a stream or a connection ends, on the wire.
///
/// Source: RFC 9113, section 7.
public struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
    /// The code's number.
    public let rawValue: UInt32

    /// A code by its number; unknown ones are legal.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Nothing went wrong.
    public static let noError = HTTP2ErrorCode(rawValue: 0x0)
    /// The other end broke a rule.
    public static let protocolError = HTTP2ErrorCode(rawValue: 0x1)
    /// The end that sends it is at fault.
    public static let internalError = HTTP2ErrorCode(rawValue: 0x2)
    /// The stream was not processed in any way: the request may be sent again.
    public static let refusedStream = HTTP2ErrorCode(rawValue: 0x7)
    /// The stream is no longer wanted.
    public static let cancel = HTTP2ErrorCode(rawValue: 0x8)
    /// The other end burdens this one too much.
    public static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 0xb)
}

extension HTTP2ErrorCode: CustomStringConvertible {
    /// The code of a name as the RFC spells it, such as `REFUSED_STREAM`, or of a number; nothing if it is neither.
    public init?(_ text: String) {
        if let place = Self.names.firstIndex(of: text) {
            self.init(rawValue: UInt32(place))
        } else if let number = UInt32(text) {
            self.init(rawValue: number)
        } else {
            return nil
        }
    }

    public var description: String {
        rawValue < Self.names.count ? Self.names[Int(rawValue)] : "code \(rawValue)"
    }

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
        "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]
}
