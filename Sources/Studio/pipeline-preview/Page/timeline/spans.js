// Shows captions, fingers, the camera and sounds as bars below the steps. The bars can be dragged and, if they have a
// duration, resized; names and captions are edited in place.

import { el, follow, round } from "../core/dom.js"
import { Change, change } from "../core/edit.js"
import { typeName } from "../core/menu.js"
import { seek, select, state, stepName } from "../core/state.js"
import { typeIn } from "../stage/typing.js"
import { renamed } from "../side/acts.js"
import { removeAt } from "../side/add.js"
import { cameraWords, openCue } from "../side/cues.js"
import { moment, momentOf } from "./moments.js"

// MARK: What there is

const endStep = () => state.document.steps.find(s => s.pointer === "/end")

function captions() {
  const items = state.json.captions?.items ?? []
  const starts = items.map(item => momentOf(item.at))
  return items.flatMap((item, i) => {
    const start = starts[i]
    if (start === null) return []
    const next =
      starts.slice(i + 1).find(time => time !== null && time > start) ??
      endStep()?.start ??
      state.document.duration
    const pointer = `/captions/items/${i}`
    return {
      kind: "caption",
      pointer,
      name: item.text.replace(/\s+/g, " "),
      detail: "caption",
      start,
      end: item.hold === undefined ? next : start + item.hold,
      move: time => [{ pointer: `${pointer}/at`, value: moment(item.at, time) }],
      stretch: time => [{ pointer: `${pointer}/hold`, value: round(Math.max(0.1, time - start), 3) }],
      // A caption is edited in the picture, where it is visible.
      edit: index => typeIn(index),
      seen: Math.min(start + 0.4, state.document.duration),
    }
  })
}

// Returns the bar of the card after the last move; only its end can be dragged.
function endCard() {
  const step = endStep()
  if (!step) return []
  return [
    {
      kind: "caption",
      pointer: "/end",
      name: state.json.end?.title ?? "End card",
      detail: "end card",
      start: step.start,
      end: step.end,
      stretch: time => [{ pointer: "/end/hold", value: round(Math.max(0.5, time - step.start), 2) }],
      seen: Math.min(step.start + 1, step.end),
    },
  ]
}

function touches() {
  return (state.json.touches ?? []).flatMap((touch, i) => {
    const start = momentOf(touch.at),
      pointer = `/touches/${i}`
    if (start === null) return []
    const said = typeof touch.duration === "number" ? touch.duration : momentOf(touch.duration)
    return {
      kind: "touch",
      pointer,
      name: touch.drag ? "drag" : "tap",
      detail: "finger",
      start,
      end: start + (said || (touch.drag ? 0.5 : 0.15)),
      move: time => [{ pointer: `${pointer}/at`, value: moment(touch.at, time) }],
      stretch: time => [{ pointer: `${pointer}/duration`, value: round(Math.max(0.05, time - start), 3) }],
    }
  })
}

// Returns the bars of the fingers that are shown before moves of a flow; such a bar is dragged together with its move.
function taps() {
  return (state.json.flow ?? []).flatMap((move, i) => {
    const step = state.document.steps.find(s => s.kind === "move" && s.pointer === `/flow/${i}`)
    if (!(move.tap ?? move.drag) || !step) return []
    return {
      kind: "touch",
      pointer: null,
      step: state.document.steps.indexOf(step),
      name: move.tap ? "tap" : "drag",
      detail: `before ${step.id ?? stepName(step)}`,
      start: Math.max(0, step.start - 0.35),
      end: step.start,
    }
  })
}

function camera() {
  return (state.json.camera ?? []).flatMap((move, i) => {
    const start = momentOf(move.at),
      pointer = `/camera/${i}`
    if (start === null) return []
    return {
      kind: "camera",
      pointer,
      name: cameraWords(move),
      detail: "camera",
      start,
      end: start + (move.duration ?? 0.7),
      move: time => [{ pointer: `${pointer}/at`, value: moment(move.at, time) }],
      stretch: time => [{ pointer: `${pointer}/duration`, value: round(Math.max(0.05, time - start), 3) }],
    }
  })
}

// Returns the index of each audible sound in the document's list; null for a sound that a step or a film creates.
function soundPlaces(sounds) {
  const taken = new Set()
  return sounds.map(sound => {
    const found = (state.json.audio ?? []).findIndex(
      (said, i) => !taken.has(i) && said.file === sound.file && Math.abs((said.at ?? 0) - sound.start) < 1e-6,
    )
    if (found < 0) return null
    taken.add(found)
    return `/audio/${found}`
  })
}

function sounds() {
  const list = state.document.sounds,
    pointers = soundPlaces(list)
  return list.map((sound, i) => {
    const last = state.document.duration - Math.min(0.05, sound.end - sound.start)
    return {
      ...sound,
      kind: "sound",
      pointer: pointers[i],
      number: i,
      name: sound.id || "sound",
      detail: sound.file,
      move: time => [{ pointer: `${pointers[i]}/at`, value: round(Math.max(0, Math.min(time, last)), 4) }],
      rename: sound.id ?? "",
    }
  })
}

// MARK: Rows

// Creates the rows. `scale` converts between times and positions: a time's position, a duration's width, the time at
// the pointer, and a snapped time; `hold` prevents redrawing during a drag.
export const spanRows = scale =>
  [...captions(), ...endCard(), ...touches(), ...taps(), ...camera(), ...sounds()].map(span =>
    rowOf(span, scale),
  )

const layerIndex = span => state.document.layers.findIndex(layer => layer.pointer === span.pointer)

// Selects the layer of a bar, if the layer exists at the playhead.
function choose(span) {
  if (span.step !== undefined) return select({ step: span.step })
  const index = layerIndex(span)
  if (index < 0) {
    seek(span.start)
    return span.pointer ? openCue(span.pointer) : undefined
  }
  if (state.time < span.start || state.time > span.end) seek(span.seen ?? span.start)
  select({ layer: index })
}

function open(span, name) {
  if (span.edit) {
    seek(span.seen)
    // The text is edited after the picture at its time has been shown.
    setTimeout(() => span.edit(layerIndex(span)), 150)
  } else if (span.rename !== undefined) typeName(name, span.rename, next => renamed(span.pointer, next))
}

function rowOf(span, scale) {
  const name = el("b", {}, span.name)
  const says = `${span.name}, ${span.detail}, ${scale.seconds(span.start)} to ${scale.seconds(span.end)}`
  const label = el(
    "button",
    {
      class: "name",
      tabIndex: -1,
      title: says,
      onclick: () => choose(span),
      ondblclick: span.pointer ? () => open(span, name) : undefined,
    },
    name,
    el("span", {}, span.detail),
  )
  return el(
    "div",
    { class: `row ${span.kind}`, "data-span": span.pointer ?? undefined },
    label,
    el("div", { class: "lane" }, barOf(span, says, name, scale)),
  )
}

function barOf(span, says, name, scale) {
  const place = { left: scale.percent(span.start), width: scale.wide(span.end - span.start) }
  const inside = span.kind === "sound" ? [] : [el("span", { class: "says" }, span.name)]
  if (!span.pointer)
    return el(
      "div",
      { class: "bar", "data-sound": span.number, title: says, style: place, onclick: () => choose(span) },
      ...inside,
    )
  return el(
    "div",
    {
      class: span.move ? "bar moves" : "bar",
      "data-sound": span.number,
      title: says,
      style: place,
      tabIndex: 0,
      role: "button",
      "aria-label": `${span.kind === "sound" ? "Sound" : span.detail}: ${says}. Alt and the arrows move it.`,
      onpointerdown: event => press(event, span, scale),
      ondblclick: () => open(span, name),
      onkeydown: event => {
        const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (event.key === "F2" || (event.key === "Enter" && span.edit)) open(span, name)
        else if (event.key === "Delete" && span.kind !== "caption") removeAt(span.pointer)
        else if (way && event.altKey && span.move) change(span.move(span.start + way / state.document.fps))
        else return
        event.preventDefault()
        event.stopPropagation()
      },
    },
    ...inside,
    span.stretch ? el("i", { class: "grip end" }) : null,
  )
}

function press(event, span, { percent, wide, timeAt, snapped, hold }) {
  if (event.button !== 0) return
  event.stopPropagation()
  const bar = event.currentTarget,
    from = timeAt(event),
    was = event.clientX,
    isEnd = event.target.classList.contains("end")
  if (!isEnd && !span.move) return choose(span)
  let work = null
  follow(
    event,
    later => {
      if (!work && Math.abs(later.clientX - was) < 4) return
      if (!work) hold(true)
      work ??= new Change()
      const time = Math.max(0, snapped((isEnd ? span.end : span.start) + timeAt(later) - from, null, later))
      if (isEnd) bar.style.width = wide(Math.max(0, time - span.start))
      else bar.style.left = percent(time)
      work.send(isEnd ? span.stretch(time) : span.move(time))
    },
    () => (work ? hold(false) : choose(span)),
  )
}
