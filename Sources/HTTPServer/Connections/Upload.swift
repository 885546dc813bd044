/// A request whose body is being read.
struct Upload: Sendable {
    var request: HTTPRequest
    let route: Route
    let startedAt: Instant
    /// What `Content-Length` says; nil when the body is chunked.
    let announcedByteCount: Int?
    /// Whether more came than the route takes: the rest is thrown away, and the answer is 413.
    private(set) var isTooLong = false

    init(request head: HTTPRequest, route: Route, announcedByteCount: Int?, startedAt: Instant) {
        var request = head
        self.route = route
        self.announcedByteCount = announcedByteCount
        self.startedAt = startedAt
        request.body.reserveCapacity(min(announcedByteCount ?? 0, Self.largestReservation))
        self.request = request
    }

    /// Takes what came of the body.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !isTooLong else { return }
        guard request.body.count + bytes.count <= route.bodyLimit else {
            isTooLong = true
            request.body = []
            return
        }
        request.body.append(contentsOf: bytes)
    }

    /// Room that a mere announcement gets: a client that promises 100 MB and sends nothing costs this much.
    private static let largestReservation = 65_536
}
