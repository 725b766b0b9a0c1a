// Shows the picture in the middle of the page: zoom and pan, the outline, anchor and path of the selected layer, onion
// skin, and handles for points.

import { $, clamp, el, follow, round, svg } from "../core/dom.js"
import { askJSON } from "../core/server.js"
import { frame } from "./player.js"
import { layerName } from "../core/words.js"
import { frameAt, on, onCalmly, select, setDragging, state, tell } from "../core/state.js"

const view = { zoom: 1, x: 0, y: 0, fits: true }
const [stage, board, marks] = ["stage", "board", "marks"].map(id => $(id))

// MARK: Zoom and pan

// Whether the view shows two pictures side by side.
let isPair = false
export function setSide(on) {
  isPair = on
  layOut()
}

function fit() {
  const width = state.document.size[0] * (isPair ? 2 : 1) + (isPair ? 20 : 0),
    height = state.document.size[1]
  const side = stage.clientWidth < 500 ? 12 : 28
  // The space below the picture for the tools, which grow with the font size.
  const tools = Math.max(36, stage.clientHeight - $("tools").offsetTop - side / 2)
  const room = { width: stage.clientWidth - 2 * side, height: stage.clientHeight - 2 * side - tools }
  view.zoom = Math.max(0.02, Math.min(room.width / width, room.height / height))
  view.x = (stage.clientWidth - width * view.zoom) / 2
  view.y = (stage.clientHeight - tools - height * view.zoom) / 2
}

// The number of screen pixels for a pixel of the picture.
const pixelZoom = () => (view.zoom * devicePixelRatio) / state.document.scale

export function layOut() {
  if (!state.document) return
  if (view.fits) fit()
  const [width, height] = state.document.size
  Object.assign(board.style, {
    transform: `translate(${view.x}px, ${view.y}px)`,
    width: `${width * view.zoom}px`,
    height: `${height * view.zoom}px`,
  })
  board.classList.toggle("pixels", pixelZoom() >= 3)
  const percent = 100 * pixelZoom()
  $("zoom").textContent = `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`
  drawMarks()
  tell("view")
}

export function zoomBy(factor, at = { x: stage.clientWidth / 2, y: stage.clientHeight / 2 }) {
  const zoom = clamp(view.zoom * factor, 0.02, 64 * state.document.scale)
  view.x = at.x - ((at.x - view.x) * zoom) / view.zoom
  view.y = at.y - ((at.y - view.y) * zoom) / view.zoom
  Object.assign(view, { zoom, fits: false })
  layOut()
}

export function zoomToFit() {
  view.fits = true
  layOut()
}
export function zoomToPixels() {
  zoomBy(1 / pixelZoom())
}

export function panBy(x, y) {
  Object.assign(view, { x: view.x + x, y: view.y + y, fits: false })
  layOut()
}

const place = event => {
  const box = stage.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}
// Returns the point of the canvas under a pointer.
export function pointAt(event) {
  const { x, y } = place(event)
  return [(x - view.x) / view.zoom, (y - view.y) / view.zoom]
}
/** @type {(point: number[]) => number[]} */
export const onScreen = ([x, y]) => [view.x + x * view.zoom, view.y + y * view.zoom]

stage.addEventListener(
  "wheel",
  event => {
    if (!state.document) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) zoomBy(Math.exp(-event.deltaY * 0.01), place(event))
    else panBy(-event.deltaX, -event.deltaY)
  },
  { passive: false },
)

// The positions of the fingers on the picture: two fingers zoom and pan; one finger selects, or pans if the middle
// button or the space bar is held.
const fingers = new Map()
export const hand = { isHeld: false, wasUsed: false }
let pressed = null

stage.addEventListener("pointerdown", event => {
  if (!state.document || event.defaultPrevented || event.target.closest("button, .note, #split, .handle"))
    return
  stage.focus({ preventScroll: true })
  if (
    event.button === 0 &&
    !hand.isHeld &&
    !state.feeling &&
    !stage.classList.contains("feels") &&
    takers.some(take => take(event))
  )
    return
  fingers.set(event.pointerId, place(event))
  stage.setPointerCapture(event.pointerId)
  pressed = fingers.size === 1 ? { ...place(event), moves: event.button === 1 || hand.isHeld } : null
})
stage.addEventListener("pointermove", event => {
  const before = fingers.get(event.pointerId)
  if (!before) return
  const now = place(event)
  if (fingers.size === 2) {
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, p]) => p)
    const apart = p => Math.hypot(p.x - other.x, p.y - other.y)
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    panBy((now.x - before.x) / 2, (now.y - before.y) / 2)
    zoomBy(apart(now) / Math.max(1, apart(before)), middle)
  } else if (pressed && (pressed.moves || Math.hypot(now.x - pressed.x, now.y - pressed.y) > 5)) {
    pressed.moves = true
    if (hand.isHeld) hand.wasUsed = true
    panBy(now.x - before.x, now.y - before.y)
  }
  fingers.set(event.pointerId, now)
})
for (const name of ["pointerup", "pointercancel"]) {
  stage.addEventListener(name, event => {
    if (!fingers.delete(event.pointerId)) return
    if (name === "pointerup" && pressed && !pressed.moves && event.button === 0) pick(event)
    pressed = null
  })
}

stage.addEventListener("pressed", event => pick(event.detail))

// MARK: Layers

// Maps a point of a layer's own bounds to the canvas.
/** @type {(layer: any, point: number[]) => number[]} */
export const mapped = ({ placement: { toCanvas: m } }, [x, y]) => {
  const w = m[2] * x + m[5] * y + m[8]
  return [(m[0] * x + m[3] * y + m[6]) / w, (m[1] * x + m[4] * y + m[7]) / w]
}
export const corners = layer => {
  const [x, y, width, height] = layer.placement.bounds
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(p => mapped(layer, p))
}
/** @type {(point: number[], polygon: number[][]) => boolean} */
export const isInside = ([x, y], polygon) => {
  let inside = false
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}
// The functions that draw additional marks for the selected layer, and the functions that may handle a press before it
// selects or pans.
export const decorations = []
export const takers = []
export const zoom = () => view.zoom

export const isSeen = layer => {
  for (let l = layer; l; l = state.layers[l.parentIndex]) if (l.hidden || l.opacity === 0) return false
  return true
}

// The last pick: choosing the same point again selects the layer below the topmost layer.
let lastPick = null
function pick(event) {
  const point = pointAt(event)
  const under = state.layers
    .map((layer, i) => [layer, layer.layer ?? i])
    .filter(
      ([layer]) =>
        layer.placement &&
        !state.hidden.has(layer.id) &&
        !state.locked.has(layer.id) &&
        (layer.contents || layer.backgroundColor) &&
        isSeen(layer) &&
        isInside(point, corners(layer)),
    )
    .map(([, index]) => index)
    .reverse()
  const isSame = lastPick && Math.hypot(lastPick[0] - point[0], lastPick[1] - point[1]) < 3
  lastPick = point
  const next = isSame ? under[(under.indexOf(state.layer) + 1) % under.length] : under[0]
  const chosen = state.layer === null ? [] : [state.layer, ...state.also]
  if ((event.shiftKey || event.ctrlKey || event.metaKey) && under[0] !== undefined && chosen.length) {
    const others = chosen.includes(under[0]) ? chosen.filter(i => i !== under[0]) : [...chosen, under[0]]
    return select({ layer: others[0], also: others.slice(1) })
  }
  select({ layer: next })
}

let layersAsked = null,
  layersShown = null,
  layersBusy = false
const layersTime = () => Math.min(round(frameAt(state.time) / state.document.fps, 6), state.document.duration)
// Returns whether the values of the layers belong to the document at the playhead; during playback they are always late.
export const areLayersCurrent = () =>
  state.playing || layersShown === `${state.document?.version} ${layersTime()}`
async function askLayers() {
  const { document } = state
  if (!document || layersBusy || (state.playing && state.layer === null && state.step === null)) return
  const at = layersTime()
  const key = `${document.version} ${at}`
  if (layersAsked === key) return
  layersAsked = key
  layersBusy = true
  try {
    const { layers } = await askJSON("/layers", { query: { at } })
    if (document.version === state.document.version) {
      // Layers are identified by their ids, because layers that a step adds change the indices in a scene.
      const places = new Map(document.layers.map(layer => [layer.id, layer.index]))
      layers.forEach((layer, i) => {
        layer.layer = places.get(layer.id) ?? i
      })
      state.layers = layers
      layersShown = key
      tell("layers")
    }
  } catch {
    // The error is ignored: a plugin has failed, and an event reports the problem.
    layersShown = key
  }
  setTimeout(
    () => {
      layersBusy = false
      askLayers()
    },
    state.playing || state.dragging ? 150 : 0,
  )
}
on("time document selection playing", askLayers)
on("document", layOut)
on("layers selection feeling felt", drawMarks)

export const valuesOf = index => state.layers.find((layer, i) => (layer.layer ?? i) === index)

// MARK: Marks over the picture

export const shows = { onion: false, path: false }
const tag = el("div", { id: "tag", hidden: true, "aria-hidden": "true" })
stage.append(tag)
let path = null // { key, points }
let handles = [] // { point, label, move(point), end() }

export function setHandles(list) {
  handles = list
  drawMarks()
}

export function drawMarks() {
  marks.replaceChildren()
  tag.hidden = true
  if (!state.document || state.feeling) return
  const layer = state.layer === null ? null : valuesOf(state.layer)
  if (path && shows.path && state.layer !== null) drawPath()
  if (layer?.placement) drawOutline(layer)
  for (const index of state.also) {
    const other = valuesOf(index)
    if (other?.placement) marks.append(svg("polygon", { points: outlineOf(other), class: "outline also" }))
  }
  if (layer?.placement) for (const decorate of decorations) marks.append(...decorate(layer))
  if (layer?.placement) placeTag(layer)
  for (const handle of handles) drawHandle(handle)
}

const outlineOf = layer =>
  corners(layer)
    .map(onScreen)
    .map(p => p.map(v => round(v, 1)).join())
    .join(" ")

// Draws the outline and the anchor of the selected layer.
function drawOutline(layer) {
  const text = outlineOf(layer)
  marks.append(
    svg("polygon", { points: text, class: "halo" }),
    svg("polygon", { points: text, class: "outline" }),
  )
  const [x, y, width, height] = layer.placement.bounds
  const [ax, ay] = layer.geometry.anchorPoint
  const [cx, cy] = onScreen(mapped(layer, [x + ax * width, y + ay * height]))
  marks.append(
    svg("path", { d: `M${cx - 7} ${cy}h14M${cx} ${cy - 7}v14`, class: "anchor" }),
    svg("circle", { cx, cy, r: 3.5, class: "anchor" }),
  )
}

// Places the name of the selected layer above the layer; on a narrow layer the name is beside the rotation handle.
function placeTag(layer) {
  const shape = corners(layer).map(onScreen)
  const top = Math.min(...shape.map(p => p[1])),
    left = Math.min(...shape.map(p => p[0]))
  tag.textContent = state.also.length
    ? `${state.also.length + 1} layers`
    : layerName(state.json, state.document.layers[state.layer])
  const turn = marks.querySelector("[data-handle=turn]"),
    handle = turn ? +turn.getAttribute("cx") : Infinity
  // The width is estimated from the number of letters, because measuring takes long during a drag.
  const covers = left + 16 + 8 * tag.textContent.length > handle - 8
  tag.style.translate = `${Math.max(6, covers ? handle + 10 : left)}px ${Math.max(6, top - 24)}px`
  tag.hidden = false
}

// Draws a point of the picture that can be dragged.
function drawHandle(handle) {
  const [cx, cy] = onScreen(handle.point)
  const title = svg("title")
  title.textContent = handle.label
  const press = event => {
    event.preventDefault()
    const moved = later => {
      setDragging(true)
      handle.point = pointAt(later).map(v => round(v, 1))
      drawMarks()
      handle.move(handle.point)
    }
    // The stage captures the pointer, because the mark is redrawn at each movement.
    follow({ currentTarget: stage, pointerId: event.pointerId }, moved, () => {
      setDragging(false)
      handle.end()
    })
  }
  marks.append(
    svg("circle", { cx, cy, r: 8, class: "handle", onpointerdown: press }, title),
    svg("circle", { cx, cy, r: 2, class: "handle-dot" }),
  )
}

function drawPath() {
  const points = path.points.map(([, ...p]) => onScreen(p))
  marks.append(
    svg("polyline", { points: points.map(p => p.map(v => round(v, 1)).join()).join(" "), class: "path" }),
  )
  // One dot for each frame indicates the speed.
  const every = Math.max(1, Math.round(points.length / 120))
  points.forEach(([cx, cy], i) => {
    if (i % every === 0) marks.append(svg("circle", { cx, cy, r: 1.5, class: "path-dot" }))
  })
  const now = points[path.points.findLastIndex(([t]) => t <= state.time + 1e-6)]
  if (now) marks.append(svg("circle", { cx: now[0], cy: now[1], r: 4.5, class: "path-now" }))
}

async function askPath() {
  const key = `${state.document?.version} ${state.layer}`
  if (!shows.path || state.layer === null || path?.key === key) return drawMarks()
  path = { key, points: [] }
  try {
    const { points } = await askJSON("/path", { query: { layer: state.layer } })
    if (path.key === key) path.points = points
  } catch {
    /* The error is ignored: a layer that does not exist at all times has no path. */
  }
  drawMarks()
}
onCalmly("document", askPath)
on("selection", askPath)
export function setPath(on) {
  shows.path = on
  askPath()
}

// MARK: Onion skin

const ghosts = $("ghosts"),
  ghostPen = ghosts.getContext("2d")
let onionTurn = 0
async function drawOnion() {
  const turn = ++onionTurn
  if (!shows.onion || state.playing || state.feeling || !state.document) {
    ghosts.hidden = true
    return
  }
  const { size, frames, fps } = state.document
  const now = frameAt(state.time),
    step = Math.max(1, Math.round(fps / 12))
  const numbers = [-3, 3, -2, 2, -1, 1]
    .map(k => [now + k * step, 0.18 / Math.abs(k)])
    .filter(([n]) => n >= 0 && n < frames)
  const pictures = await Promise.all(numbers.map(([n]) => frame(n, true).catch(() => null)))
  if (turn !== onionTurn) return pictures.forEach(p => p?.close())
  Object.assign(ghosts, { width: size[0], height: size[1], hidden: false })
  pictures.forEach((picture, i) => {
    if (!picture) return
    ghostPen.globalAlpha = numbers[i][1]
    ghostPen.drawImage(picture, 0, 0, size[0], size[1])
    picture.close()
  })
}
let onionSoon = null
onCalmly("time document playing", () => {
  if (!shows.onion) return
  clearTimeout(onionSoon)
  ghosts.hidden = true
  onionSoon = setTimeout(drawOnion, 120)
})
export function setOnion(on) {
  shows.onion = on
  drawOnion()
}

new ResizeObserver(layOut).observe(stage)
