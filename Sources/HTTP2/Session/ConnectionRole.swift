/// What a connection tells the end that it works for. Called on the loop's thread.
protocol ConnectionRole: AnyObject {
    /// TLS stands; nothing has been sent yet.
    func connectionEstablished()
    /// A header block begins on a stream that is not known yet; a server takes it in, a client has none such.
    func streamBegan(streamID: Int32) -> Bool
    /// The other end's message on a stream is whole.
    func messageArrived(_ slot: StreamTable.Slot)
    /// A stream is over. The slot is taken back after the call.
    func streamEnded(_ slot: StreamTable.Slot, code: HTTP2ErrorCode)
    /// The other end's SETTINGS arrived.
    func settingsArrived()
    /// The other end takes no new streams.
    func goAwayArrived(_ goAway: GoAway)
    /// What was read is dealt with, and output is about to be written: the time to add to it.
    func prepareToSend()
    /// The connection is over, all its streams have ended, and nothing follows.
    func connectionEnded(_ cause: ConnectionEnd)
}
