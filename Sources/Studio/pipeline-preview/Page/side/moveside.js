// The form of a move of the flow: its target screen, its transition, and the finger before it.

import { el } from "../core/dom.js"
import { kindOfMove, moveKinds } from "../core/words.js"
import { state, written } from "../core/state.js"
import { change } from "../core/edit.js"
import { openMenu } from "../core/menu.js"
import { transitions } from "../panels/transitions.js"
import { matchedPairs, soundsOf } from "./add.js"
import { control } from "./controls.js"
import { rowsOf, section } from "./rows.js"
import { gainField } from "./sounds.js"

const toScreens = ["push", "present", "replace", "tab", "popTo"]
const usual = { wait: 0.5, scroll: 200, flick: 800, pop: true, dismiss: true, popToRoot: true }

export const runsTransition = json => !["wait", "scroll", "flick"].includes(kindOfMove(json))

// The step that the move runs as a transition of its own.
export const ownStep = move =>
  state.document.steps.find(s => s.pointer === move.pointer && s.kind === "animator") ?? null

// Changes the kind of a move; keys that the new kind does not have are removed.
function become(pointer, kind) {
  const json = written(pointer),
    was = kindOfMove(json)
  const screens = Object.keys(state.json.screens ?? {})
  const value = usual[kind] ?? (typeof json[was] === "string" ? json[was] : screens.at(-1))
  const strays =
    usual[kind] === undefined || usual[kind] === true
      ? []
      : [
          "duration",
          "interaction",
          "seam",
          "easing",
          "tap",
          "drag",
          "animator",
          "timeline",
          "params",
          "layers",
        ]
  const kept = Object.entries(json).filter(([key]) => key !== was && !strays.includes(key))
  return [{ pointer, value: { [kind]: value, ...Object.fromEntries(kept) } }]
}

export function moveSections(now) {
  const { pointer } = now,
    json = written(pointer) ?? {},
    kind = kindOfMove(json)
  const rows = [
    control("choice", {
      label: "Move",
      choices: Object.keys(moveKinds),
      names: moveKinds,
      value: () => kindOfMove(written(pointer)),
      edits: next => become(pointer, next),
    }),
  ]
  if (toScreens.includes(kind))
    rows.push(
      control("choice", {
        label: "Screen",
        choices: Object.keys(state.json.screens ?? {}),
        value: () => written(`${pointer}/${kind}`),
        edits: value => [{ pointer: `${pointer}/${kind}`, value }],
      }),
    )
  if (kind === "present") rows.push(styleField(pointer))
  const list = [section("", ...rowsOf(rows))]
  if (runsTransition(json)) {
    list.push(transitionSection(now), fingerSection(pointer, json))
    if (json.interaction) list.push(followSection(pointer, json))
    list.push(soundSection(pointer, json))
  }
  return list
}

const styleField = pointer =>
  control("choice", {
    label: "Lies as",
    choices: ["sheet", "form", "overCurrent", "fullScreen"],
    names: {
      sheet: "A sheet",
      form: "A form in the middle",
      overCurrent: "All over, the rest below",
      fullScreen: "All over",
    },
    value: () => written(`${pointer}/style`) ?? "sheet",
    edits: value => [{ pointer: `${pointer}/style`, value }],
  })

function transitionSection(now) {
  const inner = ownStep(now),
    animator = inner && state.document.animators[inner.what]
  return section(
    "Transition",
    el(
      "button",
      {
        class: "choose",
        id: "transition",
        title: "Shows all transitions between these two screens",
        onclick: () => transitions(now),
      },
      el("b", {}, animator?.title ?? "Steps of its own"),
      el("small", {}, "Choose…"),
    ),
    animator ? el("p", { class: "doc" }, animator.doc) : null,
  )
}

// The layer that follows the finger of a gesture.
function followSection(pointer, json) {
  const at = `${pointer}/interaction/follow`
  const screens = ownStep({ pointer })?.targets ?? []
  const layers = screens.flatMap(name => state.json.screens?.[name]?.layers ?? []).map(layer => layer.id)
  const ids = [...matchedPairs(), ...layers, json.interaction.follow?.layer].filter(Boolean)
  const rows = [
    control("choice", {
      label: "Takes along",
      choices: ["", ...new Set(ids)],
      names: { "": "Nothing" },
      value: () => written(`${at}/layer`) ?? "",
      edits: layer => {
        if (!layer) return [{ pointer: at, remove: true }]
        return [written(at) ? { pointer: `${at}/layer`, value: layer } : { pointer: at, value: { layer } }]
      },
    }),
  ]
  const factor = (label, name) =>
    control("number", {
      label,
      low: 0,
      high: 1,
      step: 0.05,
      value: () => written(`${at}/${name}`) ?? 1,
      edits: value => [{ pointer: `${at}/${name}`, value }],
    })
  if (json.interaction.follow)
    rows.push(
      factor("Goes sideways by", "x"),
      factor("Goes up and down by", "y"),
      control("number", {
        label: "Shrinks to",
        low: 0.1,
        high: 1,
        step: 0.01,
        value: () => written(`${at}/scale`)?.[1] ?? 1,
        edits: value => [{ pointer: `${at}/scale`, value: [written(`${at}/scale`)?.[0] ?? 1, value] }],
      }),
    )
  return section("In the hand", ...rowsOf(rows))
}

// A sound that is heard when the move starts.
function soundSection(pointer, json) {
  const at = `${pointer}/sound`,
    file = json.sound?.file ?? json.sound
  const items = async () => [
    ...(file ? [{ label: "None", act: () => change([{ pointer: at, remove: true }]) }] : []),
    ...(await soundsOf(f => change([{ pointer: at, value: f.file }]))),
  ]
  const button = el(
    "button",
    {
      class: "choose",
      id: "move-sound",
      "aria-haspopup": "menu",
      onclick: event => {
        event.stopPropagation()
        openMenu(button, "Sound", items())
      },
    },
    el("b", {}, file ?? "None"),
    el("small", {}, "Choose…"),
  )
  // A path alone becomes an object when another value is added.
  const field = (kind, label, name, usual, more = {}) =>
    control(kind, {
      label,
      value: () => written(`${at}/${name}`) ?? usual,
      edits: value =>
        typeof written(at) === "string"
          ? [{ pointer: at, value: { file: written(at), [name]: value } }]
          : [{ pointer: `${at}/${name}`, value }],
      ...more,
    })
  return section("Sound", button, ...rowsOf(file ? [gainField(field)] : []))
}

// A finger that taps before the move; its ring can be dragged in the picture.
function fingerSection(pointer, json) {
  const size = state.document.safe?.frame
  const middle = size ? [size[0] + size[2] / 2, size[1] + size[3] / 2] : state.document.size.map(v => v / 2)
  const finger = control("bool", {
    label: "Tap before",
    value: () => written(`${pointer}/tap`) !== undefined,
    edits: isOn =>
      isOn
        ? [{ pointer: `${pointer}/tap`, value: middle.map(Math.round) }]
        : [{ pointer: `${pointer}/tap`, remove: true }],
  })
  const place = control("point", {
    label: "Taps at",
    value: () => written(`${pointer}/tap`),
    edits: value => [{ pointer: `${pointer}/tap`, value }],
  })
  return section(
    "Finger",
    ...rowsOf(json.tap === undefined ? [finger] : [finger, place]),
    Array.isArray(json.tap) ? el("p", { class: "doc" }, "Its ring can be dragged in the picture.") : null,
  )
}
