// The lists of the document except layers and steps: variables, sounds, checks, outputs, screens and moves. Each list
// has a `+` button, and each entry can be removed.

import { checkItems, outputItems, removeAt, variable } from "./add.js"
import { act } from "../core/edit.js"
import { renamed } from "./acts.js"
import { el, icon, round } from "../core/dom.js"
import { control, kindOf } from "./controls.js"
import { menuButton, typeName } from "../core/menu.js"
import { duplicate, fresh } from "../core/model.js"
import { seek, state, written } from "../core/state.js"

export const headed = (title, plus, ...children) =>
  el("section", {}, el("h2", {}, title, plus), ...children.flat().filter(Boolean))

const bin = (what, pointer) =>
  el(
    "button",
    {
      class: "plus bin",
      title: `Remove ${what}`,
      "aria-label": `Remove ${what}`,
      onclick: () => removeAt(pointer),
    },
    icon("bin"),
  )

// Returns the button that adds a copy of a list entry after the entry.
const twin = (what, edits) =>
  el(
    "button",
    {
      class: "plus bin",
      title: `Duplicate ${what}`,
      "aria-label": `Duplicate ${what}`,
      onclick: () => act(edits()),
    },
    icon("twin"),
  )

// Returns the edits that rename a key of an object.
const named = (holder, name) => [
  {
    pointer: `${holder}/${fresh(state.json, name, new Set(Object.keys(written(holder))))}`,
    copy: `${holder}/${name}`,
  },
]

// Returns the edits that copy an output; the copy gets its own path.
function besideOutput(i) {
  const said = written(`/outputs/${i}`),
    path = typeof said === "string" ? said : said.path
  const taken = new Set(state.document.outputs.map(o => o.path))
  const [, stem, ending] = path.match(/^(.*?)((?:-%0?\d*d)?\.[^./]*)?$/)
  let number = 2
  while (taken.has(`${stem}-${number}${ending ?? ""}`)) number++
  const made = `${stem}-${number}${ending ?? ""}`
  return [{ pointer: `/outputs/${i + 1}`, insert: typeof said === "string" ? made : { ...said, path: made } }]
}

const plusButton = (label, onclick, id) =>
  el("button", { class: "plus", title: label, "aria-label": label, id, onclick }, icon("plus"))

// Creates a line of a list, with a label, actions, and a delete button.
export const line = (name, says, pointer, act, second = () => duplicate(pointer)) =>
  el(
    "div",
    { class: "item" },
    el("button", { class: "link", onclick: act, disabled: !act }, name, el("small", {}, says ?? "")),
    twin(name, second),
    bin(name, pointer),
  )

// The pointers of the entries whose fields are open; they stay open when the list is created again.
const opened = new Set()
export const unfold = pointer => opened.add(pointer)
export function unfolding(pointer, title, ...fields) {
  const how = el("details", { class: "how", "data-entry": pointer }, el("summary", {}, title), ...fields)
  how.open = opened.has(pointer)
  how.ontoggle = () => opened[how.open ? "add" : "delete"](pointer)
  return how
}

// A double-click or F2 renames an item in place.
export function typed(part, now, take) {
  const type = () => typeName(part, now, take)
  part.title = "Press twice to rename"
  part.ondblclick = type
  part.onkeydown = event => {
    if (event.key !== "F2") return
    event.preventDefault()
    event.stopPropagation()
    type()
  }
  return part
}

// Creates a section for the document's variables, each with a field; names are edited in place.
export function variables(rowsOf) {
  const controls = state.document.vars.map(({ name, pointer }) => {
    const value = () => written(pointer)
    const now = value(),
      kind = kindOf(now)
    const reach = kind === "number" ? 2 * Math.abs(now) || 1 : 0
    const made = control(kind, {
      label: name,
      value,
      edits: value => [{ pointer, value }],
      pointer,
      ...(kind === "number" ? { low: now < 0 ? -reach : 0, high: reach, step: reach > 20 ? 1 : 0.01 } : {}),
    })
    const label = made.row.querySelector("label")
    label.title = "Press twice to rename"
    const type = event => {
      event.preventDefault()
      typeName(label, name, next => renamed(pointer, next))
    }
    label.ondblclick = type
    // The listener handles F2 before the field receives the key.
    made.row.addEventListener("keydown", event => event.key === "F2" && type(event), true)
    made.row.append(
      twin(name, () => named("/vars", name)),
      bin(name, pointer),
    )
    return made
  })
  return headed("Variables", plusButton("Add a variable", variable, "add-variable"), rowsOf(controls))
}

export function outputs() {
  const list = state.document.outputs
  return headed(
    "Outputs",
    menuButton("Add an output", "plus", outputItems, { id: "add-output" }),
    list.map((o, i) => {
      const said = written(`/outputs/${i}`),
        pointer = typeof said === "string" ? `/outputs/${i}` : `/outputs/${i}/path`
      const name = typed(el("button", { class: "name-of" }, o.path), written(pointer) ?? o.path, value =>
        act([{ pointer, value }]),
      )
      return el(
        "div",
        { class: "item" },
        el("p", { class: "command" }, name, el("code", {}, o.command)),
        twin(o.path, () => besideOutput(i)),
        bin(o.path, `/outputs/${i}`),
      )
    }),
  )
}

export function checks() {
  const says = c =>
    c.layer
      ? `${c.layer}: ${Object.keys(c)
          .filter(k => !["at", "layer", "tolerance"].includes(k))
          .join(", ")}`
      : `equals ${c.equals}`
  return headed(
    "Checks",
    menuButton("Add a check of the selected layer at the playhead", "plus", checkItems, { id: "add-check" }),
    state.document.checks.map((check, i) => {
      const json = written(check.pointer)
      return json ? line(says(json), `${round(check.at, 3)} s`, `/checks/${i}`, () => seek(check.at)) : null
    }),
  )
}
