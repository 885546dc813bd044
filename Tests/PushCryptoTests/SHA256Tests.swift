import PushCrypto
import Testing
