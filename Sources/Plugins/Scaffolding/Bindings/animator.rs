// The bindings of animator.h, made from it and from the description of its layout. The comments
// are the header's; a pointer may be null only where it says so.
//
// Include this file at the root of a crate, which needs only the standard library:
//
//     #[allow(dead_code, non_camel_case_types, unused_macros)]
//     #[macro_use]
//     mod animator {
//         include!(env!("ANIMATOR_RS"));
//     }

use std::os::raw::{c_char, c_void};

// Declarations of parameters and plugins, as the macros at the end of animator.h for C.
include!("declare.rs");

// ---- Compiler support

/// A new major version is a new exported symbol.
pub const ANIMATOR_VERSION_MAJOR: i32 = 1;
/// The minor version that this header describes; each addition increases it.
pub const ANIMATOR_VERSION_MINOR: i32 = 3;

// ---- Values (frozen, passed by value and in arrays)

/// A position, in points unless the member that contains it states another unit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_point {
    pub x: f64,
    pub y: f64,
}
animator_layout!(animator_point, 16, 8, {
    x: 0, 8;
    y: 8, 8;
});

/// A width and a height in points; never negative in values from the host.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_size {
    pub width: f64,
    pub height: f64,
}
animator_layout!(animator_size, 16, 8, {
    width: 0, 8;
    height: 8, 8;
});

/// A rectangle: its top left corner, its width and its height, in points unless stated otherwise.
/// The width and height are never negative in values from the host; negative ones from a plugin
/// count as 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}
animator_layout!(animator_rect, 32, 8, {
    x: 0, 8;
    y: 8, 8;
    width: 16, 8;
    height: 24, 8;
});

/// Three numbers along x, y and z; the member that contains them states the unit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_vector {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
animator_layout!(animator_vector, 24, 8, {
    x: 0, 8;
    y: 8, 8;
    z: 16, 8;
});

/// An sRGB-encoded colour with straight (not premultiplied) alpha; each component is 0 to 1, and is
/// clamped in the layers that a plugin returns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_color {
    pub red: f32,
    pub green: f32,
    pub blue: f32,
    pub alpha: f32,
}
animator_layout!(animator_color, 16, 4, {
    red: 0, 4;
    green: 4, 4;
    blue: 8, 4;
    alpha: 12, 4;
});

/// A time or a duration, as a number of units of 1/705,600,000 s.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_time {
    pub ticks: i64,
}
animator_layout!(animator_time, 8, 8, {
    ticks: 0, 8;
});

/// A 4x4 matrix in Core Animation's order: m[0] is m11, m[3] is m14, m[11] is m34, m[12] is m41. A
/// point is a row vector on its left: [x y z 1] * M.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_transform {
    pub m: [f64; 16],
}
animator_layout!(animator_transform, 128, 8, {
    m: 0, 128;
});

/// A function of one number, such as an easing. Call `curve.at(curve.self, x)` with any finite x;
/// the result is finite, so it needs no check, but may be far outside 0 to 1. The host owns both
/// pointers until the call returns. A curve with a null `at` is the identity. [render]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_curve {
    pub at: Option<unsafe extern "C" fn(this: *const c_void, x: f64) -> f64>,
    pub this: *const c_void,
}
animator_layout!(animator_curve, 16, 8, {
    at: 0, 8;
    this: 8, 8;
});

/// One element of a path, in points. `verb` determines which of the points are used.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_path_element {
    /// ANIMATOR_PATH_…
    pub verb: u32,
    /// 0
    pub reserved: u32,
    pub control1: animator_point,
    pub control2: animator_point,
    pub end: animator_point,
}
animator_layout!(animator_path_element, 56, 8, {
    verb: 0, 4;
    reserved: 4, 4;
    control1: 8, 16;
    control2: 24, 16;
    end: 40, 16;
});

/// starts a figure at `end`
pub const ANIMATOR_PATH_MOVE: u32 = 1;
/// a straight line to `end`
pub const ANIMATOR_PATH_LINE: u32 = 2;
/// a cubic Bézier curve to `end` with the control points `control1` and `control2`
pub const ANIMATOR_PATH_CUBIC: u32 = 3;
/// a straight line to the start of the figure
pub const ANIMATOR_PATH_CLOSE: u32 = 4;

/// The visible part of a layer: the inside of a shape, or its outside if `inverted` is true. The
/// shape is positioned relative to the layer before its transforms, and moves with it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_mask {
    /// ANIMATOR_MASK_…
    pub kind: u32,
    /// true: the shape is a hole
    pub inverted: bool,
    /// true: a path is filled by the even-odd rule, otherwise by the non-zero rule
    pub even_odd: bool,
    pub reserved: u16,
    /// bounds of the ellipse or rounded rectangle, in canvas points
    pub rect: animator_rect,
    /// corner radius of the rounded rectangle in points, >= 0
    pub corner_radius: f64,
    /// owned by the plugin, from context->allocate or static: it must live until the call returns;
    /// null if the count is 0
    pub path: *const animator_path_element,
    /// number of elements at `path`, at most 1,000,000
    pub path_count: u64,
}
animator_layout!(animator_mask, 64, 8, {
    kind: 0, 4;
    inverted: 4, 1;
    even_odd: 5, 1;
    reserved: 6, 2;
    rect: 8, 32;
    corner_radius: 40, 8;
    path: 48, 8;
    path_count: 56, 8;
});

pub const ANIMATOR_MASK_NONE: u32 = 0;
pub const ANIMATOR_MASK_ELLIPSE: u32 = 1;
pub const ANIMATOR_MASK_RECTANGLE: u32 = 2;
pub const ANIMATOR_MASK_PATH: u32 = 3;
/// another layer as the mask: only documents can set it, a plugin may remove it
pub const ANIMATOR_MASK_LAYER: u32 = 4;

/// A line along a layer's bounds, with their corners, over its contents and sublayers. [1.1]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_border {
    /// width in points, >= 0; 0 means no border
    pub width: f64,
    /// the first colour of a gradient, if the document has one; the gradient is kept until this
    /// colour is changed
    pub color: animator_color,
    /// ANIMATOR_BORDER_…
    pub place: u32,
    pub reserved: u32,
}
animator_layout!(animator_border, 32, 8, {
    width: 0, 8;
    color: 8, 16;
    place: 24, 4;
    reserved: 28, 4;
});

/// inside the bounds
pub const ANIMATOR_BORDER_INSIDE: u32 = 0;
/// half inside, half outside
pub const ANIMATOR_BORDER_CENTER: u32 = 1;
/// outside the bounds
pub const ANIMATOR_BORDER_OUTSIDE: u32 = 2;

/// An effect on everything that was painted before the layer, shown inside its rounded bounds and
/// below its own contents: blurred, then with another saturation and brightness, then under a tint.
/// The backdrop does not depend on the layer's own alpha; the layer's opacity and mask apply to it.
/// [1.1]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_backdrop {
    /// ANIMATOR_BACKDROP_…; with NONE the members below have no effect
    pub kind: u32,
    pub reserved: u32,
    /// standard deviation of the Gaussian in points, >= 0; clamped
    pub blur: f64,
    /// factor, >= 0: 1 has no effect, 0 gives grey; clamped
    pub saturation: f64,
    /// factor, >= 0: 1 has no effect, 0 gives black; clamped
    pub brightness: f64,
    /// colour painted over the result; alpha 0 means none
    pub tint: animator_color,
}
animator_layout!(animator_backdrop, 48, 8, {
    kind: 0, 4;
    reserved: 4, 4;
    blur: 8, 8;
    saturation: 16, 8;
    brightness: 24, 8;
    tint: 32, 16;
});

pub const ANIMATOR_BACKDROP_NONE: u32 = 0;
pub const ANIMATOR_BACKDROP_FILTERED: u32 = 1;
/// The blend mode of a layer with its sublayers and everything below it: the modes of W3C's
/// Compositing and Blending Level 1, and the sum of both. Any mode other than NORMAL isolates the
/// layer: its sublayers do not blend with anything below it. [1.1]
pub const ANIMATOR_BLEND_NORMAL: u32 = 0;
pub const ANIMATOR_BLEND_MULTIPLY: u32 = 1;
pub const ANIMATOR_BLEND_SCREEN: u32 = 2;
pub const ANIMATOR_BLEND_OVERLAY: u32 = 3;
pub const ANIMATOR_BLEND_DARKEN: u32 = 4;
pub const ANIMATOR_BLEND_LIGHTEN: u32 = 5;
pub const ANIMATOR_BLEND_COLOR_DODGE: u32 = 6;
pub const ANIMATOR_BLEND_COLOR_BURN: u32 = 7;
pub const ANIMATOR_BLEND_HARD_LIGHT: u32 = 8;
pub const ANIMATOR_BLEND_SOFT_LIGHT: u32 = 9;
pub const ANIMATOR_BLEND_DIFFERENCE: u32 = 10;
pub const ANIMATOR_BLEND_EXCLUSION: u32 = 11;
pub const ANIMATOR_BLEND_HUE: u32 = 12;
pub const ANIMATOR_BLEND_SATURATION: u32 = 13;
pub const ANIMATOR_BLEND_COLOR: u32 = 14;
pub const ANIMATOR_BLEND_LUMINOSITY: u32 = 15;
pub const ANIMATOR_BLEND_PLUS_LIGHTER: u32 = 16;

/// A rectangle of pixels, with its origin at the top left of the image; inside the image in values
/// from the host.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_window {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}
animator_layout!(animator_window, 16, 4, {
    x: 0, 4;
    y: 4, 4;
    width: 8, 4;
    height: 12, 4;
});

/// An image to read: rows of RGBA, 8 bits each in this order, sRGB-encoded, premultiplied (r, g, b
/// <= a), top row first. `data` and every row are aligned to 64 bytes; the bytes between 4 * width
/// and the stride do not belong to the image. This is the only format. The host owns the image
/// until the call returns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_image {
    pub data: *const u8,
    /// size in pixels, >= 1
    pub width: i32,
    /// size in pixels, >= 1
    pub height: i32,
    /// distance between rows, >= 4 * width, a multiple of 64
    pub stride_bytes: i64,
}
animator_layout!(animator_image, 24, 8, {
    data: 0, 8;
    width: 8, 4;
    height: 12, 4;
    stride_bytes: 16, 8;
});

/// An image to write, in the same format: r, g, b <= a must hold for the written pixels too. The
/// host owns it until the call returns; its previous contents are undefined.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_surface {
    pub data: *mut u8,
    /// size in pixels, >= 1
    pub width: i32,
    /// size in pixels, >= 1
    pub height: i32,
    /// distance between rows, >= 4 * width, a multiple of 64
    pub stride_bytes: i64,
}
animator_layout!(animator_surface, 24, 8, {
    data: 0, 8;
    width: 8, 4;
    height: 12, 4;
    stride_bytes: 16, 8;
});

// ---- Layers

/// A layer as an animator receives it, with the names and rules of Core Animation. `frame` is the
/// layer's rectangle before its transforms; then scale, rotate and translate apply about the anchor
/// point, then `transform`. (Growing; the host owns it until the call returns. It is only passed by
/// pointer, so its size may differ from that in this header.) [render]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_layer {
    /// sizeof(animator_layer) on the side that created it
    pub size: u32,
    /// true: neither the layer nor its sublayers are drawn
    pub hidden: bool,
    /// true: contents and sublayers are clipped to the rounded bounds
    pub masks_to_bounds: bool,
    /// false: the layer is not drawn when its back faces the viewer
    pub double_sided: bool,
    pub reserved: bool,
    /// rectangle in canvas points, before transforms
    pub frame: animator_rect,
    /// position as a fraction of the frame; (0.5, 0.5) is the centre
    pub anchor_point: animator_point,
    /// distance towards the viewer in points; siblings are drawn in this order
    pub z_position: f64,
    /// points
    pub translate: animator_vector,
    /// scale factors; 1 is unscaled
    pub scale: animator_vector,
    /// angles in degrees about x, then y, then z
    pub rotate: animator_vector,
    /// matrix that applies after translate, scale and rotate; in points
    pub transform: animator_transform,
    /// matrix of the sublayers about the centre of the frame
    pub sublayer_transform: animator_transform,
    /// opacity of the layer with all its sublayers, 0 to 1; clamped
    pub opacity: f64,
    /// points, >= 0; clamped. The largest radius if the corners differ; a change sets all four.
    pub corner_radius: f64,
    /// background colour; alpha 0 means none
    pub background_color: animator_color,
    /// shadow colour; its alpha is multiplied by shadow_opacity
    pub shadow_color: animator_color,
    /// opacity of the shadow, 0 to 1; 0 means no shadow; clamped
    pub shadow_opacity: f64,
    /// standard deviation of the Gaussian in points, >= 0; clamped
    pub shadow_radius: f64,
    /// offset of the shadow in points; y down
    pub shadow_offset: animator_point,
    /// mask; the kind ANIMATOR_MASK_NONE means no mask
    pub mask: animator_mask,
    /// visible fraction of the contents; (0, 0, 1, 1) is all
    pub contents_rect: animator_rect,
    /// for pieces only: index in `in` of the layer whose snapshot the piece shows
    pub piece_of: u32,
    pub reserved2: u32,
    /// [1.1] border; width 0 means no border
    pub border: animator_border,
    /// [1.1] standard deviation in points, >= 0, of the Gaussian that blurs the layer with its
    /// sublayers; 0 means no blur; clamped
    pub blur: f64,
    /// [1.1] ANIMATOR_BLEND_…
    pub blend_mode: u32,
    pub reserved3: u32,
    /// [1.1] backdrop; the kind ANIMATOR_BACKDROP_NONE means no backdrop
    pub backdrop: animator_backdrop,
}
animator_layout!(animator_layer, 672, 8, {
    size: 0, 4;
    hidden: 4, 1;
    masks_to_bounds: 5, 1;
    double_sided: 6, 1;
    reserved: 7, 1;
    frame: 8, 32;
    anchor_point: 40, 16;
    z_position: 56, 8;
    translate: 64, 24;
    scale: 88, 24;
    rotate: 112, 24;
    transform: 136, 128;
    sublayer_transform: 264, 128;
    opacity: 392, 8;
    corner_radius: 400, 8;
    background_color: 408, 16;
    shadow_color: 424, 16;
    shadow_opacity: 440, 8;
    shadow_radius: 448, 8;
    shadow_offset: 456, 16;
    mask: 472, 64;
    contents_rect: 536, 32;
    piece_of: 568, 4;
    reserved2: 572, 4;
    border: 576, 32;
    blur: 608, 8;
    blend_mode: 616, 4;
    reserved3: 620, 4;
    backdrop: 624, 48;
});

/// The properties that an animator may change, for animator_descriptor.animates: one bit for each
/// member above.
pub const ANIMATOR_PROPERTY_HIDDEN: u64 = 1;
pub const ANIMATOR_PROPERTY_FRAME: u64 = 2;
pub const ANIMATOR_PROPERTY_ANCHOR_POINT: u64 = 4;
pub const ANIMATOR_PROPERTY_Z_POSITION: u64 = 8;
pub const ANIMATOR_PROPERTY_TRANSLATE: u64 = 16;
pub const ANIMATOR_PROPERTY_SCALE: u64 = 32;
pub const ANIMATOR_PROPERTY_ROTATE: u64 = 64;
pub const ANIMATOR_PROPERTY_TRANSFORM: u64 = 128;
pub const ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM: u64 = 256;
pub const ANIMATOR_PROPERTY_OPACITY: u64 = 512;
pub const ANIMATOR_PROPERTY_CORNER_RADIUS: u64 = 1024;
pub const ANIMATOR_PROPERTY_MASKS_TO_BOUNDS: u64 = 2048;
pub const ANIMATOR_PROPERTY_DOUBLE_SIDED: u64 = 4096;
pub const ANIMATOR_PROPERTY_BACKGROUND_COLOR: u64 = 8192;
pub const ANIMATOR_PROPERTY_SHADOW_COLOR: u64 = 16384;
pub const ANIMATOR_PROPERTY_SHADOW_OPACITY: u64 = 32768;
pub const ANIMATOR_PROPERTY_SHADOW_RADIUS: u64 = 65536;
pub const ANIMATOR_PROPERTY_SHADOW_OFFSET: u64 = 131072;
pub const ANIMATOR_PROPERTY_MASK: u64 = 262144;
pub const ANIMATOR_PROPERTY_CONTENTS_RECT: u64 = 524288;
/// [1.1] A host of 1.0 refuses a plugin with one of these bits: add them only if host->minor is 1
/// or more.
pub const ANIMATOR_PROPERTY_BORDER: u64 = 1048576;
pub const ANIMATOR_PROPERTY_BLUR: u64 = 2097152;
pub const ANIMATOR_PROPERTY_BLEND_MODE: u64 = 4194304;
pub const ANIMATOR_PROPERTY_BACKDROP: u64 = 8388608;
/// translate, scale, rotate, transform
pub const ANIMATOR_GROUP_TRANSFORM: u64 = 240;
/// frame, anchor point, z position and the transforms
pub const ANIMATOR_GROUP_GEOMETRY: u64 = 254;
/// corner radius, masks to bounds
pub const ANIMATOR_GROUP_CORNERS: u64 = 3072;
/// colour, opacity, radius, offset
pub const ANIMATOR_GROUP_SHADOW: u64 = 245760;

// ---- Context

/// the result of a callback that succeeded
pub const ANIMATOR_OK: i32 = 0;
/// the result of a callback that failed; call context->fail before, so that the user sees the
/// reason. Any value other than ANIMATOR_OK means the same.
pub const ANIMATOR_FAILED: i32 = 1;
/// no transition, or one without an operation
pub const ANIMATOR_OPERATION_NONE: u32 = 0;
/// `to` enters above `from`
pub const ANIMATOR_OPERATION_PUSH: u32 = 1;
/// `from` is above `to` and leaves
pub const ANIMATOR_OPERATION_POP: u32 = 2;
/// as a push, but `from` stays visible below
pub const ANIMATOR_OPERATION_PRESENT: u32 = 3;
/// as a pop, for a presented screen
pub const ANIMATOR_OPERATION_DISMISS: u32 = 4;

/// [1.3] The finger that touched the screen last: one that drives a transition, or one that a
/// document's touches show (growing; the host owns it until the call returns). The finger is a part
/// of the moment, as progress is: the same place and velocity give the same bits.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_finger {
    /// sizeof(animator_finger) on the host's side
    pub size: u32,
    /// false once the finger has lifted
    pub is_down: bool,
    pub reserved: bool,
    pub reserved2: u16,
    /// in the points of the layers' frames; after the lift, where it lifted
    pub place: animator_point,
    /// points a second, the mean of the last 0.1 s; after the lift, its last value
    pub velocity: animator_point,
}
animator_layout!(animator_finger, 40, 8, {
    size: 0, 4;
    is_down: 4, 1;
    reserved: 5, 1;
    reserved2: 6, 2;
    place: 8, 16;
    velocity: 24, 16;
});

/// The moment to draw, and the services that the host offers during a call (growing; the host owns
/// it until the call returns). Do not keep a pointer to any part of it. Its functions may be called
/// on the callback's thread, and on threads that the callback has started and will have ended.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_context {
    /// sizeof(animator_context) on the host's side
    pub size: u32,
    /// ANIMATOR_OPERATION_…
    pub operation: u32,
    /// progress after easing: 0 at the start, and at the end the final value of the easing, which
    /// is exactly 1 except for some linear(); a spring may leave 0…1 in between
    pub progress: f64,
    /// time since the start of the step, 0 to duration
    pub time: animator_time,
    /// duration of the step, >= 0
    pub duration: animator_time,
    /// frame rate of the output, > 0; no frame may depend on it
    pub frames_per_second: f64,
    /// pixels for each point, > 0; images are already scaled
    pub scale: f64,
    /// seed that depends on the document, the step and the layer; all random numbers must be
    /// derived from it
    pub seed: u64,
    /// size of the canvas in points
    pub container: animator_size,
    /// `self` of the descriptor
    pub this: *mut c_void,
    /// private data of the host; do not read it
    pub host_data: *const c_void,
    /// Allocates zeroed memory, aligned to 64 bytes, that is valid until this call returns. The
    /// host owns it; do not free it. Returns null if there is no memory, or after 1 GiB in one
    /// call. [render]
    pub allocate: Option<unsafe extern "C" fn(context: *const animator_context, bytes: usize) -> *mut c_void>,
    /// Sets the reason why the call fails, in one line of at most 1,000 bytes; both strings are
    /// copied, and only the first call counts. `pointer` is a JSON pointer relative to the step,
    /// such as "/params/radius"; empty for the step itself. The callback must still return
    /// ANIMATOR_FAILED. [render]
    pub fail: Option<unsafe extern "C" fn(
        context: *const animator_context,
        pointer: *const c_char,
        message: *const c_char,
    )>,
    /// A heartbeat that a long computation should call regularly. Without it, a call may take 10 s
    /// (unless the user sets another limit); each heartbeat restarts this time, up to ten times in
    /// total. False means that the result is no longer needed: return ANIMATOR_FAILED soon.
    /// [render]
    pub keep_going: Option<unsafe extern "C" fn(context: *const animator_context) -> bool>,
    /// The number of layers in each role, in the order of the roles; their sum is `in_count`. The
    /// host owns it until the call returns; null without roles.
    pub role_counts: *const u32,
    /// number of elements at `role_counts`
    pub role_count: u64,
    /// [1.2] In `pixels` and `regions` of an animator with ANIMATOR_TIMES: the number of images of
    /// each layer in `in`, in the order of the layers; 1 for a layer that is a still. Null means
    /// one for each layer.
    pub moment_counts: *const u32,
    /// number of elements at `moment_counts`
    pub layer_count: u64,
    /// [1.2] In `pixels` of an animator with ANIMATOR_PREPARE: its table, which is read-only; null
    /// if it has no bytes.
    pub table: *const c_void,
    pub table_bytes: u64,
    /// [1.3] In callbacks of an animator with ANIMATOR_FINGER: the finger. Null before the first
    /// touch, in documents without touches, and in calls for the states before a step's start and
    /// after its end: a change that depends on the finger must vanish at progress 0 and 1, or the
    /// layer jumps there. The host owns it until the call returns.
    pub finger: *const animator_finger,
}
animator_layout!(animator_context, 168, 8, {
    size: 0, 4;
    operation: 4, 4;
    progress: 8, 8;
    time: 16, 8;
    duration: 24, 8;
    frames_per_second: 32, 8;
    scale: 40, 8;
    seed: 48, 8;
    container: 56, 16;
    this: 72, 8;
    host_data: 80, 8;
    allocate: 88, 8;
    fail: 96, 8;
    keep_going: 104, 8;
    role_counts: 112, 8;
    role_count: 120, 8;
    moment_counts: 128, 8;
    layer_count: 136, 8;
    table: 144, 8;
    table_bytes: 152, 8;
    finger: 160, 8;
});

// ---- Parameters

/// bool
pub const ANIMATOR_TYPE_BOOL: u32 = 1;
/// int32_t
pub const ANIMATOR_TYPE_INT32: u32 = 2;
/// double
pub const ANIMATOR_TYPE_DOUBLE: u32 = 3;
/// animator_point
pub const ANIMATOR_TYPE_POINT: u32 = 4;
/// animator_size
pub const ANIMATOR_TYPE_SIZE: u32 = 5;
/// animator_rect
pub const ANIMATOR_TYPE_RECT: u32 = 6;
/// animator_color
pub const ANIMATOR_TYPE_COLOR: u32 = 7;
/// const char *, never null, owned by the host until the call returns
pub const ANIMATOR_TYPE_STRING: u32 = 8;
/// int32_t, index into `choices`
pub const ANIMATOR_TYPE_CHOICE: u32 = 9;
/// animator_curve, owned by the host until the call returns
pub const ANIMATOR_TYPE_CURVE: u32 = 10;
/// counts, factors, and values without numbers
pub const ANIMATOR_UNIT_NONE: u32 = 0;
/// canvas points
pub const ANIMATOR_UNIT_POINTS: u32 = 1;
/// degrees of an angle
pub const ANIMATOR_UNIT_DEGREES: u32 = 2;
/// seconds; documents may write "120ms" or "12f"
pub const ANIMATOR_UNIT_SECONDS: u32 = 3;
/// fraction of a whole, where 1 is all; documents may write "50%"
pub const ANIMATOR_UNIT_FRACTION: u32 = 4;

/// One parameter: a field of the author's plain struct. Write it with ANIMATOR_FIELD or
/// ANIMATOR_CHOICE, which derive the type from the field. Every field of the struct must be
/// declared, and the struct must not be packed: the host compares it with the layout that a C
/// compiler gives these types. Values of the wrong type, out of range, NaN or infinite never reach
/// the plugin. (Growing by `parameter_size` of the descriptor; the plugin owns it until the process
/// ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_parameter {
    /// name in documents: a letter, then letters, digits, '_', '-'; at most 64 bytes
    pub name: *const c_char,
    /// description in one or two sentences
    pub doc: *const c_char,
    /// default in the notation of documents; it may be an expression
    pub default_json: *const c_char,
    /// "first|second|third" for a choice, otherwise null
    pub choices: *const c_char,
    /// bounds of every number in the value; both 0 if there are none
    pub minimum: f64,
    /// bounds of every number in the value; both 0 if there are none
    pub maximum: f64,
    /// ANIMATOR_TYPE_…
    pub r#type: u32,
    /// ANIMATOR_UNIT_…
    pub unit: u32,
    /// offset of the field in the author's struct, in bytes
    pub offset: u32,
    /// size of the field in bytes
    pub field_size: u32,
}
animator_layout!(animator_parameter, 64, 8, {
    name: 0, 8;
    doc: 8, 8;
    default_json: 16, 8;
    choices: 24, 8;
    minimum: 32, 8;
    maximum: 40, 8;
    r#type: 48, 4;
    unit: 52, 4;
    offset: 56, 4;
    field_size: 60, 4;
});

// ---- Roles

/// A part that layers play. Roles named "from", "to" and "container" are bound automatically to the
/// two screens and to the layer that contains them. (Growing by `role_size` of the descriptor; the
/// plugin owns it until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_role {
    /// name in documents, with the characters of a parameter's name
    pub name: *const c_char,
    /// description in one or two sentences
    pub doc: *const c_char,
    /// a JSON object: the layer that is created if the role is not bound, such as
    /// {"backgroundColor": "#fff", "below": "subject"}
    pub create_json: *const c_char,
    /// minimum number of layers; 0 makes the role optional
    pub minimum: u32,
    /// maximum number of layers, from the minimum to 10,000
    pub maximum: u32,
}
animator_layout!(animator_role, 32, 8, {
    name: 0, 8;
    doc: 8, 8;
    create_json: 16, 8;
    minimum: 24, 4;
    maximum: 28, 4;
});

// ---- Animators

/// shows all of `from` at progress 0, and all of `to` at 1
pub const ANIMATOR_KIND_TRANSITION: u32 = 1;
/// moves or changes layers
pub const ANIMATOR_KIND_EFFECT: u32 = 2;
/// changes the pixels of one layer
pub const ANIMATOR_KIND_FILTER: u32 = 3;
/// creates pixels without inputs
pub const ANIMATOR_KIND_GENERATOR: u32 = 4;
/// the host calls it on one thread at a time
pub const ANIMATOR_FLAG_NOT_REENTRANT: u64 = 1;
/// `pixels` must receive the whole image as its window
pub const ANIMATOR_FLAG_WHOLE_FRAME: u64 = 2;
/// the picture may jump between nearby times
pub const ANIMATOR_FLAG_DISCONTINUOUS: u64 = 4;
/// the host may play it backwards for the way back
pub const ANIMATOR_FLAG_REVERSIBLE: u64 = 8;

/// An animator (growing; the plugin owns it and everything to which it points, and does not change
/// it until the process ends). Either `layout` or `pixels` must be set; if both are, `pixels` is
/// used. Any other function may be null, which means that it is absent. `parameters` in the
/// callbacks is the author's struct, filled by the host, which owns it until the call returns; it
/// is on a read-only page.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_descriptor {
    /// sizeof(animator_descriptor)
    pub size: u32,
    /// ANIMATOR_KIND_…
    pub kind: u32,
    /// "vendor.name": lower-case letters, digits and '-', each part starting with a letter, at most
    /// 96 bytes; names without a vendor are reserved for bundled animators
    pub id: *const c_char,
    /// name that people read
    pub title: *const c_char,
    /// version, such as "1.0.0"
    pub version: *const c_char,
    /// description in one paragraph
    pub doc: *const c_char,
    /// other ids, at most 32; the list ends with a null pointer
    pub aliases: *const *const c_char,
    /// ANIMATOR_FLAG_…
    pub flags: u64,
    /// ANIMATOR_PROPERTY_…: the properties that `layout` changes; other changes are ignored
    pub animates: u64,
    /// default duration, > 0, at most 86,400
    pub duration_seconds: f64,
    /// default easing as JSON; null means ease in-out
    pub easing_json: *const c_char,
    pub parameters: *const animator_parameter,
    /// at most 256
    pub parameter_count: u32,
    /// sizeof(animator_parameter)
    pub parameter_size: u32,
    /// size of the author's struct
    pub parameters_bytes: u64,
    /// alignment of the author's struct
    pub parameters_alignment: u64,
    pub roles: *const animator_role,
    /// at most 64
    pub role_count: u32,
    /// sizeof(animator_role)
    pub role_size: u32,
    /// a constant pointer of the plugin, which the host passes as context->self
    pub this: *mut c_void,
    /// Returns the duration of the step in seconds, for springs; > 0, at most 86,400. During the
    /// call, context->duration is `duration_seconds`, progress and time are 0. [control]
    pub duration: Option<unsafe extern "C" fn(parameters: *const c_void, context: *const animator_context) -> f64>,
    /// Returns the number of pieces that `layout` receives after the bound layers, at most 10,000.
    /// It is called once for each step, with progress and time 0. [control]
    pub pieces: Option<unsafe extern "C" fn(parameters: *const c_void, context: *const animator_context) -> u32>,
    /// Changes the bound layers, and places the pieces. `in` are the bound layers in the order of
    /// the roles, in their state at the start of the step. `out` are the same layers, to be
    /// changed, followed by the pieces: additional layers, children of the container, each showing
    /// `contents_rect` of the snapshot of `in[piece_of]`. For bound layers the host uses the
    /// properties that `animates` declares, for pieces all properties; `piece_of` is read at
    /// progress 0 and applies to the whole step. A piece starts with the frame of the first layer.
    /// [render]
    pub layout: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        input: *const *const animator_layer,
        in_count: u32,
        out: *const *mut animator_layer,
        out_count: u32,
    ) -> i32>,
    /// Sets the part of each input that `pixels` reads to fill `window`: it writes in_count
    /// windows, which initially contain `window`, to `needed`; the host clips them. If it is
    /// absent, the parts are `window`. [render]
    pub regions: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        window: animator_window,
        needed: *mut animator_window,
        in_count: u32,
    )>,
    /// Writes every pixel of `window` of `out` and no other. Windows of one frame may be requested
    /// in any order, and together must give the same pixels as the whole image. The inputs are
    /// snapshots of the bound layers at the start of the step, in the order of the roles, all with
    /// the size of `out`; their memory is read-only. ANIMATOR_LIVE_INPUTS and ANIMATOR_TIMES change
    /// the times of the inputs. [render]
    pub pixels: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        input: *const animator_image,
        in_count: u32,
        out: animator_surface,
        window: animator_window,
    ) -> i32>,
    /// Returns the interface with the name "name/revision", which the plugin owns until the process
    /// ends; null for an unknown name. The names that this host uses are below, under "Offers of an
    /// animator". [scan] [control]
    pub extension: Option<unsafe extern "C" fn(id: *const c_char) -> *const c_void>,
    /// licence as an SPDX expression, such as "MIT" or "Apache-2.0 OR MIT"
    pub licence: *const c_char,
    /// author, on one line
    pub author: *const c_char,
    /// address of its source or its page: https://…
    pub url: *const c_char,
}
animator_layout!(animator_descriptor, 208, 8, {
    size: 0, 4;
    kind: 4, 4;
    id: 8, 8;
    title: 16, 8;
    version: 24, 8;
    doc: 32, 8;
    aliases: 40, 8;
    flags: 48, 8;
    animates: 56, 8;
    duration_seconds: 64, 8;
    easing_json: 72, 8;
    parameters: 80, 8;
    parameter_count: 88, 4;
    parameter_size: 92, 4;
    parameters_bytes: 96, 8;
    parameters_alignment: 104, 8;
    roles: 112, 8;
    role_count: 120, 4;
    role_size: 124, 4;
    this: 128, 8;
    duration: 136, 8;
    pieces: 144, 8;
    layout: 152, 8;
    regions: 160, 8;
    pixels: 168, 8;
    extension: 176, 8;
    licence: 184, 8;
    author: 192, 8;
    url: 200, 8;
});

// ---- Offers of an animator

/// (Growing; the plugin owns it, unchanged until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_live_inputs {
    /// sizeof(animator_live_inputs)
    pub size: u32,
    pub reserved: u32,
}
animator_layout!(animator_live_inputs, 8, 4, {
    size: 0, 4;
    reserved: 4, 4;
});

/// maximum number of times for one layer
pub const ANIMATOR_TIMES_MAX: i32 = 16;

/// (Growing; the plugin owns it, unchanged until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_times {
    /// sizeof(animator_times)
    pub size: u32,
    pub reserved: u32,
    /// Writes the times for layer `layer`, counted over all roles, to `moments`, which has room for
    /// ANIMATOR_TIMES_MAX, and returns their number: 0 for a still from the start of the step. Each
    /// time is relative to the current time of the document's timeline, by at most a day: 0 is now,
    /// -0.1 s a tenth of a second ago; times beyond the timeline are clamped to its ends. In `in`,
    /// the images of a layer are in this order, before those of the next layer;
    /// context->moment_counts contains their numbers. All images of a frame take at most 1 GiB.
    /// [render]
    pub moments: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        layer: u32,
        moments: *mut animator_time,
    ) -> u32>,
}
animator_layout!(animator_times, 16, 8, {
    size: 0, 4;
    reserved: 4, 4;
    moments: 8, 8;
});

/// maximum size of a table: 256 MiB
pub const ANIMATOR_TABLE_MAX: i32 = 268435456;

/// (Growing; the plugin owns it, unchanged until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_prepare {
    /// sizeof(animator_prepare)
    pub size: u32,
    pub reserved: u32,
    /// Returns the number of bytes of the table for images of this size, at most
    /// ANIMATOR_TABLE_MAX; 0 means no table. In both calls progress and time are 0. [render]
    pub bytes: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        width: i32,
        height: i32,
    ) -> u64>,
    /// Writes the table, which has `bytes` zero bytes, aligned to 64, and belongs to the host. The
    /// same arguments must give the same bytes. Returns ANIMATOR_OK or ANIMATOR_FAILED, as other
    /// callbacks do. [render]
    pub prepare: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        width: i32,
        height: i32,
        table: *mut c_void,
        bytes: u64,
    ) -> i32>,
}
animator_layout!(animator_prepare, 24, 8, {
    size: 0, 4;
    reserved: 4, 4;
    bytes: 8, 8;
    prepare: 16, 8;
});

/// (Growing; the plugin owns it, unchanged until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_finger_input {
    /// sizeof(animator_finger_input)
    pub size: u32,
    pub reserved: u32,
}
animator_layout!(animator_finger_input, 8, 4, {
    size: 0, 4;
    reserved: 4, 4;
});

// ---- Functions

/// maximum number of arguments of a function
pub const ANIMATOR_ARGUMENTS_MAX: i32 = 8;

/// A C function that documents call where they may write a number, point, size, rectangle, colour
/// or easing: {"call": "acme.orbit", "args": ["progress", [160, 284], 40]}. Write it with
/// ANIMATOR_FUNCTION, which builds the signature from a list of types and does not compile when the
/// list differs from the function's own type.
///
/// Arguments and results are values: structs pass by value, numbers are finite, sizes are never
/// negative, components of colours are 0 to 1. A string or a curve is the host's until the call
/// returns, and is no result. The function is pure: the same arguments give the same bits. It keeps
/// no state, has no context and cannot report a failure. A result that breaks these rules is a
/// fault; its message names the plugin and the function. (Growing by `function_size` of
/// add_functions; the plugin owns it until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_function {
    /// id as for an animator, but with '_' instead of '-', so that it can contain the C name
    pub id: *const c_char,
    /// description in one paragraph: the result, and each argument with its unit
    pub doc: *const c_char,
    /// the function, which is called with the type given by its signature. [render]
    pub code: Option<unsafe extern "C" fn()>,
    /// 0 or ANIMATOR_FLAG_NOT_REENTRANT
    pub flags: u64,
    /// type of the result: ANIMATOR_TYPE_BOOL to ANIMATOR_TYPE_COLOR
    pub result: u32,
    /// 1 to ANIMATOR_ARGUMENTS_MAX
    pub argument_count: u32,
    /// types of the arguments, any ANIMATOR_TYPE_… except CHOICE; then zeros
    pub arguments: [u32; ANIMATOR_ARGUMENTS_MAX as usize],
}
animator_layout!(animator_function, 72, 8, {
    id: 0, 8;
    doc: 8, 8;
    code: 16, 8;
    flags: 24, 8;
    result: 32, 4;
    argument_count: 36, 4;
    arguments: 40, 32;
});

// ---- The host

/// The services of the host while the library is loaded (growing; the host owns it until the call
/// returns).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_host {
    /// sizeof(animator_host) on the host's side
    pub size: u32,
    /// version of this interface in the host
    pub major: u32,
    /// version of this interface in the host
    pub minor: u32,
    pub reserved: u32,
    /// name of the program, such as "pipeline"
    pub name: *const c_char,
    /// version of the program, such as "1.0.0"
    pub version: *const c_char,
    /// private data of the host; do not read it
    pub host_data: *const c_void,
    /// Adds an animator. Returns ANIMATOR_OK, or a refusal that the host reports: return it at
    /// once. A plugin whose entry does not return ANIMATOR_OK adds nothing. [scan]
    pub add: Option<unsafe extern "C" fn(
        host: *const animator_host,
        descriptor: *const animator_descriptor,
    ) -> i32>,
    /// Sets the reason why the plugin cannot be used here, before its entry returns
    /// ANIMATOR_FAILED; the string is copied. [scan]
    pub fail: Option<unsafe extern "C" fn(host: *const animator_host, message: *const c_char)>,
    /// Returns the interface with the name "name/revision", which the host owns until the process
    /// ends; null for an unknown name. [scan]
    pub extension: Option<unsafe extern "C" fn(host: *const animator_host, id: *const c_char) -> *const c_void>,
    /// Adds a table of functions with `function_size` bytes each. Returns ANIMATOR_OK, or a refusal
    /// that the host reports: return it at once. The member is absent if `size` ends before it.
    /// [scan]
    pub add_functions: Option<unsafe extern "C" fn(
        host: *const animator_host,
        functions: *const animator_function,
        count: u32,
        function_size: u32,
    ) -> i32>,
}
animator_layout!(animator_host, 72, 8, {
    size: 0, 4;
    major: 4, 4;
    minor: 8, 4;
    reserved: 12, 4;
    name: 16, 8;
    version: 24, 8;
    host_data: 32, 8;
    add: 40, 8;
    fail: 48, 8;
    extension: 56, 8;
    add_functions: 64, 8;
});

// ---- What the host offers by `extension`

/// a message for authors, shown with -v
pub const ANIMATOR_LOG_DETAIL: u32 = 0;
/// a message that is shown unless -q is set
pub const ANIMATOR_LOG_NOTE: u32 = 1;
/// a warning that a picture differs from the document
pub const ANIMATOR_LOG_WARNING: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_log {
    /// Logs a message; may be called on any thread of a callback. `context` is that of the
    /// callback; null while the library is loaded and in functions without one. The message is
    /// copied; only its first 1,000 bytes are shown.
    pub log: Option<unsafe extern "C" fn(
        context: *const animator_context,
        level: u32,
        message: *const c_char,
    )>,
}
animator_layout!(animator_log, 8, 8, {
    log: 0, 8;
});

/// value noise: interpolates random numbers at integer positions
pub const ANIMATOR_NOISE_VALUE: u32 = 0;
/// gradient noise: 0 at integer positions, with random slopes
pub const ANIMATOR_NOISE_PERLIN: u32 = 1;
/// gradient noise on tetrahedra, without preferred directions
pub const ANIMATOR_NOISE_SIMPLEX: u32 = 2;
pub const ANIMATOR_FILTER_NEAREST: u32 = 0;
pub const ANIMATOR_FILTER_LINEAR: u32 = 1;
/// Catmull-Rom, clamped to the valid range
pub const ANIMATOR_FILTER_CUBIC: u32 = 2;
/// the outermost pixels
pub const ANIMATOR_EDGE_CLAMP: u32 = 0;
/// the image, repeated
pub const ANIMATOR_EDGE_REPEAT: u32 = 1;
/// the image, mirrored
pub const ANIMATOR_EDGE_MIRROR: u32 = 2;
pub const ANIMATOR_EDGE_TRANSPARENT: u32 = 3;
/// sRGB-encoded colours, as the host composites
pub const ANIMATOR_SPACE_SRGB: u32 = 0;
/// linear light
pub const ANIMATOR_SPACE_LINEAR: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_pixels {
    /// Noise of a given kind, -1 to 1, that changes over a distance of 1. Use context->seed, mixed
    /// with a number for the purpose.
    pub noise: Option<unsafe extern "C" fn(kind: u32, seed: u64, x: f64, y: f64, z: f64) -> f64>,
    /// The colour of an image at a position in pixels, where (0.5, 0.5) is the centre of the first
    /// pixel; premultiplied, unlike other colours.
    pub sample: Option<unsafe extern "C" fn(
        image: *const animator_image,
        x: f64,
        y: f64,
        filter: u32,
        edge: u32,
    ) -> animator_color>,
    /// Blurs an image by a Gaussian with these standard deviations in pixels, 0 to 512, and writes
    /// it to a whole surface of the same size. It takes 16 bytes for each pixel from `allocate`.
    /// Returns ANIMATOR_OK, or ANIMATOR_FAILED without memory or for different sizes.
    pub blur: Option<unsafe extern "C" fn(
        context: *const animator_context,
        input: *const animator_image,
        out: animator_surface,
        sigma_x: f64,
        sigma_y: f64,
        edge: u32,
    ) -> i32>,
    /// A mixture of two colours with straight alpha: at `share` 0 the first, at 1 the second.
    pub mix: Option<unsafe extern "C" fn(
        from: animator_color,
        to: animator_color,
        share: f64,
        space: u32,
    ) -> animator_color>,
}
animator_layout!(animator_pixels, 32, 8, {
    noise: 0, 8;
    sample: 8, 8;
    blur: 16, 8;
    mix: 24, 8;
});

