// The form of a flow's move: its target screen, its transition, and the finger before it.

import { el } from "../core/dom.js"
import { kindOfMove, moveKinds, nameOfId, plain } from "../core/words.js"
import { state, written } from "../core/state.js"
import { act, change } from "../core/edit.js"
import { additions } from "../core/model.js"
import { openMenu } from "../core/menu.js"
import { transitions } from "../panels/transitions.js"
import { matchedPairs, soundsOf } from "./add.js"
import { control } from "./controls.js"
import { rowsOf, section } from "./rows.js"
import { screenSize } from "../stage/spaces.js"
import { gainField } from "./sounds.js"

const toScreens = ["push", "present", "replace", "tab", "popTo"]
const usual = { wait: 0.5, scroll: 200, flick: 800, pop: true, dismiss: true, popToRoot: true }

export const runsTransition = json => !["wait", "scroll", "flick"].includes(kindOfMove(json))

// Returns the step that the move runs as its own transition.
export const ownStep = move =>
  state.document.steps.find(s => s.pointer === move.pointer && s.kind === "animator") ?? null

// Returns the edits that turn screens into tabs: the tab bar must list its screens.
function tabbed(name) {
  const root = rootScreen(),
    tabs = state.json.tabs
  if (!tabs) return [{ pointer: "/tabs", value: [...new Set([root, name])] }]
  return tabs.includes(name) ? [] : [{ pointer: "/tabs/-", insert: name }]
}
const rootScreen = () => state.json.root ?? state.json.tabs?.[0] ?? Object.keys(state.json.screens ?? {})[0]

export function moveItems() {
  const root = rootScreen()
  const add = move => act(additions.move(state.json, move))
  const names = Object.keys(state.json.screens ?? {})
  return [
    "Push",
    ...names.filter(name => name !== root).map(name => ({ label: name, act: () => add({ push: name }) })),
    "Present",
    ...names.map(name => ({ label: name, act: () => add({ present: name }) })),
    "Back",
    { label: "To the previous screen", act: () => add({ pop: true }) },
    { label: "Back to the first screen", act: () => add({ popToRoot: true }) },
    { label: "Dismiss", act: () => add({ dismiss: true }) },
    "On the same screen",
    { label: "Wait half a second", act: () => add({ wait: 0.5 }) },
    { label: "Scroll", act: () => add({ scroll: 200 }) },
    "Tab",
    ...names.map(name => ({
      label: name,
      act: () => act([...tabbed(name), ...additions.move(state.json, { tab: name })]),
    })),
  ]
}

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
  return [
    ...(kind === "tab" ? tabbed(value) : []),
    { pointer, value: { [kind]: value, ...Object.fromEntries(kept) } },
  ]
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
  if (kind === "scroll" || kind === "flick")
    rows.push(
      control("value", {
        label: kind === "scroll" ? "Scrolls by" : "Velocity",
        unit: kind === "scroll" ? "pt" : "pt/s",
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
      overCurrent: "Over the whole screen, with the presenting screen below",
      fullScreen: "All over",
    },
    value: () => written(`${pointer}/style`) ?? "sheet",
    edits: value => [{ pointer: `${pointer}/style`, value }],
  })

function transitionSection(now) {
  const inner = ownStep(now),
    animator = inner && state.document.animators[inner.what],
    xfade = written(`${now.pointer}/animator`)?.match?.(/^xfade:/)?.input
  return section(
    "Transition",
    el(
      "button",
      {
        class: "choose",
        id: "transition",
        title: "Shows all transitions between the two screens of the move",
        onclick: () => transitions(now),
      },
      el("b", {}, xfade?.replace(":", " ") ?? animator?.title ?? "Steps of its own"),
      el("small", {}, "Choose…"),
    ),
    animator ? el("p", { class: "doc" }, plain(animator.doc)) : null,
  )
}

// Creates the fields for the layer that follows the finger of a gesture.
function followSection(pointer, json) {
  const at = `${pointer}/interaction/follow`
  const screens = ownStep({ pointer })?.targets ?? []
  const layers = screens.flatMap(name => state.json.screens?.[name]?.layers ?? []).map(layer => layer.id)
  const ids = [...matchedPairs(), ...layers, json.interaction.follow?.layer].filter(Boolean)
  const rows = [
    control("choice", {
      label: "Takes along",
      choices: ["", ...new Set(ids)],
      names: { "": "Nothing", ...Object.fromEntries(ids.map(id => [id, nameOfId(id)])) },
      value: () => written(`${at}/layer`) ?? "",
      edits: layer => {
        if (!layer) return written(at) ? [{ pointer: at, remove: true }] : []
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
      factor("Sideways by", "x"),
      factor("Up, down by", "y"),
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

// Creates the fields for a sound that plays when the move starts.
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
  // A sound that is written as a path becomes an object when another value is added.
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

// Returns the gesture that completes a move, from its edge over the screen; null for moves without a gesture.
function gestureOf(kind) {
  const [width, height] = screenSize()
  const across = (from, to) => [from, (2 * from + to) / 3, to].map(x => [x * width, height / 2])
  const along = (from, to) => [from, (2 * from + to) / 3, to].map(y => [width / 2, y * height])
  const left = { gesture: "edgePan", way: across(0.01, 0.8) }
  const ways = {
    push: { gesture: "pan", edge: "right", way: across(0.92, 0.15) },
    pop: left,
    popTo: left,
    popToRoot: left,
    present: { gesture: "pan", edge: "bottom", way: along(0.95, 0.3) },
    dismiss: { gesture: "pan", edge: "top", way: along(0.25, 0.9) },
  }
  if (!ways[kind]) return null
  const { way, ...gesture } = ways[kind]
  return { ...gesture, track: way.map(([x, y], i) => [[0, 0.2, 0.5][i], Math.round(x), Math.round(y)]) }
}

// Creates the fields for a finger that taps before the move; the finger's ring can be dragged in the picture.
function fingerSection(pointer, json) {
  const finger = control("bool", {
    label: "Tap before",
    value: () => written(`${pointer}/tap`) !== undefined,
    edits: isOn =>
      isOn
        ? [{ pointer: `${pointer}/tap`, value: ["50%", "50%"] }]
        : [{ pointer: `${pointer}/tap`, remove: true }],
  })
  const place = control("point", {
    label: "Taps at",
    value: () => written(`${pointer}/tap`),
    edits: value => [{ pointer: `${pointer}/tap`, value }],
  })
  const pulled = control("bool", {
    label: "Pulled by it",
    value: () => written(`${pointer}/interaction`) !== undefined,
    edits: isOn =>
      isOn
        ? [
            ...(json.tap === undefined ? [] : [{ pointer: `${pointer}/tap`, remove: true }]),
            { pointer: `${pointer}/interaction`, value: gestureOf(kindOfMove(json)) },
          ]
        : [{ pointer: `${pointer}/interaction`, remove: true }],
  })
  return section(
    "Finger",
    ...rowsOf([
      ...(json.interaction ? [] : [finger]),
      ...(json.tap === undefined ? [] : [place]),
      ...(gestureOf(kindOfMove(json)) ? [pulled] : []),
    ]),
    json.interaction?.track
      ? el("p", { class: "doc" }, "To record another track, press F and drag in the picture.")
      : null,
    Array.isArray(json.tap)
      ? el("p", { class: "doc" }, "To move the finger, drag its ring in the picture.")
      : null,
  )
}
