// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Pushy",
    platforms: [.macOS(.v15), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        .executable(name: "pushy", targets: ["pushy"]),
        .library(name: "PushyClient", targets: ["PushyClient"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLMDB",
            pkgConfig: "lmdb",
            providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]
        ),
        .systemLibrary(
            name: "CNGHTTP2",
            pkgConfig: "libnghttp2",
            providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]
        ),
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .target(
            name: "WorkersKV",
            dependencies: ["CLMDB"],
            // A read from memory takes a microsecond; a hop to another thread for it would take twenty.
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .target(name: "PushCrypto", dependencies: ["COpenSSL"]),
        .target(
            name: "HTTP2",
            dependencies: ["CNGHTTP2", "COpenSSL"],
            // A received message lends out its bytes, and the compiler sees to it that nobody keeps them.
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]
        ),
        .target(name: "JSON"),
        .target(name: "APNs", dependencies: ["JSON", "PushCrypto", "HTTP2"]),
        .target(name: "APNsSimulator", dependencies: ["PushCrypto", "HTTP2"]),
        .target(name: "HTTPServer", dependencies: ["CMicroHTTPD"]),
        .target(name: "HTTPClient", dependencies: ["CCurl"]),
        .target(name: "FCM", dependencies: ["JSON", "PushCrypto", "HTTPClient"]),
        .target(name: "WebPush", dependencies: ["JSON", "PushCrypto", "HTTPClient"]),
        .target(name: "PushyCore", dependencies: ["WorkersKV", "PushCrypto", "APNs", "FCM", "WebPush", "HTTPClient"]),
        .target(
            name: "PushyServer",
            dependencies: ["PushyCore", "HTTPServer"],
            exclude: ["Threats.md"],
            resources: [.embedInCode("Resources")]
        ),
        .target(name: "PushyClient"),
        .executableTarget(name: "pushy", dependencies: ["PushyServer", "APNsSimulator", "HTTP2", "PushCrypto"]),
        .testTarget(name: "WorkersKVTests", dependencies: ["WorkersKV"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "PushCryptoTests", dependencies: ["PushCrypto"]),
        .testTarget(name: "HTTP2Tests", dependencies: ["HTTP2"]),
        .testTarget(name: "APNsTests", dependencies: ["APNs", "HTTP2", "APNsSimulator"]),
        .testTarget(name: "APNsSimulatorTests", dependencies: ["APNsSimulator"]),
        .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer"]),
        // The push services that tests and benchmarks talk to in place of the real ones.
        .target(name: "ServiceStandIns", dependencies: ["HTTP2", "PushCrypto", "JSON"], path: "Tests/ServiceStandIns"),
        // What tests and benchmarks in other languages see of the two services.
        .executableTarget(
            name: "ServiceProbe",
            dependencies: ["FCM", "WebPush", "ServiceStandIns"],
            path: "Tests/ServiceProbe"
        ),
        .testTarget(name: "HTTPClientTests", dependencies: ["HTTPClient", "HTTPServer", "HTTP2", "ServiceStandIns"]),
        .testTarget(name: "FCMTests", dependencies: ["FCM", "ServiceStandIns"]),
        .testTarget(name: "WebPushTests", dependencies: ["WebPush", "ServiceStandIns"]),
        // A clock and ways to APNs that a test holds in its hands.
        .target(name: "CoreTestSupport", dependencies: ["PushyCore"], path: "Tests/CoreTestSupport"),
        .testTarget(
            name: "PushyCoreTests",
            dependencies: ["PushyCore", "APNsSimulator", "HTTP2", "ServiceStandIns", "CoreTestSupport"]
        ),
        .testTarget(name: "PushyServerTests", dependencies: ["PushyServer", "CoreTestSupport"]),
        .testTarget(name: "PushyClientTests", dependencies: ["PushyClient"]),
        .testTarget(name: "pushyTests", dependencies: ["pushy", "PushyClient"]),
    ],
    swiftLanguageModes: [.v6]
)
