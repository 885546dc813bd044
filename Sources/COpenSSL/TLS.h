#pragma once
#include <openssl/err.h>
#include <openssl/ssl.h>

// Swift sees functions, not macros with arguments: the TLS calls that OpenSSL offers as macros only.

static inline int push_tls_require_version_1_2(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// One recv(2) may then bring several records.
static inline void push_tls_read_ahead(SSL_CTX *context, size_t byte_count) {
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, byte_count);
}

static inline void push_tls_allow_partial_writes(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

// RFC 9113, section 9.2.1, forbids compression and renegotiation.
static inline void push_tls_forbid_renegotiation(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
}

static inline int push_tls_set_server_name(SSL *connection, const char *name) {
    return (int)SSL_set_tlsext_host_name(connection, name);
}

static inline int push_tls_error_reason(unsigned long code) { return ERR_GET_REASON(code); }
