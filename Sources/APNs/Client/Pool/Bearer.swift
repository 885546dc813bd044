/// A provider token, and the number that requests know it by; the count starts over after 256.
struct Bearer {
    let token: ProviderToken
    let generation: UInt8
}
