// Functions for helper processes: starting them, communicating with them, ending them, and sharing memory
// with them. Every function for processes is thread-safe. Functions that return int return 0 on success and
// an errno value on failure.
#ifndef PIPELINE_PROCESS_H
#define PIPELINE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A program to start, with everything that it receives. The program inherits nothing else: no other
/// descriptor, no signal mask, and no environment except `environment`.
struct process_request {
  /// The path of the executable, which is not searched for in the folders of PATH.
  const char *path;
  /// The arguments, ending with NULL, of which the first is the program's name.
  char *_Nullable const *_Nonnull arguments;
  /// The environment, ending with NULL; NULL means process_plain_environment.
  char *_Nullable const *_Nullable environment;
  /// The descriptors for standard input, output and error; -1 means /dev/null.
  int input, output, error;
  /// The descriptors that get the numbers 3, 4, 5, … in the new process.
  const int *_Nullable passed;
  int passed_count;
  /// Whether the process is killed when this process ends for any reason.
  bool dies_with_parent;
};

/// The maximum number of descriptors that a request or a message can pass.
#define PROCESS_PASSED_MAX 64

/// Starts a process; the process `*pid` must be reaped only with process_wait or process_kill. The death
/// signal is sent when the starting *thread* ends, so one thread that outlives all processes starts them. The
/// function uses vfork, so its cost does not grow with the memory of this process.
int process_start(const struct process_request *request, pid_t *pid);

/// Ends the thread that starts processes, unless a process that it started is still running. The next process
/// start creates another thread.
void process_rest(void);

/// Starts the process inside a control group (cgroup v2, Linux 5.7), whose folder is `group`, from its first
/// instruction on.
int process_start_in_group(const struct process_request *request, int group, pid_t *pid);

/// Waits until a process ends and reaps it; returns ETIMEDOUT if the process did not end in time. `*status`
/// receives the status that waitpid returns. A negative number of milliseconds means no time limit.
int process_wait(pid_t pid, int milliseconds, int *status);

/// Opens the folder /proc/PID/task of a process's threads; the descriptor belongs to that process even if its
/// id is reused.
int process_open_tasks(pid_t pid, int *descriptor);

/// Kills a child process and reaps it. The child process must not have been reaped yet.
int process_kill(pid_t pid, int *status);

/// Kills every process that was started and not yet reaped. Later attempts to start or reap a process block
/// forever, because this process is about to end.
void process_kill_all(void);

/// Adds a process to those that process_kill_all kills and process_rest considers, until it is reaped.
void process_keep(pid_t pid);

/// Requests SIGTERM for this process when the thread that started it ends; returns false if its parent is not
/// `parent` or has already ended.
bool process_end_with(pid_t parent);

/// The number of the signal that ended a process with this status, or 0.
int process_signal_of(int status);

/// The exit status, or -1 if a signal ended the process.
int process_exit_of(int status);

/// Limits the private writable memory, including thread stacks, of a process that these functions started;
/// further allocations in it fail. The function returns false if the system does not allow the limit.
bool process_limit_memory(pid_t pid, uint64_t bytes);

/// The number of bytes of private writable memory that a process has touched; 0 if the kernel does not report
/// it.
uint64_t process_private_memory(pid_t pid);

/// The processor time in nanoseconds that all threads of a process have used; 0 if the process has ended.
uint64_t process_spent(pid_t pid);

/// Creates two connected SOCK_SEQPACKET sockets that are closed on exec; a message arrives completely or not
/// at all.
int process_socket_pair(int first_and_second[_Nonnull 2]);

/// Creates a pipe with a capacity in bytes: the read end, then the write end; both are non-blocking and
/// closed on exec.
int process_pipe(int read_and_write[_Nonnull 2], int bytes);

/// Sends one message with descriptors; returns ETIMEDOUT if the peer does not accept the message in time.
int process_send(int socket, const void *bytes, size_t count, const int *_Nullable passed,
                 int passed_count, int milliseconds);

/// Waits for at most the given time until the socket or the pipe can be read; if both are closed, only the
/// socket ends the wait.
void process_wait_for_either(int socket, int pipe, int milliseconds);

/// Receives one message without descriptors; the kernel closes any descriptors that were sent. `*count` is 0
/// if the peer has ended; the function returns EMSGSIZE if the message is longer than `capacity`.
int process_receive(int socket, void *bytes, size_t capacity, size_t *count, int milliseconds);

/// Receives one message and up to PROCESS_PASSED_MAX descriptors (`*passed_count`), which the caller closes.
int process_receive_passed(int socket, void *bytes, size_t capacity, size_t *count, int *passed,
                           int *passed_count, int milliseconds);

/// The number of the processor on which the calling thread runs.
uint32_t process_processor(void);

/// Polls for a message for some microseconds without yielding the processor, because waking an idle thread
/// takes 30 µs. If the peer last ran on the same processor, `peer`, the function returns immediately, because
/// polling would prevent the peer from running.
void process_look_out(int socket, uint32_t peer, int microseconds);

/// The time for which a running call may continue after process_interrupt.
#define PROCESS_GRACE_MILLISECONDS 1000

/// Records that the user has interrupted the program: from one second later on, messages with a deadline are
/// neither sent nor received, and the functions return ECANCELED. Signal handlers may call the function.
void process_interrupt(void);

/// The resource that last ran out in these functions: EMFILE or ENFILE if no descriptor was left, EFBIG if
/// the file size limit was below the size of shared memory, and 0 if nothing ran out.
int process_shortage(void);

/// Stores the arguments with which the program was started, even without /proc, and returns their number.
int process_words(char *_Nonnull *_Nullable *_Nonnull list);

/// Creates anonymous memory with a fixed size.
int process_memory(const char *name, size_t bytes, int *descriptor);

/// Creates anonymous memory that grows when it is written, like a file.
int process_growing_memory(const char *name, int *descriptor);

/// Creates anonymous memory of `room` bytes that ends with a copy of `bytes`; its size and contents are
/// sealed.
int process_sealed_copy(const char *name, const void *bytes, size_t count, size_t room,
                        int *descriptor);

/// Creates anonymous memory with the first `bytes` bytes of a file; its size and contents are sealed. The
/// function returns EIO if the file has become shorter.
int process_sealed_file(const char *name, int file, size_t bytes, int *descriptor);

/// Maps shared memory for reading and writing; returns NULL on failure.
void *_Nullable process_map(int descriptor, size_t bytes);
void process_unmap(void *address, size_t bytes);

/// The variables PATH, HOME, LANG=C.UTF-8 and TMPDIR of this process, if they are set; LD_* is never
/// included. The result is a static array that ends with NULL.
char *_Nullable const *_Nonnull process_plain_environment(void);

#pragma clang assume_nonnull end
#endif
