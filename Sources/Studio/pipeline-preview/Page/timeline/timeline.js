// The timeline has a bar for each step with the names of its animator and its targets; dragging a bar moves the step,
// and dragging an end resizes it. The timeline also shows the ruler, the playhead, the loop range, and the frames that
// have been drawn.

import { caption, soundItems, stepItems } from "../side/add.js"
import { cueItems } from "../side/cues.js"
import { actions, rename } from "./stepmenu.js"
import { $, clamp, el, follow, icon, round } from "../core/dom.js"
import { Change, change, note } from "../core/edit.js"
import { foldButton, isFolded } from "./folds.js"
import { addKey, diamonds } from "./keys.js"
import { menuButton } from "../core/menu.js"
import { rebase, setPlaying } from "../stage/player.js"
import { parentOf } from "./retime.js"
import { asWritten, retimedWhole } from "./retiming.js"
import { spanRows } from "./spans.js"
import { isNear, on, onCalmly, seek, select, state, stepName, targetNames, tell } from "../core/state.js"
import {
  drawHead,
  drawRange,
  drawReady,
  drawRuler,
  flags,
  head,
  percent,
  range,
  ready,
  ruler,
  seconds,
  span,
  timeAt,
  view,
  wide,
} from "./timescale.js"

const rows = el("div", { id: "rows" })
const over = el("div", { id: "over" }, range, head)
const lanes = el(
  "div",
  { id: "lanes" },
  el(
    "div",
    { id: "corner" },
    el("span", {}, "Steps"),
    menuButton("Add a step", "plus", () => stepItems(cueItems()), { id: "add-step-menu" }),
    el(
      "button",
      {
        class: "plus",
        id: "add-caption",
        title: "Add a caption at the playhead",
        "aria-label": "Add a caption at the playhead",
        onclick: caption,
      },
      icon("text"),
    ),
    menuButton("Add a sound", "sound", soundItems, { id: "add-sound" }),
  ),
  el("div", { id: "scale" }, ready, ruler, flags),
  rows,
  over,
)
$("timeline").append(lanes)

// MARK: Bars

const isGroup = step => ["sequence", "parallel", "stagger"].includes(step.kind)
// Returns whether a step belongs to a stagger, in which one step of the file runs for each target, each slightly later
// than the previous target.
const isInStagger = step => /\/step(\/|$)/.test(step.pointer)
// Returns whether a step is the default animator of a move, for which only the move's bar is shown.
const isMovesOwn = step => step.kind !== "move" && /^\/flow\/\d+$/.test(step.pointer)
const canMove = step => {
  if (step.pointer === null || isInStagger(step) || isMovesOwn(step)) return false
  return step.kind === "move"
    ? !isCut(step) && step.pointer !== "/flow/0"
    : parentOf(state.document.steps, step) !== null
}
const canStretch = step => step.pointer !== null && !isGroup(step) && !isCut(step)
// Returns whether a step is a cut between clips; the interval between cuts is set for all cuts together.
const isCut = step => step.kind === "move" && !state.json.flow

const saysOf = step => {
  const targets = targetNames(step)
  return `${stepName(step)}${targets ? ` on ${targets}` : ""}, ${seconds(step.start)} to ${seconds(step.end)}`
}
const openActions = (event, step, i, row) => {
  event.preventDefault()
  select({ step: i })
  const name = row ?? rows.querySelector(`.bar[data-step="${i}"]`)?.closest(".row").querySelector(".name")
  actions({ x: event.clientX, y: event.clientY }, step, name)
}

// Chooses a step; for a move, the picture is shown too.
function choose(step, i) {
  if (step.kind === "move" && !isNear(step)) seek(step.start)
  select({ step: i })
}

// Creates the row of a step, with its name, its bar and its keyframes.
function row(step, i) {
  const says = saysOf(step),
    place = { left: percent(step.start), width: wide(step.end - step.start) }
  const keys =
    step.kind === "keyframes"
      ? diamonds(step, i, timeAt, snapped, (event, grip, key) => pressBar(event, step, i, grip, key))
      : []
  const bar = barOf(step, i, says, place)
  if (keys.length) bar.classList.add("keyed")
  return el(
    "div",
    { class: `row ${step.kind}` },
    foldButton(step, i, draw),
    el(
      "button",
      {
        class: "name",
        tabIndex: -1,
        style: { "--depth": step.depth },
        title: says,
        onclick: () => choose(step, i),
        ondblclick: event => rename(event.currentTarget, step),
        oncontextmenu: event => openActions(event, step, i, event.currentTarget),
      },
      el("b", {}, step.id && step.id !== step.what ? step.id : stepName(step)),
      el(
        "span",
        {},
        [step.id && step.id !== step.what ? stepName({ ...step, id: null }) : null, targetNames(step)]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    el(
      "div",
      { class: "lane" },
      bar,
      keys.length ? el("div", { class: "keys-of", style: place }, ...keys) : null,
    ),
  )
}

function barOf(step, i, says, place) {
  const targets = targetNames(step)
  const bar = el(
    "button",
    {
      class: `bar ${step.kind}`,
      "data-step": i,
      title: says,
      "aria-label": says,
      style: place,
      onpointerdown: event => pressBar(event, step, i),
      onkeydown: event => keyBar(event, step),
      onclick: () => {
        if (state.step !== i) select({ step: i })
      },
      ondblclick: event => {
        if (step.kind === "keyframes" && step.pointer !== null)
          addKey(step, snapped(timeAt(event), step, event))
      },
      oncontextmenu: event => openActions(event, step, i),
    },
    el("span", { class: "says" }, `${stepName(step)}${targets ? ` · ${targets}` : ""}`),
  )
  if (canMove(step)) bar.classList.add("moves")
  if (canStretch(step)) {
    if (canMove(step)) bar.append(el("i", { class: "grip start" }))
    bar.append(el("i", { class: "grip end" }))
  }
  if (step.easing && !isGroup(step)) bar.append(spark(step.easing.curve))
  return bar
}

function draw() {
  const { steps } = state.document
  const focused = document.activeElement?.dataset?.step
  const made = steps
    // The end card has no row among the steps, because it has a row beside the captions.
    .map((step, i) => (isFolded(i) || step.pointer === "/end" ? null : row(step, i)))
    .filter(Boolean)
  const hold = isHeld => {
    dragging = isHeld
    if (!isHeld) drawAll()
  }
  const beside = spanRows({ percent, wide, timeAt, snapped, hold, seconds })
  rows.replaceChildren(...made, ...beside)
  if (focused !== undefined)
    rows.querySelector(`.bar[data-step="${focused}"]`)?.focus({ preventScroll: true })
  drawSelection()
}

// Draws a small curve of the easing in the bar.
function spark(curve) {
  const low = Math.min(0, ...curve),
    high = Math.max(1, ...curve)
  const points = curve
    .filter((_, i) => i % 4 === 0)
    .map((y, i) => `${round((100 * i) / 16, 1)}% ${round(100 - (100 * (y - low)) / (high - low), 1)}%`)
  return el("i", { class: "spark", style: { clipPath: `polygon(0% 100%, ${points.join(", ")}, 100% 100%)` } })
}

function drawKeys() {
  for (const key of rows.querySelectorAll(".key")) {
    const number = +key.closest(".lane").querySelector(".bar").dataset.step
    key.setAttribute("aria-pressed", number === state.step && state.keys.includes(+key.dataset.key))
  }
}

function drawSelection() {
  for (const bar of rows.querySelectorAll(".bar[data-step]")) {
    const isOn = +bar.dataset.step === state.step
    bar.closest(".row").classList.toggle("on", isOn)
    bar.setAttribute("aria-pressed", isOn)
  }
}

// MARK: Moving and stretching

// Snaps a time to frames, and more strongly to the ends of other bars and the playhead; Alt disables snapping.
function snapped(time, step, event) {
  const { fps, steps, duration } = state.document
  if (event.altKey) return time
  const near = (span() * 6) / ruler.clientWidth
  const edges = steps
    .filter(s => s !== step)
    .flatMap(s => [s.start, s.end])
    .concat(0, duration, state.time)
  const edge = edges.reduce((a, b) => (Math.abs(b - time) < Math.abs(a - time) ? b : a))
  return Math.abs(edge - time) < near ? edge : Math.round(time * fps) / fps
}

// Returns the start and end of a step after its bar, or one end of the bar, was dragged by some seconds.
function placeAfter(step, grip, delta, low, event) {
  const least = 1 / state.document.fps
  let { start, end } = step
  if (grip === "body") {
    start = Math.max(low, snapped(step.start + delta, step, event))
    end = start + step.end - step.start
  } else if (grip === "start") start = clamp(snapped(step.start + delta, step, event), low, end - least)
  else end = Math.max(start + least, snapped(step.end + delta, step, event))
  return { start, end }
}

function pressBar(event, step, i, side, key) {
  if (event.button !== 0) return
  event.stopPropagation()
  const grip = side ?? (["start", "end"].find(end => event.target.classList.contains(end)) || "body")
  const from = timeAt(event),
    shift = { x: event.clientX, y: event.clientY }
  const bar = rows.querySelector(`.bar[data-step="${i}"]`)
  const may = grip === "body" ? canMove(step) : true
  let moved = false
  const was = asWritten(step)
  let work = null
  const retime = later => {
    if (!work) {
      if (Math.hypot(later.clientX - shift.x, later.clientY - shift.y) < 4) return
      moved = true
      if (!may) return
      work = new Change()
      work.said = refuse
      dragging = true
      bar.classList.add("dragged")
    }
    const { start, end } = placeAfter(step, grip, timeAt(later) - from, was.parentStart, later)
    Object.assign(bar.style, { left: percent(start), width: wide(end - start) })
    const { edits, says } = retimedWhole(step, was, start, end, later.ctrlKey || later.metaKey)
    bar.querySelector(".says").textContent =
      `${seconds(start)} – ${seconds(end)}${says ? ` · film ${says}` : ""}`
    longer = says
    if (edits.length) work.send(edits)
  }
  let longer = null
  // A refused edit is reported beside the bar.
  const refuse = message => {
    sayBeside(bar, message)
    return true
  }
  follow(event, retime, () => {
    if (longer) note(`The film is longer now: ${longer}.`, "quiet")
    dragging = false
    bar.classList.remove("dragged")
    if (work) drawAll()
    else if (grip === "body" && !may && step.pointer === null && moved)
      sayBeside(bar, "The transition makes this step itself: change the transition instead.")
    select(key === undefined || work ? { step: i } : { step: i, keys: [key] })
  })
}
let dragging = false

// With Alt, the arrow keys move a bar by a frame; with Alt and Shift, they resize it.
function keyBar(event, step) {
  if (event.key === "F2") {
    event.preventDefault()
    rename(event.currentTarget.closest(".row").querySelector(".name"), step)
    return
  }
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!way || !event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  const by = way / state.document.fps,
    was = asWritten(step)
  let { start, end } = step
  if (event.shiftKey && canStretch(step)) end = Math.max(start + Math.abs(by), end + by)
  else if (!event.shiftKey && canMove(step) && start + by >= was.parentStart)
    [start, end] = [start + by, end + by]
  const { edits, says } = retimedWhole(step, was, start, end, event.ctrlKey || event.metaKey)
  if (edits.length) change(edits)
  if (says) note(`The film is longer now: ${says}.`, "quiet")
}

function sayBeside(bar, message) {
  rows.querySelectorAll(".bar-says").forEach(old => old.remove())
  const line = el("span", { class: "bar-says", role: "alert" }, message)
  const lane =
    bar.closest(".lane") ?? rows.querySelector(`.bar[data-step="${bar.dataset.step}"]`)?.closest(".lane")
  lane?.append(line)
  setTimeout(() => line.remove(), 9000)
}

// MARK: Zooming

// By default the playhead keeps its place, if it is seen.
export function zoomTime(factor, at = clamp((state.time - view.from) / span(), 0, 1)) {
  const time = view.from + at * span()
  view.zoom = clamp(view.zoom * factor, 1, Math.max(1, (view.whole * state.document.fps) / 4))
  scrollTime(time - at * span() - view.from)
}

function scrollTime(by) {
  view.from = clamp(view.from + by, 0, view.whole - span())
  drawAll()
  drawHead()
}

lanes.addEventListener(
  "wheel",
  event => {
    if (!state.document) return
    const box = ruler.getBoundingClientRect(),
      isZoom = event.ctrlKey || event.metaKey
    const by = event.shiftKey ? event.deltaY : event.deltaX
    if (!isZoom && !by) return
    event.preventDefault()
    if (isZoom) zoomTime(Math.exp(-event.deltaY * 0.004), clamp((event.clientX - box.left) / box.width, 0, 1))
    else scrollTime((by / box.width) * span())
  },
  { passive: false },
)

// MARK: Scrubbing, and the range

export function setRange(list) {
  state.range = list && list[1] - list[0] > 0.5 / state.document.fps ? list : null
  drawRange()
  tell("playing")
  rebase()
}

lanes.addEventListener("pointerdown", event => {
  if (!state.document || event.button !== 0 || event.target.closest(".name, #corner, .key")) return
  const onFrame = event =>
    clamp(Math.round(timeAt(event) * state.document.fps) / state.document.fps, 0, state.document.duration)
  const first = onFrame(event)
  const marks = event.shiftKey && event.target.closest("#scale")
  if (!marks) {
    setPlaying(false)
    seek(timeAt(event))
  }
  follow(
    event,
    later => {
      if (marks) setRange([first, onFrame(later)].sort((a, b) => a - b))
      else seek(timeAt(later))
    },
    () => {
      if (!marks) rebase()
    },
  )
})

function drawAll() {
  // While a bar is dragged, no element under the pointer is moved.
  if (dragging) return
  const { duration, steps } = state.document
  view.whole = Math.max(duration, ...steps.map(s => s.end)) || 1
  view.from = clamp(view.from, 0, view.whole - span())
  drawRuler()
  drawReady()
  drawRange()
  draw()
}
// Returns the contents of the timeline. Documents that a drag in the picture creates have equal contents, so the
// timeline is not redrawn.
const contents = () => {
  const { duration, seam, checks, steps, sounds, layers } = state.document
  const words = { ...state.json, layers: layers.map(layer => [layer.id, layer.pointer]), screens: null }
  return [steps, sounds, checks, duration, seam, JSON.stringify(words)]
}
let drawn = []
onCalmly("document", () => {
  const now = contents()
  if (!dragging && now.every((part, i) => part === drawn[i])) return drawReady()
  drawn = now
  drawAll()
})
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  if (state.document) drawReady()
})
onCalmly("progress", () => {
  if (state.document) drawReady()
})
on("checked", () => {
  if (state.document) drawRuler()
})
on("refused", () => {
  if (state.document && !dragging) draw()
})
on("selection", () => {
  drawSelection()
  drawKeys()
})
on("time playing", drawHead)
new ResizeObserver(() => {
  if (state.document) drawRuler()
}).observe(ruler)
