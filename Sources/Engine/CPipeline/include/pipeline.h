/* pipeline.h: the engine of pipeline for other programs, version 1.1.
 *
 * An engine opens documents as compositions. A composition lists the problems of its document, returns its
 * duration and size, and draws any of its frames into the caller's memory or into files. The frames are
 * those of the program `pipeline`, bit for bit. Link with -lpipeline; `pkg-config --cflags --libs pipeline`
 * prints all flags. The helpers that read pictures, set text, encode video and run plugins are programs that
 * are installed beside the library; a plugin that a document names runs in one of them, never in the calling process.
 *
 *   pipeline_engine engine;
 *   pipeline_composition film;
 *   pipeline_report *report;
 *   if (pipeline_engine_new(NULL, &engine, &report) != PIPELINE_OK ||
 *       pipeline_open_file(engine, "film.json", NULL, &film, &report) != PIPELINE_OK) {
 *     fprintf(stderr, "%s\n", report ? report->message : "no memory");
 *     pipeline_report_free(report);
 *   }
 *
 * The library does not change your program: it does not end the process, handle or raise signals, read or write
 * standard streams, or change the locale, the environment, the working folder, the limits or the control group.
 * After the last composition is closed, the engine has no thread, process or descriptor left.
 * Between calls it has threads only while compositions with plugins in helpers are open.
 *
 * Words used below
 *   growing      the struct starts with its `size`; later versions add members at the end. Set the whole struct
 *                to zero, then its `size` to sizeof the struct. Zero is always the default. A size that is
 *                smaller than in version 1.0 returns PIPELINE_USAGE, as does a larger size whose
 *                additional bytes are not zero, because they request features that this version lacks.
 *   frozen       the struct never changes.
 *   seconds      seconds of the composition's timeline, from 0 to its duration, both included.
 *   points       the unit of the document's canvas; a composition draws `scale` pixels for each point.
 *   caller's     memory that the caller owns and that is not used after the call.
 *   library's    memory that the library returns and that the named function releases.
 *
 * Handles are numbers, which are never reused; 0 is never a handle. A handle that was closed, belongs to
 * another kind of object or never existed returns PIPELINE_HANDLE, on any thread.
 *
 * Pointers must have their declared types, and may be null only if PIPELINE_NULLABLE or the text
 * says so; any other null pointer returns PIPELINE_USAGE. Strings are UTF-8 and end with a zero byte; invalid
 * UTF-8 returns PIPELINE_USAGE, and so do numbers that are NaN, infinite or out of range.
 *
 * Results: every function that can fail returns a status, PIPELINE_OK or the kind of failure. `report` is null,
 * or the address at which a report with a message is stored, which the caller must free; null is stored if the call
 * succeeded, or if there is no memory for a report. Other results are set to zero or null if a function fails.
 *
 * Threads: every function may be called on any thread at any time. Calls with the same composition wait for
 * each other; calls with different compositions run at the same time, which does not affect the pixels. A call
 * from a callback with the composition that made it returns PIPELINE_BUSY, except for pipeline_cancel.
 * Callbacks run on the thread that made the call, or on a thread of the engine during that call, one at a time.
 *
 * Fork: a forked child may open and close its own compositions, whether the parent has opened any or not,
 * if no thread was in a call during the fork. Compositions of the parent belong to the parent: in the child they
 * return PIPELINE_FORKED, and closing them there has no effect. The helpers end with the parent,
 * however it ends.
 *
 * Children: the helpers are children of the process. A program that ignores SIGCHLD, or reaps
 * processes that it did not start, hides from the library how they ended; this has no other effect.
 *
 * Memory: the limits bound the memory that a document may take, and a picture or a frame without room returns
 * PIPELINE_SHORTAGE or PIPELINE_CONTENT. Under RLIMIT_AS or RLIMIT_DATA large allocations are tried before they are
 * used, and a call that does not find 32 MB returns PIPELINE_SHORTAGE. Two things cannot be caught: another thread that
 * uses up the memory after that, because Swift's runtime ends the process when even a small allocation fails,
 * and a kernel that kills the process. For untrusted documents, set the limit "memory" below the memory that the
 * system allows the process.
 *
 * Compatibility: in version 1 structs and constants only grow at their ends, and functions are only added;
 * any other change would be a new header and libpipeline-engine.so.2. A program that was built for 1.0 works with
 * every library of version 1.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PIPELINE_VERSION_MAJOR 1 /* A new major version is another library. */
#define PIPELINE_VERSION_MINOR 1 /* The version of this header, which each addition increases. */

#if defined(__clang__)
#define PIPELINE_NULLABLE _Nullable
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#else
#define PIPELINE_NULLABLE
#endif

#if defined(__GNUC__)
#define PIPELINE_EXPORT __attribute__((visibility("default")))
#else
#define PIPELINE_EXPORT
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- Handles (frozen, passed by value) --------------------------------------------------------- */

/* The engine: it opens documents with its helpers and plugins. Two engines are independent of each other. */
typedef struct pipeline_engine {
  uint64_t id;
} pipeline_engine;

/* A document that has been read and planned. */
typedef struct pipeline_composition {
  uint64_t id;
} pipeline_composition;

/* A position in the frames of a composition. */
typedef struct pipeline_frames {
  uint64_t id;
} pipeline_frames;

/* ---- Results ----------------------------------------------------------------------------------- */

typedef int32_t pipeline_status;

#define PIPELINE_OK 0
#define PIPELINE_END 1         /* there is no further frame; not a failure */
#define PIPELINE_USAGE 2       /* invalid request, such as a null pointer or a time after the end */
#define PIPELINE_CONTENT 3     /* the document, or a file that it names, is invalid */
#define PIPELINE_MISSING 4     /* the document, or a file that it names, does not exist */
#define PIPELINE_UNAVAILABLE 5 /* a helper, or a part of its sandbox, is not available on this system */
#define PIPELINE_FAILED 6      /* the engine, or a helper, is at fault */
#define PIPELINE_SHORTAGE 7    /* too little memory, or too few processes or descriptors; the call may
                               succeed later */
#define PIPELINE_UNWRITABLE 8  /* a file cannot be read or written completely */
#define PIPELINE_PLUGIN 9      /* a plugin misbehaved */
#define PIPELINE_REFUSED 10    /* the document, or a plugin, requests something that is not allowed */
#define PIPELINE_CANCELLED 11  /* cancelled by pipeline_cancel, or by `progress` */
#define PIPELINE_TIMEOUT 12    /* the time limit of the call has passed */
#define PIPELINE_HANDLE 13     /* the handle was closed, or is not valid */
#define PIPELINE_BUSY 14       /* a callback used the composition that called it */
#define PIPELINE_FORKED 15     /* the handle belongs to the parent process */

/* A problem of a document, or a warning about the document, with its position in the text (growing; the
 * library owns it while its report exists). */
typedef struct pipeline_problem {
  const char *file;       /* name of the file with which it was opened */
  uint32_t line;          /* line number, from 1 */
  uint32_t column;        /* column in characters, from 1 */
  const char *pointer;    /* JSON pointer of the value; "" for the document itself */
  const char *message;    /* the message on one line */
  const char *PIPELINE_NULLABLE suggestion; /* the probably intended word */
  const char *text;       /* FILE:LINE:COLUMN: /pointer: message; did you mean "x"? */
} pipeline_problem;

/* The report of a call (growing; the library owns it until pipeline_report_free). */
typedef struct pipeline_report {
  uint32_t size;          /* sizeof(pipeline_report) in the library */
  pipeline_status status; /* PIPELINE_OK in a report of warnings */
  int32_t exit_status;    /* exit status of `pipeline` for the same failure, as in sysexits.h; 0 means none */
  uint32_t problem_size;  /* distance between problems, in bytes */
  const char *message;    /* message of one or more lines for the user */
  const pipeline_problem *PIPELINE_NULLABLE problems;
  uint64_t problem_count; /* number of problems; 0 for other failures */
  const char *const *PIPELINE_NULLABLE places; /* paths at which a missing helper was searched for */
  uint64_t place_count;
} pipeline_report;

/* ---- Options (growing; the caller's) ----------------------------------------------------------- */

/* A variable that the document declares, and its value: JSON, or a text. (frozen) */
typedef struct pipeline_variable {
  const char *name;
  const char *value;
} pipeline_variable;

/* A limit on the document, with the name that `pipeline --limit` takes: "bytes", "depth", "layers",
 * "steps", "keyframes", "frames", "samples", "pixels", "work", "memory"; the last one applies to all
 * pictures of the process. (frozen) */
typedef struct pipeline_limit {
  const char *name;
  int64_t value;
} pipeline_limit;

typedef struct pipeline_engine_options {
  uint32_t size;
  uint32_t reserved;      /* 0 */
  const char *PIPELINE_NULLABLE prefix; /* folder of the installation, such as /usr/local, or of a build;
                               null means the one that contains the library */
} pipeline_engine_options;

/* A message of the engine during its work (growing; the library owns it until the callback returns). */
typedef struct pipeline_message {
  uint32_t size;
  uint32_t level;         /* PIPELINE_LEVEL_… */
  const char *text;       /* the message on one line */
  const char *PIPELINE_NULLABLE step;   /* step of the document to which the message refers */
  const char *PIPELINE_NULLABLE plugin; /* plugin to which the message refers */
  int64_t frame;          /* frame number, from 0; -1 means no frame */
  double seconds;         /* time of the frame; -1 means no frame */
} pipeline_message;

#define PIPELINE_LEVEL_WARNING 0u /* a picture or a sound differs from the document */
#define PIPELINE_LEVEL_NOTE 1u
#define PIPELINE_LEVEL_DETAIL 2u

typedef struct pipeline_open_options {
  uint32_t size;
  uint32_t flags;         /* a combination of PIPELINE_OPEN_… */
  double scale;           /* pixels for each point, at most 64; 0 means the scale of the canvas */
  uint32_t threads;       /* number of drawing threads, 1 to 256, which does not affect the pixels; 0 means 1 */
  uint32_t isolation;     /* PIPELINE_ISOLATE_… */
  uint32_t sandbox;       /* PIPELINE_SANDBOX_… */
  uint32_t reserved;      /* 0 */
  double plugin_seconds;  /* time limit for one call of a plugin; 0 means 10 */
  double media_seconds;   /* time limit for decoding a picture or encoding a frame, in whole seconds; 0 means
                             the default */
  double seconds;         /* time limit for opening, and for each later call with the composition; 0 means
                             none */
  const pipeline_variable *PIPELINE_NULLABLE variables; /* may be null if the count is 0 */
  uint64_t variable_count;
  const pipeline_limit *PIPELINE_NULLABLE limits; /* may be null if the count is 0 */
  uint64_t limit_count;
  const char *const *PIPELINE_NULLABLE plugin_folders; /* folders that are searched first; may be null if the
                               count is 0 */
  uint64_t plugin_folder_count;
  void (*PIPELINE_NULLABLE message)(void *PIPELINE_NULLABLE user, const pipeline_message *message);
  void *PIPELINE_NULLABLE user; /* passed to `message`, until the composition is closed */
} pipeline_open_options;

#define PIPELINE_OPEN_OUTSIDE_ASSETS 0x1u   /* paths in the document may lead out of its folder */
#define PIPELINE_OPEN_STRICT 0x2u           /* warnings are errors */
#define PIPELINE_OPEN_DOCUMENT_PLUGINS 0x4u /* plugins that the document names may run if the system lacks
                               parts of the sandbox */
#define PIPELINE_OPEN_SKIP_FAULTS 0x8u      /* a step whose plugin fails twice is left out of the frame */

#define PIPELINE_ISOLATE_AUTO 0u   /* third-party plugins run in separate processes */
#define PIPELINE_ISOLATE_ALWAYS 1u /* all plugins run in separate processes */
#define PIPELINE_ISOLATE_NEVER 2u  /* all plugins run in this process, for debuggers; plugins that documents
                               name are not used */

#define PIPELINE_SANDBOX_AUTO 0u    /* helpers run with all sandbox features that the system has */
#define PIPELINE_SANDBOX_REQUIRE 1u /* helpers start only with the complete sandbox */
#define PIPELINE_SANDBOX_OFF 2u     /* helpers run without a sandbox, for debuggers */

/* ---- Pictures ---------------------------------------------------------------------------------- */

/* The destination of a frame: rows of RGBA, 8 bits each in this order, sRGB-encoded, top row first
 * (growing; the caller owns it). The bytes between 4 * width and the stride are not changed. */
typedef struct pipeline_image {
  uint32_t size;
  uint32_t format;        /* PIPELINE_RGBA_… */
  uint8_t *data;          /* pixels, with any alignment */
  uint64_t capacity;      /* number of bytes at `data`, >= (height - 1) * stride_bytes + 4 * width */
  int64_t stride_bytes;   /* distance between rows, >= 4 * width; 0 means 4 * width */
  int32_t width, height;  /* size in pixels, as returned by pipeline_get_info */
} pipeline_image;

#define PIPELINE_RGBA_PREMULTIPLIED 0u /* r, g, b <= a, as in the raw output of `pipeline run` */
#define PIPELINE_RGBA_STRAIGHT 1u      /* not multiplied by alpha, as in PNG */

/* The properties of a composition (growing; the caller owns it, and the library fills it). */
typedef struct pipeline_info {
  uint32_t size;
  uint32_t is_opaque;     /* 1 if every pixel of every frame has alpha 255 */
  double width_points, height_points;
  double scale;           /* pixels for each point */
  int32_t width, height;  /* size of a frame in pixels */
  double duration_seconds;
  double frames_per_second;
  uint64_t frame_count;   /* number of frames of a film: those that start before the end, and the last state */
} pipeline_info;

/* The frame that was drawn (growing; the caller owns it, and the library fills it). */
typedef struct pipeline_frame_info {
  uint32_t size;
  uint32_t reserved;
  uint64_t number;        /* number of the frame, from 0 */
  double seconds;
} pipeline_frame_info;

/* The files to write, and their settings (growing; the caller owns it). */
typedef struct pipeline_render_options {
  uint32_t size;
  uint32_t flags;         /* a combination of PIPELINE_RENDER_… */
  const char *const *PIPELINE_NULLABLE files; /* file names, whose extensions choose the formats, as with
                               `pipeline run -o`; null and 0 mean the document's own outputs */
  uint64_t file_count;
  double frames_per_second; /* 0.001 to 1000; 0 means the frame rate of the document */
  double quality;         /* quality of lossy formats, 0 to 1, used with PIPELINE_RENDER_QUALITY */
  uint64_t first_frame, frame_count; /* the frames to render, from 0; a count of 0 means all */
  double seconds;         /* time limit of the call, in addition to that of opening; 0 means none */
  bool (*PIPELINE_NULLABLE progress)(void *PIPELINE_NULLABLE user, uint64_t done, uint64_t total);
                          /* receives the number of finished frames and the total; returning false cancels
                           * the work */
  void *PIPELINE_NULLABLE user; /* passed to `progress` */
  double speed;           /* seconds of the document in one second of the file, 0.01 to 100: 0.25 is slow
                             motion, without sound; 0 means 1. Since 1.1 */
} pipeline_render_options;

#define PIPELINE_RENDER_QUALITY 0x1u /* `quality` is set */

/* ---- Functions --------------------------------------------------------------------------------- */

/* Returns the library's version: major << 16 | minor. The library may be newer than the header. */
PIPELINE_EXPORT uint32_t pipeline_version(void);

/* Returns the release of the whole program, as printed by `pipeline --version`. The returned
 * text is static. */
PIPELINE_EXPORT const char *pipeline_release(void);

/* Returns a status as one word, such as "content"; "unknown" for an invalid number. The returned
 * text is static. */
PIPELINE_EXPORT const char *pipeline_status_name(pipeline_status status);

/* Creates an engine, without starting any process. */
PIPELINE_EXPORT pipeline_status pipeline_engine_new(
  const pipeline_engine_options *PIPELINE_NULLABLE options, pipeline_engine *engine,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Closes an engine and all compositions that it opened, as pipeline_close does. */
PIPELINE_EXPORT pipeline_status pipeline_engine_close(pipeline_engine engine);

/* Reads and plans a file. If the document is invalid, the report contains all of its problems. */
PIPELINE_EXPORT pipeline_status pipeline_open_file(
  pipeline_engine engine, const char *path, const pipeline_open_options *PIPELINE_NULLABLE options,
  pipeline_composition *composition, pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Reads and plans a text of `count` bytes. `folder` is the folder of its relative paths, null for the
 * working folder; `name` is its name in messages, null for "document". */
PIPELINE_EXPORT pipeline_status pipeline_open_bytes(
  pipeline_engine engine, const void *bytes, uint64_t count, const char *PIPELINE_NULLABLE folder,
  const char *PIPELINE_NULLABLE name, const pipeline_open_options *PIPELINE_NULLABLE options,
  pipeline_composition *composition, pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Closes a composition: cancels the call that is using it, waits until that call has returned,
 * and ends the composition's helpers. Positions of the composition become invalid too. */
PIPELINE_EXPORT pipeline_status pipeline_close(pipeline_composition composition);

/* Fills the members of `info` that info->size includes with the properties of the composition. */
PIPELINE_EXPORT pipeline_status pipeline_get_info(pipeline_composition composition, pipeline_info *info);

/* Returns the warnings about differences from the document, each with its position; null if there are none. */
PIPELINE_EXPORT pipeline_status pipeline_warnings(
  pipeline_composition composition, pipeline_report *PIPELINE_NULLABLE *report);

/* Parses a time as `pipeline frame --at` does: "0.5", "120ms", "12f", "50%", "end". */
PIPELINE_EXPORT pipeline_status pipeline_moment(
  pipeline_composition composition, const char *text, double *seconds,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Draws the picture at a time, with the motion blur of the document. */
PIPELINE_EXPORT pipeline_status pipeline_frame_at(
  pipeline_composition composition, double seconds, const pipeline_image *image,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Draws one frame of a film, counted from 0, with exactly the pixels of `pipeline run`. */
PIPELINE_EXPORT pipeline_status pipeline_frame(
  pipeline_composition composition, uint64_t number, const pipeline_image *image,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Creates a position at frame `first` for `count` frames; frames beyond the last frame are left out. */
PIPELINE_EXPORT pipeline_status pipeline_frames_begin(
  pipeline_composition composition, uint64_t first, uint64_t count, pipeline_frames *frames,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Draws the next frame and returns its number; PIPELINE_END if there is none. After a failure, the next call
 * draws the same frame again. */
PIPELINE_EXPORT pipeline_status pipeline_frames_next(
  pipeline_frames frames, const pipeline_image *image, pipeline_frame_info *PIPELINE_NULLABLE info,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Releases a position that pipeline_frames_begin created. */
PIPELINE_EXPORT pipeline_status pipeline_frames_end(pipeline_frames frames);

/* The results of the next four functions are JSON texts; release them with pipeline_free. */

/* Returns the variables that the document declares, with their values, as a JSON object. */
PIPELINE_EXPORT pipeline_status pipeline_variables(
  pipeline_composition composition, char *PIPELINE_NULLABLE *json,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Returns the steps of the timeline as a JSON object, as `pipeline inspect --json` prints them. */
PIPELINE_EXPORT pipeline_status pipeline_timeline(
  pipeline_composition composition, char *PIPELINE_NULLABLE *json,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Returns every layer at a time as a JSON object, as `pipeline inspect --json --at` prints them. */
PIPELINE_EXPORT pipeline_status pipeline_layers(
  pipeline_composition composition, double seconds, char *PIPELINE_NULLABLE *json,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Returns the events in order as a JSON array of objects, as `pipeline run --events` writes them. */
PIPELINE_EXPORT pipeline_status pipeline_events(
  pipeline_composition composition, char *PIPELINE_NULLABLE *json,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Writes files, each of which appears complete or not at all. `summary` may be null; otherwise it receives a
 * text with one line for each file, which pipeline_free releases. */
PIPELINE_EXPORT pipeline_status pipeline_render(
  pipeline_composition composition, const pipeline_render_options *PIPELINE_NULLABLE options,
  char *PIPELINE_NULLABLE *PIPELINE_NULLABLE summary,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Returns the bytes of a file without writing the file; release them with pipeline_free. `format` is the file's
 * extension, such as "mp4"; a format with one picture, such as "png", contains the first of the frames.
 * `options` must not name files. */
PIPELINE_EXPORT pipeline_status pipeline_encode(
  pipeline_composition composition, const char *format,
  const pipeline_render_options *PIPELINE_NULLABLE options, uint8_t *PIPELINE_NULLABLE *bytes,
  uint64_t *count, pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Makes the current call of a composition, and every later call that draws until pipeline_resume, return
 * PIPELINE_CANCELLED. The function returns without waiting. */
PIPELINE_EXPORT pipeline_status pipeline_cancel(pipeline_composition composition);

/* Allows later calls of a cancelled composition to draw again. */
PIPELINE_EXPORT pipeline_status pipeline_resume(pipeline_composition composition);

/* Releases a report; a null pointer has no effect. */
PIPELINE_EXPORT void pipeline_report_free(pipeline_report *PIPELINE_NULLABLE report);

/* Releases a text or bytes that a function above has returned; a null pointer has no effect. */
PIPELINE_EXPORT void pipeline_free(void *PIPELINE_NULLABLE memory);

#if defined(__cplusplus)
}
#endif

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
