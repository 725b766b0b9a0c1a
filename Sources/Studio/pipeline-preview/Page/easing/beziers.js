// Converts easings from and to the notations of the document: curves by control points, by name, or in CSS notation.
// This module does not depend on the page.

import { same } from "../core/dom.js"

export const named = {
  linear: [0, 0, 1, 1],
  ease: [0.25, 0.1, 0.25, 1],
  easeIn: [0.42, 0, 1, 1],
  easeOut: [0, 0, 0.58, 1],
  easeInOut: [0.42, 0, 0.58, 1],
}
const aliases = {
  "ease-in": "easeIn",
  "ease-out": "easeOut",
  "ease-in-out": "easeInOut",
  easeInEaseOut: "easeInOut",
  default: "ease",
}
// The labels that the page shows for easings.
export const words = {
  linear: "Even",
  ease: "Ease",
  easeIn: "Ease in",
  easeOut: "Ease out",
  easeInOut: "Ease in and out",
}
export const curves = {
  "Material standard": [0.2, 0, 0, 1],
  "Expo out": [0.16, 1, 0.3, 1],
  "Quint in out": [0.83, 0, 0.17, 1],
  "Back out": [0.34, 1.56, 0.64, 1],
  "Back in": [0.36, 0, 0.66, -0.56],
}

// Returns the control points of an easing; null if the easing is not a Bézier curve.
export function points(value) {
  if (Array.isArray(value)) return value.every(n => typeof n === "number") ? value : null
  if (typeof value !== "string") return null
  const numbers = value
    .match(/^cubic-bezier\(([^)]*)\)$/)?.[1]
    .split(",")
    .map(Number)
  return (
    named[aliases[value] ?? value] ??
    (numbers?.length === 4 && numbers.every(Number.isFinite) ? numbers : null)
  )
}

export const kindOf = value => (value?.spring ? "spring" : points(value) ? "curve" : "other")
// Returns a curve with other numbers in its old notation, which is a list or CSS.
export const rewritten = (old, numbers) => {
  const name = Object.keys(named).find(name => same(named[name], numbers))
  if (name) return name
  return typeof old === "string" && old.startsWith("cubic-bezier")
    ? `cubic-bezier(${numbers.join(", ")})`
    : numbers
}
