import PushyCore

extension OwnerSessions {
    /// What the forms of a page for this visitor carry; nil for a program, which has no session.
    func formToken(of visitor: OwnerGate.Visitor) -> String? {
        guard case .browser(let session) = visitor else { return nil }
        return formToken(of: session)
    }
}
