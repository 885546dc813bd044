/// What a delivery has been through that did not end with its first attempt.
struct DeliveryHistory {
    /// Attempts that came to nothing while APNs as a whole was well.
    var attempts = 0
    /// Attempts that the server did not take up.
    var refusals = 0
    /// Whether it was sent again with a new provider token.
    var hadNewToken = false
    /// How often it was above the last stream that a GOAWAY named.
    var timesPassedOver = 0
    /// Whether it may break its connection, and goes apart from others until it is answered.
    var isSuspect = false

    /// Whether it fared badly before.
    var hasFailed: Bool { attempts > 0 || refusals > 0 }
}
