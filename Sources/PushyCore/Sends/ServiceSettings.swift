import FCM
import HTTPClient
import WebPush

/// Where FCM and browsers' services are, and how they are met.
public struct ServiceSettings: Sendable {
    /// Where FCM listens.
    public var fcm = FCMEndpoint.google
    /// Which hosts are taken for browsers' services.
    public var endpoints = EndpointPolicy.browsers
    /// A file of certificates in PEM to trust besides the system's.
    public var caFile: String?

    /// Google and the browsers' services, by the system's certificates.
    public init() {}

    var http: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.caFile = caFile
        return configuration
    }
}
