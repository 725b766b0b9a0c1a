// What FFmpeg says.
#ifndef LOG_H
#define LOG_H

/// The last error line of FFmpeg since helper_forget_log, without its end; maybe empty.
const char *helper_log(void);
void helper_forget_log(void);

/// Keeps what FFmpeg says from now on.
void helper_keep_log(void);

#endif
