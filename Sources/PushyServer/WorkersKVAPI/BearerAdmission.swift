import HTTPServer
import PushyCore

/// Lets programs in that present the owner's key as `Authorization: Bearer`, by the header alone.
struct BearerAdmission: Sendable {
    let key: AccessKey
    let guesses: GuessLimit

    /// The problem of a request that may not come in; nil for one that may.
    func callAsFunction(_ request: HTTPRequest) -> HTTPProblem? {
        guard let authorization = request.headers["Authorization"] else { return Self.refusal }
        do throws(HTTPProblem) {
            try guesses.check(request.clientAddress)
        } catch {
            return error
        }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", key.matches(String(parts[1])) else {
            guesses.count(request.clientAddress)
            return Self.refusal
        }
        return nil
    }

    private static let refusal = HTTPProblem.ownerUnknown("Send the admin key in the header Authorization: Bearer.")
}
