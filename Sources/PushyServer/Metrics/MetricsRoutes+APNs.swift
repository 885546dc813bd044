import PushyCore

extension MetricsRoutes {
    /// How the connections to APNs do, by environment.
    static func metrics(of views: [APNsEnvironment: APNsStatistics]) -> [Metric] {
        var metrics: [Metric] = []
        func each(_ kind: Metric.Kind, _ name: String, _ help: String, _ number: (APNsStatistics) -> Int) {
            var metric = Metric(kind, "pushy_apns_\(name)", help)
            metric.add(Dictionary(uniqueKeysWithValues: views.map { ($0.rawValue, number($1)) }), by: "environment")
            metrics.append(metric)
        }
        each(.gauge, "open_connections", "Connections that stand now.") { $0.openConnections }
        each(.gauge, "requests_in_flight", "Requests that wait for their answer.") { $0.inFlight }
        each(.gauge, "requests_waiting", "Notifications that wait to be sent, retries included.") { $0.waiting }
        each(.gauge, "request_window", "Requests that the servers allow in flight.") { $0.window }
        each(.gauge, "in_trouble", "Whether something keeps notifications from being sent.") {
            $0.trouble == nil ? 0 : 1
        }
        each(.counter, "connections_opened_total", "Connections that were opened.") { $0.connectionsOpened }
        each(.counter, "connection_failures_total", "Attempts to connect that failed.") { $0.connectionFailures }
        each(.counter, "reconnects_total", "Connections that were replaced or lost.") { $0.reconnects }
        each(.counter, "retries_total", "Requests that were sent once more.") { $0.retries }
        each(.counter, "ambiguous_total", "Requests whose connection or deadline ended before their answer.") {
            $0.ambiguous
        }
        return metrics + [answers(views), latency(views), tokenAge(views)]
    }

    private static func answers(_ views: [APNsEnvironment: APNsStatistics]) -> Metric {
        var answers = Metric(.counter, "pushy_apns_answers_total", "Answers of APNs, by HTTP status.")
        for (environment, view) in views.inOrder {
            let codes = Dictionary(uniqueKeysWithValues: view.answers.map { (String($0), $1) })
            answers.add(codes, by: "code", environment)
        }
        return answers
    }

    private static func latency(_ views: [APNsEnvironment: APNsStatistics]) -> Metric {
        var latency = Metric(
            .histogram,
            "pushy_apns_request_duration_seconds",
            "How long the answers of APNs took."
        )
        let bounds = APNsStatistics.latencyBounds.map(\.seconds)
        for (environment, view) in views.inOrder where !view.latencyCounts.isEmpty {
            latency.add(counts: view.latencyCounts, bounds: bounds, sum: view.latencySum.seconds, environment)
        }
        return latency
    }

    /// Both environments share a token.
    private static func tokenAge(_ views: [APNsEnvironment: APNsStatistics]) -> Metric {
        var age = Metric(
            .gauge,
            "pushy_apns_provider_token_age_seconds",
            "The age of the provider token; APNs takes none older than an hour."
        )
        if let seconds = views.values.compactMap(\.providerTokenAge).min() { age.add(seconds) }
        return age
    }
}

extension [APNsEnvironment: APNsStatistics] {
    /// The views in the order of the environments, each with its label.
    fileprivate var inOrder: [(label: Metric.Label, view: APNsStatistics)] {
        APNsEnvironment.allCases.compactMap { environment in
            self[environment].map { (Metric.Label(name: "environment", value: environment.rawValue), $0) }
        }
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
