// The selected layer in the picture: it is moved, resized and turned, its corners are rounded and its text
// is typed where they are seen. With auto-key a change at the playhead is a keyframe.

import { playhead, target, dropOn } from "./add.js"
import { $, clamp, el, follow, svg } from "./dom.js"
import { Change, note } from "./edit.js"
import { addStep, at, round, setKey } from "./model.js"
import { resized, snap } from "./snap.js"
import { corners, decorations, drawMarks, isInside, isSeen, mapped, onScreen, pointAt, takers, valuesOf, zoom } from "./stage.js"
import { on, state, tell, written } from "./state.js"

const stage = $("stage")
const steps = () => state.document.steps
const layerOf = index => state.document.layers[index]
const json = index => layerOf(index)?.pointer === null ? undefined : written(layerOf(index).pointer)
// What a layer is, or was when the drag began that changes it.
let base = null
const jsonOf = index => base?.index === index ? base.json : json(index)
const seenOf = index => base?.index === index ? base.values : valuesOf(index)
const isScreen = index => /^\/screens\/[^/]+$/.test(layerOf(index).pointer ?? "")
// What the file does not say of a layer cannot be changed there, and what is locked is left alone.
export const canEdit = index => !!json(index) && !isScreen(index) && !state.locked.has(layerOf(index).id)

// MARK: Spaces

// The linear part of a layer's way to the canvas.
const linear = values => values?.placement ? [0, 1, 3, 4].map(i => values.placement.toCanvas[i]) : [1, 0, 0, 1]
const apply = ([a, b, c, d], [x, y]) => [a * x + c * y, b * x + d * y]
function inverse([a, b, c, d]) {
  const by = a * d - b * c
  return Math.abs(by) < 1e-9 ? [1, 0, 0, 1] : [d / by, -b / by, -c / by, a / by]
}
const parentOf = index => base?.index === index ? base.parent : valuesOf(layerOf(index).parent)
// A way on the canvas in the points of the layer's parent, in which it is written.
const inParent = (index, way) => apply(inverse(linear(parentOf(index))), way)

const layout = values => values.geometry.layoutFrame ?? values.frame

// A frame as it is written, with its numbers changed by so much: a percent stays one.
function writtenFrame(index, delta) {
  const said = jsonOf(index).frame, now = layout(seenOf(index))
  return [0, 1, 2, 3].map(k => {
    const value = Array.isArray(said) ? said[k] : undefined
    if (typeof value === "number") return round(value + delta[k])
    const percent = typeof value === "string" ? value.match(/^(-?[\d.]+)%$/)?.[1] : undefined
    if (percent && Math.abs(now[k]) > 1e-6) return `${round(+percent * (now[k] + delta[k]) / now[k])}%`
    return round(now[k] + delta[k])
  })
}

// MARK: Writing

// The keyframes of a layer that say one of the properties, nearest to the playhead.
function keyStep(id, names) {
  return steps().filter(s => s.kind === "keyframes" && s.pointer !== null && s.targets.length === 1 && s.targets[0] === id)
    .filter(s => written(s.pointer)?.keyframes?.some(k => names.some(name => name in k)))
    .filter(s => state.time > s.start - 1e-4 && state.time < s.end + 1e-4)[0]
}

// The part of its way that a step has gone at a moment.
export function progress(step, time) {
  const part = clamp((time - step.start) / Math.max(step.end - step.start, 1e-6), 0, 1)
  const curve = step.easing?.curve
  if (!curve) return part
  const place = part * (curve.length - 1), i = Math.min(Math.floor(place), curve.length - 2)
  return clamp(curve[i] + (curve[i + 1] - curve[i]) * (place - i), 0, 1)
}

// The edits that write a value at the playhead: `was` is what it is now, `now` what it becomes.
function keyed(index, was, now) {
  const { id, edits } = target(index), names = Object.keys(now)
  const step = keyStep(id, names)
  if (step) return [...edits, ...setKey(written(step.pointer), step.pointer, progress(step, playhead()), now)]
  const time = playhead(), length = time > 0 ? Math.min(0.5, time) : 0.5
  const start = round(Math.max(0, time - length), 4)
  const frames = time > 0 ? [was, now] : [now, was]
  const added = addStep(state.json, { ...(start ? { at: start } : {}), targets: id, duration: round(length, 4), keyframes: frames })
  return added ? [...edits, ...added] : []
}

// MARK: Moving

function moveEdits(index, way) {
  const delta = inParent(index, way).map(v => round(v, 2))
  const own = jsonOf(index), values = seenOf(index)
  if (state.autoKey) {
    const now = values.geometry.translate.slice(0, 2).map(v => round(v))
    return keyed(index, { translate: now }, { translate: now.map((v, k) => round(v + delta[k])) })
  }
  const pointer = layerOf(index).pointer
  if (own.position !== undefined && !Array.isArray(own.position)) return null
  if (Array.isArray(own.position)) {
    const [x, y, width, height] = layout(values), anchor = values.geometry.anchorPoint
    const now = [x + anchor[0] * width, y + anchor[1] * height]
    return [{ pointer: `${pointer}/position`, value: own.position.map((v, k) => round((typeof v === "number" ? v : now[k]) + delta[k])) }]
  }
  if (own.frame !== undefined && !Array.isArray(own.frame)) return null
  return [{ pointer: `${pointer}/frame`, value: writtenFrame(index, [...delta, 0, 0]) }]
}

const chosen = () => [state.layer, ...state.also].filter(i => i !== null)
const editable = () => chosen().filter(i => canEdit(i) && valuesOf(i)?.placement)

// Edits of several layers by one drag, made on what they were as it began.
function moving() {
  const all = editable()
  if (!all.length || all.some(index => moveEdits(index, [0, 0]) === null)) return null
  // What is written at the start is what each place of the drag is counted from.
  const start = all.map(index => structuredClone({ index, json: json(index), values: valuesOf(index), parent: parentOf(index) }))
  return way => start.flatMap(was => {
    base = was
    try { return moveEdits(was.index, way) } finally { base = null }
  })
}

// With auto-key a drag writes when it ends: what it adds is then added once.
function writer() {
  const work = new Change()
  let last = null
  return {
    send(edits) { if (state.autoKey) last = edits; else work.send(edits) },
    end() { if (last) work.send(last) },
  }
}

let guides = [], ghost = null
function showGhost(frames, lines = []) {
  ghost = frames
  guides = lines
  drawMarks()
}

// Frames on the canvas of what else is seen, to which a moving one is drawn.
function others(without) {
  const skipped = new Set(without)
  const boxes = state.layers.map((layer, i) => [layer, layer.layer ?? i])
    .filter(([layer, i]) => layer.placement && isSeen(layer) && !skipped.has(i) && !isBelow(i, skipped))
    .map(([layer]) => bounds(corners(layer)))
  return [[0, 0, ...state.document.size], ...boxes]
}
const isBelow = (index, holders) => {
  for (let i = layerOf(index).parent; i >= 0; i = layerOf(i).parent) if (holders.has(i)) return true
  return false
}
function bounds(points) {
  const [left, top] = [0, 1].map(k => Math.min(...points.map(p => p[k])))
  return [left, top, Math.max(...points.map(p => p[0])) - left, Math.max(...points.map(p => p[1])) - top]
}

takers.push(event => {
  const point = pointAt(event)
  const over = chosen().filter(i => valuesOf(i)?.placement && isInside(point, corners(valuesOf(i))))
  if (!over.length || !over.some(canEdit) || event.shiftKey || event.ctrlKey || event.metaKey) return false
  dragLayers(event, point)
  return true
})

function dragLayers(event, from) {
  const edits = moving()
  const shift = { x: event.clientX, y: event.clientY }
  const boxes = editable().map(i => bounds(corners(valuesOf(i))))
  const shapes = editable().map(i => corners(valuesOf(i)))
  const box = boxes.length ? bounds(boxes.flatMap(([x, y, w, h]) => [[x, y], [x + w, y + h]])) : null
  const targets = others(editable())
  let work = null
  follow({ currentTarget: stage, pointerId: event.pointerId }, later => {
    if (!work) {
      if (Math.hypot(later.clientX - shift.x, later.clientY - shift.y) < 4) return
      if (!edits) return void note("Where it lies is said by another layer or a function: change that in the file.")
      work = writer()
    }
    let way = pointAt(later).map((v, k) => v - from[k])
    if (later.shiftKey) way = Math.abs(way[0]) > Math.abs(way[1]) ? [way[0], 0] : [0, way[1]]
    const found = later.altKey ? { way: [0, 0], lines: [] } : snap([box[0] + way[0], box[1] + way[1], box[2], box[3]], targets, 6 / zoom())
    way = way.map((v, k) => later.altKey || found.way[k] ? v + found.way[k] : Math.round(v))
    showGhost(shapes.map(shape => shape.map(([x, y]) => [x + way[0], y + way[1]])), found.lines)
    work.send(edits(way))
  }, later => {
    work?.end()
    showGhost(null)
    // A press without a drag selects what lies below, as it does elsewhere.
    if (!work) stage.dispatchEvent(new CustomEvent("pressed", { detail: later }))
  })
}

let nudging = null, nudgeEnds = 0
// The arrows move what is selected; presses that follow each other are one change.
export function nudge(way) {
  const edits = nudging?.edits ?? moving()
  if (!edits) return false
  nudging ??= { edits, way: [0, 0], work: writer() }
  nudging.way = nudging.way.map((v, k) => v + way[k])
  nudging.work.send(edits(nudging.way))
  clearTimeout(nudgeEnds)
  nudgeEnds = setTimeout(() => { nudging?.work.end(); nudging = null }, 500)
  return true
}
on("selection", () => { nudging?.work.end(); nudging = null })

// MARK: Handles

const places = [[0, 0], [0.5, 0], [1, 0], [1, 0.5], [1, 1], [0.5, 1], [0, 1], [0, 0.5]]
const cursors = ["nwse-resize", "ns-resize", "nesw-resize", "ew-resize"]

decorations.push(values => {
  const index = state.layer, marks = []
  for (const { axis, at: place } of guides) {
    const [w, h] = state.document.size
    const [[x1, y1], [x2, y2]] = (axis === "x" ? [[place, -2000], [place, h + 2000]] : [[-2000, place], [w + 2000, place]]).map(onScreen)
    marks.push(svg("line", { x1, y1, x2, y2, class: "guide" }))
  }
  for (const shape of ghost ?? []) {
    marks.push(svg("polygon", { points: shape.map(onScreen).map(p => p.map(v => round(v, 1)).join()).join(" "), class: "ghost" }))
  }
  if (state.also.length || !canEdit(index) || state.playing || state.step !== null) return marks
  const [x, y, width, height] = values.placement.bounds
  const on = ([px, py]) => onScreen(mapped(values, [x + px * width, y + py * height]))
  const [nw, ne, , sw] = [[0, 0], [1, 0], [1, 1], [0, 1]].map(on)
  const size = [Math.hypot(ne[0] - nw[0], ne[1] - nw[1]), Math.hypot(sw[0] - nw[0], sw[1] - nw[1])]
  const angle = Math.round(Math.atan2(ne[1] - nw[1], ne[0] - nw[0]) / (Math.PI / 4))
  places.forEach((place, i) => {
    if (place.includes(0.5) && size[place[0] === 0.5 ? 0 : 1] < 44) return
    const [cx, cy] = on(place)
    marks.push(mark("rect", { x: cx - 4, y: cy - 4, width: 8, height: 8, rx: 2, class: "grip", style: `cursor: ${cursors[(i + angle + 8) % 4]}`, "data-handle": place.join() },
      "Resize; Shift keeps the ratio, Alt the middle", event => dragSize(event, index, place)))
  })
  const top = on([0.5, 0]), up = [(nw[0] - sw[0]) / (size[1] || 1), (nw[1] - sw[1]) / (size[1] || 1)]
  const turn = [top[0] + up[0] * 22, top[1] + up[1] * 22]
  marks.push(svg("line", { x1: top[0], y1: top[1], x2: turn[0], y2: turn[1], class: "stem" }),
    mark("circle", { cx: turn[0], cy: turn[1], r: 5, class: "grip", style: "cursor: grab", "data-handle": "turn" }, "Turn; Shift by 15°", event => dragTurn(event, index)))
  const anchor = values.geometry.anchorPoint, [ax, ay] = on(anchor)
  marks.push(mark("circle", { cx: ax, cy: ay, r: 7, class: "grip clear", style: "cursor: move", "data-handle": "anchor" }, "Anchor point: the layer turns about it", event => dragAnchor(event, index)))
  if (Math.min(...size) > 60 && (json(index).backgroundColor !== undefined || json(index).contents !== undefined || json(index).cornerRadius !== undefined)) {
    const radius = [values.cornerRadius ?? 0].flat()[0], inset = Math.max(12 / zoom(), radius)
    const [cx, cy] = onScreen(mapped(values, [x + Math.min(inset, width / 2), y + Math.min(inset, height / 2)]))
    marks.push(mark("circle", { cx, cy, r: 4, class: "grip round", style: "cursor: nwse-resize", "data-handle": "radius" }, "Corner radius", event => dragRadius(event, index)))
  }
  marks.push(...pathMarks(index, values))
  return marks
})

function mark(tag, attributes, label, press) {
  const title = svg("title")
  title.textContent = label
  return svg(tag, { ...attributes, onpointerdown: event => {
    if (event.button !== 0) return
    event.preventDefault()
    stage.focus({ preventScroll: true })
    press(event)
  } }, title)
}

// A drag of a handle: `make` gives the edits and what is shown meanwhile.
function drag(event, make) {
  const from = pointAt(event), work = writer()
  let hasMoved = false
  follow({ currentTarget: stage, pointerId: event.pointerId }, later => {
    const now = pointAt(later)
    if (!hasMoved && Math.hypot(now[0] - from[0], now[1] - from[1]) * zoom() < 2) return
    hasMoved = true
    const edits = make(now.map((v, k) => v - from[k]), later, now)
    if (edits?.length) work.send(edits)
  }, () => { work.end(); showGhost(null) })
}

function dragSize(event, index, place) {
  const pointer = layerOf(index).pointer, own = structuredClone(json(index)), values = structuredClone(valuesOf(index))
  const now = layout(values), anchor = values.geometry.anchorPoint
  // From the layer's axes to those of its parent, about the anchor.
  const toOwn = inverse(linear(values)), toParent = inverse(linear(parentOf(index)))
  const turn = v => apply(toParent, apply(linear(values), v))
  const still = place.map(v => 1 - v)
  const isFixed = own.frame !== undefined && !Array.isArray(own.frame)
  if (isFixed) return void note("Its frame is said by another layer or a function: change that in the file.")
  const targets = others([index])
  drag(event, (way, later) => {
    const isPlain = Math.abs(linear(values)[1]) < 1e-6
    let lines = []
    if (isPlain && !later.altKey) {
      const box = bounds(corners(values))
      const edge = [box[0] + place[0] * box[2] + way[0], box[1] + place[1] * box[3] + way[1], 0, 0]
      const found = snap(edge, targets, 6 / zoom(), { x: place[0] === 0.5 ? [] : [0], y: place[1] === 0.5 ? [] : [0] })
      way = way.map((v, k) => v + found.way[k])
      lines = found.lines
    }
    // Whole points, unless an edge or Alt says otherwise.
    const change = apply(toOwn, way).map(v => later.altKey || lines.length ? v : Math.round(v))
    const next = resized(now, place, change, { keepsRatio: later.shiftKey || isPicture(own) && !place.includes(0.5), fromCentre: later.altKey })
    const [x, y, width, height] = next.map(v => round(v))
    if (!later.altKey) {
      // The corner or side that lies across stays where it is seen.
      const fixed = size => turn([(still[0] - anchor[0]) * size[0], (still[1] - anchor[1]) * size[1]]).map((v, k) => v + anchor[k] * size[k])
      const [before, after] = [fixed([now[2], now[3]]), fixed([width, height])]
      const corner = [now[0] + before[0] - after[0], now[1] + before[1] - after[1]]
      return sizeEdits(index, pointer, own, now, [round(corner[0]), round(corner[1]), width, height], lines)
    }
    return sizeEdits(index, pointer, own, now, [x, y, width, height], lines)
  })
}

const isPicture = own => typeof own.contents === "string" && !own.contents.startsWith("#") || !!(own.contents?.image ?? own.contents?.video ?? own.contents?.lottie ?? own.contents?.svg)

function sizeEdits(index, pointer, own, now, next, lines) {
  guides = lines
  drawMarks()
  if (state.autoKey) return keyed(index, { frame: now.map(v => round(v)) }, { frame: next })
  if (own.bounds !== undefined || own.position !== undefined) {
    const anchor = valuesOf(index).geometry.anchorPoint
    return [{ pointer: `${pointer}/bounds`, value: [next[2], next[3]] },
      ...(Array.isArray(own.position) ? [{ pointer: `${pointer}/position`, value: [round(next[0] + anchor[0] * next[2]), round(next[1] + anchor[1] * next[3])] }] : [])]
  }
  const delta = next.map((v, k) => v - now[k])
  const said = Array.isArray(own.frame) ? own.frame : now
  return [{ pointer: `${pointer}/frame`, value: said.map((v, k) => {
    if (typeof v === "number") return round(v + delta[k])
    const percent = typeof v === "string" ? v.match(/^(-?[\d.]+)%$/)?.[1] : undefined
    return percent && Math.abs(now[k]) > 1e-6 ? `${round(+percent * next[k] / now[k])}%` : next[k]
  }) }]
}

function dragTurn(event, index) {
  const values = structuredClone(valuesOf(index)), pointer = layerOf(index).pointer, own = json(index)
  const [x, y, width, height] = values.placement.bounds, anchor = values.geometry.anchorPoint
  const middle = mapped(values, [x + anchor[0] * width, y + anchor[1] * height])
  const angle = ([px, py]) => Math.atan2(py - middle[1], px - middle[0]) * 180 / Math.PI
  const from = angle(pointAt(event)), now = values.geometry.rotate
  const was = Array.isArray(now) ? now[2] : now
  drag(event, (_, later, point) => {
    let degrees = was + angle(point) - from
    while (degrees - was > 180) degrees -= 360
    while (degrees - was < -180) degrees += 360
    degrees = later.shiftKey ? Math.round(degrees / 15) * 15 : round(degrees, 1)
    const said = own.rotate
    const value = Array.isArray(said) ? [said[0], said[1], degrees] : degrees
    return state.autoKey ? keyed(index, { rotate: round(was, 1) }, { rotate: degrees }) : [{ pointer: `${pointer}/rotate`, value }]
  })
}

// The anchor goes to another place of the layer, which stays where it is unless it is turned or scaled.
function dragAnchor(event, index) {
  const values = structuredClone(valuesOf(index)), pointer = layerOf(index).pointer, own = json(index)
  const anchor = values.geometry.anchorPoint, [, , width, height] = layout(values)
  drag(event, (way, later) => {
    const [dx, dy] = apply(inverse(linear(values)), way)
    const value = [anchor[0] + dx / Math.max(width, 1e-6), anchor[1] + dy / Math.max(height, 1e-6)]
      .map(v => later.altKey ? round(v, 3) : Math.abs(v * 2 - Math.round(v * 2)) < 0.08 ? Math.round(v * 2) / 2 : round(v, 3))
    const edits = [{ pointer: `${pointer}/anchorPoint`, value }]
    if (Array.isArray(own.position) && own.position.every(v => typeof v === "number")) {
      edits.push({ pointer: `${pointer}/position`, value: own.position.map((v, k) => round(v + (value[k] - anchor[k]) * [width, height][k])) })
    }
    return edits
  })
}

function dragRadius(event, index) {
  const values = structuredClone(valuesOf(index)), pointer = layerOf(index).pointer
  const was = [values.cornerRadius ?? 0].flat()[0], [, , width, height] = layout(values)
  drag(event, way => {
    const [dx, dy] = apply(inverse(linear(values)), way)
    const value = round(clamp(was + (dx + dy) / 2, 0, Math.min(width, height) / 2), 1)
    return state.autoKey ? keyed(index, { cornerRadius: round(was, 1) }, { cornerRadius: value }) : [{ pointer: `${pointer}/cornerRadius`, value }]
  })
}

// MARK: Points of a path

// The pairs of numbers of a path that says each of its points on the canvas of its layer.
function pathPoints(data) {
  if (typeof data !== "string" || /[^MLCQTSZz\d\s.,e+-]/.test(data)) return []
  return [...data.matchAll(/(-?[\d.]+(?:e-?\d+)?)[\s,]+(-?[\d.]+(?:e-?\d+)?)/g)].map(m => ({ start: m.index, length: m[0].length, point: [+m[1], +m[2]] }))
}

function pathMarks(index, values) {
  const data = json(index).path, [x, y] = values.placement.bounds
  return pathPoints(data).slice(0, 60).map(({ start, length, point }) => {
    const [cx, cy] = onScreen(mapped(values, [x + point[0], y + point[1]]))
    return mark("circle", { cx, cy, r: 4, class: "grip point", style: "cursor: move" }, "A point of the path", event => {
      const toOwn = inverse(linear(values))
      drag(event, way => {
        const now = apply(toOwn, way).map((v, k) => round(point[k] + v, 1))
        return [{ pointer: `${layerOf(index).pointer}/path`, value: `${data.slice(0, start)}${now.join(" ")}${data.slice(start + length)}` }]
      })
    })
  })
}

// MARK: Text

// Where a layer's text stands in the file: its own, or that of an asset.
function textPlace(index) {
  const own = json(index), { contents } = own ?? {}
  if (typeof contents?.text === "string") return `${layerOf(index).pointer}/contents/text`
  return typeof contents === "string" && typeof state.json.assets?.[contents]?.text === "string" ? `/assets/${contents}/text` : null
}

stage.addEventListener("dblclick", event => {
  if (!state.document || event.target.closest("button, .note, .type")) return
  const point = pointAt(event)
  const over = state.layers.map((layer, i) => layer.layer ?? i).filter(i => {
    const values = valuesOf(i)
    return values?.placement && isSeen(values) && canEdit(i) && textPlace(i) && isInside(point, corners(values))
  })
  if (over.length) typeIn(over.at(-1))
})

export function typeIn(index) {
  const place = textPlace(index)
  if (!place) return false
  const values = valuesOf(index), shape = corners(values).map(onScreen)
  const [left, top, width, height] = bounds(shape)
  const said = at(state.json, place.slice(0, -5))
  const work = new Change()
  const field = el("textarea", {
    class: "type", value: at(state.json, place), "aria-label": "Text of the layer", spellcheck: false,
    style: { left: `${left - 6}px`, top: `${top - 6}px`, width: `${Math.max(80, width + 12)}px`, height: `${Math.max(30, height + 12)}px`, fontSize: `${(said.size ?? 17) * zoom()}px`, textAlign: ["center", "right"].includes(said.alignment) ? said.alignment : "left" },
    oninput: () => work.send([{ pointer: place, value: field.value }]),
    onkeydown: event => {
      event.stopPropagation()
      if (event.key === "Escape" || event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.blur()
    },
    onblur: () => { field.remove(); stage.focus({ preventScroll: true }) },
  })
  for (const type of ["pointerdown", "dblclick"]) field[`on${type}`] = event => event.stopPropagation()
  stage.append(field)
  field.focus()
  field.select()
  return true
}

// MARK: Files

for (const type of ["dragover", "drop"]) {
  stage.addEventListener(type, event => {
    if (!state.document || !event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    stage.classList.toggle("takes", type === "dragover")
    if (type === "drop") dropOn(event, pointAt(event))
  })
}
stage.addEventListener("dragleave", () => stage.classList.remove("takes"))

// MARK: Auto-key

export function setAutoKey(isOn) {
  state.autoKey = isOn
  document.body.classList.toggle("auto-keys", isOn)
  $("auto").setAttribute("aria-pressed", isOn)
  tell("layers")
}
on("playing", drawMarks)
