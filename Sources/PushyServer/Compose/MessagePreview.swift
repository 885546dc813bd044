import PushyCore

/// How a message would look on each platform, and what each service would get, as far as can be said while some of it is
/// wrong.
struct MessagePreview: Sendable {
    private let sketch: GatewaySketch?
    private let app: App
    private let services: [PushServiceKind]

    /// A preview of what was filled in, without what is wrong.
    init(_ form: BroadcastForm, faults: [DraftFault] = [], _ around: MessageForm.Surroundings) {
        let form = form.without(faults.map(\.field))
        sketch = try? GatewaySketch(form.gatewayFields, at: around.moment)
        app = around.app
        let shown = PushServiceKind.allCases.filter {
            around.services.contains($0) || around.counts.devices(by: $0) > 0
        }
        services = shown.isEmpty ? PushServiceKind.allCases : shown
    }

    /// The preview.
    var html: HTML { Self.template.render(["parts": .list(services.map(part))]) }

    /// Why a service would not take the message.
    func fault(of service: PushServiceKind) -> DraftFault? { sketch?.part(of: service)?.fault }

    private func part(_ service: PushServiceKind) -> TemplateScope {
        let part = sketch?.part(of: service)
        let alert = part?.alert ?? Message.ShownAlert()
        let isBlank = [alert.title, alert.subtitle, alert.body].allSatisfy { ($0 ?? "").isEmpty }
        let isTooLarge = part.map { ($0.byteCount ?? 0) > $0.byteLimit } ?? false
        let scope: TemplateScope = [
            "id": .text(service.rawValue),
            "device": .text(service.previewed),
            "service": .text(service.title),
            "source": service == .apns ? nil : .text(service == .fcm ? "\(app.name) · now" : app.name),
            "isTimed": .flag(service == .apns),
            // A lock screen puts the app's name where there is no title.
            "title": .text(alert.title.flatMap { $0.isEmpty ? nil : $0 } ?? (service == .apns ? app.name : "")),
            "subtitle": alert.subtitle.map(TemplateValue.text),
            "body": .text(isBlank ? "Your message" : alert.body ?? ""),
            "isBlank": .flag(isBlank),
            "isSilent": .flag(part?.isSilent ?? false),
        ]
        return scope.with([
            "payload": part.map { .text($0.payload) },
            "size": (part?.size).map(TemplateValue.text),
            "bytes": (part?.byteCount).map { .text(String($0)) },
            "byteLimit": part.map { .text(String($0.byteLimit)) },
            "isTooLarge": .flag(isTooLarge),
            "fault": (part?.fault?.reason).map(TemplateValue.text),
        ])
    }

    private static let template = Template(PackageResources.previews_html)
}

extension GatewaySketch.Part {
    /// `64 of 4,096 bytes`.
    fileprivate var size: String? {
        guard let byteCount else { return nil }
        let size = "\(byteCount.grouped) of \(byteLimit.grouped) bytes"
        return byteCount > byteLimit ? "\(size): \((byteCount - byteLimit).grouped) too many" : size
    }
}

extension PushServiceKind {
    /// What its preview shows.
    fileprivate var previewed: String {
        switch self {
        case .apns: "iPhone"
        case .fcm: "Android"
        case .webPush: "Browser"
        }
    }
}
