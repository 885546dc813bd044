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

/// Certificates in PEM to trust; they are copied.
static inline CURLcode CurlSetTrust(CURL *handle, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *) bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, CURLOPT_CAINFO_BLOB, &blob);
}

static inline CURLcode CurlSetSink(
    CURL *handle, CURLoption function, CURLoption context, size_t (*sink)(char *, size_t, size_t, void *), void *pointer
) {
    CURLcode code = curl_easy_setopt(handle, function, sink);
    return code == CURLE_OK ? curl_easy_setopt(handle, context, pointer) : code;
}

static inline CURLcode CurlSetProgress(
    CURL *handle, int (*progress)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t), void *pointer
) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_XFERINFODATA, pointer) : code;
}

static inline long CurlStatus(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// Where this libcurl looks for the system's certificates; NULL where it asks the system itself.
static inline const char *CurlSystemTrust(CURL *handle) {
    char *path = NULL;
    curl_easy_getinfo(handle, CURLINFO_CAINFO, &path);
    return path;
}
