// The side: what is selected, with a field for each of its values; the document's variables; the
// layers.

import { $, el, round } from "./dom.js"
import { control, kindOf, resetButton } from "./controls.js"
import { fresh } from "./model.js"
import { easingEditor } from "./easing.js"
import { act, Change, change } from "./edit.js"
import { layerSide } from "./layerside.js"
import { placeHandles } from "./points.js"
import { curves } from "./keys.js"
import * as lists from "./lists.js"
import { on, onCalmly, state, stepName, targetNames, written } from "./state.js"
import { inUnit } from "./retiming.js"
import { variants } from "./variants.js"

let parts = [] // controls, each with its refresh
let shownKey = null

export const section = (title, ...children) => el("section", {}, el("h2", {}, title), ...children)
export const rowsOf = controls => {
  parts.push(...controls)
  return controls.map(c => c.row)
}
export const fact = (name, value) =>
  el("div", { class: "field fact" }, el("span", {}, name), el("output", {}, value))

// What changes the form of the side; else only its values are shown anew.
function key() {
  const { document, step, layer } = state
  if (!document) return null
  if (step !== null) {
    const s = document.steps[step]
    const json = written(s.pointer) ?? {}
    return JSON.stringify([
      "step",
      step,
      s.pointer,
      s.what,
      (json.keyframes ?? []).map(k => Object.keys(k).filter(name => name !== "easing")),
      state.keys,
      document.vars.map(v => v.name),
    ])
  }
  const json = layer === null ? null : written(document.layers[layer].pointer)
  return JSON.stringify([
    layer === null ? "document" : `layer ${layer}`,
    Object.keys(json ?? {}),
    Object.keys(json?.contents ?? {}),
    document.vars.map(v => v.name),
    document.outputs,
    document.checks.length,
    Object.keys(state.json.screens ?? {}),
    state.json.flow,
    state.json.audio,
  ])
}

function refresh() {
  const now = key()
  // What is dragged stays as it is until it is let go.
  if (now === null || $("inspector").querySelector(".held")) return
  if (now !== shownKey) {
    const focused = document.activeElement?.getAttribute?.("aria-label")
    shownKey = now
    parts = []
    const { step, layer } = state
    $("inspector").replaceChildren(
      ...(step !== null ? stepSide() : layer !== null ? layerSide() : documentSide()),
    )
    const again =
      focused &&
      [...$("inspector").querySelectorAll("[aria-label]")].find(e => e.getAttribute("aria-label") === focused)
    again?.focus()
  } else {
    for (const part of parts) part.refresh()
  }
  placeHandles()
}

// MARK: The document

export const varsSection = () => [lists.variables(rowsOf)]

// Rows that are made anew with each refresh; nobody edits in them.
export function facts(make) {
  const row = el("div", {})
  const part = { row, refresh: () => row.replaceChildren(...make()) }
  part.refresh()
  parts.push(part)
  return row
}

function documentSide() {
  const { warnings } = state.document
  return [
    section(
      "Document",
      facts(() => {
        const { size, scale, fps, duration, interactions } = state.document
        return [
          fact("Picture", `${size.join(" × ")} pt at ${scale}×`),
          fact("Length", `${round(duration, 3)} s, ${fps} frames a second`),
          ...interactions.map(i => fact(i.label ?? "Gesture", i.label ? `takes ${i.gesture}` : i.gesture)),
        ]
      }),
      ...rowsOf([colorOf("Background", "/canvas/background")]),
    ),
    ...varsSection(),
    ...lists.screens(),
    lists.sounds(),
    lists.checks(),
    lists.outputs(),
    warnings.length ? section("Warnings", ...warnings.map(w => el("p", { class: "doc" }, w))) : null,
    el("p", { class: "doc hint" }, "Select a step in the timeline or a layer in the picture."),
  ].filter(Boolean)
}
const colorOf = (label, pointer) =>
  control("color", {
    label,
    value: () => written(pointer) ?? "#ffffff",
    edits: value => [{ pointer, value }],
  })

// MARK: A step

const step = () => state.document.steps[state.step]

function timing() {
  const now = step()
  const canWrite = now.pointer !== null
  const isGroup = ["sequence", "parallel", "stagger"].includes(now.kind)
  const spec = (label, name, value, edits) => control("value", { label, unit: "s", value, edits, doc: name })
  if (!canWrite)
    return [fact("Start", `${round(now.start, 3)} s`), fact("Length", `${round(now.end - now.start, 3)} s`)]
  const at = () => written(`${step().pointer}/at`),
    length = "wait" in (written(now.pointer) ?? {}) ? "wait" : "duration",
    duration = () => written(`${step().pointer}/${length}`)
  const write = (name, value) => [
    value === ""
      ? { pointer: `${step().pointer}/${name}`, remove: true }
      : { pointer: `${step().pointer}/${name}`, value },
  ]
  return rowsOf([
    spec(
      "Start",
      "When it starts in its group, in seconds, frames (12f) or percent",
      () => at() ?? round(step().start, 4),
      value => write("at", value),
    ),
    ...(isGroup
      ? []
      : [
          spec(
            "Length",
            "How long it takes, in seconds, frames (12f) or percent",
            () => duration() ?? round(step().end - step().start, 4),
            value => write(length, value),
          ),
        ]),
  ])
}

// A control with a button that takes what is written back, as long as something is.
function resettable(pointer, title, make) {
  const reset = resetButton(title, () => change([{ pointer: pointer(), remove: true }]))
  const made = make(reset)
  const refresh = () => {
    made.refresh()
    reset.hidden = written(pointer()) === undefined
  }
  refresh()
  return { row: made.row, refresh }
}

const parameterPointer = name => `${step().pointer}/params/${name}`

function parameterControls(animator) {
  return animator.parameters.map(parameter => {
    const { name, type, unit, minimum, maximum, choices, doc } = parameter
    const value = () => written(parameterPointer(name)) ?? parameter.default
    const edits = value => [{ pointer: parameterPointer(name), value }]
    const again = make => resettable(() => parameterPointer(name), `Back to the animator's own ${name}`, make)
    if (type === "easing") {
      return again(reset =>
        easingEditor({
          label: name,
          value,
          seconds: () => step().end - step().start,
          measured: () => null,
          mayOwnTime: false,
          reset,
          begin: () => {
            const work = new Change()
            return { send: value => work.send(edits(value)) }
          },
        }),
      )
    }
    const isNumber = type === "number" || type === "integer"
    const isBounded = isNumber && minimum !== null && maximum !== null
    // A range of thousands is no slider: it reaches as far as values usually do.
    const usual = Math.max(
      Math.abs(parameter.default ?? 0),
      typeof value() === "number" ? Math.abs(value()) : 0,
      1,
    )
    const high = isBounded
      ? Math.min(maximum, Math.max(usual * 4, maximum - minimum <= 400 ? maximum : 100))
      : undefined
    return again(reset =>
      control(type, {
        label: name,
        unit,
        doc,
        value,
        edits,
        choices,
        reset,
        low: isBounded ? Math.max(minimum, minimum < -1000 ? -high : minimum) : undefined,
        high,
        step: type === "integer" ? 1 : undefined,
      }),
    )
  })
}

function stepEasing(now) {
  if (["sequence", "parallel", "stagger"].includes(now.kind) || now.pointer === null) return null
  if (written(`${now.pointer}/wait`) !== undefined) return null
  const pointer = () => `${step().pointer}/easing`
  const own = state.document.animators[now.what]?.easing
  return resettable(pointer, "Back to the usual easing", reset =>
    easingEditor({
      label: "Easing",
      value: () => written(pointer()) ?? own ?? "easeInOut",
      reset,
      seconds: () => step().end - step().start,
      measured: () => step().easing,
      mayOwnTime: true,
      begin() {
        const work = new Change()
        return {
          // A spring with a response of its own settles in its own time: the step has no duration then.
          send(value, { ownTime } = {}) {
            const edits = [{ pointer: pointer(), value }]
            const duration = `${step().pointer}/duration`
            if (ownTime && written(duration) !== undefined) edits.push({ pointer: duration, remove: true })
            if (ownTime === false && written(duration) === undefined && now.kind === "keyframes") {
              edits.push({ pointer: duration, value: inUnit(undefined, step().end - step().start, step()) })
            }
            work.send(edits)
          },
        }
      },
    }),
  )
}

function keyframeEasing(i) {
  const pointer = () => `${step().pointer}/keyframes/${i}/easing`
  return resettable(pointer, "Straight on", reset =>
    easingEditor({
      label: "On from here",
      value: () => written(pointer()) ?? "linear",
      reset,
      seconds: () => step().end - step().start,
      measured: () => null,
      mayOwnTime: false,
      usualSpring: { spring: { response: 0.5, bounce: 0.3 } },
      begin() {
        const work = new Change()
        return { send: value => work.send([{ pointer: pointer(), value }]) }
      },
    }),
  )
}

function keyframeSections(json) {
  const list = json.keyframes ?? []
  return list.map((keyframe, i) => {
    const pointer = name => `${step().pointer}/keyframes/${i}/${name}`
    const controls = Object.keys(keyframe)
      .filter(name => name !== "easing")
      .map(name =>
        control(kindOf(keyframe[name]), {
          label: name,
          value: () => written(pointer(name)),
          edits: value => [{ pointer: pointer(name), value }],
          ...(name === "opacity" || name === "offset" ? { low: 0, high: 1, step: 0.01 } : {}),
        }),
      )
    const offset = keyframe.offset ?? (list.length > 1 ? i / (list.length - 1) : 0)
    // How the way goes on from a keyframe that is selected.
    if (state.keys.includes(i) && i < list.length - 1) controls.push(keyframeEasing(i))
    return section(`Keyframe at ${round(100 * offset, 1)} %`, ...rowsOf(controls))
  })
}

function stepSide() {
  const now = step(),
    json = written(now.pointer) ?? {}
  const animator = now.kind === "animator" ? state.document.animators[now.what] : null
  const title = animator?.title ?? stepName(now)
  const easing = stepEasing(now)
  const sides = [
    section(
      title,
      targetNames(now) ? el("p", { class: "on" }, `on ${targetNames(now)}`) : null,
      animator ? el("p", { class: "doc" }, animator.doc) : null,
      now.pointer === null
        ? el(
            "p",
            { class: "doc hint" },
            "The transition makes this step itself, so the file does not say it.",
          )
        : null,
      ...timing(),
    ),
  ]
  if (easing) {
    const side = el("button", { class: "link", id: "variants", onclick: variants }, "Easings side by side…")
    sides.push(section("Pace", ...rowsOf([easing]), side))
  }
  if (animator && now.pointer !== null) {
    const direction = control("choice", {
      label: "direction",
      choices: ["forward", "reverse"],
      value: () => written(`${step().pointer}/direction`) ?? "forward",
      edits: value => [{ pointer: `${step().pointer}/direction`, value }],
    })
    sides.push(section("Parameters", ...rowsOf([...parameterControls(animator), direction])))
  }
  if (json.keyframes) {
    const box = el("div", {})
    const part = {
      row: box,
      refresh: () => {
        // What has the focus keeps it.
        const stops = () => [...box.querySelectorAll("[tabindex]")],
          focused = stops().indexOf(document.activeElement),
          label = document.activeElement?.getAttribute("aria-label")
        box.replaceChildren(...curves(step()))
        const again = stops().find(e => label && e.getAttribute("aria-label") === label)
        if (focused >= 0) (again ?? stops()[focused])?.focus()
      },
    }
    parts.push(part)
    part.refresh()
    sides.push(section("Values", box))
  }
  sides.push(...keyframeSections(json), ...easingsSection(), ...varsSection())
  if (now.pointer !== null) {
    const code = el("code", {})
    parts.push({
      row: code,
      refresh: () => {
        code.textContent = JSON.stringify(written(step().pointer), null, 2)
      },
    })
    code.textContent = JSON.stringify(json, null, 2)
    sides.push(
      el("details", { class: "source" }, el("summary", {}, now.pointer), el("pre", { tabIndex: 0 }, code)),
    )
  }
  return sides
}

// Easings that the document keeps by name: the step takes one, or its own gets a name.
function easingsSection() {
  const now = step()
  if (now.pointer === null || isHolder(now)) return []
  const isEasing = value =>
    (typeof value === "string" && /^(linear|ease|cubic-bezier|steps)/.test(value)) ||
    (Array.isArray(value) && value.length === 4 && value.every(n => typeof n === "number")) ||
    !!value?.spring
  const kept = state.document.vars.filter(v => isEasing(v.value))
  const own = () => written(`${step().pointer}/easing`)
  const keep = () => {
    const value = own() ?? "easeInOut"
    if (typeof value === "string" && value.startsWith("${")) return
    const name = fresh(state.json, "pace", new Set(Object.keys(state.json.vars ?? {})))
    act([
      { pointer: `/vars/${name}`, value },
      { pointer: `${step().pointer}/easing`, value: `\${${name}}` },
    ])
  }
  return [
    lists.headed(
      "Kept easings",
      null,
      kept.map(({ name }) =>
        el(
          "button",
          {
            class: "link",
            onclick: () => act([{ pointer: `${step().pointer}/easing`, value: `\${${name}}` }]),
          },
          name,
          el("small", {}, own() === `\${${name}}` ? "in use" : "use it"),
        ),
      ),
      el("button", { class: "link", id: "keep-easing", onclick: keep }, "Keep this easing by a name"),
    ),
  ]
}
const isHolder = s => ["sequence", "parallel", "stagger"].includes(s.kind)

onCalmly("document layers", refresh)
on("selection", refresh)
on("refused", () => {
  for (const part of parts) part.refresh()
})
