/* animator.h: the plugin interface of pipeline, version 1.3.
 *
 * An animator is a pure function of time. The host passes it parameters, a time and the layers (or images) that
 * a document bound to its roles; the animator returns changed layers (`layout`) or pixels (`pixels`). An
 * animator keeps no state between calls and reads nothing else: no clock, random numbers, locale, environment
 * or file. The same input therefore gives the same bits, and frames may be requested in any order, more than
 * once, on any thread and in any process.
 *
 * A plugin is a shared library that exports one symbol, `animator_plugin_v1`, and contains one ELF
 * note, `.note.animator`. ANIMATOR_PLUGIN(&first, &second); at the end of a C or C++ file creates both.
 *
 * Life: the host reads the note, loads the library, calls the entry once, and copies the animators that
 * it adds. Callbacks then run whenever a frame needs them. The library is never unloaded; its process may
 * end at any time without notice, and other processes may run the same library. Third-party plugins run in a
 * process without network access, files to write, or other processes.
 *
 * Threads: a callback may start at most 63 threads at the same time, and must have joined all of them when
 * it returns; loading must not leave any behind. A thread that continues is a fault, since the result
 * of its call must not change afterwards. In the plugins' process OMP_NUM_THREADS and similar variables are 1,
 * so that libraries start no threads.
 *
 * Words used below
 *   points       canvas points, origin at the top left, y down. The host converts to pixels.
 *   [scan]       called on one thread while the library is loaded, before any other callback. All of
 *                these calls, including constructors, must take less than 5 s.
 *   [control]    called on one thread at a time, never while a frame of the same step is drawn.
 *   [render]     called on any thread, on several at once unless ANIMATOR_FLAG_NOT_REENTRANT is set.
 *   growing      the struct starts with its `size`, or a table of it is passed with the size of an
 *                element; later versions add members at the end. Set the size to sizeof the struct.
 *                A member beyond the other side's size is absent: read it as zero, and
 *                zero is always the default. ANIMATOR_HAS(layer, border) tests for it. Version 1.0 has every
 *                member of this header but those that say [1.1], [1.2] or [1.3].
 *   frozen       the struct never changes.
 * Numbers are finite unless stated otherwise: the host passes no NaN or infinity, and receiving one is
 * a fault, which ends the run with a message that names the plugin, the step and the frame.
 * Strings are UTF-8 and end with a zero byte. Each side frees its own memory. A pointer may be null
 * only if ANIMATOR_NULLABLE or the text says so. Memory of the host is read-only unless its purpose is
 * to be written. No exception or longjmp may leave a callback. The host saves and restores the
 * floating-point control word around every call. Members named `reserved` must be zero.
 *
 * Compatibility: in version 1 structs and constants only grow at their ends; any other change would be
 * `animator_plugin_v2`. A plugin for 1.0 works with every host of version 1, and so does one that is
 * built against a later header and tests for each later member with ANIMATOR_HAS. A plugin that requires
 * later members declares that before the #include: #define ANIMATOR_REQUIRED_MINOR 1; older hosts then refuse
 * it before any of its code runs.
 */
#ifndef ANIMATOR_H
#define ANIMATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Compiler support ------------------------------------------------------------------------ */

#define ANIMATOR_VERSION_MAJOR 1 /* A new major version is a new exported symbol. */
#define ANIMATOR_VERSION_MINOR 3 /* The minor version that this header describes; each addition increases it. */

/* The minimum minor version of the host that the plugin requires, which is stored in its note. */
#ifndef ANIMATOR_REQUIRED_MINOR
#define ANIMATOR_REQUIRED_MINOR 0
#endif

/* Whether a growing struct of the host contains a member: ANIMATOR_HAS(out[0], border). If the result is
 * false, neither read nor write the member. */
#define ANIMATOR_HAS(pointer, member) \
  ((size_t)((const char *)(&(pointer)->member + 1) - (const char *)(pointer)) <= (pointer)->size)

#if defined(__cplusplus)
#define ANIMATOR_EXTERN_C extern "C"
#else
#define ANIMATOR_EXTERN_C
#endif

#if defined(__GNUC__)
#define ANIMATOR_EXPORT ANIMATOR_EXTERN_C __attribute__((visibility("default")))
#else
#define ANIMATOR_EXPORT ANIMATOR_EXTERN_C
#endif

/* ANIMATOR_NULLABLE marks a pointer that may be null; no other pointer here is ever null. */
#if defined(__clang__)
#define ANIMATOR_NULLABLE _Nullable
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#pragma clang assume_nonnull begin
#else
#define ANIMATOR_NULLABLE
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- Values (frozen, passed by value and in arrays) ------------------------------------------- */

/* A position, in points unless the member that contains it states another unit. */
typedef struct animator_point {
  double x, y;
} animator_point;

/* A width and a height in points; never negative in values from the host. */
typedef struct animator_size {
  double width, height;
} animator_size;

/* A rectangle: its top left corner, its width and its height, in points unless stated otherwise. The width
 * and height are never negative in values from the host; negative ones from a plugin count as 0. */
typedef struct animator_rect {
  double x, y, width, height;
} animator_rect;

/* Three numbers along x, y and z; the member that contains them states the unit. */
typedef struct animator_vector {
  double x, y, z;
} animator_vector;

/* An sRGB-encoded colour with straight (not premultiplied) alpha; each component is 0 to 1, and is clamped
 * in the layers that a plugin returns. */
typedef struct animator_color {
  float red, green, blue, alpha;
} animator_color;

/* A time or a duration, as a number of units of 1/705,600,000 s. */
typedef struct animator_time {
  int64_t ticks;
} animator_time;

/* A 4x4 matrix in Core Animation's order: m[0] is m11, m[3] is m14, m[11] is m34, m[12] is m41.
 * A point is a row vector on its left: [x y z 1] * M. */
typedef struct animator_transform {
  double m[16];
} animator_transform;

/* A function of one number, such as an easing. Call `curve.at(curve.self, x)` with any finite x; the
 * result is finite, so it needs no check, but may be far outside 0 to 1. The host owns both pointers until
 * the call returns. A curve with a null `at` is the identity. [render] */
typedef struct animator_curve {
  double (*ANIMATOR_NULLABLE at)(const void *ANIMATOR_NULLABLE self, double x);
  const void *ANIMATOR_NULLABLE self;
} animator_curve;

/* One element of a path, in points. `verb` determines which of the points are used. */
typedef struct animator_path_element {
  uint32_t verb;     /* ANIMATOR_PATH_… */
  uint32_t reserved; /* 0 */
  animator_point control1, control2, end;
} animator_path_element;

#define ANIMATOR_PATH_MOVE 1u  /* starts a figure at `end` */
#define ANIMATOR_PATH_LINE 2u  /* a straight line to `end` */
#define ANIMATOR_PATH_CUBIC 3u /* a cubic Bézier curve to `end` with the control points
                               `control1` and `control2` */
#define ANIMATOR_PATH_CLOSE 4u /* a straight line to the start of the figure */

/* The visible part of a layer: the inside of a shape, or its outside if `inverted` is true. The shape is
 * positioned relative to the layer before its transforms, and moves with it. */
typedef struct animator_mask {
  uint32_t kind;        /* ANIMATOR_MASK_… */
  bool inverted;        /* true: the shape is a hole */
  bool even_odd;        /* true: a path is filled by the even-odd rule, otherwise by the non-zero
                           rule */
  uint16_t reserved;
  animator_rect rect;   /* bounds of the ellipse or rounded rectangle, in canvas points */
  double corner_radius; /* corner radius of the rounded rectangle in points, >= 0 */
  const animator_path_element *ANIMATOR_NULLABLE path; /* owned by the plugin, from
                               context->allocate or static: it must live until the call returns;
                               null if the count is 0 */
  uint64_t path_count;  /* number of elements at `path`, at most 1,000,000 */
} animator_mask;

#define ANIMATOR_MASK_NONE 0u
#define ANIMATOR_MASK_ELLIPSE 1u
#define ANIMATOR_MASK_RECTANGLE 2u
#define ANIMATOR_MASK_PATH 3u
#define ANIMATOR_MASK_LAYER 4u /* another layer as the mask: only documents can set it, a plugin
                               may remove it */

/* A line along a layer's bounds, with their corners, over its contents and sublayers. [1.1] */
typedef struct animator_border {
  double width;         /* width in points, >= 0; 0 means no border */
  animator_color color; /* the first colour of a gradient, if the document has one; the gradient
                           is kept until this colour is changed */
  uint32_t place;       /* ANIMATOR_BORDER_… */
  uint32_t reserved;
} animator_border;

#define ANIMATOR_BORDER_INSIDE 0u  /* inside the bounds */
#define ANIMATOR_BORDER_CENTER 1u  /* half inside, half outside */
#define ANIMATOR_BORDER_OUTSIDE 2u /* outside the bounds */

/* An effect on everything that was painted before the layer, shown inside its rounded bounds and below its
 * own contents: blurred, then with another saturation and brightness, then under a tint. The backdrop does
 * not depend on the layer's own alpha; the layer's opacity and mask apply to it. [1.1] */
typedef struct animator_backdrop {
  uint32_t kind;       /* ANIMATOR_BACKDROP_…; with NONE the members below have no effect */
  uint32_t reserved;
  double blur;         /* standard deviation of the Gaussian in points, >= 0; clamped */
  double saturation;   /* factor, >= 0: 1 has no effect, 0 gives grey; clamped */
  double brightness;   /* factor, >= 0: 1 has no effect, 0 gives black; clamped */
  animator_color tint; /* colour painted over the result; alpha 0 means none */
} animator_backdrop;

#define ANIMATOR_BACKDROP_NONE 0u
#define ANIMATOR_BACKDROP_FILTERED 1u

/* The blend mode of a layer with its sublayers and everything below it: the modes of W3C's Compositing and
 * Blending Level 1, and the sum of both. Any mode other than NORMAL isolates the layer: its sublayers do
 * not blend with anything below it. [1.1] */
#define ANIMATOR_BLEND_NORMAL 0u
#define ANIMATOR_BLEND_MULTIPLY 1u
#define ANIMATOR_BLEND_SCREEN 2u
#define ANIMATOR_BLEND_OVERLAY 3u
#define ANIMATOR_BLEND_DARKEN 4u
#define ANIMATOR_BLEND_LIGHTEN 5u
#define ANIMATOR_BLEND_COLOR_DODGE 6u
#define ANIMATOR_BLEND_COLOR_BURN 7u
#define ANIMATOR_BLEND_HARD_LIGHT 8u
#define ANIMATOR_BLEND_SOFT_LIGHT 9u
#define ANIMATOR_BLEND_DIFFERENCE 10u
#define ANIMATOR_BLEND_EXCLUSION 11u
#define ANIMATOR_BLEND_HUE 12u
#define ANIMATOR_BLEND_SATURATION 13u
#define ANIMATOR_BLEND_COLOR 14u
#define ANIMATOR_BLEND_LUMINOSITY 15u
#define ANIMATOR_BLEND_PLUS_LIGHTER 16u

/* A rectangle of pixels, with its origin at the top left of the image; inside the image in values from the
 * host. */
typedef struct animator_window {
  int32_t x, y, width, height;
} animator_window;

/* An image to read: rows of RGBA, 8 bits each in this order, sRGB-encoded, premultiplied (r, g, b <= a), top
 * row first. `data` and every row are aligned to 64 bytes; the bytes between 4 * width and the stride do not
 * belong to the image. This is the only format. The host owns the image until the call returns. */
typedef struct animator_image {
  const uint8_t *data;
  int32_t width, height; /* size in pixels, >= 1 */
  int64_t stride_bytes;  /* distance between rows, >= 4 * width, a multiple of 64 */
} animator_image;

/* An image to write, in the same format: r, g, b <= a must hold for the written pixels too. The host owns
 * it until the call returns; its previous contents are undefined. */
typedef struct animator_surface {
  uint8_t *data;
  int32_t width, height; /* size in pixels, >= 1 */
  int64_t stride_bytes;  /* distance between rows, >= 4 * width, a multiple of 64 */
} animator_surface;

/* ---- Layers ----------------------------------------------------------------------------------- */

/* A layer as an animator receives it, with the names and rules of Core Animation. `frame` is the layer's
 * rectangle before its transforms; then scale, rotate and translate apply about the anchor point, then
 * `transform`. (Growing; the host owns it until the call returns. It is only passed by pointer, so its
 * size may differ from that in this header.) [render] */
typedef struct animator_layer {
  uint32_t size;              /* sizeof(animator_layer) on the side that created it */
  bool hidden;                /* true: neither the layer nor its sublayers are drawn */
  bool masks_to_bounds;       /* true: contents and sublayers are clipped to the rounded bounds */
  bool double_sided;          /* false: the layer is not drawn when its back faces the viewer */
  bool reserved;
  animator_rect frame;        /* rectangle in canvas points, before transforms */
  animator_point anchor_point; /* position as a fraction of the frame; (0.5, 0.5) is the centre */
  double z_position;          /* distance towards the viewer in points; siblings are drawn in
                               this order */
  animator_vector translate;  /* points */
  animator_vector scale;      /* scale factors; 1 is unscaled */
  animator_vector rotate;     /* angles in degrees about x, then y, then z */
  animator_transform transform; /* matrix that applies after translate, scale and rotate; in
                               points */
  animator_transform sublayer_transform; /* matrix of the sublayers about the centre of the frame */
  double opacity;             /* opacity of the layer with all its sublayers, 0 to 1; clamped */
  double corner_radius;       /* points, >= 0; clamped. The largest radius if the corners differ;
                               a change sets all four. */
  animator_color background_color; /* background colour; alpha 0 means none */
  animator_color shadow_color; /* shadow colour; its alpha is multiplied by shadow_opacity */
  double shadow_opacity;      /* opacity of the shadow, 0 to 1; 0 means no shadow; clamped */
  double shadow_radius;       /* standard deviation of the Gaussian in points, >= 0; clamped */
  animator_point shadow_offset; /* offset of the shadow in points; y down */
  animator_mask mask;         /* mask; the kind ANIMATOR_MASK_NONE means no mask */
  animator_rect contents_rect; /* visible fraction of the contents; (0, 0, 1, 1) is all */
  uint32_t piece_of;          /* for pieces only: index in `in` of the layer whose snapshot the
                               piece shows */
  uint32_t reserved2;
  animator_border border;     /* [1.1] border; width 0 means no border */
  double blur;                /* [1.1] standard deviation in points, >= 0, of the Gaussian that
                               blurs the layer with its sublayers; 0 means no blur; clamped */
  uint32_t blend_mode;        /* [1.1] ANIMATOR_BLEND_… */
  uint32_t reserved3;
  animator_backdrop backdrop; /* [1.1] backdrop; the kind ANIMATOR_BACKDROP_NONE means no
                               backdrop */
} animator_layer;

/* The properties that an animator may change, for animator_descriptor.animates: one bit for each member
 * above. */
#define ANIMATOR_PROPERTY_HIDDEN 0x1ull
#define ANIMATOR_PROPERTY_FRAME 0x2ull
#define ANIMATOR_PROPERTY_ANCHOR_POINT 0x4ull
#define ANIMATOR_PROPERTY_Z_POSITION 0x8ull
#define ANIMATOR_PROPERTY_TRANSLATE 0x10ull
#define ANIMATOR_PROPERTY_SCALE 0x20ull
#define ANIMATOR_PROPERTY_ROTATE 0x40ull
#define ANIMATOR_PROPERTY_TRANSFORM 0x80ull
#define ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM 0x100ull
#define ANIMATOR_PROPERTY_OPACITY 0x200ull
#define ANIMATOR_PROPERTY_CORNER_RADIUS 0x400ull
#define ANIMATOR_PROPERTY_MASKS_TO_BOUNDS 0x800ull
#define ANIMATOR_PROPERTY_DOUBLE_SIDED 0x1000ull
#define ANIMATOR_PROPERTY_BACKGROUND_COLOR 0x2000ull
#define ANIMATOR_PROPERTY_SHADOW_COLOR 0x4000ull
#define ANIMATOR_PROPERTY_SHADOW_OPACITY 0x8000ull
#define ANIMATOR_PROPERTY_SHADOW_RADIUS 0x10000ull
#define ANIMATOR_PROPERTY_SHADOW_OFFSET 0x20000ull
#define ANIMATOR_PROPERTY_MASK 0x40000ull
#define ANIMATOR_PROPERTY_CONTENTS_RECT 0x80000ull
/* [1.1] A host of 1.0 refuses a plugin with one of these bits: add them only if host->minor is 1 or more. */
#define ANIMATOR_PROPERTY_BORDER 0x100000ull
#define ANIMATOR_PROPERTY_BLUR 0x200000ull
#define ANIMATOR_PROPERTY_BLEND_MODE 0x400000ull
#define ANIMATOR_PROPERTY_BACKDROP 0x800000ull
/* Groups of properties that are often declared together. */
#define ANIMATOR_GROUP_TRANSFORM 0xf0ull /* translate, scale, rotate, transform */
#define ANIMATOR_GROUP_GEOMETRY 0xfeull  /* frame, anchor point, z position and the transforms */
#define ANIMATOR_GROUP_CORNERS 0xc00ull  /* corner radius, masks to bounds */
#define ANIMATOR_GROUP_SHADOW 0x3c000ull /* colour, opacity, radius, offset */

/* ---- Context ---------------------------------------------------------------------------------- */

#define ANIMATOR_OK 0     /* the result of a callback that succeeded */
#define ANIMATOR_FAILED 1 /* the result of a callback that failed; call context->fail before, so
                             that the user sees the reason. Any value other than ANIMATOR_OK
                             means the same. */

/* The operation that the transition performs with its screens. */
#define ANIMATOR_OPERATION_NONE 0u    /* no transition, or one without an operation */
#define ANIMATOR_OPERATION_PUSH 1u    /* `to` enters above `from` */
#define ANIMATOR_OPERATION_POP 2u     /* `from` is above `to` and leaves */
#define ANIMATOR_OPERATION_PRESENT 3u /* as a push, but `from` stays visible below */
#define ANIMATOR_OPERATION_DISMISS 4u /* as a pop, for a presented screen */

/* [1.3] The finger that touched the screen last: one that drives a transition, or one that a document's
 * touches show (growing; the host owns it until the call returns). The finger is a part of the moment, as
 * progress is: the same place and velocity give the same bits. */
typedef struct animator_finger {
  uint32_t size;     /* sizeof(animator_finger) on the host's side */
  bool is_down;      /* false once the finger has lifted */
  bool reserved;
  uint16_t reserved2;
  animator_point place;    /* in the points of the layers' frames; after the lift, where it lifted */
  animator_point velocity; /* points a second, the mean of the last 0.1 s; after the lift, its last value */
} animator_finger;

/* The moment to draw, and the services that the host offers during a call (growing; the host owns it until
 * the call returns). Do not keep a pointer to any part of it. Its functions may be called on the callback's
 * thread, and on threads that the callback has started and will have ended. */
typedef struct animator_context animator_context;
struct animator_context {
  uint32_t size;           /* sizeof(animator_context) on the host's side */
  uint32_t operation;      /* ANIMATOR_OPERATION_… */
  double progress;         /* progress after easing: 0 at the start, and at the end the final
                              value of the easing, which is exactly 1 except for some linear(); a
                              spring may leave 0…1 in between */
  animator_time time;      /* time since the start of the step, 0 to duration */
  animator_time duration;  /* duration of the step, >= 0 */
  double frames_per_second; /* frame rate of the output, > 0; no frame may depend on it */
  double scale;            /* pixels for each point, > 0; images are already scaled */
  uint64_t seed;           /* seed that depends on the document, the step and the layer; all
                              random numbers must be derived from it */
  animator_size container; /* size of the canvas in points */
  void *ANIMATOR_NULLABLE self; /* `self` of the descriptor */
  const void *host_data;   /* private data of the host; do not read it */

  /* Allocates zeroed memory, aligned to 64 bytes, that is valid until this call returns. The host owns it;
   * do not free it. Returns null if there is no memory, or after 1 GiB in one call. [render] */
  void *ANIMATOR_NULLABLE (*allocate)(const animator_context *context, size_t bytes);
  /* Sets the reason why the call fails, in one line of at most 1,000 bytes; both strings are copied, and
   * only the first call counts. `pointer` is a JSON pointer relative to the step, such as
   * "/params/radius"; empty for the step itself. The callback must still return ANIMATOR_FAILED. [render] */
  void (*fail)(const animator_context *context, const char *pointer, const char *message);
  /* A heartbeat that a long computation should call regularly. Without it, a call may take 10 s (unless the
   * user sets another limit); each heartbeat restarts this time, up to ten times in total. False means that
   * the result is no longer needed: return ANIMATOR_FAILED soon. [render] */
  bool (*keep_going)(const animator_context *context);

  /* The number of layers in each role, in the order of the roles; their sum is `in_count`. The host owns
   * it until the call returns; null without roles. */
  const uint32_t *ANIMATOR_NULLABLE role_counts;
  uint64_t role_count; /* number of elements at `role_counts` */

  /* [1.2] In `pixels` and `regions` of an animator with ANIMATOR_TIMES: the number of images of each layer
   * in `in`, in the order of the layers; 1 for a layer that is a still. Null means one for each layer. */
  const uint32_t *ANIMATOR_NULLABLE moment_counts;
  uint64_t layer_count; /* number of elements at `moment_counts` */
  /* [1.2] In `pixels` of an animator with ANIMATOR_PREPARE: its table, which is read-only; null if it has
   * no bytes. */
  const void *ANIMATOR_NULLABLE table;
  uint64_t table_bytes;
  /* [1.3] In callbacks of an animator with ANIMATOR_FINGER: the finger. Null before the first touch, in
   * documents without touches, and in calls for the states before a step's start and after its end: a change
   * that depends on the finger must vanish at progress 0 and 1, or the layer jumps there. The host owns
   * it until the call returns. */
  const animator_finger *ANIMATOR_NULLABLE finger;
};

/* True on the way back, for pop and dismiss: `from` is then above `to` and uncovers it. An animator that
 * lays out the upper screen, and uses 1 - progress if this is true, works in both directions. */
static inline bool animator_goes_back(const animator_context *context) {
  return context->operation == ANIMATOR_OPERATION_POP ||
         context->operation == ANIMATOR_OPERATION_DISMISS;
}

/* ---- Parameters ------------------------------------------------------------------------------- */

/* The type in which a parameter is stored in the author's struct. */
#define ANIMATOR_TYPE_BOOL 1u   /* bool */
#define ANIMATOR_TYPE_INT32 2u  /* int32_t */
#define ANIMATOR_TYPE_DOUBLE 3u /* double */
#define ANIMATOR_TYPE_POINT 4u  /* animator_point */
#define ANIMATOR_TYPE_SIZE 5u   /* animator_size */
#define ANIMATOR_TYPE_RECT 6u   /* animator_rect */
#define ANIMATOR_TYPE_COLOR 7u  /* animator_color */
#define ANIMATOR_TYPE_STRING 8u /* const char *, never null, owned by the host until the call
                               returns */
#define ANIMATOR_TYPE_CHOICE 9u /* int32_t, index into `choices` */
#define ANIMATOR_TYPE_CURVE 10u /* animator_curve, owned by the host until the call returns */

/* The unit of a parameter's numbers. */
#define ANIMATOR_UNIT_NONE 0u     /* counts, factors, and values without numbers */
#define ANIMATOR_UNIT_POINTS 1u   /* canvas points */
#define ANIMATOR_UNIT_DEGREES 2u  /* degrees of an angle */
#define ANIMATOR_UNIT_SECONDS 3u  /* seconds; documents may write "120ms" or "12f" */
#define ANIMATOR_UNIT_FRACTION 4u /* fraction of a whole, where 1 is all; documents may write
                               "50%" */

/* One parameter: a field of the author's plain struct. Write it with ANIMATOR_FIELD or ANIMATOR_CHOICE,
 * which derive the type from the field. Every field of the struct must be declared, and the struct must
 * not be packed: the host compares it with the layout that a C compiler gives these types. Values of the
 * wrong type, out of range, NaN or infinite never reach the plugin. (Growing by `parameter_size` of the
 * descriptor; the plugin owns it until the process ends.) */
typedef struct animator_parameter {
  const char *name; /* name in documents: a letter, then letters, digits, '_', '-'; at most 64
                       bytes */
  const char *doc;  /* description in one or two sentences */
  const char *default_json; /* default in the notation of documents; it may be an expression */
  const char *ANIMATOR_NULLABLE choices; /* "first|second|third" for a choice, otherwise null */
  double minimum, maximum; /* bounds of every number in the value; both 0 if there are none */
  uint32_t type;        /* ANIMATOR_TYPE_… */
  uint32_t unit;        /* ANIMATOR_UNIT_… */
  uint32_t offset;      /* offset of the field in the author's struct, in bytes */
  uint32_t field_size;  /* size of the field in bytes */
} animator_parameter;

/* ---- Roles ------------------------------------------------------------------------------------ */

/* A part that layers play. Roles named "from", "to" and "container" are bound automatically to the two
 * screens and to the layer that contains them. (Growing by `role_size` of the descriptor; the plugin owns
 * it until the process ends.) */
typedef struct animator_role {
  const char *name; /* name in documents, with the characters of a parameter's name */
  const char *doc;  /* description in one or two sentences */
  const char *ANIMATOR_NULLABLE create_json; /* a JSON object: the layer that is created if the
                               role is not bound, such as {"backgroundColor": "#fff", "below":
                               "subject"} */
  uint32_t minimum; /* minimum number of layers; 0 makes the role optional */
  uint32_t maximum; /* maximum number of layers, from the minimum to 10,000 */
} animator_role;

/* ---- Animators -------------------------------------------------------------------------------- */

#define ANIMATOR_KIND_TRANSITION 1u /* shows all of `from` at progress 0, and all of `to` at 1 */
#define ANIMATOR_KIND_EFFECT 2u     /* moves or changes layers */
#define ANIMATOR_KIND_FILTER 3u     /* changes the pixels of one layer */
#define ANIMATOR_KIND_GENERATOR 4u  /* creates pixels without inputs */

#define ANIMATOR_FLAG_NOT_REENTRANT 0x1ull /* the host calls it on one thread at a time */
#define ANIMATOR_FLAG_WHOLE_FRAME 0x2ull   /* `pixels` must receive the whole image as its window */
#define ANIMATOR_FLAG_DISCONTINUOUS 0x4ull /* the picture may jump between nearby times */
#define ANIMATOR_FLAG_REVERSIBLE 0x8ull    /* the host may play it backwards for the way back */

/* An animator (growing; the plugin owns it and everything to which it points, and does not change it until
 * the process ends). Either `layout` or `pixels` must be set; if both are, `pixels` is used. Any other
 * function may be null, which means that it is absent. `parameters` in the callbacks is the author's struct,
 * filled by the host, which owns it until the call returns; it is on a read-only page. */
typedef struct animator_descriptor {
  uint32_t size;    /* sizeof(animator_descriptor) */
  uint32_t kind;    /* ANIMATOR_KIND_… */
  const char *id;   /* "vendor.name": lower-case letters, digits and '-', each part starting with
                       a letter, at most 96 bytes; names without a vendor are reserved for
                       bundled animators */
  const char *title;   /* name that people read */
  const char *version; /* version, such as "1.0.0" */
  const char *doc;     /* description in one paragraph */
  const char *ANIMATOR_NULLABLE const *ANIMATOR_NULLABLE aliases; /* other ids, at most 32; the
                               list ends with a null pointer */
  uint64_t flags;      /* ANIMATOR_FLAG_… */
  uint64_t animates;   /* ANIMATOR_PROPERTY_…: the properties that `layout` changes; other
                          changes are ignored */
  double duration_seconds; /* default duration, > 0, at most 86,400 */
  const char *ANIMATOR_NULLABLE easing_json; /* default easing as JSON; null means ease in-out */

  const animator_parameter *ANIMATOR_NULLABLE parameters;
  uint32_t parameter_count;     /* at most 256 */
  uint32_t parameter_size;      /* sizeof(animator_parameter) */
  uint64_t parameters_bytes;    /* size of the author's struct */
  uint64_t parameters_alignment; /* alignment of the author's struct */
  const animator_role *ANIMATOR_NULLABLE roles;
  uint32_t role_count; /* at most 64 */
  uint32_t role_size;  /* sizeof(animator_role) */
  void *ANIMATOR_NULLABLE self; /* a constant pointer of the plugin, which the host passes as
                               context->self */

  /* Returns the duration of the step in seconds, for springs; > 0, at most 86,400. During the call,
   * context->duration is `duration_seconds`, progress and time are 0. [control] */
  double (*ANIMATOR_NULLABLE duration)(const void *parameters, const animator_context *context);
  /* Returns the number of pieces that `layout` receives after the bound layers, at most 10,000. It is
   * called once for each step, with progress and time 0. [control] */
  uint32_t (*ANIMATOR_NULLABLE pieces)(const void *parameters, const animator_context *context);
  /* Changes the bound layers, and places the pieces. `in` are the bound layers in the order of the roles, in
   * their state at the start of the step. `out` are the same layers, to be changed, followed by the pieces:
   * additional layers, children of the container, each showing `contents_rect` of the snapshot of
   * `in[piece_of]`. For bound layers the host uses the properties that `animates` declares, for pieces all
   * properties; `piece_of` is read at progress 0 and applies to the whole step. A piece starts with the
   * frame of the first layer. [render] */
  int32_t (*ANIMATOR_NULLABLE layout)(
    const void *parameters, const animator_context *context,
    const animator_layer *const *in, uint32_t in_count,
    animator_layer *const *out, uint32_t out_count);
  /* Sets the part of each input that `pixels` reads to fill `window`: it writes in_count windows, which
   * initially contain `window`, to `needed`; the host clips them. If it is absent, the parts are `window`.
   * [render] */
  void (*ANIMATOR_NULLABLE regions)(
    const void *parameters, const animator_context *context, animator_window window,
    animator_window *needed, uint32_t in_count);
  /* Writes every pixel of `window` of `out` and no other. Windows of one frame may be requested in any
   * order, and together must give the same pixels as the whole image. The inputs are snapshots of the
   * bound layers at the start of the step, in the order of the roles, all with the size of `out`; their
   * memory is read-only. ANIMATOR_LIVE_INPUTS and ANIMATOR_TIMES change the times of the inputs. [render] */
  int32_t (*ANIMATOR_NULLABLE pixels)(
    const void *parameters, const animator_context *context,
    const animator_image *in, uint32_t in_count, animator_surface out, animator_window window);
  /* Returns the interface with the name "name/revision", which the plugin owns until the process ends;
   * null for an unknown name. The names that this host uses are below, under "Offers of an animator".
   * [scan] [control] */
  const void *ANIMATOR_NULLABLE (*ANIMATOR_NULLABLE extension)(const char *id);
  /* [1.2] Information for people who distribute the plugin; each may be null. */
  const char *ANIMATOR_NULLABLE licence; /* licence as an SPDX expression, such as "MIT" or
                               "Apache-2.0 OR MIT" */
  const char *ANIMATOR_NULLABLE author;  /* author, on one line */
  const char *ANIMATOR_NULLABLE url;     /* address of its source or its page: https://… */
} animator_descriptor;

/* ---- Offers of an animator -------------------------------------------------------------------- */

/* [1.2] descriptor->extension(ANIMATOR_LIVE_INPUTS) returns an animator_live_inputs: `pixels` reads the
 * bound layers in their current state, with everything that moves in them, instead of stills from the start
 * of the step, and pieces show the same state; the layers that `layout` receives are still those at the
 * start of the step. The image of an effect or a filter has the current position of its first layer, with
 * that layer's transforms, opacity, shadow, mask and blend mode; after the step it continues to show the
 * current layers, at the step's last moment. A step's inputs never include its own output. */
#define ANIMATOR_LIVE_INPUTS "pipeline.live-inputs/1"

/* (Growing; the plugin owns it, unchanged until the process ends.) */
typedef struct animator_live_inputs {
  uint32_t size; /* sizeof(animator_live_inputs) */
  uint32_t reserved;
} animator_live_inputs;

/* [1.2] descriptor->extension(ANIMATOR_TIMES) returns an animator_times: as ANIMATOR_LIVE_INPUTS, but the
 * animator chooses the times at which it reads each layer, which may be earlier or later than the current
 * time. */
#define ANIMATOR_TIMES "pipeline.times/1"
#define ANIMATOR_TIMES_MAX 16 /* maximum number of times for one layer */

/* (Growing; the plugin owns it, unchanged until the process ends.) */
typedef struct animator_times {
  uint32_t size; /* sizeof(animator_times) */
  uint32_t reserved;
  /* Writes the times for layer `layer`, counted over all roles, to `moments`, which has room for
   * ANIMATOR_TIMES_MAX, and returns their number: 0 for a still from the start of the step. Each time is
   * relative to the current time of the document's timeline, by at most a day: 0 is now, -0.1 s a tenth of
   * a second ago; times beyond the timeline are clamped to its ends. In `in`, the images of a layer are in
   * this order, before those of the next layer; context->moment_counts contains their numbers. All images
   * of a frame take at most 1 GiB. [render] */
  uint32_t (*moments)(const void *parameters, const animator_context *context, uint32_t layer,
                      animator_time *moments);
} animator_times;

/* [1.2] descriptor->extension(ANIMATOR_PREPARE) returns an animator_prepare: a table for `pixels` that
 * depends only on the parameters and the size, such as the source position of each pixel. The host keeps
 * it while they do not change, and passes it to each frame as context->table. */
#define ANIMATOR_PREPARE "pipeline.prepare/1"
#define ANIMATOR_TABLE_MAX 268435456 /* maximum size of a table: 256 MiB */

/* (Growing; the plugin owns it, unchanged until the process ends.) */
typedef struct animator_prepare {
  uint32_t size; /* sizeof(animator_prepare) */
  uint32_t reserved;
  /* Returns the number of bytes of the table for images of this size, at most ANIMATOR_TABLE_MAX; 0 means
   * no table. In both calls progress and time are 0. [render] */
  uint64_t (*bytes)(const void *parameters, const animator_context *context, int32_t width,
                    int32_t height);
  /* Writes the table, which has `bytes` zero bytes, aligned to 64, and belongs to the host. The same
   * arguments must give the same bytes. Returns ANIMATOR_OK or ANIMATOR_FAILED, as other callbacks do.
   * [render] */
  int32_t (*prepare)(const void *parameters, const animator_context *context, int32_t width,
                     int32_t height, void *table, uint64_t bytes);
} animator_prepare;

/* [1.3] descriptor->extension(ANIMATOR_FINGER) returns an animator_finger_input: `layout`, `pixels`, `regions`
 * and `moments` read context->finger. An animator without this interface never receives a finger. A
 * transition shows all of `from` at progress 0 and all of `to` at 1 wherever the finger is. */
#define ANIMATOR_FINGER "pipeline.finger/1"

/* (Growing; the plugin owns it, unchanged until the process ends.) */
typedef struct animator_finger_input {
  uint32_t size; /* sizeof(animator_finger_input) */
  uint32_t reserved;
} animator_finger_input;

/* ---- Functions -------------------------------------------------------------------------------- */

#define ANIMATOR_ARGUMENTS_MAX 8 /* maximum number of arguments of a function */

/* A C function that documents call where they may write a number, point, size, rectangle, colour or
 * easing: {"call": "acme.orbit", "args": ["progress", [160, 284], 40]}. Write it with
 * ANIMATOR_FUNCTION, which builds the signature from a list of types and does not compile when the
 * list differs from the function's own type.
 *
 * Arguments and results are values: structs pass by value, numbers are finite, sizes are never negative,
 * components of colours are 0 to 1. A string or a curve is the host's until the call returns, and is no
 * result. The function is pure: the same arguments give the same bits. It keeps no state, has no context and
 * cannot report a failure. A result that breaks these rules is a fault; its message names the plugin and the
 * function. (Growing by `function_size` of add_functions; the plugin owns it until the process ends.) */
typedef struct animator_function {
  const char *id;     /* id as for an animator, but with '_' instead of '-', so that it can
                         contain the C name */
  const char *doc;    /* description in one paragraph: the result, and each argument with its
                         unit */
  void (*code)(void); /* the function, which is called with the type given by its signature.
                         [render] */
  uint64_t flags;     /* 0 or ANIMATOR_FLAG_NOT_REENTRANT */
  uint32_t result;    /* type of the result: ANIMATOR_TYPE_BOOL to ANIMATOR_TYPE_COLOR */
  uint32_t argument_count; /* 1 to ANIMATOR_ARGUMENTS_MAX */
  uint32_t arguments[ANIMATOR_ARGUMENTS_MAX]; /* types of the arguments, any ANIMATOR_TYPE_…
                               except CHOICE; then zeros */
} animator_function;

/* ---- The host --------------------------------------------------------------------------------- */

/* The services of the host while the library is loaded (growing; the host owns it until the call returns). */
typedef struct animator_host animator_host;
struct animator_host {
  uint32_t size;         /* sizeof(animator_host) on the host's side */
  uint32_t major, minor; /* version of this interface in the host */
  uint32_t reserved;
  const char *name;      /* name of the program, such as "pipeline" */
  const char *version;   /* version of the program, such as "1.0.0" */
  const void *host_data; /* private data of the host; do not read it */
  /* Adds an animator. Returns ANIMATOR_OK, or a refusal that the host reports: return it at once. A plugin
   * whose entry does not return ANIMATOR_OK adds nothing. [scan] */
  int32_t (*add)(const animator_host *host, const animator_descriptor *descriptor);
  /* Sets the reason why the plugin cannot be used here, before its entry returns ANIMATOR_FAILED; the
   * string is copied. [scan] */
  void (*fail)(const animator_host *host, const char *message);
  /* Returns the interface with the name "name/revision", which the host owns until the process ends; null
   * for an unknown name. [scan] */
  const void *ANIMATOR_NULLABLE (*extension)(const animator_host *host, const char *id);
  /* Adds a table of functions with `function_size` bytes each. Returns ANIMATOR_OK, or a refusal that the
   * host reports: return it at once. The member is absent if `size` ends before it. [scan] */
  int32_t (*add_functions)(const animator_host *host, const animator_function *functions,
                           uint32_t count, uint32_t function_size);
};

/* ---- What the host offers by `extension` ------------------------------------------------------ */

/* [1.2] host->extension(host, ANIMATOR_LOG) returns an animator_log, for messages to the user; the
 * plugin's own standard output has no step and no frame. The host shows each message on one line with the
 * plugin, step and frame, at most 100 lines and 64 KiB for each plugin. Messages change no pixel. */
#define ANIMATOR_LOG "pipeline.log/1"
#define ANIMATOR_LOG_DETAIL 0u  /* a message for authors, shown with -v */
#define ANIMATOR_LOG_NOTE 1u    /* a message that is shown unless -q is set */
#define ANIMATOR_LOG_WARNING 2u /* a warning that a picture differs from the document */

typedef struct animator_log {
  /* Logs a message; may be called on any thread of a callback. `context` is that of the callback; null
   * while the library is loaded and in functions without one. The message is copied; only its first 1,000
   * bytes are shown. */
  void (*log)(const animator_context *ANIMATOR_NULLABLE context, uint32_t level,
              const char *message);
} animator_log;

/* [1.2] host->extension(host, ANIMATOR_PIXELS) returns an animator_pixels: drawing helpers. The same
 * arguments give the same bits on every machine. They may be called on any thread of a callback. */
#define ANIMATOR_PIXELS "pipeline.pixels/1"

#define ANIMATOR_NOISE_VALUE 0u   /* value noise: interpolates random numbers at integer
                               positions */
#define ANIMATOR_NOISE_PERLIN 1u  /* gradient noise: 0 at integer positions, with random slopes */
#define ANIMATOR_NOISE_SIMPLEX 2u /* gradient noise on tetrahedra, without preferred directions */

#define ANIMATOR_FILTER_NEAREST 0u
#define ANIMATOR_FILTER_LINEAR 1u
#define ANIMATOR_FILTER_CUBIC 2u /* Catmull-Rom, clamped to the valid range */

/* The pixels beyond the edge of an image. */
#define ANIMATOR_EDGE_CLAMP 0u  /* the outermost pixels */
#define ANIMATOR_EDGE_REPEAT 1u /* the image, repeated */
#define ANIMATOR_EDGE_MIRROR 2u /* the image, mirrored */
#define ANIMATOR_EDGE_TRANSPARENT 3u

#define ANIMATOR_SPACE_SRGB 0u   /* sRGB-encoded colours, as the host composites */
#define ANIMATOR_SPACE_LINEAR 1u /* linear light */

typedef struct animator_pixels {
  /* Noise of a given kind, -1 to 1, that changes over a distance of 1. Use context->seed, mixed with a
   * number for the purpose. */
  double (*noise)(uint32_t kind, uint64_t seed, double x, double y, double z);
  /* The colour of an image at a position in pixels, where (0.5, 0.5) is the centre of the first pixel;
   * premultiplied, unlike other colours. */
  animator_color (*sample)(const animator_image *image, double x, double y, uint32_t filter,
                           uint32_t edge);
  /* Blurs an image by a Gaussian with these standard deviations in pixels, 0 to 512, and writes it to a
   * whole surface of the same size. It takes 16 bytes for each pixel from `allocate`. Returns ANIMATOR_OK,
   * or ANIMATOR_FAILED without memory or for different sizes. */
  int32_t (*blur)(const animator_context *context, const animator_image *in, animator_surface out,
                  double sigma_x, double sigma_y, uint32_t edge);
  /* A mixture of two colours with straight alpha: at `share` 0 the first, at 1 the second. */
  animator_color (*mix)(animator_color from, animator_color to, double share, uint32_t space);
} animator_pixels;

/* The only symbol that a plugin exports: its entry, which adds the animators and may compute them. Returns
 * ANIMATOR_OK, or a failure after which the plugin is not used. [scan] */
ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host);

#if defined(__cplusplus)
} /* extern "C" */
#endif

/* ---- Declaring parameters and plugins --------------------------------------------------------- */

/* ANIMATOR_TYPE_OF(struct, field): the ANIMATOR_TYPE_… of a field; unsupported types do not compile. */
#if defined(__cplusplus)
template <class Field> struct animator_type_of; /* fields of other types cannot be parameters */
template <> struct animator_type_of<bool> { enum : uint32_t { value = ANIMATOR_TYPE_BOOL }; };
template <> struct animator_type_of<int32_t> { enum : uint32_t { value = ANIMATOR_TYPE_INT32 }; };
template <> struct animator_type_of<double> { enum : uint32_t { value = ANIMATOR_TYPE_DOUBLE }; };
template <> struct animator_type_of<animator_point> { enum : uint32_t { value = ANIMATOR_TYPE_POINT }; };
template <> struct animator_type_of<animator_size> { enum : uint32_t { value = ANIMATOR_TYPE_SIZE }; };
template <> struct animator_type_of<animator_rect> { enum : uint32_t { value = ANIMATOR_TYPE_RECT }; };
template <> struct animator_type_of<animator_color> { enum : uint32_t { value = ANIMATOR_TYPE_COLOR }; };
template <> struct animator_type_of<const char *> { enum : uint32_t { value = ANIMATOR_TYPE_STRING }; };
template <> struct animator_type_of<animator_curve> { enum : uint32_t { value = ANIMATOR_TYPE_CURVE }; };
template <class Field> struct animator_choice_of; /* a choice is stored in an int32_t */
template <> struct animator_choice_of<int32_t> { enum : uint32_t { value = ANIMATOR_TYPE_CHOICE }; };
#define ANIMATOR_TYPE_OF(Struct, field) animator_type_of<decltype(Struct::field)>::value
#define ANIMATOR_CHOICE_OF(Struct, field) animator_choice_of<decltype(Struct::field)>::value
#else
#define ANIMATOR_TYPE_OF(Struct, field) \
  _Generic(((Struct *)0)->field, \
    bool: ANIMATOR_TYPE_BOOL, int32_t: ANIMATOR_TYPE_INT32, double: ANIMATOR_TYPE_DOUBLE, \
    animator_point: ANIMATOR_TYPE_POINT, animator_size: ANIMATOR_TYPE_SIZE, \
    animator_rect: ANIMATOR_TYPE_RECT, animator_color: ANIMATOR_TYPE_COLOR, \
    const char *: ANIMATOR_TYPE_STRING, animator_curve: ANIMATOR_TYPE_CURVE)
#define ANIMATOR_CHOICE_OF(Struct, field) \
  _Generic(((Struct *)0)->field, int32_t: ANIMATOR_TYPE_CHOICE)
#endif

/* ANIMATOR_FIELD(ripple, radius, POINTS, 0, 4096, "0", "Radius of the hole at the start.") */
#define ANIMATOR_FIELD(Struct, field, unit, minimum, maximum, default_json, doc) \
  { #field, doc, default_json, 0, minimum, maximum, ANIMATOR_TYPE_OF(Struct, field), \
    ANIMATOR_UNIT_##unit, offsetof(Struct, field), sizeof(((Struct *)0)->field) }

/* ANIMATOR_CHOICE(ripple, fit, "cover|diagonal", "\"cover\"", "Where the hole stops growing.") */
#define ANIMATOR_CHOICE(Struct, field, choices, default_json, doc) \
  { #field, doc, default_json, choices, 0, 0, ANIMATOR_CHOICE_OF(Struct, field), \
    ANIMATOR_UNIT_NONE, offsetof(Struct, field), sizeof(((Struct *)0)->field) }

/* In a descriptor in C: ANIMATOR_PARAMETERS(ripple, parameter_table), ANIMATOR_ROLES(role_table).
 * In C++: animator_set_parameters<ripple>(descriptor, table), animator_set_roles(descriptor, table). */
#if defined(__cplusplus)
template <class Struct, size_t Count>
inline void animator_set_parameters(animator_descriptor &descriptor,
                                    const animator_parameter (&table)[Count]) {
  descriptor.parameters = table;
  descriptor.parameter_count = static_cast<uint32_t>(Count);
  descriptor.parameter_size = sizeof(animator_parameter);
  descriptor.parameters_bytes = sizeof(Struct);
  descriptor.parameters_alignment = alignof(Struct);
}
template <size_t Count>
inline void animator_set_roles(animator_descriptor &descriptor,
                               const animator_role (&table)[Count]) {
  descriptor.roles = table;
  descriptor.role_count = static_cast<uint32_t>(Count);
  descriptor.role_size = sizeof(animator_role);
}
#else
#define ANIMATOR_PARAMETERS(Struct, table) \
  .parameters = table, .parameter_count = sizeof(table) / sizeof(table[0]), \
  .parameter_size = sizeof(animator_parameter), .parameters_bytes = sizeof(Struct), \
  .parameters_alignment = _Alignof(Struct)
#define ANIMATOR_ROLES(table) \
  .roles = table, .role_count = sizeof(table) / sizeof(table[0]), .role_size = sizeof(animator_role)
#endif

/* In a table of animator_function: the C function, its doc, its result's type, its arguments' types.
 * animator_point orbit(double turns, animator_point center, double radius) is
 *   ANIMATOR_FUNCTION(orbit, "Goes round a centre.", animator_point, double, animator_point, double)
 * and has the id ANIMATOR_VENDOR.orbit: define ANIMATOR_VENDOR as "acme" above the #include. */
#if defined(ANIMATOR_VENDOR)
#define ANIMATOR_ID(name) ANIMATOR_VENDOR "." #name
#else
#define ANIMATOR_ID(name) #name
#endif
#define ANIMATOR_FUNCTION(function, doc, result, ...) \
  { ANIMATOR_ID(function), doc, ANIMATOR_CODE(function, result, __VA_ARGS__), 0, \
    ANIMATOR_RESULT(result), ANIMATOR_COUNT(__VA_ARGS__), \
    { ANIMATOR_JOIN(ANIMATOR_ARGUMENTS_, ANIMATOR_COUNT(__VA_ARGS__))(__VA_ARGS__) } }

#if defined(__cplusplus)
template <class Result> struct animator_result_of : animator_type_of<Result> {};
template <> struct animator_result_of<const char *>; /* a result of this type is not allowed */
template <> struct animator_result_of<animator_curve>; /* a result of this type is not allowed */
template <class Result, class... Arguments> struct animator_typed {
  typedef void (*any)(void);
  static any code(Result (*function)(Arguments...)) { return reinterpret_cast<any>(function); }
};
#define ANIMATOR_CODE(function, result, ...) animator_typed<result, __VA_ARGS__>::code(function)
#define ANIMATOR_ARGUMENT(Type) animator_type_of<Type>::value
#define ANIMATOR_RESULT(Type) animator_result_of<Type>::value
#else
/* A function declared with an empty () would match both, which does not compile either. */
#define ANIMATOR_CODE(function, result, ...) \
  (void (*)(void))_Generic(&function, \
    result (*)(__VA_ARGS__): function, result (*)(void): (animator_point){0, 0})
#define ANIMATOR_ARGUMENT(Type) \
  _Generic((Type *)0, \
    bool *: ANIMATOR_TYPE_BOOL, int32_t *: ANIMATOR_TYPE_INT32, double *: ANIMATOR_TYPE_DOUBLE, \
    animator_point *: ANIMATOR_TYPE_POINT, animator_size *: ANIMATOR_TYPE_SIZE, \
    animator_rect *: ANIMATOR_TYPE_RECT, animator_color *: ANIMATOR_TYPE_COLOR, \
    const char **: ANIMATOR_TYPE_STRING, animator_curve *: ANIMATOR_TYPE_CURVE)
#define ANIMATOR_RESULT(Type) \
  _Generic((Type *)0, \
    bool *: ANIMATOR_TYPE_BOOL, int32_t *: ANIMATOR_TYPE_INT32, double *: ANIMATOR_TYPE_DOUBLE, \
    animator_point *: ANIMATOR_TYPE_POINT, animator_size *: ANIMATOR_TYPE_SIZE, \
    animator_rect *: ANIMATOR_TYPE_RECT, animator_color *: ANIMATOR_TYPE_COLOR)
#endif

#define ANIMATOR_COUNT(...) ANIMATOR_NINTH(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define ANIMATOR_NINTH(a, b, c, d, e, f, g, h, n, ...) n
#define ANIMATOR_JOIN(a, b) ANIMATOR_JOIN_NOW(a, b)
#define ANIMATOR_JOIN_NOW(a, b) a##b
#define ANIMATOR_ARGUMENTS_1(A) ANIMATOR_ARGUMENT(A)
#define ANIMATOR_ARGUMENTS_2(A, ...) ANIMATOR_ARGUMENT(A), ANIMATOR_ARGUMENTS_1(__VA_ARGS__)
#define ANIMATOR_ARGUMENTS_3(A, ...) ANIMATOR_ARGUMENT(A), ANIMATOR_ARGUMENTS_2(__VA_ARGS__)
#define ANIMATOR_ARGUMENTS_4(A, ...) ANIMATOR_ARGUMENT(A), ANIMATOR_ARGUMENTS_3(__VA_ARGS__)
#define ANIMATOR_ARGUMENTS_5(A, ...) ANIMATOR_ARGUMENT(A), ANIMATOR_ARGUMENTS_4(__VA_ARGS__)
#define ANIMATOR_ARGUMENTS_6(A, ...) ANIMATOR_ARGUMENT(A), ANIMATOR_ARGUMENTS_5(__VA_ARGS__)
#define ANIMATOR_ARGUMENTS_7(A, ...) ANIMATOR_ARGUMENT(A), ANIMATOR_ARGUMENTS_6(__VA_ARGS__)
#define ANIMATOR_ARGUMENTS_8(A, ...) ANIMATOR_ARGUMENT(A), ANIMATOR_ARGUMENTS_7(__VA_ARGS__)

/* The ELF note by which a host refuses a plugin before any of its code runs. 32-bit words only:
 * length of the name with its zero, bytes that follow, type, "animator" and padding, then the major
 * version, the minor version built against, the least minor version that will do, and for Swift
 * the compiler's version (major * 10000 + minor * 100 + patch), else 0. */
#define ANIMATOR_NOTE(required_minor, swift_version) \
  __attribute__((section(".note.animator"), used, aligned(4))) \
  static const uint32_t animator_note[10] = { \
    9, 16, 1, 0x6d696e61u, 0x726f7461u, 0, \
    ANIMATOR_VERSION_MAJOR, ANIMATOR_VERSION_MINOR, required_minor, swift_version }

/* Written once in a plugin: creates its note and its entry, which adds the animators at the given addresses.
 *   ANIMATOR_PLUGIN(&ripple_reveal, &circle_reveal); A plugin with functions adds its table of them before
 *   its animators, or alone. ANIMATOR_PLUGIN_WITH_FUNCTIONS(functions, &ripple_reveal);
 *   ANIMATOR_PLUGIN_OF_FUNCTIONS(functions); */
#define ANIMATOR_PLUGIN(...) \
  ANIMATOR_NOTE(ANIMATOR_REQUIRED_MINOR, 0); \
  ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) { \
    const animator_descriptor *const animator_list[] = { __VA_ARGS__ }; \
    return animator_add_all(host, animator_list, sizeof(animator_list) / sizeof(animator_list[0])); \
  } \
  struct animator_host
#define ANIMATOR_PLUGIN_WITH_FUNCTIONS(functions, ...) \
  ANIMATOR_NOTE(ANIMATOR_REQUIRED_MINOR, 0); \
  ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) { \
    const animator_descriptor *const animator_list[] = { __VA_ARGS__ }; \
    const int32_t status = \
      animator_add_functions(host, functions, sizeof(functions) / sizeof(functions[0])); \
    if (status != ANIMATOR_OK) return status; \
    return animator_add_all(host, animator_list, sizeof(animator_list) / sizeof(animator_list[0])); \
  } \
  struct animator_host
#define ANIMATOR_PLUGIN_OF_FUNCTIONS(functions) \
  ANIMATOR_NOTE(ANIMATOR_REQUIRED_MINOR, 0); \
  ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) { \
    return animator_add_functions(host, functions, sizeof(functions) / sizeof(functions[0])); \
  } \
  struct animator_host

/* Adds animators until one is refused. [scan] */
static inline int32_t animator_add_all(const animator_host *host,
                                       const animator_descriptor *const *list, size_t count) {
  int32_t status = ANIMATOR_OK;
  for (size_t i = 0; i < count && status == ANIMATOR_OK; i++) status = host->add(host, list[i]);
  return status;
}

/* Adds functions; a host that is too old for functions reports a refusal. [scan] */
static inline int32_t animator_add_functions(const animator_host *host,
                                             const animator_function *functions, size_t count) {
  if (host->size < offsetof(animator_host, add_functions) + sizeof(host->add_functions)) {
    host->fail(host, "its functions need a newer host");
    return ANIMATOR_FAILED;
  }
  return host->add_functions(host, functions, (uint32_t)count, sizeof(animator_function));
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif /* ANIMATOR_H */
