// The timeline: a bar for each step, named by its animator and its targets, which is dragged to move
// it and at its ends to stretch it; the ruler, the playhead, the range that loops, the frames there are.

import { $, clamp, el, follow, round, say } from "./dom.js"
import { Change, change, note } from "./edit.js"
import { rebase, setPlaying } from "./player.js"
import { frameAt, on, seek, select, state, stepName, tell, targetNames, written } from "./state.js"

const ruler = el("div", { id: "ruler" })
const ready = el("canvas", { id: "ready", height: 1, "aria-hidden": "true" })
const range = el("div", { id: "range" })
const flags = el("div", { id: "flags" })
const head = el("div", {
  id: "head", tabIndex: 0, role: "slider", "aria-label": "Playhead", "aria-valuemin": 0,
})
const rows = el("div", { id: "rows" })
const over = el("div", { id: "over" }, range, head)
const lanes = el("div", { id: "lanes" },
  el("div", { id: "corner" }, el("span", {}, "Steps")),
  el("div", { id: "scale" }, ready, ruler, flags), rows, over)
$("timeline").append(lanes)

// With a gesture the steps may be longer than what is played.
let whole = 1
const percent = time => `${100 * time / whole}%`
const seconds = time => `${round(time, 3)} s`

// MARK: What stands still

function drawRuler() {
  const { duration, seam, checks } = state.document
  const width = ruler.clientWidth || 600
  const least = whole * 56 / width
  const ten = 10 ** Math.floor(Math.log10(least || 1))
  const step = [1, 2, 5, 10].map(n => n * ten).find(n => n >= least) ?? 1
  const ticks = []
  for (let i = 0; i * step <= whole + 1e-9 && ticks.length < 200; i++) {
    ticks.push(el("span", { class: "tick", style: { left: percent(i * step) } }, i * step > 0.97 * whole ? "" : `${round(i * step, 3)}`))
  }
  if (seam != null) ticks.push(el("span", { class: "seam", title: `The seam, ${seconds(seam)}`, style: { left: percent(seam) } }))
  ruler.replaceChildren(...ticks)
  const result = pointer => state.checkResults?.get(pointer)
  flags.replaceChildren(...checks.map(({ at, name, pointer }) => el("span", {
    class: `flag ${{ true: "holds", false: "fails" }[result(pointer)] ?? ""}`,
    title: `${name}, ${seconds(at)}${{ true: ": passed", false: ": failed" }[result(pointer)] ?? ""}`,
    style: { left: percent(Math.min(at, duration)) },
  })))
}

function drawReady() {
  const { frames } = state.document, { full, drafts } = state.progress
  ready.width = frames
  ready.style.setProperty("--part", state.document.duration / whole)
  const pen = ready.getContext("2d"), style = getComputedStyle(ready)
  for (const [list, color] of [[drafts, "--ready-draft"], [full, "--ready"]]) {
    pen.fillStyle = style.getPropertyValue(color)
    for (const [from, to] of list) pen.fillRect(from, 0, to - from + 1, 1)
  }
}

function drawRange() {
  range.hidden = !state.range
  if (state.range) Object.assign(range.style, { left: percent(state.range[0]), width: percent(state.range[1] - state.range[0]) })
  $("loop").setAttribute("aria-pressed", !!state.range)
}

function drawHead() {
  if (!state.document) return
  const { duration, frames, fps } = state.document
  const number = frameAt(state.time), time = number / fps
  head.style.left = percent(Math.min(state.playing ? state.time : time, duration))
  say($("clock"), `${time.toFixed(3)} s   frame ${number} of ${frames}`)
  if (!state.playing) {
    head.setAttribute("aria-valuemax", duration)
    head.setAttribute("aria-valuenow", round(time, 3))
    head.setAttribute("aria-valuetext", `${seconds(time)}, frame ${number}`)
  }
}

// MARK: Bars

const isGroup = step => ["sequence", "parallel", "stagger"].includes(step.kind)
// In a stagger one written step runs for each target, each a little later than the last.
const isInStagger = step => /\/step(\/|$)/.test(step.pointer)
const canMove = step => step.pointer !== null && !isInStagger(step) && parentOf(step) !== null
const canStretch = step => step.pointer !== null && !isGroup(step)

function parentOf(step) {
  const { steps } = state.document
  for (let i = steps.indexOf(step) - 1; i >= 0; i--) if (steps[i].depth < step.depth) return steps[i]
  return null
}

function draw() {
  const { steps, sounds } = state.document
  const focused = document.activeElement?.dataset?.step
  const made = steps.map((step, i) => {
    const name = stepName(step), targets = targetNames(step)
    const says = `${name}${targets ? ` on ${targets}` : ""}, ${seconds(step.start)} to ${seconds(step.end)}`
    const bar = el("button", {
      class: `bar ${step.kind}`, "data-step": i, title: says, "aria-label": says,
      style: { left: percent(step.start), width: percent(step.end - step.start) },
      onpointerdown: event => pressBar(event, step, i), onkeydown: event => keyBar(event, step),
      onclick: () => select({ step: i }),
    }, el("span", { class: "says" }, `${name}${targets ? ` · ${targets}` : ""}`))
    if (canMove(step)) bar.classList.add("moves")
    if (canStretch(step)) {
      if (canMove(step)) bar.append(el("i", { class: "grip start" }))
      bar.append(el("i", { class: "grip end" }))
    }
    if (step.easing && !isGroup(step)) bar.append(spark(step.easing.curve))
    return el("div", { class: `row ${step.kind}` },
      el("button", {
        class: "name", tabIndex: -1, style: { "--depth": step.depth }, title: says, onclick: () => select({ step: i }),
      }, el("b", {}, step.id ?? step.what),
        el("span", {}, [step.id && step.id !== step.what ? step.what : null, targets].filter(Boolean).join(" · "))),
      el("div", { class: "lane" }, bar))
  })
  const heard = sounds.map(sound => el("div", { class: "row sound" },
    el("span", { class: "name" }, el("b", {}, "sound"), el("span", {}, sound.file)),
    el("div", { class: "lane" }, el("div", {
      class: "bar", title: `${sound.file}, ${seconds(sound.start)} to ${seconds(sound.end)}`,
      style: { left: percent(sound.start), width: percent(sound.end - sound.start) },
    }))))
  rows.replaceChildren(...made, ...heard)
  if (focused !== undefined) rows.querySelector(`.bar[data-step="${focused}"]`)?.focus({ preventScroll: true })
  drawSelection()
}

// The easing, small, in the bar.
function spark(curve) {
  const low = Math.min(0, ...curve), high = Math.max(1, ...curve)
  const points = curve.filter((_, i) => i % 4 === 0)
    .map((y, i) => `${round(100 * i / 16, 1)}% ${round(100 - 100 * (y - low) / (high - low), 1)}%`)
  return el("i", { class: "spark", style: { clipPath: `polygon(0% 100%, ${points.join(", ")}, 100% 100%)` } })
}

function drawSelection() {
  for (const bar of rows.querySelectorAll(".bar[data-step]")) {
    const isOn = +bar.dataset.step === state.step
    bar.closest(".row").classList.toggle("on", isOn)
    bar.setAttribute("aria-pressed", isOn)
  }
}

// MARK: Moving and stretching

// The seconds that 100 % are of, which a written percent near it tells.
function percentBase(step) {
  const { steps, duration } = state.document
  for (const other of steps) {
    const said = other.transition === step.transition && written(`${other.pointer}/duration`)
    const number = typeof said === "string" && said.endsWith("%") ? parseFloat(said) : 0
    if (other.pointer !== null && number > 0 && other.end > other.start) return (other.end - other.start) * 100 / number
  }
  const said = written("/transition/duration")
  return typeof said === "number" ? said : duration
}

// A time in the unit in which it was written.
export function inUnit(said, time, step) {
  const unit = typeof said === "string" ? said.match(/^-?[\d.]+(%|f|ms|s)$/)?.[1] : null
  if (unit === "%") return `${round(100 * time / percentBase(step), 2)}%`
  if (unit === "f") return `${Math.round(time * state.document.fps)}f`
  if (unit === "ms") return `${Math.round(time * 1000)}ms`
  if (unit === "s") return `${round(time, 3)}s`
  return round(time, 4)
}

// The edits that give a step another start and end. `was` is how it was written with its own.
function retimed(step, was, start, end) {
  const edits = []
  const { at } = was
  const length = end - start, old = step.end - step.start
  if (Math.abs(start - step.start) > 1e-6) {
    const delta = start - step.start
    if (at && typeof at === "object") {
      const base = typeof at.offset === "number" ? at.offset : 0
      edits.push({ pointer: `${step.pointer}/at/offset`, value: round(base + delta) })
    } else {
      edits.push({ pointer: `${step.pointer}/at`, value: inUnit(at, start - was.parentStart, step) })
    }
  }
  if (Math.abs(length - old) > 1e-6) {
    // A spring with a response settles in its own time.
    const response = was.easing?.spring?.response
    if (response) edits.push({ pointer: `${step.pointer}/easing/spring/response`, value: round(response * length / old) })
    else edits.push({ pointer: `${step.pointer}/duration`, value: inUnit(was.duration, length, step) })
  }
  return edits
}

const asWritten = step => ({ ...written(step.pointer), parentStart: parentOf(step)?.start ?? 0 })

const timeAt = event => {
  const box = ruler.getBoundingClientRect()
  return (event.clientX - box.left) / box.width * whole
}

// Frames hold it, and other bars' ends and the playhead more; Alt lets it go free.
function snapped(time, step, event) {
  const { fps, steps, duration } = state.document
  if (event.altKey) return time
  const near = whole * 6 / ruler.clientWidth
  const edges = steps.filter(s => s !== step).flatMap(s => [s.start, s.end]).concat(0, duration, state.time)
  const edge = edges.reduce((a, b) => Math.abs(b - time) < Math.abs(a - time) ? b : a)
  return Math.abs(edge - time) < near ? edge : Math.round(time * fps) / fps
}

function pressBar(event, step, i) {
  if (event.button !== 0) return
  event.stopPropagation()
  const grip = event.target.classList.contains("start") ? "start" : event.target.classList.contains("end") ? "end" : "body"
  const from = timeAt(event), shift = { x: event.clientX, y: event.clientY }
  const bar = event.currentTarget
  const may = grip === "body" ? canMove(step) : true
  const was = asWritten(step)
  let work = null
  const retime = later => {
    if (!work) {
      if (!may || Math.hypot(later.clientX - shift.x, later.clientY - shift.y) < 4) return
      work = new Change()
      dragging = true
      bar.classList.add("dragged")
    }
    const delta = timeAt(later) - from
    const least = 1 / state.document.fps, low = was.parentStart
    let { start, end } = step
    if (grip === "body") {
      start = Math.max(low, snapped(step.start + delta, step, later))
      end = start + step.end - step.start
    } else if (grip === "start") start = clamp(snapped(step.start + delta, step, later), low, end - least)
    else end = Math.max(start + least, snapped(step.end + delta, step, later))
    Object.assign(bar.style, { left: percent(start), width: percent(end - start) })
    bar.querySelector(".says").textContent = `${seconds(start)} – ${seconds(end)}`
    const edits = retimed(step, was, start, end)
    if (edits.length) work.send(edits)
  }
  follow(event, retime, () => {
    dragging = false
    bar.classList.remove("dragged")
    if (work) drawAll()
    else if (grip === "body" && !may && step.pointer === null) note("This step is made by the transition itself; the file does not say it.")
    select({ step: i })
  })
}
let dragging = false

// With Alt the arrows move a bar by a frame, with Shift too they stretch it.
function keyBar(event, step) {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!way || !event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  const by = way / state.document.fps, was = asWritten(step)
  let { start, end } = step
  if (event.shiftKey && canStretch(step)) end = Math.max(start + Math.abs(by), end + by)
  else if (!event.shiftKey && canMove(step) && start + by >= was.parentStart) [start, end] = [start + by, end + by]
  const edits = retimed(step, was, start, end)
  if (edits.length) change(edits)
}

// MARK: Scrubbing, and the range

export function setRange(list) {
  state.range = list && list[1] - list[0] > 0.5 / state.document.fps ? list : null
  drawRange()
  tell("playing")
  rebase()
}

lanes.addEventListener("pointerdown", event => {
  if (!state.document || event.button !== 0 || event.target.closest(".name, #corner")) return
  const onFrame = event => clamp(Math.round(timeAt(event) * state.document.fps) / state.document.fps, 0, state.document.duration)
  const first = onFrame(event)
  const marks = event.shiftKey && event.target.closest("#scale")
  if (!marks) {
    setPlaying(false)
    seek(timeAt(event))
  }
  follow(event, later => {
    if (marks) setRange([first, onFrame(later)].sort((a, b) => a - b))
    else seek(timeAt(later))
  }, () => { if (!marks) rebase() })
})

function drawAll() {
  // While a bar is dragged nothing is moved from under the pointer.
  if (dragging) return
  const { duration, steps } = state.document
  whole = Math.max(duration, ...steps.map(s => s.end)) || 1
  drawRuler()
  drawReady()
  drawRange()
  draw()
}
on("document", drawAll)
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (state.document) drawReady() })
on("progress", () => { if (state.document) drawReady() })
on("checked", () => { if (state.document) drawRuler() })
on("refused", () => { if (state.document && !dragging) draw() })
on("selection", drawSelection)
on("time playing", drawHead)
new ResizeObserver(() => { if (state.document) drawRuler() }).observe(ruler)
