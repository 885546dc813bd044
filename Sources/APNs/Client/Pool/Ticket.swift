/// A delivery as the pool passes it around.
struct Ticket {
    let batch: SendBatch
    let index: Int

    /// The delivery's name, whatever token it is sent with.
    var key: DeliveryTag { DeliveryTag(place: batch.place, index: index) }
}
