#pragma once
#include <microhttpd.h>

/// What a daemon is started with; Swift can call no variadic function, so `MHD_start_daemon` is called here.
struct MHDDaemonSettings {
    unsigned int flags;
    unsigned int connectionLimit;
    size_t connectionMemoryByteCount;
    unsigned int timeoutSeconds;
    /// PEM, both or neither.
    const char *certificate;
    const char *privateKey;
    /// What of TLS is spoken, as GnuTLS writes it.
    const char *tlsPriorities;
    MHD_AccessHandlerCallback accessHandler;
    MHD_NotifyConnectionCallback connectionNotice;
    MHD_RequestCompletedCallback completionNotice;
    MHD_LogCallback logger;
    void *(*targetNotice)(void *context, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
    /// What every callback gets as its first argument.
    void *context;
};

static inline struct MHD_Daemon *MHDStartDaemon(const struct MHDDaemonSettings *settings) {
    struct MHD_OptionItem options[12];
    int count = 0;
#define MHD_SET(option, number, pointer) \
    options[count++] = (struct MHD_OptionItem) { (option), (intptr_t) (number), (void *) (pointer) }
    MHD_SET(MHD_OPTION_CONNECTION_LIMIT, settings->connectionLimit, NULL);
    MHD_SET(MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connectionMemoryByteCount, NULL);
    MHD_SET(MHD_OPTION_CONNECTION_TIMEOUT, settings->timeoutSeconds, NULL);
    MHD_SET(MHD_OPTION_NOTIFY_CONNECTION, settings->connectionNotice, settings->context);
    MHD_SET(MHD_OPTION_NOTIFY_COMPLETED, settings->completionNotice, settings->context);
    MHD_SET(MHD_OPTION_URI_LOG_CALLBACK, settings->targetNotice, settings->context);
    MHD_SET(MHD_OPTION_UNESCAPE_CALLBACK, settings->unescape, settings->context);
    if (settings->certificate != NULL) {
        MHD_SET(MHD_OPTION_HTTPS_MEM_CERT, 0, settings->certificate);
        MHD_SET(MHD_OPTION_HTTPS_MEM_KEY, 0, settings->privateKey);
        MHD_SET(MHD_OPTION_HTTPS_PRIORITIES, 0, settings->tlsPriorities);
    }
    MHD_SET(MHD_OPTION_END, 0, NULL);
#undef MHD_SET
    return MHD_start_daemon(
        settings->flags, 0, NULL, NULL, settings->accessHandler, settings->context,
        MHD_OPTION_EXTERNAL_LOGGER, settings->logger, settings->context,
        MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/// What `MHD_OPTION_NOTIFY_CONNECTION` left with the connection.
static inline void *MHDConnectionContext(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

static inline const struct sockaddr *MHDConnectionAddress(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

static inline MHD_socket MHDConnectionSocket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? MHD_INVALID_SOCKET : info->connect_fd;
}

/// The header's size with its request line, once it is read.
static inline size_t MHDConnectionHeaderSize(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}
