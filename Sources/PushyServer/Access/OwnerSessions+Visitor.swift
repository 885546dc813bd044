import PushyCore

extension OwnerSessions {
    /// What stands around the pages for this visitor.
    func frame(of visitor: OwnerGate.Visitor) -> PageFrame {
        PageFrame(formToken: visitor.session.map { formToken(of: $0) }, leadsToApps: visitor.leadsToApps)
    }
}
