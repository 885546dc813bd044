import Foundation
import HTTP2

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writes accepted notifications as lines of JSON, straight from the request's bytes:
///
///     {"time":"2026-11-30T05:00:00.123Z","connection":1,"token":"…","apnsId":"…","topic":"…","pushType":"alert",
///      "priority":10,"expiration":0,"collapseId":"…","payload":{…}}
///
/// Members that the request did not bring are absent; a payload that is not JSON is a string.
struct DeliveryWriter {
    private(set) var lines: [UInt8] = []
    private var timeText: [UInt8] = []
    private var timeShown = Date.distantPast

    mutating func append(
        _ request: borrowing ReceivedMessage,
        identifier: Span<UInt8>,
        connection: Int,
        time: Date
    ) {
        lines.append(contentsOf: #"{"time":""#.utf8)
        showTime(time)
        lines.append(contentsOf: timeText)
        lines.append(contentsOf: #"","connection":"#.utf8)
        lines.append(contentsOf: String(connection).utf8)
        if let path = request.value(of: RequestField.path) {
            appendText(#","token":"#, path.extracting(droppingFirst: RequestField.tokenStart))
        }
        appendText(#","apnsId":"#, identifier)
        if let topic = request.value(of: RequestField.topic) { appendText(#","topic":"#, topic) }
        if let type = request.value(of: RequestField.pushType) { appendText(#","pushType":"#, type) }
        if let priority = request.value(of: RequestField.priority) { appendNumber(#","priority":"#, priority) }
        if let expiration = request.value(of: RequestField.expiration) { appendNumber(#","expiration":"#, expiration) }
        if let collapseID = request.value(of: RequestField.collapseID) { appendText(#","collapseId":"#, collapseID) }
        appendPayload(request.body)
        lines.append(contentsOf: "}\n".utf8)
    }

    mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
    }

    private mutating func appendText(_ name: StaticString, _ value: Span<UInt8>) {
        appendName(name)
        JSONText.appendQuoted(value, to: &lines)
    }

    private mutating func appendNumber(_ name: StaticString, _ value: Span<UInt8>) {
        appendName(name)
        if let number = value.wholeNumber() {
            lines.append(contentsOf: String(number).utf8)
        } else {
            JSONText.appendQuoted(value, to: &lines)
        }
    }

    /// JSON goes in as it is, but on one line: outside of strings a line's end is mere space, and inside none stands.
    private mutating func appendPayload(_ payload: Span<UInt8>) {
        guard JSONText.isObject(payload) else { return appendText(#","payload":"#, payload) }
        appendName(#","payload":"#)
        let start = lines.count
        payload.withUnsafeBufferPointer { lines.append(contentsOf: $0) }
        for index in start..<lines.count where lines[index] == 0x0a || lines[index] == 0x0d {
            lines[index] = UInt8(ascii: " ")
        }
    }

    private mutating func appendName(_ name: StaticString) {
        name.withUTF8Buffer { lines.append(contentsOf: $0) }
    }

    /// RFC 3339 with milliseconds; made once for all requests of one moment.
    private mutating func showTime(_ time: Date) {
        guard time != timeShown else { return }
        timeShown = time
        let milliseconds = Int((time.timeIntervalSince1970 * 1_000).rounded(.down))
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date =
            "\(digits(Int(parts.tm_year) + 1_900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-\(digits(Int(parts.tm_mday), 2))"
        let clock = "\(digits(Int(parts.tm_hour), 2)):\(digits(Int(parts.tm_min), 2)):\(digits(Int(parts.tm_sec), 2))"
        timeText = Array("\(date)T\(clock).\(digits(milliseconds % 1_000, 3))Z".utf8)
    }
}
