// The bindings of animator.h, made from it and from the description of its layout. The comments
// are the header's; a pointer may be null only where it says so.
//
// Use it so, at the root of a crate, which needs the standard library and nothing else:
//
//     #[allow(dead_code, non_camel_case_types, unused_macros)]
//     #[macro_use]
//     mod animator {
//         include!(env!("ANIMATOR_RS"));
//     }

use std::os::raw::{c_char, c_void};

// Declaring parameters and plugins: what the macros at the end of animator.h do for C.
include!("declare.rs");

// ---- Compiler support

/// A new major version is a new exported symbol.
pub const ANIMATOR_VERSION_MAJOR: i32 = 1;
/// What this header describes; each addition counts it up.
pub const ANIMATOR_VERSION_MINOR: i32 = 3;

// ---- Values (frozen, passed by value and in arrays)

/// A place, in points unless the member that holds it says otherwise.
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

/// An extent, in points; never negative when the host gives it.
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

/// A rectangle: its top left corner and its extent, in points unless said otherwise. The extent is
/// never negative when the host gives it; one that a plugin gives counts as 0.
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

/// Three numbers along x, y and z; the member that holds them says the unit.
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

/// An sRGB-encoded colour with straight (not premultiplied) alpha; each 0 to 1, clamped when a
/// plugin gives a layer's.
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

/// A moment or a length of time: a count of 1/705,600,000 s.
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
/// the answer is finite, so nobody need look, though it may lie far outside of 0 to 1. Both
/// pointers are the host's until the call returns. A curve with a null `at` is the identity.
/// [render]
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

/// One element of a path, in points. Which of the points are used depends on `verb`.
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

/// begins a figure at `end`
pub const ANIMATOR_PATH_MOVE: u32 = 1;
/// a straight line to `end`
pub const ANIMATOR_PATH_LINE: u32 = 2;
/// a cubic Bézier curve to `end` by `control1` and `control2`
pub const ANIMATOR_PATH_CUBIC: u32 = 3;
/// a straight line to where the figure began
pub const ANIMATOR_PATH_CLOSE: u32 = 4;

/// What a layer shows of itself: inside the shape, or outside when inverted. The shape lies where
/// the layer lies before its transforms and moves with them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_mask {
    /// ANIMATOR_MASK_…
    pub kind: u32,
    /// true: the shape is a hole
    pub inverted: bool,
    /// a path's fill rule: even-odd, else non-zero
    pub even_odd: bool,
    pub reserved: u16,
    /// bounds of the ellipse or rounded rectangle, points on the canvas
    pub rect: animator_rect,
    /// of the rounded rectangle, points, >= 0
    pub corner_radius: f64,
    /// the plugin's, from context->allocate or static: it must live until the call returns; null
    /// when count is 0
    pub path: *const animator_path_element,
    /// elements at `path`, at most 1,000,000
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
/// by another layer: only documents give it, a plugin may drop it
pub const ANIMATOR_MASK_LAYER: u32 = 4;

/// A line along a layer's bounds, with their corners, over its contents and sublayers. [1.1]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_border {
    /// points, >= 0; 0: none
    pub width: f64,
    /// a document may give a gradient in its place, of which this is the first colour: it stays
    /// until the colour is changed
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
/// round the bounds
pub const ANIMATOR_BORDER_OUTSIDE: u32 = 2;

/// What a layer shows, inside its rounded bounds and below its own contents, of all that was
/// painted before it: blurred, then with another saturation and brightness, then under a tint. It
/// does not depend on the layer's own alpha; its opacity and mask apply. [1.1]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_backdrop {
    /// ANIMATOR_BACKDROP_…; with NONE the members below mean nothing
    pub kind: u32,
    pub reserved: u32,
    /// points, >= 0: the standard deviation of the Gaussian; clamped
    pub blur: f64,
    /// factor, >= 0: 1 changes nothing, 0 is grey; clamped
    pub saturation: f64,
    /// factor, >= 0: 1 changes nothing, 0 is black; clamped
    pub brightness: f64,
    /// laid over it; alpha 0: none
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
/// How a layer with its sublayers mixes with what lies below it: the modes of W3C's Compositing and
/// Blending Level 1, and the sum of both. One other than NORMAL isolates the layer: its sublayers
/// blend with nothing below it. [1.1]
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

/// A rectangle of pixels, origin at the top left of the image; inside it when the host gives it.
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
/// <= a), top row first. `data` is aligned to 64 bytes and so is every row; what lies between 4 *
/// width and the stride is not the image's. There is no other format. The host's until the call
/// returns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_image {
    pub data: *const u8,
    /// pixels, >= 1
    pub width: i32,
    /// pixels, >= 1
    pub height: i32,
    /// from one row to the next, >= 4 * width, a multiple of 64
    pub stride_bytes: i64,
}
animator_layout!(animator_image, 24, 8, {
    data: 0, 8;
    width: 8, 4;
    height: 12, 4;
    stride_bytes: 16, 8;
});

/// An image to write, of the same form: r, g, b <= a holds for what is written too. The host's
/// until the call returns; what it holds before is not defined.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_surface {
    pub data: *mut u8,
    /// pixels, >= 1
    pub width: i32,
    /// pixels, >= 1
    pub height: i32,
    /// from one row to the next, >= 4 * width, a multiple of 64
    pub stride_bytes: i64,
}
animator_layout!(animator_surface, 24, 8, {
    data: 0, 8;
    width: 8, 4;
    height: 12, 4;
    stride_bytes: 16, 8;
});

// ---- Layers

/// A layer as an animator sees it (growing; always the host's, until the call returns; reached
/// through pointers, so its size may differ from this header's). Core Animation's words and rules.
/// `frame` is where the layer lies before its transforms; then scale, rotate and translate apply
/// about the anchor point, then `transform`. [render]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_layer {
    /// sizeof(animator_layer) on the side that made it
    pub size: u32,
    /// neither the layer nor its sublayers are drawn
    pub hidden: bool,
    /// clips contents and sublayers to the rounded bounds
    pub masks_to_bounds: bool,
    /// false: not drawn when its back faces the viewer
    pub double_sided: bool,
    pub reserved: bool,
    /// points on the canvas, before transforms
    pub frame: animator_rect,
    /// fraction of the frame, (0.5, 0.5) is the centre
    pub anchor_point: animator_point,
    /// points towards the viewer; siblings are drawn by it
    pub z_position: f64,
    /// points
    pub translate: animator_vector,
    /// factors, 1 is unscaled
    pub scale: animator_vector,
    /// degrees about x, then y, then z
    pub rotate: animator_vector,
    /// after translate, scale and rotate; points
    pub transform: animator_transform,
    /// applied to the sublayers about the centre of the frame
    pub sublayer_transform: animator_transform,
    /// 0 to 1, of the layer with all its sublayers; clamped
    pub opacity: f64,
    /// points, >= 0; clamped. Of a layer whose corners differ, the largest; a change sets all four.
    pub corner_radius: f64,
    /// alpha 0: none
    pub background_color: animator_color,
    /// its alpha and shadow_opacity multiply
    pub shadow_color: animator_color,
    /// 0 to 1; 0: no shadow; clamped
    pub shadow_opacity: f64,
    /// points, >= 0: the standard deviation of the Gaussian; clamped
    pub shadow_radius: f64,
    /// points; y down
    pub shadow_offset: animator_point,
    /// kind ANIMATOR_MASK_NONE: none
    pub mask: animator_mask,
    /// fraction of the contents that is shown, (0, 0, 1, 1) is all
    pub contents_rect: animator_rect,
    /// pieces only: index into `in` of the layer whose snapshot it shows
    pub piece_of: u32,
    pub reserved2: u32,
    /// [1.1] width 0: none
    pub border: animator_border,
    /// [1.1] points, >= 0: the standard deviation of the Gaussian that blurs the layer with its
    /// sublayers; 0: none; clamped
    pub blur: f64,
    /// [1.1] ANIMATOR_BLEND_…
    pub blend_mode: u32,
    pub reserved3: u32,
    /// [1.1] kind ANIMATOR_BACKDROP_NONE: none
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

/// Properties an animator may change, for animator_descriptor.animates: one for each member above.
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
/// [1.1] A host of 1.0 refuses a plugin with one of these: add them where host->minor is 1 or more.
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

/// what a callback returns when it did its work
pub const ANIMATOR_OK: i32 = 0;
/// it did not; call context->fail first, so that the user knows why. Any other value than
/// ANIMATOR_OK means the same.
pub const ANIMATOR_FAILED: i32 = 1;
/// no transition, or one that does not say
pub const ANIMATOR_OPERATION_NONE: u32 = 0;
/// `to` comes to lie above `from`
pub const ANIMATOR_OPERATION_PUSH: u32 = 1;
/// `from` lies above `to` and goes
pub const ANIMATOR_OPERATION_POP: u32 = 2;
/// as a push, `from` stays what it is
pub const ANIMATOR_OPERATION_PRESENT: u32 = 3;
/// as a pop
pub const ANIMATOR_OPERATION_DISMISS: u32 = 4;

/// [1.3] The finger that came last: one that drives a transition, or one that a document's touches
/// show (growing; the host's, until the call returns). It is a part of the moment, as progress is:
/// the same place and velocity give the same bits.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_finger {
    /// sizeof(animator_finger) on the host's side
    pub size: u32,
    /// false once it has lifted
    pub is_down: bool,
    pub reserved: bool,
    pub reserved2: u16,
    /// in the points of the layers' frames; once it has lifted, where it did
    pub place: animator_point,
    /// points a second, the mean of the last 0.1 s; once it has lifted, that at the end
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

/// The moment to draw and what the host offers meanwhile (growing; the host's, until the call
/// returns). Do not keep any of it. Its functions may be called on the callback's thread, and on
/// threads that the callback has started and will have ended.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_context {
    /// sizeof(animator_context) on the host's side
    pub size: u32,
    /// ANIMATOR_OPERATION_…
    pub operation: u32,
    /// eased: 0 at the start, and at the end what the easing says for its end: exactly 1 but for
    /// some linear(); a spring leaves 0…1
    pub progress: f64,
    /// since the step's start, 0 to duration
    pub time: animator_time,
    /// of the step, >= 0
    pub duration: animator_time,
    /// of the output, > 0; a law: it changes no frame
    pub frames_per_second: f64,
    /// pixels a point, > 0; images are already scaled
    pub scale: f64,
    /// the same for the same document seed, step and layer; all random numbers come from it
    pub seed: u64,
    /// of the canvas, points
    pub container: animator_size,
    /// the descriptor's `self`
    pub this: *mut c_void,
    /// the host's own: not to be read
    pub host_data: *const c_void,
    /// Memory until this call returns, zeroed, aligned to 64 bytes: the host's, do not free it.
    /// Null when there is none, or after 1 GiB in one call. [render]
    pub allocate: Option<unsafe extern "C" fn(context: *const animator_context, bytes: usize) -> *mut c_void>,
    /// Says why the call fails, in one line of at most 1,000 bytes; both strings are copied, and
    /// the first call counts. `pointer` is a JSON pointer relative to the step, such as
    /// "/params/radius"; empty for the step itself. It does not return ANIMATOR_FAILED for you.
    /// [render]
    pub fail: Option<unsafe extern "C" fn(
        context: *const animator_context,
        pointer: *const c_char,
        message: *const c_char,
    )>,
    /// A heartbeat for long work: a call without it may take 10 s (unless the user says otherwise),
    /// each heartbeat starts them anew, ten times as long is the end. False means: the result is
    /// not wanted, return ANIMATOR_FAILED soon. [render]
    pub keep_going: Option<unsafe extern "C" fn(context: *const animator_context) -> bool>,
    /// How many layers each role got, in the order of the roles; their sum is `in_count`. The
    /// host's, until the call returns; null without roles.
    pub role_counts: *const u32,
    /// numbers at `role_counts`
    pub role_count: u64,
    /// [1.2] In `pixels` and `regions` of an animator with ANIMATOR_TIMES: how many images of each
    /// layer there are in `in`, in the order of the layers; 1 of a layer that is a still. Null: one
    /// of each.
    pub moment_counts: *const u32,
    /// numbers at `moment_counts`
    pub layer_count: u64,
    /// [1.2] In `pixels` of an animator with ANIMATOR_PREPARE: its table, which cannot be written;
    /// null where it has no bytes.
    pub table: *const c_void,
    pub table_bytes: u64,
    /// [1.3] In callbacks of an animator with ANIMATOR_FINGER; null before a finger has come, where
    /// there is none, and for what a step leaves before its start and after its end: whatever a
    /// finger changes has to be gone at progress 0 and 1, or it jumps there. The host's, until the
    /// call returns.
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
/// const char *, never null, the host's until the call returns
pub const ANIMATOR_TYPE_STRING: u32 = 8;
/// int32_t, index into `choices`
pub const ANIMATOR_TYPE_CHOICE: u32 = 9;
/// animator_curve, the host's until the call returns
pub const ANIMATOR_TYPE_CURVE: u32 = 10;
/// counts, factors, what has no numbers
pub const ANIMATOR_UNIT_NONE: u32 = 0;
/// canvas points
pub const ANIMATOR_UNIT_POINTS: u32 = 1;
/// of an angle
pub const ANIMATOR_UNIT_DEGREES: u32 = 2;
/// documents may write "120ms" or "12f"
pub const ANIMATOR_UNIT_SECONDS: u32 = 3;
/// of a whole, 1 is all; documents may write "50%"
pub const ANIMATOR_UNIT_FRACTION: u32 = 4;

/// One parameter: a field of the author's plain struct. Write it with ANIMATOR_FIELD or
/// ANIMATOR_CHOICE, which derive the type from the field. Every field of the struct is declared,
/// and the struct is not packed: the host compares it with what a C compiler makes of these types.
/// A value of the wrong type, out of range, NaN or infinite never reaches the plugin. (Growing by
/// `parameter_size` of the descriptor; the plugin's, alive until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_parameter {
    /// as documents write it: a letter, then letters, digits, '_', '-'; 64 bytes
    pub name: *const c_char,
    /// one or two sentences
    pub doc: *const c_char,
    /// as a document would write it, so it may be an expression
    pub default_json: *const c_char,
    /// "first|second|third" for a choice, else null
    pub choices: *const c_char,
    /// of every number in the value; equal and 0 when there is no bound
    pub minimum: f64,
    /// of every number in the value; equal and 0 when there is no bound
    pub maximum: f64,
    /// ANIMATOR_TYPE_…
    pub r#type: u32,
    /// ANIMATOR_UNIT_…
    pub unit: u32,
    /// bytes from the start of the author's struct
    pub offset: u32,
    /// bytes of the field
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

/// A part that a layer plays. Roles named "from", "to" and "container" bind by themselves to the
/// two screens and to the layer that holds them. (Growing by `role_size` of the descriptor; the
/// plugin's, alive until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_role {
    /// as documents write it, spelt as a parameter's
    pub name: *const c_char,
    /// one or two sentences
    pub doc: *const c_char,
    /// a JSON object: the layer to make when the role is not bound, such as {"backgroundColor":
    /// "#fff", "below": "subject"}
    pub create_json: *const c_char,
    /// layers it needs; 0 makes the role optional
    pub minimum: u32,
    /// layers it takes, minimum to 10,000; > 1 for a hand of cards
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

/// at progress 0 all of `from`, at 1 all of `to`
pub const ANIMATOR_KIND_TRANSITION: u32 = 1;
/// moves or changes layers
pub const ANIMATOR_KIND_EFFECT: u32 = 2;
/// changes the pixels of one layer
pub const ANIMATOR_KIND_FILTER: u32 = 3;
/// makes pixels from nothing
pub const ANIMATOR_KIND_GENERATOR: u32 = 4;
/// the host calls it on one thread at a time
pub const ANIMATOR_FLAG_NOT_REENTRANT: u64 = 1;
/// `pixels` must be given the whole image as window
pub const ANIMATOR_FLAG_WHOLE_FRAME: u64 = 2;
/// may jump between nearby moments
pub const ANIMATOR_FLAG_DISCONTINUOUS: u64 = 4;
/// the way back may be derived: time runs backwards
pub const ANIMATOR_FLAG_REVERSIBLE: u64 = 8;

/// An animator (growing; the plugin's, with all that it points to alive and unchanged until the
/// process ends). `layout` or `pixels` must be there; with both, `pixels` counts. Any other
/// function may be null and means: absent. `parameters` in the callbacks is the author's struct,
/// filled by the host: the host's until the call returns, on a page that cannot be written.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_descriptor {
    /// sizeof(animator_descriptor)
    pub size: u32,
    /// ANIMATOR_KIND_…
    pub kind: u32,
    /// "vendor.name": lower-case letters, digits and '-', each part beginning with a letter, 96
    /// bytes; bare names are the host's own
    pub id: *const c_char,
    /// for people
    pub title: *const c_char,
    /// "1.0.0"
    pub version: *const c_char,
    /// one paragraph
    pub doc: *const c_char,
    /// other ids, at most 32; ends with a null pointer
    pub aliases: *const *const c_char,
    /// ANIMATOR_FLAG_…
    pub flags: u64,
    /// ANIMATOR_PROPERTY_…: all that `layout` changes; the rest is ignored
    pub animates: u64,
    /// when a document gives none, > 0, at most 86,400
    pub duration_seconds: f64,
    /// when a document gives none; null: ease in-out
    pub easing_json: *const c_char,
    pub parameters: *const animator_parameter,
    /// at most 256
    pub parameter_count: u32,
    /// sizeof(animator_parameter)
    pub parameter_size: u32,
    /// sizeof the author's struct
    pub parameters_bytes: u64,
    /// _Alignof the author's struct
    pub parameters_alignment: u64,
    pub roles: *const animator_role,
    /// at most 64
    pub role_count: u32,
    /// sizeof(animator_role)
    pub role_size: u32,
    /// the plugin's own, handed back in context->self; constant
    pub this: *mut c_void,
    /// The step's own duration in seconds, for springs; > 0, at most 86,400. context->duration is
    /// `duration_seconds`, progress and time are 0. [control]
    pub duration: Option<unsafe extern "C" fn(parameters: *const c_void, context: *const animator_context) -> f64>,
    /// How many pieces `layout` gets after the bound layers, at most 10,000; asked once a step,
    /// progress and time are 0. [control]
    pub pieces: Option<unsafe extern "C" fn(parameters: *const c_void, context: *const animator_context) -> u32>,
    /// Changes layers. `in`: the bound layers in the order of the roles, as they stand when the
    /// step starts. `out`: the same, to be changed, and then the pieces: layers of their own,
    /// children of the container, each showing `contents_rect` of the snapshot of `in[piece_of]`.
    /// Of the bound layers the host takes what `animates` declares, of the pieces everything;
    /// `piece_of` is read at progress 0 and holds for the step. A piece begins with the frame of
    /// the first layer. [render]
    pub layout: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        input: *const *const animator_layer,
        in_count: u32,
        out: *const *mut animator_layer,
        out_count: u32,
    ) -> i32>,
    /// What `pixels` reads of each input to fill `window`: writes in_count windows, which hold the
    /// same one before, to `needed`; the host clips them. Absent means: the same window. [render]
    pub regions: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        window: animator_window,
        needed: *mut animator_window,
        in_count: u32,
    )>,
    /// Writes every pixel of `window` of `out` and no other; windows of one frame may be asked for
    /// in any order, and together give what the whole gives. Inputs are the snapshots of the bound
    /// layers as they stand when the step starts, in the order of the roles, all of the size of
    /// `out`; their memory cannot be written. ANIMATOR_LIVE_INPUTS and ANIMATOR_TIMES change which
    /// moments they are of. [render]
    pub pixels: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        input: *const animator_image,
        in_count: u32,
        out: animator_surface,
        window: animator_window,
    ) -> i32>,
    /// The door for later revisions: "name/revision" to an interface of that name, the plugin's and
    /// alive until the process ends; null for a name it does not know. The names that this host
    /// knows are below, under "Offers of an animator". [scan] [control]
    pub extension: Option<unsafe extern "C" fn(id: *const c_char) -> *const c_void>,
    /// an SPDX expression, such as "MIT" or "Apache-2.0 OR MIT"
    pub licence: *const c_char,
    /// who made it, on one line
    pub author: *const c_char,
    /// where its source or its page is: https://…
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

/// (growing; the plugin's, alive and unchanged until the process ends)
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

/// the most moments of one layer
pub const ANIMATOR_TIMES_MAX: i32 = 16;

/// (growing; the plugin's, alive and unchanged until the process ends)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_times {
    /// sizeof(animator_times)
    pub size: u32,
    pub reserved: u32,
    /// Writes the moments of layer `layer`, counted over all roles, to `moments`, which has room
    /// for ANIMATOR_TIMES_MAX, and returns how many: 0 for a still from the step's start. Each is
    /// counted from now on the document's timeline, at most a day: 0 is now, -0.1 s a tenth of a
    /// second ago; the host takes the first or the last moment of the timeline for one that lies
    /// beyond it. In `in` the images of a layer follow each other in this order, before those of
    /// the next layer; context->moment_counts counts them. All images of a frame take 1 GiB at
    /// most. [render]
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

/// the most bytes of a table: 256 MiB
pub const ANIMATOR_TABLE_MAX: i32 = 268435456;

/// (growing; the plugin's, alive and unchanged until the process ends)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_prepare {
    /// sizeof(animator_prepare)
    pub size: u32,
    pub reserved: u32,
    /// The bytes of the table for images of this size, at most ANIMATOR_TABLE_MAX; 0: none. In both
    /// calls progress and time are 0. [render]
    pub bytes: Option<unsafe extern "C" fn(
        parameters: *const c_void,
        context: *const animator_context,
        width: i32,
        height: i32,
    ) -> u64>,
    /// Writes the table: `bytes` zero bytes, aligned to 64, the host's. The same arguments give the
    /// same bytes. ANIMATOR_OK or ANIMATOR_FAILED, as other callbacks. [render]
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

/// (growing; the plugin's, alive and unchanged until the process ends)
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

/// the most arguments that a function takes
pub const ANIMATOR_ARGUMENTS_MAX: i32 = 8;

/// A C function that documents call where they may write a number, point, size, rectangle, colour
/// or easing: {"call": "acme.orbit", "args": ["progress", [160, 284], 40]}. Write it with
/// ANIMATOR_FUNCTION, which builds the signature from a list of types and does not compile when the
/// list differs from the function's own type.
///
/// Arguments and results are values: structs pass by value, numbers are finite, sizes are never
/// negative, colours lie in 0 to 1. A string or a curve is the host's until the call returns, and
/// is no result. The function is pure: the same arguments give the same bits, it keeps nothing, and
/// it has no context and no way to fail. A result that breaks these rules is a fault that the user
/// reads, with the names of the plugin and the function. (Growing by `function_size` of
/// add_functions; the plugin's, alive until the process ends.)
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_function {
    /// as an animator's, but '_' stands for '-', so that C names may serve
    pub id: *const c_char,
    /// one paragraph: the result, and each argument with its unit
    pub doc: *const c_char,
    /// the function; called by the type that its signature says. [render]
    pub code: Option<unsafe extern "C" fn()>,
    /// 0 or ANIMATOR_FLAG_NOT_REENTRANT
    pub flags: u64,
    /// ANIMATOR_TYPE_…, BOOL to COLOR
    pub result: u32,
    /// 1 to ANIMATOR_ARGUMENTS_MAX
    pub argument_count: u32,
    /// ANIMATOR_TYPE_…, any but CHOICE; then zeros
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

/// What the host offers while the library is loaded (growing; the host's, until the call returns).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_host {
    /// sizeof(animator_host) on the host's side
    pub size: u32,
    /// the version of this interface that the host speaks
    pub major: u32,
    /// the version of this interface that the host speaks
    pub minor: u32,
    pub reserved: u32,
    /// of the program, such as "pipeline"
    pub name: *const c_char,
    /// of the program, such as "1.0.0"
    pub version: *const c_char,
    /// the host's own: not to be read
    pub host_data: *const c_void,
    /// Adds an animator. ANIMATOR_OK, or a refusal that the host reports: return it at once. A
    /// plugin whose entry does not return ANIMATOR_OK adds nothing. [scan]
    pub add: Option<unsafe extern "C" fn(
        host: *const animator_host,
        descriptor: *const animator_descriptor,
    ) -> i32>,
    /// Says why the plugin cannot be used here, before its entry returns ANIMATOR_FAILED; the
    /// string is copied. [scan]
    pub fail: Option<unsafe extern "C" fn(host: *const animator_host, message: *const c_char)>,
    /// "name/revision" to an interface of that name, the host's and alive until the process ends;
    /// null for a name it does not know. [scan]
    pub extension: Option<unsafe extern "C" fn(host: *const animator_host, id: *const c_char) -> *const c_void>,
    /// Adds a table of functions, `function_size` bytes from one to the next. ANIMATOR_OK, or a
    /// refusal that the host reports: return it at once. Not there when `size` ends before it.
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

/// for authors: shown with -v
pub const ANIMATOR_LOG_DETAIL: u32 = 0;
/// shown unless -q
pub const ANIMATOR_LOG_NOTE: u32 = 1;
/// a picture is not as it was asked for
pub const ANIMATOR_LOG_WARNING: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_log {
    /// Any thread of a callback. `context` is the callback's; null while the library is loaded and
    /// in functions that have none. The message is copied; what follows its first 1,000 bytes is
    /// not shown.
    pub log: Option<unsafe extern "C" fn(
        context: *const animator_context,
        level: u32,
        message: *const c_char,
    )>,
}
animator_layout!(animator_log, 8, 8, {
    log: 0, 8;
});

/// smooth between random numbers at whole places
pub const ANIMATOR_NOISE_VALUE: u32 = 0;
/// 0 at whole places, with random slopes
pub const ANIMATOR_NOISE_PERLIN: u32 = 1;
/// as Perlin's, on tetrahedra: no direction stands out
pub const ANIMATOR_NOISE_SIMPLEX: u32 = 2;
pub const ANIMATOR_FILTER_NEAREST: u32 = 0;
pub const ANIMATOR_FILTER_LINEAR: u32 = 1;
/// Catmull and Rom's, kept in range
pub const ANIMATOR_FILTER_CUBIC: u32 = 2;
/// its outermost pixels
pub const ANIMATOR_EDGE_CLAMP: u32 = 0;
/// the image again
pub const ANIMATOR_EDGE_REPEAT: u32 = 1;
/// the image reflected
pub const ANIMATOR_EDGE_MIRROR: u32 = 2;
pub const ANIMATOR_EDGE_TRANSPARENT: u32 = 3;
/// encoded, as the host composes
pub const ANIMATOR_SPACE_SRGB: u32 = 0;
/// light
pub const ANIMATOR_SPACE_LINEAR: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct animator_pixels {
    /// Noise of a kind, -1 to 1, that changes over a distance of 1. Take context->seed, mixed with
    /// what the noise is for.
    pub noise: Option<unsafe extern "C" fn(kind: u32, seed: u64, x: f64, y: f64, z: f64) -> f64>,
    /// The colour of an image at a place in pixels, where the middle of the first is (0.5, 0.5);
    /// premultiplied, unlike colours elsewhere.
    pub sample: Option<unsafe extern "C" fn(
        image: *const animator_image,
        x: f64,
        y: f64,
        filter: u32,
        edge: u32,
    ) -> animator_color>,
    /// Writes an image, blurred by a Gaussian of these standard deviations in pixels, 0 to 512, to
    /// all of a surface of the same size. It takes 16 bytes a pixel of what `allocate` gives.
    /// ANIMATOR_OK, or ANIMATOR_FAILED without memory or for other sizes.
    pub blur: Option<unsafe extern "C" fn(
        context: *const animator_context,
        input: *const animator_image,
        out: animator_surface,
        sigma_x: f64,
        sigma_y: f64,
        edge: u32,
    ) -> i32>,
    /// A colour between two, straight alpha: at share 0 the first, at 1 the second.
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

