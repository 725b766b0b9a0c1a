// Names the parts of a document for the user. This module does not depend on the page, and its tests run in node.

import { at, join, parts } from "./model.js"

// MARK: Moves

// The descriptions of the kinds of moves.
export const moveKinds = {
  push: "Push",
  present: "Present",
  replace: "Replace",
  tab: "Tab",
  pop: "Back",
  dismiss: "Dismiss",
  popToRoot: "Back to the first screen",
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

// Returns the name of the value at a pointer, and the name of the object that contains it.
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
  if (list === "flow" && first !== undefined && !json.flow?.[first]) return "the new move"
  if (list === "flow" && first !== undefined)
    return `“${json.flow?.[first]?.id ?? moveWords(json.flow?.[first])}”`
  if (list === "captions" && second !== undefined) return `caption ${+second + 1}`
  if (names[list] && first !== undefined) return `${names[list]} ${+first + 1}`
  // The innermost named object on the path determines the name of the place.
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

// Returns the name of a parameter or a choice in words.
export const spoken = name =>
  name
    .replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .replaceAll("-", " ")
    .replace(/^[a-z]/, letter => letter.toUpperCase())

// Returns choices with their names in words.
export const spokenChoices = choices => ({
  choices,
  names: Object.fromEntries(choices.map(name => [name, spoken(name)])),
})

// Returns the name of a layer with an id; the layer that moves between the two layers of a pair is named after the pair.
export const nameOfId = id => id.replace(/^@(.+?)(?:~\d+)?$/, "Pair $1")

// Returns the name of a layer; a layer without an id is named after its contents.
export function layerName(json, { id, pointer }) {
  const own = pointer === null ? undefined : at(json, pointer)
  if (/^\/captions\/items\/\d+$/.test(pointer ?? "")) return `${own?.text ?? id}`.split("\n")[0]
  if (id.startsWith("@")) return nameOfId(id)
  // A layer that a transition adds is named after the transition.
  const [, maker] = id.match(/^(.+)#\d+$/) ?? []
  if (maker && pointer === null) return spoken(maker)
  if (own?.id || !/\/\d+$/.test(id)) return id
  const { contents } = own ?? {}
  if (typeof contents?.text === "string") return contents.text.split("\n")[0]
  const file = typeof contents === "string" ? contents : (contents?.image ?? contents?.video)
  if (typeof file === "string") return file.split("/").at(-1)
  // A screen that consists only of a picture is named after the picture's file.
  return typeof own === "string" ? own.split("/").at(-1) : id
}

// Returns a message of a run or of the renderer, in which the position in the file is replaced by the name of the place.
export function plainLine(json, line) {
  const [, pointer, said] = line.match(/^(?:\w+: )?\S+?:\d+:\d+: (\/\S*): (.*)$/) ?? []
  return said ? plainly(json, { pointer, message: said }) : line.replace(/^(note|warning|error): /, "")
}

// The keys of the file that users may not know, with ordinary words for them.
const plainWords = new Map([
  ["animator", "transition"],
  ["canvas", "picture"],
  ["container", "group"],
  ["viewport", "window"],
])

// A text with plain words; what stands in quotation marks is a name of the file.
export const plain = text =>
  text.replace(
    /(?<!["“\w-])(animator|canvas|container|viewport)(?=s?(?!["”\w-]))/gi,
    word => plainWords.get(word) ?? spoken(plainWords.get(word.toLowerCase())),
  )

// A message with pointers and fields replaced by their names.
export function plainly(json, { pointer, message }) {
  const name = pointer ? wordsOf(json, pointer) : ""
  const text = plain(
    message.replace(
      /(?<=^|[\s(“])"?((?:\/[\w~-]+){2,})"?(?=$|[\s:,.)”])/g,
      (said, place) => wordsOf(json, place) || said,
    ),
  )
  const said = pointer ? parts(pointer).at(-1) : ""
  const key = plainWords.get(said) ?? moveKinds[said]?.toLowerCase() ?? said
  const field = name && !/^\d+$/.test(key) && !name.includes(key) ? `, ${key}` : ""
  return name ? `${name[0].toUpperCase()}${name.slice(1)}${field}: ${text}` : text
}
