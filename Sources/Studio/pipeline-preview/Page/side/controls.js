// The fields of the page, with one function for each kind of value. A control is a row with a `refresh` that shows the
// current value, unless the user is editing it.

import { clamp, el, icon, round } from "../core/dom.js"
import { Change } from "../core/edit.js"
import { plain } from "../core/words.js"

const pen = document.createElement("canvas").getContext("2d")
// Returns the "#rrggbb" form and the alpha of any colour that a document may contain.
function parsed(color) {
  pen.fillStyle = "#000"
  if (typeof color === "string" && !color.startsWith("$")) pen.fillStyle = color
  const text = pen.fillStyle
  const rgba = text.match(/^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/)
  const two = number => Math.round(number).toString(16).padStart(2, "0")
  return rgba
    ? {
        rgb: `#${rgba
          .slice(1, 4)
          .map(n => two(+n))
          .join("")}`,
        alpha: +rgba[4],
      }
    : { rgb: text, alpha: 1 }
}

// Returns the value of a typed text: a number if possible, otherwise text such as "50%" or "${name}".
const typed = text => {
  if (/^\s*[[{]/.test(text))
    try {
      return JSON.parse(text)
    } catch {
      /* The error is ignored: the text starts like a list but is not a list. */
    }
  return text.trim() !== "" && Number.isFinite(+text) ? +text : text.trim()
}

// Creates a row with a label, inputs, and a button that removes the written value.
function rowOf({ label, unit, doc, reset }, ...inputs) {
  const id = `field-${++rowOf.count}`
  const main = inputs.find(input => ["INPUT", "SELECT", "TEXTAREA"].includes(input.tagName)) ?? inputs[0]
  main.id = id
  for (const input of inputs) if (!input.getAttribute("aria-label")) input.setAttribute("aria-label", label)
  return el(
    "div",
    { class: "field", title: doc && plain(doc) },
    el("label", { for: id }, label, unit ? el("small", {}, ` ${unit}`) : null),
    ...inputs,
    reset,
  )
}
rowOf.count = 0

// Creates a change that lasts from the first input to the end of the drag, or until the field loses the focus.
function changing(spec) {
  let change = null
  return {
    send(value) {
      ;(change ??= new Change()).send(spec.edits(value))
    },
    end() {
      change = null
    },
    get isOpen() {
      return change !== null
    },
  }
}

function text(spec, parse = typed) {
  const work = changing(spec)
  const input = el("input", {
    type: "text",
    class: "value",
    spellcheck: false,
    autocomplete: "off",
    onkeydown: event => {
      if (event.key === "Enter") input.blur()
      if (event.key === "Escape") {
        input.value = shown()
        input.blur()
      }
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key]
      const [, number, unit] = input.value.match(/^(-?[\d.]+)(\D*)$/) ?? []
      if (!way || number === undefined || spec.isWords) return
      event.preventDefault()
      const step = (event.shiftKey ? 10 : 1) * (spec.step ?? (Math.abs(+number) >= 10 ? 1 : 0.01))
      input.value = `${round(+number + way * step)}${unit}`
      work.send(parse(input.value))
    },
    onchange: () => {
      if (input.value !== shown()) work.send(parse(input.value))
      work.end()
    },
    onblur: () => work.end(),
  })
  const shown = () => {
    const value = spec.value()
    return value === undefined || value === null
      ? ""
      : typeof value === "object"
        ? JSON.stringify(value)
        : `${typeof value === "number" ? round(value, 4) : value}`
  }
  const refresh = () => {
    if (document.activeElement !== input) input.value = shown()
  }
  refresh()
  return { input, refresh }
}

function number(spec) {
  const field = text(spec)
  if (spec.low === undefined) return { row: rowOf(spec, field.input), refresh: field.refresh }
  const work = changing(spec)
  const slider = el("input", {
    type: "range",
    min: spec.low,
    max: spec.high,
    step: spec.step ?? "any",
    oninput: () => {
      // The value is rounded to the precision that the slider's pixels can express.
      const value = round(+slider.value, clamp(2 - Math.floor(Math.log10(spec.high - spec.low)), 0, 6))
      field.input.value = value
      work.send(value)
    },
    onchange: () => work.end(),
  })
  const refresh = () => {
    if (!work.isOpen && typeof spec.value() === "number") slider.value = spec.value()
    if (!work.isOpen) field.refresh()
  }
  refresh()
  return { row: rowOf(spec, slider, field.input), refresh }
}

function color(spec) {
  const field = text({ ...spec, isWords: true }, value => value)
  const work = changing(spec)
  const well = el("input", {
    type: "color",
    oninput: () => {
      const { alpha } = parsed(spec.value())
      const value =
        well.value +
        (alpha < 1
          ? Math.round(alpha * 255)
              .toString(16)
              .padStart(2, "0")
          : "")
      field.input.value = value
      work.send(value)
    },
    onchange: () => work.end(),
  })
  const refresh = () => {
    if (!work.isOpen) well.value = parsed(spec.value()).rgb
    field.refresh()
  }
  refresh()
  return { row: rowOf(spec, well, field.input), refresh }
}

// Creates a field for a text with several lines.
function lines(spec) {
  const work = changing(spec)
  const input = el("textarea", {
    class: "value lines",
    rows: 2,
    spellcheck: false,
    oninput: () => work.send(input.value),
    onblur: () => work.end(),
    onkeydown: event => {
      if (event.key === "Escape") input.blur()
    },
  })
  const refresh = () => {
    if (document.activeElement !== input) input.value = spec.value() ?? ""
  }
  refresh()
  return { row: rowOf(spec, input), refresh }
}

// The font families that most machines have are suggested; any other family can be typed.
const families = el(
  "datalist",
  { id: "families" },
  ...["Inter", "Helvetica", "Arial", "Georgia", "Times New Roman", "JetBrains Mono", "DejaVu Sans"].map(
    name => el("option", { value: name }),
  ),
)
function font(spec) {
  if (!families.isConnected) document.body.append(families)
  const made = words({ ...spec, edits: value => spec.edits(value) })
  const input = made.row.querySelector("input")
  input.setAttribute("list", "families")
  input.placeholder = "Inter"
  return made
}

function choice(spec) {
  const input = el("select", { onchange: () => new Change().send(spec.edits(input.value)) })
  const refresh = () => {
    const value = spec.value()
    const names =
      spec.choices.includes(value) || value === undefined ? spec.choices : [...spec.choices, value]
    input.replaceChildren(
      ...names.map(name =>
        el("option", { value: name, selected: name === value }, spec.names?.[name] ?? name),
      ),
    )
  }
  refresh()
  return { row: rowOf(spec, input), refresh }
}

function bool(spec) {
  const input = el("input", {
    type: "checkbox",
    class: "switch",
    onchange: () => new Change().send(spec.edits(input.checked)),
  })
  const refresh = () => {
    input.checked = spec.value() === true
  }
  refresh()
  return { row: rowOf(spec, input), refresh }
}

// Creates a field for several numbers, such as a point or a rectangle; a value that is not a list is shown as text.
function numbers(spec) {
  const field = text({ ...spec, isWords: true }, value => {
    try {
      return JSON.parse(value)
    } catch {
      /* The error is ignored: the text contains numbers without brackets. */
    }
    const list = value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(typed)
    return list.length > 1 ? list : typed(value)
  })
  const shown = field.refresh
  const refresh = () => {
    shown()
    if (document.activeElement !== field.input && Array.isArray(spec.value()))
      field.input.value = spec.value().join(", ")
  }
  refresh()
  field.input.classList.add("wide")
  return { row: rowOf(spec, field.input), refresh }
}

const words = spec => {
  const field = text({ ...spec, isWords: true }, value => value)
  field.input.classList.add("wide")
  return { row: rowOf(spec, field.input), refresh: field.refresh }
}

// Creates a section that can be opened for one object in a list, with a field for each value of the object.
function objectPart(spec, object, i, fields) {
  const words = Object.values(object ?? {}).filter(v => typeof v !== "object")
  const rows = Object.keys(object ?? {}).map(key => {
    const pointer = `${spec.pointer}/${i}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`
    const made = control(kindOf(object[key]), {
      label: key,
      value: () => spec.value()?.[i]?.[key],
      edits: value => [{ pointer, value }],
      pointer,
    })
    fields.push(made)
    return made.row
  })
  const takeOut = () => new Change().send([{ pointer: `${spec.pointer}/${i}`, remove: true }])
  return el(
    "details",
    {},
    el("summary", {}, `${i + 1}  `, el("small", {}, words.join(", ").slice(0, 40))),
    ...rows,
    el("button", { class: "link", onclick: takeOut }, "Remove this entry"),
  )
}

function objects(spec) {
  const box = el("div", { class: "objects" })
  const row = el("div", { class: "field tall" }, el("label", {}, spec.label), box)
  let shape = null,
    fields = []
  const make = () => {
    const list = spec.value() ?? []
    const now = JSON.stringify(list.map(o => Object.keys(o ?? {})))
    if (now === shape) return fields.forEach(f => f.refresh())
    shape = now
    fields = []
    const more = () => new Change().send([{ pointer: `${spec.pointer}/-`, insert: list.at(-1) ?? {} }])
    box.replaceChildren(
      ...list.map((object, i) => objectPart(spec, object, i, fields)),
      el("button", { class: "link", onclick: more }, "One more"),
    )
  }
  make()
  return { row, refresh: make }
}

const kinds = {
  objects,
  lines,
  font,
  number,
  integer: number,
  bool,
  color,
  choice,
  point: numbers,
  size: numbers,
  rect: numbers,
  list: numbers,
  string: words,
  value: spec => {
    const field = text(spec)
    return { row: rowOf(spec, field.input), refresh: field.refresh }
  },
}

// Returns the kind of control for a value that has no declaration.
export function kindOf(value) {
  if (typeof value === "boolean") return "bool"
  if (typeof value === "number") return "number"
  if (
    Array.isArray(value) &&
    value.length &&
    value.every(v => v !== null && typeof v === "object" && !Array.isArray(v))
  )
    return "objects"
  if (Array.isArray(value) && value.some(v => v !== null && typeof v === "object")) return "value"
  if (Array.isArray(value)) return "list"
  if (typeof value === "string" && /^(#[0-9a-f]{3,8}$|rgba?\()/i.test(value)) return "color"
  return "value"
}

// Creates a control. `spec` contains a label, a unit, a description, value(), which returns the current value, and
// edits(value), which returns the edits that write a value; for numbers also low, high and step.
export const control = (kind, spec) => (kinds[kind] ?? kinds.value)(spec)

export const resetButton = (title, onclick) =>
  el("button", { class: "reset", title, "aria-label": title, onclick }, icon("reset"))
