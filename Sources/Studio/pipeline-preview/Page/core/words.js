// The names of a document's parts for people. It does not depend on the page, and its tests run in node.

import { at, join, parts } from "./model.js"

// MARK: Moves

// The descriptions of moves.
export const moveKinds = {
  push: "Push",
  present: "Present",
  replace: "Replace",
  tab: "Tab",
  pop: "Back",
  dismiss: "Dismiss",
  popToRoot: "Back to the first",
  popTo: "Back to",
  wait: "Wait",
  scroll: "Scroll",
  flick: "Flick",
}

export const kindOfMove = move =>
  Object.keys(moveKinds).find(kind => typeof move === "object" && kind in (move ?? {}))

export function moveWords(move) {
  const kind = kindOfMove(move)
  if (!kind) return "Move"
  const value = move[kind]
  if (value === true) return moveKinds[kind]
  return `${moveKinds[kind]} ${value}${kind === "wait" && typeof value === "number" ? " s" : ""}`
}

// The names of the value at a pointer and of its place in the document.
export function wordsOf(json, pointer) {
  const words = parts(pointer)
  const names = {
    captions: "caption",
    outputs: "output",
    audio: "sound",
    touches: "finger",
    checks: "check",
    camera: "camera",
  }
  const [list, first, second] = words
  if (list === "flow" && first !== undefined)
    return `“${json.flow?.[first]?.id ?? moveWords(json.flow?.[first])}”`
  if (list === "captions" && second !== undefined) return `caption ${+second + 1}`
  if (names[list] && first !== undefined) return `${names[list]} ${+first + 1}`
  // The innermost named object on the path.
  for (let i = words.length; i > 0; i--) {
    const value = at(json, join(words.slice(0, i)))
    if (value?.id) return `“${value.id}”`
    if (value?.animator) return `“${value.animator}”`
    if (value?.keyframes) return `keyframes of ${[value.targets].flat().join(", ")}`
  }
  if (list === "screens" && first !== undefined) return `screen “${first}”`
  if (list === "vars" && first !== undefined) return `variable “${first}”`
  return (
    { end: "end card", canvas: "picture", viewport: "screens", timeline: "steps", transition: "transition" }[
      list
    ] ??
    list ??
    ""
  )
}

// A message with pointers and fields replaced by their names.
export function plainly(json, { pointer, message }) {
  const name = pointer ? wordsOf(json, pointer) : ""
  const text = message.replace(
    /(?<=^|[\s("“])(\/[\w~-]+){2,}(?=$|[\s:,.)"”])/g,
    place => wordsOf(json, place) || place,
  )
  const key = pointer ? parts(pointer).at(-1) : ""
  const field = name && !/^\d+$/.test(key) && !name.includes(key) ? `, ${key}` : ""
  return name ? `${name[0].toUpperCase()}${name.slice(1)}${field}: ${text}` : text
}
