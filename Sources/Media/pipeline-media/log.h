// The log messages of FFmpeg.
#ifndef LOG_H
#define LOG_H

/// The last error line of FFmpeg since helper_forget_log, without its line end; may be empty.
const char *helper_log(void);
void helper_forget_log(void);

/// Stores the messages of FFmpeg from now on.
void helper_keep_log(void);

#endif
