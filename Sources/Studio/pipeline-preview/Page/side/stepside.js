// The inspector of a step: its times, its easing, its animator and its keyframes.

import { el, round } from "../core/dom.js"
import { act, Change, change } from "../core/edit.js"
import { fresh } from "../core/model.js"
import { plain, spoken, spokenChoices } from "../core/words.js"
import { state, stepName, targetNames, written } from "../core/state.js"
import { easingEditor } from "../easing/easing.js"
import { variants } from "../easing/variants.js"
import { curves } from "../timeline/keys.js"
import { inUnit } from "../timeline/retiming.js"
import { control, kindOf, resetButton } from "./controls.js"
import { endSide } from "./endcard.js"
import * as lists from "./lists.js"
import { moveSections, ownStep, runsTransition } from "./moveside.js"
import { fact, keepParts, rowsOf, section, varsSection } from "./rows.js"

const step = () => state.document.steps[state.step]
// Returns the animator of a step, or the transition of a move.
function animatorOf(now) {
  const what = now.kind === "move" ? ownStep(now)?.what : now.kind === "animator" ? now.what : null
  return state.document.animators[what] ?? null
}

function timing() {
  const now = step()
  // A clip that is written as the path of its film has no other values.
  const canWrite = now.pointer !== null && typeof written(now.pointer) !== "string"
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
      "When the step starts in its group, in seconds, frames (12f) or percent",
      () => at() ?? round(step().start, 4),
      value => write("at", value),
    ),
    ...(isGroup
      ? []
      : [
          spec(
            "Length",
            "How long the step takes, in seconds, frames (12f) or percent",
            () => duration() ?? round(step().end - step().start, 4),
            value => write(length, value),
          ),
        ]),
  ])
}

// Creates a control, with a button that removes the written value if there is one.
function resettable(pointer, title, make) {
  const reset = resetButton(title, () => {
    if (written(pointer()) !== undefined) change([{ pointer: pointer(), remove: true }])
  })
  const made = make(reset)
  const refresh = () => {
    made.refresh()
    reset.hidden = written(pointer()) === undefined
  }
  refresh()
  return { row: made.row, refresh }
}

// A move with the default transition must name this transition before it can have its own parameters.
const naming = () => {
  const now = step(),
    own = /^\/flow\/\d+$/.test(now.pointer ?? "") ? ownStep(now) : null
  return own && written(`${now.pointer}/animator`) === undefined
    ? [{ pointer: `${now.pointer}/animator`, value: own.what }]
    : []
}
const parameterPointer = name => `${step().pointer}/params/${name}`

function parameterControls(animator) {
  return animator.parameters.map(parameter => {
    const { name, type, unit, minimum, maximum, choices, doc } = parameter
    const value = () => written(parameterPointer(name)) ?? parameter.default
    const edits = value => [...naming(), { pointer: parameterPointer(name), value }]
    const again = make => resettable(() => parameterPointer(name), `Back to the usual ${name}`, make)
    if (type === "easing") {
      return again(reset =>
        easingEditor({
          label: spoken(name),
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
    // The slider covers the usual values, because a range of thousands is unsuitable for a slider.
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
        label: spoken(name),
        unit,
        doc,
        value,
        edits,
        ...spokenChoices(choices ?? []),
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
  if (now.kind === "move" && !runsTransition(written(now.pointer))) return null
  if (written(`${now.pointer}/wait`) !== undefined) return null
  const pointer = () => `${step().pointer}/easing`
  const own = animatorOf(now)?.easing
  return resettable(pointer, "Back to the usual easing", reset =>
    easingEditor({
      label: "Easing",
      value: () => written(pointer()) ?? own ?? "easeInOut",
      reset,
      seconds: () => step().end - step().start,
      measured: () => (step().kind === "move" ? ownStep(step())?.easing : step().easing) ?? null,
      mayOwnTime: true,
      begin() {
        const work = new Change()
        return {
          // A spring with a response has its own settling time, so the step's duration is removed.
          send(value, options) {
            const ownTime = options?.ownTime
            /** @type {any[]} */
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
          label: spoken(name),
          value: () => written(pointer(name)),
          edits: value => [{ pointer: pointer(name), value }],
          ...(name === "opacity" || name === "offset" ? { low: 0, high: 1, step: 0.01 } : {}),
        }),
      )
    const offset = keyframe.offset ?? (list.length > 1 ? i / (list.length - 1) : 0)
    // The easing belongs to the segment after a selected keyframe.
    if (state.keys.includes(i) && i < list.length - 1) controls.push(keyframeEasing(i))
    return section(`Keyframe at ${round(100 * offset, 1)} %`, ...rowsOf(controls))
  })
}

// Creates the fields for the name and the times of a step.
function headOf(now, animator) {
  const isMade = now.pointer === null
  return section(
    animator?.title ?? stepName(now),
    targetNames(now) ? el("p", { class: "on" }, `on ${targetNames(now)}`) : null,
    animator && now.kind !== "move" ? el("p", { class: "doc" }, plain(animator.doc)) : null,
    isMade
      ? el(
          "p",
          { class: "doc hint" },
          "The transition creates this step, so the file does not contain the step.",
        )
      : null,
    ...timing(),
  )
}

// Creates the section that shows the values of the keyframes as curves.
function valuesSection() {
  const box = el("div", {})
  const part = {
    row: box,
    refresh: () => {
      // The element that has the focus keeps the focus when the section is redrawn.
      const stops = () => [...box.querySelectorAll("[tabindex]")],
        focused = stops().indexOf(document.activeElement),
        label = document.activeElement?.getAttribute("aria-label")
      box.replaceChildren(...curves(step()))
      const again = stops().find(e => label && e.getAttribute("aria-label") === label)
      if (focused >= 0) (again ?? stops()[focused])?.focus()
    },
  }
  keepParts(part)
  part.refresh()
  return section("Values", box)
}

function parametersSection(animator) {
  const direction = control("choice", {
    label: "direction",
    choices: ["forward", "reverse"],
    names: { forward: "Forwards", reverse: "Backwards" },
    value: () => written(`${step().pointer}/direction`) ?? "forward",
    edits: value => [...naming(), { pointer: `${step().pointer}/direction`, value }],
  })
  return section("How it runs", ...rowsOf([...parameterControls(animator), direction]))
}

function sourceSection() {
  const code = el("code", {})
  const refresh = () => {
    code.textContent = JSON.stringify(written(step().pointer), null, 2)
  }
  keepParts({ row: code, refresh })
  refresh()
  return el(
    "details",
    { class: "source" },
    el("summary", {}, "In the file"),
    el("pre", { tabIndex: 0 }, code),
  )
}

export function stepSide() {
  const now = step(),
    json = written(now.pointer) ?? {},
    isMove = now.kind === "move"
  if (now.pointer === "/end") return endSide()
  const animator = animatorOf(now),
    easing = stepEasing(now)
  const sides = [headOf(now, isMove ? null : animator)]
  if (isMove && state.json.flow) sides.push(...moveSections(now))
  if (easing) {
    const side = el("button", { class: "link", id: "variants", onclick: variants }, "Easings side by side…")
    sides.push(section("Pace", ...rowsOf([easing]), side))
  }
  if (animator && now.pointer !== null) sides.push(parametersSection(animator))
  if (json.keyframes) sides.push(valuesSection())
  sides.push(...keyframeSections(json), ...easingsSection(), ...varsSection())
  if (now.pointer !== null) sides.push(sourceSection())
  return sides
}

// Creates the section for the document's named easings: the step uses one of them, or its own easing gets a name.
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
      el("button", { class: "link", id: "keep-easing", onclick: keep }, "Save this easing under a name"),
    ),
  ]
}
const isHolder = s => ["sequence", "parallel", "stagger"].includes(s.kind)
