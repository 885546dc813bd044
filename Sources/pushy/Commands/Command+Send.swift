import Foundation
import PushyCore

extension Command {
    /// `pushy send`
    static let send = Command(
        "send",
        summary: "a broadcast from the shell, with its progress",
        details: """
            It goes to the Apple devices of the app that the settings name. To those of other apps, to Android and to \
            browsers, messages go from /admin or by POST /send/all.

            It says whom it will reach and asks once more before it sends; --yes answers that beforehand, --dry-run stops there \
            and shows the payload, its size, and what finding the recipients would cost on Workers.

            The broadcast is put into the store. The server that uses it takes it up within a second and sends it by its own \
            configuration; Ctrl-C here then only stops watching. When no server runs, this command sends it itself, along with \
            any broadcast that a server left unfinished; Ctrl-C stops it at a checkpoint, from which the next pushy serve goes on.

            Progress is a bar on a terminal, and a line every few seconds elsewhere. It ends with status 0 when every recipient \
            was dealt with, and 1 when the broadcast was stopped.
            """,
        sections: [
            DraftFlags.messageSection, DraftFlags.audienceSection,
            FlagSection(title: "How", flags: [isDryRun.flag, isConfirmed.flag]), .configuration, DataDirectory.section,
            APNsConfiguration.section, BudgetConfiguration.section,
        ],
        examples: [
            Example(
                line:
                    "pushy send --title Sale --body \"Half price today\" --audience free --dry-run --env-file pushy.env",
                purpose: "See whom it would reach, and what it would say."
            ),
            Example(
                line: "pushy send --title Hi --body There --token TOKEN --env-file pushy.env",
                purpose: "Try it on a device of your own."
            ),
        ]
    ) { invocation throws(Complaint) in
        let draft = try DraftFlags.draft(from: invocation.inputs)
        let isConfirmed = try invocation.inputs.optional(isConfirmed) ?? false
        if try invocation.inputs.optional(isDryRun) ?? false {
            return try await rehearse(draft, invocation)
        }
        let directory = try DataDirectory(invocation.inputs)
        try directory.announceExisting(to: invocation.console)
        let desk = try await SendDesk(
            in: directory,
            budget: BudgetConfiguration(invocation.inputs).budget,
            apns: APNsConfiguration(invocation.inputs),
            now: invocation.now
        )
        try await desk.closing { () throws(Complaint) in
            let count = try await reach(of: draft, in: desk.registry).recipients
            guard count > 0 else { throw .failure("there are \(draft.recipients(0)): nothing is sent") }
            if !isConfirmed { try confirm(draft, count, invocation.console) }
            try await send(draft, over: desk, invocation.console)
        }
    }

    /// Says what the draft would do, and what that would cost on Workers.
    private static func rehearse(_ draft: Draft, _ invocation: Invocation) async throws(Complaint) {
        let budget = try BudgetConfiguration(invocation.inputs).budget
        let console = invocation.console
        try await invocation.withStore(budget: budget) { store throws(Complaint) in
            let registry = try await Complaint.wrapping { () async throws(KVError) in
                try await TokenRegistry(in: store, now: invocation.now)
            }
            let reach = try await reach(of: draft, in: registry)
            console.printResult("would go to \(draft.recipients(reach.recipients))")
            if let payload = draft.message.payload {
                let limit = payload.pushType.maximumPayloadByteCount
                console.printResult(payload.text)
                console.printResult("payload: \(payload.byteCount.grouped) of \(limit.grouped) bytes")
            }
            let cost = try await Complaint.wrapping { () async throws(KVError) in
                try await Quota(store: store, now: invocation.now).workersCost(of: reach)
            }
            if let cost { console.printResult("\(cost)") }
        }
    }

    private static func reach(of draft: Draft, in registry: TokenRegistry) async throws(Complaint) -> Reach {
        try await Complaint.wrapping { () async throws(KVError) in try await registry.reach(of: draft) }
    }

    private static func confirm(_ draft: Draft, _ count: Int, _ console: Console) throws(Complaint) {
        guard let ask = console.ask else {
            throw .usage("nobody is there to confirm \(draft.recipients(count)): add --yes to send without asking")
        }
        console.printNote("\(draft.message.headline)")
        let answer = ask("Send this to \(draft.recipients(count))? Type yes:")
        guard answer?.lowercased() == "yes" else { throw .failure("nothing is sent") }
    }

    /// Hands the draft in and watches it until it is over or Ctrl-C comes.
    private static func send(_ draft: Draft, over desk: SendDesk, _ console: Console) async throws(Complaint) {
        let signals = StopSignals()
        let handedIn = try await desk.handIn(draft)
        let sender = desk.isServed ? "the server sends it" : "no server runs, so it is sent from here"
        console.printNote("broadcast \(handedIn.id.text) to \(draft.recipients(handedIn.recipients)): \(sender)")
        let following = Task { await BroadcastFollower(desk: desk, console: console).follow(handedIn) }
        let watching = Task {
            await signals.wait()
            following.cancel()
        }
        defer { watching.cancel() }
        let broadcast = try await following.value.get()
        guard broadcast.state.isOver else {
            let rest =
                desk.isServed
                ? "the server goes on sending it" : "it stops at a checkpoint; pushy serve goes on with it"
            throw .failure("no longer watched after \(broadcast.tally.total.grouped) devices: \(rest)")
        }
        for line in BroadcastResult(broadcast: broadcast).lines { console.printResult(line) }
        guard broadcast.state == .done else { throw .failure("the broadcast was \(broadcast.state.rawValue)") }
    }

    private static let isDryRun = Setting.toggle(
        "dry-run",
        help: "Say whom it would reach and show the payload; send nothing."
    )
    private static let isConfirmed = Setting.toggle("yes", help: "Send without asking.").forOneRun
}
