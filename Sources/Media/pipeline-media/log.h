// Stores the log messages of FFmpeg.
#ifndef LOG_H
#define LOG_H

/// Returns FFmpeg's last error line since helper_forget_log, without its line end; the line may be empty.
const char *helper_log(void);
void helper_forget_log(void);

/// Starts to store the messages of FFmpeg.
void helper_keep_log(void);

#endif
