/// Picks some of very many by chance, each as likely as any other, without keeping the rest.
struct Reservoir<Element> {
    private(set) var picked: [Element] = []
    private let count: Int
    private var seenCount = 0

    init(of count: Int) {
        self.count = count
    }

    mutating func offer(_ element: Element) {
        seenCount += 1
        if picked.count < count {
            picked.append(element)
        } else {
            let place = Int.random(in: 0..<seenCount)
            if place < count { picked[place] = element }
        }
    }
}
