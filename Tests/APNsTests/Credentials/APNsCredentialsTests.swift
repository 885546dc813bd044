import APNs
import PushCrypto
import Testing

@Suite("Credentials")
struct APNsCredentialsTests {
    @Test(
        "have a key ID and a team ID of ten letters and digits",
        arguments: ["", "ABC123DEF", "ABC123DEFGH", "ABC 23DEFG"]
    )
    func identifiers(text: String) throws {
        let key = try P256.PrivateKey.generate()
        #expect(throws: APNsCredentials.Invalid.keyID(text)) {
            try APNsCredentials(key: key, keyID: text, teamID: "DEF123GHIJ")
        }
        #expect(throws: APNsCredentials.Invalid.teamID(text)) {
            try APNsCredentials(key: key, keyID: "ABC123DEFG", teamID: text)
        }
    }
}
