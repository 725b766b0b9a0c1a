// The inspector shows the selection with a field for each of its values, the document's variables, and the layers.

import { $, el, round } from "../core/dom.js"
import { control } from "./controls.js"
import { layerSide } from "./layerside.js"
import { backgroundFields, backgroundKind } from "./look.js"
import { clearParts, fact, facts, refreshParts, rowsOf, section, varsSection } from "./rows.js"
import { screens } from "./screens.js"
import { sounds } from "./sounds.js"
import { stepSide } from "./stepside.js"
import { placeHandles } from "../stage/points.js"
import { cues } from "./cues.js"
import * as lists from "./lists.js"
import { plainLine } from "../core/words.js"
import { on, onCalmly, state, written } from "../core/state.js"

let shownKey = null

const ownWhat = move =>
  state.document.steps.find(s => s.pointer === move.pointer && s.kind === "animator")?.what

// Returns the state that determines the rows of the inspector; other changes only update the values in the rows.
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
      s.kind === "move"
        ? [
            Object.keys(json),
            json.style,
            json.animator,
            json.sound?.file ?? json.sound,
            json.interaction?.follow?.layer,
            ownWhat(s),
          ]
        : null,
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
    Object.keys(json?.contents?.gradient ?? {}),
    Object.keys(json?.mask ?? {}),
    document.vars.map(v => v.name),
    backgroundKind("/canvas/background"),
    hasLength(),
    document.outputs,
    document.checks.length,
    Object.keys(state.json.screens ?? {}),
    state.json.flow,
    [state.json.camera, state.json.touches].map(list => list?.map(cue => [cue.layer, Object.keys(cue)])),
    (state.json.audio ?? []).map(sound => [sound.id, sound.file, Array.isArray(sound.gain)]),
  ])
}

function refresh() {
  const now = key()
  // A control that is being dragged is not updated.
  if (now === null || $("inspector").querySelector(".held")) return
  if (now !== shownKey) {
    const focused = document.activeElement?.getAttribute?.("aria-label")
    shownKey = now
    clearParts()
    const { step, layer } = state
    $("inspector").replaceChildren(
      ...(step !== null ? stepSide() : layer !== null ? layerSide() : documentSide()),
    )
    const again =
      focused &&
      [...$("inspector").querySelectorAll("[aria-label]")].find(e => e.getAttribute("aria-label") === focused)
    again?.focus()
  } else {
    refreshParts()
  }
  placeHandles()
}

// MARK: The document

// A film with a duration in the file can be made longer or shorter.
const hasLength = () => typeof state.json.duration === "number"
const lengthField = () =>
  hasLength()
    ? [
        control("value", {
          label: "Length",
          unit: "s",
          value: () => written("/duration"),
          edits: value => [{ pointer: "/duration", value }],
        }),
      ]
    : []

function documentSide() {
  const { warnings } = state.document
  return [
    section(
      "Document",
      facts(() => {
        const { size, scale, fps, duration, interactions } = state.document
        return [
          fact("Picture", `${size.join(" × ")} pt at ${scale}×`),
          hasLength()
            ? fact("Rate", `${fps} frames a second`)
            : fact("Length", `${round(duration, 3)} s, ${fps} frames a second`),
          ...interactions.map(i => fact(i.label ?? "Gesture", i.label ? `takes ${i.gesture}` : i.gesture)),
        ]
      }),
      ...rowsOf([...lengthField(), ...backgroundFields("/canvas/background")]),
    ),
    ...varsSection(),
    ...screens(),
    sounds(),
    ...cues(),
    lists.checks(),
    lists.outputs(),
    warnings.length
      ? section("Warnings", ...warnings.map(w => el("p", { class: "doc" }, plainLine(state.json, w))))
      : null,
    el("p", { class: "doc hint" }, "Select a step in the timeline or a layer in the picture."),
  ].filter(Boolean)
}
onCalmly("document layers", refresh)
on("selection", refresh)
on("refused", () => {
  refreshParts()
})
