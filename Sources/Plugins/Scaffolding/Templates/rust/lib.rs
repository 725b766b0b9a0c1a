//! The new screen comes in as a tilted card while the old one steps back into the dark.
//!
//! animator.rs contains the documentation of animator.h. In short: `layout` is a pure function of time.
//! The function receives the parameters, the moment and the bound layers, and changes these layers; `start`
//! is a layer in its state at the start of the step. The function keeps no state between calls.

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
    tilt: f64,
    depth: f64,
    /// The index of a word of the choice.
    edge: i32,
}

const BOTTOM: i32 = 0;
const LEFT: i32 = 1;

static PARAMETERS: [animator_parameter; 3] = [
    animator_field!(
        Values,
        tilt,
        ANIMATOR_UNIT_DEGREES,
        0.0,
        80.0,
        "50",
        "How far the new screen leans back when it sets off."
    ),
    animator_field!(
        Values,
        depth,
        ANIMATOR_UNIT_FRACTION,
        0.0,
        0.5,
        "0.16",
        "How much smaller the old screen becomes, and the new one begins."
    ),
    animator_choice!(
        Values,
        edge,
        "bottom|left|right",
        "\"bottom\"",
        "Where the new screen comes from."
    ),
];

/// The layers on which the step works; the host binds these three roles automatically.
static ROLES: [animator_role; 3] = [
    animator_role!("from", "The screen that steps back."),
    animator_role!("to", "The screen that comes in."),
    animator_role!("container", "The container of both, with their perspective."),
];

const FROM: usize = 0;
const TO: usize = 1;
const CONTAINER: usize = 2;

fn layout(values: &Values, context: &animator_context, layers: &mut Layers) -> i32 {
    // Forwards, `to` enters above `from`; on the way back, `from` is above `to` and leaves.
    let back = context.goes_back();
    let progress = context.progress.clamp(0.0, 1.0);
    let t = if back { 1.0 - progress } else { progress };
    let rest = 1.0 - t;

    // A transition must show exactly the old screen at 0, and exactly the new screen at 1.
    if t > 0.0 && t < 1.0 {
        // The viewer is at a distance of 900 points.
        layers.layer(CONTAINER).sublayer_transform.m[11] = -1.0 / 900.0;
    }
    let (card, old) = if back {
        layers.pair(FROM, TO)
    } else {
        layers.pair(TO, FROM)
    };
    if t == 0.0 || t == 1.0 {
        (if t == 0.0 { card } else { old }).hidden = true;
        return ANIMATOR_OK;
    }

    // Both screens tilt about the same line, the old screen by a third of the angle.
    if values.edge == BOTTOM {
        card.translate.y += card.frame.height * rest;
        card.rotate.x += values.tilt * rest;
        old.rotate.x -= values.tilt * t / 3.0;
    } else {
        let side = if values.edge == LEFT { -1.0 } else { 1.0 };
        card.translate.x += side * card.frame.width * rest;
        card.rotate.y -= side * values.tilt * rest;
        old.rotate.y += side * values.tilt * t / 3.0;
    }
    card.scale.x *= 1.0 - values.depth * rest;
    card.scale.y *= 1.0 - values.depth * rest;
    old.scale.x *= 1.0 - values.depth * t;
    old.scale.y *= 1.0 - values.depth * t;
    old.opacity *= 1.0 - 0.7 * t;

    // The corners are round while the card moves, and square when the card fills the screen.
    card.masks_to_bounds = true;
    old.masks_to_bounds = true;
    card.corner_radius += 36.0 * (4.0 * rest).min(1.0);
    old.corner_radius += 36.0 * (4.0 * t).min(1.0);
    ANIMATOR_OK
}

static DESCRIPTOR: animator_descriptor = animator_descriptor {
    kind: ANIMATOR_KIND_TRANSITION,
    id: animator_text!("the-vendor.the-name"),
    title: animator_text!("The title"),
    version: animator_text!("1.0.0"),
    doc: animator_text!(
        "The new screen comes in as a tilted card while the old one steps back into the dark. On \
         the way back the card leaves as it came."
    ),
    flags: ANIMATOR_FLAG_REVERSIBLE,
    // The host ignores changes of all other properties.
    animates: ANIMATOR_PROPERTY_HIDDEN
        | ANIMATOR_PROPERTY_OPACITY
        | ANIMATOR_GROUP_CORNERS
        | ANIMATOR_PROPERTY_TRANSLATE
        | ANIMATOR_PROPERTY_ROTATE
        | ANIMATOR_PROPERTY_SCALE
        | ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM,
    duration_seconds: 0.8,
    easing_json: animator_text!("\"cubic-bezier(0.32, 0.6, 0.2, 1)\""),
    layout: animator_layout_of!(Values, layout),
    ..animator_descriptor::of::<Values>(&PARAMETERS, &ROLES)
};

animator_plugin!(&DESCRIPTOR);
