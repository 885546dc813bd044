import APNs
import PushCrypto
import WebPush

/// What an app needs to reach browsers, checked: whom push services may write to, and key pairs.
///
/// A subscription is bound to the key that it was made with, so a new pair comes beside the former ones.
///
/// Source: RFC 8292.
struct VAPIDAccess: Sendable {
    let subject: VAPIDSubject
    /// The newest first; it is never empty.
    let pairs: [Pair]

    /// A private key, and the public one as browsers take it.
    struct Pair: Sendable {
        let publicKey: String
        let privateKey: String
        let key: P256.PrivateKey
    }

    /// Takes the fields as the API names them. Without a key the pair that is in use stays; where there is none, or
    /// `public_key` is null, a new one is made.
    ///
    /// - Throws: ``DraftFault``, which names the field and says what its value is instead of what it should be.
    init(_ reader: FieldReader, over former: VAPIDAccess?, wantsNewPair: Bool) throws(DraftFault) {
        try reader.refuseOthers(than: ["subject", "public_key", "private_key"], in: "vapid")
        subject = try Self.subject(reader, otherwise: former?.subject.text)
        let formerPairs = former?.pairs ?? []
        var pair = try Self.given(reader)
        if pair == nil, formerPairs.isEmpty || wantsNewPair { pair = try Self.fresh(reader) }
        let known = formerPairs.filter { $0.publicKey != pair?.publicKey }
        pairs = (pair.map { [$0] } ?? []) + known
    }

    /// The pair that browsers subscribe with now.
    var current: Pair { pairs[0] }

    private static func given(_ reader: FieldReader) throws(DraftFault) -> Pair? {
        let publicText = try reader.text("public_key")
        guard let privateText = try reader.text("private_key") else {
            guard publicText == nil else {
                throw reader.fault("private_key", "It is missing: a public key without it can sign nothing.")
            }
            return nil
        }
        let pair: Pair
        do {
            let scalar = Base64.decodeAnyForm(privateText)
            pair = try Pair(scalar.map { try P256.PrivateKey(scalar: $0) } ?? P256.PrivateKey(pem: privateText))
        } catch {
            throw reader.fault("private_key", "\(error)")
        }
        if let publicText, Base64.decodeAnyForm(publicText) != Base64URL.decode(pair.publicKey) {
            throw reader.fault("public_key", "It is not the public half of private_key: give both of one pair.")
        }
        return pair
    }

    private static func fresh(_ reader: FieldReader) throws(DraftFault) -> Pair {
        do throws(CryptoFailure) {
            return try Pair(P256.PrivateKey.generate())
        } catch {
            throw reader.fault("private_key", error.description)
        }
    }

    private static func subject(_ reader: FieldReader, otherwise former: String?) throws(DraftFault) -> VAPIDSubject {
        let hint = "mailto: with your address, or https: with a page of yours"
        let text = try reader.required("subject", otherwise: former, hint)
        do throws(VAPIDSubject.Invalid) {
            return try VAPIDSubject(text)
        } catch {
            throw reader.fault("subject", error.description)
        }
    }
}

extension VAPIDAccess.Pair {
    init(_ key: P256.PrivateKey) throws(CryptoFailure) {
        self.key = key
        publicKey = Base64URL.encode(try key.publicKey.point)
        privateKey = Base64URL.encode(try key.scalar)
    }
}

extension VAPIDAccess {
    /// The fields again, as they are sealed.
    var fields: JSONObject {
        var fields = JSONObject()
        fields["subject"] = .string(subject.text)
        fields["keys"] = .array(pairs.map { .string($0.privateKey) })
        return fields
    }

    /// What was sealed.
    init(sealed fields: JSONObject) throws(DraftFault) {
        let reader = FieldReader(fields, within: "vapid.")
        subject = try Self.subject(reader, otherwise: nil)
        guard case .array(let keys) = fields["keys"] else { throw reader.fault("keys", "They are missing.") }
        var pairs: [Pair] = []
        for case .string(let text) in keys {
            do {
                pairs.append(try Pair(P256.PrivateKey(scalar: Base64URL.decode(text) ?? [])))
            } catch {
                throw reader.fault("keys", "\(error)")
            }
        }
        guard !pairs.isEmpty else { throw reader.fault("keys", "There is none.") }
        self.pairs = pairs
    }

    /// Who sends, for push services.
    var identity: VAPIDIdentity {
        get throws(CryptoFailure) {
            var keys: [VAPIDKey] = []
            for pair in pairs { keys.append(try VAPIDKey(pair.key)) }
            return VAPIDIdentity(subject: subject, keys: keys)
        }
    }

    /// What of it is no secret.
    var summary: App.VAPIDSummary {
        App.VAPIDSummary(subject: subject.text, publicKeys: pairs.map(\.publicKey))
    }
}
