import HTTPClient

/// Notices as JSON, posted to an address of the owner's.
public struct Webhook: NoticeChannel {
    private let url: String
    private let http: HTTPClient

    /// Takes the address, which may hold a secret, and how to reach it.
    public init(url: String, caFile: String? = nil) {
        self.url = url
        var configuration = HTTPClient.Configuration()
        configuration.caFile = caFile
        http = HTTPClient(configuration: configuration)
    }

    /// Posts the notice; any status of 2xx counts.
    public func deliver(_ notice: QuotaNotice) async throws(NoticeFailure) {
        let response: ClientResponse
        do throws(HTTPClientError) {
            response = try await http.response(to: .post(json: notice.json.written(), to: url))
        } catch {
            throw NoticeFailure("\(error)", isPassing: error.isPassing)
        }
        guard !response.isSuccess else { return }
        throw NoticeFailure(
            "The server answered with status \(response.status): look at the address in PUSHY_ALERT_URL.",
            isPassing: response.status >= 500 || response.status == 429
        )
    }
}
