#pragma once
#include <curl/curl.h>

// Swift can call no variadic function, so `curl_easy_setopt` and `curl_easy_getinfo` are called here, once for each type.

static inline CURLcode CurlSetNumber(CURL *handle, CURLoption option, long number) {
    return curl_easy_setopt(handle, option, number);
}

static inline CURLcode CurlSetText(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode CurlSetPointer(CURL *handle, CURLoption option, void *pointer) {
    return curl_easy_setopt(handle, option, pointer);
}

static inline CURLcode CurlSetFields(CURL *handle, const struct curl_slist *fields) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

/// The body of a request; it is copied.
static inline CURLcode CurlSetBody(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t) count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, (const char *) bytes) : code;
}

/// Certificates in PEM to trust; they must live as long as the handle.
static inline CURLcode CurlSetTrust(CURL *handle, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *) bytes, count, CURL_BLOB_NOCOPY};
    return curl_easy_setopt(handle, CURLOPT_CAINFO_BLOB, &blob);
}

static inline CURLcode CurlSetSink(
    CURL *handle, CURLoption function, CURLoption context, size_t (*sink)(char *, size_t, size_t, void *), void *pointer
) {
    CURLcode code = curl_easy_setopt(handle, function, sink);
    return code == CURLE_OK ? curl_easy_setopt(handle, context, pointer) : code;
}

/// Who makes the sockets of a transfer; `pointer` comes along.
static inline CURLcode CurlSetSocketOpener(CURL *handle, curl_opensocket_callback opener, void *pointer) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, opener);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, pointer) : code;
}

/// Who closes the sockets of the connections that a transfer opens; `pointer` must live as long as they.
static inline CURLcode CurlSetSocketCloser(CURL *handle, curl_closesocket_callback closer, void *pointer) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, closer);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, pointer) : code;
}

/// Who is asked before each attempt to send a request.
static inline CURLcode CurlSetGate(CURL *handle, curl_prereq_callback gate, void *pointer) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, gate);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_PREREQDATA, pointer) : code;
}

static inline CURLMcode CurlMultiSetNumber(CURLM *multi, CURLMoption option, long number) {
    return curl_multi_setopt(multi, option, number);
}

/// The address behind the header of libcurl's structure; it may be longer than `struct sockaddr`.
static inline const struct sockaddr *CurlSocketAddress(const struct curl_sockaddr *address) { return &address->addr; }

static inline long CurlStatus(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// The folder where this libcurl looks for the system's certificates one by one; NULL where it has none.
static inline const char *CurlSystemTrustFolder(CURL *handle) {
    char *path = NULL;
    curl_easy_getinfo(handle, CURLINFO_CAPATH, &path);
    return path;
}

/// The file where this libcurl looks for the system's certificates; NULL where it asks the system itself.
static inline const char *CurlSystemTrust(CURL *handle) {
    char *path = NULL;
    curl_easy_getinfo(handle, CURLINFO_CAINFO, &path);
    return path;
}
