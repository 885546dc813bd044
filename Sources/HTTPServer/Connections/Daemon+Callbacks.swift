import CMicroHTTPD

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the library calls, on its polling threads. Each finds the Swift object behind the pointer that it gets.
extension Daemon {
    static func setCallbacks(_ settings: inout MHDDaemonSettings) {
        settings.connectionNotice = { context, pointer, place, event in
            guard let core = Daemon.core(context), let pointer, let place else { return }
            if event == .CONNECTION_NOTIFY_STARTED {
                Daemon.open(LibraryConnection(pointer: pointer), place, in: core)
            } else {
                Daemon.close(place, in: core)
            }
        }
        settings.targetNotice = { _, target, pointer in
            let context = pointer.flatMap { MHDConnectionContext($0) }
            Daemon.connection(context)?.begin(target: target)
            return context
        }
        settings.accessHandler = { _, _, target, method, version, part, partByteCount, place in
            guard let target, let method, let version, let partByteCount, let place,
                let connection = Daemon.connection(place.pointee)
            else { return .NO }
            let line = RequestLine(method: method, target: target, version: version)
            let bytes = UnsafeRawBufferPointer(start: part, count: part == nil ? 0 : partByteCount.pointee)
            guard connection.advance(line, part: bytes) else { return .NO }
            partByteCount.pointee = 0
            return .YES
        }
        settings.completionNotice = { _, _, place, _ in
            guard let place else { return }
            Daemon.connection(place.pointee)?.finishExchange()
        }
        // The target is decoded later, segment by segment; here it stays as it came.
        settings.unescape = { _, _, text in text.map { strlen($0) } ?? 0 }
        settings.logger = { context, format, arguments in
            guard let core = Daemon.core(context), let format, let arguments else { return }
            core.hear(LibraryText.text(format, arguments))
        }
    }

    private static func open(
        _ library: LibraryConnection,
        _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        in core: ServerCore
    ) {
        guard let address = library.remoteAddress else { return }
        let connection = Connection(core: core, library: library, remoteAddress: address)
        core.connections.add(connection)
        place.pointee = Unmanaged.passRetained(connection).toOpaque()
    }

    private static func close(_ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>, in core: ServerCore) {
        guard let pointer = place.pointee else { return }
        let connection = Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
        place.pointee = nil
        connection.close()
        core.connections.remove(connection)
    }

    private static func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
        context.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func connection(_ context: UnsafeMutableRawPointer?) -> Connection? {
        context.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
    }
}
