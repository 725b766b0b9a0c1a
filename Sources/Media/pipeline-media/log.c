// Stores the log messages of FFmpeg.
#include "log.h"

#include <libavutil/log.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "media.h"

static char log_line[MEDIA_TEXT];

const char *helper_log(void) { return log_line; }
void helper_forget_log(void) { log_line[0] = 0; }

static void keep_log(void *context, int level, const char *format, va_list arguments) {
  (void)context;
  if (level > AV_LOG_ERROR) return;
  vsnprintf(log_line, sizeof log_line, format, arguments);
  log_line[strcspn(log_line, "\n")] = 0;
}

void helper_keep_log(void) { av_log_set_callback(keep_log); }
