/// Keys made with the openssl command for these tests; they open nothing.
enum SampleKey {
    /// The P-256 key that most tests read, as Apple writes it.
    static let pkcs8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgi39BNeF/VbknjluS
        z7AzN3In7NfDQjJ2IjYHXuXBrWqhRANCAARcPGyuQ5TCrAOJBc2EGiYv+HcnZXVu
        FUBwP3TCUzLul9f+M4RKUsXpnwf7tBPDlS5KU62kYyXLi223SSMSnCFa
        -----END PRIVATE KEY-----
        """

    /// The same key as `openssl ecparam -genkey` writes it, curve parameters first.
    static let sec1 = """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIIt/QTXhf1W5J45bks+wMzdyJ+zXw0IydiI2B17lwa1qoAoGCCqGSM49
        AwEHoUQDQgAEXDxsrkOUwqwDiQXNhBomL/h3J2V1bhVAcD90wlMy7pfX/jOESlLF
        6Z8H+7QTw5UuSlOtpGMly4ttt0kjEpwhWg==
        -----END EC PRIVATE KEY-----
        """

    /// Its public half.
    static let publicHalf = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXDxsrkOUwqwDiQXNhBomL/h3J2V1
        bhVAcD90wlMy7pfX/jOESlLF6Z8H+7QTw5UuSlOtpGMly4ttt0kjEpwhWg==
        -----END PUBLIC KEY-----
        """

    /// The same key in encrypted PKCS#8.
    static let encrypted = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjUHeQuxCOeFwICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKagCBcCjimhmsFoLuYoIi4EgZAj
        N9h5hTrKi/arS8bR4j9jUdbyMy1UAESkCuwJ2WWd0+l8fUufqFiwJRwFDwadYvGX
        4jy4fShixA6VN2Ai7iFWT3HBrQDklTD4hyIPGw6NJX4Fv1QuRZeX7+ivXUZuv7d9
        7vjLinbFNxqpd1eJihTau9pBjq/kIcmhVO+hR7UF83cnnNR3Nbpc5WHqOchwAVk=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    /// The same key encrypted as old OpenSSL did it.
    static let encryptedSEC1 = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,01D2A61080CD93EB8CD06E739139E152

        Zqr9IuILqqdpAyf42X7NLbdCeC7D8FmLIEBLqHnXYjIBM0kfb64d/dlTXlgILgu6
        4hUOAIY6/bdt+Y+v5FPemVkqDt8snNCHCFALJwNTla6SbgfDEPLNWkLn/rqZFlCW
        kOxxMYwiij/kVmtDBZCIR9S0mcmb2Zw9zbGtcOSdwOY=
        -----END EC PRIVATE KEY-----
        """

    /// An RSA key.
    static let rsa = """
        -----BEGIN PRIVATE KEY-----
        MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBANudU+NCPn4swlo0
        Cz3/LvvLwc2Den3UO5cZnsFgMgprbCzbvHh01s3Von+R7g/P1C1uSZbYhcg7QvCB
        SvGJozYPBYQxNeOsmjeJGdIoRbrI5pErkXwYnB/q3AhhPIAf21aespv9sLaq4ZvK
        EXN7IPmk4b6qeaLtOWiP8GsoKFdZAgMBAAECgYB9iQMoxvcd/Mvj8Bf1Cmd6+0//
        AAcG4khl6Pk8pJY2Ko2dXsXvPSqEYngO4AXq9+vbRE3AcmiWunlbLSz/wKOP9eGM
        fsa0NmSiSl+qM5U2VE71rl5LqIwz9fFDTKW+N/u3iGhOKy48Iep2RMWd6YIkPxi/
        MZNNkUVLtXSrIxnjYQJBAPaS0NXXDFznoH0Cr2BMXjoVBR1bWuO9WW8Iz0FHrvzl
        Mw5KNkzMvnfci+akZo5lNQHGshjBtCmBE8ZF+q9J/OUCQQDkAqsLiEJw3LGmfSTP
        HMKZsFX+I5VKMSTaxryMj/J8gmGVvTY6diwNMtiKoY4c6PCYkzx/cSt74SJ8xYmN
        kT1lAkEA4ibETe2AlFGJ3D6zNcK1hdYzq7pXgZvwxCszVG936tIZYtjkNspvQ6ZP
        1oog2ievV2KzhItdP9f4mBklFNLqlQJBANcDMRrR5p2ZcCko79IjM9tMLvtVwM1S
        5IcuS9VdVPRW2wEiiYW9tDLKFOs+B855V5D5n14qcTADkMsKWHlYUgUCQE8Uuf1a
        wbL8JzKCBCdv+cttxYYocBs/sTulklf4x5ERM2wJQ+WL4LYkO0BpWBDl4pFV1HaT
        Tg9LhzRoorm5o8Q=
        -----END PRIVATE KEY-----
        """

    /// An Ed25519 key.
    static let ed25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIET7sSBDG1CsYntiFypsQW11h6YDnfYAGt3RHPm4kXZM
        -----END PRIVATE KEY-----
        """

    /// A key on P-384.
    static let p384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCZIEYcKtnN4bgneDI0
        QMComGbQ1/zRY4w7b7kNuIDHp6XsKPiKjNAepKZAUM69ABGhZANiAARn4CHX4kmL
        PzmAUzsT9qKrfuACqqMz94jUQjs9+Va0vd4JmAOj6hshMqhJisgZNtW4w8eoj+CT
        hJoyfaXBAkVYF4PD9FK0+Q5TjiFvW2qXe8XJYlIEQPs5YA5JD683bTs=
        -----END PRIVATE KEY-----
        """

    /// A certificate of the P-256 key.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBbjCCAROgAwIBAgIUAhGNHPFwUSBH7ieCYFukaY9hEnYwCgYIKoZIzj0EAwIw
        DDEKMAgGA1UEAwwBdDAeFw0yNjExMzAwNzA3MTVaFw0yNjEyMDEwNzA3MTVaMAwx
        CjAIBgNVBAMMAXQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARcPGyuQ5TCrAOJ
        Bc2EGiYv+HcnZXVuFUBwP3TCUzLul9f+M4RKUsXpnwf7tBPDlS5KU62kYyXLi223
        SSMSnCFao1MwUTAdBgNVHQ4EFgQUJbGmLz3GiSbokpdqSYtaTwEX3+QwHwYDVR0j
        BBgwFoAUJbGmLz3GiSbokpdqSYtaTwEX3+QwDwYDVR0TAQH/BAUwAwEB/zAKBggq
        hkjOPQQDAgNJADBGAiEA0v1AnsQ7Nwc+r6UOCGmZTGFX6o8hqrJGt0S70aejpQAC
        IQCpET/wne+bq06yMtEruTDtrOh1rMCTH3ZH46vb9KhYdw==
        -----END CERTIFICATE-----
        """

    /// A request for a certificate.
    static let request = """
        -----BEGIN CERTIFICATE REQUEST-----
        MIHGMG4CAQAwDDEKMAgGA1UEAwwBdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
        BFw8bK5DlMKsA4kFzYQaJi/4dydldW4VQHA/dMJTMu6X1/4zhEpSxemfB/u0E8OV
        LkpTraRjJcuLbbdJIxKcIVqgADAKBggqhkjOPQQDAgNIADBFAiAE4HkFsHuuzY5x
        RdGw3994V2WsCcUTwgaqE9VcBCXpCwIhAMc4g8/K8isSviMZPhUAzkXB6D+ROzc9
        +VEMQVrM299+
        -----END CERTIFICATE REQUEST-----
        """

    /// The Base64 between the first BEGIN and its END, on one line.
    static func body(of pem: String) -> String {
        pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    }
}
