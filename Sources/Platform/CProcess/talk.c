// Functions for messages over a sequenced-packet socket, with deadlines and descriptors.
#define _GNU_SOURCE
#include "process.h"
#include "noted.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int process_socket_pair(int pair[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0
             ? 0
             : process_noted(errno);
}

int process_pipe(int ends[2], int bytes) {
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return process_noted(errno);
  // The limit for a user's pipes may allow fewer bytes than requested, which is still sufficient.
  fcntl(ends[1], F_SETPIPE_SZ, bytes);
  return 0;
}

static int64_t now_milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// The time at which the user interrupted the program; 0 if the user has not.
static _Atomic int64_t interrupted_at;

void process_interrupt(void) {
  int64_t none = 0;
  atomic_compare_exchange_strong(&interrupted_at, &none, now_milliseconds());
}

/// Whether the grace time for calls has passed since the user interrupted the program.
static bool is_interrupted(void) {
  const int64_t at = atomic_load(&interrupted_at);
  return at != 0 && now_milliseconds() - at >= PROCESS_GRACE_MILLISECONDS;
}

/// Waits until the socket is ready for `events`; a negative deadline means no time limit.
static int wait_for(int socket, short events, int64_t deadline) {
  for (;;) {
    int64_t left = deadline < 0 ? -1 : deadline - now_milliseconds();
    if (deadline >= 0 && left < 0) left = 0;
    const int64_t slice = left > 100 ? 100 : left;
    struct pollfd entry = {.fd = socket, .events = events};
    int ready = poll(&entry, 1, (int)slice);
    if (ready > 0) return 0;
    if (ready < 0 && errno != EINTR) return errno;
    if (deadline < 0) continue;
    if (is_interrupted()) return ECANCELED;
    if (ready == 0 && slice == left) return ETIMEDOUT;
  }
}

int process_send(int socket, const void *bytes, size_t count, const int *passed, int passed_count,
                 int milliseconds) {
  if (passed_count < 0 || passed_count > PROCESS_PASSED_MAX) return EINVAL;
  int64_t deadline = milliseconds < 0 ? -1 : now_milliseconds() + milliseconds;
  struct iovec part = {(void *)bytes, count};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int) * PROCESS_PASSED_MAX)];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (passed_count > 0) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)passed_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)passed_count);
    memcpy(CMSG_DATA(header), passed, sizeof(int) * (size_t)passed_count);
  }
  for (;;) {
    // The deadlines for messages are set only by the host. The deadline is checked before each message,
    // because waiting for a peer that sends continuously would never time out.
    if (deadline >= 0 && is_interrupted()) return ECANCELED;
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) return (size_t)sent == count ? 0 : EMSGSIZE;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return errno;
    int problem = wait_for(socket, POLLOUT, deadline);
    if (problem) return problem;
  }
}

static int receive(int socket, void *bytes, size_t capacity, size_t *count, void *control,
                   size_t *control_bytes, int milliseconds) {
  int64_t deadline = milliseconds < 0 ? -1 : now_milliseconds() + milliseconds;
  for (;;) {
    if (deadline >= 0 && is_interrupted()) return ECANCELED;
    struct iovec part = {bytes, capacity};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = control ? *control_bytes : 0};
    ssize_t received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (received >= 0) {
      *count = (size_t)received;
      if (control) *control_bytes = message.msg_controllen;
      return message.msg_flags & MSG_TRUNC ? EMSGSIZE : 0;
    }
    if (errno == EINTR) continue;
    // The peer has closed the connection without reading all messages. The kernel reports ECONNRESET once,
    // before the peer's last message.
    if (errno == ECONNRESET) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return errno;
    int problem = wait_for(socket, POLLIN, deadline);
    if (problem) return problem;
  }
}

uint32_t process_processor(void) { return (uint32_t)sched_getcpu(); }

static int64_t now_nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void process_look_out(int socket, uint32_t peer, int microseconds) {
  const int64_t end = now_nanoseconds() + (int64_t)microseconds * 1000;
  do {
    if (process_processor() == peer) return;
    struct pollfd entry = {.fd = socket, .events = POLLIN};
    if (poll(&entry, 1, 0) != 0) return;
    for (int i = 0; i < 16; i++) __builtin_ia32_pause();
  } while (now_nanoseconds() < end);
}

void process_wait_for_either(int socket, int pipe, int milliseconds) {
  struct pollfd entries[] = {{.fd = socket, .events = POLLIN}, {.fd = pipe, .events = POLLIN}};
  const bool is_ready = poll(entries, 2, milliseconds) > 0;
  if (is_ready && entries[0].revents == 0 && !(entries[1].revents & POLLIN)) {
    poll(entries, 1, milliseconds);
  }
}

int process_receive(int socket, void *bytes, size_t capacity, size_t *count, int milliseconds) {
  return receive(socket, bytes, capacity, count, NULL, NULL, milliseconds);
}

int process_receive_passed(int socket, void *bytes, size_t capacity, size_t *count, int *passed,
                           int *passed_count, int milliseconds) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int) * PROCESS_PASSED_MAX)];
  } control;
  size_t control_bytes = sizeof control;
  *passed_count = 0;
  int problem = receive(socket, bytes, capacity, count, &control, &control_bytes, milliseconds);
  if (problem && problem != EMSGSIZE) return problem;
  struct msghdr message = {.msg_control = &control, .msg_controllen = control_bytes};
  if (*count > 0 || problem == EMSGSIZE) {
    for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); h; h = CMSG_NXTHDR(&message, h)) {
      if (h->cmsg_level != SOL_SOCKET || h->cmsg_type != SCM_RIGHTS) continue;
      *passed_count = (int)((h->cmsg_len - CMSG_LEN(0)) / sizeof(int));
      memcpy(passed, CMSG_DATA(h), sizeof(int) * (size_t)*passed_count);
    }
  }
  return problem;
}
