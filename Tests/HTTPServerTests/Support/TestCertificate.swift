/// A certificate for localhost and 127.0.0.1 that signs itself, valid for a hundred years, with its key and one that
/// does not fit it. They protect nothing.
enum TestCertificate {
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBnDCCAUGgAwIBAgIUalQqhpsmTgVDrJI13XYyNi7k+pkwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDA3MzMzOVoYDzIxMjYxMTA2
        MDczMzM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAARt+twgQAyb62fumoD9E3V3oi99Y6yOz+nGbnlADqPq9HKMzBydyduC
        0L3PhZQoZHAlK9TQ4gtTyzyGB+CRsbwSo28wbTAdBgNVHQ4EFgQUsDNna7z3Bxju
        QMg8rLbkr/iroogwHwYDVR0jBBgwFoAUsDNna7z3BxjuQMg8rLbkr/iroogwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSQAwRgIhAJETxPmBpSyDEDldknqCOVz+H4x/Orn5jYEbxH/8IGbjAiEA
        xP/eLFMy4Lf09IV7AB43xcVtLgKLKiJFkLpFu/iZYlk=
        -----END CERTIFICATE-----
        """

    static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQLuc0V4dPwAVyuDN
        uoxjQJAKSFloIx14LgeLRp8Bd96hRANCAARt+twgQAyb62fumoD9E3V3oi99Y6yO
        z+nGbnlADqPq9HKMzBydyduC0L3PhZQoZHAlK9TQ4gtTyzyGB+CRsbwS
        -----END PRIVATE KEY-----
        """

    static let otherPrivateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5PAKZbcFEaGY6X3M
        gYsksYUIAxaLWxSGC73uv3cR+cehRANCAASxL+URhaoqqqUPoQi0sjjjHtA9Xhaw
        IjVqn687B4rpPo6tjYco4vbcJX+Q+M5PMeOhEkRCjc74hfgbTOD7YRmZ
        -----END PRIVATE KEY-----
        """
}
