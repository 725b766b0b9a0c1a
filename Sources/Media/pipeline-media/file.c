// Connects the output file to FFmpeg as a stream. The host opened the file, so this process does not know the file's name.
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "video.h"

static int read_some(void *opaque, uint8_t *bytes, int count) {
  struct video_file *f = opaque;
  ssize_t n;
  do n = pread(f->descriptor, bytes, (size_t)count, f->place);
  while (n < 0 && errno == EINTR);
  if (n < 0) return AVERROR(errno);
  f->place += n;
  return n == 0 ? AVERROR_EOF : (int)n;
}

/// From FFmpeg 7 on, the buffer that is written has the type const.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t written_byte;
#else
typedef uint8_t written_byte;
#endif

static int write_all(void *opaque, written_byte *bytes, int count) {
  struct video_file *f = opaque;
  int done = 0;
  while (done < count) {
    const size_t left = (size_t)(count - done);
    ssize_t n = f->is_pipe ? write(f->descriptor, bytes + done, left)
                           : pwrite(f->descriptor, bytes + done, left, f->place);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      if (!f->problem) f->problem = n < 0 ? errno : ENOSPC;
      return AVERROR(f->problem);
    }
    f->place += n;
    done += (int)n;
  }
  return count;
}

static int64_t seek_to(void *opaque, int64_t offset, int from) {
  struct video_file *f = opaque;
  struct stat about;
  if (f->is_pipe) return AVERROR(ESPIPE);
  if (fstat(f->descriptor, &about) != 0) return AVERROR(errno);
  switch (from & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return about.st_size;
    case SEEK_SET: break;
    case SEEK_CUR: offset += f->place; break;
    case SEEK_END: offset += about.st_size; break;
    default: return AVERROR(EINVAL);
  }
  if (offset < 0) return AVERROR(EINVAL);
  return f->place = offset;
}

AVIOContext *video_file_open(struct video_file *file, int writable) {
  enum { room = 256 * 1024 };
  uint8_t *buffer = av_malloc(room);
  AVIOContext *stream = buffer ? avio_alloc_context(buffer, room, writable, file, read_some,
                                                    write_all, seek_to)
                               : NULL;
  if (!stream) av_free(buffer);
  return stream;
}

void video_file_close(AVIOContext **stream) {
  if (!*stream) return;
  av_freep(&(*stream)->buffer);
  avio_context_free(stream);
}

int video_file_refuse(AVFormatContext *reader, AVIOContext **stream, const char *url, int flags,
                      AVDictionary **options) {
  (void)reader, (void)stream, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

/// Opens the output again, as the muxer requests.
static int open_again(AVFormatContext *muxer, AVIOContext **stream, const char *url, int flags,
                      AVDictionary **options) {
  (void)url, (void)options;
  const struct video_file *output = muxer->opaque;
  struct video_file *file = av_mallocz(sizeof *file);
  if (!file) return AVERROR(ENOMEM);
  file->descriptor = output->descriptor;
  *stream = video_file_open(file, flags & AVIO_FLAG_WRITE);
  if (!*stream) av_free(file);
  return *stream ? 0 : AVERROR(ENOMEM);
}

static int close_again(AVFormatContext *muxer, AVIOContext *stream) {
  (void)muxer;
  void *file = stream->opaque;
  video_file_close(&stream);
  av_free(file);
  return 0;
}

void video_file_reopens(AVFormatContext *muxer, struct video_file *file) {
  muxer->opaque = file;
  muxer->io_open = open_again;
  muxer->io_close2 = close_again;
}

long video_file_count(int descriptor) {
  struct video_file file = {.descriptor = descriptor};
  AVIOContext *stream = video_file_open(&file, 0);
  AVFormatContext *reader = avformat_alloc_context();
  AVPacket *packet = av_packet_alloc();
  long count = -1;
  if (stream && reader && packet) {
    reader->pb = stream;
    // On failure, FFmpeg frees the reader and sets the pointer to NULL.
    if (avformat_open_input(&reader, NULL, NULL, NULL) >= 0) {
      count = 0;
      while (av_read_frame(reader, packet) >= 0) {
        if (packet->stream_index == 0) count++;
        av_packet_unref(packet);
      }
    }
  }
  av_packet_free(&packet);
  avformat_close_input(&reader);
  video_file_close(&stream);
  return count;
}
