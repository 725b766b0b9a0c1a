// Remembers the collapsed groups of the timeline.

import { el, icon } from "../core/dom.js"
import { state, stepName } from "../core/state.js"

// The collapsed steps, identified by their pointer or, without a pointer, by their name.
const folded = new Set()
const foldKey = step => `${step.depth} ${step.pointer ?? step.what}`
const hasInner = i => (state.document.steps[i + 1]?.depth ?? 0) > state.document.steps[i].depth
export function isFolded(i) {
  const { steps } = state.document
  for (let k = i - 1, depth = steps[i].depth; k >= 0 && depth > 0; k--) {
    if (steps[k].depth >= depth) continue
    depth = steps[k].depth
    if (folded.has(foldKey(steps[k]))) return true
  }
  return false
}

export function foldButton(step, i, draw) {
  if (!hasInner(i)) return null
  const isShut = folded.has(foldKey(step)),
    title = isShut ? "Unfold" : "Fold"
  return el(
    "button",
    {
      class: `fold${isShut ? " shut" : ""}`,
      title,
      "aria-label": `${title} ${stepName(step)}`,
      "aria-expanded": !isShut,
      style: { "--depth": step.depth },
      onclick: () => {
        if (!folded.delete(foldKey(step))) folded.add(foldKey(step))
        draw()
      },
    },
    icon("fold"),
  )
}
