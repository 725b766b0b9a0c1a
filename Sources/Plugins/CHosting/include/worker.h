/* The messages between the host and a worker: they have one size and are sent in turns over a
 * sequenced-packet socket. Longer data is in the shared buffer, memory that both map. The host does not
 * trust a worker's messages: a message with another size, magic, version or serial number, or of a kind
 * that does not answer the request, ends the worker. */
#ifndef WORKER_H
#define WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "animator.h"

#define WORKER_MAGIC 0x6b726f57u
#define WORKER_VERSION 8u

/* Descriptors that a worker is started with. */
#define WORKER_SOCKET 3
#define WORKER_SHARED 4
#define WORKER_PLUGIN 5 /* a sealed copy of the plugin's file, followed by copies of the libraries that are
                           beside it, in the order in which they are loaded */

/* The host's requests. */
#define WORKER_LOAD 1u     /* the locks suffice: the worker may load its plugin, not before */
#define WORKER_BIND 2u     /* payload: freed steps, then facts and parameters of a step */
#define WORKER_DURATION 3u /* answered by `value` */
#define WORKER_PIECES 4u   /* answered by `value` */
#define WORKER_LAYOUT 5u   /* layers are in the shared buffer and are changed there */
#define WORKER_REGIONS 6u  /* payload: the number of images of each layer, or nothing; of the answer:
                              in_count windows */
#define WORKER_PIXELS 7u   /* payload: the surface that is drawn into, the number of pictures of each layer,
                              then the in_count pictures */
#define WORKER_CALL 8u     /* payload: a function's number and its arguments; of the answer: its result */
#define WORKER_NUMBER 9u   /* answers WORKER_ASK_…: `value` */
#define WORKER_PICTURE 10u /* `bytes` of picture `step` are in the memory that is passed with this message */
#define WORKER_SURFACE 11u /* the same message for a surface, which has a number as pictures have */
#define WORKER_FORGET 12u  /* payload: pictures and surfaces that are no longer used */
#define WORKER_TIMES 13u   /* payload of the answer: the moments of each of in_count layers */

/* The worker's messages. The first message is WORKER_LOCKED, without a request: until the host has
 * answered it, no part of the plugin is mapped. WORKER_LOAD is answered by WORKER_LOADED or
 * WORKER_REFUSED. */
#define WORKER_LOCKED 31u  /* `status` is the set of sandbox features in force, SANDBOX_… */
#define WORKER_LOADED 32u  /* payload: animators and functions */
#define WORKER_REFUSED 33u /* payload: reason and ids */
#define WORKER_DONE 34u    /* `status`; payload of a failure: pointer and message */
#define WORKER_ASK_CURVE 35u /* a step's curve `in_count` at `value` */
#define WORKER_ASK_GOING 36u /* does the host still need the work? The deadline is restarted */

typedef struct worker_message {
  uint32_t magic, version;
  uint32_t kind;
  int32_t status;
  uint64_t serial; /* the number of the question, which an answer repeats */
  uint64_t step;
  uint64_t bytes;  /* of the payload, at the start of the shared buffer */
  double progress, scale, value;
  int64_t ticks;
  uint32_t in_count, out_count;
  animator_window window;
  int32_t width, height; /* the size of every image in pixels */
  int64_t stride_bytes;
  uint32_t processor; /* that the sender was on: a hint */
  uint32_t reserved;  /* 0 */
  animator_finger finger; /* the finger of the moment; its size is 0 if there is none */
} worker_message;

/* The times in microseconds for waiting without giving up the processor: a side that answered within the
 * first time waits at most for the second. */
#define WORKER_SOON 200
#define WORKER_LOOK_OUT 30

/* Parts of the shared buffer, in bytes from its start. Pages that are never accessed take no memory. */
#define WORKER_PAYLOAD_BYTES (4ull << 20)
#define WORKER_LAYERS_AT WORKER_PAYLOAD_BYTES
#define WORKER_PATHS_AT (32ull << 20)
#define WORKER_SHARED_BYTES (128ull << 20)

/* An image in memory that both sides map. */
typedef struct worker_image {
  void *mapping; /* NULL: there is no memory */
  uint64_t mapped_bytes;
  uint8_t *pixels;
} worker_image;

/* Maps an image of `bytes` bytes that ends at the end of `descriptor`, with an unreadable page before and
 * after. With `is_shared`, later writes by other processes are visible; otherwise no process can write to
 * the memory. The pages are mapped at once: each page would otherwise cause a fault at its first access,
 * 2,025 faults at 1920×1080. */
worker_image worker_map_image(int descriptor, uint64_t bytes, bool is_shared, bool is_writable);

/* The number of bytes of the memory that has an image at its end. */
uint64_t worker_image_bytes(uint64_t bytes);

#endif
