import APNs
import Foundation
import Testing
import WorkersKV

@testable import PushyCore

@Suite("A list of an app's devices")
struct DeviceListTests {
    @Test("goes through all of them page by page, by names that tell no token, past one that is gone")
    func pages() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            for number in 1...4 { _ = try await devices.register(.made(number, on: .ios)) }
            for number in 1...3 { _ = try await devices.register(.made(number, on: .android)) }
            var found: [DeviceHandle] = []
            var next: DeviceHandle?
            repeat {
                let page = try await devices.list(after: next, limit: 2)
                #expect(page.devices.count <= 2)
                found += page.devices.map(\.handle)
                next = page.next
            } while next != nil
            #expect(Set(found).count == 7 && found.count == 7)
            for handle in found { #expect(DeviceHandle(handle.text) == handle) }

            let gone = try #require(found.last)
            #expect(try await devices.discard(gone) == .removed)
            #expect(try await devices.discard(gone) == .absent)
            #expect(try await devices.listed(gone) == nil)
            #expect(try await devices.list(after: gone, limit: 9).devices.isEmpty)
        }
    }

    @Test("finds a user's, one by its name, and those whose token begins so")
    func search() async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            let phone = try await devices.register(.made(1, on: .ios, user: "ann")).id
            let other = try await devices.register(.made(2, on: .android, user: "ann")).id
            _ = try await devices.register(.made(3, on: .android, user: "ben"))
            #expect(try await devices.find("ann", limit: 9).count == 2)
            #expect(try await devices.find("ann", limit: 1).count == 1)
            #expect(try await devices.find(other.text, limit: 9).map(\.handle) == [.id(other)])
            #expect(try await devices.find(phone.text, limit: 9).first?.token != nil)
            let found = try #require(try await devices.find(phone.text, limit: 9).first?.token)
            #expect(try await devices.find(String(found.hex.prefix(9)), limit: 9).map(\.token) == [found])
            for text in ["", "nobody", "fcm-0000000000000000000000"] {
                #expect(try await devices.find(text, limit: 9).isEmpty, "\(text)")
            }
        }
    }

    @Test("has names of devices, and no other texts", arguments: ["", "x", "apns-0000000000000000000000", "abcdef-x"])
    func handles(text: String) {
        #expect(DeviceHandle(text) == nil)
    }
}
