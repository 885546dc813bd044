import PushyServer

extension ServerConfiguration {
    /// What the service needs to know, with its reports going to the log.
    func service(
        through push: Result<PushService, BroadcastFailure>,
        reportingTo log: Log
    ) -> PushyService.Configuration {
        var service = PushyService.Configuration(appKey: AccessKey(keys.app), adminKey: AccessKey(keys.admin))
        service.masterKey = masterKey.current
        service.apnsMaker = { [apns = self.apns] credentials, topic throws(BroadcastFailure) in
            do throws(Complaint) {
                return try apns.service(of: credentials, for: topic)
            } catch {
                throw .notConfigured(error.sentence)
            }
        }
        service.services.fcm = services.fcm
        service.services.endpoints = services.endpoints
        service.services.caFile = alerts.caFile
        service.sendLogDays = web.sendLogDays
        service.callsPerMinute = web.callsPerMinute
        service.noticeChannel = alerts.channel
        service.check = apns.check(through: push)
        service.settings = settings
        service.report = { report in log(report.description, level: report.level) }
        service.http.host = web.listen.host
        service.http.port = web.listen.port
        service.http.tls = web.tls
        service.http.trustedProxies = web.trustedProxies
        service.http.report = { report in log(report.description, level: .error) }
        return service
    }
}
