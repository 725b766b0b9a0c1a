// The curves of easings that only the server can compute.

import { askJSON } from "../core/server.js"

// The computed curves, by the text of their easing.
const drawn = new Map()
const latest = new Map()
// Returns the curve of the easing at a place. Until the server has answered, the previous curve or null is returned;
// `later` is called when the answer arrives.
export function curveOf(easing, place, later = () => {}) {
  const key = JSON.stringify(easing)
  const known = drawn.get(key)
  if (known) {
    latest.set(place, known)
    return known
  }
  if (drawn.has(key)) return latest.get(place) ?? null
  if (drawn.size > 500) drawn.clear()
  drawn.set(key, null)
  askJSON("/easing", { query: { value: key } })
    .then(({ curve }) => {
      drawn.set(key, curve)
      later()
    })
    .catch(() => {})
  return latest.get(place) ?? null
}
