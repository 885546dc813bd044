import Testing

@testable import APNs

@Suite("A delivery's tag")
struct DeliveryTagTests {
    @Test("holds place, generation and index")
    func parts() {
        let tag = DeliveryTag(place: 70_000, index: 4_000_000_000, generation: 255)
        #expect(tag.place == 70_000)
        #expect(tag.index == 4_000_000_000)
        #expect(tag.generation == 255)
    }
}
