import PushyCore

/// A message that is tried on one device of the owner's.
struct Trial: Sendable {
    let device: TestDevice
    /// Whether the device is to be kept as a test device.
    let isKept: Bool

    /// The device that a form picks or describes.
    ///
    /// - Throws: ``DraftFault``, which names the field.
    init(_ form: BroadcastForm, among devices: [TestDevice]) throws(DraftFault) {
        if let id = form[.device] {
            guard let device = devices.first(where: { $0.id == id }) else {
                throw DraftFault(field: "deviceToken", reason: "This test device was forgotten. Pick or paste another.")
            }
            self.device = device
            isKept = false
            return
        }
        let token: DeviceToken
        do throws(DeviceToken.Invalid) {
            token = try DeviceToken(form[.deviceToken] ?? "")
        } catch {
            throw DraftFault(field: "deviceToken", reason: error.description)
        }
        let environment = form[.deviceEnvironment].flatMap(APNsEnvironment.init) ?? .production
        isKept = form[.deviceName] != nil
        device = try TestDevice(token, named: form[.deviceName] ?? token.masked, in: environment)
    }
}
