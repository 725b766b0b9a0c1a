// The rows of the inspector, which are created once for each form; afterwards only their values are updated.

import { el } from "../core/dom.js"
import * as lists from "./lists.js"

let parts = [] // controls, each with its refresh
export const clearParts = () => {
  parts = []
}
export const keepParts = (...made) => parts.push(...made)
export const refreshParts = () => {
  for (const part of parts) part.refresh()
}

export const section = (title, ...children) =>
  el("section", {}, title ? el("h2", {}, title) : null, ...children)
export const rowsOf = controls => {
  keepParts(...controls)
  return controls.map(c => c.row)
}
export const fact = (name, value) =>
  el("div", { class: "field fact" }, el("span", {}, name), el("output", {}, value))

export const varsSection = () => [lists.variables(rowsOf)]

// Creates read-only rows, which are created again at each refresh.
export function facts(make) {
  const row = el("div", {})
  const part = { row, refresh: () => row.replaceChildren(...make()) }
  part.refresh()
  keepParts(part)
  return row
}
