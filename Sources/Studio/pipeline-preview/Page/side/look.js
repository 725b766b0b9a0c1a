// The fields for the appearance of a layer: its position, fill, corners, shadow, blending and mask.

import { el, icon, round } from "../core/dom.js"
import { Change } from "../core/edit.js"
import { written } from "../core/state.js"
import { spoken, spokenChoices } from "../core/words.js"
import { control, kindOf } from "./controls.js"

const blends =
  "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity plus-lighter".split(
    " ",
  )

// The labels of a layer's properties, in the order of the inspector.
const plain = {
  frame: "Place, size",
  position: "Middle",
  bounds: "Size",
  anchorPoint: "Turns about",
  translate: "Shifted by",
  rotate: "Turned by",
  scale: "Scaled by",
  zPosition: "Nearer",
  path: "Path",
  fillColor: "Fill",
  strokeColor: "Line",
  lineWidth: "Line width",
  blur: "Blur",
  match: "Pair",
  hidden: "Hidden",
}
const hints = {
  frame: "Left, top, width and height, in points or percent",
  anchorPoint: "The point around which the layer turns, as fractions of its size",
  match: "Layers of two screens with the same name become one layer during the move",
}
const usual = { opacity: 1, cornerRadius: 0, rotate: 0 }

const put = (pointer, value) => [{ pointer, value }]
const take = pointer => (written(pointer) === undefined ? [] : [{ pointer, remove: true }])

// Creates a field for a property; if the file has no value, the field shows the default.
function field(pointer, name, label, kind, more = {}) {
  const place = `${pointer}/${name}`,
    value = () => written(place) ?? more.usual ?? usual[name]
  return control(kind ?? kindOf(value()), {
    label,
    value,
    edits: now => put(place, now),
    doc: hints[name],
    pointer: place,
    ...more,
  })
}

// MARK: Fill

const fills = { none: "None", color: "Colour", linear: "Gradient", radial: "Round gradient" }

const shapes = {
  linear: { linear: { from: [0.5, 0], to: [0.5, 1] } },
  radial: { radial: { center: [0.5, 0.5], radius: 0.5 } },
}

const fillOf = pointer => {
  const gradient = written(`${pointer}/contents/gradient`)
  if (gradient) return gradient.radial ? "radial" : "linear"
  return written(`${pointer}/backgroundColor`) === undefined ? "none" : "color"
}
const colorOf = stop => (Array.isArray(stop) ? stop[1] : stop)

// A gradient or a picture has the layer's corners if the layer cuts its contents off, which also cuts off its shadow.
function roundEdits(pointer, radius, { contents, masksToBounds, shadowOpacity } = written(pointer) ?? {}) {
  const isPicture = typeof contents === "string" || contents?.image || contents?.video || contents?.gradient
  return radius && isPicture && masksToBounds === undefined && !shadowOpacity
    ? put(`${pointer}/masksToBounds`, true)
    : []
}

// The edits that change the kind of fill of a layer and keep the colours.
function fillEdits(pointer, kind) {
  const gradient = written(`${pointer}/contents/gradient`)
  const stops = gradient?.stops ?? [written(`${pointer}/backgroundColor`) ?? "#ff8a4c", "#7aa7ff"]
  const color = colorOf(stops[0])
  if (kind === "none")
    return [...take(`${pointer}/backgroundColor`), ...(gradient ? take(`${pointer}/contents`) : [])]
  if (kind === "color")
    return [...(gradient ? take(`${pointer}/contents`) : []), ...put(`${pointer}/backgroundColor`, color)]
  const contents = { gradient: { ...shapes[kind], stops } }
  const json = written(pointer)
  return [
    ...take(`${pointer}/backgroundColor`),
    ...put(`${pointer}/contents`, contents),
    ...roundEdits(pointer, json.cornerRadius, { ...json, contents }),
  ]
}

// Creates a field for the colours of a gradient, in which colours can be added and removed.
function stopsField(gradient) {
  const place = `${gradient}/stops`,
    stops = () => written(place) ?? []
  const wells = el("div", { class: "stops" })
  const row = el("div", { class: "field" }, el("label", {}, "Colours"), wells)
  const write = (i, color, work) =>
    work.send(put(`${place}/${i}`, Array.isArray(stops()[i]) ? [stops()[i][0], color] : color))
  const well = (stop, i) => {
    let work = null
    return el("input", {
      type: "color",
      value: `${colorOf(stop)}`.slice(0, 7),
      "aria-label": `Colour ${i + 1} of the gradient`,
      title: "Press twice to remove it",
      oninput: event => write(i, event.target.value, (work ??= new Change())),
      onchange: () => {
        work = null
      },
      ondblclick: () => stops().length > 2 && new Change().send([{ pointer: `${place}/${i}`, remove: true }]),
    })
  }
  const refresh = () => {
    if (wells.contains(document.activeElement) && wells.childElementCount === stops().length + 1) return
    const more = el(
      "button",
      {
        class: "plus shown",
        title: "One more colour",
        "aria-label": "One more colour",
        onclick: () => new Change().send([{ pointer: `${place}/-`, insert: colorOf(stops().at(-1)) }]),
      },
      icon("plus"),
    )
    wells.replaceChildren(...stops().map(well), more)
  }
  refresh()
  return { row, refresh }
}

// Creates a field for the direction of a gradient in degrees, where 0 points to the top and 90 to the right.
function angleField(gradient) {
  const place = `${gradient}/linear`
  const value = () => {
    const { from = [0.5, 0], to = [0.5, 1] } = written(place) ?? {}
    const turned = (Math.atan2(to[0] - from[0], from[1] - to[1]) * 180) / Math.PI
    return round((turned + 360) % 360, 0)
  }
  const way = degrees => {
    const [x, y] = [Math.sin, Math.cos].map(f => f((degrees * Math.PI) / 180) / 2)
    return { from: [round(0.5 - x, 3), round(0.5 + y, 3)], to: [round(0.5 + x, 3), round(0.5 - y, 3)] }
  }
  return control("number", {
    label: "Direction",
    unit: "°",
    value,
    edits: degrees => put(place, way(degrees)),
    low: 0,
    high: 360,
    step: 1,
  })
}

export function fillFields(pointer) {
  const contents = written(`${pointer}/contents`)
  const color = field(pointer, "backgroundColor", "Colour", "color")
  // The background of a picture or a text can only be a colour.
  if (contents !== undefined && !contents?.gradient) {
    return written(`${pointer}/backgroundColor`) === undefined
      ? [
          choice(
            "Behind it",
            { none: "None", color: "Colour" },
            () => fillOf(pointer),
            k => fillEdits(pointer, k),
          ),
        ]
      : [color]
  }
  const kind = fillOf(pointer)
  const rows = [
    choice(
      "Filled by",
      fills,
      () => fillOf(pointer),
      next => fillEdits(pointer, next),
    ),
  ]
  if (kind === "color") rows.push(color)
  if (kind === "linear" || kind === "radial") rows.push(stopsField(`${pointer}/contents/gradient`))
  if (kind === "linear") rows.push(angleField(`${pointer}/contents/gradient`))
  return rows
}

// Returns whether a colour is invisible. The background of the whole picture is such a colour, a visible colour or a
// gradient, all under the same key.
const isNone = color => /^(#...0|#.{6}00|transparent)$/.test(color)
export function backgroundKind(pointer) {
  const value = written(pointer)
  return value?.stops ? (value.radial ? "radial" : "linear") : isNone(value) ? "none" : "color"
}

export function backgroundFields(pointer) {
  const value = () => written(pointer),
    kind = () => backgroundKind(pointer)
  const edits = next => {
    if (next === "none") return put(pointer, "#ffffff00")
    const stops = value()?.stops ?? [isNone(value()) ? "#ffffff" : (value() ?? "#ffffff"), "#7aa7ff"]
    if (next === "color") return put(pointer, colorOf(stops[0]))
    return put(pointer, { ...shapes[next], stops })
  }
  const rows = [choice("Background", { ...fills, none: "None, see-through" }, kind, edits)]
  if (kind() === "none") return rows
  if (kind() === "color")
    return [
      ...rows,
      control("color", {
        label: "Colour",
        value: () => value() ?? "#ffffff",
        edits: color => put(pointer, color),
      }),
    ]
  rows.push(stopsField(pointer))
  if (kind() === "linear") rows.push(angleField(pointer))
  return rows
}

const choice = (label, names, value, edits) =>
  control("choice", { label, choices: Object.keys(names), names, value, edits })

// MARK: Shadow and mask

function shadowFields(pointer) {
  const has = () => written(`${pointer}/shadowOpacity`) !== undefined
  const names = ["shadowColor", "shadowOpacity", "shadowRadius", "shadowOffset"]
  const toggle = control("bool", {
    label: "Shadow",
    value: has,
    edits: isOn =>
      isOn
        ? ["#000000", 0.3, 12, [0, 6]].flatMap((v, i) => put(`${pointer}/${names[i]}`, v))
        : names.flatMap(name => take(`${pointer}/${name}`)),
  })
  if (!has()) return [toggle]
  return [
    toggle,
    field(pointer, "shadowColor", "Its colour", "color", { usual: "#000000" }),
    field(pointer, "shadowOpacity", "Its strength", "number", { low: 0, high: 1, step: 0.01 }),
    field(pointer, "shadowRadius", "Its blur", "number", { low: 0, high: 60, step: 0.5, usual: 3 }),
    field(pointer, "shadowOffset", "Falls by", "point", { usual: [0, -3] }),
  ]
}

const masks = {
  none: null,
  oval: { ellipse: ["0%", "0%", "100%", "100%"] },
  circle: { circle: { center: ["50%", "50%"], radius: "50%" } },
  rounded: { rect: ["0%", "0%", "100%", "100%"], cornerRadius: "12%" },
}
const maskNames = { none: "None", oval: "Oval", circle: "Circle", rounded: "Rounded", other: "Of its own" }

function maskField(pointer) {
  const value = () => {
    const mask = written(`${pointer}/mask`)
    if (!mask) return "none"
    return mask.ellipse ? "oval" : mask.circle ? "circle" : mask.rect ? "rounded" : "other"
  }
  const names = { ...maskNames }
  if (value() !== "other") delete names.other
  return choice("Seen through", names, value, kind =>
    kind === "none" ? take(`${pointer}/mask`) : kind === "other" ? [] : put(`${pointer}/mask`, masks[kind]),
  )
}

// MARK: All

// Creates the fields for those values of the layer's position that the file sets.
export const placeFields = (pointer, json) =>
  Object.keys(plain)
    .filter(name => name in json || name === "rotate")
    .map(name => field(pointer, name, plain[name]))

export const lookFields = pointer => [
  field(pointer, "opacity", "Opacity", "number", { low: 0, high: 1, step: 0.01 }),
  ...fillFields(pointer),
  field(pointer, "cornerRadius", "Corners", cornerKind(pointer), {
    low: 0,
    high: 80,
    step: 0.5,
    edits: radius => [...put(`${pointer}/cornerRadius`, radius), ...roundEdits(pointer, radius)],
  }),
  ...shadowFields(pointer),
  field(pointer, "blendMode", "Blends as", "choice", {
    ...spokenChoices(blends),
    usual: "normal",
    edits: mode => (mode === "normal" ? take : put)(`${pointer}/blendMode`, mode),
  }),
  maskField(pointer),
  field(pointer, "masksToBounds", "Cuts off", "bool", {
    doc: "Hides the parts of sublayers outside the layer",
  }),
]
const cornerKind = pointer => {
  const radius = written(`${pointer}/cornerRadius`)
  return radius === undefined || typeof radius === "number" ? "number" : kindOf(radius)
}

const weights = ["ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black"]

// Creates the fields for the text of a layer and its style.
export function textFields(pointer) {
  const inside = `${pointer}/contents`,
    contents = written(inside)
  if (typeof contents?.text !== "string") return []
  const known = ["text", "size", "color", "font", "weight", "alignment", "italic", "fit"]
  const others = Object.keys(contents).filter(
    name => !known.includes(name) && typeof contents[name] !== "object",
  )
  return [
    field(inside, "text", "Words", "lines"),
    field(inside, "size", "Size", "number", { low: 6, high: 160, step: 1, usual: 17 }),
    field(inside, "color", "Colour", "color", { usual: "#000000" }),
    field(inside, "font", "Font", "font"),
    field(inside, "weight", "Weight", "choice", { ...spokenChoices(weights), usual: "regular" }),
    field(inside, "alignment", "Set", "choice", {
      ...spokenChoices(["left", "center", "right", "justified"]),
      usual: "left",
    }),
    field(inside, "italic", "Italic", "bool", { usual: false }),
    control("bool", {
      label: "Shrinks to fit",
      value: () => written(`${inside}/fit`) === "shrink",
      edits: isOn => (isOn ? put(`${inside}/fit`, "shrink") : take(`${inside}/fit`)),
    }),
    ...others.map(name => field(inside, name, spoken(name))),
  ]
}
