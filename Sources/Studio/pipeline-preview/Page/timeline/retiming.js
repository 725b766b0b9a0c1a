// Creates the edits for a bar's new position: its own times, the times of later steps, and the film's duration.

import { at, index } from "../core/model.js"
import { round } from "../core/dom.js"
import { endAfter, hold, lengthen, parentOf, push, rescaled } from "./retime.js"
import { state, written } from "../core/state.js"

// Returns the number of seconds that equal 100 %, derived from a written percentage near the step.
function percentBase(step) {
  const { steps, duration } = state.document
  for (const other of steps) {
    const said = other.transition === step.transition && written(`${other.pointer}/duration`)
    const number = typeof said === "string" && said.endsWith("%") ? parseFloat(said) : 0
    if (other.pointer !== null && number > 0 && other.end > other.start)
      return ((other.end - other.start) * 100) / number
  }
  const said = written("/transition/duration")
  return typeof said === "number" ? said : duration
}

// Returns a time in the unit of the file.
export function inUnit(said, time, step, base = percentBase(step)) {
  const unit = typeof said === "string" ? said.match(/^-?[\d.]+(%|f|ms|s)$/)?.[1] : null
  if (unit === "%") return `${round((100 * time) / base, 2)}%`
  if (unit === "f") return `${Math.round(time * state.document.fps)}f`
  if (unit === "ms") return `${Math.round(time * 1000)}ms`
  if (unit === "s") return `${round(time, 3)}s`
  return round(time, 4)
}

// Returns the edits that give a step another start and end; `was` are the step's values in the file.
function retimed(step, was, start, end) {
  const edits = []
  const { at } = was
  const length = end - start,
    old = step.end - step.start
  if (Math.abs(start - step.start) > 1e-6) {
    const delta = start - step.start
    if (at && typeof at === "object") {
      const base = typeof at.offset === "number" ? at.offset : 0
      edits.push({ pointer: `${step.pointer}/at/offset`, value: round(base + delta) })
    } else {
      edits.push({
        pointer: `${step.pointer}/at`,
        value: inUnit(at, start - was.parentStart, step, was.base),
      })
    }
  }
  if (Math.abs(length - old) > 1e-6) {
    // A spring with a response has its own settling time.
    const response = was.easing?.spring?.response
    if (response)
      edits.push({
        pointer: `${step.pointer}/easing/spring/response`,
        value: round((response * length) / old),
      })
    else
      edits.push({ pointer: `${step.pointer}/duration`, value: inUnit(was.duration, length, step, was.base) })
  }
  return edits
}

// Returns a step and the document at the start of a drag; all positions during the drag are relative to them.
export const asWritten = step => ({
  ...written(step.pointer),
  parentStart: parentOf(state.document.steps, step)?.start ?? 0,
  base: percentBase(step),
  whole: { json: state.json, steps: state.document.steps, duration: state.document.duration },
})

// Returns the edits that delay a move of a flow, by a wait before the move or by its own start, because a move follows
// the previous move.
function retimedMove(step, was, start, end) {
  const edits = []
  const by = start - step.start,
    longer = end - start - (step.end - step.start)
  const { flow } = was.whole.json,
    number = index(step.pointer)
  if (Math.abs(by) > 1e-6) {
    const wait = flow[number - 1]?.wait
    if (typeof wait === "number")
      edits.push({ pointer: `/flow/${number - 1}/wait`, value: Math.max(0, round(wait + by)) })
    else
      edits.push({ pointer: `${step.pointer}/at`, value: inUnit(was.at, start - step.shift, step, was.base) })
  }
  if (Math.abs(longer) > 1e-6) {
    const key = flow[number].wait !== undefined ? "wait" : "duration"
    edits.push({ pointer: `${step.pointer}/${key}`, value: inUnit(was[key], end - start, step, was.base) })
  }
  return edits
}

// Returns the other edits: later steps in a sequence keep their distance or, with Ctrl, their positions; the film's
// duration adapts to its steps.
function around(step, { json, steps, duration }, end, keeps) {
  const by = end - step.end
  const pushes = keeps ? hold(json, steps, step, by) : push(json, steps, step, by)
  const last = endAfter(steps, step, end, !keeps && /\/sequence\/\d+$/.test(step.pointer))
  const longer = lengthen(json, last, duration)
  return { pushes, longer }
}

// Returns all edits of a move or a resize, including percentages, whose meaning changes with the duration of the film.
export function retimedWhole(step, was, start, end, keeps) {
  const isMove = step.kind === "move"
  const own = isMove ? retimedMove(step, was, start, end) : retimed(step, was, start, end)
  if (!own.length && !was.touched?.size) return { edits: [], says: null }
  const { pushes, longer } = isMove
    ? { pushes: [], longer: { edits: [], says: null } }
    : around(step, was.whole, end, keeps)
  const changed = new Map([...pushes, ...own].map(e => [e.pointer, e]))
  const edits = longer.edits.length
    ? [...longer.edits, ...rescaled(was.whole.json, longer.by, changed)]
    : [...changed.values()]
  // Values that only an earlier position of the drag has changed are restored.
  const now = new Set(edits.map(e => e.pointer))
  for (const pointer of (was.touched ??= new Set())) {
    if (now.has(pointer)) continue
    const value = at(was.whole.json, pointer)
    if (value !== undefined) edits.push({ pointer, value })
    else if (written(pointer) !== undefined) edits.push({ pointer, remove: true })
    was.touched.delete(pointer)
  }
  for (const pointer of now) was.touched.add(pointer)
  return { edits, says: longer.says }
}
