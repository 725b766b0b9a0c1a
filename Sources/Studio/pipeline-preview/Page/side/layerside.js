// The inspector of a layer: its current values, and fields for the values in the file.

import { captionSide } from "./captions.js"
import { endSide } from "./endcard.js"
import { el, round } from "../core/dom.js"
import { fact, facts, rowsOf, section, varsSection } from "./rows.js"
import * as lists from "./lists.js"
import { lookFields, placeFields, textFields } from "./look.js"
import { isSeen, valuesOf } from "../stage/stage.js"
import { layerName } from "../core/words.js"
import { select, state, stepName, written } from "../core/state.js"

const list = values => values.map(v => round(v, 2)).join("  ")

function layerValues() {
  const values = valuesOf(state.layer)
  if (!values) return [el("p", { class: "doc hint" }, "The layer is not visible at the playhead.")]
  const { geometry } = values
  const isIdentity = values.transform.every((v, i) => Math.abs(v - (i % 5 === 0 ? 1 : 0)) < 1e-9)
  return [
    fact("Frame", list(values.frame)),
    fact("Anchor", list(geometry.anchorPoint)),
    fact("Opacity", round(values.opacity, 3)),
    fact("Seen", isSeen(values) ? "yes" : values.hidden ? "hidden" : "no"),
    values.zPosition ? fact("z position", round(values.zPosition, 2)) : null,
    geometry.translate.some(v => v) ? fact("Translate", list(geometry.translate)) : null,
    geometry.scale.some(v => v !== 1) ? fact("Scale", list(geometry.scale)) : null,
    geometry.rotate.some(v => v) ? fact("Rotate", `${list(geometry.rotate)}°`) : null,
    values.cornerRadius ? fact("Corner radius", list([values.cornerRadius].flat())) : null,
    values.shadowOpacity
      ? fact("Shadow", `${round(values.shadowOpacity, 2)}, radius ${round(values.shadowRadius, 2)}`)
      : null,
    values.backgroundColor
      ? fact("Background", values.backgroundColor.map(v => round(v, 3)).join("  "))
      : null,
    values.blendMode !== "normal" ? fact("Blend", values.blendMode) : null,
    values.contents ? fact("Contents", values.contents.image ?? values.contents.kind) : null,
    isIdentity
      ? null
      : el(
          "details",
          { class: "source" },
          el("summary", {}, "Transform"),
          el(
            "pre",
            {},
            [0, 4, 8, 12]
              .map(i =>
                values.transform
                  .slice(i, i + 4)
                  .map(v => v.toFixed(3).padStart(10))
                  .join(""),
              )
              .join("\n"),
          ),
        ),
  ].filter(Boolean)
}

// Returns the steps that move the layer.
function stepsOf(layer) {
  const steps = state.document.steps
    .map((s, i) => [s, i])
    .filter(([s]) => s.targets.includes(layer.id) && !["sequence", "parallel"].includes(s.kind))
  if (!steps.length) return null
  return section(
    "Steps",
    ...steps.map(([s, i]) =>
      el(
        "button",
        { class: "link", onclick: () => select({ step: i }) },
        stepName(s),
        el("small", {}, `${round(s.start, 3)} – ${round(s.end, 3)} s`),
      ),
    ),
  )
}

export function layerSide() {
  const layer = state.document.layers[state.layer],
    { pointer } = layer
  if (/^\/captions\/items\/\d+$/.test(pointer ?? "")) return captionSide(pointer)
  if (pointer === "/end") return endSide()
  const json = pointer === null ? null : written(pointer)
  const isOwn = json && /\/(layers|sublayers|overlays)\/\d+$/.test(pointer)
  const words = isOwn ? textFields(pointer) : []
  return [
    section(layerName(state.json, layer), now()),
    words.length ? section("Text", ...rowsOf(words)) : null,
    isOwn ? section("Look", ...rowsOf(lookFields(pointer))) : null,
    isOwn ? section("Place", ...rowsOf(placeFields(pointer, json))) : null,
    stepsOf(layer),
    lists.checks(),
    ...varsSection(),
  ].filter(Boolean)
}

const now = () =>
  el("details", { class: "now" }, el("summary", {}, "Its values at this moment"), facts(layerValues))
