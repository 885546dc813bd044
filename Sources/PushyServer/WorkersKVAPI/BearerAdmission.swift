import HTTPServer
import PushyCore

/// Lets programs in that present the owner's key as `Authorization: Bearer`, by the header alone.
struct BearerAdmission: Sendable {
    let key: AccessKey
    let guesses: GuessLimit

    /// The problem of a request that may not come in; nil for one that may.
    func callAsFunction(_ request: HTTPRequest) -> HTTPProblem? {
        guard let authorization = request.headers["Authorization"] else { return Self.refusal }
        guard !key.isBearer(of: authorization) else { return nil }
        do throws(HTTPProblem) {
            try guesses.check(.stranger(request.clientAddress))
        } catch {
            return error
        }
        guesses.count(.stranger(request.clientAddress))
        return Self.refusal
    }

    private static let refusal = HTTPProblem.ownerUnknown("Send the admin key in the header Authorization: Bearer.")
}
