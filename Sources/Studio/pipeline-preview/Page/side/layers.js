// The list of layers, in which layers are selected, renamed, reordered, grouped, hidden and locked.

import { layerItems, screen } from "./add.js"
import { chosenLayers, movedTo, remove, renamed, duplicated, grouped, ungrouped } from "./acts.js"
import { $, el, icon } from "../core/dom.js"
import { tried } from "../core/edit.js"
import { askJSON } from "../core/server.js"
import { menuButton, openMenu, typeName } from "../core/menu.js"
import { above, at, index, isIn } from "../core/model.js"
import { isSeen, valuesOf } from "../stage/stage.js"
import { layerName } from "../core/words.js"
import { on, onCalmly, select, state, tell, written } from "../core/state.js"

const depthOf = layer => {
  const parent = state.document.layers[layer.parent]
  return parent ? depthOf(parent) + (isFrame(parent) ? 0 : 1) : 0
}
// Returns the layers in list order: layers in front come first, and sublayers come below their parent.
const ordered = parent =>
  state.document.layers
    .filter(l => l.parent === parent)
    .reverse()
    .flatMap(l => [...(isFrame(l) ? [] : [l]), ...ordered(l.index)])
// Returns whether a layer is not in the file and cannot be edited: the frame of the device, or the container of a screen.
const isFrame = layer =>
  layer.pointer === null && /^(canvas|device|viewport|container|touch)(-[a-z]+)*(~\d+)?$/.test(layer.id)
const canMove = layer =>
  layer.pointer !== null &&
  /\/(layers|sublayers|overlays)\/\d+$/.test(layer.pointer) &&
  Array.isArray(at(state.json, above(layer.pointer)))
const canName = layer => canMove(layer) || /^\/screens\/[^/]+$/.test(layer.pointer ?? "")

// Returns the contents of the list. Documents that a drag in the picture creates have equal contents, so the list is
// not redrawn.
const outline = () =>
  JSON.stringify([
    !state.json.screens,
    state.document.layers.map(layer => [
      layer.id,
      layer.index,
      layer.parent,
      layer.pointer,
      layerName(state.json, layer),
    ]),
  ])

let listed = null
function draw() {
  if (!state.document) return
  const { layers } = state.document
  const now = outline()
  if (listed !== now) {
    listed = now
    const focused = document.activeElement?.closest?.(".layer-row")?.dataset.id
    $("layers").replaceChildren(
      el(
        "h2",
        {},
        el("span", {}, "Layers"),
        menuButton("Add a layer", "plus", layerItems, { id: "add-layer" }),
        state.json.screens
          ? el(
              "button",
              { class: "plus", title: "Add a screen", "aria-label": "Add a screen", onclick: () => screen() },
              icon("screen"),
            )
          : null,
      ),
      el("div", { class: "rows" }, ...ordered(-1).map(row)),
    )
    if (focused)
      $("layers")
        .querySelector(`[data-id="${CSS.escape(focused)}"] .layer`)
        ?.focus({ preventScroll: true })
  }
  const chosen = chosenLayers()
  for (const line of $("layers").querySelectorAll(".layer-row")) {
    const number = +line.dataset.layer,
      values = valuesOf(number),
      { id } = layers[number]
    const button = line.querySelector(".layer")
    button.setAttribute("aria-pressed", chosen.includes(number))
    line.classList.toggle("on", chosen.includes(number))
    button.classList.toggle("unseen", (values !== undefined && !isSeen(values)) || state.hidden.has(id))
    const says = values && values.opacity < 1 ? `${Math.round(values.opacity * 100)} %` : ""
    if (button.lastChild.textContent !== says) button.lastChild.textContent = says
    line.querySelector(".eye").setAttribute("aria-pressed", state.hidden.has(id))
    line.querySelector(".lock").setAttribute("aria-pressed", state.locked.has(id))
  }
}

const toggle = (set, id) => () => {
  if (!set.delete(id)) set.add(id)
  tell("layers")
  // The picture is shown without the layer; the file is not changed.
  if (set === state.hidden) tried(() => askJSON("/hide", { body: { layers: [...state.hidden] } }))
}

function row(layer) {
  const { id, index: number } = layer
  const button = el(
    "button",
    {
      class: "layer",
      "data-layer": number,
      style: { "--depth": depthOf(layer) },
      title: `${layerName(state.json, layer)}${canName(layer) ? ": press F2 or twice to rename" : ""}`,
      onclick: event => choose(number, event),
      ondblclick: () => rename(layer, button),
      oncontextmenu: event => {
        event.preventDefault()
        choose(number, event)
        actions({ x: event.clientX, y: event.clientY }, layer, button)
      },
      onkeydown: event => {
        if (event.key === "F2") {
          event.preventDefault()
          rename(layer, button)
        }
      },
      onpointerdown: event => press(event, layer),
    },
    el("span", {}, layerName(state.json, layer)),
    el("small", {}),
  )
  return el(
    "div",
    { class: "layer-row", "data-layer": number, "data-id": id },
    button,
    viewButton("eye", "Hide", id, state.hidden),
    viewButton("lock", "Lock", id, state.locked),
  )
}

// Creates a button that affects only the view.
const viewButton = (sign, does, id, set) =>
  el(
    "button",
    {
      class: sign,
      tabIndex: -1,
      title: `${does} it in this view`,
      "aria-label": `${does} ${id} in this view`,
      onclick: toggle(set, id),
    },
    icon(sign),
  )

const rename = (layer, button) => {
  if (canName(layer)) typeName(button.firstChild, layer.id, name => renamed(layer.pointer, name))
}

function choose(number, event) {
  const chosen = chosenLayers()
  if (!(event.ctrlKey || event.metaKey || event.shiftKey) || !chosen.length) {
    if (event.type === "contextmenu" && chosen.includes(number)) return
    return select({ layer: number })
  }
  const others = chosen.includes(number) ? chosen.filter(n => n !== number) : [...chosen, number]
  select({ layer: others[0], also: others.slice(1) })
}

function actions(place, layer, button) {
  const view = (does, undoes, id, set) => ({
    label: `${set.has(id) ? undoes : does} in this view`,
    act: toggle(set, id),
  })
  openMenu(place, "Layer", [
    { label: "Rename", hint: "F2", disabled: !canName(layer), act: () => rename(layer, button) },
    { label: "Duplicate", hint: "Ctrl D", disabled: !canMove(layer), act: duplicated },
    { label: "Group", hint: "Ctrl G", disabled: !canMove(layer), act: grouped },
    {
      label: "Ungroup",
      hint: "Ctrl Shift G",
      disabled: !written(layer.pointer ?? "/-")?.sublayers,
      act: ungrouped,
    },
    { label: "Delete", hint: "Delete", disabled: !canName(layer), act: remove },
    view("Hide", "Show", layer.id, state.hidden),
    view("Lock", "Unlock", layer.id, state.locked),
  ])
}

// MARK: Order

// Starts to drag a row: over the upper half of another row, the dragged row is placed before that row in the list.
function press(event, layer) {
  if (event.button !== 0 || !canMove(layer)) return
  const from = event.clientY
  const off = new AbortController()
  let mark = null,
    to = null
  const move = later => {
    if (!mark && Math.abs(later.clientY - from) < 5) return
    mark ??= $("layers").appendChild(el("div", { class: "drop-mark" }))
    const over = document.elementFromPoint(later.clientX, later.clientY)?.closest(".layer-row")
    const other = over && state.document.layers[+over.dataset.layer]
    to = null
    mark.hidden = true
    if (!over || !canMove(other) || isIn(other.pointer, layer.pointer)) return
    const box = over.getBoundingClientRect(),
      home = $("layers").getBoundingClientRect()
    const part = (later.clientY - box.top) / box.height
    const isGroup = Array.isArray(written(other.pointer).sublayers)
    mark.hidden = false
    const isInside = isGroup && part > 0.25 && part < 0.75
    mark.className = `drop-mark${isInside ? " inside" : ""}`
    // Layers higher in the list come later in the file.
    to = isInside
      ? [`${other.pointer}/sublayers`, written(other.pointer).sublayers.length]
      : [above(other.pointer), index(other.pointer) + (part < 0.5 ? 1 : 0)]
    mark.style.top = `${(isInside ? box.top : part < 0.5 ? box.top : box.bottom) - home.top + $("layers").scrollTop}px`
  }
  const end = () => {
    off.abort()
    mark?.remove()
    if (mark && to) movedTo(layer.pointer, ...to)
  }
  addEventListener("pointermove", move, { signal: off.signal })
  addEventListener("pointerup", end, { signal: off.signal })
  addEventListener(
    "pointercancel",
    () => {
      off.abort()
      mark?.remove()
    },
    { signal: off.signal },
  )
}

onCalmly("document layers", draw)
on("selection", draw)
