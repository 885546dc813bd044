import APNsSimulator
import HTTP2

/// A simulator on a port of its own, started.
func startSimulator(
    _ configure: (inout SimulatorConfiguration) -> Void = { _ in }
) throws -> APNsSimulator {
    var configuration = SimulatorConfiguration()
    configuration.listen = Endpoint(host: "127.0.0.1", port: 0)
    configure(&configuration)
    let simulator = APNsSimulator(configuration)
    try simulator.start()
    return simulator
}
