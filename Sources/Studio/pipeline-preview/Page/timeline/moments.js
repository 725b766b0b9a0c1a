// Converts the times of captions, fingers and the camera.

import { state } from "../core/state.js"
import { inUnit } from "./retiming.js"

const seconds = { ms: 0.001, s: 1, "": 1 }

// Returns the time in seconds of a value in the file: a time, or the start or end of a step by its label; null if the
// time is unknown.
export function momentOf(said) {
  const { duration, fps, steps } = state.document
  if (typeof said === "number") return said
  if (said === "end") return duration
  const [, digits, unit] = `${said}`.match(/^(-?[\d.]+)(ms|s|f|%|)$/) ?? [],
    number = Number(digits)
  if (digits !== undefined)
    return unit === "f" ? number / fps : unit === "%" ? (number * duration) / 100 : number * seconds[unit]
  const label = typeof said === "string" ? said : (said?.with ?? said?.after)
  const step = steps.find(s => s.id === label || s.pointer?.endsWith(`/${label}`))
  if (!step) return null
  const offset = typeof said?.offset === "number" ? said.offset : 0
  return (said.after === undefined ? step.start : step.end) + offset
}

// Returns a time after a drag, in the unit of the file.
export const moment = (said, time) => inUnit(said, Math.max(0, time), null, state.document.duration)
