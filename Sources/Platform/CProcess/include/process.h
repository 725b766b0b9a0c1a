// Helper processes: starting, talking to and ending them, and the memory shared with them. Every function is
// thread-safe. Functions that return int return 0, or an errno value.
#ifndef PIPELINE_PROCESS_H
#define PIPELINE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// The program to start and everything that it receives. Nothing else is inherited: no descriptor, no signal
/// mask, and no environment except `environment`.
struct process_request {
  /// The executable's path; no folders are searched for it.
  const char *path;
  /// The arguments, ending with NULL; the first is the program's name.
  char *_Nullable const *_Nonnull arguments;
  /// The environment, ending with NULL; NULL for process_plain_environment.
  char *_Nullable const *_Nullable environment;
  /// The standard input, output and error; -1 for /dev/null.
  int input, output, error;
  /// The descriptors that become 3, 4, 5, … in the process.
  const int *_Nullable passed;
  int passed_count;
  /// The process is killed when this one ends, however that ends.
  bool dies_with_parent;
};

/// The most descriptors a request or a message passes.
#define PROCESS_PASSED_MAX 64

/// Starts a process; `*pid` must be reaped only with process_wait or process_kill. The death signal fires
/// when the starting *thread* ends, so all processes are started by one thread that outlives them. The
/// function uses vfork, so the cost does not grow with this process's memory.
int process_start(const struct process_request *request, pid_t *pid);

/// Ends the thread that starts processes, unless one of them still runs. The next start creates another
/// thread.
void process_rest(void);

/// Starts the process in a control group (cgroup v2, Linux 5.7), whose folder is `group`, from its first
/// instruction on.
int process_start_in_group(const struct process_request *request, int group, pid_t *pid);

/// Waits until a process ends and reaps it; ETIMEDOUT if the process did not end within the time. `*status`
/// is the status that waitpid returns. A negative time waits forever.
int process_wait(pid_t pid, int milliseconds, int *status);

/// Opens the folder of a process's threads, /proc/PID/task: it belongs to that process even if its number is
/// reused.
int process_open_tasks(pid_t pid, int *descriptor);

/// Kills a process and reaps it. The caller has not reaped it yet.
int process_kill(pid_t pid, int *status);

/// Kills every process that was started and is not reaped. Later starts and reaps block forever: this process
/// ends next.
void process_kill_all(void);

/// Adds a process to those that process_kill_all kills and process_rest waits for, until it is reaped.
void process_keep(pid_t pid);

/// Requests SIGTERM when the thread that started this process ends; false if its process is not `parent`, or
/// has already ended.
bool process_end_with(pid_t parent);

/// The number of the signal that ended the process of this status, or 0.
int process_signal_of(int status);

/// The exit status, or -1 when a signal ended the process.
int process_exit_of(int status);

/// Limits the private writable memory of a process that these functions have started, including the stacks of
/// threads; further allocations fail. Returns false if the system does not allow the limit.
bool process_limit_memory(pid_t pid, uint64_t bytes);

/// The bytes of private writable memory that a process has touched; 0 if the kernel does not report them.
uint64_t process_private_memory(pid_t pid);

/// The nanoseconds of processor time that a process has used with all its threads; 0 if the process has
/// ended.
uint64_t process_spent(pid_t pid);

/// Creates two connected SOCK_SEQPACKET sockets, closed on exec: a message arrives completely or not at all.
int process_socket_pair(int first_and_second[_Nonnull 2]);

/// Creates a pipe with a capacity in bytes, whose ends are non-blocking and closed on exec: the end to read,
/// then the end to write.
int process_pipe(int read_and_write[_Nonnull 2], int bytes);

/// Sends one message with descriptors; ETIMEDOUT if the peer does not accept the message in time.
int process_send(int socket, const void *bytes, size_t count, const int *_Nullable passed,
                 int passed_count, int milliseconds);

/// Waits until the socket or the pipe can be read, at most for the given time; if both are closed, only the
/// socket counts.
void process_wait_for_either(int socket, int pipe, int milliseconds);

/// Receives one message and no descriptors: the kernel closes those that were sent. `*count` is 0 if the peer
/// has ended; EMSGSIZE if the message is longer than `capacity`.
int process_receive(int socket, void *bytes, size_t capacity, size_t *count, int milliseconds);

/// Receives one message and up to PROCESS_PASSED_MAX descriptors (`*passed_count`), which the caller closes.
int process_receive_passed(int socket, void *bytes, size_t capacity, size_t *count, int *passed,
                           int *passed_count, int milliseconds);

/// The processor that the calling thread is on.
uint32_t process_processor(void);

/// Polls for a message for some microseconds without giving up the processor, because a thread that idles takes
/// 30 µs to wake. If the peer last ran on the same processor, `peer`, the function does not wait, because it
/// would keep the peer from running.
void process_look_out(int socket, uint32_t peer, int microseconds);

/// The time in which a running call may still end by itself after process_interrupt.
#define PROCESS_GRACE_MILLISECONDS 1000

/// Announces that the user interrupts the program: from a second later on, messages with a deadline are
/// neither sent nor received, and return ECANCELED. Safe in a signal handler.
void process_interrupt(void);

/// The resource that last ran out in these functions: Returns EMFILE or ENFILE if no descriptor was left,
/// EFBIG if the limit on the size of files was below that of shared memory;
int process_shortage(void);

/// The arguments with which the program was started, even without /proc; the function returns their number.
int process_words(char *_Nonnull *_Nullable *_Nonnull list);

/// Creates unnamed memory with a sealed size.
int process_memory(const char *name, size_t bytes, int *descriptor);

/// Creates unnamed memory that grows as it is written, like a file.
int process_growing_memory(const char *name, int *descriptor);

/// Creates unnamed memory of `room` bytes that ends with a copy of `bytes`; both are sealed.
int process_sealed_copy(const char *name, const void *bytes, size_t count, size_t room,
                        int *descriptor);

/// Creates unnamed memory with the first `bytes` bytes of a file; its size and contents are sealed. EIO if
/// the file has become shorter.
int process_sealed_file(const char *name, int file, size_t bytes, int *descriptor);

/// Maps memory for reading and writing, shared; NULL if that fails.
void *_Nullable process_map(int descriptor, size_t bytes);
void process_unmap(void *address, size_t bytes);

/// The variables PATH, HOME, LANG=C.UTF-8 and TMPDIR of this process, as far as they are set; never LD_*. A
/// static array that ends with NULL.
char *_Nullable const *_Nonnull process_plain_environment(void);

#pragma clang assume_nonnull end
#endif
