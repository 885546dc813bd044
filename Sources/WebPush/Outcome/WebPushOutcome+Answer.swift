import HTTPClient

extension WebPushOutcome {
    /// Reads an answer. Source: RFC 8030, sections 5 and 7.3, and what the services say beyond it.
    init(_ response: ClientResponse, from service: HTTPAddress) {
        switch response.status {
        case 200..<300: self = .accepted
        case 404, 410: self = .gone(status: response.status)
        case 406 where service.isWindows: self = .later(status: 406, after: response.retryAfter)
        case 429, 500..<600: self = .later(status: response.status, after: response.retryAfter)
        default: self = .rejected(WebPushRejection(status: response.status, body: response.body))
        }
    }
}

extension HTTPAddress {
    /// Whether this is the Windows Notification Service, which has ways of its own.
    var isWindows: Bool { host.hasSuffix(".notify.windows.com") }
}
