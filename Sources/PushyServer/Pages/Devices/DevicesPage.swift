import PushyCore

/// The page that lists devices, all or those whose token begins with some digits; no token is told on it.
struct DevicesPage: Sendable {
    /// What was looked for.
    var prefix = ""
    /// Why it cannot be looked for.
    var fault: String?
    /// What was found; nil when nothing was looked for.
    var found: TokenFindings?
    /// Whether others come before these.
    var isContinued = false
    /// The owner's own devices, to be named above the others.
    var testDevices: [TestDevice] = []
    /// The way to other apps' devices.
    var picker: AppPicker?
    /// What was done just now, in a sentence.
    var done: String?

    func page(in frame: PageFrame) -> Page {
        let devices = found?.tokens ?? []
        let next = found?.cursor.map { Self.address(prefix, after: TokenAlias($0)) }
        let content = Self.template.render([
            "formToken": frame.formToken.map(TemplateValue.text),
            "prefix": .text(prefix),
            "fault": fault.map(TemplateValue.text),
            "done": done.map(TemplateValue.text),
            "picker": (picker?.html).map(TemplateValue.html),
            "heading": .text(heading),
            "hasTestDevices": .flag(!testDevices.isEmpty),
            "testDevices": .list(testDevices.map(\.row)),
            "hasDevices": .flag(!devices.isEmpty),
            "devices": .list(devices.map(\.row)),
            "nobody": .text(nobody),
            "hasOthers": .flag(next != nil || isContinued),
            "next": next.map(TemplateValue.text),
            "first": isContinued ? .text(Self.address(prefix, after: nil)) : nil,
        ])
        var page = Page("Devices", content)
        page.frame = frame
        page.section = .devices
        if fault != nil { page.status = .badRequest }
        return page
    }

    /// Where devices are listed whose token begins so.
    static func address(_ prefix: String, after alias: TokenAlias?) -> String {
        let query = [prefix.isEmpty ? nil : "prefix=\(prefix)", alias.map { "after=\($0.text)" }].compactMap { $0 }
        return "/admin/devices" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private var heading: String {
        guard found != nil else { return "" }
        if prefix.isEmpty { return testDevices.isEmpty ? "" : "All devices" }
        return "Tokens that begin with \(prefix)"
    }

    private var nobody: String {
        guard let found, found.tokens.isEmpty else { return "" }
        if isContinued { return "There are no more." }
        return prefix.isEmpty
            ? "No device is registered yet: the app registers by itself at its next launch." : "There is none."
    }

    private static let template = Template(PackageResources.devices_html)
}

extension FoundToken {
    fileprivate var row: TemplateScope {
        var scope: TemplateScope = ["address": .text(token.address), "masked": .text(token.masked)]
        switch record {
        case .success(let record):
            scope["kind"] = .text(
                "\(record.pro ? "Pro" : "Free"), \(record.environment?.rawValue ?? "no environment named")"
            )
            scope["registered"] = (record.registered?.worded).map(TemplateValue.text)
            scope["registeredMoment"] = (record.registered?.rfc3339).map(TemplateValue.text)
        case .failure:
            scope["kind"] = "Its record cannot be read"
        }
        return scope
    }
}

extension TestDevice {
    fileprivate var row: TemplateScope {
        ["id": .text(id), "name": .text(name), "about": .text("\(token.masked), \(environment.rawValue)")]
    }
}

extension DeviceToken {
    /// Where the device is shown.
    var address: String { "/admin/devices/\(TokenAlias(self).text)" }
}
