import HTTPServer

extension HTTPResponse {
    /// A result in the envelope that all of Cloudflare's API has.
    static func result(_ result: JSONText, info: JSONText? = nil) -> HTTPResponse {
        let envelope: JSONText = [
            "success": true,
            "errors": [],
            "messages": [],
            "result": result,
            "result_info": info,
        ]
        return .json(envelope.bytes)
    }
}
