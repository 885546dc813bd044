import APNs
import Foundation
import PushyCore
import WorkersKV

extension Command {
    /// `pushy tokens export`
    static let tokensExport = Command(
        "export",
        summary: "writes all tokens to a file that wrangler kv bulk put takes",
        details: """
            The file is a JSON array of {"key", "value"}, with "expiration" and "metadata" where there are any. Values come out \
            to the byte, so that an import gives back what was exported, devices of FCM and of browsers included. The file is readable by you alone; what it held before \
            is replaced.
            """,
        operands: [Operand(placeholder: "FILE", help: "The file to write, or - for standard output.")],
        sections: tokenSections,
        examples: [
            Example(line: "pushy tokens export tokens.json --env-file pushy.env", purpose: "Take all tokens out."),
            Example(
                line: "wrangler kv bulk put tokens.json --namespace-id ID",
                purpose: "Move them into a namespace of Cloudflare's."
            ),
        ]
    ) { invocation throws(Complaint) in
        let count = try await invocation.withRegistry { registry throws(Complaint) in
            // Not before there are tokens to write: what the file holds may be all that is left of them.
            let output = try OutputFile(invocation.operands[0])
            let count = try await Complaint.wrapping { () async throws(KVError) in
                var count = 0
                for try await chunk in registry.export {
                    output.write(chunk.bytes)
                    count = chunk.pairCount
                    invocation.console.redrawNote?("\(count.grouped) tokens")
                }
                invocation.console.redrawNote?("")
                return count
            }
            try output.finish()
            return count
        }
        invocation.console.printNote("exported \(count.grouped) \(count == 1 ? "device" : "devices")")
    }
}
