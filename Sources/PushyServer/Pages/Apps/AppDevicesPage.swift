import PushyCore

/// The page that lists the devices of an app, whatever reaches them, or those that were looked for; no token is told on it.
struct AppDevicesPage: Sendable {
    let app: App
    let picker: AppPicker
    let devices: [ListedDevice]
    /// The one to go on after.
    var next: DeviceHandle?
    /// What was looked for.
    var text = ""
    /// Whether others come before these.
    var isContinued = false
    /// What was done just now, in a sentence.
    var done: String?

    func page(in frame: PageFrame) -> Page {
        let content = Self.template.render([
            "formToken": frame.formToken.map(TemplateValue.text),
            "name": .text(app.name),
            "address": .text(app.address),
            "picker": picker.html.map(TemplateValue.html),
            "done": done.map(TemplateValue.text),
            "text": .text(text),
            "hasDevices": .flag(!devices.isEmpty),
            "devices": .list(devices.map { $0.row(of: app) }),
            "nobody": .text(isContinued || !text.isEmpty ? "There is none." : "No device is registered yet."),
            "hasOthers": .flag(next != nil || isContinued || !text.isEmpty),
            "next": next.map { .text("\(app.address)/devices?after=\($0.text)") },
            "first": isContinued || !text.isEmpty ? .text("\(app.address)/devices") : nil,
        ])
        var page = Page("Devices", content)
        page.frame = frame
        page.section = .devices
        return page
    }

    private static let template = Template(PackageResources.appdevices_html)
}

extension ListedDevice {
    /// A name for a person, which does not tell its address.
    var masked: String { token?.masked ?? handle.text }

    fileprivate func row(of app: App) -> TemplateScope {
        var scope: TemplateScope = [
            "masked": .text(masked), "removal": .text("\(app.address)/devices/\(handle.text)/remove"),
        ]
        switch record {
        case .success(let record):
            let parts = [
                record.platform.worded, record.pro ? "Pro" : nil, record.environment?.rawValue,
                record.user.map { "of \($0.text.masked)" },
            ]
            scope["kind"] = .text(parts.compactMap(\.self).joined(separator: ", "))
            scope["registered"] = (record.registered?.worded).map(TemplateValue.text)
            scope["registeredMoment"] = (record.registered?.rfc3339).map(TemplateValue.text)
        case .failure: scope["kind"] = "Its record cannot be read"
        }
        return scope
    }
}
