/// Which addresses a client may connect to. It is asked with the very address that a connection is about to go to, after
/// the name was resolved, so that no name can lead elsewhere between the look and the step.
public enum AddressRule: Hashable, Sendable {
    /// Wherever a request goes.
    case any
    /// Addresses on the public internet alone, and whatever address these hosts have at these ports.
    case publicOnly(except: Set<HostPort>)

    func allows(_ address: NetworkAddress, of host: HostPort) -> Bool {
        switch self {
        case .any: true
        case .publicOnly(let exceptions): address.isPublic || exceptions.contains(host)
        }
    }
}
