import HTTPServer
import PushyCore

extension PushyService {
    /// What the service needs to know.
    public struct Configuration: Sendable {
        /// What apps send as `X-App-Key`.
        public var appKey: AccessKey
        /// What the owner logs in with, and the bearer token of programs.
        public var adminKey: AccessKey
        /// What the credentials of apps are kept under; without it apps can have none.
        public var masterKey: MasterKey?
        /// How apps with credentials of their own reach APNs; without it they do not.
        public var apnsMaker: AppChannels.APNsMaker = { _, _ throws(BroadcastFailure) in
            throw .notConfigured("This server reaches APNs for the default app alone.")
        }
        /// Where FCM and browsers' services are, and how they are met.
        public var services = ServiceSettings()
        /// For how many days it is kept what was sent to single users and devices.
        public var sendLogDays = 30
        /// Where to listen, https, proxies and the limits of connections.
        public var http = HTTPServer.Configuration()
        /// Calls to `/tokens` and `/devices` a minute from one client address, in bursts of as many; 0 is no limit.
        public var callsPerMinute = 60
        /// How long the answer to a wrong admin key takes.
        public var wrongKeyDelay = Duration.seconds(1)
        /// Where alerts of the budget go besides ``report``.
        public var noticeChannel: (any NoticeChannel)?
        /// What the owner's page can look at, to say whether notifications can be sent.
        public var check: SendingCheck?
        /// What the server was started with, for the owner's page.
        public var settings: [SettingGroup] = []
        /// Told of what an operator should know.
        public var report: @Sendable (ServiceReport) -> Void = { _ in }

        /// The defaults, with these keys.
        public init(appKey: AccessKey, adminKey: AccessKey) {
            self.appKey = appKey
            self.adminKey = adminKey
        }
    }
}
