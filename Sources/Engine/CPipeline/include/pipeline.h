/* pipeline.h: the engine of pipeline in a program of yours, version 1.0.
 *
 * An engine opens documents; what it opens are compositions, which say what is wrong with them, how long and how
 * large they are, and draw any of their frames into memory of the caller's or into files. The frames are
 * those of the program `pipeline`, bit for bit. Link with -lpipeline; `pkg-config --cflags --libs pipeline`
 * says the rest. The helpers that read pictures, set text, encode video and run plugins are programs that
 * are installed beside the library; a plugin that a document names runs in one of them, never here.
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
 * Your program stays yours: nothing here ends the process, handles or raises a signal, reads or writes a
 * standard stream, changes the locale, the environment, the working folder, the limits or the control group.
 * When the last composition is closed, no thread, no process and no descriptor of the engine's is left.
 * Between calls it has threads only while compositions with plugins in helpers are open.
 *
 * Words used below
 *   growing      the struct begins with its `size`; later versions add members at the end. Set all of it
 *                to zero, then the size to sizeof the struct. Zero is always the default. A size that is
 *                smaller than that of version 1.0 gives PIPELINE_USAGE, and so does a larger one whose
 *                further bytes are not zero: they ask for what this version does not know.
 *   frozen       the struct never changes.
 *   seconds      seconds of the composition's timeline, from 0 to its duration, both included.
 *   points       the unit of the document's canvas; a composition draws `scale` pixels for each.
 *   caller's     memory that the caller owns and that is not kept beyond the call.
 *   the library's  memory that is given to the caller and goes back by the function that is named.
 *
 * Handles are numbers. None is ever used twice, and 0 is none; one that was closed, that belongs to something
 * else or that never was gives PIPELINE_HANDLE, whatever thread asks.
 *
 * Pointers must point to what their types say, and may be null only where PIPELINE_NULLABLE or the text
 * says so; one that is null elsewhere gives PIPELINE_USAGE. Strings are UTF-8 and end with a zero byte; bytes
 * that are no UTF-8 give PIPELINE_USAGE. Numbers that are NaN, infinite or out of their range do so too.
 *
 * Results: every function that can fail gives a status, PIPELINE_OK or why not. `report` is null, or where
 * a report with the words is put, which is the caller's to free; null is put there where all went well, or
 * where there is no memory for words. What a function puts elsewhere is zero or null when it fails.
 *
 * Threads: every function may be called on any thread at any time. Calls with the same composition wait for
 * each other; those with different ones run at the same time, and no pixel depends on that. A call from
 * a callback with the composition that called gives PIPELINE_BUSY, but for pipeline_cancel. Callbacks come on
 * the thread that made the call, or on a thread of the engine's while that call runs, one at a time.
 *
 * Fork: a child that was forked may open and close compositions of its own, before and after others did,
 * if no thread was in a call when it was forked. What the parent opened stays the parent's: in the child it
 * gives PIPELINE_FORKED, and closing it there ends nothing and frees nothing. The helpers end with the parent,
 * however it ends.
 *
 * Children: the helpers are children of the process. A program that sets SIGCHLD to be ignored, or reaps
 * processes that it did not start, takes away how they ended; nothing else changes.
 *
 * Memory: what a document may take is bounded by the limits, and a picture or a frame without room is
 * PIPELINE_SHORTAGE or PIPELINE_CONTENT. Under RLIMIT_AS or RLIMIT_DATA large memory is tried before it is used,
 * and a call that does not find 32 MB gives PIPELINE_SHORTAGE. Two things cannot be caught: another thread that
 * uses the memory up after that, since Swift's runtime ends the process where even a small allocation fails,
 * and a kernel that kills. Open documents of strangers with the limit "memory" below what the system lets the
 * process have.
 *
 * Compatibility: in version 1 structs and constants only grow at their ends and functions are only added;
 * anything else would be another header and libpipeline-engine.so.2. A program that was built for 1.0 works with every
 * library of version 1.
 */
#ifndef PIPELINE_H
#define PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PIPELINE_VERSION_MAJOR 1 /* A new major version is another library. */
#define PIPELINE_VERSION_MINOR 1 /* What this header describes; each addition counts it up. */

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

/* Where documents are opened: with which helpers and plugins. Two know nothing of each other. */
typedef struct pipeline_engine {
  uint64_t id;
} pipeline_engine;

/* A document that was read and planned. */
typedef struct pipeline_composition {
  uint64_t id;
} pipeline_composition;

/* A place among the frames of a composition. */
typedef struct pipeline_frames {
  uint64_t id;
} pipeline_frames;

/* ---- Results ----------------------------------------------------------------------------------- */

typedef int32_t pipeline_status;

#define PIPELINE_OK 0
#define PIPELINE_END 1         /* there is no further frame; not a failure */
#define PIPELINE_USAGE 2       /* what was asked for makes no sense: a null, a time after the end */
#define PIPELINE_CONTENT 3     /* the document, or a file that it names, is at fault */
#define PIPELINE_MISSING 4     /* the document, or a file that it names, is not there */
#define PIPELINE_UNAVAILABLE 5 /* a helper, or a lock that it needs, is not on this system */
#define PIPELINE_FAILED 6      /* the engine, or a helper, is at fault */
#define PIPELINE_SHORTAGE 7    /* too little memory, too few processes or descriptors; later it may work */
#define PIPELINE_UNWRITABLE 8  /* a file cannot be read or written to its end */
#define PIPELINE_PLUGIN 9      /* a plugin misbehaved */
#define PIPELINE_REFUSED 10    /* the document, or a plugin, asks for what is not allowed */
#define PIPELINE_CANCELLED 11  /* pipeline_cancel, or `progress`, said so */
#define PIPELINE_TIMEOUT 12    /* the time that the call was given is over */
#define PIPELINE_HANDLE 13     /* the handle was closed, or never was one */
#define PIPELINE_BUSY 14       /* a callback asked for the composition that called it */
#define PIPELINE_FORKED 15     /* the handle belongs to the process that this one was forked of */

/* Something wrong with a document, or told of it, and where it stands in the text (growing; always the
 * library's, as long as its report). */
typedef struct pipeline_problem {
  const char *file;       /* the file, as it was named when it was opened */
  uint32_t line;          /* from 1 */
  uint32_t column;        /* in characters, from 1 */
  const char *pointer;    /* the JSON pointer of the value; "" for the document itself */
  const char *message;    /* one line */
  const char *PIPELINE_NULLABLE suggestion; /* the word that was probably meant */
  const char *text;       /* FILE:LINE:COLUMN: /pointer: message; did you mean "x"? */
} pipeline_problem;

/* What a call has to say (growing; the library's, for pipeline_report_free). */
typedef struct pipeline_report {
  uint32_t size;          /* sizeof(pipeline_report) on the library's side */
  pipeline_status status; /* PIPELINE_OK in a report of warnings */
  int32_t exit_status;    /* with which `pipeline` ends for the same reason, as in sysexits.h; 0: none */
  uint32_t problem_size;  /* from one problem to the next, bytes */
  const char *message;    /* one line or several, each of which may be shown */
  const pipeline_problem *PIPELINE_NULLABLE problems;
  uint64_t problem_count; /* 0 when something else is wrong */
  const char *const *PIPELINE_NULLABLE places; /* where a helper was looked for that is at none of them */
  uint64_t place_count;
} pipeline_report;

/* ---- Options (growing; the caller's) ----------------------------------------------------------- */

/* A variable that the document declares, and its value: JSON, or a text. (frozen) */
typedef struct pipeline_variable {
  const char *name;
  const char *value;
} pipeline_variable;

/* A limit on what is read, by the name that `pipeline --limit` takes: "bytes", "depth", "layers", "steps",
 * "keyframes", "frames", "samples", "pixels", "work", "memory"; the last is on all pictures of the process.
 * (frozen) */
typedef struct pipeline_limit {
  const char *name;
  int64_t value;
} pipeline_limit;

typedef struct pipeline_engine_options {
  uint32_t size;
  uint32_t reserved;      /* 0 */
  const char *PIPELINE_NULLABLE prefix; /* the folder of the installation, such as /usr/local, or of a build;
                             null: the one that the library lies in */
} pipeline_engine_options;

/* What the engine tells while it works (growing; the library's, until the callback returns). */
typedef struct pipeline_message {
  uint32_t size;
  uint32_t level;         /* PIPELINE_LEVEL_… */
  const char *text;       /* one line */
  const char *PIPELINE_NULLABLE step;   /* the step of the document that it is about */
  const char *PIPELINE_NULLABLE plugin; /* the plugin that it is about */
  int64_t frame;          /* at which it happened, from 0; -1: at none */
  double seconds;         /* its time; -1: none */
} pipeline_message;

#define PIPELINE_LEVEL_WARNING 0u /* a picture or a sound is not as it was asked for */
#define PIPELINE_LEVEL_NOTE 1u
#define PIPELINE_LEVEL_DETAIL 2u

typedef struct pipeline_open_options {
  uint32_t size;
  uint32_t flags;         /* PIPELINE_OPEN_…, or'ed */
  double scale;           /* pixels a point, at most 64; 0: as the canvas says */
  uint32_t threads;       /* that draw, 1 to 256, on which no pixel depends; 0: 1 */
  uint32_t isolation;     /* PIPELINE_ISOLATE_… */
  uint32_t sandbox;       /* PIPELINE_SANDBOX_… */
  uint32_t reserved;      /* 0 */
  double plugin_seconds;  /* for one call of a plugin; 0: 10 */
  double media_seconds;   /* for decoding a picture or encoding a frame, whole seconds; 0: as is usual */
  double seconds;         /* for opening, and for each later call with the composition; 0: without end */
  const pipeline_variable *PIPELINE_NULLABLE variables; /* null when the count is 0 */
  uint64_t variable_count;
  const pipeline_limit *PIPELINE_NULLABLE limits; /* null when the count is 0 */
  uint64_t limit_count;
  const char *const *PIPELINE_NULLABLE plugin_folders; /* are searched first; null when the count is 0 */
  uint64_t plugin_folder_count;
  void (*PIPELINE_NULLABLE message)(void *PIPELINE_NULLABLE user, const pipeline_message *message);
  void *PIPELINE_NULLABLE user; /* is given to `message`; kept until the composition is closed */
} pipeline_open_options;

#define PIPELINE_OPEN_OUTSIDE_ASSETS 0x1u   /* paths of the document may lead out of its folder */
#define PIPELINE_OPEN_STRICT 0x2u           /* what would be a warning is an error */
#define PIPELINE_OPEN_DOCUMENT_PLUGINS 0x4u /* plugins that the document names may run where the system
                                               cannot lock them fully */
#define PIPELINE_OPEN_SKIP_FAULTS 0x8u      /* a frame goes without the step whose plugin fails twice */

#define PIPELINE_ISOLATE_AUTO 0u   /* plugins of others run in processes of their own */
#define PIPELINE_ISOLATE_ALWAYS 1u /* all of them do */
#define PIPELINE_ISOLATE_NEVER 2u  /* all run in this process, for debuggers; those of documents are not used */

#define PIPELINE_SANDBOX_AUTO 0u    /* helpers are locked by whatever the system offers */
#define PIPELINE_SANDBOX_REQUIRE 1u /* by all of it, else none starts */
#define PIPELINE_SANDBOX_OFF 2u     /* for debuggers */

/* ---- Pictures ---------------------------------------------------------------------------------- */

/* Where a frame is drawn: rows of RGBA, 8 bits each in this order, sRGB-encoded, top row first (growing;
 * the caller's). What lies between 4 * width and the stride is left as it is. */
typedef struct pipeline_image {
  uint32_t size;
  uint32_t format;        /* PIPELINE_RGBA_… */
  uint8_t *data;          /* at any address */
  uint64_t capacity;      /* bytes at `data`, >= (height - 1) * stride_bytes + 4 * width */
  int64_t stride_bytes;   /* from one row to the next, >= 4 * width; 0: 4 * width */
  int32_t width, height;  /* pixels: those of pipeline_get_info */
} pipeline_image;

#define PIPELINE_RGBA_PREMULTIPLIED 0u /* r, g, b <= a: the bytes of `pipeline run` */
#define PIPELINE_RGBA_STRAIGHT 1u      /* as PNG has them */

/* What a composition is (growing; the caller's, to be filled in). */
typedef struct pipeline_info {
  uint32_t size;
  uint32_t is_opaque;     /* 1: every pixel of every frame has alpha 255 */
  double width_points, height_points;
  double scale;           /* pixels a point */
  int32_t width, height;  /* of its frames, pixels */
  double duration_seconds;
  double frames_per_second;
  uint64_t frame_count;   /* of a film of it: those that begin before its end, and the last state */
} pipeline_info;

/* Which frame was drawn (growing; the caller's, to be filled in). */
typedef struct pipeline_frame_info {
  uint32_t size;
  uint32_t reserved;
  uint64_t number;        /* from 0 */
  double seconds;
} pipeline_frame_info;

/* Which files are made, and how (growing; the caller's). */
typedef struct pipeline_render_options {
  uint32_t size;
  uint32_t flags;         /* PIPELINE_RENDER_…, or'ed */
  const char *const *PIPELINE_NULLABLE files; /* names, whose endings choose the formats, as `pipeline run -o`
                             takes them; null and 0: the document's own outputs */
  uint64_t file_count;
  double frames_per_second; /* 0.001 to 1000; 0: as the document says */
  double quality;         /* of the lossy formats, 0 to 1, with PIPELINE_RENDER_QUALITY */
  uint64_t first_frame, frame_count; /* which frames, from 0; a count of 0: all */
  double seconds;         /* that the call may take, beside those of opening; 0: without end */
  bool (*PIPELINE_NULLABLE progress)(void *PIPELINE_NULLABLE user, uint64_t done, uint64_t total);
                          /* is told how many frames are done; false cancels */
  void *PIPELINE_NULLABLE user; /* is given to `progress` */
  double speed;           /* seconds of the document in a second of the file, 0.01 to 100: 0.25 is slow motion,
                             without sound; 0: 1. Since 1.1 */
} pipeline_render_options;

#define PIPELINE_RENDER_QUALITY 0x1u /* `quality` is set */

/* ---- Functions --------------------------------------------------------------------------------- */

/* The library's version: major << 16 | minor. It may be later than the header's. */
PIPELINE_EXPORT uint32_t pipeline_version(void);

/* The release of the whole, as `pipeline --version` says it. Static. */
PIPELINE_EXPORT const char *pipeline_release(void);

/* A status in one word, such as "content"; "unknown" for a number that is none. Static. */
PIPELINE_EXPORT const char *pipeline_status_name(pipeline_status status);

/* Makes an engine. It starts nothing. */
PIPELINE_EXPORT pipeline_status pipeline_engine_new(
  const pipeline_engine_options *PIPELINE_NULLABLE options, pipeline_engine *engine,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Closes an engine and all compositions of it, as pipeline_close does. */
PIPELINE_EXPORT pipeline_status pipeline_engine_close(pipeline_engine engine);

/* Reads and plans a file. The report of a document that is at fault has all of its problems. */
PIPELINE_EXPORT pipeline_status pipeline_open_file(
  pipeline_engine engine, const char *path, const pipeline_open_options *PIPELINE_NULLABLE options,
  pipeline_composition *composition, pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Reads and plans a text of `count` bytes. `folder` is where its paths start, null for the working folder;
 * `name` is what messages call it, null for "document". */
PIPELINE_EXPORT pipeline_status pipeline_open_bytes(
  pipeline_engine engine, const void *bytes, uint64_t count, const char *PIPELINE_NULLABLE folder,
  const char *PIPELINE_NULLABLE name, const pipeline_open_options *PIPELINE_NULLABLE options,
  pipeline_composition *composition, pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Closes a composition: cancels the call that runs with it, waits until that has returned, and ends its
 * helpers. Places among its frames end too. */
PIPELINE_EXPORT pipeline_status pipeline_close(pipeline_composition composition);

/* Fills in what the composition is, as far as info->size goes. */
PIPELINE_EXPORT pipeline_status pipeline_get_info(pipeline_composition composition, pipeline_info *info);

/* What is not as the document asks, each with its place; null where there is nothing. */
PIPELINE_EXPORT pipeline_status pipeline_warnings(
  pipeline_composition composition, pipeline_report *PIPELINE_NULLABLE *report);

/* The moment that a text names, as `pipeline frame --at` takes it: "0.5", "120ms", "12f", "50%", "end". */
PIPELINE_EXPORT pipeline_status pipeline_moment(
  pipeline_composition composition, const char *text, double *seconds,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Draws the picture at a time, with the motion blur that the document asks for. */
PIPELINE_EXPORT pipeline_status pipeline_frame_at(
  pipeline_composition composition, double seconds, const pipeline_image *image,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Draws one of the frames of a film, from 0: the very pixels that `pipeline run` gives it. */
PIPELINE_EXPORT pipeline_status pipeline_frame(
  pipeline_composition composition, uint64_t number, const pipeline_image *image,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Begins at frame `first`, for `count` frames; what goes beyond the last one is left out. */
PIPELINE_EXPORT pipeline_status pipeline_frames_begin(
  pipeline_composition composition, uint64_t first, uint64_t count, pipeline_frames *frames,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Draws the next frame and says which it was; PIPELINE_END where there is none. A frame that failed is the
 * next one again. */
PIPELINE_EXPORT pipeline_status pipeline_frames_next(
  pipeline_frames frames, const pipeline_image *image, pipeline_frame_info *PIPELINE_NULLABLE info,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Gives a place up. */
PIPELINE_EXPORT pipeline_status pipeline_frames_end(pipeline_frames frames);

/* The texts of these four are JSON, for pipeline_free. */

/* The variables that the document declares, with the values that they have: an object. */
PIPELINE_EXPORT pipeline_status pipeline_variables(
  pipeline_composition composition, char *PIPELINE_NULLABLE *json,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* The steps of the timeline, as `pipeline inspect --json` prints them: an object. */
PIPELINE_EXPORT pipeline_status pipeline_timeline(
  pipeline_composition composition, char *PIPELINE_NULLABLE *json,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Every layer at a time, as `pipeline inspect --json --at` prints them: an object. */
PIPELINE_EXPORT pipeline_status pipeline_layers(
  pipeline_composition composition, double seconds, char *PIPELINE_NULLABLE *json,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* What happens, in its order, as `pipeline run --events` writes it: an array of objects. */
PIPELINE_EXPORT pipeline_status pipeline_events(
  pipeline_composition composition, char *PIPELINE_NULLABLE *json,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Makes files, each of which appears whole or not at all. `summary` is null, or where a line for each file
 * is put, for pipeline_free. */
PIPELINE_EXPORT pipeline_status pipeline_render(
  pipeline_composition composition, const pipeline_render_options *PIPELINE_NULLABLE options,
  char *PIPELINE_NULLABLE *PIPELINE_NULLABLE summary,
  pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* The bytes of a file that is written nowhere, for pipeline_free: `format` is its ending, such as "mp4"; of a
 * format of one picture, such as "png", the first of the frames. `options` name no files. */
PIPELINE_EXPORT pipeline_status pipeline_encode(
  pipeline_composition composition, const char *format,
  const pipeline_render_options *PIPELINE_NULLABLE options, uint8_t *PIPELINE_NULLABLE *bytes,
  uint64_t *count, pipeline_report *PIPELINE_NULLABLE *PIPELINE_NULLABLE report);

/* Ends the call that runs with a composition, with PIPELINE_CANCELLED, and every later one that draws, until
 * pipeline_resume. Does not wait. */
PIPELINE_EXPORT pipeline_status pipeline_cancel(pipeline_composition composition);

/* Lets later calls draw again. */
PIPELINE_EXPORT pipeline_status pipeline_resume(pipeline_composition composition);

/* Gives back a report; nothing for null. */
PIPELINE_EXPORT void pipeline_report_free(pipeline_report *PIPELINE_NULLABLE report);

/* Gives back a text or bytes that a function above has put somewhere; nothing for null. */
PIPELINE_EXPORT void pipeline_free(void *PIPELINE_NULLABLE memory);

#if defined(__cplusplus)
}
#endif

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
