// The side of a selected layer: its values at the moment, and fields for what is written of it.

import { control, kindOf } from "./controls.js"
import { el, round } from "./dom.js"
import { fact, facts, rowsOf, section, varsSection } from "./inspector.js"
import * as lists from "./lists.js"
import { isSeen, valuesOf } from "./stage.js"
import { select, state, stepName, written } from "./state.js"

const list = values => values.map(v => round(v, 2)).join("  ")

function layerValues() {
  const values = valuesOf(state.layer)
  if (!values) return [el("p", { class: "doc hint" }, "The layer is not there at this moment.")]
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

export function layerSide() {
  const layer = state.document.layers[state.layer]
  const now = facts(layerValues)
  const steps = state.document.steps
    .map((s, i) => [s, i])
    .filter(([s]) => s.targets.includes(layer.id) && !["sequence", "parallel"].includes(s.kind))
  const json = layer.pointer === null ? null : written(layer.pointer)
  const shown = [
    "frame",
    "position",
    "bounds",
    "anchorPoint",
    "opacity",
    "cornerRadius",
    "backgroundColor",
    "rotate",
    "scale",
    "translate",
    "shadowOpacity",
    "shadowRadius",
    "shadowColor",
    "zPosition",
    "hidden",
    "blur",
    "path",
    "fillColor",
    "strokeColor",
    "lineWidth",
    "match",
    "masksToBounds",
  ]
  const usual = { opacity: 1, cornerRadius: 0, rotate: 0 }
  const editable =
    json && !/^\/screens\/[^/]+$/.test(layer.pointer)
      ? shown.filter(name => name in json || name in usual)
      : []
  const field = (pointer, name, value = () => written(pointer)) =>
    control(kindOf(value()), {
      label: name,
      value,
      edits: value => [{ pointer, value }],
      ...(/opacity/i.test(name) ? { low: 0, high: 1, step: 0.01 } : {}),
    })
  const own = editable.map(name =>
    field(`${layer.pointer}/${name}`, name, () => written(`${layer.pointer}/${name}`) ?? usual[name]),
  )
  // What a text says and how is set beside it.
  const contents = json?.contents
  const words =
    contents && typeof contents === "object" && "text" in contents
      ? Object.keys(contents)
          .filter(name => typeof contents[name] !== "object")
          .map(name => field(`${layer.pointer}/contents/${name}`, name))
      : []
  return [
    section(layer.id, el("p", { class: "doc" }, "Its values at this moment."), now),
    words.length ? section("Text", ...rowsOf(words)) : null,
    own.length ? section("As written", ...rowsOf(own)) : null,
    steps.length
      ? section(
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
      : null,
    lists.checks(),
    ...varsSection(),
  ].filter(Boolean)
}
