/* Runs a program and all its child processes as if the kernel had an older version of Landlock:
 *
 *   older_kernel ABI PROGRAM ARGUMENTS…
 *
 * A request for the version of Landlock is answered with ABI; 0 means a kernel without Landlock. All other calls
 * continue normally. A separate process gives the answers; it ends with the last process that can ask. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOAD_NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))

static void answer(int listener, int version) {
  for (;;) {
    struct pollfd entry = {.fd = listener, .events = POLLIN};
    if (poll(&entry, 1, -1) < 0 && errno == EINTR) continue;
    if (entry.revents & (POLLHUP | POLLERR)) _exit(0);
    struct seccomp_notif asked;
    memset(&asked, 0, sizeof asked);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) continue;
    struct seccomp_notif_resp said = {.id = asked.id};
    if (version == 0) said.error = -ENOSYS;
    else if (asked.data.args[2] & LANDLOCK_CREATE_RULESET_VERSION) said.val = version;
    else said.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &said);
  }
}

int main(int count, char **words) {
  if (count < 3) return 64;
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return 71;
  const pid_t other = fork();
  if (other == 0) {
    /* The answering process has no living parent, so nobody waits for it. */
    if (fork() != 0) _exit(0);
    setsid();
    prctl(PR_SET_NAME, "answers");
    char byte;
    union {
      struct cmsghdr header;
      char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                             .msg_controllen = sizeof control};
    close(pair[1]);
    if (recvmsg(pair[0], &message, 0) != 1 || !CMSG_FIRSTHDR(&message)) _exit(1);
    int listener;
    memcpy(&listener, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof listener);
    for (int i = 0; i < 3; i++) close(i);
    answer(listener, atoi(words[1]));
  }
  waitpid(other, NULL, 0);
  struct sock_filter program[] = {
    LOAD_NUMBER,
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog filter = {4, program};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                    SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
  if (listener < 0) return 71;
  char byte = 0;
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct iovec part = {&byte, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                           .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof listener);
  memcpy(CMSG_DATA(header), &listener, sizeof listener);
  if (sendmsg(pair[1], &message, 0) != 1) return 71;
  close(listener);
  execv(words[2], words + 2);
  return 66;
}
