import Testing

@testable import pushy

@Suite("Where alerts go")
struct AlertConfigurationTests {
    private func configuration(_ environment: [String: String]) throws(Complaint) -> AlertConfiguration {
        try AlertConfiguration(Inputs(flags: [:], environment: environment, file: nil))
    }

    @Test("is the log alone unless an address is given")
    func address() throws {
        #expect(try configuration([:]).channel == nil)
        let hook = try configuration(["PUSHY_ALERT_URL": "https://example.com/hook", "PUSHY_CA_FILE": "ca.pem"])
        #expect(hook.url == "https://example.com/hook")
        #expect(hook.caFile == "ca.pem")
        #expect(hook.channel != nil)
    }

    @Test(
        "must be an address on the web, and a wrong one is not shown",
        arguments: ["hook-s3cret", "ftp://s3cret", "https://a b"]
    )
    func wrong(url: String) {
        let complaint = #expect(throws: Complaint.self) { try configuration(["PUSHY_ALERT_URL": url]) }
        #expect(
            complaint?.sentence == "PUSHY_ALERT_URL is not usable: give an address that begins with https:// or http://"
        )
    }
}
