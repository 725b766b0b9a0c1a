// The screens and the flow: each screen is a thumbnail and each move is a line; both can be reordered by dragging,
// duplicated, replaced and removed.

import { el, icon } from "../core/dom.js"
import { act } from "../core/edit.js"
import { menuButton, openMenu, typeName } from "../core/menu.js"
import { fresh, reorder } from "../core/model.js"
import { kindOfMove, moveWords } from "../core/words.js"
import { select, seek, state, written } from "../core/state.js"
import { frame } from "../stage/player.js"
import { valuesOf } from "../stage/stage.js"
import { renamed } from "./acts.js"
import { choosePicture, removeAt, screen } from "./add.js"
import { headed } from "./lists.js"
import { moveItems } from "./moveside.js"
import { keepParts } from "./rows.js"

const toScreens = ["push", "present", "replace", "tab"]

// Returns the moves that name the screen that they show, in the order of the film.
const slots = () =>
  (state.json.flow ?? []).flatMap((move, i) => {
    const kind = kindOfMove(move)
    return toScreens.includes(kind)
      ? [{ pointer: `/flow/${i}/${kind}`, name: move[kind], move: `/flow/${i}`, id: move.id }]
      : []
  })

// Returns the edits that move a screen before another screen in the film.
function orderEdits(from, to) {
  const order = ordered(),
    next = order.filter((_, i) => i !== from)
  next.splice(to > from ? to - 1 : Math.max(0, to), 0, order[from])
  const other = new Map(order.map((name, i) => [name, next[i]]))
  const changed = slots().filter(({ name }) => other.get(name) !== name)
  const edits = [
    ...changed.map(({ pointer, name }) => ({ pointer, value: other.get(name) })),
    ...idEdits(
      changed.filter(({ name, id }) => id === `open-${name}`),
      other,
    ),
  ]
  const root = rootOf()
  return other.get(root) === root ? edits : [...edits, { pointer: "/root", value: other.get(root) }]
}
// Moves that have their ids from their screens have them from the new screens; the ids of two may be exchanged.
function idEdits(moves, other) {
  const isFree = id => moves.some(move => move.id === id) || fresh(state.json, id) === id
  const next = moves
    .map(({ move, name }) => ({ pointer: `${move}/id`, id: `open-${other.get(name)}` }))
    .filter(({ id }) => isFree(id))
  return ["-next", ""].flatMap(end => next.map(({ pointer, id }) => ({ pointer, rename: `${id}${end}` })))
}

// The first screen of the flow: the screen that the flow names, or else the document's first screen.
const rootOf = () => state.json.root ?? Object.keys(state.json.screens)[0]

// MARK: Thumbnails

// Returns a time at which only the given screen is visible and does not move.
function momentOf(name) {
  const { steps, duration, fps } = state.document
  const moves = steps.filter(s => s.kind === "move")
  const at = moves.findIndex(s => toScreens.some(kind => written(`${s.pointer}/${kind}`) === name))
  // A single transition ends with its second screen.
  if (at < 0) return state.json.flow || name !== "to" ? 0 : duration - 1 / fps
  return Math.min(moves[at].end + 0.5 / fps, duration - 1 / fps)
}

// Returns the part of the picture that contains the screens.
function windowBox() {
  const space = state.layers.find(layer => layer.id === "viewport") ?? valuesOf(0)
  const [x, y, w, h] = space?.placement?.bounds ?? [0, 0, ...state.document.size]
  const m = space?.placement?.toCanvas ?? [1, 0, 0, 0, 1, 0, 0, 0, 1]
  return [m[0] * x + m[6], m[4] * y + m[7], m[0] * w, m[4] * h]
}

const kept = new Map()
async function draw(canvas, name) {
  const { version, fps } = state.document
  const key = `${version} ${name}`
  let picture = kept.get(key)
  // The position of the screens is known only after the layers have arrived.
  for (let i = 0; i < 30 && !state.layers.length; i++) await new Promise(go => setTimeout(go, 100))
  if (!picture) {
    picture = await frame(Math.round(momentOf(name) * fps), true).catch(() => null)
    if (!picture || version !== state.document.version) return
    if (kept.size > 60) kept.clear()
    kept.set(key, picture)
  }
  const by = picture.width / state.document.size[0],
    [x, y, w, h] = windowBox().map(v => v * by)
  canvas.height = Math.round((canvas.width * h) / w)
  canvas.getContext("2d").drawImage(picture, x, y, w, h, 0, 0, canvas.width, canvas.height)
}

// The actions on a screen.
const actionsOf = (name, rename) => [
  { label: "Rename", hint: "F2", act: rename },
  {
    label: "Replace its picture…",
    icon: "export",
    act: () => choosePicture(file => act(replaceEdits(`/screens/${name}`, file))),
  },
  { label: "Duplicate", icon: "twin", act: () => act(twinEdits(name)) },
  {
    label: "Show it by a push",
    icon: "plus",
    act: () => act([{ pointer: "/flow/-", insert: { push: name } }]),
  },
  { label: "Take it out", icon: "bin", act: () => removeAt(`/screens/${name}`) },
]

function show(name) {
  seek(momentOf(name))
  const index = state.document.layers.findIndex(layer => layer.pointer === `/screens/${name}`)
  if (index >= 0) select({ layer: index })
}

function thumbnail(name, i) {
  const canvas = el("canvas", { width: 96, height: 208 }),
    label = el("span", {}, name)
  const rename = () => typeName(label, name, next => renamed(`/screens/${name}`, next))
  const menu = (event, place) => {
    event.preventDefault()
    event.stopPropagation()
    openMenu(place, name, actionsOf(name, rename))
  }
  const more = el("i", { class: "more", "aria-hidden": "true", onclick: event => menu(event, box) }, "…")
  const box = el(
    "button",
    {
      class: "thumbnail",
      "data-screen": name,
      draggable: true,
      title: `${name}: press to show it, drag to another place; the right button shows more`,
      onclick: () => show(name),
      oncontextmenu: event => menu(event, { x: event.clientX, y: event.clientY }),
      onkeydown: event => {
        if (event.key === "F2") rename()
        else if (event.altKey && event.key === "ArrowLeft") act(orderEdits(i, i - 1))
        else if (event.altKey && event.key === "ArrowRight") act(orderEdits(i, i + 2))
        else return
        event.preventDefault()
        event.stopPropagation()
      },
    },
    canvas,
    label,
    more,
  )
  sorted(box, "text/x-screen", i, (from, to) => act(orderEdits(from, to)))
  draw(canvas, name)
  return box
}

// Lets an element of a list be dragged before or after another element; `isTall` is set for a vertical list.
function sorted(box, type, i, move, isTall = false) {
  box.addEventListener("dragstart", event => event.dataTransfer.setData(type, `${i}`))
  for (const name of ["dragover", "drop"])
    box.addEventListener(name, event => {
      if (!event.dataTransfer.types.includes(type)) return
      event.preventDefault()
      if (name !== "drop") return
      const { left, top, width, height } = box.getBoundingClientRect()
      const isAfter = isTall ? event.clientY > top + height / 2 : event.clientX > left + width / 2
      move(+event.dataTransfer.getData(type), i + (isAfter ? 1 : 0))
    })
}

// Returns the edits that replace the picture of a screen: the first layer with a picture gets the file; if there is no
// such layer, a new layer is added below the others.
function replaceEdits(pointer, file) {
  if (typeof written(pointer) === "string") return [{ pointer, value: file.file }]
  if (written(`${pointer}/screenshot`) !== undefined)
    return [{ pointer: `${pointer}/screenshot`, value: file.file }]
  const layers = written(`${pointer}/layers`) ?? []
  const i = layers.findIndex(layer => layer.contents?.image ?? typeof layer.contents === "string")
  if (i >= 0) return [{ pointer: `${pointer}/layers/${i}/contents`, value: { image: file.file } }]
  const frame = ["0%", "0%", "100%", "100%"]
  return [{ pointer: `${pointer}/layers/0`, insert: { frame, contents: { image: file.file } } }]
}

function twinEdits(name) {
  const next = fresh(state.json, name, new Set(Object.keys(state.json.screens)))
  return [{ pointer: `/screens/${next}`, copy: `/screens/${name}` }]
}

// MARK: Sections

// Returns the screens in the order in which they are shown; screens that no move shows come last.
function ordered() {
  const names = Object.keys(state.json.screens)
  const shown = [...new Set([rootOf(), ...slots().map(slot => slot.name)])]
  return [...shown, ...names.filter(name => !shown.includes(name))].filter(name => names.includes(name))
}

// After a change, the thumbnails are redrawn one after another when no other request is pending.
let soon = null
function drawSoon(strip) {
  clearTimeout(soon)
  soon = setTimeout(async () => {
    for (const box of strip.querySelectorAll(".thumbnail")) {
      if (!strip.isConnected) return
      await draw(box.querySelector("canvas"), box.dataset.screen)
    }
  }, 700)
}

export function screens() {
  if (!state.json.screens) return []
  const plus = el(
    "button",
    { class: "plus", title: "Add a screen", "aria-label": "Add a screen", id: "add-screen" },
    icon("plus"),
  )
  plus.onclick = () =>
    openMenu(plus, "Add a screen", [
      { label: "A picture…", icon: "export", act: () => choosePicture(file => screen(file)) },
      { label: "An empty screen", icon: "screen", act: () => screen() },
    ])
  const strip = el("div", { class: "thumbnails" }, ...ordered().map(thumbnail))
  keepParts({ row: strip, refresh: () => drawSoon(strip) })
  const list = [headed("Screens", plus, strip)]
  if (state.json.flow) list.push(moves())
  return list
}

function moves() {
  return headed(
    "Moves",
    menuButton("Add a move", "plus", moveItems, { id: "add-move" }),
    state.json.flow.map((move, i) => line(move, i)),
  )
}

function goTo(pointer) {
  const step = state.document.steps.findIndex(s => s.pointer === pointer)
  if (step < 0) return
  seek(state.document.steps[step].start)
  select({ step })
}

function line(move, i) {
  const pointer = `/flow/${i}`
  const button = (title, sign, does, disabled = false) =>
    el(
      "button",
      { class: "plus bin", title, "aria-label": `${moveWords(move)}: ${title}`, onclick: does, disabled },
      icon(sign),
    )
  const link = el(
    "button",
    {
      class: "link",
      title: "Click the screen to edit it, or drag it to change the order",
      onclick: () => goTo(pointer),
    },
    move.id ?? moveWords(move),
    el("small", {}, move.id ? moveWords(move) : ""),
  )
  const item = el(
    "div",
    {
      class: "item",
      draggable: true,
    },
    link,
    button("Duplicate", "twin", () => act([{ pointer: `/flow/${i + 1}`, copy: pointer }])),
    button("Earlier", "up", () => act(reorder(pointer, i - 1)), i === 0),
    button("Take it out", "bin", () => removeAt(pointer)),
  )
  sorted(item, "text/x-move", i, (from, to) => act(reorder(`/flow/${from}`, to)), true)
  return item
}
