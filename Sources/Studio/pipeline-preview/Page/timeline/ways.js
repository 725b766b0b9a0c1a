// Computes the progress of a step from the fraction of its time by its easing, and the inverse. This module does not
// depend on the page.

import { clamp } from "../core/dom.js"

// Returns the fraction of a step's time at which its easing reaches a value.
export function timePart(step, offset) {
  const curve = step.easing?.curve
  if (!curve) return offset
  let best = 0
  for (let i = 0; i < curve.length - 1; i++) {
    const [a, b] = [curve[i], curve[i + 1]]
    if ((a - offset) * (b - offset) <= 0 && a !== b) return (i + (offset - a) / (b - a)) / (curve.length - 1)
    if (Math.abs(b - offset) < Math.abs(curve[best] - offset)) best = i + 1
  }
  return best / (curve.length - 1)
}

// Returns the progress of a step at a fraction of its time.
export function wayPart(step, part) {
  const curve = step.easing?.curve
  if (!curve) return clamp(part, 0, 1)
  const place = clamp(part, 0, 1) * (curve.length - 1),
    i = Math.min(Math.floor(place), curve.length - 2)
  return clamp(curve[i] + (curve[i + 1] - curve[i]) * (place - i), 0, 1)
}
