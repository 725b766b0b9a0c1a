// Shows the open document beside a recording: both films and their difference, the distance of each layer, and the
// values of variables that fit best.

import { $, el } from "../core/dom.js"
import { act, note } from "../core/edit.js"
import { seconds } from "./curves.js"
import { open } from "../panels/panels.js"
import { work } from "./work.js"
import { ask, Refusal } from "../core/server.js"
import { state } from "../core/state.js"

// Describes a distance, which is in levels of 255.
function nearness(distance) {
  if (distance < 1) return "the difference is within the loss of the recording's codec"
  if (distance < 4) return "near"
  return distance < 12 ? "somewhat apart" : "far apart"
}

const late = value =>
  value === null
    ? "rests"
    : Math.abs(value) < 0.5
      ? "in time"
      : `${Math.abs(value).toFixed(value > -10 && value < 10 ? 1 : 0)} ms ${value < 0 ? "early" : "late"}`

function layers(found) {
  if (!found.layers.length) return el("p", { class: "doc" }, "No layer of the document moves.")
  const most = Math.max(4, ...found.layers.map(layer => layer.points))
  return el(
    "table",
    { class: "apart" },
    el("thead", {}, el("tr", {}, ...["Layer", "Off its place", "In time"].map(name => el("th", {}, name)))),
    el(
      "tbody",
      {},
      ...found.layers.map(layer =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, layer.name),
          layer.frames
            ? el("td", { style: { "--share": layer.points / most } }, `${layer.points.toFixed(2)} points`)
            : el("td", {}, "not found in the recording"),
          el("td", {}, layer.frames ? late(layer.milliseconds) : ""),
        ),
      ),
    ),
  )
}

// Returns whether a value can be tuned: a number with or without a unit, a colour in hexadecimal, or a list of such values.
const isTunable = value =>
  Array.isArray(value)
    ? value.length > 0 && value.every(isTunable)
    : typeof value === "number" || /^(-?[\d.]+(ms|s|%|f)?|#([\da-f]{3,4}){1,2})$/i.test(value)

const variables = () => Object.entries(state.json?.vars ?? {}).filter(([, value]) => isTunable(value))

// Creates the form for tuning, which is a separate run; its result is shown first, and a click writes the result to the
// document.
function tuning(recording, base, found) {
  const rows = variables()
  if (!rows.length)
    return el(
      "p",
      { class: "doc" },
      "Variables that are numbers, colours or points can be tuned to the recording; the document has no such variable.",
    )
  const boxes = rows.map(([name, value]) => {
    const input = el("input", { type: "checkbox", value: name, checked: true })
    return {
      input,
      row: el("label", { class: "check" }, input, el("b", {}, name), el("small", {}, `${value}`)),
    }
  })
  const works = el("div", { class: "works" })
  const button = el(
    "button",
    {
      class: found.tuned && Object.keys(found.tuned).length ? "copy" : "main",
      id: "tune",
      onclick: () => tune(),
    },
    "Tune the variables to the recording",
  )
  const tune = async () => {
    const names = boxes.filter(b => b.input.checked).map(b => b.input.value)
    if (!names.length) return
    const says = el("p", { role: "status" }),
      bar = el("progress", { max: 1, value: 0 }),
      cancel = el("button", { class: "copy" }, "Cancel")
    const card = { says, bar, button: cancel }
    works.replaceChildren(el("div", { class: "work" }, el("b", {}, names.join(", ")), cancel, bar, says))
    button.disabled = true
    try {
      const next = await work(recording.id, "match", card, { tune: names })
      if (next) return showMatch(recording, next, base)
      works.replaceChildren()
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      works.replaceChildren(el("p", { class: "bad", role: "alert" }, refusal.message))
    } finally {
      button.disabled = false
    }
  }
  return el(
    "div",
    { class: "tuning" },
    el("div", { class: "checks-of" }, ...boxes.map(b => b.row)),
    el("div", { class: "buttons" }, button),
    works,
  )
}

// Shows the result of tuning, and the button that writes it.
function tuned(found) {
  const values = Object.entries(found.tuned)
  if (!values.length) return null
  const take = el(
    "button",
    {
      class: "main",
      id: "take-tuned",
      onclick: async () => {
        const key = name => name.replaceAll("~", "~0").replaceAll("/", "~1")
        const edits = values.map(([name, value]) => ({ pointer: `/vars/${key(name)}`, value }))
        take.disabled = true
        if (!(await act(edits))) return
        $("dialog").close()
        note(
          `Tuned: ${values.map(([name, value]) => `${name} ${value}`).join(", ")}. Undo takes it back.`,
          "quiet",
        )
      },
    },
    values.length === 1 ? "Take this value" : "Take these values",
  )
  return el(
    "div",
    { class: "found" },
    el(
      "table",
      {},
      ...values.map(([name, value]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, name),
          el("td", {}, `${state.json.vars?.[name] ?? ""}`),
          el("td", {}, "→"),
          el("td", {}, el("b", {}, `${value}`)),
        ),
      ),
    ),
    take,
  )
}

export async function showMatch(recording, found, base) {
  const heads = ["The recording", "The document", "Three times the difference"]
  const film = el(
    "div",
    { class: "beside" },
    el("div", { class: "heads" }, ...heads.map(head => el("b", {}, head))),
  )
  open(
    `${state.document.file} beside ${recording.name}`,
    film,
    el(
      "p",
      {},
      el("b", {}, `${found.meanDistance.toFixed(2)} of 255 difference`),
      ` on average: ${nearness(found.meanDistance)}. The document begins at ${seconds(found.start)} of the recording.`,
    ),
    layers(found),
    el("h3", {}, "Tune"),
    state.document.hash === base
      ? null
      : el("p", { class: "doc" }, "The document has changed since the comparison."),
    tuned(found),
    tuning(recording, base, found),
  )
  $("dialog").classList.add("wide")
  await pictures(recording.id, film)
}

// Shows the video, or the sheet of eight frames if the browser cannot play the video.
async function pictures(id, place) {
  const load = async name => URL.createObjectURL(await (await ask(`/recording/${id}/${name}`)).blob())
  try {
    const address = await load("match.mp4")
    const video = el("video", {
      src: address,
      controls: true,
      loop: true,
      muted: true,
      autoplay: true,
      playsInline: true,
      "aria-label": "The recording, the document and their difference",
    })
    video.onerror = async () =>
      video.replaceWith(el("img", { src: await load("match.png"), alt: "Eight moments of both" }))
    place.append(video)
    $("dialog").addEventListener("close", () => URL.revokeObjectURL(address), { once: true })
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    place.append(el("p", { class: "bad", role: "alert" }, refusal.message))
  }
}
