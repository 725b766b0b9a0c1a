// The fields of the document's sounds: start, volume, looping, fades and ducking.

import { el } from "../core/dom.js"
import { menuButton } from "../core/menu.js"
import { fresh, nameOf } from "../core/model.js"
import { seek, state, written } from "../core/state.js"
import { renamed } from "./acts.js"
import { soundItems } from "./add.js"
import { control } from "./controls.js"
import { headed, line, typed, unfolding } from "./lists.js"
import { rowsOf } from "./rows.js"

export function sounds() {
  const list = state.json.audio ?? []
  return headed(
    "Sounds",
    menuButton("Add a sound", "plus", soundItems, { id: "add-sound-side" }),
    list.map((sound, i) => {
      const pointer = `/audio/${i}`
      const made = line(sound.id ?? sound.file, `at ${sound.at ?? 0} s`, pointer, () => seek(sound.at ?? 0))
      typed(made.querySelector(".link"), sound.id ?? "", next => renamed(pointer, next))
      return el("div", {}, made, unfolding(pointer, "How it sounds", ...fields(pointer, i)))
    }),
  )
}

function fields(pointer, i) {
  const field = (kind, label, name, usual, more = {}) =>
    control(kind, {
      label,
      value: () => written(`${pointer}/${name}`) ?? usual,
      edits: value => [{ pointer: `${pointer}/${name}`, value }],
      ...more,
    })
  const others = (state.json.audio ?? []).map((sound, k) => ({ sound, k })).filter(({ k }) => k !== i)
  const gain = written(`${pointer}/gain`)
  return rowsOf([
    field("number", "Begins at", "at", 0, { unit: "s" }),
    ...(Array.isArray(gain) ? [] : [gainField(field)]),
    ...speedFields(field),
    field("bool", "Loops", "loop", false),
    field("number", "Fades in", "fadeIn", 0, { unit: "s", low: 0, high: 5, step: 0.05 }),
    field("number", "Fades out", "fadeOut", 0, { unit: "s", low: 0, high: 5, step: 0.05 }),
    duck(pointer, others),
  ])
}

// Creates the field for the gain of a sound; `field` creates a field of the sound.
export const gainField = field =>
  field("number", "Louder by", "gain", 0, { unit: "dB", low: -40, high: 12, step: 0.5 })
const speedFields = field => [
  field("number", "Speed", "speed", 1, { low: 0.25, high: 4, step: 0.05 }),
  field("choice", "Pitch", "pitch", "follow", {
    choices: ["keep", "follow"],
    names: { keep: "Keeps its pitch", follow: "Changes with the speed" },
  }),
]

// Creates the choice of the sound that ducks this sound; the chosen sound gets a name if it has none.
function duck(pointer, others) {
  const names = {
    "": "None",
    taps: "Taps and moves",
    ...Object.fromEntries(others.map(({ sound, k }) => [`${k}`, sound.id ?? sound.file])),
  }
  const value = () => {
    const said = written(`${pointer}/duck`)
    if (said && said.by === undefined) return "taps"
    const by = said?.by
    return `${others.find(({ sound }) => by !== undefined && sound.id === by)?.k ?? ""}`
  }
  const edits = choice => {
    if (choice === "") return written(`${pointer}/duck`) ? [{ pointer: `${pointer}/duck`, remove: true }] : []
    if (choice === "taps") return [{ pointer: `${pointer}/duck`, value: true }]
    const { sound, k } = others.find(other => `${other.k}` === choice)
    const id = sound.id ?? fresh(state.json, nameOf(sound.file))
    return [
      ...(sound.id ? [] : [{ pointer: `/audio/${k}/id`, value: id }]),
      { pointer: `${pointer}/duck`, value: { by: id } },
    ]
  }
  return control("choice", { label: "Gives way to", choices: Object.keys(names), names, value, edits })
}
