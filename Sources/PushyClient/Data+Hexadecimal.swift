import Foundation

extension Data {
    /// The bytes as lowercase hexadecimal digits, as APNs wants a device token written.
    var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
