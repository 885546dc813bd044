import Foundation
import PushyClient
import Testing

@Suite("The storage in user defaults")
struct UserDefaultsStorageTests {
    @Test("gives back what it saved last, and nothing before")
    func roundTrip() {
        let suite = "pushy-\(UUID().uuidString)"
        defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
        let storage = UserDefaultsStorage(suiteName: suite)
        #expect(storage.load() == nil)
        storage.save(Data([1]))
        storage.save(Data([2]))
        #expect(UserDefaultsStorage(suiteName: suite).load() == Data([2]))
    }
}
