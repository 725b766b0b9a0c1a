// Converts springs between the document's notation and the two numbers that users set: damping and speed.

import { clamp, round } from "../core/dom.js"

const turn = 2 * Math.PI

// Returns the damping ratio and the response of an easing; null if the easing is not a spring.
export function springOf(value) {
  const own = value?.spring
  if (!own) return null
  if (own.dampingRatio !== undefined) return { ratio: own.dampingRatio, response: null, ownTime: false }
  const period = own.response ?? own.duration
  if (period !== undefined) {
    const { bounce = 0 } = own
    return { ratio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), response: period, ownTime: true }
  }
  const { mass = 1, stiffness = 100, damping = 10 } = own
  return {
    ratio: damping / (2 * Math.sqrt(mass * stiffness)),
    response: turn * Math.sqrt(mass / stiffness),
    ownTime: true,
  }
}

// Returns the spring with other numbers in the same notation.
export function withSpring(value, { ratio, response }) {
  const own = value.spring
  if (own.dampingRatio !== undefined) return { spring: { ...own, dampingRatio: round(ratio, 3) } }
  if (["mass", "stiffness", "damping"].some(name => own[name] !== undefined)) {
    const { mass = 1 } = own,
      pace = turn / response
    return {
      spring: {
        ...own,
        stiffness: round(mass * pace * pace, 2),
        damping: round(2 * ratio * mass * pace, 3),
      },
    }
  }
  const period = own.duration === undefined ? "response" : "duration"
  const bounce = ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  return { spring: { ...own, [period]: round(response, 3), bounce: round(bounce, 3) } }
}

// Returns the height of the spring's handle: the first crest of an overshooting spring, and a lower position for more
// damping.
export const crestOf = ratio =>
  ratio < 1 ? 1 + Math.exp((-Math.PI * ratio) / Math.sqrt(1 - ratio * ratio)) : 1 - (ratio - 1) / 2
export function ratioOf(crest) {
  if (crest <= 1) return clamp(1 + 2 * (1 - crest), 1, 2)
  const way = -Math.log(Math.min(crest - 1, 0.999))
  return clamp(way / Math.hypot(Math.PI, way), 0.05, 1)
}

// Returns the position of the spring's handle along the curve: at the crest, or where the spring has almost settled.
export function placeOf(curve) {
  const most = Math.max(...curve)
  const i = most > 1.001 ? curve.indexOf(most) : curve.findIndex(y => y >= 0.8)
  return Math.max(i, 1) / (curve.length - 1)
}

// Returns the spring after a drag: vertical moves are fractions of the spring's distance, and horizontal moves are
// fractions of the drawing's width.
export function dragged(value, across, up) {
  const { ratio, response, ownTime } = springOf(value)
  return withSpring(value, {
    ratio: ratioOf(crestOf(clamp(ratio, 0.05, 2)) + up),
    response: ownTime ? clamp(response * 4 ** across, 0.05, 5) : response,
  })
}
