// The yardstick for CurlClient: the same requests through libcurl's multi interface, with as little around it as C needs.
//
//     CurlReference <url> <ca file> <requests> <in flight> [requests per connection]
//
// Prints {"requests":…,"failures":…,"seconds":…}. With a fifth argument the multi handle is replaced after so many
// requests, one connection after the other, as CurlClient does for a libcurl that resets streams without a body.

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

struct loop {
    CURLM *multi;
    int epoll;
    long timeout_ms;
};

struct slot {
    CURL *easy;
    struct curl_slist *headers;
    struct slot *next_idle;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *context, void *mark) {
    (void)easy;
    struct loop *loop = context;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, fd, NULL);
        return 0;
    }
    struct epoll_event event = {0};
    int operation = mark == NULL ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    event.data.fd = fd;
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    epoll_ctl(loop->epoll, operation, fd, &event);
    if (mark == NULL) curl_multi_assign(loop->multi, fd, loop);
    return 0;
}

static int on_timer(CURLM *multi, long timeout_ms, void *context) {
    (void)multi;
    struct loop *loop = context;
    loop->timeout_ms = timeout_ms;
    return 0;
}

static size_t on_data(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    (void)context;
    return size * count;
}

static CURLM *new_multi(struct loop *loop, long in_flight) {
    CURLM *multi = curl_multi_init();
    if (multi == NULL) exit(1);
    loop->multi = multi;
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, loop);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, loop);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1L);
    curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, in_flight);
    loop->timeout_ms = -1;
    return multi;
}

static struct slot *new_slot(const char *ca_file, CURLSH *share) {
    struct slot *slot = calloc(1, sizeof *slot);
    if (slot == NULL || (slot->easy = curl_easy_init()) == NULL) exit(1);
    CURL *easy = slot->easy;
    curl_easy_setopt(easy, CURLOPT_SHARE, share);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_data);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_data);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, slot);
    return slot;
}

static void prepare(struct slot *slot, const char *origin, long number) {
    static const char token[] = "bearer eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQ0RFMTIzNDUifQ."
                                "eyJpc3MiOiJURUFNNTY3ODkwIiwiaWF0IjoxNzY3MjI1NjAwfQ."
                                "c2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlMTI";
    static const char start[] = "{\"aps\":{\"alert\":\"";
    char url[512], line[512], body[301];
    snprintf(url, sizeof url, "%s/3/device/%064lx", origin, number);
    memset(body, 'x', 300);
    memcpy(body, start, sizeof start - 1);
    memcpy(body + 297, "\"}}", 4);

    curl_slist_free_all(slot->headers);
    slot->headers = NULL;
    const char *suppressed[] = {"Accept:", "Content-Type:", "Expect:"};
    for (int i = 0; i < 3; i++) slot->headers = curl_slist_append(slot->headers, suppressed[i]);
    snprintf(line, sizeof line, "authorization: %s", token);
    slot->headers = curl_slist_append(slot->headers, line);
    snprintf(line, sizeof line, "apns-id: 01234567-89ab-5def-8123-%012lx", number);
    slot->headers = curl_slist_append(slot->headers, line);
    slot->headers = curl_slist_append(slot->headers, "apns-topic: com.example.app");
    slot->headers = curl_slist_append(slot->headers, "apns-push-type: alert");
    slot->headers = curl_slist_append(slot->headers, "apns-priority: 10");
    slot->headers = curl_slist_append(slot->headers, "apns-expiration: 1767226000");
    slot->headers = curl_slist_append(slot->headers, "apns-collapse-id: alarm.ring");

    curl_easy_setopt(slot->easy, CURLOPT_URL, url);
    curl_easy_setopt(slot->easy, CURLOPT_HTTPHEADER, slot->headers);
    curl_easy_setopt(slot->easy, CURLOPT_TIMEOUT_MS, 30000L);
    curl_easy_setopt(slot->easy, CURLOPT_POST, 1L);
    curl_easy_setopt(slot->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)300);
    curl_easy_setopt(slot->easy, CURLOPT_COPYPOSTFIELDS, body);
}

int main(int argc, char **argv) {
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: %s <url> <ca file> <requests> <in flight> [requests per connection]\n", argv[0]);
        return 64;
    }
    const char *origin = argv[1];
    long total = atol(argv[3]), in_flight = atol(argv[4]), per_connection = argc == 6 ? atol(argv[5]) : 0;
    if (total < 1 || in_flight < 1) return 64;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    struct loop loop = {.epoll = epoll_create1(EPOLL_CLOEXEC), .timeout_ms = -1};
    CURLSH *share = curl_share_init();
    curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
    curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    struct slot *idle = NULL;
    for (long i = 0; i < in_flight; i++) {
        struct slot *slot = new_slot(argv[2], share);
        slot->next_idle = idle;
        idle = slot;
    }

    double begin = now();
    CURLM *multi = new_multi(&loop, in_flight);
    long begun = 0, ended = 0, failures = 0, on_this_connection = 0, running_here = 0;
    while (ended < total) {
        while (idle != NULL && begun < total && (per_connection == 0 || on_this_connection < per_connection)) {
            struct slot *slot = idle;
            idle = slot->next_idle;
            prepare(slot, origin, begun++);
            curl_multi_add_handle(multi, slot->easy);
            on_this_connection++;
            running_here++;
        }
        struct epoll_event events[128];
        int running = 0;
        int count = epoll_wait(loop.epoll, events, 128, (int)loop.timeout_ms);
        if (count == 0) curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
        for (int i = 0; i < count; i++) {
            int mask = (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR) ? CURL_CSELECT_IN : 0)
                | (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0);
            curl_multi_socket_action(multi, events[i].data.fd, mask, &running);
        }
        int left;
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left)) != NULL) {
            if (message->msg != CURLMSG_DONE) continue;
            struct slot *slot;
            long status = 0;
            CURL *easy = message->easy_handle;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, &slot);
            curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
            if (status != 200) failures++;
            curl_multi_remove_handle(multi, easy);
            slot->next_idle = idle;
            idle = slot;
            ended++;
            running_here--;
        }
        if (per_connection > 0 && on_this_connection >= per_connection && running_here == 0 && ended < total) {
            curl_multi_cleanup(multi);
            multi = new_multi(&loop, in_flight);
            on_this_connection = 0;
        }
    }
    double seconds = now() - begin;
    printf("{\"requests\":%ld,\"failures\":%ld,\"seconds\":%.6f}\n", total, failures, seconds);
    curl_multi_cleanup(multi);
    return failures == 0 ? 0 : 1;
}
