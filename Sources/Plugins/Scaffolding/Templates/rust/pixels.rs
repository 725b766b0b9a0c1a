//! The old screen dissolves into the new one behind a soft edge that crosses the picture.
//!
//! animator.rs contains the documentation of animator.h. In short: `pixels` is a pure function of time.
//! The function receives the parameters, the moment and pictures of the bound layers, and writes exactly the
//! pixels of the window. Pixels are RGBA, 8 bits each, premultiplied: no channel exceeds alpha.

#[allow(dead_code, non_camel_case_types, unused_macros)]
#[macro_use]
mod animator {
    include!(env!("ANIMATOR_RS"));
}

use animator::*;

/// The values that a document may set. The table below has the unit, range, default and description of each
/// field; the host checks a document's values before the plugin receives them.
#[repr(C)]
#[derive(Clone, Copy)]
struct Values {
    softness: f64,
    /// The index of a word of the choice.
    edge: i32,
}

const LEFT: i32 = 0;

static PARAMETERS: [animator_parameter; 2] = [
    animator_field!(
        Values,
        softness,
        ANIMATOR_UNIT_FRACTION,
        0.01,
        1.0,
        "0.3",
        "How wide the soft edge is, as a part of the picture."
    ),
    animator_choice!(
        Values,
        edge,
        "left|top",
        "\"left\"",
        "Where the new screen comes from."
    ),
];

/// The layers on which the step works; the host binds these two roles automatically.
static ROLES: [animator_role; 2] = [
    animator_role!("from", "The old screen."),
    animator_role!("to", "The new screen."),
];

fn pixels(
    values: &Values,
    context: &animator_context,
    inputs: &[Image],
    output: &mut Output,
) -> i32 {
    let progress = context.progress.clamp(0.0, 1.0);
    let length = if values.edge == LEFT {
        output.width()
    } else {
        output.height()
    };
    for y in output.rows() {
        let (from, to) = (inputs[0].row(y), inputs[1].row(y));
        let columns = output.columns();
        let out = output.row(y);
        for x in columns.clone() {
            // The edge starts and ends outside the picture, so that only `from` is visible at 0 and only `to` at 1.
            let along = if values.edge == LEFT { x } else { y };
            let place = (along as f64 + 0.5) / length as f64;
            let head = progress * (1.0 + values.softness);
            let share = (256.0 * ((head - place) / values.softness).clamp(0.0, 1.0)) as u32;
            let start = 4 * (x - columns.start);
            for c in 0..4 {
                let (a, b) = (from[4 * x + c] as u32, to[4 * x + c] as u32);
                out[start + c] = ((a * (256 - share) + b * share + 128) >> 8) as u8;
            }
        }
    }
    ANIMATOR_OK
}

static DESCRIPTOR: animator_descriptor = animator_descriptor {
    kind: ANIMATOR_KIND_TRANSITION,
    id: animator_text!("the-vendor.the-name"),
    title: animator_text!("The title"),
    version: animator_text!("1.0.0"),
    doc: animator_text!(
        "The old screen dissolves into the new one behind a soft edge that crosses the picture."
    ),
    flags: ANIMATOR_FLAG_REVERSIBLE,
    duration_seconds: 0.8,
    pixels: animator_pixels!(Values, pixels),
    // The inputs are the screens in their current state; without this line, they are stills from the start
    // of the step.
    extension: animator_offers!(live),
    ..animator_descriptor::of::<Values>(&PARAMETERS, &ROLES)
};

animator_plugin!(&DESCRIPTOR);
